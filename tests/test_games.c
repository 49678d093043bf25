/* SPDX-License-Identifier: MIT
 *
 * Games between people through the real program: over HTTP and WebSockets, with connections that
 * break, and a server that is killed and started again. Rooms without all that: test_rooms.c. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "play/proof.h"
#include "postgres.h"

static server_process server;
static char file[256];

static void start_in_database(void) {
    snprintf(file, sizeof file, "%s", postgres_database().text);
    server = server_start(PROGRAM, file);
}

static void start(void) {
    static int number; /* a test has a file of its own */
    char name[64];
    snprintf(name, sizeof name, "games-%d-%d.db", (int)getpid(), number++);
    fixture_path path = fixture_in_folder(name);
    memcpy(file, path.text, sizeof path.text);
    server = server_start(PROGRAM, file);
}

static void stop(void) {
    server_stop(&server);
}

/* --- players ---------------------------------------------------------------------------------- */

static const char random_1[] = "000102030405060708090a0b0c0d0e0f",
                  random_2[] = "ffeeddccbbaa99887766554433221100";

typedef struct player {
    char id[32], token[64];
    ws socket;
    size_t seen; /* the last event */
    char position[GAME_POSITION_TEXT];
    char side;  /* of this player in this game */
    int number; /* 1 or 2 */
    size_t ply;
    bool over;
    int commands;
} player;

static const char *hash_1(void) {
    static char hex[65];
    uint8_t bytes[16], hash[32];
    text t = text_fixed(hex, sizeof hex);
    ck_assert(fair_read(random_1, bytes, sizeof bytes));
    cipher_hash(bytes, sizeof bytes, hash);
    fair_write(hash, sizeof hash, &t);
    return hex;
}

static const char *text_of(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

static void take_seat(player *p, const json_t *facts, int number) {
    *p = (player){.number = number, .socket = {.fd = -1}};
    ck_assert_int_eq(json_integer_value(json_object_get(facts, "player")), number);
    snprintf(p->id, sizeof p->id, "%s", text_of(facts, "id"));
    snprintf(p->token, sizeof p->token, "%s", text_of(facts, "token"));
    ck_assert_uint_ge(strlen(p->id), 10);
    ck_assert_uint_ge(strlen(p->token), 22);
}

static void make_game(const char *name, const char *more, player *ann, player *ben) {
    char body[512], path[64];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"name\":\"Ann\",\"first\":\"me\",\"randomHash\":\"%s\"%s}", name,
             hash_1(), more);
    json_t *facts = http_facts(server.port, "POST", "/v1/games", body, 201);
    take_seat(ann, facts, 1);
    json_decref(facts);
    snprintf(path, sizeof path, "/v1/games/%s/join", ann->id);
    snprintf(body, sizeof body, "{\"name\":\"Ben\",\"random\":\"%s\"}", random_2);
    facts = http_facts(server.port, "POST", path, body, 200);
    take_seat(ben, facts, 2);
    json_decref(facts);
}

/* What an event tells a player. */
static void follow(player *p, const json_t *ev) {
    size_t n = (size_t)json_integer_value(json_object_get(ev, "n"));
    const char *kind = text_of(ev, "event"), *position = text_of(ev, "position");
    ck_assert_uint_eq(n, p->seen + 1); /* none is lost, none comes twice */
    p->seen = n;
    if (*position) snprintf(p->position, sizeof p->position, "%s", position);
    if (strcmp(kind, "begun") == 0) {
        const json_t *players = json_object_get(ev, "players");
        p->side = json_integer_value(json_object_get(players, "a")) == p->number ? 'a' : 'b';
        p->ply = 0;
        p->over = false;
    } else if (strcmp(kind, "turn") == 0) {
        p->ply = (size_t)json_integer_value(json_object_get(ev, "ply")) + 1;
    } else if (strcmp(kind, "over") == 0) {
        p->over = true;
    }
}

/* Hears until an answer to this command comes; events on the way are followed. */
static json_t *hear_answer(player *p, const char *id) {
    for (json_t *m; (m = ws_hear(&p->socket)); json_decref(m)) {
        if (json_object_get(m, "event")) follow(p, m);
        if (strcmp(text_of(m, "ok"), id) == 0 || strcmp(text_of(m, "no"), id) == 0) return m;
    }
    return NULL;
}

static void hear_until(player *p, size_t n) {
    while (p->seen < n) {
        json_t *m = ws_hear(&p->socket);
        ck_assert_ptr_nonnull(m);
        if (json_object_get(m, "event")) follow(p, m);
        json_decref(m);
    }
}

