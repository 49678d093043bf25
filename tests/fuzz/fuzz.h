/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets share. A target feeds bytes to a parser: whatever they are, nothing may
 * crash, and what is accepted must survive a round trip. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A check that no build leaves out. */
#define MUST(condition)                                                                            \
    do                                                                                             \
        if (!(condition)) abort();                                                                 \
    while (0)

/* The bytes as a string; free it. */
static inline char *as_string(const uint8_t *data, size_t size) {
    char *string = malloc(size + 1);
    MUST(string);
    if (size > 0) memcpy(string, data, size);
    string[size] = '\0';
    return string;
}

#endif
