/* SPDX-License-Identifier: MIT
 *
 * A layer is done when all its blocks are, so the threads meet at a barrier; between barriers they
 * draw blocks from a counter. The result does not depend on who did which. */
#include "engine/solve.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct team {
    const solve_options *options;
    const linja_solving *solving;
    pthread_mutex_t gate;
    pthread_barrier_t barrier;
    atomic_int next_block;
    atomic_bool stopped;
    double work, done; /* pairs of blocks: in all, and behind us; the first thread's */
} team;

/* Big tables are touched all over, so large pages save time; a machine without them is fine. */
static uint8_t *map_zeroed(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static void unmap(uint8_t *memory, size_t bytes) {
    if (memory) munmap(memory, bytes);
}

/* How many pairs of blocks a layer has: a measure of its work. */
static double layer_work(const linja_index *index, int layer) {
    double work = 0;
    for (int p = 0; p <= index->potential_max; p++) {
        int other = layer - p;
        if (other < 0 || other > index->potential_max) continue;
        work += (double)(index->block_group[p + 1] - index->block_group[p]) *
                (index->block_group[other + 1] - index->block_group[other]);
    }
    return work;
}

/* Waits for all threads; one of them then prepares the next stretch. */
static void meet(team *t) {
    if (pthread_barrier_wait(&t->barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        atomic_store(&t->next_block, 0);
    pthread_barrier_wait(&t->barrier);
}

typedef void layer_step(const linja_solving *s, int layer, int block);

static void do_blocks(team *t, layer_step *step, int layer, int chunk) {
    int blocks = t->solving->index->blocks, block;
    while ((block = atomic_fetch_add(&t->next_block, chunk)) < blocks)
        for (int b = block; b < block + chunk && b < blocks; b++) step(t->solving, layer, b);
    meet(t);
}

static void solve_block(const linja_solving *s, int layer, int block) {
    linja_solve_block(s, layer, block);
}

static void solve_layers(team *t, bool first) {
    const linja_index *index = t->solving->index;
    for (int layer = linja_layers(index) - 1; layer >= 0 && !atomic_load(&t->stopped); layer--) {
        do_blocks(t, solve_block, layer, 1);
        do_blocks(t, linja_settle_block, layer, 16);
        if (first && t->options->progress) {
            t->done += layer_work(index, layer);
            if (!t->options->progress(t->options->context, t->done / t->work))
                atomic_store(&t->stopped, true);
        }
        meet(t); /* so that all see the same `stopped` */
    }
}

static void *thread_main(void *argument) {
    team *t = argument;
    pthread_mutex_lock(&t->gate); /* opens when it is known how many we are */
    pthread_mutex_unlock(&t->gate);
    solve_layers(t, false);
    return NULL;
}

enum { THREADS_MAX = 256 };

/* Solves with this thread and as many others as can be had. */
static void run_team(team *t, int threads) {
    pthread_t others[THREADS_MAX];
    int started = 0;
    pthread_mutex_init(&t->gate, NULL);
    pthread_mutex_lock(&t->gate);
    while (started < threads - 1 && started < THREADS_MAX &&
           pthread_create(&others[started], NULL, thread_main, t) == 0)
        started++;
    pthread_barrier_init(&t->barrier, NULL, (unsigned)started + 1);
    pthread_mutex_unlock(&t->gate);
    solve_layers(t, true);
    for (int i = 0; i < started; i++) pthread_join(others[i], NULL);
    pthread_barrier_destroy(&t->barrier);
    pthread_mutex_destroy(&t->gate);
}

static int core_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (int)cores;
}

static bool choose_kernel(const char *name, linja_kernel_choice *chosen) {
    linja_kernel_choice choices[LINJA_KERNELS_MAX];
    size_t count = linja_kernels(choices);
    for (size_t i = 0; i < count; i++)
        if (!name || strcmp(choices[i].name, name) == 0) {
            *chosen = choices[i];
            return true;
        }
    return false;
}

void solved_free(solved *s) {
    if (!s) return;
    unmap(s->solving.table, s->table_bytes);
    free(s);
}

status solve_linja(const solve_options *options, solved **out, error *e) {
    linja_kernel_choice kernel;
    if (!choose_kernel(options->kernel, &kernel))
        return FAIL(e, STATUS_USAGE, "this machine has no kernel '%.20s'", options->kernel);
    solved *s = calloc(1, sizeof *s);
    if (!s) return fail_memory(e);
    linja_index_fill(&s->index, options->pawns);
    linja_solving *solving = &s->solving;
    linja_solving_begin(solving, options->rules, &s->index, kernel.run);
    s->kernel = kernel.name;
    s->table_bytes = linja_table_bytes(&s->index);
    solving->table = map_zeroed(s->table_bytes);
    solving->half = map_zeroed(linja_half_bytes(solving));
    solving->waits = calloc(linja_tiles(&s->index), 1);
    team t = {.options = options, .solving = solving};
    status code = STATUS_OK;
    if (!solving->table || !solving->half || !solving->waits) {
        code = fail_memory(e);
    } else {
        for (int layer = 0; layer < linja_layers(&s->index); layer++)
            t.work += layer_work(&s->index, layer);
        run_team(&t, options->threads > 0 ? options->threads : core_count());
    }
    unmap(solving->half, linja_half_bytes(solving));
    free(solving->waits);
    solving->half = solving->waits = NULL;
    if (code != STATUS_OK || atomic_load(&t.stopped)) {
        solved_free(s);
        s = NULL;
    }
    if (code == STATUS_OK) *out = s;
    return code;
}
