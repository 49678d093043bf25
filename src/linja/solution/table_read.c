/* SPDX-License-Identifier: MIT
 *
 * Opening tables, and asking them for values. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parallel.h"
#include "linja/solution/table.h"
#include "linja/solution/table_format.h"
#include "native/file.h"

struct linja_table {
    int fd; /* -1: the source is no file of ours */
    linja_source source;
    const linja_rules *rules;
    linja_table_header header;
    linja_directory directory;
    linja_unpacking *models; /* of each epoch */
    linja_index index;
    linja_runs runs;
    /* By number, and room for those who are read in blocks: */
    uint32_t mover_crowd[LINJA_ARRANGEMENTS_MAX + LINJA_BLOCK];
    uint32_t opponent_crowd[LINJA_ARRANGEMENTS_MAX + LINJA_BLOCK];
};

/* Strips that were unpacked for a question: the turns of a position lead to few of them, and many
 * to the same. */
enum { REMEMBERED = 128 };
typedef struct strip {
    uint64_t question; /* 0: there is none here */
    size_t tile;
    int strip, rows; /* which of the tile's, and how many movers of it */
    uint8_t cells[LINJA_STRIP][LINJA_BLOCK];
} strip;

struct linja_reader {
    const linja_table *table;
    uint64_t question;
    uint8_t packed[LINJA_TILE_BYTES];
    strip strips[REMEMBERED];
};

/* --- legal placements ------------------------------------------------------------------------ */

/* The pawns on the six inner rows, as the mover counts them, in five bits each: as 7 if more, which
 * is too many anyway. */
static uint32_t crowd_of(const uint8_t rows[LINJA_ROWS], bool mover) {
    uint32_t crowd = 0;
    for (int row = 1; row < LINJA_GOAL; row++) {
        uint32_t pawns = rows[mover ? row : LINJA_GOAL - row];
        crowd |= (pawns < 7 ? pawns : 7) << 5 * (row - 1);
    }
    return crowd;
}

/* A bit for each opponent of a block against whom the mover keeps the row limit. */
static uint64_t legal_against(const linja_table *t, int mover, int block) {
    _Static_assert(LINJA_ROW_LIMIT == 6 && LINJA_GOAL == 7, "five bits a row");
    const uint32_t ones = 0x02108421, too_many = ones << 4;
    const uint32_t *opponents = t->opponent_crowd + t->index.block_first[block];
    uint32_t crowd = t->mover_crowd[mover] + (15 - LINJA_ROW_LIMIT) * ones;
    uint8_t is_legal[LINJA_BLOCK];
    uint64_t legal = 0;
    for (int i = 0; i < LINJA_BLOCK; i++) is_legal[i] = ((crowd + opponents[i]) & too_many) == 0;
    for (int i = 0; i < LINJA_BLOCK; i += 8) legal |= linja_eight_bits(is_legal + i) << i;
    int size = linja_block_size(&t->index, block);
    return size < LINJA_BLOCK ? legal & ((UINT64_C(1) << size) - 1) : legal;
}

/* --- opening -------------------------------------------------------------------------------- */

static bool read_source(const linja_source *source, uint64_t offset, void *bytes, size_t length) {
    return source->read(source->context, offset, bytes, length);
}

static status read_header(linja_table *t, error *e) {
    if (t->source.length < sizeof t->header) return linja_table_refuse("it is too short", e);
    if (!read_source(&t->source, 0, &t->header, sizeof t->header))
        return linja_table_refuse("its header cannot be read", e);
    return linja_header_accept(&t->header, t->source.length, e);
}

static status read_directory(linja_table *t, error *e) {
    t->directory = linja_directory_of(&t->header);
    linja_directory *d = &t->directory;
    if (linja_directory_end(d) > t->source.length)
        return linja_table_refuse("its index is cut off", e);
    d->bytes = malloc(d->length);
    if (!d->bytes) return fail_memory(e);
    if (!read_source(&t->source, sizeof t->header, d->bytes, d->length))
        return linja_table_refuse("its index cannot be read", e);
    if (linja_table_check(d->bytes, d->length) != t->header.index_check)
        return linja_table_refuse("its index is damaged", e);
    return STATUS_OK;
}

static status read_models(linja_table *t, error *e) {
    t->models = malloc(sizeof *t->models * (size_t)t->directory.epochs);
    if (!t->models) return fail_memory(e);
    for (int epoch = 0; epoch < t->directory.epochs; epoch++) {
        linja_model m;
        linja_directory_get_model(&t->directory, epoch, &m);
        if (!linja_model_is_sound(&m)) return linja_table_refuse("its models are none", e);
        linja_unpacking_begin(&t->models[epoch], &m);
    }
    return STATUS_OK;
}

