/* SPDX-License-Identifier: MIT
 *
 * Liniell turns. The first line is the tile set, the next byte a seed for the stack, the lines that
 * follow are a position and turns to be played; a turn that is accepted is one of the legal ones.
 */
#include "fuzz.h"
#include "liniell/game.h"
#include "liniell/rules/rules.h"

static void play_line(variant v, game_position *p, const char *turn) {
    static game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, p, turns), listed = 0;
    for (size_t i = 0; i < count; i++) listed += strcmp(turns[i].text, turn) == 0;
    game_position before = *p;
    error e = {""};
    static game_steps steps;
    bool begins = variant_steps(v, p, turn, &steps, &e) == STATUS_OK;
    bool played = variant_play(v, p, turn, &e) == STATUS_OK;
    MUST(played == (listed == 1));
    MUST(!played || begins);
    MUST(played || memcmp(p, &before, sizeof before) == 0);
    MUST(played || (e.text[0] && !strchr(e.text, '\n')));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    liniell_tiles tiles = take_tiles(&data, &size);
    if (size == 0) return 0;
    char *string = as_string(data + 1, size - 1), *rest = NULL;
    char *line = strtok_r(string, "\n", &rest);
    game_position p;
    error e;
    bool given = line && liniell_game.read_position(&tiles, line, &p, &e) == STATUS_OK;
    if (given)
        line = strtok_r(NULL, "\n", &rest);
    else
        liniell_game.start(&tiles, &p);
    rng random = rng_seeded(data[0]);
    liniell_game.chance->shuffle(&tiles, &random, !given, &p);
    for (; line; line = strtok_r(NULL, "\n", &rest))
        play_line(variant_own(&liniell_game, &tiles), &p, line);
    free(string);
    return 0;
}
