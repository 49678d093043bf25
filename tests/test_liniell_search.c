/* SPDX-License-Identifier: MIT
 *
 * How Liniell thinks: the exact search against a plain expectimax that tries everything by the
 * plain rules, the tree search against the exact one, and what every mind promises. Seeded, so a
 * failure comes again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "fixture.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/rules/stack.h"
#include "liniell/search/search.h"
#include "liniell/search/tree.h"

enum {
    SMALL_SETS = RANDOM_TURNS / 5000,
    STANDARD_ENDS = RANDOM_TURNS / 20000,
    QUESTIONS = 5 + RANDOM_TURNS / 50000,
};

/* --- positions -------------------------------------------------------------------------------- */

static void random_tiles(rng *random, int count, liniell_tiles *tiles) {
    char string[4096];
    text t = text_fixed(string, sizeof string);
    for (int i = 0; i < count; i++) {
        uint64_t groups = 1 + rng_below(random, 4);
        char sides[4][8] = {"", "", "", ""};
        const char *letters[] = {"N", "E", "S", "W"};
        for (int side = 0; side < 4; side++)
            strcat(sides[rng_below(random, groups)], letters[side]);
        text_format(&t, "%02d:", i + 1);
        for (int group = 0; group < 4; group++) {
            if (!*sides[group]) continue;
            text_format(&t, " %s", sides[group]);
            if (rng_below(random, 2)) text_char(&t, rng_below(random, 2) ? 'o' : '*');
        }
        text_char(&t, '\n');
    }
    error e;
    ck_assert_msg(liniell_read_tiles(string, tiles, &e) == STATUS_OK, "%s: %s", string, e.text);
}

/* After random moves, with so many tiles to place, the drawn one counted. */
static liniell_position random_position(const liniell_tiles *tiles, int left, rng *random) {
    static liniell_board b;
    liniell_position p;
    liniell_start(tiles, &p);
    liniell_shuffle(tiles, random, true, &p);
    while (p.stack_count + 1 > left) {
        liniell_board_set(tiles, &p, &b);
        liniell_fast_move fast = liniell_random_move(&b, p.drawn, random);
        /* Markers make the game; more of them than chance would set. */
        for (int i = 0; i < 3 && fast.side == LINIELL_NONE; i++)
            fast = liniell_random_move(&b, p.drawn, random);
        liniell_move move = liniell_plain_move(&b, fast);
        if (move.cell == LINIELL_NONE) {
            p = liniell_pass(&p);
            continue;
        }
        liniell_placed placed = liniell_place(tiles, &p, move.cell, move.rotation);
        p = liniell_finish(&placed, &move);
    }
    return p;
}

/* --- asking ----------------------------------------------------------------------------------- */

static bool never(void *context) {
    (void)context;
    return false;
}

static bool always(void *context) {
    (void)context;
    return true;
}

/* One answer of a fresh mind on one thread. */
static const search_result *ask(const liniell_tiles *tiles, const liniell_position *p,
                                search_request request) {
    static search_result result;
    void *search;
    error e;
    if (request.variations == 0) request.variations = 1;
    if (!request.stopped) request.stopped = never;
    MUST(liniell_search.open(variant_own(&liniell_game, tiles), 4 << 20, 1, &search, &e) ==
         STATUS_OK);
    game_position position = liniell_wrap(p);
    memset(&result, 0, sizeof result);
    liniell_search.begin(search, &position, &request);
    liniell_search.think(search, 0);
    liniell_search.end(search, &result);
    liniell_search.close(search);
    MUST(result.count >= 1 && result.count <= request.variations);
    for (size_t i = 0; i < result.count; i++) {
        const variation *v = &result.variations[i];
        MUST(v->chance >= 0 && v->chance <= 1 && v->length == 1);
        MUST(v->exact ? v->points_error == 0 && v->chance_error == 0
                      : v->points_error > 0 && v->chance_error > 0);
    }
    return &result;
}

