/* SPDX-License-Identifier: MIT
 *
 * A match is the fold of its log. Random matches of both games, with all that players do, are read
 * back from the text of their log and are the same; events that are not possible are refused and
 * change nothing; and the text of an event means what it says. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "games/registry.h"
#include "play/match.h"

static text log_of(const match *m) {
    text log = text_growing();
    match_write_log(m, &log);
    ck_assert(!log.failed);
    return log;
}

static match *read_log(const text *log) {
    match *m;
    error e;
    ck_assert_msg(match_read_log(registry_games, log->data, log->length, &m, &e) == STATUS_OK, "%s",
                  e.text);
    return m;
}

/* Of two records with the same tags the one may have Draws before Termination. */
static void put_terminations_last(char *written) {
    static const char tag[] = "[Termination \"time forfeit\"]\n";
    size_t length = strlen(tag);
    char *end = written + strlen(written), *last = end, *at;
    while ((at = strstr(written, tag)) && at < last) {
        memmove(at, at + length, (size_t)(end - at) - length);
        memcpy(end - length, tag, length);
        last -= length;
    }
}

/* All that can be seen of a match: its log and record, how it stands, and what can be redone. */
static text shown(match *m) {
    text t = log_of(m);
    error e;
    char line[GAME_POSITION_TEXT];
    text position = text_fixed(line, sizeof line);
    variant_write_position(match_variant(m), match_position(m), &position);
    game_outcome outcome = match_outcome(m);
    int wins[2];
    match_score(m, wins);
    text_format(&t, "%s, %zu turns, over %d, leader %d, %d to %d, decided %d, time %d, told %d\n",
                line, match_ply(m), outcome.over, outcome.leader, wins[0], wins[1],
                match_is_decided(m), match_declared(m), match_is_revealed(m));
    size_t before = t.length;
    ck_assert_msg(match_save(m, &t, &e) == STATUS_OK, "%s", e.text);
    put_terminations_last(t.data + before);
    return t;
}

static void expect_same(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    size_t from = i < 100 ? 0 : i - 100;
    ck_assert_msg(a[i] == b[i], "it was\n%.200s\nand is\n%.200s", a + from, b + from);
}

/* Reads a match back from its log. What is made of it from there on is the same, too. */
static void expect_fold(match *m) {
    text log = log_of(m);
    match *again = read_log(&log);
    text a = shown(m), b = shown(again);
    expect_same(a.data, b.data);
    text_free(&a);
    text_free(&b);
    text_free(&log);
    size_t ply = match_ply(m), redone = 0;
    while (!match_is_revealed(m) && fixture_redo(again)) redone++;
    text once_more = log_of(again);
    match_free(again);
    again = read_log(&once_more);
    ck_assert_uint_eq(match_ply(again), ply + redone);
    text_free(&once_more);
    match_free(again);
}

/* --- random matches -------------------------------------------------------------------------- */

static void play_random_turn(match *m, rng *random) {
    fixture_play(m, fixture_random_turn(match_variant(m), match_position(m), random).text);
}

