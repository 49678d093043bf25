/* SPDX-License-Identifier: MIT
 *
 * Whether reading takes time and memory in proportion to what is read. Each parser is given inputs
 * whose size doubles, up to the limits there are (docs/formats.md): a ratio of 2 is linear, 4 would
 * be quadratic. And files of 64 MiB are read as `linework record` reads them, each in a process of
 * its own, and the most memory that took is told in multiples of the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contest/file.h"
#include "games/registry.h"
#include "liniell/rules/tiles.h"
#include "linja/rules/rules.h"
#include "native/file.h"
#include "play/log.h"
#include "play/match.h"
#include "play/replay.h"
#include "ugi/protocol.h"
#include "web/border.h"

static const char game_tags[] = "[Game \"linja\"]\n[Rules \"zen+return\"]\n";
static const char some_turns[] = "1. ab/df hg/ec 2. cd/bc gf ";

static void must(status code, const error *e) {
    if (code == STATUS_OK) return;
    fprintf(stderr, "bench_reading: %s\n", e->text);
    exit((int)code);
}

/* --- inputs, of so many pieces -----------------------------------------------------------------
 */

static void put_games(size_t count, text *out) {
    for (size_t i = 0; i < count; i++) text_format(out, "%s\n%s *\n\n", game_tags, some_turns);
}

static void put_tags(size_t count, text *out) {
    enum { A_GAME = RECORD_TAGS_MAX - 2 };
    for (size_t i = 0; i < count; i++) {
        if (i % A_GAME == 0) text_format(out, "*\n%s", game_tags);
        text_format(out, "[Tag%zu \"value\"]\n", i % A_GAME);
    }
    text_put(out, "*\n");
}

/* One game in which a text stands so many times behind a turn. */
static void put_game(const char *piece, size_t count, text *out) {
    text_format(out, "%s\n1. ab/df ", game_tags);
    text_repeat(out, piece, count);
    text_put(out, " *\n");
}

static void put_comments(size_t count, text *out) {
    put_game("{a comment} ", count, out);
}

static void put_variations(size_t count, text *out) {
    put_game("(ab/ce $1) ", count, out);
}

static void put_long_comment(size_t count, text *out) {
    text_put(out, game_tags);
    text_put(out, "\n1. ab/df {");
    text_repeat(out, "words ", count);
    text_put(out, "} *\n");
}

static void put_tiles(size_t count, text *out) {
    text_put(out, "01: NESW\n");
    text_repeat(out, "# a remark\n", count);
    text_put(out, "02: NESW\n");
}

static void put_load(size_t count, text *out) {
    text_put(out, "load\t[Game \"linja\"]\\n1. ab/df ");
    text_repeat(out, "{a comment}\\n", count);
    text_put(out, "*");
}

/* One line, full of words that are no turns. */
static void put_position(size_t count, text *out) {
    text_put(out, "position startpos draws ");
    text_repeat(out, "movesdraws ", count);
    text_put(out, "moves ab/df\n");
}

/* How far the pawns of a side have come. */
static int way_gone(const game_position *position, int side) {
    linja_position p = linja_unwrap(position);
    int way = 0;
    for (int row = 0; row < LINJA_ROWS; row++) way += row * p.pawns[side][row];
    return way;
}

/* The first of the turns that end nothing after which the pawns have come least far. */
static game_turn shortest_turn(variant v, const game_position *now) {
    static game_turn all[GAME_TURNS_MAX];
    size_t count = variant_turns(v, now, all), best = count;
    error e;
    for (size_t i = 0, least = SIZE_MAX; i < count; i++) {
        game_position after = *now;
        must(variant_play(v, &after, all[i].text, &e), &e);
        size_t way = (size_t)(way_gone(&after, SIDE_A) + way_gone(&after, SIDE_B));
        if (v.game->is_over(&after) || way >= least) continue;
        least = way;
        best = i;
    }
    if (best == count) abort();
    return all[best];
}

/* One line of real turns: of a game in which both sides take their time. None is much longer, for
 * every turn begins with a step forward. */
static void put_turns(size_t count, text *out) {
    const game *g = registry_find("linja");
    variant v = variant_own(g, g->find_rules("zen"));
    game_position p;
    error e;
    g->start(v.rules, &p);
    text_put(out, "position startpos moves");
    for (size_t i = 0; i < count; i++) {
        game_turn turn = shortest_turn(v, &p);
        must(variant_play(v, &p, turn.text, &e), &e);
        text_format(out, " %s", turn.text);
    }
    text_char(out, '\n');
}

