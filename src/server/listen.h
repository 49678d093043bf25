/* SPDX-License-Identifier: MIT
 *
 * The sockets at which the server is reached. */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include <stdbool.h>

#include "base/status.h"

enum { LISTEN_SOCKETS = 2 }; /* of IPv4 and of IPv6 */

typedef struct listening {
    int sockets[LISTEN_SOCKETS];
    int count;
    int port;
} listening;

/* Listens on this machine's own addresses, 127.0.0.1 and ::1, because "localhost" may mean either;
 * or, for everyone, on all. Port 0: any that is free. */
status listen_open(bool everyone, int port, listening *l, error *e);

void listen_close(listening *l);

#endif
