/* SPDX-License-Identifier: MIT
 *
 * What the tests share: fixture files read line by line, and the runner of a suite.
 *
 * A fixture file (tests/data/ *.t) is a list of cases separated by blank lines. A line beginning
 * with '#' is a remark. What the lines of a case mean is the test's business. */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "base/status.h"
#include "base/text.h"
#include "game/game.h"
#include "play/match.h"

typedef struct fixture_case {
    size_t line; /* of lines[0] in the file */
    size_t count;
    char **lines;
} fixture_case;

typedef struct fixture {
    char *contents;
    size_t count;
    fixture_case *cases;
} fixture;

/* Reads a file or ends the test. */
fixture fixture_read(const char *path);
void fixture_free(fixture *f);

/* A whole file as text, or the test ends. */
text fixture_file(const char *path);

/* The words of a line behind its first word, or NULL if the first word is another. */
const char *fixture_value(const char *line, const char *word);

/* Takes the next word off a line: copies it to `word` and answers false at the end. */
bool fixture_word(const char **line, char *word, size_t room);

/* A rule set by its name; NULL: the default. */
variant fixture_variant(const game *g, const char *rules);

/* A match, and a turn in it, which must be possible. */
match *fixture_match(const match_options *options);
void fixture_play(match *m, const char *turn);

/* Any legal turn of a position that has one. */
game_turn fixture_random_turn(variant v, const game_position *position, rng *random);

/* Whether there was something to take back or to redo; and a look that goes well. */
bool fixture_undo(match *m);
bool fixture_redo(match *m);
void fixture_go_to(match *m, size_t ply);

/* A folder of the program's own, for whatever its tests write. It is there from the first call or
 * from fixture_run on, and removed with all that is in it when fixture_run is done. */
const char *fixture_folder(void);

typedef struct fixture_path {
    char text[128];
} fixture_path;

/* The path of a file in it. */
fixture_path fixture_in_folder(const char *name);

/* A check that costs nothing while it holds; check's own write to a file each time. */
#define MUST(condition)                                                                            \
    do                                                                                             \
        if (!(condition)) ck_abort_msg("%s", #condition);                                          \
    while (0)

/* A test case without a time limit: a slow machine must not fail a test. */
TCase *fixture_tests(Suite *suite, const char *name);

/* ... whose tests start threads, or run the program, which does: these, and no others, are for the
 * thread sanitizer (tools/test). A thread that is started elsewhere fails its test. */
TCase *fixture_threads(Suite *suite, const char *name);

/* Runs a suite, prints check's summary and returns an exit code. */
int fixture_run(Suite *suite);

#endif
