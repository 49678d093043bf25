/* SPDX-License-Identifier: MIT
 *
 * How lucky a draw was, so that a result can be told without it. Luck is what the position is worth
 * with the tile that came, less what it is worth on average over all tiles that could have come
 * there. Each of them gets the same quick look, in an order that does not depend on which one came:
 * so all luck of a draw together is zero, however wrong the looks are, and a result less its luck
 * is right on average. The better the looks, the less it varies. */
#ifndef ENGINE_LUCK_H
#define ENGINE_LUCK_H

#include "engine/engine.h"

/* Of all draws of a game but the first, which came before there was anything to be lucky with. */
status luck_of_game(engine *t, const game_history *played, const atomic_bool *stop, double *luck,
                    error *e);

/* Of the draw of the tile to place, in the chances of side A; 0 where nothing else could have come.
 * What the engine has learnt is forgotten. */
status luck_of_draw(engine *t, const game_position *position, const atomic_bool *stop, double *luck,
                    error *e);

#endif
