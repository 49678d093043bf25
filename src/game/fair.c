/* SPDX-License-Identifier: MIT */
#include "game/fair.h"

#include <assert.h>
#include <string.h>

/* Hashes over and over. */
static fair_key hashed(fair_key key, int times) {
    while (times-- > 0) cipher_hash(key.bytes, sizeof key.bytes, key.bytes);
    return key;
}

fair_key fair_chain(const fair_key *last, int number) {
    assert(number >= 0 && number <= FAIR_KEYS);
    return hashed(*last, FAIR_KEYS - number);
}

fair_key fair_commitment(const fair_key *key, int number) {
    assert(number > 0 && number <= FAIR_KEYS);
    return hashed(*key, number);
}

fair_key fair_stack(const fair_key *key, const fair_random randoms[2], const char *rules) {
    uint8_t parts[2 * CIPHER_BYTES + 2 * FAIR_RANDOM], *at = parts;
    memcpy(at, key->bytes, CIPHER_BYTES);
    at += CIPHER_BYTES;
    for (int player = 0; player < 2; player++, at += FAIR_RANDOM)
        memcpy(at, randoms[player].bytes, FAIR_RANDOM);
    cipher_hash(rules, strlen(rules), at);
    fair_key stack;
    cipher_hash(parts, sizeof parts, stack.bytes);
    return stack;
}

/* The keystream, word by word. */
typedef struct stream {
    const fair_key *key;
    uint32_t next; /* word */
    uint8_t block[CIPHER_BLOCK];
} stream;

static uint32_t next_word(stream *s) {
    uint32_t words = CIPHER_BLOCK / 4, place = s->next % words;
    if (place == 0) cipher_block(s->key->bytes, s->next / words, s->block);
    s->next++;
    uint32_t word = 0;
    for (uint32_t i = 4; i-- > 0;) word = word << 8 | s->block[4 * place + i];
    return word;
}

/* A number below `below`, all equally likely: as rng_below, with 32 bits. */
static uint32_t next_below(stream *s, uint32_t below) {
    uint32_t unfair = -below % below; /* 2^32 mod below */
    uint32_t word;
    do word = next_word(s);
    while (word < unfair);
    return word % below;
}

void fair_order(const fair_key *stack, int count, uint8_t *order) {
    assert(count >= 0 && count <= FAIR_THINGS_MAX);
    stream s = {.key = stack};
    for (int i = 0; i < count; i++) order[i] = (uint8_t)i;
    for (int left = count; left > 1; left--) {
        uint32_t chosen = next_below(&s, (uint32_t)left);
        uint8_t last = order[left - 1];
        order[left - 1] = order[chosen];
        order[chosen] = last;
    }
}

void fair_write(const uint8_t *bytes, size_t length, text *out) {
    for (size_t i = 0; i < length; i++) text_format(out, "%02x", bytes[i]);
}

static unsigned digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

bool fair_read(const char *string, uint8_t *bytes, size_t length) {
    if (strlen(string) != 2 * length) return false;
    if (strspn(string, "0123456789abcdefABCDEF") != 2 * length) return false;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(16 * digit(string[2 * i]) + digit(string[2 * i + 1]));
    return true;
}
