/* SPDX-License-Identifier: MIT
 *
 * Tiles are packed on all cores, by the mover's block, and written in order. The bytes are the same
 * whoever packed which. */
#include "linja/solution/table_pack.h"

#include <stdlib.h>

#include "base/parallel.h"
#include "linja/solution/table_format.h"

/* The tiles of one mover's block in a layer, packed. */
typedef struct packed_run {
    uint8_t *bytes;
    size_t length, room;
    bool failed; /* for lack of memory */
} packed_run;

/* What a thread counts while it packs. */
typedef struct counts {
    linja_tally tally;
    linja_histogram histogram;
} counts;

struct linja_packer {
    const linja_solving *solving;
    int threads, layer;
    linja_packing packing; /* by the model of the epoch */
    packed_run runs[LINJA_BLOCKS_MAX];
    counts *counts;        /* one a thread */
    uint64_t *cell_checks; /* of the cells of each tile that is unpacked again */

    linja_sink sink;
    uint64_t offset; /* of the next tile in the file */
    linja_table_header header;
    linja_directory directory;
};

/* One tile of so many lends its symbols to the next model, or is unpacked again when all is
 * written.
 */
enum { TALLIED = 8, UNPACKED = 64 };

/* --- beginning and ending ------------------------------------------------------------------- */

status linja_packer_new(const linja_sink *sink, int threads, linja_packer **out, error *e) {
    linja_packer *w = calloc(1, sizeof *w);
    if (!w) return fail_memory(e);
    w->sink = *sink;
    w->threads = parallel_threads(threads);
    *out = w;
    return STATUS_OK;
}

/* A game that is being solved tells its shape with its first layer. */
static bool begin_table(linja_packer *w, const linja_solved *s) {
    w->header = linja_header_new(s->solving.rules, &s->index);
    w->directory = linja_directory_of(&w->header);
    w->directory.bytes = calloc(w->directory.length, 1);
    w->offset = linja_directory_end(&w->directory);
    w->counts = calloc((size_t)w->threads, sizeof *w->counts);
    w->cell_checks = calloc(linja_tiles(&s->index) / UNPACKED + 1, sizeof *w->cell_checks);
    return w->directory.bytes && w->counts && w->cell_checks;
}

void linja_packer_free(linja_packer *w) {
    if (!w) return;
    for (int i = 0; i < LINJA_BLOCKS_MAX; i++) free(w->runs[i].bytes);
    free(w->counts);
    free(w->cell_checks);
    free(w->directory.bytes);
    free(w);
}

static void add_histogram(const counts *c, uint64_t histogram[256]) {
    for (int i = 1; i < 256; i++) /* 0 is no placement */
        for (int h = 0; h < 4; h++) histogram[i] += c->histogram.count[h][i];
}

static status put(const linja_packer *w, uint64_t offset, const void *bytes, size_t length,
                  error *e) {
    return w->sink.put(w->sink.context, offset, bytes, length, e);
}

/* What is known about the tiles, in the room that was left before them; the header last. */
status linja_packer_end(linja_packer *w, error *e) {
    const linja_directory *d = &w->directory;
    linja_table_header *h = &w->header;
    for (int i = 0; i < w->threads; i++) add_histogram(&w->counts[i], h->histogram);
    h->file_bytes = w->offset;
    h->index_check = linja_table_check(d->bytes, d->length);
    h->header_check = linja_header_check(h);
    status code = put(w, sizeof *h, d->bytes, d->length, e);
    return code == STATUS_OK ? put(w, 0, h, sizeof *h, e) : code;
}

/* --- a layer -------------------------------------------------------------------------------- */

/* The model of an epoch, by what the one before it had. */
static void begin_epoch(linja_packer *w, int epoch) {
    linja_tally all = {0};
    linja_model m;
    for (int i = 0; i < w->threads; i++) {
        linja_tally *of_thread = &w->counts[i].tally;
        for (int context = 0; context < LINJA_CONTEXTS; context++)
            for (int k = 0; k < LINJA_SYMBOLS; k++)
                all.count[context][k] += of_thread->count[context][k];
        memset(of_thread, 0, sizeof *of_thread);
    }
    linja_model_learn(&m, &all);
    linja_directory_put_model(&w->directory, epoch, &m);
    linja_packing_begin(&w->packing, &m);
}