/* Comes (back) and gets all that has happened since. */
static void connect_player(player *p) {
    char hello[128];
    p->socket = ws_open(server.port, p->id);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":%zu}", p->token,
             p->seen);
    ws_send(&p->socket, hello);
    json_t *m = ws_hear(&p->socket);
    const json_t *facts = json_object_get(m, "hello");
    ck_assert_ptr_nonnull(facts);
    ck_assert_int_eq(json_integer_value(json_object_get(facts, "player")), p->number);
    size_t last = (size_t)json_integer_value(json_object_get(facts, "n"));
    json_decref(m);
    ck_assert_uint_ge(last, p->seen); /* what was told was on disk */
    hear_until(p, last);
}

/* What is said faster than it may be is said again, as clients should. */
static json_t *command(player *p, const char *rest) {
    char json[1024], id[32];
    snprintf(id, sizeof id, "%d-%d", p->number, p->commands++);
    snprintf(json, sizeof json, "{\"id\":\"%s\",%s}", id, rest);
    for (;;) {
        ws_send(&p->socket, json);
        json_t *answer = hear_answer(p, id);
        ck_assert_ptr_nonnull(answer);
        if (strcmp(text_of(answer, "why"), "too-fast") != 0) return answer;
        json_decref(answer);
        usleep(50000);
    }
}

/* A command that is done; the event it caused, or 0. */
static size_t succeed(player *p, const char *rest) {
    json_t *answer = command(p, rest);
    ck_assert_msg(json_object_get(answer, "ok") != NULL, "%s: %s", rest, text_of(answer, "detail"));
    size_t n = (size_t)json_integer_value(json_object_get(answer, "n"));
    json_decref(answer);
    if (n > 0) hear_until(p, n);
    return n;
}

static void expect_no(player *p, const char *rest, const char *why) {
    json_t *answer = command(p, rest);
    ck_assert_str_eq(text_of(answer, "why"), why);
    ck_assert(text_of(answer, "detail")[0]);
    json_decref(answer);
}

static game_turn any_turn(const player *p, const char *name, rng *random) {
    variant v = fixture_variant(registry_find(name), NULL);
    game_position position;
    error e;
    ck_assert_msg(variant_read_position(v, p->position, &position, &e) == STATUS_OK, "%s", e.text);
    return fixture_random_turn(v, &position, random);
}

static void play_turn(player *p, const char *name, rng *random) {
    char rest[128];
    game_turn turn = any_turn(p, name, random);
    snprintf(rest, sizeof rest, "\"do\":\"turn\",\"ply\":%zu,\"turn\":\"%s\"", p->ply, turn.text);
    succeed(p, rest);
}

static bool is_to_move(const player *p) {
    const char *linja = strrchr(p->position, ' '), *liniell = strstr(p->position, "turn=");
    return (liniell ? liniell[5] : linja[1]) == p->side;
}

/* --- whole games ------------------------------------------------------------------------------ */

/* A game to its end, in which once a connection breaks in the middle, and once the server is killed
 * and starts again. */
static void play_game(const char *name, uint64_t seed) {
    rng random = rng_seeded(seed);
    player players[2];
    make_game(name, "", &players[0], &players[1]);
    for (int i = 0; i < 2; i++) connect_player(&players[i]);
    if (registry_find(name)->chance) {
        char rest[128];
        snprintf(rest, sizeof rest, "\"do\":\"reveal\",\"random\":\"%s\"", random_1);
        succeed(&players[0], rest);
    }
    hear_until(&players[0], 3);
    for (int turn = 0; !players[0].over && !players[1].over; turn++) {
        for (int i = 0; i < 2; i++) hear_until(&players[i], players[1 - i].seen);
        if (turn == 3) { /* cut while the other moves */
            ws_close(&players[1].socket);
            if (is_to_move(&players[0])) play_turn(&players[0], name, &random);
            connect_player(&players[1]);
            continue;
        }
        if (turn == 5) {
            server_kill(&server);
            for (int i = 0; i < 2; i++) ws_close(&players[i].socket);
            server = server_start(PROGRAM, file);
            for (int i = 0; i < 2; i++) connect_player(&players[i]);
        }
        player *mover = is_to_move(&players[0]) ? &players[0] : &players[1];
        play_turn(mover, name, &random);
        /* A turn that ends the game is followed by its end. */
        char path[64];
        snprintf(path, sizeof path, "/v1/games/%s", mover->id);
        json_t *view = http_facts(server.port, "GET", path, NULL, 200);
        hear_until(mover, (size_t)json_integer_value(json_object_get(view, "n")));
        json_decref(view);
    }
    char path[64];
    error e;
    snprintf(path, sizeof path, "/v1/games/%s/record", players[0].id);
    http_reply reply = http_ask(server.port, "GET", path, "", NULL);
    ck_assert_int_eq(reply.code, 200);
    const char *lwg = strstr(reply.whole.data, "\r\n\r\n") + 4;
    record_file records = {0};
    ck_assert_msg(record_read(lwg, strlen(lwg), &records, &e) == STATUS_OK, "%s", e.text);
    ck_assert_uint_eq(records.count, 1);
    ck_assert_int_ne(records.games[0].result, RECORD_UNFINISHED);
    if (registry_find(name)->chance) {
        proof p;
        ck_assert_msg(proof_check(registry_games, &records, 0, &p, &e) == STATUS_OK, "%s", e.text);
    }
    record_file_free(&records);
    http_forget(&reply);
    for (int i = 0; i < 2; i++) ws_close(&players[i].socket);
}

