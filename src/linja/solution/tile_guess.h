/* SPDX-License-Identifier: MIT
 *
 * What is thought of a cell of a tile (linja/solution/tile.h) before it is known, by its
 * neighbours: shared by who packs, many cells at once, and who unpacks, one after the other. */
#ifndef LINJA_SOLUTION_TILE_GUESS_H
#define LINJA_SOLUTION_TILE_GUESS_H

#include "linja/solution/tile.h"

#define HOT static inline __attribute__((always_inline))

enum { LINJA_ESCAPE = LINJA_SYMBOLS - 1 }; /* the symbol of all other differences */

HOT uint8_t smaller(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

HOT uint8_t larger(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

HOT uint8_t apart(uint8_t a, uint8_t b) {
    return (uint8_t)(larger(a, b) - smaller(a, b));
}

HOT int8_t level(int8_t difference) {
    return (int8_t)((difference > 0) + (difference > 2) - (difference < 0) - (difference < -2));
}

/* What is thought of a cell before it is known. */
typedef struct guess {
    uint8_t value;
    uint8_t context;
    bool turned; /* the difference counts the other way round */
} guess;

/* What the mover before has to do with it, which who unpacks finds out for all cells at once: how
 * its cells slope, by the one before, and how restless they are, by the next and by the same of the
 * mover before that. */
HOT int8_t slope_above(uint8_t up_last, uint8_t up) {
    return (int8_t)(5 * level((int8_t)(up - up_last)));
}
HOT uint8_t unrest_above(uint8_t up, uint8_t up_next, uint8_t up_up) {
    return (uint8_t)(smaller(apart(up_next, up), 7) + smaller(apart(up, up_up), 7));
}

/* The neighbours: the two cells before it; and of the mover before, the one before and the same. */
HOT guess guess_by(int8_t slope, uint8_t restless, uint8_t before_last, uint8_t last,
                   uint8_t up_last, uint8_t up) {
    guess g;
    uint8_t low = smaller(last, up), high = larger(last, up);
    uint8_t straight = (uint8_t)(last + up - up_last);
    g.value = up_last >= high ? low : up_last <= low ? high : straight;
    int8_t slopes = (int8_t)(slope + level((int8_t)(last - up_last)));
    uint8_t unrest = (uint8_t)(restless + smaller(apart(last, before_last), 7));
    g.turned = slopes < 0;
    g.context =
        (uint8_t)(4 * (slopes < 0 ? -slopes : slopes) + (unrest > 0) + (unrest > 2) + (unrest > 6));
    return g;
}

/* ... and the next, and the same of the mover before that. */
HOT guess guess_cell(uint8_t before_last, uint8_t last, uint8_t up_last, uint8_t up,
                     uint8_t up_next, uint8_t up_up) {
    return guess_by(slope_above(up_last, up), unrest_above(up, up_next, up_up), before_last, last,
                    up_last, up);
}

/* A difference as a number that is small if it is: 0, -1, 1, -2, ... */
HOT uint8_t fold(uint8_t difference) {
    return (uint8_t)(difference << 1 ^ (difference & 0x80 ? 0xff : 0));
}

HOT uint8_t unfold(uint8_t folded) {
    return (uint8_t)(folded >> 1 ^ (folded & 1 ? 0xff : 0));
}

/* --- many at once --------------------------------------------------------------------------- */

/* The contexts and symbols of a mover's cells, and the differences, of which some have no symbol of
 * their own. */
typedef struct linja_keys {
    uint8_t context[LINJA_BLOCK], symbol[LINJA_BLOCK], difference[LINJA_BLOCK];
} linja_keys;
HOT void set_key(linja_keys *keys, int i, guess g, uint8_t cell) {
    uint8_t difference = (uint8_t)(cell - g.value);
    difference = g.turned ? (uint8_t)-difference : difference;
    keys->context[i] = g.context;
    keys->difference[i] = difference;
    keys->symbol[i] = smaller(fold(difference), LINJA_ESCAPE);
}

/* Fills in `now`, the cells of which where there is no legal placement are those of `up`, and
 * answers with a bit for each legal one. `now` and `up` have two cells before the first and one
 * behind the last. Built several times (CMakeLists.txt); all give the same. */
typedef uint64_t linja_keys_find(const uint8_t cells[LINJA_BLOCK], const uint8_t *up,
                                 const uint8_t *up_up, uint8_t *now, linja_keys *keys);

/* The one that any machine can run, and the best of them that this one can. */
linja_keys_find linja_keys_plain;
linja_keys_find *linja_keys_best(void);

#endif
