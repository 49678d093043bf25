/* SPDX-License-Identifier: MIT
 *
 * The engine protocol: sessions in tests/data/protocol.t, what happens while it thinks, bytes that
 * are no lines, bounds for strangers, a table and what is done without it, the signature, and two
 * engines that play through pipes. */
#include "ugi/protocol.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"
#include "games/registry.h"
#include "late_table.h"
#include "linja/solution/table.h"
#include "linja/solution/table_format.h"
#include "native/file.h"
#include "ugi/perft.h"
#include "ugi/protocol_inside.h"

/* --- what an engine says, kept until it is read ---------------------------------------------- */

enum { LINES_MAX = 20000 };

typedef struct ear {
    pthread_mutex_t lock;
    pthread_cond_t heard;
    char *lines[LINES_MAX];
    size_t count, read;
    protocol *p; /* who speaks; NULL: nobody any more */
} ear;

static void hear(void *context, const char *line) {
    ear *o = context;
    size_t bad;
    MUST(text_is_clean(line, strlen(line), &bad) && !strchr(line, '\n'));
    pthread_mutex_lock(&o->lock);
    MUST(o->count < LINES_MAX);
    o->lines[o->count++] = strdup(line);
    pthread_cond_signal(&o->heard);
    pthread_mutex_unlock(&o->lock);
}

static ear *new_ear(void) {
    ear *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->heard, NULL);
    return o;
}

static void free_ear(ear *o) {
    for (size_t i = 0; i < o->count; i++) free(o->lines[i]);
    free(o);
}

static void free_protocol(ear *o) {
    protocol_free(o->p);
    o->p = NULL;
}

/* The next line; NULL if none will come: nothing is under way, and whatever was has said its last
 * line before it ended. */
static const char *next_line(ear *o) {
    for (;;) {
        bool busy = o->p && protocol_is_busy(o->p);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_mutex_lock(&o->lock);
        if (busy && o->read == o->count) pthread_cond_timedwait(&o->heard, &o->lock, &until);
        const char *line = o->read < o->count ? o->lines[o->read++] : NULL;
        pthread_mutex_unlock(&o->lock);
        if (line || !busy) return line;
    }
}

/* Reads on until a line begins like this. */
static const char *await(ear *o, const char *beginning) {
    const char *line = next_line(o);
    while (line && strncmp(line, beginning, strlen(beginning)) != 0) line = next_line(o);
    ck_assert_msg(line, "'%s...' does not come", beginning);
    return line;
}

static protocol *new_protocol(ear *o, session_bounds bounds, bool on_caller) {
    protocol_options options = {
        .say = hear, .context = o, .version = "test", .on_caller = on_caller, .bounds = bounds};
    protocol *p;
    error e;
    ck_assert_int_eq(protocol_new(&options, &p, &e), STATUS_OK);
    o->p = p;
    return p;
}

static bool tell(protocol *p, const char *line) {
    return protocol_line(p, line, strlen(line));
}

/* --- sessions -------------------------------------------------------------------------------- */

/* '*' stands for anything. */
static bool matches(const char *pattern, const char *line) {
    for (; *pattern != '*'; pattern++, line++)
        if (*pattern != *line)
            return false;
        else if (!*line)
            return true;
    for (pattern++;; line++) {
        if (matches(pattern, line)) return true;
        if (!*line) return false;
    }
}

static void run_session(const fixture_case *c) {
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){0}, false);
    for (size_t i = 0; i < c->count; i++) {
        const char *wanted = c->lines[i];
        if (strncmp(wanted, "> ", 2) == 0) {
            tell(p, wanted + 2);
            continue;
        }
        bool skip = strcmp(wanted, "...") == 0;
        if (skip) wanted = c->lines[++i];
        const char *line = next_line(o);
        while (skip && line && !matches(wanted, line)) line = next_line(o);
        ck_assert_msg(line && matches(wanted, line), "session at line %zu: '%s' wanted, but got %s",
                      c->line, wanted, line ? line : "nothing");
    }
    protocol_end(p);
    free_protocol(o);
    ck_assert_msg(o->read == o->count, "session at line %zu: nobody expects '%s'", c->line,
                  o->lines[o->read]);
    free_ear(o);
}

