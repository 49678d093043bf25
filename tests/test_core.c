/* SPDX-License-Identifier: MIT
 *
 * The foundation: text, numbers, random numbers, files. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "fixture.h"
#include "native/file.h"

START_TEST(numbers_are_read_strictly) {
    static const char *const bad[] = {
        "", "-1", "+1", " 1", "1 ", "1x", "x", "0x1", "1.", "1e3", "18446744073709551616", "256"};
    uint64_t number = 7;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!text_is_number(bad[i], 255, &number) && number == 7, "'%s'", bad[i]);
    ck_assert(text_is_number("18446744073709551615", UINT64_MAX, &number));
    ck_assert_uint_eq(number, UINT64_MAX);
    ck_assert(text_is_number("007", 7, &number));
    ck_assert_uint_eq(number, 7);
}
END_TEST

START_TEST(decimals_are_read_strictly) {
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0}, {"12", 12}, {"1.5", 1.5}, {"0.25", 0.25}, {"7.00", 7}};
    static const char *const bad[] = {"", ".5", "1.", "1.255", "13", "-1", "x"};
    double number = 7;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        scan s = scan_string(good[i].text);
        ck_assert_msg(scan_decimal(&s, 12, 2, &number) && scan_done(&s), "'%s'", good[i].text);
        ck_assert_double_eq(number, good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scan s = scan_string(bad[i]);
        bool read = scan_decimal(&s, 12, 2, &number);
        ck_assert_msg(!read && number == 7, "'%s'", bad[i]);
    }
}
END_TEST

START_TEST(a_string_is_cut_between_letters) {
    ck_assert_uint_eq(text_cut("", 0), 0);
    ck_assert_uint_eq(text_cut("Ada", 3), 3);
    ck_assert_uint_eq(text_cut("Ada", 2), 2);
    ck_assert_uint_eq(text_cut("Zo\u00eb", 4), 4);
    ck_assert_uint_eq(text_cut("Zo\u00eb", 3), 2);
    ck_assert_uint_eq(text_cut("\U0001f600", 3), 0);
}
END_TEST

START_TEST(fixed_text_drops_what_does_not_fit_and_remembers) {
    char room[6];
    text t = text_fixed(room, sizeof room);
    text_put(&t, "abc");
    text_format(&t, "%d", 12);
    ck_assert(!t.failed);
    ck_assert_str_eq(room, "abc12");
    text_char(&t, '3');
    ck_assert(t.failed);
    ck_assert_str_eq(room, "abc12");
}
END_TEST

START_TEST(growing_text_grows) {
    text t = text_growing(), expected = text_growing();
    for (int i = 0; i < 1000; i++) {
        text_format(&t, "%03d,", i);
        text_put_n(
            &expected,
            (char[]){(char)('0' + i / 100), (char)('0' + i / 10 % 10), (char)('0' + i % 10), ','},
            4);
    }
    ck_assert_uint_eq(t.length, 4000);
    ck_assert_str_eq(t.data, expected.data);
    text_free(&t);
    text_free(&expected);
}
END_TEST

START_TEST(only_clean_utf8_passes) {
    static const struct {
        const char *bytes;
        size_t length, bad;
    } cases[] = {
        {"Linja \xe2\x96\xb2 \xc3\xa9\n", 12, 12}, /* clean */
        {"a\0b", 3, 1},
        {"ab\x1b", 3, 2},
        {"\x7f", 1, 0},
        {"\xc3", 1, 0},             /* cut off */
        {"\xc0\xaf", 2, 0},         /* overlong */
        {"x\xed\xa0\x80", 4, 1},    /* a surrogate */
        {"\xf4\x90\x80\x80", 4, 0}, /* beyond Unicode */
        {"\xc2\x85", 2, 0},         /* a control character */
        {"\xff", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t bad = cases[i].length;
        bool clean = text_is_clean(cases[i].bytes, cases[i].length, &bad);
        ck_assert_msg(clean == (cases[i].bad == cases[i].length) && bad == cases[i].bad,
                      "case %zu: %zu", i, bad);
    }
}
END_TEST

