/* SPDX-License-Identifier: MIT
 *
 * Whole files in and out. A file is replaced in one step or not at all: a disk that fills up or a
 * program that is killed leaves the old contents.
 *
 * Until it is whole a new file lies beside its future name, as NAME.linework-part, locked by its
 * writer. What a killed writer has left there is not locked, and the next one removes it. */
#ifndef NATIVE_FILE_H
#define NATIVE_FILE_H

#include <sys/types.h>

#include "base/status.h"
#include "base/text.h"

enum { FILE_BYTES_MAX = 64 << 20 };

/* Appends the file's contents ("-" is standard input) to a growing text. */
status file_read(const char *path, text *contents, error *e);

/* Replaces or creates a file. A symbolic link stays, and what it leads to is replaced; a device, a
 * pipe, or what is our standard output or error already, is written to. */
status file_write(const char *path, const char *bytes, size_t length, error *e);

/* Adds the path of a file in the user's data folder, $XDG_DATA_HOME/linework; that folder need not
 * be there. STATUS_FAILED: nobody has said where it is. */
status file_data_path(const char *name, text *path, error *e);

/* Makes the folders in which a file will be, for this user alone. */
status file_make_folders(const char *path, error *e);

/* The same piece by piece, for files that are large; only of regular files. */
typedef struct file_part {
    int fd;
    char *path; /* where it will be, links followed */
    char *part; /* where it is */
} file_part;

/* A new file will have these rights, as far as the user lets it; one that is there keeps its own.
 * STATUS_FAILED, too, if another program is writing it. */
status file_begin(const char *path, mode_t rights, file_part *f, error *e);

/* Writes at an offset; false, and errno, if that fails. */
bool file_put(const file_part *f, uint64_t offset, const void *bytes, size_t length);

/* Makes it the file of that name; if that fails, it is dropped. */
status file_finish(file_part *f, error *e);

/* Throws it away, the old file stays. */
void file_drop(file_part *f);

#endif