/* Reads all but the tiles, which stay in the source: what can be read wrong later is checked
 * later. */
static status fill(linja_table *t, error *e) {
    status code = read_header(t, e);
    if (code == STATUS_OK) code = read_directory(t, e);
    if (code == STATUS_OK) code = read_models(t, e);
    if (code != STATUS_OK) return code;
    t->rules = linja_find_rules(t->header.rules);
    linja_index_fill(&t->index, (int)t->header.pawns);
    /* The directory is as it was written; that it was written right is checked here all the same,
     * so that no reader ever leaves the file. */
    if (t->directory.blocks != t->index.blocks ||
        t->directory.epochs != linja_epoch(&t->index, 0) + 1 ||
        linja_runs_fill(&t->runs, &t->directory, &t->index) != t->source.length)
        return linja_table_refuse("its index is inconsistent", e);
    for (int number = 0; number < t->index.count; number++) {
        t->mover_crowd[number] = crowd_of(t->index.rows[number], true);
        t->opponent_crowd[number] = crowd_of(t->index.rows[number], false);
    }
    return STATUS_OK;
}

void linja_table_close(linja_table *t) {
    if (!t) return;
    free(t->models);
    free(t->directory.bytes);
    if (t->fd >= 0) close(t->fd);
    free(t);
}

/* Hands over a table that is as it should be. */
static status hand_over(status code, linja_table *t, linja_table **out) {
    if (code == STATUS_OK)
        *out = t;
    else
        linja_table_close(t);
    return code;
}

status linja_table_open_source(const linja_source *source, linja_table **out, error *e) {
    linja_table *t = calloc(1, sizeof *t);
    if (!t) return fail_memory(e);
    t->fd = -1;
    t->source = *source;
    return hand_over(fill(t, e), t, out);
}

static bool read_file(const void *context, uint64_t offset, void *bytes, size_t length) {
    const int *fd = context;
    for (char *to = bytes; length > 0;) {
        ssize_t got = pread(*fd, to, length, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        offset += (uint64_t)got;
        length -= (size_t)got;
    }
    return true;
}

status linja_table_open_fd(int fd, const linja_rules *rules, linja_table **out, error *e) {
    linja_table *t = calloc(1, sizeof *t);
    if (!t) {
        close(fd);
        return fail_memory(e);
    }
    struct stat info;
    status code = STATUS_OK;
    t->fd = fd;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        code = FAIL(e, STATUS_NO_TABLE, "not a table");
    if (code == STATUS_OK) {
        t->source = (linja_source){read_file, &t->fd, (uint64_t)info.st_size};
        code = fill(t, e);
    }
    if (code == STATUS_OK && rules && t->rules != rules)
        code = FAIL(e, STATUS_NO_TABLE, "a table of %s, not of %s", t->rules->name, rules->name);
    return hand_over(code, t, out);
}

status linja_table_open(const char *path, const linja_rules *rules, linja_table **t, error *e) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would make it wait */
    if (fd < 0) return FAIL(e, STATUS_NO_TABLE, "no table: %s", strerror(errno));
    return linja_table_open_fd(fd, rules, t, e);
}

/* --- finding -------------------------------------------------------------------------------- */

status linja_table_path(const linja_rules *rules, text *path, error *e) {
    char name[64];
    text t = text_fixed(name, sizeof name);
    text_format(&t, "linja-%s.table", rules->name);
    status code = file_data_path(name, path, e);
    if (code == STATUS_FAILED && !path->failed)
        return FAIL(e, code, "neither XDG_DATA_HOME nor HOME is set; use --table FILE");
    return code;
}

status linja_table_find(const linja_rules *rules, const oracle_wanted *wanted, linja_table **t,
                        error *e) {
    text usual = text_growing();
    *t = NULL;
    status code = wanted->file ? STATUS_OK : linja_table_path(rules, &usual, e);
    const char *file = wanted->file ? wanted->file : usual.data;
    bool there = code == STATUS_OK && access(file, F_OK) == 0;
    if (there || (wanted->file && !wanted->needed))
        code = linja_table_open(file, rules, t, e);
    else if (!wanted->needed)
        code = STATUS_OK; /* nor is there one without a folder where it could be */
    else if (code == STATUS_OK)
        code = FAIL(e, STATUS_NO_TABLE, "no table; 'linework linja solve --rules %s' makes one",
                    rules->name);
    if (code == STATUS_NO_TABLE && wanted->names_file) error_prefix(e, "%.120s", file);
    text_free(&usual);
    return code;
}

/* --- what it is of -------------------------------------------------------------------------- */

const linja_rules *linja_table_rules(const linja_table *t) {
    return t->rules;
}

int linja_table_pawns(const linja_table *t) {
    return (int)t->header.pawns;
}

