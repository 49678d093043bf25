/* SPDX-License-Identifier: MIT
 *
 * Exact values of a solved game, from wherever they are known: the one small interface through
 * which the rest of the program asks for them. solution/oracle.h answers from a table file. */
#ifndef CORE_ORACLE_H
#define CORE_ORACLE_H

#include "core/game.h"

/* A legal turn and the final margin under best play, for the side that makes it. */
typedef struct valued_turn {
    game_turn turn;
    int value;
} valued_turn;

typedef struct oracle oracle;
struct oracle {
    /* All legal turns, at most GAME_TURNS_MAX, best first, equals in byte order; none if it does
     * not know this position. */
    status (*turns)(oracle *self, const game_position *position, valued_turn *turns, size_t *count,
                    error *e);
    void (*close)(oracle *self);
};

#endif
