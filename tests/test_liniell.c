/* SPDX-License-Identifier: MIT
 *
 * Liniell by the book: the drawn cases of tests/data/liniell-*.t (docs/rules-liniell.md names them
 * one by one), the perft numbers, tile sets, draws, and games saved and loaded again. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "games/registry.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/notation/picture.h"
#include "liniell/rules/routes.h"
#include "play/match.h"
#include "play/replay.h"

/* --- drawn cases ----------------------------------------------------------------------------- */

typedef struct drawn {
    const char *name;
    liniell_tiles tiles;
    char line[GAME_POSITION_TEXT]; /* the position as text */
    size_t tiles_length;           /* ... up to the markers */
    game_position position;
} drawn;

typedef struct cell_drawn {
    char name[4];
    char tile[4];
    bool taken;
} cell_drawn;

/* Notes the tiles of a row, "4 01n . 07s", under the columns of "cells d e f". */
static void draw_row(const char *columns, const char *row, cell_drawn *cells, size_t *count) {
    char number[8], column[8], tile[8];
    fixture_word(&row, number, sizeof number);
    while (fixture_word(&row, tile, sizeof tile) && fixture_word(&columns, column, sizeof column)) {
        if (strcmp(tile, ".") == 0) continue;
        text t = text_fixed(cells[*count].name, sizeof cells->name);
        text_format(&t, "%s%s", column, number);
        t = text_fixed(cells[*count].tile, sizeof cells->tile);
        text_put(&t, tile);
        cells[(*count)++].taken = false;
    }
}

/* Writes the tiles in some order in which they can have been laid: first the one on the first
 * cell, then whichever touches. */
static void write_tiles(drawn *d, cell_drawn *cells, size_t count) {
    text t = text_fixed(d->line, sizeof d->line);
    char last[GAME_POSITION_TEXT + 64];
    for (size_t laid = 0; laid < count; laid++) {
        bool found = false;
        for (size_t i = 0; i < count && !found; i++) {
            if (cells[i].taken) continue;
            char entry[16];
            text u = text_fixed(entry, sizeof entry);
            text_format(&u, "%.2s@%s%c ", cells[i].tile, cells[i].name, cells[i].tile[2]);
            u = text_fixed(last, sizeof last);
            text_format(&u, "%s%sA=-,- B=-,- turn=a draw=?", d->line, entry);
            liniell_position p;
            error e;
            status code = liniell_read_position(&d->tiles, last, &p, &e);
            /* The very last tile leaves none to draw. */
            if (code != STATUS_OK && !strstr(e.text, "no tile is left to draw")) continue;
            text_put(&t, entry);
            cells[i].taken = found = true;
        }
        ck_assert_msg(found, "%s: the tiles do not hang together: %s", d->name, last);
    }
    d->tiles_length = t.length;
}

/* Reads name, tiles, board, markers and turn; answers the index of the first expectation. */
static size_t read_drawn(const fixture_case *c, drawn *d) {
    size_t at = 0;
    cell_drawn cells[LINIELL_TILES_MAX];
    size_t count = 0;
    error e;
    *d = (drawn){.name = fixture_value(c->lines[at++], "case"), .tiles = liniell_standard};
    ck_assert_msg(d->name, "line %zu: not a case", c->line);
    const char *set = fixture_value(c->lines[at], "tiles");
    if (set)
        ck_assert_msg(liniell_read_tiles(set, &d->tiles, &e) == STATUS_OK, "%s: %s", d->name,
                      e.text);
    at += set != NULL;
    const char *columns = fixture_value(c->lines[at++], "cells");
    ck_assert_msg(columns, "%s: cells are missing", d->name);
    while (c->lines[at][0] >= '0' && c->lines[at][0] <= '9')
        draw_row(columns, c->lines[at++], cells, &count);
    write_tiles(d, cells, count);
    const char *markers = fixture_value(c->lines[at++], "markers");
    const char *turn = fixture_value(c->lines[at++], "turn");
    char side[4], word[8], draw[4], out[16] = "";
    ck_assert_msg(markers && turn && fixture_word(&turn, side, sizeof side) &&
                      fixture_word(&turn, word, sizeof word) &&
                      fixture_word(&turn, draw, sizeof draw),
                  "%s: markers and turn are missing", d->name);
    text t = text_fixed(d->line + d->tiles_length, sizeof d->line - d->tiles_length);
    text_format(&t, "%s turn=%s draw=%s", markers, side, draw);
    if (fixture_word(&turn, word, sizeof word) && fixture_word(&turn, out, sizeof out))
        text_format(&t, " out=%s", out);
    ck_assert_msg(liniell_game.read_position(&d->tiles, d->line, &d->position, &e) == STATUS_OK,
                  "%s: %s", d->name, e.text);
    return at;
}

