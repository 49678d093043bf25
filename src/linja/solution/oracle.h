/* SPDX-License-Identifier: MIT
 *
 * Exact values from a table, for the rest of the program. */
#ifndef LINJA_SOLUTION_ORACLE_H
#define LINJA_SOLUTION_ORACLE_H

#include "game/oracle.h"
#include "linja/solution/table.h"

extern const game_solution linja_solution;

/* All legal turns with their values, best first, equals in byte order. */
status linja_probe_turns(linja_reader *reader, const linja_position *p,
                         valued_turn turns[LINJA_TURNS_MAX], size_t *count, error *e);

#endif
