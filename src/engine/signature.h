/* SPDX-License-Identifier: MIT
 *
 * A fingerprint of behaviour: what the searches answer about fixed positions of both games, as one
 * number. Every build on every machine must find the same one; whoever changes how the program
 * thinks changes it, and says so (docs/protocol.md tells how it is renewed). */
#ifndef ENGINE_SIGNATURE_H
#define ENGINE_SIGNATURE_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/status.h"

/* Says a line for each position: game, rules, best turn, its points, nodes. The signature is the
 * FNV-1a hash (64 bits) of these lines, each ended by a newline. */
status signature_find(const atomic_bool *stop, void (*say)(void *context, const char *line),
                      void *context, uint64_t *signature, error *e);

#endif