static void expect_turns(const drawn *d, const char *kind, const char *list) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = liniell_game.turns(&d->tiles, &d->position, turns), listed = 0;
    char word[32];
    while (fixture_word(&list, word, sizeof word)) {
        if (strcmp(word, "none") == 0) continue;
        bool legal = false;
        for (size_t i = 0; i < count; i++) legal |= strcmp(turns[i].text, word) == 0;
        game_position after = d->position;
        error e;
        bool played = liniell_game.play(&d->tiles, &after, word, &e) == STATUS_OK;
        ck_assert_msg(legal == played, "%s: %s is listed %d, played %d", d->name, word, legal,
                      played);
        ck_assert_msg(legal == (strcmp(kind, "lacks") != 0), "%s: %s %s", d->name, kind, word);
        if (strcmp(kind, "moves") == 0)
            ck_assert_msg(listed < count && strcmp(turns[listed].text, word) == 0,
                          "%s: turn %zu is %s, not %s", d->name, listed + 1, turns[listed].text,
                          word);
        listed++;
    }
    if (strcmp(kind, "moves") == 0)
        ck_assert_msg(listed == count, "%s: %zu turns instead of %zu", d->name, count, listed);
}

static void expect_after(const drawn *d, const char *value) {
    char turn[32], line[GAME_POSITION_TEXT];
    fixture_word(&value, turn, sizeof turn);
    ck_assert_msg(strncmp(value, " = ", 3) == 0, "%s: 'after TURN = MARKERS ...'", d->name);
    game_position p = d->position;
    error e;
    ck_assert_msg(liniell_game.play(&d->tiles, &p, turn, &e) == STATUS_OK, "%s: %s", d->name,
                  e.text);
    text t = text_fixed(line, sizeof line);
    liniell_game.write_position(&d->tiles, &p, &t);
    const char *rest = strstr(line, "A=");
    ck_assert_msg(strcmp(rest, value + 3) == 0, "%s: after %s it is %s", d->name, turn, rest);
}

static void expect_score(const drawn *d, const char *value) {
    liniell_position p = liniell_unwrap(&d->position);
    liniell_score both[] = {liniell_score_plain(&d->tiles, &p), liniell_score_fast(&d->tiles, &p)};
    for (int i = 0; i < 2; i++) {
        char score[64];
        text t = text_fixed(score, sizeof score);
        text_format(&t, "a %d %d b %d %d", both[i].points[0], both[i].blue[0], both[i].points[1],
                    both[i].blue[1]);
        ck_assert_msg(strcmp(score, value) == 0, "%s: the %s score is %s", d->name,
                      i ? "fast" : "plain", score);
    }
}

static void expect_route(const drawn *d, const char *value) {
    char lines[2048];
    text t = text_fixed(lines, sizeof lines);
    liniell_game.explain(&d->tiles, &d->position, &t);
    const char *found = strstr(lines, value);
    ck_assert_msg(found && found[strlen(value)] == '\n', "%s: no '%s' in\n%s", d->name, value,
                  lines);
}

static void expect(const drawn *d, const char *line) {
    static const char *const kinds[] = {"has", "lacks", "moves"};
    const char *value;
    for (size_t i = 0; i < 3; i++)
        if ((value = fixture_value(line, kinds[i]))) {
            expect_turns(d, kinds[i], value);
            return;
        }
    game_outcome outcome = liniell_game.outcome(&d->tiles, &d->position);
    if ((value = fixture_value(line, "after")))
        expect_after(d, value);
    else if ((value = fixture_value(line, "score")))
        expect_score(d, value);
    else if ((value = fixture_value(line, "route")))
        expect_route(d, value);
    else if ((value = fixture_value(line, "over")))
        ck_assert_msg(outcome.over == (strcmp(value, "yes") == 0), "%s: over is not %s", d->name,
                      value);
    else if ((value = fixture_value(line, "leader")))
        ck_assert_msg("b-a"[outcome.leader + 1] == value[0], "%s: the leader is not %s", d->name,
                      value);
    else
        ck_abort_msg("%s: what is '%s'?", d->name, line);
}

