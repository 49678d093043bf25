/* SPDX-License-Identifier: MIT
 *
 * The parts of the solver that are not hot: preparing it, choosing a kernel, settling a layer's
 * positions that depend on their own layer, and getting at the cells. */
#include "linja/solution/layers.h"

#include <assert.h>
#include <string.h>

#include "linja/solution/transpose.h"

/* --- preparing ------------------------------------------------------------------------------ */

/* The most numbers that lie within `reach` potentials of each other. */
static int widest(const linja_index *index, int reach) {
    int most = 0;
    for (int p = 0; p <= index->potential_max; p++) {
        int end = p + reach > index->potential_max ? index->potential_max : p + reach;
        int numbers = index->group[end + 1] - index->group[p];
        if (numbers > most) most = numbers;
    }
    return most;
}

/* The rearmost row on which an opponent may stand whom this mover can hand the placement over to by
 * going into the goal and back; -1 if it cannot. Not if all have passed on the way, for then the
 * game ends with that turn. */
static int8_t dithers_until(const linja_solving *s, int mover) {
    const linja_index *index = s->index;
    if (!linja_goes_in_circles(s->rules) || index->rows[mover][LINJA_GOAL - 1] == 0) return -1;
    int entered = index->step[mover][linja_step_forward(LINJA_GOAL - 1, 1)];
    return (int8_t)(LINJA_GOAL - index->rearmost[entered]);
}

void linja_solving_begin(linja_solving *s, const linja_rules *rules, const linja_index *index,
                         linja_kernel *kernel, bool whole) {
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->index = index;
    s->kernel = kernel;
    /* A half-made turn is at most an opening and the longest follow-up, and gains one more if that
     * ends in the goal. Bonuses are prepared from 3 on; extra turns, on inner rows, from 0 on. */
    const int longest = 2 * (1 + LINJA_LONGEST_STEP);
    s->ring = rules->bonus ? widest(index, longest + 1 - 3) : widest(index, longest);
    /* Bonus steps are looked up when bonuses are prepared, and lead less far than that. */
    s->window = whole ? index->count : widest(index, longest + 1);
    for (int number = 0; number < index->count; number++) {
        int points = 0;
        for (int row = 0; row < LINJA_ROWS; row++)
            points += rules->points[row] * index->rows[number][row];
        s->points[number] = (int8_t)points;
        s->slot[number] = (uint16_t)(number % s->window);
        s->place[number] = (uint16_t)(number % s->ring);
        s->dithers_until[number] = dithers_until(s, number);
    }
}

/* --- kernels -------------------------------------------------------------------------------- */

linja_kernel linja_kernel_plain;
#ifdef LINJA_X86_KERNELS
linja_kernel linja_kernel_avx2, linja_kernel_avx512;
#endif

size_t linja_kernels(linja_kernel_choice choices[LINJA_KERNELS_MAX]) {
    size_t count = 0;
#ifdef LINJA_X86_KERNELS
    if (__builtin_cpu_supports("avx512bw"))
        choices[count++] = (linja_kernel_choice){"avx512", linja_kernel_avx512};
    if (__builtin_cpu_supports("avx2"))
        choices[count++] = (linja_kernel_choice){"avx2", linja_kernel_avx2};
#endif
    choices[count++] = (linja_kernel_choice){"plain", linja_kernel_plain};
    return count;
}

/* --- settling ------------------------------------------------------------------------------- */

/* A player who must pass hands over the same placement, which is of the same layer. So does one
 * who steps into the goal and straight out again, under +return; if both may do that for ever,
 * neither needs to accept less than 0. */

static bool can_dither(const linja_solving *s, int mover, int opponent) {
    return s->index->rearmost[opponent] <= s->dithers_until[mover];
}

