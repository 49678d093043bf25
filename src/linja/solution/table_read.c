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
    ZSTD_DDict *dictionary;
    uint64_t crowd[LINJA_ARRANGEMENTS_MAX]; /* of movers, by rank */
};

struct linja_reader {
    const linja_table *table;
    ZSTD_DCtx *unpacker;
    linja_frame frame;
    uint8_t differences[LINJA_CHUNK + 1];
    uint8_t cells[LINJA_ARRANGEMENTS_MAX]; /* of a row */
};

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
    /* The directory is as it was written; that it was written right is checked here all the same,
     * so that no reader ever leaves the file. */
    uint64_t expected = linja_directory_end(d);
    for (int row = 0; row < d->arrangements; row++) {
        if (linja_row_offset(d, row) != expected)
            return linja_table_refuse("its index is inconsistent", e);
        for (int chunk = 0; chunk < d->chunks; chunk++)
            expected += linja_chunk_size(d, linja_chunk_number(d, row, chunk));
    }
    return expected == t->source.length ? STATUS_OK
                                        : linja_table_refuse("its index is inconsistent", e);
}

/* Reads all but the chunks, which stay in the source: what can be read wrong later is checked
 * later. */
static status fill(linja_table *t, error *e) {
    status code = read_header(t, e);
    if (code == STATUS_OK) code = read_directory(t, e);
    if (code != STATUS_OK) return code;
    t->rules = linja_find_rules(t->header.rules);
    if (t->header.dictionary_bytes > 0) {
        t->dictionary = ZSTD_createDDict(t->directory.bytes, t->header.dictionary_bytes);
        if (!t->dictionary) return fail_memory(e);
    }
    for (int rank = 0; rank < t->directory.arrangements; rank++) {
        uint8_t rows[LINJA_ROWS];
        linja_unrank(rank, (int)t->header.pawns, rows);
        t->crowd[rank] = linja_crowd_of_mover(rows);
    }
    return STATUS_OK;
}

