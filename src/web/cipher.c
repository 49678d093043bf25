/* SPDX-License-Identifier: MIT
 *
 * BLAKE2b-256 and ChaCha20 written to be read beside their RFCs, for builds without libsodium.
 * Nothing here needs to be fast: a game hashes some thousand bytes. */
#include <string.h>

#include "base/cipher.h"

/* --- BLAKE2b (RFC 7693) ---------------------------------------------------------------------- */

enum { HASH_BLOCK = 128, HASH_ROUNDS = 12 };

static const uint64_t hash_start[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

static const uint8_t hash_order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t read_64(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int i = 8; i-- > 0;) word = word << 8 | bytes[i];
    return word;
}

static uint64_t right_64(uint64_t word, int bits) {
    return word >> bits | word << (64 - bits);
}

static void mix_64(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = right_64(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = right_64(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = right_64(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = right_64(v[b] ^ v[c], 63);
}

/* Takes a block in, `length` bytes having been hashed with it. */
static void compress(uint64_t h[8], const uint8_t block[HASH_BLOCK], uint64_t length, int last) {
    uint64_t v[16], m[16];
    for (int i = 0; i < 8; i++) v[i] = h[i];
    for (int i = 0; i < 8; i++) v[8 + i] = hash_start[i];
    for (int i = 0; i < 16; i++) m[i] = read_64(block + 8 * i);
    v[12] ^= length; /* its upper 64 bits are zero */
    if (last) v[14] = ~v[14];
    for (int round = 0; round < HASH_ROUNDS; round++) {
        const uint8_t *s = hash_order[round % 10];
        for (int i = 0; i < 4; i++) /* columns */
            mix_64(v, i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
        for (int i = 0; i < 4; i++) /* diagonals */
            mix_64(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]],
                   m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

void cipher_hash(const void *bytes, size_t length, uint8_t hash[CIPHER_BYTES]) {
    uint64_t h[8];
    memcpy(h, hash_start, sizeof h);
    h[0] ^= 0x01010000 ^ CIPHER_BYTES; /* no key, one hash of this length */
    const uint8_t *at = bytes;
    size_t left = length;
    for (; left > HASH_BLOCK; at += HASH_BLOCK, left -= HASH_BLOCK)
        compress(h, at, length - left + HASH_BLOCK, 0);
    uint8_t block[HASH_BLOCK] = {0};
    if (left > 0) memcpy(block, at, left);
    compress(h, block, length, 1);
    for (int i = 0; i < CIPHER_BYTES; i++) hash[i] = (uint8_t)(h[i / 8] >> 8 * (i % 8));
}

/* --- ChaCha20 (RFC 8439) --------------------------------------------------------------------- */

static uint32_t left_32(uint32_t word, int bits) {
    return word << bits | word >> (32 - bits);
}

static void quarter_round(uint32_t x[16], int a, int b, int c, int d) {
    x[a] += x[b];
    x[d] = left_32(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = left_32(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = left_32(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = left_32(x[b] ^ x[c], 7);
}

void cipher_block(const uint8_t key[CIPHER_BYTES], uint32_t number, uint8_t block[CIPHER_BLOCK]) {
    uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    for (int i = 0; i < CIPHER_BYTES; i++) state[4 + i / 4] |= (uint32_t)key[i] << 8 * (i % 4);
    state[12] = number; /* and a nonce of zeros behind it */
    memcpy(x, state, sizeof x);
    for (int twice = 0; twice < 10; twice++) {
        for (int i = 0; i < 4; i++) quarter_round(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < CIPHER_BLOCK; i++)
        block[i] = (uint8_t)((x[i / 4] + state[i / 4]) >> 8 * (i % 4));
}
