/* SPDX-License-Identifier: MIT
 *
 * A solved game as a file: every byte of it, said once for the reader (linja/solution/table_read.c)
 * and the writer (table_write.c).
 *
 *     header       linja_table_header, 4096 bytes
 *     models       linja_model, one for each epoch
 *     checks       for each tile: the low half of XXH3 over its packed bytes, 4 bytes
 *     sizes        for each tile: its packed bytes, 2 bytes
 *     tiles        packed (linja/solution/tile.h)
 *
 * All numbers are little-endian. What lies between header and tiles is the *directory*, in which a
 * tile's number is the mover's block times the number of blocks, plus the opponent's. The tiles
 * themselves lie in the order in which they are solved: layer by layer from the last to the first,
 * by the mover's block, by the opponent's. An *epoch* is 15 layers, whose tiles are packed by a
 * model of the epoch solved before; the first has the default model. */
#ifndef LINJA_SOLUTION_TABLE_FORMAT_H
#define LINJA_SOLUTION_TABLE_FORMAT_H

#include <string.h>

#include "linja/solution/layers.h"
#include "linja/solution/tile.h"

enum { LINJA_TABLE_VERSION = 3, LINJA_EPOCH = 15 };

/* --- header --------------------------------------------------------------------------------- */

typedef struct linja_table_header {
    char magic[8]; /* "LWLINJA\n" */
    uint32_t version;
    uint32_t pawns;
    char rules[32];
    uint32_t arrangements;
    uint32_t blocks;
    uint64_t epochs;
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
 * the file, the histogram, and the checks. */
linja_table_header linja_header_new(const linja_rules *rules, const linja_index *index);

/* What its header_check must be. */
uint64_t linja_header_check(const linja_table_header *h);

/* Whether this is the header of a table of so many bytes that we can read; fails with
 * STATUS_NO_TABLE. Whether the blocks are those of the game the index tells. */
status linja_header_accept(const linja_table_header *h, uint64_t file_bytes, error *e);

status linja_table_refuse(const char *why, error *e);

/* --- directory ------------------------------------------------------------------------------ */

typedef struct linja_directory {
    uint8_t *bytes; /* as in the file */
    size_t length;
    size_t checks, sizes; /* where they begin; the models are first */
    int blocks, epochs;
} linja_directory;

/* The directory of a table with this header; the caller brings its bytes. */
linja_directory linja_directory_of(const linja_table_header *h);

/* Where the tiles begin in the file. */
static inline uint64_t linja_directory_end(const linja_directory *d) {
    return sizeof(linja_table_header) + d->length;
}

static inline int linja_epoch(const linja_index *index, int layer) {
    return (linja_layers(index) - 1 - layer) / LINJA_EPOCH;
}

static inline size_t linja_tile_number(const linja_directory *d, int mover_block,
                                       int opponent_block) {
    return (size_t)mover_block * (size_t)d->blocks + (size_t)opponent_block;
}

static inline uint32_t linja_tile_check(const linja_directory *d, size_t number) {
    uint32_t check;
    memcpy(&check, d->bytes + d->checks + sizeof check * number, sizeof check);
    return check;
}

static inline uint16_t linja_tile_size(const linja_directory *d, size_t number) {
    uint16_t size;
    memcpy(&size, d->bytes + d->sizes + sizeof size * number, sizeof size);
    return size;
}

void linja_directory_put_model(const linja_directory *d, int epoch, const linja_model *m);
void linja_directory_get_model(const linja_directory *d, int epoch, linja_model *m);
void linja_directory_put_tile(const linja_directory *d, size_t number, const uint8_t *packed,
                              size_t size);

/* --- where tiles are ------------------------------------------------------------------------ */

/* The offset in the file of the first tile of each mover's block and opponents' potential: those
 * of one potential lie together. */
typedef struct linja_runs {
    uint64_t offset[LINJA_BLOCKS_MAX][LINJA_POTENTIAL_MAX + 1];
} linja_runs;

/* Finds them by the sizes; returns where the file ends. */
uint64_t linja_runs_fill(linja_runs *r, const linja_directory *d, const linja_index *index);

static inline uint64_t linja_tile_offset(const linja_runs *r, const linja_directory *d,
                                         const linja_index *index, int mover_block,
                                         int opponent_block) {
    int potential = index->potential[index->block_first[opponent_block]];
    uint64_t offset = r->offset[mover_block][potential];
    for (int other = index->block_group[potential]; other < opponent_block; other++)
        offset += linja_tile_size(d, linja_tile_number(d, mover_block, other));
    return offset;
}

#endif
