/* SPDX-License-Identifier: MIT
 *
 * What exact values are worth in a game that has come some way. A table knows that endless play is
 * a draw, but not that a position is about to be there for the last time: then the turn that brings
 * it back draws at once, and a turn that lets the other side bring it back wins nothing.
 *
 * For Linja that is all there is to it: what is said here of a turn is exact (docs/engine.md). */
#ifndef ENGINE_REPETITION_H
#define ENGINE_REPETITION_H

#include "game/history.h"
#include "game/oracle.h"

/* Corrects the values of a position's turns by the game so far, and puts them in order again. */
void repetition_correct(variant v, const game_history *history, const game_position *position,
                        valued_turn *turns, size_t count);

#endif
