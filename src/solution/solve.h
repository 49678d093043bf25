/* SPDX-License-Identifier: MIT
 *
 * Solving Linja with all cores: brings memory and threads to the kernel of linja/solve.h. */
#ifndef SOLUTION_SOLVE_H
#define SOLUTION_SOLVE_H

#include "linja/solve.h"

typedef struct solve_options {
    const linja_rules *rules;
    int pawns;          /* a side: 12, or fewer for a reduced game */
    int threads;        /* 0: one for each core */
    const char *kernel; /* NULL: the best */
    /* Called now and then, by the caller's thread, with the share of the work that is done; false
     * stops. */
    bool (*progress)(void *context, double share);
    void *context;
} solve_options;

/* A solved game: every placement's value. */
typedef struct solved {
    linja_solving solving;
    linja_index index;
    const char *kernel;
    size_t table_bytes;
} solved;

/* Room for a table, all of it still 0. */
status solved_new(const linja_rules *rules, int pawns, const char *kernel, solved **out, error *e);

/* *out is NULL if progress stopped it. */
status solve_linja(const solve_options *options, solved **out, error *e);
void solved_free(solved *s);

/* The value of a position for its side to move. */
int solved_value(const solved *s, const linja_position *p);

/* The same for many positions, which is faster: the memory is asked for several at a time. */
void solved_values(const solved *s, const linja_position *positions, size_t count, int *values);

#endif
