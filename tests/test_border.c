/* SPDX-License-Identifier: MIT
 *
 * The border to the page, spoken to as the page does: every command, what it refuses, that what is
 * refused has changed nothing, and whole games through it alone. */
#include "linja/game.h"
#include "web/border.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "late_table.h"
#include "linja/rules/rules.h"

enum { NODES = 300 };

/* A border, and its last answer. */
typedef struct desk {
    border *b;
    text answer;
} desk;

static desk set_up(void) {
    desk d = {border_new(), text_growing()};
    ck_assert(d.b);
    border_bound(d.b, NODES);
    return d;
}

static void take_down(desk *d) {
    border_free(d->b);
    text_free(&d->answer);
}

/* Says a line, '|' for tabs and '$' for '|'; answers whether it went well. */
static bool say(desk *d, const char *line) {
    char copy[8192];
    size_t length = strlen(line);
    ck_assert(length < sizeof copy);
    for (size_t i = 0; i < length; i++)
        copy[i] = line[i] == '|' ? '\t' : line[i] == '$' ? '|' : line[i];
    text_clear(&d->answer);
    border_line(d->b, copy, length, &d->answer);
    ck_assert(!d->answer.failed);
    size_t end = d->answer.length;
    ck_assert(end > 0 && d->answer.data[end - 1] == '\n');
    bool well = end >= 3 && strcmp(d->answer.data + end - 3, "ok\n") == 0;
    if (!well) {
        ck_assert_msg(strncmp(d->answer.data, "error\t", 6) == 0, "%s: %s", line, d->answer.data);
        ck_assert_ptr_eq(strchr(d->answer.data, '\n'), d->answer.data + end - 1);
        ck_assert(end > 7);
    }
    return well;
}

static void must(desk *d, const char *line) {
    ck_assert_msg(say(d, line), "%s: %s", line, d->answer.data);
}

static void refuse(desk *d, const char *line, const char *why) {
    ck_assert_msg(!say(d, line), "'%s' was not refused", line);
    ck_assert_msg(strstr(d->answer.data, why), "%s: %s", line, d->answer.data);
}

/* The first value of the n-th line with this key, copied; false if there are fewer. */
static bool nth(const desk *d, const char *key, size_t n, char *value, size_t room) {
    size_t length = strlen(key);
    for (const char *line = d->answer.data; *line; line = strchr(line, '\n') + 1) {
        if (strncmp(line, key, length) != 0 || line[length] != '\t' || n-- > 0) continue;
        size_t size = strcspn(line + length + 1, "\t\n");
        ck_assert(size < room);
        memcpy(value, line + length + 1, size);
        value[size] = '\0';
        return true;
    }
    return false;
}

static size_t lines_with(const desk *d, const char *key) {
    char value[4096];
    size_t count = 0;
    while (nth(d, key, count, value, sizeof value)) count++;
    return count;
}

static void expect(const desk *d, const char *key, const char *wanted) {
    char value[4096];
    ck_assert_msg(nth(d, key, 0, value, sizeof value), "no %s in %s", key, d->answer.data);
    ck_assert_str_eq(value, wanted);
}

static double amount(const desk *d, const char *key) {
    char value[64];
    ck_assert_msg(nth(d, key, 0, value, sizeof value), "no %s in %s", key, d->answer.data);
    return strtod(value, NULL);
}

static char *state_of(desk *d) {
    must(d, "state");
    char *copy = strdup(d->answer.data);
    ck_assert(copy);
    return copy;
}

static const char *const new_linja = "new|linja|zen|1|0|3|Ada|Ben|2003.10.24";
static const char *const late_linja =
    "new|linja|2003|1|0|1|Ada|Ben|2003.10.24||08/00/11/11/10/02/30/60 a";

/* --- refusals --------------------------------------------------------------------------------- */

static const char *const commands[] = {
    "new",          "load",         "save",
    "state",        "steps",        "play",
    "go-to",        "resign",       "forfeit",
    "next",         "describe",     "svg",
    "choose",       "hint",         "values",
    "review",       "review-turn",  "review-summary",
    "puzzle",       "puzzle-check", "puzzle-solution",
    "events",       "apply",        "replay",
    "review-worst", "view",         "matches",
};

START_TEST(nothing_works_before_there_is_a_match) {
    desk d = set_up();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        ck_assert_msg(!say(&d, commands[i]), "'%s' was not refused", commands[i]);
    refuse(&d, "state", "there is no game");
    refuse(&d, "review-turn|0", "there is no review");
    refuse(&d, "puzzle-check|ab", "there is no puzzle");
    take_down(&d);
}
END_TEST

static const char *const bad_lines[][2] = {
    {"new|linja|zen|1|0|1|Ada|Ben|2003\\n.10.24", "a date must be one line"},
    {"", "unknown command ''"},
    {"fly", "unknown command 'fly'"},
    {"STATE", "unknown command"},
    {"new", "unknown game ''"},
    {"new|chess|zen|1|0|1|a|b|", "unknown game 'chess'"},
    {"new|linja|zen|1|0|1|a|b||01: NESW", "linja has no tiles"},
    {"new|linja|moon|1|0|1|a|b|", "moon"},
    {"new|linja|zen", "which seed?"},
    {"new|linja|zen|x|0|1|a|b|", "is not a number"},
    {"new|linja|zen|1|2|1|a|b|", "is not a number from 0 to 1"},
    {"new|linja|zen|1|0|2|a|b|", ""},
    {"new|linja|zen|1|0|1|a|b|||nonsense", ""},
    {"new|liniell|standard|1|0|1|a|b||nonsense", ""},
    {"tiles", "unknown game ''"},
    {"tiles|linja", "linja has no tiles"},
    {"tiles|liniell|01: NESW", "line 1: a tile set has no fewer than 2 tiles"},
    {"tiles|liniell|01: NESW\\n02: NE S", "line 2: side W of tile 02 is missing"},
    {"tiles|liniell|01: NESW\\n\\n02: NE SW\\n01: NS EW", "line 4: tile 01 occurs twice"},
    {"load", "the record is empty"},
    {"load|nonsense", ""},
    {"matches", "the file is empty"},
    {"matches|\\n", "there is no game in it"},
    {"replay", "the log is empty"},
    {"replay|nonsense", "log, line 1: there is no event 'nonsense'"},
    {"replay|created game=linja\\nturn side=a ply=0 turn=ab",
     "log, line 2: turn 'ab': no game has begun"},
    {"events", "which event?"},
    {"events|x", "is not a number"},
    {"apply", "which event?"},
    {"apply|", "there is no event ''"},
    {"apply|created game=chess", "unknown game 'chess'"},
    {"apply|1 created game=linja", "event 1 is another one: created game=linja"},
    {"apply|turn side=a ply=1 turn=hg", "it is not the turn of side a"},
    {"apply|turn side=b ply=0 turn=hg", "1 turns have been made, not 0"},
    {"apply|5 turn side=b ply=1 turn=hg", "event 5: the next one is 4"},
    {"steps|zz", ""},
    {"view|zz", ""},
    {"start|chess", "unknown game 'chess'"},
    {"start|linja|foo", "unknown rules 'foo'"},
    {"view|aaaaaaaaaaaaaaaaaaaaaaaa", "no turn is that long"},
    {"steps|aaaaaaaaaaaaaaaaaaaaaaaa", "no turn is that long"},
    {"play", ""},
    {"play|zz", ""},
    {"go-to", "which turn?"},
    {"go-to|-1", "is not a number"},
    {"next", "the game is not over"},
    {"describe|zz", ""},
    {"describe|aaaaaaaaaaaaaaaaaaaaaaaa", "no turn is that long"},
    {"choose", "which level?"},
    {"choose|11|1", "is not a number from 0 to 10"},
    {"choose|1", "which seed?"},
    {"hint", "which step?"},
    {"hint|0", "numbered from 1"},
    {"hint|4", "is not a number from 0 to 3"},
    {"values", "which number of turns?"},
    {"values|3", "which number of nodes?"},
    {"values|2000|100", "is not a number"},
    {"values|1|100|zz", ""},
    {"review", "which number of nodes?"},
    {"review|-5", "is not a number"},
    {"review-turn|0", "there is no review"},
    {"review-summary", "there is no review"},
    {"puzzle", "which number?"},
    {"puzzle|x", "is not a number"},
    {"puzzle|1|chess", "unknown game 'chess'"},
    {"puzzle|1|linja|moon", "moon"},
    {"review-worst", "there is no review"},
    {"puzzle-check|ab", "there is no puzzle"},
    {"puzzle-solution", "there is no puzzle"},
    {"state|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16", "more than 16 fields"},
    {"state\n", "neither a NUL nor a line end"},
};

