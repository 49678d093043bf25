/* SPDX-License-Identifier: MIT
 *
 * The games. Alone in its file, so that a program may link a list of its own (tests/nim.c). */
#include "games/registry.h"
#include "liniell/game.h"
#include "linja/game.h"

const game *const registry_games[] = {&linja_game, &liniell_game, NULL};