START_TEST(sessions_go_as_written) {
    fixture f = fixture_read(DATA "protocol.t");
    for (size_t i = 0; i < f.count; i++) run_session(&f.cases[i]);
    fixture_free(&f);
}
END_TEST

START_TEST(every_command_is_in_a_session) {
    text sessions = fixture_file(DATA "protocol.t");
    size_t count = 0;
    for (; protocol_command(count); count++) {
        char line[64];
        text t = text_fixed(line, sizeof line);
        text_format(&t, "\n> %s", protocol_command(count));
        ck_assert_msg(strstr(sessions.data, line), "no session has '%s'", line + 3);
    }
    ck_assert_uint_ge(count, 14);
    text_free(&sessions);
}
END_TEST

/* --- while it thinks ------------------------------------------------------------------------- */

/* Started and stopped as quickly as can be, with more than one thread thinking. */
START_TEST(thinking_is_stopped_again_and_again) {
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){0}, false);
    static const char *const games[] = {"linja", "liniell"};
    for (int i = 0; i < 20; i++) {
        if (i % 10 == 0) {
            char option[64];
            snprintf(option, sizeof option, "setoption name Game value %s", games[i / 10]);
            tell(p, option);
            tell(p, "setoption name Threads value 3");
        }
        tell(p, i % 2 ? "go infinite" : "go");
        tell(p, "isready");
        await(o, "readyok");
        tell(p, "stop");
        ck_assert_uint_gt(o->count, 0);
        ck_assert_int_eq(strncmp(o->lines[o->count - 1], "bestmove ", 9), 0);
        await(o, "bestmove ");
    }
    tell(p, "go nodes 1000"); /* freed in the middle of it */
    free_protocol(o);
    await(o, "bestmove ");
    free_ear(o);
}
END_TEST

/* As soon as the answer has been heard, the next line is welcome. */
START_TEST(the_next_turn_follows_at_once) {
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){0}, false);
    text line = text_growing();
    text_put(&line, "position startpos moves");
    for (int i = 0; i < 60; i++) {
        tell(p, "go nodes 50");
        const char *answer = await(o, "bestmove ");
        if (strcmp(answer, "bestmove none") == 0) break;
        text_format(&line, " %s", answer + strlen("bestmove "));
        tell(p, line.data);
    }
    tell(p, "query gameover");
    ck_assert_str_eq(next_line(o), "response true");
    for (size_t i = 0; i < o->count; i++)
        ck_assert_msg(!strstr(o->lines[i], "string position") && !strstr(o->lines[i], "busy"), "%s",
                      o->lines[i]);
    text_free(&line);
    free_protocol(o);
    free_ear(o);
}
END_TEST

/* Each would take longer than anybody waits; the last line has not even ended. */
START_TEST(the_end_of_input_ends_everything) {
    static const char *const tasks[] = {
        "go\n",
        "go infinite\n",
        "go movetime 1000000000\n",
        "go nodes 1000000000000\n",
        "go depth 60\n",
        "perft 100\n",
        "go perft 100\n",
        "bench\n",
        "go p1time 1000000000",
    };
    static const char *const games[] = {"setoption name Game value linja\n",
                                        "setoption name Game value liniell\n"};
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
            ear *o = new_ear();
            protocol *p = new_protocol(o, (session_bounds){0}, false);
            ck_assert(protocol_bytes(p, games[g], strlen(games[g])));
            ck_assert(protocol_bytes(p, tasks[i], strlen(tasks[i])));
            protocol_end(p);
            ck_assert_uint_gt(o->count, 0);
            const char *last = o->lines[o->count - 1];
            ck_assert_msg(strncmp(last, "bestmove ", 9) == 0 || strstr(last, ": stopped"), "%s",
                          last);
            free_protocol(o);
            free_ear(o);
        }
}
END_TEST

/* --- bytes ----------------------------------------------------------------------------------- */

