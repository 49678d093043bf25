/* SPDX-License-Identifier: MIT
 *
 * Memory that cannot be had. Everything in records, replays, matches and contests that allocates is
 * done again and again, and each time the next allocation fails (once alone, once with all that
 * follow) until none does. Whenever one fails, the function says "out of memory", what it was asked
 * to change is as it was, and nothing is left behind.
 *
 * The linker leads all allocations of our own code through this file (tests/CMakeLists.txt). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contest/file.h"
#include "fixture.h"
#include "games/registry.h"
#include "native/file.h"
#include "play/match.h"
#include "play/proof.h"
#include "play/replay.h"

/* --- allocations that fail ---------------------------------------------------------------------
 */

static int countdown; /* the allocation that fails, from 1; 0: none will */
static bool for_good; /* ... and all that follow it */
static int failed;
static int blocks; /* that are in use */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *string);
void __wrap_free(void *block);

static bool fails(void) {
    if (countdown == 0 || --countdown > 0) return false;
    if (for_good) countdown = 1;
    failed++;
    return true;
}

static void *counted(void *block) {
    blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails()) return NULL;
    void *larger = __real_realloc(block, size);
    return block ? larger : counted(larger);
}

char *__wrap_strdup(const char *string) {
    char *copy = __wrap_malloc(strlen(string) + 1);
    if (copy) memcpy(copy, string, strlen(string) + 1);
    return copy;
}

void __wrap_free(void *block) {
    blocks -= block != NULL;
    __real_free(block);
}

/* --- what is done again and again --------------------------------------------------------------
 */

/* Whatever an attempt works on; `made` is what it makes. */
typedef struct scene {
    record r, other;
    record_file file;
    replay turns;
    match *m;
    text out;
    contest *c;
    contest_file *games;
} scene;

typedef struct attempt {
    const char *what;
    void (*set_up)(scene *s);
    status (*run)(scene *s, error *e);
    bool once; /* a failure is its end; everything else goes well as soon as there is memory */
} attempt;

/* What must go well for there to be anything to test. */
static void must(status code) {
    ck_assert_int_eq(code, STATUS_OK);
}

static const char redone_mark[] = "redone\n";

/* Redoes all that can be redone, and writes the games which that makes. */
static size_t redo_all(match *m, text *out) {
    error why;
    size_t count = 0;
    text_put(out, redone_mark);
    for (; fixture_redo(m); count++) must(match_save(m, out, &why));
    return count;
}

/* All that a scene holds, as text: with the turns that can be redone, which a copy makes again. */
static text shown(scene *s) {
    text t = text_growing();
    error why;
    text_put(&t, "record\n");
    record_write(&s->r, &t);
    text_put(&t, "other\n");
    record_write(&s->other, &t);
    text_format(&t, "file %zu\n", s->file.count);
    record_write_file(&s->file, &t);
    text_format(&t, "replay %zu %d\n", s->turns.count, s->turns.own_rules != NULL);
    if (s->m) {
        match *copy;
        size_t before = t.length;
        match_write_log(s->m, &t);
        must(match_read_log(registry_games, t.data + before, t.length - before, &copy, &why));
        text_format(&t, "%zu turns\n", match_ply(s->m));
        must(match_save(s->m, &t, &why));
        redo_all(copy, &t);
        match_free(copy);
    }
    ck_assert(!t.failed);
    return t;
}

/* The copy is made of the log: what the match itself has kept for redoing it shows by redoing it.
 */
static void expect_redone(match *m, const text *before) {
    text own = text_growing();
    size_t count = redo_all(m, &own);
    ck_assert_str_eq(own.data, strstr(before->data, redone_mark));
    while (count-- > 0) ck_assert(fixture_undo(m));
    text_free(&own);
}

static void clear(scene *s) {
    contest_file_close(s->games);
    contest_free(s->c);
    record_free(&s->r);
    record_free(&s->other);
    record_file_free(&s->file);
    replay_free(&s->turns);
    match_free(s->m);
    text_free(&s->out);
}

