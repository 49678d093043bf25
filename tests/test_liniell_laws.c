/* SPDX-License-Identifier: MIT
 *
 * Laws of Liniell over random games, on the standard set and on random sets of 2 to 64 tiles: the
 * plain and the fast implementation agree on moves, lines and points after every move; what is
 * undone is as it was; what is written is read back; the order of the stack shows nowhere. Seeded,
 * so a failure comes again. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fixture.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/rules/routes.h"
#include "liniell/rules/stack.h"
#include "sight.h"

/* Every move of every game is checked in full in every SAMPLE-th game; scores and lines always. */
enum { GAMES = RANDOM_TURNS / 10, SAMPLE = 64, SETS = RANDOM_TURNS / 500 };

/* --- random tile sets ------------------------------------------------------------------------ */

/* `busy`: lines often branch. Trying every path of such lines takes exponential time, so the plain
 * score is asked for on small squares only. */
static void random_tiles(rng *random, int count, bool busy, liniell_tiles *tiles) {
    char string[4096];
    text t = text_fixed(string, sizeof string);
    for (int i = 0; i < count; i++) {
        text_format(&t, "%02d:", i + 1);
        uint64_t groups = busy ? 1 + rng_below(random, 3) : 2 + rng_below(random, 3);
        char sides[4][16] = {"", "", "", ""};
        const char *letters[] = {"N", "E", "S", "W"};
        for (int side = 0; side < 4; side++)
            strcat(sides[rng_below(random, groups)], letters[side]);
        for (int group = 0; group < 4; group++) {
            if (!*sides[group]) continue;
            text_format(&t, " %s", sides[group]);
            for (int rhombs = 0; rhombs < LINIELL_RHOMBS_MAX; rhombs++) {
                if (rng_below(random, strlen(sides[group]) == 1 ? 2 : 8) > 0) break;
                text_char(&t, rng_below(random, 2) ? 'o' : '*');
            }
        }
        text_char(&t, rng_below(random, 2) ? '\n' : ';');
    }
    error e;
    ck_assert_msg(liniell_read_tiles(string, tiles, &e) == STATUS_OK, "%s: %s", string, e.text);
}

/* --- the two implementations ----------------------------------------------------------------- */

static int compare_moves(const void *a, const void *b) {
    return memcmp(a, b, sizeof(liniell_move));
}

static void check_moves(const liniell_tiles *tiles, const liniell_position *p,
                        const liniell_board *b) {
    static liniell_move plain[LINIELL_TURNS_MAX], fast[LINIELL_TURNS_MAX];
    static liniell_fast_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves(tiles, p, plain);
    MUST(liniell_fast_moves(b, p->drawn, moves) == count);
    for (size_t i = 0; i < count; i++) fast[i] = liniell_plain_move(b, moves[i]);
    qsort(plain, count, sizeof *plain, compare_moves);
    qsort(fast, count, sizeof *fast, compare_moves);
    MUST(memcmp(plain, fast, count * sizeof *plain) == 0);
    for (size_t i = 1; i < count; i++) MUST(compare_moves(&plain[i - 1], &plain[i]) < 0);
}

/* Rebuilt and incremental lines are the same partition of the sides. */
static void check_lines(const liniell_tiles *tiles, const liniell_position *p,
                        const liniell_board *b) {
    liniell_lines lines;
    int as[LINIELL_NODES], from[LINIELL_NODES];
    liniell_find_lines(tiles, p, &lines);
    memset(as, -1, sizeof as);
    memset(from, -1, sizeof from);
    MUST(b->count == p->laid_count);
    for (unsigned i = 0; i < p->laid_count; i++)
        for (unsigned side = 0; side < LINIELL_SIDES; side++) {
            int plain = lines.line[i][side], fast = (int)liniell_board_line(b, i, side);
            if (as[plain] < 0) as[plain] = fast;
            if (from[fast] < 0) from[fast] = plain;
            MUST(as[plain] == fast && from[fast] == plain);
        }
}

