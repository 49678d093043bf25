/* SPDX-License-Identifier: MIT
 *
 * Solving Linja exactly: the final margin, under best play by both, of every placement.
 *
 * A *cell* is one byte for a pair of arrangements (linja/solution/index.h): what the position is
 * worth to the player who has *just moved*, plus 128, so that choosing a turn is taking
 * the largest byte; 0 stands for nothing (a placement that breaks the row limit, or one not solved
 * yet). A turn leaves the opponent's arrangement alone (but for +mean), so all answers to all turns
 * against one arrangement, and against those beside it, lie together:
 *
 *     cells[block of the side to move][the opponent's slot][place in the block, 0 to 63]
 *
 * A turn raises the potential by 13 at most before a bonus, so a layer is solved from the 13 after
 * it, and `cells` need not hold more: it is a ring over the opponents' numbers, a *window* of
 * layers. What falls out of it somebody has taken before, if it is wanted. A window of all numbers
 * is the whole game.
 *
 * A tile of 64 movers against 64 opponents is solved 64 opponents at a time, and turned over.
 *
 * Besides, `half` remembers what half-made turns are worth: a bonus that was earned (second and
 * zen), or an extra turn (2003). It is a ring over the numbers that the current layer can reach.
 *
 * Nothing here uses threads, files or a clock: linja/solution/solve.h brings them. The order is
 *
 *     for layer = linja_layers(index) - 1 down to 0:
 *         linja_solve_block(s, layer, block)    for every block, in any order or at once
 *         linja_settle_block(s, layer, block)   for every block, in any order or at once        */
#ifndef LINJA_SOLUTION_LAYERS_H
#define LINJA_SOLUTION_LAYERS_H

#include "linja/solution/index.h"

enum { LINJA_WORTH_ZERO = 128 }; /* the byte of a draw */

typedef struct linja_solving linja_solving;

/* A kernel solves one block of opponents against all movers of a layer. */
typedef void linja_kernel(const linja_solving *s, int layer, int block);

struct linja_solving {
    const linja_rules *rules;
    const linja_index *index;
    linja_kernel *kernel;
    uint8_t *cells; /* linja_cell_bytes(s), zero at the beginning */
    uint8_t *half;  /* linja_half_bytes(s) */
    uint8_t *waits; /* linja_tiles(index), zero: tiles with positions where the mover must pass */
    int window;     /* numbers that `cells` remembers at a time */
    int ring;       /* and `half` */
    uint16_t slot[LINJA_ARRANGEMENTS_MAX];  /* of a number in the window */
    uint16_t place[LINJA_ARRANGEMENTS_MAX]; /* and in the ring */
    int8_t points[LINJA_ARRANGEMENTS_MAX];
    int8_t dithers_until[LINJA_ARRANGEMENTS_MAX]; /* (layers.c) */
};

/* Sets everything but the memory, which the caller brings; `whole`: the window is the game. */
void linja_solving_begin(linja_solving *s, const linja_rules *rules, const linja_index *index,
                         linja_kernel *kernel, bool whole);

/* The kernels of this build that this machine can run, best first. */
typedef struct linja_kernel_choice {
    const char *name;
    linja_kernel *run;
} linja_kernel_choice;
enum { LINJA_KERNELS_MAX = 3 };
size_t linja_kernels(linja_kernel_choice choices[LINJA_KERNELS_MAX]);

static inline size_t linja_cell_bytes(const linja_solving *s) {
    return (size_t)s->index->blocks * (size_t)s->window * LINJA_BLOCK;
}

static inline size_t linja_half_bytes(const linja_solving *s) {
    return (size_t)s->index->blocks * (size_t)s->ring * LINJA_BLOCK;
}

static inline size_t linja_tiles(const linja_index *index) {
    return (size_t)index->blocks * (size_t)index->blocks;
}

static inline int linja_layers(const linja_index *index) {
    return 2 * index->potential_max + 1;
}

static inline void linja_solve_block(const linja_solving *s, int layer, int block) {
    s->kernel(s, layer, block);
}
void linja_settle_block(const linja_solving *s, int layer, int block);

/* The potential that both sides of a layer have together is shared by a block and those of one
 * potential; this is the other's, or -1 if nobody has it. */
static inline int linja_other_potential(const linja_index *index, int layer, int block) {
    int potential = layer - index->potential[index->block_first[block]];
    return potential <= index->potential_max ? potential : -1;
}

/* The place of a mover's first cell, and of the one against an opponent in the window. */
static inline size_t linja_plane(const linja_solving *s, int mover) {
    int block = s->index->block[mover];
    return (size_t)block * (size_t)s->window * LINJA_BLOCK +
           (size_t)(mover - s->index->block_first[block]);
}

static inline size_t linja_cell(const linja_solving *s, int mover, int opponent) {
    return linja_plane(s, mover) + (size_t)s->slot[opponent] * LINJA_BLOCK;
}

/* The value for the side to move, of a cell that is not 0. */
static inline int linja_worth(uint8_t cell) {
    return LINJA_WORTH_ZERO - cell;
}

/* The cells of the movers of a block against the opponents of another, 0 for what is not legal;
 * and the way back. */
void linja_take_tile(const linja_solving *s, int mover_block, int opponent_block,
                     uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]);
void linja_put_tile(const linja_solving *s, int mover_block, int opponent_block,
                    const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]);

#endif
