/* SPDX-License-Identifier: MIT
 *
 * Tables as files: where they are kept, writing one, opening one. */
#ifndef SOLUTION_TABLES_H
#define SOLUTION_TABLES_H

#include "linja/table.h"
#include "solution/solve.h"

/* The place of a rule set's table: in the user's data folder, $XDG_DATA_HOME/linework. */
status tables_path(const linja_rules *rules, text *path, error *e);

/* Writes a solved game. The file takes its name only when it is whole, synced, and has been read
 * back and checked; until then, and if anything fails, an older one stays as it was. */
status tables_write(const solved *s, const char *path, int threads,
                    bool (*progress)(void *context, double share), void *context, error *e);

/* A table file, open. */
typedef struct tables_file {
    int *fd; /* in a place of its own, for the table reads through it */
    linja_table *table;
} tables_file;

/* STATUS_NO_TABLE if there is none, if it is damaged, or if it is for other rules than these (NULL:
 * any will do). Messages do not name the file: who knows whether the asker may know it, does.
 *
 * It is read piece by piece and never mapped: to read from a mapped file that another program has
 * cut off would end this one. */
status tables_open(const char *path, const linja_rules *rules, tables_file *file, error *e);
void tables_close(tables_file *file); /* also one of zeros, never opened */

/* All values in memory again, as the solver left them. */
status tables_load(const tables_file *file, int threads, solved **out, error *e);

#endif
