/* SPDX-License-Identifier: MIT
 *
 * What is larger than anybody makes is refused in one line that says where and by what limit
 * (docs/formats.md), and what is just as large is taken. The games are played by `walk`, which has
 * games of any length. And files as large as that are read in the memory that is said there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contest/contest.h"
#include "fixture.h"
#include "play/log.h"
#include "play/match.h"
#include "play/record.h"
#include "play/replay.h"

/* --- a game without an end ---------------------------------------------------------------------
 */

/* A position is a place on an endless road; a turn goes to the next place or to the one before. */
typedef struct place {
    int number, to_move;
} place;

static const char *rule_set(size_t index) {
    static const char *const names[] = {"free", "thrice"};
    return index < 2 ? names[index] : NULL;
}

/* The rules are how often a place may be visited with the same side to move. */
static const void *find_rules(const char *name) {
    static const int limits[] = {0, 3};
    for (size_t i = 0; i < 2; i++)
        if (strcmp(rule_set(i), name) == 0) return &limits[i];
    return NULL;
}

static int repetition_limit(const void *rules) {
    return *(const int *)rules;
}

static game_position wrap(place here) {
    game_position p = {0};
    memcpy(p.bytes, &here, sizeof here);
    return p;
}

static place unwrap(const game_position *p) {
    place here;
    memcpy(&here, p->bytes, sizeof here);
    return here;
}

static void start(const void *rules, game_position *p) {
    (void)rules;
    *p = wrap((place){0, SIDE_A});
}

static int to_move(const game_position *p) {
    return unwrap(p).to_move;
}

static bool is_over(const game_position *p) {
    (void)p;
    return false;
}

static game_outcome outcome(const void *rules, const game_position *p) {
    (void)rules, (void)p;
    return (game_outcome){0};
}

static size_t turns(const void *rules, const game_position *p, game_turn *out) {
    (void)rules, (void)p;
    strcpy(out[0].text, "back");
    strcpy(out[1].text, "on");
    return 2;
}

static status play(const void *rules, game_position *p, const char *turn, error *e) {
    (void)rules;
    place here = unwrap(p);
    bool on = strcmp(turn, "on") == 0;
    if (!on && strcmp(turn, "back") != 0)
        return FAIL(e, STATUS_INVALID, "turn '%.40s' leads nowhere", turn);
    *p = wrap((place){here.number + (on ? 1 : -1), 1 - here.to_move});
    return STATUS_OK;
}

static int evaluate(const void *rules, const game_position *p) {
    (void)rules, (void)p;
    return 0;
}

static const game walk = {
    .name = "walk",
    .rule_set = rule_set,
    .default_rules = "free",
    .find_rules = find_rules,
    .start = start,
    .to_move = to_move,
    .is_over = is_over,
    .outcome = outcome,
    .turns = turns,
    .play = play,
    .repetition_limit = repetition_limit,
    .evaluate = evaluate,
};

static const game *const games[] = {&walk, NULL};

/* --- records -----------------------------------------------------------------------------------
 */

/* Reads and plays a record that consists of a head, a text so many times, and a tail. */
static status taken(const char *head, const char *again, size_t times, const char *tail, error *e) {
    text t = text_growing();
    text_put(&t, head);
    text_repeat(&t, again, times);
    text_put(&t, tail);
    record_file file = {0};
    replay played = {0};
    status code = record_read(t.data, t.length, &file, e);
    if (code == STATUS_OK) code = replay_record(games, &file.games[0], &played, e);
    replay_free(&played);
    record_file_free(&file);
    text_free(&t);
    return code;
}

