/* SPDX-License-Identifier: MIT
 *
 * Linja by the book: the drawn cases of tests/data/linja-*.t (docs/rules-linja.md names them one
 * by one), the perft numbers, and what a player sees of a turn in the making. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "linja/game.h"
#include "linja/notation/notation.h"
#include "linja/notation/picture.h"
#include "linja/rules/fast.h"

/* --- drawn cases ----------------------------------------------------------------------------- */

typedef struct drawn {
    const fixture_case *c;
    const char *name;
    const char *rules;
    linja_position position;
} drawn;

/* "e A B B": the row's letter, then its pawns. */
static void draw_row(drawn *d, const char *line) {
    int row = line[0] - 'a';
    for (const char *pawn = line + 1; *pawn; pawn++) {
        if (*pawn == 'A') d->position.pawns[SIDE_A][row]++;
        if (*pawn == 'B') d->position.pawns[SIDE_B][LINJA_GOAL - row]++;
        ck_assert_msg(strchr(" -AB", *pawn), "%s: bad pawn '%c'", d->name, *pawn);
    }
}

/* Reads name, rules, board and side to move; answers the index of the first expectation. */
static size_t read_drawn(const fixture_case *c, drawn *d) {
    *d = (drawn){.c = c, .name = fixture_value(c->lines[0], "case")};
    ck_assert_msg(d->name && c->count > 11, "line %zu: not a case", c->line);
    d->rules = fixture_value(c->lines[1], "rules");
    for (int i = 0; i < LINJA_ROWS; i++) {
        ck_assert_msg(c->lines[2 + i][0] == 'h' - i, "%s: row %c expected", d->name, 'h' - i);
        draw_row(d, c->lines[2 + i]);
    }
    const char *turn = fixture_value(c->lines[10], "turn");
    ck_assert_msg(d->rules && turn, "%s: rules and turn are missing", d->name);
    d->position.to_move = turn[0] == 'b';
    d->position.ended = strcmp(turn + 1, " end") == 0;
    return 11;
}

static game_position wrapped(const linja_rules *rules, const linja_position *p) {
    char line[GAME_POSITION_TEXT];
    text t = text_fixed(line, sizeof line);
    linja_write_position(p, &t);
    game_position position;
    error e;
    ck_assert_msg(linja_game.read_position(rules, line, &position, &e) == STATUS_OK, "%s: %s", line,
                  e.text);
    return position;
}

static bool is_legal(const game_turn *turns, size_t count, const char *turn) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(turns[i].text, turn) == 0) return true;
    return false;
}

static void expect_turns(const drawn *d, const linja_rules *rules, const char *kind,
                         const char *list) {
    game_position p = wrapped(rules, &d->position);
    game_turn turns[GAME_TURNS_MAX];
    size_t count = linja_game.turns(rules, &p, turns), listed = 0;
    char word[32];
    while (fixture_word(&list, word, sizeof word)) {
        if (strcmp(word, "none") == 0) continue;
        bool legal = is_legal(turns, count, word);
        game_position after = p;
        error e;
        bool played = linja_game.play(rules, &after, word, &e) == STATUS_OK;
        ck_assert_msg(legal == played, "%s under %s: %s is listed %d, played %d", d->name,
                      rules->name, word, legal, played);
        ck_assert_msg(legal == (strcmp(kind, "lacks") != 0), "%s under %s: %s %s", d->name,
                      rules->name, kind, word);
        if (strcmp(kind, "moves") == 0)
            ck_assert_msg(listed < count && strcmp(turns[listed].text, word) == 0,
                          "%s under %s: turn %zu is not %s", d->name, rules->name, listed + 1,
                          word);
        listed++;
    }
    if (strcmp(kind, "moves") == 0)
        ck_assert_msg(listed == count, "%s under %s: %zu turns instead of %zu", d->name,
                      rules->name, count, listed);
}

