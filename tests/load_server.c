/* SPDX-License-Identifier: MIT
 *
 * Many games at once through the real program: in each two players and some who watch. A move is
 * made PACE milliseconds after the one before it (0: as soon as the other has heard of it). Told
 * are moves a second, how long it takes from sending a move until the other player has heard of it,
 * what the server used of a core for a move, and its memory, and what this client did. `make load`
 * runs it: GAMES=500 WATCHERS=8 PACE=1000 SECONDS=20; with STORE=postgresql in a PostgreSQL of its
 * own; with PROGRAM=FILE of another build, to be compared. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "postgres.h"

enum { BUFFER = 4096, LATENCIES_MAX = 4000000 };

typedef struct table_of_two table_of_two;

typedef struct seat {
    table_of_two *table;
    int number; /* of a player, 1 or 2; 0: watches */
    int side;   /* of a player in this game; -1: watches */
    ws socket;
    char buffer[BUFFER];
    size_t length;
} seat;

struct table_of_two {
    seat *players[2]; /* by side, in this game */
    char position[GAME_POSITION_TEXT];
    size_t ply;
    double sent, due; /* the last move; the next, 0: none is due */
    bool over;
};

static server_process server;
static int games, watchers, pace, seconds, commands;
static float *latencies;
static size_t latency_count, heard;
static rng dice;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *text_of(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

/* --- setting up ------------------------------------------------------------------------------- */

static seat *sit(table_of_two *t, const char *id, const char *token, int side, int poll) {
    char hello[160];
    seat *s = calloc(1, sizeof *s);
    s->table = t;
    s->side = side;
    s->number = side + 1;
    s->socket = ws_open(server.port, id);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":%s%s%s,\"after\":3}",
             token ? "\"" : "", token ? token : "null", token ? "\"" : "");
    ws_send(&s->socket, hello);
    json_decref(ws_hear(&s->socket));
    fcntl(s->socket.fd, F_SETFL, O_NONBLOCK);
    struct epoll_event ev = {.events = EPOLLIN, .data.ptr = s};
    ck_assert_int_eq(epoll_ctl(poll, EPOLL_CTL_ADD, s->socket.fd, &ev), 0);
    return s;
}

static void set_up(table_of_two *t, int number, int poll) {
    char address[32], path[64], id[32], token[64];
    snprintf(address, sizeof address, "127.1.%d.%d", number / 200, 1 + number % 200);
    client_come_from(address); /* one client may not make so many games */
    json_t *facts = http_facts(server.port, "POST", "/v1/games",
                               "{\"game\":\"linja\",\"first\":\"me\",\"bestOf\":5}", 201);
    snprintf(id, sizeof id, "%s", text_of(facts, "id"));
    snprintf(token, sizeof token, "%s", text_of(facts, "token"));
    json_decref(facts);
    snprintf(path, sizeof path, "/v1/games/%s/join", id);
    facts = http_facts(server.port, "POST", path, "{}", 200);
    t->players[0] = sit(t, id, token, 0, poll);
    t->players[1] = sit(t, id, text_of(facts, "token"), 1, poll);
    json_decref(facts);
    for (int i = 0; i < watchers; i++) sit(t, id, NULL, -1, poll);
    snprintf(t->position, sizeof t->position, "60/11/11/11/11/11/11/06 a");
    t->due = now() + (double)rng_below(&dice, 1000) * pace / 1e6;
    if (t->due == 0) t->due = 1e-9;
}

/* --- playing ---------------------------------------------------------------------------------- */

static void move(table_of_two *t) {
    variant v = fixture_variant(registry_find("linja"), NULL);
    game_position position;
    error e;
    char json[160];
    ck_assert_int_eq(variant_read_position(v, t->position, &position, &e), STATUS_OK);
    t->due = 0;
    if (v.game->is_over(&position)) return; /* that it is will be told next */
    game_turn turn = fixture_random_turn(v, &position, &dice);
    snprintf(json, sizeof json, "{\"id\":\"%d\",\"do\":\"turn\",\"ply\":%zu,\"turn\":\"%s\"}",
             commands++, t->ply, turn.text);
    int side = strrchr(t->position, ' ')[1] == 'b';
    t->sent = now();
    ws_send(&t->players[side]->socket, json);
}

/* The next game of a series: the loser has side a. */
static void begin(table_of_two *t, const json_t *begun) {
    int first = (int)json_integer_value(json_object_get(json_object_get(begun, "players"), "a"));
    if (t->players[0]->number != first) {
        seat *other = t->players[0];
        t->players[0] = t->players[1];
        t->players[1] = other;
    }
    for (int i = 0; i < 2; i++) t->players[i]->side = i;
    snprintf(t->position, sizeof t->position, "%s", text_of(begun, "position"));
    t->ply = 0;
    t->over = false;
    t->due = t->sent + pace / 1e3;
}

