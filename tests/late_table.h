/* SPDX-License-Identifier: MIT
 *
 * A table file of the whole game that knows only a few late positions: as small as one can be that
 * the program takes for the real one. The values are found by playing to the end in all ways. */
#ifndef TESTS_LATE_TABLE_H
#define TESTS_LATE_TABLE_H

#include "base/text.h"
#include "linja/rules/rules.h"

/* Writes, below the folder $XDG_DATA_HOME, the table of these rules, which move forward only, for
 * this position and all that come of it. */
void late_table_write(const linja_rules *rules, const char *position);

/* The same with every value the wrong way round: by it the worst turn is the best, so that whoever
 * answers from it is told from whoever searches. */
void late_table_write_upside_down(const linja_rules *rules, const char *position);

/* What a server with that table answers when it is asked about the position. */
text late_table_answer(const linja_rules *rules, const char *position);

#endif
