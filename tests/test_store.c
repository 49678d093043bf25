/* SPDX-License-Identifier: MIT
 *
 * The store: what is kept comes back, what cannot be kept is told, and a file that is somebody
 * else's, of a newer version or in use is left alone. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "games/registry.h"
#include "store/store.h"

static fixture_path file_for_test(void) {
    static int number;
    char name[64];
    snprintf(name, sizeof name, "store-%d-%d.db", (int)getpid(), number++);
    return fixture_in_folder(name);
}

static room *new_room(uint8_t number) {
    room_wish wish = {.game = "linja", .best_of = 1, .name = "Ann"};
    room_chance chance = {.id = {number}};
    token_hash token = token_hash_of("a"), other = token_hash_of("b");
    room *r = NULL;
    error e;
    ck_assert_int_eq(room_create(registry_games, &wish, &chance, &token, 1000, &r, &e), STATUS_OK);
    ck_assert_int_eq(room_join(r, "Ben", NULL, &other, 2000, &e), STATUS_OK);
    return r;
}

/* A command of the player whose turn it is. */
static room_effects play(room *r, const char *id, const char *turn) {
    const match *m = room_match(r);
    room_command c = {.kind = DO_TURN, .ply = match_ply(m), .turn = turn};
    room_chance chance = {.id = {0}};
    room_effects effects;
    error e;
    memcpy(c.id, id, strlen(id) + 1);
    ck_assert_int_eq(room_do(r, match_player_to_move(m), &c, &chance, 3000, &effects, &e),
                     STATUS_OK);
    ck_assert_int_eq(effects.answer.why, WHY_NOT);
    return effects;
}

/* --- jobs ------------------------------------------------------------------------------------- */

static int done_count;
static status last_code;
static room *last_room;

static void on_done(store_job *job) {
    done_count++;
    last_code = job->code;
    last_room = job->room;
    batch_free(&job->batch);
    free(job);
}

static void on_wake(void *context) {
    int byte = 0, *out = context;
    ck_assert_int_eq(write(*out, &byte, 1), 1);
}

static store_job *new_job(void) {
    store_job *job = calloc(1, sizeof *job);
    job->done = on_done;
    return job;
}

/* Waits until so many jobs have come back. */
static void wait_for(store *s, int in, int count) {
    char byte;
    while (done_count < count) {
        ck_assert_int_eq(read(in, &byte, 1), 1);
        store_collect(s);
    }
}

static void submit_room(store *s, const room *r, size_t first, bool with_terms) {
    store_job *job = new_job();
    if (with_terms) batch_game(&job->batch, r, 5000);
    batch_events(&job->batch, r, first, room_events(r));
    store_submit(s, job);
}

static room *load(store *s, int in, const char *id) {
    store_job *job = new_job();
    int before = done_count;
    memcpy(job->load, id, strlen(id) + 1);
    store_submit(s, job);
    wait_for(s, in, before + 1);
    return last_room;
}

