/* SPDX-License-Identifier: MIT
 *
 * Thinkers and levels: every level plays every other to the end of a game, repeats itself for the
 * same seed, and does not see what is hidden; the best level gives nothing away where there is a
 * table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "fixture.h"
#include "games/registry.h"
#include "liniell/game.h"
#include "liniell/rules/rules.h"
#include "linja/game.h"
#include "linja/notation/notation.h"
#include "linja/solution/oracle.h"
#include "linja/solution/table.h"
#include "play/match.h"
#include "play/replay.h"

/* The nodes of a turn at most. NODES=0 in the environment: as many as a level wants, which takes
 * minutes. */
static uint64_t nodes_most = 200;

static engine *new_engine(variant v, int threads, oracle *o) {
    engine_options options = {
        .variant = v, .memory = 1 << 20, .threads = threads, .oracle = o, .nodes_most = nodes_most};
    engine *t;
    error e;
    ck_assert_msg(engine_open(&options, &t, &e) == STATUS_OK, "%s", e.text);
    return t;
}

static match *new_match(const game *g, uint64_t seed) {
    match_options options = {.game = g, .best_of = 1, .seed = seed, .shuffled = true};
    return fixture_match(&options);
}

static game_turn choose(engine *t, const game_position *position, int level, uint64_t seed) {
    game_turn turn;
    error e;
    rng random = rng_seeded(seed);
    status code = engine_choose(t, position, level, &random, NULL, &turn, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    return turn;
}

static const game *game_of(int i) {
    return registry_games[i];
}

/* In the optimised build all against all; elsewhere neighbours and equals only, a third of it. */
START_TEST(every_level_plays_every_other) {
    const game *g = game_of(_i);
    variant v = fixture_variant(g, g->default_rules);
    engine *t = new_engine(v, 1, NULL), *twin = new_engine(v, 1, NULL);
    for (int a = 0; a <= LEVEL_MOST; a++)
        for (int b = RANDOM_TURNS >= 1000000 || a == 0 ? 0 : a - 1; b <= a; b++) {
            match *m = new_match(g, (uint64_t)(a * 100 + b));
            while (!match_outcome(m).over) {
                error e;
                int level = g->to_move(match_position(m)) == SIDE_A ? a : b;
                engine_forget(t);
                game_turn turn = choose(t, match_position(m), level, match_ply(m));
                if (match_ply(m) % 4 == 0) {
                    engine_forget(twin);
                    game_turn again = choose(twin, match_position(m), level, match_ply(m));
                    ck_assert_str_eq(turn.text, again.text);
                }
                ck_assert_msg(match_play(m, turn.text, &e) == STATUS_OK, "%s", e.text);
            }
            match_free(m);
        }
    engine_close(t);
    engine_close(twin);
}
END_TEST

START_TEST(more_threads_choose_legal_turns) {
    const game *g = game_of(_i);
    variant v = fixture_variant(g, g->default_rules);
    engine *t = new_engine(v, 2, NULL);
    match *m = new_match(g, 5);
    while (!match_outcome(m).over) {
        error e;
        game_turn turn = choose(t, match_position(m), LEVEL_MOST, match_ply(m));
        ck_assert_msg(match_play(m, turn.text, &e) == STATUS_OK, "%s", e.text);
    }
    match_free(m);
    engine_close(t);
}
END_TEST

START_TEST(thinking_ends_at_once_when_told) {
    const game *g = game_of(_i);
    const void *rules = g->find_rules(g->default_rules);
    engine_options options = {.variant = variant_own(g, rules), .threads = 2};
    engine *t;
    error e;
    ck_assert_int_eq(engine_open(&options, &t, &e), STATUS_OK);
    match *m = new_match(g, 5);
    atomic_bool stop = true;
    const search_result *found;
    ck_assert_int_eq(
        engine_think(t, match_position(m), &(engine_limits){.stop = &stop}, &found, &e), STATUS_OK);
    ck_assert_uint_ge(found->count, 1);
    ck_assert_int_eq(match_play(m, found->variations[0].turns[0].text, &e), STATUS_OK);
    match_free(m);
    engine_close(t);
}
END_TEST

START_TEST(no_level_sees_the_stack) {
    engine *t = new_engine(variant_own(&liniell_game, &liniell_standard), 1, NULL);
    for (int level = 1; level <= LEVEL_MOST; level++) {
        game_turn choices[2];
        for (int i = 0; i < 2; i++) {
            game_position p;
            error e;
            liniell_game.start(&liniell_standard, &p);
            const char *draws = i ? "01,08,05,09,12" : "01,08,05,16,14";
            ck_assert_int_eq(liniell_game.chance->arrange(&liniell_standard, draws, true, &p, &e),
                             STATUS_OK);
            ck_assert_int_eq(liniell_game.play(&liniell_standard, &p, "d4n", &e), STATUS_OK);
            engine_forget(t);
            choices[i] = choose(t, &p, level, 8);
        }
        ck_assert_str_eq(choices[0].text, choices[1].text);
    }
    engine_close(t);
}
END_TEST

/* Of the turns that are proved to be best, none looks better afterwards. */
static void check_livelier(variant v, oracle *o, const game_position *p, const char *chosen) {
    valued_turn turns[GAME_TURNS_MAX];
    size_t count;
    error e;
    ck_assert_int_eq(o->turns(o, p, turns, &count, &e), STATUS_OK);
    int sign = v.game->to_move(p) == SIDE_A ? 1 : -1;
    game_position after = variant_after(v, p, chosen);
    int looks = sign * variant_evaluate(v, &after);
    for (size_t i = 0; i < count && turns[i].value == turns[0].value; i++) {
        after = variant_after(v, p, turns[i].turn.text);
        ck_assert_int_le(sign * variant_evaluate(v, &after), looks);
    }
}

/* A game of few pawns, solved, with an engine that has its table. */
enum { PAWNS = 3 };

typedef struct small_game {
    const linja_rules *rules;
    fixture_path file;
    linja_solved *s;
    oracle *o;
    engine *t;
} small_game;

static small_game solve_small(const linja_rules *rules) {
    small_game g = {.rules = rules, .file = fixture_in_folder("linja.table")};
    linja_solve_options options = {.rules = rules, .pawns = PAWNS};
    variant v = variant_own(&linja_game, rules);
    error e;
    ck_assert_int_eq(linja_solve(&options, &g.s, &e), STATUS_OK);
    ck_assert_int_eq(linja_table_write(g.s, g.file.text, &(solver_job){.threads = 1}, &e),
                     STATUS_OK);
    ck_assert_int_eq(oracle_open(v, &(oracle_wanted){.file = g.file.text}, &g.o, &e), STATUS_OK);
    g.t = new_engine(v, 1, g.o);
    ck_assert(engine_is_perfect(g.t));
    return g;
}

static void free_small(small_game *g) {
    engine_close(g->t);
    linja_solved_free(g->s);
    unlink(g->file.text);
}

static linja_position random_position(const small_game *g, rng *random, int to_move) {
    linja_position p = {.to_move = (uint8_t)to_move};
    for (int side = SIDE_A; side <= SIDE_B; side++)
        linja_unrank((int)rng_below(random, (uint64_t)g->s->index.count), PAWNS, p.pawns[side]);
    return p;
}

START_TEST(the_best_level_gives_no_point_away_with_a_table) {
    small_game g = solve_small(&linja_rule_sets[_i]);
    const linja_rules *rules = g.rules;
    linja_solved *s = g.s;
    engine *t = g.t;
    oracle *o = g.o;
    error e;
    rng random = rng_seeded((uint64_t)_i);
    int turns = 0;
    for (int i = 0; i < 100; i++) {
        linja_position p = random_position(&g, &random, i % 2);
        if (linja_over(&p)) continue;
        game_position wrapped = linja_wrap(&p);
        game_turn turn = choose(t, &wrapped, LEVEL_MOST, (uint64_t)i);
        linja_progress made;
        ck_assert_int_eq(linja_read_turn(rules, &p, turn.text, &made, &e), STATUS_OK);
        linja_position after = linja_finish(&made);
        ck_assert_int_eq(-linja_solved_value(s, &after), linja_solved_value(s, &p));
        check_livelier(engine_variant(t), o, &wrapped, turn.text);
        turns++;
    }
    ck_assert_int_gt(turns, 50);
    free_small(&g);
}
END_TEST

/* --- repetitions ------------------------------------------------------------------------------ */

/* The fourth turn in a row that changes nothing brings a position back for the third time. Every
 * other turn gains ground, so that the game so far does not matter any more. */
enum { UNCHANGED_MOST = 4, POSITIONS = RANDOM_TURNS >= 1000000 ? 600 : 250 };

typedef struct best_turn {
    const small_game *g;
    const linja_position *p;
    int unchanged, value;
} best_turn;

/* What a position is worth that has come about by so many turns that changed nothing. */
static int value_in_game(const small_game *g, const linja_position *p, int unchanged);

/* ... and a turn that leads from there to `after`. */
static int turn_in_game(const small_game *g, const linja_position *p, const linja_position *after,
                        int unchanged) {
    bool same = !linja_over(after) && memcmp(after->pawns, p->pawns, sizeof p->pawns) == 0;
    if (!same) return -linja_solved_value(g->s, after);
    return unchanged + 1 == UNCHANGED_MOST ? 0 : -value_in_game(g, after, unchanged + 1);
}

static void take_better(void *context, const linja_progress *t) {
    best_turn *b = context;
    linja_position after = linja_finish(t);
    int value = turn_in_game(b->g, b->p, &after, b->unchanged);
    if (value > b->value) b->value = value;
}

static int value_in_game(const small_game *g, const linja_position *p, int unchanged) {
    best_turn b = {.g = g, .p = p, .unchanged = unchanged, .value = -1000};
    linja_each_turn(g->rules, p, take_better, &b);
    return b.value;
}

/* The turn that changes nothing, if there is one. */
static bool find_waiting(variant v, const game_position *position, game_turn *turn) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, position, turns);
    for (size_t i = 0; i < count; i++) {
        game_position after = variant_after(v, position, turns[i].text);
        linja_position p = linja_unwrap(position), q = linja_unwrap(&after);
        *turn = turns[i];
        if (!linja_over(&q) && memcmp(p.pawns, q.pawns, sizeof p.pawns) == 0) return true;
    }
    return false;
}

