/* SPDX-License-Identifier: MIT
 *
 * Requests of HTTP/1.1 and 1.0 (RFC 9110, RFC 9112), read strictly: what two readers could
 * understand in two ways is refused. Bytes in, facts out; nothing here knows of sockets. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/text.h"

enum {
    HTTP_HEAD_MAX = 16384, /* the request line and all fields */
    HTTP_LINE_MAX = 8192,  /* the request line */
    HTTP_PATH_MAX = 256,   /* the path, decoded: longer than that of anything there is */
    HTTP_FIELDS_MAX = 100,
    HTTP_BODY_MAX = 65536,
};

typedef struct http_field {
    const char *name, *value;
} http_field;

typedef struct http_request {
    const char *method; /* "GET" */
    const char *target; /* the path as it came, for the log: visible ASCII */
    const char *query;  /* behind the '?', as it came; "": none */
    const char *host;   /* whom the asker means, "localhost:8080"; NULL: not said */
    const char *scheme; /* "http" or "https"; NULL: not said */
    char path[HTTP_PATH_MAX];
    bool keeps_alive;
    bool is_old; /* HTTP/1.0 */
    bool awaits_go_ahead;
    bool is_chunked;
    uint64_t body_bytes;
    size_t field_count;
    http_field fields[HTTP_FIELDS_MAX];
} http_request;

enum { HTTP_MORE = 0, HTTP_WHOLE = 1 };

/* Reads the head of a request. HTTP_WHOLE: *r is filled in and points into `bytes`, which were
 * changed for it, and the head was so many bytes long. HTTP_MORE: it is not whole yet. Else the
 * status by which it is refused, and *why is a sentence. */
int http_read(char *bytes, size_t length, http_request *r, size_t *head, const char **why);

/* The only field of this name, or NULL; whether there is any; and whether a word is in the lists of
 * all that have it. */
const char *http_field_value(const http_request *r, const char *name);
bool http_names(const http_request *r, const char *name);
bool http_has(const http_request *r, const char *name, const char *word);
bool http_is_json(const http_request *r); /* says that its body is JSON */

/* The last element of the lists of all fields of this name: what the nearest proxy has added.
 * False: there is none, or it does not fit. */
bool http_last(const http_request *r, const char *name, text *out);

/* What is left of a request's body. */
typedef struct http_body {
    bool is_chunked;
    uint64_t left;  /* bytes of it, or of the chunk */
    uint64_t taken; /* bytes of all of it, the lines between the chunks included */
    enum { BODY_SIZE, BODY_DATA, BODY_DATA_END, BODY_TRAILER, BODY_DONE } at;
    char line[20]; /* the beginning of such a line */
    size_t in_line;
    bool after_return;
} http_body;

http_body http_body_of(const http_request *r);

/* Takes what belongs to the body: returns 0 or the status by which it is refused. It is at its end
 * when `at` is BODY_DONE; *taken is how many bytes belonged to it. What the body says is added to
 * `into`, unless that is NULL: then nobody reads it. */
int http_take(http_body *b, const char *bytes, size_t length, text *into, size_t *taken);

/* Whether the asker takes gzip (Accept-Encoding), and whether it has what the tag names already
 * (If-None-Match). */
bool http_takes_gzip(const http_request *r);
bool http_knows(const http_request *r, const char *tag);

/* A part of a file of so many bytes. */
typedef struct http_part {
    uint64_t first, length, of;
} http_part;

/* Which part of a file of `p->of` bytes is asked for (Range, If-Range): 206 and the part, 416 if it
 * has no such bytes; 200 and nothing is changed if no part is asked for, or more than one, or one
 * of a file that is no longer this one. */
int http_range(const http_request *r, const char *tag, http_part *p);

/* Replaces %41 by A, in place. False if an escape is wrong or stands for a control character. */
bool http_decode(char *string);

const char *http_phrase(int code);      /* "Not Found" */
void http_date(text *out, time_t when); /* "Tue, 17 Nov 2026 23:50:00 GMT" */

#endif
