/* SPDX-License-Identifier: MIT
 *
 * Thinkers and levels: every level plays every other to the end of a game, repeats itself for the
 * same seed, and does not see what is hidden; the best level gives nothing away where there is a
 * table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/match.h"
#include "engine/level.h"
#include "engine/registry.h"
#include "fixture.h"
#include "liniell/liniell.h"
#include "linja/linja.h"
#include "solution/oracle.h"
#include "solution/tables.h"

/* The nodes of a turn at most. NODES=0 in the environment: as many as a level wants, which takes
 * minutes. */
static uint64_t nodes_most = 200;

static thinker *new_thinker(const game *g, const void *rules, int threads, oracle *o) {
    thinker_options options = {.game = g,
                               .rules = rules,
                               .memory = 1 << 20,
                               .threads = threads,
                               .oracle = o,
                               .nodes_most = nodes_most};
    thinker *t;
    error e;
    ck_assert_msg(thinker_new(&options, &t, &e) == STATUS_OK, "%s", e.text);
    return t;
}

static match *new_match(const game *g, uint64_t seed) {
    match_options options = {.game = g, .best_of = 1, .seed = seed, .shuffled = true};
    match *m;
    error e;
    ck_assert_msg(match_new(&options, &m, &e) == STATUS_OK, "%s", e.text);
    return m;
}

