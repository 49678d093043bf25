/* SPDX-License-Identifier: MIT
 *
 * The rooms that are in memory, and who is in them: between the rooms, which know neither socket
 * nor disk (rooms/room.h), the store (store/store.h), and the clients (server/guest.h,
 * server/games.h).
 *
 * What happens in a room is in memory at once, is sent to the store, and is told when it is on
 * disk; `kept` says up to where that is. If it cannot be kept, the room is dropped as it is in
 * memory: who was there is sent away and finds, on coming back, the room as it is on disk.
 *
 * Several servers may share a store. Then a room may be in memory in each of them, and go on in
 * any: what does not follow from what is kept is refused by the store, the room is read again, and
 * what was refused is done once more (errand.again). One server owns a room and sees to its clocks.
 */
#ifndef SERVER_DESK_H
#define SERVER_DESK_H

#include "server/limiter.h"
#include "store/store.h"

typedef struct desk desk;
typedef struct guest guest;
typedef struct errand errand;
typedef struct choice choice; /* server/computer.h */
typedef struct thinkers thinkers;

/* A room in memory. */
typedef struct place {
    room *room;
    int64_t version;      /* of the room, with all that is under way */
    int64_t version_kept; /* ... as far as it is on disk */
    store_strand *strand; /* what has happened in it since it was made or read */
    bool is_own;          /* this server sees to its clocks */
    bool is_lost;      /* it has gone on elsewhere: nothing can be done before it is read again */
    bool is_read;      /* it is being read again */
    bool read_more;    /* ... and has to be once more */
    bool is_paused;    /* its clock stands or stood still, because nothing could be kept: nothing
                          is done before it is read again */
    bool elsewhere[2]; /* a player is connected to another server */
    errand *put_off;   /* what is done when it has been read */
    size_t kept;       /* events that are on disk */
    size_t under_way;  /* errands to the store */
    int standing_kept; /* -1: the room is not on disk yet */
    guest *guests;     /* who is connected */
    size_t guest_count;
    int connections[2];  /* of the players */
    uint64_t client;     /* who made it (server/limiter.h); if nobody knows, a number of its own */
    bool is_counted;     /* ... among the unfinished ones of that client */
    choice *choice;      /* of the computer's turn; NULL: it does not think */
    int64_t rests_until; /* ... nor does it before this */
    int64_t touched;     /* when it was last asked for */
    struct place *next;  /* in its bucket */
} place;

typedef struct desk_counts {
    uint64_t rooms, guests, events, stores_failed;
} desk_counts;

typedef struct desk_options {
    backend *backend; /* is taken over */
    const game *const *games;
    int retain_days;             /* after which finished games are forgotten; 0: never */
    thinkers *thinkers;          /* for computer players; NULL: they do not move */
    void (*wake)(void *context); /* called by another thread: desk_collect has something to do */
    void (*tell)(void *context, const char *line); /* for who runs the server; NULL: nobody */
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
thinkers *desk_thinkers(const desk *d);
const uint8_t *desk_secret(const desk *d); /* 32 bytes that are this store's */
desk_counts desk_count(const desk *d);
void desk_count_guest(desk *d, bool comes);

/* Unfinished games on a server. */
enum {
    DESK_GAMES_MOST = 20000,
    DESK_GAMES_OF_A_CLIENT = 500,
    COMPUTER_GAMES_MOST = 2000, /* ... against the computer */
    COMPUTER_GAMES_OF_A_CLIENT = 20,
};

/* Whether a client may make or join another game now. */
bool desk_lets(desk *d, uint64_t client);

/* ... may have another game read that is not in memory, or perhaps does not exist: what is read
 * waits in one queue with what is kept. */
bool desk_lets_read(desk *d, uint64_t client);

/* ... may say another command of so many bytes: whoever has many sockets would have as many times
 * what one may say. */
bool desk_lets_say(desk *d, uint64_t client, size_t bytes);

/* Whether there are too many unfinished games for another one of this client: 0, or the status by
 * which it is refused, and why. */
int desk_refuses(const desk *d, uint64_t client, bool with_computer, error *why);

/* --- rooms ------------------------------------------------------------------------------------ */

place *desk_find(desk *d, const char *id);       /* NULL: it is not in memory */
void desk_drop(desk *d, place *p);               /* as it is in memory; who is there is sent away */
place *desk_next(const desk *d, const place *p); /* all of them, from NULL to NULL */

/* Takes a room over that a client (0: nobody knows which) has made, or frees it: no memory. */
place *desk_add(desk *d, room *r, uint64_t client, error *e);

/* Whether other servers may change a room, so that it may be older here than on disk. */
bool desk_is_shared(const desk *d);

/* Reads a room again; what is put off is done then. */
void desk_read_again(desk *d, place *p);
void desk_put_off(place *p, errand *er);

/* A player is connected to this server, or no longer: others are told. */
void desk_note_here(desk *d, const place *p, int player, bool here);
bool place_is_here(const place *p, int player);

/* Whether something can be done in a room now, without reading it again. */
bool place_is_ready(const place *p);

/* --- errands ---------------------------------------------------------------------------------- */

/* Something that is told when the store has done its part. */
struct errand {
    store_job job;
    desk *desk;
    char id[ID_BYTES];      /* of the room */
    char another[ID_BYTES]; /* ... and of one that came about with it; "": none */
    size_t kept;            /* events of the room that are on disk then */
    int standing;           /* ... and how it stands there; -1: as before */
    size_t another_kept;
    int another_standing;
    /* p is NULL if the room could not be kept, or there is none. */
    void (*then)(errand *er, place *p);
    /* Called instead of it if the room had gone on elsewhere: p is the room as it is now, NULL if
     * there is none. */
    void (*again)(errand *er, place *p);
    void *context;
    uint64_t guest;
    char *message; /* to be told */
    char *heard;   /* what was asked for */
    errand *next;
};

/* For a room in memory, or (p is NULL) for the id of one that must be read. NULL: no memory. */
errand *errand_new(desk *d, const place *p, const char *id, void (*then)(errand *er, place *p));

/* Puts in what came of a command. */
void errand_keep(errand *er, place *p, const room_effects *effects);

void errand_drop(errand *er); /* it is not sent */

/* Sends it; the store frees it. What has nothing to keep waits for what is under way before it. */
void errand_send(errand *er);

#endif