START_TEST(linja_is_played_to_its_end) {
    play_game("linja", 4);
}
END_TEST

START_TEST(liniell_is_played_to_its_end) {
    play_game("liniell", 5);
}
END_TEST

/* --- seats ------------------------------------------------------------------------------------ */

START_TEST(nobody_moves_for_another) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    connect_player(&ann);
    connect_player(&ben);
    static const char turn[] = "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"";
    expect_no(&ben, turn, "not-your-turn");
    player watcher = {.socket = ws_open(server.port, ann.id)};
    ws_send(&watcher.socket, "{\"do\":\"hello\",\"token\":null,\"after\":3}");
    json_t *m = ws_hear(&watcher.socket);
    char *hello = json_dumps(json_object_get(m, "hello"), JSON_COMPACT);
    ck_assert_ptr_nonnull(strstr(hello, "\"player\":null,\"side\":null,\"n\":3,"));
    ck_assert_ptr_nonnull(strstr(hello, "\"here\":[1,2]"));
    free(hello);
    json_decref(m);
    watcher.seen = 3;
    expect_no(&watcher, turn, "no-seat");
    ws stranger = ws_open(server.port, ann.id);
    ws_send(&stranger,
            "{\"do\":\"hello\",\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"after\":0}");
    ck_assert_ptr_null(ws_hear(&stranger));
    ck_assert_int_eq(stranger.close_code, 4401);
    ws_close(&stranger);
    ck_assert_uint_eq(succeed(&ann, turn), 4);
    hear_until(&watcher, 4); /* watching needs nothing but the link */
    ws_close(&ben.socket);
    while ((m = ws_hear(&watcher.socket)) && !json_object_get(m, "presence")) json_decref(m);
    char *presence = json_dumps(m, JSON_COMPACT);
    ck_assert_str_eq(presence, "{\"presence\":{\"here\":[1]}}");
    free(presence);
    json_decref(m);
    ws_close(&watcher.socket);
    ws_close(&ann.socket);
}
END_TEST

START_TEST(a_command_repeated_is_answered_the_same) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    static const char turn[] = "{\"id\":\"x1\",\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"}";
    static const char wrong[] = "{\"id\":\"x2\",\"do\":\"turn\",\"ply\":7,\"turn\":\"ab\"}";
    char *first[2] = {NULL, NULL};
    for (int round = 0; round < 3; round++) {
        connect_player(&ann);
        for (int i = 0; i < 2; i++) {
            ws_send(&ann.socket, i == 0 ? turn : wrong);
            json_t *m = hear_answer(&ann, i == 0 ? "x1" : "x2");
            char *answer = json_dumps(m, JSON_COMPACT);
            json_decref(m);
            if (!first[i]) first[i] = strdup(answer);
            ck_assert_str_eq(answer, first[i]);
            free(answer);
        }
        ws_close(&ann.socket);
        if (round == 1) {
            server_kill(&server);
            server = server_start(PROGRAM, file);
        }
    }
    ck_assert_str_eq(first[0], "{\"ok\":\"x1\",\"n\":4}");
    ck_assert_uint_eq(ann.seen, 4);
    for (int i = 0; i < 2; i++) free(first[i]);
}
END_TEST

/* Hears until the player is told of a plan, which must be this one. */
static void expect_plan(player *p, const char *expected) {
    for (json_t *m; (m = ws_hear(&p->socket)); json_decref(m)) {
        if (json_object_get(m, "event")) follow(p, m);
        const json_t *plan = json_object_get(m, "plan");
        if (!plan) continue;
        char *told = json_dumps(plan, JSON_COMPACT);
        ck_assert_str_eq(told, expected);
        free(told);
        json_decref(m);
        return;
    }
    ck_abort_msg("nothing is told of a plan");
}

