/* SPDX-License-Identifier: MIT
 *
 * Opening tables, wherever they are, and asking them for values. */
#include <stdlib.h>

#include "linja/solution/table.h"
#include "linja/solution/table_format.h"

struct linja_table {
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

static void close_source(const linja_source *source) {
    if (source->close) source->close(source->context);
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
    close_source(&t->source);
    free(t);
}

status linja_table_open_source(const linja_source *source, const linja_rules *rules,
                               linja_table **out, error *e) {
    linja_table *t = calloc(1, sizeof *t);
    if (!t) {
        close_source(source);
        return fail_memory(e);
    }
    t->source = *source;
    status code = fill(t, e);
    if (code == STATUS_OK && rules && t->rules != rules)
        code = FAIL(e, STATUS_NO_TABLE, "a table of %s, not of %s", t->rules->name, rules->name);
    if (code == STATUS_OK)
        *out = t;
    else
        linja_table_close(t);
    return code;
}

/* --- what it is of -------------------------------------------------------------------------- */

const linja_rules *linja_table_rules(const linja_table *t) {
    return t->rules;
}

int linja_table_pawns(const linja_table *t) {
    return (int)t->header.pawns;
}

status linja_table_need_all_pawns(const linja_table *t, error *e) {
    int pawns = linja_table_pawns(t);
    if (pawns == LINJA_PAWNS) return STATUS_OK;
    return FAIL(e, STATUS_NO_TABLE, "a table for %d pawns a side, not for %d", pawns, LINJA_PAWNS);
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
