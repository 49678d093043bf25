/* SPDX-License-Identifier: MIT
 *
 * Web Workers as threads: how base/parallel.h uses all cores in the page. Each worker has an
 * instance of this module on the one shared memory; who solves calls parallel_for, the others
 * wait in here for something to do. */
#ifndef WEB_SOLVER_THREADS_H
#define WEB_SOLVER_THREADS_H

/* How many threads there will be at most, the caller's included; before the first loop. */
void threads_expect(int threads);

/* Helps with every loop from now on; does not return. The calling worker is thread `thread`, from 1
 * on. */
_Noreturn void threads_help(int thread);

#endif