/* How often the game so far was looked at, and mattered, and search proved what a turn is worth. */
typedef struct tally {
    int compared, different, proved;
} tally;

static void check_with_table(const small_game *g, const replay *played, tally *counts) {
    const game_position *here = replay_position(played, played->count);
    linja_position now = linja_unwrap(here);
    engine_limits limits = {.history = replay_history(played, played->count)};
    const search_result *found;
    error e;
    int value = value_in_game(g, &now, (int)played->count);
    ck_assert_int_eq(engine_think(g->t, here, &limits, &found, &e), STATUS_OK);
    ck_assert_double_eq(found->variations[0].points, value);
    counts->different += value != linja_solved_value(g->s, &now);
    counts->compared++;
}

/* Lets a search remember the position with the other side to move, as something that may follow
 * from a pawn's step and has never been there. */
static void look_from_before(engine *t, const game_position *here) {
    linja_position p = linja_unwrap(here);
    for (int row = 1; row < LINJA_ROWS; row++) {
        linja_position before = p;
        if (p.pawns[p.to_move][row] == 0) continue;
        before.pawns[p.to_move][row]--;
        before.pawns[p.to_move][row - 1]++;
        game_position wrapped = linja_wrap(&before);
        const search_result *found;
        error e;
        if (!linja_over(&before))
            ck_assert_int_eq(engine_think(t, &wrapped, &(engine_limits){0}, &found, &e), STATUS_OK);
    }
}

