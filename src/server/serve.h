/* SPDX-License-Identifier: MIT
 *
 * The page over HTTP: libwebsockets carries, server/answer.h answers. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include <signal.h>
#include <stdbool.h>

#include "core/status.h"

typedef struct serve_options {
    int port;      /* 0: any that is free */
    bool everyone; /* other machines may ask, too; else only this one */
    const volatile sig_atomic_t *stop;
    void (*ready)(void *context, int port); /* told once it answers */
    void *context;
} serve_options;

/* Serves until it is told to stop. */
status serve(const serve_options *options, error *e);

#endif