START_TEST(what_is_refused_changes_nothing) {
    desk d = set_up();
    must(&d, new_linja);
    must(&d, "play|ab");
    char *before = state_of(&d);
    for (size_t i = 0; i < sizeof bad_lines / sizeof *bad_lines; i++) {
        refuse(&d, bad_lines[i][0], bad_lines[i][1]);
        char *after = state_of(&d);
        ck_assert_msg(strcmp(before, after) == 0, "'%s' changed something", bad_lines[i][0]);
        free(after);
    }
    free(before);
    text_clear(&d.answer);
    border_line(d.b, "st\0te", 5, &d.answer);
    ck_assert(strstr(d.answer.data, "neither a NUL"));
    take_down(&d);
}
END_TEST

/* --- the match -------------------------------------------------------------------------------- */

START_TEST(rule_sets_are_listed) {
    desk d = set_up();
    char name[64];
    must(&d, "rules|linja");
    ck_assert_uint_eq(lines_with(&d, "rules"), 13);
    for (size_t i = 0; nth(&d, "rules", i, name, sizeof name); i++)
        ck_assert_str_eq(name, linja_game.rule_set(i));
    expect(&d, "default", "zen");
    ck_assert_uint_eq(lines_with(&d, "has"), 0);
    must(&d, "rules|liniell");
    ck_assert_uint_eq(lines_with(&d, "rules"), 1);
    expect(&d, "default", "standard");
    ck_assert_uint_eq(lines_with(&d, "has"), 2);
    expect(&d, "has", "chance");
    refuse(&d, "rules|chess", "unknown game 'chess'");
    refuse(&d, "rules", "unknown game ''");
    take_down(&d);
}
END_TEST

/* The lines of a tile set are those of a game that is games with it. */
START_TEST(a_tile_set_is_read_as_a_game_reads_it) {
    desk d = set_up();
    char tile[64];
    must(&d, "tiles|liniell");
    ck_assert_uint_eq(lines_with(&d, "tile"), 16);
    expect(&d, "tile", "01: NESW");
    must(&d, "tiles|liniell|# mine\\n07: Wo* SNE; 05: WE\\tSN* # a bridge");
    ck_assert_uint_eq(lines_with(&d, "tile"), 2);
    ck_assert(nth(&d, "tile", 1, tile, sizeof tile));
    ck_assert_str_eq(tile, "07: NES Wo*");
    expect(&d, "tile", "05: NS* EW");
    char *alone = strdup(d.answer.data);
    ck_assert(alone);
    refuse(&d, "state", "there is no game");
    must(&d, "new|liniell|standard|1|0|1|a|b||07: NES Wo*; 05: NS* EW");
    must(&d, "tiles|liniell|01: NESW; 02: NESW");
    must(&d, "describe");
    ck_assert_str_eq(d.answer.data, alone);
    must(&d, "state");
    expect(&d, "rules", "custom");
    free(alone);
    take_down(&d);
}
END_TEST

/* What was done is told by the kinds of steps that were offered. */
START_TEST(turns_are_told_step_by_step) {
    desk d = set_up();
    char laid[64], marked[64], whole[256];
    must(&d, new_linja);
    must(&d, "state");
    ck_assert_uint_eq(lines_with(&d, "did"), 0);
    must(&d, "play|ab/fh/ab");
    must(&d, "state");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "did\t0\topening\t1\tab\n"
                                                "did\t0\tfollow-up\t2\tab/fh\n"
                                                "did\t0\tbonus\t1\tab/fh/ab\n"));
    must(&d, "play|hg/ec");
    must(&d, "state"); /* and so is the one before */
    ck_assert_uint_eq(lines_with(&d, "did"), 5);
    ck_assert_ptr_nonnull(strstr(d.answer.data, "did\t0\tbonus\t1\tab/fh/ab\n"
                                                "did\t1\topening\t1\thg\n"));
    must(&d, "go-to|0");
    must(&d, "state");
    ck_assert_uint_eq(lines_with(&d, "did"), 0);
    must(&d, "new|linja|2003|1|0|1|a|b|||08/00/11/11/10/02/30/60 a");
    must(&d, "play|ef/ce+gh/gh");
    must(&d, "state");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "did\t0\textra opening\t1\tef/ce+gh\n"));
    /* What a step into the goal earns depends on the edition: a follow-up by 2003, a bonus by zen.
     */
    must(&d, "new|linja|2003|1|0|1|a|b|||50/11/11/11/11/11/11/16 a");
    must(&d, "steps");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "step\tab\t2\n"));
    ck_assert_ptr_nonnull(strstr(d.answer.data, "step\tgh\t1\n"));
    must(&d, "play|gh/ab");
    must(&d, "state");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "did\t0\tfollow-up\t1\tgh/ab\n"));
    must(&d, "new|linja|zen|1|0|1|a|b|||50/11/11/11/11/11/11/16 a");
    must(&d, "steps");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "step\tgh\t0\n"));
    must(&d, "play|gh/ab");
    must(&d, "state");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "did\t0\tbonus\t1\tgh/ab\n"));
    must(&d, "new|liniell|standard|1|0|1|a|b");
    must(&d, "steps");
    ck_assert(nth(&d, "step", 0, laid, sizeof laid));
    snprintf(whole, sizeof whole, "steps|%s", laid);
    must(&d, whole);
    ck_assert(nth(&d, "step", 0, marked, sizeof marked));
    snprintf(whole, sizeof whole, "play|%s", marked);
    must(&d, whole);
    must(&d, "state");
    snprintf(whole, sizeof whole, "did\t0\ttile\t0\t%s\ndid\t0\tmarker\t0\t%s\n", laid, marked);
    ck_assert_ptr_nonnull(strstr(d.answer.data, whole));
    take_down(&d);
}
END_TEST

/* The rows of Linja with what they are worth, and the points of a side are those of its rows. */
START_TEST(linja_tells_what_its_rows_pay) {
    desk d = set_up();
    must(&d, "new|linja|second|1|0|1|a|b|||08/00/11/11/10/02/30/60 a");
    must(&d, "state");
    char points[32];
    ck_assert(nth(&d, "points", 0, points, sizeof points));
    must(&d, "describe");
    ck_assert_uint_eq(lines_with(&d, "row"), LINJA_ROWS);
    ck_assert_ptr_nonnull(strstr(d.answer.data, "row\ta\t-5\t5\t0\t40\n"));
    ck_assert_ptr_nonnull(strstr(d.answer.data, "row\th\t5\t-5\t30\t0\n"));
    int sum = 0;
    for (const char *line = d.answer.data; (line = strstr(line, "row\t")); line++) {
        int each;
        ck_assert_int_eq(sscanf(line, "row\t%*c\t%*d\t%*d\t%d", &each), 1);
        sum += each;
    }
    ck_assert_int_eq(sum, atoi(points));
    take_down(&d);
}
END_TEST

