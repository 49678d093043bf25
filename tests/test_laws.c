/* SPDX-License-Identifier: MIT
 *
 * Laws of Linja over random play: RANDOM_TURNS turns under each rule set, half of the games from
 * the start and half from random placements. Seeded, so a failure comes again. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fixture.h"
#include "linja/notation/notation.h"
#include "linja/rules/fast.h"
#include "linja/solution/index.h"

static linja_position random_placement(rng *random) {
    linja_position p = {.to_move = (uint8_t)rng_below(random, 2)};
    /* Games near their end, crowded goals and crowded rows should all occur. */
    int from = (int)rng_below(random, 5), span = LINJA_ROWS - from;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int pawn = 0; pawn < LINJA_PAWNS;) {
            int row = from + (int)rng_below(random, (uint64_t)span);
            int standing = p.pawns[side][row] + p.pawns[1 - side][LINJA_GOAL - row];
            bool inner = row > 0 && row < LINJA_GOAL;
            if (inner && standing == LINJA_ROW_LIMIT) continue;
            p.pawns[side][row]++;
            pawn++;
        }
    return p;
}

static int compare_turns(const void *a, const void *b) {
    linja_fast_turn x = *(const linja_fast_turn *)a, y = *(const linja_fast_turn *)b;
    return (x > y) - (x < y);
}

static linja_position made(const linja_rules *rules, const linja_position *p,
                           const linja_turn *turn) {
    linja_progress t = linja_begin(rules, p);
    for (int i = 0; i < turn->count; i++) linja_make(&t, turn->steps[i]);
    return linja_finish(&t);
}

static void check_fast_turn(const linja_position *p, linja_fast_turn turn,
                            const linja_position *after) {
    bool over;
    linja_packed packed = linja_apply(linja_pack(p), turn, &over);
    linja_packed expected = linja_pack(after);
    MUST(packed.mover == expected.mover && packed.opponent == expected.opponent);
    MUST(over == (after->ended || linja_passed(after)));
    if (!after->ended) MUST(linja_packed_over(packed) == linja_over(after));
}

/* The solver's order (docs/solver.md): twice the rows that all pawns have advanced, and the pawns
 * in their goals. */
static int potential(const linja_position *p) {
    int sum = 0;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int row = 0; row < LINJA_ROWS; row++)
            sum += p->pawns[side][row] * (2 * row + (row == LINJA_GOAL));
    return sum;
}

/* Every turn but a pass raises the potential, so that no game goes on for ever; only where games
 * are said to go in circles may a turn lead back to the same placement. */
static void check_progress(const linja_rules *rules, const linja_position *p,
                           const linja_turn *turn, const linja_position *after) {
    int gain = potential(after) - potential(p);
    bool same = memcmp(after->pawns, p->pawns, sizeof p->pawns) == 0;
    bool dithers = linja_goes_in_circles(rules) && turn->count > 0 && same;
    MUST(turn->count == 0 || dithers ? same : gain > 0);
}

/* Plain and fast generator find the same turns, none twice. */
static void check_generators(const linja_rules *rules, const linja_position *p,
                             const linja_turn *turns, size_t count) {
    static linja_fast_turn plain[LINJA_TURNS_MAX], fast[LINJA_TURNS_MAX];
    size_t found = linja_fast_turns(rules, linja_pack(p), fast);
    MUST(found == count);
    for (size_t i = 0; i < count; i++) plain[i] = linja_pack_turn(&turns[i]);
    qsort(plain, count, sizeof *plain, compare_turns);
    qsort(fast, count, sizeof *fast, compare_turns);
    MUST(memcmp(plain, fast, count * sizeof *plain) == 0);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) MUST(plain[i - 1] < plain[i]);
        linja_turn back = linja_unpack_turn(rules, plain[i]);
        linja_position after = made(rules, p, &back);
        check_fast_turn(p, plain[i], &after);
        check_progress(rules, p, &back, &after);
    }
}

static void check_position(const linja_rules *rules, const linja_position *p) {
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        int pawns = 0;
        for (int row = 0; row < LINJA_ROWS; row++) pawns += p->pawns[side][row];
        MUST(pawns == LINJA_PAWNS);
    }
    for (int row = 1; row < LINJA_GOAL; row++)
        MUST(p->pawns[SIDE_A][row] + p->pawns[SIDE_B][LINJA_GOAL - row] <= LINJA_ROW_LIMIT);
    char line[GAME_POSITION_TEXT], again[GAME_POSITION_TEXT];
    text t = text_fixed(line, sizeof line), u = text_fixed(again, sizeof again);
    linja_write_position(p, &t);
    linja_position back;
    error e;
    MUST(linja_read_position(rules, line, &back, &e) == STATUS_OK);
    MUST(memcmp(&back, p, sizeof back) == 0);
    linja_write_position(&back, &u);
    MUST(strcmp(line, again) == 0);
}

