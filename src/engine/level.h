/* SPDX-License-Identifier: MIT
 *
 * Computer players from 0 (random) to LEVEL_MOST (as strong as it gets). Low levels err as people
 * do: only some of the turns come to their mind, and they look less far ahead; of what they see
 * they take the best. docs/levels.md has the measured steps between levels. */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include "core/rng.h"
#include "engine/thinker.h"

enum { LEVEL_MOST = 10 };

/* Chooses a turn in a position that has one. The same seed gives the same turn on one thread, if
 * the thinker has forgotten what went before. Of `within` (NULL: no limits) time and stop count;
 * how hard it looks is the level's. */
status level_choose(thinker *t, const game_position *position, int level, rng *random,
                    const thinker_limits *within, game_turn *turn, error *e);

/* Of these legal turns, the one after which the game's own judgement is best; of several, one by
 * lot. NULL: of all there are. */
game_turn level_greedy(const game *g, const void *rules, const game_position *position,
                       const game_turn *turns, size_t count, rng *random);

#endif
