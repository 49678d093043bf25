/* SPDX-License-Identifier: MIT
 *
 * Ids of games and tokens of seats: random bytes as base64url. Of a token only its hash is kept, so
 * that who reads the store can sit on no seat; and comparing takes the same time whatever was
 * guessed. Where the bytes come from is the caller's affair. */
#ifndef ROOMS_TOKEN_H
#define ROOMS_TOKEN_H

#include "base/cipher.h"
#include "base/text.h"

enum {
    ID_RANDOM = 12,    /* bytes: no id is guessed */
    TOKEN_RANDOM = 24, /* ... and no token either */
    ID_BYTES = ID_RANDOM * 4 / 3 + 1,
    TOKEN_BYTES = TOKEN_RANDOM * 4 / 3 + 1,
};

typedef struct token_hash {
    uint8_t bytes[CIPHER_BYTES];
} token_hash;

/* Bytes as base64url without padding; their number must be divisible by 3. */
void token_write(const uint8_t *bytes, size_t length, char *out);

/* Whether a text could be an id of ours. */
bool token_is_id(const char *string);

token_hash token_hash_of(const char *token);
bool token_matches(const token_hash *kept, const char *token);

#endif
