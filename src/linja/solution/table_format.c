/* SPDX-License-Identifier: MIT */
#include "linja/solution/table_format.h"

#include <xxhash.h>

/* --- header --------------------------------------------------------------------------------- */

static const char magic[8] = "LWLINJA\n";

uint64_t linja_table_check(const void *bytes, size_t length) {
    return XXH3_64bits(bytes, length);
}

uint64_t linja_header_check(const linja_table_header *h) {
    return linja_table_check(h, offsetof(linja_table_header, header_check));
}

linja_table_header linja_header_new(const linja_rules *rules, int pawns) {
    linja_table_header h = {
        .version = LINJA_TABLE_VERSION,
        .pawns = (uint32_t)pawns,
        .arrangements = (uint32_t)linja_arrangements(pawns),
        .chunk = LINJA_CHUNK,
    };
    memcpy(h.magic, magic, sizeof h.magic);
    memcpy(h.rules, rules->name, strlen(rules->name) + 1);
    linja_fingerprint(rules, h.fingerprint);
    return h;
}

status linja_table_refuse(const char *why, error *e) {
    return FAIL(e, STATUS_NO_TABLE, "not a whole table: %s", why);
}

status linja_header_accept(const linja_table_header *h, uint64_t file_bytes, error *e) {
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return linja_table_refuse("it does not begin as one", e);
    if (h->version != LINJA_TABLE_VERSION)
        return FAIL(e, STATUS_NO_TABLE, "the table has version %u, this program reads version %d%s",
                    (unsigned)h->version, LINJA_TABLE_VERSION,
                    h->version < LINJA_TABLE_VERSION ? "; solve again" : "");
    if (linja_header_check(h) != h->header_check)
        return linja_table_refuse("its header is damaged", e);
    if (h->file_bytes != file_bytes)
        return linja_table_refuse("it has not the length it should have", e);
    if (h->pawns < 1 || h->pawns > LINJA_PAWNS ||
        h->arrangements != (uint32_t)linja_arrangements((int)h->pawns) || h->chunk != LINJA_CHUNK ||
        h->dictionary_bytes > LINJA_DICTIONARY_BYTES ||
        memchr(h->rules, '\0', sizeof h->rules) == NULL || !linja_find_rules(h->rules))
        return linja_table_refuse("its header is for no game that we know", e);
    char fingerprint[LINJA_FINGERPRINT_BYTES];
    linja_fingerprint(linja_find_rules(h->rules), fingerprint);
    if (memcmp(fingerprint, h->fingerprint, sizeof fingerprint) != 0)
        return FAIL(e, STATUS_NO_TABLE,
                    "the table was made under other rules that are called %s, too; solve again",
                    h->rules);
    return STATUS_OK;
}

/* --- directory ------------------------------------------------------------------------------ */

linja_directory linja_directory_of(const linja_table_header *h) {
    linja_directory d = {.arrangements = (int)h->arrangements, .rows = h->dictionary_bytes};
    d.chunks = (d.arrangements + LINJA_CHUNK - 1) / LINJA_CHUNK;
    size_t chunks = linja_chunk_number(&d, d.arrangements, 0);
    d.checks = d.rows + sizeof(uint64_t) * (size_t)d.arrangements;
    d.sizes = d.checks + sizeof(uint32_t) * chunks;
    d.length = d.sizes + sizeof(uint16_t) * chunks;
    return d;
}

void linja_directory_put_row(const linja_directory *d, int row, uint64_t offset) {
    memcpy(d->bytes + d->rows + sizeof offset * (size_t)row, &offset, sizeof offset);
}

void linja_directory_put_chunk(const linja_directory *d, size_t number, const uint8_t *packed,
                               size_t size) {
    uint32_t check = (uint32_t)linja_table_check(packed, size);
    uint16_t size_16 = (uint16_t)size;
    memcpy(d->bytes + d->checks + sizeof check * number, &check, sizeof check);
    memcpy(d->bytes + d->sizes + sizeof size_16 * number, &size_16, sizeof size_16);
}

/* --- differences ---------------------------------------------------------------------------- */

