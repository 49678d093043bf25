/* SPDX-License-Identifier: MIT
 *
 * `linework bot` as a program against the real server: bots play each other while the server is
 * killed and started again, come back to their seats from a file, take open games; and what becomes
 * of wrong addresses, tokens and engines. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/address.h"
#include "bot/ask.h"
#include "client.h"
#include "fixture.h"

static server_process server;
static char file[256], base[64];

static void start_at(int port) {
    char store[300], number[16];
    snprintf(store, sizeof store, "sqlite:%s", file);
    snprintf(number, sizeof number, "%d", port);
    const char *const any[] = {"-q", "--store", store, NULL};
    const char *const same[] = {"-q", "--store", store, "--port", number, NULL};
    server = server_run(PROGRAM, -1, port == 0 ? any : same);
    snprintf(base, sizeof base, "http://localhost:%d/", server.port);
}

static void start(void) {
    char name[64];
    snprintf(name, sizeof name, "bot-%d.db", (int)getpid());
    snprintf(file, sizeof file, "%s", fixture_in_folder(name).text);
    start_at(0);
}

static void stop(void) {
    server_stop(&server);
}

/* --- the program ------------------------------------------------------------------------------ */

typedef struct bot_process {
    pid_t pid;
    char out[128], err[128];
} bot_process;

/* `options` ends with NULL. */
static bot_process run_bot(const char *url, const char *const *options) {
    static int number;
    char name[64];
    const char *arguments[32] = {"linework", "bot", url};
    for (int i = 3; *options; options++) arguments[i++] = *options;
    bot_process b = {0};
    snprintf(name, sizeof name, "bot-%d-%d.out", (int)getpid(), number);
    snprintf(b.out, sizeof b.out, "%s", fixture_in_folder(name).text);
    snprintf(name, sizeof name, "bot-%d-%d.err", (int)getpid(), number++);
    snprintf(b.err, sizeof b.err, "%s", fixture_in_folder(name).text);
    b.pid = fork();
    if (b.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (freopen(b.out, "w", stdout) && freopen(b.err, "w", stderr))
            execv(PROGRAM, (char *const *)arguments);
        _exit(127);
    }
    return b;
}

static int end_of(const bot_process *b) {
    int code;
    ck_assert_int_eq(waitpid(b->pid, &code, 0), b->pid);
    return WIFEXITED(code) ? WEXITSTATUS(code) : -WTERMSIG(code);
}

static void expect_end(const bot_process *b, int code) {
    int ended = end_of(b);
    text err = fixture_file(b->err);
    ck_assert_msg(ended == code, "%d: %s", ended, err.data ? err.data : "");
    text_free(&err);
}

/* Line `number` of what a bot has said, as JSON; waits for it. NULL: it has ended without. */
static json_t *line_of(const bot_process *b, int number) {
    for (bool ended = false;;) {
        FILE *in = fopen(b->out, "r");
        char line[1024] = "";
        for (int i = 0; in && i <= number; i++)
            if (!fgets(line, sizeof line, in)) line[0] = '\0';
        if (in) fclose(in);
        if (strchr(line, '\n')) return json_loads(line, 0, NULL);
        if (ended) return NULL;
        siginfo_t info = {0};
        waitid(P_PID, (id_t)b->pid, &info, WEXITED | WNOHANG | WNOWAIT);
        ended = info.si_pid != 0;
        usleep(20000);
    }
}

static const char *text_of(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

/* The id of the game in which it sits. */
static void find_seat(const bot_process *b, char id[32]) {
    json_t *seated = line_of(b, 0);
    ck_assert_str_eq(text_of(seated, "event"), "seated");
    snprintf(id, 32, "%s", text_of(seated, "id"));
    json_decref(seated);
}

static json_t *look(const char *id) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s", id);
    return http_facts(server.port, "GET", path, NULL, 200);
}

static void await_ply(const char *id, int ply) {
    for (bool there = false; !there; usleep(10000)) {
        json_t *view = look(id);
        there = json_integer_value(json_object_get(view, "ply")) >= ply ||
                strcmp(text_of(view, "status"), "over") == 0;
        json_decref(view);
    }
}

