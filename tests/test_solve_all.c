/* SPDX-License-Identifier: MIT
 *
 * `linja solve --all` with games of four pawns a side (tests/few.c): every rule set once, with the
 * bytes that are known; what is there stays, and what an interruption leaves is whole. */
#include <errno.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "linja/rules/rules.h"

/* What was said, on standard output and on the terminal. */
typedef struct said {
    text out, terminal;
    int code; /* as waitpid has it */
} said;

static const char *folder(void) {
    static char path[256];
    snprintf(path, sizeof path, "%s", fixture_in_folder("all").text);
    return path;
}

static void begin(void) {
    char line[600];
    snprintf(line, sizeof line, "rm -rf '%s' && mkdir '%s'", folder(), folder());
    ck_assert_int_eq(system(line), 0);
    setenv("XDG_DATA_HOME", folder(), 1);
    unsetenv("INTERRUPT_AT");
}

static void become_program(const char *out) {
    if (!freopen(out, "w", stdout)) _exit(127);
    execl(FEW, FEW, "linja", "solve", "--all", "--threads", "1", (char *)NULL);
    _exit(127);
}

/* On a terminal of its own, so that it shows how far it is. */
static said solve_all(void) {
    said s = {.terminal = text_growing()};
    char out[300], piece[4096];
    snprintf(out, sizeof out, "%s/out", folder());
    int terminal;
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    ck_assert_int_ge(pid, 0);
    if (pid == 0) become_program(out);
    for (;;) { /* a terminal that nobody writes to any more fails with EIO */
        ssize_t got = read(terminal, piece, sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        text_put_n(&s.terminal, piece, (size_t)got);
    }
    close(terminal);
    ck_assert_int_eq(waitpid(pid, &s.code, 0), pid);
    s.out = fixture_file(out);
    return s;
}

static void forget(said *s) {
    text_free(&s->out);
    text_free(&s->terminal);
}

static size_t count_lines(const text *t) {
    size_t lines = 0;
    for (size_t i = 0; i < t->length; i++) lines += t->data[i] == '\n';
    return lines;
}

typedef struct table_file {
    char path[400];
} table_file;

static table_file file_of(const char *rules) {
    table_file f;
    snprintf(f.path, sizeof f.path, "%s/linework/linja-%s.table", folder(), rules);
    return f;
}

static bool is_there(const char *path) {
    struct stat found;
    return stat(path, &found) == 0;
}

/* All tables as tests/data/linja-reduced.sha256 has them, and nothing beside them but their lock.
 */
static void check_tables(void) {
    char line[900];
    snprintf(line, sizeof line,
             "cd '%s/linework' && sed 's/-4.table/.table/' '" DATA
             "linja-reduced.sha256' | sha256sum --quiet -c && ! ls | grep part",
             folder());
    ck_assert_int_eq(system(line), 0);
}

/* What the terminal was told of how far it is never goes back. */
static void check_progress(const text *terminal) {
    double last = -1;
    int told = 0;
    for (const char *at = terminal->data; (at = strstr(at, "] ")); at += 2) {
        double percent = atof(at + 2);
        ck_assert_double_ge(percent, last);
        last = percent;
        told++;
    }
    ck_assert_int_gt(told, 0);
}

START_TEST(every_rule_set_is_solved_once_and_what_is_there_is_skipped) {
    said s = solve_all();
    ck_assert(WIFEXITED(s.code) && WEXITSTATUS(s.code) == 0);
    ck_assert_uint_eq(count_lines(&s.out), LINJA_RULE_SETS);
    check_progress(&s.terminal);
    check_tables();
    forget(&s);

    struct stat before, after;
    ck_assert_int_eq(stat(file_of("zen").path, &before), 0);
    ck_assert_int_eq(unlink(file_of("second").path), 0);
    s = solve_all();
    ck_assert(WIFEXITED(s.code) && WEXITSTATUS(s.code) == 0);
    ck_assert_uint_eq(count_lines(&s.out), 1);
    ck_assert_int_eq(strncmp(s.out.data, "second\t", 7), 0);
    forget(&s);
    ck_assert_int_eq(stat(file_of("zen").path, &after), 0);
    ck_assert_uint_eq(before.st_ino, after.st_ino); /* nobody has written it anew */
    check_tables();

    s = solve_all();
    ck_assert_uint_eq(s.out.length, 0);
    forget(&s);
}
END_TEST

START_TEST(what_was_done_stays_when_it_is_interrupted) {
    enum { AT = 4 };
    setenv("INTERRUPT_AT", "4", 1);
    said s = solve_all();
    ck_assert(WIFSIGNALED(s.code) && WTERMSIG(s.code) == SIGINT);
    ck_assert_ptr_nonnull(strstr(s.terminal.data, "stopped; the tables that were done stay"));
    forget(&s);
    for (size_t i = 0; i < LINJA_RULE_SETS; i++)
        ck_assert_int_eq(is_there(file_of(linja_rule_sets[i].name).path), i < AT - 1);
    unsetenv("INTERRUPT_AT");
    s = solve_all();
    ck_assert_uint_eq(count_lines(&s.out), LINJA_RULE_SETS - (AT - 1));
    forget(&s);
    check_tables();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solve all");
    TCase *tests = fixture_tests(suite, "solve all");
    tcase_add_checked_fixture(tests, begin, NULL);
    tcase_add_test(tests, every_rule_set_is_solved_once_and_what_is_there_is_skipped);
    tcase_add_test(tests, what_was_done_stays_when_it_is_interrupted);
    return fixture_run(suite);
}
