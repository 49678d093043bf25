/* SPDX-License-Identifier: MIT */
#include "teach/hint.h"

#include <assert.h>

#include "engine/registry.h"
#include "teach/choices.h"

status hint_find(thinker *t, const game_position *position, const thinker_limits *limits, hint *h,
                 error *e) {
    const game *g = thinker_game(t);
    thinker_limits careful = {.nodes = registry_coach(g)->nodes, .seed = 1};
    const thought *found;
    status code = thinker_think(t, position, limits ? limits : &careful, &found, e);
    if (code != STATUS_OK) return code;
    assert(found->count > 0);
    *h = (hint){g, thinker_rules(t), *position, found->lines[0].turns[0]};
    return STATUS_OK;
}

coach_sentence hint_why(const game *g, const void *rules, const game_position *position,
                        const char *turn) {
    const game_coach *coach = registry_coach(g);
    coach_sentence said;
    choices all;
    error e;
    if (!coach->why(rules, position, turn, NULL, &said) &&
        choices_of(g, rules, position, &all, &e) == STATUS_OK) { /* else that must do */
        const choice *best = choices_find(&all, g, rules, position, turn);
        if (all.count > 1)
            coach->why(rules, position, turn, all.list[best == all.list].turn.text, &said);
        choices_free(&all);
    }
    return said;
}

const char *const hint_patterns[] = {N_("Try {0}."), NULL};

coach_sentence hint_sentence(const hint *h, int step) {
    assert(step >= 1 && step <= HINT_STEPS);
    if (step == 1) return registry_coach(h->game)->where(h->rules, &h->position, h->turn.text);
    if (step == 3) return hint_why(h->game, h->rules, &h->position, h->turn.text);
    coach_sentence said = {.pattern = hint_patterns[0]};
    coach_string(&said.words, 0, h->turn.text);
    return said;
}
