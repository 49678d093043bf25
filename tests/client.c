/* SPDX-License-Identifier: MIT */
#include "client.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- the program ------------------------------------------------------------------------------ */

server_process server_run(const char *program, int log, const char *const *options) {
    const char *arguments[32] = {"linework", "serve", "--json"};
    int out[2], count = 3;
    char line[512] = "";
    while (*options) arguments[count++] = *options++;
    ck_assert_int_eq(pipe(out), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nor does it outlive a test that fails */
        dup2(out[1], STDOUT_FILENO);
        if (log >= 0) dup2(log, STDERR_FILENO);
        close(out[0]);
        execv(program, (char *const *)arguments);
        _exit(127);
    }
    close(out[1]);
    FILE *said = fdopen(out[0], "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, said));
    fclose(said);
    return (server_process){.pid = pid, .port = atoi(strrchr(line, ':') + 1)};
}

server_process server_start(const char *program, const char *file) {
    char store[256];
    bool is_url = strncmp(file, "postgresql:", 11) == 0;
    snprintf(store, sizeof store, "%s%s", is_url ? "" : "sqlite:", file);
    return server_run(program, -1, (const char *const[]){"-q", "--store", store, NULL});
}

void server_stop(server_process *s) {
    int code;
    kill(s->pid, SIGTERM);
    ck_assert_int_eq(waitpid(s->pid, &code, 0), s->pid);
    ck_assert(WIFEXITED(code));
    ck_assert_int_eq(WEXITSTATUS(code), 0);
}

void server_kill(server_process *s) {
    int code;
    kill(s->pid, SIGKILL);
    ck_assert_int_eq(waitpid(s->pid, &code, 0), s->pid);
}

/* --- HTTP ------------------------------------------------------------------------------------- */

static struct in_addr source; /* 0: any */

void client_come_from(const char *address) {
    ck_assert_int_eq(inet_pton(AF_INET, address, &source), 1);
}

int client_dial(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr = source};
    if (source.s_addr) ck_assert_int_eq(bind(s, (struct sockaddr *)&from, sizeof from), 0);
    ck_assert_int_eq(connect(s, (struct sockaddr *)&to, sizeof to), 0);
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return s;
}

