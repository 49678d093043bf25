/* SPDX-License-Identifier: MIT
 *
 * Games as a whole, by the real program: backups while they are played, yesterday's put back,
 * records out and in, files of older versions, games that are kept long enough, and a full disk.
 * What concerns both kinds of store is tried with both. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/registry.h"
#include "player.h"
#include "postgres.h"

enum { SQLITE, DATABASE, KINDS };

typedef struct store_url {
    char text[300];
} store_url;

static fixture_path new_file(const char *what) {
    static int number;
    char name[64];
    snprintf(name, sizeof name, "%s-%d-%d", what, (int)getpid(), number++);
    return fixture_in_folder(name);
}

/* An empty store, as the command line names it. */
static store_url new_store(int kind) {
    store_url url;
    if (kind == DATABASE)
        snprintf(url.text, sizeof url.text, "%s", postgres_database().text);
    else
        snprintf(url.text, sizeof url.text, "sqlite:%s", new_file("games").text);
    return url;
}

static server_process start(const store_url *store) {
    return server_run(PROGRAM, -1, (const char *const[]){"-q", "--store", store->text, NULL});
}

/* Runs `linework games`; what it says is in `said`. */
static int run_games(const char *action, const char *operand, const store_url *store,
                     char said[512]) {
    char command[1024];
    snprintf(command, sizeof command, "%s games %s %s --store '%s' 2>&1", PROGRAM, action, operand,
             store->text);
    FILE *out = popen(command, "r");
    size_t length = fread(said, 1, 511, out);
    said[length] = '\0';
    return WEXITSTATUS(pclose(out));
}

static void must_run(const char *action, const char *operand, const store_url *store) {
    char said[512];
    int code = run_games(action, operand, store, said);
    ck_assert_msg(code == 0, "%d: %s", code, said);
}

static void must_refuse(const char *action, const char *operand, const store_url *store, int code,
                        const char *why) {
    char said[512];
    int got = run_games(action, operand, store, said);
    ck_assert_msg(got == code && strstr(said, why), "%d: %s", got, said);
    ck_assert_int_eq(said[strlen(said) - 1], '\n');
    ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1); /* one line */
}

/* --- backups ---------------------------------------------------------------------------------- */

/* A backup of a game in play, put back after it has gone on: tokens are good, who has seen more
 * than there is now is told so, and the game goes on from there. */
START_TEST(yesterdays_backup_is_put_back) {
    store_url store = new_store(_i), again = _i == DATABASE ? new_store(_i) : store;
    fixture_path backup = new_file("backup");
    player ann, ben;
    rng random = rng_seeded(3);
    server_process server = start(&store);
    player_create(server.port, "", &ann);
    player_join(server.port, ann.id, &ben);
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    players_play(&ann, &ben, 4, &random);
    must_run("backup", backup.text, &store);
    size_t kept = ann.seen;
    players_play(&ann, &ben, 3, &random);
    must_refuse("backup", backup.text, &store, 1, "there is such a file already");
    must_refuse("restore", backup.text, &store, 1,
                _i == DATABASE ? "a server uses the database" : "another program is using it");
    server_stop(&server);
    if (_i == DATABASE) must_refuse("restore", backup.text, &store, 1, "has games already");
    must_run("restore", backup.text, &again);
    server = start(&again);
    ws w = ws_open(server.port, ann.id);
    char hello[160];
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":%zu}", ann.token,
             ann.seen);
    ws_send(&w, hello);
    ck_assert_ptr_null(ws_hear(&w));
    ck_assert_int_eq(w.close_code, 4409);
    ws_close(&w);
    ann.seen = ben.seen = ann.acknowledged = ben.acknowledged = 0; /* so both begin anew */
    ann.commands = ben.commands = 100;
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    ck_assert_uint_eq(ann.seen, kept);
    players_play(&ann, &ben, 400, &random);
    ck_assert(ann.over);
    server_stop(&server);
}
END_TEST

