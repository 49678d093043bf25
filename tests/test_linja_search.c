/* SPDX-License-Identifier: MIT
 *
 * How Linja thinks without a table. Near the end its values must be those of a plain minimax over
 * the plain generator, under all rule sets, with much memory and with next to none. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/rng.h"
#include "fixture.h"
#include "linja/game.h"
#include "linja/notation/notation.h"
#include "linja/search/evaluation.h"
#include "linja/search/search.h"

/* The sanitizers need fewer positions to see what they look for. */
enum {
    MEMORY = 1 << 16,
    BUDGET = 4000,
    LATE_POSITIONS = RANDOM_TURNS >= 1000000 ? 40 : 4,
    TURNS_MOST = 200,
};

static bool never(void *context) {
    (void)context;
    return false;
}

static bool at_once(void *context) {
    (void)context;
    return true;
}

static void *opened(const linja_rules *rules, size_t bytes, int threads) {
    void *search;
    error e;
    MUST(linja_search.open(variant_own(&linja_game, rules), bytes, threads, &search, &e) ==
         STATUS_OK);
    return search;
}

static const search_result *asked(void *search, const linja_position *p, search_request request) {
    static search_result found;
    game_position position = linja_wrap(p);
    if (!request.stopped) request.stopped = never;
    if (request.variations == 0) request.variations = 1;
    linja_search.begin(search, &position, &request);
    linja_search.think(search, 0);
    linja_search.end(search, &found);
    return &found;
}

static linja_position made(const linja_rules *rules, const linja_position *p, const char *turn) {
    linja_progress t;
    error e;
    MUST(linja_read_turn(rules, p, turn, &t, &e) == STATUS_OK);
    return linja_finish(&t);
}

/* --- plain minimax ---------------------------------------------------------------------------- */

/* Follows every turn to the end of the game, with no more than a budget of positions. */
typedef struct minimax {
    const linja_rules *rules;
    int budget; /* below 0: it was not enough, and the value is void */
    int depth;
    int best;
} minimax;

static int plain_value(const linja_rules *rules, const linja_position *p, int *budget, int depth);

static void take_best(void *context, const linja_progress *t) {
    minimax *m = context;
    linja_position after = linja_finish(t);
    int value = -plain_value(m->rules, &after, &m->budget, m->depth);
    if (value > m->best) m->best = value;
}

static int plain_value(const linja_rules *rules, const linja_position *p, int *budget, int depth) {
    if (linja_over(p)) return linja_margin(rules, p);
    if (depth == 0) *budget = -1; /* the game may go in circles */
    if (--*budget < 0) return 0;
    minimax m = {.rules = rules, .budget = *budget, .depth = depth - 1, .best = -1000};
    linja_each_turn(rules, p, take_best, &m);
    *budget = m.budget;
    return m.best;
}

/* A random game up to a few turns before its end, such that a plain minimax can cope. */
static linja_position late_position(const linja_rules *rules, rng *random, int *value) {
    static linja_position history[TURNS_MOST];
    static linja_turn turns[LINJA_TURNS_MAX];
    for (;;) {
        int length = 0;
        linja_start(&history[0]);
        while (length < TURNS_MOST - 1 && !linja_over(&history[length])) {
            size_t count = linja_turns(rules, &history[length], turns);
            linja_turn turn = turns[rng_below(random, count)];
            linja_progress t = linja_begin(rules, &history[length]);
            for (int i = 0; i < turn.count; i++) linja_make(&t, turn.steps[i]);
            history[++length] = linja_finish(&t);
        }
        for (int back = 6; back > 0; back--) {
            if (back > length || !linja_over(&history[length])) continue;
            int budget = BUDGET;
            *value = plain_value(rules, &history[length - back], &budget, 12);
            if (budget >= 0) return history[length - back];
        }
    }
}

/* --- values ----------------------------------------------------------------------------------- */

