/* SPDX-License-Identifier: MIT
 *
 * Linja, put together from its rooms: the descriptor at the end of this file. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "linja/game.h"
#include "linja/notation/coach.h"
#include "linja/notation/notation.h"
#include "linja/notation/picture.h"
#include "linja/rules/fast.h"
#include "linja/search/search.h"
#include "linja/solution/oracle.h"
#ifndef LINEWORK_WITHOUT_SOLVER
#include "linja/solution/solver.h"
#endif

static const char *rule_set(size_t index) {
    return index < LINJA_RULE_SETS ? linja_rule_sets[index].name : NULL;
}

static const void *find_rules(const char *name) {
    return linja_find_rules(name);
}

static void start(const void *rules, game_position *position) {
    (void)rules;
    linja_position p;
    linja_start(&p);
    *position = linja_wrap(&p);
}

static int to_move(const game_position *position) {
    return linja_unwrap(position).to_move;
}

static bool is_over(const game_position *position) {
    linja_position p = linja_unwrap(position);
    return linja_over(&p);
}

static game_outcome outcome(const void *rules, const game_position *position) {
    linja_position p = linja_unwrap(position);
    game_outcome result = {.over = linja_over(&p)};
    linja_score(rules, &p, result.points);
    int margin = result.points[SIDE_A] - result.points[SIDE_B];
    result.leader = (margin > 0) - (margin < 0);
    return result;
}

static int compare_turns(const void *a, const void *b) {
    return strcmp(((const game_turn *)a)->text, ((const game_turn *)b)->text);
}

static void write_turn(const linja_turn *turn, int side, game_turn *out) {
    text t = text_fixed(out->text, sizeof out->text);
    linja_write_turn(turn, side, &t);
    assert(!t.failed);
}

static size_t turns(const void *rules, const game_position *position, game_turn *out) {
    linja_position p = linja_unwrap(position);
    linja_turn list[LINJA_TURNS_MAX];
    size_t count = linja_turns(rules, &p, list);
    for (size_t i = 0; i < count; i++) write_turn(&list[i], p.to_move, &out[i]);
    qsort(out, count, sizeof *out, compare_turns);
    return count;
}

static status steps(const void *rules, const game_position *position, const char *part,
                    game_steps *out, error *e) {
    static const char *const phases[] = {"", N_("opening"), N_("follow-up"), N_("bonus")};
    linja_position p = linja_unwrap(position);
    linja_progress t;
    status code = linja_read_steps(rules, &p, part, &t, e);
    if (code != STATUS_OK) return code;
    linja_step choices[LINJA_CHOICES_MAX];
    *out = (game_steps){.shown = linja_wrap(&t.now),
                        .whole = t.may_stop && *part,
                        .phase = t.extra && t.next == LINJA_OPENING ? N_("extra opening")
                                                                    : phases[t.next],
                        .reach = t.reach,
                        .count = linja_choices(&t, choices)};
    for (size_t i = 0; i < out->count; i++) {
        linja_turn longer = t.made;
        longer.steps[longer.count++] = choices[i];
        write_turn(&longer, p.to_move, &out->longer[i]);
    }
    if (!*part && t.next == LINJA_DONE) /* nothing can be done but pass */
        write_turn(&t.made, p.to_move, &out->longer[out->count++]);
    qsort(out->longer, out->count, sizeof *out->longer, compare_turns);
    for (size_t i = 0; i < out->count; i++) {
        linja_progress longer;
        code = linja_read_steps(rules, &p, out->longer[i].text, &longer, e);
        assert(code == STATUS_OK);
        if (longer.next == LINJA_FOLLOW_UP) out->earns[i] = longer.reach;
    }
    return STATUS_OK;
}

static status play(const void *rules, game_position *position, const char *turn, error *e) {
    linja_position p = linja_unwrap(position);
    linja_progress t;
    status code = linja_read_turn(rules, &p, turn, &t, e);
    if (code != STATUS_OK) return code;
    linja_position after = linja_finish(&t);
    *position = linja_wrap(&after);
    return STATUS_OK;
}

static int repetition_limit(const void *rules) {
    return linja_goes_in_circles(rules) ? LINJA_OCCURRENCES : 0;
}

static status perft(const void *rules, const game_position *position, const char *first, int depth,
                    uint64_t *count, error *e) {
    linja_position p = linja_unwrap(position);
    linja_fast_turn turn = 0;
    if (first) {
        linja_progress t;
        status code = linja_read_turn(rules, &p, first, &t, e);
        assert(code == STATUS_OK);
        (void)code;
        turn = linja_pack_turn(&t.made);
    }
    bool counted = linja_perft(rules, &p, first ? &turn : NULL, depth, count);
    return counted ? STATUS_OK : game_fail_perft(depth, e);
}

static status read_position(const void *rules, const char *string, game_position *position,
                            error *e) {
    linja_position p;
    status code = linja_read_position(rules, string, &p, e);
    if (code == STATUS_OK) *position = linja_wrap(&p);
    return code;
}

static void write_position(const void *rules, const game_position *position, text *out) {
    (void)rules;
    linja_position p = linja_unwrap(position);
    linja_write_position(&p, out);
}

/* Points count once the race is over; until then so does every row gained. */
static int evaluate(const void *rules, const game_position *position) {
    linja_position p = linja_unwrap(position);
    int points[2];
    linja_score(rules, &p, points);
    int margin = points[SIDE_A] - points[SIDE_B];
    if (linja_over(&p)) return 8 * margin;
    int rows = 0;
    for (int row = 0; row < LINJA_ROWS; row++)
        rows += row * (p.pawns[SIDE_A][row] - p.pawns[SIDE_B][row]);
    return 4 * margin + 2 * rows;
}

/* Measured one against the next (docs/levels.md). */
static const game_level levels[LEVEL_MOST + 1] = {
    [1] = {856, 0, 1, 0, 0.5},      [2] = {725, 0, 1, 0, 0.5}, [3] = {585, 0, 1, 0, 0.5},
    [4] = {450, 0, 1, 0, 0.5},      [5] = {310, 0, 1, 0, 0.5}, [6] = {187, 0, 1, 0, 0.5},
    [7] = {132, 0, 2, 0, 0.5},      [8] = {80, 0, 3, 0, 0.5},  [9] = {31, 0, 4, 0, 0.5},
    [10] = {0, 0, 0, 1000000, 0.5},
};

const game linja_game = {
    .name = "linja",
    .rule_set = rule_set,
    .default_rules = "zen",
    .find_rules = find_rules,
    .start = start,
    .to_move = to_move,
    .is_over = is_over,
    .outcome = outcome,
    .turns = turns,
    .steps = steps,
    .play = play,
    .repetition_limit = repetition_limit,
    .perft = perft,
    .read_position = read_position,
    .write_position = write_position,
    .evaluate = evaluate,
    .picture = &linja_picture,
    .search = &linja_search,
    .coach = &linja_coach,
    .levels = levels,
    .solution = &linja_solution,
#ifndef LINEWORK_WITHOUT_SOLVER
    .solver = &linja_solver,
#endif
    .bench = linja_bench,
};
