/* SPDX-License-Identifier: MIT
 *
 * A game as everybody at the table knows it, in lines of its own: for a thread that thinks about
 * its next turn while the match goes on without it. All of the game, because what a level plays
 * depends on how far it has got, and what a position is worth on those before. */
#ifndef SERVER_TOLD_H
#define SERVER_TOLD_H

#include "play/match.h"

/* A line for each position up to the one to move in. */
void told_write(const match *m, text *lines);

typedef struct told_game {
    game_position *positions;
    size_t count;
} told_game;

/* Reads these lines, which end with NUL bytes afterwards. To be freed however it ends. */
status told_read(variant v, char *lines, told_game *told, error *e);
void told_free(told_game *told);

const game_position *told_last(const told_game *told);
game_history told_history(const told_game *told); /* while it is there */

#endif