static void end_somehow(match *m, rng *random) {
    error e;
    status code = rng_below(random, 3) == 0   ? match_forfeit(m, &e)
                  : rng_below(random, 2) == 0 ? match_resign(m, &e)
                                              : match_declare(m, RECORD_DRAW, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
}

/* What a player may come to think of. */
static void do_something(match *m, rng *random) {
    error e;
    uint64_t lot = rng_below(random, 100);
    if (match_outcome(m).over && lot < 50 && !match_is_decided(m))
        ck_assert_msg(match_next_game(m, &e) == STATUS_OK, "%s", e.text);
    else if (lot < 60 && !match_outcome(m).over && !match_is_revealed(m))
        play_random_turn(m, random);
    else if (lot < 75)
        fixture_undo(m);
    else if (lot < 85)
        fixture_redo(m);
    else if (lot < 90)
        fixture_go_to(m, rng_below(random, 12));
    else if (lot < 92 && !match_outcome(m).over && !match_is_revealed(m))
        end_somehow(m, random);
}

static const char tiles[] = "01: NES Wo; 02: NESW; 03: NE S* W; 04: NS EW; 05: NE SW; 06: NS EW";

static void play_match(const match_options *options, uint64_t seed) {
    rng random = rng_seeded(seed);
    match *m = fixture_match(options);
    for (int i = 0; i < 150; i++) {
        do_something(m, &random);
        bool looks_back = match_is_revealed(m); /* which is no event */
        if (looks_back) fixture_go_to(m, SIZE_MAX);
        if (i % 10 == 0) expect_fold(m);
    }
    expect_fold(m);
    match_free(m);
}

START_TEST(a_match_is_the_fold_of_its_log) {
    fair_key secret = {{(uint8_t)_i}};
    const match_options kinds[] = {
        {.game = registry_find("linja"), .best_of = 5},
        {.game = registry_find("linja"),
         .best_of = 3,
         .rules = "2003",
         .names = {"Ann \"Annie\" A", "Ben\\"},
         .date = "2003.10.24",
         .first = 1},
        {.game = registry_find("linja"),
         .best_of = 9,
         .rules = "zen+return",
         .position = "0b/00/00/00/00/11/00/b0 a"},
        {.game = registry_find("liniell"),
         .best_of = 3,
         .tiles = tiles,
         .shuffled = true,
         .seed = (uint64_t)_i},
        {.game = registry_find("liniell"),
         .best_of = 3,
         .tiles = tiles,
         .draws = "03,01,02,06,05,04"},
        {.game = registry_find("liniell"), .best_of = 5, .tiles = tiles, .secret = &secret},
        {.game = registry_find("liniell"), .best_of = 3, .secret = &secret},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        play_match(&kinds[i], (uint64_t)_i * 100 + i);
}
END_TEST

/* What is loaded has a log, too, and a fair game that goes on elsewhere says so in it. */
START_TEST(a_loaded_match_has_the_log_of_its_games) {
    fair_key secret = {{1}}, other = {{2}};
    match_options options = {
        .game = registry_find("liniell"), .tiles = tiles, .best_of = 3, .secret = &secret};
    match *m = fixture_match(&options), *loaded;
    rng random = rng_seeded(1);
    error e;
    while (!match_outcome(m).over) play_random_turn(m, &random);
    ck_assert_int_eq(match_next_game(m, &e), STATUS_OK);
    play_random_turn(m, &random);
    play_random_turn(m, &random);
    text saved = text_growing();
    ck_assert_int_eq(match_save(m, &saved, &e), STATUS_OK);
    ck_assert_int_eq(match_load(registry_games, saved.data, saved.length, &loaded, &e), STATUS_OK);
    expect_fold(loaded);
    ck_assert_int_eq(match_draw_on(loaded, &other, NULL, &e), STATUS_OK);
    expect_fold(loaded);
    ck_assert(strncmp(match_event(loaded, match_events(loaded)), "promised ", 9) == 0);
    while (!match_outcome(loaded).over) {
        play_random_turn(loaded, &random);
        expect_fold(loaded);
    }
    text_free(&saved);
    match_free(loaded);
    match_free(m);
}
END_TEST

/* --- what is refused ------------------------------------------------------------------------- */

static status apply(match *m, const char *line, error *e) {
    char copy[400];
    text t = text_fixed(copy, sizeof copy);
    event ev;
    text_put(&t, line);
    ck_assert(!t.failed);
    status code = event_read(copy, &ev, e);
    return code == STATUS_OK ? match_apply(m, &ev, e) : code;
}

/* Each case of tests/data/log.t: a log in which lines that begin with "! " are refused for the
 * reason behind " -- "; and after "= " stands what the log has for its last event then. */
START_TEST(events_do_what_they_say) {
    fixture f = fixture_read(DATA "log.t");
    ck_assert_uint_gt(f.count, 3);
    for (size_t i = 0; i < f.count; i++) {
        const fixture_case *c = &f.cases[i];
        match *m = NULL;
        for (size_t k = 0; k < c->count; k++) {
            const char *line = c->lines[k];
            size_t number = c->line + k;
            error e = {""};
            if (!m) {
                char first[400];
                text t = text_fixed(first, sizeof first);
                event ev;
                text_put(&t, line);
                ck_assert(!t.failed);
                status code = event_read(first, &ev, &e);
                if (code == STATUS_OK) code = match_create(registry_games, &ev, &m, &e);
                ck_assert_msg(code == STATUS_OK, "line %zu: %s", number, e.text);
            } else if (line[0] == '=') {
                ck_assert_msg(strcmp(match_event(m, match_events(m)), line + 2) == 0,
                              "line %zu: the last event is %s", number,
                              match_event(m, match_events(m)));
            } else if (line[0] == '!') {
                text before = log_of(m);
                char event_line[400];
                const char *why = strstr(line, " -- ");
                ck_assert_msg(why, "line %zu", number);
                text t = text_fixed(event_line, sizeof event_line);
                text_put_n(&t, line + 2, (size_t)(why - (line + 2)));
                status code = apply(m, event_line, &e);
                ck_assert_msg(code == STATUS_INVALID, "line %zu: status %d", number, code);
                ck_assert_msg(strcmp(e.text, why + 4) == 0, "line %zu: %s", number, e.text);
                text after = log_of(m);
                expect_same(before.data, after.data);
                text_free(&before);
                text_free(&after);
            } else {
                ck_assert_msg(apply(m, line, &e) == STATUS_OK, "line %zu: %s", number, e.text);
            }
        }
        match_free(m);
    }
    fixture_free(&f);
}
END_TEST

/* --- text ------------------------------------------------------------------------------------ */

START_TEST(an_event_is_written_as_it_is_read) {
    static const char *const lines[] = {
        "1 created game=linja rules=zen bestOf=3 name1=\"Ann B\" name2=\"\\\"Q\\\"\" "
        "date=2003.10.24",
        "joined player=2 name=Ben",
        "begun number=1 first=2 position=\"60/11/11/11/11/11/11/06 a\"",
        "begun number=2 first=1 seed=18446744073709551615",
        "begun number=1 first=1 commitment=00 chain=1 drawnBefore=3 random1=1 random2=2 draws=01",
        "17 turn side=b ply=5 turn=ab/df draws=07",
        "undone ply=0",
        "redone ply=7",
        "promised commitment=00 chain=1 drawnBefore=4",
        "over result=1/2-1/2 reason=repetition points=3,4 key=00",
        "draw-offered side=a",
        "draw-refused side=b",
        "undo-asked side=a",
        "undo-refused side=b",
        "said player=1 phrase=well-played",
        "rematch-asked player=2",
        "rematch id=\"\"",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char copy[200], back[200];
        text t = text_fixed(copy, sizeof copy), out = text_fixed(back, sizeof back);
        event ev;
        error e;
        text_put(&t, lines[i]);
        ck_assert_msg(event_read(copy, &ev, &e) == STATUS_OK, "%s: %s", lines[i], e.text);
        event_write(&ev, &out);
        ck_assert_str_eq(back, lines[i]);
    }
}
END_TEST

START_TEST(what_is_no_event_is_refused) {
    static const char *const lines[][2] = {
        {"", "there is no event ''"},
        {"17", "there is no event ''"},
        {"0 turn", "there is no event '0'"},
        {"moved side=a", "there is no event 'moved'"},
        {"turn side=a ply=5", "event turn: turn is missing"},
        {"turn side=c ply=5 turn=ab", "event turn: side cannot be 'c'"},
        {"turn side=a side=b ply=5 turn=ab", "event turn: side is there twice"},
        {"turn side=a ply=-1 turn=ab", "event turn: ply cannot be '-1'"},
        {"turn side=a ply=1 ab", "event turn: 'ab' is not a field, as in side=a"},
        {"turn side=a ply=1 turn=\"ab", "event turn: the value of turn has no proper end"},
        {"turn side=a ply=1 turn=\"ab\\x\"", "event turn: the value of turn has no proper end"},
        {"turn side=a ply=1 turn=\"ab\"c", "event turn: the value of turn has no proper end"},
        {"turn side=a ply=1 turn=\"ab\\", "event turn: the value of turn has no proper end"},
        {"over result=+ reason=board", "event over: result cannot be '+'"},
        {"over result=1-0 reason=boredom", "event over: reason cannot be 'boredom'"},
        {"said player=1 phrase=rude", "event said: phrase cannot be 'rude'"},
        {"said player=3 phrase=hello", "event said: player cannot be '3'"},
        {"begun number=1 first=1 seed=x", "event begun: seed cannot be 'x'"},
        {"turn\tside=a", "an event is one line of UTF-8 without control characters"},
        {"said \xff", "an event is one line of UTF-8 without control characters"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char copy[200];
        text t = text_fixed(copy, sizeof copy);
        event ev = {.n = 99};
        error e = {""};
        text_put(&t, lines[i][0]);
        ck_assert_int_eq(event_read(copy, &ev, &e), STATUS_INVALID);
        ck_assert_str_eq(e.text, lines[i][1]);
        ck_assert_uint_eq(ev.n, 99);
    }
}
END_TEST

START_TEST(a_log_that_is_none_is_refused) {
    static const char *const logs[][2] = {
        {"", "a log without an event"},
        {"turn side=a ply=0 turn=ab\n", "log, line 1: a match begins with event 1, created"},
        {"2 created game=linja\n", "log, line 1: a match begins with event 1, created"},
        {"created game=chess\n", "log, line 1: unknown game 'chess'"},
        {"created game=linja tiles=x\n", "log, line 1: linja has no tiles"},
        {"created game=linja bestOf=2\n",
         "log, line 1: a match is best of 1, 3, 5 ... games, not of 2"},
        {"created game=linja\n\n", "log, line 2: there is no event ''"},
        {"created game=linja\nbegun number=1 first=1\n2 said player=1 phrase=hello\n",
         "log, line 3: event 2 is another one: begun number=1 first=1"},
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        match *m;
        error e = {""};
        ck_assert_int_eq(match_read_log(registry_games, logs[i][0], strlen(logs[i][0]), &m, &e),
                         STATUS_INVALID);
        ck_assert_str_eq(e.text, logs[i][1]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("log");
    TCase *tests = fixture_tests(suite, "log");
    tcase_add_loop_test(tests, a_match_is_the_fold_of_its_log, 0, 12);
    tcase_add_test(tests, a_loaded_match_has_the_log_of_its_games);
    tcase_add_test(tests, events_do_what_they_say);
    tcase_add_test(tests, an_event_is_written_as_it_is_read);
    tcase_add_test(tests, what_is_no_event_is_refused);
    tcase_add_test(tests, a_log_that_is_none_is_refused);
    return fixture_run(suite);
}
