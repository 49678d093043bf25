/* SPDX-License-Identifier: MIT
 *
 * Liniell as the rest of the program sees it. */
#ifndef LINIELL_GAME_H
#define LINIELL_GAME_H

#include "game/game.h"

extern const game liniell_game;

/* A part of it, in a file of its own. */
extern const game_bench liniell_bench[];

#endif
