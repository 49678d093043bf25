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
#include "linja/game.h"
#include "linja/solution/table.h"
#include "native/file.h"
#include "server/values.h"

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
    return answer_to(l, &r, NULL, 0);
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

/* --- other questions ---------------------------------------------------------------------------
 */

static answer ask_path(library *l, const char *method, const char *path, const char *asked,
                       const char *body) {
    http_request r = {.method = method, .query = asked, .field_count = 1};
    r.fields[0] = (http_field){"Content-Type", "application/json; charset=utf-8"};
    strcpy(r.path, path);
    return answer_to(l, &r, body, body ? strlen(body) : 0);
}

static json_t *json_of(const answer *a) {
    json_t *facts = json_loadb((const char *)a->bytes, a->length, 0, NULL);
    ck_assert_msg(facts != NULL, "%.*s", (int)a->length, a->bytes);
    return facts;
}

/* Both sides keep the value: it is that of the first position until the end. */
START_TEST(the_main_line_is_best_play) {
    library *l = new_library();
    answer a = ask_path(l, "GET", "/v1/linja/mainline", query, NULL);
    ck_assert_int_eq(a.code, 200);
    json_t *line = json_of(&a), *turns = json_object_get(line, "turns");
    answer_free(&a);
    ck_assert_uint_gt(json_array_size(turns), 2);
    answer first = ask_path(l, "GET", "/v1/linja", query, NULL);
    json_t *facts = json_of(&first);
    int value = (int)json_integer_value(json_object_get(facts, "value"));
    answer_free(&first);
    json_decref(facts);
    variant v = fixture_variant(&linja_game, "2003");
    game_position position;
    error e;
    ck_assert_int_eq(variant_read_position(v, late, &position, &e), STATUS_OK);
    int mover = linja_game.to_move(&position);
    for (size_t i = 0; i < json_array_size(turns); i++)
        ck_assert_int_eq(
            variant_play(v, &position, json_string_value(json_array_get(turns, i)), &e), STATUS_OK);
    game_outcome outcome = variant_outcome(v, &position);
    ck_assert(outcome.over);
    ck_assert_int_eq(outcome.points[mover] - outcome.points[1 - mover], value);
    json_decref(line);
    library_free(l);
}
END_TEST

START_TEST(many_positions_are_answered_in_their_order) {
    library *l = new_library();
    char body[256];
    snprintf(body, sizeof body, "{\"rules\":\"2003\",\"positions\":[\"%s\",\"%s\"]}", late, late);
    answer a = ask_path(l, "POST", "/v1/linja/batch", "", body);
    ck_assert_int_eq(a.code, 200);
    ck_assert_str_eq(a.type, "application/x-ndjson");
    char line[128];
    answer one = ask_path(l, "GET", "/v1/linja", query, NULL);
    json_t *facts = json_of(&one);
    snprintf(line, sizeof line, "{\"position\":\"%s\",\"value\":%d}\n", late,
             (int)json_integer_value(json_object_get(facts, "value")));
    ck_assert_uint_eq(a.length, 2 * strlen(line));
    ck_assert_mem_eq(a.bytes, line, strlen(line));
    ck_assert_mem_eq(a.bytes + strlen(line), line, strlen(line));
    answer_free(&one);
    answer_free(&a);
    json_decref(facts);
    static const struct {
        const char *method, *body, *detail;
        int code;
    } cases[] = {
        {"POST", "{\"rules\":\"2003\",\"positions\":[\"x\"]}", "position 1: ", 400},
        {"POST", "{\"rules\":\"2003\",\"positions\":[7]}", "position 1: a position is a text", 400},
        {"POST", "{\"rules\":\"2003\"}", "is a list of up to 1000", 400},
        {"POST", "{\"rules\":\"zn\",\"positions\":[]}", "unknown rule set", 400},
        {"POST", "{\"rules\":\"zen\",\"positions\":[]}", "has no table", 404},
        {"POST", "[]", "not a JSON object", 400},
        {"GET", "", "cannot be done", 405},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a = ask_path(l, cases[i].method, "/v1/linja/batch", "", cases[i].body);
        ck_assert_int_eq(a.code, cases[i].code);
        ck_assert_str_eq(a.type, "application/problem+json");
        facts = json_of(&a);
        const char *detail = json_string_value(json_object_get(facts, "detail"));
        ck_assert_msg(strstr(detail, cases[i].detail) != NULL, "%s", detail);
        json_decref(facts);
        answer_free(&a);
    }
    library_free(l);
}
END_TEST

