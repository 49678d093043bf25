/* SPDX-License-Identifier: MIT
 *
 * Going over a whole table, on all cores. */
#include <stdatomic.h>

#include "base/parallel.h"
#include "linja/solution/table.h"

typedef struct visiting {
    linja_reader **readers;
    linja_tile_visit *visit;
    void *context;
    atomic_bool failed;
} visiting;

static void visit_block(void *context, int mover_block, int thread) {
    visiting *v = context;
    linja_reader *reader = v->readers[thread];
    for (int block = 0; block < linja_table_index(linja_reader_table(reader))->blocks; block++) {
        uint8_t cells[LINJA_BLOCK][LINJA_BLOCK];
        error e;
        if (linja_probe_tile(reader, mover_block, block, cells, &e) == STATUS_OK)
            v->visit(v->context, mover_block, block, cells);
        else
            atomic_store(&v->failed, true);
    }
}

status linja_table_each_tile(const linja_table *t, int threads, linja_tile_visit *visit,
                             void *context, error *e) {
    threads = parallel_threads(threads);
    visiting v = {.visit = visit, .context = context};
    status code = linja_readers_new(t, threads, &v.readers, e);
    if (code != STATUS_OK) return code;
    parallel_for(threads, linja_table_index(t)->blocks, 1, visit_block, &v);
    linja_readers_free(v.readers, threads);
    return atomic_load(&v.failed) ? FAIL(e, STATUS_NO_TABLE, "the table is damaged") : STATUS_OK;
}

static void load_tile(void *context, int mover_block, int opponent_block,
                      const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]) {
    const linja_solved *s = context;
    linja_put_tile(&s->solving, mover_block, opponent_block, cells);
}

status linja_table_load(const linja_table *t, int threads, linja_solved **out, error *e) {
    linja_solved *s;
    status code = linja_solved_new(linja_table_rules(t), linja_table_pawns(t), &s, e);
    if (code != STATUS_OK) return code;
    code = linja_table_each_tile(t, threads, load_tile, s, e);
    if (code == STATUS_OK)
        *out = s;
    else
        linja_solved_free(s);
    return code;
}
