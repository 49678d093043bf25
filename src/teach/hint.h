/* SPDX-License-Identifier: MIT
 *
 * Hints in three steps, so that a player can ask for as little as is needed: where to look, which
 * turn, and why. Whose coach cannot say where tells the turn at once. */
#ifndef TEACH_HINT_H
#define TEACH_HINT_H

#include "engine/engine.h"
#include "game/coach.h"

enum { HINT_STEPS = 3 };

/* A turn that has been found; its hints can be told one after the other. */
typedef struct hint {
    variant variant;
    game_position position;
    game_turn turn;
} hint;

/* Finds the turn to hint at, in a position that has one. */
status hint_find(engine *t, const game_position *position, const engine_limits *limits, hint *h,
                 error *e);

/* The last hint that was given to a player. */
typedef struct hint_kept {
    hint hint;
    size_t plies; /* of the game up to it */
    int step;     /* how much of it has been told; 0: there is none */
} hint_kept;

/* The hint for a position of a game is in `kept` then: the one that is there, if it is about this
 * position, or a new one, after a careful look, of which nothing has been told. The opponent does
 * not profit from the search. */
status hint_keep(engine *t, const game_position *position, game_history history, hint_kept *kept,
                 error *e);

/* What a hint says beyond the coach's own patterns, then NULL. */
extern const char *const hint_patterns[];

/* One sentence; `step` from 1 to HINT_STEPS. */
coach_sentence hint_sentence(const hint *h, int step);

/* Why the best turn is good: by what it does, or else compared with the one that looks best. */
coach_sentence hint_why(variant v, const game_position *position, const char *turn);

#endif