static bool same_answers(const search_result *a, const search_result *b) {
    return a->count == b->count && a->nodes == b->nodes && a->depth == b->depth &&
           memcmp(a->variations, b->variations, a->count * sizeof *a->variations) == 0;
}

/* --- the plain expectimax --------------------------------------------------------------------- */

/* Sums over all orders of the stack, for one side. */
typedef struct sums {
    int64_t results, margins, orders;
} sums;

static bool is_better(sums a, sums b) {
    return a.results != b.results ? a.results > b.results : a.margins > b.margins;
}

static sums plain_best(const liniell_tiles *tiles, const liniell_position *p);

/* Of a move, for the side that makes it: each tile of the stack is on top once. */
static sums plain_after(const liniell_tiles *tiles, const liniell_position *p,
                        const liniell_move *move) {
    sums sum = {0, 0, 0};
    unsigned count = p->stack_count, draws = count ? count : 1;
    for (unsigned i = 0; i < draws; i++) {
        liniell_position before = *p, after;
        uint8_t *stack = before.rest + before.out_count;
        before.known = before.stack_count;
        uint8_t top = stack[i];
        if (count) memmove(stack + 1, stack, i), stack[0] = top;
        if (move->cell == LINIELL_NONE) {
            after = liniell_pass(&before);
        } else {
            liniell_placed placed = liniell_place(tiles, &before, move->cell, move->rotation);
            after = liniell_finish(&placed, move);
        }
        if (liniell_over(&after)) {
            liniell_score score = liniell_score_plain(tiles, &after);
            int me = p->to_move, margin = score.points[me] - score.points[1 - me];
            int decides = margin ? margin : score.blue[me] - score.blue[1 - me];
            return (sums){(decides > 0) - (decides < 0), margin, 1};
        }
        sums other = plain_best(tiles, &after);
        sum.results -= other.results;
        sum.margins -= other.margins;
        sum.orders += other.orders;
    }
    return sum;
}

static sums plain_best(const liniell_tiles *tiles, const liniell_position *p) {
    liniell_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves(tiles, p, moves);
    sums best = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        sums sum = plain_after(tiles, p, &moves[i]);
        if (i == 0 || is_better(sum, best)) best = sum;
    }
    return best;
}

static void check_variation(const variation *v, sums expected) {
    double orders = (double)expected.orders;
    MUST(v->exact);
    MUST(v->chance == (1 + (double)expected.results / orders) / 2);
    MUST(v->points == (double)expected.margins / orders);
}

/* The best variation alone, and each of all. */
static void check_exact(const liniell_tiles *tiles, const liniell_position *p) {
    liniell_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves(tiles, p, moves);
    sums best = {0, 0, 0};
    const search_result *all = ask(tiles, p, (search_request){.variations = VARIATIONS_MAX});
    MUST(all->count == count);
    for (size_t i = 0; i < count; i++) {
        char string[GAME_TURN_BYTES];
        text t = text_fixed(string, sizeof string);
        liniell_write_move(&moves[i], &t);
        sums sum = plain_after(tiles, p, &moves[i]);
        size_t at = 0;
        while (at < count && strcmp(all->variations[at].turns[0].text, string) != 0) at++;
        MUST(at < count);
        check_variation(&all->variations[at], sum);
        if (i == 0 || is_better(sum, best)) best = sum;
    }
    check_variation(&all->variations[0], best);
    for (size_t i = 1; i < count; i++)
        MUST(all->variations[i].chance < all->variations[i - 1].chance ||
             (all->variations[i].chance == all->variations[i - 1].chance &&
              all->variations[i].points <= all->variations[i - 1].points));
    check_variation(&ask(tiles, p, (search_request){.variations = 1})->variations[0], best);
}

