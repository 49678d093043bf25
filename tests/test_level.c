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

/* The first turn of a game that begins here. */
static game_turn choose_early(engine *t, const game_position *position, rng *random) {
    replay begun = {.variant = engine_variant(t), .start = *position};
    engine_limits within = {.history = replay_history(&begun, 0)};
    game_turn turn;
    error e;
    status code = engine_choose(t, position, LEVEL_MOST, random, &within, &turn, &e);
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

/* What a level scores, in halves of a game, in so many games against whoever takes what looks best
 * at once. */
static int score_against_greedy(variant v, int level, int games) {
    engine *t = new_engine(v, 1, NULL);
    int halves = 0;
    for (int i = 0; i < games; i++) {
        rng random = rng_seeded((uint64_t)i);
        int side = i % 2;
        match *m = fixture_match(&(match_options){.game = v.game,
                                                  .rules = v.name,
                                                  .best_of = 1,
                                                  .seed = (uint64_t)(i / 2),
                                                  .shuffled = true});
        while (!match_outcome(m).over) {
            const game_position *p = match_position(m);
            game_turn turn = v.game->to_move(p) == side ? choose(t, p, level, rng_next(&random))
                                                        : engine_greedy(v, p, NULL, 0, &random);
            error e;
            ck_assert_msg(match_play(m, turn.text, &e) == STATUS_OK, "%s", e.text);
        }
        int leader = match_outcome(m).leader;
        halves += 1 + (side == SIDE_A ? leader : -leader);
        match_free(m);
    }
    engine_close(t);
    return halves;
}

START_TEST(level_1_loses_to_who_has_just_read_the_rules) {
    static const char *const rules[] = {"zen", "second", "2003", "standard"};
    variant v = fixture_variant(_i < 3 ? &linja_game : &liniell_game, rules[_i]);
    enum { GAMES = 20 };
    ck_assert_int_lt(score_against_greedy(v, 1, GAMES), GAMES * 2 * 3 / 10);
    ck_assert_int_gt(score_against_greedy(v, 6, GAMES), GAMES);
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

static small_game solve_small(const linja_rules *rules, int pawns) {
    small_game g = {.rules = rules, .file = fixture_in_folder("linja.table")};
    linja_solve_options options = {.rules = rules, .pawns = pawns, .job.threads = 1};
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
    small_game g = solve_small(&linja_rule_sets[_i], PAWNS);
    const linja_rules *rules = g.rules;
    linja_solved *s = g.s;
    engine *t = g.t;
    oracle *o = g.o;
    error e;
    rng random = rng_seeded((uint64_t)_i);
    int turns = 0;
    for (int i = 0; i < 200; i++) {
        linja_position p = random_position(&g, &random, i % 2);
        if (linja_over(&p)) continue;
        game_position wrapped = linja_wrap(&p);
        bool early = i >= 100; /* then a turn is drawn among the best */
        game_turn turn = early ? choose_early(t, &wrapped, &random)
                               : choose(t, &wrapped, LEVEL_MOST, (uint64_t)i);
        linja_progress made;
        ck_assert_int_eq(linja_read_turn(rules, &p, turn.text, &made, &e), STATUS_OK);
        linja_position after = linja_finish(&made);
        ck_assert_int_eq(-linja_solved_value(s, &after), linja_solved_value(s, &p));
        if (!early) check_livelier(engine_variant(t), o, &wrapped, turn.text);
        turns++;
    }
    ck_assert_int_gt(turns, 100);
    free_small(&g);
}
END_TEST

/* --- variety ---------------------------------------------------------------------------------- */

/* A game of a level against itself from here, as it goes from board to board. */
static void play_itself(engine *t, const game_position *start, int level, uint64_t seed,
                        replay *played) {
    rng random = rng_seeded(seed);
    engine_forget(t);
    *played = (replay){.variant = engine_variant(t), .start = *start};
    while (!replay_outcome(played, played->count).over) {
        engine_limits within = {.history = replay_history(played, played->count)};
        game_turn turn;
        error e;
        status code = engine_choose(t, replay_position(played, played->count), level, &random,
                                    &within, &turn, &e);
        ck_assert_msg(code == STATUS_OK, "%s", e.text);
        ck_assert_msg(replay_play(played, turn.text, 0, &e) == STATUS_OK, "%s", e.text);
    }
}

static bool is_same_game(const replay *a, const replay *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (memcmp(&a->plies[i].after, &b->plies[i].after, sizeof a->plies[i].after) != 0)
            return false;
    return true;
}

static void check_variety(engine *t, const game_position *start, int level) {
    enum { GAMES = 12 };
    replay games[GAMES];
    for (int i = 0; i < GAMES; i++) {
        play_itself(t, start, level, (uint64_t)i, &games[i]);
        for (int k = 0; k < i; k++)
            ck_assert_msg(!is_same_game(&games[k], &games[i]), "level %d, games %d and %d", level,
                          k, i);
    }
    for (int i = 0; i < GAMES; i++) replay_free(&games[i]);
}

/* A turn for each position that can be reached. */
static size_t distinct_turns(variant v, const game_position *p, game_turn *turns) {
    static game_position after[GAME_TURNS_MAX];
    size_t count = variant_turns(v, p, turns), kept = 0;
    for (size_t i = 0; i < count; i++) {
        after[kept] = variant_after(v, p, turns[i].text);
        size_t same = 0;
        while (memcmp(&after[same], &after[kept], sizeof *after) != 0) same++;
        if (same == kept) turns[kept++] = turns[i];
    }
    return kept;
}

/* What the best level looks at where it draws its turn. */
static const search_result *look_as_the_best(engine *t, const game_position *p, uint64_t seed) {
    enum { DRAWN_AMONG = 6 };
    static game_turn turns[GAME_TURNS_MAX];
    replay begun = {.variant = engine_variant(t), .start = *p};
    engine_limits limits = {.nodes = nodes_most,
                            .variations = DRAWN_AMONG,
                            .only = turns,
                            .only_count = distinct_turns(begun.variant, p, turns),
                            .seed = seed,
                            .history = replay_history(&begun, 0)};
    const search_result *found;
    error e;
    engine_forget(t);
    ck_assert_int_eq(engine_think(t, p, &limits, &found, &e), STATUS_OK);
    return found;
}

/* Of the best of these, those that a turn may be drawn among: at most half a point worse, and as
 * sure. */
static size_t equals_of(const search_result *found, game_turn equals[VARIATIONS_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < found->count; i++)
        if (found->variations[i].exact == found->variations[0].exact &&
            found->variations[i].points >= found->variations[0].points - 0.5)
            equals[count++] = found->variations[i].turns[0];
    return count;
}

static game_position some_position(variant v, rng *random) {
    game_position p;
    variant_start(v, &p);
    for (uint64_t turns = rng_below(random, 60); turns > 0 && !v.game->is_over(&p); turns--)
        p = variant_after(v, &p, fixture_random_turn(v, &p, random).text);
    return p;
}

/* Draws a turn of the position many times: each of those that are as good comes once in a while,
 * and no other. */
static void check_draws(engine *t, const game_position *p, const game_turn *equals, size_t count,
                        rng *random) {
    enum { DRAWS = 60 };
    bool times[VARIATIONS_MAX] = {false};
    for (int i = 0; i < DRAWS; i++) {
        engine_forget(t);
        game_turn chosen = choose_early(t, p, random);
        size_t at = 0;
        while (at < count && strcmp(chosen.text, equals[at].text) != 0) at++;
        ck_assert_msg(at < count, "%s is not as good as %s", chosen.text, equals[0].text);
        times[at] = true;
    }
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(times[i], "%s was never played", equals[i].text);
}

/* Each position that is about as good as the best is played once in a while, however many turns
 * lead there and elsewhere, and no other. */
START_TEST(a_turn_is_drawn_among_positions_as_good_as_the_best) {
    enum { POSITIONS_OF_A_SET = 30 };
    static const char *const editions[] = {"2003", "second", "zen"};
    variant v = fixture_variant(&linja_game, editions[_i]);
    engine *t = new_engine(v, 1, NULL);
    rng random = rng_seeded((uint64_t)_i);
    int drawn = 0, with_twins = 0;
    for (int i = 0; i < POSITIONS_OF_A_SET; i++) {
        static game_turn turns[GAME_TURNS_MAX], equals[VARIATIONS_MAX];
        game_position p = some_position(v, &random);
        if (v.game->is_over(&p)) continue;
        size_t count = equals_of(look_as_the_best(t, &p, 1), equals);
        check_draws(t, &p, equals, count, &random);
        with_twins += distinct_turns(v, &p, turns) < variant_turns(v, &p, turns);
        drawn += count > 1;
    }
    ck_assert_int_gt(drawn, POSITIONS_OF_A_SET / 4);
    ck_assert_int_gt(with_twins, POSITIONS_OF_A_SET / 4);
    engine_close(t);
}
END_TEST

static bool is_tempting(const search_result *found) {
    for (size_t i = 1; i < found->count; i++)
        if (found->variations[0].exact && !found->variations[i].exact &&
            found->variations[i].points >= found->variations[0].points - 0.5)
            return true;
    return false;
}

/* Such positions are about one in a thousand. */
START_TEST(what_is_proved_is_not_given_for_a_guess) {
    variant v = fixture_variant(&linja_game, "second");
    engine *t = new_engine(v, 1, NULL);
    rng random = rng_seeded(1);
    bool tempted = false;
    for (int i = 0; i < 20000 && !tempted; i++) {
        static game_turn equals[VARIATIONS_MAX];
        game_position p = some_position(v, &random);
        if (v.game->is_over(&p)) continue;
        const search_result *found = look_as_the_best(t, &p, 1);
        tempted = is_tempting(found);
        if (tempted) check_draws(t, &p, equals, equals_of(found, equals), &random);
    }
    ck_assert(tempted);
    engine_close(t);
}
END_TEST

/* The lot gives little away at any level of any game, and there is one only where games would be
 * alike. */
START_TEST(no_level_draws_among_worse_turns) {
    const game_level *levels = game_of(_i)->levels;
    for (int level = 0; levels && level <= LEVEL_MOST; level++) {
        ck_assert_double_ge(levels[level].equal, 0);
        ck_assert_double_le(levels[level].equal, 0.5);
    }
}
END_TEST

/* In Liniell the stack makes another game, and even with the same one none is played twice. */
START_TEST(no_level_plays_the_same_game_of_liniell_twice) {
    enum { STACKS = 3, TIMES = 2, GAMES = STACKS * TIMES };
    variant v = variant_own(&liniell_game, &liniell_standard);
    engine *t = new_engine(v, 1, NULL);
    replay games[GAMES];
    for (int i = 0; i < GAMES; i++) {
        rng random = rng_seeded((uint64_t)(i / TIMES));
        game_position start;
        v.game->start(v.rules, &start);
        v.game->chance->shuffle(v.rules, &random, true, &start);
        play_itself(t, &start, _i, (uint64_t)i, &games[i]);
        for (int k = 0; k < i; k++) ck_assert(!is_same_game(&games[k], &games[i]));
    }
    for (int i = 0; i < GAMES; i++) replay_free(&games[i]);
    engine_close(t);
}
END_TEST

/* Under all rule sets in the optimised build, elsewhere under each edition. */
START_TEST(no_level_plays_the_same_game_twice) {
    static const char *const editions[] = {"2003", "second", "zen"};
    int sets = RANDOM_TURNS >= 1000000 ? LINJA_RULE_SETS : 3;
    for (int i = 0; i < sets; i++) {
        const linja_rules *rules = sets > 3 ? &linja_rule_sets[i] : linja_find_rules(editions[i]);
        engine *t = new_engine(variant_own(&linja_game, rules), 1, NULL);
        game_position start;
        variant_start(engine_variant(t), &start);
        check_variety(t, &start, _i);
        engine_close(t);
    }
}
END_TEST

/* A game of few pawns, because all of it must be solved; in the optimised build under all rule
 * sets, elsewhere under every third. */
enum { SETS_APART = RANDOM_TURNS >= 1000000 ? 1 : 3 };

START_TEST(nor_does_the_best_with_a_table_at_which_no_other_looks) {
    static const linja_position few = {.pawns = {{2, 1, 1, 1}, {2, 1, 1, 1}}};
    small_game g = solve_small(&linja_rule_sets[_i * SETS_APART], 5);
    engine *without = new_engine(engine_variant(g.t), 1, NULL);
    game_position start = linja_wrap(&few);
    check_variety(g.t, &start, LEVEL_MOST);
    for (int level = 1; level < LEVEL_MOST; level++) {
        replay played[2];
        play_itself(g.t, &start, level, (uint64_t)level, &played[0]);
        play_itself(without, &start, level, (uint64_t)level, &played[1]);
        ck_assert(is_same_game(&played[0], &played[1]));
        for (int i = 0; i < 2; i++) replay_free(&played[i]);
    }
    engine_close(without);
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
    small_game g = solve_small(&linja_rule_sets[_i], PAWNS);
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

/* Who loses waits whenever that is possible, or does anything. */
static game_turn resist(variant v, const game_position *here, bool waiting, rng *random,
                        int *waits) {
    game_turn turn;
    if (waiting && find_waiting(v, here, &turn)) {
        ++*waits;
        return turn;
    }
    return fixture_random_turn(v, here, random);
}

/* Plays on from a game in which the side to move has won, with the table. */
static void win(const small_game *g, replay *played, bool waiting, rng *random, int *waits) {
    int side = played->variant.game->to_move(replay_position(played, played->count));
    game_outcome outcome;
    error e;
    while (!(outcome = replay_outcome(played, played->count)).over) {
        const game_position *here = replay_position(played, played->count);
        engine_limits within = {.history = replay_history(played, played->count)};
        game_turn turn;
        if (linja_game.to_move(here) == side) {
            status code = engine_choose(g->t, here, LEVEL_MOST, random, &within, &turn, &e);
            ck_assert_msg(code == STATUS_OK, "%s", e.text);
        } else {
            turn = resist(played->variant, here, waiting, random, waits);
        }
        ck_assert_msg(replay_play(played, turn.text, 0, &e) == STATUS_OK, "%s", e.text);
    }
    ck_assert_int_eq(outcome.leader, side == SIDE_A ? 1 : -1);
}

/* Games that have waited for a while already, so that positions are due to draw them, are won all
 * the same where they are. */
START_TEST(the_best_level_wins_what_is_won_whoever_waits) {
    small_game g = solve_small(&linja_rule_sets[_i], PAWNS);
    rng random = rng_seeded((uint64_t)_i);
    int games = 0, waits = 0, late = 0;
    for (int i = 0; i < 2 * POSITIONS; i++) {
        linja_position p = random_position(&g, &random, i % 2);
        if (linja_over(&p)) continue;
        replay played = {.variant = engine_variant(g.t), .start = linja_wrap(&p)};
        game_turn wait;
        error e;
        for (int before = i / 2 % UNCHANGED_MOST; before > 0; before--)
            if (find_waiting(played.variant, replay_position(&played, played.count), &wait))
                ck_assert_int_eq(replay_play(&played, wait.text, 0, &e), STATUS_OK);
        linja_position now = linja_unwrap(replay_position(&played, played.count));
        if (value_in_game(&g, &now, (int)played.count) > 0) {
            games++;
            late += played.count > 0;
            win(&g, &played, i % 3 > 0, &random, &waits);
        }
        replay_free(&played);
    }
    ck_assert_int_gt(games, POSITIONS / 6);
    if (linja_goes_in_circles(g.rules)) {
        ck_assert_int_gt(waits, 0);
        ck_assert_int_gt(late, 0);
    }
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
    TCase *threads = fixture_threads(suite, "threads");
    tcase_add_loop_test(threads, more_threads_choose_legal_turns, 0, games);
    tcase_add_loop_test(threads, thinking_ends_at_once_when_told, 0, games);
    TCase *tests = fixture_tests(suite, "level");
    tcase_add_loop_test(tests, every_level_plays_every_other, 0, games);
    tcase_add_loop_test(tests, level_1_loses_to_who_has_just_read_the_rules, 0, 4);
    tcase_add_test(tests, no_level_sees_the_stack);
    tcase_add_loop_test(tests, the_best_level_gives_no_point_away_with_a_table, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(tests, no_level_plays_the_same_game_twice, 1, LEVEL_MOST + 1);
    tcase_add_loop_test(tests, a_turn_is_drawn_among_positions_as_good_as_the_best, 0, 3);
    tcase_add_test(tests, what_is_proved_is_not_given_for_a_guess);
    tcase_add_loop_test(tests, no_level_draws_among_worse_turns, 0, games);
    tcase_add_loop_test(tests, no_level_plays_the_same_game_of_liniell_twice, 1, LEVEL_MOST + 1);
    tcase_add_loop_test(tests, nor_does_the_best_with_a_table_at_which_no_other_looks, 0,
                        (LINJA_RULE_SETS + SETS_APART - 1) / SETS_APART);
    tcase_add_loop_test(tests, the_game_so_far_is_seen, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(tests, the_best_level_wins_what_is_won_whoever_waits, 0, LINJA_RULE_SETS);
    tcase_add_test(tests, a_table_that_is_named_must_be_there);
    return fixture_run(suite);
}
