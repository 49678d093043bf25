/* SPDX-License-Identifier: MIT
 *
 * The border between the page and the C behind it: a line in, lines out. A line is a command and
 * its arguments, separated by tabs; an answer is lines of a key and its values, separated by tabs,
 * and ends with "ok" or "error<tab>what is wrong". A command that fails has changed nothing.
 * Line ends, tabs and backslashes within a value are written \n, \t and \\.
 *
 * The border keeps one match (play/match.h) and an engine to play it; docs/page.md lists the
 * commands. The same code runs as WebAssembly in the page and natively in the tests. */
#ifndef WEB_BORDER_H
#define WEB_BORDER_H

#include "base/text.h"

typedef struct border border;

border *border_new(void); /* NULL: out of memory */
void border_free(border *b);

/* From now on no search takes more nodes, and little memory; 0: as usual. For tests that are in a
 * hurry. */
void border_bound(border *b, uint64_t nodes);

/* `line` need not end in NUL; whatever it holds, there is an answer. */
void border_line(border *b, const char *line, size_t length, text *answer);

#endif
