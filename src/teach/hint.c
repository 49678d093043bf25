/* SPDX-License-Identifier: MIT */
#include "teach/hint.h"

#include <assert.h>

#include "teach/choices.h"

status hint_find(engine *t, const game_position *position, const engine_limits *limits, hint *h,
                 error *e) {
    variant v = engine_variant(t);
    const search_result *found;
    status code = engine_think(t, position, limits, &found, e);
    if (code != STATUS_OK) return code;
    assert(found->count > 0);
    *h = (hint){v, *position, found->variations[0].turns[0]};
    return STATUS_OK;
}

coach_sentence hint_why(variant v, const game_position *position, const char *turn) {
    const game_coach *coach = coach_of(v.game);
    coach_sentence said;
    choices all;
    error e;
    if (!coach->why(v.rules, position, turn, NULL, &said) &&
        choices_of(v, position, &all, &e) == STATUS_OK) { /* else that must do */
        const choice *best = choices_find(&all, v, position, turn);
        if (all.count > 1)
            coach->why(v.rules, position, turn, all.list[best == all.list].turn.text, &said);
        choices_free(&all);
    }
    return said;
}

status hint_keep(engine *t, const game_position *position, game_history history, hint_kept *kept,
                 error *e) {
    if (kept->step > 0 && kept->plies == history.count &&
        memcmp(&kept->hint.position, position, sizeof *position) == 0)
        return STATUS_OK;
    kept->step = 0;
    kept->plies = history.count;
    engine_limits careful = {
        .nodes = coach_of(engine_variant(t).game)->nodes, .seed = 1, .history = history};
    status code = hint_find(t, position, &careful, &kept->hint, e);
    engine_forget(t);
    return code;
}

const char *const hint_patterns[] = {N_("Try {0}."), NULL};

coach_sentence hint_sentence(const hint *h, int step) {
    assert(step >= 1 && step <= HINT_STEPS);
    coach_sentence said = {0};
    if (step == 1)
        said = coach_of(h->variant.game)->where(h->variant.rules, &h->position, h->turn.text);
    if (step == 3) said = hint_why(h->variant, &h->position, h->turn.text);
    if (said.pattern) return said;
    said.pattern = hint_patterns[0];
    coach_string(&said.words, 0, h->turn.text);
    return said;
}
