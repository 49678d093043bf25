/* SPDX-License-Identifier: MIT
 *
 * What is said on a connection, encrypted: OpenSSL between the bytes of a socket and those of a
 * talk, without a socket of its own (docs/server.md tells why). */
#ifndef SERVER_TLS_H
#define SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct tls_keys tls_keys; /* of a server */
typedef struct tls tls;           /* of a connection */

/* A certificate with those that vouch for it, and its key, both PEM. */
status tls_keys_load(const char *certificate, const char *key, tls_keys **out, error *e);
void tls_keys_free(tls_keys *keys);

tls *tls_new(const tls_keys *keys); /* NULL: no memory */
void tls_free(tls *t);

/* Bytes that came through the socket. False: no memory. */
bool tls_receive(tls *t, const void *bytes, size_t length);

/* What they say, some bytes at a time; 0: no more yet. -1: they are no TLS, or the other side is
 * not to be trusted or has ended it; what tls_take gives still tells it so. */
int tls_read(tls *t, char *to, size_t size);

/* Something to say, once both sides know each other. False: it cannot be said. */
bool tls_is_open(const tls *t);
bool tls_write(tls *t, const void *bytes, size_t length);
void tls_end(tls *t); /* nothing more will be said */

/* Bytes that must go through the socket; 0: none. */
size_t tls_waiting(const tls *t);
size_t tls_take(tls *t, void *to, size_t size);

#endif