START_TEST(what_was_there_before_is_kept) {
    store_url store = new_store(SQLITE), other = new_store(SQLITE);
    fixture_path backup = new_file("backup"), letter = new_file("letter");
    player ann;
    char said[512];
    server_process server = start(&store);
    must_run("backup", backup.text, &store);
    player_create(server.port, "", &ann);
    server_stop(&server);
    ck_assert_int_eq(run_games("restore", backup.text, &store, said), 0);
    char *aside = strstr(said, "What they were before is in ");
    ck_assert_ptr_nonnull(aside);
    aside += strlen("What they were before is in ");
    aside[strcspn(aside, "\n")] = '\0';
    snprintf(other.text, sizeof other.text, "sqlite:%s", aside);
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", ann.id);
    server = start(&store);
    json_decref(http_facts(server.port, "GET", path, NULL, 404));
    server_stop(&server);
    server = start(&other);
    json_decref(http_facts(server.port, "GET", path, NULL, 200));
    server_stop(&server);
    FILE *file = fopen(letter.text, "w");
    for (int i = 0; i < 200; i++) fputs("Dear aunt, this is no database. ", file);
    fclose(file);
    must_refuse("restore", letter.text, &store, 3, "not a file of games");
    must_refuse("restore", "/nowhere/at/all", &store, 1, "/nowhere/at/all");
    must_refuse("backup", "/nowhere/at/all", &store, 1, "/nowhere/at/all");
    snprintf(other.text, sizeof other.text, "sqlite:%s", letter.text);
    must_refuse("restore", backup.text, &other, 3, "not a file of games");
    must_refuse("tidy", "", &store, 2, "'tidy' is not backup, restore, export or import");
    must_refuse("backup", "", &store, 2, "FILE is missing");
}
END_TEST

static void expect_private(const char *path, const char *ending) {
    char name[400];
    struct stat file;
    snprintf(name, sizeof name, "%s%s", path, ending);
    ck_assert_msg(stat(name, &file) == 0, "%s", name);
    ck_assert_msg((file.st_mode & 0777) == 0600, "%s: %o", name, (unsigned)file.st_mode & 0777);
}

static const char *const beside_store[] = {"", "-wal", "-shm", "-lock"};

static void expect_all_private(const char *path) {
    for (int i = 0; i < 4; i++) expect_private(path, beside_store[i]);
}

/* Those of an older version, too, and what a server that was killed has left beside them. */
START_TEST(games_of_before_are_for_their_owner_alone) {
    store_url store = new_store(SQLITE);
    const char *path = store.text + strlen("sqlite:");
    player ann;
    server_process server = start(&store);
    player_create(server.port, "", &ann);
    server_kill(&server);
    for (int i = 0; i < 3; i++) {
        char name[400];
        snprintf(name, sizeof name, "%s%s", path, beside_store[i]);
        ck_assert_int_eq(chmod(name, 0644), 0);
    }
    server = start(&store);
    expect_all_private(path);
    server_stop(&server);
}
END_TEST

/* The secrets of draws are in them: whatever others may read of the user's, these they may not. */
START_TEST(games_are_for_their_owner_alone) {
    store_url store = new_store(_i);
    fixture_path backup = new_file("backup"), again = new_file("again");
    store_url other;
    char said[512];
    player ann;
    mode_t usual = umask(022);
    server_process server = start(&store);
    player_create(server.port, "", &ann);
    must_run("backup", backup.text, &store);
    expect_private(backup.text, "");
    if (_i == SQLITE) expect_all_private(store.text + strlen("sqlite:"));
    server_stop(&server);
    snprintf(other.text, sizeof other.text, "sqlite:%s", again.text);
    for (int i = 0; i < 2; i++) { /* a new file, and one in the place of another */
        ck_assert_int_eq(run_games("restore", backup.text, &other, said), 0);
        expect_private(again.text, "");
    }
    char *aside = strstr(said, "in ");
    while (aside && strstr(aside + 1, "in ")) aside = strstr(aside + 1, "in ");
    ck_assert_ptr_nonnull(aside);
    aside[strcspn(aside, "\n")] = '\0';
    expect_private(aside + 3, "");
    umask(usual);
}
END_TEST

/* --- records ---------------------------------------------------------------------------------- */

static text record_of(int port, const char *id) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s/record", id);
    http_reply r = http_ask(port, "GET", path, "", NULL);
    ck_assert_int_eq(r.code, 200);
    text file = text_growing();
    text_put(&file, strstr(r.whole.data, "\r\n\r\n") + 4);
    http_forget(&r);
    return file;
}

