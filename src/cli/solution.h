/* SPDX-License-Identifier: MIT */
#ifndef CLI_SOLUTION_H
#define CLI_SOLUTION_H

#include "cli/command.h"

/* moves --values: all legal turns with their exact values, best first. */
status solution_moves(invocation *in, const void *rules, const game_position *position);

#endif
