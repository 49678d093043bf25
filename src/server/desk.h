/* SPDX-License-Identifier: MIT
 *
 * The rooms that are in memory, and who is in them: between the rooms, which know neither socket
 * nor disk (rooms/room.h), the store (store/store.h), and the clients (server/guest.h,
 * server/games.h).
 *
 * What happens in a room is in memory at once, is sent to the store, and is told when it is on
 * disk; `kept` says up to where that is. If it cannot be kept, the room is dropped as it is in
 * memory: who was there is sent away and finds, on coming back, the room as it is on disk. */
#ifndef SERVER_DESK_H
#define SERVER_DESK_H

#include "server/limiter.h"
#include "store/store.h"

typedef struct desk desk;
typedef struct guest guest;

/* A room in memory. */
typedef struct place {
    room *room;
    size_t kept;       /* events that are on disk */
    size_t under_way;  /* errands to the store */
    int standing_kept; /* -1: the room is not on disk yet */
    guest *guests;     /* who is connected */
    size_t guest_count;
    int connections[2]; /* of the players */
    int64_t touched;    /* when it was last asked for */
    struct place *next; /* in its bucket */
} place;

typedef struct desk_counts {
    uint64_t rooms, guests, events, stores_failed;
} desk_counts;

typedef struct desk_options {
    backend *backend; /* is taken over */
    const game *const *games;
    void (*wake)(void *context); /* called by another thread: desk_collect has something to do */
    void *context;
} desk_options;

status desk_open(const desk_options *options, desk **d, error *e);

/* What is still to be kept is kept, and nobody is woken any more; then, once no guest is left, the
 * desk goes. */
void desk_leave_store(desk *d);
void desk_close(desk *d);

void desk_collect(desk *d); /* what the store has done */
void desk_tick(desk *d);    /* several times a second: clocks, expiry */

/* Everybody is told that the server goes down; they come back by themselves. */
void desk_dismiss(desk *d);

int64_t desk_now(const desk *d); /* milliseconds since 1970, which never go back */
room_chance desk_chance(void);
const game *const *desk_games(const desk *d);
const uint8_t *desk_secret(const desk *d); /* 32 bytes that are this store's */
desk_counts desk_count(const desk *d);
void desk_count_guest(desk *d, bool comes);

/* Whether a client may make or join another game now. */
bool desk_lets(desk *d, const char *client);
bool desk_is_full(const desk *d); /* no more games can be made */

/* --- rooms ------------------------------------------------------------------------------------ */

place *desk_find(desk *d, const char *id);       /* NULL: it is not in memory */
place *desk_add(desk *d, room *r, error *e);     /* takes it over, or frees it: no memory */
void desk_drop(desk *d, place *p);               /* as it is in memory; who is there is sent away */
place *desk_next(const desk *d, const place *p); /* all of them, from NULL to NULL */

/* --- errands ---------------------------------------------------------------------------------- */

/* Something that is told when the store has done its part. */
typedef struct errand {
    store_job job;
    desk *desk;
    char id[ID_BYTES];      /* of the room */
    char another[ID_BYTES]; /* ... and of one that came about with it; "": none */
    size_t kept;            /* events of the room that are on disk then */
    int standing;           /* ... and how it stands there; -1: as before */
    size_t another_kept;
    int another_standing;
    /* p is NULL if the room could not be kept, or there is none. */
    void (*then)(struct errand *er, place *p);
    void *context;
    uint64_t guest;
    char *message;
} errand;

/* For a room in memory, or (p is NULL) for the id of one that must be read. NULL: no memory. */
errand *errand_new(desk *d, const place *p, const char *id, void (*then)(errand *er, place *p));

/* Puts in what came of a command. */
void errand_keep(errand *er, place *p, const room_effects *effects);

/* Sends it; the store frees it. What has nothing to keep waits for what is under way before it. */
void errand_send(errand *er);

/* --- keys of requests ------------------------------------------------------------------------- */

/* What was answered to a request with this key within a day; false: nothing. */
typedef struct known_key {
    const char *request, *id;
    int player;
} known_key;

bool desk_find_key(const desk *d, const char *hash, known_key *known);
status desk_add_key(desk *d, const char *hash, const char *request, const char *id, int player,
                    int64_t at, error *e);

#endif
