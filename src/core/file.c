/* SPDX-License-Identifier: MIT */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static status fail_io(error *e, const char *path, const char *what) {
    return FAIL(e, STATUS_FAILED, "%.120s: %s: %s", path, what, strerror(errno));
}

status file_read(const char *path, text *contents, error *e) {
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    /* A file that is not there is an input that is wrong, not a machine that fails. */
    if (!in) {
        fail_io(e, path, "cannot be opened");
        return STATUS_INVALID;
    }
    char block[1 << 14];
    size_t got;
    while (contents->length <= FILE_BYTES_MAX && (got = fread(block, 1, sizeof block, in)) > 0)
        text_put_n(contents, block, got);
    status code = STATUS_OK;
    if (ferror(in)) {
        fail_io(e, path, "cannot be read");
        code = STATUS_INVALID;
    } else if (contents->failed)
        code = fail_memory(e);
    else if (contents->length > FILE_BYTES_MAX)
        code = FAIL(e, STATUS_INVALID, "%.120s: larger than %d MiB", path, FILE_BYTES_MAX >> 20);
    if (!standard) fclose(in);
    return code;
}

static bool write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t wrote = write(fd, bytes, length);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        bytes += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

/* Without this a crash may forget the new name, though never mix old and new contents. */
static void sync_folder_of(const char *path) {
    char *folder = strdup(path);
    if (!folder) return;
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

status file_write(const char *path, const char *bytes, size_t length, error *e) {
    text temporary = text_growing();
    text_format(&temporary, "%s.XXXXXX", path);
    if (temporary.failed) return fail_memory(e);
    status code = STATUS_OK;
    int fd = mkostemp(temporary.data, O_CLOEXEC);
    if (fd < 0) {
        code = fail_io(e, path, "cannot be written");
    } else {
        struct stat old;
        mode_t mask = umask(0);
        umask(mask);
        mode_t mode = stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
        bool ok = write_all(fd, bytes, length) && fchmod(fd, mode) == 0 && fsync(fd) == 0;
        int reason = errno;
        if (close(fd) != 0 && ok) {
            ok = false;
            reason = errno;
        }
        if (ok && rename(temporary.data, path) != 0) {
            ok = false;
            reason = errno;
        }
        if (!ok) {
            unlink(temporary.data);
            errno = reason;
            code = fail_io(e, path, "not saved, and left as it was");
        } else {
            sync_folder_of(path);
        }
    }
    text_free(&temporary);
    return code;
}
