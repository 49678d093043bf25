/* SPDX-License-Identifier: MIT */
#ifndef CLI_SOLUTION_H
#define CLI_SOLUTION_H

#include "cli/command.h"
#include "linja/linja.h"

/* moves --values: all legal turns with their exact values, best first. */
status solution_moves(invocation *in, const void *rules, const game_position *position);

/* Offers a player at a terminal to make the missing table, if memory and disk allow, after telling
 * what it takes. */
status solution_offer(invocation *in, const linja_rules *rules, bool *made);

#endif