static void check_limit(const char *head, const char *again, size_t most, const char *tail,
                        const char *says) {
    error e = {""};
    ck_assert_msg(taken(head, again, most, tail, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(taken(head, again, most + 1, tail, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, says);
}

START_TEST(a_game_has_no_more_turns) {
    check_limit("1.\n", "on\n", REPLAY_TURNS_MAX, "*\n",
                "line 4098: a game has no more than 4096 turns");
}
END_TEST

START_TEST(a_game_has_no_more_tokens) {
    check_limit(
        "1. on\n", "{}\n", RECORD_TOKENS_MAX - 1, "*\n",
        "line 100001: a game has no more than 100000 turns, comments, remarks and brackets");
}
END_TEST

START_TEST(a_file_has_no_more_bytes) {
    check_limit("1. on {", "x", RECORD_BYTES_MAX - strlen("1. on {}*"), "}*", "larger than 64 MiB");
}
END_TEST

/* Result is not counted, so that what was read can be written. */
START_TEST(a_game_has_no_more_tags) {
    for (int count = RECORD_TAGS_MAX; count <= RECORD_TAGS_MAX + 1; count++) {
        text t = text_growing();
        text_put(&t, "[Result \"*\"]\n");
        for (int i = 1; i <= count; i++) text_format(&t, "[T%d \"\"]\n", i);
        text_put(&t, "\n*\n");
        record_file file = {0};
        error e = {""};
        status code = record_read(t.data, t.length, &file, &e);
        if (count == RECORD_TAGS_MAX) {
            ck_assert_msg(code == STATUS_OK, "%s", e.text);
            text written = text_growing();
            record_write_file(&file, &written);
            ck_assert_str_eq(written.data, t.data);
            ck_assert_int_eq(record_set_tag(&file.games[0], "T7", "changed", &e), STATUS_OK);
            text_free(&written);
        } else {
            ck_assert_int_eq(code, STATUS_INVALID);
            ck_assert_str_eq(e.text, "line 102: tag T101: a game has no more than 100 tags");
        }
        record_file_free(&file);
        text_free(&t);
    }
}
END_TEST

START_TEST(no_more_games_are_in_memory_at_once) {
    check_limit("", "1. on *\n", RECORD_GAMES_MAX, "",
                "line 1001: more than 1000 games are too many here");
}
END_TEST

START_TEST(a_match_has_no_more_games) {
    text t = text_growing();
    text_put(&t, "[BestOf \"99\"]\n1. on 1/2-1/2\n");
    for (int i = 2; i < 100; i++) text_put(&t, "1. on 1/2-1/2\n");
    error e = {""};
    match *m;
    ck_assert_msg(match_load(games, t.data, t.length, &m, &e) == STATUS_OK, "%s", e.text);
    match_free(m);
    text_put(&t, "1. on 1/2-1/2\n");
    ck_assert_int_eq(match_load(games, t.data, t.length, &m, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "line 101: a match has no more than 99 games");
    text_free(&t);
}
END_TEST

/* --- play --------------------------------------------------------------------------------------
 */

START_TEST(a_match_refuses_a_turn_more_and_goes_back) {
    match_options options = {.game = &walk, .best_of = 1};
    match *m;
    error e = {""};
    ck_assert_int_eq(match_new(&options, &m, &e), STATUS_OK);
    for (int i = 0; i < REPLAY_TURNS_MAX; i++) MUST(match_play(m, "on", &e) == STATUS_OK);
    ck_assert_int_eq(match_play(m, "on", &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "turn 'on': a game has no more than 4096 turns");
    ck_assert_uint_eq(match_ply(m), REPLAY_TURNS_MAX);
    ck_assert(fixture_undo(m));
    ck_assert_int_eq(match_play(m, "back", &e), STATUS_OK);
    match_free(m);
}
END_TEST

typedef struct tally {
    int draws;
    size_t turns;
} tally;

static status count_game(void *context, const contest_game *over, error *e) {
    (void)e;
    tally *t = context;
    t->draws += over->record->result == RECORD_DRAW && !over->forfeit;
    t->turns += over->record->token_count;
    return STATUS_OK;
}

START_TEST(a_contest_calls_so_long_a_game_a_draw) {
    tally t = {0};
    contest_options o = {
        .rules = {.variant = {&walk, find_rules("free"), "free"}},
        .players = {{.kind = CONTESTANT_GREEDY}, {.kind = CONTESTANT_GREEDY}},
        .names = {"one", "two"},
        .games = 2,
        .concurrency = 1,
        .finished = count_game,
        .context = &t,
    };
    contest *c;
    error e = {""};
    ck_assert_int_eq(contest_new(&o, &c, &e), STATUS_OK);
    ck_assert_msg(contest_run(c, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(t.draws, 2);
    ck_assert_uint_eq(t.turns, 2 * REPLAY_TURNS_MAX);
    contest_free(c);
}
END_TEST

/* --- repetition --------------------------------------------------------------------------------
 */

/* The plain way, which takes ever longer: all positions so far are looked at. */
static bool is_repetition(const replay *p, size_t ply, int limit) {
    int occurrences = 0;
    for (size_t i = 0; i <= ply; i++)
        occurrences +=
            memcmp(replay_position(p, i), replay_position(p, ply), sizeof(game_position)) == 0;
    return occurrences >= limit;
}

START_TEST(a_repetition_is_found_also_after_turns_taken_back) {
    rng random = rng_seeded(11);
    replay p = {.variant = variant_own(&walk, find_rules("thrice"))};
    error e = {""};
    ck_assert_int_eq(replay_set_start(&p, NULL, NULL, NULL, &e), STATUS_OK);
    int found = 0;
    for (int i = 0; i < 3000; i++) {
        if (rng_below(&random, 20) == 0) replay_cut(&p, rng_below(&random, p.count + 1));
        game_position after = *replay_position(&p, p.count);
        MUST(play(p.variant.rules, &after, rng_below(&random, 3) ? "on" : "back", &e) == STATUS_OK);
        MUST(replay_add(&p, &after, 0, &e) == STATUS_OK);
        MUST(replay_is_repetition(&p, p.count) == is_repetition(&p, p.count, 3));
        found += replay_is_repetition(&p, p.count);
    }
    ck_assert_int_gt(found, 100);
    replay_free(&p);
}
END_TEST

/* The start is a position like any other. */
START_TEST(a_return_to_the_start_counts) {
    error e = {""};
    ck_assert_int_eq(taken("[Rules \"thrice\"]\n", "on back ", 2, "*", &e), STATUS_OK);
    ck_assert_int_eq(taken("[Rules \"thrice\"]\n", "on back ", 2, "on *", &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "line 2: turn 'on': the game is over, drawn by repetition");
}
END_TEST

/* --- logs --------------------------------------------------------------------------------------
 */

static void fill_log(match *m, size_t events) {
    error e;
    event said = {.kind = EVENT_SAID, .phrase = "hello"};
    while (match_events(m) < events) MUST(match_apply(m, &said, &e) == STATUS_OK);
}

/* The last of all events is kept for the end of a game that the one before it makes. */
START_TEST(a_match_has_no_more_events) {
    match_options options = {.game = &walk, .rules = "thrice", .best_of = 1};
    match *m;
    error e = {""};
    ck_assert_int_eq(match_new(&options, &m, &e), STATUS_OK);
    fixture_play(m, "on"), fixture_play(m, "back"), fixture_play(m, "on");
    fill_log(m, LOG_EVENTS_MAX - 2);
    text log = text_growing();
    match_write_log(m, &log);
    fixture_play(m, "back");
    ck_assert(match_outcome(m).over);
    ck_assert_uint_eq(match_events(m), LOG_EVENTS_MAX);
    ck_assert_int_eq(strncmp(match_event(m, LOG_EVENTS_MAX), "over ", 5), 0);
    ck_assert_int_eq(match_undo(m, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "a match has no more than 1048576 events");
    ck_assert_uint_eq(match_events(m), LOG_EVENTS_MAX);
    match_free(m);

    text_repeat(&log, "said player=1 phrase=hello\n", 2); /* of which it takes one */
    ck_assert_int_eq(match_read_log(games, log.data, log.length, &m, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "log, line 1048576: a match has no more than 1048576 events");
    text_free(&log);
}
END_TEST

/* --- memory ------------------------------------------------------------------------------------
 */

/* The sanitizers' own memory is no matter of ours; they look on while a small file is read. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { MEMORY_COUNTS = false };
#else
enum { MEMORY_COUNTS = true };
#endif

enum {
    MIB = 1 << 20,
    READ_BYTES = !MEMORY_COUNTS            ? MIB / 16
                 : RANDOM_TURNS >= 1000000 ? 16 * MIB
                                           : 2 * MIB,
    PROGRAM_BYTES = 16 * MIB, /* for the program itself */
};

/* Files full of what is large in memory: games that begin with a head, then a piece so many times.
 */
static const struct {
    const char *head, *piece, *tail;
    size_t most;
    bool one; /* game fills the file, so that it is in memory twice: as the file and as the game */
} files[] = {
    {"[Game \"linja\"]\n", " ", "*\n", 1, false},
    {"[Game \"linja\"]\n\n1. ab/df hg/ec 2. cd/bc gf ", "{good} ", "*\n", 1, false},
    {"[Game \"linja\"]\n1. ab/df ", "{}", "*\n", RECORD_TOKENS_MAX - 1, false},
    {"[Game \"linja\"]\n1. ab/df ", "(ab)", "*\n", RECORD_TOKENS_MAX / 3 - 1, false},
    {"[Game \"linja\"]\n1. ab/df {}{", "x", "}*\n", RECORD_BYTES_MAX, true},
};

/* Piece by piece, so that this process stays small. */
static void write_file(size_t which, const char *path) {
    const char *piece = files[which].piece;
    size_t length = strlen(piece), around = strlen(files[which].head) + strlen(files[which].tail);
    FILE *out = fopen(path, "w");
    ck_assert(out);
    for (size_t left = READ_BYTES; left >= around + length;) {
        size_t pieces = (left - around) / length;
        if (pieces > files[which].most) pieces = files[which].most;
        fputs(files[which].head, out);
        for (size_t i = 0; i < pieces; i++) fputs(piece, out);
        fputs(files[which].tail, out);
        left -= around + pieces * length;
    }
    ck_assert_int_eq(fclose(out), 0);
}

/* The most memory that the program had. */
static size_t memory_of(char *arguments[]) {
    struct rusage used;
    int how;
    pid_t child = fork();
    if (child == 0) {
        execv(PROGRAM, arguments);
        _exit(127);
    }
    ck_assert(child > 0 && wait4(child, &how, 0, &used) == child);
    ck_assert_int_eq(how, 0);
    return 1024 * (size_t)used.ru_maxrss;
}

static size_t bytes_of(const char *path) {
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    return (size_t)info.st_size;
}

/* The text of the file, one game, and what is printed; and a tenth. */
START_TEST(reading_takes_as_much_memory_as_is_said) {
    fixture_path in = fixture_in_folder("in"), out = fixture_in_folder("out");
    write_file((size_t)_i, in.text);
    ck_assert_uint_gt(bytes_of(in.text), READ_BYTES - 100);
    size_t texts = READ_BYTES * (files[_i].one ? 2 : 1);
    for (int printed = 0; printed < 2; printed++) {
        char *option = printed ? NULL : "--check";
        size_t used =
            memory_of((char *[]){"linework", "record", in.text, "-o", out.text, option, NULL});
        size_t most = PROGRAM_BYTES + (texts + bytes_of(out.text)) / 10 * 11;
        ck_assert_msg(!MEMORY_COUNTS || used <= most, "%zu MiB are too many, %zu would do",
                      used / MIB, most / MIB);
    }
    unlink(in.text);
    unlink(out.text);
}
END_TEST

/* However many games there are: one of them, an engine and what is printed. */
START_TEST(a_review_of_many_games_takes_the_memory_of_one) {
    enum { GAMES = MEMORY_COUNTS ? 1000 : 50, ENGINE_BYTES = 32 * MIB };
    fixture_path in = fixture_in_folder("in"), out = fixture_in_folder("out");
    FILE *file = fopen(in.text, "w");
    ck_assert(file);
    for (int i = 0; i < GAMES; i++) fputs("[Game \"linja\"]\n*\n", file);
    ck_assert_int_eq(fclose(file), 0);
    size_t used = memory_of((char *[]){"linework", "review", "--nodes", "1", "--json", "--table",
                                       "", in.text, "-o", out.text, NULL});
    size_t most = PROGRAM_BYTES + ENGINE_BYTES + (bytes_of(in.text) + 2 * bytes_of(out.text));
    ck_assert_msg(!MEMORY_COUNTS || used <= most, "%zu MiB are too many, %zu would do", used / MIB,
                  most / MIB);
    ck_assert_uint_gt(bytes_of(out.text), GAMES * 100);
    unlink(in.text);
    unlink(out.text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("limits");
    TCase *tests = fixture_tests(suite, "limits");
    tcase_add_test(tests, a_game_has_no_more_turns);
    tcase_add_test(tests, a_game_has_no_more_tokens);
    tcase_add_test(tests, a_file_has_no_more_bytes);
    tcase_add_test(tests, a_game_has_no_more_tags);
    tcase_add_test(tests, no_more_games_are_in_memory_at_once);
    tcase_add_test(tests, a_match_has_no_more_games);
    tcase_add_test(tests, a_match_refuses_a_turn_more_and_goes_back);
    tcase_add_test(tests, a_contest_calls_so_long_a_game_a_draw);
    tcase_add_test(tests, a_repetition_is_found_also_after_turns_taken_back);
    tcase_add_test(tests, a_return_to_the_start_counts);
    tcase_add_test(tests, a_match_has_no_more_events);
    TCase *memory = fixture_threads(suite, "memory");
    tcase_add_test(memory, a_review_of_many_games_takes_the_memory_of_one);
    tcase_add_loop_test(memory, reading_takes_as_much_memory_as_is_said, 0,
                        sizeof files / sizeof *files);
    return fixture_run(suite);
}
