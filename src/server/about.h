/* SPDX-License-Identifier: MIT
 *
 * What the server says of itself: that it is well, numbers, where it is reached, and its addresses
 * as QR codes (docs/server.md). */
#ifndef SERVER_ABOUT_H
#define SERVER_ABOUT_H

#include "server/answer.h"
#include "server/names.h"

/* What has happened since the server began. */
typedef struct server_counts {
    uint64_t connections; /* there are now */
    uint64_t requests[6]; /* answered, by the first digit of the status */
} server_counts;

typedef struct about_asking {
    const http_request *request;
    const char *body;
    size_t length;
    bool is_local; /* it comes from this machine */
    bool public_metrics;
    const server_names *names;
    const server_counts *counts; /* NULL: nobody counts */
    const desk *desk;            /* NULL: there are no games */
} about_asking;

/* Whether a request is about the server; and what is answered to it, which the caller frees. */
bool about_knows(const http_request *r);
answer about_answer(const about_asking *a);

#endif