static void put_commands(size_t count, text *out) {
    text_repeat(out, "position startpos moves ab/df hg/ec\n", count);
}

static void put_contest(size_t count, text *out) {
    for (size_t i = 0; i < count; i++)
        text_format(out, "[Game \"linja\"]\n[Round \"%zu\"]\n[Match \"bench\"]\n\n%s 1-0\n\n",
                    i + 1, some_turns);
}

static const char log_head[] = "created game=linja\nbegun number=1 first=1\n";

static void put_talk(size_t count, text *out) {
    text_put(out, log_head);
    text_repeat(out, "said player=1 phrase=hello\n", count);
}

/* Turns that are made and taken back. */
static void put_log(size_t count, text *out) {
    text_put(out, log_head);
    for (size_t i = 0; i < count; i += 5)
        text_put(out, "turn side=a ply=0 turn=ab\nturn side=b ply=1 turn=hg\nundone ply=0\n"
                      "redone ply=2\nundone ply=0\n");
}

static void put_numbers(size_t count, text *out) {
    text_format(out, "%zu", count);
}

/* --- reading them ------------------------------------------------------------------------------
 */

static void read_records(const text *input) {
    record_reader in;
    error e;
    must(record_reader_open(&in, input->data, input->length, &e), &e);
    while (record_reader_more(&in)) {
        record r = {0};
        replay played;
        must(record_reader_next(&in, &r, &e), &e);
        if (record_tag_value(&r, "Game")) {
            must(replay_record(registry_games, &r, &played, &e), &e);
            replay_free(&played);
        }
        record_free(&r);
    }
}

static void load_match(const text *input) {
    match *m;
    error e;
    text saved = text_growing();
    must(match_load(registry_games, input->data, input->length, &m, &e), &e);
    must(match_save(m, &saved, &e), &e);
    text_free(&saved);
    match_free(m);
}

static void read_log(const text *input) {
    match *m;
    error e;
    must(match_read_log(registry_games, input->data, input->length, &m, &e), &e);
    match_free(m);
}

/* Positions that differ, under a rule that looks for repetitions. */
static void add_turns(const text *input) {
    const game *g = registry_find("linja");
    replay p = {.variant = variant_own(g, g->find_rules("zen+return"))};
    error e;
    uint64_t count;
    must(replay_set_start(&p, NULL, NULL, NULL, &e), &e);
    if (!text_is_number(input->data, REPLAY_TURNS_MAX, &count)) abort();
    for (uint64_t i = 0; i < count; i++) {
        game_position after = {0};
        memcpy(after.bytes, &i, sizeof i);
        must(replay_add(&p, &after, 0, &e), &e);
        if (replay_is_repetition(&p, p.count)) abort();
    }
    replay_free(&p);
}

static void read_tiles(const text *input) {
    liniell_tiles tiles;
    error e;
    must(liniell_read_tiles(input->data, &tiles, &e), &e);
}

static void tell_border(const text *input) {
    border *b = border_new();
    text answer = text_growing();
    border_line(b, input->data, input->length, &answer);
    if (strcmp(answer.data, "ok\n") != 0) abort();
    text_free(&answer);
    border_free(b);
}

static void tell_protocol(const text *input, void (*say)(void *context, const char *line)) {
    protocol *p;
    error e;
    must(protocol_new(&(protocol_options){.say = say, .version = "bench"}, &p, &e), &e);
    protocol_bytes(p, input->data, input->length);
    protocol_free(p);
}

static void ignore(void *context, const char *line) {
    (void)context, (void)line;
}

static void tell_nonsense(const text *input) {
    tell_protocol(input, ignore);
}

static void complain(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "bench_reading: %s\n", line);
    exit(1);
}

/* Of what is right nothing is said. */
static void tell_engine(const text *input) {
    tell_protocol(input, complain);
}

static void resume_contest(const text *input) {
    static char path[] = "/tmp/linework-bench-XXXXXX";
    error e;
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0) abort();
    must(file_write(path, input->data, input->length, &e), &e);
    const game *g = registry_find("linja");
    contest_options o = {
        .rules = {.variant = {g, g->find_rules("zen"), "zen"}},
        .names = {"one", "two"},
        .games = CONTEST_GAMES_MAX,
        .concurrency = 1,
    };
    contest *c;
    contest_file *file;
    must(contest_new(&o, &c, &e), &e);
    must(contest_file_open(path, true, "bench", &o.rules, c, &file, &e), &e);
    contest_file_close(file);
    contest_free(c);
    unlink(path);
    memcpy(path + strlen(path) - 6, "XXXXXX", 6);
}

