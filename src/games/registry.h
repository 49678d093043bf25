/* SPDX-License-Identifier: MIT
 *
 * The one place that lists the games. Everything to its right asks here, and asks a game what it
 * has. A game is added by one line of games/list.c. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game/game.h"

/* All games, ending with NULL; the first is the usual one. */
extern const game *const registry_games[];

const game *registry_find(const char *name); /* NULL if there is none */

/* Asserts that each game has what it must have; for start-up. */
void registry_check(void);

#endif