START_TEST(bytes_become_lines) {
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){0}, false);
    const char *lines = "isready\r\n\nposition startpos moves ab\nquery p1turn\nqu";
    for (size_t i = 0; lines[i]; i++) ck_assert(protocol_bytes(p, lines + i, 1));
    ck_assert_str_eq(next_line(o), "readyok");
    ck_assert_str_eq(next_line(o), "response false");
    ck_assert(!protocol_bytes(p, "it\nisready\n", 11));
    ck_assert(!protocol_bytes(p, "isready\n", 8));
    ck_assert(!tell(p, "isready"));
    protocol_end(p);
    ck_assert_uint_eq(o->count, 2);
    free_protocol(o);
    free_ear(o);
}
END_TEST

START_TEST(what_is_no_text_is_refused) {
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){0}, false);
    protocol_bytes(p, "isready\0\n", 9);
    ck_assert_str_eq(next_line(o), "info string byte 8 of the line is not text");
    protocol_bytes(p, "go \xff\n", 5);
    ck_assert_str_eq(next_line(o), "info string byte 4 of the line is not text");
    protocol_line(p, "isready\nquit", 12);
    ck_assert_str_eq(next_line(o), "info string that is more than one line");
    char *endless = malloc(3 * PROTOCOL_LINE_MAX);
    memset(endless, 'x', 3 * PROTOCOL_LINE_MAX);
    for (int i = 0; i < 10; i++) protocol_bytes(p, endless, 3 * PROTOCOL_LINE_MAX);
    ck_assert_uint_eq(o->read, o->count);
    protocol_bytes(p, "\nisready\n", 9);
    ck_assert_str_eq(next_line(o), "info string a line has at most 65536 bytes");
    ck_assert_str_eq(next_line(o), "readyok");
    protocol_line(p, endless, PROTOCOL_LINE_MAX);
    ck_assert_ptr_nonnull(strstr(next_line(o), "unknown command 'xxx"));
    protocol_line(p, endless, PROTOCOL_LINE_MAX + 1);
    ck_assert_ptr_nonnull(strstr(next_line(o), "at most"));
    free(endless);
    free_protocol(o);
    free_ear(o);
}
END_TEST

/* --- bounds ---------------------------------------------------------------------------------- */

/* On the caller's thread everything has been answered when the call returns, even what has no end
 * of its own. */
START_TEST(strangers_are_bounded) {
    ear *o = new_ear();
    session_bounds bounds = {.nodes = 1000, .memory = 4, .threads = 1, .no_files = true};
    protocol *p = new_protocol(o, bounds, true);
    static const char *const lines[][2] = {
        {"go infinite", "bestmove "},
        {"go nodes 999999999", "bestmove "},
        {"perft 2", "info string perft: it would take more than 1000 turns"},
        {"perft 90", "info string perft: it would take more than 1000 turns"},
        {"bench", "info string bench: it would take more than is allowed here"},
        {"setoption name Hash value 5", "info string setoption: Hash: '5' is not a number"},
        {"setoption name Threads value 2", "info string setoption: Threads: '2' is not"},
        {"setoption name TablePath value x", "info string setoption: TablePath: files cannot"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        tell(p, lines[i][0]);
        const char *last = o->lines[o->count - 1];
        ck_assert_msg(strncmp(last, lines[i][1], strlen(lines[i][1])) == 0, "%s: %s", lines[i][0],
                      last);
    }
    tell(p, "setoption name Game value liniell");
    o->read = o->count;
    tell(p, "perft 30"); /* no game is as long, so that there is nothing to count */
    await(o, "info string perft: it would take more than 1000 turns");
    tell(p, "setoption name Skill Level value 9");
    tell(p, "go");
    ck_assert_int_eq(strncmp(o->lines[o->count - 1], "bestmove d4", 11), 0);
    o->read = 0;
    tell(p, "ugi");
    await(o, "option name Hash type spin default 4 min 1 max 4");
    free_protocol(o);
    free_ear(o);
}
END_TEST

/* --- a table --------------------------------------------------------------------------------- */

/* Three pawns a side are still on their way. */
static const char late[] = "09/10/11/00/10/01/01/90 a";

static const linja_rules *late_rules(void) {
    return linja_find_rules("2003");
}

/* A session about a late position, with the table that knows it in the usual place. */
static protocol *new_late_protocol(ear *o) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    protocol *p = new_protocol(o, (session_bounds){.nodes = 100000}, true);
    tell(p, "setoption name Rules value 2003");
    tell(p, "isready");
    await(o, "readyok");
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    return p;
}

