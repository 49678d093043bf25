/* SPDX-License-Identifier: MIT
 *
 * The computer as a player on a server: through the real program, with a server that is killed
 * while it is its turn; and the threads that think for it, whose queue nobody can keep from others.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "play/proof.h"
#include "server/computer.h"
#include "server/told.h"

static server_process server;
static char file[256];

static void start(void) {
    char name[64];
    snprintf(name, sizeof name, "computer-%d.db", (int)getpid());
    fixture_path path = fixture_in_folder(name);
    memcpy(file, path.text, sizeof path.text);
    server = server_start(PROGRAM, file);
}

static void stop(void) {
    server_stop(&server);
}

/* --- a person --------------------------------------------------------------------------------- */

static const char random_1[] = "000102030405060708090a0b0c0d0e0f";

typedef struct person {
    char id[32], token[64];
    ws socket;
    size_t seen; /* the last event */
    int commands;
    char said[512]; /* last */
} person;

static const char *text_of(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

static json_int_t number_of(const json_t *o, const char *name) {
    return json_integer_value(json_object_get(o, name));
}

static json_t *make_game(const char *name, const char *more, int code) {
    char body[512], hex[65];
    uint8_t bytes[16], hash[32];
    text t = text_fixed(hex, sizeof hex);
    ck_assert(fair_read(random_1, bytes, sizeof bytes));
    cipher_hash(bytes, sizeof bytes, hash);
    fair_write(hash, sizeof hash, &t);
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"randomHash\":\"%s\"%s}", name, hex, more);
    return http_facts(server.port, "POST", "/v1/games", body, code);
}

static void come_back(person *p) {
    char hello[128];
    p->socket = ws_open(server.port, p->id);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":%zu}", p->token,
             p->seen);
    ws_send(&p->socket, hello);
}

static person sit_down(const char *name, const char *more) {
    person p = {0};
    json_t *facts = make_game(name, more, 201);
    snprintf(p.id, sizeof p.id, "%s", text_of(facts, "id"));
    snprintf(p.token, sizeof p.token, "%s", text_of(facts, "token"));
    json_decref(facts);
    come_back(&p);
    return p;
}

static void say(person *p, const char *rest) {
    snprintf(p->said, sizeof p->said, "{\"id\":\"%d\",%s}", p->commands++, rest);
    ws_send(&p->socket, p->said);
}

/* Hears until such an event comes. */
static json_t *await(person *p, const char *kind) {
    for (json_t *m; (m = ws_hear(&p->socket)); json_decref(m)) {
        if (strcmp(text_of(m, "why"), "too-fast") == 0) { /* is to be said again */
            usleep(100000);
            ws_send(&p->socket, p->said);
            continue;
        }
        ck_assert_msg(!json_object_get(m, "no"), "%s", text_of(m, "detail"));
        if (!json_object_get(m, "event")) continue;
        ck_assert_uint_eq((size_t)number_of(m, "n"), ++p->seen);
        if (strcmp(text_of(m, "event"), kind) == 0) return m;
    }
    ck_abort_msg("the server has gone before '%s'", kind);
    return NULL;
}

static void await_only(person *p, const char *kind) {
    json_decref(await(p, kind));
}

static json_t *look(const person *p) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", p->id);
    return http_facts(server.port, "GET", path, NULL, 200);
}

/* Looks until so many turns have been made, whoever is connected. */
static void await_ply(const person *p, json_int_t ply) {
    for (;;) {
        json_t *view = look(p);
        bool there = number_of(view, "ply") >= ply;
        json_decref(view);
        if (there) return;
        usleep(20000);
    }
}

