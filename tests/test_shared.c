/* SPDX-License-Identifier: MIT
 *
 * Several servers on one PostgreSQL, as real processes: players of a game on different ones, races
 * between them, one that is killed, and a database that goes away and comes back. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "player.h"
#include "postgres.h"
#include "server/desk.h"
#include "server/guest.h"

static postgres_url database;
static server_process servers[2];

static void start(int i) {
    servers[i] = server_start(PROGRAM, database.text);
}

static void start_both(void) {
    database = postgres_database();
    start(0);
    start(1);
}

static void stop_both(void) {
    server_stop(&servers[0]);
    server_stop(&servers[1]);
}

/* Made on the first server, joined on the second. */
static void make_game(const char *more, player *ann, player *ben) {
    player_create(servers[0].port, more, ann);
    player_join(servers[1].port, ann->id, ben);
}

static void come(player *p, int server) {
    player_come(p, servers[server].port);
}

/* --- playing ---------------------------------------------------------------------------------- */

/* Ann on the one, Ben on the other; one is killed, then the other. */
START_TEST(a_game_outlives_its_servers) {
    player ann, ben;
    char why[32];
    rng random = rng_seeded(7);
    start_both();
    make_game(",\"bestOf\":3", &ann, &ben);
    come(&ann, 0);
    come(&ben, 1);
    while (strcmp(ann.here, "[1,2]") != 0) ck_assert(player_hear(&ann)); /* each sees the other */
    while (strcmp(ben.here, "[1,2]") != 0) ck_assert(player_hear(&ben));
    player_hear_until(&ann, ben.seen);
    int moves = 0;
    for (; !ann.over || moves < 60; moves++) {
        player *mover = ann.side == player_to_move(&ann) ? &ann : &ben,
               *other = mover == &ann ? &ben : &ann;
        player_send_turn(mover, &random);
        if (moves == 11) server_kill(&servers[0]); /* perhaps before it is kept, perhaps after */
        size_t n = player_answer(mover, why);
        if (strcmp(why, "gone") == 0) {
            ck_assert_int_eq(moves, 11);
            come(mover, 1); /* who had heard nothing says it again: it is not done twice */
            mover->commands--;
            if (mover->seen == other->seen) player_send_turn(mover, &random);
            n = mover->seen;
        }
        ck_assert_msg(n > 0, "%s", why);
        if (moves == 11) {
            for (player *p = &ann; p; p = p == &ann ? &ben : NULL)
                if (p->socket.fd >= 0) come(p, 1);
            start(0);
        }
        if (moves == 23) {
            come(&ann, 0);
            server_kill(&servers[1]);
            come(&ben, 0);
            start(1);
            come(&ben, 1);
        }
        size_t last = ann.seen > ben.seen ? ann.seen : ben.seen;
        player_hear_until(&ann, last);
        player_hear_until(&ben, last);
        if (ann.over && moves >= 30) break;
    }
    ck_assert(ann.over);
    stop_both();
}
END_TEST

/* The same turn of the same player through both servers at once: it is made once, and both are told
 * the truth. */
START_TEST(of_two_turns_at_once_one_is_made) {
    player ann, ben, twin;
    char why[2][32];
    rng random = rng_seeded(8);
    int refused = 0;
    start_both();
    make_game("", &ann, &ben);
    come(&ann, 0);
    come(&ben, 1);
    player_hear_until(&ann, ben.seen); /* the first may not know yet that somebody has joined */
    for (int round = 0; round < 30 && !ann.over; round++) {
        player *mover = ann.side == player_to_move(&ann) ? &ann : &ben;
        twin = *mover;
        twin.socket.fd = -1;
        twin.acknowledged = 0;
        come(&twin, mover == &ann ? 1 : 0);
        twin.commands = 1000 + round * 10;
        player_send_turn(mover, &random);
        player_send_turn(&twin, &random);
        size_t first = player_answer(mover, why[0]), second = player_answer(&twin, why[1]);
        ck_assert_msg((first > 0) != (second > 0), "%zu %s, %zu %s", first, why[0], second, why[1]);
        const char *refusal = first > 0 ? why[1] : why[0];
        ck_assert_msg(strcmp(refusal, "stale") == 0 || strcmp(refusal, "over") == 0, "%s", refusal);
        refused++;
        size_t n = first + second;
        player_hear_until(&ann, n);
        player_hear_until(&ben, n);
        ck_assert_uint_eq(ann.ply, ben.ply);
        ws_close(&twin.socket);
    }
    ck_assert_int_gt(refused, 10);
    stop_both();
}
END_TEST

