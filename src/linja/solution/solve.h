/* SPDX-License-Identifier: MIT
 *
 * Solving Linja with all cores: brings memory and threads to the kernel of linja/solution/layers.h.
 */
#ifndef LINJA_SOLUTION_SOLVE_H
#define LINJA_SOLUTION_SOLVE_H

#include "game/solver.h"
#include "linja/solution/layers.h"

/* A game being solved, or solved and whole in memory: every placement's value. */
typedef struct linja_solved {
    linja_solving solving;
    linja_index index;
    const char *kernel;
    size_t cell_bytes, half_bytes;
} linja_solved;

typedef struct linja_solve_options {
    const linja_rules *rules;
    int pawns;          /* a side: 12, or fewer for a reduced game */
    const char *kernel; /* NULL: the best */
    solver_job job;
} linja_solve_options;

/* Solves in a window: each layer is shown once it is done, and forgotten later. The visit's failure
 * ends it, as does progress (STATUS_FAILED). */
typedef status linja_layer_visit(void *context, const linja_solved *s, int layer, error *e);
status linja_solve_layers(const linja_solve_options *options, linja_layer_visit *visit,
                          void *context, error *e);

/* The same step by step, for who has other things to do in between: every layer once, from
 * linja_layers(&s->index) - 1 down to 0. */
status linja_solve_begin(const linja_solve_options *options, linja_solved **out, error *e);
void linja_solve_layer(const linja_solved *s, int threads, int layer);

/* Which share of all work a layer is. */
double linja_layer_share(const linja_index *index, int layer);

/* Keeps the whole game in memory. */
status linja_solve(const linja_solve_options *options, linja_solved **out, error *e);
void linja_solved_free(linja_solved *s);

/* Room for a whole one whose tiles come from elsewhere; all cells are still 0. */
status linja_solved_new(const linja_rules *rules, int pawns, linja_solved **out, error *e);

/* The value of a position for its side to move. */
int linja_solved_value(const linja_solved *s, const linja_position *p);

/* The same for many positions, which is faster: the memory is asked for several at a time. */
void linja_solved_values(const linja_solved *s, const linja_position *positions, size_t count,
                         int *values);

#endif