static store *open_store(const char *path, int pipes[2]) {
    backend *b;
    store *s;
    error e;
    char url[256];
    ck_assert_int_eq(pipe(pipes), 0);
    snprintf(url, sizeof url, "sqlite:%s", path);
    ck_assert_msg(store_open_url(url, &b, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(store_open(b, registry_games, on_wake, &pipes[1], &s, &e), STATUS_OK);
    done_count = 0;
    return s;
}

START_TEST(what_is_kept_comes_back) {
    fixture_path path = file_for_test();
    int pipes[2];
    store *s = open_store(path.text, pipes);
    room *rooms[50];
    for (int i = 0; i < 50; i++) { /* many at once, in few commits */
        rooms[i] = new_room((uint8_t)(i + 1));
        submit_room(s, rooms[i], 1, true);
    }
    room_effects effects = play(rooms[7], "x", "ab");
    store_job *job = new_job();
    batch_events(&job->batch, rooms[7], effects.first, effects.last);
    batch_answer(&job->batch, rooms[7], 0, "x", &effects);
    store_submit(s, job);
    wait_for(s, pipes[0], 51);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    s = open_store(path.text, pipes);
    for (int i = 0; i < 50; i++) {
        room *again = load(s, pipes[0], room_id(rooms[i]));
        ck_assert_ptr_nonnull(again);
        ck_assert_uint_eq(room_events(again), room_events(rooms[i]));
        for (size_t n = 1; n <= room_events(again); n++)
            ck_assert_str_eq(room_event(again, n), room_event(rooms[i], n));
        room_free(again);
        room_free(rooms[i]);
    }
    ck_assert_ptr_null(load(s, pipes[0], "AAAAAAAAAAAAAAAA"));
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
}
END_TEST

/* A command that is refused, and its answer. */
static void refuse(room *r, int number, store_batch *batch) {
    room_command c = {.kind = DO_CLAIM};
    room_chance chance = {.id = {0}};
    room_effects effects;
    error e;
    snprintf(c.id, sizeof c.id, "c%d", number);
    ck_assert_int_eq(room_do(r, 0, &c, &chance, 3000, &effects, &e), STATUS_OK);
    ck_assert_int_eq(effects.answer.why, WHY_NOT_NOW);
    batch_answer(batch, r, 0, c.id, &effects);
}

/* More answers than are kept: the oldest go, and those after a restart follow the others. */
START_TEST(answers_go_on_where_they_were) {
    fixture_path path = file_for_test();
    int pipes[2];
    store *s = open_store(path.text, pipes);
    room *r = new_room(1);
    submit_room(s, r, 1, true);
    store_job *job = new_job();
    for (int i = 1; i <= 300; i++) refuse(r, i, &job->batch);
    store_submit(s, job);
    wait_for(s, pipes[0], 2);
    ck_assert_int_eq(last_code, STATUS_OK);
    room *again = load(s, pipes[0], room_id(r));
    job = new_job();
    refuse(again, 300, &job->batch); /* it was answered before */
    refuse(again, 45, &job->batch);
    ck_assert_uint_eq(job->batch.count, 0);
    refuse(again, 44, &job->batch); /* ... but that is too long ago */
    refuse(again, 301, &job->batch);
    ck_assert_uint_eq(job->batch.count, 2);
    store_submit(s, job);
    wait_for(s, pipes[0], 4);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    room_free(again);
    room_free(r);
}
END_TEST

/* After an event that could not be kept none behind it is, until the room has been read again. */
START_TEST(no_game_gets_a_hole) {
    fixture_path path = file_for_test();
    int pipes[2];
    store *s = open_store(path.text, pipes);
    room *r = new_room(1), *other = new_room(2);
    submit_room(s, r, 1, true);
    submit_room(s, other, 1, true);
    wait_for(s, pipes[0], 2);
    play(r, "x", "ab");
    store_job *twice = new_job(); /* the same event two times: the second cannot be kept */
    batch_events(&twice->batch, r, 4, 4);
    batch_events(&twice->batch, r, 4, 4);
    play(r, "y", "hg");
    play(other, "z", "ab");
    store_submit(s, twice);
    submit_room(s, r, 5, false);
    wait_for(s, pipes[0], 4);
    ck_assert_int_eq(last_code, STATUS_FAILED);
    submit_room(s, other, 4, false); /* another game is none the worse */
    wait_for(s, pipes[0], 5);
    ck_assert_int_eq(last_code, STATUS_OK);
    room *again = load(s, pipes[0], room_id(r));
    ck_assert_uint_eq(room_events(again), 3);
    play(again, "v", "ab");
    submit_room(s, again, 4, false);
    wait_for(s, pipes[0], 7);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    room_free(again);
    room_free(r);
    room_free(other);
}
END_TEST

/* A disk that is full: files can grow no further. */
START_TEST(a_full_disk_is_told) {
    fixture_path path = file_for_test();
    int pipes[2];
    store *s = open_store(path.text, pipes);
    signal(SIGXFSZ, SIG_IGN);
    room *r = new_room(1);
    submit_room(s, r, 1, true);
    wait_for(s, pipes[0], 1);
    ck_assert_int_eq(last_code, STATUS_OK);
    struct rlimit before, none = {4096, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &none);
    play(r, "x", "ab");
    submit_room(s, r, 4, false);
    wait_for(s, pipes[0], 2);
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert_int_eq(last_code, STATUS_FAILED);
    room *again = load(s, pipes[0], room_id(r)); /* what was there is there */
    ck_assert_uint_eq(room_events(again), 3);
    play(again, "x", "ab");
    submit_room(s, again, 4, false); /* and there is room again */
    wait_for(s, pipes[0], 4);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    room_free(again);
    room_free(r);
}
END_TEST

/* --- files ------------------------------------------------------------------------------------ */

static void expect_refused(const char *url, status code, const char *why) {
    backend *b = NULL;
    error e;
    ck_assert_int_eq(store_open_url(url, &b, &e), code);
    ck_assert_msg(strstr(e.text, why) != NULL, "%s", e.text);
    ck_assert_ptr_null(b);
}

static void change(const char *path, const char *sql) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

START_TEST(other_files_are_left_alone) {
    fixture_path path = file_for_test();
    char url[256];
    int pipes[2];
    snprintf(url, sizeof url, "sqlite:%s", path.text);
    expect_refused("games.db", STATUS_USAGE, "is not sqlite:FILE");
    expect_refused("sqlite:", STATUS_USAGE, "is not sqlite:FILE");
    expect_refused("sqlite:/nowhere/at/all/games.db", STATUS_FAILED, "/nowhere/at/all/games.db: ");
    store *s = open_store(path.text, pipes);
    pid_t child = fork(); /* the lock is one between processes */
    if (child == 0) {
        backend *b;
        error e;
        bool right = store_open_url(url, &b, &e) == STATUS_FAILED &&
                     strstr(e.text, "another program is using it") != NULL;
        _exit(right ? 0 : 1);
    }
    int code;
    waitpid(child, &code, 0);
    ck_assert_int_eq(code, 0);
    store_close(s);
    change(path.text, "PRAGMA user_version = 99");
    expect_refused(url, STATUS_INVALID, "made by a newer Linework (version 99");
    change(path.text, "PRAGMA user_version = 1; PRAGMA application_id = 7");
    expect_refused(url, STATUS_INVALID, "not a file of games");
    FILE *other = fopen(path.text, "w");
    fputs("This is a letter to my aunt, and it is longer than the head of a database is.", other);
    for (int i = 0; i < 100; i++) fputs("It is no database at all. ", other);
    fclose(other);
    expect_refused(url, STATUS_INVALID, "not a file of games");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("store");
    TCase *tests = fixture_tests(suite, "store");
    tcase_add_test(tests, what_is_kept_comes_back);
    tcase_add_test(tests, answers_go_on_where_they_were);
    tcase_add_test(tests, no_game_gets_a_hole);
    tcase_add_test(tests, a_full_disk_is_told);
    tcase_add_test(tests, other_files_are_left_alone);
    return fixture_run(suite);
}
