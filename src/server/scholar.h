/* SPDX-License-Identifier: MIT
 *
 * Who looks exact values up: a thread of its own (server/thinkers.h), because a table may have to
 * be read from disk, and who plays must not wait for that. Questions are answered one after the
 * other, and clients take turns. */
#ifndef SERVER_SCHOLAR_H
#define SERVER_SCHOLAR_H

#include "server/answer.h"

typedef struct scholar scholar;
typedef struct inquiry inquiry; /* a question under way */

enum { INQUIRIES_OF_A_CLIENT = 16 }; /* at once; more are refused */

/* `wake` is called by the thread: scholar_collect has something to hand out. */
status scholar_new(void (*wake)(void *context), void *context, scholar **s, error *e);
void scholar_free(scholar *s); /* what is not answered never is */

typedef struct scholar_asking {
    const http_request *request; /* one that values_know; it is copied, as the body is */
    const char *body;
    size_t length;
    const char *client;                        /* its address */
    void (*answered)(void *context, answer a); /* called once, by scholar_ask or scholar_collect */
    void *context;
} scholar_asking;

/* *waits is the question until it is answered. */
void scholar_ask(scholar *s, const scholar_asking *a, inquiry **waits);
void scholar_collect(scholar *s);

/* Nobody waits for the answer any more. */
void inquiry_drop(inquiry *i);

#endif