static void check_by_search(const small_game *g, engine *t, const replay *played, bool can_wait,
                            tally *counts) {
    const game_position *here = replay_position(played, played->count);
    linja_position now = linja_unwrap(here);
    engine_limits limits = {.history = replay_history(played, played->count),
                            .variations = VARIATIONS_MAX};
    const search_result *found;
    error e;
    look_from_before(t, here);
    ck_assert_int_eq(engine_think(t, here, &limits, &found, &e), STATUS_OK);
    for (size_t i = 0; i < found->count; i++) {
        const variation *v = &found->variations[i];
        game_position then = variant_after(played->variant, here, v->turns[0].text);
        linja_position after = linja_unwrap(&then);
        if (!v->exact) continue;
        ck_assert_double_eq(v->points, turn_in_game(g, &now, &after, (int)played->count));
        counts->proved++;
    }
    if (can_wait && played->count + 1 == UNCHANGED_MOST)
        ck_assert_double_ge(found->variations[0].points, 0);
}

/* With the table and by search alone, which remembers what it saw with other games before. */
START_TEST(the_game_so_far_is_seen) {
    small_game g = solve_small(&linja_rule_sets[_i]);
    tally counts = {0};
    uint64_t few = nodes_most;
    nodes_most = 3000;
    engine *searching = new_engine(engine_variant(g.t), 1, NULL);
    nodes_most = few;
    rng random = rng_seeded((uint64_t)_i);
    for (int i = 0; linja_goes_in_circles(g.rules) && i < POSITIONS; i++) {
        linja_position p = random_position(&g, &random, i % 2);
        if (linja_over(&p)) continue;
        replay played = {.variant = engine_variant(g.t), .start = linja_wrap(&p)};
        for (bool can_wait = true; can_wait && played.count < UNCHANGED_MOST;) {
            game_turn wait;
            error e;
            can_wait = find_waiting(played.variant, replay_position(&played, played.count), &wait);
            check_with_table(&g, &played, &counts);
            check_by_search(&g, searching, &played, can_wait, &counts);
            if (can_wait) ck_assert_int_eq(replay_play(&played, wait.text, 0, &e), STATUS_OK);
        }
        replay_free(&played);
    }
    if (linja_goes_in_circles(g.rules)) {
        ck_assert_int_gt(counts.compared, 100);
        ck_assert_int_gt(counts.different, 0);
        ck_assert_int_gt(counts.proved, 100);
    }
    engine_close(searching);
    free_small(&g);
}
END_TEST

