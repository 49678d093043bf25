/* SPDX-License-Identifier: MIT
 *
 * Linja turns. The first byte chooses the rule set, the lines that follow are a position and
 * turns to be played; a turn that is accepted is one of the legal ones. */
#include "fuzz.h"
#include "linja/game.h"
#include "linja/rules/rules.h"

static void play_line(const linja_rules *rules, game_position *p, const char *turn) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = linja_game.turns(rules, p, turns), listed = 0;
    for (size_t i = 0; i < count; i++) listed += strcmp(turns[i].text, turn) == 0;
    game_position before = *p;
    error e = {""};
    game_steps steps;
    bool begins = linja_game.steps(rules, p, turn, &steps, &e) == STATUS_OK;
    bool played = linja_game.play(rules, p, turn, &e) == STATUS_OK;
    MUST(played == (listed == 1));
    MUST(!played || begins);
    MUST(played || memcmp(p, &before, sizeof before) == 0);
    MUST(played || (e.text[0] && !strchr(e.text, '\n')));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const linja_rules *rules = &linja_rule_sets[data[0] % LINJA_RULE_SETS];
    char *string = as_string(data + 1, size - 1), *rest = NULL;
    char *line = strtok_r(string, "\n", &rest);
    game_position p;
    error e;
    if (!line || linja_game.read_position(rules, line, &p, &e) != STATUS_OK)
        linja_game.start(rules, &p);
    else
        line = strtok_r(NULL, "\n", &rest);
    for (; line; line = strtok_r(NULL, "\n", &rest)) play_line(rules, &p, line);
    free(string);
    return 0;
}