void linja_table_close(linja_table *t) {
    if (!t) return;
    ZSTD_freeDDict(t->dictionary);
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

int linja_table_rows(const linja_table *t) {
    return t->directory.arrangements;
}

const uint64_t *linja_table_histogram(const linja_table *t) {
    return t->header.histogram;
}

/* --- readers -------------------------------------------------------------------------------- */

status linja_reader_new(const linja_table *t, linja_reader **out, error *e) {
    linja_reader *reader = calloc(1, sizeof *reader);
    if (reader) reader->unpacker = ZSTD_createDCtx();
    if (!reader || !reader->unpacker) {
        linja_reader_free(reader);
        return fail_memory(e);
    }
    reader->table = t;
    if (t->dictionary) ZSTD_DCtx_refDDict(reader->unpacker, t->dictionary);
    *out = reader;
    return STATUS_OK;
}

void linja_reader_free(linja_reader *reader) {
    if (!reader) return;
    ZSTD_freeDCtx(reader->unpacker);
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

static status fail_damaged(const linja_table *t, const char *how, int row, int chunk, error *e) {
    return FAIL(e, STATUS_NO_TABLE, "the table of %s %s in chunk %d of row %d", t->rules->name, how,
                chunk, row);
}

/* Unpacks a chunk into reader->differences. It is copied first and then checked: what changes in
 * the file meanwhile changes nothing here. */
static status read_chunk(linja_reader *reader, int row, int chunk, size_t *count, error *e) {
    const linja_table *t = reader->table;
    const linja_directory *d = &t->directory;
    linja_frame *frame = &reader->frame;
    size_t number = linja_chunk_number(d, row, 0), end = linja_chunk_number(d, row, chunk);
    uint64_t offset = linja_row_offset(d, row);
    for (; number < end; number++) offset += linja_chunk_size(d, number);
    size_t size = linja_chunk_size(d, number);
    *count = 0;
    if (size == 0) return STATUS_OK; /* no placement of it is legal */
    if (size > sizeof frame->packed) return fail_damaged(t, "cannot be unpacked", row, chunk, e);
    if (!read_source(&t->source, offset, frame->packed, size))
        return fail_damaged(t, "cannot be read", row, chunk, e);
    if (linja_chunk_check(d, number) != (uint32_t)linja_table_check(frame->packed, size))
        return fail_damaged(t, "is damaged", row, chunk, e);
    *count = linja_chunk_unpack(reader->unpacker, frame, size, reader->differences);
    return *count > 0 ? STATUS_OK : fail_damaged(t, "cannot be unpacked", row, chunk, e);
}

status linja_probe(linja_reader *reader, const linja_position *p, int *value, error *e) {
    const linja_table *t = reader->table;
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
    const uint8_t *opponent = p->pawns[1 - p->to_move];
    int mover = linja_rank(p->pawns[p->to_move]), row = linja_rank(opponent);
    int chunk = mover / LINJA_CHUNK;
    size_t count;
    status code = read_chunk(reader, row, chunk, &count, e);
    if (code != STATUS_OK) return code;
    uint8_t cell = linja_chunk_cell(t->crowd, linja_crowd_of_opponent(opponent), chunk, mover,
                                    reader->differences, count);
    if (cell == 0) return fail_damaged(t, "has no value", row, chunk, e);
    *value = linja_worth(cell);
    return STATUS_OK;
}

status linja_probe_row(linja_reader *reader, int opponent_rank, const uint8_t **cells, error *e) {
    const linja_table *t = reader->table;
    uint8_t rows[LINJA_ROWS];
    linja_unrank(opponent_rank, (int)t->header.pawns, rows);
    uint64_t opponent = linja_crowd_of_opponent(rows);
    for (int chunk = 0; chunk < t->directory.chunks; chunk++) {
        size_t count;
        status code = read_chunk(reader, opponent_rank, chunk, &count, e);
        if (code != STATUS_OK) return code;
        int last = linja_chunk_end(t->directory.arrangements, chunk) - 1;
        if (linja_chunk_decode(t->crowd, opponent, chunk, last, reader->differences, count,
                               reader->cells) == 0)
            return fail_damaged(t, "has too few values", opponent_rank, chunk, e);
    }
    *cells = reader->cells;
    return STATUS_OK;
}

/* --- all rows ------------------------------------------------------------------------------- */

typedef struct visiting {
    linja_reader **readers;
    linja_row_visit *visit;
    void *context;
    atomic_bool failed;
} visiting;

static void visit_row(void *context, int row, int thread) {
    visiting *v = context;
    const uint8_t *cells;
    error e;
    if (linja_probe_row(v->readers[thread], row, &cells, &e) == STATUS_OK)
        v->visit(v->context, row, cells);
    else
        atomic_store(&v->failed, true);
}

status linja_table_each_row(const linja_table *t, int threads, linja_row_visit *visit,
                            void *context, error *e) {
    threads = parallel_threads(threads);
    visiting v = {.visit = visit, .context = context};
    status code = linja_readers_new(t, threads, &v.readers, e);
    if (code != STATUS_OK) return code;
    parallel_for(threads, linja_table_rows(t), 16, visit_row, &v);
    linja_readers_free(v.readers, threads);
    return atomic_load(&v.failed) ? FAIL(e, STATUS_NO_TABLE, "the table is damaged") : STATUS_OK;
}

static void load_row(void *context, int row, const uint8_t *cells) {
    const linja_solved *s = context;
    linja_put_row(&s->solving, row, cells);
}

status linja_table_load(const linja_table *t, int threads, linja_solved **out, error *e) {
    linja_solved *s;
    status code = linja_solved_new(t->rules, linja_table_pawns(t), NULL, &s, e);
    if (code != STATUS_OK) return code;
    code = linja_table_each_row(t, threads, load_row, s, e);
    if (code == STATUS_OK)
        *out = s;
    else
        linja_solved_free(s);
    return code;
}
