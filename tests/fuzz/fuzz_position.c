/* SPDX-License-Identifier: MIT
 *
 * Linja positions: under every rule set, a position that is read is written as it was, and can be
 * scored, drawn and asked for its turns. */
#include "fuzz.h"
#include "linja/game.h"
#include "linja/notation/picture.h"
#include "linja/rules/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *string = as_string(data, size);
    for (size_t i = 0; i < LINJA_RULE_SETS; i++) {
        const linja_rules *rules = &linja_rule_sets[i];
        game_position p;
        error e = {""};
        if (linja_game.read_position(rules, string, &p, &e) != STATUS_OK) {
            MUST(e.text[0] && !strchr(e.text, '\n'));
            continue;
        }
        char line[GAME_POSITION_TEXT];
        text t = text_fixed(line, sizeof line);
        linja_game.write_position(rules, &p, &t);
        for (char *c = string; *c; c++)
            if (*c == '_') *c = ' ';
        MUST(strcmp(line, string) == 0);
        game_turn turns[GAME_TURNS_MAX];
        size_t count = linja_game.turns(rules, &p, turns);
        MUST((count == 0) == linja_game.outcome(rules, &p).over);
        text drawing = text_growing();
        linja_picture.draw_text(rules, &p, (picture_style){0}, &drawing);
        linja_picture.draw_svg(rules, &p, false, &drawing);
        text_free(&drawing);
    }
    free(string);
    return 0;
}
