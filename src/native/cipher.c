/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <sodium.h>

#include "base/cipher.h"

void cipher_hash(const void *bytes, size_t length, uint8_t hash[CIPHER_BYTES]) {
    int failed = crypto_generichash(hash, CIPHER_BYTES, bytes, length, NULL, 0);
    assert(!failed);
    (void)failed;
}

void cipher_block(const uint8_t key[CIPHER_BYTES], uint32_t number, uint8_t block[CIPHER_BLOCK]) {
    static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES], zeros[CIPHER_BLOCK];
    crypto_stream_chacha20_ietf_xor_ic(block, zeros, CIPHER_BLOCK, nonce, number, key);
}