static game_turn choose(thinker *t, const game_position *position, int level, uint64_t seed) {
    game_turn turn;
    error e;
    rng random = rng_seeded(seed);
    status code = level_choose(t, position, level, &random, NULL, &turn, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    return turn;
}

static const game *game_of(int i) {
    return registry_games[i];
}

/* In the optimised build all against all; elsewhere neighbours and equals only, a third of it. */
START_TEST(every_level_plays_every_other) {
    const game *g = game_of(_i);
    const void *rules = g->find_rules(g->default_rules);
    thinker *t = new_thinker(g, rules, 1, NULL), *twin = new_thinker(g, rules, 1, NULL);
    for (int a = 0; a <= LEVEL_MOST; a++)
        for (int b = RANDOM_TURNS >= 1000000 || a == 0 ? 0 : a - 1; b <= a; b++) {
            match *m = new_match(g, (uint64_t)(a * 100 + b));
            while (!match_outcome(m).over) {
                error e;
                int level = g->to_move(match_position(m)) == SIDE_A ? a : b;
                thinker_forget(t);
                game_turn turn = choose(t, match_position(m), level, match_ply(m));
                if (match_ply(m) % 4 == 0) {
                    thinker_forget(twin);
                    game_turn again = choose(twin, match_position(m), level, match_ply(m));
                    ck_assert_str_eq(turn.text, again.text);
                }
                ck_assert_msg(match_play(m, turn.text, &e) == STATUS_OK, "%s", e.text);
            }
            match_free(m);
        }
    thinker_free(t);
    thinker_free(twin);
}
END_TEST

START_TEST(more_threads_choose_legal_turns) {
    const game *g = game_of(_i);
    const void *rules = g->find_rules(g->default_rules);
    thinker *t = new_thinker(g, rules, 2, NULL);
    match *m = new_match(g, 5);
    while (!match_outcome(m).over) {
        error e;
        game_turn turn = choose(t, match_position(m), LEVEL_MOST, match_ply(m));
        ck_assert_msg(match_play(m, turn.text, &e) == STATUS_OK, "%s", e.text);
    }
    match_free(m);
    thinker_free(t);
}
END_TEST

START_TEST(thinking_ends_at_once_when_told) {
    const game *g = game_of(_i);
    const void *rules = g->find_rules(g->default_rules);
    thinker_options options = {.game = g, .rules = rules, .threads = 2};
    thinker *t;
    error e;
    ck_assert_int_eq(thinker_new(&options, &t, &e), STATUS_OK);
    match *m = new_match(g, 5);
    atomic_bool stop = true;
    const thought *found;
    ck_assert_int_eq(
        thinker_think(t, match_position(m), &(thinker_limits){.stop = &stop}, &found, &e),
        STATUS_OK);
    ck_assert_uint_ge(found->count, 1);
    ck_assert_int_eq(match_play(m, found->lines[0].turns[0].text, &e), STATUS_OK);
    match_free(m);
    thinker_free(t);
}
END_TEST

START_TEST(no_level_sees_the_stack) {
    thinker *t = new_thinker(&liniell_game, &liniell_standard, 1, NULL);
    for (int level = 1; level <= LEVEL_MOST; level++) {
        game_turn choices[2];
        for (int i = 0; i < 2; i++) {
            game_position p;
            error e;
            liniell_game.start(&liniell_standard, &p);
            const char *draws = i ? "01,08,05,09,12" : "01,08,05,16,14";
            ck_assert_int_eq(liniell_game.arrange(&liniell_standard, draws, true, &p, &e),
                             STATUS_OK);
            ck_assert_int_eq(liniell_game.play(&liniell_standard, &p, "d4n", &e), STATUS_OK);
            thinker_forget(t);
            choices[i] = choose(t, &p, level, 8);
        }
        ck_assert_str_eq(choices[0].text, choices[1].text);
    }
    thinker_free(t);
}
END_TEST

START_TEST(the_best_level_gives_no_point_away_with_a_table) {
    enum { PAWNS = 3 };
    const linja_rules *rules = &linja_rule_sets[_i];
    fixture_path file = fixture_in_folder("linja.table");
    const char *path = file.text;
    solve_options options = {.rules = rules, .pawns = PAWNS};
    solved *s;
    error e;
    ck_assert_int_eq(solve_linja(&options, &s, &e), STATUS_OK);
    ck_assert_int_eq(tables_write(s, path, 1, NULL, NULL, &e), STATUS_OK);
    oracle *o;
    ck_assert_int_eq(oracle_open(&linja_game, rules, path, &o, &e), STATUS_OK);
    thinker *t = new_thinker(&linja_game, rules, 1, o);
    ck_assert(thinker_is_perfect(t));
    rng random = rng_seeded((uint64_t)_i);
    int turns = 0;
    for (int i = 0; i < 100; i++) {
        linja_position p = {.to_move = (uint8_t)(i % 2)};
        for (int side = SIDE_A; side <= SIDE_B; side++)
            linja_unrank((int)rng_below(&random, (uint64_t)s->index.count), PAWNS, p.pawns[side]);
        if (linja_over(&p)) continue;
        game_position wrapped = {0};
        memcpy(wrapped.bytes, &p, sizeof p);
        game_turn turn = choose(t, &wrapped, LEVEL_MOST, (uint64_t)i);
        linja_progress made;
        ck_assert_int_eq(linja_read_turn(rules, &p, turn.text, &made, &e), STATUS_OK);
        linja_position after = linja_finish(&made);
        ck_assert_int_eq(-solved_value(s, &after), solved_value(s, &p));
        turns++;
    }
    ck_assert_int_gt(turns, 50);
    thinker_free(t);
    solved_free(s);
    unlink(path);
}
END_TEST

START_TEST(a_table_that_is_named_must_be_there) {
    oracle *o;
    error e;
    const void *zen = linja_find_rules("zen");
    ck_assert_int_eq(oracle_open_local(&linja_game, zen, "/nowhere/x.table", &o, &e),
                     STATUS_NO_TABLE);
    ck_assert_ptr_null(o);
    ck_assert(strstr(e.text, "/nowhere/x.table"));
}
END_TEST

int main(void) {
    const char *nodes = getenv("NODES");
    if (nodes && !text_is_number(nodes, UINT32_MAX, &nodes_most)) return EXIT_FAILURE;
    Suite *suite = suite_create("level");
    TCase *tests = fixture_tests(suite, "level");
    tcase_add_loop_test(tests, every_level_plays_every_other, 0, 2);
    tcase_add_loop_test(tests, more_threads_choose_legal_turns, 0, 2);
    tcase_add_loop_test(tests, thinking_ends_at_once_when_told, 0, 2);
    tcase_add_test(tests, no_level_sees_the_stack);
    tcase_add_loop_test(tests, the_best_level_gives_no_point_away_with_a_table, 0, LINJA_RULE_SETS);
    tcase_add_test(tests, a_table_that_is_named_must_be_there);
    return fixture_run(suite);
}
