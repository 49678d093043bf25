/* SPDX-License-Identifier: MIT */
#include "native/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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

/* --- a new file beside the old one -------------------------------------------------------------
 */

static const char part_ending[] = ".linework-part";

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

/* Follows symbolic links, also to what is not there yet; false, and errno, if they lead nowhere. */
static bool follow_links(text *path) {
    char target[PATH_MAX];
    for (int links = 0; links < 40; links++) { /* as many as the system follows */
        ssize_t length = readlink(path->data, target, sizeof target);
        if (length < 0) return errno == EINVAL || errno == ENOENT; /* no link, or nothing */
        const char *slash = strrchr(path->data, '/');
        path->length = slash && target[0] != '/' ? (size_t)(slash + 1 - path->data) : 0;
        text_put_n(path, target, (size_t)length);
        if (path->failed) {
            errno = ENOMEM;
            return false;
        }
    }
    errno = ELOOP;
    return false;
}

/* Writes the temporary name of a file; a long name is cut, for the folder's limit. */
static void put_part_name(const char *path, text *out) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    text_put_n(out, path, (size_t)(name - path));
    text_put_n(out, name, text_cut(name, NAME_MAX - (sizeof part_ending - 1)));
    text_put(out, part_ending);
}

static bool is_at(int fd, const char *name) {
    struct stat ours, there;
    return fstat(fd, &ours) == 0 && lstat(name, &there) == 0 && ours.st_ino == there.st_ino &&
           ours.st_dev == there.st_dev;
}

static int close_failed(int fd) {
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* Creates and locks a file; -1, and errno, if that fails, EWOULDBLOCK if another has it. */
static int create_alone(const char *name, mode_t mode) {
    for (;;) {
        int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0) {
            while (flock(fd, LOCK_EX) != 0 && errno == EINTR) {
            }
            if (is_at(fd, name)) return fd; /* else taken for a dead one's before it was locked */
        } else {
            if (errno != EEXIST) return -1;
            fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
            if (fd < 0 && errno == ENOENT) continue;
            if (fd < 0) return -1;
            if (flock(fd, LOCK_EX | LOCK_NB) != 0) return close_failed(fd);
            if (is_at(fd, name) && unlink(name) != 0) return close_failed(fd);
        }
        close(fd);
    }
}

static void part_free(file_part *f) {
    if (f->fd >= 0) close(f->fd);
    free(f->path);
    free(f->part);
    *f = (file_part){.fd = -1};
}

status file_begin(const char *path, mode_t rights, file_part *f, error *e) {
    struct stat old;
    text target = text_growing(), part = text_growing();
    text_put(&target, path);
    bool there = stat(path, &old) == 0, known = there || errno == ENOENT;
    if (there && !S_ISREG(old.st_mode)) {
        errno = S_ISDIR(old.st_mode) ? EISDIR : EEXIST;
        known = false;
    }
    bool ok = known && *path && !target.failed && follow_links(&target);
    if (ok) put_part_name(target.data, &part);
    int fd = -1;
    status code = STATUS_OK;
    if (target.failed || part.failed)
        code = fail_memory(e);
    else if (!ok || (fd = create_alone(part.data, there ? 0600 : rights)) < 0)
        code = errno == EWOULDBLOCK
                   ? FAIL(e, STATUS_FAILED, "%.120s: another program is writing it", path)
                   : fail_io(e, path, "cannot be written");
    if (code == STATUS_OK) {
        *f = (file_part){.fd = fd, .path = target.data, .part = part.data};
    } else {
        text_free(&target);
        text_free(&part);
    }
    return code;
}

bool file_put(const file_part *f, uint64_t offset, const void *bytes, size_t length) {
    for (const char *from = bytes; length > 0;) {
        ssize_t wrote = pwrite(f->fd, from, length, (off_t)offset);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        from += wrote;
        offset += (uint64_t)wrote;
        length -= (size_t)wrote;
    }
    return true;
}

/* What went wrong is in errno. */
static status fail_and_drop(file_part *f, error *e) {
    status code = fail_io(e, f->path, "not saved, and left as it was");
    file_drop(f);
    return code;
}

status file_finish(file_part *f, error *e) {
    struct stat old;
    bool there = stat(f->path, &old) == 0;
    if ((there && fchmod(f->fd, old.st_mode & 0777) != 0) || fsync(f->fd) != 0 ||
        rename(f->part, f->path) != 0)
        return fail_and_drop(f, e);
    sync_folder_of(f->path);
    part_free(f);
    return STATUS_OK;
}

void file_drop(file_part *f) {
    unlink(f->part); /* while it is locked, so that it is ours */
    part_free(f);
}

/* --- whole files -------------------------------------------------------------------------------
 */

/* The descriptor that a path names, or standard output or error, if that is the same file; else
 * -1. */
static int descriptor_of(const char *path, const struct stat *file) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]);
        uint64_t number;
        if (strncmp(path, folders[i], length) == 0 &&
            text_is_number(path + length, INT_MAX, &number))
            return (int)number;
    }
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat open_one;
        if (fstat(fd, &open_one) == 0 && open_one.st_ino == file->st_ino &&
            open_one.st_dev == file->st_dev)
            return fd;
    }
    return -1;
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

/* To what is no regular file, or is open already: as a shell writes to it. */
static status write_through(const char *path, int opened, const char *bytes, size_t length,
                            error *e) {
    fflush(stdout); /* what was said before comes before */
    int fd = opened >= 0 ? opened : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return fail_io(e, path, "cannot be written");
    status code = write_all(fd, bytes, length) ? STATUS_OK : fail_io(e, path, "cannot be written");
    if (opened < 0 && close(fd) != 0 && code == STATUS_OK)
        code = fail_io(e, path, "cannot be written");
    return code;
}

status file_write(const char *path, const char *bytes, size_t length, error *e) {
    struct stat there;
    if (stat(path, &there) == 0) {
        int opened = descriptor_of(path, &there);
        if (opened >= 0 || !S_ISREG(there.st_mode))
            return write_through(path, opened, bytes, length, e);
    }
    file_part f;
    status code = file_begin(path, 0666, &f, e);
    if (code != STATUS_OK) return code;
    return file_put(&f, 0, bytes, length) ? file_finish(&f, e) : fail_and_drop(&f, e);
}

/* --- places ---------------------------------------------------------------------------------- */

status file_data_path(const char *name, text *path, error *e) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        text_put(path, data);
    else if (home && home[0] == '/')
        text_format(path, "%s/.local/share", home);
    else
        return FAIL(e, STATUS_FAILED, "neither XDG_DATA_HOME nor HOME is set");
    text_format(path, "/linework/%s", name);
    return path->failed ? fail_memory(e) : STATUS_OK;
}

status file_make_folders(const char *path, error *e) {
    char *folder = strdup(path);
    if (!folder) return fail_memory(e);
    status code = STATUS_OK;
    for (char *slash = strchr(folder + 1, '/'); slash && code == STATUS_OK;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST)
            code = FAIL(e, STATUS_FAILED, "%s: %s", folder, strerror(errno));
        *slash = '/';
    }
    free(folder);
    return code;
}