START_TEST(a_match_is_told_saved_and_loaded) {
    desk d = set_up();
    must(&d, new_linja);
    must(&d, "state");
    expect(&d, "game", "linja");
    expect(&d, "rules", "zen");
    expect(&d, "side", "a");
    expect(&d, "best-of", "3");
    expect(&d, "name", "Ada");
    expect(&d, "over", "0");
    ck_assert_uint_eq(lines_with(&d, "turn"), 0);
    must(&d, "steps");
    expect(&d, "phase", "opening");
    expect(&d, "whole", "0");
    must(&d, "play|ab");
    must(&d, "svg");
    must(&d, "svg|1");
    must(&d, "describe");
    must(&d, "save");
    char *saved = strdup(d.answer.data), *state = state_of(&d);
    ck_assert(saved);
    must(&d, "go-to|0");
    must(&d, "state");
    ck_assert_uint_eq(lines_with(&d, "turn"), 0);
    must(&d, "go-to|9");
    char *again = state_of(&d);
    ck_assert_str_eq(state, again);

    text load = text_growing();
    text_put(&load, "load");
    text_put_n(&load, saved + strlen("record"), strcspn(saved, "\n") - strlen("record"));
    desk other = set_up();
    must(&other, load.data);
    char *loaded = state_of(&other);
    ck_assert_str_eq(state, loaded);
    must(&other, "forfeit");
    must(&other, "state");
    expect(&other, "declared", "time");

    must(&d, "resign");
    must(&d, "state");
    expect(&d, "over", "1");
    expect(&d, "declared", "resigned");
    refuse(&d, "hint|1", "the game is over");
    refuse(&d, "values|1|10", "the game is over");
    refuse(&d, "steps", "the game is over");
    must(&d, "next");
    must(&d, "state");
    expect(&d, "over", "0");
    free(saved);
    free(state);
    free(again);
    free(loaded);
    text_free(&load);
    take_down(&other);
    take_down(&d);
}
END_TEST

/* What a view has is what the single commands answer, in one trip; `before`: the half-made turn
 * without its last step. */
static void expect_view(desk *d, const char *part, const char *before) {
    char line[64], made[GAME_TURN_BYTES];
    snprintf(line, sizeof line, "view|%s", part);
    must(d, line);
    char *view = strdup(d->answer.data);
    expect(d, "before", before);
    ck_assert_uint_eq(lines_with(d, "opens") > 0, *part != '\0');
    size_t instead = lines_with(d, "instead");
    ck_assert(nth(d, "ends-before", 0, made, sizeof made));
    bool ends = made[0] == '1';
    for (int i = 0; i < 3; i++) {
        static const char *const single[] = {"state", "describe", "steps"};
        snprintf(line, sizeof line, i == 0 ? "%s" : "%s|%s", single[i], part);
        must(d, line);
        d->answer.data[d->answer.length - 3] = '\0'; /* without its ok */
        ck_assert_msg(strstr(view, d->answer.data), "%s is not in %s", d->answer.data, view);
    }
    snprintf(line, sizeof line, "steps|%s", before);
    must(d, line);
    ck_assert_uint_eq(lines_with(d, "step"), instead);
    expect(d, "whole", ends ? "1" : "0");
    free(view);
}

/* What rows pay is known without a match, for each rule set. */
START_TEST(the_start_of_a_game_is_described) {
    desk d = set_up();
    must(&d, "start|linja|2003");
    ck_assert_uint_eq(lines_with(&d, "row"), 8);
    ck_assert_ptr_nonnull(strstr(d.answer.data, "row\ta\t0\t5\t"));
    must(&d, "start|linja|second+mean");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "row\ta\t-5\t5\t"));
    must(&d, "start|linja");
    char *usual = strdup(d.answer.data);
    must(&d, "new|linja||1|0|1|a|b");
    must(&d, "describe");
    ck_assert_str_eq(usual, d.answer.data);
    free(usual);
    must(&d, "start|liniell");
    ck_assert_uint_gt(lines_with(&d, "tile"), 0);
    take_down(&d);
}
END_TEST

START_TEST(a_view_is_all_in_one_trip) {
    desk d = set_up();
    must(&d, new_linja);
    expect_view(&d, "", "");
    expect_view(&d, "ab", "");
    expect_view(&d, "ab/fh", "ab");
    must(&d, "play|ab/fh/ab");
    expect_view(&d, "hg", "");
    must(&d, "resign");
    must(&d, "view");
    ck_assert_uint_eq(lines_with(&d, "step") + lines_with(&d, "instead"), 0);
    expect(&d, "over", "1");
    refuse(&d, "view|hg", "the game is over");
    must(&d, late_linja);
    expect_view(&d, "ef/ce+gh", "ef/ce");
    must(&d, "new|liniell|standard|1|0|1|a|b||||");
    must(&d, "steps");
    char laid[GAME_TURN_BYTES], marked[GAME_TURN_BYTES], line[64];
    ck_assert(nth(&d, "step", 0, laid, sizeof laid));
    expect_view(&d, laid, "");
    snprintf(line, sizeof line, "steps|%s", laid);
    must(&d, line);
    ck_assert(nth(&d, "step", 0, marked, sizeof marked));
    expect_view(&d, marked, laid);
    take_down(&d);
}
END_TEST

/* A computer's turn comes with its beginnings, as a person would make it. */
START_TEST(what_is_chosen_is_told_step_by_step) {
    desk d = set_up();
    char turn[GAME_TURN_BYTES], part[GAME_TURN_BYTES] = "";
    must(&d, new_linja);
    must(&d, "choose|3|1");
    ck_assert(nth(&d, "turn", 0, turn, sizeof turn));
    size_t parts = lines_with(&d, "part");
    ck_assert_uint_gt(parts, 1);
    for (size_t i = 0; i < parts; i++) {
        size_t before = strlen(part);
        ck_assert(nth(&d, "part", i, part, sizeof part));
        ck_assert_uint_gt(strlen(part), before);
        ck_assert_int_eq(strncmp(part, turn, strlen(part)), 0);
    }
    ck_assert_str_eq(part, turn);
    take_down(&d);
}
END_TEST

/* Makes a turn step by step, as a person does, by chance. */
static void play_steps(desk *d, rng *random) {
    char part[64] = "", line[128], value[64];
    for (;;) {
        snprintf(line, sizeof line, "steps|%s", part);
        must(d, line);
        size_t count = lines_with(d, "step");
        ck_assert(nth(d, "whole", 0, value, sizeof value));
        bool whole = strcmp(value, "1") == 0;
        ck_assert(whole || count > 0);
        if (count == 0 || (whole && rng_below(random, 3) == 0)) break;
        ck_assert(nth(d, "step", (size_t)rng_below(random, count), part, sizeof part));
        if (part[0] == '-') break;
    }
    snprintf(line, sizeof line, "play|%s", part);
    must(d, line);
}