/* In every window, after every visit, and after every turn that it answers. */
START_TEST(a_plan_is_told_to_its_player) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    connect_player(&ann);
    connect_player(&ben);
    player window = ben;
    connect_player(&window);
    static const char whole[] = "[{\"if\":\"ab\",\"then\":\"hg\",\"plan\":[{\"if\":\"bc\","
                                "\"then\":\"gf\"}]}]",
                      rest[] = "[{\"if\":\"bc\",\"then\":\"gf\"}]";
    char plan[256];
    snprintf(plan, sizeof plan, "\"do\":\"plan\",\"plan\":%s", whole);
    succeed(&ben, plan);
    expect_plan(&ben, whole);
    expect_plan(&window, whole);
    succeed(&ann, "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"");
    expect_plan(&ben, rest);
    expect_plan(&window, rest);
    ck_assert_uint_eq(ben.seen, 5); /* after the events that made it so */
    ws_send(&ann.socket, "{\"id\":\"last\",\"do\":\"ping\"}");
    for (json_t *m; (m = ws_hear(&ann.socket)); json_decref(m)) {
        ck_assert_ptr_null(json_object_get(m, "plan")); /* nobody else is */
        if (json_object_get(m, "event")) follow(&ann, m);
        if (strcmp(text_of(m, "ok"), "last") != 0) continue;
        json_decref(m);
        break;
    }
    server_kill(&server);
    server = server_start(PROGRAM, file);
    for (player *p = &ben;; p = &window) {
        ws_close(&p->socket);
        connect_player(p);
        expect_plan(p, rest);
        if (p == &window) break;
    }
    ws_close(&ann.socket);
    connect_player(&ann);
    succeed(&ann, "\"do\":\"turn\",\"ply\":2,\"turn\":\"ab\""); /* which it does not know */
    expect_plan(&ben, "[]");
    expect_plan(&window, "[]");
    ws_close(&window.socket);
    ws_close(&ben.socket);
    ws_close(&ann.socket);
}
END_TEST

START_TEST(a_lost_answer_loses_no_seat) {
    static const char body[] = "{\"game\":\"linja\"}",
                      other[] = "{\"game\":\"linja\",\"bestOf\":3}";
    static const char key[] = "Idempotency-Key: 4d1f0c52-35f7-4bd6-8f3b-2d6b5b2ee1a1\r\n";
    json_t *made[3];
    for (int i = 0; i < 3; i++) {
        http_reply r = http_ask(server.port, "POST", "/v1/games", key, body);
        ck_assert_int_eq(r.code, 201);
        ck_assert_ptr_nonnull(strstr(r.whole.data, "\r\nlocation: /v1/games/"));
        made[i] = json_incref(r.body);
        ck_assert(json_equal(made[i], made[0]));
        http_forget(&r);
        if (i != 1) continue;
        server_kill(&server);
        server = server_start(PROGRAM, file);
    }
    http_reply r = http_ask(server.port, "POST", "/v1/games", key, other);
    ck_assert_int_eq(r.code, 422);
    http_forget(&r);
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s/join", text_of(made[0], "id"));
    json_t *joined = NULL;
    for (int i = 0; i < 2; i++) {
        r = http_ask(server.port, "POST", path, key, "{}");
        ck_assert_int_eq(r.code, 200);
        if (joined) ck_assert(json_equal(joined, r.body));
        if (!joined) joined = json_incref(r.body);
        http_forget(&r);
    }
    ck_assert_str_ne(text_of(joined, "token"), text_of(made[0], "token"));
    json_decref(http_facts(server.port, "POST", path, "{}", 409));
    for (int i = 0; i < 3; i++) json_decref(made[i]);
    json_decref(joined);
}
END_TEST

START_TEST(no_token_is_on_disk) {
    player ann, ben;
    make_game("liniell", "", &ann, &ben);
    server_stop(&server);
    for (int i = 0; i < 2; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s%s", file, i == 0 ? "" : "-wal");
        if (access(path, F_OK) != 0) continue;
        text bytes = fixture_file(path);
        const char *tokens[2] = {ann.token, ben.token};
        for (int k = 0; k < 2; k++) {
            char hex[128];
            text t = text_fixed(hex, sizeof hex);
            fair_write((const uint8_t *)tokens[k], 20, &t);
            ck_assert(!memmem(bytes.data, bytes.length, tokens[k], 20));
            ck_assert(!memmem(bytes.data, bytes.length, hex, t.length));
        }
        if (i == 0) ck_assert(memmem(bytes.data, bytes.length, ann.id, strlen(ann.id)) != NULL);
        text_free(&bytes);
    }
    server = server_start(PROGRAM, file);
}
END_TEST

