/* SPDX-License-Identifier: MIT */
#include "cli/input.h"

#include <stdio.h>

input_outcome input_read_line(char line[INPUT_BYTES + 1]) {
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '\0') c = ' '; /* a line has no other end than its own */
        if (length < INPUT_BYTES) line[length] = (char)c;
        length += length <= INPUT_BYTES;
    }
    line[length < INPUT_BYTES ? length : INPUT_BYTES] = '\0';
    if (c == EOF && length == 0) return INPUT_END;
    return length > INPUT_BYTES ? INPUT_TOO_LONG : LINE_READ;
}