START_TEST(exact_values_are_those_of_trying_everything) {
    rng random = rng_seeded(11);
    for (int i = 0; i < SMALL_SETS; i++) {
        liniell_tiles tiles;
        int count = 2 + (int)rng_below(&random, 8);
        random_tiles(&random, count, &tiles);
        int most = count <= 4 || count >= 8 ? 3 : 2; /* else there are many cells to go to */
        if (most > count) most = count;
        liniell_position p =
            random_position(&tiles, 1 + (int)rng_below(&random, (uint64_t)most), &random);
        check_exact(&tiles, &p);
    }
    for (int i = 0; i < STANDARD_ENDS; i++) {
        liniell_position p =
            random_position(&liniell_standard, i % 8 == 7 ? 3 : 1 + i % 2, &random);
        check_exact(&liniell_standard, &p);
    }
}
END_TEST

/* --- parts ------------------------------------------------------------------------------------ */

START_TEST(an_option_says_what_the_board_says) {
    rng random = rng_seeded(12);
    static liniell_board b, made;
    static liniell_fast_move moves[LINIELL_TURNS_MAX];
    static liniell_option options[LINIELL_TURNS_MAX];
    for (int i = 0; i < SMALL_SETS; i++) {
        liniell_tiles tiles = liniell_standard;
        if (i % 2) random_tiles(&random, 2 + (int)rng_below(&random, 15), &tiles);
        liniell_worths worths;
        MUST(liniell_worths_open(&worths));
        int left = 1 + (int)rng_below(&random, tiles.count);
        liniell_position p = random_position(&tiles, left, &random);
        liniell_board_set(&tiles, &p, &b);
        size_t count = liniell_options(&b, p.drawn, &worths, moves, options);
        for (size_t k = 0; k < count; k++) {
            const liniell_option *o = &options[k];
            liniell_board_play(&b, p.drawn, o->move);
            liniell_score score = liniell_board_score(&b);
            int me = p.to_move;
            MUST(o->margin == score.points[me] - score.points[1 - me]);
            MUST(o->blue == score.blue[me] - score.blue[1 - me]);
            MUST(o->key == liniell_standing(&b, &worths).key);
            liniell_board_undo(&b);
        }
        liniell_board_set(&tiles, &p, &made);
        MUST(made.key == b.key);
        liniell_worths_close(&worths);
    }
}
END_TEST

/* Guesses for all actions of a placement at once are those of each position on its own. */
START_TEST(a_guess_is_that_of_the_position_made) {
    rng random = rng_seeded(14);
    static liniell_board b;
    static liniell_network network;
    static liniell_fast_move moves[LINIELL_TURNS_MAX];
    static liniell_option options[LINIELL_TURNS_MAX];
    int8_t weights[LINIELL_WEIGHTS];
    for (int i = 0; i < LINIELL_WEIGHTS; i++) weights[i] = (int8_t)(rng_below(&random, 255) - 127);
    liniell_network_fill(&network, weights);
    for (int i = 0; i < SMALL_SETS; i++) {
        liniell_tiles tiles = liniell_standard;
        if (i % 2) random_tiles(&random, 2 + (int)rng_below(&random, 15), &tiles);
        liniell_worths worths;
        MUST(liniell_worths_open(&worths));
        liniell_position p =
            random_position(&tiles, 1 + (int)rng_below(&random, tiles.count), &random);
        liniell_board_set(&tiles, &p, &b);
        liniell_kinds kinds;
        liniell_bag bag;
        liniell_find_kinds(&tiles, &kinds);
        liniell_fill_bag(&kinds, &p, &bag);
        liniell_evaluator evaluator = {&network, &kinds, &bag};
        size_t count = liniell_guessed_options(&b, p.drawn, &worths, &evaluator, moves, options);
        for (size_t k = 0; k < count; k++) {
            const liniell_option *o = &options[k];
            uint16_t rows[LINIELL_ROWS_MOST];
            liniell_board_play(&b, p.drawn, o->move);
            size_t many = liniell_rows_of(&kinds, &bag, &b, &worths, rows);
            liniell_guess guess = liniell_guess_rows(&network, rows, many);
            if (bag.total == 0)
                guess =
                    (liniell_guess){o->margin * LINIELL_POINT, liniell_result(o) * LINIELL_POINT};
            MUST(o->guess.margin == guess.margin && o->guess.result == guess.result);
            MUST(abs(o->guess.result) <= LINIELL_POINT);
            liniell_board_undo(&b);
        }
        liniell_worths_close(&worths);
    }
}
END_TEST