/* --- time --------------------------------------------------------------------------------------
 */

typedef struct subject {
    const char *name;
    void (*put)(size_t count, text *out);
    void (*read)(const text *input);
    size_t most;
} subject;

static const subject subjects[] = {
    {"games of a file", put_games, read_records, 32000},
    {"tags of a file", put_tags, read_records, 256000},
    {"comments of a game", put_comments, read_records, 96000},
    {"variations of a game", put_variations, read_records, 24000},
    {"words of a comment", put_long_comment, read_records, 4096000},
    {"comments of a match", put_comments, load_match, 96000},
    {"turns, repetitions", put_numbers, add_turns, REPLAY_TURNS_MAX},
    {"remarks of a tile set", put_tiles, read_tiles, 512000},
    {"comments, border", put_load, tell_border, 96000},
    {"words of a position", put_position, tell_nonsense, 5900},
    {"turns of a position", put_turns, tell_engine, 128},
    {"lines to the engine", put_commands, tell_engine, 32000},
    {"games of a contest", put_contest, resume_contest, CONTEST_GAMES_MAX},
    {"talk of a log", put_talk, read_log, LOG_EVENTS_MAX - 3},
    {"turns of a log", put_log, read_log, LOG_EVENTS_MAX - 8},
};

/* Of the processor, which depends less on what else the machine does. */
static double seconds_used(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The best of five, because everything else on the machine only slows it down. */
static double seconds_for(const subject *s, size_t count) {
    text input = text_growing();
    double best = 0;
    s->put(count, &input);
    for (int run = 0; run < 5; run++) {
        double begin = seconds_used();
        s->read(&input);
        double took = seconds_used() - begin;
        if (run == 0 || took < best) best = took;
    }
    text_free(&input);
    return best;
}

static void print_times(void) {
    enum { SIZES = 4 };
    printf("Reading: milliseconds for inputs whose size doubles, and the ratio (2 is linear)\n");
    printf("%-22s %9s %9s %9s %9s %9s  ratios\n", "", "most", "1/8", "1/4", "1/2", "1");
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        double took[SIZES];
        printf("%-22s %9zu", subjects[i].name, subjects[i].most);
        for (int k = 0; k < SIZES; k++) {
            took[k] = seconds_for(&subjects[i], subjects[i].most >> (SIZES - 1 - k));
            printf(" %9.3f", 1000 * took[k]);
        }
        for (int k = 1; k < SIZES; k++) printf(" %5.1f", took[k] / took[k - 1]);
        putchar('\n');
    }
}

/* --- memory ------------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    const char *head, *piece;
    size_t most; /* pieces in a game */
} files[] = {
    {"many small games", "[Game \"linja\"]\n", " ", 1},
    {"games", "[Game \"linja\"]\n\n1. ab/df hg/ec 2. cd/bc gf ", "{good} ", 1},
    {"comments", "[Game \"linja\"]\n1. ab/df ", "{}", RECORD_TOKENS_MAX - 1},
    {"variations", "[Game \"linja\"]\n1. ab/df ", "(ab)", RECORD_TOKENS_MAX / 3 - 1},
    {"one comment", "[Game \"linja\"]\n1. ab/df {}{", "x", RECORD_BYTES_MAX},
};

static void fill(size_t which, text *out) {
    size_t head = strlen(files[which].head), piece = strlen(files[which].piece);
    for (;;) {
        if (out->length + head + piece + 4 > RECORD_BYTES_MAX) return;
        size_t pieces = (RECORD_BYTES_MAX - out->length - head - 4) / piece;
        text_put(out, files[which].head);
        text_repeat(out, files[which].piece,
                    pieces < files[which].most ? pieces : files[which].most);
        text_put(out, strchr(files[which].head, '}') ? "}*\n" : " *\n");
    }
}

static void print_memory(void) {
    printf("Memory for reading 64 MiB, its own text included, in multiples of that\n");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            text input = text_growing();
            fill(i, &input);
            read_records(&input);
            _exit(input.failed);
        }
        struct rusage used;
        int how;
        if (child < 0 || wait4(child, &how, 0, &used) != child || how != 0) exit(1);
        printf("%-22s %5.2f\n", files[i].name, 1024.0 * (double)used.ru_maxrss / RECORD_BYTES_MAX);
    }
}

int main(void) {
    print_memory(); /* first, while this process is small */
    print_times();
    return 0;
}
