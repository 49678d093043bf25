/* SPDX-License-Identifier: MIT
 *
 * A solved game as a file: every byte of it, said once for the reader (linja/solution/table_read.c,
 * probe.c) and the writer (table_write.c).
 *
 *     header       linja_table_header, 4096 bytes
 *     dictionary   that all chunks were compressed with (zstd)
 *     rows         for each opponent's rank: the offset of its chunks in the file, 8 bytes
 *     checks       for each chunk: the low half of XXH3 over its compressed bytes, 4 bytes
 *     sizes        for each chunk: its compressed bytes, 2 bytes
 *     chunks
 *
 * All numbers are little-endian. What lies between header and chunks is the *directory*. An
 * opponent's row is cut into chunks by the mover's rank, LINJA_CHUNK ranks each. A chunk holds the
 * cells (linja/solution/layers.h) of its legal placements in order of rank, each as the difference
 * to the one before (the first to 128). */
#ifndef LINJA_SOLUTION_TABLE_FORMAT_H
#define LINJA_SOLUTION_TABLE_FORMAT_H

#include <string.h>
#include <zstd.h>

#include "linja/solution/layers.h"

enum {
    LINJA_TABLE_VERSION = 2,
    LINJA_CHUNK = 2100,                    /* 24 chunks a row of 50,388 */
    LINJA_CHUNK_BYTES = LINJA_CHUNK + 512, /* room for one, compressed */
    LINJA_DICTIONARY_BYTES = 2048,
    LINJA_COMPRESSION = 6, /* docs/solver.md tells what else was tried */
};

/* --- header --------------------------------------------------------------------------------- */

typedef struct linja_table_header {
    char magic[8]; /* "LWLINJA\n" */
    uint32_t version;
    uint32_t pawns;
    char rules[32];
    uint32_t arrangements;
    uint32_t chunk; /* ranks a chunk */
    uint64_t dictionary_bytes;
    uint64_t file_bytes;
    uint64_t index_check;                      /* XXH3 over the directory */
    uint64_t histogram[256];                   /* how many placements have each cell */
    char fingerprint[LINJA_FINGERPRINT_BYTES]; /* of the rules it was made under */
    uint8_t reserved[1704];
    uint64_t header_check; /* XXH3 over all before it */
} linja_table_header;
_Static_assert(sizeof(linja_table_header) == 4096, "the header has a fixed size");

uint64_t linja_table_check(const void *bytes, size_t length);

/* A header that says which game it is of. What is known only in the end is still 0: the bytes of
 * dictionary and file, the histogram, and the checks. */
linja_table_header linja_header_new(const linja_rules *rules, int pawns);

/* What its header_check must be. */
uint64_t linja_header_check(const linja_table_header *h);

/* Whether this is the header of a table of so many bytes that we can read; fails with
 * STATUS_NO_TABLE. */
status linja_header_accept(const linja_table_header *h, uint64_t file_bytes, error *e);

status linja_table_refuse(const char *why, error *e);

/* --- directory ------------------------------------------------------------------------------ */

typedef struct linja_directory {
    uint8_t *bytes; /* as in the file */
    size_t length;
    size_t rows, checks, sizes; /* where they begin; the dictionary is first */
    int arrangements, chunks;   /* rows in the table, chunks in a row */
} linja_directory;

/* The directory of a table with this header; the caller brings its bytes. */
linja_directory linja_directory_of(const linja_table_header *h);

/* Where the chunks begin in the file. */
static inline uint64_t linja_directory_end(const linja_directory *d) {
    return sizeof(linja_table_header) + d->length;
}

static inline size_t linja_chunk_number(const linja_directory *d, int row, int chunk) {
    return (size_t)row * (size_t)d->chunks + (size_t)chunk;
}

static inline uint64_t linja_row_offset(const linja_directory *d, int row) {
    uint64_t offset;
    memcpy(&offset, d->bytes + d->rows + sizeof offset * (size_t)row, sizeof offset);
    return offset;
}

static inline uint32_t linja_chunk_check(const linja_directory *d, size_t number) {
    uint32_t check;
    memcpy(&check, d->bytes + d->checks + sizeof check * number, sizeof check);
    return check;
}

static inline uint16_t linja_chunk_size(const linja_directory *d, size_t number) {
    uint16_t size;
    memcpy(&size, d->bytes + d->sizes + sizeof size * number, sizeof size);
    return size;
}

void linja_directory_put_row(const linja_directory *d, int row, uint64_t offset);
void linja_directory_put_chunk(const linja_directory *d, size_t number, const uint8_t *packed,
                               size_t size);

/* --- chunks --------------------------------------------------------------------------------- */

/* The rank behind the last of a chunk. */
static inline int linja_chunk_end(int arrangements, int chunk) {
    int end = (chunk + 1) * LINJA_CHUNK;
    return end < arrangements ? end : arrangements;
}

/* The differences of a chunk of a row; returns how many. One more byte is overwritten. */
size_t linja_chunk_encode(const uint8_t *cells, int arrangements, int chunk,
                          uint8_t differences[LINJA_CHUNK + 1]);

/* Which placements are legal, and so in the chunk, is told by the *crowds* of the two sides: the
 * pawns on the inner rows, a byte a row as the mover counts. */
uint64_t linja_crowd_of_mover(const uint8_t rows[LINJA_ROWS]);
uint64_t linja_crowd_of_opponent(const uint8_t rows[LINJA_ROWS]);

/* The way back, for movers as far as the rank `last`: all their cells by rank, or only the last
 * one. They answer the cell of the last legal placement; 0 if there are fewer than it takes. */
uint8_t linja_chunk_decode(const uint64_t *movers, uint64_t opponent, int chunk, int last,
                           const uint8_t differences[LINJA_CHUNK + 1], size_t count,
                           uint8_t *cells);
uint8_t linja_chunk_cell(const uint64_t *movers, uint64_t opponent, int chunk, int last,
                         const uint8_t differences[LINJA_CHUNK + 1], size_t count);

/* A chunk in the file is a frame of zstd without the bytes that every frame begins with. */
enum { LINJA_FRAME_MAGIC_BYTES = 4 };
typedef struct linja_frame {
    uint8_t magic[LINJA_FRAME_MAGIC_BYTES];
    uint8_t packed[LINJA_CHUNK_BYTES - LINJA_FRAME_MAGIC_BYTES];
} linja_frame;

/* What packs chunks; without a dictionary if that is NULL. NULL: no memory. */
ZSTD_CCtx *linja_packer_new(const ZSTD_CDict *dictionary);

/* Packs the differences into frame->packed; returns the bytes, or SIZE_MAX for lack of memory. */
size_t linja_chunk_pack(ZSTD_CCtx *packer, const uint8_t *differences, size_t count,
                        linja_frame *frame);

/* Unpacks so many bytes of frame->packed; returns how many differences, or 0 if it cannot. */
size_t linja_chunk_unpack(ZSTD_DCtx *unpacker, linja_frame *frame, size_t size,
                          uint8_t differences[LINJA_CHUNK]);

#endif