START_TEST(whole_games_through_the_border) {
    static const char *const games[] = {
        "new|linja|zen|1|0|1|a|b|",        "new|linja|second|2|1|1|a|b|",
        "new|linja|2003|3|0|1|a|b|",       "new|linja|zen+mean+return|4|0|1|a|b|",
        "new|liniell|standard|5|0|1|a|b|", "new|liniell||6|1|1|a|b|",
    };
    rng random = rng_seeded(9);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        desk d = set_up();
        char over[8] = "0", turn[64], line[128];
        must(&d, games[i]);
        for (int ply = 0; ply < 400; ply++) {
            must(&d, "state");
            ck_assert(nth(&d, "over", 0, over, sizeof over));
            ck_assert_uint_eq(lines_with(&d, "turn"), (size_t)ply);
            if (over[0] == '1') break;
            if (ply % 5 == 3) {
                must(&d, "choose|2|7");
                ck_assert(nth(&d, "turn", 0, turn, sizeof turn));
                snprintf(line, sizeof line, "play|%s", turn);
                must(&d, line);
            } else {
                play_steps(&d, &random);
            }
        }
        ck_assert_str_eq(over, "1");
        refuse(&d, "choose|1|1", "the game is over");
        take_down(&d);
    }
}
END_TEST

/* --- the log ---------------------------------------------------------------------------------- */

/* All events behind a number, as they are told; and how many there are. */
static size_t pass_on(desk *from, desk *to, size_t after) {
    char line[64];
    snprintf(line, sizeof line, "events|%zu", after);
    must(from, line);
    char *told = strdup(from->answer.data);
    ck_assert(told);
    for (char *at = told; strncmp(at, "event\t", 6) == 0; at = strchr(at, '\n') + 1) {
        char *number = at + 6, *text_of = strchr(number, '\t') + 1;
        text apply = text_growing();
        bool first = strncmp(text_of, "created ", 8) == 0;
        text_put(&apply, "apply\t");
        if (!first) text_format(&apply, "%.*s ", (int)(text_of - 1 - number), number);
        text_put_n(&apply, text_of, strcspn(text_of, "\n"));
        must(to, apply.data);
        text_free(&apply);
        after++;
    }
    free(told);
    return after;
}

static void expect_alike(desk *d, desk *other) {
    char *a = state_of(d), *b = state_of(other);
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
}

/* What lies in a file one after the other, and in what is damaged there the rest. */
START_TEST(a_file_of_many_matches_is_taken_apart) {
    desk d = set_up();
    char *state, value[4096];
    must(&d, new_linja);
    must(&d, "play|ab");
    state = state_of(&d);
    must(&d, "matches|"
             "[Game \"linja\"]\\n[First \"Ada\"]\\n[Second \"Ben\"]\\n[Result \"1-0\"]\\n\\n"
             "1. ab/df 1-0\\n\\n" /* 1: though the next is by the same people */
             "[Game \"linja\"]\\n[Rules \"2003\"]\\n[First \"Ada\"]\\n[Second \"Ben\"]\\n"
             "[Round \"1\"]\\n[BestOf \"3\"]\\n\\n1. ab/bd 1/2-1/2\\n\\n"
             "[Game \"linja\"]\\n[Rules \"2003\"]\\n[First \"Ben\"]\\n[Second \"Ada\"]\\n"
             "[Round \"2\"]\\n[BestOf \"3\"]\\n\\n1. ab/bd 1-0\\n\\n" /* 2: a series */
             "[Game \"liniell\"]\\n\\n1. d4n {never closed *\\n\\n"   /* refused, line 28 */
             "[Game \"linja\"]\\n[Id \"x\"]\\n\\n1. bc *   \\n\\n"    /* 3 */
             "[Game \"linja\"]\\n\\n1. ab/df zz *\\n\\n"              /* refused, line 37 */
             "[Game \"linja\"]\\n[Round \"2\"]\\n\\n*");              /* 4 */
    ck_assert_uint_eq(lines_with(&d, "record"), 4);
    ck_assert_uint_eq(lines_with(&d, "refused"), 2);
    static const char *const drawn[] = {"0", "1", "0", "0"}, *const best[] = {"1", "3", "1", "1"},
                             *const over[] = {"1", "1", "0", "0"};
    for (size_t i = 0; i < 4; i++) {
        ck_assert(nth(&d, "drawn", i, value, sizeof value));
        ck_assert_str_eq(value, drawn[i]);
        ck_assert(nth(&d, "best-of", i, value, sizeof value));
        ck_assert_str_eq(value, best[i]);
        ck_assert(nth(&d, "over", i, value, sizeof value));
        ck_assert_str_eq(value, over[i]);
    }
    ck_assert(nth(&d, "record", 2, value, sizeof value));
    ck_assert_ptr_nonnull(strstr(value, "[Id \"x\"]"));
    ck_assert(nth(&d, "refused", 0, value, sizeof value));
    ck_assert_str_eq(value, "line 28: a comment is not closed with '}'");
    ck_assert(nth(&d, "refused", 1, value, sizeof value));
    ck_assert_msg(strncmp(value, "line 37: ", 9) == 0, "%s", value);
    char *after = state_of(&d);
    ck_assert_str_eq(state, after); /* the match that is here stays */
    free(state);
    free(after);
    take_down(&d);
}
END_TEST

/* Whoever gets the events has the match, and so has whoever gets all of them later. */
START_TEST(a_match_is_its_log) {
    static const char *const games[] = {
        "new|linja|zen|1|0|3|Ann \"A\"|b\\\\|2003.10.24",
        "new|liniell||6|1|3|a|b|",
        "new|liniell||0|0|3|a|b||||"
        "0101010101010101010101010101010101010101010101010101010101010101",
    };
    static const char *const events[] = {"go-to|2", "go-to|3", "resign", "go-to|3", "forfeit",
                                         "next",    "go-to|1", "resign", "go-to|0", "next"};
    rng random = rng_seeded(4);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        desk d = set_up(), follows = set_up(), late = set_up();
        size_t known = 0;
        must(&d, games[i]);
        for (size_t k = 0; k < 60; k++) {
            must(&d, "state");
            if (k % 4 == 3)
                say(&d, events[k / 4 % (sizeof events / sizeof *events)]);
            else if (amount(&d, "over") == 0 && (i < 2 || amount(&d, "told") == 0))
                play_steps(&d, &random);
            must(&d, "state"); /* a look at what is over for good is no event */
            if (i == 2 && amount(&d, "told") == 1) must(&d, "go-to|99");
            known = pass_on(&d, &follows, known);
            expect_alike(&d, &follows);
        }
        ck_assert_uint_gt(known, 20);
        must(&d, "events|0");
        text replay = text_growing();
        text_put(&replay, "replay\t");
        for (const char *at = d.answer.data; strncmp(at, "event\t", 6) == 0;) {
            const char *number = at + 6, *text_of = strchr(number, '\t') + 1;
            text_format(&replay, "%.*s ", (int)(text_of - 1 - number), number);
            text_put_n(&replay, text_of, strcspn(text_of, "\n"));
            text_put(&replay, "\\n");
            at = strchr(at, '\n') + 1;
        }
        must(&late, replay.data);
        expect_alike(&d, &late);
        text_free(&replay);
        take_down(&d);
        take_down(&follows);
        take_down(&late);
    }
}
END_TEST

/* A turn that ends the game tells so. */
START_TEST(apply_answers_what_is_new) {
    desk d = set_up();
    must(&d, "apply|created game=linja");
    ck_assert_str_eq(d.answer.data, "event\t1\tcreated game=linja rules=zen bestOf=1 "
                                    "name1=\"Player 1\" name2=\"Player 2\" date=????.??.??\nok\n");
    refuse(&d, "save", "no game has begun");
    refuse(&d, "play|ab", "no game has begun");
    must(&d, "apply|begun number=1 first=1 position=\"0b/00/00/00/00/11/00/b0 a\"");
    must(&d, "apply|turn side=a ply=0 turn=fg");
    ck_assert_str_eq(d.answer.data, "event\t3\tturn side=a ply=0 turn=fg\n"
                                    "event\t4\tover result=1-0 reason=board points=58,54\nok\n");
    must(&d, "apply|3 turn side=a ply=0 turn=fg");
    ck_assert_str_eq(d.answer.data, "ok\n");
    take_down(&d);
}
END_TEST

