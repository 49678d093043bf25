/* SPDX-License-Identifier: MIT
 *
 * Linja for hot loops: positions in two words, turns in one, and perft. Shares no move code with
 * linja/rules/turn.c; the tests hold the two against each other over millions of positions.
 *
 * Only mover and opponent, no colours. A word has one byte a row, and both words count rows as
 * the *mover* does, so that a row's bytes lie at the same place:
 *
 *     byte     7        6   5   4   3   2   1        0
 *     mover    goal     inner rows                   starting line
 *     opponent starting line                         goal
 *
 * A turn packs its steps into a word, first step in the lowest byte:
 *
 *     bit   7      6         5 4 3   2 1 0
 *           used   opposing  from    to        rows as the mover counts; 0 is a pass */
#ifndef LINJA_RULES_FAST_H
#define LINJA_RULES_FAST_H

#include "linja/rules/rules.h"

typedef struct linja_packed {
    uint64_t mover, opponent;
} linja_packed;

typedef uint32_t linja_fast_turn;

linja_packed linja_pack(const linja_position *p);
linja_fast_turn linja_pack_turn(const linja_turn *turn);
linja_turn linja_unpack_turn(const linja_rules *rules, linja_fast_turn fast);

/* All turns of a position that is not over (linja_packed_over). Returns how many. */
size_t linja_fast_turns(const linja_rules *rules, linja_packed p,
                        linja_fast_turn turns[LINJA_TURNS_MAX]);

/* Makes a legal turn: the position as the opponent, now the mover, sees it. *over: all pawns have
 * passed each other during the turn. */
linja_packed linja_apply(linja_packed p, linja_fast_turn turn, bool *over);

bool linja_packed_over(linja_packed p);

/* The number of turn sequences of length `depth` that begin with `first` (NULL: with any turn);
 * false if it exceeds 64 bits. */
bool linja_perft(const linja_rules *rules, const linja_position *p, const linja_fast_turn *first,
                 int depth, uint64_t *count);

#endif
