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
static int ways(int pawns, int rows) { return binomial(pawns + rows - 1, rows - 1); }

int linja_arrangements(int pawns) { return ways(pawns, LINJA_ROWS); }

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

/* The slot after a pawn went from one row to another; 0 if there is no pawn. */
static uint16_t slot_after(const linja_index *index, int slot, int from, int to) {
    uint8_t rows[LINJA_ROWS];
    memcpy(rows, index->rows[slot], sizeof rows);
    if (rows[from] == 0) return 0;
    rows[from]--;
    rows[to]++;
    return index->slot_of[linja_rank(rows)];
}

static void fill_steps(linja_index *index, int slot) {
    for (int from = 0; from < LINJA_GOAL; from++)
        for (int n = 1; n <= LINJA_LONGEST_STEP && from + n <= LINJA_GOAL; n++)
            index->step[slot][linja_step_forward(from, n)] =
                slot_after(index, slot, from, from + n);
    for (int from = 1; from < LINJA_ROWS; from++)
        index->step[slot][linja_step_back(from)] = slot_after(index, slot, from, from - 1);
}

void linja_index_fill(linja_index *index, int pawns) {
    assert(pawns >= 1 && pawns <= LINJA_PAWNS);
    memset(index, 0, sizeof *index);
    index->pawns = pawns;
    index->count = linja_arrangements(pawns);
    index->potential_max = 15 * pawns;

    /* A counting sort by potential; equal ones stay in lexicographic order of their rows. */
    int sizes[LINJA_POTENTIAL_MAX + 1] = {0}, next[LINJA_POTENTIAL_MAX + 1];
    uint8_t rows[LINJA_ROWS];
    for (int rank = 0; rank < index->count; rank++) {
        linja_unrank(rank, pawns, rows);
        sizes[potential_of(rows)]++;
    }
    for (int p = 0; p <= index->potential_max; p++) {
        next[p] = index->group[p] = index->slots;
        index->slots += (sizes[p] + LINJA_BLOCK - 1) / LINJA_BLOCK * LINJA_BLOCK;
    }
    index->group[index->potential_max + 1] = index->slots;
    assert(index->slots <= LINJA_SLOTS_MAX);
    for (int p = 0; p <= index->potential_max; p++)
        for (int slot = index->group[p]; slot < index->group[p + 1]; slot++)
            index->potential[slot] = (uint8_t)p;

    for (int rank = 0; rank < index->count; rank++) {
        linja_unrank(rank, pawns, rows);
        int slot = next[potential_of(rows)]++;
        memcpy(index->rows[slot], rows, sizeof rows);
        index->used[slot] = 1;
        index->slot_of[rank] = (uint16_t)slot;
    }
    for (int slot = 0; slot < index->slots; slot++)
        if (index->used[slot]) fill_steps(index, slot);
}
