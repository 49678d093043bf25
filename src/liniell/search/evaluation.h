/* SPDX-License-Identifier: MIT
 *
 * How a game may end, guessed from the looks of a position by a small network that is fitted to
 * very many quick games of the player against itself (bench/fit_liniell.c).
 *
 * A position is judged after a move and before the next draw, seen by the side that has moved. Each
 * thing that is there adds its row of weights to 16 units: how many tiles are to come and of what
 * kind, the markers in the supply, each line that is marked or may still be (whose it is, its
 * points as it stands, its rhombs, its ends that may go on), and each two lines that the same empty
 * cell could join (whose they are, their points, whether they meet it at a corner or face to face).
 * Units below zero count as zero. What is left is weighed twice, for the margin and for the result.
 * All numbers are small integers, so it comes out alike everywhere. */
#ifndef LINIELL_SEARCH_EVALUATION_H
#define LINIELL_SEARCH_EVALUATION_H

#include "liniell/search/bag.h"
#include "liniell/search/worths.h"

enum {
    LINIELL_UNITS = 16,
    LINIELL_ROWS = 658,                                   /* of weights; evaluation.c names them */
    LINIELL_WEIGHTS = (LINIELL_ROWS + 2) * LINIELL_UNITS, /* row after row, then the two outputs */
    LINIELL_WEIGHT_ONE = 32,                              /* a weight counts in such parts */
    LINIELL_POINT = LINIELL_WEIGHT_ONE * LINIELL_WEIGHT_ONE,
    LINIELL_ROWS_MOST = 4 + 2 * LINIELL_NODES + 6 * LINIELL_CELLS, /* that a position may set */
};

extern const int8_t liniell_weights[LINIELL_WEIGHTS]; /* weights.c */

/* As many units as fit into one register of any machine. */
typedef int16_t liniell_lanes __attribute__((vector_size(16)));
enum { LINIELL_LANES = 8, LINIELL_VECTORS = LINIELL_UNITS / LINIELL_LANES };

typedef struct liniell_network {
    liniell_lanes rows[LINIELL_ROWS][LINIELL_VECTORS];
    int16_t margin[LINIELL_UNITS], result[LINIELL_UNITS];
} liniell_network;

void liniell_network_fill(liniell_network *network, const int8_t weights[LINIELL_WEIGHTS]);

/* The margin to be expected in LINIELL_POINT-ths, and the result (1 a win, -1 a loss) likewise. */
typedef struct liniell_guess {
    int32_t margin, result;
} liniell_guess;

/* The guesses for the moves of one placement. The board has made it, but no marker action yet, with
 * the bag of what is to come then. */
void liniell_guess_actions(const liniell_network *network, const liniell_kinds *kinds,
                           const liniell_bag *bag, const liniell_board *b, liniell_worths *w,
                           const liniell_fast_move *moves, size_t count, liniell_guess *guesses);

/* Which rows a position sets, a move having been made. Returns how many. */
size_t liniell_rows_of(const liniell_kinds *kinds, const liniell_bag *bag, const liniell_board *b,
                       liniell_worths *w, uint16_t rows[LINIELL_ROWS_MOST]);

liniell_guess liniell_guess_rows(const liniell_network *network, const uint16_t *rows,
                                 size_t count);

#endif
