/* SPDX-License-Identifier: MIT
 *
 * Making a table, layer by layer as they are solved, wherever its bytes go: into a file
 * (linja/solution/table_write.c), or into what a browser keeps (web/solver/module.c). */
#ifndef LINJA_SOLUTION_TABLE_PACK_H
#define LINJA_SOLUTION_TABLE_PACK_H

#include "linja/solution/table.h"

/* Where the bytes of a table go. */
typedef struct linja_sink {
    /* Writes at an offset. */
    status (*put)(void *context, uint64_t offset, const void *bytes, size_t length, error *e);
    void *context;
} linja_sink;

typedef struct linja_packer linja_packer;
status linja_packer_new(const linja_sink *sink, int threads, linja_packer **out, error *e);
void linja_packer_free(linja_packer *w);

/* Packs and writes a layer that is solved: all of them, from the last to the first. */
status linja_packer_layer(linja_packer *w, const linja_solved *s, int layer, error *e);

/* Writes what comes before the tiles. Without it no part of the table is taken for one. */
status linja_packer_end(linja_packer *w, error *e);

/* Holds every tile of what was written, opened again, against its checksum, and some against the
 * values that were packed. */
status linja_packer_check(const linja_packer *w, const linja_table *t, error *e);

#endif