/* Every store's games come into every other's. */
START_TEST(records_go_out_and_in) {
    store_url from = new_store(_i), to = new_store(1 - _i);
    fixture_path file = new_file("records");
    player ann, ben, eve, open;
    rng random = rng_seeded(4);
    char said[512], operand[256];
    server_process server = start(&from);
    player_create(server.port, ",\"bestOf\":3,\"name\":\"A \\\"quoted\\\" Ann\"", &ann);
    player_join(server.port, ann.id, &ben);
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    while (ann.over || ann.seen < 400) { /* the series to its end */
        ann.over = false;
        players_play(&ann, &ben, 1, &random);
        char path[64];
        snprintf(path, sizeof path, "/v1/games/%s", ann.id);
        json_t *view = http_facts(server.port, "GET", path, NULL, 200);
        bool over = strcmp(player_text(view, "status"), "over") == 0;
        json_decref(view);
        if (over) break;
    }
    player_create(server.port, "", &eve); /* one that is not finished, and one that has not begun */
    player_join(server.port, eve.id, &open);
    player_create(server.port, "", &open);
    text written = record_of(server.port, ann.id);
    snprintf(operand, sizeof operand, "-o %s", file.text);
    must_run("export", operand, &from); /* while it is served */
    server_stop(&server);
    ck_assert_int_eq(run_games("import", file.text, &to, said), 0);
    ck_assert_str_eq(said, "1 games added, 1 left out (known already, or not finished)\n");
    ck_assert_int_eq(run_games("import", file.text, &to, said), 0);
    ck_assert_str_eq(said, "0 games added, 2 left out (known already, or not finished)\n");
    server = start(&to);
    text again = record_of(server.port, ann.id);
    ck_assert_str_eq(written.data, again.data);
    ws w = ws_open(server.port, ann.id); /* nobody has a seat in it */
    char hello[160];
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":0}", ann.token);
    ws_send(&w, hello);
    ck_assert_ptr_null(ws_hear(&w));
    ck_assert_int_eq(w.close_code, 4401);
    ws_close(&w);
    server_stop(&server);
    text_free(&written);
    text_free(&again);
}
END_TEST

/* A game of Liniell with fair draws, and a file in which one game is wrong: then none is added. */
START_TEST(fair_draws_and_wrong_games) {
    store_url store = new_store(_i);
    char said[512], operand[256];
    ck_assert_int_eq(run_games("import", DATA "liniell-example.lwg", &store, said), 0);
    ck_assert_str_eq(said, "1 games added, 0 left out (known already, or not finished)\n");
    fixture_path file = new_file("records"), out = new_file("records");
    snprintf(operand, sizeof operand, "-o %s", out.text);
    must_run("export", operand, &store);
    text first = fixture_file(out.text);
    FILE *records = fopen(file.text, "w");
    text good = fixture_file(DATA "liniell-example.lwg");
    fprintf(records, "%s\n[Game \"linja\"]\n\n1. ab zz *\n", good.data);
    fclose(records);
    must_refuse("import", file.text, &store, 3, "line ");
    fixture_path after = new_file("records");
    snprintf(operand, sizeof operand, "-o %s", after.text);
    must_run("export", operand, &store);
    text second = fixture_file(after.text);
    ck_assert_str_eq(first.data, second.data);
    text_free(&first);
    text_free(&second);
    text_free(&good);
}
END_TEST

/* --- time ------------------------------------------------------------------------------------- */

static void change(const char *url, const char *script) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(url + strlen("sqlite:"), &db), SQLITE_OK);
    char *why = NULL;
    ck_assert_msg(sqlite3_exec(db, script, NULL, NULL, &why) == SQLITE_OK, "%s", why);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static int status_of(int port, const char *id) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", id);
    http_reply r = http_ask(port, "GET", path, "", NULL);
    int code = r.code;
    http_forget(&r);
    return code;
}

/* Finished games are forgotten after the days that are said; others are not. */
START_TEST(finished_games_are_kept_for_a_while) {
    store_url store = new_store(SQLITE);
    player old, recent, open;
    server_process server = start(&store);
    player *players[] = {&old, &recent, &open};
    for (int i = 0; i < 3; i++) player_create(server.port, "", players[i]);
    for (int i = 0; i < 2; i++) { /* a game that is withdrawn is over */
        char path[64], fields[128];
        snprintf(path, sizeof path, "/v1/games/%s", players[i]->id);
        snprintf(fields, sizeof fields, "Authorization: Bearer %s\r\n", players[i]->token);
        http_reply r = http_ask(server.port, "DELETE", path, fields, NULL);
        ck_assert_int_eq(r.code, 204);
        http_forget(&r);
    }
    server_stop(&server);
    char script[256];
    snprintf(script, sizeof script,
             "UPDATE games SET changed = changed - 3 * 86400000 WHERE id IN ('%s', '%s')", old.id,
             open.id);
    change(store.text, script);
    server = start(&store); /* for a year, if nothing is said */
    sleep(1);
    ck_assert_int_eq(status_of(server.port, old.id), 200);
    server_stop(&server);
    server = server_run(PROGRAM, -1,
                        (const char *const[]){"-q", "--retain", "2", "--store", store.text, NULL});
    for (int tries = 0; tries < 100 && status_of(server.port, old.id) == 200; tries++) {
        server_stop(&server); /* it is in memory for a while when somebody has asked */
        server = server_run(
            PROGRAM, -1, (const char *const[]){"-q", "--retain", "2", "--store", store.text, NULL});
        usleep(300000);
    }
    ck_assert_int_eq(status_of(server.port, old.id), 404);
    ck_assert_int_eq(status_of(server.port, recent.id), 200);
    ck_assert_int_eq(status_of(server.port, open.id), 200);
    server_stop(&server);
}
END_TEST

