/* SPDX-License-Identifier: MIT
 *
 * Simple computer players. They know a game only through its table, so they play any. */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "core/game.h"
#include "core/rng.h"

enum {
    PLAYER_RANDOM = 0, /* any legal turn */
    PLAYER_GREEDY = 1, /* the turn that looks best at once */
    PLAYER_WARY = 2,   /* the turn that looks best after the opponent's best answer */
    PLAYER_LEVELS,
};

/* Chooses a turn in a game that is not over. Of turns that seem equally good one is drawn. */
game_turn player_choose(const game *g, const void *rules, const game_position *position, int level,
                        rng *random);

#endif
