/* SPDX-License-Identifier: MIT
 *
 * The record file of a contest, which is also its memory: each game is appended as soon as it is
 * over, and a contest that was interrupted, however hard, goes on with what is in the file. Each
 * record carries the settings of its contest, so that games of different ones never mix.
 *
 * A program that is killed leaves whole records. If the machine fails, the last one may be torn;
 * going on cuts it off. When a contest is done its file is put in the order of the games, in one
 * step. */
#ifndef CONTEST_FILE_H
#define CONTEST_FILE_H

#include "contest/contest.h"

typedef struct contest_file contest_file;

/* Creates the file, which must not exist; or, to resume, takes over its games if it does. They must
 * be of a contest with these settings, one line of text, and of the contest's rules. */
status contest_file_open(const char *path, bool resume, const char *settings,
                         const contestant_rules *rules, contest *c, contest_file **file, error *e);
void contest_file_close(contest_file *file); /* one that it created and left empty is removed */

/* Whether the last game of a resumed file was cut off; it is played again. */
bool contest_file_is_torn(const contest_file *file);

/* Appends a game that is over. */
status contest_file_add(contest_file *file, const contest_game *over, error *e);

/* Leaves the games that count, in their order. */
status contest_file_finish(contest_file *file, const contest *c, error *e);

#endif
