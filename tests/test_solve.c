/* SPDX-License-Identifier: MIT
 *
 * The exact solution, on games with few pawns that can be solved another way: by repeating "the
 * best of all turns" over all positions, with the plain generator, until nothing changes. That
 * starts from 0 everywhere, so play without end is worth 0, as it should. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fixture.h"
#include "linja/notation/notation.h"
#include "linja/solution/solve.h"

/* Rows get full with five pawns a side only now and then, with four seldom, but they do. Where the
 * program is slow the games are smaller: what a sanitizer looks for is in them, too. */
enum {
    PAWNS = RANDOM_TURNS >= 1000000 ? 4 : 3,
    KERNEL_PAWNS = RANDOM_TURNS >= 1000000 ? 6
                   : RANDOM_TURNS >= 20000 ? 4
                                           : 3,
    /* Threads do the same under all rule sets: the thread sanitizer looks at the first few. */
    WITH_THREADS = RANDOM_TURNS >= 20000 ? LINJA_RULE_SETS : 5,
};

START_TEST(ranks_are_dense_and_ordered) {
    for (int pawns = 1; pawns <= LINJA_PAWNS; pawns++) {
        int count = linja_arrangements(pawns);
        uint8_t before[LINJA_ROWS] = {0}, rows[LINJA_ROWS];
        for (int rank = 0; rank < count; rank++) {
            linja_unrank(rank, pawns, rows);
            MUST(linja_rank(rows) == rank);
            int sum = 0;
            for (int row = 0; row < LINJA_ROWS; row++) sum += rows[row];
            MUST(sum == pawns);
            MUST(rank == 0 || memcmp(before, rows, sizeof rows) < 0);
            memcpy(before, rows, sizeof rows);
        }
    }
    ck_assert_int_eq(linja_arrangements(LINJA_PAWNS), LINJA_ARRANGEMENTS_MAX);
}
END_TEST

START_TEST(the_index_is_sorted_by_potential_and_its_steps_are_right) {
    linja_index *index = malloc(sizeof *index);
    linja_index_fill(index, LINJA_PAWNS);
    ck_assert_int_eq(index->count, LINJA_ARRANGEMENTS_MAX);
    ck_assert_int_eq(index->blocks, LINJA_BLOCKS_MAX);
    for (int number = 0; number < index->count; number++) {
        MUST(number == 0 || index->potential[number - 1] <= index->potential[number]);
        MUST(index->number_of[linja_rank(index->rows[number])] == number);
        int block = index->block[number];
        MUST(number >= index->block_first[block] && number < index->block_first[block + 1]);
        MUST(index->potential[index->block_first[block]] == index->potential[number]);
        for (int from = 0; from < LINJA_GOAL; from++)
            for (int n = 1; n <= LINJA_LONGEST_STEP && from + n <= LINJA_GOAL; n++) {
                if (index->rows[number][from] == 0) continue;
                uint8_t rows[LINJA_ROWS];
                int after = index->step[number][linja_step_forward(from, n)];
                memcpy(rows, index->rows[after], sizeof rows);
                rows[from + n]--;
                rows[from]++;
                MUST(memcmp(rows, index->rows[number], sizeof rows) == 0);
                if (n == 1) MUST(index->step[after][linja_step_back(from + 1)] == number);
            }
    }
    free(index);
}
END_TEST

/* The number of placements that keep the row limit, counted with the index. */
START_TEST(there_are_1264575044_placements) {
    linja_index *index = malloc(sizeof *index);
    linja_index_fill(index, LINJA_PAWNS);
    long legal = 0;
    for (int mover = 0; mover < index->count; mover++)
        for (int opponent = 0; opponent <= mover; opponent++) /* the limit is for both alike */
            legal += (1 + (opponent < mover)) * linja_is_legal(index, mover, opponent);
    ck_assert_int_eq(legal, 1264575044);
    free(index);
}
END_TEST

/* --- brute force ------------------------------------------------------------------------------ */

typedef struct brute {
    int count;     /* arrangements */
    int *values;   /* by mover's rank, opponent's rank */
    size_t *first; /* of each position's entries in `turns`, and the end */
    int *turns;    /* where a turn leads, or ENDS + margin for the mover */
    size_t room;
} brute;

enum { ENDS = 1 << 29 };

static int margin(const linja_rules *rules, const linja_position *p, int side) {
    int points[2];
    linja_score(rules, p, points);
    return points[side] - points[1 - side];
}

static void add_turns(brute *b, const linja_rules *rules, const linja_position *p) {
    static linja_turn turns[LINJA_TURNS_MAX];
    size_t count = linja_turns(rules, p, turns), *end = b->first + 1;
    if (*end + count > b->room) b->turns = realloc(b->turns, (b->room = 2 * b->room + count) * 4);
    for (size_t i = 0; i < count; i++) {
        linja_progress t = linja_begin(rules, p);
        for (int k = 0; k < turns[i].count; k++) linja_make(&t, turns[i].steps[k]);
        linja_position after = linja_finish(&t);
        b->turns[(*end)++] = linja_over(&after) ? ENDS + margin(rules, &after, p->to_move)
                                                : linja_rank(after.pawns[SIDE_B]) * b->count +
                                                      linja_rank(after.pawns[SIDE_A]);
    }
}

