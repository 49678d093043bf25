/* SPDX-License-Identifier: MIT */
#include "linja/table.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

static const char magic[8] = "LWLINJA\n";

struct linja_table {
    linja_source source;
    const linja_rules *rules;
    linja_table_header header;
    linja_table_layout places;
    uint8_t *index; /* dictionary, rows, checks and sizes, as in the file */
    ZSTD_DDict *dictionary;
    int arrangements, chunks;
    uint64_t crowd[LINJA_ARRANGEMENTS_MAX]; /* by rank: pawns on the inner rows, a byte a row */
};

struct linja_reader {
    const linja_table *table;
    ZSTD_DCtx *context;
    uint8_t frame[LINJA_CHUNK_BYTES];     /* begins with the bytes that chunks lack */
    uint8_t differences[LINJA_CHUNK + 1]; /* one more, for the walk looks one ahead */
};

uint64_t linja_check(const void *bytes, size_t length) {
    return XXH3_64bits(bytes, length);
}

linja_table_layout linja_table_places(int arrangements, size_t dictionary_bytes) {
    size_t rows = (size_t)arrangements, chunks = rows * (size_t)linja_chunks(arrangements);
    linja_table_layout l = {.dictionary = sizeof(linja_table_header)};
    l.rows = l.dictionary + dictionary_bytes;
    l.checks = l.rows + 8 * rows;
    l.sizes = l.checks + 4 * chunks;
    l.chunks = l.sizes + 2 * chunks;
    return l;
}

/* --- opening -------------------------------------------------------------------------------- */

static status refuse(error *e, const char *why) {
    return FAIL(e, STATUS_NO_TABLE, "not a whole table: %s", why);
}

static bool read_source(const linja_source *source, uint64_t offset, void *bytes, size_t length) {
    return source->read(source->context, offset, bytes, length);
}

static status check_header(const linja_source *source, linja_table_header *h, error *e) {
    if (source->length < sizeof *h) return refuse(e, "it is too short");
    if (!read_source(source, 0, h, sizeof *h)) return refuse(e, "its header cannot be read");
    if (memcmp(h->magic, magic, sizeof magic) != 0) return refuse(e, "it does not begin as one");
    if (h->version != LINJA_TABLE_VERSION)
        return FAIL(e, STATUS_NO_TABLE, "the table has version %u, this program reads version %d%s",
                    (unsigned)h->version, LINJA_TABLE_VERSION,
                    h->version < LINJA_TABLE_VERSION ? "; solve again" : "");
    if (linja_check(h, offsetof(linja_table_header, header_check)) != h->header_check)
        return refuse(e, "its header is damaged");
    if (h->file_bytes != source->length) return refuse(e, "it has not the length it should have");
    if (h->pawns < 1 || h->pawns > LINJA_PAWNS ||
        h->arrangements != (uint32_t)linja_arrangements((int)h->pawns) || h->chunk != LINJA_CHUNK ||
        h->dictionary_bytes > LINJA_DICTIONARY_BYTES ||
        memchr(h->rules, '\0', sizeof h->rules) == NULL || !linja_find_rules(h->rules))
        return refuse(e, "its header is for no game that we know");
    char fingerprint[LINJA_FINGERPRINT_BYTES];
    linja_fingerprint(linja_find_rules(h->rules), fingerprint);
    if (memcmp(fingerprint, h->fingerprint, sizeof fingerprint) != 0)
        return FAIL(e, STATUS_NO_TABLE,
                    "the table was made under other rules that are called %s, too; solve again",
                    h->rules);
    return STATUS_OK;
}

/* What the index says of a row or chunk. */
static uint64_t row_offset(const linja_table *t, int row) {
    uint64_t offset;
    memcpy(&offset, t->index + t->places.rows - t->places.dictionary + 8 * (size_t)row,
           sizeof offset);
    return offset;
}

static uint32_t chunk_check(const linja_table *t, size_t number) {
    uint32_t check;
    memcpy(&check, t->index + t->places.checks - t->places.dictionary + 4 * number, sizeof check);
    return check;
}

static uint16_t chunk_size(const linja_table *t, size_t number) {
    uint16_t size;
    memcpy(&size, t->index + t->places.sizes - t->places.dictionary + 2 * number, sizeof size);
    return size;
}

