/* SPDX-License-Identifier: MIT
 *
 * What the server answers to a request, apart from how it travels (server/serve.c): the files of
 * the page, and exact values of a solved game where this machine has a table. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "base/status.h"
#include "base/text.h"
#include "server/http.h"

typedef struct library library; /* the tables that have been asked for, open */

status library_new(library **l, error *e);
void library_free(library *l);

typedef struct answer {
    int code; /* as in HTTP */
    const char *type;
    const char *tag; /* NULL: none */
    bool is_gzip;
    bool for_all; /* pages of other servers may ask, too */
    const unsigned char *bytes;
    size_t length;
    text body;    /* where `bytes` were made for this answer */
    error remark; /* for the log alone; "": none */
} answer;

/* The caller frees it. */
answer answer_to(library *l, const http_request *r);
answer answer_refusing(int code, const char *why);
void answer_free(answer *a);

#endif