/* All turns of late positions, with their values. */
static void check_late_positions(const linja_rules *rules, size_t bytes, uint64_t seed) {
    rng random = rng_seeded(seed);
    void *search = opened(rules, bytes, 1);
    for (int i = 0; i < LATE_POSITIONS; i++) {
        int value;
        linja_position p = late_position(rules, &random, &value);
        const search_result *t = asked(search, &p, (search_request){0});
        MUST(t->count == 1 && t->variations[0].exact && t->variations[0].points == value);
        MUST(t->variations[0].chance == (value > 0 ? 1 : value < 0 ? 0 : 0.5));
        static linja_turn turns[LINJA_TURNS_MAX];
        size_t count = linja_turns(rules, &p, turns);
        t = asked(search, &p, (search_request){.variations = VARIATIONS_MAX});
        MUST(t->count == (count < VARIATIONS_MAX ? count : VARIATIONS_MAX));
        for (size_t j = 0; j < t->count; j++) {
            int budget = BUDGET;
            linja_position after = made(rules, &p, t->variations[j].turns[0].text);
            MUST(t->variations[j].exact);
            MUST(t->variations[j].points == -plain_value(rules, &after, &budget, 12));
            MUST(j == 0 || t->variations[j].points <= t->variations[j - 1].points);
        }
    }
    linja_search.close(search);
}

START_TEST(values_near_the_end_are_those_of_a_plain_minimax) {
    check_late_positions(&linja_rule_sets[_i], MEMORY, 1);
}
END_TEST

START_TEST(values_are_the_same_with_a_transposition_table_of_four_entries) {
    check_late_positions(&linja_rule_sets[_i], 1, 2);
}
END_TEST

START_TEST(lines_of_a_search_are_legal_and_lead_where_they_say) {
    const linja_rules *rules = &linja_rule_sets[_i];
    rng random = rng_seeded(3);
    void *search = opened(rules, MEMORY, 1);
    int ended = 0;
    for (int i = 0; i < LATE_POSITIONS; i++) {
        int value;
        linja_position p = late_position(rules, &random, &value), end = p;
        const variation *v = &asked(search, &p, (search_request){0})->variations[0];
        for (int j = 0; j < v->length; j++) end = made(rules, &end, v->turns[j].text);
        if (!linja_over(&end)) continue;
        int margin = linja_margin(rules, &end);
        MUST(v->points == (end.to_move == p.to_move ? margin : -margin));
        ended++;
    }
    MUST(ended > 0);
    linja_search.close(search);
}
END_TEST

/* --- evaluation ------------------------------------------------------------------------------- */

/* What linja/search/evaluation.h says of the network, unit by unit. */
static int plain_judgement(const int8_t weights[LINJA_WEIGHTS], linja_packed p) {
    uint16_t features[LINJA_FEATURES];
    linja_features(p, features);
    const int8_t *upper_weights = weights + LINJA_INPUTS * LINJA_UNITS;
    const int8_t *begin = upper_weights + LINJA_UNITS * LINJA_UPPER_UNITS;
    int sum = 0, upper[LINJA_UPPER_UNITS];
    for (int i = 0; i < LINJA_UPPER_UNITS; i++) upper[i] = LINJA_UPPER_PART * begin[i];
    for (int unit = 0; unit < LINJA_UNITS; unit++) {
        int value = 0;
        for (int i = 0; i < LINJA_FEATURES; i++) value += weights[features[i] * LINJA_UNITS + unit];
        if (value <= 0) continue;
        sum += unit < LINJA_UNITS / 2 ? value : -value;
        for (int i = 0; i < LINJA_UPPER_UNITS; i++)
            upper[i] += value * upper_weights[unit * LINJA_UPPER_UNITS + i];
    }
    for (int i = 0; i < LINJA_UPPER_UNITS; i++) {
        int value = upper[i] > 0 ? upper[i] / LINJA_UPPER_PART : 0;
        sum += i < LINJA_UPPER_UNITS / 2 ? value : -value;
    }
    if (sum < -LINJA_GUESS_MOST) return -LINJA_GUESS_MOST;
    return sum < LINJA_GUESS_MOST ? sum : LINJA_GUESS_MOST;
}

START_TEST(a_judgement_is_that_of_the_network) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static linja_evaluation evaluation;
    static int8_t weights[LINJA_WEIGHTS];
    static linja_turn turns[LINJA_TURNS_MAX];
    rng random = rng_seeded(4);
    for (int i = 0; i < LINJA_WEIGHTS; i++)
        weights[i] = (int8_t)((int)rng_below(&random, 256) - 128);
    linja_evaluation_fill(&evaluation, rules, weights);
    for (int games = 0; games < 30; games++) {
        linja_position p;
        for (linja_start(&p); !linja_over(&p);) {
            linja_packed packed = linja_pack(&p);
            MUST(linja_evaluate(&evaluation, packed) == plain_judgement(weights, packed));
            MUST(linja_packed_margin(&evaluation, packed) == linja_margin(rules, &p));
            size_t count = linja_turns(rules, &p, turns);
            linja_turn turn = turns[rng_below(&random, count)];
            linja_progress t = linja_begin(rules, &p);
            for (int i = 0; i < turn.count; i++) linja_make(&t, turn.steps[i]);
            p = linja_finish(&t);
        }
    }
}
END_TEST

