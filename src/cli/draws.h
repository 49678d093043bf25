/* SPDX-License-Identifier: MIT
 *
 * Fair draws: before a game whoever holds the stack publishes a commitment, the hash of the seed
 * and a secret salt; after the game the two are told and anyone can check that they were fixed
 * from the beginning, and that the tiles came in the order of that seed. */
#ifndef CLI_DRAWS_H
#define CLI_DRAWS_H

#include <stdint.h>

#include "core/status.h"

enum { SALT_BYTES = 33, COMMITMENT_BYTES = 65 }; /* as hexadecimal text, with NUL */

typedef struct draws_secret {
    uint64_t seed;
    char salt[SALT_BYTES];
} draws_secret;

/* A fresh salt, from the system's secure random numbers. */
status draws_new_salt(char salt[SALT_BYTES], error *e);

/* BLAKE2b-256 of "linework draws\nseed SEED\nsalt SALT\n", in hexadecimal. */
status draws_commitment(uint64_t seed, const char *salt, char commitment[COMMITMENT_BYTES],
                        error *e);

#endif