static void write_late_table(bool damaged) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    late_table_write(late_rules(), late);
    text path = text_growing();
    error e;
    ck_assert_int_eq(linja_table_path(late_rules(), &path, &e), STATUS_OK);
    if (damaged) { /* all tiles, behind an index that is whole */
        text file = fixture_file(path.data);
        linja_table_header h;
        memcpy(&h, file.data, sizeof h);
        linja_directory d = linja_directory_of(&h);
        for (size_t i = linja_directory_end(&d); i < file.length; i++) file.data[i] ^= 0x55;
        ck_assert_int_eq(file_write(path.data, file.data, file.length, &e), STATUS_OK);
        text_free(&file);
    }
    text_free(&path);
}

/* Plays on by itself; each turn is what its variation begins with. Returns how many turns were not
 * the first of the best in byte order. */
static int play_out(ear *o, protocol *p, uint64_t seed) {
    variant v = fixture_variant(registry_find("linja"), "2003");
    game_position position;
    error e;
    int preferred = 0;
    char line[512], option[64];
    snprintf(option, sizeof option, "setoption name Seed value %llu", (unsigned long long)seed);
    tell(p, option);
    snprintf(line, sizeof line, "position fen %s moves", late);
    ck_assert_int_eq(variant_read_position(v, late, &position, &e), STATUS_OK);
    while (!variant_outcome(v, &position).over) {
        tell(p, line);
        tell(p, "setoption name MultiPV value 1024");
        tell(p, "go");
        const char *best = strstr(await(o, "info depth 1 multipv 1 "), " pv ");
        const char *second = next_line(o), *answer = second;
        while (!matches("bestmove *", answer)) answer = next_line(o);
        const char *turn = answer + strlen("bestmove ");
        ck_assert_str_eq(turn, best + strlen(" pv "));
        if (second != answer)
            preferred += strcmp(strstr(second, " pv ") + strlen(" pv "), turn) < 0;
        tell(p, "setoption name MultiPV value 1");
        tell(p, "go nodes 10");
        best = strstr(await(o, "info depth 1 multipv 1 "), " pv ") + strlen(" pv ");
        size_t length = strcspn(best, " ");
        turn = await(o, "bestmove ") + strlen("bestmove ");
        ck_assert_uint_eq(length, strlen(turn));
        ck_assert_int_eq(strncmp(best, turn, length), 0);
        ck_assert_int_eq(variant_play(v, &position, turn, &e), STATUS_OK);
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, " %s", turn);
    }
    return preferred;
}

START_TEST(the_best_move_is_what_the_variation_begins_with) {
    write_late_table(false);
    ear *o = new_ear();
    protocol *p = new_late_protocol(o);
    int preferred = 0;
    for (uint64_t seed = 0; seed < 5; seed++) preferred += play_out(o, p, seed);
    ck_assert_int_gt(preferred, 0);
    free_protocol(o);
    free_ear(o);
}
END_TEST

/* --- levels ----------------------------------------------------------------------------------- */

/* A game of the engine against itself with this seed, as a `position` command. */
static text play_itself(ear *o, protocol *p, int seed) {
    text line = text_growing(), seeding = text_growing();
    text_format(&seeding, "setoption name Seed value %d", seed);
    tell(p, seeding.data);
    text_free(&seeding);
    tell(p, "uginewgame");
    text_put(&line, "position startpos moves");
    for (;;) {
        tell(p, line.data);
        tell(p, "go nodes 200");
        const char *turn = await(o, "bestmove ") + strlen("bestmove ");
        if (strcmp(turn, "none") == 0) return line;
        text_format(&line, " %s", turn);
    }
}