/* The server that sees to a clock is killed: the other does. */
START_TEST(time_runs_out_though_its_server_is_killed) {
    player ann, ben;
    start_both();
    make_game(",\"clock\":{\"initial\":4,\"increment\":0}", &ann, &ben);
    come(&ben, 1);
    server_kill(&servers[0]);
    while (!ben.over) ck_assert(player_hear(&ben));
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", ann.id);
    json_t *view = http_facts(servers[1].port, "GET", path, NULL, 200);
    ck_assert_str_eq(player_text(view, "reason"), "time");
    ck_assert_str_eq(player_text(view, "result"), "0-1");
    json_decref(view);
    server_stop(&servers[1]);
}
END_TEST

/* Who is there is told by all servers; not those who were connected to one that is killed. */
START_TEST(presence_is_shared) {
    player ann, ben;
    start_both();
    make_game("", &ann, &ben);
    come(&ann, 0);
    come(&ben, 1);
    while (strcmp(ann.here, "[1,2]") != 0) ck_assert(player_hear(&ann));
    ws_close(&ben.socket);
    while (strcmp(ann.here, "[1]") != 0) ck_assert(player_hear(&ann));
    ben.socket.fd = -1;
    come(&ben, 1);
    while (strcmp(ben.here, "[1,2]") != 0) ck_assert(player_hear(&ben));
    while (strcmp(ann.here, "[1,2]") != 0) ck_assert(player_hear(&ann));
    server_kill(&servers[0]);
    while (strcmp(ben.here, "[2]") != 0) ck_assert(player_hear(&ben));
    server_stop(&servers[1]);
}
END_TEST

/* --- a game that goes on elsewhere while something is under way ------------------------------- */

