/* SPDX-License-Identifier: MIT
 *
 * The match: history, undo and redo, the series and who begins, repetition, save and load; and
 * the simple computer players, who fill these matches with turns. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "games/registry.h"
#include "linja/game.h"
#include "linja/rules/rules.h"
#include "play/match.h"

static match *new_match(const char *rules, const char *position, int best_of, int first) {
    match_options options = {.game = &linja_game,
                             .rules = rules,
                             .position = position,
                             .names = {"Ada", "Ben"},
                             .best_of = best_of,
                             .first = first};
    return fixture_match(&options);
}

static void expect_position(const match *m, const char *expected) {
    char line[GAME_POSITION_TEXT];
    text t = text_fixed(line, sizeof line);
    variant_write_position(match_variant(m), match_position(m), &t);
    ck_assert_str_eq(line, expected);
}

static void expect_score(const match *m, int first, int second) {
    int wins[2];
    match_score(m, wins);
    ck_assert_int_eq(wins[0], first);
    ck_assert_int_eq(wins[1], second);
}

/* One turn from a finish that A wins, 58 to 54. */
static const char nearly_won_by_a[] = "0b/00/00/00/00/11/00/b0 a";

START_TEST(undo_and_redo_go_all_the_way) {
    match *m = new_match("zen", NULL, 1, 0);
    rng random = rng_seeded(3);
    char texts[400][GAME_POSITION_TEXT];
    size_t count = 0;
    while (!match_outcome(m).over) {
        text t = text_fixed(texts[count++], GAME_POSITION_TEXT);
        variant_write_position(match_variant(m), match_position(m), &t);
        fixture_play(m, fixture_random_turn(match_variant(m), match_position(m), &random).text);
    }
    ck_assert_uint_gt(count, 10);
    ck_assert_uint_eq(match_ply(m), count);
    for (size_t i = count; i > 0; i--) {
        ck_assert(fixture_undo(m));
        expect_position(m, texts[i - 1]);
    }
    ck_assert(!fixture_undo(m));
    for (size_t i = 1; i < count; i++) {
        ck_assert(fixture_redo(m));
        expect_position(m, texts[i]);
    }
    ck_assert(fixture_redo(m));
    ck_assert(match_outcome(m).over);
    ck_assert(!fixture_redo(m));
    match_free(m);
}
END_TEST

START_TEST(a_new_turn_forgets_what_could_be_redone) {
    match *m = new_match("zen", NULL, 1, 0);
    fixture_play(m, "ab/df");
    fixture_play(m, "hg/ec");
    fixture_undo(m);
    fixture_play(m, "hg");
    ck_assert(!fixture_redo(m));
    ck_assert_uint_eq(match_ply(m), 2);
    ck_assert_str_eq(match_turn(m, 0), "ab/df");
    ck_assert_str_eq(match_turn(m, 1), "hg");
    match_free(m);
}
END_TEST

START_TEST(a_wrong_turn_changes_nothing) {
    match *m = new_match("zen", NULL, 1, 0);
    fixture_play(m, "ab/df");
    fixture_undo(m);
    error e;
    ck_assert_int_eq(match_play(m, "ab/dg", &e), STATUS_INVALID);
    expect_position(m, "60/11/11/11/11/11/11/06 a");
    ck_assert(fixture_redo(m));
    match_free(m);
}
END_TEST

START_TEST(match_first_player_is_drawn_by_seed) {
    int begins[2] = {0};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        match_options options = {
            .game = &linja_game, .best_of = 1, .first = MATCH_DRAW_LOTS, .seed = seed};
        match *m, *again;
        error e;
        ck_assert_int_eq(match_new(&options, &m, &e), STATUS_OK);
        ck_assert_int_eq(match_new(&options, &again, &e), STATUS_OK);
        MUST(match_player_to_move(m) == match_player_to_move(again));
        begins[match_player_to_move(m)]++;
        match_free(m);
        match_free(again);
    }
    ck_assert_int_gt(begins[0], 400);
    ck_assert_int_gt(begins[1], 400);
}
END_TEST

START_TEST(match_loser_starts_next_game) {
    match *m = new_match("zen", nearly_won_by_a, 5, 0);
    error e;
    fixture_play(m, "fg");
    ck_assert(match_outcome(m).over);
    expect_score(m, 1, 0);
    ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
    expect_position(m, nearly_won_by_a);
    ck_assert_int_eq(match_player(m, SIDE_A), 1); /* Ben lost, so he begins */
    ck_assert_int_eq(match_declare(m, RECORD_B_WINS, &e), STATUS_OK);
    expect_score(m, 2, 0);
    ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
    ck_assert_int_eq(match_player(m, SIDE_A), 1); /* and again */
    ck_assert_int_eq(match_declare(m, RECORD_DRAW, &e), STATUS_OK);
    ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
    ck_assert_int_eq(match_player(m, SIDE_A), 0); /* after a draw the other one begins */
    match_free(m);
}
END_TEST