static void expect_after(const drawn *d, const linja_rules *rules, const char *value) {
    char turn[32], position[GAME_POSITION_TEXT];
    fixture_word(&value, turn, sizeof turn);
    ck_assert_msg(strncmp(value, " = ", 3) == 0, "%s: 'after TURN = POSITION'", d->name);
    game_position p = wrapped(rules, &d->position);
    error e;
    ck_assert_msg(linja_game.play(rules, &p, turn, &e) == STATUS_OK, "%s under %s: %s", d->name,
                  rules->name, e.text);
    text t = text_fixed(position, sizeof position);
    linja_game.write_position(rules, &p, &t);
    ck_assert_msg(strcmp(position, value + 3) == 0, "%s under %s: after %s it is %s", d->name,
                  rules->name, turn, position);
}

static void expect_score(const drawn *d, const linja_rules *rules, const char *value) {
    char score[64];
    int points[2];
    linja_score(rules, &d->position, points);
    text t = text_fixed(score, sizeof score);
    text_format(&t, "a %d b %d", points[SIDE_A], points[SIDE_B]);
    ck_assert_msg(strcmp(score, value) == 0, "%s under %s: the score is %s", d->name, rules->name,
                  score);
}

static void expect(const drawn *d, const linja_rules *rules, const char *line) {
    static const char *const kinds[] = {"has", "lacks", "moves"};
    for (size_t i = 0; i < 3; i++)
        if (fixture_value(line, kinds[i])) {
            expect_turns(d, rules, kinds[i], fixture_value(line, kinds[i]));
            return;
        }
    const char *value;
    if ((value = fixture_value(line, "after")))
        expect_after(d, rules, value);
    else if ((value = fixture_value(line, "score")))
        expect_score(d, rules, value);
    else if ((value = fixture_value(line, "over")))
        ck_assert_msg(linja_over(&d->position) == (strcmp(value, "yes") == 0),
                      "%s under %s: over is not %s", d->name, rules->name, value);
    else
        ck_abort_msg("%s: what is '%s'?", d->name, line);
}

START_TEST(drawn_cases_hold) {
    fixture f = fixture_read(DATA "linja-rules.t");
    for (size_t i = 0; i < f.count; i++) {
        drawn d;
        size_t first = read_drawn(&f.cases[i], &d);
        const char *rest = d.rules;
        char name[32];
        while (fixture_word(&rest, name, sizeof name)) {
            bool found = false;
            for (size_t r = 0; r < LINJA_RULE_SETS; r++) {
                if (fnmatch(name, linja_rule_sets[r].name, 0) != 0) continue;
                found = true;
                for (size_t k = first; k < d.c->count; k++)
                    expect(&d, &linja_rule_sets[r], d.c->lines[k]);
            }
            ck_assert_msg(found, "%s: no rule set %s", d.name, name);
        }
    }
    fixture_free(&f);
}
END_TEST

/* The next `name_with_underscores` in backquotes from *at on; false at the end. */
static bool next_quoted_name(const char **at, char *name, size_t room) {
    while ((*at = strchr(*at, '`'))) {
        size_t length = strspn(++*at, "abcdefghijklmnopqrstuvwxyz0123456789_");
        bool quoted = (*at)[length] == '`' && memchr(*at, '_', length) && length < room;
        if (quoted) memcpy(name, *at, length);
        if (quoted) name[length] = '\0';
        *at += strcspn(*at, "`");
        *at += **at == '`';
        if (quoted) return true;
    }
    return false;
}

