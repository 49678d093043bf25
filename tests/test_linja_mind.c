/* SPDX-License-Identifier: MIT
 *
 * How Linja thinks without a table. Near the end its values must be those of a plain minimax over
 * the plain generator, under all rule sets, with much memory and with next to none. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/rng.h"
#include "fixture.h"
#include "linja/judge.h"
#include "linja/mind.h"

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

static game_position wrapped(const linja_position *p) {
    game_position position = {0};
    memcpy(position.bytes, p, sizeof *p);
    return position;
}

static void *opened(const linja_rules *rules, size_t bytes, int threads) {
    void *search;
    error e;
    MUST(linja_mind.open(rules, bytes, threads, &search, &e) == STATUS_OK);
    return search;
}

static const thought *asked(void *search, const linja_position *p, think_request request) {
    static thought found;
    game_position position = wrapped(p);
    if (!request.stopped) request.stopped = never;
    if (request.lines == 0) request.lines = 1;
    linja_mind.begin(search, &position, &request);
    linja_mind.think(search, 0);
    linja_mind.end(search, &found);
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
        const thought *t = asked(search, &p, (think_request){0});
        MUST(t->count == 1 && t->lines[0].exact && t->lines[0].points == value);
        MUST(t->lines[0].chance == (value > 0 ? 1 : value < 0 ? 0 : 0.5));
        static linja_turn turns[LINJA_TURNS_MAX];
        size_t count = linja_turns(rules, &p, turns);
        t = asked(search, &p, (think_request){.lines = THOUGHT_LINES});
        MUST(t->count == (count < THOUGHT_LINES ? count : THOUGHT_LINES));
        for (size_t j = 0; j < t->count; j++) {
            int budget = BUDGET;
            linja_position after = made(rules, &p, t->lines[j].turns[0].text);
            MUST(t->lines[j].exact);
            MUST(t->lines[j].points == -plain_value(rules, &after, &budget, 12));
            MUST(j == 0 || t->lines[j].points <= t->lines[j - 1].points);
        }
    }
    linja_mind.close(search);
}

START_TEST(values_near_the_end_are_those_of_a_plain_minimax) {
    check_late_positions(&linja_rule_sets[_i], MEMORY, 1);
}
END_TEST

START_TEST(values_are_the_same_with_a_memo_of_four_entries) {
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
        const thought_line *line = &asked(search, &p, (think_request){0})->lines[0];
        for (int j = 0; j < line->length; j++) end = made(rules, &end, line->turns[j].text);
        if (!linja_over(&end)) continue;
        int margin = linja_margin(rules, &end);
        MUST(line->points == (end.to_move == p.to_move ? margin : -margin));
        ended++;
    }
    MUST(ended > 0);
    linja_mind.close(search);
}
END_TEST

/* --- judging ---------------------------------------------------------------------------------- */

/* What linja/judge.h says of the network, unit by unit. */
static int plain_judgement(const int8_t weights[LINJA_WEIGHTS], linja_packed p) {
    uint16_t features[LINJA_FEATURES];
    linja_features(p, features);
    int sum = 0;
    for (int unit = 0; unit < LINJA_UNITS; unit++) {
        int value = 0;
        for (int i = 0; i < LINJA_FEATURES; i++) value += weights[features[i] * LINJA_UNITS + unit];
        if (value > 0) sum += unit < LINJA_UNITS / 2 ? value : -value;
    }
    return sum;
}

