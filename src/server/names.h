/* SPDX-License-Identifier: MIT
 *
 * By which names the server is known, and whether somebody means it. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include <stdbool.h>

#include "base/text.h"

enum { NAMES_ADDRESS_MAX = 64 };

typedef struct server_names {
    int port;
    bool is_tls;
    bool is_everywhere;       /* other machines reach it by the addresses of this one */
    const char *own;          /* the address at which this client has reached it, as in "Host" */
    const char *const *given; /* "host" or "host:port"; NULL ends them, NULL: none */
} server_names;

/* Whether "host:port" or "host" is this server: one of its names, which nobody else can give away.
 */
bool names_mean(const server_names *n, const char *host);

/* Whether an address, "http://host:port/path", leads to this server, by one of these names or by an
 * address of the machine. */
bool names_lead_here(const server_names *n, const char *address);

/* Addresses by which other machines of the network reach this one, as in "Host" and without a port;
 * the one that leads furthest first. */
typedef struct reach {
    int count;
    char hosts[8][NAMES_ADDRESS_MAX];
} reach;

reach reach_find(void);

#endif
