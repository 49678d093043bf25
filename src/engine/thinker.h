/* SPDX-License-Identifier: MIT
 *
 * Thinking about the positions of one game under one rule set: brings threads, a clock and exact
 * values to the game's mind (core/mind.h). Whoever wants to know what a position is worth or which
 * turn is best asks here. */
#ifndef ENGINE_THINKER_H
#define ENGINE_THINKER_H

#include <stdatomic.h>

#include "core/mind.h"
#include "core/oracle.h"
#include "core/seconds.h"

typedef struct thinker thinker;

typedef struct thinker_options {
    const game *game;
    const void *rules;
    size_t memory;  /* bytes; 0: THINKER_MEMORY */
    int threads;    /* 0: one for each core */
    oracle *oracle; /* knows the exact values; NULL: nobody does. Taken over, and closed with the
                       thinker, or at once if that cannot be made. */
    uint64_t nodes_most; /* in one search, whatever the limits say; 0: no limit */
    seconds_clock clock; /* by which time is measured */
} thinker_options;

enum { THINKER_MEMORY = 16 << 20 };

status thinker_new(const thinker_options *options, thinker **t, error *e);
void thinker_free(thinker *t);

const game *thinker_game(const thinker *t);
const void *thinker_rules(const thinker *t);
bool thinker_is_perfect(const thinker *t); /* it has an oracle */

/* Forgets what earlier positions taught it: the next answer is that of a new thinker. */
void thinker_forget(thinker *t);

/* How long to think, in seconds; 0 where there is no limit. */
typedef struct thinker_time {
    double begin; /* when the time began to run, on the thinker's clock; 0: when it is asked */
    double hard;  /* after so many it ends, whatever it knows */
    /* For a turn in a game: after so many it ends if the best turn is clear; while that changes it
     * thinks on, up to three times as long. Where there is no choice no time is spent at all. */
    double soft;
} thinker_time;

/* What to think about and for how long; 0 or NULL where there is no limit or wish. */
typedef struct thinker_limits {
    thinker_time time;
    uint64_t nodes;
    int depth;
    size_t lines; /* 0: one */
    const game_turn *only;
    size_t only_count;
    uint64_t seed;
    bool without_oracle;
    const atomic_bool *stop; /* thinking ends at once when this is set */
    void (*report)(void *context, const thought *so_far);
    void *context;
} thinker_limits;

/* Valid until the next call. Always has a line if the position has a turn to make, however soon it
 * was stopped. Fails only if the oracle does. */
status thinker_think(thinker *t, const game_position *position, const thinker_limits *limits,
                     const thought **result, error *e);

#endif