START_TEST(drawn_cases_hold) {
    fixture f = fixture_read(DATA "liniell-rules.t");
    for (size_t i = 0; i < f.count; i++) {
        drawn d;
        for (size_t k = read_drawn(&f.cases[i], &d); k < f.cases[i].count; k++)
            expect(&d, f.cases[i].lines[k]);
    }
    fixture_free(&f);
}
END_TEST

/* --- bad input ------------------------------------------------------------------------------- */

/* "tiles T", "position P" and "turn T" lines, then what the refusal "says". In a tile set "|"
 * stands for a line end. */
START_TEST(bad_input_is_refused_with_these_words) {
    fixture f = fixture_read(DATA "liniell-bad.t");
    for (size_t i = 0; i < f.count; i++) {
        const fixture_case *c = &f.cases[i];
        liniell_tiles tiles = liniell_standard;
        game_position p;
        error e = {""};
        status code = STATUS_OK;
        liniell_game.start(&tiles, &p);
        for (size_t k = 0; k < c->count; k++) {
            char *line = c->lines[k];
            const char *value;
            if (code == STATUS_OK && (value = fixture_value(line, "tiles"))) {
                for (char *bar = line; (bar = strchr(bar, '|'));) *bar = '\n';
                code = liniell_game.tiles->read(value, &tiles, &e);
                if (code == STATUS_OK) liniell_game.start(&tiles, &p);
            } else if (code == STATUS_OK && (value = fixture_value(line, "position"))) {
                code = liniell_game.read_position(&tiles, value, &p, &e);
            } else if (code == STATUS_OK && (value = fixture_value(line, "draws"))) {
                code = liniell_game.chance->arrange(&tiles, value, true, &p, &e);
            } else if (code == STATUS_OK && (value = fixture_value(line, "turn"))) {
                game_position before = p;
                code = liniell_game.play(&tiles, &p, value, &e);
                if (code != STATUS_OK) ck_assert_mem_eq(&before, &p, sizeof p);
            } else if ((value = fixture_value(line, "says"))) {
                ck_assert_msg(code == STATUS_INVALID, "line %zu: not refused", c->line);
                ck_assert_msg(strcmp(e.text, value) == 0, "line %zu: it says\n%s", c->line, e.text);
            } else {
                ck_abort_msg("line %zu: '%s' after '%s'", c->line + k, line, e.text);
            }
        }
    }
    fixture_free(&f);
}
END_TEST

/* --- tiles and draws ------------------------------------------------------------------------- */

START_TEST(the_standard_set_is_what_its_text_says) {
    static const char standard[] = "01: NESW; 02: NESW; 03: NES Wo; 04: NES Wo; 05: NES Wo; "
                                   "06: NES W*; 07: NES W*; 08: NE SW; 09: NE SW; 10: NE SW; "
                                   "11: NE SW; 12: NS EW; 13: NE So W*; 14: NE S* Wo; "
                                   "15: NS Eo W*; 16: NS Eo W*";
    liniell_tiles tiles;
    error e;
    ck_assert_int_eq(liniell_read_tiles(standard, &tiles, &e), STATUS_OK);
    ck_assert_mem_eq(&tiles, &liniell_standard, sizeof tiles);
    char line[1024];
    text t = text_fixed(line, sizeof line);
    liniell_write_tiles(&tiles, "; ", &t);
    ck_assert_str_eq(line, standard);
}
END_TEST

START_TEST(a_set_may_be_written_freely) {
    liniell_tiles tiles;
    error e;
    ck_assert_int_eq(
        liniell_read_tiles("# ours\r\n\n 07:  SW  ENo\t\r\n03: W NES* # tee\n", &tiles, &e),
        STATUS_OK);
    char line[64];
    text t = text_fixed(line, sizeof line);
    liniell_write_tiles(&tiles, "; ", &t);
    ck_assert_str_eq(line, "03: NES* W; 07: NEo SW");
    ck_assert_int_eq(tiles.square, 2);
    ck_assert_int_eq(tiles.tile[1].rotations, 15);
}
END_TEST

