/* SPDX-License-Identifier: MIT
 *
 * Exact values of a solved game, from wherever they are known: the one small interface through
 * which the rest of the program asks for them. A game's solution answers from its tables. */
#ifndef GAME_ORACLE_H
#define GAME_ORACLE_H

#include <string.h>

#include "game/game.h"

/* A legal turn and the final margin under best play, for the side that makes it. */
typedef struct valued_turn {
    game_turn turn;
    int value;
} valued_turn;

/* The order of turns by what they are worth, as qsort wants it: the best first, equals in byte
 * order. */
static inline int turn_order(int value_a, const game_turn *a, int value_b, const game_turn *b) {
    if (value_a != value_b) return value_a > value_b ? -1 : 1;
    return strcmp(a->text, b->text);
}

static inline int valued_turn_compare(const void *a, const void *b) {
    const valued_turn *x = a, *y = b;
    return turn_order(x->value, &x->turn, y->value, &y->turn);
}

typedef struct oracle oracle;
struct oracle {
    /* The final margin under best play, for the side to move; STATUS_NO_TABLE if it does not know
     * this position. */
    status (*value)(oracle *self, const game_position *position, int *value, error *e);
    /* All legal turns, at most GAME_TURNS_MAX, best first, equals in byte order; none if it does
     * not know this position. */
    status (*turns)(oracle *self, const game_position *position, valued_turn *turns, size_t *count,
                    error *e);
    void (*close)(oracle *self);
};

/* Which file an oracle shall answer from. */
typedef struct oracle_wanted {
    const char *file; /* NULL: the one in the usual place */
    bool needed;      /* that there is none is an error, which tells how to make one */
    bool names_file;  /* errors begin with the file: for the user of this machine, not for others */
} oracle_wanted;

/* Where a solved game's values come from: part of its descriptor. */
typedef struct game_solution {
    /* As oracle_open, for a rule set that has a name. */
    status (*open)(const void *rules, const oracle_wanted *wanted, oracle **out, error *e);
} game_solution;

/* Opens the exact values of a variant: *out is NULL if there are none in the usual place and none
 * are needed, or if the game is not solved. STATUS_NO_TABLE: a file that is named or needed is
 * missing, or it is damaged. An oracle answers one thread at a time; what it says later does not
 * tell where the file is. */
static inline status oracle_open(variant v, const oracle_wanted *wanted, oracle **out, error *e) {
    *out = NULL;
    return v.game->solution ? v.game->solution->open(v.rules, wanted, out, e) : STATUS_OK;
}

#endif
