/* SPDX-License-Identifier: MIT */
#include "cli/line.h"

#include <stdio.h>

line_outcome line_read(char line[LINE_BYTES + 1]) {
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '\0') c = ' '; /* a line has no other end than its own */
        if (length < LINE_BYTES) line[length] = (char)c;
        length += length <= LINE_BYTES;
    }
    line[length < LINE_BYTES ? length : LINE_BYTES] = '\0';
    if (c == EOF && length == 0) return LINE_NONE;
    return length > LINE_BYTES ? LINE_TOO_LONG : LINE_READ;
}