START_TEST(squares_are_the_smallest_that_hold_the_set) {
    for (int count = LINIELL_TILES_MIN; count <= LINIELL_TILES_MAX; count++) {
        char string[2048];
        text t = text_fixed(string, sizeof string);
        for (int i = 1; i <= count; i++) text_format(&t, "%02d: NESW\n", i);
        liniell_tiles tiles;
        error e;
        ck_assert_int_eq(liniell_read_tiles(string, &tiles, &e), STATUS_OK);
        ck_assert_int_ge(tiles.square * tiles.square, count);
        ck_assert_int_lt((tiles.square - 1) * (tiles.square - 1), count);
    }
}
END_TEST

static void write_draws(const game_position *position, char line[64]) {
    liniell_position p = liniell_unwrap(position);
    text t = text_fixed(line, 64);
    text_format(&t, "%02d", liniell_standard.tile[p.drawn].number);
    for (int i = 0; i < p.stack_count; i++)
        text_format(&t, ",%02d", liniell_standard.tile[p.rest[i]].number);
}

/* These orders are a promise: a seed deals the same on every platform and for ever. */
START_TEST(a_seed_fixes_the_stack) {
    static const struct {
        uint64_t seed;
        const char *draws;
    } deals[] = {
        {0, "03,11,15,12,07,02,06,14,09,04,05,08,13,10,01,16"},
        {1, "03,12,11,07,08,14,15,01,13,06,16,10,04,09,05,02"},
        {UINT64_MAX, "11,13,15,12,09,02,04,05,03,06,16,07,14,08,10,01"},
    };
    for (size_t i = 0; i < sizeof deals / sizeof *deals; i++) {
        game_position p;
        char line[64];
        liniell_game.start(&liniell_standard, &p);
        rng random = rng_seeded(deals[i].seed);
        liniell_game.chance->shuffle(&liniell_standard, &random, true, &p);
        write_draws(&p, line);
        ck_assert_str_eq(line, deals[i].draws);
    }
}
END_TEST

START_TEST(shuffling_keeps_what_is_drawn_and_known) {
    game_position p, shuffled;
    char before[64], after[64];
    liniell_game.start(&liniell_standard, &p);
    shuffled = p;
    rng random = rng_seeded(3);
    liniell_game.chance->shuffle(&liniell_standard, &random, false, &shuffled);
    write_draws(&p, before);
    write_draws(&shuffled, after);
    ck_assert_int_eq(strncmp(before, after, 2), 0);
    ck_assert_str_ne(before, after);
    for (int i = 1; i <= 16; i++) {
        char number[4];
        text t = text_fixed(number, sizeof number);
        text_format(&t, "%02d", i);
        ck_assert_ptr_nonnull(strstr(after, number));
    }
}
END_TEST

/* A game that is set up again in the middle goes on with the draws of its seed. */
START_TEST(a_seed_means_the_same_draws_from_any_position) {
    const game *g = &liniell_game;
    for (uint64_t seed = 0; seed < 20; seed++) {
        match_options options = {.game = g, .best_of = 1, .seed = seed, .shuffled = true};
        match *m;
        error e;
        rng random = rng_seeded(seed + 100);
        ck_assert_int_eq(match_new(&options, &m, &e), STATUS_OK);
        while (!match_outcome(m).over) {
            char line[GAME_POSITION_TEXT];
            text t = text_fixed(line, sizeof line);
            g->write_position(match_variant(m).rules, match_position(m), &t);
            replay set_up = {.variant = variant_own(g, match_variant(m).rules)};
            ck_assert_int_eq(replay_set_start(&set_up, line, &seed, NULL, &e), STATUS_OK);
            ck_assert_mem_eq(&set_up.start, match_position(m), sizeof set_up.start);
            game_turn turn = fixture_random_turn(variant_own(g, match_variant(m).rules),
                                                 match_position(m), &random);
            ck_assert_int_eq(match_play(m, turn.text, &e), STATUS_OK);
        }
        match_free(m);
    }
}
END_TEST

