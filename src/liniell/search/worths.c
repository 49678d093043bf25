/* SPDX-License-Identifier: MIT */
#include "liniell/search/worths.h"

#include <stdlib.h>

bool liniell_worths_open(liniell_worths *w) {
    *w = (liniell_worths){.slots = calloc((size_t)1 << LINIELL_WORTH_BITS, sizeof *w->slots)};
    return w->slots != NULL;
}

void liniell_worths_close(liniell_worths *w) {
    free(w->slots);
    w->slots = NULL;
}

/* The low part of a slot: in use << 14 | rough << 13 | points << 4 | blue. */
liniell_worth liniell_worth_of(const liniell_board *b, unsigned node, uint64_t key,
                               liniell_worths *w) {
    const uint64_t low = ((uint64_t)1 << LINIELL_WORTH_BITS) - 1, in_use = 1u << 14;
    uint64_t *slot = &w->slots[key & low];
    if ((*slot ^ key) & ~low || !(*slot & in_use)) {
        bool rough = false, limited = b->tiles->square > LINIELL_SMALL_SQUARE;
        liniell_route route = liniell_board_route(b, node, limited ? &rough : NULL);
        *slot = (key & ~low) | in_use | (uint64_t)rough << 13 |
                (uint64_t)liniell_points(&route) << 4 | route.blue;
    }
    if (*slot & 1u << 13) w->rough = true;
    return (liniell_worth){(int)(*slot >> 4 & 0xff), (int)(*slot & 15)};
}