/* How many of twelve games are like one before. */
static int count_repeated(const char *setting) {
    enum { GAMES = 12 };
    text games[GAMES];
    int repeated = 0;
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){.nodes = 200}, true);
    tell(p, setting);
    for (int i = 0; i < GAMES; i++) {
        bool is_new = true;
        games[i] = play_itself(o, p, i);
        for (int k = 0; k < i; k++) is_new &= strcmp(games[k].data, games[i].data) != 0;
        repeated += !is_new;
    }
    for (int i = 0; i < GAMES; i++) text_free(&games[i]);
    free_protocol(o);
    free_ear(o);
    return repeated;
}

START_TEST(a_level_plays_no_game_twice_and_an_analysis_does) {
    ck_assert_int_eq(count_repeated("setoption name Skill Level value 10"), 0);
    ck_assert_int_eq(count_repeated("setoption name Skill Level value 11"), 11);
    ck_assert_int_eq(count_repeated("isready"), 11); /* as when nobody has asked for a level */
}
END_TEST

START_TEST(a_table_that_breaks_off_is_done_without) {
    write_late_table(true);
    ear *o = new_ear();
    protocol *p = new_late_protocol(o);
    char line[128];
    snprintf(line, sizeof line, "position fen %s", late);
    tell(p, line);
    tell(p, "go nodes 1000");
    ck_assert(matches("info depth * tbhits 0 *", await(o, "info depth ")));
    ck_assert(matches("info string the table of 2003 is damaged *; searching instead",
                      await(o, "info string ")));
    ck_assert_str_ne(await(o, "bestmove "), "bestmove none");
    tell(p, "go nodes 1000"); /* it is said once */
    for (const char *said = next_line(o); !matches("bestmove *", said); said = next_line(o))
        ck_assert_msg(!matches("info string *", said), "%s", said);
    free_protocol(o);
    free_ear(o);
}
END_TEST

/* --- perft, signature ------------------------------------------------------------------------ */

static bool never(void *context) {
    (void)context;
    return false;
}

/* In slices as in one go. */
START_TEST(slices_count_the_same) {
    const game *g = registry_find("linja");
    for (size_t i = 0; g->rule_set(i); i++) {
        perft p = {.variant = fixture_variant(g, g->rule_set(i)), .stopped = never};
        game_position position;
        error e;
        uint64_t expected, count = 0;
        variant_start(p.variant, &position);
        ck_assert_int_eq(variant_perft(p.variant, &position, NULL, 3, &expected, &e), STATUS_OK);
        ck_assert_int_eq(perft_count(&p, &position, 3, &count, &e), STATUS_OK);
        ck_assert_uint_eq(count, expected);
    }
}
END_TEST

/* The program's is compared in cli.t; it is the same through the protocol. */
START_TEST(bench_gives_the_signature) {
    text kept = fixture_file(DATA "signature");
    ear *o = new_ear();
    protocol *p = new_protocol(o, (session_bounds){0}, false);
    tell(p, "bench");
    const char *line = await(o, "signature ");
    ck_assert_int_eq(strncmp(line, kept.data, kept.length - 1), 0);
    free_protocol(o);
    free_ear(o);
    text_free(&kept);
}
END_TEST

/* --- the program itself ---------------------------------------------------------------------- */

typedef struct engine {
    pid_t process;
    FILE *in, *out;
} engine;