/* --- what is hidden --------------------------------------------------------------------------- */

/* Two stacks in different order below the same table: nothing that can be asked before the turn is
 * made tells them apart. */
START_TEST(the_stack_is_hidden_until_the_turn_is_made) {
    static const char *const questions[] = {
        "steps",          "steps|e4n",  "steps|e4n+N", "describe",    "describe|e4n",
        "describe|e4n+N", "svg",        "hint|1",      "hint|2",      "hint|3",
        "values|4|20",    "choose|0|1", "choose|3|1",  "choose|10|1",
    };
    static const char *const stacks[] = {
        "new|liniell|standard|1|0|1|a|b|||01@d4n 07@c4s A=c4W,- B=-,- turn=b draw=05",
        "new|liniell|standard|2|0|1|a|b|||01@d4n 07@c4s A=c4W,- B=-,- turn=b draw=05",
    };
    desk d = set_up(), other = set_up();
    must(&d, stacks[0]);
    must(&other, stacks[1]);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        must(&d, questions[i]);
        must(&other, questions[i]);
        ck_assert_str_eq(d.answer.data, other.answer.data);
    }
    must(&d, "steps|e4n+N");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "turn=b draw=?\n"));
    must(&d, "play|e4n+N");
    must(&other, "play|e4n+N");
    must(&d, "describe");
    must(&d, "state");
    char drawn[512], drawn_other[512];
    ck_assert(nth(&d, "position", 0, drawn, sizeof drawn));
    must(&other, "state");
    ck_assert(nth(&other, "position", 0, drawn_other, sizeof drawn_other));
    ck_assert_str_ne(drawn, drawn_other); /* they were different all the time */
    take_down(&other);
    take_down(&d);
}
END_TEST

/* --- teaching --------------------------------------------------------------------------------- */

START_TEST(hints_come_in_three_steps) {
    desk d = set_up();
    must(&d, late_linja);
    char *before = state_of(&d), turn[64], again[64], line[128];
    must(&d, "hint|1");
    ck_assert_uint_eq(lines_with(&d, "say"), 1);
    ck_assert_uint_eq(lines_with(&d, "turn"), 0);
    must(&d, "hint|2");
    expect(&d, "say", "Try {0}.");
    ck_assert(nth(&d, "turn", 0, turn, sizeof turn));
    must(&d, "hint|3");
    ck_assert(nth(&d, "turn", 0, again, sizeof again));
    ck_assert_str_eq(turn, again);
    ck_assert_uint_eq(lines_with(&d, "say"), 1);
    char *after = state_of(&d);
    ck_assert_str_eq(before, after);
    snprintf(line, sizeof line, "play|%s", turn);
    must(&d, line); /* what is hinted at is legal, and the next hint is another's */
    must(&d, "hint|2");
    ck_assert(nth(&d, "turn", 0, again, sizeof again));
    snprintf(line, sizeof line, "play|%s", again);
    must(&d, line);
    free(before);
    free(after);
    take_down(&d);
}
END_TEST

START_TEST(values_are_best_first) {
    desk d = set_up();
    must(&d, late_linja);
    border_bound(d.b, 0);
    must(&d, "values|5|20000");
    ck_assert_uint_eq(lines_with(&d, "value"), 5);
    double last = 1000;
    for (const char *line = d.answer.data; strncmp(line, "value\t", 6) == 0;
         line = strchr(line, '\n') + 1) {
        double points = strtod(strchr(line + 6, '\t') + 1, NULL);
        ck_assert(points <= last);
        last = points;
    }
    must(&d, "values|5|20000|de/ef");
    ck_assert_uint_eq(lines_with(&d, "value"), 1);
    expect(&d, "value", "de/ef");
    take_down(&d);
}
END_TEST

/* A lost game that a third repetition saves. */
START_TEST(whoever_thinks_knows_the_game_so_far) {
    static const char *const begin =
        "new|linja|zen+return|1|0|1|Ada|Ben|2003.10.24||06/04/01/11/40/10/30/30 b";
    desk d = set_up();
    must(&d, begin);
    border_bound(d.b, 0);
    must(&d, "play|ba/ab");
    must(&d, "values|1|20000");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "value\tfg/eh/de\t-9.000000\t"));
    must(&d, "play|gh/hg");
    must(&d, "play|ba/ab");
    must(&d, "values|1|20000");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "value\tgh/hg\t0.000000\t0.500000\t"));
    must(&d, "hint|2");
    expect(&d, "turn", "gh/hg");
    must(&d, "choose|10|1");
    expect(&d, "turn", "gh/hg");
    take_down(&d);
}
END_TEST

/* The game of docs/review.md, played through the border. */
static void play_reviewed(desk *d) {
    must(d, late_linja);
    must(d, "play|ef/ce+gh/gh");
    must(d, "play|dc/cb+fe/ed");
    must(d, "play|de/ef");
}

/* By this table the worst turn is the best, and puzzles are what they are without one. */
START_TEST(whoever_plays_and_teaches_asks_the_table) {
    static const char begin[] = "new|linja|2003|1|0|1|a|b|||09/10/11/00/10/01/01/90 a";
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    desk d = set_up();
    must(&d, begin);
    must(&d, "tables|linja|2003");
    expect(&d, "exact", "0");
    must(&d, "hint|2");
    ck_assert_ptr_null(strstr(d.answer.data, "turn\tcd\n"));
    late_table_write_upside_down(linja_find_rules("2003"), strrchr(begin, '|') + 1);
    must(&d, "tables|linja|2003");
    expect(&d, "exact", "1");
    must(&d, "tables");
    expect(&d, "exact", "1");
    must(&d, begin);
    for (int seed = 0; seed < 5; seed++) {
        char line[32];
        snprintf(line, sizeof line, "choose|10|%d", seed);
        must(&d, line);
        expect(&d, "turn", "cd");
    }
    must(&d, "hint|2");
    expect(&d, "turn", "cd");
    must(&d, "values|1|10|cd");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "value\tcd\t4.000000\t1.000000\t"));
    ck_assert_ptr_nonnull(strstr(d.answer.data, "\t1\nok\n"));
    refuse(&d, "tables|chess", "unknown game");
    refuse(&d, "tables|linja|moon", "moon");

    late_table_write_upside_down(linja_find_rules("zen"), "09/01/01/00/00/21/10/90 b");
    border_bound(d.b, 0);
    must(&d, "puzzle|3|linja|zen");
    expect(&d, "number", "3");
    must(&d, "puzzle-solution");
    expect(&d, "turn", "cb/ba/fe");
    late_table_write(linja_find_rules("zen"), "09/01/01/00/00/21/10/90 b");
    border_bound(d.b, 1); /* too little to prove anything */
    must(&d, "puzzle|0|linja||3$1$exact,finish$09/01/01/00/00/21/10/90 b$cb/ba/fe$0$1");
    must(&d, "puzzle-check|cb/ba/ba");
    ck_assert_ptr_nonnull(strstr(d.answer.data, "it gives away {0} points.\t3\tcb/ba/ba\n"));
    take_down(&d);
}
END_TEST

