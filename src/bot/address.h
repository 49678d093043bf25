/* SPDX-License-Identifier: MIT
 *
 * The address of a server, or of a game on one. */
#ifndef BOT_ADDRESS_H
#define BOT_ADDRESS_H

#include "base/status.h"
#include "rooms/token.h"

typedef struct address {
    bool secure; /* https */
    char host[256];
    char port[6];
    char authority[272]; /* host and port, as in "Host" */
    char base[256];      /* the path below which the server is; begins and ends with '/' */
    char id[ID_BYTES];   /* of the game; "": none */
} address;

/* "http://host:8080/", "https://host/below/", or the address of a game: below .../v1/games/, or as
 * the page shows it, where its id is the last word of the fragment. STATUS_USAGE if it is none. */
status address_read(const char *string, address *out, error *e);

/* "http://host:8080/" */
void address_write(const address *a, text *out);

#endif
