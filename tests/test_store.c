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
#include "postgres.h"
#include "store/store.h"

/* Each test of a store is run with one of each kind. */
typedef enum store_kind { SQLITE, POSTGRES_KIND, STORE_KINDS } store_kind;

static fixture_path file_for_test(void) {
    static int number;
    char name[64];
    snprintf(name, sizeof name, "store-%d-%d.db", (int)getpid(), number++);
    return fixture_in_folder(name);
}

typedef struct store_url {
    char text[256];
} store_url;

/* An empty store. */
static store_url new_store(int kind) {
    store_url url;
    if (kind == SQLITE)
        snprintf(url.text, sizeof url.text, "sqlite:%s", file_for_test().text);
    else
        snprintf(url.text, sizeof url.text, "%s", postgres_database().text);
    return url;
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
static status codes[64]; /* of the first of them */
static status last_code;
static room *last_room;
static int64_t last_version;

static void on_done(store_job *job) {
    if (done_count < 64) codes[done_count] = job->code;
    done_count++;
    last_code = job->code;
    last_room = job->loaded.room;
    last_version = job->loaded.version;
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
        store_collect(s, NULL, NULL);
    }
}

/* What follows in a room from this version of it. */
static void follow(store_batch *batch, const room *r, int64_t version) {
    memcpy(batch->game, room_id(r), sizeof batch->game);
    batch->version = version;
}

static void submit_room(store *s, const room *r, size_t first, int64_t version) {
    store_job *job = new_job();
    if (version == 0) batch_game(&job->batch, r, 5000);
    batch_events(&job->batch, r, first, room_events(r));
    follow(&job->batch, r, version);
    store_submit(s, job);
}

/* ... and only if all was kept that was before it on its strand. */
static void submit_on(store *s, store_strand *strand, const room *r, size_t first,
                      int64_t version) {
    store_job *job = new_job();
    batch_events(&job->batch, r, first, room_events(r));
    follow(&job->batch, r, version);
    job->batch.strands[0] = strand_hold(strand);
    store_submit(s, job);
}

static void submit_load(store *s, const char *id, void (*done)(store_job *job)) {
    store_job *job = new_job();
    job->kind = JOB_LOAD;
    job->done = done;
    memcpy(job->game, id, strlen(id) + 1);
    store_submit(s, job);
}

static room *load(store *s, int in, const char *id) {
    int before = done_count;
    submit_load(s, id, on_done);
    wait_for(s, in, before + 1);
    return last_room;
}