/* One round: true if no allocation failed, and so it is done. */
static bool round_passes(const attempt *a, int n) {
    scene s = {.out = text_growing()};
    error e = {""};
    int in_use = blocks;
    a->set_up(&s);
    text before = shown(&s);
    countdown = n, failed = 0;
    status code = a->run(&s, &e);
    countdown = 0;
    if (failed == 0) ck_assert_msg(code == STATUS_OK, "%s: %s", a->what, e.text);
    if (code != STATUS_OK) {
        text after = shown(&s);
        ck_assert_msg(code == STATUS_FAILED, "%s, %d: status %d", a->what, n, code);
        ck_assert_msg(strstr(e.text, "out of memory"), "%s, %d: %s", a->what, n, e.text);
        ck_assert_msg(strcmp(before.data, after.data) == 0, "%s, %d: it was\n%s\nand is\n%s",
                      a->what, n, before.data, after.data);
        text_free(&after);
        if (s.m) expect_redone(s.m, &before);
        if (!a->once) code = a->run(&s, &e);
        ck_assert_msg(a->once || code == STATUS_OK, "%s, %d, again: %s", a->what, n, e.text);
    }
    text_free(&before);
    clear(&s);
    ck_assert_msg(blocks == in_use, "%s, %d: %d blocks are left behind", a->what, n,
                  blocks - in_use);
    return failed == 0;
}

/* --- records -----------------------------------------------------------------------------------
 */

static const char series[] = "[Game \"liniell\"]\n[First \"a\"]\n[Second \"b\"]\n[BestOf \"3\"]\n"
                             "[Tiles \"01: NESW; 02: NES Wo; 03: NE SW; 04: NESW\"]\n\n"
                             "1. d4n {a cross} (1. d4n $1) 1-0\n"
                             "[Game \"liniell\"]\n[First \"b\"]\n[Second \"a\"]\n"
                             "[Tiles \"01: NESW; 02: NES Wo; 03: NE SW; 04: NESW\"]\n\n"
                             "1. d4n {a long comment that does not fit into what was there} *\n";

static void set_up_record(scene *s) {
    error why;
    for (int i = 0; i < 4; i++) {
        char name[] = {(char)('A' + i), '\0'};
        must(record_set_tag(&s->r, name, "value", &why));
        must(record_add_token(&s->r, RECORD_TURN, "ab/df", &why));
    }
    must(record_copy(&s->r, &s->other, &why));
}

static void set_up_nothing(scene *s) {
    (void)s;
}

static status set_new_tag(scene *s, error *e) {
    return record_set_tag(&s->r, "New", "one", e);
}

static status set_old_tag(scene *s, error *e) {
    return record_set_tag(&s->r, "B", "another", e);
}

static status add_token(scene *s, error *e) {
    return record_add_token(&s->r, RECORD_COMMENT, "which makes the texts grow by a good deal", e);
}

static status put_token(scene *s, error *e) {
    return record_put_token(&s->r, 1, RECORD_COMMENT, "which makes the texts grow by a good deal",
                            e);
}

static status copy_record(scene *s, error *e) {
    record copy = {0};
    status code = record_copy(&s->r, &copy, e);
    record_free(&copy);
    return code;
}

static status add_to_file(scene *s, error *e) {
    return record_file_add(&s->file, &s->other, e);
}

static status read_file(scene *s, error *e) {
    return record_read(series, strlen(series), &s->file, e);
}

static status write_record(scene *s, error *e) {
    record_write(&s->r, &s->out);
    return s->out.failed ? fail_memory(e) : STATUS_OK;
}

/* --- replays -----------------------------------------------------------------------------------
 */

static void set_up_file(scene *s) {
    error why;
    must(read_file(s, &why));
}

static void set_up_replay(scene *s) {
    error why;
    set_up_file(s);
    must(replay_record(registry_games, &s->file.games[0], &s->turns, &why));
    for (int i = 1; i < 16; i++) must(replay_add(&s->turns, &s->turns.start, 0, &why));
}

static status play_record(scene *s, error *e) {
    return replay_record(registry_games, &s->file.games[0], &s->turns, e);
}

static status add_ply(scene *s, error *e) {
    return replay_add(&s->turns, &s->turns.start, 0, e);
}

static status set_own_rules(scene *s, error *e) {
    return replay_set_rules(&s->turns, registry_find("liniell"), NULL,
                            "01: NESW; 02: NESW; 03: NESW", e);
}

/* --- matches -----------------------------------------------------------------------------------
 */