/* All positions with A to move, their turns and (unless over) value 0. */
static brute list_positions(const linja_rules *rules, int pawns) {
    int count = linja_arrangements(pawns);
    size_t all = (size_t)count * (size_t)count;
    brute b = {.count = count};
    b.values = calloc(all, sizeof *b.values);
    size_t *first = calloc(all + 1, sizeof *first);
    for (size_t i = 0; i < all; i++) {
        linja_position p = {.to_move = SIDE_A};
        linja_unrank((int)i / count, pawns, p.pawns[SIDE_A]);
        linja_unrank((int)i % count, pawns, p.pawns[SIDE_B]);
        first[i + 1] = first[i];
        bool legal = true;
        for (int row = 1; row < LINJA_GOAL; row++)
            legal &= p.pawns[SIDE_A][row] + p.pawns[SIDE_B][LINJA_GOAL - row] <= LINJA_ROW_LIMIT;
        if (!legal) continue;
        b.first = first + i;
        if (linja_over(&p))
            b.values[i] = margin(rules, &p, SIDE_A);
        else
            add_turns(&b, rules, &p);
    }
    b.first = first;
    return b;
}

static void improve_until_stable(brute *b) {
    size_t all = (size_t)b->count * (size_t)b->count;
    int *next = malloc(all * sizeof *next);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < all; i++) {
            int best = -1000;
            for (size_t k = b->first[i]; k < b->first[i + 1]; k++) {
                int to = b->turns[k];
                int value = to > ENDS / 2 ? to - ENDS : -b->values[to];
                if (value > best) best = value;
            }
            next[i] = b->first[i] == b->first[i + 1] ? b->values[i] : best;
            changed |= next[i] != b->values[i];
        }
        memcpy(b->values, next, all * sizeof *next);
    }
    free(next);
}

static void brute_free(brute *b) {
    free(b->values);
    free(b->first);
    free(b->turns);
}

static linja_solved *solve(const linja_rules *rules, int pawns, const char *kernel, int threads) {
    linja_solve_options options = {
        .rules = rules, .pawns = pawns, .kernel = kernel, .job.threads = threads};
    linja_solved *s;
    error e;
    ck_assert_msg(linja_solve(&options, &s, &e) == STATUS_OK, "%s", e.text);
    return s;
}

START_TEST(the_solver_agrees_with_brute_force) {
    const linja_rules *rules = &linja_rule_sets[_i];
    for (int pawns = 1; pawns <= PAWNS; pawns++) {
        linja_solved *s = solve(rules, pawns, NULL, 1);
        brute b = list_positions(rules, pawns);
        improve_until_stable(&b);
        long compared = 0, passes = 0;
        for (int mover = 0; mover < b.count; mover++)
            for (int opponent = 0; opponent < b.count; opponent++) {
                int m = s->index.number_of[mover], o = s->index.number_of[opponent];
                uint8_t cell = s->solving.cells[linja_cell(&s->solving, m, o)];
                size_t i = (size_t)(mover * b.count + opponent);
                bool legal = linja_is_legal(&s->index, m, o);
                MUST(legal == (cell != 0));
                if (!legal) continue;
                compared++;
                passes += b.first[i + 1] - b.first[i] == 1 &&
                          b.turns[b.first[i]] == opponent * b.count + mover;
                if (linja_worth(cell) != b.values[i]) {
                    linja_position p = {.to_move = SIDE_A};
                    linja_unrank(mover, pawns, p.pawns[SIDE_A]);
                    linja_unrank(opponent, pawns, p.pawns[SIDE_B]);
                    char line[GAME_POSITION_TEXT];
                    text t = text_fixed(line, sizeof line);
                    linja_write_position(&p, &t);
                    ck_abort_msg("%s, %s: %d by brute force, %d by the solver", rules->name, line,
                                 b.values[i], linja_worth(cell));
                }
            }
        ck_assert_int_gt(compared, pawns == 1 ? 50 : 1000);
        ck_assert_int_gt(passes, 0);
        brute_free(&b);
        linja_solved_free(s);
    }
}
END_TEST

/* Whatever the kernel and the number of threads, the table is the same. */
START_TEST(all_kernels_give_the_same_table) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_kernel_choice choices[LINJA_KERNELS_MAX];
    size_t count = linja_kernels(choices);
    linja_solved *plain = solve(rules, KERNEL_PAWNS, "plain", 1);
    for (size_t i = 0; i < count; i++)
        for (int threads = 1; threads <= 3; threads++) {
            linja_solved *s = solve(rules, KERNEL_PAWNS, choices[i].name, threads);
            ck_assert_uint_eq(s->cell_bytes, plain->cell_bytes);
            MUST(memcmp(s->solving.cells, plain->solving.cells, s->cell_bytes) == 0);
            linja_solved_free(s);
        }
    linja_solved_free(plain);
}
END_TEST