START_TEST(a_judgement_is_that_of_the_network) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static linja_judge judge;
    static int8_t weights[LINJA_WEIGHTS];
    static linja_turn turns[LINJA_TURNS_MAX];
    rng random = rng_seeded(4);
    for (int i = 0; i < LINJA_WEIGHTS; i++)
        weights[i] = (int8_t)((int)rng_below(&random, 256) - 128);
    linja_judge_fill(&judge, rules, weights);
    for (int games = 0; games < 30; games++) {
        linja_position p;
        for (linja_start(&p); !linja_over(&p);) {
            linja_packed packed = linja_pack(&p);
            MUST(linja_judgement(&judge, packed) == plain_judgement(weights, packed));
            MUST(linja_packed_margin(&judge, packed) == linja_margin(rules, &p));
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
    const char *written = linja_weight_texts[_i];
    MUST(strlen(written) == LINJA_WEIGHTS);
    static linja_judge judge, again;
    static int8_t weights[LINJA_WEIGHTS];
    for (int i = 0; i < LINJA_WEIGHTS; i++) {
        int weight = LINJA_WEIGHT_LEAST;
        while (weight < LINJA_WEIGHT_MOST && linja_weight_character(weight) != written[i]) weight++;
        MUST(linja_weight_character(weight) == written[i]);
        weights[i] = (int8_t)weight;
    }
    linja_judge_begin(&judge, &linja_rule_sets[_i]);
    linja_judge_fill(&again, &linja_rule_sets[_i], weights);
    MUST(memcmp(&judge, &again, sizeof judge) == 0);
}
END_TEST

START_TEST(one_turn_deep_is_the_best_judgement_after_a_turn) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static linja_judge judge;
    linja_judge_begin(&judge, rules);
    void *search = opened(rules, MEMORY, 1);
    linja_position p;
    linja_start(&p);
    const thought *t = asked(search, &p, (think_request){.depth = 1, .lines = THOUGHT_LINES});
    MUST(t->depth == 1);
    for (size_t i = 0; i < t->count; i++) {
        linja_position after = made(rules, &p, t->lines[i].turns[0].text);
        MUST(t->lines[i].points ==
             -(double)linja_judgement(&judge, linja_pack(&after)) / LINJA_POINT);
        MUST(t->lines[i].chance > 0 && t->lines[i].chance < 1 && !t->lines[i].exact);
    }
    linja_mind.close(search);
}
END_TEST

/* --- requests --------------------------------------------------------------------------------- */

static bool same_thought(const thought *a, const thought *b) {
    bool same = a->count == b->count && a->depth == b->depth && a->nodes == b->nodes;
    for (size_t i = 0; same && i < a->count; i++) {
        const thought_line *x = &a->lines[i], *y = &b->lines[i];
        same = x->points == y->points && x->length == y->length && x->exact == y->exact;
        for (int j = 0; same && j < x->length; j++)
            same = strcmp(x->turns[j].text, y->turns[j].text) == 0;
    }
    return same;
}

START_TEST(the_same_nodes_give_the_same_answer) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static thought first;
    void *one = opened(rules, MEMORY, 1), *other = opened(rules, MEMORY, 1);
    think_request request = {.nodes = 30000, .lines = 3};
    linja_position p;
    linja_start(&p);
    first = *asked(one, &p, request);
    MUST(first.count == 3 && first.nodes < 40000);
    MUST(same_thought(&first, asked(other, &p, request)));
    linja_mind.forget(one);
    MUST(same_thought(&first, asked(one, &p, request)));
    linja_mind.close(one);
    linja_mind.close(other);
}
END_TEST

START_TEST(a_search_that_is_stopped_at_once_has_a_line) {
    const linja_rules *rules = &linja_rule_sets[_i];
    void *search = opened(rules, MEMORY, 1);
    linja_position p;
    linja_start(&p);
    const thought *t = asked(search, &p, (think_request){.stopped = at_once, .lines = 5});
    MUST(t->count == 5 && t->depth == 1 && t->lines[0].length >= 1);
    made(rules, &p, t->lines[0].turns[0].text);
    linja_mind.close(search);
}
END_TEST

