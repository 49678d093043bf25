/* SPDX-License-Identifier: MIT
 *
 * Draws that nobody can know or choose (docs/rules-liniell.md, "Fair draws"). H is cipher_hash.
 *
 * A chain of keys: key[k] = H(key[k + 1]), the last of them 32 secret random bytes. Its commitment
 * H(key[1]) is published before the first game; game k is drawn by key[k], which is revealed when
 * it is over. So a revealed key proves itself and says nothing of the next.
 *
 * The stack of a game is put in order by 32 bytes, H(key || random 1 || random 2 || H(text of the
 * rules)): nobody who has published the commitment first and then got the players' random bytes
 * could choose it, and another tile set has another order. All this is arithmetic: where secrets
 * come from is the caller's affair. */
#ifndef GAME_FAIR_H
#define GAME_FAIR_H

#include <stdbool.h>

#include "base/cipher.h"
#include "base/text.h"

enum { FAIR_KEYS = 1000, FAIR_RANDOM = 16 /* bytes of a player's */, FAIR_THINGS_MAX = 256 };

typedef struct fair_key {
    uint8_t bytes[CIPHER_BYTES];
} fair_key;

typedef struct fair_random {
    uint8_t bytes[FAIR_RANDOM];
} fair_random; /* zeros where there is no such player */

/* Key `number` of the chain that ends in `last`; number 0 is its commitment. */
fair_key fair_chain(const fair_key *last, int number);

/* The commitment of a chain of which this is key `number`. */
fair_key fair_commitment(const fair_key *key, int number);

/* What puts the stack of a game in order. */
fair_key fair_stack(const fair_key *key, const fair_random randoms[2], const char *rules);

/* The numbers from 0 to count - 1 in the order of the stack, the first drawn first. */
void fair_order(const fair_key *stack, int count, uint8_t *order);

/* Bytes as hexadecimal text: written in small letters, read in either. */
void fair_write(const uint8_t *bytes, size_t length, text *out);
bool fair_read(const char *string, uint8_t *bytes, size_t length);

#endif
