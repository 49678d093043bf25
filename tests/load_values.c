/* SPDX-License-Identifier: MIT
 *
 * Exact values through the real program: a position and all its turns, asked on several connections
 * at once, one question on each. The positions come of random games; all are asked once before it
 * is measured, so that the file is in memory. Told are answers a second and what the server used of
 * a core for one. `make load-values` runs it: RULES=zen CONNECTIONS=8 POSITIONS=4000 SECONDS=10,
 * with the table of these rules in the user's data folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/seconds.h"
#include "client.h"
#include "fixture.h"
#include "games/registry.h"

enum { CONNECTIONS_MAX = 16 }; /* more of one client do not get an answer */

static server_process server;
static const char *rules;
static int connections, seconds, position_count;
static text *requests;

/* Questions about positions after up to 30 turns of a random game. */
static void make_requests(void) {
    variant v = fixture_variant(registry_find("linja"), rules);
    rng dice = rng_seeded(1);
    requests = calloc((size_t)position_count, sizeof *requests);
    for (int i = 0; i < position_count; i++) {
        game_position position;
        char written[GAME_POSITION_TEXT];
        text t = text_fixed(written, sizeof written);
        variant_start(v, &position);
        for (uint64_t ply = rng_below(&dice, 30); ply > 0 && !v.game->is_over(&position); ply--)
            position = variant_after(v, &position, fixture_random_turn(v, &position, &dice).text);
        variant_write_position(v, &position, &t);
        for (char *c = written; *c; c++)
            if (*c == ' ') *c = '_';
        requests[i] = text_growing();
        text_format(&requests[i],
                    "GET /v1/linja?rules=%s&position=%s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
                    v.name, written, server.port);
    }
}

/* --- a connection ----------------------------------------------------------------------------- */

typedef struct line {
    int fd;
    char buffer[65536]; /* what has come of an answer */
    size_t length;
} line;

static void ask(line *l, int number) {
    const text *r = &requests[number % position_count];
    ck_assert_int_eq(write(l->fd, r->data, r->length), (ssize_t)r->length);
    l->length = 0;
}

/* Waits for the whole answer; the bytes of it. */
static size_t hear(line *l) {
    for (;;) {
        ssize_t got = read(l->fd, l->buffer + l->length, sizeof l->buffer - 1 - l->length);
        MUST(got > 0);
        l->length += (size_t)got;
        l->buffer[l->length] = '\0';
        const char *end = strstr(l->buffer, "\r\n\r\n");
        if (!end) continue;
        if (strncmp(l->buffer, "HTTP/1.1 200 ", 13) != 0) ck_abort_msg("%s", l->buffer);
        const char *size = strstr(l->buffer, "content-length: ") + strlen("content-length: ");
        size_t whole = (size_t)(end + 4 - l->buffer) + (size_t)atoi(size);
        if (l->length == whole) return whole;
    }
}

static double core_seconds(void) {
    char path[64], stat[512] = "";
    unsigned long user = 0, system_time = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)server.pid);
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(stat, sizeof stat, f));
    fclose(f);
    sscanf(strrchr(stat, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system_time);
    return (double)(user + system_time) / (double)sysconf(_SC_CLK_TCK);
}

/* So many answers, or for so many seconds. */
static int ask_all(line *lines, int most, double until, size_t *bytes) {
    int asked = 0, heard = 0;
    for (int i = 0; i < connections; i++) ask(&lines[i], asked++);
    while (heard < asked) {
        line *l = &lines[heard % connections];
        *bytes += hear(l);
        heard++;
        if (asked < most && seconds_now() < until) ask(l, asked++);
    }
    return heard;
}

START_TEST(many_ask) {
    static line lines[CONNECTIONS_MAX];
    size_t bytes = 0;
    server = server_start(PROGRAM, fixture_in_folder("games.db").text);
    make_requests();
    for (int i = 0; i < connections; i++) lines[i].fd = client_dial(server.port);
    ask_all(lines, position_count, seconds_now() + 600, &bytes);
    bytes = 0;
    double begun = seconds_now(), core = core_seconds();
    int answers = ask_all(lines, INT32_MAX, begun + seconds, &bytes);
    double took = seconds_now() - begun;
    core = core_seconds() - core;
    printf("%s, %d connections, %d positions: %.0f answers a second, of %.0f bytes; %.0f us of a "
           "core for one\n",
           rules, connections, position_count, answers / took, (double)bytes / answers,
           core / answers * 1e6);
    for (int i = 0; i < connections; i++) close(lines[i].fd);
    for (int i = 0; i < position_count; i++) text_free(&requests[i]);
    free(requests);
    server_stop(&server);
}
END_TEST

static int from_environment(const char *name, int otherwise) {
    const char *value = getenv(name);
    return value ? atoi(value) : otherwise;
}

int main(void) {
    rules = getenv("RULES") ? getenv("RULES") : "zen";
    connections = from_environment("CONNECTIONS", 8);
    position_count = from_environment("POSITIONS", 4000);
    seconds = from_environment("SECONDS", 10);
    if (connections < 1 || connections > CONNECTIONS_MAX) return EXIT_FAILURE;
    Suite *suite = suite_create("load-values");
    TCase *tests = fixture_tests(suite, "values");
    tcase_add_test(tests, many_ask);
    return fixture_run(suite);
}
