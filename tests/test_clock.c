/* SPDX-License-Identifier: MIT
 *
 * Time, measured by a clock of our own that goes on a little each time it is read: nothing here
 * waits, and a slow machine changes nothing. What is shared out, that no answer is late and no time
 * is wasted, and what a engine makes of its limits. */
#include "ugi/time_management.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "games/registry.h"
#include "ugi/protocol.h"

/* --- a clock, and an engine that goes by it --------------------------------------------------- */

typedef struct wrist {
    atomic_ullong reads;
    double step;  /* seconds that pass from one look to the next */
    double leap;  /* ... and once, behind the first one */
    uint64_t top; /* looks after which something is very wrong */
} wrist;

static double look(void *context) {
    wrist *w = context;
    uint64_t reads = atomic_fetch_add(&w->reads, 1);
    MUST(w->top == 0 || reads < w->top);
    return 1000 + (double)reads * w->step + (reads > 0 ? w->leap : 0);
}

typedef struct desk {
    protocol *p;
    wrist wrist;
    pthread_mutex_t lock;
    pthread_cond_t heard;
    char best[GAME_TURN_BYTES]; /* "": no answer yet */
} desk;

static void hear(void *context, const char *line) {
    desk *d = context;
    const char *best = fixture_value(line, "bestmove");
    if (!best) return;
    pthread_mutex_lock(&d->lock);
    text t = text_fixed(d->best, sizeof d->best);
    text_put(&t, best);
    pthread_cond_signal(&d->heard);
    pthread_mutex_unlock(&d->lock);
}

static desk *set_up(const char *const *lines) {
    desk *d = calloc(1, sizeof *d);
    error e;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->heard, NULL);
    protocol_options options = {
        .say = hear, .context = d, .version = "test", .clock = {look, &d->wrist}};
    ck_assert_int_eq(protocol_new(&options, &d->p, &e), STATUS_OK);
    for (; *lines; lines++) protocol_line(d->p, *lines, strlen(*lines));
    protocol_line(d->p, "isready", 7);
    return d;
}

