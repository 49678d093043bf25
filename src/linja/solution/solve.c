/* SPDX-License-Identifier: MIT
 *
 * Layer after layer, the blocks of a layer on all cores. The result does not depend on who did
 * which. */
#include "linja/solution/solve.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/parallel.h"

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

/* By how many pairs of blocks it has. */
double linja_layer_share(const linja_index *index, int layer) {
    double pairs = 0;
    for (int p = 0; p <= index->potential_max; p++) {
        int other = layer - p;
        if (other < 0 || other > index->potential_max) continue;
        pairs += (double)(index->block_group[p + 1] - index->block_group[p]) *
                 (index->block_group[other + 1] - index->block_group[other]);
    }
    return pairs / ((double)index->blocks * index->blocks);
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
    pages_free(s->solving.cells, s->cell_bytes);
    pages_free(s->solving.half, s->half_bytes);
    free(s->solving.waits);
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
    s->solving.cells = pages_new(s->cell_bytes);
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

/* Room for half-made turns, which only solving needs. */
static status new_solving(const linja_solve_options *options, bool whole, linja_solved **out,
                          error *e) {
    linja_solved *s;
    status code = new_solved(options->rules, options->pawns, options->kernel, whole, &s, e);
    if (code != STATUS_OK) return code;
    s->half_bytes = linja_half_bytes(&s->solving);
    s->solving.half = pages_new(s->half_bytes);
    s->solving.waits = calloc(linja_tiles(&s->index), 1);
    if (s->solving.half && s->solving.waits) {
        *out = s;
        return STATUS_OK;
    }
    linja_solved_free(s);
    return fail_memory(e);
}

status linja_solve_begin(const linja_solve_options *options, linja_solved **out, error *e) {
    return new_solving(options, false, out, e);
}

void linja_solve_layer(const linja_solved *s, int threads, int layer) {
    layer_work work = {&s->solving, layer};
    parallel_for(threads, s->index.blocks, 1, solve_block, &work);
    parallel_for(threads, s->index.blocks, 16, settle_block, &work);
}

static status solve_all(const linja_solve_options *options, const linja_solved *s,
                        linja_layer_visit *visit, void *context, error *e) {
    double done = 0;
    for (int layer = linja_layers(&s->index) - 1; layer >= 0; layer--) {
        linja_solve_layer(s, options->job.threads, layer);
        status code = visit ? visit(context, s, layer, e) : STATUS_OK;
        if (code != STATUS_OK) return code;
        done += linja_layer_share(&s->index, layer);
        if (!solver_job_goes_on(&options->job, done)) return FAIL(e, STATUS_FAILED, "stopped");
    }
    return STATUS_OK;
}

status linja_solve_layers(const linja_solve_options *options, linja_layer_visit *visit,
                          void *context, error *e) {
    linja_solved *s;
    status code = new_solving(options, false, &s, e);
    if (code != STATUS_OK) return code;
    code = solve_all(options, s, visit, context, e);
    linja_solved_free(s);
    return code;
}

status linja_solve(const linja_solve_options *options, linja_solved **out, error *e) {
    linja_solved *s;
    *out = NULL;
    status code = new_solving(options, true, &s, e);
    if (code != STATUS_OK) return code;
    code = solve_all(options, s, NULL, NULL, e);
    if (code == STATUS_OK) { /* what only solving needs can go */
        pages_free(s->solving.half, s->half_bytes);
        free(s->solving.waits);
        s->solving.half = s->solving.waits = NULL;
        *out = s;
    } else {
        linja_solved_free(s);
    }
    return code;
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
