/* SPDX-License-Identifier: MIT
 *
 * The game so far, for whoever thinks about its next turn: where a position that comes up again and
 * again is a draw, a position alone does not tell what it is worth. */
#ifndef GAME_HISTORY_H
#define GAME_HISTORY_H

#include <string.h>

#include "game/game.h"

/* The positions of a game, up to the one that is asked about; zero: nobody knows. */
typedef struct game_history {
    const game_position *(*at)(const void *context, size_t ply); /* the first of them is 0 */
    const void *context;
    size_t count;
} game_history;

static inline const game_position *history_at(const game_history *h, size_t ply) {
    return h->at(h->context, ply);
}

/* How often a position has been there. */
static inline int history_times(const game_history *h, const game_position *position) {
    int times = 0;
    for (size_t i = 0; i < h->count; i++)
        times += memcmp(history_at(h, i), position, sizeof *position) == 0;
    return times;
}

#endif
