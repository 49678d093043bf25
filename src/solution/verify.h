/* SPDX-License-Identifier: MIT
 *
 * Checking a table: every value must be the best of its turns' values. The turns come from the
 * plain generator, which shares no move code with the solver. */
#ifndef SOLUTION_VERIFY_H
#define SOLUTION_VERIFY_H

#include "solution/tables.h"

typedef struct verify_result {
    uint64_t checked;
    uint64_t differences;
    linja_position first; /* a position that differs, if any does */
    int stored, derived;  /* its values */
} verify_result;

typedef bool verify_progress(void *context, double share);

/* Checks `count` random placements, probing the file for each value. */
status verify_sample(const tables_file *file, uint64_t count, uint64_t seed, int threads,
                     verify_progress *progress, void *context, verify_result *result, error *e);

/* Checks every placement, with the whole table in memory. */
status verify_all(const tables_file *file, int threads, verify_progress *progress, void *context,
                  verify_result *result, error *e);

#endif
