/* SPDX-License-Identifier: MIT
 *
 * How a game thinks that brings no search of its own: alpha-beta over the game's interface, one
 * turn deeper each time. It knows nothing but the rules and takes the game's evaluation for points.
 * Not for games of chance: those must bring their own (game_check). */
#ifndef ENGINE_PLAIN_SEARCH_H
#define ENGINE_PLAIN_SEARCH_H

#include "game/search.h"

extern const game_search plain_search;

/* The game's own search, or the plain one. */
static inline const game_search *search_of(const game *g) {
    return g->search ? g->search : &plain_search;
}

#endif
