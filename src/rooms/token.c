/* SPDX-License-Identifier: MIT */
#include "rooms/token.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void token_write(const uint8_t *bytes, size_t length, char *out) {
    assert(length % 3 == 0);
    for (size_t i = 0; i < length; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6) *out++ = letters[three >> shift & 63];
    }
    *out = '\0';
}

bool token_is_id(const char *string) {
    return strlen(string) == ID_BYTES - 1 && strspn(string, letters) == ID_BYTES - 1;
}

token_hash token_hash_of(const char *token) {
    token_hash hash;
    cipher_hash(token, strlen(token), hash.bytes);
    return hash;
}

bool token_matches(const token_hash *kept, const char *token) {
    token_hash given = token_hash_of(token);
    return sodium_memcmp(kept->bytes, given.bytes, sizeof given.bytes) == 0;
}