START_TEST(a_review_goes_turn_by_turn) {
    desk d = set_up();
    border_bound(d.b, 0);
    play_reviewed(&d);
    must(&d, "review|0");
    expect(&d, "measure", "points");
    expect(&d, "draws", "0");
    expect(&d, "at", "08/00/11/11/10/02/30/60 a");
    ck_assert_uint_eq(lines_with(&d, "at"), 4);
    refuse(&d, "review-turn|3", "the game has 3 turns");
    refuse(&d, "review-turn", "which turn?");
    must(&d, "review-turn|0");
    must(&d, "review-turn|2");
    expect(&d, "did", "2"); /* what the best turn does */
    expect(&d, "side", "a");
    expect(&d, "played", "de/ef");
    expect(&d, "best", "gh/fg+ef/fg");
    expect(&d, "mark", "blunder");
    expect(&d, "sign", "??");
    ck_assert(amount(&d, "before") == 2 && amount(&d, "after") == -2 && amount(&d, "loss") == 4);
    expect(&d, "say", "Its follow-up lands on the empty row {0} and earns an extra turn.");
    refuse(&d, "review-summary", "turn 1 was not looked at");
    refuse(&d, "review-worst", "turn 1 was not looked at");
    must(&d, "review-turn|1");
    must(&d, "review-worst");
    ck_assert(strncmp(d.answer.data, "worst\t2\nsay\tIt turns a win into a loss.\nworst\t0\nsay\t",
                      50) == 0);
    must(&d, "review-worst|b");
    ck_assert_uint_eq(lines_with(&d, "worst"), 0);
    refuse(&d, "review-worst|c", "of which side");
    refuse(&d, "review-summary|zz=1", "is not a turn here and its value");
    must(&d, new_linja);          /* the review is of a copy */
    for (int i = 0; i < 2; i++) { /* and can be summed up again */
        must(&d, "review-summary");
        expect(&d, "exact", "1");
        ck_assert_uint_eq(lines_with(&d, "luck"), 3);
        ck_assert(strstr(d.answer.data, "player\tAda\t62.500000\t6.000000\t0.000000\t2\t0\t"));
        ck_assert(strstr(d.answer.data, "player\tBen\t100.000000\t0.000000\t0.000000\t1\t0\t"));
    }
    take_down(&d);
}
END_TEST

START_TEST(a_review_believes_what_it_is_told) {
    desk d = set_up();
    must(&d, "new|linja|zen|1|0|1|a|b|");
    must(&d, "play|ab");
    must(&d, "review|50");
    must(&d, "review-turn|0");
    ck_assert(!strstr(d.answer.data, "\t1\nafter"));
    refuse(&d, "review-turn|0|ab=1", "1 of 104 turns have a value");
    /* All turns of the start, a value each: the opening alone is worth least. */
    must(&d, "go-to|0");
    must(&d, "values|1000|1");
    text line = text_growing();
    text_put(&line, "review-turn|0|");
    size_t count = lines_with(&d, "value");
    char turn[64];
    for (size_t i = 0; i < count; i++) {
        ck_assert(nth(&d, "value", i, turn, sizeof turn));
        text_format(&line, "%s%s=%d", i ? " " : "", turn, strcmp(turn, "ab") == 0 ? -7 : 3);
    }
    must(&d, line.data);
    ck_assert(amount(&d, "before") == 3 && amount(&d, "after") == -7 && amount(&d, "loss") == 10);
    expect(&d, "mark", "blunder");
    ck_assert(strstr(d.answer.data, "\t1\nafter\t-7"));
    text_put(&line, " ab=2");
    refuse(&d, line.data, "is not a turn here and its value");
    refuse(&d, "review-turn|0|zz=1", "'zz=1' is not a turn here");
    refuse(&d, "review-turn|0|ab=x", "'ab=x' is not a turn here");
    refuse(&d, "review-turn|0|=1", "'=1' is not a turn here");
    text_free(&line);
    take_down(&d);
}
END_TEST

START_TEST(a_review_of_liniell_adds_up) {
    desk d = set_up();
    must(&d, "new|liniell|standard|5|0|1|a|b|");
    rng random = rng_seeded(2);
    for (int i = 0; i < 16; i++) play_steps(&d, &random);
    must(&d, "review|50");
    expect(&d, "measure", "chance");
    expect(&d, "draws", "1");
    char line[64];
    double sum = 0, losses[16], sides[16];
    for (int ply = 0; ply < 16; ply++) {
        snprintf(line, sizeof line, "review-turn|%d", ply);
        must(&d, line);
        char side[8];
        ck_assert(nth(&d, "side", 0, side, sizeof side));
        sides[ply] = side[0] == 'a' ? 1 : -1;
        losses[ply] = amount(&d, "loss");
        ck_assert(losses[ply] >= 0);
    }
    must(&d, "review-summary");
    expect(&d, "over", "1");
    const char *first = strstr(d.answer.data, "first\t"), *last = strstr(d.answer.data, "last\t");
    double begin = strtod(strchr(first + 6, '\t') + 1, NULL);
    double end = strtod(strchr(last + 5, '\t') + 1, NULL);
    for (size_t ply = 0; ply < 16; ply++) {
        char luck[64];
        ck_assert(nth(&d, "luck", ply, luck, sizeof luck));
        sum += sides[ply] * (strtod(luck, NULL) - losses[ply]);
    }
    ck_assert(begin + sum - end < 0.001 && begin + sum - end > -0.001);
    take_down(&d);
}
END_TEST

START_TEST(a_puzzle_is_posed_checked_and_solved) {
    desk d = set_up();
    border_bound(d.b, 0);
    must(&d, "puzzle|3|linja|zen");
    expect(&d, "number", "3");
    expect(&d, "grade", "1");
    expect(&d, "say", "{0} to move: find the one turn that saves the draw.");
    ck_assert_uint_eq(lines_with(&d, "say"), 2);
    ck_assert_uint_eq(lines_with(&d, "theme"), 2);
    must(&d, "state");
    expect(&d, "position", "09/01/01/00/00/21/10/90 b");
    refuse(&d, "puzzle-check", "");
    refuse(&d, "puzzle-check|zz", "");
    refuse(&d, "puzzle-check|aaaaaaaaaaaaaaaaaaaaaaaaaa", "");
    must(&d, "puzzle-check|cb/ba/ba");
    expect(&d, "right", "0");
    ck_assert(
        strstr(d.answer.data, "say\t{1} is not it: it gives away {0} points.\t3\tcb/ba/ba\n"));
    ck_assert(!strstr(d.answer.data, "cb/ba/fe"));
    must(&d, "puzzle-check|cb/ba/fe");
    expect(&d, "right", "1");
    must(&d, "puzzle-solution");
    expect(&d, "turn", "cb/ba/fe");
    must(&d, new_linja);
    refuse(&d, "puzzle-solution", "there is no puzzle");
    /* A line of a list is a puzzle without a search. */
    must(&d, "puzzle|0|linja||3$1$exact,finish$09/01/01/00/00/21/10/90 b$cb/ba/fe$0$1");
    expect(&d, "number", "3");
    expect(&d, "rules", "zen");
    must(&d, "puzzle-check|cb/ba/fe");
    expect(&d, "right", "1");
    refuse(&d, "puzzle|0|linja||3$1$exact,finish", "is no puzzle");
    take_down(&d);
}
END_TEST

START_TEST(the_signature_is_that_of_the_program) {
    text wanted = fixture_file(DATA "signature");
    desk d = set_up();
    must(&d, "signature");
    char found[32];
    ck_assert(nth(&d, "signature", 0, found, sizeof found));
    ck_assert_msg(strstr(wanted.data, found), "%s is not %s", found, wanted.data);
    ck_assert_uint_eq(lines_with(&d, "line"), 23);
    text_free(&wanted);
    take_down(&d);
}
END_TEST

