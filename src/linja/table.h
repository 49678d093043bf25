/* SPDX-License-Identifier: MIT
 *
 * A solved game as a file, and asking it for values. A table is guilty until checked: its header
 * and index are checked when it is opened, and each chunk whenever it is read, so a flipped bit is
 * found and never answered from. Nothing here opens files: the caller brings a source of bytes,
 * which may change or fail under us at any time, as a file may that is cut off or written over.
 *
 *     header       linja_table_header, 4096 bytes
 *     dictionary   that all chunks were compressed with (zstd)
 *     rows         for each opponent's rank: the offset of its chunks in the file, 8 bytes
 *     checks       for each chunk: the low half of XXH3 over its compressed bytes, 4 bytes
 *     sizes        for each chunk: its compressed bytes, 2 bytes
 *     chunks
 *
 * All numbers are little-endian. An opponent's row is cut into chunks by the mover's rank,
 * LINJA_CHUNK ranks each. A chunk holds the table's bytes (linja/solve.h) of its legal placements
 * in order of rank, each as the difference to the one before (the first to 128). */
#ifndef LINJA_TABLE_H
#define LINJA_TABLE_H

#include "linja/solve.h"

enum {
    LINJA_TABLE_VERSION = 2,
    LINJA_CHUNK = 2100,                    /* 24 chunks a row of 50,388 */
    LINJA_CHUNK_BYTES = LINJA_CHUNK + 512, /* room for one, compressed */
    LINJA_DICTIONARY_BYTES = 2048,
    LINJA_COMPRESSION = 6, /* docs/solver.md tells what else was tried */
};

typedef struct linja_table_header {
    char magic[8]; /* "LWLINJA\n" */
    uint32_t version;
    uint32_t pawns;
    char rules[32];
    uint32_t arrangements;
    uint32_t chunk; /* ranks a chunk */
    uint64_t dictionary_bytes;
    uint64_t file_bytes;
    uint64_t index_check;                      /* XXH3 over dictionary, rows, checks and sizes */
    uint64_t histogram[256];                   /* how many placements have each byte */
    char fingerprint[LINJA_FINGERPRINT_BYTES]; /* of the rules it was made under */
    uint8_t reserved[1704];
    uint64_t header_check; /* XXH3 over all before it */
} linja_table_header;
_Static_assert(sizeof(linja_table_header) == 4096, "the header has a fixed size");

typedef struct linja_table linja_table;

/* Where the bytes of a table come from, usually a file. */
typedef struct linja_source {
    /* Copies so many bytes from an offset; false if they cannot be had. Any thread may ask. */
    bool (*read)(const void *context, uint64_t offset, void *bytes, size_t length);
    const void *context;
    uint64_t length;
} linja_source;

/* Opens a table. What can be read wrong later, the chunks, stays in the source; the rest is copied.
 * Messages name the rule set where it is known, never a place on the machine. */
status linja_table_open(const linja_source *source, linja_table **t, error *e);
void linja_table_close(linja_table *t);
const linja_table_header *linja_table_about(const linja_table *t);
const linja_rules *linja_table_rules(const linja_table *t);

/* What one thread needs to read a table. */
typedef struct linja_reader linja_reader;
status linja_reader_new(const linja_table *t, linja_reader **reader, error *e);
void linja_reader_free(linja_reader *reader);

/* The value of a position for its side to move. */
status linja_probe(linja_reader *reader, const linja_position *p, int *value, error *e);

/* All bytes of one opponent's row by the mover's rank, 0 for what is not legal. */
status linja_read_row(linja_reader *reader, int opponent_rank, uint8_t *cells, error *e);

/* --- making one ----------------------------------------------------------------------------- */

static inline int linja_chunks(int arrangements) {
    return (arrangements + LINJA_CHUNK - 1) / LINJA_CHUNK;
}

/* Where the parts of a file lie. */
typedef struct linja_table_layout {
    size_t dictionary, rows, checks, sizes, chunks; /* offsets */
} linja_table_layout;
linja_table_layout linja_table_places(int arrangements, size_t dictionary_bytes);

/* Lays out a chunk of a row, uncompressed; returns how many bytes it has. One more is overwritten.
 */
size_t linja_chunk_fill(const uint8_t *cells, int chunk, int arrangements,
                        uint8_t out[LINJA_CHUNK + 1]);

/* The bytes that every frame of zstd begins with, and a chunk lacks. */
enum { LINJA_FRAME_MAGIC_BYTES = 4 };

uint64_t linja_check(const void *bytes, size_t length);

/* One opponent's row of a solved table, by the mover's rank; and the way back. */
void linja_solved_row(const linja_solving *s, int opponent_rank, uint8_t *cells);
void linja_store_row(const linja_solving *s, int opponent_rank, const uint8_t *cells);

#endif