/* Every case is named in docs/rules-linja.md, and what is named there is a case or a test. */
START_TEST(every_drawn_case_is_in_the_rule_table) {
    text doc = fixture_file(DATA "../../docs/rules-linja.md");
    text cases = fixture_file(DATA "linja-rules.t");
    static const char *const programs[] = {"linja", "match", "laws"};
    text tests = text_growing();
    for (size_t i = 0; i < 3; i++) {
        char source[256];
        text t = text_fixed(source, sizeof source);
        text_format(&t, DATA "../test_%s.c", programs[i]);
        text program = fixture_file(source);
        text_put(&tests, program.data);
        text_free(&program);
    }
    fixture f = fixture_read(DATA "linja-rules.t");
    char name[128], quoted[160];
    for (size_t i = 0; i < f.count; i++) {
        text t = text_fixed(quoted, sizeof quoted);
        text_format(&t, "`%s`", fixture_value(f.cases[i].lines[0], "case"));
        ck_assert_msg(strstr(doc.data, quoted), "the document does not name %s", quoted);
    }
    size_t named = 0;
    for (const char *at = doc.data; next_quoted_name(&at, name, sizeof name); named++) {
        text t = text_fixed(quoted, sizeof quoted);
        text_format(&t, "case %s\n", name);
        bool is_case = strstr(cases.data, quoted);
        text_clear(&t);
        text_format(&t, "START_TEST(%s)", name);
        ck_assert_msg(is_case || strstr(tests.data, quoted), "there is no case or test %s", name);
    }
    ck_assert_uint_ge(named, f.count);
    fixture_free(&f);
    text_free(&doc);
    text_free(&cases);
    text_free(&tests);
}
END_TEST

/* --- numbers --------------------------------------------------------------------------------- */

/* "RULES POSITION... N COUNT": a perft by the fast generator. */
START_TEST(perft_numbers_hold) {
    fixture f = fixture_read(DATA "linja-perft.t");
    for (size_t i = 0; i < f.count; i++)
        for (size_t k = 0; k < f.cases[i].count; k++) {
            const char *line = f.cases[i].lines[k];
            char name[32], number[32];
            fixture_word(&line, name, sizeof name);
            const linja_rules *rules = linja_find_rules(name);
            ck_assert_ptr_nonnull(rules);
            linja_position p;
            linja_start(&p);
            for (int depth = 1; fixture_word(&line, number, sizeof number); depth++) {
                uint64_t expected, count;
                ck_assert(text_is_number(number, UINT64_MAX, &expected));
                ck_assert(linja_perft(rules, &p, NULL, depth, &count));
                ck_assert_msg(count == expected, "%s perft %d is %llu", name, depth,
                              (unsigned long long)count);
            }
        }
    fixture_free(&f);
}
END_TEST

START_TEST(divided_perft_adds_up) {
    for (size_t i = 0; i < LINJA_RULE_SETS; i++) {
        const linja_rules *rules = &linja_rule_sets[i];
        linja_position p;
        linja_start(&p);
        linja_fast_turn turns[LINJA_TURNS_MAX];
        size_t count = linja_fast_turns(rules, linja_pack(&p), turns);
        uint64_t whole, sum = 0, part;
        ck_assert(linja_perft(rules, &p, NULL, 3, &whole));
        for (size_t k = 0; k < count; k++) {
            ck_assert(linja_perft(rules, &p, &turns[k], 3, &part));
            sum += part;
        }
        ck_assert_uint_eq(sum, whole);
    }
}
END_TEST

START_TEST(setup_is_six_on_the_line_and_one_on_each_inner_row) {
    linja_position p;
    linja_start(&p);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int row = 0; row < LINJA_ROWS; row++)
            ck_assert_int_eq(p.pawns[side][row], row == 0 ? 6 : row < LINJA_GOAL ? 1 : 0);
    ck_assert_int_eq(p.to_move, SIDE_A);
    ck_assert(!linja_over(&p));
}
END_TEST

/* --- a turn in the making --------------------------------------------------------------------- */

/* Walks all half-made turns: what `steps` offers is exactly the prefixes of the legal turns. */
static size_t walk(const linja_rules *rules, const game_position *p, const char *part) {
    game_steps steps;
    error e;
    ck_assert_msg(linja_game.steps(rules, p, part, &steps, &e) == STATUS_OK, "%s", e.text);
    size_t whole = steps.whole;
    if (steps.whole) {
        game_position after = *p;
        ck_assert_msg(linja_game.play(rules, &after, part, &e) == STATUS_OK, "%s", e.text);
    }
    ck_assert(steps.whole || steps.count > 0);
    for (size_t i = 0; i < steps.count; i++) {
        ck_assert_int_eq(strncmp(part, steps.longer[i].text, strlen(part)), 0);
        if (i > 0) ck_assert_str_lt(steps.longer[i - 1].text, steps.longer[i].text);
        whole += walk(rules, p, steps.longer[i].text);
    }
    return whole;
}

