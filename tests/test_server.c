/* SPDX-License-Identifier: MIT
 *
 * `linework serve` as a browser, a script and a stranger meet it: the real program on a free port,
 * asked through plain sockets. */
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/rng.h"
#include "fixture.h"

static pid_t server;
static int port;

static void start_server(void) {
    int out[2];
    ck_assert_int_eq(pipe(out), 0);
    server = fork();
    if (server == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execl(PROGRAM, "linework", "serve", "--json", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *said = fdopen(out[0], "r");
    char line[128] = "";
    ck_assert_ptr_nonnull(fgets(line, sizeof line, said));
    fclose(said);
    const char *colon = strrchr(line, ':');
    scan s = scan_string(colon + 1);
    uint64_t number;
    ck_assert_msg(scan_number(&s, 65535, &number), "%s", line);
    port = (int)number;
}

/* A server that was told to stop has stopped in good order. */
static void stop_server(void) {
    int code;
    kill(server, SIGTERM);
    ck_assert_int_eq(waitpid(server, &code, 0), server);
    ck_assert(WIFEXITED(code));
    ck_assert_int_eq(WEXITSTATUS(code), 0);
}

/* A connection to the server by this address of the machine, or -1. */
static int dial_at(const char *address) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    ck_assert_int_eq(inet_pton(AF_INET, address, &to.sin_addr), 1);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(s, (struct sockaddr *)&to, sizeof to) == 0) return s;
    ck_assert_int_eq(errno, ECONNREFUSED);
    close(s);
    return -1;
}

static int dial(void) {
    int s = dial_at("127.0.0.1");
    ck_assert_int_ge(s, 0);
    return s;
}

/* Everything the server says to these bytes before it hangs up. */
static text ask_bytes(const char *bytes, size_t length) {
    text answer = text_growing();
    char part[4096];
    ssize_t got;
    int s = dial();
    text_put(&answer, "");
    ck_assert_int_eq(write(s, bytes, length), (ssize_t)length);
    shutdown(s, SHUT_WR);
    while ((got = read(s, part, sizeof part)) > 0) text_put_n(&answer, part, (size_t)got);
    close(s);
    return answer;
}

static text ask(const char *method, const char *path, const char *headers) {
    text request = text_growing();
    text_format(&request, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n",
                method, path, headers);
    text answer = ask_bytes(request.data, request.length);
    text_free(&request);
    return answer;
}

static void expect(text answer, const char *beginning, const char *part) {
    ck_assert_msg(strncmp(answer.data, beginning, strlen(beginning)) == 0, "%s", answer.data);
    ck_assert_msg(strstr(answer.data, part) != NULL, "%s\nlacks\n%s", answer.data, part);
    text_free(&answer);
}

/* Every address in 127.0.0.0/8 is this machine's own, but only the usual one is listened to: a
 * server that took 127.0.0.2 would take the address that the neighbours know, too. */
START_TEST(only_this_machine_is_answered) {
    ck_assert_int_lt(dial_at("127.0.0.2"), 0);
    ck_assert_int_lt(dial_at("127.255.255.254"), 0);
    close(dial());
}
END_TEST

START_TEST(what_is_not_there_is_not_found) {
    expect(ask("GET", "/nowhere", ""), "HTTP/1.1 404", "There is nothing here.");
    expect(ask("GET", "/../../etc/passwd", ""), "HTTP/1.1 40", "");
    expect(ask("GET", "/api/linja/moves?rules=zen", ""), "HTTP/1.1 404",
           "{\"error\":\"this server has no table of 'zen'\"}");
}
END_TEST

START_TEST(bad_questions_are_named) {
    expect(ask("GET", "/api/linja/moves?rules=zn", ""), "HTTP/1.1 400",
           "{\"error\":\"unknown rule set 'zn';");
    expect(ask("GET", "/api/linja/moves?position=%36%30/11", ""), "HTTP/1.1 400", "{\"error\":\"");
    expect(ask("GET", "/api/linja/moves?position=%zz%", ""), "HTTP/1.", " 403 ");
    expect(ask("GET", "/api/linja/moves?rules=zen%2bmean", ""), "HTTP/1.1 404", "'zen+mean'");
    expect(ask("GET", "/api/linja/moves?rules=zen+mean&position=x_y", ""), "HTTP/1.1 400",
           "{\"error\":\"");
    expect(ask("DELETE", "/", ""), "HTTP/1.1 405", "");
}
END_TEST

START_TEST(every_answer_carries_the_policy) {
    expect(ask("GET", "/nowhere", ""), "HTTP/1.1 404", "script-src 'self' 'wasm-unsafe-eval'");
    expect(ask("HEAD", "/nowhere", ""), "HTTP/1.1 404", "x-content-type-options: nosniff");
    expect(ask("GET", "/api/linja/moves?rules=x", ""), "HTTP/1.1 400",
           "access-control-allow-origin: *");
}
END_TEST

START_TEST(strangers_do_no_harm) {
    rng random = rng_seeded(3);
    for (int i = 0; i < 200; i++) {
        char noise[600];
        size_t length = (size_t)rng_below(&random, sizeof noise);
        for (size_t k = 0; k < length; k++) noise[k] = (char)rng_next(&random);
        text answer = ask_bytes(noise, length);
        text_free(&answer);
    }
    text path = text_growing();
    text_char(&path, '/');
    text_repeat(&path, "0123456789abcdef", 2000);
    text answer = ask("GET", path.data, "");
    text_free(&answer);
    text_free(&path);
    expect(ask("GET", "/nowhere", ""), "HTTP/1.1 404", "There is nothing here.");
}
END_TEST

START_TEST(a_taken_port_is_an_error) {
    char command[256];
    snprintf(command, sizeof command, "%s serve --port %d 2>&1", PROGRAM, port);
    FILE *out = popen(command, "r");
    char line[128] = "";
    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    ck_assert_msg(strstr(line, "cannot be used"), "%s", line);
    ck_assert_int_eq(WEXITSTATUS(pclose(out)), 1);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    Suite *suite = suite_create("server");
    TCase *tests = fixture_tests(suite, "server");
    tcase_add_checked_fixture(tests, start_server, stop_server);
    tcase_add_test(tests, only_this_machine_is_answered);
    tcase_add_test(tests, what_is_not_there_is_not_found);
    tcase_add_test(tests, bad_questions_are_named);
    tcase_add_test(tests, every_answer_carries_the_policy);
    tcase_add_test(tests, strangers_do_no_harm);
    tcase_add_test(tests, a_taken_port_is_an_error);
    return fixture_run(suite);
}
