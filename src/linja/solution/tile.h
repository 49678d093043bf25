/* SPDX-License-Identifier: MIT
 *
 * Tiles, packed: how a table file keeps the cells (linja/solution/layers.h) of up to 64 movers
 * against up to 64 opponents.
 *
 * A tile is cut into *strips* of 16 movers, each of which can be unpacked alone, mover by mover. A
 * cell is guessed from its neighbours: the one before it, and those of the mover before. What
 * differs from the guess, mostly nothing or little, is a symbol, and the neighbourhood is its
 * *context*: how the neighbours differ from each other tells how far the guess can be trusted.
 * Equal contexts of both signs are one, with the difference turned round. Symbols are written by an
 * entropy coder (range ANS, after Jarek Duda, with words of 16 bits), by the frequencies that a
 * *model* has for each context. Cells of no legal placement are not written: who unpacks knows
 * them.
 *
 * Nothing here takes memory or uses files, and a tile packs to the same bytes on every machine. */
#ifndef LINJA_SOLUTION_TILE_H
#define LINJA_SOLUTION_TILE_H

#include <string.h>

#include "linja/solution/index.h"

enum {
    LINJA_STRIP = 16,
    LINJA_STRIPS = LINJA_BLOCK / LINJA_STRIP, /* in a tile */
    LINJA_CONTEXTS = 13 * 4,
    LINJA_SYMBOLS = 32, /* differences from -15 to 15, and: another one */
    LINJA_SCALE_BITS = 11,
    LINJA_SCALE = 1 << LINJA_SCALE_BITS, /* what the frequencies of a context add up to */
    /* A symbol takes 11 bits at most, and another difference 8 more; then the state, and where the
     * strips begin. */
    LINJA_STRIP_WORDS = LINJA_STRIP * LINJA_BLOCK * 19 / 16 + 2,
    LINJA_TILE_BYTES = 2 * LINJA_STRIPS * (LINJA_STRIP_WORDS + 1),
};

/* --- models --------------------------------------------------------------------------------- */

typedef struct linja_model {
    uint16_t frequency[LINJA_CONTEXTS][LINJA_SYMBOLS]; /* each at least 1 */
} linja_model;

/* How often each symbol came. */
typedef struct linja_tally {
    uint64_t count[LINJA_CONTEXTS][LINJA_SYMBOLS];
} linja_tally;

/* The model that knows nothing, and one by what came; the same on every machine. */
void linja_model_default(linja_model *m);
void linja_model_learn(linja_model *m, const linja_tally *tally);

/* Whether it can be used: what is read from a file may be anything. */
bool linja_model_is_sound(const linja_model *m);

struct linja_keys;

/* --- packing -------------------------------------------------------------------------------- */

/* A model as the packer needs it. */
typedef struct linja_packing {
    uint64_t (*find_keys)(const uint8_t cells[LINJA_BLOCK], const uint8_t *up, const uint8_t *up_up,
                          uint8_t *now, struct linja_keys *keys); /* linja/solution/tile_guess.h */
    struct linja_packed_symbol {
        uint32_t most; /* a state from here on is too large for the symbol */
        uint32_t reciprocal, bias;
        uint16_t rest;
        uint16_t shift;
    } symbols[LINJA_CONTEXTS * LINJA_SYMBOLS + 256];
} linja_packing;
void linja_packing_begin(linja_packing *p, const linja_model *m);

/* How many placements have each cell; four, by turns, for equal cells come in runs and would wait
 * for each other. */
typedef struct linja_histogram {
    uint64_t count[4][256];
} linja_histogram;

/* Packs the cells of movers against opponents, `cells[mover][opponent]`, 0 where there is no legal
 * placement; returns how many bytes, which is 0 if none is legal. The histogram counts what is
 * packed, and the tally, if there is one, as what. */
size_t linja_tile_pack(const linja_packing *p, const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK],
                       uint8_t packed[LINJA_TILE_BYTES], linja_histogram *histogram,
                       linja_tally *tally);

/* Eight bytes, of which each is 0 or 1, as eight bits. */
static inline uint64_t linja_eight_bits(const uint8_t bytes[8]) {
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return eight * UINT64_C(0x0102040810204080) >> 56;
}

/* --- unpacking ------------------------------------------------------------------------------ */

/* A model as the unpacker needs it: the frequencies before each symbol, a cache line a context. A
 * table that says the symbol at once would be faster if it stayed in the cache, but probes go all
 * over the epochs. */
typedef struct linja_unpacking {
    uint16_t before[LINJA_CONTEXTS][LINJA_SYMBOLS];
} linja_unpacking;
void linja_unpacking_begin(linja_unpacking *u, const linja_model *m);

/* Unpacks the first `rows` movers of a strip of a tile of so many bytes. `legal` has a bit for each
 * opponent, by mover. Cells that are not legal get any value. False if this was never packed. */
bool linja_strip_unpack(const linja_unpacking *u, const uint8_t *packed, size_t length, int strip,
                        const uint64_t legal[LINJA_STRIP], int rows,
                        uint8_t cells[LINJA_STRIP][LINJA_BLOCK]);

#endif
