/* SPDX-License-Identifier: MIT
 *
 * The sample clients in examples/ play whole games through the real server, with its computer and
 * with a bot, and ask for exact values. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "late_table.h"

static server_process server;
static char base[64], port[16];

static void start(void) {
    char name[64];
    snprintf(name, sizeof name, "examples-%d.db", (int)getpid());
    server = server_start(PROGRAM, fixture_in_folder(name).text);
    snprintf(base, sizeof base, "http://localhost:%d/", server.port);
    snprintf(port, sizeof port, "%d", server.port);
}

static void stop(void) {
    server_stop(&server);
}

typedef enum language { C, PYTHON, JAVASCRIPT, LANGUAGES } language;

/* Runs a sample; what it prints, once it has ended well. The caller frees it. */
static text run(language l, const char *const *words) {
    static const char *const beginnings[LANGUAGES][3] = {
        [C] = {SAMPLE, NULL, NULL},
        [PYTHON] = {"python3", EXAMPLES "play.py", NULL},
        [JAVASCRIPT] = {"node", EXAMPLES "play.mjs", NULL},
    };
    const char *arguments[16];
    int count = 0, out[2], code;
    for (const char *const *word = beginnings[l]; *word; word++) arguments[count++] = *word;
    arguments[count++] = l == C ? "localhost" : base;
    if (l == C) arguments[count++] = port;
    for (; *words; words++) arguments[count++] = *words;
    arguments[count] = NULL;
    ck_assert_int_eq(pipe(out), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], STDOUT_FILENO);
        execvp(arguments[0], (char *const *)arguments);
        _exit(127);
    }
    close(out[1]);
    text said = text_growing();
    char part[4096];
    text_put(&said, "");
    for (ssize_t got; (got = read(out[0], part, sizeof part)) > 0;)
        text_put_n(&said, part, (size_t)got);
    close(out[0]);
    ck_assert_int_eq(waitpid(pid, &code, 0), pid);
    ck_assert_msg(WIFEXITED(code) && WEXITSTATUS(code) == 0, "%s %s: %d", arguments[0],
                  arguments[1], code);
    return said;
}

/* What a sample says of a game is how that ended. */
static void expect_end(const text *said) {
    char id[32], result[16], reason[16], path[64];
    ck_assert_msg(sscanf(said->data, "%31s %15s %15s", id, result, reason) == 3, "%s", said->data);
    snprintf(path, sizeof path, "/v1/games/%s", id);
    json_t *view = http_facts(server.port, "GET", path, NULL, 200);
    ck_assert_str_eq(json_string_value(json_object_get(view, "status")), "over");
    ck_assert_str_eq(json_string_value(json_object_get(view, "result")), result);
    ck_assert_str_eq(json_string_value(json_object_get(view, "reason")), reason);
    ck_assert_str_eq(reason, "board");
    json_decref(view);
}

START_TEST(samples_play_with_the_computer) {
    static const struct {
        language l;
        const char *game;
    } cases[] = {{C, "linja"},
                 {C, "liniell"},
                 {PYTHON, "linja"},
                 {PYTHON, "liniell"},
                 {JAVASCRIPT, "linja"}};
    text said = run(cases[_i].l, (const char *const[]){"play", cases[_i].game, NULL});
    expect_end(&said);
    text_free(&said);
}
END_TEST

/* A bot makes a game of Liniell, in which a sample takes the other seat. */
START_TEST(samples_play_with_a_bot) {
    int out[2], code;
    char line[512] = "";
    ck_assert_int_eq(pipe(out), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], STDOUT_FILENO);
        execl(PROGRAM, "linework", "bot", base, "--json", "--game", "liniell", "--level", "1",
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *told = fdopen(out[0], "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, told));
    json_t *seated = json_loads(line, 0, NULL);
    const char *id = json_string_value(json_object_get(seated, "id"));
    ck_assert_ptr_nonnull(id);
    text said = run((language)_i, (const char *const[]){"join", id, NULL});
    expect_end(&said);
    text_free(&said);
    json_decref(seated);
    ck_assert_int_eq(waitpid(pid, &code, 0), pid);
    ck_assert(WIFEXITED(code) && WEXITSTATUS(code) == 0);
    fclose(told);
}
END_TEST

START_TEST(samples_ask_for_exact_values) {
    static const char late[] = "09/10/11/00/10/01/01/90 a";
    const linja_rules *rules = linja_find_rules("2003");
    late_table_write(rules, late);
    text answer = late_table_answer(rules, late), expected = text_growing();
    json_t *facts = json_loads(answer.data, 0, NULL), *turn;
    size_t i;
    json_array_foreach(json_object_get(facts, "turns"), i, turn)
        text_format(&expected, "%s\t%+d\n", json_string_value(json_object_get(turn, "turn")),
                    (int)json_integer_value(json_object_get(turn, "value")));
    ck_assert_uint_gt(i, 1);
    for (language l = C; l < LANGUAGES; l++) {
        text said = run(l, (const char *const[]){"value", "2003", late, NULL});
        ck_assert_str_eq(said.data, expected.data);
        text_free(&said);
    }
    json_decref(facts);
    text_free(&answer);
    text_free(&expected);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    setenv("LINEWORK", PROGRAM, 1);
    Suite *suite = suite_create("examples");
    TCase *tests = fixture_threads(suite, "examples");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, samples_play_with_the_computer, 0, 5);
    tcase_add_loop_test(tests, samples_play_with_a_bot, 0, LANGUAGES);
    tcase_add_test(tests, samples_ask_for_exact_values);
    return fixture_run(suite);
}
