/* SPDX-License-Identifier: MIT
 *
 * The server is killed in the middle of play, again and again, and started again: no move that was
 * acknowledged may be missing then, and no game may be damaged. Several games are played at once,
 * and in one of them there is always something under way. `make kill` runs it with both kinds of
 * store, KILLS=200 times with SQLite and a tenth of that with PostgreSQL, with GAMES=20; or with
 * STORE=sqlite or STORE=postgresql alone. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "postgres.h"

typedef struct pair {
    char id[32], tokens[2][64];
    ws sockets[2];
    char position[GAME_POSITION_TEXT];
    size_t ply, seen;    /* as the server has told */
    size_t acknowledged; /* the last event of a move that it has acknowledged */
    char acknowledged_turn[16];
    int commands;
} pair;

static server_process server;
static pair *pairs;
static int count, kills;
static long moves, checked;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *text_of(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

static size_t number_of(const json_t *o, const char *name) {
    return (size_t)json_integer_value(json_object_get(o, name));
}

static void make_pair(pair *p) {
    char path[64];
    json_t *facts = http_facts(server.port, "POST", "/v1/games",
                               "{\"game\":\"linja\",\"first\":\"me\",\"bestOf\":5}", 201);
    *p = (pair){.commands = 0};
    snprintf(p->id, sizeof p->id, "%s", text_of(facts, "id"));
    snprintf(p->tokens[0], sizeof p->tokens[0], "%s", text_of(facts, "token"));
    json_decref(facts);
    snprintf(path, sizeof path, "/v1/games/%s/join", p->id);
    facts = http_facts(server.port, "POST", path, "{}", 200);
    snprintf(p->tokens[1], sizeof p->tokens[1], "%s", text_of(facts, "token"));
    json_decref(facts);
}

/* What the game is, by what the server says now; and that it holds what was acknowledged. */
static bool look(pair *p, bool after_kill) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", p->id);
    json_t *view = http_facts(server.port, "GET", path, NULL, 200);
    p->seen = number_of(view, "n");
    p->ply = number_of(view, "ply");
    snprintf(p->position, sizeof p->position, "%s", text_of(view, "position"));
    bool over = strcmp(text_of(view, "status"), "over") == 0;
    if (after_kill) {
        checked++;
        if (p->seen < p->acknowledged) {
            ck_abort_msg("game %s: event %zu was acknowledged, but %zu is the last", p->id,
                         p->acknowledged, p->seen);
        }
    }
    json_decref(view);
    return !over;
}

static void open_sockets(pair *p) {
    for (int i = 0; i < 2; i++) {
        char hello[128];
        p->sockets[i] = ws_open(server.port, p->id);
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":%zu}",
                 p->tokens[i], p->seen);
        ws_send(&p->sockets[i], hello);
    }
}

/* All events from the first on: the turn of the last acknowledged move is where it was. */
static void check_turn(pair *p) {
    if (p->acknowledged == 0) return;
    char hello[128];
    ws w = ws_open(server.port, p->id);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":null,\"after\":%zu}",
             p->acknowledged - 1);
    ws_send(&w, hello);
    json_t *m;
    while ((m = ws_hear(&w)) && number_of(m, "n") != p->acknowledged) json_decref(m);
    if (!m || strcmp(text_of(m, "turn"), p->acknowledged_turn) != 0) {
        ck_abort_msg("game %s: event %zu is no longer turn %s", p->id, p->acknowledged,
                     p->acknowledged_turn);
    }
    json_decref(m);
    ws_close(&w);
}