static void move(person *p, const char *name, const json_t *view, rng *random) {
    variant v = fixture_variant(registry_find(name), NULL);
    game_position position;
    error e;
    char rest[128];
    status code = variant_read_position(v, text_of(view, "position"), &position, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    snprintf(rest, sizeof rest, "\"do\":\"turn\",\"ply\":%d,\"turn\":\"%s\"",
             (int)number_of(view, "ply"), fixture_random_turn(v, &position, random).text);
    say(p, rest);
}

/* --- whole games ------------------------------------------------------------------------------ */

/* The person plays any turns. Once the server is killed when it is the computer's turn, and nobody
 * is there when it starts again. */
static void play_game(const char *name, const char *level, uint64_t seed) {
    char more[128], path[64];
    rng random = rng_seeded(seed);
    snprintf(more, sizeof more, ",\"first\":\"you\",\"opponent\":{\"level\":%s}", level);
    person p = sit_down(name, more);
    if (registry_find(name)->chance) {
        char rest[128];
        snprintf(rest, sizeof rest, "\"do\":\"reveal\",\"random\":\"%s\"", random_1);
        await_only(&p, "joined");
        say(&p, rest);
    }
    await_only(&p, "begun");
    for (int round = 0;; round++) {
        json_t *turn = await(&p, "turn"); /* the computer's */
        ck_assert_str_eq(text_of(turn, "side"), "a");
        json_decref(turn);
        json_t *view = look(&p);
        bool over = strcmp(text_of(view, "status"), "over") == 0;
        json_int_t ply = number_of(view, "ply");
        if (!over) move(&p, name, view, &random);
        json_decref(view);
        if (over) break;
        await_only(&p, "turn");
        if (round == 1) {
            server_kill(&server);
            ws_close(&p.socket);
            server = server_start(PROGRAM, file);
            await_ply(&p, ply + 2);
            come_back(&p);
        }
        view = look(&p);
        over = strcmp(text_of(view, "status"), "over") == 0;
        json_decref(view);
        if (over) break;
    }
    await_only(&p, "over");
    snprintf(path, sizeof path, "/v1/games/%s/record", p.id);
    http_reply reply = http_ask(server.port, "GET", path, "", NULL);
    const char *lwg = strstr(reply.whole.data, "\r\n\r\n") + 4;
    record_file records = {0};
    error e;
    ck_assert_msg(record_read(lwg, strlen(lwg), &records, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_ne(records.games[0].result, RECORD_UNFINISHED);
    if (registry_find(name)->chance) {
        proof checked;
        ck_assert_msg(proof_check(registry_games, &records, 0, &checked, &e) == STATUS_OK, "%s",
                      e.text);
    }
    record_file_free(&records);
    http_forget(&reply);
    ws_close(&p.socket);
}

START_TEST(linja_is_played_with_the_computer) {
    play_game("linja", "3", 1);
}
END_TEST

START_TEST(liniell_is_played_with_the_computer) {
    play_game("liniell", "2", 2);
}
END_TEST

START_TEST(a_series_with_a_clock_goes_on_and_is_played_again) {
    person p = sit_down("linja", ",\"first\":\"me\",\"bestOf\":3,\"opponent\":{\"level\":0},"
                                 "\"clock\":{\"initial\":60,\"increment\":1}");
    json_t *m = ws_hear(&p.socket);
    char *hello = json_dumps(m, JSON_COMPACT);
    ck_assert_ptr_nonnull(strstr(hello, "\"here\":[1,2]")); /* it is always there */
    free(hello);
    json_decref(m);
    await_only(&p, "begun");
    say(&p, "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab/df\"");
    await_only(&p, "turn");
    json_t *turn = await(&p, "turn");
    ck_assert_str_eq(text_of(turn, "side"), "b");
    const json_t *clock = json_object_get(turn, "clock");
    ck_assert_int_gt(number_of(clock, "b"), 50000);
    ck_assert_int_le(number_of(clock, "b"), 61000);
    json_decref(turn);
    say(&p, "\"do\":\"offer-draw\"");
    await_only(&p, "draw-refused");
    for (int i = 0; i < 2; i++) {
        say(&p, "\"do\":\"resign\"");
        await_only(&p, "over");
        if (i == 0) await_only(&p, "begun");
    }
    server_kill(&server); /* a finished game is read when somebody asks for it */
    ws_close(&p.socket);
    server = server_start(PROGRAM, file);
    come_back(&p);
    say(&p, "\"do\":\"rematch\"");
    json_t *rematch = await(&p, "rematch");
    snprintf(p.id, sizeof p.id, "%s", text_of(rematch, "id"));
    json_decref(rematch);
    ws_close(&p.socket);
    p.seen = 0;
    come_back(&p); /* with the same token */
    await_only(&p, "begun");
    say(&p, "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab/df\""); /* the loser begins */
    await_only(&p, "turn");
    await_only(&p, "turn");
    ws_close(&p.socket);
}
END_TEST

/* --- what it is told -------------------------------------------------------------------------- */

/* The positions of a game of random turns, as a thread reads them. */
static told_game tell(const match *m, engine *t) {
    told_game told;
    error e;
    text lines = text_growing();
    told_write(m, &lines);
    status code = told_read(engine_variant(t), lines.data, &told, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    text_free(&lines);
    return told;
}

/* To everybody at the table; a stack is nobody's business. */
static void check_same(variant v, const game_position *heard, const game_position *real) {
    char written[2][GAME_POSITION_TEXT];
    for (int i = 0; i < 2; i++) {
        text t = text_fixed(written[i], sizeof written[i]);
        variant_write_position(v, i ? real : heard, &t);
    }
    ck_assert_str_eq(written[0], written[1]);
}

static bool draws_by_lot(engine *t, const told_game *told) {
    game_turn first;
    error e;
    for (uint64_t seed = 0; seed < 20; seed++) {
        engine_limits within = {.history = told_history(told)};
        rng random = rng_seeded(seed);
        game_turn turn;
        engine_forget(t);
        ck_assert_int_eq(engine_choose(t, told_last(told), LEVEL_MOST, &random, &within, &turn, &e),
                         STATUS_OK);
        if (seed == 0) first = turn;
        if (strcmp(first.text, turn.text) != 0) return true;
    }
    return false;
}

/* Under every rule set, also where no position counts twice: how far a game has got decides
 * whether its turns are still drawn by lot (docs/levels.md). */
START_TEST(it_is_told_all_of_the_game) {
    const game *g = registry_games[_i];
    for (size_t k = 0; g->rule_set(k); k++) {
        rng random = rng_seeded(k);
        match_options options = {
            .game = g, .rules = g->rule_set(k), .best_of = 1, .seed = k, .shuffled = true};
        match *m = fixture_match(&options);
        engine *t;
        error e;
        engine_options how = {.variant = match_variant(m),
                              .memory = 1 << 20,
                              .threads = 1,
                              .table = ENGINE_NO_TABLE,
                              .nodes_most = 100};
        ck_assert_int_eq(engine_open(&how, &t, &e), STATUS_OK);
        for (int late = 0; late < 2; late++) {
            told_game told = tell(m, t);
            game_history real = match_history(m), heard = told_history(&told);
            ck_assert_uint_eq(heard.count, match_ply(m) + 1);
            for (size_t i = 0; i < heard.count; i++)
                check_same(match_variant(m), history_at(&heard, i), history_at(&real, i));
            if (!g->chance) ck_assert_int_eq(draws_by_lot(t, &told), !late);
            told_free(&told);
            while (match_ply(m) < 12 && !match_outcome(m).over) {
                game_turn turn = fixture_random_turn(match_variant(m), match_position(m), &random);
                ck_assert_int_eq(match_play(m, turn.text, &e), STATUS_OK);
            }
        }
        engine_close(t);
        match_free(m);
    }
}
END_TEST

/* --- what is refused -------------------------------------------------------------------------- */

START_TEST(wrong_opponents_are_refused) {
    static const char *const wrong[] = {
        "7", "\"me\"", "{}", "{\"level\":11}", "{\"level\":-1}", "{\"level\":\"3\"}", "[]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char more[64];
        snprintf(more, sizeof more, ",\"opponent\":%s", wrong[i]);
        json_t *problem = make_game("linja", more, 400);
        ck_assert(text_of(problem, "detail")[0]);
        json_decref(problem);
    }
    json_decref(make_game("linja", ",\"opponent\":null", 201));
}
END_TEST

START_TEST(a_client_has_so_many_games_with_it) {
    for (int i = 0; i < COMPUTER_GAMES_OF_A_CLIENT; i++)
        json_decref(make_game("linja", ",\"opponent\":{\"level\":0}", 201));
    json_decref(make_game("linja", ",\"opponent\":{\"level\":0}", 429));
    json_decref(make_game("linja", "", 201)); /* with a person, as before */
    client_come_from("127.0.0.2");
    json_decref(make_game("linja", ",\"opponent\":{\"level\":0}", 201));
}
END_TEST

/* --- the threads ------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool gate_is_open;
static char order[THOUGHTS_MOST + 1]; /* in which they were thought */
static size_t thought_count, done_count;

typedef struct noted {
    thought thought;
    char letter;
} noted;

static void think_noted(thought *t, thinker *by) {
    (void)by;
    pthread_mutex_lock(&lock);
    while (!gate_is_open) pthread_cond_wait(&changed, &lock);
    order[thought_count++] = ((noted *)t)->letter;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void free_noted(thought *t) {
    free(t);
}

static void done_noted(thought *t) {
    done_count++;
    free(t);
}

static thinkers_answer ask(thinkers *ts, uint64_t client, char letter) {
    noted *n = calloc(1, sizeof *n);
    *n = (noted){
        .thought = {.client = client, .think = think_noted, .done = done_noted, .drop = free_noted},
        .letter = letter};
    thinkers_answer answer = thinkers_ask(ts, &n->thought);
    if (answer != THOUGHT_TAKEN) free(n);
    return answer;
}

static void nobody_wakes(void *context) {
    (void)context;
}

static void open_gate(size_t until) {
    pthread_mutex_lock(&lock);
    gate_is_open = true;
    pthread_cond_broadcast(&changed);
    while (thought_count < until) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

START_TEST(clients_take_turns) {
    thinkers *ts = NULL;
    error e;
    ck_assert_int_eq(thinkers_new(1, THOUGHTS_OF_A_CLIENT, nobody_wakes, NULL, &ts, &e), STATUS_OK);
    for (const char *c = "abcd"; *c; c++) ck_assert_int_eq(ask(ts, 1, *c), THOUGHT_TAKEN);
    ck_assert_int_eq(ask(ts, 1, 'e'), THOUGHT_CLIENT_FULL);
    ck_assert_int_eq(ask(ts, 2, 'x'), THOUGHT_TAKEN);
    ck_assert_int_eq(ask(ts, 3, 'y'), THOUGHT_TAKEN);
    ck_assert_int_eq(ask(ts, 2, 'z'), THOUGHT_TAKEN);
    open_gate(7);
    ck_assert_str_eq(order, "axybzcd");
    while (done_count < 7) thinkers_collect(ts);
    thinkers_free(ts);
}
END_TEST

START_TEST(a_full_queue_is_told) {
    thinkers *ts = NULL;
    error e;
    ck_assert_int_eq(thinkers_new(1, THOUGHTS_OF_A_CLIENT, nobody_wakes, NULL, &ts, &e), STATUS_OK);
    for (uint64_t i = 0; i < THOUGHTS_MOST; i++)
        ck_assert_int_eq(ask(ts, 1000 + i, '.'), THOUGHT_TAKEN);
    ck_assert_int_eq(ask(ts, 1, 'x'), THOUGHT_FULL);
    pthread_mutex_lock(&lock); /* the first may go on, and the rest is dropped */
    gate_is_open = true;
    thought_count = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    thinkers_free(ts);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("computer");
    TCase *tests = fixture_threads(suite, "games");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, linja_is_played_with_the_computer);
    tcase_add_test(tests, liniell_is_played_with_the_computer);
    tcase_add_test(tests, a_series_with_a_clock_goes_on_and_is_played_again);
    tcase_add_test(tests, wrong_opponents_are_refused);
    tcase_add_test(tests, a_client_has_so_many_games_with_it);
    int games = 0;
    while (registry_games[games]) games++;
    tcase_add_loop_test(fixture_tests(suite, "told"), it_is_told_all_of_the_game, 0, games);
    TCase *threads = fixture_threads(suite, "threads");
    tcase_add_test(threads, clients_take_turns);
    tcase_add_test(threads, a_full_queue_is_told);
    return fixture_run(suite);
}
