/* SPDX-License-Identifier: MIT
 *
 * Whole stores as files: a backup is a store of its own, a file of SQLite's, whatever the database
 * it was made of; and all games of a store as records. */
#ifndef STORE_ARCHIVE_H
#define STORE_ARCHIVE_H

#include "store/backend.h"

/* Copies a store, also while a server uses it, to a file that is not there yet. */
status archive_backup(const char *url, const char *path, error *e);

/* Makes a store what a backup is. STATUS_FAILED if a server uses it. What was in a file before is
 * kept beside it, as *aside says ("": there was nothing); a database must hold no games. */
status archive_restore(const char *path, const char *url, text *aside, error *e);

typedef struct archive_counts {
    size_t games;  /* as they are counted by servers: a series is one */
    size_t others; /* that were left out */
} archive_counts;

/* All games that have begun, as records, which say in their tag `Id` which game they are of. */
status archive_export(const char *url, const game *const *list, text *out, archive_counts *counts,
                      error *e);

/* Adds the finished games of a file of records, to be looked at. Those whose `Id` is there already
 * are left out, as are unfinished ones, for nobody has a seat in them. All or nothing. */
status archive_import(const char *bytes, size_t length, const char *url, const game *const *list,
                      int64_t now, archive_counts *counts, error *e);

#endif
