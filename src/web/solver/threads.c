/* SPDX-License-Identifier: MIT
 *
 * One loop at a time. Who calls parallel_for opens it, takes its own share of items and closes it;
 * then it waits until all who came are gone. A helper comes when it wakes up, or not at all if the
 * loop is closed by then: nobody waits for a worker that is slow to start. */
#include "web/solver/threads.h"

#include "base/parallel.h"

static struct {
    int count, chunk;
    void (*work)(void *context, int item, int thread);
    void *context;
    int next;  /* the first item that nobody has taken */
    int open;  /* whether helpers may come */
    int here;  /* helpers who have come and not gone */
    int round; /* counts the loops: what sleeping helpers look at */
} loop;
static int expected = 1;

/* By the compiler's builtins: there is no <stdatomic.h> without threads, and a build for one worker
 * has no threads. */
static int add(int *number, int more) {
    return __atomic_fetch_add(number, more, __ATOMIC_SEQ_CST);
}

static int get(const int *number) {
    return __atomic_load_n(number, __ATOMIC_SEQ_CST);
}

static void set(int *number, int value) {
    __atomic_store_n(number, value, __ATOMIC_SEQ_CST);
}

static void sleep_while(int *number, int value) {
#ifdef __wasm_atomics__
    __builtin_wasm_memory_atomic_wait32(number, value, -1);
#else
    (void)number, (void)value;
    __builtin_trap(); /* nobody would wake us */
#endif
}

static void wake_all(int *number) {
#ifdef __wasm_atomics__
    __builtin_wasm_memory_atomic_notify(number, ~0U);
#else
    (void)number;
#endif
}

static void take_items(int thread) {
    for (int first; (first = add(&loop.next, loop.chunk)) < loop.count;)
        for (int item = first; item < first + loop.chunk && item < loop.count; item++)
            loop.work(loop.context, item, thread);
}

void threads_expect(int threads) {
    expected = threads;
}

_Noreturn void threads_help(int thread) {
    for (int seen = 0;;) {
        int now = get(&loop.round);
        if (now == seen) {
            sleep_while(&loop.round, seen);
            continue;
        }
        seen = now;
        add(&loop.here, 1); /* before looking whether it is open: so it stays as it is */
        if (get(&loop.open)) take_items(thread);
        if (add(&loop.here, -1) == 1) wake_all(&loop.here);
    }
}

int parallel_threads(int threads) {
    return threads > 0 && threads < expected ? threads : expected;
}

void parallel_for(int threads, int count, int chunk,
                  void (*work)(void *context, int item, int thread), void *context) {
    loop.count = count;
    loop.chunk = chunk;
    loop.work = work;
    loop.context = context;
    loop.next = 0;
    if (parallel_threads(threads) > 1) {
        set(&loop.open, 1);
        add(&loop.round, 1);
        wake_all(&loop.round);
    }
    take_items(0);
    set(&loop.open, 0);
    for (int here; (here = get(&loop.here)) > 0;) sleep_while(&loop.here, here);
}
