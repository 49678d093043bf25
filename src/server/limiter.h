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

enum { LIMITER_CLIENTS = 4096 };

typedef struct limiter {
    struct {
        uint64_t client; /* 0: none */
        bucket bucket;
    } slots[LIMITER_CLIENTS];
} limiter;

bool limiter_take(limiter *l, const char *address, const allowance *a, int64_t now_ms);

#endif
