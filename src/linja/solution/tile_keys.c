/* SPDX-License-Identifier: MIT
 *
 * The part of packing that looks at every cell: no jumps, so that the compiler does many at once.
 * KEYS names the function, and the compiler's target sets how many. */
#include "linja/solution/tile_guess.h"

#ifndef KEYS
#define KEYS linja_keys_plain
#endif
linja_keys_find KEYS;

uint64_t KEYS(const uint8_t cells[LINJA_BLOCK], const uint8_t *up, const uint8_t *up_up,
              uint8_t *now, linja_keys *keys) {
    linja_keys found; /* here, so that the compiler sees it is no part of the lines */
    uint8_t filled[LINJA_BLOCK], is_legal[LINJA_BLOCK];
    uint64_t legal = 0;
    for (int i = 0; i < LINJA_BLOCK; i++) {
        is_legal[i] = cells[i] != 0;
        filled[i] = cells[i] != 0 ? cells[i] : up[i];
    }
    memcpy(now, filled, sizeof filled);
    for (int i = 0; i < LINJA_BLOCK; i++) {
        guess g = guess_cell(now[i - 2], now[i - 1], up[i - 1], up[i], up[i + 1], up_up[i]);
        set_key(&found, i, g, now[i]);
    }
    *keys = found;
    for (int i = 0; i < LINJA_BLOCK; i += 8) legal |= linja_eight_bits(is_legal + i) << i;
    return legal;
}
