/* SPDX-License-Identifier: MIT
 *
 * The games over HTTP: made, joined, withdrawn, looked at, listed; and the door to their sockets
 * (docs/server.md). What has to be kept first is answered later, through a ticket. */
#ifndef SERVER_GAMES_H
#define SERVER_GAMES_H

#include "server/answer.h"
#include "server/desk.h"

typedef struct ticket ticket;

/* What a request is about games; it is copied. */
typedef struct games_asking {
    desk *desk;
    const http_request *request;
    const char *body;
    size_t body_bytes;
    const char *client; /* its address */
    /* Called once, perhaps before games_ask returns: then there is no ticket any more. */
    void (*answered)(void *context, answer a);
    void *context;
} games_asking;

/* Whether a path is one of the games'. */
bool games_know(const char *path);

/* *waits is the ticket for the answer, until that comes. */
void games_ask(const games_asking *a, ticket **waits);

/* Nobody waits for the answer any more. */
void ticket_drop(ticket *t);

#endif
