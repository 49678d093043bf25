/* SPDX-License-Identifier: MIT
 *
 * What the sentences of the coaches claim about a board, held against the rules: what
 * is not told by plain points (those are in test_coach.c). Nothing here asks a coach. */
#ifndef TESTS_TRUTH_H
#define TESTS_TRUTH_H

#include "game/coach.h"

/* A sentence about a turn, or about it and another one (NULL: none). */
typedef struct claim {
    variant variant;
    const game_position *position;
    const char *turn, *other;
    const coach_sentence *said;
} claim;

enum { CLAIMS_MOST = 64 };

/* The number of its pattern among those that are known here; -1: it is none of them. Ends the test
 * unless it holds. */
int truth_check(const claim *c);

/* Their patterns, then NULL. */
const char *truth_pattern(int number);

#endif