/* What a bot tells of an end is what the server tells. */
static void expect_over(const bot_process *b, int number, const char *id) {
    json_t *over = line_of(b, number), *view = look(id);
    ck_assert_str_eq(text_of(over, "event"), "over");
    ck_assert_str_eq(text_of(over, "id"), id);
    ck_assert_str_eq(text_of(over, "result"), text_of(view, "result"));
    ck_assert_str_eq(text_of(over, "reason"), text_of(view, "reason"));
    json_decref(over);
    json_decref(view);
}

static const char *game_address(const char *id) {
    static char url[128];
    snprintf(url, sizeof url, "%sv1/games/%s", base, id);
    return url;
}

/* --- whole games ------------------------------------------------------------------------------ */

/* A level and a UGI program, which is this program. */
static void play_each_other(const char *name) {
    char id[32], command[256];
    snprintf(command, sizeof command, "%s engine", PROGRAM);
    bot_process ann =
        run_bot(base, (const char *const[]){"--level", "2", "--game", name, "--json", NULL});
    find_seat(&ann, id);
    bot_process ben =
        run_bot(game_address(id),
                (const char *const[]){"--engine", command, "--nodes", "200", "--json", NULL});
    await_ply(id, 3);
    server_kill(&server);
    start_at(server.port);
    await_ply(id, 6);
    server_stop(&server);
    start_at(server.port);
    expect_end(&ann, 0);
    expect_end(&ben, 0);
    expect_over(&ann, 1, id);
    expect_over(&ben, 1, id);
}

START_TEST(bots_play_linja_with_each_other) {
    play_each_other("linja");
}
END_TEST

START_TEST(bots_play_liniell_with_each_other) {
    play_each_other("liniell");
}
END_TEST

START_TEST(a_bot_takes_open_games_one_after_the_other) {
    char id[2][32];
    bot_process hosts[2];
    for (int i = 0; i < 2; i++) {
        hosts[i] = run_bot(base, (const char *const[]){"--level", "0", "--public", "--json",
                                                       "--game", i ? "liniell" : "linja", NULL});
        find_seat(&hosts[i], id[i]);
    }
    bot_process taker = run_bot(base, (const char *const[]){"--accept-open", "--games", "2",
                                                            "--level", "1", "--json", NULL});
    for (int i = 0; i < 2; i++) {
        expect_end(&hosts[i], 0);
        expect_over(&hosts[i], 1, id[i]);
    }
    expect_end(&taker, 0);
    expect_over(&taker, 1, id[0]); /* who has waited longest comes first */
    expect_over(&taker, 3, id[1]);
}
END_TEST

START_TEST(a_bot_comes_back_to_its_seat) {
    char id[32], again[32];
    fixture_path path = fixture_in_folder("seat.json");
    unlink(path.text);
    const char *const options[] = {"--level", "1",       "--token-file", path.text,
                                   "--game",  "liniell", "--json",       NULL};
    const char *const slowly[] = {"--level", "10",      "--token-file", path.text,
                                  "--game",  "liniell", "--json",       NULL};
    bot_process ann = run_bot(base, options);
    find_seat(&ann, id);
    kill(ann.pid, SIGKILL);
    ck_assert_int_eq(end_of(&ann), -SIGKILL);
    struct stat kept;
    ck_assert_int_eq(stat(path.text, &kept), 0);
    ck_assert_int_eq(kept.st_mode & 0777, 0600);
    bot_process ben =
        run_bot(game_address(id), (const char *const[]){"--level", "0", "--json", NULL});
    find_seat(&ben, again);
    ann = run_bot(base, slowly); /* so that the game is not over before it is stopped */
    await_ply(id, 2);
    kill(ann.pid, SIGTERM); /* in the middle, this time in good order */
    ck_assert_int_eq(end_of(&ann), -SIGTERM);
    ann = run_bot(base, options);
    find_seat(&ann, again);
    ck_assert_str_eq(again, id);
    expect_end(&ann, 0);
    expect_end(&ben, 0);
    expect_over(&ann, 1, id);
    ann = run_bot(base, options); /* that game is over: another is made */
    find_seat(&ann, again);
    ck_assert_str_ne(again, id);
    kill(ann.pid, SIGTERM);
    ck_assert_int_eq(end_of(&ann), -SIGTERM);
}
END_TEST