static void check_score(const liniell_tiles *tiles, const liniell_position *p,
                        const liniell_board *b) {
    liniell_score plain = liniell_score_plain(tiles, p), fast = liniell_board_score(b);
    MUST(memcmp(&plain, &fast, sizeof plain) == 0);
}

static unsigned rhombs_on_line(const liniell_tiles *tiles, const liniell_position *p,
                               liniell_spot spot) {
    liniell_lines lines;
    liniell_find_lines(tiles, p, &lines);
    unsigned rhombs = 0, line = liniell_line_at(&lines, spot);
    for (int i = 0; i < p->laid_count; i++) {
        const liniell_tile *tile = &tiles->tile[p->laid[i].tile];
        for (int group = 0; group < tile->group_count; group++) {
            const liniell_group *g = &tile->groups[group];
            unsigned sides = liniell_rotate(g->sides, p->laid[i].rotation);
            if (lines.line[i][liniell_first_side(sides)] == line)
                rhombs += (unsigned)(g->white + g->blue);
        }
    }
    return rhombs;
}

/* The sweep finds the same routes as the plain search or, where that would take too long, as the
 * pruned one; it leaves those of a single group to its caller. */
static void check_sweep(const liniell_tiles *tiles, const liniell_position *p,
                        const liniell_board *b, bool plain) {
    for (int m = 0; m < 4; m++) {
        liniell_spot spot = p->markers[m / 2][m % 2];
        if (spot.cell == LINIELL_NONE) continue;
        liniell_route route;
        if (plain)
            liniell_best_route(tiles, p, spot, &route);
        else
            liniell_route_fast(tiles, p, spot, &route);
        unsigned order = 0;
        while (p->laid[order].cell != spot.cell) order++;
        int swept = liniell_sweep(b, 4 * order + spot.side, rhombs_on_line(tiles, p, spot));
        /* A route that only the sweep could find has no length. */
        int expected = route.tiles == 0 ? -1 : 4 * route.tiles + route.blue;
        MUST(route.length == 1 ? swept <= expected : swept == expected);
    }
}

/* Move by move the board has become what it is when it is set up at once. */
static void check_set_up(const liniell_tiles *tiles, const liniell_position *p,
                         const liniell_board *b) {
    static liniell_board at_once;
    liniell_board_set(tiles, p, &at_once);
    liniell_score score = liniell_board_score(b), again = liniell_board_score(&at_once);
    MUST(memcmp(&score, &again, sizeof score) == 0);
    MUST(b->key == at_once.key);
}

/* No line carries two markers, and every tile is somewhere once. */
static void check_position(const liniell_tiles *tiles, const liniell_position *p) {
    liniell_lines lines;
    liniell_find_lines(tiles, p, &lines);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) {
            liniell_spot a = p->markers[i / 2][i % 2], b = p->markers[k / 2][k % 2];
            if (a.cell == LINIELL_NONE || b.cell == LINIELL_NONE) continue;
            MUST(liniell_line_at(&lines, a) != liniell_line_at(&lines, b));
        }
    uint64_t seen = 0;
    for (int i = 0; i < p->laid_count; i++) seen ^= UINT64_C(1) << p->laid[i].tile;
    for (int i = 0; i < p->out_count + p->stack_count; i++) seen ^= UINT64_C(1) << p->rest[i];
    if (p->drawn < LINIELL_TILES_MAX) seen ^= UINT64_C(1) << p->drawn;
    MUST(seen == (tiles->count == 64 ? UINT64_MAX : (UINT64_C(1) << tiles->count) - 1));
}

