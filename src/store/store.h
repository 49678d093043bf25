/* SPDX-License-Identifier: MIT
 *
 * The store of the games, on a thread of its own, so that whoever asks never waits. Jobs are done
 * in the order in which they come; those that have come meanwhile are committed together, so that
 * many moves cost one wait for the disk. A job is handed back once all it keeps is on disk for
 * good. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "store/backend.h"

typedef struct store store;

/* Belongs to the asker, then to the store, then to the asker again. */
typedef struct store_job {
    store_batch batch;   /* to be kept */
    char load[ID_BYTES]; /* or a game to be read; "": none */
    room *room;          /* ... which the asker gets then; NULL: there is none */
    status code;
    error e;
    void (*done)(struct store_job *job); /* called by store_collect; frees it */
    void *context;
    struct store_job *next;
} store_job;

/* Takes the backend over. `wake` is called by the thread of the store: something is done. */
status store_open(backend *b, const game *const *games, void (*wake)(void *context), void *context,
                  store **out, error *e);

/* Does what is still to be done, hands it back, and closes. */
void store_close(store *s);

/* "sqlite:FILE" opens a file. */
status store_open_url(const char *url, backend **out, error *e);

void store_submit(store *s, store_job *job);
void store_collect(store *s); /* hands back what is done */

#endif