START_TEST(a_game_is_withdrawn_by_who_made_it) {
    json_t *facts =
        http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\",\"public\":true}", 201);
    json_t *open = http_facts(server.port, "GET", "/v1/games?status=open", NULL, 200);
    ck_assert_uint_eq(json_array_size(json_object_get(open, "games")), 1);
    json_decref(open);
    char path[64], bearer[128];
    snprintf(path, sizeof path, "/v1/games/%s", text_of(facts, "id"));
    player watcher = {.socket = ws_open(server.port, text_of(facts, "id"))};
    ws_send(&watcher.socket, "{\"do\":\"hello\",\"token\":null,\"after\":0}");
    hear_until(&watcher, 1);
    json_decref(http_facts(server.port, "DELETE", path, NULL, 401));
    snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", text_of(facts, "token"));
    http_reply r = http_ask(server.port, "DELETE", path, bearer, NULL);
    ck_assert_int_eq(r.code, 204);
    http_forget(&r);
    hear_until(&watcher, 2); /* who looks on does not wait for ever */
    ck_assert(watcher.over);
    ws_close(&watcher.socket);
    json_t *view = http_facts(server.port, "GET", path, NULL, 200);
    ck_assert_str_eq(text_of(view, "status"), "over");
    ck_assert_str_eq(text_of(view, "reason"), "abandoned");
    ck_assert(json_is_null(json_object_get(view, "result")));
    json_decref(view);
    snprintf(path, sizeof path, "/v1/games/%s/join", text_of(facts, "id"));
    json_decref(http_facts(server.port, "POST", path, "{}", 409));
    open = http_facts(server.port, "GET", "/v1/games?status=open", NULL, 200);
    ck_assert_uint_eq(json_array_size(json_object_get(open, "games")), 0);
    json_decref(open);
    json_decref(facts);
}
END_TEST

/* Members that are null are as good as missing. */
START_TEST(what_is_null_is_not_said) {
    json_t *facts = http_facts(server.port, "POST", "/v1/games",
                               "{\"game\":\"linja\",\"rules\":null,\"tiles\":null,\"first\":null,"
                               "\"clock\":null,\"bestOf\":null,\"public\":null,\"name\":null,"
                               "\"randomHash\":null,\"opponent\":null}",
                               201);
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", text_of(facts, "id"));
    json_t *view = http_facts(server.port, "GET", path, NULL, 200);
    ck_assert_int_eq(json_integer_value(json_object_get(view, "bestOf")), 1);
    json_decref(view);
    json_decref(facts);
}
END_TEST

/* --- what is known already -------------------------------------------------------------------- */

/* Asks for what is behind a path, knowing this tag (""); puts the tag of the answer there. */
static int ask_knowing(const char *path, char tag[40]) {
    char known[80] = "";
    if (*tag) snprintf(known, sizeof known, "If-None-Match: %s\r\n", tag);
    http_reply r = http_ask(server.port, "GET", path, known, NULL);
    const char *given = strstr(r.whole.data, "\r\netag: \""); /* a strong one: not W/"..." */
    ck_assert_msg(given != NULL, "%s", r.whole.data);
    given += strlen("\r\netag: ");
    snprintf(tag, 40, "%.*s", (int)strcspn(given, "\r"), given);
    int code = r.code;
    http_forget(&r);
    return code;
}

START_TEST(games_that_have_not_changed_are_not_sent_again) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    json_t *open =
        http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\",\"public\":true}", 201);
    char view[64], series[64], tags[3][40] = {"", "", ""};
    snprintf(view, sizeof view, "/v1/games/%s", ann.id);
    snprintf(series, sizeof series, "/v1/games/%s/record", ann.id);
    const char *const paths[] = {view, series, "/v1/games?status=open"};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(ask_knowing(paths[i], tags[i]), 200);
        ck_assert_int_eq(ask_knowing(paths[i], tags[i]), 304);
    }
    connect_player(&ann);
    succeed(&ann, "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"");
    ws_close(&ann.socket);
    json_decref(
        http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\",\"public\":true}", 201));
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(ask_knowing(paths[i], tags[i]), 200);
        ck_assert_int_eq(ask_knowing(paths[i], tags[i]), 304);
    }
    json_decref(open);
}
END_TEST

/* --- what is refused -------------------------------------------------------------------------- */

