/* SPDX-License-Identifier: MIT
 *
 * A line to a server: bytes over TCP, with TLS where the address is https. Nothing waits for ever,
 * and every wait ends at once when `stop` is set. */
#ifndef BOT_WIRE_H
#define BOT_WIRE_H

#include <stdatomic.h>

#include "bot/address.h"

typedef struct wire wire;

/* STATUS_FAILED: nobody is there; the message names the server. */
status wire_open(const address *to, double patience, const atomic_bool *stop, wire **out, error *e);
void wire_close(wire *l);

/* Reads what there is, at most so much; *got is 0 if nothing has come within so many seconds. The
 * other side having hung up is a failure. `also` is another descriptor (-1: none) at which the wait
 * ends as soon as there is something to read. */
status wire_read(wire *l, char *bytes, size_t room, double seconds, int also, size_t *got,
                 error *e);
status wire_write(wire *l, const char *bytes, size_t length, error *e);

#endif
