/* SPDX-License-Identifier: MIT
 *
 * What a token is worth: it alone gives a seat, can be replaced by another, and is neither on disk
 * nor in a log. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "rooms/room.h"

static server_process server;
static fixture_path file, log_path;

static void start_again(void) {
    int log = open(log_path.text, O_WRONLY | O_CREAT | O_APPEND, 0600);
    char store[160];
    snprintf(store, sizeof store, "sqlite:%s", file.text);
    ck_assert_int_ge(log, 0);
    server = server_run(PROGRAM, log, (const char *const[]){"--store", store, NULL});
    close(log);
}

static void start(void) {
    char name[64];
    snprintf(name, sizeof name, "tokens-%d.db", (int)getpid());
    file = fixture_in_folder(name);
    snprintf(name, sizeof name, "tokens-%d.log", (int)getpid());
    log_path = fixture_in_folder(name);
    start_again();
}

static void stop(void) {
    server_stop(&server);
}

/* --- seats ------------------------------------------------------------------------------------ */

typedef struct seat {
    char id[32], token[64];
} seat;

static seat seat_of(json_t *facts) {
    seat s;
    snprintf(s.id, sizeof s.id, "%s", json_string_value(json_object_get(facts, "id")));
    snprintf(s.token, sizeof s.token, "%s", json_string_value(json_object_get(facts, "token")));
    json_decref(facts);
    return s;
}

static void make_game(seat *ann, seat *ben) {
    char path[64];
    *ann = seat_of(
        http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\",\"first\":\"me\"}", 201));
    snprintf(path, sizeof path, "/v1/games/%s/join", ann->id);
    *ben = seat_of(http_facts(server.port, "POST", path, "{}", 200));
}

/* Asks for another token; NULL: with none. */
static http_reply ask_for_another(const char *id, const char *token, const char *more) {
    char path[64], fields[400] = "";
    snprintf(path, sizeof path, "/v1/games/%s/token", id);
    snprintf(fields, sizeof fields, "%s%s%s%s", token ? "Authorization: Bearer " : "",
             token ? token : "", token ? "\r\n" : "", more);
    return http_ask(server.port, "POST", path, fields, "{}");
}

static void expect_refusal(const char *id, const char *token, const char *more, int code) {
    http_reply r = ask_for_another(id, token, more);
    ck_assert_msg(r.code == code, "%s", r.whole.data);
    ck_assert_int_eq(json_integer_value(json_object_get(r.body, "status")), code);
    http_forget(&r);
}

static seat carry(const seat *from, int player, const char *more) {
    http_reply r = ask_for_another(from->id, from->token, more);
    ck_assert_msg(r.code == 200, "%s", r.whole.data);
    ck_assert_ptr_nonnull(strstr(r.whole.data, "\r\ncache-control: no-store\r\n"));
    ck_assert_int_eq(json_integer_value(json_object_get(r.body, "player")), player);
    seat s = seat_of(json_incref(r.body));
    http_forget(&r);
    ck_assert_str_eq(s.id, from->id);
    ck_assert_uint_ge(strlen(s.token), 22);
    return s;
}

/* The player that a socket with this token is, or the code by which it is closed. */
static int greeted_as(const seat *s, ws *stays) {
    ws w = ws_open(server.port, s->id);
    char hello[128];
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":0}", s->token);
    ws_send(&w, hello);
    json_t *m = ws_hear(&w);
    json_t *player = json_object_get(json_object_get(m, "hello"), "player");
    int who = m ? (int)json_integer_value(player) : w.close_code;
    json_decref(m);
    if (stays)
        *stays = w;
    else
        ws_close(&w);
    return who;
}

static void expect_sent_away(ws *w, int code) {
    for (json_t *m; (m = ws_hear(w)); json_decref(m)) continue;
    ck_assert_int_eq(w->close_code, code);
    ws_close(w);
}

/* --- tests ------------------------------------------------------------------------------------ */

START_TEST(a_seat_is_carried_to_another_device) {
    seat ann, ben;
    ws old, other;
    make_game(&ann, &ben);
    ck_assert_int_eq(greeted_as(&ann, &old), 1);
    ck_assert_int_eq(greeted_as(&ben, &other), 2);
    seat fresh = carry(&ann, 1, "");
    ck_assert_str_ne(fresh.token, ann.token);
    expect_sent_away(&old, 4401);
    ck_assert_int_eq(greeted_as(&ann, NULL), 4401);
    ck_assert_int_eq(greeted_as(&fresh, NULL), 1);
    expect_refusal(ann.id, ann.token, "", 401);
    server_kill(&server); /* it is on disk */
    ws_close(&other);
    start_again();
    ck_assert_int_eq(greeted_as(&ann, NULL), 4401);
    ck_assert_int_eq(greeted_as(&fresh, NULL), 1);
    ck_assert_int_eq(greeted_as(&ben, NULL), 2);
    seat further = carry(&ben, 2, "");
    ck_assert_int_eq(greeted_as(&further, NULL), 2);
    ck_assert_int_eq(greeted_as(&ben, NULL), 4401);
}
END_TEST