const linja_index *linja_table_index(const linja_table *t) {
    return &t->index;
}

const uint64_t *linja_table_histogram(const linja_table *t) {
    return t->header.histogram;
}

/* --- readers -------------------------------------------------------------------------------- */

status linja_reader_new(const linja_table *t, linja_reader **out, error *e) {
    linja_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return fail_memory(e);
    reader->table = t;
    *out = reader;
    return STATUS_OK;
}

void linja_reader_free(linja_reader *reader) {
    free(reader);
}

const linja_table *linja_reader_table(const linja_reader *reader) {
    return reader->table;
}

status linja_readers_new(const linja_table *t, int count, linja_reader ***out, error *e) {
    linja_reader **readers = calloc((size_t)count, sizeof(linja_reader *));
    status code = readers ? STATUS_OK : fail_memory(e);
    for (int i = 0; code == STATUS_OK && i < count; i++) code = linja_reader_new(t, &readers[i], e);
    if (code == STATUS_OK)
        *out = readers;
    else
        linja_readers_free(readers, count);
    return code;
}

void linja_readers_free(linja_reader **readers, int count) {
    for (int i = 0; readers && i < count; i++) linja_reader_free(readers[i]);
    free(readers);
}

/* --- values --------------------------------------------------------------------------------- */

static status fail_damaged(const linja_table *t, const char *how, size_t tile, error *e) {
    return FAIL(e, STATUS_NO_TABLE, "the table of %s %s in tile %zu of block %zu", t->rules->name,
                how, tile % (size_t)t->directory.blocks, tile / (size_t)t->directory.blocks);
}

/* Copies a tile into reader->packed and checks it then: what changes in the file meanwhile changes
 * nothing here. */
static status read_tile(linja_reader *reader, int mover_block, int opponent_block, size_t *size,
                        error *e) {
    const linja_table *t = reader->table;
    const linja_directory *d = &t->directory;
    size_t number = linja_tile_number(d, mover_block, opponent_block);
    uint64_t offset = linja_tile_offset(&t->runs, d, &t->index, mover_block, opponent_block);
    *size = linja_tile_size(d, number);
    if (*size > sizeof reader->packed) return fail_damaged(t, "cannot be unpacked", number, e);
    if (!read_source(&t->source, offset, reader->packed, *size))
        return fail_damaged(t, "cannot be read", number, e);
    if (linja_tile_check(d, number) != (uint32_t)linja_table_check(reader->packed, *size))
        return fail_damaged(t, "is damaged", number, e);
    return STATUS_OK;
}

static const linja_unpacking *model_of(const linja_table *t, int mover_block, int opponent_block) {
    const linja_index *index = &t->index;
    int layer = index->potential[index->block_first[mover_block]] +
                index->potential[index->block_first[opponent_block]];
    return &t->models[linja_epoch(index, layer)];
}

/* Unpacks the first movers of a strip of a tile that was read. */
static bool unpack(const linja_reader *reader, int mover_block, int opponent_block, int which,
                   int rows, size_t size, uint64_t legal[LINJA_STRIP],
                   uint8_t cells[LINJA_STRIP][LINJA_BLOCK]) {
    const linja_table *t = reader->table;
    int first = t->index.block_first[mover_block] + which * LINJA_STRIP;
    for (int i = 0; i < rows; i++)
        legal[i] = first + i < t->index.block_first[mover_block + 1]
                       ? legal_against(t, first + i, opponent_block)
                       : 0;
    return linja_strip_unpack(model_of(t, mover_block, opponent_block), reader->packed, size, which,
                              legal, rows, cells);
}

/* A strip with at least so many rows, remembered or read. */
static status find_strip(linja_reader *reader, int mover_block, int opponent_block, int which,
                         int rows, const strip **found, error *e) {
    size_t tile = linja_tile_number(&reader->table->directory, mover_block, opponent_block);
    strip *s = &reader->strips[(tile * LINJA_STRIPS + (size_t)which) % REMEMBERED];
    *found = s;
    if (s->question == reader->question && s->tile == tile && s->strip == which && s->rows >= rows)
        return STATUS_OK;
    size_t size;
    uint64_t legal[LINJA_STRIP];
    status code = read_tile(reader, mover_block, opponent_block, &size, e);
    if (code != STATUS_OK) return code;
    s->question = 0;
    if (!unpack(reader, mover_block, opponent_block, which, rows, size, legal, s->cells))
        return fail_damaged(reader->table, "cannot be unpacked", tile, e);
    s->question = reader->question;
    s->tile = tile;
    s->strip = which;
    s->rows = rows;
    return STATUS_OK;
}

void linja_reader_begin(linja_reader *reader) {
    reader->question++;
}

status linja_probe(linja_reader *reader, const linja_position *p, int *value, error *e) {
    linja_reader_begin(reader);
    return linja_probe_more(reader, p, value, e);
}

