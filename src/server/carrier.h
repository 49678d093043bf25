/* SPDX-License-Identifier: MIT
 *
 * Carries bytes between the sockets of a server and what is said on them (server/talk.h), encrypted
 * or not, and keeps the time for each. It never waits: server/serve.c does, for all of them at
 * once.
 *
 * What there is to say goes off in rounds (carrier_say), so that all that has happened to somebody
 * since the last one is a single write; and only there does a connection go, so that nobody else
 * holds one that is no more. */
#ifndef SERVER_CARRIER_H
#define SERVER_CARRIER_H

#include <stdint.h>
#include <sys/socket.h>

#include "server/serve.h"
#include "server/talk.h"
#include "server/tls.h"

typedef struct connection connection;

typedef struct carrier {
    const talk_terms *terms;
    serve_patience patience;
    const tls_keys *keys; /* NULL: nothing is encrypted */
    int poll;      /* of epoll, where connections are waited for; their data is a connection */
    crowd clients; /* connections of each */
    connection *all;
    connection *busy, **busy_end; /* there may be something to say to them */
    size_t count;
    uint64_t rests; /* how often one has begun to rest */
} carrier;

/* `poll` is not taken over; the terms' counts and wake are for this carrier. */
void carrier_begin(carrier *c, const talk_terms *terms, const serve_patience *patience,
                   const tls_keys *keys, int poll);
void carrier_end(carrier *c); /* hangs up on everybody */

/* Takes a socket over, or closes it: there are too many of that client, or there is no memory. */
void carrier_take(carrier *c, int fd, const struct sockaddr_storage *peer);

/* Something can be read or written, as epoll tells. */
void connection_ready(connection *n, uint32_t events);

/* There is something to say on a connection though nothing was asked. */
void carrier_wake(talk *t);

/* Says what there is to say, to each a piece. */
void carrier_say(carrier *c);

/* Looks who has taken too long; several times a second. */
void carrier_look(carrier *c);

/* All places are taken: who has rested longest since the last answer must go, if somebody rests. */
void carrier_make_room(carrier *c);

#endif
