/* SPDX-License-Identifier: MIT
 *
 * Whole files in and out. A file is replaced in one step or not at all: a disk that fills up or a
 * program that is killed leaves the old contents. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/status.h"
#include "core/text.h"

enum { FILE_BYTES_MAX = 64 << 20 };

/* Appends the file's contents ("-" is standard input) to a growing text. */
status file_read(const char *path, text *contents, error *e);

/* Replaces or creates a file. */
status file_write(const char *path, const char *bytes, size_t length, error *e);

#endif