static status read_index(linja_table *t, error *e) {
    const linja_table_layout *at = &t->places;
    size_t length = at->chunks - at->dictionary;
    if (at->chunks > t->source.length) return refuse(e, "its index is cut off");
    t->index = malloc(length);
    if (!t->index) return fail_memory(e);
    if (!read_source(&t->source, at->dictionary, t->index, length))
        return refuse(e, "its index cannot be read");
    if (linja_check(t->index, length) != t->header.index_check)
        return refuse(e, "its index is damaged");
    /* The index is as it was written; that it was written right is checked here all the same, so
     * that no reader ever leaves the file. */
    uint64_t expected = at->chunks;
    for (int row = 0; row < t->arrangements; row++) {
        if (row_offset(t, row) != expected) return refuse(e, "its index is inconsistent");
        for (int chunk = 0; chunk < t->chunks; chunk++)
            expected += chunk_size(t, (size_t)row * (size_t)t->chunks + (size_t)chunk);
    }
    return expected == t->source.length ? STATUS_OK : refuse(e, "its index is inconsistent");
}

static uint64_t crowd_of(const uint8_t rows[LINJA_ROWS], bool from_the_other_side) {
    uint64_t crowd = 0;
    for (int row = 1; row < LINJA_GOAL; row++)
        crowd |= (uint64_t)rows[from_the_other_side ? LINJA_GOAL - row : row] << 8 * row;
    return crowd;
}

/* Whether two crowds together keep the row limit. */
static bool fits(uint64_t mover, uint64_t opponent) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    return ((mover + opponent + ones * (127 - LINJA_ROW_LIMIT)) & ones << 7) == 0;
}

status linja_table_open(const linja_source *source, linja_table **out, error *e) {
    linja_table_header header;
    status code = check_header(source, &header, e);
    if (code != STATUS_OK) return code;
    linja_table *t = calloc(1, sizeof *t);
    if (!t) return fail_memory(e);
    t->source = *source;
    t->header = header;
    t->rules = linja_find_rules(header.rules);
    t->arrangements = (int)header.arrangements;
    t->chunks = linja_chunks(t->arrangements);
    t->places = linja_table_places(t->arrangements, header.dictionary_bytes);
    code = read_index(t, e);
    if (code == STATUS_OK && header.dictionary_bytes > 0) {
        t->dictionary = ZSTD_createDDict(t->index, header.dictionary_bytes);
        if (!t->dictionary) code = fail_memory(e);
    }
    for (int rank = 0; code == STATUS_OK && rank < t->arrangements; rank++) {
        uint8_t rows[LINJA_ROWS];
        linja_unrank(rank, (int)header.pawns, rows);
        t->crowd[rank] = crowd_of(rows, false);
    }
    if (code == STATUS_OK)
        *out = t;
    else
        linja_table_close(t);
    return code;
}

void linja_table_close(linja_table *t) {
    if (!t) return;
    ZSTD_freeDDict(t->dictionary);
    free(t->index);
    free(t);
}

const linja_table_header *linja_table_about(const linja_table *t) {
    return &t->header;
}

const linja_rules *linja_table_rules(const linja_table *t) {
    return t->rules;
}

/* --- reading -------------------------------------------------------------------------------- */

status linja_reader_new(const linja_table *t, linja_reader **out, error *e) {
    linja_reader *reader = calloc(1, sizeof *reader);
    if (reader) reader->context = ZSTD_createDCtx();
    if (!reader || !reader->context) {
        linja_reader_free(reader);
        return fail_memory(e);
    }
    reader->table = t;
    static const uint8_t frame_magic[LINJA_FRAME_MAGIC_BYTES] = {0x28, 0xb5, 0x2f, 0xfd};
    memcpy(reader->frame, frame_magic, sizeof frame_magic);
    if (t->dictionary) ZSTD_DCtx_refDDict(reader->context, t->dictionary);
    *out = reader;
    return STATUS_OK;
}

void linja_reader_free(linja_reader *reader) {
    if (!reader) return;
    ZSTD_freeDCtx(reader->context);
    free(reader);
}

static status fail_damaged(const linja_table *t, const char *how, int row, int chunk, error *e) {
    return FAIL(e, STATUS_NO_TABLE, "the table of %s %s in chunk %d of row %d", t->rules->name, how,
                chunk, row);
}

/* Unpacks a chunk into reader->differences. It is copied first and then checked: what changes in
 * the file meanwhile changes nothing here. */
static status read_chunk(linja_reader *reader, int row, int chunk, size_t *length, error *e) {
    const linja_table *t = reader->table;
    size_t number = (size_t)row * (size_t)t->chunks, end = number + (size_t)chunk;
    uint64_t offset = row_offset(t, row);
    for (; number < end; number++) offset += chunk_size(t, number);
    size_t size = chunk_size(t, number);
    uint8_t *packed = reader->frame + LINJA_FRAME_MAGIC_BYTES;
    *length = 0;
    if (size == 0) return STATUS_OK; /* no placement of it is legal */
    if (size > sizeof reader->frame - LINJA_FRAME_MAGIC_BYTES)
        return fail_damaged(t, "cannot be unpacked", row, chunk, e);
    if (!read_source(&t->source, offset, packed, size))
        return fail_damaged(t, "cannot be read", row, chunk, e);
    if (chunk_check(t, number) != (uint32_t)linja_check(packed, size))
        return fail_damaged(t, "is damaged", row, chunk, e);
    *length = ZSTD_decompressDCtx(reader->context, reader->differences, LINJA_CHUNK, reader->frame,
                                  LINJA_FRAME_MAGIC_BYTES + size);
    if (*length == 0 || ZSTD_isError(*length))
        return fail_damaged(t, "cannot be unpacked", row, chunk, e);
    return STATUS_OK;
}

