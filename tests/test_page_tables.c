/* SPDX-License-Identifier: MIT
 *
 * Tables as the engine of the page has them (src/web/table.c), with files in place of what the
 * browser keeps: they come and go while engines and reviews read them. */
#include "linja/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "late_table.h"
#include "linja/solution/table.h"
#include "web/border.h"

/* What src/web/table.c imports of the worker. */
double table_length(const char *name);
bool table_read(const char *name, double offset, void *bytes, size_t length);
int table_stamp(void);

static const char late[] = "09/10/11/00/10/01/01/90 a";
static const char rules[] = "2003";

static text kept; /* the only table of the device, and of which name */
static const char *kept_name;
static int stamp;

double table_length(const char *name) {
    return kept_name && strcmp(name, kept_name) == 0 ? (double)kept.length : 0;
}

bool table_read(const char *name, double offset, void *bytes, size_t length) {
    if (offset + (double)length > table_length(name)) return false;
    memcpy(bytes, kept.data + (size_t)offset, length);
    return true;
}

int table_stamp(void) {
    return stamp;
}

/* --- a border --------------------------------------------------------------------------------- */

static text answer;

static const char *say(border *b, const char *line) {
    char copy[512];
    snprintf(copy, sizeof copy, "%s", line);
    for (char *at = copy; (at = strchr(at, '|'));) *at = '\t';
    text_clear(&answer);
    border_line(b, copy, strlen(copy), &answer);
    ck_assert_msg(strncmp(answer.data, "error", 5) != 0, "%s: %s", line, answer.data);
    return answer.data;
}

static void expect(border *b, const char *line, const char *part) {
    ck_assert_msg(strstr(say(b, line), part), "%s: no %s in %s", line, part, answer.data);
}

static void keep_late_table(void) {
    error e;
    text path = text_growing();
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    late_table_write_upside_down(linja_find_rules(rules), late);
    ck_assert_int_eq(linja_table_path(linja_find_rules(rules), &path, &e), STATUS_OK);
    kept = fixture_file(path.data);
    kept_name = "linja-2003.table";
    stamp++;
    text_free(&path);
}

static border *begin(void) {
    char line[128];
    border *b = border_new();
    ck_assert(b);
    border_bound(b, 20);
    answer = text_growing();
    snprintf(line, sizeof line, "new|linja|%s|1|0|1|Ada|Ben|||%s", rules, late);
    say(b, line);
    return b;
}

static void end(border *b) {
    border_free(b);
    text_free(&answer);
    text_free(&kept);
}

/* --- what comes and goes ---------------------------------------------------------------------- */

static const char exact[] = "exact\t1";

/* Only by this table is cd the best turn. */
static void expect_table(border *b) {
    expect(b, "choose|10|1", "turn\tcd\n");
    expect(b, "hint|2", "turn\tcd\n");
    expect(b, "values|1|20", "value\tcd\t4.000000\t");
    expect(b, "values|1|20|ef/cd+bc/de", "\t0.000000\t1\n");
}

START_TEST(a_table_is_found_when_it_comes_and_missed_when_it_has_gone) {
    border *b = begin();
    expect(b, "tables", "exact\t0");
    keep_late_table();
    expect(b, "tables|linja|2003", exact);
    expect(b, "tables|linja|zen", "exact\t0");
    expect(b, "tables|liniell|standard", "exact\t0");
    expect(b, "tables", exact);
    expect_table(b);
    kept_name = NULL;
    stamp++;
    expect(b, "tables", "exact\t0");
    ck_assert_ptr_null(strstr(say(b, "values|1|20"), "value\tcd\t"));
    end(b);
}
END_TEST

/* A match and a review read the same table; then there is another, which each finds when it looks
 * again. */
START_TEST(a_review_reads_on_while_tables_come_and_go) {
    static const char before[] = "before\t4.000000\t1.000000\t0.000000\t1\n";
    keep_late_table();
    border *b = begin();
    say(b, "play|cd");
    expect(b, "review|0", "table\t1");
    stamp++;
    expect(b, "tables", exact);
    expect(b, "review-turn|0", before);
    stamp++;
    say(b, "new|linja|zen|1|0|1|Ada|Ben|");
    expect(b, "review-turn|0", before);
    expect(b, "review-summary", exact);
    end(b);
}
END_TEST

START_TEST(a_table_that_breaks_off_is_done_without) {
    keep_late_table();
    border *b = begin();
    kept_name = NULL; /* nobody has said so */
    expect(b, "values|1|20|cd", "\t0\n");
    ck_assert_ptr_null(strstr(say(b, "hint|2"), "turn\tcd\n"));
    stamp++;
    expect(b, "tables", "exact\t0");
    expect(b, "tables|linja|2003", "exact\t0");
    end(b);
}
END_TEST

/* Whole and of these rules, but of a game that nobody plays. */
START_TEST(a_table_of_the_reduced_game_is_none) {
    char path[160];
    const linja_rules *own = linja_find_rules(rules);
    linja_solve_options options = {.rules = own, .pawns = 2, .job = {.threads = 1}};
    error e;
    snprintf(path, sizeof path, "%s/reduced.table", fixture_folder());
    ck_assert_int_eq(linja_table_make(&options, path, NULL, &e), STATUS_OK);
    kept = fixture_file(path);
    kept_name = "linja-2003.table";
    border *b = begin();
    expect(b, "tables", "exact\t0");
    expect(b, "tables|linja|2003", "exact\t0");
    end(b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("page tables");
    TCase *tests = fixture_tests(suite, "page tables");
    tcase_add_test(tests, a_table_is_found_when_it_comes_and_missed_when_it_has_gone);
    tcase_add_test(tests, a_review_reads_on_while_tables_come_and_go);
    tcase_add_test(tests, a_table_that_breaks_off_is_done_without);
    tcase_add_test(tests, a_table_of_the_reduced_game_is_none);
    return fixture_run(suite);
}
