/* SPDX-License-Identifier: MIT
 *
 * Where rows are kept: what a database must be able to do for store/store.h, which alone calls
 * this, from one thread. */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/rows.h"

/* What is told of the store when it is opened. */
typedef struct store_visitor {
    void *context;
    status (*unfinished)(void *context, const char *game, error *e);
    status (*key)(void *context, const char *hash, const char *request, const char *game,
                  int player, int64_t at, error *e);
    status (*down)(void *context, int64_t from, int64_t to, error *e);
} store_visitor;

typedef struct backend backend;
struct backend {
    status (*begin)(backend *self, error *e);
    status (*put)(backend *self, const store_row *row, error *e);
    /* What was put since begin is on disk for good when this returns. */
    status (*commit)(backend *self, error *e);
    void (*roll_back)(backend *self);
    /* *r is NULL if there is no such game. */
    status (*load)(backend *self, const game *const *games, const char *id, room **r, error *e);
    status (*visit)(backend *self, const store_visitor *visitor, error *e);
    /* When the server was last known to be up; 0: never. */
    status (*alive)(backend *self, int64_t *at, error *e);
    /* 32 random bytes that belong to this store for ever; `fresh` if it has none yet. */
    status (*secret)(backend *self, const uint8_t fresh[32], uint8_t secret[32], error *e);
    void (*close)(backend *self);
};

/* A file of SQLite's, made if there is none. STATUS_FAILED: another program uses it, or it cannot
 * be opened; STATUS_INVALID: it is none of ours, or that of a newer version. */
status sqlite_open(const char *path, backend **out, error *e);

#endif