static engine start_engine(void) {
    int in[2], out[2];
    MUST(pipe(in) == 0 && pipe(out) == 0);
    pid_t process = fork();
    if (process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execl(PROGRAM, PROGRAM, "engine", (char *)NULL);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    return (engine){process, fdopen(in[1], "w"), fdopen(out[0], "r")};
}

static void send_line(engine *e, const char *line) {
    fprintf(e->in, "%s\n", line);
    fflush(e->in);
}

/* The next line that begins like this, behind its beginning. */
static void receive(engine *e, const char *beginning, char answer[256]) {
    char line[4096];
    do ck_assert_msg(fgets(line, sizeof line, e->out), "'%s...' does not come", beginning);
    while (strncmp(line, beginning, strlen(beginning)) != 0);
    line[strcspn(line, "\n")] = '\0';
    snprintf(answer, 256, "%.255s", line + strlen(beginning));
}

static void end_engine(engine *e, const char *last) {
    if (last) send_line(e, last);
    fclose(e->in);
    int code;
    ck_assert_int_eq(waitpid(e->process, &code, 0), e->process);
    ck_assert(WIFEXITED(code) && WEXITSTATUS(code) == 0);
    fclose(e->out);
}

/* Two engines play; both must agree about everything. */
static void play_game(const char *game_option, const char *draws) {
    engine players[2] = {start_engine(), start_engine()};
    char answer[256], other[256];
    text line = text_growing();
    text_put(&line, "position startpos");
    if (draws) text_format(&line, " draws %s", draws);
    text_put(&line, " moves");
    for (int i = 0; i < 2; i++) {
        send_line(&players[i], "ugi");
        receive(&players[i], "ugiok", answer);
        send_line(&players[i], game_option);
        send_line(&players[i], i ? "setoption name Skill Level value 3" : "uginewgame");
        send_line(&players[i], "isready");
        receive(&players[i], "readyok", answer);
    }
    for (int ply = 0;; ply++) {
        MUST(ply < 200);
        for (int i = 0; i < 2; i++) {
            send_line(&players[i], line.data);
            send_line(&players[i], "query gameover");
            receive(&players[i], "response ", i ? other : answer);
        }
        ck_assert_str_eq(answer, other);
        if (strcmp(answer, "true") == 0) break;
        send_line(&players[ply % 2], "go p1time 500 p2time 500 nodes 100");
        receive(&players[ply % 2], "bestmove ", answer);
        text_format(&line, " %s", answer);
    }
    for (int i = 0; i < 2; i++) {
        send_line(&players[i], "query result");
        receive(&players[i], "response ", i ? other : answer);
    }
    ck_assert_str_eq(answer, other);
    ck_assert_str_ne(answer, "none");
    end_engine(&players[0], "quit");
    end_engine(&players[1], NULL);
    text_free(&line);
}

START_TEST(two_engines_play) {
    play_game("setoption name Game value linja", NULL);
    play_game("setoption name Game value liniell",
              "13,08,03,15,01,06,10,04,02,05,07,09,11,12,14,16");
}
END_TEST

START_TEST(the_program_ends_in_good_order) {
    char answer[256];
    engine e = start_engine();
    send_line(&e, "go infinite");
    end_engine(&e, "quit");
    e = start_engine();
    send_line(&e, "go infinite");
    end_engine(&e, NULL);
    e = start_engine();
    send_line(&e, "go infinite");
    send_line(&e, "isready");
    receive(&e, "readyok", answer);
    send_line(&e, "stop");
    receive(&e, "bestmove ", answer);
    end_engine(&e, NULL);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", "/nowhere", 1); /* tables of the user's own are none of ours */
    Suite *suite = suite_create("protocol");
    TCase *tests = fixture_threads(suite, "protocol");
    tcase_add_test(tests, sessions_go_as_written);
    tcase_add_test(tests, every_command_is_in_a_session);
    tcase_add_test(tests, thinking_is_stopped_again_and_again);
    tcase_add_test(tests, the_best_move_is_what_the_variation_begins_with);
    tcase_add_test(tests, a_level_plays_no_game_twice_and_an_analysis_does);
    tcase_add_test(tests, a_table_that_breaks_off_is_done_without);
    tcase_add_test(tests, the_next_turn_follows_at_once);
    tcase_add_test(tests, the_end_of_input_ends_everything);
    tcase_add_test(tests, bytes_become_lines);
    tcase_add_test(tests, what_is_no_text_is_refused);
    tcase_add_test(tests, strangers_are_bounded);
    tcase_add_test(tests, slices_count_the_same);
    tcase_add_test(tests, bench_gives_the_signature);
    tcase_add_test(tests, two_engines_play);
    tcase_add_test(tests, the_program_ends_in_good_order);
    return fixture_run(suite);
}