/* With three tiles left an iteration draws one of two tiles and knows the rest: the mean is that of
 * the exact value, and its error is as told. */
START_TEST(samples_agree_with_the_exact_value) {
    enum { POSITIONS = SMALL_SETS / 8 + 4, ITERATIONS = 2000 };
    rng random = rng_seeded(13);
    int compared = 0;
    for (int i = 0; i < POSITIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 3, &random);
        const search_result *exact =
            ask(&liniell_standard, &p, (search_request){.variations = VARIATIONS_MAX});
        MUST(exact->variations[0].exact);
        liniell_tree *s = liniell_tree_new(&liniell_standard, 1 << 20);
        MUST(s);
        liniell_tree_begin(s, &p, (uint64_t)i, 0);
        for (int k = 0; k < ITERATIONS; k++) liniell_tree_iterate(s);
        liniell_candidate *candidates;
        size_t count = liniell_tree_candidates(s, &candidates);
        for (size_t k = 0; k < count; k++) {
            const liniell_candidate *c = &candidates[k];
            if (c->visits < 100) continue;
            liniell_move move = liniell_plain_move(liniell_tree_board(s), c->option.move);
            char string[GAME_TURN_BYTES];
            text t = text_fixed(string, sizeof string);
            liniell_write_move(&move, &t);
            size_t at = 0;
            while (strcmp(exact->variations[at].turns[0].text, string) != 0) at++;
            double n = c->visits, mean = c->result / n;
            double off = sqrt((c->result_squares / n - mean * mean + 2 / n) / n);
            MUST(fabs(mean - (2 * exact->variations[at].chance - 1)) <= 5 * off);
            mean = c->margin / n;
            off = sqrt((c->margin_squares / n - mean * mean + 2 / n) / n);
            MUST(fabs(mean - exact->variations[at].points) <= 5 * off);
            compared++;
        }
        liniell_tree_free(s);
    }
    ck_assert_int_ge(compared, POSITIONS);
}
END_TEST

/* The errors that are stated hold the exact value about as often as they should: 95 times of 100.
 */
START_TEST(stated_errors_are_true) {
    enum { POSITIONS = 60, ITERATIONS = 200 };
    rng random = rng_seeded(15);
    int chances = 0, points = 0;
    liniell_tree *s = liniell_tree_new(&liniell_standard, 1 << 20);
    MUST(s);
    for (int i = 0; i < POSITIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 4, &random);
        liniell_tree_begin(s, &p, (uint64_t)i, 0);
        for (int k = 0; k < ITERATIONS; k++) liniell_tree_iterate(s);
        liniell_candidate *candidates;
        size_t count = liniell_tree_candidates(s, &candidates), best = 0;
        for (size_t k = 1; k < count; k++)
            if (candidates[k].visits > candidates[best].visits) best = k;
        unsigned to_come = liniell_tree_bag(s);
        liniell_estimate e = liniell_estimate_of(&candidates[best], to_come);
        int64_t worth;
        MUST(liniell_tree_solve(s, &candidates[best], -liniell_worth_bound(to_come), &worth));
        liniell_value exact = liniell_mean(worth, to_come);
        chances += fabs(e.result - exact.result) <= 1.96 * e.result_error;
        points += fabs(e.margin - exact.margin) <= 1.96 * e.margin_error;
    }
    liniell_tree_free(s);
    ck_assert_int_ge(chances, POSITIONS * 9 / 10);
    ck_assert_int_ge(points, POSITIONS * 9 / 10);
}
END_TEST

