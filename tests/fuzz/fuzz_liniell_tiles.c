/* SPDX-License-Identifier: MIT
 *
 * Liniell tile sets: a set that is read is written and read again as it was, can be drawn, and a
 * game with it comes to its end, scored as by the plain rules as long as those can bear it. */
#include "base/rng.h"
#include "fuzz.h"
#include "liniell/notation/picture.h"
#include "liniell/rules/routes.h"

/* A whole game, whose moves depend on the set, on the quick board and by the plain rules. */
static void play_game(const liniell_tiles *tiles, rng *random) {
    liniell_board b;
    liniell_position p;
    liniell_board_clear(tiles, &b);
    liniell_start(tiles, &p);
    while (!liniell_over(&p)) {
        liniell_fast_move fast = liniell_random_move(&b, p.drawn, random);
        liniell_move move = liniell_plain_move(&b, fast);
        liniell_board_play(&b, p.drawn, fast);
        if (move.cell == LINIELL_NONE) {
            p = liniell_pass(&p);
        } else {
            liniell_placed placed = liniell_place(tiles, &p, move.cell, move.rotation);
            p = liniell_finish(&placed, &move);
        }
        liniell_score score = liniell_board_score(&b);
        if (p.laid_count > PLAIN_MOST) continue;
        liniell_score plain = liniell_score_plain(tiles, &p);
        MUST(memcmp(&score, &plain, sizeof score) == 0);
    }
    while (b.turns > 0) liniell_board_undo(&b);
    MUST(b.count == 0);
}

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
        rng random = rng_seeded(size);
        play_game(&tiles, &random);
    }
    free(string);
    return 0;
}