START_TEST(wrong_requests_are_told_so) {
    static const struct {
        const char *method, *path, *fields, *body;
        int code;
    } cases[] = {
        {"POST", "/v1/games", "", "{\"game\":\"chess\"}", 400},
        {"POST", "/v1/games", "", "{}", 400},
        {"POST", "/v1/games", "", "[]", 400},
        {"POST", "/v1/games", "", "{\"game\":\"linja\",\"clock\":{\"days\":0}}", 400},
        {"POST", "/v1/games", "", "{\"game\":\"linja\",\"clock\":{\"days\":1,\"initial\":5}}", 400},
        {"POST", "/v1/games", "", "{\"game\":\"linja\",\"bestOf\":2}", 400},
        {"POST", "/v1/games", "", "{\"game\":\"linja\",\"opponent\":{\"level\":null}}", 400},
        {"POST", "/v1/games", "", "{\"game\":\"linja\",\"name\":\"\\u202eAnn\"}", 400},
        {"POST", "/v1/games", "", "{\"game\":\"linja\",\"name\":\"A\\u0000\"}", 400},
        {"POST", "/v1/games", "", "{\"game\":\"liniell\"}", 400},
        {"POST", "/v1/games", "Content-Type: text/plain\r\nContent-Length: 0\r\n", NULL, 415},
        {"POST", "/v1/games", "Origin: http://evil.example\r\n", "{\"game\":\"linja\"}", 403},
        {"POST", "/v1/games", "Origin: null\r\n", "{\"game\":\"linja\"}", 403},
        {"POST", "/v1/games", "Idempotency-Key: short\r\n", "{\"game\":\"linja\"}", 400},
        {"PUT", "/v1/games", "", NULL, 405},
        {"GET", "/v1/games", "", NULL, 400},
        {"GET", "/v1/games?status=open&limit=101", "", NULL, 400},
        {"GET", "/v1/games/AAAAAAAAAAAAAAAA", "", NULL, 404},
        {"GET", "/v1/games/AAAAAAAAAAAAAAAA/socket", "", NULL, 426},
        {"GET", "/v1/games/../../etc/passwd", "", NULL, 404},
        {"POST", "/v1/games/AAAAAAAAAAAAAAAA/join", "", "{}", 404},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        http_reply r = http_ask(server.port, cases[i].method, cases[i].path, cases[i].fields,
                                cases[i].body ? cases[i].body : NULL);
        ck_assert_msg(r.code == cases[i].code, "%zu: %s", i, r.whole.data);
        ck_assert_msg(strstr(r.whole.data, "content-type: application/problem+json\r\n") != NULL,
                      "%s", r.whole.data);
        ck_assert_int_eq(json_integer_value(json_object_get(r.body, "status")), cases[i].code);
        ck_assert(text_of(r.body, "title")[0] && text_of(r.body, "detail")[0]);
        http_forget(&r);
    }
}
END_TEST

START_TEST(strange_guests_are_sent_away) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    static char long_message[20000], deep[64];
    memset(long_message, 'x', sizeof long_message);
    memset(deep, '[', sizeof deep);
    static const char hello[] = "{\"do\":\"hello\",\"token\":null,\"after\":3}";
    const struct {
        int first_byte;
        const char *bytes;
        size_t length; /* 0: of the text */
        bool greeted;
        int code;
    } cases[] = {
        {0x81, "nonsense", 0, true, 4400},
        {0x81, "{\"id\":\"x\",\"do\":\"ping\"}", 0, false, 4400},
        {0x81, "{\"do\":\"hello\",\"token\":null,\"after\":4}", 0, false, 4409},
        {0x81, hello, 0, true, 4400},
        {0x81, deep, sizeof deep, true, 4400},
        {0x81, long_message, sizeof long_message, true, 4400},
        {0x82, "{}", 0, true, 4400},
        {0x91, "{}", 0, true, 1002},
        {0x80, "{}", 0, true, 1002},
        {0x83, "{}", 0, true, 1002},
        {0x88, "\x03\xe8", 0, true, 1000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ws w = ws_open(server.port, ann.id);
        if (cases[i].greeted) {
            ws_send(&w, hello);
            json_decref(ws_hear(&w));
        }
        ws_send_frame(&w, cases[i].first_byte, cases[i].bytes,
                      cases[i].length ? cases[i].length : strlen(cases[i].bytes));
        ck_assert_ptr_null(ws_hear(&w));
        ck_assert_msg(w.close_code == cases[i].code, "case %zu: %d", i, w.close_code);
        ws_close(&w);
    }
    connect_player(&ann); /* never the game */
    succeed(&ann, "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"");
    ws_close(&ann.socket);
}
END_TEST

/* First there is a word, then the door. */
START_TEST(who_is_too_fast_is_told_so_and_then_left) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    connect_player(&ann);
    for (int i = 0; i < 2000; i++) ws_send(&ann.socket, "{\"id\":\"x\",\"do\":\"ping\"}");
    int ok = 0, fast = 0;
    for (json_t *m; (m = ws_hear(&ann.socket)); json_decref(m)) {
        ok += json_object_get(m, "ok") != NULL;
        fast += strcmp(text_of(m, "why"), "too-fast") == 0;
    }
    ck_assert_int_ge(ok, 20);
    ck_assert_int_ge(fast, 1);
    ck_assert_int_eq(ann.socket.close_code, 4429);
    ws_close(&ann.socket);
}
END_TEST

/* --- clocks ------------------------------------------------------------------------------------
 */

static json_t *view_of(const player *p) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", p->id);
    return http_facts(server.port, "GET", path, NULL, 200);
}

/* Nobody has said anything but hello. */
START_TEST(time_runs_out_by_itself) {
    player ann, ben;
    make_game("linja", ",\"clock\":{\"initial\":1}", &ann, &ben);
    connect_player(&ben);
    hear_until(&ben, 4);
    ck_assert(ben.over);
    ws_close(&ben.socket);
    json_t *view = view_of(&ben);
    ck_assert_str_eq(text_of(view, "reason"), "time");
    ck_assert_str_eq(text_of(view, "result"), "0-1");
    json_decref(view);
}
END_TEST

/* Makes the file what it would be if all had happened so long ago, and the server been down since.
 */
