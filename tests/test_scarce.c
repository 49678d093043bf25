/* SPDX-License-Identifier: MIT
 *
 * Results in JSON when memory is scarce: each is whole, or there is none and exit code 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "fixture.h"

/* Late positions and small files, for each of their allocations is a run. */
static const char *const commands[] = {
    "linja moves --position '05/00/00/01/11/05/50/60 a'",
    "linja play ab/df",
    "linja score",
    "linja show --svg",
    "linja perft 1 --divide --position '05/00/00/01/11/05/50/60 a'",
    "liniell tiles",
    "liniell score --verbose --seed 1",
    "record " DATA "review.lwg",
    "review " DATA "review.lwg --number 1 --nodes 10",
    "match level:0 greedy --games 2 --concurrency 1 -q",
    "levels --from 1 --to 1 --games 2 --concurrency 1 -q",
    "play linja --two-players",
};

enum { RUNS = 25 }; /* a command */

/* Runs a command; returns its exit code. Its standard output is left in the folder. */
static int run(const char *command, long fail_at) {
    text line = text_growing();
    text_format(&line,
                "cd %s && FAIL_AT=%ld XDG_DATA_HOME=. LC_ALL=C %s %s --json >out 2>err 3>count "
                "</dev/null",
                fixture_folder(), fail_at, SCARCE, command);
    int code = system(line.data);
    text_free(&line);
    ck_assert_msg(WIFEXITED(code), "%s is ended by a signal at %ld", command, fail_at);
    return WEXITSTATUS(code);
}

/* Figures of time differ from run to run. */
static void hide_times(text *t) {
    static const char *const names[] = {"seconds\":", "milliseconds\":"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (char *at = t->data; (at = strstr(at, names[i]));) {
            at += strlen(names[i]);
            size_t length = strspn(at, "0123456789.e-+");
            memmove(at, at + length, strlen(at + length) + 1);
        }
}

START_TEST(a_result_is_whole_or_refused) {
    const char *command = commands[_i];
    ck_assert_msg(run(command, 0) == 0, "%s", command);
    text whole = fixture_file(fixture_in_folder("out").text),
         count = fixture_file(fixture_in_folder("count").text);
    hide_times(&whole);
    long allocations = atol(count.data), step = allocations / RUNS + 1;
    ck_assert_int_gt(allocations, 0);
    long refused = 0;
    for (long n = 1; n <= allocations; n += step) {
        int code = run(command, n);
        text out = fixture_file(fixture_in_folder("out").text),
             said = fixture_file(fixture_in_folder("err").text);
        hide_times(&out);
        if (code == 0)
            ck_assert_msg(strcmp(out.data, whole.data) == 0, "%s, %ld of %ld:\n%s", command, n,
                          allocations, out.data);
        else
            ck_assert_msg(code == 1 && strstr(said.data, "out of memory"), "%s, %ld: %d %s",
                          command, n, code, said.data);
        refused += code == 1;
        text_free(&out);
        text_free(&said);
    }
    ck_assert_int_gt(refused, 0);
    text_free(&whole);
    text_free(&count);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scarce");
    TCase *tests = fixture_tests(suite, "scarce");
    tcase_add_loop_test(tests, a_result_is_whole_or_refused, 0, sizeof commands / sizeof *commands);
    return fixture_run(suite);
}
