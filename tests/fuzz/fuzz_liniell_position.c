/* SPDX-License-Identifier: MIT
 *
 * Liniell positions, behind a line that is the tile set: one that is read is written in the one
 * form there is, which is read as the same; and it can be scored, drawn and asked for its turns. */
#include "fuzz.h"
#include "liniell/game.h"
#include "liniell/notation/picture.h"
#include "liniell/rules/score.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const game *g = &liniell_game;
    liniell_tiles tiles = take_tiles(&data, &size);
    variant v = variant_own(g, &tiles);
    char *string = as_string(data, size), line[GAME_POSITION_TEXT];
    game_position p, again;
    error e = {""};
    if (variant_read_position(v, string, &p, &e) != STATUS_OK) {
        MUST(e.text[0] && !strchr(e.text, '\n'));
        free(string);
        return 0;
    }
    text t = text_fixed(line, sizeof line);
    variant_write_position(v, &p, &t);
    MUST(!t.failed && variant_read_position(v, line, &again, &e) == STATUS_OK);
    MUST(memcmp(&p, &again, sizeof p) == 0);
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, &p, turns);
    liniell_position plain = liniell_unwrap(&p);
    MUST((count == 0) == (plain.drawn == LINIELL_NONE || plain.drawn == LINIELL_UNKNOWN));
    game_outcome outcome = variant_outcome(v, &p);
    if (plain.laid_count <= PLAIN_MOST) {
        liniell_score score = liniell_score_plain(v.rules, &plain);
        MUST(outcome.points[SIDE_A] == score.points[SIDE_A]);
        MUST(outcome.points[SIDE_B] == score.points[SIDE_B]);
    }
    text drawing = text_growing();
    liniell_picture.draw_text(v.rules, &p, (picture_style){0}, &drawing);
    liniell_picture.draw_svg(v.rules, &p, true, &drawing);
    g->explain(v.rules, &p, &drawing);
    text_free(&drawing);
    free(string);
    return 0;
}
