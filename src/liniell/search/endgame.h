/* SPDX-License-Identifier: MIT
 *
 * The exact value of a position with few tiles to come: the best move of each side, the mean over
 * all orders in which the rest may be drawn. Sums over these orders, not means, so that everything
 * is a whole number and nothing is rounded:
 *
 *     worth = results << 32 + margins        a result is +1, 0 or -1 for the mover
 *
 * A greater sum of results is better, of equal ones the greater sum of margins. */
#ifndef LINIELL_SEARCH_ENDGAME_H
#define LINIELL_SEARCH_ENDGAME_H

#include "liniell/search/options.h"

enum { LINIELL_ENDGAME_MOST = 8 }; /* tiles in the bag, so that sums and margins fit */

typedef struct liniell_endgame {
    const liniell_kinds *kinds;
    liniell_worths *worths;
    struct liniell_known *known; /* positions whose value, or a bound of it, is known */
    size_t known_mask;
    uint64_t nodes; /* positions looked at, over all calls */
    uint64_t limit; /* gives up beyond so many nodes; 0: none */
    bool (*stopped)(void *context);
    void *context;
    bool gave_up;
    liniell_fast_move *moves;
    liniell_fast_move
        reply[LINIELL_TILES_MAX]; /* the best one with this as the last tile, lately */
    liniell_option *options[LINIELL_ENDGAME_MOST + 1]; /* room for each number in the bag */
} liniell_endgame;

bool liniell_endgame_open(liniell_endgame *e, const liniell_kinds *kinds, liniell_worths *worths,
                          size_t bytes); /* false: out of memory */
void liniell_endgame_close(liniell_endgame *e);
void liniell_endgame_forget(liniell_endgame *e);

/* What the position is worth to the side to move, who has drawn the tile, summed over the orders of
 * the bag. Meaningless if it gave up. */
int64_t liniell_endgame_value(liniell_endgame *e, liniell_board *b, liniell_bag *bag, uint8_t tile);

/* The same for the side that has just made a move that leads to `key`; a worth of at most `low` or
 * at least `high` is only known to be that. Not for an empty bag. */
int64_t liniell_endgame_after(liniell_endgame *e, liniell_board *b, liniell_bag *bag, uint64_t key,
                              int64_t low, int64_t high);

/* A worth in terms of one order. */
typedef struct liniell_value {
    double result; /* from -1 to 1 */
    double margin;
} liniell_value;

int64_t liniell_final_worth(const liniell_option *o);
liniell_value liniell_mean(int64_t worth, unsigned in_bag);

/* More than any worth, either way. */
int64_t liniell_worth_bound(unsigned in_bag);

#endif
