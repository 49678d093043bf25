/* SPDX-License-Identifier: MIT
 *
 * Counting turn sequences in slices, so that a count can be given up at any time: a game's own
 * perft is quicker, but nothing stops it. */
#ifndef UGI_PERFT_H
#define UGI_PERFT_H

#include "game/game.h"

typedef struct perft {
    variant variant;
    uint64_t most; /* turns that may be made, or sequences counted; 0: no such bound */
    uint64_t made; /* so far; begins at 0 */
    bool (*stopped)(void *context);
    void *context;
    bool was_stopped; /* then the count failed for this reason */
} perft;

/* Adds the sequences of `depth` turns to *count. */
status perft_count(perft *p, const game_position *position, int depth, uint64_t *count, error *e);

#endif
