/* SPDX-License-Identifier: MIT
 *
 * What the server answers to a request, apart from how it travels (server/carrier.h): the files of
 * the page here, exact values in server/values.h, games in server/games.h. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include <jansson.h>

#include "base/status.h"
#include "base/text.h"
#include "server/courier.h"
#include "server/desk.h"
#include "server/frames.h"

typedef struct library library; /* of tables (server/values.h) */

enum { ANSWER_TAG_BYTES = 32 };

typedef struct answer {
    int code; /* as in HTTP */
    const char *type;
    char tag[ANSWER_TAG_BYTES]; /* names these very bytes; "": none */
    bool is_gzip;
    bool for_all;      /* pages of other servers may ask, too */
    bool is_immutable; /* what is at this address never changes: its name is of its contents */
    bool is_secret;    /* nobody may keep it on its way */
    const char *allow; /* methods, of an answer 405; NULL: GET, HEAD */
    const char *cors_methods; /* that pages of other servers may use; NULL: nobody has asked */
    char location[64];        /* "": none */
    const unsigned char *bytes;
    size_t length;
    http_part range; /* of a file that can be had in parts; {0}: of none */
    parcel *parcel;  /* ... whose bytes are on their way; NULL: `bytes` has all */
    text body;       /* where `bytes` were made for this answer */
    error remark;    /* for the log alone; "": none */

    /* Of an answer 101: the room whose guest the asker is from now on. */
    desk *desk;
    place *place;
    char accept[FRAME_ACCEPT_BYTES];
} answer;

/* The caller frees it. */
answer answer_to(library *l, const http_request *r, const char *body, size_t length);

/* Whether what is wrong with a path is told in a way that programs read. */
bool answer_is_for_programs(const char *path);

/* Facts as JSON, whose reference is taken over (NULL: there was no memory for them); what went
 * wrong, as RFC 9457 has it; a text of some type (NULL: plain), which is taken over. */
answer answer_facts(int code, json_t *facts);
answer answer_problem(int code, const char *detail);
answer answer_text(int code, const char *type, text body);

/* Names an answer by some bytes: a strong tag. */
void answer_name(answer *a, const void *bytes, size_t length);

/* Names an answer by its contents, if it was found and is the same for everybody who asks; 304 if
 * the asker has it. */
void answer_tag(answer *a, const http_request *r);

/* The value of a parameter, decoded; it stays as it is if the parameter is not there. */
status answer_parameter(const char *query, const char *name, text *value, error *e);

void answer_free(answer *a);

#endif