/* A list may be short, and may name tiles that are gone: both are how a table is followed. */
START_TEST(a_list_arranges_the_stack_as_far_as_it_goes) {
    error e;
    game_position p;
    ck_assert_int_eq(
        liniell_game.read_position(&liniell_standard, "01@d4n A=-,- B=-,- turn=b draw=?", &p, &e),
        STATUS_OK);
    ck_assert_int_eq(liniell_game.chance->arrange(&liniell_standard, "01,05,09", false, &p, &e),
                     STATUS_OK);
    char line[GAME_POSITION_TEXT];
    for (int i = 0; i < 2; i++) {
        text t = text_fixed(line, sizeof line);
        liniell_game.write_position(&liniell_standard, &p, &t);
        ck_assert_ptr_nonnull(strstr(line, i == 0 ? "draw=05" : "draw=09"));
        ck_assert_int_eq(liniell_game.play(&liniell_standard, &p, i == 0 ? "d5n" : "d6n", &e),
                         STATUS_OK);
    }
    text t = text_fixed(line, sizeof line);
    liniell_game.write_position(&liniell_standard, &p, &t);
    ck_assert_ptr_nonnull(strstr(line, "draw=?"));
    game_turn turns[GAME_TURNS_MAX];
    ck_assert_uint_eq(liniell_game.turns(&liniell_standard, &p, turns), 0);
    ck_assert(!liniell_game.outcome(&liniell_standard, &p).over);
}
END_TEST

/* --- perft ----------------------------------------------------------------------------------- */

START_TEST(perft_counts_as_published) {
    static const struct {
        const char *draws;
        uint64_t counts[4];
    } published[] = {
        {"01,02,03,04,05,06,07,08,09,10,11,12,13,14,15,16", {1, 2, 12, 768}},
        {"13,08,03,15,01,06,10,04,02,05,07,09,11,12,14,16", {1, 16, 352, 32192}},
    };
    for (size_t i = 0; i < 2; i++) {
        game_position p;
        error e;
        liniell_game.start(&liniell_standard, &p);
        ck_assert_int_eq(
            liniell_game.chance->arrange(&liniell_standard, published[i].draws, true, &p, &e),
            STATUS_OK);
        for (int depth = 0; depth < 4; depth++) {
            uint64_t count, sum = 0;
            ck_assert_int_eq(liniell_game.perft(&liniell_standard, &p, NULL, depth, &count, &e),
                             STATUS_OK);
            ck_assert_uint_eq(count, published[i].counts[depth]);
            game_turn turns[GAME_TURNS_MAX];
            size_t many = depth > 0 ? liniell_game.turns(&liniell_standard, &p, turns) : 0;
            for (size_t k = 0; k < many; k++) {
                uint64_t part;
                ck_assert_int_eq(
                    liniell_game.perft(&liniell_standard, &p, turns[k].text, depth, &part, &e),
                    STATUS_OK);
                sum += part;
            }
            if (depth > 0) ck_assert_uint_eq(sum, count);
        }
    }
}
END_TEST

START_TEST(perft_needs_to_know_the_draws) {
    game_position p;
    error e;
    uint64_t count;
    liniell_game.read_position(&liniell_standard, "A=-,- B=-,- turn=a draw=01", &p, &e);
    ck_assert_int_eq(liniell_game.perft(&liniell_standard, &p, NULL, 1, &count, &e), STATUS_OK);
    ck_assert_int_eq(liniell_game.perft(&liniell_standard, &p, NULL, 2, &count, &e),
                     STATUS_INVALID);
}
END_TEST

/* --- turns in the making --------------------------------------------------------------------- */

/* Every turn is reached through its steps, and the steps lead to nothing else. */
START_TEST(steps_lead_to_every_turn) {
    rng random = rng_seeded(11);
    for (int i = 0; i < 20; i++) {
        game_position p;
        liniell_game.start(&liniell_standard, &p);
        liniell_game.chance->shuffle(&liniell_standard, &random, true, &p);
        while (!liniell_game.outcome(&liniell_standard, &p).over) {
            static game_turn turns[GAME_TURNS_MAX];
            size_t count = liniell_game.turns(&liniell_standard, &p, turns), reached = 0;
            static game_steps first, second;
            error e;
            ck_assert_int_eq(liniell_game.steps(&liniell_standard, &p, "", &first, &e), STATUS_OK);
            for (size_t k = 0; k < first.count; k++) {
                ck_assert_int_eq(
                    liniell_game.steps(&liniell_standard, &p, first.longer[k].text, &second, &e),
                    STATUS_OK);
                reached += second.whole + second.count;
            }
            ck_assert_uint_eq(reached, count);
            const char *turn = turns[rng_below(&random, count)].text;
            ck_assert_int_eq(liniell_game.play(&liniell_standard, &p, turn, &e), STATUS_OK);
        }
    }
}
END_TEST