static void let_time_pass(int hours) {
    char sql[512];
    long long ms = (long long)hours * 3600000;
    sqlite3 *db;
    snprintf(sql, sizeof sql,
             "UPDATE events SET at = at - %lld; UPDATE server SET alive = alive - %lld;"
             "UPDATE games SET changed = changed - %lld; UPDATE keys SET at = at - %lld;",
             ms, ms, ms, ms);
    if (strncmp(file, "postgresql:", 11) == 0) {
        postgres_change(file, sql);
        return;
    }
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

START_TEST(clocks_stand_still_while_the_server_is_down) {
    player ann, ben;
    make_game("linja", ",\"clock\":{\"initial\":600}", &ann, &ben);
    server_stop(&server);
    let_time_pass(1);
    for (int i = 0; i < 2; i++) { /* the hour does not count the second time either */
        server = server_start(PROGRAM, file);
        json_t *view = view_of(&ann), *clock = json_object_get(view, "clock");
        ck_assert_str_eq(text_of(view, "status"), "playing");
        ck_assert_str_eq(text_of(clock, "running"), "a");
        ck_assert_int_gt(json_integer_value(json_object_get(clock, "a")), 300000);
        json_decref(view);
        if (i == 0) server_kill(&server);
    }
}
END_TEST

/* Asks until a game is forgotten; then there is no such game. */
START_TEST(games_that_nobody_joins_are_forgotten) {
    static const char key[] = "Idempotency-Key: 4d1f0c52-35f7-4bd6-8f3b-2d6b5b2ee1a1\r\n";
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    http_reply r = http_ask(server.port, "POST", "/v1/games", key, "{\"game\":\"linja\"}");
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", text_of(r.body, "id"));
    http_forget(&r);
    server_stop(&server);
    let_time_pass(8 * 24);
    server = server_start(PROGRAM, file);
    for (int code = 200, times = 0; code != 404; times++) {
        ck_assert_int_lt(times, 6000);
        r = http_ask(server.port, "GET", path, "", NULL);
        code = r.code;
        http_forget(&r);
        ck_assert(code == 200 || code == 404);
        usleep(10000);
    }
    json_decref(view_of(&ann)); /* this one goes on */
    r = http_ask(server.port, "POST", "/v1/games", key, "{\"game\":\"linja\"}");
    ck_assert_int_eq(r.code, 201); /* a key is good for a day: this is another game */
    ck_assert_str_ne(text_of(r.body, "id"), path + strlen("/v1/games/"));
    http_forget(&r);
}
END_TEST

static int code_of(const char *id) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", id);
    http_reply r = http_ask(server.port, "GET", path, "", NULL);
    int code = r.code;
    http_forget(&r);
    return code;
}

/* A game without a clock in which nothing happens, between people and with the computer: the day
 * before its time it is there, the day after it is forgotten. */
START_TEST(games_in_which_nothing_happens_are_forgotten) {
    static const struct {
        const char *more;
        int days;
    } kinds[] = {{"", 180}, {",\"opponent\":{\"level\":0}", 30}};
    for (int i = 0; i < 2; i++) {
        player ann, ben;
        char body[128];
        snprintf(body, sizeof body, "{\"game\":\"linja\",\"first\":\"me\"%s}", kinds[i].more);
        json_t *facts = http_facts(server.port, "POST", "/v1/games", body, 201);
        take_seat(&ann, facts, 1);
        json_decref(facts);
        make_game("linja", ",\"clock\":{\"days\":60}", &ben,
                  &(player){0}); /* its time stands still */
        if (i == 0) {
            char path[64];
            snprintf(path, sizeof path, "/v1/games/%s/join", ann.id);
            json_decref(http_facts(server.port, "POST", path, "{}", 200));
        }
        for (int later = 0; later < 2; later++) {
            server_stop(&server);
            let_time_pass((later ? 2 : kinds[i].days - 1) * 24);
            server = server_start(PROGRAM, file);
            /* It has looked at all games when it answers: those that are old are gone. */
            for (int times = 0; later && code_of(ann.id) == 200 && times < 6000; times++)
                usleep(10000);
            ck_assert_int_eq(code_of(ann.id), later ? 404 : 200);
        }
        ck_assert_int_eq(code_of(ben.id), 200);
    }
}
END_TEST

START_TEST(who_does_not_say_hello_is_sent_away) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    ws w = ws_open(server.port, ann.id);
    ck_assert_ptr_null(ws_hear(&w));
    ck_assert_int_eq(w.close_code, 4400);
    ws_close(&w);
}
END_TEST