/* Adds up the differences of an unpacked chunk as far as the mover's rank `last`, into `cells` by
 * rank unless it is NULL. Returns the byte of the last legal placement, 0 if the chunk is too
 * short.
 *
 * Without jumps: legal placements come too irregularly to guess. */
static uint8_t walk_chunk(const linja_reader *reader, uint64_t opponent, int chunk, int last,
                          size_t length, uint8_t *cells) {
    const uint64_t *crowd = reader->table->crowd;
    const uint8_t *difference = reader->differences, *end = difference + length;
    uint8_t cell = LINJA_WORTH_ZERO;
    for (int rank = chunk * LINJA_CHUNK; rank <= last; rank++) {
        bool legal = fits(crowd[rank], opponent);
        uint8_t mask = (uint8_t)-legal;
        cell = (uint8_t)(cell + (*difference & mask));
        difference += legal;
        if (cells) cells[rank] = cell & mask;
    }
    return difference <= end ? cell : 0;
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
    size_t length;
    status code = read_chunk(reader, row, chunk, &length, e);
    if (code != STATUS_OK) return code;
    uint8_t cell = walk_chunk(reader, crowd_of(opponent, true), chunk, mover, length, NULL);
    if (cell == 0) return fail_damaged(t, "has no value", row, chunk, e);
    *value = linja_worth(cell);
    return STATUS_OK;
}

status linja_read_row(linja_reader *reader, int opponent_rank, uint8_t *cells, error *e) {
    const linja_table *t = reader->table;
    uint8_t rows[LINJA_ROWS];
    linja_unrank(opponent_rank, (int)t->header.pawns, rows);
    uint64_t opponent = crowd_of(rows, true);
    for (int chunk = 0; chunk < t->chunks; chunk++) {
        size_t length;
        status code = read_chunk(reader, opponent_rank, chunk, &length, e);
        if (code != STATUS_OK) return code;
        int last = (chunk + 1) * LINJA_CHUNK - 1;
        if (last >= t->arrangements) last = t->arrangements - 1;
        if (walk_chunk(reader, opponent, chunk, last, length, cells) == 0)
            return fail_damaged(t, "has too few values", opponent_rank, chunk, e);
    }
    return STATUS_OK;
}

/* --- making --------------------------------------------------------------------------------- */

size_t linja_chunk_fill(const uint8_t *cells, int chunk, int arrangements,
                        uint8_t out[LINJA_CHUNK + 1]) {
    int first = chunk * LINJA_CHUNK, end = first + LINJA_CHUNK;
    if (end > arrangements) end = arrangements;
    size_t length = 0;
    uint8_t before = LINJA_WORTH_ZERO;
    for (int rank = first; rank < end; rank++) {
        bool legal = cells[rank] != 0;
        out[length] = (uint8_t)(cells[rank] - before);
        length += legal;
        before = legal ? cells[rank] : before;
    }
    return length;
}

void linja_solved_row(const linja_solving *s, int opponent_rank, uint8_t *cells) {
    const linja_index *index = s->index;
    int opponent = index->number_of[opponent_rank];
    /* The row lies scattered, 64 bytes a block; gathered first, it is then sorted in the cache. */
    uint8_t by_number[LINJA_ARRANGEMENTS_MAX + LINJA_BLOCK];
    for (int block = 0; block < index->blocks; block++) {
        int first = index->block_first[block];
        memcpy(by_number + first, s->table + linja_cell(index, first, opponent), LINJA_BLOCK);
    }
    for (int rank = 0; rank < index->count; rank++) cells[rank] = by_number[index->number_of[rank]];
}

void linja_store_row(const linja_solving *s, int opponent_rank, const uint8_t *cells) {
    const linja_index *index = s->index;
    int opponent = index->number_of[opponent_rank];
    uint8_t by_number[LINJA_ARRANGEMENTS_MAX];
    for (int rank = 0; rank < index->count; rank++) by_number[index->number_of[rank]] = cells[rank];
    for (int block = 0; block < index->blocks; block++) {
        int first = index->block_first[block];
        memcpy(s->table + linja_cell(index, first, opponent), by_number + first,
               (size_t)linja_block_size(index, block));
    }
}