START_TEST(match_best_of_three_and_five) {
    error e;
    for (int best_of = 3; best_of <= 5; best_of += 2) {
        match *m = new_match("zen", NULL, best_of, 0);
        for (int game_number = 1;; game_number++) {
            ck_assert(!match_is_decided(m));
            /* Ben wins every game. */
            ck_assert_int_eq(
                match_declare(m, match_player(m, SIDE_A) == 1 ? RECORD_A_WINS : RECORD_B_WINS, &e),
                STATUS_OK);
            expect_score(m, 0, game_number);
            if (game_number > best_of / 2) break;
            ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
        }
        ck_assert(match_is_decided(m));
        ck_assert_int_eq(match_next_game(m, &e), STATUS_INVALID);
        match_free(m);
    }
    /* Draws use games up. */
    match *m = new_match("zen", NULL, 3, 0);
    for (int i = 0; i < 3; i++) {
        ck_assert(!match_is_decided(m));
        ck_assert_int_eq(match_declare(m, RECORD_DRAW, &e), STATUS_OK);
        if (i < 2) ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
    }
    ck_assert(match_is_decided(m));
    expect_score(m, 0, 0);
    match_free(m);
    match_options even = {.game = &linja_game, .best_of = 4};
    ck_assert_int_eq(match_new(&even, &m, &e), STATUS_INVALID);
}
END_TEST

START_TEST(third_repetition_is_a_draw) {
    match *m = new_match("zen+return", NULL, 1, 0);
    error e;
    for (int i = 0; i < 2; i++) {
        ck_assert(!match_outcome(m).over);
        fixture_play(m, "gh/hg");
        ck_assert(!match_outcome(m).over);
        fixture_play(m, "ba/ab");
    }
    ck_assert(match_is_repetition(m));
    ck_assert(match_outcome(m).over);
    ck_assert_int_eq(match_outcome(m).leader, 0);
    ck_assert_int_eq(match_play(m, "ab", &e), STATUS_INVALID);
    ck_assert(fixture_undo(m));
    ck_assert(!match_outcome(m).over);
    match_free(m);
}
END_TEST

/* Turn sequences counted by playing them all. */
static uint64_t count_by_playing(match *m, int depth) {
    if (depth == 0) return 1;
    if (match_outcome(m).over) return 0;
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(match_variant(m), match_position(m), turns);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        fixture_play(m, turns[i].text);
        total += count_by_playing(m, depth - 1);
        fixture_undo(m);
    }
    return total;
}

START_TEST(perft_ends_a_line_with_the_third_repetition) {
    match *m = new_match("zen+return", "1a/01/00/00/00/00/10/a1 a", 1, 0);
    uint64_t count;
    for (int depth = 1; depth <= 5; depth++) {
        error e;
        ck_assert(linja_game.perft(match_variant(m).rules, match_position(m), NULL, depth, &count,
                                   &e) == STATUS_OK);
        ck_assert_uint_eq(count, count_by_playing(m, depth));
    }
    match_free(m);
}
END_TEST

START_TEST(a_declared_result_ends_the_game_until_it_is_taken_back) {
    match *m = new_match("zen", NULL, 1, 0);
    error e;
    fixture_play(m, "ab/df");
    ck_assert_int_eq(match_declare(m, RECORD_DRAW, &e), STATUS_OK);
    ck_assert(match_outcome(m).over);
    ck_assert_int_eq(match_play(m, "hg", &e), STATUS_INVALID);
    ck_assert(fixture_undo(m));
    ck_assert_uint_eq(match_ply(m), 1);
    fixture_play(m, "hg");
    match_free(m);
}
END_TEST

START_TEST(a_forfeit_is_told_from_a_resignation_and_saved) {
    match *m = new_match("zen", NULL, 1, 0);
    error e;
    fixture_play(m, "ab/df");
    ck_assert_int_eq(match_forfeit(m, &e), STATUS_OK);
    ck_assert(match_declared(m) == REASON_TIME && match_outcome(m).leader > 0);
    ck_assert_int_eq(match_forfeit(m, &e), STATUS_INVALID);
    text saved = text_growing();
    ck_assert_int_eq(match_save(m, &saved, &e), STATUS_OK);
    match *back;
    ck_assert_int_eq(match_load(registry_games, saved.data, saved.length, &back, &e), STATUS_OK);
    ck_assert(match_declared(back) == REASON_TIME);
    match_free(back);
    /* Taken back, it leaves nothing behind. */
    ck_assert(fixture_undo(m));
    ck_assert(match_declared(m) != REASON_TIME);
    ck_assert_int_eq(match_declare(m, RECORD_A_WINS, &e), STATUS_OK);
    ck_assert(match_declared(m) != REASON_TIME);
    text_clear(&saved);
    ck_assert_int_eq(match_save(m, &saved, &e), STATUS_OK);
    ck_assert_ptr_null(strstr(saved.data, "Termination"));
    text_free(&saved);
    match_free(m);
}
END_TEST

/* --- save and load ---------------------------------------------------------------------------- */

