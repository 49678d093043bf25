/* SPDX-License-Identifier: MIT
 *
 * Writing tables: rows are packed on all cores, some at a time, and written in order. The file is
 * the same whoever packed which. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <zdict.h>

#include "base/parallel.h"
#include "linja/solution/table.h"
#include "linja/solution/table_format.h"
#include "native/file.h"

enum { ROWS_AT_A_TIME = 512, SAMPLES = 3000 };

/* A row, packed. */
typedef struct packed_row {
    uint8_t *bytes; /* of all its chunks */
    size_t length;
} packed_row;

/* What a thread packs with. */
typedef struct packer {
    ZSTD_CCtx *context;
    uint8_t *cells; /* of a row */
    /* Four, by turns, for equal cells come in runs and would wait for each other. */
    uint64_t histograms[4][256];
} packer;

typedef struct writer {
    const linja_solving *solving;
    const solver_job *job;
    int threads, first_row;
    ZSTD_CDict *dictionary;
    packer *packers; /* one a thread */
    packed_row rows[ROWS_AT_A_TIME];
    uint64_t *row_checks; /* of each row's cells */
    atomic_bool failed;

    file_part out;
    linja_table_header header;
    linja_directory directory;
} writer;

/* --- preparing ------------------------------------------------------------------------------ */

/* A dictionary of what chunks have in common, from samples all over the table; always the same for
 * the same table. Small games have too little for one, and do without. */
