/* SPDX-License-Identifier: MIT
 *
 * What a search remembers of positions: a table of fixed size that all threads of a search share
 * without locks. An entry is two words, and the first is the position's key mixed with the second,
 * so that an entry torn between two writers fits no position and is never believed.
 *
 * A key (linja_key) is the whole position, not a digest of it: two positions are never mistaken for
 * each other, and what was proved of one stays proved. */
#ifndef LINJA_SEARCH_TRANSPOSITION_H
#define LINJA_SEARCH_TRANSPOSITION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum linja_bound {
    LINJA_BOUND_NONE,
    LINJA_AT_MOST,
    LINJA_AT_LEAST,
    LINJA_EXACTLY,
} linja_bound;

typedef struct linja_note {
    int16_t value;
    uint8_t depth;
    uint8_t bound;
    bool proven;   /* every line that the value rests on reached the end of the game */
    uint32_t turn; /* the best that was found; 0 if none was */
} linja_note;

typedef struct linja_tt_entry {
    _Atomic uint64_t check, note;
} linja_tt_entry;

typedef struct linja_tt {
    linja_tt_entry *entries;
    size_t buckets; /* of LINJA_BUCKET entries, one line of the cache */
    unsigned age;   /* of the present search, modulo 64 */
} linja_tt;

enum { LINJA_BUCKET = 4 };

/* At most `bytes`, but at least one bucket. */
bool linja_tt_open(linja_tt *tt, size_t bytes);
void linja_tt_close(linja_tt *tt);
void linja_tt_clear(linja_tt *tt);
static inline void linja_tt_grow_older(linja_tt *tt) {
    tt->age = (tt->age + 1) % 64;
}

/* Fetches what may be asked for soon: the table is larger than any cache. */
void linja_tt_expect(const linja_tt *tt, uint64_t key);

bool linja_tt_find(const linja_tt *tt, uint64_t key, linja_note *note);
void linja_tt_keep(linja_tt *tt, uint64_t key, linja_note note);

/* How much of it the present search has filled, in thousandths, from a sample. */
int linja_tt_used(const linja_tt *tt);

#endif