START_TEST(half_made_turns_lead_to_all_turns) {
    static const char *const positions[] = {
        "60/11/11/11/11/11/11/06 a", "51/10/12/13/02/11/11/22 b", "0c/00/60/00/00/00/00/60 a",
        "06/06/00/00/00/00/60/60 b", "60/60/00/00/00/00/06/06 b"};
    for (size_t i = 0; i < LINJA_RULE_SETS; i++)
        for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
            const linja_rules *rules = &linja_rule_sets[i];
            game_position p;
            error e;
            ck_assert_msg(linja_game.read_position(rules, positions[k], &p, &e) == STATUS_OK, "%s",
                          e.text);
            if (linja_game.outcome(rules, &p).over) continue;
            game_turn turns[GAME_TURNS_MAX];
            ck_assert_uint_eq(walk(rules, &p, ""), linja_game.turns(rules, &p, turns));
        }
}
END_TEST

START_TEST(a_half_made_turn_says_what_comes_next) {
    const void *rules = linja_game.find_rules("2003");
    game_position p;
    linja_game.start(rules, &p);
    game_steps steps;
    error e;
    ck_assert_int_eq(linja_game.steps(rules, &p, "", &steps, &e), STATUS_OK);
    ck_assert_str_eq(steps.phase, "opening");
    ck_assert(!steps.whole);
    ck_assert_int_eq(linja_game.steps(rules, &p, "ab", &steps, &e), STATUS_OK);
    ck_assert_str_eq(steps.phase, "follow-up");
    ck_assert_int_eq(steps.reach, 2);
    ck_assert(!steps.whole);
    char shown[GAME_POSITION_TEXT];
    text t = text_fixed(shown, sizeof shown);
    linja_game.write_position(rules, &steps.shown, &t);
    ck_assert_str_eq(shown, "50/21/11/11/11/11/11/06 a");
}
END_TEST

/* --- bad input ------------------------------------------------------------------------------- */

/* "position|turn RULES | TEXT | MESSAGE": each is refused with this message. */
START_TEST(bad_input_is_refused_with_a_reason) {
    fixture f = fixture_read(DATA "linja-bad.t");
    for (size_t i = 0; i < f.count; i++) {
        const fixture_case *c = &f.cases[i];
        ck_assert_msg(c->count == 4, "line %zu: rules, position, turn and says", c->line);
        const linja_rules *rules = linja_find_rules(fixture_value(c->lines[0], "rules"));
        const char *position = fixture_value(c->lines[1], "position");
        const char *turn = fixture_value(c->lines[2], "turn");
        const char *says = fixture_value(c->lines[3], "says");
        ck_assert_msg(rules && position && turn && says, "line %zu", c->line);
        game_position p, before;
        error e = {""};
        status code = linja_game.read_position(rules, position, &p, &e);
        if (code == STATUS_OK) {
            before = p;
            code = linja_game.play(rules, &p, turn, &e);
            ck_assert_msg(memcmp(&p, &before, sizeof p) == 0, "line %zu: changed", c->line);
        }
        ck_assert_msg(code == STATUS_INVALID, "line %zu: was accepted", c->line);
        ck_assert_msg(strcmp(e.text, says) == 0, "line %zu: says '%s'", c->line, e.text);
    }
    fixture_free(&f);
}
END_TEST

START_TEST(an_underscore_may_stand_for_a_space) {
    linja_position p, q;
    error e;
    const linja_rules *rules = linja_find_rules("zen");
    ck_assert_int_eq(linja_read_position(rules, "60/11/11/11/11/11/11/06_a", &p, &e), STATUS_OK);
    linja_start(&q);
    ck_assert_mem_eq(&p, &q, sizeof p);
}
END_TEST

