/* SPDX-License-Identifier: MIT */
#include "base/parallel.h"

#ifdef __wasm__
/* No threads there: the caller's does it all. */
int parallel_threads(int threads) {
    (void)threads;
    return 1;
}

void parallel_for(int threads, int count, int chunk,
                  void (*work)(void *context, int item, int thread), void *context) {
    (void)threads, (void)chunk;
    for (int item = 0; item < count; item++) work(context, item, 0);
}
#else
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

typedef struct loop {
    int count, chunk;
    void (*work)(void *context, int item, int thread);
    void *context;
    atomic_int next, threads;
} loop;

static void *run(void *argument) {
    loop *l = argument;
    int thread = atomic_fetch_add(&l->threads, 1), first;
    while ((first = atomic_fetch_add(&l->next, l->chunk)) < l->count)
        for (int item = first; item < first + l->chunk && item < l->count; item++)
            l->work(l->context, item, thread);
    return NULL;
}

int parallel_threads(int threads) {
    long cores = threads > 0 ? threads : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
}

void parallel_for(int threads, int count, int chunk,
                  void (*work)(void *context, int item, int thread), void *context) {
    loop l = {.count = count, .chunk = chunk, .work = work, .context = context};
    pthread_t others[THREADS_MAX];
    int started = 0, wanted = parallel_threads(threads) - 1;
    while (started < wanted && pthread_create(&others[started], NULL, run, &l) == 0) started++;
    run(&l);
    for (int i = 0; i < started; i++) pthread_join(others[i], NULL);
}
#endif