START_TEST(numbers_are_told_on_this_machine) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    connect_player(&ann);
    http_reply r = http_ask(server.port, "GET", "/metrics", "", NULL);
    static const char *const parts[] = {
        "\nlinework_requests_total{status=\"2xx\"} 2\n", "\nlinework_connections ",
        "\nlinework_sockets 1\n", "\nlinework_games_in_memory 1\n", "\nlinework_events_total 3\n"};
    ck_assert_int_eq(r.code, 200);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        ck_assert_msg(strstr(r.whole.data, parts[i]) != NULL, "%s", r.whole.data);
    http_forget(&r);
    ws_close(&ann.socket);
}
END_TEST

START_TEST(only_one_server_has_a_file) {
    char shell[512], line[256] = "";
    snprintf(shell, sizeof shell, "%s serve --store sqlite:%s 2>&1", PROGRAM, file);
    FILE *out = popen(shell, "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    ck_assert_msg(strstr(line, ": another program is using it\n") != NULL, "%s", line);
    ck_assert_int_eq(WEXITSTATUS(pclose(out)), 1);
}
END_TEST

START_TEST(a_restart_is_announced) {
    player ann, ben;
    make_game("linja", "", &ann, &ben);
    connect_player(&ann);
    server_stop(&server);
    json_t *m = ws_hear(&ann.socket);
    ck_assert_str_eq(text_of(m, "notice"), "restarting");
    json_decref(m);
    ck_assert_ptr_null(ws_hear(&ann.socket));
    ck_assert_int_eq(ann.socket.close_code, 1012);
    ws_close(&ann.socket);
    server = server_start(PROGRAM, file);
    connect_player(&ann);
    succeed(&ann, "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"");
    ws_close(&ann.socket);
}
END_TEST

START_TEST(a_rematch_and_what_came_before_can_be_looked_at) {
    player players[2];
    make_game("linja", ",\"clock\":{\"initial\":300,\"increment\":3}", &players[0], &players[1]);
    for (int i = 0; i < 2; i++) connect_player(&players[i]);
    succeed(&players[0], "\"do\":\"resign\"");
    for (int i = 0; i < 2; i++) succeed(&players[i], "\"do\":\"rematch\"");
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", players[0].id);
    server_kill(&server);
    server = server_start(PROGRAM, file); /* a finished game is read when somebody asks */
    json_t *view = http_facts(server.port, "GET", path, NULL, 200);
    ck_assert_str_eq(text_of(view, "status"), "over");
    ck_assert_str_eq(text_of(view, "reason"), "resigned");
    for (int i = 0; i < 2; i++) {
        ws_close(&players[i].socket);
        players[i].seen = 0;
        snprintf(players[i].id, sizeof players[i].id, "%s", text_of(view, "rematch"));
        connect_player(&players[i]); /* the token is the same */
    }
    ck_assert_int_eq(players[0].side, 'a'); /* the loser begins */
    succeed(&players[0], "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"");
    for (int i = 0; i < 2; i++) ws_close(&players[i].socket);
    json_decref(view);
}
END_TEST

/* What does not depend on the kind of store. */
static void add_tests(TCase *tests) {
    tcase_add_test(tests, linja_is_played_to_its_end);
    tcase_add_test(tests, liniell_is_played_to_its_end);
    tcase_add_test(tests, nobody_moves_for_another);
    tcase_add_test(tests, a_command_repeated_is_answered_the_same);
    tcase_add_test(tests, a_plan_is_told_to_its_player);
    tcase_add_test(tests, a_lost_answer_loses_no_seat);
    tcase_add_test(tests, a_game_is_withdrawn_by_who_made_it);
    tcase_add_test(tests, what_is_null_is_not_said);
    tcase_add_test(tests, games_that_have_not_changed_are_not_sent_again);
    tcase_add_test(tests, wrong_requests_are_told_so);
    tcase_add_test(tests, strange_guests_are_sent_away);
    tcase_add_test(tests, who_is_too_fast_is_told_so_and_then_left);
    tcase_add_test(tests, time_runs_out_by_itself);
    tcase_add_test(tests, clocks_stand_still_while_the_server_is_down);
    tcase_add_test(tests, games_that_nobody_joins_are_forgotten);
    tcase_add_test(tests, games_in_which_nothing_happens_are_forgotten);
    tcase_add_test(tests, who_does_not_say_hello_is_sent_away);
    tcase_add_test(tests, numbers_are_told_on_this_machine);
    tcase_add_test(tests, a_restart_is_announced);
    tcase_add_test(tests, a_rematch_and_what_came_before_can_be_looked_at);
}

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    postgres_begin();
    Suite *suite = suite_create("games");
    TCase *tests = fixture_threads(suite, "games");
    tcase_add_checked_fixture(tests, start, stop);
    add_tests(tests);
    tcase_add_test(tests, no_token_is_on_disk);
    tcase_add_test(tests, only_one_server_has_a_file);
    TCase *in_database = fixture_threads(suite, "games in PostgreSQL");
    tcase_add_checked_fixture(in_database, start_in_database, stop);
    add_tests(in_database);
    return fixture_run(suite);
}