/* ... and are never larger than a chance can be off, however little was tried. */
START_TEST(stated_errors_are_possible) {
    static const uint64_t nodes[] = {1, 2, 5, 20, 50, 150};
    rng random = rng_seeded(16);
    for (size_t i = 0; i < 10 * QUESTIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 2 + (int)i % 15, &random);
        search_request request = {.nodes = nodes[i % (sizeof nodes / sizeof *nodes)],
                                  .seed = i,
                                  .variations = VARIATIONS_MAX};
        const search_result *found = ask(&liniell_standard, &p, request);
        for (size_t k = 0; k < found->count; k++) {
            double off = found->variations[k].chance_error;
            if (!(off >= 0 && off <= 0.5)) ck_abort_msg("an error of %f", off);
        }
    }
}
END_TEST

/* However long it looks, it may have missed a reply. */
START_TEST(an_error_does_not_go_to_nothing) {
    double many = 1e6, mean = 0.2;
    liniell_candidate c = {.visits = (uint32_t)many,
                           .result = many * mean,
                           .result_squares = many * mean,
                           .margin = many * mean,
                           .margin_squares = many * mean};
    for (unsigned to_come = 1; to_come < 8; to_come++) {
        liniell_estimate e = liniell_estimate_of(&c, to_come);
        MUST(e.result_error > 0.05 && e.margin_error > 0.4);
    }
}
END_TEST

static int filled_after(size_t bytes, int iterations) {
    rng random = rng_seeded(22);
    liniell_position p = random_position(&liniell_standard, 16, &random);
    liniell_tree *s = liniell_tree_new(&liniell_standard, bytes);
    MUST(s);
    liniell_tree_begin(s, &p, 1, 0);
    for (int i = 0; i < iterations; i++) liniell_tree_iterate(s);
    int filled = liniell_tree_filled(s);
    liniell_tree_free(s);
    return filled;
}

/* Most positions are seen once and take no more room than that; and full is full. */
START_TEST(a_tree_tells_how_full_it_is) {
    int filled = filled_after(1 << 20, 2000);
    ck_assert_int_ge(filled, 200);
    ck_assert_int_le(filled, 400);
    ck_assert_int_ge(filled_after(1 << 16, 2000), 990);
    ck_assert_int_le(filled_after(1 << 16, 2000), 1000);
}
END_TEST

/* --- promises --------------------------------------------------------------------------------- */

START_TEST(the_same_question_has_the_same_answer) {
    static search_result first;
    rng random = rng_seeded(14);
    for (int i = 0; i < QUESTIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 2 + 4 * i % 15, &random);
        search_request request = {.nodes = 150, .seed = 5, .variations = 9, .depth = i % 3};
        first = *ask(&liniell_standard, &p, request);
        MUST(same_answers(&first, ask(&liniell_standard, &p, request)));
    }
}
END_TEST

/* What was found before serves the next search, but not one that has forgotten it. */
START_TEST(what_is_forgotten_has_no_part_in_the_answer) {
    static search_result first, next;
    rng random = rng_seeded(23);
    void *search;
    error e;
    MUST(liniell_search.open(variant_own(&liniell_game, &liniell_standard), 4 << 20, 1, &search,
                             &e) == STATUS_OK);
    for (int i = 0; i < QUESTIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 6 + 4 * i % 11, &random);
        game_position position = liniell_wrap(&p);
        search_request request = {.nodes = 400, .seed = 5, .variations = 9, .stopped = never};
        first = *ask(&liniell_standard, &p, request);
        for (int again = 0; again < 3; again++) {
            if (again != 1) liniell_search.forget(search);
            liniell_search.begin(search, &position, &request);
            liniell_search.think(search, 0);
            liniell_search.end(search, &next);
            MUST(same_answers(&first, &next) == (again != 1));
        }
    }
    liniell_search.close(search);
}
END_TEST