/* --- matches and records --------------------------------------------------------------------- */

static void play_out(match *m, rng *random) {
    error e;
    while (!match_outcome(m).over) {
        game_turn turn = fixture_random_turn(match_variant(m), match_position(m), random);
        ck_assert_int_eq(match_play(m, turn.text, &e), STATUS_OK);
    }
}

static match *reloaded(const match *m) {
    text saved = text_growing();
    error e;
    match *again;
    ck_assert_int_eq(match_save(m, &saved, &e), STATUS_OK);
    ck_assert_msg(match_load(registry_games, saved.data, saved.length, &again, &e) == STATUS_OK,
                  "%s", e.text);
    text_free(&saved);
    return again;
}

START_TEST(a_match_is_saved_and_goes_on_with_the_same_draws) {
    static const char own[] = "01: NES Wo\n02: NESW\n03: NE S* W\n04: NS EW\n05: NE SW\n";
    for (int i = 0; i < 3; i++) {
        match_options options = {.game = &liniell_game,
                                 .tiles = i == 1 ? own : NULL,
                                 .best_of = 3,
                                 .seed = 77,
                                 .shuffled = i != 2,
                                 .draws = i == 2 ? "16,15,14,13,12,11,10,09,08,07,06,05,04,03,02,01"
                                                 : NULL};
        match *m, *again;
        error e;
        rng random = rng_seeded(5);
        ck_assert_msg(match_new(&options, &m, &e) == STATUS_OK, "%s", e.text);
        for (int half = 0; half < 3; half++) {
            game_turn turn = fixture_random_turn(match_variant(m), match_position(m), &random);
            ck_assert_int_eq(match_play(m, turn.text, &e), STATUS_OK);
        }
        again = reloaded(m);
        ck_assert_mem_eq(match_position(m), match_position(again), sizeof(game_position));
        rng other = random;
        play_out(m, &random);
        play_out(again, &other);
        ck_assert_mem_eq(match_position(m), match_position(again), sizeof(game_position));
        if (!match_is_decided(m)) {
            game_position first = *match_position(m);
            ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
            ck_assert(memcmp(match_position(m), &first, sizeof first) != 0);
            match_free(again);
            again = reloaded(m);
            ck_assert_mem_eq(match_position(m), match_position(again), sizeof(game_position));
        }
        match_free(m);
        match_free(again);
    }
}
END_TEST

START_TEST(undo_restores_the_draws) {
    match_options options = {.game = &liniell_game, .best_of = 1, .seed = 4, .shuffled = true};
    match *m;
    error e;
    rng random = rng_seeded(6);
    ck_assert_int_eq(match_new(&options, &m, &e), STATUS_OK);
    game_position before = *match_position(m);
    play_out(m, &random);
    game_position end = *match_position(m);
    while (fixture_undo(m)) {
    }
    ck_assert_mem_eq(match_position(m), &before, sizeof before);
    while (fixture_redo(m)) {
    }
    ck_assert_mem_eq(match_position(m), &end, sizeof end);
    match_free(m);
}
END_TEST

START_TEST(the_example_of_the_sheet_is_reached_by_play) {
    text file = fixture_file(DATA "liniell-example.lwg");
    match *m;
    error e;
    ck_assert_msg(match_load(registry_games, file.data, file.length, &m, &e) == STATUS_OK, "%s",
                  e.text);
    game_outcome outcome = match_outcome(m);
    ck_assert(outcome.over && outcome.leader == 1);
    ck_assert_int_eq(outcome.points[SIDE_A], 14);
    ck_assert_int_eq(outcome.points[SIDE_B], 14);
    ck_assert_int_eq(outcome.tie_breaks[SIDE_A], 3);
    ck_assert_int_eq(outcome.tie_breaks[SIDE_B], 2);
    text again = text_growing();
    ck_assert_int_eq(match_save(m, &again, &e), STATUS_OK);
    ck_assert_str_eq(again.data, file.data);
    text_free(&again);
    match_free(m);
    text_free(&file);
}
END_TEST

/* --- pictures -------------------------------------------------------------------------------- */

