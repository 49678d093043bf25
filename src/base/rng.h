/* SPDX-License-Identifier: MIT
 *
 * The project's own random numbers: SplitMix64 (Steele, Lea, Flood 2014). The same seed gives the
 * same stream on every machine and in every build, so a game, a deal or a test has a number. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <assert.h>
#include <stdint.h>

typedef struct rng {
    uint64_t state;
} rng;

static inline rng rng_seeded(uint64_t seed) {
    return (rng){seed};
}

/* The generator's finisher, for hashes too: each bit of the result depends on every bit of z. The
 * shorter one does so for the high bits only. */
static inline uint64_t rng_mix_high(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
}

static inline uint64_t rng_mix(uint64_t z) {
    z = rng_mix_high(z);
    return z ^ z >> 31;
}

static inline uint64_t rng_next(rng *r) {
    return rng_mix(r->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* A number from 0 to below-1, all equally likely. */
static inline uint64_t rng_below(rng *r, uint64_t below) {
    assert(below > 0);
    uint64_t unfair = -below % below; /* 2^64 mod below: the numbers too many for an even split */
    uint64_t number;
    do number = rng_next(r);
    while (number < unfair);
    return number % below;
}

#endif