START_TEST(nobody_carries_a_seat_of_others) {
    static const char foreign[] = "Origin: http://evil.example\r\n";
    seat ann, ben, other, unused;
    make_game(&ann, &ben);
    make_game(&other, &unused);
    expect_refusal(ann.id, NULL, "", 401);
    expect_refusal(ann.id, "", "", 401);
    expect_refusal(ann.id, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "", 401);
    expect_refusal(ann.id, other.token, "", 401);
    expect_refusal("AAAAAAAAAAAAAAAA", ann.token, "", 404);
    expect_refusal(ann.id, ann.token, foreign, 403);
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s/token", ann.id);
    json_decref(http_facts(server.port, "GET", path, NULL, 405));
    http_reply r = http_ask(server.port, "POST", path, "", NULL);
    ck_assert_int_eq(r.code, 415);
    http_forget(&r);
    ck_assert_int_eq(greeted_as(&ann, NULL), 1);
}
END_TEST

START_TEST(a_lost_answer_loses_no_seat) {
    static const char key[] = "Idempotency-Key: 4d1f0c52-35f7-4bd6-8f3b-2d6b5b2ee1a1\r\n";
    seat ann, ben;
    make_game(&ann, &ben);
    seat first = carry(&ann, 1, key), again = carry(&ann, 1, key);
    ck_assert_str_eq(first.token, again.token);
    server_kill(&server);
    start_again();
    again = carry(&ann, 1, key);
    ck_assert_str_eq(first.token, again.token);
    ck_assert_int_eq(greeted_as(&again, NULL), 1);
    expect_refusal(ann.id, NULL, key, 401); /* the key alone gives nothing */
    expect_refusal(ann.id, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", key, 401);
    seat next = carry(&first, 1, key); /* another token is another request */
    ck_assert_str_ne(next.token, first.token);
}
END_TEST

START_TEST(a_repeated_request_sends_nobody_away) {
    static const char key[] = "Idempotency-Key: 6d1f0c52-35f7-4bd6-8f3b-2d6b5b2ee1a1\r\n";
    seat ann, ben;
    ws w;
    make_game(&ann, &ben);
    seat first = carry(&ann, 1, key);
    ck_assert_int_eq(greeted_as(&first, &w), 1);
    carry(&ann, 1, key);
    ws_send(&w, "{\"id\":\"p\",\"do\":\"ping\"}");
    for (json_t *m; (m = ws_hear(&w)); json_decref(m))
        if (json_object_get(m, "ok")) {
            json_decref(m);
            break;
        }
    ck_assert_int_eq(w.close_code, 0);
    ws_close(&w);
}
END_TEST

/* Hears until such an event comes, and answers it. */
static json_t *hear_event(ws *w, const char *kind) {
    json_t *m;
    for (; (m = ws_hear(w)); json_decref(m)) {
        const char *happened = json_string_value(json_object_get(m, "event"));
        if (happened && strcmp(happened, kind) == 0) break;
    }
    ck_assert_msg(m, "no event '%s'", kind);
    return m;
}

START_TEST(whoever_went_on_to_a_rematch_carries_the_seat_there) {
    seat ann, ben;
    ws sockets[2];
    make_game(&ann, &ben);
    greeted_as(&ann, &sockets[0]);
    greeted_as(&ben, &sockets[1]);
    ws_send(&sockets[0], "{\"id\":\"r\",\"do\":\"resign\"}");
    /* Two sockets are heard in any order: nobody asks before the game is over. */
    for (int i = 0; i < 2; i++) json_decref(hear_event(&sockets[i], "over"));
    for (int i = 0; i < 2; i++) ws_send(&sockets[i], "{\"id\":\"m\",\"do\":\"rematch\"}");
    seat next = ann;
    json_t *m = hear_event(&sockets[0], "rematch");
    snprintf(next.id, sizeof next.id, "%s", json_string_value(json_object_get(m, "id")));
    json_decref(m);
    ck_assert_str_ne(next.id, ann.id);
    expect_refusal(ann.id, ann.token, "", 409);
    seat carried = carry(&next, 1, "");
    ck_assert_int_eq(greeted_as(&carried, NULL), 1);
    for (int i = 0; i < 2; i++) ws_close(&sockets[i]);
}
END_TEST

static void expect_nowhere(const char *path, const char *token) {
    if (access(path, F_OK) != 0) return;
    text bytes = fixture_file(path);
    ck_assert_msg(!memmem(bytes.data, bytes.length, token, 12), "a token is in %s", path);
    text_free(&bytes);
}

START_TEST(no_token_is_on_disk_or_in_the_log) {
    seat ann, ben;
    make_game(&ann, &ben);
    seat fresh = carry(&ann, 1, "Idempotency-Key: 5d1f0c52-35f7-4bd6-8f3b-2d6b5b2ee1a1\r\n");
    ck_assert_int_eq(greeted_as(&fresh, NULL), 1);
    ck_assert_int_eq(greeted_as(&ann, NULL), 4401);
    expect_refusal(ann.id, ann.token, "", 401);
    char path[200];
    snprintf(path, sizeof path, "/v1/games/%s?token=%s", ann.id, ben.token);
    json_decref(http_facts(server.port, "GET", path, NULL, 200));
    snprintf(path, sizeof path, "/v1/qr?text=http://localhost:%d/%%23seat=%s", server.port,
             ben.token);
    http_reply r = http_ask(server.port, "GET", path, "", NULL);
    ck_assert_int_eq(r.code, 200);
    http_forget(&r);
    server_stop(&server);
    const char *const tokens[] = {ann.token, ben.token, fresh.token};
    for (int i = 0; i < 3; i++) {
        char wal[160];
        snprintf(wal, sizeof wal, "%s-wal", file.text);
        expect_nowhere(file.text, tokens[i]);
        expect_nowhere(wal, tokens[i]);
        expect_nowhere(log_path.text, tokens[i]);
    }
    text log = fixture_file(log_path.text); /* but all requests are */
    ck_assert_ptr_nonnull(strstr(log.data, "/token 200 "));
    ck_assert_ptr_nonnull(strstr(log.data, "/token 401 "));
    ck_assert_ptr_nonnull(strstr(log.data, "/v1/qr 200 "));
    text_free(&log);
    start_again();
}
END_TEST

START_TEST(who_guesses_is_slowed_down) {
    seat ann, ben;
    client_come_from("127.0.0.77");
    make_game(&ann, &ben);
    int code = 0;
    for (int i = 0; i < 120 && code != 429; i++) {
        http_reply r = ask_for_another(ann.id, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "");
        code = r.code;
        ck_assert(code == 401 || code == 429);
        http_forget(&r);
    }
    ck_assert_int_eq(code, 429);
    client_come_from("127.0.0.1");
}
END_TEST

/* --- comparing -------------------------------------------------------------------------------- */

static int compared;
int __real_sodium_memcmp(const void *a, const void *b, size_t length);
int __wrap_sodium_memcmp(const void *a, const void *b, size_t length);

int __wrap_sodium_memcmp(const void *a, const void *b, size_t length) {
    compared++;
    MUST(length == CIPHER_BYTES);
    return __real_sodium_memcmp(a, b, length);
}

/* Whatever was guessed, and whichever seat it is: both hashes are compared as wholes, by the
 * function that takes the same time for all. */
START_TEST(comparing_tells_nothing_by_its_time) {
    const game *const games[] = {registry_find("linja"), NULL};
    room_chance chance = {.id = {1}, .secret = {.bytes = {2}}};
    room_wish wish = {.game = "linja", .date = "2026.11.18", .best_of = 1};
    char tokens[2][TOKEN_BYTES] = {"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                   "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    token_hash first = token_hash_of(tokens[0]), second = token_hash_of(tokens[1]);
    room *r = NULL;
    error e;
    ck_assert_int_eq(room_create(games, &wish, &chance, &first, 1, &r, &e), STATUS_OK);
    ck_assert_int_eq(room_join(r, NULL, NULL, &second, 2, &e), STATUS_OK);
    static const struct {
        const char *token;
        int player;
    } cases[] = {{"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 0},
                 {"BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 1},
                 {"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB", ROOM_NOBODY},
                 {"A", ROOM_NOBODY},
                 {"", ROOM_NOBODY}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        compared = 0;
        ck_assert_int_eq(room_player_of(r, cases[i].token), cases[i].player);
        ck_assert_int_eq(compared, 2);
    }
    room_free(r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tokens");
    TCase *tests = fixture_threads(suite, "tokens"), *alone = fixture_tests(suite, "alone");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, a_seat_is_carried_to_another_device);
    tcase_add_test(tests, nobody_carries_a_seat_of_others);
    tcase_add_test(tests, a_lost_answer_loses_no_seat);
    tcase_add_test(tests, a_repeated_request_sends_nobody_away);
    tcase_add_test(tests, whoever_went_on_to_a_rematch_carries_the_seat_there);
    tcase_add_test(tests, no_token_is_on_disk_or_in_the_log);
    tcase_add_test(tests, who_guesses_is_slowed_down);
    tcase_add_test(alone, comparing_tells_nothing_by_its_time);
    return fixture_run(suite);
}
