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

typedef enum job_kind {
    JOB_KEEP,   /* batch */
    JOB_LOAD,   /* game; gives `loaded`, whose room is the asker's then */
    JOB_KEY,    /* hash of a key, since when it counts; gives `key` */
    JOB_SURVEY, /* terms; gives `survey`, which is the asker's then */
} job_kind;

/* Belongs to the asker, then to the store, then to the asker again. */
typedef struct store_job {
    job_kind kind;
    store_batch batch;
    char game[ID_BYTES];
    store_loaded loaded;
    char hash[2 * CIPHER_BYTES + 1];
    int64_t since;
    store_key key;
    survey_terms terms;
    store_survey survey;
    status code; /* STATUS_DIFFERS: what was to be kept does not follow from what is kept */
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

/* "sqlite:FILE" opens a file, "postgresql://..." a database. */
status store_open_url(const char *url, backend **out, error *e);

void store_submit(store *s, store_job *job);

/* Hands back what is done; and tells which games other servers have changed ("": any). */
void store_collect(store *s, void (*heard)(void *context, const char *id, bool listed),
                   void *context);

#endif
