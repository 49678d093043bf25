/* SPDX-License-Identifier: MIT */
#include "solution/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zdict.h>
#include <zstd.h>

#include "core/file.h"
#include "core/parallel.h"

/* --- where ---------------------------------------------------------------------------------- */

status tables_path(const linja_rules *rules, text *path, error *e) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        text_put(path, data);
    else if (home && home[0] == '/')
        text_format(path, "%s/.local/share", home);
    else
        return FAIL(e, STATUS_FAILED, "neither XDG_DATA_HOME nor HOME is set; use --table FILE");
    text_format(path, "/linework/linja-%s.table", rules->name);
    return path->failed ? fail_memory(e) : STATUS_OK;
}

/* Makes the folders that lead to a file. */
static void make_folders(const char *path) {
    text folder = text_growing();
    text_put(&folder, path);
    for (char *slash = folder.data; slash && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(folder.data, 0777);
        *slash = '/';
    }
    text_free(&folder);
}

/* --- a file as a source -----------------------------------------------------------------------
 */

static bool read_file(const void *context, uint64_t offset, void *bytes, size_t length) {
    for (char *to = bytes; length > 0;) {
        ssize_t got = pread(*(const int *)context, to, length, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        offset += (uint64_t)got;
        length -= (size_t)got;
    }
    return true;
}

void tables_close(tables_file *file) {
    linja_table_close(file->table);
    if (file->fd) close(*file->fd);
    free(file->fd);
    *file = (tables_file){0};
}

/* Takes over the descriptor. */
static status open_table(int fd, const linja_rules *rules, tables_file *file, error *e) {
    struct stat info;
    tables_file opened = {.fd = malloc(sizeof *opened.fd)};
    if (!opened.fd) {
        close(fd);
        return fail_memory(e);
    }
    *opened.fd = fd;
    status code = STATUS_OK;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        code = FAIL(e, STATUS_NO_TABLE, "not a table");
    if (code == STATUS_OK) {
        linja_source source = {read_file, opened.fd, (uint64_t)info.st_size};
        code = linja_table_open(&source, &opened.table, e);
    }
    if (code == STATUS_OK && rules && linja_table_rules(opened.table) != rules)
        code = FAIL(e, STATUS_NO_TABLE, "a table of %s, not of %s",
                    linja_table_rules(opened.table)->name, rules->name);
    if (code == STATUS_OK)
        *file = opened;
    else
        tables_close(&opened);
    return code;
}

/* --- writing -------------------------------------------------------------------------------- */

enum { ROWS_AT_A_TIME = 512, SAMPLES = 3000 };

/* A row, packed. */
typedef struct packed_row {
    uint8_t *bytes; /* of all its chunks */
    size_t length;
} packed_row;

typedef struct writer {
    const solved *s;
    int arrangements, chunks, first_row;
    ZSTD_CDict *dictionary;
    ZSTD_CCtx **contexts; /* one a thread */
    uint8_t **cells;
    uint64_t (*histograms)[256]; /* four a thread */
    uint64_t *row_checks;        /* of each row's bytes */
    packed_row rows[ROWS_AT_A_TIME];
    atomic_bool failed;

    file_part out;
    linja_table_header header;
    linja_table_layout places;
    uint8_t *index; /* dictionary, rows, checks and sizes, as in the file */
} writer;

/* A dictionary of what chunks have in common, from samples all over the table; always the same for
 * the same table. Small games have too little for one, and do without. */
static size_t train_dictionary(writer *w, uint8_t *dictionary) {
    uint8_t *samples = malloc((size_t)SAMPLES * LINJA_CHUNK + 1), *cells = w->cells[0];
    size_t sizes[SAMPLES], count = 0, at = 0;
    int stride = w->arrangements / 150 + 1;
    for (int row = 0; samples && row < w->arrangements && count < SAMPLES; row += stride) {
        linja_solved_row(&w->s->solving, row, cells);
        for (int chunk = 0; chunk < w->chunks && count < SAMPLES; chunk++) {
            sizes[count] = linja_chunk_fill(cells, chunk, w->arrangements, samples + at);
            at += sizes[count];
            count += sizes[count] > 0;
        }
    }
    size_t length = 0;
    if (samples && at > 100 * LINJA_DICTIONARY_BYTES)
        length = ZDICT_trainFromBuffer(dictionary, LINJA_DICTIONARY_BYTES, samples, sizes,
                                       (unsigned)count);
    free(samples);
    return ZDICT_isError(length) ? 0 : length;
}

static void pack_row(void *context, int item, int thread) {
    writer *w = context;
    int row = w->first_row + item;
    packed_row *packed = &w->rows[item];
    uint8_t *cells = w->cells[thread], plain[LINJA_CHUNK + 1];
    linja_solved_row(&w->s->solving, row, cells);
    packed->length = 0;
    for (int chunk = 0; chunk < w->chunks; chunk++) {
        size_t length = linja_chunk_fill(cells, chunk, w->arrangements, plain), size = 0;
        uint8_t frame[LINJA_CHUNK_BYTES], *to = packed->bytes + packed->length;
        if (length > 0)
            size = ZSTD_compress2(w->contexts[thread], frame, sizeof frame, plain, length);
        if (ZSTD_isError(size)) {
            atomic_store(&w->failed, true);
            return;
        }
        if (size > 0) size -= LINJA_FRAME_MAGIC_BYTES;
        memcpy(to, frame + LINJA_FRAME_MAGIC_BYTES, size);
        size_t number = (size_t)row * (size_t)w->chunks + (size_t)chunk;
        uint32_t check = (uint32_t)linja_check(to, size);
        uint16_t size_16 = (uint16_t)size;
        memcpy(w->index + w->places.checks - sizeof w->header + 4 * number, &check, sizeof check);
        memcpy(w->index + w->places.sizes - sizeof w->header + 2 * number, &size_16,
               sizeof size_16);
        packed->length += size;
    }
    w->row_checks[row] = linja_check(cells, (size_t)w->arrangements);
    /* Four at a time, for equal bytes come in runs and would wait for each other. */
    uint64_t(*h)[256] = &w->histograms[4 * thread];
    for (int i = 0; i < w->arrangements; i++) h[i % 4][cells[i]]++;
}

static bool write_rows(writer *w, int threads, bool (*progress)(void *, double), void *context) {
    uint64_t offset = w->places.chunks;
    for (w->first_row = 0; w->first_row < w->arrangements; w->first_row += ROWS_AT_A_TIME) {
        int count = w->arrangements - w->first_row;
        if (count > ROWS_AT_A_TIME) count = ROWS_AT_A_TIME;
        parallel_for(threads, count, 8, pack_row, w);
        for (int i = 0; i < count; i++) {
            size_t row = (size_t)w->first_row + (size_t)i;
            memcpy(w->index + w->places.rows - sizeof w->header + 8 * row, &offset, sizeof offset);
            if (!file_put(&w->out, offset, w->rows[i].bytes, w->rows[i].length)) return false;
            offset += w->rows[i].length;
        }
        if (atomic_load(&w->failed)) {
            errno = ENOMEM; /* what zstd can lack here */
            return false;
        }
        if (progress && !progress(context, (double)(w->first_row + count) / w->arrangements)) {
            errno = ECANCELED;
            return false;
        }
    }
    w->header.file_bytes = offset;
    return true;
}

/* The chunks first, then what is known about them, in the room that was left before them. */
static bool write_table(writer *w, int threads, bool (*progress)(void *, double), void *context) {
    size_t index_bytes = w->places.chunks - sizeof w->header;
    if (!write_rows(w, threads, progress, context)) return false;
    for (int i = 1; i < 256; i++) /* 0 is no placement */
        for (int h = 0; h < 4 * threads; h++) w->header.histogram[i] += w->histograms[h][i];
    w->header.index_check = linja_check(w->index, index_bytes);
    w->header.header_check = linja_check(&w->header, offsetof(linja_table_header, header_check));
    return file_put(&w->out, 0, &w->header, sizeof w->header) &&
           file_put(&w->out, sizeof w->header, w->index, index_bytes);
}

static bool prepare(writer *w, const solved *s, int threads) {
    w->s = s;
    w->arrangements = s->index.count;
    w->chunks = linja_chunks(w->arrangements);
    w->contexts = calloc((size_t)threads, sizeof(ZSTD_CCtx *));
    w->cells = calloc((size_t)threads, sizeof(uint8_t *));
    w->histograms = calloc(4 * (size_t)threads, sizeof *w->histograms);
    w->row_checks = calloc((size_t)w->arrangements, sizeof *w->row_checks);
    if (!w->contexts || !w->cells || !w->histograms || !w->row_checks) return false;
    for (int i = 0; i < threads; i++) {
        w->cells[i] = malloc((size_t)w->arrangements);
        w->contexts[i] = ZSTD_createCCtx();
        if (!w->cells[i] || !w->contexts[i]) return false;
    }
    for (int i = 0; i < ROWS_AT_A_TIME; i++) {
        w->rows[i].bytes = malloc((size_t)w->chunks * LINJA_CHUNK_BYTES);
        if (!w->rows[i].bytes) return false;
    }
    linja_table_header *h = &w->header;
    memcpy(h->magic, "LWLINJA\n", sizeof h->magic);
    h->version = LINJA_TABLE_VERSION;
    h->pawns = (uint32_t)s->index.pawns;
    h->arrangements = (uint32_t)w->arrangements;
    h->chunk = LINJA_CHUNK;
    memcpy(h->rules, s->solving.rules->name, strlen(s->solving.rules->name) + 1);
    linja_fingerprint(s->solving.rules, h->fingerprint);
    uint8_t dictionary[LINJA_DICTIONARY_BYTES];
    h->dictionary_bytes = train_dictionary(w, dictionary);
    w->places = linja_table_places(w->arrangements, h->dictionary_bytes);
    w->index = calloc(w->places.chunks, 1);
    if (!w->index) return false;
    memcpy(w->index, dictionary, h->dictionary_bytes);
    if (h->dictionary_bytes > 0) {
        w->dictionary = ZSTD_createCDict(dictionary, h->dictionary_bytes, LINJA_COMPRESSION);
        if (!w->dictionary) return false;
    }
    for (int i = 0; i < threads; i++) {
        ZSTD_CCtx *c = w->contexts[i];
        ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, LINJA_COMPRESSION);
        ZSTD_CCtx_setParameter(c, ZSTD_c_contentSizeFlag, 0);
        ZSTD_CCtx_setParameter(c, ZSTD_c_dictIDFlag, 0);
        if (w->dictionary) ZSTD_CCtx_refCDict(c, w->dictionary);
    }
    return true;
}

