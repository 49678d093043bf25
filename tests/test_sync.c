/* SPDX-License-Identifier: MIT
 *
 * A file that is said to be saved is on the disk: its contents before it has its name, and then the
 * name. The linker leads fsync through this file (tests/CMakeLists.txt). */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "linja/solution/table.h"
#include "native/file.h"
#include "store/archive.h"
#include "store/sqlite.h"

/* --- what is synchronised ----------------------------------------------------------------------
 */

typedef struct sync_call {
    struct stat what;  /* a file or a folder, as it is then */
    struct stat named; /* what has the file's name then; st_ino 0: nothing */
} sync_call;

static sync_call calls[8];
static size_t call_count;
static bool fails;
static const char *path; /* of the file that is made */

int __real_fsync(int fd);
int __wrap_fsync(int fd);

int __wrap_fsync(int fd) {
    ck_assert_uint_lt(call_count, sizeof calls / sizeof *calls);
    sync_call *call = &calls[call_count++];
    *call = (sync_call){0};
    ck_assert_int_eq(fstat(fd, &call->what), 0);
    if (stat(path, &call->named) != 0) call->named.st_ino = 0;
    errno = EIO;
    return fails ? -1 : __real_fsync(fd);
}

/* --- who writes files --------------------------------------------------------------------------
 */

static status save(error *e) {
    return file_write(path, "new", 3, e);
}

static status solve(error *e) {
    linja_solve_options options = {
        .rules = linja_find_rules("zen"), .pawns = 2, .job = {.threads = 1}};
    return linja_table_make(&options, path, NULL, e);
}

static status back_up(error *e) {
    backend *b;
    fixture_path store = fixture_in_folder("store"), url;
    text t = text_fixed(url.text, sizeof url.text);
    text_format(&t, "sqlite:%s", store.text);
    unlink(store.text);
    status code = sqlite_make(store.text, &b, e);
    if (code != STATUS_OK) return code;
    b->close(b);
    return archive_backup(url.text, path, e);
}

static const struct {
    status (*write)(error *e);
    bool replaces; /* what was there before */
} writers[] = {{save, true}, {solve, true}, {back_up, false}};

enum { WRITERS = sizeof writers / sizeof *writers };

/* --- tests ------------------------------------------------------------------------------------ */

/* An old file, if there may be one. */
static void put_old(bool wanted) {
    error e;
    unlink(path);
    if (wanted) ck_assert_int_eq(file_write(path, "old", 3, &e), STATUS_OK);
    call_count = 0;
}

static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* In a folder that is named and in the one where we are. */
START_TEST(contents_come_first_and_then_the_name) {
    fixture_path whole = fixture_in_folder("file");
    ck_assert_int_eq(chdir(fixture_folder()), 0);
    struct stat folder, file;
    ck_assert_int_eq(stat(".", &folder), 0);
    for (int relative = 0; relative < 2; relative++)
        for (int old = 0; old <= writers[_i].replaces; old++) {
            error e;
            path = relative ? "file" : whole.text;
            put_old(old);
            ck_assert_msg(writers[_i].write(&e) == STATUS_OK, "%s", e.text);
            ck_assert_int_eq(stat(path, &file), 0);
            ck_assert_uint_eq(call_count, 2);
            ck_assert(is_same(&calls[0].what, &file) && !is_same(&calls[0].named, &file));
            ck_assert_int_eq(calls[0].what.st_size, file.st_size);
            ck_assert(is_same(&calls[1].what, &folder) && is_same(&calls[1].named, &file));
        }
}
END_TEST

START_TEST(what_the_disk_does_not_take_is_not_saved) {
    fixture_path whole = fixture_in_folder("file"), part = fixture_in_folder("file.linework-part");
    error e;
    path = whole.text;
    put_old(writers[_i].replaces);
    fails = true;
    ck_assert_int_eq(writers[_i].write(&e), STATUS_FAILED);
    ck_assert_msg(strstr(e.text, strerror(EIO)), "%s", e.text);
    ck_assert_int_ne(access(part.text, F_OK), 0);
    if (writers[_i].replaces) {
        text t = fixture_file(path);
        ck_assert_str_eq(t.data, "old");
        text_free(&t);
    } else {
        ck_assert_int_ne(access(path, F_OK), 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sync");
    TCase *tests = fixture_tests(suite, "sync");
    tcase_add_loop_test(tests, contents_come_first_and_then_the_name, 0, WRITERS);
    tcase_add_loop_test(tests, what_the_disk_does_not_take_is_not_saved, 0, WRITERS);
    return fixture_run(suite);
}