START_TEST(a_message_is_one_printable_line) {
    error e;
    ck_assert_int_eq(FAIL(&e, STATUS_INVALID, "'%s'", "a\nb\033[31m\xff"), STATUS_INVALID);
    ck_assert_str_eq(e.text, "'a?b?[31m?'");
    error_prefix(&e, "line %d", 3);
    ck_assert_str_eq(e.text, "line 3: 'a?b?[31m?'");
    char large[1000];
    memset(large, 'x', sizeof large);
    large[sizeof large - 1] = '\0';
    error_set(&e, "%s", large);
    ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1);
}
END_TEST

/* The stream is part of the contract: a seed means the same deal everywhere and for ever. The
 * first numbers are those of the reference implementation for seed 1234567. */
START_TEST(random_numbers_are_the_same_everywhere) {
    static const uint64_t expected[] = {UINT64_C(6457827717110365317),
                                        UINT64_C(3203168211198807973),
                                        UINT64_C(9817491932198370423)};
    rng r = rng_seeded(1234567);
    for (size_t i = 0; i < 3; i++) ck_assert_uint_eq(rng_next(&r), expected[i]);
    size_t counts[6] = {0};
    for (int i = 0; i < 60000; i++) counts[rng_below(&r, 6)]++;
    for (size_t i = 0; i < 6; i++) ck_assert(counts[i] > 9600 && counts[i] < 10400);
}
END_TEST

START_TEST(a_file_is_written_and_read_back) {
    error e;
    fixture_path file = fixture_in_folder("plain");
    const char *path = file.text;
    ck_assert_int_eq(file_write(path, "one\0two", 7, &e), STATUS_OK);
    text t = text_growing();
    ck_assert_int_eq(file_read(path, &t, &e), STATUS_OK);
    ck_assert_uint_eq(t.length, 7);
    ck_assert_mem_eq(t.data, "one\0two", 7);
    text_free(&t);
    ck_assert_int_eq(file_read(fixture_in_folder("missing").text, &t, &e), STATUS_INVALID);
    ck_assert(strstr(e.text, "missing: cannot be opened"));
    ck_assert_int_eq(file_write(fixture_in_folder("no/such/folder").text, "x", 1, &e),
                     STATUS_FAILED);
}
END_TEST

/* The limit makes the write stop half-way, as a full disk does. */
START_TEST(a_save_that_fails_half_way_leaves_the_old_file_whole) {
    error e;
    fixture_path file = fixture_in_folder("whole");
    const char *path = file.text;
    ck_assert_int_eq(file_write(path, "old", 3, &e), STATUS_OK);
    ck_assert_int_eq(chmod(path, 0640), 0);
    static char large[100000];
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {.rlim_cur = 5000, .rlim_max = 5000};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert_int_eq(file_write(path, large, sizeof large, &e), STATUS_FAILED);
    ck_assert_msg(strstr(e.text, "not saved, and left as it was"), "%s", e.text);
    text t = text_growing();
    ck_assert_int_eq(file_read(path, &t, &e), STATUS_OK);
    ck_assert_str_eq(t.data, "old");
    text_clear(&t);
    ck_assert_int_eq(file_write(path, "new", 3, &e), STATUS_OK);
    ck_assert_int_eq(file_read(path, &t, &e), STATUS_OK);
    ck_assert_str_eq(t.data, "new");
    text_free(&t);
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0640);
    /* Nothing is left lying about. */
    ck_assert_int_eq(unlink(path), 0);
    unlink(fixture_in_folder("plain").text);
    ck_assert_int_eq(rmdir(fixture_folder()), 0);
    ck_assert_int_eq(mkdir(fixture_folder(), 0700), 0);
}
END_TEST

static void expect_contents(const char *path, const char *expected) {
    text t = fixture_file(path);
    ck_assert_str_eq(t.data, expected);
    text_free(&t);
}

static bool exists(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0;
}

static void go_to_folder(void) {
    ck_assert_int_eq(chdir(fixture_in_folder("").text), 0);
}

