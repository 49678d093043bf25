/* SPDX-License-Identifier: MIT
 *
 * Hints in three steps, so that a player can ask for as little as is needed: where to look, which
 * turn, and why. */
#ifndef TEACH_HINT_H
#define TEACH_HINT_H

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

/* Puts one sentence, without a newline; `step` from 1 to HINT_STEPS. */
void hint_say(const hint *h, int step, text *out);

/* Why the best turn is good: by what it does, or else compared with the one that looks best. */
void hint_why(const game *g, const void *rules, const game_position *position, const char *turn,
              text *out);

#endif