START_TEST(a_bot_stays_for_a_rematch) {
    char id[32];
    bot_process ann = run_bot(
        base, (const char *const[]){"--level", "0", "--rematch", "--json", "--best-of", "3", NULL});
    find_seat(&ann, id);
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s/join", id);
    json_t *given = http_facts(server.port, "POST", path, "{\"name\":\"Ben\"}", 200);
    ws w = ws_open(server.port, id);
    char hello[128];
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":0}",
             text_of(given, "token"));
    ws_send(&w, hello);
    char next[32] = "";
    int overs = 0;
    for (json_t *m; !*next && (m = ws_hear(&w)); json_decref(m)) {
        const char *kind = text_of(m, "event");
        if (strcmp(kind, "begun") == 0)
            ws_send(&w, overs == 0 ? "{\"id\":\"1\",\"do\":\"resign\"}"
                                   : "{\"id\":\"2\",\"do\":\"resign\"}");
        if (strcmp(kind, "over") == 0 && ++overs == 2)
            ws_send(&w, "{\"id\":\"3\",\"do\":\"rematch\"}");
        if (strcmp(kind, "rematch") == 0) snprintf(next, sizeof next, "%s", text_of(m, "id"));
    }
    ws_close(&w);
    json_t *seated = line_of(&ann, 3); /* seated, over, over, seated */
    ck_assert_str_eq(text_of(seated, "event"), "seated");
    ck_assert_str_eq(text_of(seated, "id"), next);
    json_decref(seated);
    json_decref(given);
    kill(ann.pid, SIGTERM);
    ck_assert_int_eq(end_of(&ann), -SIGTERM);
}
END_TEST

START_TEST(a_bot_that_is_stopped_leaves_no_open_game) {
    char id[32];
    bot_process ann = run_bot(base, (const char *const[]){"--public", "--json", NULL});
    find_seat(&ann, id);
    kill(ann.pid, SIGINT);
    ck_assert_int_eq(end_of(&ann), -SIGINT);
    json_t *view = look(id);
    ck_assert_str_eq(text_of(view, "status"), "over"); /* withdrawn */
    json_decref(view);
}
END_TEST

START_TEST(a_bot_lets_a_turn_be_taken_back_and_declines_a_draw) {
    char id[32], path[64], hello[128];
    bot_process ann = run_bot(base, (const char *const[]){"--first", "2", "--engine",
                                                          "sleep 0.2; exec " PROGRAM " engine",
                                                          "--movetime", "1500", "--json", NULL});
    find_seat(&ann, id);
    snprintf(path, sizeof path, "/v1/games/%s/join", id);
    json_t *given = http_facts(server.port, "POST", path, "{}", 200);
    ws w = ws_open(server.port, id);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":0}",
             text_of(given, "token"));
    json_decref(given);
    ws_send(&w, hello);
    static const struct {
        const char *event, *say; /* after this event that is said */
    } course[] = {
        {"begun", "{\"id\":\"1\",\"do\":\"turn\",\"ply\":0,\"turn\":\"ab/df\"}"},
        {"turn", "{\"id\":\"2\",\"do\":\"ask-undo\"}"}, /* while it thinks */
        {"undone", "{\"id\":\"3\",\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"}"},
        {"turn", "{\"id\":\"4\",\"do\":\"offer-draw\"}"},
        {"draw-refused", "{\"id\":\"5\",\"do\":\"ping\"}"},
        {"turn", "{\"id\":\"6\",\"do\":\"resign\"}"},
        {"over", "{\"id\":\"7\",\"do\":\"ping\"}"},
    };
    for (size_t i = 0; i < sizeof course / sizeof *course; i++) {
        json_t *m = NULL;
        while ((m = ws_hear(&w)) && strcmp(text_of(m, "event"), course[i].event) != 0)
            json_decref(m);
        ck_assert_msg(m != NULL, "no '%s'", course[i].event);
        json_decref(m);
        ws_send(&w, course[i].say);
    }
    expect_end(&ann, 0);
    ws_close(&w);
}
END_TEST

/* --- what goes wrong -------------------------------------------------------------------------- */

/* It ends with this code, and has said one line about it, in which this stands. */
static void expect_failure(const bot_process *b, int code, const char *part) {
    expect_end(b, code);
    text err = fixture_file(b->err);
    const char *end = err.data ? strchr(err.data, '\n') : NULL;
    ck_assert_msg(end && !end[1], "%s", err.data ? err.data : "nothing");
    ck_assert_msg(strstr(err.data, part) != NULL, "%s", err.data);
    text_free(&err);
}

