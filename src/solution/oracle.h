/* SPDX-License-Identifier: MIT
 *
 * Exact values from a table file. */
#ifndef SOLUTION_ORACLE_H
#define SOLUTION_ORACLE_H

#include "core/oracle.h"

/* Opens the table of a game and rule set: the one in `path`, or if that is NULL the one in the
 * usual place, if there is any: *out is NULL if there is none, or if the game is not solved.
 * STATUS_NO_TABLE: one that is named is missing, or it is damaged; messages, here and later, do not
 * tell where the file is. An oracle answers one thread at a time. */
status oracle_open(const game *g, const void *rules, const char *path, oracle **out, error *e);

/* The same for the user of this machine: the message begins with the file. */
status oracle_open_local(const game *g, const void *rules, const char *path, oracle **out,
                         error *e);

#endif