/* A file of the first version, as it was made then, is brought forward; and one of a later version
 * than ours is refused. */
START_TEST(versions_go_forward_only) {
    store_url store = new_store(SQLITE);
    player ann, ben;
    rng random = rng_seeded(5);
    server_process server = start(&store);
    player_create(server.port, "", &ann);
    player_join(server.port, ann.id, &ben);
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    players_play(&ann, &ben, 3, &random);
    server_stop(&server);
    change(store.text,
           "ALTER TABLE games DROP COLUMN version; ALTER TABLE games DROP COLUMN listed;"
           "UPDATE server SET secret = x'000102030405060708090a0b0c0d0e0f"
           "101112131415161718191a1b1c1d1e1f'; PRAGMA user_version = 1;");
    fixture_path backup = new_file("backup");
    must_refuse("export", "", &store, 3, "made by an older Linework");
    must_run("backup", backup.text, &store);
    server = start(&store);
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    players_play(&ann, &ben, 3, &random);
    server_stop(&server);
    change(store.text, "PRAGMA user_version = 3");
    must_refuse("export", "", &store, 3, "made by a newer Linework (version 3");
    must_refuse("backup", "never-written", &store, 3, "made by a newer Linework (version 3");
}
END_TEST

/* --- a full disk ------------------------------------------------------------------------------ */

/* What could not be kept never happened; the server says so, and goes on when there is room. */
START_TEST(a_full_disk_is_outlived) {
    store_url store = new_store(SQLITE);
    player ann, ben;
    char why[32], line[256] = "";
    rng random = rng_seeded(6);
    int log[2];
    ck_assert_int_eq(pipe(log), 0);
    server_process server =
        server_run(PROGRAM, log[1], (const char *const[]){"--store", store.text, NULL});
    FILE *said = fdopen(log[0], "r");
    player_create(server.port, ",\"clock\":{\"initial\":3600,\"increment\":0}", &ann);
    player_join(server.port, ann.id, &ben);
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    players_play(&ann, &ben, 2, &random);
    struct rlimit before, none = {1, RLIM_INFINITY};
    ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &none, &before), 0);
    player_send_turn(&ann, &random);
    ck_assert_uint_eq(player_answer(&ann, why), 0);
    ck_assert_str_eq(why, "gone");
    ck_assert_int_eq(ann.socket.close_code, 1011);
    http_reply r = http_ask(server.port, "POST", "/v1/games", "", "{\"game\":\"linja\"}");
    ck_assert_int_eq(r.code, 503);
    http_forget(&r);
    while (!strstr(line, "games cannot be kept"))
        ck_assert_ptr_nonnull(fgets(line, sizeof line, said));
    ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &before, NULL), 0);
    while (!strstr(line, "games are kept again"))
        ck_assert_ptr_nonnull(fgets(line, sizeof line, said));
    ann.commands--; /* the same command again: it was not done */
    player_come(&ann, server.port);
    player_come(&ben, server.port);
    players_play(&ann, &ben, 400, &random);
    ck_assert(ann.over);
    server_stop(&server);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("archive");
    TCase *tests = fixture_tests(suite, "archive");
    postgres_begin();
    tcase_add_loop_test(tests, yesterdays_backup_is_put_back, 0, KINDS);
    tcase_add_test(tests, what_was_there_before_is_kept);
    tcase_add_loop_test(tests, games_are_for_their_owner_alone, 0, KINDS);
    tcase_add_test(tests, games_of_before_are_for_their_owner_alone);
    tcase_add_loop_test(tests, records_go_out_and_in, 0, KINDS);
    tcase_add_loop_test(tests, fair_draws_and_wrong_games, 0, KINDS);
    tcase_add_test(tests, finished_games_are_kept_for_a_while);
    tcase_add_test(tests, versions_go_forward_only);
    tcase_add_test(tests, a_full_disk_is_outlived);
    return fixture_run(suite);
}
