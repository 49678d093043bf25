/* SPDX-License-Identifier: MIT
 *
 * The arrangements of one side's pawns, numbered for the exact solution: 50,388 ways to put 12
 * pawns on 8 rows (fewer pawns make smaller games, for tests).
 *
 * An arrangement has a *potential*, twice its total of rows advanced plus its pawns in the goal.
 * Every turn raises the sum of both sides' potentials, whatever the rules, with two exceptions
 * that leave it alone: a pass, and (+return) stepping into the goal and straight out again. So
 * positions can be solved in layers of equal potential.
 *
 * An arrangement's *number* is its place in order of potential. Numbers of equal potential are cut
 * into *blocks* of 64, the last of which may be shorter. */
#ifndef LINJA_SOLUTION_INDEX_H
#define LINJA_SOLUTION_INDEX_H

#include "linja/rules/rules.h"

enum {
    LINJA_BLOCK = 64,
    LINJA_BLOCKS_MAX = 888,
    LINJA_POTENTIAL_MAX = 15 * LINJA_PAWNS,
    LINJA_ARRANGEMENTS_MAX = 50388,
    LINJA_GROUP_MAX = 960,                    /* arrangements of one potential */
    LINJA_LONGEST_STEP = LINJA_ROW_LIMIT - 1, /* as many as a row that can be entered holds */
};

/* Which of the 32 steps of a single pawn: forward from `row` by 1 to 5 rows, or back by one. */
enum { LINJA_STEPS_BACK = 25, LINJA_STEPS = 32 };

static inline int linja_step_forward(int row, int rows) {
    _Static_assert(LINJA_LONGEST_STEP == 5, "where the steps of each row begin");
    static const int8_t first[] = {0, 5, 10, 15, 19, 22, 24};
    return first[row] + rows - 1;
}

static inline int linja_step_back(int row) {
    return LINJA_STEPS_BACK + row - 1;
}

typedef struct linja_index {
    int pawns;
    int count;                          /* arrangements */
    int potential_max;                  /* 15 * pawns */
    int group[LINJA_POTENTIAL_MAX + 2]; /* the first number of each potential, and the end */
    int blocks;
    int block_group[LINJA_POTENTIAL_MAX + 2]; /* the first block of each potential, and the end */
    int block_first[LINJA_BLOCKS_MAX + 1];    /* the first number of each block, and the end */

    /* By number: */
    uint8_t rows[LINJA_ARRANGEMENTS_MAX][LINJA_ROWS]; /* pawns on each row, as the owner counts */
    uint8_t potential[LINJA_ARRANGEMENTS_MAX];
    uint8_t rearmost[LINJA_ARRANGEMENTS_MAX];           /* the row of the pawn furthest behind */
    uint16_t step[LINJA_ARRANGEMENTS_MAX][LINJA_STEPS]; /* the number after a step of a pawn that
                                                           is there; 0 elsewhere */
    uint16_t block[LINJA_ARRANGEMENTS_MAX];

    uint16_t number_of[LINJA_ARRANGEMENTS_MAX]; /* by rank */
} linja_index;

/* Fills the index for games of this many pawns a side, 1 to 12. */
void linja_index_fill(linja_index *index, int pawns);

static inline int linja_block_size(const linja_index *index, int block) {
    return index->block_first[block + 1] - index->block_first[block];
}

/* Whether a mover and an opponent keep the row limit. */
static inline bool linja_is_legal(const linja_index *index, int mover, int opponent) {
    return linja_fits(index->rows[mover], index->rows[opponent]);
}

/* The rank of an arrangement among all of its number of pawns, in lexicographic order: dense, from
 * 0 to linja_arrangements(pawns) - 1. */
int linja_rank(const uint8_t rows[LINJA_ROWS]);
void linja_unrank(int rank, int pawns, uint8_t rows[LINJA_ROWS]);
int linja_arrangements(int pawns);

#endif