START_TEST(only_some_turns_and_some_lines) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static thought all;
    void *search = opened(rules, MEMORY, 1);
    linja_position p;
    linja_start(&p);
    all = *asked(search, &p, (think_request){.depth = 2, .lines = THOUGHT_LINES});
    MUST(all.count == linja_turns(rules, &p, (linja_turn[LINJA_TURNS_MAX]){0}));
    for (size_t i = 0; i < all.count; i += 7) {
        game_turn only[2] = {all.lines[i].turns[0], all.lines[all.count - 1 - i].turns[0]};
        size_t different = strcmp(only[0].text, only[1].text) == 0 ? 1 : 2;
        linja_mind.forget(search);
        const thought *t = asked(
            search, &p, (think_request){.depth = 2, .lines = 9, .only = only, .only_count = 2});
        MUST(t->count == different);
        size_t at = strcmp(t->lines[0].turns[0].text, only[0].text) == 0 ? i : all.count - 1 - i;
        MUST(strcmp(t->lines[0].turns[0].text, all.lines[at].turns[0].text) == 0);
        MUST(t->lines[0].points == all.lines[at].points);
    }
    linja_mind.forget(search);
    for (size_t lines = 1; lines < 4; lines++) {
        const thought *t = asked(search, &p, (think_request){.depth = 2, .lines = lines});
        MUST(t->count == lines);
        for (size_t i = 0; i < lines; i++) MUST(t->lines[i].points == all.lines[i].points);
    }
    linja_mind.close(search);
}
END_TEST

START_TEST(swapping_the_sides_changes_nothing) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static thought first;
    void *search = opened(rules, MEMORY, 1);
    linja_position p, mirrored;
    linja_start(&p);
    mirrored = linja_mirror(&p);
    first = *asked(search, &p, (think_request){.depth = 4, .lines = 2});
    linja_mind.forget(search);
    const thought *t = asked(search, &mirrored, (think_request){.depth = 4, .lines = 2});
    MUST(t->nodes == first.nodes && t->lines[0].points == first.lines[0].points);
    linja_position one = made(rules, &p, first.lines[0].turns[0].text);
    linja_position other = made(rules, &mirrored, t->lines[0].turns[0].text);
    one = linja_mirror(&one);
    MUST(memcmp(&one, &other, sizeof one) == 0);
    linja_mind.close(search);
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

static void think_on(void *context, int item, int thread) {
    (void)thread;
    linja_mind.think(context, item);
}

START_TEST(two_threads_find_the_same_exact_values) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static thought found;
    rng random = rng_seeded(5);
    void *search = opened(rules, MEMORY, 2);
    for (int i = 0; i < 10; i++) {
        int value;
        linja_position p = late_position(rules, &random, &value);
        game_position position = wrapped(&p);
        think_request request = {.lines = 1, .stopped = never};
        linja_mind.begin(search, &position, &request);
        parallel_for(2, 2, 1, think_on, search);
        linja_mind.end(search, &found);
        MUST(found.count == 1 && found.lines[0].exact && found.lines[0].points == value);
    }
    linja_position p;
    linja_start(&p);
    game_position position = wrapped(&p);
    think_request request = {.lines = 2, .stopped = never, .nodes = 20000};
    linja_mind.begin(search, &position, &request);
    parallel_for(2, 2, 1, think_on, search);
    linja_mind.end(search, &found);
    MUST(found.count == 2 && found.nodes > 20000);
    linja_mind.close(search);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("linja_mind");
    TCase *tests = fixture_tests(suite, "mind");
    int sets = LINJA_RULE_SETS;
    tcase_add_loop_test(tests, values_near_the_end_are_those_of_a_plain_minimax, 0, sets);
    tcase_add_loop_test(tests, values_are_the_same_with_a_memo_of_four_entries, 0, sets);
    tcase_add_loop_test(tests, lines_of_a_search_are_legal_and_lead_where_they_say, 0, sets);
    tcase_add_loop_test(tests, a_judgement_is_that_of_the_network, 0, sets);
    tcase_add_loop_test(tests, weights_are_written_and_read_alike, 0, sets);
    tcase_add_loop_test(tests, one_turn_deep_is_the_best_judgement_after_a_turn, 0, sets);
    tcase_add_loop_test(tests, the_same_nodes_give_the_same_answer, 0, sets);
    tcase_add_loop_test(tests, a_search_that_is_stopped_at_once_has_a_line, 0, sets);
    tcase_add_loop_test(tests, only_some_turns_and_some_lines, 0, sets);
    tcase_add_loop_test(tests, swapping_the_sides_changes_nothing, 0, sets);
    tcase_add_loop_test(tests, two_threads_find_the_same_exact_values, 0, sets);
    return fixture_run(suite);
}
