/* SPDX-License-Identifier: MIT */
#include "liniell/search/bag.h"

#include <string.h>

#include "base/rng.h"

/* Whether one tile, turned, looks like the other. */
static bool is_alike(const liniell_tile *one, const liniell_tile *other) {
    for (int rotation = 0; rotation < LINIELL_SIDES; rotation++)
        if (liniell_looks_like(one, rotation, other, 0)) return true;
    return false;
}

static void describe(const liniell_tile *tile, liniell_kinds *kinds, unsigned kind) {
    kinds->joins[kind] = kinds->has_rhomb[kind] = false;
    for (int i = 0; i < tile->group_count; i++) {
        const liniell_group *group = &tile->groups[i];
        if (__builtin_popcount(group->sides) >= 3) kinds->joins[kind] = true;
        if (group->white + group->blue > 0) kinds->has_rhomb[kind] = true;
    }
}

void liniell_find_kinds(const liniell_tiles *tiles, liniell_kinds *kinds) {
    kinds->count = 0;
    for (uint8_t i = 0; i < tiles->count; i++) {
        uint8_t kind = 0;
        while (kind < kinds->count && !is_alike(&tiles->tile[i], &tiles->tile[kinds->tile[kind]]))
            kind++;
        kinds->of[i] = kind;
        if (kind < kinds->count) continue;
        kinds->tile[kind] = i;
        kinds->key[kind] = rng_mix(UINT64_C(0xd1342543de82ef95) * (kind + 1u));
        describe(&tiles->tile[i], kinds, kind);
        kinds->count++;
    }
}

void liniell_fill_bag(const liniell_kinds *kinds, const liniell_position *p, liniell_bag *bag) {
    memset(bag, 0, sizeof *bag);
    for (unsigned i = 0; i < p->stack_count; i++)
        liniell_bag_return(kinds, bag, kinds->of[p->rest[p->out_count + i]]);
}
