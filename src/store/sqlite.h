/* SPDX-License-Identifier: MIT
 *
 * Files of SQLite's as stores. STATUS_INVALID: a file is none of ours, or that of a newer version;
 * STATUS_FAILED: another program uses it, or it cannot be opened. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/backend.h"

/* Made if there is none, and this process's alone as long as it is open. */
status sqlite_open(const char *path, backend **out, error *e);

/* To be read only, whoever else uses it; it must be there and of this version. */
status sqlite_open_to_read(const char *path, backend **out, error *e);

/* An empty one, in a file that is empty. */
status sqlite_make(const char *path, backend **out, error *e);

/* Copies one, also while it is used, into a file that is empty. */
status sqlite_copy(const char *path, const char *to, error *e);

/* Makes one what another is, in one step; `aside`: where it is copied to before. Nobody may use it.
 */
status sqlite_replace(const char *path, const char *by, const char *aside, error *e);

#endif
