/* SPDX-License-Identifier: MIT
 *
 * Lines that a person types. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

enum { INPUT_BYTES = 4096 }; /* a longer line is no answer to anything */

typedef enum input_outcome {
    LINE_READ,
    INPUT_TOO_LONG, /* it was skipped to its end */
    INPUT_END,      /* the input is at its end, or cannot be read */
} input_outcome;

/* Reads a line from standard input, without its end. */
input_outcome input_read_line(char line[INPUT_BYTES + 1]);

#endif