static status begin_match(scene *s, error *e) {
    match_options options = {.game = registry_find("liniell"),
                             .tiles = "01: NESW; 02: NES Wo; 03: NE SW; 04: NESW",
                             .best_of = 3,
                             .shuffled = true};
    return match_new(&options, &s->m, e);
}

static status begin_linja(scene *s, error *e) {
    match_options options = {.game = registry_find("linja"), .best_of = 3};
    return match_new(&options, &s->m, e);
}

/* Sixteen turns, as many as there is room for, of which the last can be redone. */
static void set_up_match(scene *s) {
    error why;
    rng random = rng_seeded(3);
    must(begin_linja(s, &why));
    for (int i = 0; i < 16; i++) {
        game_turn turn = fixture_random_turn(match_variant(s->m), match_position(s->m), &random);
        must(match_play(s->m, turn.text, &why));
    }
    ck_assert(fixture_undo(s->m));
}

static void set_up_full_match(scene *s) {
    set_up_match(s);
    ck_assert(fixture_redo(s->m));
}

static void set_up_half_match(scene *s) {
    set_up_match(s);
    for (int i = 0; i < 7; i++) ck_assert(fixture_undo(s->m));
}

static void set_up_finished_match(scene *s) {
    error why;
    must(begin_match(s, &why));
    must(match_declare(s->m, RECORD_A_WINS, &why));
}

static status play_turn(scene *s, error *e) {
    game_turn all[GAME_TURNS_MAX];
    size_t count = variant_turns(match_variant(s->m), match_position(s->m), all);
    MUST(count > 0);
    return match_play(s->m, all[count - 1].text, e);
}

static status next_game(scene *s, error *e) {
    return match_next_game(s->m, e);
}

static status save_match(scene *s, error *e) {
    return match_save(s->m, &s->out, e);
}

static status load_match(scene *s, error *e) {
    return match_load(registry_games, series, strlen(series), &s->m, e);
}

static status read_matches(scene *s, error *e) {
    match_reader in;
    status code = match_reader_open(&in, series, strlen(series), e);
    if (code != STATUS_OK) return code;
    while (code == STATUS_OK && match_reader_more(&in)) {
        match *read = NULL;
        code = match_reader_next(&in, registry_games, &read, e);
        if (code == STATUS_OK) code = match_save(read, &s->out, e);
        match_free(read);
    }
    match_reader_close(&in);
    return code;
}

static status undo(scene *s, error *e) {
    return match_undo(s->m, e);
}

static status redo(scene *s, error *e) {
    return match_redo(s->m, e);
}

static status resign(scene *s, error *e) {
    return match_resign(s->m, e);
}

static status forfeit(scene *s, error *e) {
    return match_forfeit(s->m, e);
}

/* Until there is no room for another event in the log. */
static void fill_log(scene *s) {
    error why;
    event ev = {.kind = EVENT_SAID, .phrase = "hello"};
    for (size_t n = match_events(s->m); n < 31; n++) must(match_apply(s->m, &ev, &why));
}

static void set_up_full_log(scene *s) {
    set_up_match(s);
    fill_log(s);
}

static void set_up_lines(scene *s, const char *log) {
    error why;
    must(match_read_log(registry_games, log, strlen(log), &s->m, &why));
    fill_log(s);
}

static const char told[] = "created game=liniell tiles=\"01: NESW; 02: NES Wo; 03: NE SW\"\n"
                           "begun number=1 first=1 commitment=00 chain=1 draws=02\n";

static void set_up_told_draws(scene *s) {
    set_up_lines(s, told);
}

static status apply(scene *s, const char *line, error *e) {
    char copy[200];
    text t = text_fixed(copy, sizeof copy);
    event ev;
    error why;
    text_put(&t, line);
    MUST(event_read(copy, &ev, &why) == STATUS_OK);
    return match_apply(s->m, &ev, e);
}

static status apply_telling_turn(scene *s, error *e) {
    return apply(s, "turn side=a ply=0 turn=d4n draws=03", e);
}

static status apply_promise(scene *s, error *e) {
    return apply(s, "promised commitment=01 chain=1 drawnBefore=1", e);
}

static status apply_again(scene *s, error *e) {
    return apply(s, "3 said player=1 phrase=hello", e);
}