static bool make_room(packed_run *run) {
    if (run->room - run->length >= LINJA_TILE_BYTES) return true;
    size_t room = 2 * run->room + 2 * LINJA_TILE_BYTES;
    uint8_t *bytes = realloc(run->bytes, room);
    if (!bytes) return false;
    run->bytes = bytes;
    run->room = room;
    return true;
}

static void pack_block(void *context, int block, int thread) {
    linja_packer *w = context;
    counts *c = &w->counts[thread];
    packed_run *run = &w->runs[block];
    const linja_index *index = w->solving->index;
    int potential = linja_other_potential(index, w->layer, block);
    run->length = 0;
    if (potential < 0) return;
    int end = index->block_group[potential + 1];
    for (int other = index->block_group[potential]; other < end; other++) {
        uint8_t cells[LINJA_BLOCK][LINJA_BLOCK];
        if (!make_room(run)) {
            run->failed = true;
            return;
        }
        linja_take_tile(w->solving, block, other, cells);
        size_t number = linja_tile_number(&w->directory, block, other);
        uint8_t *packed = run->bytes + run->length;
        size_t size = linja_tile_pack(&w->packing, cells, packed, &c->histogram,
                                      number % TALLIED == 0 ? &c->tally : NULL);
        linja_directory_put_tile(&w->directory, number, packed, size);
        run->length += size;
        if (number % UNPACKED == 0)
            w->cell_checks[number / UNPACKED] = linja_table_check(cells, sizeof cells);
    }
}

status linja_packer_layer(linja_packer *w, const linja_solved *s, int layer, error *e) {
    w->solving = &s->solving;
    w->layer = layer;
    if (!w->counts && !begin_table(w, s)) return fail_memory(e);
    int epoch = linja_epoch(&s->index, layer);
    if (layer == linja_layers(&s->index) - 1 || epoch != linja_epoch(&s->index, layer + 1))
        begin_epoch(w, epoch);
    parallel_for(w->threads, s->index.blocks, 4, pack_block, w);
    for (int block = 0; block < s->index.blocks; block++) {
        const packed_run *run = &w->runs[block];
        if (run->failed) return fail_memory(e);
        if (run->length == 0) continue;
        status code = put(w, w->offset, run->bytes, run->length, e);
        if (code != STATUS_OK) return code;
        w->offset += run->length;
    }
    return STATUS_OK;
}

/* --- reading back --------------------------------------------------------------------------- */

/* Holds some tiles against the cells that were packed. */
static status unpack_some(const linja_packer *w, const linja_table *t, error *e) {
    linja_reader *reader;
    status code = linja_reader_new(t, &reader, e);
    size_t tiles = linja_tile_number(&w->directory, w->directory.blocks, 0);
    for (size_t number = 0; code == STATUS_OK && number < tiles; number += UNPACKED) {
        uint8_t cells[LINJA_BLOCK][LINJA_BLOCK];
        size_t blocks = (size_t)w->directory.blocks;
        code = linja_probe_tile(reader, (int)(number / blocks), (int)(number % blocks), cells, e);
        if (code == STATUS_OK &&
            linja_table_check(cells, sizeof cells) != w->cell_checks[number / UNPACKED])
            code = linja_table_refuse("it has other values than were solved", e);
    }
    linja_reader_free(reader);
    return code;
}

status linja_packer_check(const linja_packer *w, const linja_table *t, error *e) {
    status code = linja_table_check_all(t, e);
    if (code == STATUS_OK) code = unpack_some(w, t, e);
    if (code == STATUS_NO_TABLE)
        code = FAIL(e, STATUS_FAILED, "what was written cannot be read back");
    return code;
}
