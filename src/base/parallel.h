/* SPDX-License-Identifier: MIT
 *
 * The one way in which the project uses all cores: a loop whose rounds are independent. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

/* How many threads `threads` asks for: 0 means one for each core. */
int parallel_threads(int threads);

/* Calls work(context, item, thread) for every item from 0 to count - 1, in any order, `chunk` items
 * at a time to a thread; `thread` is from 0 to threads - 1. Returns when all are done. Threads that
 * cannot be had are done without. */
void parallel_for(int threads, int count, int chunk,
                  void (*work)(void *context, int item, int thread), void *context);

#endif