/* --- pictures -------------------------------------------------------------------------------- */

START_TEST(pictures_show_every_pawn) {
    static const char *const positions[] = {"60/11/11/11/11/11/11/06 a",
                                            "cc/00/00/00/00/00/00/00 b"};
    const void *rules = linja_game.find_rules("zen");
    for (size_t i = 0; i < 2; i++) {
        game_position p;
        error e;
        ck_assert_int_eq(linja_game.read_position(rules, positions[i], &p, &e), STATUS_OK);
        text drawing = text_growing();
        linja_picture.draw_text(rules, &p, (picture_style){.ascii = true}, &drawing);
        size_t a = 0, b = 0;
        for (const char *c = strchr(drawing.data, '\n'); strncmp(c, "\n\n", 2) != 0; c++) {
            a += *c == 'A';
            b += *c == 'B';
        }
        ck_assert_uint_eq(a, LINJA_PAWNS);
        ck_assert_uint_eq(b, LINJA_PAWNS);
        text_clear(&drawing);
        linja_picture.draw_svg(rules, &p, false, &drawing);
        a = b = 0;
        for (const char *c = drawing.data; (c = strstr(c, "<use href=\"#")); c += 12) {
            a += c[12] == 'a';
            b += c[12] == 'b';
        }
        ck_assert_uint_eq(a, LINJA_PAWNS);
        ck_assert_uint_eq(b, LINJA_PAWNS);
        text_free(&drawing);
    }
}
END_TEST

/* The last label of a row is what a pawn there is worth, in the colour of who scores it. */
START_TEST(in_swapped_colours_each_pawn_stands_where_it_stood) {
    const void *rules = linja_game.find_rules("zen");
    game_position p;
    linja_game.start(rules, &p);
    text plain = text_growing(), swapped = text_growing();
    linja_picture.draw_svg(rules, &p, false, &plain);
    linja_picture.draw_svg(rules, &p, true, &swapped);
    static const char pawn[] = "<use href=\"#", scored[] = "value for-a\"", first[] = ">h</text>";
    size_t pawns = 0;
    const char *one = strstr(plain.data, "</defs>"), *other = strstr(swapped.data, "</defs>");
    while ((one = strstr(one, pawn)) && (other = strstr(other, pawn))) {
        one += sizeof pawn - 1, other += sizeof pawn - 1, pawns++;
        ck_assert_int_eq(*one + *other, 'a' + 'b');
        ck_assert_int_eq(strncmp(one + 1, other + 1, strcspn(one + 1, ">")), 0);
    }
    ck_assert_uint_eq(pawns, 2 * LINJA_PAWNS);
    one = strstr(plain.data, first), other = strstr(swapped.data, first);
    ck_assert_ptr_nonnull(memmem(one, strcspn(one, "\n"), scored, sizeof scored - 1));
    ck_assert_ptr_null(memmem(other, strcspn(other, "\n"), scored, sizeof scored - 1));
    text_free(&plain);
    text_free(&swapped);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("linja");
    TCase *rules = fixture_tests(suite, "rules");
    tcase_add_test(rules, drawn_cases_hold);
    tcase_add_test(rules, every_drawn_case_is_in_the_rule_table);
    tcase_add_test(rules, setup_is_six_on_the_line_and_one_on_each_inner_row);
    tcase_add_test(rules, perft_numbers_hold);
    tcase_add_test(rules, divided_perft_adds_up);
    TCase *forms = fixture_tests(suite, "text");
    tcase_add_test(forms, half_made_turns_lead_to_all_turns);
    tcase_add_test(forms, a_half_made_turn_says_what_comes_next);
    tcase_add_test(forms, bad_input_is_refused_with_a_reason);
    tcase_add_test(forms, an_underscore_may_stand_for_a_space);
    tcase_add_test(forms, pictures_show_every_pawn);
    tcase_add_test(forms, in_swapped_colours_each_pawn_stands_where_it_stood);
    return fixture_run(suite);
}
