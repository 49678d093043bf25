/* SPDX-License-Identifier: MIT */
#include "engine/hint.h"

#include <assert.h>

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

void hint_say(const hint *h, int step, text *out) {
    const game_coach *coach = registry_coach(h->game);
    assert(step >= 1 && step <= HINT_STEPS);
    if (step == 1)
        coach->where(h->rules, &h->position, h->turn.text, out);
    else if (step == 2)
        text_format(out, "Try %s.", h->turn.text);
    else
        coach->why(h->rules, &h->position, h->turn.text, NULL, out);
}