static size_t train_dictionary(writer *w, uint8_t dictionary[LINJA_DICTIONARY_BYTES]) {
    uint8_t *samples = malloc((size_t)SAMPLES * LINJA_CHUNK + 1), *cells = w->packers[0].cells;
    size_t sizes[SAMPLES], count = 0, at = 0;
    int arrangements = w->directory.arrangements, stride = arrangements / 150 + 1;
    for (int row = 0; samples && row < arrangements && count < SAMPLES; row += stride) {
        linja_take_row(w->solving, row, cells);
        for (int chunk = 0; chunk < w->directory.chunks && count < SAMPLES; chunk++) {
            sizes[count] = linja_chunk_encode(cells, arrangements, chunk, samples + at);
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

/* Trains the dictionary, and makes room for the directory that it begins. */
static bool make_directory(writer *w) {
    uint8_t dictionary[LINJA_DICTIONARY_BYTES];
    size_t length = train_dictionary(w, dictionary);
    w->header.dictionary_bytes = length;
    w->directory = linja_directory_of(&w->header);
    w->directory.bytes = calloc(w->directory.length, 1);
    if (!w->directory.bytes) return false;
    if (length == 0) return true;
    memcpy(w->directory.bytes, dictionary, length);
    w->dictionary = ZSTD_createCDict(dictionary, length, LINJA_COMPRESSION);
    return w->dictionary != NULL;
}

static bool prepare(writer *w, const linja_solved *s, const solver_job *job) {
    w->solving = &s->solving;
    w->job = job;
    w->threads = parallel_threads(job->threads);
    w->header = linja_header_new(s->solving.rules, s->index.pawns);
    w->directory = linja_directory_of(&w->header);
    size_t arrangements = (size_t)w->directory.arrangements;
    w->packers = calloc((size_t)w->threads, sizeof *w->packers);
    w->row_checks = calloc(arrangements, sizeof *w->row_checks);
    if (!w->packers || !w->row_checks) return false;
    for (int i = 0; i < w->threads; i++)
        if (!(w->packers[i].cells = malloc(arrangements))) return false;
    for (int i = 0; i < ROWS_AT_A_TIME; i++)
        if (!(w->rows[i].bytes = malloc((size_t)w->directory.chunks * LINJA_CHUNK_BYTES)))
            return false;
    if (!make_directory(w)) return false;
    for (int i = 0; i < w->threads; i++)
        if (!(w->packers[i].context = linja_packer_new(w->dictionary))) return false;
    return true;
}

static void writer_free(writer *w) {
    for (int i = 0; w->packers && i < w->threads; i++) {
        ZSTD_freeCCtx(w->packers[i].context);
        free(w->packers[i].cells);
    }
    for (int i = 0; i < ROWS_AT_A_TIME; i++) free(w->rows[i].bytes);
    free(w->packers);
    free(w->row_checks);
    free(w->directory.bytes);
    ZSTD_freeCDict(w->dictionary);
    free(w);
}

/* --- writing -------------------------------------------------------------------------------- */

static void pack_row(void *context, int item, int thread) {
    writer *w = context;
    const linja_directory *d = &w->directory;
    packer *p = &w->packers[thread];
    packed_row *packed = &w->rows[item];
    int row = w->first_row + item;
    linja_take_row(w->solving, row, p->cells);
    packed->length = 0;
    for (int chunk = 0; chunk < d->chunks; chunk++) {
        uint8_t differences[LINJA_CHUNK + 1];
        linja_frame frame;
        size_t count = linja_chunk_encode(p->cells, d->arrangements, chunk, differences);
        size_t size = linja_chunk_pack(p->context, differences, count, &frame);
        if (size == SIZE_MAX) {
            atomic_store(&w->failed, true);
            return;
        }
        linja_directory_put_chunk(d, linja_chunk_number(d, row, chunk), frame.packed, size);
        memcpy(packed->bytes + packed->length, frame.packed, size);
        packed->length += size;
    }
    w->row_checks[row] = linja_table_check(p->cells, (size_t)d->arrangements);
    for (int i = 0; i < d->arrangements; i++) p->histograms[i % 4][p->cells[i]]++;
}

static bool write_rows(writer *w) {
    int arrangements = w->directory.arrangements;
    uint64_t offset = linja_directory_end(&w->directory);
    for (w->first_row = 0; w->first_row < arrangements; w->first_row += ROWS_AT_A_TIME) {
        int count = arrangements - w->first_row;
        if (count > ROWS_AT_A_TIME) count = ROWS_AT_A_TIME;
        parallel_for(w->threads, count, 8, pack_row, w);
        for (int i = 0; i < count; i++) {
            linja_directory_put_row(&w->directory, w->first_row + i, offset);
            if (!file_put(&w->out, offset, w->rows[i].bytes, w->rows[i].length)) return false;
            offset += w->rows[i].length;
        }
        if (atomic_load(&w->failed)) {
            errno = ENOMEM; /* what zstd can lack here */
            return false;
        }
        if (!solver_job_goes_on(w->job, (double)(w->first_row + count) / arrangements)) {
            errno = ECANCELED;
            return false;
        }
    }
    w->header.file_bytes = offset;
    return true;
}

static void add_histogram(const packer *p, uint64_t histogram[256]) {
    for (int i = 1; i < 256; i++) /* 0 is no placement */
        for (int h = 0; h < 4; h++) histogram[i] += p->histograms[h][i];
}

/* The chunks first, then what is known about them, in the room that was left before them. */
static bool write_table(writer *w) {
    const linja_directory *d = &w->directory;
    linja_table_header *h = &w->header;
    if (!write_rows(w)) return false;
    for (int i = 0; i < w->threads; i++) add_histogram(&w->packers[i], h->histogram);
    h->index_check = linja_table_check(d->bytes, d->length);
    h->header_check = linja_header_check(h);
    return file_put(&w->out, 0, h, sizeof *h) && file_put(&w->out, sizeof *h, d->bytes, d->length);
}

/* --- reading back --------------------------------------------------------------------------- */

static void check_row(void *context, int row, const uint8_t *cells) {
    writer *w = context;
    if (linja_table_check(cells, (size_t)w->directory.arrangements) != w->row_checks[row])
        atomic_store(&w->failed, true);
}

/* Reads every row of the new file back and holds it against what was packed. */
static status check_file(writer *w, error *e) {
    linja_table *t;
    int fd = fcntl(w->out.fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) return FAIL(e, STATUS_FAILED, "cannot be read back: %s", strerror(errno));
    status code = linja_table_open_fd(fd, w->solving->rules, &t, e);
    if (code != STATUS_OK) return code;
    code = linja_table_each_row(t, w->threads, check_row, w, e);
    if (code == STATUS_NO_TABLE || atomic_load(&w->failed))
        code = FAIL(e, STATUS_FAILED, "what was written cannot be read back");
    linja_table_close(t);
    return code;
}

/* --- all of it ------------------------------------------------------------------------------ */

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

status linja_table_write(const linja_solved *s, const char *path, const solver_job *job, error *e) {
    make_folders(path);
    writer *w = calloc(1, sizeof *w);
    status code = w && prepare(w, s, job) ? STATUS_OK : fail_memory(e);
    if (code == STATUS_OK) code = file_begin(path, &w->out, e);
    if (code == STATUS_OK) {
        if (!write_table(w)) code = FAIL(e, STATUS_FAILED, "not written: %s", strerror(errno));
        if (code == STATUS_OK) code = check_file(w, e);
        if (code != STATUS_OK) {
            error_prefix(e, "%.120s", path);
            file_drop(&w->out);
        } else {
            code = file_finish(&w->out, e);
        }
    }
    if (w) writer_free(w);
    return code;
}