static const char ann_token[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static void ignore(void *context) {
    (void)context;
}

static place *make_here(desk *d) {
    room_wish wish = {.game = "linja", .best_of = 1, .name = "Ann", .date = "2026.11.18"};
    room_chance chance = desk_chance();
    token_hash ann = token_hash_of(ann_token), ben = token_hash_of("B");
    room *r = NULL;
    error e;
    ck_assert_int_eq(room_create(registry_games, &wish, &chance, &ann, desk_now(d), &r, &e),
                     STATUS_OK);
    ck_assert_int_eq(room_join(r, "Ben", NULL, &ben, desk_now(d), &e), STATUS_OK);
    place *p = desk_add(d, r, 0, &e);
    errand *er = errand_new(d, p, room_id(r), NULL);
    room_effects effects = {.first = 1, .last = room_events(r), .terms = true};
    errand_keep(er, p, &effects);
    errand_send(er);
    while (p->under_way > 0) desk_collect(d);
    return p;
}

static void say_here(guest *g, const char *json) {
    char frame[140] = {(char)0x81, (char)(0x80 | strlen(json))}; /* masked by zeros */
    ck_assert_uint_le(strlen(json), 125);
    memcpy(frame + 6, json, strlen(json));
    guest_receive(g, frame, 6 + strlen(json));
}

/* All that a guest has been told, between frames. */
static void take_here(guest *g, text *out) {
    unsigned char part[1000];
    while (guest_wants_to_say(g)) text_put_n(out, (char *)part, guest_say(g, part, sizeof part));
}

static bool has_come;

static void on_come(store_job *job) {
    has_come = true;
    ck_assert_int_eq(job->code, STATUS_OK);
}

static void do_elsewhere(store *s, store_job *job) {
    job->done = on_come;
    has_come = false;
    store_submit(s, job);
    while (!has_come) store_collect(s, NULL, NULL);
}

/* Somebody says something in this room by another server. */
static void speak_elsewhere(const char *id) {
    backend *b;
    store *s;
    error e;
    room_effects effects;
    room_chance chance = desk_chance();
    room_command c = {.kind = DO_SAY, .id = "b", .phrase = "oops"};
    store_job load = {.kind = JOB_LOAD}, keep = {.kind = JOB_KEEP};
    ck_assert_int_eq(store_open_url(database.text, &b, &e), STATUS_OK);
    ck_assert_int_eq(store_open(b, registry_games, ignore, NULL, &s, &e), STATUS_OK);
    memcpy(load.game, id, ID_BYTES);
    do_elsewhere(s, &load);
    room *r = load.loaded.room;
    ck_assert_int_eq(room_do(r, 1, &c, &chance, 5000, &effects, &e), STATUS_OK);
    batch_events(&keep.batch, r, effects.first, effects.last);
    memcpy(keep.batch.game, id, ID_BYTES);
    keep.batch.version = load.loaded.version;
    do_elsewhere(s, &keep);
    batch_free(&keep.batch);
    room_free(r);
    store_close(s);
}

/* What was under way when the room went on elsewhere is refused with all that followed from it,
 * wherever the room is read between them, and is done once more. */
START_TEST(what_was_under_way_is_done_again) {
    desk *d;
    error e;
    database = postgres_database();
    desk_options options = {.games = registry_games, .wake = ignore};
    ck_assert_int_eq(store_open_url(database.text, &options.backend, &e), STATUS_OK);
    ck_assert_int_eq(desk_open(&options, &d, &e), STATUS_OK);
    place *p = make_here(d);
    guest *ann = guest_new(d, p, 1, ignore, NULL);
    say_here(ann, "{\"do\":\"hello\",\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"after\":3}");
    while (p->under_way > 0 || p->is_read) desk_collect(d);
    speak_elsewhere(room_id(p->room));
    say_here(ann, "{\"id\":\"1\",\"do\":\"offer-draw\"}");
    desk_read_again(d, p); /* that it has gone on is heard now */
    say_here(ann, "{\"id\":\"2\",\"do\":\"say\",\"phrase\":\"hello\"}");
    while (p->under_way > 0 || p->is_read || p->put_off) desk_collect(d);
    ck_assert_uint_eq(room_events(p->room), 6);
    ck_assert_uint_eq(p->kept, 6);
    text told = text_growing();
    take_here(ann, &told);
    for (size_t i = 0; i < told.length; i++)
        if (!told.data[i]) told.data[i] = ' '; /* lengths of frames */
    ck_assert_ptr_nonnull(strstr(told.data, "\"n\":4,"));
    ck_assert_ptr_nonnull(strstr(told.data, "\"oops\""));
    ck_assert_ptr_nonnull(strstr(told.data, "{\"ok\":\"1\",\"n\":5}"));
    ck_assert_ptr_nonnull(strstr(told.data, "{\"ok\":\"2\",\"n\":6}"));
    text_free(&told);
    guest_free(ann);
    desk_close(d);
}
END_TEST

/* --- over HTTP -------------------------------------------------------------------------------- */

static size_t count_open(int server) {
    json_t *list = http_facts(servers[server].port, "GET", "/v1/games?status=open", NULL, 200);
    size_t count = json_array_size(json_object_get(list, "games"));
    json_decref(list);
    return count;
}

static void wait_for_open(int server, size_t count) {
    for (int tries = 0; tries < 200 && count_open(server) != count; tries++) usleep(20000);
    ck_assert_uint_eq(count_open(server), count);
}

static http_reply ask(int server, const char *method, const char *path, const char *key,
                      const char *body) {
    char fields[128];
    snprintf(fields, sizeof fields, "Idempotency-Key: %s\r\n", key);
    return http_ask(servers[server].port, method, path, fields, body);
}

START_TEST(requests_go_to_any) {
    static const char body[] = "{\"game\":\"linja\",\"public\":true}";
    player ann, again;
    char path[64];
    start_both();
    http_reply r = ask(0, "POST", "/v1/games", "made-by-ann-0001", body);
    ck_assert_int_eq(r.code, 201);
    player_sit(&ann, json_incref(r.body));
    http_forget(&r);
    wait_for_open(1, 1);
    r = ask(1, "POST", "/v1/games", "made-by-ann-0001", body); /* the answer was lost */
    ck_assert_int_eq(r.code, 201);
    player_sit(&again, json_incref(r.body));
    http_forget(&r);
    ck_assert_str_eq(ann.id, again.id);
    ck_assert_str_eq(ann.token, again.token);
    snprintf(path, sizeof path, "/v1/games/%s/join", ann.id);
    r = ask(1, "POST", path, "joined-by-ben-01", "{}");
    ck_assert_int_eq(r.code, 200);
    player_sit(&ann, json_incref(r.body));
    http_forget(&r);
    r = ask(0, "POST", path, "joined-by-ben-01", "{}");
    ck_assert_int_eq(r.code, 200);
    ck_assert_str_eq(player_text(r.body, "token"), ann.token);
    http_forget(&r);
    r = ask(0, "POST", path, "joined-by-ben-01", "{\"name\":\"Eve\"}");
    ck_assert_int_eq(r.code, 422);
    http_forget(&r);
    json_decref(http_facts(servers[0].port, "POST", path, "{}", 409));
    wait_for_open(0, 0);
    wait_for_open(1, 0);
    stop_both();
}
END_TEST

/* Two join at once through two servers: one has the seat. */
START_TEST(one_seat_is_taken_once) {
    start_both();
    for (int round = 0; round < 10; round++) {
        char path[64];
        player ann;
        int pipes[2], codes[2] = {0};
        player_sit(&ann, http_facts(servers[0].port, "POST", "/v1/games",
                                    "{\"game\":\"linja\",\"public\":true}", 201));
        snprintf(path, sizeof path, "/v1/games/%s/join", ann.id);
        wait_for_open(1, 1);
        ck_assert_int_eq(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            http_reply r = http_ask(servers[1].port, "POST", path, "", "{}");
            _exit(write(pipes[1], &r.code, sizeof r.code) < 0);
        }
        http_reply r = http_ask(servers[0].port, "POST", path, "", "{}");
        codes[0] = r.code;
        http_forget(&r);
        ck_assert_int_eq(read(pipes[0], &codes[1], sizeof codes[1]), sizeof codes[1]);
        waitpid(child, NULL, 0);
        close(pipes[0]);
        close(pipes[1]);
        ck_assert_msg((codes[0] == 200 && codes[1] == 409) || (codes[0] == 409 && codes[1] == 200),
                      "%d %d", codes[0], codes[1]);
        wait_for_open(0, 0);
        wait_for_open(1, 0);
    }
    stop_both();
}
END_TEST

/* --- a database that goes away ---------------------------------------------------------------- */

enum { OUTAGE = 13 }; /* seconds; clocks stand still if it is longer than 10 */

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Lets time pass, during which a player answers when the server asks who is still there. */
static void wait_with(player *p, int ms) {
    for (int64_t end = now_ms() + ms, left; (left = end - now_ms()) > 0;) {
        struct pollfd fd = {.fd = p->socket.fd, .events = POLLIN};
        unsigned char head[2];
        if (poll(&fd, 1, (int)left) <= 0) continue;
        if (recv(fd.fd, head, 2, MSG_PEEK) == 2 && head[0] == 0x89 && head[1] == 0) { /* a ping */
            ck_assert_int_eq(recv(fd.fd, head, 2, 0), 2);
            ws_send_frame(&p->socket, 0x8a, "", 0);
        } else {
            ck_assert(player_hear(p));
        }
    }
}

/* What is left on the clock of side b; -1: the server cannot tell. */
static int64_t left_of(int port, const char *path) {
    http_reply r = http_ask(port, "GET", path, "", NULL);
    const json_t *left = json_object_get(json_object_get(r.body, "clock"), "b");
    int64_t ms = r.code == 200 && left ? json_integer_value(left) : -1;
    http_forget(&r);
    return ms;
}

START_TEST(a_database_that_comes_back) {
    player ann, ben;
    char why[32], path[64];
    rng random = rng_seeded(9);
    postgres_begin(); /* one of its own */
    start_both();
    make_game(",\"clock\":{\"initial\":3600,\"increment\":0}", &ann, &ben);
    come(&ann, 0);
    come(&ben, 1);
    player_hear_until(&ann, ben.seen);
    player_send_turn(&ann, &random);
    ck_assert_uint_gt(player_answer(&ann, why), 0);
    int64_t since = now_ms();
    player_hear_until(&ben, ann.seen);
    postgres_stop();
    player_send_turn(&ben, &random); /* it cannot be kept: it never happened */
    ck_assert_uint_eq(player_answer(&ben, why), 0);
    ck_assert_str_eq(why, "gone");
    ck_assert_int_eq(ben.socket.close_code, 1011);
    snprintf(path, sizeof path, "/v1/games/%s", ann.id);
    json_decref(http_facts(servers[1].port, "GET", path, NULL, 503));
    http_reply r = http_ask(servers[0].port, "POST", "/v1/games", "", "{\"game\":\"linja\"}");
    ck_assert_int_eq(r.code, 503);
    http_forget(&r);
    wait_with(&ann, OUTAGE * 1000);
    postgres_start();
    /* Ben's clock has stood still: it shows more than an hour less the time that has passed. */
    int64_t given_back = 0;
    for (int tries = 0; tries < 600 && given_back < (OUTAGE - 1) * 1000; tries++) {
        wait_with(&ann, 100);
        int64_t left = left_of(servers[1].port, path);
        if (left >= 0) given_back = left - (3600 * 1000 - (now_ms() - since));
    }
    ck_assert_int_ge(given_back, (OUTAGE - 1) * 1000);
    ben.commands--;
    come(&ben, 1);
    player_send_turn(&ben, &random);
    size_t n = player_answer(&ben, why);
    ck_assert_msg(n == ann.seen + 1, "%s", why);
    player_hear_until(&ann, n); /* who was connected all the time is told */
    ck_assert(!ann.over);
    stop_both();
    postgres_end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shared");
    TCase *tests = fixture_threads(suite, "shared");
    postgres_begin();
    tcase_add_test(tests, a_game_outlives_its_servers);
    tcase_add_test(tests, of_two_turns_at_once_one_is_made);
    tcase_add_test(tests, time_runs_out_though_its_server_is_killed);
    tcase_add_test(tests, presence_is_shared);
    tcase_add_test(tests, what_was_under_way_is_done_again);
    tcase_add_test(tests, requests_go_to_any);
    tcase_add_test(tests, one_seat_is_taken_once);
    tcase_add_test(tests, a_database_that_comes_back);
    return fixture_run(suite);
}
