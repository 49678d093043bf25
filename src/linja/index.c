/* SPDX-License-Identifier: MIT */
#include "linja/index.h"

#include <assert.h>
#include <string.h>

/* n over k, for the few that are needed. */
static int binomial(int n, int k) {
    int result = 1;
    for (int i = 1; i <= k; i++) result = result * (n - k + i) / i;
    return result;
}

/* Ways to put `pawns` on `rows` rows. */
static int ways(int pawns, int rows) {
    return binomial(pawns + rows - 1, rows - 1);
}

int linja_arrangements(int pawns) {
    return ways(pawns, LINJA_ROWS);
}

int linja_rank(const uint8_t rows[LINJA_ROWS]) {
    int left = 0, rank = 0;
    for (int row = 0; row < LINJA_ROWS; row++) left += rows[row];
    for (int row = 0; row < LINJA_ROWS - 1; row++) {
        for (int fewer = 0; fewer < rows[row]; fewer++)
            rank += ways(left - fewer, LINJA_ROWS - 1 - row);
        left -= rows[row];
    }
    return rank;
}

void linja_unrank(int rank, int pawns, uint8_t rows[LINJA_ROWS]) {
    assert(rank >= 0 && rank < linja_arrangements(pawns));
    int left = pawns;
    for (int row = 0; row < LINJA_ROWS - 1; row++) {
        rows[row] = 0;
        for (int w; rank >= (w = ways(left - rows[row], LINJA_ROWS - 1 - row)); rows[row]++)
            rank -= w;
        left -= rows[row];
    }
    rows[LINJA_GOAL] = (uint8_t)left;
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

    /* A counting sort by potential; equal ones stay in lexicographic order of their rows. */
    int next[LINJA_POTENTIAL_MAX + 2] = {0};
    uint8_t rows[LINJA_ROWS];
    for (int rank = 0; rank < index->count; rank++) {
        linja_unrank(rank, pawns, rows);
        next[potential_of(rows) + 1]++;
    }
    for (int p = 0; p <= index->potential_max; p++) next[p + 1] += next[p];
    memcpy(index->group, next, sizeof index->group);
    for (int rank = 0; rank < index->count; rank++) {
        linja_unrank(rank, pawns, rows);
        int number = next[potential_of(rows)]++;
        memcpy(index->rows[number], rows, sizeof rows);
        while (rows[index->rearmost[number]] == 0) index->rearmost[number]++;
        index->number_of[rank] = (uint16_t)number;
    }
    fill_blocks(index);
    for (int number = 0; number < index->count; number++) fill_steps(index, number);
}

bool linja_is_legal(const linja_index *index, int mover, int opponent) {
    for (int row = 1; row < LINJA_GOAL; row++)
        if (index->rows[mover][row] + index->rows[opponent][LINJA_GOAL - row] > LINJA_ROW_LIMIT)
            return false;
    return true;
}
