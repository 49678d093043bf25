/* SPDX-License-Identifier: MIT
 *
 * What lines are worth as they stand, remembered by their keys. */
#ifndef LINIELL_SEARCH_WORTHS_H
#define LINIELL_SEARCH_WORTHS_H

#include "liniell/rules/routes.h"

/* Direct-mapped: key with its lowest bits, which are the slot, replaced by what is known.
 *
 * On large squares a line may have so many loops that its best route takes long to find. Then what
 * is found soon has to do, and `rough` tells for good that some worth is only that. */
typedef struct liniell_worths {
    uint64_t *slots;
    bool rough;
} liniell_worths;

enum { LINIELL_WORTH_BITS = 15, LINIELL_SMALL_SQUARE = 5 };

bool liniell_worths_open(liniell_worths *w); /* false: out of memory */
void liniell_worths_close(liniell_worths *w);

/* Of the line's best route. */
typedef struct liniell_worth {
    int points, blue;
} liniell_worth;

/* Of the line of a node, whose key is that of its root. */
liniell_worth liniell_worth_of(const liniell_board *b, unsigned node, uint64_t key,
                               liniell_worths *w);

#endif