static void send_all(int s, const char *bytes, size_t length) {
    ck_assert_int_eq(send(s, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
}

http_reply http_ask(int port, const char *method, const char *path, const char *fields,
                    const char *body) {
    int s = client_dial(port);
    text request = text_growing();
    http_reply r = {.whole = text_growing()};
    text_format(&request, "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n%s", method,
                path, port, fields);
    if (body)
        text_format(&request, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                    strlen(body));
    text_format(&request, "\r\n%s", body ? body : "");
    send_all(s, request.data, request.length);
    text_free(&request);
    char part[4096];
    ssize_t got;
    text_put(&r.whole, "");
    while ((got = read(s, part, sizeof part)) > 0) text_put_n(&r.whole, part, (size_t)got);
    close(s);
    ck_assert_msg(strncmp(r.whole.data, "HTTP/1.1 ", 9) == 0, "%s", r.whole.data);
    r.code = atoi(r.whole.data + 9);
    const char *end = strstr(r.whole.data, "\r\n\r\n");
    if (end) r.body = json_loads(end + 4, 0, NULL);
    return r;
}

void http_forget(http_reply *r) {
    text_free(&r->whole);
    json_decref(r->body);
}

json_t *http_facts(int port, const char *method, const char *path, const char *body, int code) {
    http_reply r = http_ask(port, method, path, "", body);
    ck_assert_msg(r.code == code, "%s %s: %s", method, path, r.whole.data);
    json_t *facts = json_incref(r.body);
    http_forget(&r);
    return facts;
}

/* --- WebSocket -------------------------------------------------------------------------------- */

/* Reads as much as has come of a head, and nothing of what follows it. */
static void read_head(int fd, text *head) {
    char part[4096];
    ssize_t there = recv(fd, part, sizeof part - 1, MSG_PEEK);
    ck_assert_msg(there > 0, "%s", head->data);
    part[there] = '\0';
    size_t before = head->length;
    text_put(head, part);
    const char *end = strstr(head->data, "\r\n\r\n");
    if (end) text_take_back(head, (size_t)(end + 4 - head->data));
    ck_assert_int_eq(recv(fd, part, head->length - before, 0), (ssize_t)(head->length - before));
}

ws ws_open(int port, const char *id) {
    ws w = {.fd = client_dial(port)};
    text request = text_growing(), head = text_growing();
    text_format(&request,
                "GET /v1/games/%s/socket HTTP/1.1\r\nHost: localhost:%d\r\n"
                "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Protocol: other, linework.v1\r\nOrigin: http://localhost:%d\r\n\r\n",
                id, port, port);
    send_all(w.fd, request.data, request.length);
    text_put(&head, "");
    while (!strstr(head.data, "\r\n\r\n")) read_head(w.fd, &head);
    ck_assert_msg(strncmp(head.data, "HTTP/1.1 101 ", 13) == 0, "%s", head.data);
    /* The example of RFC 6455, 1.3. */
    ck_assert_ptr_nonnull(
        strstr(head.data, "sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    ck_assert_ptr_nonnull(strstr(head.data, "sec-websocket-protocol: linework.v1\r\n"));
    text_free(&request);
    text_free(&head);
    return w;
}

void ws_close(ws *w) {
    close(w->fd);
    w->fd = -1;
}

void ws_send_frame(ws *w, int first_byte, const char *bytes, size_t length) {
    static const char mask[4] = {0x37, (char)0xfa, 0x21, 0x3d};
    text frame = text_growing();
    text_char(&frame, (char)first_byte);
    if (length < 126) {
        text_char(&frame, (char)(0x80 | length));
    } else {
        text_char(&frame, (char)(0x80 | 126));
        text_char(&frame, (char)(length >> 8));
        text_char(&frame, (char)length);
    }
    text_put_n(&frame, mask, sizeof mask);
    for (size_t i = 0; i < length; i++) text_char(&frame, (char)(bytes[i] ^ mask[i % 4]));
    send(w->fd, frame.data, frame.length, MSG_NOSIGNAL); /* the server may have gone */
    text_free(&frame);
}

void ws_send(ws *w, const char *json) {
    ws_send_frame(w, 0x81, json, strlen(json));
}

static bool read_all(int fd, void *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        ssize_t got = read(fd, (char *)bytes + at, length - at);
        if (got <= 0) return false;
        at += (size_t)got;
    }
    return true;
}

json_t *ws_hear(ws *w) {
    for (;;) {
        unsigned char head[2], more[8];
        if (!read_all(w->fd, head, 2)) return NULL;
        ck_assert_int_eq(head[1] & 0x80, 0); /* a server does not mask */
        uint64_t length = head[1];
        size_t extra = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (extra > 0) {
            if (!read_all(w->fd, more, extra)) return NULL;
            length = 0;
            for (size_t i = 0; i < extra; i++) length = length << 8 | more[i];
        }
        char *bytes = malloc(length + 1);
        if (!read_all(w->fd, bytes, length)) {
            free(bytes);
            return NULL;
        }
        bytes[length] = '\0';
        if (head[0] == 0x81) {
            json_t *message = json_loads(bytes, 0, NULL);
            ck_assert_msg(message != NULL, "%s", bytes);
            free(bytes);
            return message;
        }
        if (head[0] == 0x88 && length >= 2)
            w->close_code = (unsigned char)bytes[0] << 8 | (unsigned char)bytes[1];
        if (head[0] == 0x89) ws_send_frame(w, 0x8a, bytes, length);
        free(bytes);
        if (head[0] == 0x88) return NULL;
    }
}

/* --- processor time --------------------------------------------------------------------------- */

/* Nanoseconds of a processor that a process has had. */
static int64_t had(pid_t process) {
    clockid_t clock;
    struct timespec t;
    ck_assert_int_eq(clock_getcpuclockid(process, &clock), 0);
    ck_assert_int_eq(clock_gettime(clock, &t), 0);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void client_expect_rest(pid_t server) {
    enum { OURS = 500000000 };
    int64_t own = had(0), servers = had(server);
    while (had(0) - own < OURS) continue;
    ck_assert_int_lt(had(server) - servers, OURS / 5);
}
