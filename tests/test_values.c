/* SPDX-License-Identifier: MIT
 *
 * Exact values from a real table, as the server answers them (test_server.c asks the program), and
 * what it answers when the table is damaged or there is no memory. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"
#include "late_table.h"
#include "linja/solution/table.h"
#include "native/file.h"
#include "server/answer.h"

/* Three pawns a side are still on their way. */
static const char late[] = "09/10/11/00/10/01/01/90 a";

static const linja_rules *rules(void) {
    return linja_find_rules("2003");
}

static void write_table(void) {
    late_table_write(rules(), late);
}

static text table_path(void) {
    text path = text_growing();
    error e;
    ck_assert_int_eq(linja_table_path(rules(), &path, &e), STATUS_OK);
    return path;
}

/* What is answered to GET, without a server around it; the caller frees it. */
static answer ask(library *l, const char *query) {
    http_request r = {.method = "GET", .path = "/api/linja/moves", .query = query};
    return answer_to(l, &r);
}

static library *new_library(void) {
    library *l;
    error e;
    ck_assert_int_eq(library_new(&l, &e), STATUS_OK);
    return l;
}

static bool is_body(const answer *a, const char *body) {
    return a->length == strlen(body) && memcmp(a->bytes, body, a->length) == 0;
}

static const char query[] = "rules=2003&position=09/10/11/00/10/01/01/90_a";

START_TEST(all_turns_are_valued) {
    library *l = new_library();
    text expected = late_table_answer(rules(), late);
    ck_assert_ptr_nonnull(strstr(expected.data, "\"loss\":1")); /* some turns are better */
    for (int i = 0; i < 2; i++) { /* the second time the table is open already */
        answer a = ask(l, query);
        ck_assert_int_eq(a.code, 200);
        ck_assert_str_eq(a.type, "application/json");
        ck_assert_msg(is_body(&a, expected.data), "%.*s\ninstead of\n%s", (int)a.length, a.bytes,
                      expected.data);
        answer_free(&a);
    }
    answer other = ask(l, "rules=zen");
    ck_assert_int_eq(other.code, 404);
    answer_free(&other);
    text_free(&expected);
    library_free(l);
}
END_TEST

/* --- a table that cannot be read -------------------------------------------------------------- */

static void expect_damage_in(library *l) {
    answer a = ask(l, query);
    ck_assert_int_eq(a.code, 500);
    ck_assert_msg(is_body(&a, "{\"error\":\"the table of '2003' cannot be read\"}\n"), "%.*s",
                  (int)a.length, a.bytes);
    ck_assert_str_ne(a.remark.text, ""); /* the log tells more */
    answer_free(&a);
}

static void expect_damage(void) {
    library *l = new_library();
    expect_damage_in(l);
    library_free(l);
}

START_TEST(a_damaged_table_is_not_answered_from) {
    text path = table_path(), whole = fixture_file(path.data);
    const struct {
        size_t length, at, bytes; /* what is left of it, and what in it is overwritten */
    } cases[] = {
        {whole.length / 2, 0, 0},    {100, 0, 0},
        {whole.length, 20, 1},       {whole.length, 100000, 1},
        {whole.length, 0, 4096},     {whole.length, whole.length - 6000, 6000},
        {whole.length - 3000, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text damaged = text_growing();
        error e;
        text_put_n(&damaged, whole.data, cases[i].length);
        memset(damaged.data + cases[i].at, '!', cases[i].bytes);
        ck_assert_int_eq(file_write(path.data, damaged.data, damaged.length, &e), STATUS_OK);
        expect_damage();
        text_free(&damaged);
    }
    text_free(&whole);
    text_free(&path);
}
END_TEST

START_TEST(a_table_that_is_cut_off_while_it_is_open_is_not_answered_from) {
    library *l = new_library();
    text path = table_path();
    answer a = ask(l, query);
    ck_assert_int_eq(a.code, 200);
    answer_free(&a);
    ck_assert_int_eq(truncate(path.data, 5000), 0);
    expect_damage_in(l);
    expect_damage_in(l);
    write_table(); /* a whole one in its place helps at once */
    a = ask(l, query);
    ck_assert_int_eq(a.code, 200);
    answer_free(&a);
    text_free(&path);
    library_free(l);
}
END_TEST

/* A table of fewer pawns than the game has. */
START_TEST(a_table_of_another_game_is_not_answered_from) {
    linja_solve_options options = {.rules = rules(), .pawns = 2};
    linja_solved *s;
    error e;
    text path = table_path();
    ck_assert_int_eq(linja_solve(&options, &s, &e), STATUS_OK);
    ck_assert_int_eq(linja_table_write(s, path.data, &(solver_job){.threads = 1}, &e), STATUS_OK);
    linja_solved_free(s);
    text_free(&path);
    expect_damage();
}
END_TEST

/* --- no memory -------------------------------------------------------------------------------- */

static int until_failure;

static void *scarce(size_t bytes) {
    return until_failure-- == 0 ? NULL : malloc(bytes);
}

/* Each allocation of jansson fails once: the answer is whole, or it says that it is not. */
static void expect_whole_or_500(const char *asked, int code) {
    library *l = new_library();
    answer whole = ask(l, asked);
    ck_assert_int_eq(whole.code, code);
    bool failed = true;
    int count = 0;
    for (; failed; count++) {
        until_failure = count;
        json_set_alloc_funcs(scarce, free);
        answer a = ask(l, asked);
        json_set_alloc_funcs(malloc, free);
        failed = until_failure < 0;
        MUST(a.code == code || (failed && a.code == 500));
        MUST(a.code == code ? a.length == whole.length && !memcmp(a.bytes, whole.bytes, a.length)
                            : is_body(&a, "{\"error\":\"out of memory\"}\n"));
        answer_free(&a);
    }
    ck_assert_int_gt(count, 3);
    answer_free(&whole);
    library_free(l);
}

START_TEST(half_an_answer_is_none) {
    expect_whole_or_500(query, 200);
    expect_whole_or_500("rules=zn", 400);
    expect_whole_or_500("rules=zen", 404);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("values");
    TCase *tests = fixture_tests(suite, "values");
    tcase_add_checked_fixture(tests, write_table, NULL);
    tcase_add_test(tests, all_turns_are_valued);
    tcase_add_test(tests, a_damaged_table_is_not_answered_from);
    tcase_add_test(tests, a_table_that_is_cut_off_while_it_is_open_is_not_answered_from);
    tcase_add_test(tests, a_table_of_another_game_is_not_answered_from);
    tcase_add_test(tests, half_an_answer_is_none);
    return fixture_run(suite);
}
