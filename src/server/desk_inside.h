/* SPDX-License-Identifier: MIT
 *
 * What the parts of the desk share: desk.c has the rooms, the time and the beginning, errand.c goes
 * to the store. Nobody else includes this. */
#ifndef SERVER_DESK_INSIDE_H
#define SERVER_DESK_INSIDE_H

#include "server/desk.h"

enum {
    DESK_BUCKETS = 4096,
    TOLERANCE = 10000, /* milliseconds; if nothing was kept for longer, no server was up */
};

/* Games that are not over. */
typedef struct tally {
    size_t all;
    crowd clients;
} tally;

struct desk {
    const game *const *games;
    thinkers *thinkers;
    store *store;
    bool is_shared;  /* other servers may use the store, too */
    bool is_failing; /* it keeps nothing at the moment: clocks stand still */
    int64_t epoch;   /* wall clock minus that of the machine, when it began */
    int64_t alive_at, tidied_at, surveyed_at; /* when that was last done */
    int retain_days;
    uint8_t secret[32];
    place *buckets[DESK_BUCKETS];
    limiter made, reads; /* games that clients have made, and that were read for them */
    limiter said;        /* commands */
    tally unfinished[2]; /* games, and of them those with the computer */
    desk_counts counts;
    int64_t (*downs)[2]; /* when no server was up */
    size_t down_count;
    void (*tell)(void *context, const char *line);
    void *context;
};

/* A room that comes from the store; NULL: no memory. */
place *desk_receive(desk *d, const store_loaded *loaded, error *e);

/* Something has happened in a room: it may be over now. */
void desk_recount(desk *d, place *p);

/* Looks into the store for what this server has to see to; or for `all` that it has to know. */
void desk_survey(desk *d, bool all);

#endif
