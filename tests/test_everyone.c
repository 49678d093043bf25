/* SPDX-License-Identifier: MIT
 *
 * `linework serve --everyone` in a network of its own, in which this machine has one address: what
 * it prints, the code for a phone's camera, and who is answered. Nobody else is in that network.
 * Where the system allows no such network these tests fail, and say so. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "server/qr.h"

#define ADDRESS "198.51.100.7" /* of the block for documentation */

/* --- a network -------------------------------------------------------------------------------- */

static void write_file(const char *path, const char *format, unsigned number) {
    char line[64];
    snprintf(line, sizeof line, format, number);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    ck_assert_msg(fd >= 0 && write(fd, line, strlen(line)) > 0, "%s cannot be written", path);
    close(fd);
}

/* This process is alone in a network from now on: root as it is, anybody else as its own root. */
static void enter_network(void) {
    unsigned user = getuid(), group = getgid();
    if (unshare(CLONE_NEWNET) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
            ck_abort_msg("this machine allows no network of one's own (unshare -rn)");
        write_file("/proc/self/setgroups", "deny", 0);
        write_file("/proc/self/uid_map", "0 %u 1", user);
        write_file("/proc/self/gid_map", "0 %u 1", group);
    }
    ck_assert_int_eq(system("/bin/ip link set lo up &&"
                            "/bin/ip link add name here type veth peer name there &&"
                            "/bin/ip address add " ADDRESS "/24 dev here &&"
                            "/bin/ip link set here up && /bin/ip link set there up"),
                     0);
}

/* --- the server ------------------------------------------------------------------------------- */

typedef struct shown {
    pid_t pid;
    FILE *out;
    int port, terminal; /* its standard error */
} shown;

static shown start(bool everyone) {
    char store[300], first[128];
    int out[2], other_end;
    shown s;
    snprintf(store, sizeof store, "sqlite:%s", fixture_in_folder("everyone.db").text);
    ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
    ck_assert_int_eq(openpty(&s.terminal, &other_end, NULL, NULL, NULL), 0);
    s.pid = fork();
    if (s.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setenv("LC_ALL", "C.UTF-8", 1);
        setenv("TERM", "xterm", 1);
        unsetenv("NO_COLOR");
        dup2(out[1], STDOUT_FILENO);
        dup2(other_end, STDERR_FILENO);
        close(s.terminal);
        execl(PROGRAM, "linework", "serve", "-q", "--store", store, everyone ? "--everyone" : NULL,
              NULL);
        _exit(127);
    }
    close(out[1]);
    close(other_end);
    s.out = fdopen(out[0], "r");
    ck_assert_ptr_nonnull(fgets(first, sizeof first, s.out));
    ck_assert_int_eq(sscanf(first, "Linework is at http://localhost:%d/", &s.port), 1);
    return s;
}

/* Ends it: all that was on its terminal. */
static text stop(shown *s) {
    text all = text_growing();
    char part[512];
    int code;
    text_put(&all, "");
    kill(s->pid, SIGTERM);
    for (ssize_t got; (got = read(s->terminal, part, sizeof part)) > 0;)
        text_put_n(&all, part, (size_t)got);
    ck_assert_int_eq(waitpid(s->pid, &code, 0), s->pid);
    ck_assert_int_eq(code, 0);
    close(s->terminal);
    fclose(s->out);
    return all;
}

static int dial(const char *address, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(inet_pton(AF_INET, address, &to.sin_addr), 1);
    if (connect(s, (struct sockaddr *)&to, sizeof to) == 0) return s;
    close(s);
    return -1;
}

/* The answer to a request that names the server by this address. */
static text ask(const char *address, int port, const char *path) {
    char request[200], part[512];
    text all = text_growing();
    int s = dial(address, port);
    ck_assert_int_ge(s, 0);
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n",
             path, address, port);
    ck_assert_int_gt(write(s, request, strlen(request)), 0);
    for (ssize_t got; (got = read(s, part, sizeof part)) > 0;) text_put_n(&all, part, (size_t)got);
    close(s);
    return all;
}

START_TEST(everyone_is_told_where_to_come) {
    char line[128], expected[128];
    text code = text_growing(), seen = text_growing();
    error e;
    enter_network();
    shown s = start(true);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, s.out));
    snprintf(expected, sizeof expected, "Other devices reach it at http://" ADDRESS ":%d/\n",
             s.port);
    ck_assert_str_eq(line, expected);

    text answer = ask(ADDRESS, s.port, "/healthz");
    ck_assert_ptr_nonnull(strstr(answer.data, "\r\n\r\nok\n"));
    text_free(&answer);
    snprintf(expected, sizeof expected, "{\"addresses\":[\"http://" ADDRESS ":%d\"]}", s.port);
    answer = ask("127.0.0.1", s.port, "/v1/addresses");
    ck_assert_msg(strstr(answer.data, expected) != NULL, "%s", answer.data);
    text_free(&answer);

    snprintf(expected, sizeof expected, "http://" ADDRESS ":%d/", s.port);
    ck_assert_int_eq(qr_lines(expected, true, &code, &e), STATUS_OK);
    for (const char *c = code.data; *c; c++) { /* as a terminal has it */
        if (*c == '\n') text_char(&seen, '\r');
        text_char(&seen, *c);
    }
    text terminal = stop(&s);
    ck_assert_str_eq(terminal.data, seen.data);
    text_free(&terminal);
    text_free(&code);
    text_free(&seen);
}
END_TEST

START_TEST(without_it_nobody_else_is_let_in) {
    enter_network();
    shown s = start(false);
    text answer = ask("127.0.0.1", s.port, "/v1/addresses");
    ck_assert_msg(strstr(answer.data, "{\"addresses\":[]}") != NULL, "%s", answer.data);
    ck_assert_int_eq(dial(ADDRESS, s.port), -1);
    text terminal = stop(&s);
    ck_assert_str_eq(terminal.data, "");
    text_free(&terminal);
    text_free(&answer);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("everyone");
    TCase *tests = fixture_threads(suite, "everyone");
    tcase_add_test(tests, everyone_is_told_where_to_come);
    tcase_add_test(tests, without_it_nobody_else_is_let_in);
    return fixture_run(suite);
}
