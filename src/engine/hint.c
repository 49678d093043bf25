/* SPDX-License-Identifier: MIT */
#include "engine/hint.h"

#include <assert.h>

#include "engine/choices.h"
#include "engine/registry.h"

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

status hint_why(const game *g, const void *rules, const game_position *position, const char *turn,
                text *out, error *e) {
    const game_coach *coach = registry_coach(g);
    char said[COACH_TEXT];
    text sentence = text_fixed(said, sizeof said);
    status code = STATUS_OK;
    if (!coach->why(rules, position, turn, NULL, &sentence)) {
        choices all;
        code = choices_of(g, rules, position, &all, e);
        if (code != STATUS_OK) return code;
        const choice *best = choices_find(&all, g, rules, position, turn);
        const choice *other = &all.list[best == all.list ? 1 : 0];
        if (all.count > 1) {
            text_clear(&sentence);
            coach->why(rules, position, turn, other->turn.text, &sentence);
        }
        choices_free(&all);
    }
    text_put(out, said);
    return code;
}

status hint_say(const hint *h, int step, text *out, error *e) {
    assert(step >= 1 && step <= HINT_STEPS);
    if (step == 3) return hint_why(h->game, h->rules, &h->position, h->turn.text, out, e);
    if (step == 1)
        registry_coach(h->game)->where(h->rules, &h->position, h->turn.text, out);
    else
        text_format(out, "Try %s.", h->turn.text);
    return STATUS_OK;
}