/* A message to a player; who watches only counts them. */
static void hear(seat *s, const char *bytes, size_t length) {
    table_of_two *t = s->table;
    heard++;
    if (s->side < 0) return;
    json_t *m = json_loadb(bytes, length, 0, NULL);
    const char *kind = text_of(m, "event");
    bool too_fast = strcmp(text_of(m, "why"), "too-fast") == 0;
    if (too_fast) t->due = now() + 0.05;
    if (*text_of(m, "why") && !too_fast) ck_abort_msg("%.*s", (int)length, bytes);
    int mover = strcmp(text_of(m, "side"), "b") == 0;
    if (strcmp(kind, "turn") == 0 && s->side != mover) {
        if (latency_count < LATENCIES_MAX) latencies[latency_count++] = (float)(now() - t->sent);
        t->ply = (size_t)json_integer_value(json_object_get(m, "ply")) + 1;
        snprintf(t->position, sizeof t->position, "%s", text_of(m, "position"));
        t->due = t->sent + pace / 1e3;
    } else if (s->number == 1 && strcmp(kind, "over") == 0) {
        t->over = true;
    } else if (s->number == 1 && strcmp(kind, "begun") == 0) {
        begin(t, m);
    }
    json_decref(m);
}

static void receive(seat *s) {
    ssize_t got = read(s->socket.fd, s->buffer + s->length, BUFFER - s->length);
    if (got <= 0) ck_abort_msg("the server has hung up");
    s->length += (size_t)got;
    for (;;) {
        const unsigned char *b = (const unsigned char *)s->buffer;
        if (s->length < 2) return;
        size_t head = b[1] == 126 ? 4 : 2, length = b[1] == 126 ? (size_t)b[2] << 8 | b[3] : b[1];
        if (s->length < head + length) return;
        if (b[0] == 0x89) ws_send_frame(&s->socket, 0x8a, "", 0);
        if (b[0] == 0x81) hear(s, s->buffer + head, length);
        s->length -= head + length;
        memmove(s->buffer, s->buffer + head + length, s->length);
    }
}

static void hear_all(int poll, int wait_ms) {
    struct epoll_event ready[256];
    int count = epoll_wait(poll, ready, 256, wait_ms);
    for (int i = 0; i < count; i++) receive(ready[i].data.ptr);
}

/* --- figures ---------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double memory_mb(void) {
    char path[64], line[128];
    double kb = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)server.pid);
    FILE *f = fopen(path, "r");
    while (fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0) kb = atof(line + 6);
    fclose(f);
    return kb / 1024;
}

/* What a process has used of a core. */
static double core_seconds(pid_t pid) {
    char path[64], stat[512] = "";
    unsigned long user = 0, system_time = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(stat, sizeof stat, f));
    fclose(f);
    sscanf(strrchr(stat, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system_time);
    return (double)(user + system_time) / (double)sysconf(_SC_CLK_TCK);
}

static int from_environment(const char *name, int otherwise) {
    const char *value = getenv(name);
    return value ? atoi(value) : otherwise;
}

START_TEST(many_play) {
    fixture_path file = fixture_in_folder("games.db");
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    /* The server gives three quarters of its connections to games. */
    rlim_t sockets = (rlim_t)(games * (2 + watchers)), needed = sockets * 4 / 3 + 64;
    if (limit.rlim_cur < needed)
        ck_abort_msg("%llu sockets need %llu descriptors in the server; `ulimit -Hn` says %llu",
                     (unsigned long long)sockets, (unsigned long long)needed,
                     (unsigned long long)limit.rlim_cur);
    const char *kind = getenv("STORE");
    bool in_database = kind && strcmp(kind, "postgresql") == 0;
    if (in_database) postgres_begin();
    const char *program = getenv("PROGRAM");
    server = server_start(program ? program : PROGRAM,
                          in_database ? postgres_database().text : file.text);
    int poll = epoll_create1(0);
    table_of_two *tables = calloc((size_t)games, sizeof *tables);
    latencies = malloc(LATENCIES_MAX * sizeof *latencies);
    dice = rng_seeded(1);
    for (int i = 0; i < games; i++) {
        set_up(&tables[i], i, poll);
        hear_all(poll, 0); /* the server asks who is still there */
    }
    double begun = now(), end = begun + seconds, core = core_seconds(server.pid),
           own = core_seconds(getpid());
    while (now() < end) {
        hear_all(poll, 1);
        double time = now();
        for (int i = 0; i < games; i++)
            if (tables[i].due > 0 && tables[i].due <= time && !tables[i].over) move(&tables[i]);
    }
    double took = now() - begun;
    core = core_seconds(server.pid) - core;
    own = core_seconds(getpid()) - own;
    qsort(latencies, latency_count, sizeof *latencies, by_size);
    ck_assert_uint_gt(latency_count, 0);
    printf(
        "%d games, %d sockets, a move every %d ms: %.0f moves a second, %.0f messages a second; to "
        "the other player in %.1f ms (half), %.1f ms (99 of 100); %.0f us of a core a move (and "
        "%.0f "
        "us here); %.0f MB\n",
        games, games * (2 + watchers), pace, (double)latency_count / took, (double)heard / took,
        latencies[latency_count / 2] * 1e3, latencies[latency_count * 99 / 100] * 1e3,
        core / (double)latency_count * 1e6, own / (double)latency_count * 1e6, memory_mb());
    server_stop(&server);
}
END_TEST

int main(void) {
    games = from_environment("GAMES", 500);
    watchers = from_environment("WATCHERS", 8);
    pace = from_environment("PACE", 1000);
    seconds = from_environment("SECONDS", 20);
    Suite *suite = suite_create("load");
    TCase *tests = fixture_tests(suite, "load");
    tcase_add_test(tests, many_play);
    return fixture_run(suite);
}