/* --- draws that nobody can know --------------------------------------------------------------- */

static const char secret_hex[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
static const char other_hex[] = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/* Says a command with a long argument, and perhaps a secret behind it. */
static void must_load(desk *d, const char *written, const char *secret) {
    text line = text_growing();
    text_put(&line, "load\t");
    text_put(&line, written); /* as it was answered, its line ends still escaped */
    if (secret) text_format(&line, "\t%s", secret);
    text_clear(&d->answer);
    border_line(d->b, line.data, line.length, &d->answer);
    ck_assert_msg(strcmp(d->answer.data, "ok\n") == 0, "%s", d->answer.data);
    text_free(&line);
}

static char *record_of(desk *d) {
    must(d, "save");
    char value[4096];
    ck_assert(nth(d, "record", 0, value, sizeof value));
    char *copy = strdup(value);
    ck_assert(copy);
    return copy;
}

static void begin_fair(desk *d, const char *secret, int best_of) {
    char line[256];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "new|liniell||1|0|%d|Ada|Ben|2003.10.24|||%s", best_of, secret);
    must(d, line);
}

static void play_first_step(desk *d) {
    char turn[64], line[80];
    must(d, "steps");
    ck_assert(nth(d, "step", 0, turn, sizeof turn));
    text t = text_fixed(line, sizeof line);
    text_format(&t, "steps|%s", turn);
    must(d, line);
    if (amount(d, "whole") == 0) ck_assert(nth(d, "step", 0, turn, sizeof turn));
    text_clear(&t);
    text_format(&t, "play|%s", turn);
    must(d, line);
}

START_TEST(a_fair_game_tells_its_key_when_it_is_over) {
    desk d = set_up();
    char commitment[128], key[128], turn[64];
    begin_fair(&d, secret_hex, 3);
    must(&d, "state");
    /* The first chain of tests/data/fair.t. */
    expect(&d, "commitment", "d107fb1b40e6ed97a0b4fc4d3ce9dcd8032e3576a3240c6c4b12b5c4c7f36a79");
    expect(&d, "number", "1");
    expect(&d, "told", "0");
    expect(&d, "position", "A=-,- B=-,- turn=a draw=11");
    ck_assert_uint_eq(lines_with(&d, "key") + lines_with(&d, "seed"), 0);
    play_first_step(&d);
    char *running = record_of(&d);
    ck_assert(strstr(running, "[Draws \"11,10\"]"));
    ck_assert(!strstr(running, "Seed") && !strstr(running, "Key") && !strstr(running, secret_hex));
    must(&d, "events|0");
    ck_assert(strstr(d.answer.data, " draws=11\n") && strstr(d.answer.data, " draws=10\n"));
    ck_assert(!strstr(d.answer.data, "key=") && !strstr(d.answer.data, secret_hex));
    must(&d, "resign");
    must(&d, "state");
    expect(&d, "told", "1");
    expect(&d, "key", "876461e226de8db8f7f44aa5fcb5b4bcdd8930afc6b02b87489c2943339580fd");
    char *told = record_of(&d);
    /* It can be looked at, but nothing of it taken back. */
    must(&d, "go-to|0");
    must(&d, "steps");
    ck_assert(nth(&d, "step", 0, turn, sizeof turn));
    char line[80];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "play|%s", turn);
    refuse(&d, line, "its draws are told");
    refuse(&d, "resign", "over already");
    must(&d, "state");
    expect(&d, "told", "1");
    expect(&d, "over", "0");
    expect(&d, "wins", "1");
    must(&d, "go-to|1");
    must(&d, "state");
    expect(&d, "over", "1");
    expect(&d, "declared", "resigned");
    must(&d, "next");
    must(&d, "state");
    expect(&d, "number", "2");
    ck_assert(nth(&d, "commitment", 0, commitment, sizeof commitment));
    ck_assert_str_eq(commitment,
                     "d107fb1b40e6ed97a0b4fc4d3ce9dcd8032e3576a3240c6c4b12b5c4c7f36a79");
    ck_assert(!nth(&d, "key", 0, key, sizeof key));
    /* What was saved before the key was told does not come back by that key. */
    must_load(&d, told, other_hex);
    must_load(&d, running, other_hex);
    must(&d, "state");
    ck_assert(nth(&d, "commitment", 0, key, sizeof key));
    ck_assert_str_ne(key, commitment);
    free(running);
    free(told);
    take_down(&d);
}
END_TEST

/* As the page does at every jump: load the record, go to a turn. The game stays the same one. */
START_TEST(a_fair_game_that_is_loaded_where_it_was_goes_on) {
    desk d = set_up(), same = set_up();
    begin_fair(&d, secret_hex, 1);
    begin_fair(&same, secret_hex, 1);
    for (;;) {
        char *now = state_of(&d), *wanted = state_of(&same);
        ck_assert_str_eq(now, wanted);
        bool over = strstr(now, "\nover\t1\n") != NULL;
        free(now);
        free(wanted);
        if (over) break;
        char *written = record_of(&d);
        must_load(&d, written, other_hex);
        free(written);
        play_first_step(&d);
        play_first_step(&same);
    }
    take_down(&d);
    take_down(&same);
}
END_TEST

/* The answers to a line, with what may differ blotted out. */
static char *blotted(desk *d, const char *line, const char *commitment) {
    say(d, line);
    char *answer = strdup(d->answer.data), *at;
    ck_assert(answer);
    while ((at = strstr(answer, commitment))) memset(at, '-', strlen(commitment));
    return answer;
}

/* Two games that have drawn the same so far and will draw otherwise answer everything alike. */
START_TEST(no_answer_tells_what_comes) {
    static const char *const lines[] = {
        "state",         "save",           "steps",         "describe",      "svg",
        "hint|1",        "hint|2",         "hint|3",        "values|3|200",  "choose|3|1",
        "choose|10|1",   "review|100",     "review-turn|0", "review-turn|1", "review-turn|2",
        "review-turn|3", "review-summary",
    };
    for (size_t turns = 4; turns <= 12; turns += 4) {
        desk d = set_up(), other = set_up();
        char commitments[2][128], turn[64], line[80];
        begin_fair(&d, secret_hex, 1);
        for (size_t i = 0; i < turns; i++) play_first_step(&d);
        char *written = record_of(&d);
        must_load(&other, written, other_hex);
        must(&d, "go-to|99");
        for (int i = 0; i < 2; i++) {
            must(i ? &other : &d, "state");
            ck_assert(nth(i ? &other : &d, "commitment", 0, commitments[i], sizeof commitments[i]));
        }
        ck_assert_str_ne(commitments[0], commitments[1]);
        must_load(&d, written, NULL); /* alike in what they have been asked before, too */
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            char *answers[2] = {blotted(&d, lines[i], commitments[0]),
                                blotted(&other, lines[i], commitments[1])};
            if (strcmp(lines[i], "save") == 0) { /* which says that it was opened again */
                char *before = strstr(answers[1], "[DrawnBefore");
                ck_assert(before);
                memmove(before, strstr(before, "\\n") + 2, strlen(strstr(before, "\\n") + 2) + 1);
            }
            ck_assert_str_eq(answers[0], answers[1]);
            free(answers[0]);
            free(answers[1]);
        }
        /* And yet they go on otherwise, sooner or later. */
        bool differ = false;
        while (!differ) {
            must(&d, "steps");
            ck_assert(nth(&d, "step", 0, turn, sizeof turn));
            play_first_step(&d);
            text t = text_fixed(line, sizeof line);
            char *made = state_of(&d), *last = made;
            for (char *at = made; (at = strstr(at, "\nturn\t")); at++) last = at + 6;
            text_format(&t, "play|%.*s", (int)strcspn(last, "\n"), last);
            must(&other, line);
            char *theirs = state_of(&other);
            differ = strncmp(strstr(made, "draw="), strstr(theirs, "draw="), 7) != 0;
            free(made);
            free(theirs);
        }
        free(written);
        take_down(&d);
        take_down(&other);
    }
}
END_TEST

