/* SPDX-License-Identifier: MIT
 *
 * What programs can ask for: every address of the API with its methods. A request that stands not
 * here reaches nobody; files/v1/openapi.json describes each (tests/test_openapi.c compares). */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include "server/answer.h"

typedef struct route {
    const char *path;    /* "/v1/games/{id}"; NULL ends the list. "{game}" is the name of one */
    const char *methods; /* as in the field "Allow" */
    bool for_all;        /* pages of other servers may ask, too */
    bool is_limited;     /* a client asks only so often */
} route;

extern const route server_routes[];

/* Whether a request is for programs: then it must be one of these, or *refusal says why it is not.
 * Files of the page are none of this. */
bool routes_refuse(const http_request *r, answer *refusal);

/* Whether pages of other servers may ask there. */
bool routes_are_for_all(const char *path);

/* Whether a client asks for this only so often: what is worked out on the event loop or read from
 * the store. Files cost no more than sending them, and other work has queues of its own. */
bool routes_limit(const http_request *r);

#endif
