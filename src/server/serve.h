/* SPDX-License-Identifier: MIT
 *
 * The page over HTTP: server/talk.h talks, server/carrier.h carries. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include <signal.h>
#include <stdbool.h>

#include "base/status.h"

/* How long the server waits for the other side, in milliseconds, and for how many at once. */
typedef struct serve_patience {
    int idle;      /* for the next request of a connection, unless others need its place */
    int receiving; /* for the first one to begin, and for a whole one from its first byte on */
    int saying;    /* for the other side to take the next bytes of an answer */
    int leaving;   /* for it to hang up after the last */
    int hello;     /* for a guest of a game to say hello */
    int quiet;     /* for a guest to say something; then it is asked whether it is still there */
    int connections;
    int of_a_client; /* ... and of them so many of one address, which is not this machine */
} serve_patience;

typedef struct serve_options {
    int port;                /* 0: any that is free */
    bool proxied;            /* a proxy on this machine says for whom it asks */
    bool everyone;           /* other machines may ask, too; else only this one */
    bool public_metrics;     /* ... also for the numbers of /metrics */
    const char *certificate; /* with its key, to encrypt what is said; NULL: it is not */
    const char *key;
    const char *const *names; /* by which others know it; NULL ends them, NULL: none */
    const char *store;        /* where games are kept, "sqlite:FILE"; NULL: there are none */
    int retain_days;          /* after which finished games are forgotten; 0: never */
    const volatile sig_atomic_t *stop;
    void (*ready)(void *context, int port);       /* told once it answers */
    void (*log)(void *context, const char *line); /* told of each request; NULL: nobody */
    void *context;
    const serve_patience *patience; /* NULL: the usual */
} serve_options;

/* Serves until it is told to stop. */
status serve(const serve_options *options, error *e);

#endif