START_TEST(the_order_of_the_stack_does_not_matter) {
    static search_result first;
    rng random = rng_seeded(15);
    for (int i = 0; i < QUESTIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 3 + 5 * i % 13, &random);
        search_request request = {.nodes = 150, .seed = 6, .variations = 9};
        first = *ask(&liniell_standard, &p, request);
        for (int again = 0; again < 3; again++) {
            liniell_shuffle(&liniell_standard, &random, false, &p);
            MUST(same_answers(&first, ask(&liniell_standard, &p, request)));
        }
    }
}
END_TEST

START_TEST(colours_do_not_matter) {
    static search_result first;
    rng random = rng_seeded(16);
    for (int i = 0; i < QUESTIONS; i++) {
        liniell_position p = random_position(&liniell_standard, 2 + 4 * i % 15, &random);
        search_request request = {.nodes = 150, .seed = 7, .variations = 9};
        first = *ask(&liniell_standard, &p, request);
        liniell_position mirrored = p;
        mirrored.to_move = (uint8_t)(1 - p.to_move);
        memcpy(mirrored.markers[0], p.markers[1], sizeof p.markers[0]);
        memcpy(mirrored.markers[1], p.markers[0], sizeof p.markers[0]);
        MUST(same_answers(&first, ask(&liniell_standard, &mirrored, request)));
    }
}
END_TEST

START_TEST(stopped_at_once_it_still_answers) {
    rng random = rng_seeded(17);
    for (int left = 1; left <= 16; left++) {
        liniell_position p = random_position(&liniell_standard, left, &random);
        const search_result *t = ask(&liniell_standard, &p, (search_request){.stopped = always});
        MUST(t->count == 1);
        game_position position = liniell_wrap(&p);
        error e;
        MUST(liniell_game.play(&liniell_standard, &position, t->variations[0].turns[0].text, &e) ==
             STATUS_OK);
    }
}
END_TEST

START_TEST(only_what_is_asked_for_is_answered) {
    rng random = rng_seeded(18);
    static game_turn turns[GAME_TURNS_MAX];
    for (int left = 1; left <= 16; left++) {
        liniell_position p = random_position(&liniell_standard, left, &random);
        game_position position = liniell_wrap(&p);
        size_t count = liniell_game.turns(&liniell_standard, &position, turns);
        game_turn only[3];
        for (int i = 0; i < 3; i++) only[i] = turns[(size_t)i * (count - 1) / 2];
        size_t different = 1u + (strcmp(only[0].text, only[1].text) != 0) +
                           (strcmp(only[1].text, only[2].text) != 0);
        search_request request = {.nodes = 200, .only = only, .only_count = 3, .variations = 5};
        const search_result *t = ask(&liniell_standard, &p, request);
        MUST(t->count == different);
        for (size_t i = 0; i < t->count; i++) {
            const char *found = t->variations[i].turns[0].text;
            MUST(strcmp(found, only[0].text) == 0 || strcmp(found, only[1].text) == 0 ||
                 strcmp(found, only[2].text) == 0);
            for (size_t k = 0; k < i; k++) MUST(strcmp(found, t->variations[k].turns[0].text) != 0);
        }
        request = (search_request){.nodes = 200, .variations = 4};
        MUST(ask(&liniell_standard, &p, request)->count == (count < 4 ? count : 4));
        request.nodes = 50;
        MUST(ask(&liniell_standard, &p, request)->nodes <= 52);
    }
}
END_TEST

static int reports;

static void count_report(void *context, const search_result *so_far) {
    (void)context;
    MUST(so_far->count >= 1);
    reports++;
}

START_TEST(it_tells_what_it_found_so_far) {
    rng random = rng_seeded(19);
    liniell_position p = random_position(&liniell_standard, 9, &random);
    reports = 0;
    ask(&liniell_standard, &p, (search_request){.nodes = 600, .report = count_report});
    ck_assert_int_ge(reports, 2);
}
END_TEST

