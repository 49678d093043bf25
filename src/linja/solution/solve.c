/* SPDX-License-Identifier: MIT
 *
 * Layer after layer, the blocks of a layer on all cores. The result does not depend on who did
 * which. */
#include "linja/solution/solve.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/parallel.h"

/* The cells are touched all over, so large pages save time; a machine without them is fine. */
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

typedef struct layer_work {
    const linja_solving *solving;
    int layer;
} layer_work;

static void solve_block(void *context, int block, int thread) {
    (void)thread;
    const layer_work *work = context;
    linja_solve_block(work->solving, work->layer, block);
}

static void settle_block(void *context, int block, int thread) {
    (void)thread;
    const layer_work *work = context;
    linja_settle_block(work->solving, work->layer, block);
}

/* How many pairs of blocks a layer has: a measure of its work. */
static double pairs_in(const linja_index *index, int layer) {
    double pairs = 0;
    for (int p = 0; p <= index->potential_max; p++) {
        int other = layer - p;
        if (other < 0 || other > index->potential_max) continue;
        pairs += (double)(index->block_group[p + 1] - index->block_group[p]) *
                 (index->block_group[other + 1] - index->block_group[other]);
    }
    return pairs;
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

void linja_solved_free(linja_solved *s) {
    if (!s) return;
    unmap(s->solving.cells, s->cell_bytes);
    free(s);
}

static status new_solved(const linja_rules *rules, int pawns, const char *kernel, bool whole,
                         linja_solved **out, error *e) {
    linja_kernel_choice chosen;
    if (!choose_kernel(kernel, &chosen))
        return FAIL(e, STATUS_USAGE, "this machine has no kernel '%.20s'", kernel);
    linja_solved *s = calloc(1, sizeof *s);
    if (!s) return fail_memory(e);
    linja_index_fill(&s->index, pawns);
    linja_solving_begin(&s->solving, rules, &s->index, chosen.run, whole);
    s->kernel = chosen.name;
    s->cell_bytes = linja_cell_bytes(&s->solving);
    s->solving.cells = map_zeroed(s->cell_bytes);
    if (!s->solving.cells) {
        linja_solved_free(s);
        return fail_memory(e);
    }
    *out = s;
    return STATUS_OK;
}

status linja_solved_new(const linja_rules *rules, int pawns, linja_solved **out, error *e) {
    return new_solved(rules, pawns, NULL, true, out, e);
}

/* --- solving -------------------------------------------------------------------------------- */

static status solve_layers(const solver_job *job, const linja_solved *s, linja_layer_visit *visit,
                           void *context, error *e) {
    const linja_index *index = &s->index;
    double all = (double)index->blocks * index->blocks, done = 0;
    for (int layer = linja_layers(index) - 1; layer >= 0; layer--) {
        layer_work work = {&s->solving, layer};
        parallel_for(job->threads, index->blocks, 1, solve_block, &work);
        parallel_for(job->threads, index->blocks, 16, settle_block, &work);
        status code = visit ? visit(context, s, layer, e) : STATUS_OK;
        if (code != STATUS_OK) return code;
        done += pairs_in(index, layer);
        if (!solver_job_goes_on(job, done / all)) return FAIL(e, STATUS_FAILED, "stopped");
    }
    return STATUS_OK;
}

/* *out is solved, or NULL. */
static status solve(const linja_solve_options *options, linja_layer_visit *visit, void *context,
                    linja_solved **out, error *e) {
    linja_solved *s;
    *out = NULL;
    status code = new_solved(options->rules, options->pawns, options->kernel, !visit, &s, e);
    if (code != STATUS_OK) return code;
    linja_solving *solving = &s->solving;
    solving->half = map_zeroed(linja_half_bytes(solving));
    solving->waits = calloc(linja_tiles(&s->index), 1);
    if (!solving->half || !solving->waits)
        code = fail_memory(e);
    else
        code = solve_layers(&options->job, s, visit, context, e);
    unmap(solving->half, linja_half_bytes(solving));
    free(solving->waits);
    solving->half = solving->waits = NULL;
    if (code == STATUS_OK)
        *out = s;
    else
        linja_solved_free(s);
    return code;
}

status linja_solve_layers(const linja_solve_options *options, linja_layer_visit *visit,
                          void *context, error *e) {
    linja_solved *s;
    status code = solve(options, visit, context, &s, e);
    linja_solved_free(s);
    return code;
}

status linja_solve(const linja_solve_options *options, linja_solved **out, error *e) {
    return solve(options, NULL, NULL, out, e);
}

/* --- values --------------------------------------------------------------------------------- */

static const uint8_t *cell_of(const linja_solved *s, const linja_position *p) {
    const linja_index *index = &s->index;
    int mover = index->number_of[linja_rank(p->pawns[p->to_move])];
    int opponent = index->number_of[linja_rank(p->pawns[1 - p->to_move])];
    return &s->solving.cells[linja_cell(&s->solving, mover, opponent)];
}

int linja_solved_value(const linja_solved *s, const linja_position *p) {
    int value;
    linja_solved_values(s, p, 1, &value);
    return value;
}

void linja_solved_values(const linja_solved *s, const linja_position *positions, size_t count,
                         int *values) {
    enum { AT_A_TIME = 32 };
    const uint8_t *cells[AT_A_TIME];
    for (size_t first = 0; first < count; first += AT_A_TIME) {
        const linja_position *p = positions + first;
        size_t some = count - first < AT_A_TIME ? count - first : AT_A_TIME;
        for (size_t i = 0; i < some; i++) {
            cells[i] = cell_of(s, &p[i]);
            __builtin_prefetch(cells[i]);
        }
        for (size_t i = 0; i < some; i++) /* that a game has ended is not told by the placement */
            values[first + i] =
                p[i].ended ? linja_margin(s->solving.rules, &p[i]) : linja_worth(*cells[i]);
    }
}