/* The turn written, read and made again; then the same with the board turned round. */
static void check_turn(const linja_rules *rules, const linja_position *p, const linja_turn *turn,
                       const linja_position *after) {
    char line[GAME_TURN_BYTES];
    text t = text_fixed(line, sizeof line);
    linja_write_turn(turn, p->to_move, &t);
    linja_progress read;
    error e;
    MUST(linja_read_turn(rules, p, line, &read, &e) == STATUS_OK);
    linja_position reached = linja_finish(&read);
    MUST(memcmp(&reached, after, sizeof reached) == 0);

    linja_position mirrored = linja_mirror(p), back = linja_mirror(&mirrored);
    MUST(memcmp(&back, p, sizeof back) == 0);
    for (char *c = line; *c; c++)
        if (*c >= 'a' && *c <= 'h') *c = (char)('a' + 'h' - *c);
    MUST(linja_read_turn(rules, &mirrored, line, &read, &e) == STATUS_OK);
    reached = linja_finish(&read);
    linja_position expected = linja_mirror(after);
    MUST(memcmp(&reached, &expected, sizeof reached) == 0);
}

START_TEST(laws_hold_in_random_games) {
    const linja_rules *rules = &linja_rule_sets[_i];
    static linja_turn turns[LINJA_TURNS_MAX];
    static linja_fast_turn fast[LINJA_TURNS_MAX];
    rng random = rng_seeded((uint64_t)_i + 1);
    static const linja_position blocked = {
        /* A cannot open: a pass is rare in random games */
        .pawns = {{0, 0, 0, 6, 0, 0, 0, 6}, {0, 1, 0, 6, 0, 0, 0, 5}}};
    long made_turns = 0, games = 0, passes = 0, undone_ends = 0;
    while (made_turns < RANDOM_TURNS) {
        linja_position p;
        if (games == 0)
            p = blocked;
        else if (games % 2)
            p = random_placement(&random);
        else
            linja_start(&p);
        games++;
        check_position(rules, &p);
        for (int ply = 0; ply < 400 && !linja_over(&p); ply++) {
            size_t count = linja_fast_turns(rules, linja_pack(&p), fast);
            linja_turn turn = linja_unpack_turn(rules, fast[rng_below(&random, count)]);
            if (made_turns % 16 == 0) {
                MUST(linja_turns(rules, &p, turns) == count);
                check_generators(rules, &p, turns, count);
            }
            linja_position after = made(rules, &p, &turn);
            check_turn(rules, &p, &turn, &after);
            check_position(rules, &after);
            p = after;
            made_turns++;
            passes += turn.count == 0;
            undone_ends += p.ended;
        }
        if (linja_over(&p)) MUST(linja_turns(rules, &p, turns) == 0);
    }
    /* The rare cases did occur. */
    ck_assert_int_gt(passes, 0);
    if (rules->bonus && RANDOM_TURNS >= 1000000) ck_assert_int_gt(undone_ends, 0);
}
END_TEST

static void check_progress_of(void *context, const linja_progress *t) {
    linja_position after = linja_finish(t);
    check_progress(t->rules, context, &t->made, &after);
}

/* The same for all turns of all placements of few pawns. A step's part in the gain depends on its
 * two rows alone, and with three pawns a side opening, follow-up and bonus can be made by three
 * different pawns, so that every way to put them together occurs. */
START_TEST(every_turn_but_a_pass_raises_the_potential) {
    const linja_rules *rules = &linja_rule_sets[_i];
    enum { PAWNS = 3 };
    int count = linja_arrangements(PAWNS);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            linja_position p = {.to_move = SIDE_A};
            linja_unrank(a, PAWNS, p.pawns[SIDE_A]);
            linja_unrank(b, PAWNS, p.pawns[SIDE_B]);
            linja_each_turn(rules, &p, check_progress_of, &p);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("laws");
    TCase *laws = fixture_tests(suite, "laws");
    tcase_add_loop_test(laws, laws_hold_in_random_games, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(laws, every_turn_but_a_pass_raises_the_potential, 0, LINJA_RULE_SETS);
    return fixture_run(suite);
}
