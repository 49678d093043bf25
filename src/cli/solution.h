/* SPDX-License-Identifier: MIT */
#ifndef CLI_SOLUTION_H
#define CLI_SOLUTION_H

#include "cli/command.h"
#include "game/oracle.h"

/* Which table the user wants; there must be one. */
oracle_wanted solution_wanted(const invocation *in);

void solution_put_value(text *out, int value);

/* moves --values: all legal turns with their exact values, best first. */
status solution_moves(invocation *in, const game_position *position);

/* Offers a player at a terminal to make the missing table, if memory and disk allow, after telling
 * what it takes. */
status solution_offer(invocation *in, variant v, bool *made);

#endif
