/* SPDX-License-Identifier: MIT
 *
 * Linja as the rest of the program sees it. */
#ifndef LINJA_GAME_H
#define LINJA_GAME_H

#include "game/game.h"

extern const game linja_game;

/* A part of it, in a file of its own. */
extern const game_bench linja_bench[];

#endif
