/* SPDX-License-Identifier: MIT
 *
 * A client of the games, for tests and benchmarks: it starts the real program, asks it over HTTP
 * and talks to it through WebSockets. Whatever goes wrong ends the test. */
#ifndef TESTS_CLIENT_H
#define TESTS_CLIENT_H

#include <jansson.h>
#include <sys/types.h>

#include "base/text.h"

typedef struct server_process {
    pid_t pid;
    int port;
} server_process;

/* Starts `linework serve` with these options, which end with NULL; what it logs goes to `log`, if
 * that is not -1. Or with a store in this
 * file or database (postgresql://...), and without a log. */
server_process server_run(const char *program, int log, const char *const *options);
server_process server_start(const char *program, const char *file);
void server_stop(server_process *s); /* in good order */
void server_kill(server_process *s); /* by SIGKILL */

int client_dial(int port);

/* From now on it comes from this address of the machine's own, 127.0.0.0/8. */
void client_come_from(const char *address);

typedef struct http_reply {
    int code;
    text whole;   /* head and body */
    json_t *body; /* NULL: it is no JSON */
} http_reply;

/* One request on a connection of its own; `fields` are further lines, `body` may be NULL. */
http_reply http_ask(int port, const char *method, const char *path, const char *fields,
                    const char *body);
void http_forget(http_reply *r);

/* Asks, expects this status, and returns the JSON of the answer. */
json_t *http_facts(int port, const char *method, const char *path, const char *body, int code);

/* --- WebSocket -------------------------------------------------------------------------------- */

typedef struct ws {
    int fd;
    int close_code; /* with which the server has ended it; 0: it has not */
} ws;

/* A socket of a game, on which nothing has been said yet. */
ws ws_open(int port, const char *id);
void ws_close(ws *w); /* hangs up without a word */

void ws_send(ws *w, const char *json);
void ws_send_frame(ws *w, int first_byte, const char *bytes, size_t length);

/* The next message; NULL: the server has closed. */
json_t *ws_hear(ws *w);

/* The server rests: it takes next to nothing of what this test, which does not rest, gets of the
 * same machine. */
void client_expect_rest(pid_t server);

#endif
