/* SPDX-License-Identifier: MIT
 *
 * Contests: the statistics against numbers worked out elsewhere, paired games, the same games
 * whatever is played at once, interrupted and resumed files, and UGI programs that misbehave. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contest/file.h"
#include "engine/luck.h"
#include "fixture.h"
#include "games/registry.h"
#include "native/file.h"

/* --- statistics --------------------------------------------------------------------------------
 */

START_TEST(elo_and_score_are_each_others_inverse) {
    ck_assert_double_eq_tol(elo_of_score(0.5), 0, 1e-9);
    ck_assert_double_eq_tol(elo_of_score(0.6), 70.436504, 1e-6);
    ck_assert_double_eq_tol(elo_of_score(0.75), 190.848502, 1e-6);
    ck_assert(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    ck_assert(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    for (double elo = -400; elo <= 400; elo += 25)
        ck_assert_double_eq_tol(elo_of_score(elo_to_score(elo)), elo, 1e-9);
}
END_TEST

/* 1, 2, 3, 4, 5 pairs of 0, 1/4, 1/2, 3/4, 1: the mean is 10/15; the squares of the distances from
 * it, 64, 25, 4, 1, 16 parts of 144, sum to 64 + 50 + 12 + 4 + 80 = 210, so the variance is
 * 210 / 144 / 15. */
START_TEST(the_interval_comes_from_the_variance_of_the_pairs) {
    elo_result r = elo_result_of(&(elo_pairs){{1, 2, 3, 4, 5}});
    double error_of_mean = sqrt(210.0 / 144 / 15 / 15);
    ck_assert_double_eq_tol(r.score.value, 10.0 / 15, 1e-12);
    ck_assert_double_eq_tol(r.score.high - r.score.value, 1.959964 * error_of_mean, 1e-6);
    ck_assert_double_eq_tol(r.score.value - r.score.low, 1.959964 * error_of_mean, 1e-6);
    ck_assert_double_eq_tol(r.elo.value, 120.411998, 1e-6);
    ck_assert_double_eq_tol(r.elo.low, 6.167334, 1e-6);
    ck_assert_double_eq_tol(r.elo.high, 268.715908, 1e-6);
    ck_assert_double_eq_tol(r.superiority, 0.980783, 1e-6);
    r = elo_result_of(&(elo_pairs){{10, 40, 100, 60, 20}});
    ck_assert_double_eq_tol(r.elo.value, 30.288286, 1e-6);
    ck_assert_double_eq_tol(r.elo.low, 8.606341, 1e-6);
    ck_assert_double_eq_tol(r.elo.high, 52.208446, 1e-6);
    ck_assert_double_eq_tol(r.superiority, 0.996932, 1e-6);
}
END_TEST

/* Scores of 0.6 with half the luck and 0.1 more or less: twice a luck of 0, twice one of 0.4, which
 * is 0.2 too much. */
START_TEST(luck_is_taken_out_as_far_as_it_goes_with_the_score) {
    const double scores[] = {0.7, 0.5, 0.9, 0.7}, luck[] = {0, 0, 0.4, 0.4};
    elo_luck draws = {0};
    for (int i = 0; i < 4; i++) elo_add_luck(&draws, scores[i], luck[i]);
    elo_adjusted a = elo_adjust(&draws);
    ck_assert_double_eq_tol(a.share, 0.5, 1e-9);
    ck_assert_double_eq_tol(a.score.value, 0.6, 1e-9);
    double variance = 0.04 / 2, of_scores = 0.08 / 3;
    double margin = 1.959964 * sqrt(variance * (1 / 4.0 + 0.04 / 0.16));
    ck_assert_double_eq_tol(a.score.high - 0.6, margin, 1e-6);
    ck_assert_double_eq_tol(0.6 - a.score.low, margin, 1e-6);
    ck_assert_double_eq_tol(a.saved, 1 - variance / of_scores, 1e-9);
    /* Nothing is known of luck by two pairs, or where there was none. */
    elo_luck few = {0}, none = {0};
    for (int i = 0; i < 2; i++) elo_add_luck(&few, scores[i], luck[2 * i]);
    for (int i = 0; i < 4; i++) elo_add_luck(&none, scores[i], 0);
    ck_assert(elo_adjust(&few).share == 0 && elo_adjust(&none).share == 0);
    ck_assert_double_eq_tol(elo_adjust(&few).score.value, 0.6, 1e-9);
    ck_assert_double_eq_tol(elo_adjust(&none).score.value, 0.7, 1e-9);
}
END_TEST

START_TEST(swapping_the_players_mirrors_the_result) {
    elo_result a = elo_result_of(&(elo_pairs){{3, 1, 7, 4, 9}});
    elo_result b = elo_result_of(&(elo_pairs){{9, 4, 7, 1, 3}});
    ck_assert_double_eq_tol(a.score.value, 1 - b.score.value, 1e-12);
    ck_assert_double_eq_tol(a.elo.low, -b.elo.high, 1e-9);
    ck_assert_double_eq_tol(a.superiority, 1 - b.superiority, 1e-12);
}
END_TEST

/* Pairs that all end alike leave room for what was not seen: 3 in 30. */
START_TEST(a_clean_score_is_not_certainty) {
    elo_result r = elo_result_of(&(elo_pairs){{0, 0, 0, 0, 30}});
    ck_assert_double_eq_tol(r.score.low, 0.9, 1e-12);
    ck_assert_double_eq(r.score.high, 1);
    ck_assert(isfinite(r.elo.low) && isinf(r.elo.high));
    r = elo_result_of(&(elo_pairs){{0, 0, 1, 0, 0}});
    ck_assert_double_eq(r.score.low, 0);
    ck_assert_double_eq_tol(r.superiority, 0.5, 1e-12);
}
END_TEST

/* The ratios were worked out by another program, which maximises the likelihoods directly. */
START_TEST(the_sequential_test_weighs_the_pairs) {
    static const struct {
        elo_pairs pairs;
        double elo0, elo1, ratio;
    } cases[] = {
        {{{10, 40, 100, 60, 20}}, 0, 20, 3.250583},
        {{{10, 40, 100, 60, 20}}, -5, 5, 2.393590},
        {{{1, 2, 3, 4, 5}}, 0, 100, 1.742471},
        {{{0, 3, 50, 12, 0}}, 0, 10, 1.753796},
        {{{7, 3, 9, 3, 7}}, -30, 30, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        elo_test test = {cases[i].elo0, cases[i].elo1, 0.05, 0.05};
        elo_verdict v = elo_decide(&test, &cases[i].pairs);
        ck_assert_double_eq_tol(v.ratio, cases[i].ratio, 1e-5);
        ck_assert_double_eq_tol(v.high, 2.944439, 1e-6); /* log(0.95 / 0.05) */
        ck_assert_double_eq_tol(v.low, -2.944439, 1e-6);
        ck_assert_int_eq(v.decided, cases[i].ratio > 2.944439);
    }
    /* With two outcomes only, it is the test of a coin: 60 log(s1 / s0) + 40 log((1-s1) / (1-s0))
     */
    elo_test coin = {0, 50, 0.05, 0.05};
    elo_verdict v = elo_decide(&coin, &(elo_pairs){{40, 0, 0, 0, 60}});
    ck_assert_double_eq_tol(v.ratio, 1.846259, 1e-3);
    v = elo_decide(&coin, &(elo_pairs){{300, 0, 0, 0, 200}});
    ck_assert_int_eq(v.decided, -1);
    v = elo_decide(&coin, &(elo_pairs){{0}});
    ck_assert_int_eq(v.decided, 0);
}
END_TEST

/* --- games -------------------------------------------------------------------------------------
 */

enum { GAMES = 10, GAMES_MOST = 40 };

/* What is kept of a contest. */
typedef struct journal {
    text records[GAMES_MOST];
    char forfeit[GAMES_MOST][240];
    int count;
    contest *c;
    contest_file *file;
    int stop_after, kill_after; /* games; 0: never */
} journal;

static status keep(void *context, const contest_game *over, error *e) {
    journal *l = context;
    ck_assert_ptr_null(l->records[over->number].data); /* no game is played twice */
    l->records[over->number] = text_growing();
    record_write(over->record, &l->records[over->number]);
    if (over->forfeit) memcpy(l->forfeit[over->number], over->forfeit, strlen(over->forfeit) + 1);
    l->count++;
    status code = l->file ? contest_file_add(l->file, over, e) : STATUS_OK;
    if (l->count == l->stop_after) contest_stop(l->c);
    if (l->count == l->kill_after) kill(getpid(), SIGKILL);
    return code;
}

static void free_journal(journal *l) {
    for (int i = 0; i < GAMES_MOST; i++) text_free(&l->records[i]);
}

static contest_options options_for(const char *name, const char *first, const char *second) {
    const game *g = registry_find(name);
    contest_options o = {
        .rules = {.variant = fixture_variant(g, NULL), .seconds = 0.01, .patience = 600},
        .names = {first, second},
        .games = GAMES,
        .openings = g->chance ? 1 : 3,
        .concurrency = 2,
        .seed = 5,
        .finished = keep,
    };
    error e;
    ck_assert_msg(contestant_read(g, first, &o.players[0], &e) == STATUS_OK, "%s", e.text);
    ck_assert_msg(contestant_read(g, second, &o.players[1], &e) == STATUS_OK, "%s", e.text);
    return o;
}

static contest *new_contest(contest_options *o, journal *l) {
    error e;
    o->context = l;
    ck_assert_int_eq(contest_new(o, &l->c, &e), STATUS_OK);
    return l->c;
}

static contest_score run(contest_options *o, journal *l) {
    error e;
    contest *c = new_contest(o, l);
    status code = contest_run(c, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    contest_score score = contest_score_of(c);
    contest_free(c);
    return score;
}

static const char *const games[] = {"linja", "liniell"};

START_TEST(the_games_are_the_same_however_many_are_played_at_once) {
    contest_options o = options_for(games[_i], "level:1", "greedy");
    o.games = 4;
    journal one = {0}, two = {0};
    o.concurrency = 1;
    contest_score a = run(&o, &one);
    o.concurrency = 2;
    contest_score b = run(&o, &two);
    ck_assert_int_eq(one.count, o.games);
    for (int i = 0; i < o.games; i++) ck_assert_str_eq(one.records[i].data, two.records[i].data);
    ck_assert_mem_eq(&a, &b, sizeof a);
    ck_assert_uint_eq(elo_pair_count(&a.pairs), 2);
    ck_assert_uint_eq(a.wins + a.draws + a.losses, 4);
    o.seed++;
    o.games = 2;
    journal other = {0};
    run(&o, &other);
    ck_assert_str_ne(one.records[0].data, other.records[0].data);
    free_journal(&one);
    free_journal(&two);
    free_journal(&other);
}
END_TEST

static record_file parsed(const text *t) {
    record_file file = {0};
    error e;
    ck_assert_int_eq(record_read(t->data, t->length, &file, &e), STATUS_OK);
    ck_assert_uint_eq(file.count, 1);
    replay played;
    ck_assert_int_eq(replay_record(registry_games, &file.games[0], &played, &e), STATUS_OK);
    ck_assert(replay_outcome(&played, played.count).over);
    replay_free(&played);
    return file;
}

START_TEST(games_of_a_pair_swap_sides_after_the_same_opening) {
    contest_options o = options_for(games[_i], "greedy", "level:0");
    journal l = {0};
    run(&o, &l);
    int different = 0;
    char before[GAME_TURN_BYTES] = "";
    for (int pair = 0; pair < GAMES / 2; pair++) {
        record_file both[2] = {parsed(&l.records[2 * pair]), parsed(&l.records[2 * pair + 1])};
        const record *a = both[0].games, *b = both[1].games;
        ck_assert_str_eq(record_tag_value(a, "First"), "greedy");
        ck_assert_str_eq(record_tag_value(a, "Second"), "level:0");
        ck_assert_str_eq(record_tag_value(b, "First"), "level:0");
        ck_assert_str_eq(record_tag_value(b, "Second"), "greedy");
        for (int i = 0; i < o.openings; i++)
            ck_assert_str_eq(record_text(a, (size_t)i), record_text(b, (size_t)i));
        if (o.rules.variant.game->chance)
            ck_assert_str_eq(record_tag_value(a, "Seed"), record_tag_value(b, "Seed"));
        different += strcmp(before, record_text(a, 0)) != 0;
        snprintf(before, sizeof before, "%s", record_text(a, 0));
        record_file_free(&both[0]);
        record_file_free(&both[1]);
    }
    ck_assert_int_ge(different, 2); /* pairs do not all begin alike */
    free_journal(&l);
}
END_TEST

/* Three levels apart there is no doubt about who is better, even after few games: one in a hundred.
 */
START_TEST(a_better_level_scores_better) {
    char better[24], worse[24];
    int level = 3 * (_i / 2);
    snprintf(better, sizeof better, "level:%d", level + 3);
    snprintf(worse, sizeof worse, "level:%d", level);
    contest_options o = options_for(games[_i % 2], better, worse);
    o.games = RANDOM_TURNS >= 1000000 ? GAMES_MOST : 20;
    journal l = {0};
    contest_score s = run(&o, &l);
    ck_assert_int_eq(l.count, o.games);
    ck_assert_uint_eq(s.wins + s.draws + s.losses, (uint64_t)o.games);
    elo_result r = elo_result_of(&s.pairs);
    ck_assert_msg(r.superiority > 0.99, "%s: %s %llu : %llu %s", games[_i % 2], better,
                  (unsigned long long)s.wins, (unsigned long long)s.losses, worse);
    ck_assert_double_gt(s.first_side, 0); /* neither side wins all */
    ck_assert_double_lt(s.first_side, o.games);
    free_journal(&l);
}
END_TEST

/* A test that asks for little is decided before all games are played, after the same pair. */
START_TEST(a_decided_test_ends_the_contest) {
    contest_options o = options_for("linja", "greedy", "level:0");
    elo_test test = {-400, 400, 0.2, 0.2};
    o.test = &test;
    contest_score scores[2];
    for (int i = 0; i < 2; i++) {
        journal l = {0};
        o.concurrency = 1 + 2 * i;
        scores[i] = run(&o, &l);
        free_journal(&l);
    }
    ck_assert_int_eq(scores[0].verdict.decided, 1);
    ck_assert_uint_lt(elo_pair_count(&scores[0].pairs), GAMES / 2);
    ck_assert_mem_eq(&scores[0], &scores[1], sizeof scores[0]);
}
END_TEST

START_TEST(a_stopped_contest_counts_whole_pairs_only) {
    contest_options o = options_for("linja", "level:1", "level:0");
    journal l = {.stop_after = 3};
    o.concurrency = 1;
    contest_score s = run(&o, &l);
    ck_assert_int_eq(l.count, 3);
    ck_assert_uint_eq(elo_pair_count(&s.pairs), 1);
    ck_assert_uint_eq(s.wins + s.draws + s.losses, 2);
    free_journal(&l);
}
END_TEST

/* Whatever game ends first; each fourth contest has no test. */
START_TEST(the_score_is_that_of_the_pairs_that_count) {
    enum { MANY = 60 };
    static const record_result results[] = {RECORD_A_WINS, RECORD_B_WINS, RECORD_DRAW};
    contest_options o = options_for("linja", "level:1", "level:0");
    elo_test test = {-400, 400, 0.2, 0.2};
    rng random = rng_seeded((uint64_t)_i);
    o.games = MANY;
    o.test = _i % 4 ? &test : NULL;
    contest *c;
    error e;
    MUST(contest_new(&o, &c, &e) == STATUS_OK);
    record_result known[MANY] = {RECORD_UNFINISHED};
    for (int left = MANY; left > 0; left--) {
        int number = (int)rng_below(&random, MANY);
        while (!contest_wants(c, number)) number = (number + 1) % MANY;
        known[number] = results[rng_below(&random, 3)];
        contest_set_result(c, number, known[number], 0);
        contest_score s = contest_score_of(c);
        uint64_t counted = 0, draws = 0, by_first = 0, by_side_a = 0;
        for (int i = 0; i < MANY; i++) {
            if (!contest_counts(c, i)) continue;
            counted++;
            draws += known[i] == RECORD_DRAW;
            by_side_a += known[i] == RECORD_A_WINS;
            by_first += known[i] == (i % 2 == 0 ? RECORD_A_WINS : RECORD_B_WINS);
        }
        ck_assert_uint_eq(s.wins + s.draws + s.losses, counted);
        ck_assert_uint_eq(2 * elo_pair_count(&s.pairs), counted);
        ck_assert_uint_eq(s.draws, draws);
        ck_assert_uint_eq(s.wins, by_first);
        ck_assert_double_eq(s.first_side, (double)by_side_a + (double)draws / 2);
        ck_assert_int_eq(contest_games_left(c), left - 1);
    }
    contest_free(c);
}
END_TEST

/* A lost game that a third repetition saves. */
START_TEST(players_know_the_game_so_far) {
    static const char *const names[] = {"level:10", "search:nodes=20000", "search:depth=4"};
    static const char *const turns[] = {"ba/ab", "gh/hg", "ba/ab"};
    error e;
    contestant_rules rules = {.variant = fixture_variant(registry_games[0], "zen+return"),
                              .table = ""};
    replay played = {.variant = rules.variant};
    MUST(replay_set_start(&played, "06/04/01/11/40/10/30/30 b", NULL, NULL, &e) == STATUS_OK);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        MUST(replay_play(&played, turns[i], 0, &e) == STATUS_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        contestant_plan plan;
        contestant *player;
        game_turn turn;
        MUST(contestant_read(registry_games[0], names[i], &plan, &e) == STATUS_OK);
        MUST(contestant_new(&plan, &rules, &player, &e) == STATUS_OK);
        MUST(contestant_begin(player, 1, &e) == STATUS_OK);
        MUST(contestant_choose(player, &played, NULL, &turn, &e) == STATUS_OK);
        ck_assert_str_eq(turn.text, "gh/hg");
        contestant_free(player);
    }
    replay_free(&played);
}
END_TEST

START_TEST(wrong_names_of_players_are_refused) {
    static const char *const wrong[] = {
        "level:11",        "level:", "level:1x", "search:",  "search:time",       "search:nodes=0",
        "search:nodes=5;", "ugi:",   "nobody",   "ugi:a\nb", "search:time=0.0001"};
    contestant_plan plan;
    error e;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(contestant_read(registry_games[0], wrong[i], &plan, &e) == STATUS_USAGE, "%s",
                      wrong[i]);
    ck_assert_int_eq(contestant_read(registry_find("liniell"), "table", &plan, &e), STATUS_USAGE);
    ck_assert_int_eq(
        contestant_read(registry_games[0], "search:time=0.25,nodes=7,depth=3", &plan, &e),
        STATUS_OK);
    ck_assert_double_eq_tol(plan.limits.time.hard, 0.25, 1e-12);
    ck_assert_uint_eq(plan.limits.nodes, 7);
    ck_assert_int_eq(plan.limits.depth, 3);
}
END_TEST

/* --- files -------------------------------------------------------------------------------------
 */

static status run_with_file(contest_options *o, const char *path, bool resume, const char *settings,
                            journal *l, error *e) {
    contest *c = new_contest(o, l);
    status code = contest_file_open(path, resume, settings, &o->rules, c, &l->file, e);
    if (code == STATUS_OK) code = contest_run(c, e);
    if (code == STATUS_OK && contest_is_done(c)) code = contest_file_finish(l->file, c, e);
    if (code == STATUS_OK) contest_file_close(l->file);
    contest_free(c);
    return code;
}

/* Runs a contest in a process that is killed after so many games. */
static void run_and_kill(contest_options *o, const char *path, bool resume, int after) {
    pid_t child = fork();
    if (child == 0) {
        journal l = {.kill_after = after};
        error e;
        run_with_file(o, path, resume, "some", &l, &e);
        _exit(1);
    }
    int how;
    ck_assert_int_eq(waitpid(child, &how, 0), child);
    ck_assert(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
}

START_TEST(a_killed_contest_goes_on_as_if_nothing_had_happened) {
    contest_options o = options_for(games[_i], "greedy", "level:0");
    fixture_path whole = fixture_in_folder("whole.lwg"), broken = fixture_in_folder("broken.lwg");
    error e;
    journal l = {0}, rest = {0};
    ck_assert_int_eq(run_with_file(&o, whole.text, false, "some", &l, &e), STATUS_OK);
    ck_assert_int_eq(l.count, GAMES);

    run_and_kill(&o, broken.text, false, 5);
    text left = fixture_file(broken.text);
    record_file records;
    ck_assert_int_eq(record_read(left.data, left.length, &records, &e), STATUS_OK);
    ck_assert_uint_eq(records.count, 5); /* every finished game, and nothing else */
    record_file_free(&records);
    run_and_kill(&o, broken.text, true, 3);
    FILE *torn = fopen(broken.text, "ab"); /* as a failing machine might leave it */
    ck_assert_ptr_nonnull(torn);
    fputs("\n[Game \"linja\"]\n[Rules \"zen\"]\n[Result \"1-0\"]\n\n1. ab/d", torn);
    fclose(torn);

    status code = run_with_file(&o, broken.text, true, "some", &rest, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(rest.count, GAMES - 8);
    text expected = fixture_file(whole.text), actual = fixture_file(broken.text);
    ck_assert_str_eq(actual.data, expected.data);
    text_free(&left);
    text_free(&expected);
    text_free(&actual);
    free_journal(&l);
    free_journal(&rest);
    unlink(whole.text);
    unlink(broken.text);
}
END_TEST

/* What a game's draws were worth to the first player. */
static double luck_in(const text *records, int number, engine *looks) {
    record_file file;
    replay played;
    error e;
    double luck = 0, sum = 0;
    ck_assert_int_eq(record_read(records->data, records->length, &file, &e), STATUS_OK);
    ck_assert_int_eq(replay_record(registry_games, &file.games[0], &played, &e), STATUS_OK);
    for (size_t ply = 1; ply < played.count; ply++) {
        ck_assert_int_eq(luck_of_draw(looks, replay_position(&played, ply), NULL, &luck, &e),
                         STATUS_OK);
        sum += luck;
    }
    replay_free(&played);
    record_file_free(&file);
    return number % 2 == 0 ? sum : -sum;
}

static void expect_same_draws(const elo_luck *a, const elo_luck *b) {
    ck_assert_uint_eq(a->count, b->count);
    ck_assert_double_eq_tol(a->score, b->score, 1e-9);
    ck_assert_double_eq_tol(a->luck, b->luck, 1e-9);
    ck_assert_double_eq_tol(a->luck_squared, b->luck_squared, 1e-9);
    ck_assert_double_eq_tol(a->products, b->products, 1e-9);
}

/* By the records alone, which is all that an interrupted contest has to go on with; of games that
 * were played before anybody asked for it, too. */
START_TEST(luck_is_taken_out_of_the_score) {
    contest_options o = options_for("liniell", "greedy", "level:0");
    fixture_path path = fixture_in_folder("lucky.lwg");
    journal l = {0}, rest = {0};
    error e;
    o.luck = true;
    contest_score whole = run(&o, &l);
    engine_options options = {.variant = o.rules.variant, .memory = 1 << 20, .threads = 1};
    engine *looks;
    ck_assert_int_eq(engine_open(&options, &looks, &e), STATUS_OK);
    double luck = 0;
    for (int number = 0; number < GAMES; number++)
        luck += luck_in(&l.records[number], number, looks) / 2;
    engine_close(looks);
    ck_assert_double_gt(fabs(luck), 1e-3);
    ck_assert_double_eq_tol(whole.luck.luck, luck, 1e-9);
    ck_assert_double_eq_tol(whole.luck.score, ((double)whole.wins + (double)whole.draws / 2) / 2,
                            1e-9);

    o.luck = false;
    run_and_kill(&o, path.text, false, 5);
    o.luck = true;
    contest *c = new_contest(&o, &rest);
    ck_assert_int_eq(contest_file_open(path.text, true, "some", &o.rules, c, &rest.file, &e),
                     STATUS_OK);
    ck_assert_int_eq(contest_run(c, &e), STATUS_OK);
    ck_assert_int_eq(rest.count, GAMES - 5);
    contest_score resumed = contest_score_of(c);
    expect_same_draws(&resumed.luck, &whole.luck);
    contest_file_close(rest.file);
    contest_free(c);
    free_journal(&l);
    free_journal(&rest);
    unlink(path.text);
}
END_TEST

START_TEST(a_file_of_something_else_is_refused_and_left_alone) {
    contest_options o = options_for("linja", "level:1", "level:0");
    fixture_path path = fixture_in_folder("other.lwg");
    error e;
    journal l = {0};
    ck_assert_int_eq(run_with_file(&o, path.text, false, "seed 1", &l, &e), STATUS_OK);
    text before = fixture_file(path.text);
    journal again = {0};
    ck_assert_int_eq(run_with_file(&o, path.text, false, "seed 1", &again, &e), STATUS_USAGE);
    ck_assert_ptr_nonnull(strstr(e.text, "exists already"));
    ck_assert_int_eq(run_with_file(&o, path.text, true, "seed 2", &again, &e), STATUS_INVALID);
    ck_assert_ptr_nonnull(strstr(e.text, "line 1: a game of another match: seed 1"));
    o.games = 4; /* fewer games than the file has */
    ck_assert_int_eq(run_with_file(&o, path.text, true, "seed 1", &again, &e), STATUS_INVALID);
    text after = fixture_file(path.text);
    ck_assert_str_eq(before.data, after.data);
    const char letter[] = "Dear Ada,\n";
    ck_assert_int_eq(file_write(path.text, letter, strlen(letter), &e), STATUS_OK);
    ck_assert_int_eq(run_with_file(&o, path.text, true, "seed 1", &again, &e), STATUS_INVALID);
    text kept = fixture_file(path.text);
    ck_assert_str_eq(kept.data, letter);
    ck_assert_int_eq(again.count, 0);
    text_free(&before);
    text_free(&after);
    text_free(&kept);
    free_journal(&l);
    unlink(path.text);
}
END_TEST

START_TEST(a_file_that_another_match_writes_is_left_to_it) {
    contest_options o = options_for("linja", "level:1", "level:0");
    fixture_path path = fixture_in_folder("taken.lwg");
    contest_file *taken;
    error e;
    journal first = {0}, second = {0};
    contest *c = new_contest(&o, &first);
    ck_assert_int_eq(contest_file_open(path.text, false, "some", &o.rules, c, &taken, &e),
                     STATUS_OK);
    ck_assert_int_eq(run_with_file(&o, path.text, true, "some", &second, &e), STATUS_FAILED);
    ck_assert_ptr_nonnull(strstr(e.text, "another match is writing to it"));
    ck_assert_int_eq(access(path.text, F_OK), 0);
    contest_file_close(taken);
    ck_assert_int_ne(access(path.text, F_OK), 0); /* no game came into it */
    contest_free(c);
}
END_TEST

/* --- UGI programs ------------------------------------------------------------------------------
 */

/* The beginning of a program that speaks UGI; `$go` is what it does then. */
static const char speaker[] = "#!/bin/sh\n"
                              "while read -r word rest; do case $word in\n"
                              "ugi) echo id name fake; echo ugiok ;;\n"
                              "isready) echo readyok ;;\n"
                              "position) position=$rest ;;\n"
                              "go) %s ;;\n"
                              "quit) exit 0 ;;\n"
                              "esac; done\n";

/* Writes a script and answers the player that runs it, in place of the shell. */
static fixture_path fake(const char *name, const char *script) {
    fixture_path path = fixture_in_folder(name), player;
    error e;
    ck_assert_int_eq(file_write(path.text, script, strlen(script), &e), STATUS_OK);
    ck_assert_int_eq(chmod(path.text, 0755), 0);
    text t = text_fixed(player.text, sizeof player.text);
    text_format(&t, "ugi:exec %s", path.text);
    return player;
}

static fixture_path fake_that(const char *name, const char *go) {
    char script[2048];
    snprintf(script, sizeof script, speaker, go);
    return fake(name, script);
}

static void expect_no_children(void) {
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}

START_TEST(a_program_that_fails_loses_its_games) {
    static const struct {
        const char *go, *says;
        bool hangs;
    } cases[] = {
        {"exit 3", "ended with exit code 3", false},
        {"kill -SEGV $$", "was ended by signal 11", false},
        {"sh -c 'kill -SEGV $$'; exit $?", "was ended by signal 11", false},
        {"echo bestmove zz", "turn 'zz'", false},
        {"echo bestmove", "turn ''", false},
        {"echo bestmove aa/bb/cc/dd/ee/ff/gg", "no turn is that long", false},
        {"exec cat /dev/zero", "did not answer in time", true},
        {"sleep 1000 & wait", "did not answer in time", true},
        {"exec >&-", "closed its output", false},
    };
    fixture_path player = fake_that("fails", cases[_i].go);
    contest_options o = options_for("linja", player.text, "level:0");
    o.games = 2;
    if (cases[_i].hangs) o.rules.patience = 5; /* enough for a greeting on a busy machine */
    journal l = {0};
    contest_score s = run(&o, &l);
    ck_assert_uint_eq(s.losses, 2);
    for (int i = 0; i < 2; i++) {
        ck_assert_msg(strstr(l.forfeit[i], cases[_i].says), "%s", l.forfeit[i]);
        ck_assert_ptr_nonnull(strstr(l.records[i].data, i == 0 ? "0-1" : "1-0"));
        ck_assert_ptr_nonnull(strstr(l.records[i].data, "loses"));
    }
    expect_no_children();
    free_journal(&l);
}
END_TEST

START_TEST(what_is_no_ugi_program_cannot_play) {
    static const struct {
        const char *script, *says;
        double patience; /* short only where it must run out */
    } cases[] = {
        {"#!/bin/sh\nexit 4\n", "ended with exit code 4", 600},
        {"#!/bin/sh\nread -r line; echo hello; exec sleep 1000\n", "did not answer in time", 1},
        {"#!/nowhere/at/all\n", "is no program that can be run", 600},
    };
    fixture_path player = fake("mute", cases[_i].script);
    contest_options o = options_for("linja", "level:0", player.text);
    o.rules.patience = cases[_i].patience;
    journal l = {0};
    error e;
    contest *c = new_contest(&o, &l);
    ck_assert_int_eq(contest_run(c, &e), STATUS_FAILED);
    ck_assert_msg(strstr(e.text, player.text) && strstr(e.text, cases[_i].says), "%s", e.text);
    ck_assert_int_eq(l.count, 0);
    contest_free(c);
    expect_no_children();
}
END_TEST

/* A program that knows the rules only through what it is told: it makes the first legal turn, found
 * with our own command line, and writes down what it was told. */
START_TEST(a_program_is_told_all_it_needs) {
    static const char set[] = "01: NESW\n02: NES Wo\n03: NE SW\n";
    fixture_path tiles = fixture_in_folder("set.tiles"), heard = fixture_in_folder("heard");
    error e;
    ck_assert_int_eq(file_write(tiles.text, set, strlen(set), &e), STATUS_OK);
    char go[1024];
    snprintf(go, sizeof go,
             "echo \"$position\" >>%s; set -- $position; draws=$3; shift 3\n"
             "[ $# -gt 0 ] && shift\n"
             "here=$(%s liniell play --tiles %s --draws $draws \"$@\")\n"
             "echo bestmove $(%s liniell moves --tiles %s --position \"$here\" | head -n 1)",
             heard.text, PROGRAM, tiles.text, PROGRAM, tiles.text);
    fixture_path player = fake_that("good", go);
    contest_options o = options_for("liniell", player.text, "level:0");
    o.names[0] = "good";
    void *own = malloc(o.rules.variant.game->tiles->bytes);
    ck_assert_int_eq(o.rules.variant.game->tiles->read(set, own, &e), STATUS_OK);
    o.rules.variant = variant_own(o.rules.variant.game, own);
    o.games = 2;
    o.openings = 0;
    o.concurrency = 1;
    journal l = {0};
    run(&o, &l);
    ck_assert_str_eq(l.forfeit[0], "");
    ck_assert_str_eq(l.forfeit[1], "");
    text told = fixture_file(heard.text);
    /* Three tiles: it places the first and the third in one game, the second in the other. */
    char *line = strtok(told.data, "\n");
    char first[64], second[64];
    int read = 0;
    ck_assert_int_eq(sscanf(line, "startpos draws %63s%n", first, &read), 1);
    ck_assert_uint_eq(strlen(first), strlen("01"));
    ck_assert_uint_eq(strlen(line), (size_t)read);
    line = strtok(NULL, "\n");
    ck_assert_int_eq(sscanf(line, "startpos draws %63s moves d4%n", second, &read), 1);
    ck_assert_uint_eq(strlen(second), strlen("01,02,03"));
    ck_assert_int_eq(strncmp(first, second, strlen(first)), 0);
    line = strtok(NULL, "\n");
    ck_assert_int_eq(sscanf(line, "startpos draws %63s moves d4%n", first, &read), 1);
    ck_assert_uint_eq(strlen(first), strlen("01,02")); /* the same stack, a turn sooner */
    ck_assert_int_eq(strncmp(first, second, strlen(first)), 0);
    ck_assert_ptr_null(strtok(NULL, "\n"));
    expect_no_children();
    text_free(&told);
    free_journal(&l);
    free(own);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contest");
    TCase *statistics = fixture_tests(suite, "statistics");
    tcase_add_test(statistics, elo_and_score_are_each_others_inverse);
    tcase_add_test(statistics, the_interval_comes_from_the_variance_of_the_pairs);
    tcase_add_test(statistics, luck_is_taken_out_as_far_as_it_goes_with_the_score);
    tcase_add_test(statistics, swapping_the_players_mirrors_the_result);
    tcase_add_test(statistics, a_clean_score_is_not_certainty);
    tcase_add_test(statistics, the_sequential_test_weighs_the_pairs);
    TCase *played = fixture_threads(suite, "games");
    tcase_add_loop_test(played, the_games_are_the_same_however_many_are_played_at_once, 0, 2);
    tcase_add_loop_test(played, games_of_a_pair_swap_sides_after_the_same_opening, 0, 2);
    /* Level 6 takes its time under the sanitizers. */
    tcase_add_loop_test(played, a_better_level_scores_better, 0, RANDOM_TURNS >= 1000000 ? 4 : 2);
    tcase_add_test(played, a_decided_test_ends_the_contest);
    tcase_add_loop_test(played, the_score_is_that_of_the_pairs_that_count, 0, 12);
    tcase_add_test(played, a_stopped_contest_counts_whole_pairs_only);
    tcase_add_test(played, players_know_the_game_so_far);
    tcase_add_test(played, wrong_names_of_players_are_refused);
    TCase *files = fixture_threads(suite, "files");
    tcase_add_loop_test(files, a_killed_contest_goes_on_as_if_nothing_had_happened, 0, 2);
    tcase_add_test(files, luck_is_taken_out_of_the_score);
    tcase_add_test(files, a_file_of_something_else_is_refused_and_left_alone);
    tcase_add_test(files, a_file_that_another_match_writes_is_left_to_it);
    TCase *programs = fixture_threads(suite, "programs");
    tcase_add_loop_test(programs, a_program_that_fails_loses_its_games, 0, 9);
    tcase_add_loop_test(programs, what_is_no_ugi_program_cannot_play, 0, 3);
    tcase_add_test(programs, a_program_is_told_all_it_needs);
    return fixture_run(suite);
}