START_TEST(a_link_stays_and_leads_to_what_was_written) {
    error e;
    struct stat info;
    go_to_folder();
    ck_assert_int_eq(mkdir("a", 0700) | mkdir("b", 0700), 0);
    ck_assert_int_eq(symlink("../b/target", "a/link") | symlink("a/link", "chain"), 0);
    for (int i = 0; i < 2; i++) { /* to what is not there yet, and to what is */
        ck_assert_msg(file_write("chain", i ? "two" : "one", 3, &e) == STATUS_OK, "%s", e.text);
        expect_contents("b/target", i ? "two" : "one");
        ck_assert(lstat("chain", &info) == 0 && S_ISLNK(info.st_mode));
        ck_assert(lstat("a/link", &info) == 0 && S_ISLNK(info.st_mode));
    }
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    ck_assert_int_eq(file_write("loop", "x", 1, &e), STATUS_FAILED);
    ck_assert_int_eq(file_write("a", "x", 1, &e), STATUS_FAILED);
    ck_assert_int_eq(file_write("a/", "x", 1, &e), STATUS_FAILED);
    ck_assert_int_eq(file_write("", "x", 1, &e), STATUS_FAILED);
    unlink("loop");
    unlink("chain");
    unlink("a/link");
    unlink("b/target");
    ck_assert_int_eq(rmdir("a") | rmdir("b"), 0); /* nothing else is left */
}
END_TEST

START_TEST(a_pipe_is_written_to_and_stays) {
    error e;
    struct stat info;
    char got[8] = "";
    const char *path = "pipe";
    go_to_folder();
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    ck_assert_int_eq(file_write(path, "hello", 5, &e), STATUS_OK);
    ck_assert_int_eq(read(reader, got, sizeof got - 1), 5);
    ck_assert_str_eq(got, "hello");
    ck_assert(lstat(path, &info) == 0 && S_ISFIFO(info.st_mode));
    file_part f;
    ck_assert_int_eq(file_begin(path, 0666, &f, &e), STATUS_FAILED); /* no place for a large file */
    close(reader);
    unlink(path);
}
END_TEST

