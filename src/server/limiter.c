/* SPDX-License-Identifier: MIT */
#include "server/limiter.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/rng.h"

bool bucket_take(bucket *b, const allowance *a, int64_t now_ms) {
    double gained = (double)(now_ms - b->at) / 1000 * a->a_second;
    b->left = b->at == 0 || b->left + gained > a->most ? a->most : b->left + gained;
    b->at = now_ms;
    if (b->left < 1) return false;
    b->left -= 1;
    return true;
}

/* A number for whom an address belongs to. */
static uint64_t client_of(const char *address) {
    unsigned char bytes[16] = {0};
    size_t length = 4;
    if (inet_pton(AF_INET, address, bytes) != 1) {
        length = 8;
        if (inet_pton(AF_INET6, address, bytes) != 1) memset(bytes, 0xff, sizeof bytes);
    }
    uint64_t hash = length;
    for (size_t i = 0; i < length; i++) hash = rng_mix(hash * 257 + bytes[i] + 1);
    return hash ? hash : 1;
}

/* Among the places where a client may stand: its own, or that which was used longest ago. Whoever
 * was there is forgotten, which does them no harm. */
bool limiter_take(limiter *l, const char *address, const allowance *a, int64_t now_ms) {
    enum { WAYS = 8 };
    uint64_t client = client_of(address);
    size_t first = (size_t)(client % (LIMITER_CLIENTS / WAYS)) * WAYS, oldest = first;
    for (size_t i = first; i < first + WAYS; i++) {
        if (l->slots[i].client == client) return bucket_take(&l->slots[i].bucket, a, now_ms);
        if (l->slots[i].bucket.at < l->slots[oldest].bucket.at) oldest = i;
    }
    l->slots[oldest].client = client;
    l->slots[oldest].bucket = (bucket){0};
    return bucket_take(&l->slots[oldest].bucket, a, now_ms);
}