static status apply_offer(scene *s, error *e) {
    return apply(s, "draw-offered side=a", e);
}

static status read_log(scene *s, error *e) {
    return match_read_log(registry_games, told, strlen(told), &s->m, e);
}

/* --- fair draws --------------------------------------------------------------------------------
 */

static const fair_key secret = {{7}};

static status begin_fair(scene *s, error *e) {
    match_options options = {.game = registry_find("liniell"),
                             .tiles = "01: NESW; 02: NES Wo; 03: NE SW; 04: NESW",
                             .best_of = 3,
                             .secret = &secret};
    return match_new(&options, &s->m, e);
}

static void set_up_fair(scene *s) {
    error why;
    must(begin_fair(s, &why));
    must(play_turn(s, &why));
}

static void set_up_told(scene *s) {
    error why;
    set_up_fair(s);
    must(match_declare(s->m, RECORD_A_WINS, &why));
}

static void set_up_loaded(scene *s) {
    error why;
    match *loaded;
    set_up_fair(s);
    must(match_save(s->m, &s->out, &why));
    must(match_load(registry_games, s->out.data, s->out.length, &loaded, &why));
    match_free(s->m);
    s->m = loaded;
}

static void set_up_proof(scene *s) {
    error why;
    set_up_told(s);
    must(match_save(s->m, &s->out, &why));
    must(record_read(s->out.data, s->out.length, &s->file, &why));
}

static status draw_on(scene *s, error *e) {
    return match_draw_on(s->m, &secret, NULL, e);
}

static status prove(scene *s, error *e) {
    proof p;
    return proof_check(registry_games, &s->file, 0, &p, e);
}

/* --- contests ----------------------------------------------------------------------------------
 */

static char path[] = "/tmp/linework-memory-XXXXXX";

static const contest_options *contest_plan(void) {
    static contest_options o = {
        .players = {{.kind = CONTESTANT_GREEDY}, {.kind = CONTESTANT_GREEDY}},
        .names = {"one", "two"},
        .games = 2,
        .openings = 2,
        .concurrency = 1,
    };
    o.rules.variant = fixture_variant(registry_find("linja"), "zen");
    return &o;
}

static status new_contest(scene *s, error *e) {
    return contest_new(contest_plan(), &s->c, e);
}

static status open_file(scene *s, bool resume, error *e) {
    return contest_file_open(path, resume, "some", &contest_plan()->rules, s->c, &s->games, e);
}

static void set_up_contest(scene *s) {
    error why;
    unlink(path);
    must(new_contest(s, &why));
}

static status add_game(scene *s, int number, error *e) {
    char round[] = {(char)('1' + number), '\0'};
    contest_game over = {.number = number, .record = &s->r};
    error why;
    must(record_set_tag(&s->r, "Round", round, &why));
    return contest_file_add(s->games, &over, e);
}

/* A file with one game, open. */
static void set_up_contest_file(scene *s) {
    error why;
    set_up_contest(s);
    must(open_file(s, false, &why));
    must(record_set_tag(&s->r, "Game", "linja", &why));
    must(record_add_token(&s->r, RECORD_TURN, "ab/df", &why));
    s->r.result = RECORD_A_WINS;
    must(add_game(s, 0, &why));
    must(record_set_tag(&s->r, "Round", "2", &why));
}

/* ... and closed. */
static void set_up_left_file(scene *s) {
    set_up_contest_file(s);
    contest_file_close(s->games);
    s->games = NULL;
}

static text file_now(void) {
    text t = text_growing();
    error why;
    text_put(&t, "");
    if (access(path, F_OK) == 0) must(file_read(path, &t, &why));
    return t;
}

/* What fails leaves the file as it was, and the contest. */
static status with_file(scene *s, error *e, status (*run)(scene *s, error *e)) {
    int wanted = countdown;
    countdown = 0;
    int left = contest_games_left(s->c);
    text before = file_now();
    countdown = wanted;
    status code = run(s, e);
    countdown = 0;
    text after = file_now();
    if (code != STATUS_OK) {
        ck_assert_str_eq(after.data, before.data);
        ck_assert_int_eq(contest_games_left(s->c), left);
    }
    text_free(&before);
    text_free(&after);
    return code;
}

static status run_open(scene *s, error *e) {
    return open_file(s, false, e);
}