/* What is written to a terminal comes out at its other end. */
START_TEST(a_terminal_is_written_to_under_its_name) {
    error e;
    char got[8] = "";
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    ck_assert_msg(file_write(ptsname(terminal), "hello", 5, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(read(terminal, got, sizeof got - 1), 5);
    ck_assert_str_eq(got, "hello");
    close(terminal);
}
END_TEST

/* A device in a folder where it could be replaced, which takes a right to make; else one under its
 * own name. One takes everything and one refuses, so that it shows that it was asked. */
START_TEST(a_device_is_written_to_and_stays) {
    static const struct {
        const char *name;
        unsigned minor;
        status code;
    } devices[] = {{"null", 3, STATUS_OK}, {"full", 7, STATUS_FAILED}};
    go_to_folder();
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        error e = {""};
        struct stat before, after;
        char own[16];
        const char *path = devices[i].name;
        bool made = mknod(path, S_IFCHR | 0600, makedev(1, devices[i].minor)) == 0;
        if (!made) {
            ck_assert_msg(geteuid() != 0 || errno == EPERM, "%s", strerror(errno));
            snprintf(own, sizeof own, "/dev/%s", path);
            path = own;
        }
        ck_assert_int_eq(stat(path, &before), 0);
        ck_assert_int_eq(file_write(path, "hello", 5, &e), devices[i].code);
        if (devices[i].code != STATUS_OK)
            ck_assert_msg(strstr(e.text, strerror(ENOSPC)), "%s", e.text);
        file_part f;
        ck_assert_int_eq(file_begin(path, 0666, &f, &e), STATUS_FAILED);
        ck_assert(stat(path, &after) == 0 && S_ISCHR(after.st_mode));
        ck_assert(after.st_rdev == before.st_rdev && after.st_ino == before.st_ino);
        if (made) unlink(path);
    }
}
END_TEST

/* Through the descriptor that is open, whether that appends or not. */
START_TEST(standard_output_is_written_to_under_its_name) {
    error e;
    const char *path = "output";
    go_to_folder();
    ck_assert_int_eq(file_write(path, "before\n", 7, &e), STATUS_OK);
    int fd = open(path, O_WRONLY | O_APPEND);
    ck_assert(fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0);
    ck_assert_int_eq(file_write("/dev/stdout", "one\n", 4, &e), STATUS_OK);
    ck_assert_int_eq(file_write(path, "two\n", 4, &e), STATUS_OK);
    expect_contents(path, "before\none\ntwo\n");
    close(fd);
    unlink(path);
}
END_TEST

START_TEST(what_a_killed_writer_left_is_removed_by_the_next) {
    error e;
    const char *path = "saved";
    go_to_folder();
    char part[300];
    text t = text_fixed(part, sizeof part);
    text_format(&t, "%s.linework-part", path);
    ck_assert_int_eq(file_write(path, "old", 3, &e), STATUS_OK);
    pid_t child = fork();
    if (child == 0) {
        file_part f;
        if (file_begin(path, 0666, &f, &e) == STATUS_OK && file_put(&f, 0, "half", 4))
            raise(SIGKILL);
        _exit(1);
    }
    int how;
    ck_assert(waitpid(child, &how, 0) == child && WIFSIGNALED(how));
    ck_assert(exists(part));
    expect_contents(path, "old");
    ck_assert_int_eq(file_write(path, "new", 3, &e), STATUS_OK);
    expect_contents(path, "new");
    ck_assert(!exists(part));

    /* One that is alive is not disturbed. */
    file_part f;
    ck_assert_int_eq(file_begin(path, 0666, &f, &e), STATUS_OK);
    ck_assert(file_put(&f, 0, "mine", 4));
    ck_assert_int_eq(file_write(path, "other", 5, &e), STATUS_FAILED);
    ck_assert_msg(strstr(e.text, "another program is writing it"), "%s", e.text);
    ck_assert_int_eq(file_finish(&f, &e), STATUS_OK);
    expect_contents(path, "mine");
    ck_assert_int_eq(file_begin(path, 0666, &f, &e), STATUS_OK);
    file_drop(&f);
    expect_contents(path, "mine");
    ck_assert(!exists(part));
    unlink(path);
}
END_TEST

START_TEST(the_longest_name_can_be_saved) {
    error e;
    char name[NAME_MAX + 1];
    memset(name, 'x', NAME_MAX);
    name[NAME_MAX] = '\0';
    go_to_folder();
    ck_assert_msg(file_write(name, "x", 1, &e) == STATUS_OK, "%s", e.text);
    expect_contents(name, "x");
    unlink(name);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("core");
    TCase *tests = fixture_tests(suite, "core");
    tcase_add_test(tests, numbers_are_read_strictly);
    tcase_add_test(tests, decimals_are_read_strictly);
    tcase_add_test(tests, a_string_is_cut_between_letters);
    tcase_add_test(tests, fixed_text_drops_what_does_not_fit_and_remembers);
    tcase_add_test(tests, growing_text_grows);
    tcase_add_test(tests, only_clean_utf8_passes);
    tcase_add_test(tests, a_message_is_one_printable_line);
    tcase_add_test(tests, random_numbers_are_the_same_everywhere);
    tcase_add_test(tests, a_file_is_written_and_read_back);
    tcase_add_test(tests, a_save_that_fails_half_way_leaves_the_old_file_whole);
    tcase_add_test(tests, a_link_stays_and_leads_to_what_was_written);
    tcase_add_test(tests, a_pipe_is_written_to_and_stays);
    tcase_add_test(tests, a_terminal_is_written_to_under_its_name);
    tcase_add_test(tests, a_device_is_written_to_and_stays);
    tcase_add_test(tests, standard_output_is_written_to_under_its_name);
    tcase_add_test(tests, what_a_killed_writer_left_is_removed_by_the_next);
    tcase_add_test(tests, the_longest_name_can_be_saved);
    return fixture_run(suite);
}
