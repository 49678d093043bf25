/* SPDX-License-Identifier: MIT
 *
 * How much one client may ask for: so much at once, and then so much a second. A client is an
 * address; of IPv6 the first half, because whoever has one address there has all of that. */
#ifndef SERVER_LIMITER_H
#define SERVER_LIMITER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct allowance {
    double most, a_second;
} allowance;

typedef struct bucket {
    double left;
    int64_t at;
} bucket;

/* Whether one more is allowed; then it counts. A bucket of zeros is full. */
bool bucket_take(bucket *b, const allowance *a, int64_t now_ms);

/* Sets of places; a client stands in one of those of its set, which it shares with others. IPv4 and
 * IPv6 have half of the sets each, and what begins with the same 48 bits of IPv6 has one: so
 * whoever has very many addresses takes the places of few others. */
enum {
    LIMITER_SETS = 512,
    LIMITER_SET_SHIFT = 64 - 9, /* the first bits of a client are its set */
    LIMITER_WAYS = 8,
    LIMITER_CLIENTS = LIMITER_SETS * LIMITER_WAYS,
};

typedef struct limiter {
    struct {
        uint64_t client; /* 0: none */
        bucket bucket;
    } slots[LIMITER_CLIENTS];
} limiter;

/* How many of something each client has at once. A client shares its place with another by a chance
 * of 1 in 65,536. */
typedef struct crowd {
    uint16_t counts[1 << 16];
} crowd;

bool crowd_enter(crowd *c, uint64_t client, int most); /* false: there are that many already */
void crowd_leave(crowd *c, uint64_t client);
int crowd_size(const crowd *c, uint64_t client);

/* A number for whom it belongs to, never 0. Each process has its own, so that nobody can choose
 * addresses that share a place. */
uint64_t limiter_client(const char *address);
bool limiter_take(limiter *l, uint64_t client, const allowance *a, int64_t now_ms);
bool limiter_take_several(limiter *l, uint64_t client, const allowance *a, int count,
                          int64_t now_ms);

#endif
