/* SPDX-License-Identifier: MIT */
#include "server/limiter.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>

static unsigned char key[crypto_shorthash_KEYBYTES];

static bool take(bucket *b, const allowance *a, int count, int64_t now_ms) {
    double gained = (double)(now_ms - b->at) / 1000 * a->a_second;
    b->left = b->at == 0 || b->left + gained > a->most ? a->most : b->left + gained;
    b->at = now_ms;
    if (b->left < count) return false;
    b->left -= count;
    return true;
}

bool bucket_take(bucket *b, const allowance *a, int64_t now_ms) {
    return take(b, a, 1, now_ms);
}

static void make_key(void) {
    randombytes_buf(key, sizeof key);
}

static uint64_t hash_of(const unsigned char *bytes, size_t length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "a client is a hash");
    pthread_once(&once, make_key);
    crypto_shorthash((unsigned char *)&hash, bytes, length, key);
    return hash;
}

/* Who has one address of IPv6 has 2^64 of them, and may well have 65,536 times as many: so many
 * clients, who all stand in one set. */
enum { V4_BYTES = 4, V6_CLIENT_BYTES = 8, V6_SITE_BYTES = 6 };

uint64_t limiter_client(const char *address) {
    unsigned char bytes[16] = {0};
    bool is_v6 = inet_pton(AF_INET, address, bytes) != 1;
    if (is_v6 && inet_pton(AF_INET6, address, bytes) != 1) memset(bytes, 0xff, sizeof bytes);
    uint64_t whole = hash_of(bytes, is_v6 ? V6_CLIENT_BYTES : V4_BYTES);
    uint64_t site = is_v6 ? hash_of(bytes, V6_SITE_BYTES) : whole;
    uint64_t set = site % (LIMITER_SETS / 2) + (is_v6 ? LIMITER_SETS / 2 : 0);
    uint64_t client = set << LIMITER_SET_SHIFT | whole >> (64 - LIMITER_SET_SHIFT);
    return client ? client : 1;
}

/* Among the places where a client may stand: its own, or that which was used longest ago. Whoever
 * was there is forgotten, and what it had left is what the newcomer has: after a while, all. A full
 * bucket for each newcomer would have no end for some who push each other out in turns. */
bool limiter_take_several(limiter *l, uint64_t client, const allowance *a, int count,
                          int64_t now_ms) {
    size_t first = (size_t)(client >> LIMITER_SET_SHIFT) * LIMITER_WAYS, at = first;
    for (size_t i = first; i < first + LIMITER_WAYS; i++) {
        if (l->slots[i].client == client) {
            at = i;
            break;
        }
        if (l->slots[i].bucket.at < l->slots[at].bucket.at) at = i;
    }
    l->slots[at].client = client;
    return take(&l->slots[at].bucket, a, count, now_ms);
}

bool limiter_take(limiter *l, uint64_t client, const allowance *a, int64_t now_ms) {
    return limiter_take_several(l, client, a, 1, now_ms);
}

bool crowd_enter(crowd *c, uint64_t client, int most) {
    uint16_t *count = &c->counts[client & 0xffff];
    if (*count >= most) return false;
    ++*count;
    return true;
}

void crowd_leave(crowd *c, uint64_t client) {
    --c->counts[client & 0xffff];
}

int crowd_size(const crowd *c, uint64_t client) {
    return c->counts[client & 0xffff];
}