START_TEST(secrets_are_read_strictly) {
    desk d = set_up();
    refuse(&d, "new|liniell||1|0|1|Ada|Ben|2003.10.24|||00", "a secret is 64 hexadecimal digits");
    refuse(&d,
           "new|linja||1|0|1|Ada|Ben|2003.10.24|||"
           "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
           "linja draws nothing");
    refuse(&d, "load|[Game \"liniell\"]|xyz", "a secret is 64 hexadecimal digits");
    refuse(&d, "state", "there is no game");
    take_down(&d);
}
END_TEST

/* As for a player elsewhere: the promise of random bytes, and the proof when the game is over. */
START_TEST(random_bytes_are_promised_and_draws_proved) {
    desk d = set_up();
    must(&d, "hash|00000000000000000000000000000000");
    expect(&d, "hash", "94c1c088cc9453996779630ad3af45cbd92814828dd784cf2aa12df95d1b8afe");
    refuse(&d, "hash|0000", "random bytes are 32 hexadecimal digits");
    refuse(&d, "hash", "random bytes are 32 hexadecimal digits");
    refuse(&d, "prove", "the record is empty");
    begin_fair(&d, secret_hex, 3);
    play_first_step(&d);
    char *running = record_of(&d);
    must(&d, "resign");
    must(&d, "next");
    char *told = record_of(&d);
    char line[8192];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "prove|%s", running);
    must(&d, line);
    ck_assert_uint_eq(lines_with(&d, "proved"), 0);
    text_clear(&t);
    text_format(&t, "prove|%s", told);
    must(&d, line);
    ck_assert_str_eq(d.answer.data,
                     "proved\t1\t"
                     "d107fb1b40e6ed97a0b4fc4d3ce9dcd8032e3576a3240c6c4b12b5c4c7f36a79\t\t\nok\n");
    /* Another key, or other draws than it makes, are no proof. */
    char *key = strstr(line, "[Key \\\"") ? strstr(line, "[Key \\\"") : strstr(line, "[Key \"");
    ck_assert(key);
    char *digit = strchr(key, '"') + 1, was = *digit;
    *digit = was == '0' ? '1' : '0';
    refuse(&d, line, "its key is not number 1 of its commitment");
    *digit = was;
    char *draws = strstr(line, "[Draws \"11,10");
    ck_assert(draws);
    draws[12] = '2';
    refuse(&d, line, "");
    free(running);
    free(told);
    take_down(&d);
}
END_TEST

/* What somebody elsewhere is told is enough: the page goes on with what it shows, and draws nothing
 * itself. */
START_TEST(a_game_is_followed_from_what_is_told) {
    desk d = set_up();
    must(&d, "apply|created game=liniell bestOf=1 name1=Ada");
    must(&d, "apply|2 joined player=2 name=Ben");
    must(&d, "apply|3 begun number=1 first=1 commitment="
             "d107fb1b40e6ed97a0b4fc4d3ce9dcd8032e3576a3240c6c4b12b5c4c7f36a79 chain=1 draws=11");
    must(&d, "state");
    expect(&d, "position", "A=-,- B=-,- turn=a draw=11");
    must(&d, "steps");
    char first[64], line[128];
    ck_assert(nth(&d, "step", 0, first, sizeof first));
    text t = text_fixed(line, sizeof line);
    text_format(&t, "apply|4 turn side=a ply=0 turn=%s draws=10", first);
    must(&d, line);
    must(&d, "state");
    char position[512];
    ck_assert(nth(&d, "position", 0, position, sizeof position));
    ck_assert(strstr(position, "draw=10"));
    must(&d, "apply|5 draw-offered side=a");
    must(&d, "state");
    expect(&d, "offers", "a");
    must(&d, "apply|6 over result=1/2-1/2 reason=agreed "
             "key=876461e226de8db8f7f44aa5fcb5b4bcdd8930afc6b02b87489c2943339580fd");
    must(&d, "state");
    expect(&d, "declared", "agreed");
    expect(&d, "told", "1");
    ck_assert_uint_eq(lines_with(&d, "offers"), 0);
    take_down(&d);
}
END_TEST

START_TEST(who_asks_for_a_turn_back_is_told) {
    desk d = set_up();
    must(&d, new_linja);
    must(&d, "play|ab");
    must(&d, "apply|undo-asked side=a");
    must(&d, "state");
    expect(&d, "asks", "a");
    must(&d, "apply|undo-refused side=b");
    must(&d, "state");
    ck_assert_uint_eq(lines_with(&d, "asks"), 0);
    must(&d, "apply|over result=1-0 reason=abandoned");
    must(&d, "state");
    expect(&d, "declared", "abandoned");
    take_down(&d);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", "/nowhere", 1); /* tables of the user's own are none of ours */
    Suite *suite = suite_create("border");
    TCase *games = fixture_tests(suite, "match");
    tcase_add_test(games, nothing_works_before_there_is_a_match);
    tcase_add_test(games, what_is_refused_changes_nothing);
    tcase_add_test(games, rule_sets_are_listed);
    tcase_add_test(games, a_tile_set_is_read_as_a_game_reads_it);
    tcase_add_test(games, turns_are_told_step_by_step);
    tcase_add_test(games, the_start_of_a_game_is_described);
    tcase_add_test(games, a_view_is_all_in_one_trip);
    tcase_add_test(games, what_is_chosen_is_told_step_by_step);
    tcase_add_test(games, linja_tells_what_its_rows_pay);
    tcase_add_test(games, a_match_is_told_saved_and_loaded);
    tcase_add_test(games, a_file_of_many_matches_is_taken_apart);
    tcase_add_test(games, whole_games_through_the_border);
    tcase_add_test(games, a_match_is_its_log);
    tcase_add_test(games, apply_answers_what_is_new);
    tcase_add_test(games, the_stack_is_hidden_until_the_turn_is_made);
    TCase *teaching = fixture_tests(suite, "teaching");
    tcase_add_test(teaching, hints_come_in_three_steps);
    tcase_add_test(teaching, values_are_best_first);
    tcase_add_test(teaching, whoever_thinks_knows_the_game_so_far);
    tcase_add_test(teaching, whoever_plays_and_teaches_asks_the_table);
    tcase_add_test(teaching, a_review_goes_turn_by_turn);
    tcase_add_test(teaching, a_review_believes_what_it_is_told);
    tcase_add_test(teaching, a_review_of_liniell_adds_up);
    tcase_add_test(teaching, a_puzzle_is_posed_checked_and_solved);
    tcase_add_test(teaching, the_signature_is_that_of_the_program);
    TCase *draws = fixture_tests(suite, "draws");
    tcase_add_test(draws, a_fair_game_tells_its_key_when_it_is_over);
    tcase_add_test(draws, a_fair_game_that_is_loaded_where_it_was_goes_on);
    tcase_add_test(draws, no_answer_tells_what_comes);
    tcase_add_test(draws, secrets_are_read_strictly);
    tcase_add_test(draws, random_bytes_are_promised_and_draws_proved);
    tcase_add_test(draws, a_game_is_followed_from_what_is_told);
    tcase_add_test(draws, who_asks_for_a_turn_back_is_told);
    return fixture_run(suite);
}