static void take_down(desk *d) {
    protocol_free(d->p);
    pthread_cond_destroy(&d->heard);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

/* The seconds until the answer to a go. */
static double seconds_for(desk *d, const char *line) {
    d->best[0] = '\0';
    atomic_store(&d->wrist.reads, 0);
    protocol_line(d->p, line, strlen(line));
    pthread_mutex_lock(&d->lock);
    while (!d->best[0]) pthread_cond_wait(&d->heard, &d->lock);
    pthread_mutex_unlock(&d->lock);
    protocol_line(d->p, "stop", 4); /* joins it, so that no other thread reads the clock */
    return look(&d->wrist) - 1000;
}

static const char linja[] = "setoption name Game value linja",
                  liniell[] = "setoption name Game value liniell";

/* A set of 64 tiles, in a line. */
static const char *large_set(void) {
    static char line[2048];
    static const char *const kinds[] = {"N* ES* W*", "NS E*W", "NEo S* W", "NE SW", "NESo W*"};
    text t = text_fixed(line, sizeof line);
    text_put(&t, "setoption name Tiles value ");
    for (int i = 0; i < 64; i++) text_format(&t, "%s%02d: %s", i ? "; " : "", i + 1, kinds[i % 5]);
    MUST(!t.failed);
    return line;
}

static const char small_set[] = "setoption name Tiles value 01: N* ES* W*; 02: NS E*W";

/* --- sharing out ------------------------------------------------------------------------------ */

/* Whatever the clock shows, some of it is left for what comes after; and a game that goes on longer
 * than expected, each turn of it up to the hard limit, is played to its end in time. */
START_TEST(time_is_never_used_up) {
    for (double left = 0; left < 1e7; left = left * 1.7 + 0.001)
        for (double turns = 1; turns < 60; turns += 3)
            for (double increment = 0; increment < 1e7; increment = increment * 10 + 0.5) {
                time_plan plan = time_share(left, increment, turns);
                MUST(plan.soft >= 0.001 && plan.soft <= plan.hard);
                MUST(plan.hard <= left / 2 || plan.hard == 0.001);
            }
    double left = 60;
    for (int turn = 0; turn < 8; turn++) {
        left -= time_share(left, 0, 1).hard + 0.01; /* the way to the clock and back */
        MUST(left > 0);
    }
}
END_TEST

/* --- answers ---------------------------------------------------------------------------------- */

typedef struct setting {
    const char *lines[4];
} setting;

static void check_in_time(desk *d, double left, double increment) {
    char line[128];
    snprintf(line, sizeof line, "go p1time %.0f p2time 5 p1inc %.0f p2inc 7", 1000 * left,
             1000 * increment);
    double spent = seconds_for(d, line);
    /* With hardly any time left it looks at the clock a few times and answers. */
    ck_assert_msg(spent < (left > 0.04 ? left : 0.02), "%s: %f s", line, spent);
}

START_TEST(every_size_of_game_is_answered_in_time) {
    const setting settings[] = {
        {{linja}},
        {{linja, "setoption name Threads value 3"}},
        {{linja, "setoption name Skill Level value 9"}},
        {{liniell}},
        {{liniell, "setoption name Threads value 3"}},
        {{liniell, "setoption name Skill Level value 8"}},
        {{liniell, small_set}},
        {{liniell, large_set()}},
        {{liniell, large_set(), "setoption name Threads value 3"}},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        desk *d = set_up(settings[i].lines);
        d->wrist.step = 0.001;
        static const double lefts[] = {0, 0.001, 0.03, 0.05, 0.2, 0.6};
        for (size_t k = 0; k < sizeof lefts / sizeof *lefts; k++) {
            check_in_time(d, lefts[k], 0);
            check_in_time(d, lefts[k], 0.1);
            check_in_time(d, lefts[k], 100000);
        }
        take_down(d);
    }
}
END_TEST

/* What the line took to be understood, and the search to be made ready, is part of its time. */
START_TEST(time_runs_from_the_moment_a_line_is_read) {
    const setting settings[] = {{{linja}}, {{liniell}}, {{liniell, large_set()}}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        desk *d = set_up(settings[i].lines);
        d->wrist.step = 0.001;
        d->wrist.leap = 0.15;
        double spent = seconds_for(d, "go movetime 200");
        ck_assert_msg(spent >= 0.2 && spent < 0.22, "%f s", spent);
        spent = seconds_for(d, "go movetime 100");
        ck_assert_msg(spent < 0.17, "%f s", spent);
        spent = seconds_for(d, "go p1time 200");
        ck_assert_msg(spent < 0.17, "%f s", spent);
        take_down(d);
    }
}
END_TEST

/* Two that play a game by the clock, both of them for 3 seconds. */
static void play_by_the_clock(const setting *s, const char *draws) {
    desk *players[2] = {set_up(s->lines), set_up(s->lines)};
    double left[2] = {3, 3}, first = 0;
    text line = text_growing();
    text_format(&line, "position startpos%s moves", draws);
    for (int ply = 0;; ply++) {
        MUST(ply < 200);
        desk *d = players[ply % 2];
        char go[128];
        d->wrist.step = 0.002;
        protocol_line(d->p, line.data, line.length);
        snprintf(go, sizeof go, "go p1time %.0f p2time %.0f", 1000 * left[0], 1000 * left[1]);
        double spent = seconds_for(d, go);
        if (strcmp(d->best, "none") == 0) break;
        if (ply == 0) first = spent;
        left[ply % 2] -= spent;
        MUST(left[ply % 2] > 0);
        text_format(&line, " %s", d->best);
    }
    ck_assert_msg(first > 0.15, "%f s for the first turn", first);
    for (int i = 0; i < 2; i++) ck_assert_msg(left[i] < 1, "%f s of 3 are left", left[i]);
    text_free(&line);
    take_down(players[0]);
    take_down(players[1]);
}

START_TEST(the_time_that_is_there_is_used) {
    play_by_the_clock(&(setting){{linja}}, "");
    play_by_the_clock(&(setting){{liniell}},
                      " draws 13,08,03,15,01,06,10,04,02,05,07,09,11,12,14,16");
}
END_TEST

/* One legal turn: there is nothing to think about, though nothing is proved yet. Where there is a
 * choice, or no clock runs, it is search_result about. */
START_TEST(a_forced_turn_takes_no_time) {
    static const char forced[] = "position fen 09/10/10/00/40/00/03/60 b",
                      open[] = "position fen 51/21/00/21/11/02/11/15 b";
    static const char *const limits[] = {"go p2time 1000", "go p2time 1000 p2inc 1000",
                                         "go movetime 100", "go p2time 5000 movetime 100"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        desk *d = set_up((const char *[]){linja, forced, NULL});
        d->wrist.step = 0.001;
        double spent = seconds_for(d, limits[i]);
        ck_assert_msg(spent < 0.01, "%s: %f s", limits[i], spent);
        ck_assert_str_eq(d->best, "gf");
        ck_assert_double_gt(seconds_for(d, "go nodes 20000"), 0.01);
        protocol_line(d->p, open, strlen(open));
        spent = seconds_for(d, limits[i]);
        ck_assert_msg(spent > 0.04, "%s: %f s", limits[i], spent);
        take_down(d);
    }
}
END_TEST

/* --- what a engine makes of it --------------------------------------------------------------- */

/* Thinks about a position; answers for how long, or -1 if it ended because it knew. */
static double think(const game *g, const game_position *p, engine_time limit) {
    /* A search by sampling asks each time, one that is not every some hundred positions. */
    wrist w = {.step = g->chance ? 0.0002 : 0.004, .top = 1000000};
    engine_options options = {.variant = fixture_variant(g, g->default_rules),
                              .threads = 1,
                              .memory = 1 << 20,
                              .clock = {look, &w}};
    engine *t;
    const search_result *found;
    error e;
    ck_assert_int_eq(engine_open(&options, &t, &e), STATUS_OK);
    limit.begin = look(&w);
    engine_limits limits = {.time = limit};
    ck_assert_int_eq(engine_think(t, p, &limits, &found, &e), STATUS_OK);
    double spent = look(&w) - limit.begin;
    if (found->variations[0].exact) spent = -1;
    engine_close(t);
    return spent;
}

/* A clear turn is made after the soft limit; while the best turn changes there is more, but never
 * more than the hard limit. */
START_TEST(more_time_while_the_best_turn_changes) {
    static const double soft = 0.4, hard = 0.7;
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        variant v = fixture_variant(g, g->default_rules);
        rng random = rng_seeded(2);
        int clear = 0, longer = 0, cut = 0;
        for (int k = 0; k < 16; k++) {
            game_position p;
            error e;
            variant_start(v, &p);
            if (g->chance) g->chance->shuffle(v.rules, &random, true, &p);
            for (int ply = 0; ply < k % 8; ply++) {
                game_turn turn = fixture_random_turn(v, &p, &random);
                ck_assert_int_eq(variant_play(v, &p, turn.text, &e), STATUS_OK);
            }
            double spent = think(g, &p, (engine_time){.soft = soft, .hard = hard});
            if (spent < 0) continue;
            MUST(spent >= soft && spent < hard + 0.02);
            clear += spent < soft + 0.02;
            longer += spent >= soft + 0.02 && spent < hard;
            cut += spent >= hard;
        }
        ck_assert_int_gt(clear, 0);
        ck_assert_int_gt(longer, 0);
        ck_assert_int_gt(cut, 0);
    }
}
END_TEST

/* Who only says how long at most, as for a review, gets all of it, whatever changes. */
START_TEST(without_a_soft_limit_all_the_time_is_taken) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        game_position p;
        g->start(g->find_rules(g->default_rules), &p);
        double spent = think(g, &p, (engine_time){.hard = 0.3});
        MUST(spent >= 0.3 && spent < 0.32);
    }
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", "/nowhere", 1); /* tables of the user's own are none of ours */
    Suite *suite = suite_create("clock");
    TCase *tests = fixture_tests(suite, "clock");
    TCase *threads = fixture_threads(suite, "protocol");
    tcase_add_test(tests, time_is_never_used_up);
    tcase_add_test(threads, every_size_of_game_is_answered_in_time);
    tcase_add_test(threads, time_runs_from_the_moment_a_line_is_read);
    tcase_add_test(threads, the_time_that_is_there_is_used);
    tcase_add_test(threads, a_forced_turn_takes_no_time);
    tcase_add_test(tests, more_time_while_the_best_turn_changes);
    tcase_add_test(tests, without_a_soft_limit_all_the_time_is_taken);
    return fixture_run(suite);
}
