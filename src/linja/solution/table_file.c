/* SPDX-License-Identifier: MIT
 *
 * Tables that are files: where they are, and the way to their bytes. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linja/solution/table.h"
#include "native/file.h"

/* --- opening -------------------------------------------------------------------------------- */

/* The context is a descriptor, in memory of its own. */
static int fd_of(const void *context) {
    return *(const int *)context;
}

static bool read_file(const void *context, uint64_t offset, void *bytes, size_t length) {
    for (char *to = bytes; length > 0;) {
        ssize_t got = pread(fd_of(context), to, length, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        offset += (uint64_t)got;
        length -= (size_t)got;
    }
    return true;
}

static void close_file(void *context) {
    close(fd_of(context));
    free(context);
}

status linja_table_open_fd(int fd, const linja_rules *rules, linja_table **out, error *e) {
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(fd);
        return FAIL(e, STATUS_NO_TABLE, "not a table");
    }
    int *kept = malloc(sizeof *kept);
    if (!kept) {
        close(fd);
        return fail_memory(e);
    }
    *kept = fd;
    linja_source source = {read_file, close_file, kept, (uint64_t)info.st_size};
    return linja_table_open_source(&source, rules, out, e);
}

status linja_table_open(const char *path, const linja_rules *rules, linja_table **t, error *e) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would make it wait */
    if (fd < 0) return FAIL(e, STATUS_NO_TABLE, "no table: %s", strerror(errno));
    return linja_table_open_fd(fd, rules, t, e);
}

/* --- finding -------------------------------------------------------------------------------- */

status linja_table_path(const linja_rules *rules, text *path, error *e) {
    char name[64];
    text t = text_fixed(name, sizeof name);
    text_format(&t, "linja-%s.table", rules->name);
    status code = file_data_path(name, path, e);
    if (code == STATUS_FAILED && !path->failed)
        return FAIL(e, code, "neither XDG_DATA_HOME nor HOME is set; use --table FILE");
    return code;
}

status linja_table_find(const linja_rules *rules, const oracle_wanted *wanted, linja_table **t,
                        error *e) {
    text usual = text_growing();
    *t = NULL;
    status code = wanted->file ? STATUS_OK : linja_table_path(rules, &usual, e);
    const char *file = wanted->file ? wanted->file : usual.data;
    bool there = code == STATUS_OK && access(file, F_OK) == 0;
    if (there || (wanted->file && !wanted->needed))
        code = linja_table_open(file, rules, t, e);
    else if (!wanted->needed)
        code = STATUS_OK; /* nor is there one without a folder where it could be */
    else if (code == STATUS_OK)
        code = FAIL(e, STATUS_NO_TABLE, "no table; 'linework linja solve --rules %s' makes one",
                    rules->name);
    if (code == STATUS_NO_TABLE && wanted->names_file) error_prefix(e, "%.120s", file);
    text_free(&usual);
    return code;
}

void linja_table_release(linja_table *t) {
    linja_table_close(t);
}
