/* SPDX-License-Identifier: MIT
 *
 * Turning tiles of bytes over. */
#ifndef LINJA_SOLUTION_TRANSPOSE_H
#define LINJA_SOLUTION_TRANSPOSE_H

#include <string.h>

#include "linja/solution/index.h"

typedef uint8_t linja_bytes_16 __attribute__((vector_size(16)));

static inline linja_bytes_16 linja_interleave_low(linja_bytes_16 a, linja_bytes_16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline linja_bytes_16 linja_interleave_high(linja_bytes_16 a, linja_bytes_16 b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

/* Turns 16 x 16 bytes over, by interleaving rows that lie 8 apart, four times. */
static inline void linja_transpose_16(linja_bytes_16 a[16]) {
    linja_bytes_16 b[16];
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 8; i++) {
            b[2 * i] = linja_interleave_low(a[i], a[i + 8]);
            b[2 * i + 1] = linja_interleave_high(a[i], a[i + 8]);
        }
        memcpy(a, b, sizeof b);
    }
}

/* A whole tile; `negated`: each byte, too. */
static inline void linja_transpose(const uint8_t from[LINJA_BLOCK][LINJA_BLOCK],
                                   uint8_t to[LINJA_BLOCK][LINJA_BLOCK], bool negated) {
    for (int row = 0; row < LINJA_BLOCK; row += 16)
        for (int column = 0; column < LINJA_BLOCK; column += 16) {
            linja_bytes_16 part[16];
            for (int i = 0; i < 16; i++) memcpy(&part[i], &from[row + i][column], sizeof part[i]);
            linja_transpose_16(part);
            for (int i = 0; i < 16; i++) {
                linja_bytes_16 turned = negated ? -part[i] : part[i];
                memcpy(&to[column + i][row], &turned, sizeof turned);
            }
        }
}

#endif
