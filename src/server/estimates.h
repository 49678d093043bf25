/* SPDX-License-Identifier: MIT
 *
 * What positions of a game are worth that is not solved: found by searching, with its error, for
 * everyone (docs/server.md). The same question has the same answer. */
#ifndef SERVER_ESTIMATES_H
#define SERVER_ESTIMATES_H

#include "server/answer.h"
#include "server/thinkers.h"

typedef struct estimates estimates;
typedef struct estimate estimate; /* a question under way */

enum { ESTIMATE_NODES_USUAL = 2000, ESTIMATE_NODES_MOST = 100000 };

status estimates_new(thinkers *ts, estimates **out, error *e); /* the threads outlive it */
void estimates_free(estimates *all);

/* Whether a request is about such a game. */
bool estimates_know(const http_request *r);

typedef struct estimate_asking {
    estimates *all;
    const http_request *request;
    const char *client;                        /* its address */
    void (*answered)(void *context, answer a); /* called once, perhaps at once */
    void *context;
} estimate_asking;

/* *waits is the question until it is answered. */
void estimate_ask(const estimate_asking *a, estimate **waits);

/* Nobody waits for the answer any more. */
void estimate_drop(estimate *e);

#endif