static uint8_t cell_of(int worth) {
    return (uint8_t)(LINJA_WORTH_ZERO - worth);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* What the mover gets who is offered `own` by the best other turn, and whose opponent is offered
 * `other` in the same placement, if the mover may hand over and (maybe) be handed back. */
static int dithered(int own, int other, bool handed_back) {
    if (!handed_back) return larger(own, -other);
    if (own > 0) return own;
    return other > 0 ? larger(own, -other) : 0;
}

/* `both_wait`: two players who must pass may face each other here. */
static void settle(const linja_solving *s, int a, int b, bool both_wait, uint8_t *cell_a,
                   uint8_t *cell_b) {
    if (*cell_a == 0 && *cell_b == 0) {
        if (!both_wait || !linja_is_legal(s->index, a, b)) return;
        int margin = s->points[a] - s->points[b];
        *cell_a = cell_of(margin);
        *cell_b = cell_of(-margin);
        return;
    }
    bool a_dithers = *cell_a && can_dither(s, a, b), b_dithers = *cell_b && can_dither(s, b, a);
    int of_a = *cell_a ? linja_worth(*cell_a) : 0, of_b = *cell_b ? linja_worth(*cell_b) : 0;
    if (*cell_a == 0) {
        *cell_b = cell_of(b_dithers ? larger(of_b, 0) : of_b);
        *cell_a = cell_of(-linja_worth(*cell_b));
    } else if (*cell_b == 0) {
        *cell_a = cell_of(a_dithers ? larger(of_a, 0) : of_a);
        *cell_b = cell_of(-linja_worth(*cell_a));
    } else {
        if (a_dithers) *cell_a = cell_of(dithered(of_a, of_b, b_dithers));
        if (b_dithers) *cell_b = cell_of(dithered(of_b, of_a, a_dithers));
    }
}

static void settle_tiles(const linja_solving *s, int block_a, int block_b, bool both_wait) {
    const linja_index *index = s->index;
    int first = index->block_first[block_b], end = index->block_first[block_b + 1];
    for (int a = index->block_first[block_a]; a < index->block_first[block_a + 1]; a++) {
        uint8_t *of_a = s->cells + linja_plane(s, a), *of_b = s->cells + linja_cell(s, first, a);
        for (int b = block_a == block_b ? a : first; b < end; b++)
            settle(s, a, b, both_wait, of_a + (size_t)s->slot[b] * LINJA_BLOCK, of_b + (b - first));
    }
}

void linja_settle_block(const linja_solving *s, int layer, int block) {
    const linja_index *index = s->index;
    int potential = linja_other_potential(index, layer, block), blocks = index->blocks;
    if (potential < 0) return;
    int end = index->block_group[potential + 1];
    for (int other = index->block_group[potential]; other < end && other <= block; other++) {
        bool one = s->waits[other * blocks + block], two = s->waits[block * blocks + other];
        if (linja_goes_in_circles(s->rules) || one || two)
            settle_tiles(s, other, block, one && two);
    }
}

/* --- cells ---------------------------------------------------------------------------------- */

void linja_take_tile(const linja_solving *s, int mover_block, int opponent_block,
                     uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]) {
    const linja_index *index = s->index;
    int first = index->block_first[opponent_block], count = linja_block_size(index, opponent_block);
    size_t mover = (size_t)index->block_first[mover_block];
    uint8_t lines[LINJA_BLOCK][LINJA_BLOCK] = {{0}};
    for (int i = 0; i < count; i++)
        memcpy(lines[i], s->cells + linja_cell(s, (int)mover, first + i), LINJA_BLOCK);
    linja_transpose(lines, cells, false);
}

void linja_put_tile(const linja_solving *s, int mover_block, int opponent_block,
                    const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]) {
    const linja_index *index = s->index;
    int first = index->block_first[opponent_block], count = linja_block_size(index, opponent_block);
    int mover = index->block_first[mover_block];
    uint8_t lines[LINJA_BLOCK][LINJA_BLOCK];
    linja_transpose(cells, lines, false);
    for (int i = 0; i < count; i++)
        memcpy(s->cells + linja_cell(s, mover, first + i), lines[i], LINJA_BLOCK);
}