/* Written, read, and written again: the same but for the order of the stack, which text lacks. */
static void check_text(const liniell_tiles *tiles, const liniell_position *p) {
    char line[GAME_POSITION_TEXT], again[GAME_POSITION_TEXT];
    text t = text_fixed(line, sizeof line), u = text_fixed(again, sizeof again);
    liniell_write_position(tiles, p, &t);
    liniell_position back;
    error e;
    MUST(!t.failed && liniell_read_position(tiles, line, &back, &e) == STATUS_OK);
    liniell_write_position(tiles, &back, &u);
    MUST(strcmp(line, again) == 0);
    MUST(memcmp(back.laid, p->laid, sizeof p->laid) == 0);
    MUST(memcmp(back.markers, p->markers, sizeof p->markers) == 0);
}

static liniell_position played(const liniell_tiles *tiles, const liniell_position *p,
                               const liniell_move *move) {
    char line[GAME_TURN_BYTES];
    text t = text_fixed(line, sizeof line);
    liniell_write_move(move, &t);
    liniell_placed placed;
    liniell_move back;
    error e;
    MUST(!t.failed && liniell_read_move(tiles, p, line, &placed, &back, &e) == STATUS_OK);
    MUST(compare_moves(&back, move) == 0);
    return back.cell == LINIELL_NONE ? liniell_pass(p) : liniell_finish(&placed, &back);
}

/* The parts of a board that a move and its undoing must leave as they were. */
static void check_same_board(const liniell_board *a, const liniell_board *b) {
    size_t nodes = 4u * a->count;
    MUST(a->count == b->count && a->to_move == b->to_move && a->turns == b->turns);
    MUST(memcmp(a->box, b->box, sizeof a->box) == 0);
    MUST(memcmp(a->markers, b->markers, sizeof a->markers) == 0);
    MUST(memcmp(a->rows, b->rows, sizeof a->rows) == 0);
    MUST(memcmp(a->at, b->at, sizeof a->at) == 0);
    MUST(memcmp(a->parent, b->parent, nodes) == 0 && memcmp(a->size, b->size, nodes) == 0);
    MUST(memcmp(a->on_line, b->on_line, nodes) == 0);
}

typedef struct tally {
    long passes, take_overs, pairs, moved, scored, large;
} tally;

static void count_move(const liniell_board *b, uint8_t tile, liniell_fast_move move, tally *seen) {
    seen->passes += move.cell == LINIELL_NOWHERE;
    seen->moved += move.side != LINIELL_NONE && move.loser == LINIELL_NONE &&
                   b->markers[b->to_move][move.marker] != LINIELL_NOWHERE;
    if (move.side == LINIELL_NONE || move.loser == LINIELL_NONE) return;
    static liniell_fast_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_fast_moves(b, tile, moves);
    int ways = 0;
    for (size_t i = 0; i < count; i++)
        ways += moves[i].cell == move.cell && moves[i].rotation == move.rotation;
    seen->take_overs++;
    seen->pairs += ways > 1;
}

/* One random game. `thorough`: moves, texts and undoing are checked at every move. */
static void play_game(const liniell_tiles *tiles, rng *random, bool thorough, bool score,
                      tally *seen) {
    static liniell_board b, before;
    liniell_position p;
    liniell_start(tiles, &p);
    liniell_shuffle(tiles, random, true, &p);
    liniell_board_clear(tiles, &b);
    while (!liniell_over(&p)) {
        liniell_fast_move fast = liniell_random_move(&b, p.drawn, random);
        liniell_move move = liniell_plain_move(&b, fast);
        count_move(&b, p.drawn, fast, seen);
        if (thorough) {
            check_moves(tiles, &p, &b);
            check_text(tiles, &p);
            before = b;
            liniell_board_play(&b, p.drawn, fast);
            liniell_board_undo(&b);
            check_same_board(&before, &b);
        }
        liniell_board_play(&b, p.drawn, fast);
        p = played(tiles, &p, &move);
        if (thorough) check_position(tiles, &p);
        if (thorough) check_lines(tiles, &p, &b);
        if (thorough && score) check_score(tiles, &p, &b);
        if (thorough && score) check_sweep(tiles, &p, &b, true);
    }
    check_lines(tiles, &p, &b);
    if (score) check_score(tiles, &p, &b);
    if (!score) check_set_up(tiles, &p, &b);
    if (!score && thorough) check_sweep(tiles, &p, &b, false);
    seen->scored += score;
    seen->large += !score;
    check_text(tiles, &p);
    while (b.turns > 0) liniell_board_undo(&b);
    liniell_board_clear(tiles, &before);
    check_same_board(&before, &b);
}