START_TEST(wrong_addresses_are_told_in_one_line) {
    static const struct {
        const char *url;
        int code;
        const char *part;
    } cases[] = {
        {"nonsense", 2, "'nonsense' is not the address"},
        {"ftp://localhost/", 2, "is not the address"},
        {"http://", 2, "is not the address"},
        {"http://localhost:0/", 2, "is not the address"},
        {"http://localhost:99999/", 2, "is not the address"},
        {"http://user@localhost/", 2, "is not the address"},
        {"http://local host/", 2, "is not the address"},
        {"http://localhost:1/", 1, "localhost:1: Connection refused"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bot_process b = run_bot(cases[i].url, (const char *const[]){NULL});
        expect_failure(&b, cases[i].code, cases[i].part);
    }
    bot_process b = run_bot(game_address("AAAAAAAAAAAAAAAA"), (const char *const[]){NULL});
    expect_failure(&b, 3, "There is no such game.");
    char secure[64];
    snprintf(secure, sizeof secure, "https://localhost:%d/", server.port); /* speaks no TLS */
    b = run_bot(secure, (const char *const[]){NULL});
    expect_failure(&b, 1, "localhost:");
}
END_TEST

START_TEST(wrong_options_are_told_in_one_line) {
    static const struct {
        const char *options[6];
        const char *part;
    } cases[] = {
        {{"--level", "11"}, "--level"},
        {{"--level", "3", "--engine", "x"}, "exclude each other"},
        {{"--engine", ""}, "--engine"},
        {{"--game", "chess"}, "there is no game 'chess'"},
        {{"--name", "Computer"}, "--name"},
        {{"--best-of", "2"}, "--best-of"},
        {{"--first", "3"}, "--first"},
        {{"--accept-open", "--public"}, "are for a game that is made"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bot_process b = run_bot(base, cases[i].options);
        expect_failure(&b, 2, cases[i].part);
    }
    bot_process b = run_bot(base, (const char *const[]){"--rules", "chess", NULL});
    expect_failure(&b, 3, "chess");
}
END_TEST

START_TEST(a_wrong_token_is_told_in_one_line) {
    fixture_path path = fixture_in_folder("wrong.json");
    json_t *made = http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\"}", 201);
    FILE *out = fopen(path.text, "w");
    fprintf(out,
            "{\"server\":\"%s\",\"id\":\"%s\",\"player\":1,\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAA\","
            "\"key\":\"00000000000000000000000000000000\","
            "\"random\":\"00000000000000000000000000000000\"}\n",
            base, text_of(made, "id"));
    fclose(out);
    bot_process b = run_bot(base, (const char *const[]){"--token-file", path.text, NULL});
    expect_failure(&b, 3, "wrong.json: the token of this seat is wrong");
    json_decref(made);
    char other[64];
    snprintf(other, sizeof other, "http://127.0.0.1:%d/", server.port);
    b = run_bot(other, (const char *const[]){"--token-file", path.text, NULL});
    expect_failure(&b, 3, "this seat is at http://localhost");
    out = fopen(path.text, "w");
    fputs("{\"token\":\"x\"}\n", out);
    fclose(out);
    b = run_bot(base, (const char *const[]){"--token-file", path.text, NULL});
    expect_failure(&b, 3, "wrong.json: this is not the file of a seat");
}
END_TEST

/* Before the game nobody is harmed; in the game the other one wins. */
START_TEST(a_misbehaving_engine_loses_nobody_s_time) {
    static const struct {
        const char *command, *part;
    } early[] = {{"/no/such/program", "/no/such/program: is no program"},
                 {"exit 7", "ended with exit code 7"},
                 {"cat", "did not answer in time"},
                 {"yes", "did not answer in time"}};
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        bot_process b = run_bot(
            base, (const char *const[]){"--engine", early[i].command, "--timeout", "1", NULL});
        expect_failure(&b, 1, early[i].part);
    }
    static const char polite[] = "while read -r word rest; do case $word in ugi) echo ugiok;; "
                                 "isready) echo readyok;; go) ";
    static const struct {
        const char *go, *part;
    } late[] = {{"echo bestmove zz;;", "turn 'zz'"},
                {"echo bestmove;;", "turn ''"},
                {"exit 3;;", "ended with exit code 3"},
                {"kill -9 $$;;", "was ended by signal 9"},
                {";;", "did not answer in time"}};
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        char command[512], id[32];
        snprintf(command, sizeof command, "%s%s esac; done", polite, late[i].go);
        bot_process ben = run_bot(base, (const char *const[]){"--level", "0", "--json", NULL});
        find_seat(&ben, id);
        bot_process ann = run_bot(
            game_address(id), (const char *const[]){"--engine", command, "--timeout", "1", NULL});
        expect_failure(&ann, 1, late[i].part);
        expect_end(&ben, 0);
        json_t *over = line_of(&ben, 1);
        ck_assert_str_eq(text_of(over, "reason"), "resigned");
        ck_assert_str_eq(text_of(over, "fate"), "won");
        json_decref(over);
    }
}
END_TEST

