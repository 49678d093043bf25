/* SPDX-License-Identifier: MIT
 *
 * Asks a server over HTTP, one question on a connection of its own. */
#ifndef BOT_ASK_H
#define BOT_ASK_H

#include <jansson.h>

#include "bot/wire.h"

typedef struct reply {
    int code;     /* as in HTTP */
    json_t *body; /* NULL: it is no JSON object */
} reply;

typedef struct question {
    const char *method, *path; /* below the server's base, without a slash in front: "v1/games" */
    const char *fields;        /* further lines, each with its end; NULL: none */
    const json_t *body;        /* NULL: none */
} question;

/* STATUS_FAILED: there was no answer, or none of HTTP. The caller frees the reply's body. */
status ask(const address *to, double patience, const atomic_bool *stop, const question *q,
           reply *out, error *e);

/* What a refusal says, as a failure. */
status ask_refused(const address *to, const reply *r, status code, error *e);

/* Reads the head of an answer: "HTTP/1.1 200 ...". What was read behind it is in `rest`. */
typedef struct answer_head {
    int code;
    bool is_chunked;
    long long length; /* of the body; -1: not said */
    char accept[64];  /* Sec-WebSocket-Accept; "": none */
} answer_head;

status ask_read_head(wire *l, double patience, answer_head *head, text *rest, error *e);

/* ... from its bytes; false: this is no answer of HTTP. */
bool ask_parse_head(const char *bytes, size_t length, answer_head *head);

#endif