static void writer_free(writer *w, int threads) {
    for (int i = 0; w->contexts && i < threads; i++) ZSTD_freeCCtx(w->contexts[i]);
    for (int i = 0; w->cells && i < threads; i++) free(w->cells[i]);
    for (int i = 0; i < ROWS_AT_A_TIME; i++) free(w->rows[i].bytes);
    free(w->contexts);
    free(w->cells);
    free(w->histograms);
    free(w->row_checks);
    free(w->index);
    ZSTD_freeCDict(w->dictionary);
    free(w);
}

/* Reads every row of a new file back and holds it against what was packed. */
typedef struct read_back {
    int arrangements;
    const uint64_t *row_checks;
    linja_reader **readers;
    uint8_t **cells;
    atomic_bool differs;
} read_back;

static void check_row(void *context, int row, int thread) {
    read_back *check = context;
    uint8_t *cells = check->cells[thread];
    error e;
    if (linja_read_row(check->readers[thread], row, cells, &e) != STATUS_OK ||
        linja_check(cells, (size_t)check->arrangements) != check->row_checks[row])
        atomic_store(&check->differs, true);
}

/* For each of `threads` threads a reader and room for rows; false if there is no memory. */
static bool make_readers(const linja_table *table, int threads, size_t room,
                         linja_reader ***readers, uint8_t ***cells) {
    error e;
    *readers = calloc((size_t)threads, sizeof(linja_reader *));
    *cells = calloc((size_t)threads, sizeof(uint8_t *));
    bool ok = *readers && *cells;
    for (int i = 0; ok && i < threads; i++) {
        (*cells)[i] = malloc(room);
        ok = (*cells)[i] && linja_reader_new(table, &(*readers)[i], &e) == STATUS_OK;
    }
    return ok;
}

