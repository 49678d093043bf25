/* SPDX-License-Identifier: MIT
 *
 * The tiles still to come, as a bag: which ones, never in which order. Tiles that look the same are
 * one kind, drawn with the weight of their number. */
#ifndef LINIELL_SEARCH_BAG_H
#define LINIELL_SEARCH_BAG_H

#include "liniell/rules/rules.h"

typedef struct liniell_kinds {
    uint8_t count;
    uint8_t of[LINIELL_TILES_MAX];     /* a tile's kind */
    uint8_t tile[LINIELL_TILES_MAX];   /* a tile of the kind */
    bool joins[LINIELL_TILES_MAX];     /* of a kind: a piece of line meets three sides or more */
    bool has_rhomb[LINIELL_TILES_MAX]; /* of a kind */
    uint64_t key[LINIELL_TILES_MAX];   /* of a kind */
} liniell_kinds;

typedef struct liniell_bag {
    uint8_t total;
    uint8_t count[LINIELL_TILES_MAX]; /* by kind */
    uint64_t key;
} liniell_bag;

void liniell_find_kinds(const liniell_tiles *tiles, liniell_kinds *kinds);
void liniell_fill_bag(const liniell_kinds *kinds, const liniell_position *p, liniell_bag *bag);

static inline void liniell_bag_take(const liniell_kinds *kinds, liniell_bag *bag, unsigned kind) {
    bag->total--;
    bag->count[kind]--;
    bag->key -= kinds->key[kind];
}

static inline void liniell_bag_return(const liniell_kinds *kinds, liniell_bag *bag, unsigned kind) {
    bag->total++;
    bag->count[kind]++;
    bag->key += kinds->key[kind];
}

#endif
