/* SPDX-License-Identifier: MIT
 *
 * The one door to thinking about the positions of one game under one rule set: open, think, choose
 * by level. It brings threads, a clock and exact values to the game's search (game/search.h).
 * Whoever wants to know what a position is worth or which turn is best asks here, and whoever asks
 * the same way gets the same answer: of equally good turns one is preferred, here and nowhere else.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdatomic.h>

#include "base/rng.h"
#include "base/seconds.h"
#include "game/oracle.h"
#include "game/search.h"

typedef struct engine engine;

/* Whether exact values come from a table. */
typedef enum engine_table {
    ENGINE_NO_TABLE,
    /* If there is one. One that nobody has named is done without where it is damaged, and that is a
     * remark. */
    ENGINE_ANY_TABLE,
    ENGINE_NEEDS_TABLE, /* fails without one, also later */
} engine_table;

typedef struct engine_options {
    variant variant;
    size_t memory; /* bytes; 0: ENGINE_MEMORY */
    int threads;   /* 0: one for each core */
    engine_table table;
    const char *table_file; /* NULL: in the usual place; "": none, unless it is needed */
    /* Or somebody else knows the exact values. Taken over, and closed with the engine, or at once
     * if that cannot be made. */
    oracle *oracle;
    /* In one search, whatever the limits say; 0: no such bound. */
    uint64_t nodes_most;
    double seconds_most;
    seconds_clock clock; /* by which time is measured */
} engine_options;

enum { ENGINE_MEMORY = 16 << 20 };

status engine_open(const engine_options *options, engine **t, error *e);
void engine_close(engine *t);

variant engine_variant(const engine *t);
bool engine_is_perfect(const engine *t); /* it has exact values to look up */

/* What had to be done without since this was last asked; false if nothing. */
bool engine_remark(engine *t, error *remark);

/* Forgets what earlier positions taught it: the next answer is that of a new engine. */
void engine_forget(engine *t);

/* How long to think, in seconds; 0 where there is no limit. */
typedef struct engine_time {
    double begin; /* when the time began to run, on the engine's clock; 0: when it is asked */
    double hard;  /* after so many it ends, whatever it knows */
    /* For a turn in a game: after so many it ends if the best turn is clear; while that changes it
     * thinks on, up to three times as long. Where there is no choice no time is spent at all. */
    double soft;
} engine_time;

/* Whether a time that has begun on the one clock is over. */
static inline bool engine_time_is_over(const engine_time *time) {
    return time->hard > 0 && seconds_now() >= time->begin + time->hard;
}

/* What to think about and for how long; 0 or NULL where there is no limit or wish. */
typedef struct engine_limits {
    engine_time time;
    uint64_t nodes;
    int depth;
    size_t variations; /* 0: one */
    const game_turn *only;
    size_t only_count;
    uint64_t seed;
    bool without_oracle;
    game_history history;    /* for a turn in a game: a repetition may draw it */
    const atomic_bool *stop; /* thinking ends at once when this is set */
    void (*report)(void *context, const search_result *so_far);
    void *context;
} engine_limits;

/* Valid until the next call. Always has a variation if the position has a turn to make, however
 * soon it was stopped. A table that breaks off is done without from then on, which is a remark;
 * fails only if it is needed. */
status engine_think(engine *t, const game_position *position, const engine_limits *limits,
                    const search_result **result, error *e);

/* Chooses a turn, in a position that has one, as a computer player from 0 (random) to LEVEL_MOST
 * (as strong as it gets). Low levels err as people do: every so often they make the first turn that
 * comes to mind, or only some of the turns do, and they look less far ahead. docs/levels.md has the
 * measured steps between levels. Early in a game a turn is drawn among the best, so that no two
 * games need be alike. The same seed gives the same turn on one thread, if the engine has forgotten
 * what went before. Of `within` (NULL: nothing) time, history and stop count; how hard it looks is
 * the level's. */
status engine_choose(engine *t, const game_position *position, int level, rng *random,
                     const engine_limits *within, game_turn *turn, error *e);

/* Of these legal turns, the one after which the game's own evaluation is best; of several, one by
 * lot. NULL: of all there are. */
game_turn engine_greedy(variant v, const game_position *position, const game_turn *turns,
                        size_t count, rng *random);

#endif
