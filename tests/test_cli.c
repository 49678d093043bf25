/* SPDX-License-Identifier: MIT
 *
 * The command line as others script against it: transcripts in tests/data/cli*.t, run by a shell
 * in a scratch folder with `linework` in the path. A case is
 *
 *     $ COMMAND
 *     > a line of standard output       ("> ..." at the end: the rest does not matter)
 *     ! a line of standard error
 *     = EXIT CODE                        (missing: 0)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

/* This is `linework` from now on. */
static void set_path(const char *program) {
    text path = text_growing();
    text_put_n(&path, program, (size_t)(strrchr(program, '/') - program));
    text_format(&path, ":%s", getenv("PATH"));
    setenv("PATH", path.data, 1);
    text_free(&path);
}

/* Runs a command; its outputs are left in the scratch folder. */
static int run(const char *command) {
    text line = text_growing();
    text_format(&line, "cd %s && { %s\n} >out 2>err </dev/null", fixture_folder(), command);
    int code = system(line.data);
    text_free(&line);
    return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static text output(const char *name) {
    return fixture_file(fixture_in_folder(name).text);
}

static void expect_lines(const fixture_case *c, char mark, const char *name) {
    text expected = text_growing(), actual = output(name);
    text_put(&expected, "");
    bool open = false;
    for (size_t i = 1; i < c->count; i++) {
        const char *line = c->lines[i];
        if (line[0] != mark) continue;
        if (strcmp(line + 1, " ...") == 0) {
            open = true;
            break;
        }
        text_format(&expected, "%s\n", line[1] ? line + 2 : "");
    }
    size_t compared = open ? expected.length : actual.length + 1;
    ck_assert_msg(strncmp(actual.data, expected.data, compared) == 0 &&
                      (open || actual.length == expected.length),
                  "line %zu: %s\nshould print to %s:\n%s\nbut prints:\n%s", c->line,
                  c->lines[0] + 2, name, expected.data, actual.data);
    text_free(&expected);
    text_free(&actual);
}

static void check_file(const char *path) {
    fixture f = fixture_read(path);
    for (size_t i = 0; i < f.count; i++) {
        const fixture_case *c = &f.cases[i];
        ck_assert_msg(strncmp(c->lines[0], "$ ", 2) == 0, "line %zu: '$ COMMAND'", c->line);
        int code = run(c->lines[0] + 2), expected = 0;
        for (size_t k = 1; k < c->count; k++)
            if (c->lines[k][0] == '=') expected = c->lines[k][2] - '0';
        expect_lines(c, '!', "err");
        expect_lines(c, '>', "out");
        ck_assert_msg(code == expected, "line %zu: %s\nexits with %d", c->line, c->lines[0], code);
    }
    fixture_free(&f);
}

START_TEST(transcripts_are_to_the_letter) {
    check_file(DATA "cli.t");
    check_file(DATA "cli-liniell.t");
    check_file(DATA "cli-coach.t");
}
END_TEST

/* A third game (tests/nim.c), which brings no more than it must, by the program that knows it. */
START_TEST(a_third_game_is_played_like_the_others) {
    set_path(PROGRAM_WITH_NIM);
    check_file(DATA "cli-nim.t");
}
END_TEST

/* Every command that the help lists is used in the transcripts, and answers --help, --version and
 * an unknown option. */
START_TEST(every_command_is_in_the_transcripts) {
    text transcripts = fixture_file(DATA "cli.t"), more = fixture_file(DATA "cli-liniell.t");
    text_put(&transcripts, more.data);
    text coach = fixture_file(DATA "cli-coach.t");
    text_put(&transcripts, coach.data);
    ck_assert_int_eq(run("linework --help; linework liniell --help"), 0);
    text help = output("out");
    size_t commands = 0;
    for (char *line = strtok(help.data, "\n"); line; line = strtok(NULL, "\n")) {
        char name[64] = "";
        if (strncmp(line, "  linework GAME ", 16) == 0)
            snprintf(name, sizeof name, "linework linja %.*s", (int)strcspn(line + 16, " "),
                     line + 16);
        else if (strncmp(line, "  linework linja ", 17) == 0)
            snprintf(name, sizeof name, "%.*s", 15 + (int)strcspn(line + 17, " "), line + 2);
        else if (strncmp(line, "  linework ", 11) == 0)
            snprintf(name, sizeof name, "%.*s", 9 + (int)strcspn(line + 11, " "), line + 2);
        else
            continue;
        commands++;
        ck_assert_msg(strstr(transcripts.data, name), "no transcript of '%s'", name);
        char command[128];
        snprintf(command, sizeof command, "%s --help", name);
        ck_assert_int_eq(run(command), 0);
        snprintf(command, sizeof command, "%s --version", name);
        ck_assert_int_eq(run(command), 0);
        snprintf(command, sizeof command, "%s --nonsense", name);
        ck_assert_int_eq(run(command), 2);
    }
    ck_assert_uint_ge(commands, 7);
    text_free(&help);
    text_free(&more);
    text_free(&coach);
    text_free(&transcripts);
}
END_TEST

int main(void) {
    set_path(PROGRAM);
    setenv("DATA", DATA, 1);
    setenv("LC_ALL", "C.UTF-8", 1); /* English, whoever runs this */
    unsetenv("LANGUAGE");
    setenv("XDG_DATA_HOME", fixture_folder(), 1); /* tables of the user's own are none of ours */

    Suite *suite = suite_create("cli");
    TCase *tests = fixture_threads(suite, "cli");
    tcase_add_test(tests, transcripts_are_to_the_letter);
    tcase_add_test(tests, a_third_game_is_played_like_the_others);
    tcase_add_test(tests, every_command_is_in_the_transcripts);
    return fixture_run(suite);
}
