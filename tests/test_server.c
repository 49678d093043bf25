/* SPDX-License-Identifier: MIT
 *
 * `linework serve` as a browser, a script and a stranger meet it: the real program on a free port,
 * asked through plain sockets. What is said on a connection is tested without one, too
 * (test_http.c); here is what takes a machine: addresses, several connections, patience. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "client.h"
#include "fixture.h"
#include "late_table.h"
#include "server/assets.h"
#include "server/listen.h"
#include "server/serve.h"

static pid_t server;
static int port;

/* --- servers ---------------------------------------------------------------------------------- */

/* What the server says once it can be asked: its address, which ends with the port. */
static void read_port(int out) {
    FILE *said = fdopen(out, "r");
    char line[128] = "";
    ck_assert_ptr_nonnull(fgets(line, sizeof line, said));
    fclose(said);
    scan s = scan_string(strrchr(line, ':') + 1);
    uint64_t number;
    ck_assert_msg(scan_number(&s, 65535, &number), "%s", line);
    port = (int)number;
}

/* The program itself; what it logs goes to `log`, if that is not -1. */
static void start_program(int log, const char *option) {
    int out[2];
    ck_assert_int_eq(pipe(out), 0);
    server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nor does it outlive a test that fails */
        dup2(out[1], STDOUT_FILENO);
        if (log >= 0) dup2(log, STDERR_FILENO);
        close(out[0]);
        execl(PROGRAM, "linework", "serve", "--json", option, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    read_port(out[0]);
}

static void start_server(void) {
    start_program(-1, "-q");
}

static volatile sig_atomic_t told_to_stop;

static void on_stop(int number) {
    (void)number;
    told_to_stop = 1;
}

static void tell_port(void *context, int chosen) {
    const int *out = context;
    dprintf(*out, ":%d\n", chosen);
    close(*out);
}

/* A server with another patience than the program's, and perhaps something else to do when it
 * begins. */
static void start_with(const serve_patience *patience, void (*ready)(void *context, int port)) {
    int out[2];
    ck_assert_int_eq(pipe(out), 0);
    server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nor does it outlive a test that fails */
        error e;
        struct sigaction action = {.sa_handler = on_stop};
        sigaction(SIGTERM, &action, NULL);
        close(out[0]);
        serve_options options = {
            .stop = &told_to_stop, .ready = ready, .context = &out[1], .patience = patience};
        _exit(serve(&options, &e));
    }
    close(out[1]);
    read_port(out[0]);
}

/* A server that was told to stop has stopped in good order. */
static void stop_server(void) {
    int code;
    kill(server, SIGTERM);
    ck_assert_int_eq(waitpid(server, &code, 0), server);
    ck_assert(WIFEXITED(code));
    ck_assert_int_eq(WEXITSTATUS(code), 0);
}

/* --- asking ----------------------------------------------------------------------------------- */

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

static void send_text(int s, const char *string) {
    ck_assert_int_eq(send(s, string, strlen(string), MSG_NOSIGNAL), (ssize_t)strlen(string));
}

static void send_request(int s, const char *method, const char *path, const char *fields) {
    text request = text_growing();
    text_format(&request, "%s %s HTTP/1.1\r\nHost: localhost:%d\r\n%s\r\n", method, path, port,
                fields);
    send_text(s, request.data);
    text_free(&request);
}

/* One answer, head and body, and not a byte of the next. */
static text receive(int s) {
    text answer = text_growing();
    char byte;
    text_put(&answer, "");
    while (!strstr(answer.data, "\r\n\r\n")) {
        ck_assert_msg(read(s, &byte, 1) == 1, "the server hung up after '%s'", answer.data);
        text_char(&answer, byte);
    }
    const char *length = strstr(answer.data, "content-length: ");
    ck_assert_ptr_nonnull(length);
    char part[4096];
    for (size_t left = (size_t)atoi(length + strlen("content-length: ")); left > 0;) {
        ssize_t got = read(s, part, left < sizeof part ? left : sizeof part);
        ck_assert_int_gt(got, 0);
        text_put_n(&answer, part, (size_t)got);
        left -= (size_t)got;
    }
    return answer;
}