/* --- the window ------------------------------------------------------------------------------- */

/* Compares each layer of a solve in a window, when it is done, to the whole game. */
typedef struct comparison {
    const linja_solved *whole;
    long tiles, cells;
} comparison;

static status compare_layer(void *context, const linja_solved *s, int layer, error *e) {
    (void)e;
    comparison *c = context;
    const linja_index *index = &s->index;
    for (int block = 0; block < index->blocks; block++) {
        int potential = linja_other_potential(index, layer, block);
        if (potential < 0) continue;
        for (int other = index->block_group[potential]; other < index->block_group[potential + 1];
             other++) {
            uint8_t tile[LINJA_BLOCK][LINJA_BLOCK], expected[LINJA_BLOCK][LINJA_BLOCK];
            linja_take_tile(&s->solving, block, other, tile);
            linja_take_tile(&c->whole->solving, block, other, expected);
            MUST(memcmp(tile, expected, sizeof tile) == 0);
            c->tiles++;
            for (int i = 0; i < LINJA_BLOCK * LINJA_BLOCK; i++)
                c->cells += tile[i / LINJA_BLOCK][i % LINJA_BLOCK] != 0;
        }
    }
    return STATUS_OK;
}

START_TEST(a_window_sees_what_the_whole_game_has) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solved *whole = solve(rules, KERNEL_PAWNS, NULL, 2);
    comparison c = {.whole = whole};
    linja_solve_options options = {.rules = rules, .pawns = KERNEL_PAWNS, .job.threads = 2};
    error e;
    ck_assert_msg(linja_solve_layers(&options, compare_layer, &c, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(c.tiles, (long)linja_tiles(&whole->index));
    long legal = 0;
    for (int mover = 0; mover < whole->index.count; mover++)
        for (int opponent = 0; opponent < whole->index.count; opponent++)
            legal += linja_is_legal(&whole->index, mover, opponent);
    ck_assert_int_eq(c.cells, legal);
    linja_solved_free(whole);
}
END_TEST

static status refuse_layer(void *context, const linja_solved *s, int layer, error *e) {
    (void)context;
    return layer < linja_layers(&s->index) / 2 ? FAIL(e, STATUS_INVALID, "no more") : STATUS_OK;
}

START_TEST(who_is_shown_the_layers_can_end_it) {
    linja_solve_options options = {.rules = linja_find_rules("2003"), .pawns = 2};
    error e;
    ck_assert_int_eq(linja_solve_layers(&options, refuse_layer, NULL, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "no more");
}
END_TEST

/* The full game's window is what makes it fit a small machine. */
START_TEST(the_window_of_the_full_game_is_small) {
    linja_index *index = malloc(sizeof *index);
    linja_solving *s = malloc(sizeof *s);
    linja_index_fill(index, LINJA_PAWNS);
    for (size_t i = 0; i < LINJA_RULE_SETS; i++) {
        linja_solving_begin(s, &linja_rule_sets[i], index, NULL, false);
        ck_assert_uint_lt(linja_cell_bytes(s) + linja_half_bytes(s), (size_t)1200 << 20);
    }
    free(s);
    free(index);
}
END_TEST

static bool stop_half_way(void *context, double share) {
    double *seen = context;
    MUST(share >= *seen && share <= 1.000001);
    *seen = share;
    return share < 0.5;
}

START_TEST(a_solve_can_be_stopped) {
    double seen = 0;
    linja_solve_options options = {
        .rules = linja_find_rules("zen"), .pawns = 3, .job = {0, stop_half_way, &seen}};
    linja_solved *s;
    error e;
    ck_assert_int_eq(linja_solve(&options, &s, &e), STATUS_FAILED);
    ck_assert_str_eq(e.text, "stopped");
    ck_assert_ptr_null(s);
    ck_assert(seen >= 0.5 && seen < 0.9);
    options.kernel = "magic";
    ck_assert_int_eq(linja_solve(&options, &s, &e), STATUS_USAGE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solve");
    TCase *tests = fixture_tests(suite, "solve");
    TCase *threads = fixture_threads(suite, "threads");
    tcase_add_test(tests, ranks_are_dense_and_ordered);
    tcase_add_test(tests, the_index_is_sorted_by_potential_and_its_steps_are_right);
    /* Counting takes too long under the sanitizers. */
    if (RANDOM_TURNS >= 1000000) tcase_add_test(tests, there_are_1264575044_placements);
    tcase_add_loop_test(tests, the_solver_agrees_with_brute_force, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(threads, all_kernels_give_the_same_table, 0, WITH_THREADS);
    tcase_add_loop_test(threads, a_window_sees_what_the_whole_game_has, 0, WITH_THREADS);
    tcase_add_test(threads, who_is_shown_the_layers_can_end_it);
    tcase_add_test(tests, the_window_of_the_full_game_is_small);
    tcase_add_test(threads, a_solve_can_be_stopped);
    return fixture_run(suite);
}
