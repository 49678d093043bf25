/* SPDX-License-Identifier: MIT
 *
 * Every game through the border of the page and through the engine protocol, by their lines alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "games/registry.h"
#include "ugi/protocol.h"
#include "web/border.h"

enum { NODES = 200, PLIES = 6 };

/* --- the border ------------------------------------------------------------------------------ */

typedef struct value {
    char text[64];
} value;

/* Says a line that is understood; the first value of a key in its answer. */
static value say(border *b, const char *line, const char *key) {
    text answer = text_growing();
    border_line(b, line, strlen(line), &answer);
    MUST(!answer.failed && answer.length >= 3);
    ck_assert_msg(strcmp(answer.data + answer.length - 3, "ok\n") == 0, "%s: %s", line,
                  answer.data);
    value found = {{0}};
    if (key) {
        char start[32];
        snprintf(start, sizeof start, "\n%s\t", key);
        const char *at = strstr(answer.data, start);
        if (!at && strncmp(answer.data, start + 1, strlen(start + 1)) == 0) at = answer.data - 1;
        ck_assert_msg(at, "%s: no %s in %s", line, key, answer.data);
        at += strlen(start);
        snprintf(found.text, sizeof found.text, "%.*s", (int)strcspn(at, "\t\n"), at);
    }
    text_free(&answer);
    return found;
}

static void say_with(border *b, const char *command, const char *argument) {
    char line[128];
    snprintf(line, sizeof line, "%s\t%s", command, argument);
    say(b, line, NULL);
}

static void check_border(variant v) {
    border *b = border_new();
    MUST(b);
    border_bound(b, NODES);
    char line[160];
    snprintf(line, sizeof line, "new\t%s\t%s\t1\t0\t1\tAda\tBen\t2003.10.24", v.game->name, v.name);
    say(b, line, NULL);
    ck_assert_str_eq(say(b, "state", "game").text, v.game->name);
    ck_assert_str_eq(say(b, "state", "rules").text, v.name);
    for (int ply = 0; ply < PLIES; ply++) {
        if (strcmp(say(b, "state", "over").text, "1") == 0) break;
        say(b, "steps", "step");
        say(b, "svg", "svg");
        say(b, "describe", NULL);
        for (int step = 1; step <= 3; step++) {
            snprintf(line, sizeof line, "hint\t%d", step);
            say(b, line, "say");
        }
        say(b, "values\t3\t50", "value");
        snprintf(line, sizeof line, "choose\t%d\t1", ply % 2 ? 10 : 1);
        say_with(b, "play", say(b, line, "turn").text);
    }
    say(b, "go-to\t1", NULL);
    say(b, "save", "record");
    say(b, "review\t50", "measure");
    say(b, "review-turn\t0", "mark");
    say(b, "review-summary", "exact");
    say(b, "resign", NULL);
    ck_assert_str_eq(say(b, "state", "declared").text, "resigned");
    border_free(b);
}

START_TEST(the_border_takes_every_game) {
    conformance_each_variant(check_border);
}
END_TEST

/* --- the protocol ---------------------------------------------------------------------------- */

typedef struct ear {
    char last[640];
} ear;

static void hear(void *context, const char *line) {
    ear *o = context;
    snprintf(o->last, sizeof o->last, "%s", line);
}

static const char *tell(protocol *p, ear *o, const char *line) {
    o->last[0] = '\0';
    protocol_line(p, line, strlen(line));
    return o->last;
}

static void set_option(protocol *p, ear *o, const char *name, const char *set) {
    char line[160];
    snprintf(line, sizeof line, "setoption name %s value %s", name, set);
    ck_assert_str_eq(tell(p, o, line), "");
}

static void check_protocol(variant v) {
    ear o;
    protocol_options options = {.say = hear,
                                .context = &o,
                                .version = "test",
                                .on_caller = true,
                                .bounds = {.nodes = 10000}};
    protocol *p;
    error e;
    MUST(protocol_new(&options, &p, &e) == STATUS_OK);
    ck_assert_str_eq(tell(p, &o, "ugi"), "ugiok");
    set_option(p, &o, "Game", v.game->name);
    set_option(p, &o, "Rules", v.name);
    rng random = rng_seeded(3);
    game_position start = conformance_start(v, &random), after = start;
    char text_of[GAME_POSITION_TEXT], line[GAME_POSITION_TEXT + 64];
    text t = text_fixed(text_of, sizeof text_of);
    variant_write_position(v, &start, &t);
    snprintf(line, sizeof line, "position fen %s", text_of);
    ck_assert_str_eq(tell(p, &o, line), "");
    ck_assert(strstr(tell(p, &o, "eval"), "judgement"));
    ck_assert(*tell(p, &o, "d"));
    uint64_t count;
    MUST(variant_perft(v, &start, NULL, 1, &count, &e) == STATUS_OK);
    snprintf(line, sizeof line, "nodes %llu", (unsigned long long)count);
    ck_assert_str_eq(tell(p, &o, "perft 1"), line);
    static const char *const asked[] = {"go depth 1", "go nodes 50", "go movetime 1",
                                        "go p1time 20 p2time 20"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const char *best = fixture_value(tell(p, &o, asked[i]), "bestmove");
        after = start;
        ck_assert_msg(best && variant_play(v, &after, best, &e) == STATUS_OK, "%s: %s", asked[i],
                      o.last);
    }
    protocol_free(p);
}

START_TEST(the_protocol_takes_every_game) {
    conformance_each_variant(check_protocol);
}
END_TEST

void conformance_border_laws(Suite *suite) {
    TCase *tests = fixture_tests(suite, "front ends");
    tcase_add_test(tests, the_border_takes_every_game);
    tcase_add_test(tests, the_protocol_takes_every_game);
}
