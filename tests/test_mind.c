/* SPDX-License-Identifier: MIT
 *
 * What holds for the mind of every game (core/mind.h): helpers end with thread 0, an answer is
 * there however soon it is asked for, and the turns left are fewer towards the end. */
#include "core/mind.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/registry.h"
#include "fixture.h"

enum { THREADS = 3, PATIENCE = 1000000 };

static _Thread_local bool decides; /* this thread is told to stop after a few questions */
static _Thread_local int asked;

/* Only the thread that decides is ever stopped; helpers have to find out by themselves. */
static bool stop_who_decides(void *context) {
    (void)context;
    MUST(++asked < PATIENCE);
    return decides && asked > 3;
}

typedef struct helper {
    const game_mind *mind;
    void *search;
    int number;
} helper;

static void *help(void *argument) {
    const helper *h = argument;
    decides = false;
    asked = 0;
    h->mind->think(h->search, h->number);
    return NULL;
}

static void decide(const game_mind *mind, void *search) {
    decides = true;
    asked = 0;
    mind->think(search, 0);
}

/* Positions of a random game of each game, from its start to its end. */
static void each_position(void (*look)(const game *g, const void *rules, const game_position *p)) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        const void *rules = g->find_rules(g->default_rules);
        rng random = rng_seeded(4);
        game_position p;
        error e;
        g->start(rules, &p);
        if (g->shuffle) g->shuffle(rules, &random, true, &p);
        while (!g->outcome(rules, &p).over) {
            look(g, rules, &p);
            game_turn turn = fixture_random_turn(g, rules, &p, &random);
            ck_assert_int_eq(g->play(rules, &p, turn.text, &e), STATUS_OK);
        }
    }
}

static void check_answer(const game *g, const void *rules, const game_position *p,
                         const thought *t) {
    error e;
    game_position after = *p;
    ck_assert_uint_eq(t->count, 1);
    ck_assert_int_eq(g->play(rules, &after, t->lines[0].turns[0].text, &e), STATUS_OK);
}

/* Helpers that begin when thread 0 is done, and helpers that are in the middle of it. */
static void check_helpers(const game *g, const void *rules, const game_position *p) {
    const game_mind *mind = registry_mind(g);
    think_request request = {.lines = 1, .stopped = stop_who_decides};
    static thought result;
    void *search;
    error e;
    ck_assert_int_eq(mind->open(rules, 1 << 20, THREADS, &search, &e), STATUS_OK);
    helper helpers[THREADS];
    for (int i = 1; i < THREADS; i++) helpers[i] = (helper){mind, search, i};

    mind->begin(search, p, &request);
    decide(mind, search);
    for (int i = 1; i < THREADS; i++) help(&helpers[i]);
    mind->end(search, &result);
    check_answer(g, rules, p, &result);

    pthread_t threads[THREADS];
    mind->begin(search, p, &request); /* nothing is left of the last end */
    for (int i = 1; i < THREADS; i++)
        MUST(pthread_create(&threads[i], NULL, help, &helpers[i]) == 0);
    decide(mind, search);
    for (int i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
    mind->end(search, &result);
    check_answer(g, rules, p, &result);
    mind->close(search);
}

START_TEST(helpers_end_when_thread_0_has_decided) {
    each_position(check_helpers);
}
END_TEST

/* Pages that this process has in memory. */
static long pages(void) {
    text statm = fixture_file("/proc/self/statm");
    long size, resident;
    MUST(sscanf(statm.data, "%ld %ld", &size, &resident) == 2);
    text_free(&statm);
    return resident;
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void check_stopped(const game *g, const void *rules, const game_position *p) {
    const game_mind *mind = registry_mind(g);
    think_request request = {.lines = 1, .stopped = always};
    static thought result;
    void *search;
    error e;
    ck_assert_int_eq(mind->open(rules, 1 << 16, 1, &search, &e), STATUS_OK);
    mind->begin(search, p, &request);
    mind->think(search, 0);
    mind->end(search, &result);
    check_answer(g, rules, p, &result);
    mind->close(search);
}

START_TEST(an_answer_is_there_however_soon) {
    each_position(check_stopped);
}
END_TEST

/* However much memory there is, a search that is stopped at once has not gone through it: with a
 * large memory that would take longer than many a turn. */
START_TEST(memory_that_is_not_needed_is_not_touched) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        const game_mind *mind = registry_mind(g);
        const void *rules = g->find_rules(g->default_rules);
        think_request request = {.lines = 1, .stopped = always};
        static thought result;
        void *search;
        error e;
        game_position p;
        g->start(rules, &p);
        ck_assert_int_eq(mind->open(rules, (size_t)1 << 30, 1, &search, &e), STATUS_OK);
        long before = pages();
        for (int k = 0; k < 2; k++) {
            mind->begin(search, &p, &request);
            mind->think(search, 0);
            mind->end(search, &result);
        }
        long touched = (pages() - before) * sysconf(_SC_PAGESIZE);
        ck_assert_msg(touched < 16 << 20, "%s: %ld bytes", g->name, touched);
        mind->close(search);
    }
}
END_TEST

START_TEST(turns_left_become_fewer) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        const game_mind *mind = registry_mind(g);
        for (size_t k = 0; g->rule_set(k); k++) {
            const void *rules = g->find_rules(g->rule_set(k));
            rng random = rng_seeded(k);
            game_position p;
            error e;
            g->start(rules, &p);
            double first = mind->turns_left(rules, &p), last = first;
            ck_assert(first > 4 && first < 30);
            for (int ply = 0; ply < 400 && !g->outcome(rules, &p).over; ply++) {
                last = mind->turns_left(rules, &p);
                MUST(last >= 1 && last <= first);
                game_turn turn = fixture_random_turn(g, rules, &p, &random);
                ck_assert_int_eq(g->play(rules, &p, turn.text, &e), STATUS_OK);
            }
            ck_assert_double_le(last, first / 2);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mind");
    TCase *tests = fixture_tests(suite, "every game");
    tcase_add_test(tests, helpers_end_when_thread_0_has_decided);
    tcase_add_test(tests, an_answer_is_there_however_soon);
    tcase_add_test(tests, memory_that_is_not_needed_is_not_touched);
    tcase_add_test(tests, turns_left_become_fewer);
    return fixture_run(suite);
}
