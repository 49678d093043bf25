/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/file.h"
#include "play/match.h"

text fixture_file(const char *path) {
    text contents = text_growing();
    text_put(&contents, "");
    error e;
    ck_assert_msg(file_read(path, &contents, &e) == STATUS_OK, "%s", e.text);
    return contents;
}

static void add_line(fixture *f, char *line, size_t number, bool begins) {
    if (begins) {
        f->cases = realloc(f->cases, (f->count + 1) * sizeof *f->cases);
        f->cases[f->count++] = (fixture_case){.line = number};
    }
    fixture_case *c = &f->cases[f->count - 1];
    c->lines = realloc(c->lines, (c->count + 1) * sizeof *c->lines);
    c->lines[c->count++] = line;
}

fixture fixture_read(const char *path) {
    text contents = fixture_file(path);
    fixture f = {.contents = contents.data};
    bool begins = true;
    size_t number = 1;
    for (char *line = contents.data; line; number++) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (!*line) {
            begins = true;
        } else if (*line != '#') {
            add_line(&f, line, number, begins);
            begins = false;
        }
        line = end ? end + 1 : NULL;
    }
    ck_assert_msg(f.count > 0, "%s holds no case", path);
    return f;
}

void fixture_free(fixture *f) {
    for (size_t i = 0; i < f->count; i++) free(f->cases[i].lines);
    free(f->cases);
    free(f->contents);
}

const char *fixture_value(const char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0) return NULL;
    if (line[length] == '\0') return line + length;
    return line[length] == ' ' ? line + length + 1 : NULL;
}

bool fixture_word(const char **line, char *word, size_t room) {
    *line += strspn(*line, " ");
    size_t length = strcspn(*line, " ");
    if (length == 0) return false;
    ck_assert_uint_lt(length, room);
    memcpy(word, *line, length);
    word[length] = '\0';
    *line += length;
    return true;
}

static char folder[] = "/tmp/linework-XXXXXX";
static bool folder_made;

const char *fixture_folder(void) {
    if (!folder_made && !mkdtemp(folder)) {
        perror(folder);
        exit(EXIT_FAILURE);
    }
    folder_made = true;
    return folder;
}

fixture_path fixture_in_folder(const char *name) {
    fixture_path path;
    text t = text_fixed(path.text, sizeof path.text);
    text_format(&t, "%s/%s", fixture_folder(), name);
    ck_assert(!t.failed);
    return path;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info, (void)kind, (void)at;
    return remove(path);
}

TCase *fixture_tests(Suite *suite, const char *name) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 1200); /* only what hangs takes so long */
    suite_add_tcase(suite, tests);
    return tests;
}

int fixture_run(Suite *suite) {
    fixture_folder(); /* the tests run in children of this process, which share it */
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) != 0) failed++;
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

variant fixture_variant(const game *g, const char *rules) {
    variant v;
    error e;
    MUST(variant_find(g, rules, &v, &e) == STATUS_OK);
    return v;
}

match *fixture_match(const match_options *options) {
    match *m = NULL;
    error e = {""};
    status code = match_new(options, &m, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    return m;
}

void fixture_play(match *m, const char *turn) {
    error e = {""};
    status code = match_play(m, turn, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
}

static bool is_done(status code, const error *e) {
    ck_assert_msg(code == STATUS_OK || code == STATUS_INVALID, "%s", e->text);
    return code == STATUS_OK;
}

bool fixture_undo(match *m) {
    error e = {""};
    return is_done(match_undo(m, &e), &e);
}

bool fixture_redo(match *m) {
    error e = {""};
    return is_done(match_redo(m, &e), &e);
}

void fixture_go_to(match *m, size_t ply) {
    error e = {""};
    ck_assert_msg(match_go_to(m, ply, &e) == STATUS_OK, "%s", e.text);
}

game_turn fixture_random_turn(variant v, const game_position *position, rng *random) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, position, turns);
    MUST(count > 0);
    return turns[rng_below(random, count)];
}
