/* SPDX-License-Identifier: MIT
 *
 * Hints in three steps, so that a player can ask for as little as is needed: where to look, which
 * turn, and why. */
#ifndef TEACH_HINT_H
#define TEACH_HINT_H

#include "core/coach.h"
#include "engine/thinker.h"

enum { HINT_STEPS = 3 };

/* A turn that has been found; its hints can be told one after the other. */
typedef struct hint {
    const game *game;
    const void *rules;
    game_position position;
    game_turn turn;
} hint;

/* Finds the turn to hint at, in a position that has one; limits NULL: a careful look. */
status hint_find(thinker *t, const game_position *position, const thinker_limits *limits, hint *h,
                 error *e);

/* What a hint says beyond the coach's own patterns, then NULL. */
extern const char *const hint_patterns[];

/* One sentence; `step` from 1 to HINT_STEPS. */
coach_sentence hint_sentence(const hint *h, int step);

/* Why the best turn is good: by what it does, or else compared with the one that looks best. */
coach_sentence hint_why(const game *g, const void *rules, const game_position *position,
                        const char *turn);

#endif