static void free_readers(int threads, linja_reader **readers, uint8_t **cells) {
    for (int i = 0; readers && i < threads; i++) linja_reader_free(readers[i]);
    for (int i = 0; cells && i < threads; i++) free(cells[i]);
    free(readers);
    free(cells);
}

static status check_file(const writer *w, int threads, error *e) {
    tables_file file;
    int fd = fcntl(w->out.fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) return FAIL(e, STATUS_FAILED, "cannot be read back: %s", strerror(errno));
    status code = open_table(fd, w->s->solving.rules, &file, e);
    if (code != STATUS_OK) return code;
    read_back check = {.arrangements = w->arrangements, .row_checks = w->row_checks};
    if (make_readers(file.table, threads, (size_t)w->arrangements, &check.readers, &check.cells))
        parallel_for(threads, w->arrangements, 16, check_row, &check);
    else
        code = fail_memory(e);
    if (code == STATUS_OK && atomic_load(&check.differs))
        code = FAIL(e, STATUS_FAILED, "what was written cannot be read back");
    free_readers(threads, check.readers, check.cells);
    tables_close(&file);
    return code;
}

status tables_write(const solved *s, const char *path, int threads,
                    bool (*progress)(void *context, double share), void *context, error *e) {
    threads = parallel_threads(threads);
    make_folders(path);
    writer *w = calloc(1, sizeof *w);
    status code = w && prepare(w, s, threads) ? STATUS_OK : fail_memory(e);
    if (code == STATUS_OK) code = file_begin(path, &w->out, e);
    if (code == STATUS_OK) {
        if (!write_table(w, threads, progress, context))
            code = FAIL(e, STATUS_FAILED, "not written: %s", strerror(errno));
        if (code == STATUS_OK) code = check_file(w, threads, e);
        if (code != STATUS_OK) {
            error_prefix(e, "%.120s", path);
            file_drop(&w->out);
        } else {
            code = file_finish(&w->out, e);
        }
    }
    if (w) writer_free(w, threads);
    return code;
}