START_TEST(pictures_are_clean_text) {
    rng random = rng_seeded(9);
    for (int i = 0; i < 10; i++) {
        game_position p;
        liniell_game.start(&liniell_standard, &p);
        liniell_game.chance->shuffle(&liniell_standard, &random, true, &p);
        for (;;) {
            text drawing = text_growing();
            size_t bad;
            liniell_picture.draw_text(&liniell_standard, &p, (picture_style){0}, &drawing);
            liniell_picture.draw_svg(&liniell_standard, &p, false, &drawing);
            ck_assert(!drawing.failed && text_is_clean(drawing.data, drawing.length, &bad));
            text_clear(&drawing);
            liniell_picture.draw_text(&liniell_standard, &p, (picture_style){.ascii = true},
                                      &drawing);
            for (const char *c = drawing.data; *c; c++) ck_assert((unsigned char)*c < 0x80);
            text_free(&drawing);
            if (liniell_game.outcome(&liniell_standard, &p).over) break;
            game_turn turn =
                fixture_random_turn(variant_own(&liniell_game, &liniell_standard), &p, &random);
            error e;
            ck_assert_int_eq(liniell_game.play(&liniell_standard, &p, turn.text, &e), STATUS_OK);
        }
    }
}
END_TEST

static size_t times(const text *drawing, const char *string) {
    size_t count = 0;
    for (const char *c = drawing->data; (c = strstr(c, string)); c++) count++;
    return count;
}

/* A's lines and markers look as B's did, and B's as A's; letters name sides. */
START_TEST(pictures_in_swapped_colours) {
    static const char *const pairs[][2] = {{"class=\"a\"", "class=\"b\""},
                                           {"class=\"dot-a\"", "class=\"dot-b\""},
                                           {"mark-a\"", "mark-b\""}};
    text file = fixture_file(DATA "liniell-example.lwg");
    match *m;
    error e;
    ck_assert_int_eq(match_load(registry_games, file.data, file.length, &m, &e), STATUS_OK);
    text plain = text_growing(), swapped = text_growing();
    liniell_picture.draw_svg(match_variant(m).rules, match_position(m), false, &plain);
    liniell_picture.draw_svg(match_variant(m).rules, match_position(m), true, &swapped);
    for (size_t i = 0; i < 3; i++)
        for (size_t colour = 0; colour < 2; colour++)
            ck_assert_uint_eq(times(&plain, pairs[i][colour]), times(&swapped, pairs[i][!colour]));
    ck_assert_uint_ne(times(&plain, pairs[0][0]), times(&plain, pairs[0][1]));
    ck_assert_uint_eq(times(&plain, "class=\"core\""), times(&plain, pairs[0][1]));
    ck_assert_uint_eq(times(&swapped, "class=\"core\""), times(&swapped, pairs[0][1]));
    ck_assert_uint_eq(times(&plain, "mark-a\" r=\"13.5\"/><text class=\"letter\" y=\"5.5\">A"), 2);
    ck_assert_uint_eq(times(&swapped, "mark-b\" r=\"13.5\"/><text class=\"letter\" y=\"5.5\">A"),
                      2);
    text_free(&plain);
    text_free(&swapped);
    match_free(m);
    text_free(&file);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("liniell");
    TCase *tests = fixture_tests(suite, "rules");
    tcase_add_test(tests, drawn_cases_hold);
    tcase_add_test(tests, bad_input_is_refused_with_these_words);
    tcase_add_test(tests, the_standard_set_is_what_its_text_says);
    tcase_add_test(tests, a_set_may_be_written_freely);
    tcase_add_test(tests, squares_are_the_smallest_that_hold_the_set);
    tcase_add_test(tests, a_seed_fixes_the_stack);
    tcase_add_test(tests, shuffling_keeps_what_is_drawn_and_known);
    tcase_add_test(tests, a_seed_means_the_same_draws_from_any_position);
    tcase_add_test(tests, a_list_arranges_the_stack_as_far_as_it_goes);
    tcase_add_test(tests, perft_counts_as_published);
    tcase_add_test(tests, perft_needs_to_know_the_draws);
    tcase_add_test(tests, steps_lead_to_every_turn);
    tcase_add_test(tests, a_match_is_saved_and_goes_on_with_the_same_draws);
    tcase_add_test(tests, undo_restores_the_draws);
    tcase_add_test(tests, the_example_of_the_sheet_is_reached_by_play);
    tcase_add_test(tests, pictures_are_clean_text);
    tcase_add_test(tests, pictures_in_swapped_colours);
    return fixture_run(suite);
}
