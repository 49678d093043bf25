/* SPDX-License-Identifier: MIT */
#include "linja/search/transposition.h"

#include <stdlib.h>

#include "base/rng.h"

/* A note in a word:
 *
 *     bit   63 .. 32   31 .. 16   15 .. 9   8        7 6     5 .. 0
 *           turn       value      depth     proven   bound   age      */
enum { DEPTH_MOST = 127 };

static uint64_t pack(linja_note note, unsigned age) {
    unsigned depth = note.depth < DEPTH_MOST ? note.depth : DEPTH_MOST;
    return (uint64_t)note.turn << 32 | (uint64_t)(uint16_t)note.value << 16 | depth << 9 |
           (unsigned)note.proven << 8 | (unsigned)note.bound << 6 | age;
}

static linja_note unpack(uint64_t word) {
    return (linja_note){
        .value = (int16_t)(uint16_t)(word >> 16),
        .depth = word >> 9 & DEPTH_MOST,
        .bound = word >> 6 & 3,
        .proven = word >> 8 & 1,
        .turn = (uint32_t)(word >> 32),
    };
}

static linja_tt_entry *bucket_of(const linja_tt *tt, uint64_t key) {
    uint64_t high = rng_mix_high(key) >> 32; /* neighbouring positions go far apart */
    return tt->entries + (size_t)(high * tt->buckets >> 32) * LINJA_BUCKET;
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

bool linja_tt_open(linja_tt *tt, size_t bytes) {
    size_t size = LINJA_BUCKET * sizeof(linja_tt_entry);
    tt->buckets = bytes < size ? 1 : bytes / size;
    if (tt->buckets > UINT32_MAX) tt->buckets = UINT32_MAX;
    tt->age = 0;
    tt->entries = aligned_alloc(size, tt->buckets * size);
    if (tt->entries) linja_tt_clear(tt);
    return tt->entries != NULL;
}

void linja_tt_close(linja_tt *tt) {
    free(tt->entries);
}

void linja_tt_clear(linja_tt *tt) {
    for (size_t i = 0; i < tt->buckets * LINJA_BUCKET; i++) {
        store(&tt->entries[i].check, 0);
        store(&tt->entries[i].note, 0);
    }
}

void linja_tt_expect(const linja_tt *tt, uint64_t key) {
    __builtin_prefetch(bucket_of(tt, key));
}

bool linja_tt_find(const linja_tt *tt, uint64_t key, linja_note *note) {
    const linja_tt_entry *entry = bucket_of(tt, key);
    for (int i = 0; i < LINJA_BUCKET; i++, entry++) {
        uint64_t word = load(&entry->note);
        if ((load(&entry->check) ^ word) != key) continue;
        *note = unpack(word);
        return note->bound != LINJA_BOUND_NONE;
    }
    return false;
}

/* What an entry is worth keeping: proved and deep ones of this search most. */
static int merit(const linja_tt *tt, uint64_t word) {
    linja_note note = unpack(word);
    if (note.bound == LINJA_BOUND_NONE) return -1000;
    int years = (int)((tt->age + 64 - (unsigned)(word & 63)) % 64);
    return note.depth + 2 * note.proven - 4 * years;
}

void linja_tt_keep(linja_tt *tt, uint64_t key, linja_note note) {
    linja_tt_entry *entry = bucket_of(tt, key), *victim = entry;
    int least = 1000;
    for (int i = 0; i < LINJA_BUCKET; i++, entry++) {
        uint64_t word = load(&entry->note);
        if ((load(&entry->check) ^ word) == key) {
            linja_note old = unpack(word);
            /* What was proved is worth more than any guess. */
            if (old.proven && !note.proven) return;
            if (note.turn == 0) note.turn = old.turn;
            victim = entry;
            break;
        }
        int worth = merit(tt, word);
        if (worth < least) {
            least = worth;
            victim = entry;
        }
    }
    uint64_t word = pack(note, tt->age);
    store(&victim->note, word);
    store(&victim->check, key ^ word);
}

int linja_tt_used(const linja_tt *tt) {
    size_t buckets = tt->buckets < 250 ? tt->buckets : 250, used = 0, sample = 0;
    for (; sample < buckets * LINJA_BUCKET; sample++) {
        uint64_t word = load(&tt->entries[sample].note);
        used += unpack(word).bound != LINJA_BOUND_NONE && (word & 63) == tt->age;
    }
    return sample > 0 ? (int)(used * 1000 / sample) : 0;
}
