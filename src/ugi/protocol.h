/* SPDX-License-Identifier: MIT
 *
 * The engine protocol, UGI (docs/protocol.md): lines in, lines out. The one border for programs:
 * command line, network and page all hand in what they receive and send on what is said.
 *
 * One thread at a time hands lines in. Thinking goes on beside it on a thread of the protocol's
 * own, unless the caller has none to spare. Lines out come from both, one at a time; whoever is
 * called with one must not hand in a line from there. */
#ifndef UGI_PROTOCOL_H
#define UGI_PROTOCOL_H

#include "ugi/session.h"

typedef struct protocol protocol;

enum { PROTOCOL_LINE_MAX = 1 << 16 }; /* bytes; a longer line is refused */

typedef struct protocol_options {
    void (*say)(void *context, const char *line); /* a line without its end */
    void *context;
    const char *version; /* of the program */
    /* Thinks on the caller's thread: what a line asks for has been answered when the call returns,
     * and nothing can stop it; so bounds.nodes must be set. */
    bool on_caller;
    session_bounds bounds; /* for strangers: what one search or setting may take */
    seconds_clock clock;
} protocol_options;

status protocol_new(const protocol_options *options, protocol **p, error *e);

/* Stops thinking, then frees all. */
void protocol_free(protocol *p);

/* Takes a line, without its end: any bytes whatever. False after `quit`. */
bool protocol_line(protocol *p, const char *bytes, size_t length);

/* The same for bytes as they come from a file or the network: whole lines, parts of lines. */
bool protocol_bytes(protocol *p, const char *bytes, size_t length);

/* The end of the input: takes a last line that was not ended, and stops what is under way, which
 * says its last line. */
void protocol_end(protocol *p);

/* The names of the commands, then NULL. */
const char *protocol_command(size_t index);

#endif
