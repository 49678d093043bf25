/* SPDX-License-Identifier: MIT
 *
 * Writes a table of Linja of the full size, whole for all who look at it, that knows how one late
 * position goes on (tests/late_table.h): `make_late_table RULES POSITION [upside-down]`, into the
 * usual place. For the tests of the page; a test itself, since what it uses asserts as one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "late_table.h"

static const linja_rules *rules;
static const char *position;
static bool upside_down;

START_TEST(it_is_written) {
    if (upside_down)
        late_table_write_upside_down(rules, position);
    else
        late_table_write(rules, position);
}
END_TEST

int main(int count, char **words) {
    upside_down = count == 4 && strcmp(words[3], "upside-down") == 0;
    rules = count == 3 || upside_down ? linja_find_rules(words[1]) : NULL;
    if (!rules) {
        fputs("usage: make_late_table RULES POSITION [upside-down]\n", stderr);
        return 2;
    }
    position = words[2];
    Suite *suite = suite_create("late table");
    TCase *tests = tcase_create("late table");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, it_is_written);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
