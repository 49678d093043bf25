/* SPDX-License-Identifier: MIT */
#include "linja/solution/index.h"

#include <assert.h>
#include <string.h>

/* n over k. */
static const uint16_t binomial[LINJA_PAWNS + LINJA_ROWS][LINJA_ROWS] = {
    {1, 0, 0, 0, 0, 0, 0, 0},
    {1, 1, 0, 0, 0, 0, 0, 0},
    {1, 2, 1, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0},
    {1, 4, 6, 4, 1, 0, 0, 0},
    {1, 5, 10, 10, 5, 1, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8},
    {1, 9, 36, 84, 126, 126, 84, 36},
    {1, 10, 45, 120, 210, 252, 210, 120},
    {1, 11, 55, 165, 330, 462, 462, 330},
    {1, 12, 66, 220, 495, 792, 924, 792},
    {1, 13, 78, 286, 715, 1287, 1716, 1716},
    {1, 14, 91, 364, 1001, 2002, 3003, 3432},
    {1, 15, 105, 455, 1365, 3003, 5005, 6435},
    {1, 16, 120, 560, 1820, 4368, 8008, 11440},
    {1, 17, 136, 680, 2380, 6188, 12376, 19448},
    {1, 18, 153, 816, 3060, 8568, 18564, 31824},
    {1, 19, 171, 969, 3876, 11628, 27132, 50388},
};

/* Ways to put up to `pawns` pawns on `rows` rows. */
static int ways_up_to(int pawns, int rows) {
    return pawns < 0 ? 0 : binomial[pawns + rows][rows];
}

int linja_arrangements(int pawns) {
    return ways_up_to(pawns, LINJA_ROWS - 1);
}

/* Those before it have, on the first row where they differ, fewer pawns there: with `left` to place
 * and `k` on the row they leave more than left - k to the rows behind it, up to left. */
int linja_rank(const uint8_t rows[LINJA_ROWS]) {
    int left = 0, rank = 0;
    for (int row = 0; row < LINJA_ROWS; row++) left += rows[row];
    for (int row = 0; row < LINJA_GOAL; row++) {
        int behind = LINJA_GOAL - row;
        rank += binomial[left + behind][behind];
        left -= rows[row];
        rank -= binomial[left + behind][behind];
    }
    return rank;
}

void linja_unrank(int rank, int pawns, uint8_t rows[LINJA_ROWS]) {
    assert(rank >= 0 && rank < linja_arrangements(pawns));
    int left = pawns;
    for (int row = 0; row < LINJA_GOAL; row++) {
        int behind = LINJA_GOAL - row, k = 0;
        while (ways_up_to(left, behind) - ways_up_to(left - k - 1, behind) <= rank) k++;
        rank -= ways_up_to(left, behind) - ways_up_to(left - k, behind);
        rows[row] = (uint8_t)k;
        left -= k;
    }
    rows[LINJA_GOAL] = (uint8_t)left;
}

/* All arrangements in lexicographic order of their rows, of which the two that the row limit does
 * not concern come first. So those of one block are alike: the kernel has fewer follow-ups to try
 * for it, and neighbours have nearly the same values (docs/solver.md compares orders). */
static void nth_arrangement(int n, int pawns, uint8_t rows[LINJA_ROWS]) {
    static const int order[LINJA_ROWS] = {7, 0, 1, 2, 3, 4, 5, 6};
    uint8_t in_order[LINJA_ROWS];
    linja_unrank(n, pawns, in_order);
    for (int i = 0; i < LINJA_ROWS; i++) rows[order[i]] = in_order[i];
}

static int potential_of(const uint8_t rows[LINJA_ROWS]) {
    int potential = rows[LINJA_GOAL];
    for (int row = 0; row < LINJA_ROWS; row++) potential += 2 * row * rows[row];
    return potential;
}

/* The number after a pawn went from one row to another; 0 if there is no pawn. */
static uint16_t number_after(const linja_index *index, int number, int from, int to) {
    uint8_t rows[LINJA_ROWS];
    memcpy(rows, index->rows[number], sizeof rows);
    if (rows[from] == 0) return 0;
    rows[from]--;
    rows[to]++;
    return index->number_of[linja_rank(rows)];
}

static void fill_steps(linja_index *index, int number) {
    uint16_t *step = index->step[number];
    for (int from = 0; from < LINJA_GOAL; from++)
        for (int n = 1; n <= LINJA_LONGEST_STEP && from + n <= LINJA_GOAL; n++)
            step[linja_step_forward(from, n)] = number_after(index, number, from, from + n);
    for (int from = 1; from < LINJA_ROWS; from++)
        step[linja_step_back(from)] = number_after(index, number, from, from - 1);
}

/* Cuts each potential's numbers into blocks. */
static void fill_blocks(linja_index *index) {
    for (int p = 0; p <= index->potential_max; p++) {
        assert(index->group[p + 1] - index->group[p] <= LINJA_GROUP_MAX);
        index->block_group[p] = index->blocks;
        for (int number = index->group[p]; number < index->group[p + 1]; number++) {
            if ((number - index->group[p]) % LINJA_BLOCK == 0) {
                assert(index->blocks < LINJA_BLOCKS_MAX);
                index->block_first[index->blocks++] = number;
            }
            index->block[number] = (uint16_t)(index->blocks - 1);
            index->potential[number] = (uint8_t)p;
        }
    }
    index->block_group[index->potential_max + 1] = index->blocks;
    index->block_first[index->blocks] = index->count;
}

void linja_index_fill(linja_index *index, int pawns) {
    assert(pawns >= 1 && pawns <= LINJA_PAWNS);
    memset(index, 0, sizeof *index);
    index->pawns = pawns;
    index->count = linja_arrangements(pawns);
    index->potential_max = 15 * pawns;

    /* A counting sort by potential; equal ones stay as nth_arrangement has them. */
    int next[LINJA_POTENTIAL_MAX + 2] = {0};
    uint8_t rows[LINJA_ROWS];
    for (int n = 0; n < index->count; n++) {
        nth_arrangement(n, pawns, rows);
        next[potential_of(rows) + 1]++;
    }
    for (int p = 0; p <= index->potential_max; p++) next[p + 1] += next[p];
    memcpy(index->group, next, sizeof index->group);
    for (int n = 0; n < index->count; n++) {
        nth_arrangement(n, pawns, rows);
        int number = next[potential_of(rows)]++;
        memcpy(index->rows[number], rows, sizeof rows);
        while (rows[index->rearmost[number]] == 0) index->rearmost[number]++;
        index->number_of[linja_rank(rows)] = (uint16_t)number;
    }
    fill_blocks(index);
    for (int number = 0; number < index->count; number++) fill_steps(index, number);
}
