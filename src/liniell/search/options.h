/* SPDX-License-Identifier: MIT
 *
 * What a search of Liniell looks at: all moves with a tile, with the score as it stands after each
 * and a key of the position it leads to. Nothing but the placements is made on the board: marker
 * actions only change who scores which line, and a line's worth is remembered by its key.
 *
 * Also the tiles still to come, as a bag: which ones, never in which order. Tiles that look the
 * same are one kind, drawn with the weight of their number. */
#ifndef LINIELL_SEARCH_OPTIONS_H
#define LINIELL_SEARCH_OPTIONS_H

#include "liniell/rules/routes.h"

/* --- what lines are worth --------------------------------------------------------------------- */

/* Direct-mapped: key with its lowest bits, which are the slot, replaced by what is known.
 *
 * On large squares a line may have so many loops that its best route takes long to find. Then what
 * is found soon has to do, and `rough` tells for good that some worth is only that. */
typedef struct liniell_worths {
    uint64_t *slots;
    bool rough;
} liniell_worths;

enum { LINIELL_WORTH_BITS = 15, LINIELL_SMALL_SQUARE = 5 };

bool liniell_worths_open(liniell_worths *w); /* false: out of memory */
void liniell_worths_close(liniell_worths *w);

/* --- moves ------------------------------------------------------------------------------------ */

typedef struct liniell_option {
    uint64_t key; /* table, markers and side to move afterwards; not what is in the bag */
    liniell_fast_move move;
    int16_t margin; /* points as they stand afterwards, the mover's minus the other's */
    int8_t blue;    /* blue rhombs that break a tie, likewise */
    int8_t hands;   /* markers in the supply, likewise */
} liniell_option;

/* All legal moves with a tile. `moves` is room to work in. The board is as before afterwards. */
size_t liniell_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                       liniell_fast_move moves[LINIELL_TURNS_MAX],
                       liniell_option options[LINIELL_TURNS_MAX]);

/* The score as it stands, for the side to move. */
liniell_option liniell_standing(const liniell_board *b, liniell_worths *w);

/* A rough evaluation for the mover in tenths of a point, with so many tiles to come afterwards. */
int liniell_evaluate(const liniell_option *o, unsigned to_come);

/* +1, 0 or -1 for the mover, if the game ends with it. */
static inline int liniell_result(const liniell_option *o) {
    return liniell_leader(o->margin, o->blue);
}

/* --- the bag ---------------------------------------------------------------------------------- */

typedef struct liniell_kinds {
    uint8_t count;
    uint8_t of[LINIELL_TILES_MAX];   /* a tile's kind */
    uint8_t tile[LINIELL_TILES_MAX]; /* a tile of the kind */
    uint64_t key[LINIELL_TILES_MAX]; /* of a kind */
} liniell_kinds;

typedef struct liniell_bag {
    uint8_t total;
    uint8_t count[LINIELL_TILES_MAX]; /* by kind */
    uint64_t key;
} liniell_bag;

void liniell_find_kinds(const liniell_tiles *tiles, liniell_kinds *kinds);
void liniell_fill_bag(const liniell_kinds *kinds, const liniell_position *p, liniell_bag *bag);

static inline void liniell_bag_take(const liniell_kinds *kinds, liniell_bag *bag, unsigned kind) {
    bag->total--;
    bag->count[kind]--;
    bag->key -= kinds->key[kind];
}

static inline void liniell_bag_return(const liniell_kinds *kinds, liniell_bag *bag, unsigned kind) {
    bag->total++;
    bag->count[kind]++;
    bag->key += kinds->key[kind];
}

#endif