static match *reloaded(const match *m) {
    text saved = text_growing(), again = text_growing();
    error e;
    ck_assert_int_eq(match_save(m, &saved, &e), STATUS_OK);
    match *back;
    ck_assert_msg(match_load(registry_games, saved.data, saved.length, &back, &e) == STATUS_OK,
                  "%s\n%s", e.text, saved.data);
    ck_assert_int_eq(match_save(back, &again, &e), STATUS_OK);
    ck_assert_str_eq(saved.data, again.data);
    text_free(&saved);
    text_free(&again);
    return back;
}

START_TEST(a_saved_match_goes_on_where_it_was) {
    match *m = new_match("second+mean", NULL, 3, 1);
    error e;
    rng random = rng_seeded(8);
    for (int game_number = 0; game_number < 2; game_number++) {
        while (!match_outcome(m).over)
            fixture_play(m, fixture_random_turn(match_variant(m), match_position(m), &random).text);
        if (game_number == 0) ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
    }
    fixture_undo(m);
    fixture_undo(m);
    match *back = reloaded(m);
    ck_assert_mem_eq(match_position(back), match_position(m), sizeof(game_position));
    ck_assert_uint_eq(match_ply(back), match_ply(m));
    ck_assert_int_eq(match_player_to_move(back), 1 - match_player_to_move(m));
    ck_assert_str_eq(match_name(back, match_player_to_move(back)),
                     match_name(m, match_player_to_move(m)));
    ck_assert_int_eq(match_best_of(back), 3);
    ck_assert_str_eq(match_rules_name(back), "second+mean");
    int wins[2], wins_back[2];
    match_score(m, wins);
    match_score(back, wins_back);
    ck_assert_int_eq(wins[0], wins_back[1]); /* the first player of the file is Ben */
    ck_assert_int_eq(wins[1], wins_back[0]);
    match_free(m);
    match_free(back);
}
END_TEST

START_TEST(remarks_of_a_loaded_game_are_kept) {
    static const char file[] = "[Game \"linja\"]\n[Result \"*\"]\n[Annotator \"Eve\"]\n\n"
                               "{start} ab/df $1 {first} (bc) hg/ec {second} ab *";
    match *m;
    error e;
    ck_assert_msg(match_load(registry_games, file, strlen(file), &m, &e) == STATUS_OK, "%s",
                  e.text);
    ck_assert(fixture_undo(m));
    fixture_play(m, "ab/be");
    text saved = text_growing();
    ck_assert_int_eq(match_save(m, &saved, &e), STATUS_OK);
    ck_assert_msg(strstr(saved.data, "{start} 1. ab/df $1 {first} (1. bc) 1... hg/ec {second} 2. "
                                     "ab/be *"),
                  "%s", saved.data);
    ck_assert(strstr(saved.data, "[Annotator \"Eve\"]"));
    text_free(&saved);
    match_free(m);
}
END_TEST

START_TEST(a_file_that_is_no_match_is_refused) {
    static const struct {
        const char *file, *says;
    } cases[] = {
        {"[Game \"linja\"]\nab/df *\n[Game \"linja\"]\nab/df *",
         "line 3: a game follows though the one before it is not finished"},
        {"[Game \"linja\"]\nab/df 1-0\n[Game \"linja\"]\n[First \"Eve\"]\nab/df *",
         "line 3: another pair of players than in the first game"},
        {"[Game \"linja\"]\nab/df 1-0\n[Game \"linja\"]\n[Rules \"2003\"]\nab/df *",
         "line 3: another game or rule set than in the first game"},
        {"[Game \"linja\"]\n[BestOf \"2\"]\nab/df 1-0",
         "line 1: BestOf must be an odd number up to 99, not '2'"},
        {"[Game \"linja\"]\n[BestOf \"1\"]\nab/df 1-0\n[Game \"linja\"]\nab/df *",
         "line 4: a game follows though the match is decided"},
        {"[Game \"linja\"]\n[First \"\"]\n*",
         "line 1: a player's name must be one line of 1 to 63 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match *m;
        error e;
        ck_assert_int_eq(match_load(registry_games, cases[i].file, strlen(cases[i].file), &m, &e),
                         STATUS_INVALID);
        ck_assert_str_eq(e.text, cases[i].says);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match");
    TCase *tests = fixture_tests(suite, "match");
    tcase_add_test(tests, undo_and_redo_go_all_the_way);
    tcase_add_test(tests, a_new_turn_forgets_what_could_be_redone);
    tcase_add_test(tests, a_wrong_turn_changes_nothing);
    tcase_add_test(tests, match_first_player_is_drawn_by_seed);
    tcase_add_test(tests, match_loser_starts_next_game);
    tcase_add_test(tests, match_best_of_three_and_five);
    tcase_add_test(tests, third_repetition_is_a_draw);
    tcase_add_test(tests, perft_ends_a_line_with_the_third_repetition);
    tcase_add_test(tests, a_declared_result_ends_the_game_until_it_is_taken_back);
    tcase_add_test(tests, a_forfeit_is_told_from_a_resignation_and_saved);
    tcase_add_test(tests, a_saved_match_goes_on_where_it_was);
    tcase_add_test(tests, remarks_of_a_loaded_game_are_kept);
    tcase_add_test(tests, a_file_that_is_no_match_is_refused);
    return fixture_run(suite);
}
