/* SPDX-License-Identifier: MIT
 *
 * What a store is asked to keep: rows, made on the thread of the rooms and written by that of the
 * store. A batch is kept as a whole or not at all. */
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include "rooms/room.h"

typedef enum row_kind {
    ROW_GAME,   /* text: its terms; numbers: standing, now, whether it is listed as open to all.
                   There may be such a game already */
    ROW_EVENT,  /* text: its line; numbers: n, at, what is left on the clocks of a and b */
    ROW_ANSWER, /* player; text: id of the command; more: detail; numbers: its number, n, why */
    ROW_PLAN,   /* player; text: JSON */
    ROW_KEY,    /* an Idempotency-Key; text: its hash; more: hash of the request; numbers: now,
                   player */
    ROW_ALIVE,  /* the server is up; numbers: now, and when one must have been up for it to count */
    ROW_DOWN,   /* it was not; numbers: from, to */
    ROW_HERE,   /* a player is connected to this server; or no longer */
    ROW_GONE,
    ROW_FORGET_GAME,
    ROW_FORGET_KEYS,     /* numbers: those before this time */
    ROW_FORGET_FINISHED, /* ... games that ended before it, some of them */
    ROW_KINDS
} row_kind;

typedef struct store_row {
    row_kind kind;
    char game[ID_BYTES];
    int player;
    int64_t numbers[4];
    char *text, *more;
} store_row;

/* What happens in a room as it is in memory, from when it was made or read: one batch follows from
 * the other. Once one of them was not kept, none behind it can be, whatever is read meanwhile and
 * whatever version it would follow from by then. Whoever makes batches makes and counts it. */
typedef struct store_strand {
    size_t users;
    bool is_broken; /* the store's, as long as a batch is with it */
} store_strand;

store_strand *strand_new(void); /* with one user; NULL: no memory */
store_strand *strand_hold(store_strand *s);
void strand_drop(store_strand *s); /* NULL: nothing */

typedef struct store_batch {
    store_row *rows;
    size_t count, room;
    /* Of which game it is what follows: it is refused (STATUS_DIFFERS) unless the game as kept is
     * of this version, and makes it the next one. A game that is not kept yet has version 0. */
    char game[ID_BYTES]; /* "": of none */
    int64_t version;
    store_strand *strands[2]; /* of the rooms whose rows it has: of that game, and of one that came
                                 about with it; NULL: none. The batch is a user of them */
    bool failed;              /* no memory: looked at once, by the store */
} store_batch;

void batch_free(store_batch *b);

void batch_game(store_batch *b, const room *r, int64_t now);
void batch_events(store_batch *b, const room *r, size_t first, size_t last);
void batch_answer(store_batch *b, const room *r, int player, const char *id,
                  const room_effects *effects);
void batch_plan(store_batch *b, const room *r, int player);
void batch_key(store_batch *b, const room *r, int player, const char *hash, const char *request,
               int64_t now);
void batch_numbers(store_batch *b, row_kind kind, int64_t first, int64_t second);
void batch_forget(store_batch *b, const char *id);
void batch_here(store_batch *b, const char *id, int player, bool here);

#endif