/* Makes a turn; false when the server has gone. */
static bool play(pair *p, rng *random) {
    variant v = fixture_variant(registry_find("linja"), NULL);
    game_position position;
    error e;
    ck_assert_int_eq(variant_read_position(v, p->position, &position, &e), STATUS_OK);
    game_turn turn = fixture_random_turn(v, &position, random);
    char json[160], id[32];
    json_t *view = NULL;
    int mover = -1;
    for (int i = 0; i < 2 && mover < 0; i++) { /* whose turn it is, the server knows */
        snprintf(id, sizeof id, "%d-%d", i, p->commands++);
        snprintf(json, sizeof json, "{\"id\":\"%s\",\"do\":\"turn\",\"ply\":%zu,\"turn\":\"%s\"}",
                 id, p->ply, turn.text);
        ws_send(&p->sockets[i], json);
        for (;;) {
            json_decref(view);
            view = ws_hear(&p->sockets[i]);
            if (!view) return false;
            if (json_object_get(view, "event")) {
                if (*text_of(view, "position"))
                    snprintf(p->position, sizeof p->position, "%s", text_of(view, "position"));
                if (strcmp(text_of(view, "event"), "turn") == 0)
                    p->ply = number_of(view, "ply") + 1;
                if (strcmp(text_of(view, "event"), "begun") == 0) p->ply = 0;
            }
            if (strcmp(text_of(view, "ok"), id) == 0) {
                mover = i;
                p->acknowledged = number_of(view, "n");
                snprintf(p->acknowledged_turn, sizeof p->acknowledged_turn, "%s", turn.text);
                moves++;
                break;
            }
            if (strcmp(text_of(view, "no"), id) == 0) break;
        }
    }
    json_decref(view);
    return true;
}

/* Kills the server a little later, when something else is under way. */
static pid_t kill_soon(useconds_t delay) {
    pid_t killer = fork();
    if (killer == 0) {
        usleep(delay);
        kill(server.pid, SIGKILL);
        _exit(0);
    }
    return killer;
}

/* Plays some moves, however long they take, and then until the server dies. */
static void play_until_killed(rng *random) {
    enum { MOVES_MOST = 20, DELAY_MOST = 10000 };
    int before = (int)rng_below(random, MOVES_MOST + 1), at = 0;
    for (; at < before; at++) MUST(play(&pairs[at % count], random));
    pid_t killer = kill_soon((useconds_t)rng_below(random, DELAY_MOST));
    while (play(&pairs[at++ % count], random)) continue;
    waitpid(killer, NULL, 0);
    waitpid(server.pid, NULL, 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) ws_close(&pairs[i].sockets[k]);
}

START_TEST(no_acknowledged_move_is_lost) {
    fixture_path file = fixture_in_folder("games.db");
    postgres_url database = _i == 1 ? postgres_database() : (postgres_url){""};
    const char *store = _i == 1 ? database.text : file.text;
    if (_i == 1) kills = (kills + 9) / 10;
    rng random = rng_seeded(1);
    pairs = calloc((size_t)count, sizeof *pairs);
    server = server_start(PROGRAM, store);
    for (int i = 0; i < count; i++) make_pair(&pairs[i]);
    double begun = now();
    for (int killed = 0; killed < kills; killed++) {
        for (int i = 0; i < count; i++) {
            bool goes_on =
                look(&pairs[i], killed > 0); /* first: who waits for a lost event waits long */
            if (killed > 0) check_turn(&pairs[i]);
            if (!goes_on) {
                make_pair(&pairs[i]);
                look(&pairs[i], false);
            }
            open_sockets(&pairs[i]);
        }
        play_until_killed(&random);
        server = server_start(PROGRAM, store);
    }
    for (int i = 0; i < count; i++) {
        look(&pairs[i], true);
        check_turn(&pairs[i]);
    }
    server_stop(&server);
    printf(
        "%s: killed %d times in %.0f s, %d games at once: %ld moves acknowledged, none lost; games "
        "looked at %ld times, none damaged\n",
        _i == 1 ? "PostgreSQL" : "SQLite", kills, now() - begun, count, moves, checked);
    free(pairs);
}
END_TEST

static int from_environment(const char *name, int otherwise) {
    const char *value = getenv(name);
    return value ? atoi(value) : otherwise;
}

int main(void) {
    kills = from_environment("KILLS", 200);
    count = from_environment("GAMES", 20);
    Suite *suite = suite_create("kill");
    TCase *tests = fixture_tests(suite, "kill");
    const char *store = getenv("STORE");
    bool no_sqlite = store && strcmp(store, "postgresql") == 0,
         no_postgres = store && strcmp(store, "sqlite") == 0;
    if (!no_postgres) postgres_begin();
    tcase_add_loop_test(tests, no_acknowledged_move_is_lost, no_sqlite, no_postgres ? 1 : 2);
    return fixture_run(suite);
}