START_TEST(an_answer_that_is_known_is_not_sent_again) {
    library *l = new_library();
    answer a = ask(l, query);
    http_request r = {.method = "GET", .path = "/v1/linja", .query = query, .field_count = 1};
    ck_assert_int_eq(a.tag[0], '"');
    r.fields[0] = (http_field){"If-None-Match", a.tag};
    answer again = answer_to(l, &r, NULL, 0);
    ck_assert_int_eq(again.code, 304);
    answer_free(&again);
    r.fields[0] = (http_field){"If-None-Match", "\"0123456789abcdef\""};
    again = answer_to(l, &r, NULL, 0);
    ck_assert_int_eq(again.code, 200);
    answer_free(&again);
    answer_free(&a);
    library_free(l);
}
END_TEST

/* --- a table that cannot be read -------------------------------------------------------------- */

static void expect_damage_in(library *l) {
    answer a = ask(l, query);
    ck_assert_int_eq(a.code, 500);
    ck_assert_msg(
        is_body(&a, "{\"type\":\"about:blank\",\"title\":\"Internal Server "
                    "Error\",\"status\":500,\"detail\":\"the table of '2003' cannot be read\"}\n"),
        "%.*s", (int)a.length, a.bytes);
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
    linja_solve_options options = {.rules = rules(), .pawns = 2, .job.threads = 1};
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
static bool texts_too;

static void *scarce(size_t bytes) {
    return until_failure-- == 0 ? NULL : malloc(bytes);
}

void *__real_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

void *__wrap_realloc(void *old, size_t bytes) { /* with which texts grow */
    return texts_too && until_failure-- == 0 ? NULL : __real_realloc(old, bytes);
}

/* Each allocation of jansson, and of texts where they are what is answered, fails once: the answer
 * is whole, or it says that it is not. */
static void expect_whole_or_500(const char *asked, int code) {
    library *l = new_library();
    answer whole = ask(l, asked);
    ck_assert_int_eq(whole.code, code);
    bool failed = true;
    int count = 0;
    for (; failed; count++) {
        until_failure = count;
        json_set_alloc_funcs(scarce, free);
        texts_too = code == 200;
        answer a = ask(l, asked);
        texts_too = false;
        json_set_alloc_funcs(malloc, free);
        failed = until_failure < 0;
        MUST(a.code == code || (failed && a.code == 500));
        MUST(a.code == code
                 ? a.length == whole.length && !memcmp(a.bytes, whole.bytes, a.length)
                 : is_body(&a, "{\"type\":\"about:blank\",\"title\":\"Internal Server "
                               "Error\",\"status\":500,\"detail\":\"out of memory\"}\n"));
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
    tcase_add_test(tests, the_main_line_is_best_play);
    tcase_add_test(tests, many_positions_are_answered_in_their_order);
    tcase_add_test(tests, an_answer_that_is_known_is_not_sent_again);
    tcase_add_test(tests, a_damaged_table_is_not_answered_from);
    tcase_add_test(tests, a_table_that_is_cut_off_while_it_is_open_is_not_answered_from);
    tcase_add_test(tests, a_table_of_another_game_is_not_answered_from);
    tcase_add_test(tests, half_an_answer_is_none);
    return fixture_run(suite);
}