/* Everything the server says until it hangs up. */
static text hear_all(int s) {
    text answer = text_growing();
    char part[4096];
    ssize_t got;
    text_put(&answer, "");
    while ((got = read(s, part, sizeof part)) > 0) text_put_n(&answer, part, (size_t)got);
    close(s);
    return answer;
}

static text ask_bytes(const char *bytes, size_t length) {
    int s = dial();
    ck_assert_int_eq(send(s, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
    shutdown(s, SHUT_WR);
    return hear_all(s);
}

static void expect(text answer, const char *beginning, const char *part) {
    ck_assert_msg(strncmp(answer.data, beginning, strlen(beginning)) == 0, "%s", answer.data);
    ck_assert_msg(strstr(answer.data, part) != NULL, "%s\nlacks\n%s", answer.data, part);
    text_free(&answer);
}

/* The longest file of the page: more than fits on the way at once. */
static const char *longest_file(void) {
    const asset *longest = server_assets;
    for (const asset *file = server_assets; file->path; file++)
        if (file->end - file->bytes > longest->end - longest->bytes) longest = file;
    ck_assert_int_gt(longest->end - longest->bytes, 100000);
    return longest->path;
}

static void expect_not_found(int s) {
    send_request(s, "GET", "/nowhere", "");
    expect(receive(s), "HTTP/1.1 404 ", "There is nothing here.");
}

/* --- tests ------------------------------------------------------------------------------------ */

/* Every address in 127.0.0.0/8 is this machine's own, but only the usual one is listened to: a
 * server that took 127.0.0.2 would take the address that the neighbours know, too. */
START_TEST(only_this_machine_is_answered) {
    ck_assert_int_lt(dial_at("127.0.0.2"), 0);
    ck_assert_int_lt(dial_at("127.255.255.254"), 0);
    int s = dial();
    expect_not_found(s);
    close(s);
}
END_TEST

/* A browser may take "localhost" for either. */
START_TEST(both_versions_of_localhost_are_answered) {
    struct sockaddr_in6 to = {
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = in6addr_loopback};
    int s = socket(AF_INET6, SOCK_STREAM, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&to, sizeof to) != 0) {
        ck_assert(errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL); /* a machine without IPv6 */
    } else {
        expect_not_found(s);
    }
    close(s);
}
END_TEST

START_TEST(a_connection_goes_on_after_a_refusal) {
    int s = dial();
    for (int i = 0; i < 3; i++) {
        static const char *const refused[] = {"POST", "DELETE", "BREW"};
        send_request(s, refused[i], "/", "");
        expect(receive(s), i < 2 ? "HTTP/1.1 405 " : "HTTP/1.1 501 ", "content-security-policy: ");
        expect_not_found(s);
    }
    send_request(s, "GET", "/nowhere", "Connection: close\r\n");
    expect(receive(s), "HTTP/1.1 404 ", "connection: close");
    char byte;
    ck_assert_int_eq(read(s, &byte, 1), 0);
    close(s);
}
END_TEST

START_TEST(upgrades_are_not_taken) {
    static const char *const upgrades[] = {
        "Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://evil.example\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Connection: Upgrade\r\nUpgrade: something\r\n",
    };
    int s = dial();
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof upgrades / sizeof *upgrades; i++) {
            send_request(s, "GET", "/nowhere", upgrades[i]);
            expect(receive(s), "HTTP/1.1 404 ", "There is nothing here.");
        }
    expect_not_found(s);
    close(s);
}
END_TEST

