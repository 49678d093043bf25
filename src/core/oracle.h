/* SPDX-License-Identifier: MIT
 *
 * Exact values of a solved game, from wherever they are known: the one small interface through
 * which the rest of the program asks for them. solution/oracle.h answers from a table file. */
#ifndef CORE_ORACLE_H
#define CORE_ORACLE_H

#include <string.h>

#include "core/game.h"

/* A legal turn and the final margin under best play, for the side that makes it. */
typedef struct valued_turn {
    game_turn turn;
    int value;
} valued_turn;

/* For qsort: the best first, equals in byte order. */
static inline int valued_turn_compare(const void *a, const void *b) {
    const valued_turn *x = a, *y = b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    return strcmp(x->turn.text, y->turn.text);
}

typedef struct oracle oracle;
struct oracle {
    /* All legal turns, at most GAME_TURNS_MAX, best first, equals in byte order; none if it does
     * not know this position. */
    status (*turns)(oracle *self, const game_position *position, valued_turn *turns, size_t *count,
                    error *e);
    void (*close)(oracle *self);
};

#endif
