/* SPDX-License-Identifier: MIT
 *
 * The hash and the keystream behind draws that nobody can know (game/fair.h): BLAKE2b with 32
 * bytes of hash and no key (RFC 7693), and ChaCha20 as the IETF has it (RFC 8439) with a nonce of
 * zeros. Natively both are libsodium's (native/cipher.c); in WebAssembly, where there is no
 * libsodium, a small copy (web/cipher.c). tests/test_fair.c holds the two equal. */
#ifndef BASE_CIPHER_H
#define BASE_CIPHER_H

#include <stddef.h>
#include <stdint.h>

enum { CIPHER_BYTES = 32 /* of a hash, and of a key */, CIPHER_BLOCK = 64 };

/* `hash` may lie where the bytes are. */
void cipher_hash(const void *bytes, size_t length, uint8_t hash[CIPHER_BYTES]);

/* The keystream's bytes from 64 * number on. */
void cipher_block(const uint8_t key[CIPHER_BYTES], uint32_t number, uint8_t block[CIPHER_BLOCK]);

#endif
