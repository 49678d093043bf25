/* SPDX-License-Identifier: MIT
 *
 * What a search of Liniell looks at: all moves with a tile, with the score as it stands after each
 * and a key of the position it leads to. Nothing but the placements is made on the board: marker
 * actions only change who scores which line, and a line's worth is remembered by its key. */
#ifndef LINIELL_SEARCH_OPTIONS_H
#define LINIELL_SEARCH_OPTIONS_H

#include "liniell/search/evaluation.h"

typedef struct liniell_option {
    uint64_t key; /* table, markers and side to move afterwards; not what is in the bag */
    liniell_fast_move move;
    int16_t margin;      /* points as they stand afterwards, the mover's minus the other's */
    int8_t blue;         /* blue rhombs that break a tie, likewise */
    int8_t hands;        /* markers in the supply, likewise */
    liniell_guess guess; /* of liniell_guessed_options alone, for the mover */
} liniell_option;

/* All legal moves with a tile. `moves` is room to work in. The board is as before afterwards. */
size_t liniell_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                       liniell_fast_move moves[LINIELL_TURNS_MAX],
                       liniell_option options[LINIELL_TURNS_MAX]);

/* The same with guesses of how the game ends; the bag is that of what comes afterwards. */
typedef struct liniell_evaluator {
    const liniell_network *network;
    const liniell_kinds *kinds;
    const liniell_bag *bag;
} liniell_evaluator;

size_t liniell_guessed_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                               const liniell_evaluator *evaluator,
                               liniell_fast_move moves[LINIELL_TURNS_MAX],
                               liniell_option options[LINIELL_TURNS_MAX]);

/* The options of the first placement among `moves`, of which `count` are left: those with the same
 * cell and rotation, which stand together. Returns how many. The evaluator may be NULL. */
size_t liniell_placement_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                                 const liniell_evaluator *evaluator, const liniell_fast_move *moves,
                                 size_t count, liniell_option *options);

static inline bool liniell_same_placement(const liniell_fast_move *one,
                                          const liniell_fast_move *other) {
    return one->cell == other->cell && one->rotation == other->rotation;
}

/* The score as it stands, for the side to move. */
liniell_option liniell_standing(const liniell_board *b, liniell_worths *w);

/* A rough evaluation for the mover in tenths of a point, with so many tiles to come afterwards. */
int liniell_evaluate(const liniell_option *o, unsigned to_come);

/* +1, 0 or -1 for the mover, if the game ends with it. */
static inline int liniell_result(const liniell_option *o) {
    return liniell_leader(o->margin, o->blue);
}

#endif