static store *open_store(const char *url, int pipes[2]) {
    backend *b;
    store *s;
    error e;
    ck_assert_int_eq(pipe(pipes), 0);
    ck_assert_msg(store_open_url(url, &b, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(store_open(b, registry_games, on_wake, &pipes[1], &s, &e), STATUS_OK);
    done_count = 0;
    return s;
}

START_TEST(what_is_kept_comes_back) {
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    room *rooms[50];
    for (int i = 0; i < 50; i++) { /* many at once, in few commits */
        rooms[i] = new_room((uint8_t)(i + 1));
        submit_room(s, rooms[i], 1, 0);
    }
    room_effects effects = play(rooms[7], "x", "ab");
    store_job *job = new_job();
    batch_events(&job->batch, rooms[7], effects.first, effects.last);
    batch_answer(&job->batch, rooms[7], 0, "x", &effects);
    follow(&job->batch, rooms[7], 1);
    store_submit(s, job);
    wait_for(s, pipes[0], 51);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    s = open_store(url.text, pipes);
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
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    room *r = new_room(1);
    submit_room(s, r, 1, 0);
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

/* After an event that could not be kept none behind it is. */
START_TEST(no_game_gets_a_hole) {
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    room *r = new_room(1), *other = new_room(2);
    submit_room(s, r, 1, 0);
    submit_room(s, other, 1, 0);
    wait_for(s, pipes[0], 2);
    play(r, "x", "ab");
    store_strand *strand = strand_new();
    store_job *twice = new_job(); /* the same event two times: the second cannot be kept */
    batch_events(&twice->batch, r, 4, 4);
    batch_events(&twice->batch, r, 4, 4);
    follow(&twice->batch, r, 1);
    twice->batch.strands[0] = strand_hold(strand);
    play(r, "y", "hg");
    play(other, "z", "ab");
    store_submit(s, twice);
    submit_on(s, strand, r, 5, 2);
    wait_for(s, pipes[0], 4);
    ck_assert_int_eq(last_code, STATUS_DIFFERS);
    submit_room(s, other, 4, 1); /* another game is none the worse */
    wait_for(s, pipes[0], 5);
    ck_assert_int_eq(last_code, STATUS_OK);
    room *again = load(s, pipes[0], room_id(r));
    ck_assert_uint_eq(room_events(again), 3);
    play(again, "v", "ab");
    submit_room(s, again, 4, 1);
    wait_for(s, pipes[0], 7);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    strand_drop(strand);
    room_free(again);
    room_free(r);
    room_free(other);
}
END_TEST

static void on_loaded(store_job *job) {
    room_free(job->loaded.room);
    job->loaded.room = NULL;
    on_done(job);
}

/* What was refused stays refused for all that followed from it, though the room is read meanwhile,
 * and though by then it would be the turn of that version. */
START_TEST(reading_mends_nothing) {
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    room *r = new_room(1);
    submit_room(s, r, 1, 0);
    wait_for(s, pipes[0], 1);
    room *elsewhere = load(s, pipes[0], room_id(r)); /* as another server has it */
    play(elsewhere, "e", "ab");
    submit_room(s, elsewhere, 4, 1);
    wait_for(s, pipes[0], 3);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_strand *strand = strand_new();
    play(r, "x", "ab");
    play(r, "y", "hg");
    submit_on(s, strand, r, 4, 1); /* it is version 2 */
    submit_load(s, room_id(r), on_loaded);
    submit_on(s, strand, r, 5, 2);
    wait_for(s, pipes[0], 6);
    ck_assert_int_eq(codes[3], STATUS_DIFFERS);
    ck_assert_int_eq(codes[4], STATUS_OK);
    ck_assert_int_eq(codes[5], STATUS_DIFFERS);
    play(elsewhere, "f", "hg"); /* who has read it goes on */
    submit_room(s, elsewhere, 5, 2);
    wait_for(s, pipes[0], 7);
    ck_assert_int_eq(last_code, STATUS_OK);
    store_close(s);
    strand_drop(strand);
    room_free(elsewhere);
    room_free(r);
}
END_TEST

/* A game whose events are not all there is not shown as if they were. */
START_TEST(a_hole_is_seen) {
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    room *r = new_room(1), *whole = new_room(2);
    submit_room(s, r, 1, 0);
    submit_room(s, whole, 1, 0);
    play(r, "x", "ab");
    play(r, "y", "hg");
    submit_room(s, r, 5, 1); /* without event 4 */
    wait_for(s, pipes[0], 3);
    ck_assert_ptr_null(load(s, pipes[0], room_id(r)));
    ck_assert_int_eq(last_code, STATUS_INVALID);
    room *again = load(s, pipes[0], room_id(whole));
    ck_assert_uint_eq(room_events(again), 3);
    store_close(s);
    room_free(again);
    room_free(r);
    room_free(whole);
}
END_TEST

/* What follows from a version that is no longer the last is refused, and so is a key that was used;
 * what stands beside it in the same commit is kept. */
START_TEST(what_does_not_follow_is_refused) {
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    room *r = new_room(1), *other = new_room(2), *third = new_room(3);
    submit_room(s, r, 1, 0);
    submit_room(s, other, 1, 0);
    wait_for(s, pipes[0], 2);
    play(r, "x", "ab");
    play(other, "y", "ab");
    submit_room(s, r, 4, 0); /* it is version 1 */
    submit_room(s, other, 4, 1);
    wait_for(s, pipes[0], 4);
    ck_assert_int_eq(last_code, STATUS_OK);
    room *again = load(s, pipes[0], room_id(r));
    ck_assert_uint_eq(room_events(again), 3);
    ck_assert_int_eq(last_version, 1);
    room_free(again);
    again = load(s, pipes[0], room_id(other));
    ck_assert_uint_eq(room_events(again), 4);
    ck_assert_int_eq(last_version, 2);
    room_free(again);
    for (int i = 0; i < 2; i++) { /* the same key twice */
        store_job *job = new_job();
        batch_key(&job->batch, i == 0 ? r : third, 0, "key", "request", 100000 + i);
        if (i == 1) batch_game(&job->batch, third, 5000);
        if (i == 1) batch_events(&job->batch, third, 1, room_events(third));
        follow(&job->batch, i == 0 ? r : third, i == 0 ? 1 : 0);
        store_submit(s, job);
        wait_for(s, pipes[0], 7 + i);
        ck_assert_int_eq(last_code, i == 0 ? STATUS_OK : STATUS_DIFFERS);
    }
    ck_assert_ptr_null(load(s, pipes[0], room_id(third)));
    store_close(s);
    room_free(r);
    room_free(other);
    room_free(third);
}
END_TEST

/* A disk that is full: files can grow no further. */
START_TEST(a_full_disk_is_told) {
    store_url url = new_store(_i);
    int pipes[2];
    store *s = open_store(url.text, pipes);
    signal(SIGXFSZ, SIG_IGN);
    room *r = new_room(1);
    submit_room(s, r, 1, 0);
    wait_for(s, pipes[0], 1);
    ck_assert_int_eq(last_code, STATUS_OK);
    struct rlimit before, none = {4096, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &none);
    play(r, "x", "ab");
    submit_room(s, r, 4, 1);
    wait_for(s, pipes[0], 2);
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert_int_eq(last_code, STATUS_FAILED);
    room *again = load(s, pipes[0], room_id(r)); /* what was there is there */
    ck_assert_uint_eq(room_events(again), 3);
    play(again, "x", "ab");
    submit_room(s, again, 4, 1); /* and there is room again */
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
    expect_refused("games.db", STATUS_USAGE, "is not sqlite:FILE or postgresql://");
    expect_refused("sqlite:", STATUS_USAGE, "is not sqlite:FILE or postgresql://");
    expect_refused("sqlite:/nowhere/at/all/games.db", STATUS_FAILED, "/nowhere/at/all/games.db: ");
    store *s = open_store(url, pipes);
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

START_TEST(other_databases_are_left_alone) {
    store_url url = new_store(POSTGRES_KIND);
    int pipes[2];
    store_close(open_store(url.text, pipes));
    store_close(open_store(url.text, pipes));
    postgres_change(url.text, "INSERT INTO schema_version VALUES(99)");
    expect_refused(url.text, STATUS_INVALID, "made by a newer Linework (version 99");
    expect_refused("postgresql://nobody@/none?host=/nowhere", STATUS_FAILED, "the database: ");
}
END_TEST

static void note_alive(backend *b, int64_t now) {
    store_row row = {.kind = ROW_ALIVE, .numbers = {now, now - 10000}};
    error e;
    ck_assert_int_eq(b->begin(b, &e), STATUS_OK);
    ck_assert_msg(b->put(b, &row, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(b->commit(b, &e), STATUS_OK);
}

static void expect_downs(backend *b, int64_t now, size_t count, int64_t since, int64_t until) {
    survey_terms terms = {.now = now, .tolerance = 10000};
    store_survey found;
    error e;
    ck_assert_msg(b->survey(b, &terms, &found, &e) == STATUS_OK, "%s", e.text);
    ck_assert_uint_eq(found.down_count, count);
    if (count > 0) {
        ck_assert_int_eq(found.downs[count - 1][0], since);
        ck_assert_int_eq(found.downs[count - 1][1], until);
    }
    survey_free(&found);
}

/* Whoever comes back first: that a server is up again does not hide that none was. */
START_TEST(time_without_a_server_is_noted) {
    store_url url = new_store(_i);
    backend *b;
    error e;
    ck_assert_msg(store_open_url(url.text, &b, &e) == STATUS_OK, "%s", e.text);
    note_alive(b, 100000);
    note_alive(b, 105000);
    expect_downs(b, 111000, 0, 0, 0);
    note_alive(b, 118000); /* 13 s later */
    expect_downs(b, 118100, 1, 105000, 118100);
    note_alive(b, 123000);
    expect_downs(b, 129000, 1, 105000, 118100);
    b->close(b);
}
END_TEST

static store *closing;

static void ask_more(store_job *job) {
    on_done(job);
    submit_load(closing, "nowhere", on_done);
}

/* Every job comes back, also what is asked for because of the last answers. */
START_TEST(what_comes_too_late_is_refused) {
    int pipes[2];
    closing = open_store(new_store(_i).text, pipes);
    submit_load(closing, "nowhere", ask_more);
    store_close(closing);
    ck_assert_int_eq(done_count, 2);
    ck_assert_int_ne(codes[0], STATUS_FAILED);
    ck_assert_int_eq(codes[1], STATUS_FAILED);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("store");
    TCase *tests = fixture_threads(suite, "store");
    postgres_begin();
    tcase_add_loop_test(tests, what_is_kept_comes_back, 0, STORE_KINDS);
    tcase_add_loop_test(tests, answers_go_on_where_they_were, 0, STORE_KINDS);
    tcase_add_loop_test(tests, no_game_gets_a_hole, 0, STORE_KINDS);
    tcase_add_loop_test(tests, reading_mends_nothing, 0, STORE_KINDS);
    tcase_add_loop_test(tests, a_hole_is_seen, 0, STORE_KINDS);
    tcase_add_loop_test(tests, what_does_not_follow_is_refused, 0, STORE_KINDS);
    tcase_add_loop_test(tests, time_without_a_server_is_noted, 0, STORE_KINDS);
    tcase_add_loop_test(tests, what_comes_too_late_is_refused, 0, STORE_KINDS);
    tcase_add_test(tests, other_databases_are_left_alone);
    tcase_add_test(tests, a_full_disk_is_told);
    tcase_add_test(tests, other_files_are_left_alone);
    return fixture_run(suite);
}