START_TEST(weights_are_written_and_read_alike) {
    const char *written = linja_weight_text(_i);
    MUST(strlen(written) == LINJA_WEIGHTS);
    static linja_evaluation evaluation, again;
    static int8_t weights[LINJA_WEIGHTS];
    for (int i = 0; i < LINJA_WEIGHTS; i++) {
        int weight = LINJA_WEIGHT_LEAST;
        while (weight < LINJA_WEIGHT_MOST && linja_weight_character(weight) != written[i]) weight++;
        MUST(linja_weight_character(weight) == written[i]);
        weights[i] = (int8_t)weight;
    }
    linja_evaluation_begin(&evaluation, &linja_rule_sets[_i]);
    linja_evaluation_fill(&again, &linja_rule_sets[_i], weights);
    MUST(memcmp(&evaluation, &again, sizeof evaluation) == 0);
}
END_TEST

START_TEST(one_turn_deep_is_the_best_judgement_after_a_turn) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static linja_evaluation evaluation;
    linja_evaluation_begin(&evaluation, rules);
    void *search = opened(rules, MEMORY, 1);
    linja_position p;
    linja_start(&p);
    const search_result *t =
        asked(search, &p, (search_request){.depth = 1, .variations = VARIATIONS_MAX});
    MUST(t->depth == 1);
    for (size_t i = 0; i < t->count; i++) {
        linja_position after = made(rules, &p, t->variations[i].turns[0].text);
        MUST(t->variations[i].points ==
             -(double)linja_evaluate(&evaluation, linja_pack(&after)) / LINJA_POINT);
        MUST(t->variations[i].chance > 0 && t->variations[i].chance < 1 && !t->variations[i].exact);
    }
    linja_search.close(search);
}
END_TEST

/* --- requests --------------------------------------------------------------------------------- */

static bool same_thought(const search_result *a, const search_result *b) {
    bool same = a->count == b->count && a->depth == b->depth && a->nodes == b->nodes;
    for (size_t i = 0; same && i < a->count; i++) {
        const variation *x = &a->variations[i], *y = &b->variations[i];
        same = x->points == y->points && x->length == y->length && x->exact == y->exact;
        for (int j = 0; same && j < x->length; j++)
            same = strcmp(x->turns[j].text, y->turns[j].text) == 0;
    }
    return same;
}

START_TEST(the_same_nodes_give_the_same_answer) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static search_result first;
    void *one = opened(rules, MEMORY, 1), *other = opened(rules, MEMORY, 1);
    search_request request = {.nodes = 30000, .variations = 3};
    linja_position p;
    linja_start(&p);
    first = *asked(one, &p, request);
    MUST(first.count == 3 && first.nodes < 40000);
    MUST(same_thought(&first, asked(other, &p, request)));
    linja_search.forget(one);
    MUST(same_thought(&first, asked(one, &p, request)));
    linja_search.close(one);
    linja_search.close(other);
}
END_TEST

START_TEST(a_search_that_is_stopped_at_once_has_a_variation) {
    const linja_rules *rules = &linja_rule_sets[_i];
    void *search = opened(rules, MEMORY, 1);
    linja_position p;
    linja_start(&p);
    const search_result *t =
        asked(search, &p, (search_request){.stopped = at_once, .variations = 5});
    MUST(t->count == 5 && t->depth == 1 && t->variations[0].length >= 1);
    made(rules, &p, t->variations[0].turns[0].text);
    linja_search.close(search);
}
END_TEST

