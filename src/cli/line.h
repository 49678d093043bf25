/* SPDX-License-Identifier: MIT
 *
 * Lines that a person types. */
#ifndef CLI_LINE_H
#define CLI_LINE_H

enum { LINE_BYTES = 4096 }; /* a longer line is no answer to anything */

typedef enum line_outcome {
    LINE_READ,
    LINE_TOO_LONG, /* it was skipped to its end */
    LINE_NONE,     /* the input is at its end, or cannot be read */
} line_outcome;

/* Reads a line from standard input, without its end. */
line_outcome line_read(char line[LINE_BYTES + 1]);

#endif