static status run_resume(scene *s, error *e) {
    return open_file(s, true, e);
}

static status run_add(scene *s, error *e) {
    contest_game over = {.number = 1, .record = &s->r};
    return contest_file_add(s->games, &over, e);
}

static status run_finish(scene *s, error *e) {
    return contest_file_finish(s->games, s->c, e);
}

static status new_file(scene *s, error *e) {
    return with_file(s, e, run_open);
}

static status resume_file(scene *s, error *e) {
    return with_file(s, e, run_resume);
}

static status add_to_contest_file(scene *s, error *e) {
    return with_file(s, e, run_add);
}

static status finish_file(scene *s, error *e) {
    return with_file(s, e, run_finish);
}

/* Games that were over before stay so; the test of contests says what they are. */
static status run_contest(scene *s, error *e) {
    return contest_run(s->c, e);
}

/* --- all of them -------------------------------------------------------------------------------
 */

static const attempt attempts[] = {
    {"record_set_tag, new", set_up_record, set_new_tag, false},
    {"record_set_tag, old", set_up_record, set_old_tag, false},
    {"record_add_token", set_up_record, add_token, false},
    {"record_put_token", set_up_record, put_token, false},
    {"record_copy", set_up_record, copy_record, false},
    {"record_file_add", set_up_record, add_to_file, false},
    {"record_read", set_up_nothing, read_file, false},
    {"record_write", set_up_record, write_record, true},
    {"replay_record", set_up_file, play_record, false},
    {"replay_add", set_up_replay, add_ply, false},
    {"replay_set_rules", set_up_replay, set_own_rules, false},
    {"match_new", set_up_nothing, begin_match, false},
    {"match_new, Linja", set_up_nothing, begin_linja, false},
    {"match_play, one to redo", set_up_match, play_turn, false},
    {"match_play, many to redo", set_up_half_match, play_turn, false},
    {"match_play, none to redo", set_up_full_match, play_turn, false},
    {"match_next_game", set_up_finished_match, next_game, false},
    {"match_save", set_up_match, save_match, false},
    {"match_load", set_up_nothing, load_match, false},
    {"match_reader", set_up_nothing, read_matches, true},
    {"match_undo", set_up_full_log, undo, false},
    {"match_redo", set_up_full_log, redo, false},
    {"match_resign", set_up_full_log, resign, false},
    {"match_forfeit", set_up_full_log, forfeit, false},
    {"match_read_log", set_up_nothing, read_log, false},
    {"match_apply, draws told", set_up_told_draws, apply_telling_turn, false},
    {"match_apply, promised", set_up_told_draws, apply_promise, false},
    {"match_apply, again", set_up_told_draws, apply_again, false},
    {"match_apply, offer", set_up_told_draws, apply_offer, false},
    {"match_new, fair", set_up_nothing, begin_fair, false},
    {"match_play, fair", set_up_fair, play_turn, false},
    {"match_next_game, fair", set_up_told, next_game, false},
    {"match_save, fair", set_up_told, save_match, false},
    {"match_draw_on", set_up_loaded, draw_on, false},
    {"proof_check", set_up_proof, prove, false},
    {"contest_new", set_up_nothing, new_contest, false},
    {"contest_run", set_up_contest, run_contest, true},
    {"contest_file_open", set_up_contest, new_file, false},
    {"contest_file_open, resumed", set_up_left_file, resume_file, false},
    {"contest_file_add", set_up_contest_file, add_to_contest_file, false},
    {"contest_file_finish", set_up_contest_file, finish_file, false},
};

enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

START_TEST(without_memory_nothing_changes) {
    const attempt *a = &attempts[_i];
    for (int mode = 0; mode < 2; mode++) {
        int n = 1;
        for_good = mode == 1;
        while (!round_passes(a, n)) n++;
        ck_assert_msg(n > 1, "%s allocates nothing", a->what);
    }
    unlink(path);
}
END_TEST

int main(void) {
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0) return 1;
    Suite *suite = suite_create("memory");
    TCase *tests = fixture_tests(suite, "memory");
    tcase_add_loop_test(tests, without_memory_nothing_changes, 0, ATTEMPTS);
    int code = fixture_run(suite);
    unlink(path);
    return code;
}
