/* SPDX-License-Identifier: MIT
 *
 * What holds for the search of every game (game/search.h): helpers end with thread 0, an answer is
 * there however soon it is asked for, and the turns left are fewer towards the end. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance.h"
#include "engine/plain_search.h"
#include "games/registry.h"

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
    const game_search *search;
    void *state;
    int number;
} helper;

static void *help(void *argument) {
    const helper *h = argument;
    decides = false;
    asked = 0;
    h->search->think(h->state, h->number);
    return NULL;
}

static void decide(const game_search *search, void *state) {
    decides = true;
    asked = 0;
    search->think(state, 0);
}

/* Positions of a random game of each game, from its start to its end. */
static void each_position(void (*look)(variant v, const game_position *p)) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        variant v = fixture_variant(g, g->default_rules);
        rng random = rng_seeded(4);
        game_position p = conformance_start(v, &random);
        error e;
        while (!variant_outcome(v, &p).over) {
            look(v, &p);
            game_turn turn = fixture_random_turn(v, &p, &random);
            ck_assert_int_eq(variant_play(v, &p, turn.text, &e), STATUS_OK);
        }
    }
}

static void check_answer(variant v, const game_position *p, const search_result *t) {
    error e;
    game_position after = *p;
    ck_assert_uint_eq(t->count, 1);
    ck_assert_int_eq(variant_play(v, &after, t->variations[0].turns[0].text, &e), STATUS_OK);
}

/* Helpers that begin when thread 0 is done, and helpers that are in the middle of it. */
static void check_helpers(variant v, const game_position *p) {
    const game_search *search = search_of(v.game);
    search_request request = {.variations = 1, .stopped = stop_who_decides};
    static search_result result;
    void *state;
    error e;
    ck_assert_int_eq(search->open(v, 1 << 20, THREADS, &state, &e), STATUS_OK);
    helper helpers[THREADS];
    for (int i = 1; i < THREADS; i++) helpers[i] = (helper){search, state, i};

    search->begin(state, p, &request);
    decide(search, state);
    for (int i = 1; i < THREADS; i++) help(&helpers[i]);
    search->end(state, &result);
    check_answer(v, p, &result);

    pthread_t threads[THREADS];
    search->begin(state, p, &request); /* nothing is left of the last end */
    for (int i = 1; i < THREADS; i++)
        MUST(pthread_create(&threads[i], NULL, help, &helpers[i]) == 0);
    decide(search, state);
    for (int i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
    search->end(state, &result);
    check_answer(v, p, &result);
    search->close(state);
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

static void check_stopped(variant v, const game_position *p) {
    const game_search *search = search_of(v.game);
    search_request request = {.variations = 1, .stopped = always};
    static search_result result;
    void *state;
    error e;
    ck_assert_int_eq(search->open(v, 1 << 16, 1, &state, &e), STATUS_OK);
    search->begin(state, p, &request);
    search->think(state, 0);
    search->end(state, &result);
    check_answer(v, p, &result);
    search->close(state);
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
        const game_search *search = search_of(g);
        variant v = fixture_variant(g, g->default_rules);
        search_request request = {.variations = 1, .stopped = always};
        static search_result result;
        void *state;
        error e;
        game_position p;
        variant_start(v, &p);
        ck_assert_int_eq(search->open(v, (size_t)1 << 30, 1, &state, &e), STATUS_OK);
        long before = pages();
        for (int k = 0; k < 2; k++) {
            search->begin(state, &p, &request);
            search->think(state, 0);
            search->end(state, &result);
        }
        long touched = (pages() - before) * sysconf(_SC_PAGESIZE);
        ck_assert_msg(touched < 16 << 20, "%s: %ld bytes", g->name, touched);
        search->close(state);
    }
}
END_TEST

START_TEST(turns_left_become_fewer) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        const game_search *search = search_of(g);
        for (size_t k = 0; g->rule_set(k); k++) {
            variant v = fixture_variant(g, g->rule_set(k));
            rng random = rng_seeded(k);
            game_position p;
            error e;
            variant_start(v, &p);
            double first = search->turns_left(v, &p), last = first;
            ck_assert(first > 4 && first < 30);
            for (int ply = 0; ply < 400 && !variant_outcome(v, &p).over; ply++) {
                last = search->turns_left(v, &p);
                MUST(last >= 1 && last <= first);
                game_turn turn = fixture_random_turn(v, &p, &random);
                ck_assert_int_eq(variant_play(v, &p, turn.text, &e), STATUS_OK);
            }
            ck_assert_double_le(last, first / 2);
        }
    }
}
END_TEST

void conformance_search_laws(Suite *suite) {
    TCase *tests = fixture_tests(suite, "search");
    TCase *threads = fixture_threads(suite, "threads");
    tcase_add_test(threads, helpers_end_when_thread_0_has_decided);
    tcase_add_test(tests, an_answer_is_there_however_soon);
    tcase_add_test(tests, memory_that_is_not_needed_is_not_touched);
    tcase_add_test(tests, turns_left_become_fewer);
}