/* A name that a page of another server gave our address. */
START_TEST(a_strange_host_is_refused) {
    int s = dial();
    send_text(s, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    expect(receive(s), "HTTP/1.1 421 ", "This server does not go by that name.");
    expect_not_found(s);
    close(s);
}
END_TEST

START_TEST(packets_of_one_byte_are_a_request) {
    int s = dial(), on = 1;
    char request[128];
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    snprintf(request, sizeof request, "GET /nowhere HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", port);
    for (const char *c = request; *c; c++) ck_assert_int_eq(write(s, c, 1), 1);
    expect(receive(s), "HTTP/1.1 404 ", "There is nothing here.");
    close(s);
}
END_TEST

/* In many pieces, and the connection goes on behind it. */
START_TEST(long_answers_arrive_whole) {
    int s = dial();
    for (int i = 0; i < 20; i++) send_request(s, "GET", longest_file(), "");
    size_t first = 0;
    for (int i = 0; i < 20; i++) {
        text answer = receive(s);
        if (i == 0) first = answer.length;
        ck_assert_uint_gt(answer.length, 100000);
        ck_assert_uint_eq(answer.length, first);
        text_free(&answer);
    }
    expect_not_found(s);
    close(s);
}
END_TEST

/* What the client is still sending must not keep it from reading why it was refused. */
START_TEST(a_refusal_can_be_read_to_the_end) {
    int s = dial();
    char part[4096];
    memset(part, 'a', sizeof part);
    send_text(s, "GET /");
    for (int i = 0; i < 64; i++)
        if (send(s, part, sizeof part, MSG_NOSIGNAL) < 0) break;
    expect(hear_all(s), "HTTP/1.1 414 ", "The address is too long.");
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
    int s = dial();
    expect_not_found(s);
    close(s);
}
END_TEST

START_TEST(a_taken_port_is_an_error) {
    char command[256];
    snprintf(command, sizeof command, "%s serve --port %d 2>&1", PROGRAM, port);
    FILE *out = popen(command, "r");
    char line[128] = "", more[128];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    snprintf(command, sizeof command, "linework: port %d cannot be used: another program uses it\n",
             port);
    ck_assert_str_eq(line, command);
    ck_assert_ptr_null(fgets(more, sizeof more, out));
    ck_assert_int_eq(WEXITSTATUS(pclose(out)), 1);
}
END_TEST

/* Ports below a certain number are for the system, if it has not been told otherwise. */
START_TEST(a_reserved_port_is_an_error) {
    FILE *file = fopen("/proc/sys/net/ipv4/ip_unprivileged_port_start", "r");
    int first = 0;
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%d", &first), 1);
    fclose(file);
    if (first <= 1) return;
    pid_t child = fork();
    if (child == 0) { /* who ends without a look for leaks, which nobody else's process is given */
        listening l;
        error e;
        bool is_told = (geteuid() != 0 || setuid(65534) == 0) &&
                       listen_open(false, 1, &l, &e) == STATUS_FAILED &&
                       strcmp(e.text, "port 1 cannot be used: it is reserved for the system; "
                                      "take one from 1024 on") == 0;
        _exit(is_told ? 0 : 1);
    }
    int how;
    ck_assert(child > 0 && waitpid(child, &how, 0) == child);
    ck_assert_int_eq(how, 0);
}
END_TEST

/* "localhost" would lead some browsers to the other program. */
START_TEST(a_port_taken_in_one_version_is_taken) {
    struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    socklen_t length = sizeof a;
    int other = socket(AF_INET6, SOCK_STREAM, 0);
    if (other < 0 || bind(other, (struct sockaddr *)&a, sizeof a) != 0) return; /* no IPv6 here */
    ck_assert_int_eq(listen(other, 1), 0);
    ck_assert_int_eq(getsockname(other, (struct sockaddr *)&a, &length), 0);
    listening l;
    error e;
    ck_assert_int_eq(listen_open(false, ntohs(a.sin6_port), &l, &e), STATUS_FAILED);
    ck_assert_ptr_nonnull(strstr(e.text, "cannot be used: another program uses it"));
    ck_assert_int_eq(l.count, 0);
    close(other);
}
END_TEST

/* --- patience --------------------------------------------------------------------------------- */

static const serve_patience patient = {
    .idle = 600000, .receiving = 600000, .saying = 600000, .leaving = 600000, .connections = 100};

START_TEST(who_asks_nothing_is_left) {
    serve_patience p = patient;
    p.receiving = 50;
    start_with(&p, tell_port);
    text nothing = hear_all(dial());
    ck_assert_uint_eq(nothing.length, 0);
    text_free(&nothing);
    stop_server();
}
END_TEST

START_TEST(who_asks_no_more_is_left) {
    serve_patience p = patient;
    p.idle = 50;
    start_with(&p, tell_port);
    int s = dial();
    expect_not_found(s);
    text nothing = hear_all(s);
    ck_assert_uint_eq(nothing.length, 0);
    text_free(&nothing);
    stop_server();
}
END_TEST

/* When others need the place, who has rested longest is left first. */
START_TEST(who_rests_makes_room) {
    serve_patience p = patient;
    p.connections = 3;
    start_with(&p, tell_port);
    int s[3], next[2];
    for (int i = 0; i < 3; i++) expect_not_found(s[i] = dial());
    expect_not_found(s[0]);
    for (int i = 0; i < 2; i++) expect_not_found(next[i] = dial());
    for (int i = 1; i < 3; i++) {
        text nothing = hear_all(s[i]);
        ck_assert_uint_eq(nothing.length, 0);
        text_free(&nothing);
    }
    expect_not_found(s[0]);
    for (int i = 0; i < 2; i++) {
        expect_not_found(next[i]);
        close(next[i]);
    }
    close(s[0]);
    stop_server();
}
END_TEST

/* A connection on which the server hears this as soon as it sees it, however slow this test is. */
static int dial_and_send(const char *string) {
    kill(server, SIGSTOP);
    int s = dial();
    send_text(s, string);
    kill(server, SIGCONT);
    return s;
}

/* One byte after the other, and never the last. */
START_TEST(who_asks_slowly_is_left) {
    serve_patience p = patient;
    p.receiving = 50;
    p.leaving = 1;
    start_with(&p, tell_port);
    int s = dial_and_send("GET / HTTP/1.1\r\nX: ");
    char answer[13];
    while (recv(s, answer, sizeof answer, MSG_DONTWAIT) < 0) { /* until the server has enough */
        ck_assert_int_eq(errno, EAGAIN);
        send(s, "x", 1, MSG_NOSIGNAL);
        usleep(1000);
    }
    ck_assert_mem_eq(answer, "HTTP/1.1 408 ", sizeof answer);
    close(s);
    expect(hear_all(dial_and_send("GET / HT")), "HTTP/1.1 408 ", "connection: close");
    stop_server();
}
END_TEST

START_TEST(who_does_not_listen_is_left) {
    serve_patience p = patient;
    p.saying = 50;
    p.leaving = 1;
    start_with(&p, tell_port);
    int s = dial();
    for (int i = 0; i < 200; i++) {
        char request[128];
        int length =
            snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
                     longest_file(), port);
        if (send(s, request, (size_t)length, MSG_NOSIGNAL) < 0) break;
    }
    while (send(s, "\r\n", 2, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0 || errno == EAGAIN) usleep(1000);
    close(s);
    s = dial();
    expect_not_found(s);
    close(s);
    stop_server();
}
END_TEST

START_TEST(who_does_not_hang_up_is_left) {
    serve_patience p = patient;
    p.leaving = 1;
    p.connections = 1;
    start_with(&p, tell_port);
    int s = dial();
    send_request(s, "GET", "/nowhere", "Connection: close\r\n");
    int next = dial(); /* its turn comes when the first is gone, whether that hangs up or not */
    expect_not_found(next);
    close(next);
    close(s);
    stop_server();
}
END_TEST

/* How many sockets the server has open. */
static int count_sockets(void) {
    char command[128], line[16] = "";
    snprintf(command, sizeof command,
             "ls -l /proc/%d/fd 2>/dev/null | grep -c socket:", (int)server);
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    pclose(out);
    return atoi(line);
}

/* More connections than there may be: the others wait until somebody goes. */
START_TEST(others_wait_their_turn) {
    enum { MOST = 4, ALL = 50 };
    serve_patience p = patient;
    p.connections = MOST;
    start_with(&p, tell_port);
    int s[ALL], before = count_sockets();
    for (int i = 0; i < ALL; i++) {
        s[i] = dial();
        if (i < MOST)
            send_text(s[i], "GET /nowhere HTT"); /* and no more for now */
        else
            send_request(s[i], "GET", "/nowhere", "");
    }
    char rest[64];
    snprintf(rest, sizeof rest, "P/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n", port);
    for (int i = 0; i < ALL; i++) {
        if (i == MOST - 1) ck_assert_int_le(count_sockets(), before + MOST);
        if (i < MOST) send_text(s[i], rest);
        expect(receive(s[i]), "HTTP/1.1 404 ", "There is nothing here.");
        close(s[i]);
    }
    stop_server();
}
END_TEST

/* No descriptor is left but for two connections. */
static void use_up_descriptors(void *context, int chosen) {
    struct rlimit limit = {64, 64};
    int last = -1, fd;
    setrlimit(RLIMIT_NOFILE, &limit);
    tell_port(context, chosen);
    while ((fd = dup(STDIN_FILENO)) >= 0) last = fd;
    close(last);
    close(last - 1);
}

START_TEST(without_descriptors_others_wait) {
    start_with(&patient, use_up_descriptors);
    int s[8];
    for (int i = 0; i < 8; i++) {
        s[i] = dial();
        if (i < 2)
            send_text(s[i], "GET /nowhere HTT"); /* and no more for now */
        else
            send_request(s[i], "GET", "/nowhere", "");
    }
    client_expect_rest(server);
    char rest[64];
    snprintf(rest, sizeof rest, "P/1.1\r\nHost: localhost:%d\r\n\r\n", port);
    for (int i = 0; i < 8; i++) {
        if (i < 2) send_text(s[i], rest);
        expect(receive(s[i]), "HTTP/1.1 404 ", "There is nothing here.");
        close(s[i]);
    }
    stop_server();
}
END_TEST

/* --- the program ------------------------------------------------------------------------------ */

START_TEST(requests_are_logged) {
    int log[2];
    ck_assert_int_eq(pipe(log), 0);
    start_program(log[1], NULL);
    close(log[1]);
    int s = dial();
    send_request(s, "GET", "/nowhere?token=secret", "");
    text answer = receive(s);
    text_free(&answer);
    close(s);
    FILE *lines = fdopen(log[0], "r");
    char line[256] = "";
    ck_assert_ptr_nonnull(fgets(line, sizeof line, lines));
    ck_assert_msg(strstr(line, "Z 127.0.0.1 GET /nowhere 404 107 ") != NULL, "%s", line);
    stop_server();
    ck_assert_ptr_null(fgets(line, sizeof line, lines));
    fclose(lines);
}
END_TEST

START_TEST(a_log_that_nobody_reads_is_no_reason_to_end) {
    int log[2];
    signal(SIGPIPE, SIG_DFL); /* whoever runs this test may ignore it */
    ck_assert_int_eq(pipe2(log, O_CLOEXEC), 0);
    start_program(log[1], NULL);
    close(log[1]);
    close(log[0]);
    int s = dial();
    for (int i = 0; i < 2; i++) expect_not_found(s);
    close(s);
    stop_server();
}
END_TEST

START_TEST(requests_are_not_logged_if_nobody_wants_to_know) {
    int log[2];
    char byte;
    ck_assert_int_eq(pipe(log), 0);
    start_program(log[1], "-q");
    close(log[1]);
    int s = dial();
    expect_not_found(s);
    close(s);
    stop_server();
    ck_assert_int_eq(read(log[0], &byte, 1), 0);
    close(log[0]);
}
END_TEST

/* The whole way: the program, a socket, a table; and the connection goes on behind it. */
START_TEST(values_come_from_a_table) {
    static const char late[] = "09/10/11/00/10/01/01/90 a";
    const linja_rules *rules = linja_find_rules("2003");
    setenv("XDG_DATA_HOME", fixture_folder(), 1); /* of this test alone */
    late_table_write(rules, late);
    start_server();
    int s = dial();
    text expected = late_table_answer(rules, late);
    for (int i = 0; i < 2; i++) {
        send_request(s, "GET", "/api/linja/moves?rules=2003&position=09/10/11/00/10/01/01/90%20a",
                     "");
        expect(receive(s), "HTTP/1.1 200 OK\r\n", expected.data);
    }
    send_request(s, "GET", "/api/linja/moves?rules=2003&position=", "");
    expect(receive(s), "HTTP/1.1 400 ", "\"detail\":\"parameter 'position' is empty\"}\n");
    text_free(&expected);
    close(s);
    stop_server();
}
END_TEST

/* Ctrl-C in a terminal goes to all of its processes; the browser must not be one of them. */
START_TEST(the_browser_outlives_the_server) {
    char search[256];
    fixture_path told = fixture_in_folder("told"), path = fixture_in_folder("xdg-open");
    ck_assert_int_eq(mkfifo(told.text, 0600), 0);
    FILE *script = fopen(path.text, "w");
    fprintf(script,
            "#!/bin/sh\nread -r pid name state parent group session rest </proc/$$/stat\n"
            "echo \"$1 $session\" >%s\n",
            told.text);
    fclose(script);
    chmod(path.text, 0700);
    snprintf(search, sizeof search, "%s:/usr/bin:/bin", fixture_folder());
    int out[2];
    ck_assert_int_eq(pipe(out), 0);
    server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nor does it outlive a test that fails */
        setenv("PATH", search, 1);
        setenv("DISPLAY", ":0", 1);
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execl(PROGRAM, "linework", "serve", "--json", "-q", "--open", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    read_port(out[0]);
    FILE *browser = fopen(told.text, "r");
    char line[128] = "", address[64];
    int session = 0;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, browser));
    fclose(browser);
    ck_assert_int_eq(sscanf(line, "%60s %d", address, &session), 2);
    snprintf(search, sizeof search, "http://localhost:%d/", port);
    ck_assert_str_eq(address, search);
    ck_assert_int_gt(session, 0);
    ck_assert_int_ne(session, getsid(server));
    stop_server();
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("server");
    TCase *tests = fixture_threads(suite, "server");
    tcase_add_checked_fixture(tests, start_server, stop_server);
    tcase_add_test(tests, only_this_machine_is_answered);
    tcase_add_test(tests, both_versions_of_localhost_are_answered);
    tcase_add_test(tests, a_connection_goes_on_after_a_refusal);
    tcase_add_test(tests, upgrades_are_not_taken);
    tcase_add_test(tests, a_strange_host_is_refused);
    tcase_add_test(tests, packets_of_one_byte_are_a_request);
    tcase_add_test(tests, long_answers_arrive_whole);
    tcase_add_test(tests, a_refusal_can_be_read_to_the_end);
    tcase_add_test(tests, strangers_do_no_harm);
    tcase_add_test(tests, a_taken_port_is_an_error);
    TCase *others = fixture_threads(suite, "patience");
    tcase_add_test(others, a_reserved_port_is_an_error);
    tcase_add_test(others, a_port_taken_in_one_version_is_taken);
    tcase_add_test(others, who_asks_nothing_is_left);
    tcase_add_test(others, who_asks_no_more_is_left);
    tcase_add_test(others, who_rests_makes_room);
    tcase_add_test(others, who_asks_slowly_is_left);
    tcase_add_test(others, who_does_not_listen_is_left);
    tcase_add_test(others, who_does_not_hang_up_is_left);
    tcase_add_test(others, others_wait_their_turn);
    tcase_add_test(others, without_descriptors_others_wait);
    tcase_add_test(others, requests_are_logged);
    tcase_add_test(others, a_log_that_nobody_reads_is_no_reason_to_end);
    tcase_add_test(others, requests_are_not_logged_if_nobody_wants_to_know);
    tcase_add_test(others, values_come_from_a_table);
    tcase_add_test(others, the_browser_outlives_the_server);
    return fixture_run(suite);
}