/* --- addresses and answers -------------------------------------------------------------------- */

START_TEST(addresses_are_read) {
    static const struct {
        const char *url, *host, *port, *base, *id;
    } cases[] = {
        {"http://localhost:8080/", "localhost", "8080", "/", ""},
        {"http://localhost", "localhost", "80", "/", ""},
        {"https://games.example", "games.example", "443", "/", ""},
        {"http://[::1]:81/", "::1", "81", "/", ""},
        {"http://[::1]/", "::1", "80", "/", ""},
        {"https://games.example/linework/", "games.example", "443", "/linework/", ""},
        {"http://h/v1/games", "h", "80", "/", ""},
        {"http://h/v1/games/abcdefghijklmnop", "h", "80", "/", "abcdefghijklmnop"},
        {"http://h/below/v1/games/abcdefghijklmnop/", "h", "80", "/below/", "abcdefghijklmnop"},
        {"http://h/#/game/abcdefghijklmno-", "h", "80", "/", "abcdefghijklmno-"},
        {"http://h/below/#abcdefghijklmno_", "h", "80", "/below/", "abcdefghijklmno_"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        address a;
        error e;
        ck_assert_msg(address_read(cases[i].url, &a, &e) == STATUS_OK, "%s", e.text);
        ck_assert_str_eq(a.host, cases[i].host);
        ck_assert_str_eq(a.port, cases[i].port);
        ck_assert_str_eq(a.base, cases[i].base);
        ck_assert_str_eq(a.id, cases[i].id);
    }
}
END_TEST

START_TEST(heads_of_answers_are_read) {
    static const struct {
        const char *head;
        int code;
        long long length;
        bool is_chunked;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n", 200, 12, false},
        {"HTTP/1.0 404 \r\nTransfer-Encoding: Chunked\r\n\r\n", 404, -1, true},
        {"HTTP/1.1 101 Switching\r\nsec-websocket-accept:  abc \r\n\r\n", 101, -1, false},
    };
    answer_head head;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert(ask_parse_head(cases[i].head, strlen(cases[i].head), &head));
        ck_assert_int_eq(head.code, cases[i].code);
        ck_assert_int_eq(head.length, cases[i].length);
        ck_assert_int_eq(head.is_chunked, cases[i].is_chunked);
    }
    ck_assert_str_eq(head.accept, "abc");
    static const char *const wrong[] = {
        "",
        "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 20000 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!ask_parse_head(wrong[i], strlen(wrong[i]), &head), "%s", wrong[i]);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("bot");
    TCase *tests = fixture_threads(suite, "bot");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, bots_play_linja_with_each_other);
    tcase_add_test(tests, bots_play_liniell_with_each_other);
    tcase_add_test(tests, a_bot_takes_open_games_one_after_the_other);
    tcase_add_test(tests, a_bot_comes_back_to_its_seat);
    tcase_add_test(tests, a_bot_stays_for_a_rematch);
    tcase_add_test(tests, a_bot_that_is_stopped_leaves_no_open_game);
    tcase_add_test(tests, a_bot_lets_a_turn_be_taken_back_and_declines_a_draw);
    tcase_add_test(tests, wrong_addresses_are_told_in_one_line);
    tcase_add_test(tests, wrong_options_are_told_in_one_line);
    tcase_add_test(tests, a_wrong_token_is_told_in_one_line);
    tcase_add_test(tests, a_misbehaving_engine_loses_nobody_s_time);
    TCase *reading = fixture_threads(suite, "reading");
    tcase_add_test(reading, addresses_are_read);
    tcase_add_test(reading, heads_of_answers_are_read);
    return fixture_run(suite);
}
