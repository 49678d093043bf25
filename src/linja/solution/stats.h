/* SPDX-License-Identifier: MIT
 *
 * What the exact solution says of a rule set as a whole. */
#ifndef LINJA_SOLUTION_STATS_H
#define LINJA_SOLUTION_STATS_H

#include "linja/solution/table.h"

status linja_stats_collect(linja_reader *reader, solver_stats *s, error *e);

/* SHA-256 over all values, in hexadecimal: the same on every machine and from every build. The
 * value of each legal placement for the side to move is one byte, two's complement; they come by
 * the rank of the opponent's arrangement (linja/solution/index.h), then by that of the mover's. */
status linja_stats_hash(const linja_table *t, char hash[SOLVER_HASH_BYTES], error *e);

/* The distribution of values as a chart in SVG. */
void linja_stats_draw(const linja_rules *rules, const solver_stats *s, text *out);

#endif
