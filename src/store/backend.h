/* SPDX-License-Identifier: MIT
 *
 * Where rows are kept: what a database must be able to do for store/store.h, which alone calls
 * this, from one thread. STATUS_FAILED: the database cannot do it now. */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/rows.h"

/* A game and which version of it is kept; 0: none. */
typedef struct store_version {
    char game[ID_BYTES];
    int64_t version;
} store_version;

/* A game as it is kept. */
typedef struct store_loaded {
    room *room; /* NULL: there is none */
    int64_t version;
    bool is_own;  /* it is this server that has to see to its clocks */
    bool here[2]; /* a player is connected to another server */
} store_loaded;

/* What was answered to a request with an Idempotency-Key. */
typedef struct store_key {
    char request[2 * CIPHER_BYTES + 1]; /* "": there is no such key */
    char game[ID_BYTES];
    int player;
} store_key;

/* What a server has to know when it begins, and from time to time. */
typedef struct store_survey {
    struct survey_game {
        char id[ID_BYTES];
    } * games;
    size_t count, room;
    int64_t (*downs)[2]; /* when no server was up, in order */
    size_t down_count;
} store_survey;

typedef struct survey_terms {
    int64_t now;
    bool all;          /* all games to be looked after; else those that have come since */
    int64_t tolerance; /* if nothing was kept for longer than this, no server was up */
} survey_terms;

void survey_free(store_survey *s);

/* Told of each row of a store, games before what is in them. */
typedef struct store_visitor {
    void *context;
    status (*row)(void *context, const store_row *row, error *e);
} store_visitor;

typedef struct backend backend;
struct backend {
    status (*begin)(backend *self, error *e);
    /* Fills in the versions of games, which stay as they are until the commit. Sorted by game. */
    status (*versions)(backend *self, store_version *list, size_t count, error *e);
    status (*put)(backend *self, const store_row *row, error *e);
    /* The game of a batch is now of the next version; other servers are told. */
    status (*advance)(backend *self, const store_batch *batch, error *e);
    /* What was put since begin is on disk for good when this returns. */
    status (*commit)(backend *self, error *e);
    void (*roll_back)(backend *self);

    status (*load)(backend *self, const game *const *games, const char *id, store_loaded *out,
                   error *e);
    status (*has_game)(backend *self, const char *id, bool *has, error *e);
    status (*find_key)(backend *self, const char *hash, int64_t since, store_key *key, error *e);
    status (*survey)(backend *self, const survey_terms *terms, store_survey *out, error *e);
    status (*visit)(backend *self, const store_visitor *visitor, error *e);
    /* 32 random bytes that belong to this store for ever; `fresh` if it has none yet (NULL: then
     * *secret stays as it is). */
    status (*secret)(backend *self, const uint8_t *fresh, uint8_t secret[32], error *e);
    void (*close)(backend *self);

    /* Only of a store that several servers share; else NULL. Whether others use it now. */
    status (*is_used)(backend *self, bool *used, error *e);
    status (*clock)(backend *self, int64_t *now, error *e); /* milliseconds since 1970 */
    int (*descriptor)(backend *self);                       /* readable: listen; -1: not now */
    /* Tells which games others have changed; "": any. `listed`: it is open to all. */
    void (*listen)(backend *self, void (*heard)(void *context, const char *id, bool listed),
                   void *context);
};

/* A database of PostgreSQL's, in which our tables are made if there are none. */
status postgres_open(const char *url, backend **out, error *e);

#endif