/* --- reading -------------------------------------------------------------------------------- */

status tables_open(const char *path, const linja_rules *rules, tables_file *file, error *e) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would make it wait */
    if (fd < 0) return FAIL(e, STATUS_NO_TABLE, "no table: %s", strerror(errno));
    return open_table(fd, rules, file, e);
}

typedef struct loading {
    solved *s;
    linja_reader **readers;
    uint8_t **cells;
    atomic_bool failed;
} loading;

static void load_row(void *context, int row, int thread) {
    loading *l = context;
    error e;
    if (linja_read_row(l->readers[thread], row, l->cells[thread], &e) == STATUS_OK)
        linja_store_row(&l->s->solving, row, l->cells[thread]);
    else
        atomic_store(&l->failed, true);
}

status tables_load(const tables_file *file, int threads, solved **out, error *e) {
    threads = parallel_threads(threads);
    const linja_table_header *about = linja_table_about(file->table);
    loading l = {0};
    status code = solved_new(linja_table_rules(file->table), (int)about->pawns, NULL, &l.s, e);
    if (code != STATUS_OK) return code;
    if (make_readers(file->table, threads, about->arrangements, &l.readers, &l.cells))
        parallel_for(threads, l.s->index.count, 16, load_row, &l);
    else
        code = fail_memory(e);
    if (code == STATUS_OK && atomic_load(&l.failed))
        code = FAIL(e, STATUS_NO_TABLE, "the table is damaged");
    free_readers(threads, l.readers, l.cells);
    if (code == STATUS_OK)
        *out = l.s;
    else
        solved_free(l.s);
    return code;
}