status linja_probe_more(linja_reader *reader, const linja_position *p, int *value, error *e) {
    const linja_table *t = reader->table;
    const linja_index *index = &t->index;
    if (p->ended) { /* that the game is over is not in the placement */
        *value = linja_margin(t->rules, p);
        return STATUS_OK;
    }
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        unsigned pawns = 0;
        for (int row = 0; row < LINJA_ROWS; row++) pawns += p->pawns[side][row];
        if (pawns != t->header.pawns)
            return FAIL(e, STATUS_NO_TABLE, "the table of %s is for %u pawns a side, not for %u",
                        t->rules->name, (unsigned)t->header.pawns, pawns);
    }
    int mover = index->number_of[linja_rank(p->pawns[p->to_move])];
    int opponent = index->number_of[linja_rank(p->pawns[1 - p->to_move])];
    int mover_block = index->block[mover], opponent_block = index->block[opponent];
    int row = mover - index->block_first[mover_block], in_strip = row % LINJA_STRIP;
    const strip *s;
    status code =
        find_strip(reader, mover_block, opponent_block, row / LINJA_STRIP, in_strip + 1, &s, e);
    if (code != STATUS_OK) return code;
    uint8_t cell = s->cells[in_strip][opponent - index->block_first[opponent_block]];
    if (cell == 0) return fail_damaged(t, "has no value", s->tile, e);
    *value = linja_worth(cell);
    return STATUS_OK;
}

status linja_probe_tile(linja_reader *reader, int mover_block, int opponent_block,
                        uint8_t cells[LINJA_BLOCK][LINJA_BLOCK], error *e) {
    const linja_table *t = reader->table;
    size_t size, number = linja_tile_number(&t->directory, mover_block, opponent_block);
    status code = read_tile(reader, mover_block, opponent_block, &size, e);
    if (code != STATUS_OK) return code;
    memset(cells, 0, LINJA_BLOCK * LINJA_BLOCK);
    for (int which = 0; which < LINJA_STRIPS; which++) {
        uint8_t(*strip_cells)[LINJA_BLOCK] = cells + which * LINJA_STRIP;
        uint64_t legal[LINJA_STRIP], any = 0;
        bool unpacked = unpack(reader, mover_block, opponent_block, which, LINJA_STRIP, size, legal,
                               strip_cells);
        for (int i = 0; i < LINJA_STRIP; i++) any |= legal[i];
        if (any && !unpacked) return fail_damaged(t, "cannot be unpacked", number, e);
        for (int i = 0; i < LINJA_STRIP; i++)
            for (int k = 0; k < LINJA_BLOCK; k++) {
                bool is_legal = legal[i] >> k & 1;
                if (is_legal && strip_cells[i][k] == 0)
                    return fail_damaged(t, "has no value", number, e);
                strip_cells[i][k] = is_legal ? strip_cells[i][k] : 0;
            }
    }
    return STATUS_OK;
}

/* --- all tiles ------------------------------------------------------------------------------ */

typedef struct visiting {
    linja_reader **readers;
    linja_tile_visit *visit;
    void *context;
    atomic_bool failed;
} visiting;

static void visit_block(void *context, int mover_block, int thread) {
    visiting *v = context;
    linja_reader *reader = v->readers[thread];
    for (int block = 0; block < reader->table->index.blocks; block++) {
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
    parallel_for(threads, t->index.blocks, 1, visit_block, &v);
    linja_readers_free(v.readers, threads);
    return atomic_load(&v.failed) ? FAIL(e, STATUS_NO_TABLE, "the table is damaged") : STATUS_OK;
}

status linja_table_check_all(const linja_table *t, error *e) {
    linja_reader *reader;
    status code = linja_reader_new(t, &reader, e);
    if (code != STATUS_OK) return code;
    for (int block = 0; code == STATUS_OK && block < t->index.blocks; block++)
        for (int other = 0; code == STATUS_OK && other < t->index.blocks; other++) {
            size_t size;
            code = read_tile(reader, block, other, &size, e);
        }
    linja_reader_free(reader);
    return code;
}

static void load_tile(void *context, int mover_block, int opponent_block,
                      const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]) {
    const linja_solved *s = context;
    linja_put_tile(&s->solving, mover_block, opponent_block, cells);
}

status linja_table_load(const linja_table *t, int threads, linja_solved **out, error *e) {
    linja_solved *s;
    status code = linja_solved_new(t->rules, linja_table_pawns(t), &s, e);
    if (code != STATUS_OK) return code;
    code = linja_table_each_tile(t, threads, load_tile, s, e);
    if (code == STATUS_OK)
        *out = s;
    else
        linja_solved_free(s);
    return code;
}
