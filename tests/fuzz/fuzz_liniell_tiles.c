/* SPDX-License-Identifier: MIT
 *
 * Liniell tile sets: a set that is read is written and read again as it was, can be drawn, and a
 * game with it can begin. */
#include "base/rng.h"
#include "fuzz.h"
#include "liniell/game.h"
#include "liniell/notation/picture.h"
#include "liniell/rules/routes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *string = as_string(data, size);
    liniell_tiles tiles, again;
    error e = {""};
    if (liniell_read_tiles(string, &tiles, &e) != STATUS_OK) {
        MUST(e.text[0] && !strchr(e.text, '\n') && strstr(e.text, "line "));
    } else {
        char line[4096];
        text t = text_fixed(line, sizeof line);
        liniell_write_tiles(&tiles, "; ", &t);
        MUST(!t.failed && liniell_read_tiles(line, &again, &e) == STATUS_OK);
        MUST(memcmp(&tiles, &again, sizeof tiles) == 0);
        text drawing = text_growing();
        liniell_picture.draw_tiles_svg(&tiles, &drawing);
        text_free(&drawing);

        /* A whole game, whose moves depend on the set. */
        game_position p;
        rng random = rng_seeded(size);
        liniell_game.start(&tiles, &p);
        liniell_board b;
        liniell_board_clear(&tiles, &b);
        for (uint8_t tile = 0; tile < tiles.count; tile++)
            liniell_board_play(&b, tile, liniell_random_move(&b, tile, &random));
        MUST(liniell_board_score(&b).points[SIDE_A] >= 0);
        while (b.turns > 0) liniell_board_undo(&b);
        MUST(b.count == 0);
    }
    free(string);
    return 0;
}