START_TEST(only_some_turns_and_some_lines) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static search_result all;
    void *search = opened(rules, MEMORY, 1);
    linja_position p;
    linja_start(&p);
    all = *asked(search, &p, (search_request){.depth = 2, .variations = VARIATIONS_MAX});
    MUST(all.count == linja_turns(rules, &p, (linja_turn[LINJA_TURNS_MAX]){0}));
    for (size_t i = 0; i < all.count; i += 7) {
        game_turn only[2] = {all.variations[i].turns[0],
                             all.variations[all.count - 1 - i].turns[0]};
        size_t different = strcmp(only[0].text, only[1].text) == 0 ? 1 : 2;
        linja_search.forget(search);
        const search_result *t =
            asked(search, &p,
                  (search_request){.depth = 2, .variations = 9, .only = only, .only_count = 2});
        MUST(t->count == different);
        size_t at =
            strcmp(t->variations[0].turns[0].text, only[0].text) == 0 ? i : all.count - 1 - i;
        MUST(strcmp(t->variations[0].turns[0].text, all.variations[at].turns[0].text) == 0);
        MUST(t->variations[0].points == all.variations[at].points);
    }
    linja_search.forget(search);
    for (size_t wanted = 1; wanted < 4; wanted++) {
        const search_result *t =
            asked(search, &p, (search_request){.depth = 2, .variations = wanted});
        MUST(t->count == wanted);
        for (size_t i = 0; i < wanted; i++)
            MUST(t->variations[i].points == all.variations[i].points);
    }
    linja_search.close(search);
}
END_TEST

START_TEST(swapping_the_sides_changes_nothing) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static search_result first;
    void *search = opened(rules, MEMORY, 1);
    linja_position p, mirrored;
    linja_start(&p);
    mirrored = linja_mirror(&p);
    first = *asked(search, &p, (search_request){.depth = 4, .variations = 2});
    linja_search.forget(search);
    const search_result *t =
        asked(search, &mirrored, (search_request){.depth = 4, .variations = 2});
    MUST(t->nodes == first.nodes && t->variations[0].points == first.variations[0].points);
    linja_position one = made(rules, &p, first.variations[0].turns[0].text);
    linja_position other = made(rules, &mirrored, t->variations[0].turns[0].text);
    one = linja_mirror(&one);
    MUST(memcmp(&one, &other, sizeof one) == 0);
    linja_search.close(search);
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

static void think_on(void *context, int item, int thread) {
    (void)thread;
    linja_search.think(context, item);
}

START_TEST(two_threads_find_the_same_exact_values) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static search_result found;
    rng random = rng_seeded(5);
    void *search = opened(rules, MEMORY, 2);
    for (int i = 0; i < 10; i++) {
        int value;
        linja_position p = late_position(rules, &random, &value);
        game_position position = linja_wrap(&p);
        search_request request = {.variations = 1, .stopped = never};
        linja_search.begin(search, &position, &request);
        parallel_for(2, 2, 1, think_on, search);
        linja_search.end(search, &found);
        MUST(found.count == 1 && found.variations[0].exact && found.variations[0].points == value);
    }
    linja_position p;
    linja_start(&p);
    game_position position = linja_wrap(&p);
    search_request request = {.variations = 2, .stopped = never, .nodes = 20000};
    linja_search.begin(search, &position, &request);
    parallel_for(2, 2, 1, think_on, search);
    linja_search.end(search, &found);
    MUST(found.count == 2 && found.nodes > 20000);
    linja_search.close(search);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("linja_search");
    TCase *tests = fixture_tests(suite, "mind");
    TCase *threads = fixture_threads(suite, "threads");
    int sets = LINJA_RULE_SETS;
    tcase_add_loop_test(tests, values_near_the_end_are_those_of_a_plain_minimax, 0, sets);
    tcase_add_loop_test(tests, values_are_the_same_with_a_transposition_table_of_four_entries, 0,
                        sets);
    tcase_add_loop_test(tests, lines_of_a_search_are_legal_and_lead_where_they_say, 0, sets);
    tcase_add_loop_test(tests, a_judgement_is_that_of_the_network, 0, sets);
    tcase_add_loop_test(tests, weights_are_written_and_read_alike, 0, sets);
    tcase_add_loop_test(tests, one_turn_deep_is_the_best_judgement_after_a_turn, 0, sets);
    tcase_add_loop_test(tests, the_same_nodes_give_the_same_answer, 0, sets);
    tcase_add_loop_test(tests, a_search_that_is_stopped_at_once_has_a_variation, 0, sets);
    tcase_add_loop_test(tests, only_some_turns_and_some_lines, 0, sets);
    tcase_add_loop_test(tests, swapping_the_sides_changes_nothing, 0, sets);
    tcase_add_loop_test(threads, two_threads_find_the_same_exact_values, 0, sets);
    return fixture_run(suite);
}
