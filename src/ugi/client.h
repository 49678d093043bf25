/* SPDX-License-Identifier: MIT
 *
 * A UGI program at the other end of two pipes (docs/protocol.md). Nothing it does can hang or
 * harm the caller: every wait has a deadline, every line a limit, and at the end the program and
 * all that it started are gone.
 *
 * STATUS_INVALID is the program's fault: it ended, was silent for too long or could not be
 * started; the message says which, without its name. Then the client is only good for freeing.
 * STATUS_FAILED is the machine's, or a stop that was asked for. */
#ifndef UGI_CLIENT_H
#define UGI_CLIENT_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/status.h"

typedef struct ugi_client ugi_client;

/* Runs a shell command and waits at most `patience` seconds until it answers to "ugi". A wait ends
 * at once when `stop` (which may be NULL) is set. SIGPIPE must be ignored as long as there is a
 * client. */
status ugi_client_new(const char *command, double patience, const atomic_bool *stop,
                      ugi_client **client, error *e);
void ugi_client_free(ugi_client *client);

/* Sends a line, given without its end. */
status ugi_client_send(ugi_client *client, const char *line, error *e);

/* Waits for a line that begins with `word`, at most for so many seconds beyond its patience, and
 * copies the word that follows, as far as there is room. Other lines are passed over. */
status ugi_client_await(ugi_client *client, const char *word, double seconds, char *next,
                        size_t room, error *e);

#endif
