/* SPDX-License-Identifier: MIT
 *
 * A seat in a game, and the file that keeps it, for this user alone: whoever has the token has the
 * seat. The file is written before the seat is asked for, with the key of that request, so that an
 * answer that is lost loses no seat either. */
#ifndef BOT_SEAT_H
#define BOT_SEAT_H

#include "bot/address.h"
#include "game/fair.h"

typedef struct seat {
    char server[600];                 /* as address_write has it */
    char id[ID_BYTES];                /* of the game; "" while it is not known */
    int player;                       /* 1 made the game, 2 joined it */
    char token[129];                  /* "" while the seat is not given */
    char key[33];                     /* Idempotency-Key of the request for it */
    char random[2 * FAIR_RANDOM + 1]; /* this player's part in the draws */
} seat;

/* A seat that is not given yet, on this server, with a key and random bytes. */
seat seat_new(const address *server);

/* STATUS_INVALID: it is no such file. *there: there is one at all. */
status seat_read(const char *path, seat *s, bool *there, error *e);
status seat_write(const char *path, const seat *s, error *e);

/* What player 1 tells of the random bytes at first. */
typedef struct seat_hash {
    char hex[2 * CIPHER_BYTES + 1];
} seat_hash;
seat_hash seat_random_hash(const seat *s);

#endif
