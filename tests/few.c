/* SPDX-License-Identifier: MIT
 *
 * The command line with a Linja of few pawns to solve, so that all rule sets are solved in a
 * moment. The INTERRUPT_AT-th of them (from 1) is interrupted as by Ctrl-C. */
#include <signal.h>
#include <stdlib.h>

#include "linja/solution/table.h"

enum { FEW = 4 };

status __real_linja_table_make(const linja_solve_options *options, const char *path,
                               solver_made *made, error *e);
status __wrap_linja_table_make(const linja_solve_options *options, const char *path,
                               solver_made *made, error *e);

status __wrap_linja_table_make(const linja_solve_options *options, const char *path,
                               solver_made *made, error *e) {
    static int count;
    const char *interrupt_at = getenv("INTERRUPT_AT");
    linja_solve_options few = *options;
    few.pawns = FEW;
    if (interrupt_at && ++count == atoi(interrupt_at)) raise(SIGINT);
    *made = (solver_made){.start = FEW, .kernel = ""}; /* a table of few has not the start */
    return __real_linja_table_make(&few, path, NULL, e);
}