size_t linja_chunk_encode(const uint8_t *cells, int arrangements, int chunk,
                          uint8_t differences[LINJA_CHUNK + 1]) {
    size_t count = 0;
    uint8_t before = LINJA_WORTH_ZERO;
    for (int rank = chunk * LINJA_CHUNK; rank < linja_chunk_end(arrangements, chunk); rank++) {
        bool legal = cells[rank] != 0;
        differences[count] = (uint8_t)(cells[rank] - before);
        count += legal;
        before = legal ? cells[rank] : before;
    }
    return count;
}

uint64_t linja_crowd_of_mover(const uint8_t rows[LINJA_ROWS]) {
    uint64_t crowd = 0;
    for (int row = 1; row < LINJA_GOAL; row++) crowd |= (uint64_t)rows[row] << 8 * row;
    return crowd;
}

uint64_t linja_crowd_of_opponent(const uint8_t rows[LINJA_ROWS]) {
    return __builtin_bswap64(linja_crowd_of_mover(rows));
}

/* Whether two crowds together keep the row limit. */
static bool fits(uint64_t mover, uint64_t opponent) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    return ((mover + opponent + ones * (127 - LINJA_ROW_LIMIT)) & ones << 7) == 0;
}

/* Adds up the differences, into `cells` by rank unless it is NULL.
 *
 * Without jumps: legal placements come too irregularly to guess. */
static inline __attribute__((always_inline)) uint8_t walk(const uint64_t *movers, uint64_t opponent,
                                                          int chunk, int last,
                                                          const uint8_t *differences, size_t count,
                                                          uint8_t *cells) {
    const uint8_t *end = differences + count;
    uint8_t cell = LINJA_WORTH_ZERO;
    for (int rank = chunk * LINJA_CHUNK; rank <= last; rank++) {
        bool legal = fits(movers[rank], opponent);
        uint8_t mask = (uint8_t)-legal;
        cell = (uint8_t)(cell + (*differences & mask));
        differences += legal;
        if (cells) cells[rank] = cell & mask;
    }
    return differences <= end ? cell : 0;
}

uint8_t linja_chunk_decode(const uint64_t *movers, uint64_t opponent, int chunk, int last,
                           const uint8_t differences[LINJA_CHUNK + 1], size_t count,
                           uint8_t *cells) {
    return walk(movers, opponent, chunk, last, differences, count, cells);
}

uint8_t linja_chunk_cell(const uint64_t *movers, uint64_t opponent, int chunk, int last,
                         const uint8_t differences[LINJA_CHUNK + 1], size_t count) {
    return walk(movers, opponent, chunk, last, differences, count, NULL);
}

/* --- frames --------------------------------------------------------------------------------- */

ZSTD_CCtx *linja_packer_new(const ZSTD_CDict *dictionary) {
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    if (!packer) return NULL;
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, LINJA_COMPRESSION);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_contentSizeFlag, 0);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_dictIDFlag, 0);
    if (dictionary) ZSTD_CCtx_refCDict(packer, dictionary);
    return packer;
}

size_t linja_chunk_pack(ZSTD_CCtx *packer, const uint8_t *differences, size_t count,
                        linja_frame *frame) {
    if (count == 0) return 0; /* no placement of it is legal */
    size_t size = ZSTD_compress2(packer, frame, sizeof *frame, differences, count);
    return ZSTD_isError(size) ? SIZE_MAX : size - sizeof frame->magic;
}

size_t linja_chunk_unpack(ZSTD_DCtx *unpacker, linja_frame *frame, size_t size,
                          uint8_t differences[LINJA_CHUNK]) {
    static const uint8_t frame_magic[LINJA_FRAME_MAGIC_BYTES] = {0x28, 0xb5, 0x2f, 0xfd};
    memcpy(frame->magic, frame_magic, sizeof frame->magic);
    size_t count =
        ZSTD_decompressDCtx(unpacker, differences, LINJA_CHUNK, frame, sizeof frame->magic + size);
    return ZSTD_isError(count) ? 0 : count;
}
