/* SPDX-License-Identifier: MIT
 *
 * Checking a table: every value must be the best of its turns' values. The turns come from the
 * plain generator, which shares no move code with the solver. */
#ifndef LINJA_SOLUTION_VERIFY_H
#define LINJA_SOLUTION_VERIFY_H

#include "linja/solution/table.h"

/* Checks `count` random placements, probing the file for each value. */
status linja_verify_sample(const linja_table *t, uint64_t count, uint64_t seed,
                           const solver_job *job, solver_check *result, error *e);

/* Checks every placement, with the whole table in memory. */
status linja_verify_all(const linja_table *t, const solver_job *job, solver_check *result,
                        error *e);

#endif