START_TEST(several_threads_think_together) {
    engine_options options = {.variant = variant_own(&liniell_game, &liniell_standard),
                              .threads = 2};
    engine *t;
    error e;
    MUST(engine_open(&options, &t, &e) == STATUS_OK);
    rng random = rng_seeded(20);
    for (int left = 1; left <= 16; left += 3) {
        liniell_position p = random_position(&liniell_standard, left, &random);
        game_position position = liniell_wrap(&p);
        engine_limits limits = {.nodes = 600, .variations = 3};
        const search_result *result;
        MUST(engine_think(t, &position, &limits, &result, &e) == STATUS_OK);
        MUST(result->count >= 1 && result->variations[0].chance >= 0 &&
             result->variations[0].chance <= 1);
        MUST(liniell_game.play(&liniell_standard, &position, result->variations[0].turns[0].text,
                               &e) == STATUS_OK);
    }
    engine_close(t);
}
END_TEST

static void expect_legal(const liniell_tiles *tiles, const liniell_position *p,
                         const search_result *t, size_t wanted) {
    MUST(t->count >= 1 && t->count <= wanted);
    for (size_t i = 0; i < t->count; i++) {
        game_position position = liniell_wrap(p);
        error e;
        MUST(liniell_game.play(tiles, &position, t->variations[i].turns[0].text, &e) == STATUS_OK);
        MUST(t->variations[i].chance >= 0 && t->variations[i].chance <= 1);
    }
}

/* From two tiles to sixty-four, with much and with little room, and lines full of loops. */
START_TEST(it_thinks_about_any_set) {
    static const int sizes[] = {2, 3, 5, 10, 17, 26, 37, 50, 64};
    rng random = rng_seeded(21);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        liniell_tiles tiles;
        random_tiles(&random, sizes[i], &tiles);
        for (int left = 1; left <= sizes[i]; left += 1 + sizes[i] / 3) {
            liniell_position p = random_position(&tiles, left, &random);
            expect_legal(&tiles, &p,
                         ask(&tiles, &p, (search_request){.nodes = 20, .variations = 3}), 3);
            expect_legal(&tiles, &p, ask(&tiles, &p, (search_request){.nodes = 5, .depth = 1}), 1);
        }
    }
    char crosses[1024];
    text t = text_fixed(crosses, sizeof crosses);
    for (int i = 1; i <= 64; i++) text_format(&t, "%02d: NESW%s;", i, i % 5 ? "" : "o");
    liniell_tiles tiles;
    error e;
    MUST(liniell_read_tiles(crosses, &tiles, &e) == STATUS_OK);
    liniell_position p = random_position(&tiles, 60, &random);
    expect_legal(&tiles, &p, ask(&tiles, &p, (search_request){.nodes = 1}), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("liniell-search");
    TCase *tests = fixture_tests(suite, "mind");
    TCase *threads = fixture_threads(suite, "threads");
    tcase_add_test(tests, exact_values_are_those_of_trying_everything);
    tcase_add_test(tests, an_option_says_what_the_board_says);
    tcase_add_test(tests, a_guess_is_that_of_the_position_made);
    tcase_add_test(tests, samples_agree_with_the_exact_value);
    tcase_add_test(tests, stated_errors_are_true);
    tcase_add_test(tests, stated_errors_are_possible);
    tcase_add_test(tests, an_error_does_not_go_to_nothing);
    tcase_add_test(tests, a_tree_tells_how_full_it_is);
    tcase_add_test(tests, the_same_question_has_the_same_answer);
    tcase_add_test(tests, what_is_forgotten_has_no_part_in_the_answer);
    tcase_add_test(tests, the_order_of_the_stack_does_not_matter);
    tcase_add_test(tests, colours_do_not_matter);
    tcase_add_test(tests, stopped_at_once_it_still_answers);
    tcase_add_test(tests, only_what_is_asked_for_is_answered);
    tcase_add_test(tests, it_tells_what_it_found_so_far);
    tcase_add_test(threads, several_threads_think_together);
    tcase_add_test(tests, it_thinks_about_any_set);
    return fixture_run(suite);
}