START_TEST(laws_hold_in_random_games_with_the_standard_set) {
    rng random = rng_seeded(1);
    tally seen = {0};
    for (int i = 0; i < GAMES; i++)
        play_game(&liniell_standard, &random, i % SAMPLE == 0, true, &seen);
    /* The rare cases did occur. */
    ck_assert_int_gt(seen.take_overs, 0);
    ck_assert_int_gt(seen.moved, 0);
    if (GAMES >= 100000) ck_assert_int_gt(seen.passes, 0);
    if (GAMES >= 100000) ck_assert_int_gt(seen.pairs, 0);
}
END_TEST

START_TEST(laws_hold_in_random_games_with_random_sets) {
    rng random = rng_seeded(2);
    tally seen = {0};
    for (int set = 0; set < SETS; set++) {
        int count =
            set % 8 == 7 ? 17 + (int)rng_below(&random, 48) : 2 + (int)rng_below(&random, 15);
        liniell_tiles tiles;
        random_tiles(&random, count, (count <= 12 || count > 16) && rng_below(&random, 2), &tiles);
        for (int i = 0; i < 20; i++) play_game(&tiles, &random, i == 0, count <= 16, &seen);
    }
    ck_assert_int_gt(seen.take_overs, 0);
    ck_assert_int_gt(seen.scored, 0);
    ck_assert_int_gt(seen.large, 0);
}
END_TEST

/* --- what is hidden --------------------------------------------------------------------------- */

/* One random game; at each turn the answers are the same for another order of the stack, and for
 * one that nobody knows. Turns of large sets are many, so they are passed over now and then. */
static void play_hidden(const liniell_tiles *tiles, rng *random, unsigned every) {
    engine_options options = {
        .variant = variant_own(&liniell_game, tiles), .memory = 1 << 16, .threads = 1};
    engine *t;
    game_position p;
    error e;
    MUST(engine_open(&options, &t, &e) == STATUS_OK);
    liniell_game.start(tiles, &p);
    liniell_game.chance->shuffle(tiles, random, true, &p);
    while (!liniell_game.outcome(tiles, &p).over) {
        if (rng_below(random, every) == 0) {
            game_position other = p, unknown;
            char line[GAME_POSITION_TEXT];
            text t_line = text_fixed(line, sizeof line);
            liniell_game.chance->shuffle(tiles, random, false, &other);
            liniell_game.write_position(tiles, &p, &t_line);
            MUST(liniell_game.read_position(tiles, line, &unknown, &e) == STATUS_OK);
            sight_must_be_same(t, &p, &other);
            sight_must_be_same(t, &p, &unknown);
        }
        game_turn turn = fixture_random_turn(variant_own(&liniell_game, tiles), &p, random);
        MUST(liniell_game.play(tiles, &p, turn.text, &e) == STATUS_OK);
    }
    engine_close(t);
}

START_TEST(the_order_of_the_stack_shows_nowhere) {
    static const int sizes[] = {2, 3, 5, 9, 12, 25, 64};
    rng random = rng_seeded(3);
    play_hidden(&liniell_standard, &random, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        liniell_tiles tiles;
        random_tiles(&random, sizes[i], false, &tiles);
        play_hidden(&tiles, &random, (unsigned)sizes[i] / 4 + 1);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("liniell-laws");
    TCase *laws = fixture_tests(suite, "laws");
    tcase_add_test(laws, laws_hold_in_random_games_with_the_standard_set);
    tcase_add_test(laws, laws_hold_in_random_games_with_random_sets);
    tcase_add_test(laws, the_order_of_the_stack_shows_nowhere);
    return fixture_run(suite);
}