/* The loser waits whenever that is possible. */
START_TEST(the_best_level_wins_what_is_won_whoever_waits) {
    small_game g = solve_small(&linja_rule_sets[_i]);
    rng random = rng_seeded((uint64_t)_i);
    int games = 0, waits = 0;
    for (int i = 0; i < 400; i++) {
        linja_position p = random_position(&g, &random, i % 2);
        if (linja_over(&p) || linja_solved_value(g.s, &p) <= 0) continue;
        replay played = {.variant = engine_variant(g.t), .start = linja_wrap(&p)};
        game_outcome outcome;
        error e;
        while (!(outcome = replay_outcome(&played, played.count)).over) {
            const game_position *here = replay_position(&played, played.count);
            game_turn turn;
            bool winner = linja_game.to_move(here) == p.to_move;
            engine_limits within = {.history = replay_history(&played, played.count)};
            if (winner) {
                status code = engine_choose(g.t, here, LEVEL_MOST, &random, &within, &turn, &e);
                ck_assert_msg(code == STATUS_OK, "%s", e.text);
            } else if (find_waiting(played.variant, here, &turn)) {
                waits++;
            } else {
                turn = fixture_random_turn(played.variant, here, &random);
            }
            ck_assert_msg(replay_play(&played, turn.text, 0, &e) == STATUS_OK, "%s", e.text);
        }
        ck_assert_int_eq(outcome.leader, p.to_move == SIDE_A ? 1 : -1);
        games++;
        replay_free(&played);
    }
    ck_assert_int_gt(games, 10);
    if (linja_goes_in_circles(g.rules)) ck_assert_int_gt(waits, 0);
    free_small(&g);
}
END_TEST

START_TEST(a_table_that_is_named_must_be_there) {
    oracle *o;
    error e;
    const void *zen = linja_find_rules("zen");
    oracle_wanted wanted = {.file = "/nowhere/x.table", .names_file = true};
    ck_assert_int_eq(oracle_open(variant_own(&linja_game, zen), &wanted, &o, &e), STATUS_NO_TABLE);
    ck_assert_ptr_null(o);
    ck_assert(strstr(e.text, "/nowhere/x.table"));
}
END_TEST

int main(void) {
    int games = 0;
    while (registry_games[games]) games++;
    const char *nodes = getenv("NODES");
    if (nodes && !text_is_number(nodes, UINT32_MAX, &nodes_most)) return EXIT_FAILURE;
    Suite *suite = suite_create("level");
    TCase *tests = fixture_tests(suite, "level");
    tcase_add_loop_test(tests, every_level_plays_every_other, 0, games);
    tcase_add_loop_test(tests, more_threads_choose_legal_turns, 0, games);
    tcase_add_loop_test(tests, thinking_ends_at_once_when_told, 0, games);
    tcase_add_test(tests, no_level_sees_the_stack);
    tcase_add_loop_test(tests, the_best_level_gives_no_point_away_with_a_table, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(tests, the_game_so_far_is_seen, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(tests, the_best_level_wins_what_is_won_whoever_waits, 0, LINJA_RULE_SETS);
    tcase_add_test(tests, a_table_that_is_named_must_be_there);
    return fixture_run(suite);
}
