/* SPDX-License-Identifier: MIT
 *
 * A player for a server of Linework, in C with jansson and libsodium.
 *
 *     play HOST PORT play [linja|liniell]    makes a game with the computer, and plays it out
 *     play HOST PORT join ID                 takes the free seat of a game
 *     play HOST PORT value RULES POSITION    every turn of a position of Linja with its exact value
 *
 *     cc -D_GNU_SOURCE -o play play.c $(pkg-config --cflags --libs jansson libsodium)
 *
 * Turns come from the server: the best by its table or its search. Where it has no table of Linja,
 * any legal turn will do, as `linework linja moves` lists them ($LINEWORK is that program).
 * docs/server.md has the protocol. What goes wrong ends the program. */
#include <err.h>
#include <jansson.h>
#include <netdb.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *host, *port;

/* A line to the server. */
typedef struct line_to_server {
    FILE *in, *out;
} line_to_server;

static line_to_server dial(void) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo(host, port, &wanted, &found) != 0) errx(1, "%s: no such host", host);
    for (struct addrinfo *a = found; a; a = a->ai_next) {
        int s = socket(a->ai_family, a->ai_socktype, 0);
        if (s >= 0 && connect(s, a->ai_addr, a->ai_addrlen) == 0) {
            freeaddrinfo(found);
            return (line_to_server){fdopen(s, "r"), fdopen(dup(s), "w")};
        }
        close(s);
    }
    err(1, "%s:%s", host, port);
}

static void hang_up(line_to_server *s) {
    fclose(s->in);
    fclose(s->out);
}

static const char *text_of(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

static int number_of(const json_t *o, const char *name) {
    return (int)json_integer_value(json_object_get(o, name));
}

/* --- HTTP ------------------------------------------------------------------------------------- */

/* A question over HTTP on a connection of its own; the answer is JSON, and *code its status. Who is
 * told to wait waits. The body is taken over; NULL: GET. */
static json_t *ask(const char *path, json_t *body, int *code) {
    char *sent = body ? json_dumps(body, JSON_COMPACT) : NULL, *got = NULL;
    json_t *answer;
    for (;;) {
        line_to_server line = dial();
        size_t size = 0;
        fprintf(line.out, "%s %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n",
                sent ? "POST" : "GET", path, host, port);
        if (sent)
            fprintf(line.out, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                    strlen(sent));
        fprintf(line.out, "\r\n%s", sent ? sent : "");
        fflush(line.out);
        if (getdelim(&got, &size, '\0', line.in) < 0) errx(1, "%s: no answer", path);
        hang_up(&line);
        *code = atoi(got + strlen("HTTP/1.1 "));
        const char *begin = strstr(got, "\r\n\r\n");
        answer = begin ? json_loads(begin + 4, 0, NULL) : NULL;
        free(got);
        got = NULL;
        if (*code != 429 && *code != 503) break;
        json_decref(answer);
        sleep(5);
    }
    free(sent);
    json_decref(body);
    return answer;
}

static json_t *ask_surely(const char *path, json_t *body) {
    int code;
    json_t *answer = ask(path, body, &code);
    if (code >= 300 || !answer) errx(1, "%s: %s", path, text_of(answer, "detail"));
    return answer;
}

/* --- WebSocket (RFC 6455), as much of it as a client needs ------------------------------------ */

static void send_frame(FILE *out, int opcode, const char *bytes, size_t size) {
    unsigned char mask[4];
    randombytes_buf(mask, sizeof mask);
    fputc(0x80 | opcode, out);
    if (size < 126) {
        fputc((int)(0x80 | size), out);
    } else {
        fputc(0xfe, out);
        fputc((int)(size >> 8), out);
        fputc((int)(size & 255), out);
    }
    fwrite(mask, 1, sizeof mask, out);
    for (size_t i = 0; i < size; i++) fputc(bytes[i] ^ mask[i % 4], out);
    fflush(out);
}

static char *said; /* last */

static void say(FILE *out, const char *format, ...) {
    va_list arguments;
    free(said);
    va_start(arguments, format);
    if (vasprintf(&said, format, arguments) < 0) err(1, NULL);
    va_end(arguments);
    send_frame(out, 1, said, strlen(said));
}

/* The next message. */
static json_t *hear(line_to_server *s) {
    for (;;) {
        int first = fgetc(s->in), size = fgetc(s->in), more = size == 126 ? 2 : size == 127 ? 8 : 0;
        size_t length = more ? 0 : (size_t)size;
        if (first == EOF || size == EOF) errx(1, "the server has gone");
        while (more-- > 0) length = length << 8 | (size_t)fgetc(s->in);
        char *payload = calloc(1, length + 1);
        if (!payload || fread(payload, 1, length, s->in) != length) errx(1, "the server has gone");
        json_t *message = (first & 15) == 1 ? json_loads(payload, 0, NULL) : NULL;
        if ((first & 15) == 8) errx(1, "closed: %s", length > 2 ? payload + 2 : "");
        if ((first & 15) == 9) send_frame(s->out, 10, payload, length);
        free(payload);
        if (message) return message;
    }
}

static line_to_server open_socket(const char *id) {
    char line[1024];
    line_to_server s = dial();
    fprintf(s.out,
            "GET /v1/games/%s/socket HTTP/1.1\r\nHost: %s:%s\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Protocol: linework.v1\r\n\r\n",
            id, host, port);
    fflush(s.out);
    if (!fgets(line, sizeof line, s.in) || !strstr(line, " 101 ")) errx(1, "no socket: %s", line);
    while (fgets(line, sizeof line, s.in) && strcmp(line, "\r\n") != 0) continue;
    return s;
}

/* --- playing ---------------------------------------------------------------------------------- */

static void put_position(char *path, size_t size, const char *position) {
    size_t length = strlen(path);
    snprintf(path + length, size - length, "%s", position);
    for (char *c = path + length; *c; c++)
        if (*c == ' ') *c = '_';
}

/* Any legal turn, by the program: without a shell, for the words come from the server. */
static void any_turn(const json_t *view, char turn[32]) {
    const char *program = getenv("LINEWORK") ? getenv("LINEWORK") : "linework";
    int lines[2], code;
    char line[32];
    if (pipe(lines) != 0) err(1, NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(lines[1], STDOUT_FILENO);
        close(lines[0]);
        execlp(program, "linework", "linja", "moves", "--rules", text_of(view, "rules"),
               "--position", text_of(view, "position"), (char *)NULL);
        err(127, "%s", program);
    }
    close(lines[1]);
    FILE *moves = fdopen(lines[0], "r");
    for (unsigned count = 1; fgets(line, sizeof line, moves); count++)
        if (randombytes_uniform(count) == 0) snprintf(turn, 32, "%s", line);
    fclose(moves);
    if (waitpid(child, &code, 0) != child || code != 0) errx(1, "linework linja moves failed");
    turn[strcspn(turn, "\n")] = '\0';
}

/* What the server thinks best. */
static void best_turn(const json_t *view, char turn[32]) {
    char path[1024];
    int code;
    bool is_linja = strcmp(text_of(view, "game"), "linja") == 0;
    if (is_linja)
        snprintf(path, sizeof path, "/v1/linja?rules=%s&position=", text_of(view, "rules"));
    else
        snprintf(path, sizeof path, "/v1/liniell?nodes=200&position=");
    put_position(path, sizeof path, text_of(view, "position"));
    json_t *answer = ask(path, NULL, &code);
    if (code == 200)
        snprintf(turn, 32, "%s",
                 text_of(json_array_get(json_object_get(answer, "turns"), 0), "turn"));
    else if (code == 404 && is_linja) /* there is no table */
        any_turn(view, turn);
    else
        errx(1, "%s: %s", path, text_of(answer, "detail"));
    json_decref(answer);
}

/* Does what an event calls for; true when the game is over. */
static bool follow(FILE *out, const json_t *event, const json_t *view, int player,
                   const char *random) {
    const char *kind = text_of(event, "event"), *status = text_of(view, "status");
    int n = number_of(event, "n");
    if (strcmp(status, "over") == 0) return true;
    const json_t *players = json_object_get(view, "players");
    if (strcmp(kind, "joined") == 0 && strcmp(status, "starting") == 0 && player == 1) {
        say(out, "{\"id\":\"%d\",\"do\":\"reveal\",\"random\":\"%s\"}", n, random);
    } else if (strcmp(kind, "draw-offered") == 0) {
        say(out, "{\"id\":\"%d\",\"do\":\"answer-draw\",\"yes\":false}", n);
    } else if (strcmp(kind, "undo-asked") == 0) {
        say(out, "{\"id\":\"%d\",\"do\":\"answer-undo\",\"yes\":true}", n);
    } else if (strcmp(status, "playing") == 0 && number_of(view, "n") == n &&
               number_of(players, text_of(view, "turn")) == player) {
        char turn[32];
        best_turn(view, turn);
        say(out, "{\"id\":\"%d\",\"do\":\"turn\",\"ply\":%d,\"turn\":\"%s\"}", n,
            number_of(view, "ply"), turn);
    }
    return false;
}

/* Plays on a seat until the game is over; `random` are this player's bytes, for Liniell. */
static void play(const json_t *seat, const char *random) {
    char path[128];
    line_to_server s = open_socket(text_of(seat, "id"));
    snprintf(path, sizeof path, "/v1/games/%s", text_of(seat, "id"));
    say(s.out, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":0}", text_of(seat, "token"));
    for (bool over = false; !over;) {
        json_t *message = hear(&s);
        const char *why = text_of(message, "why");
        if (strcmp(why, "too-fast") == 0) { /* which is not kept: the same may be said again */
            usleep(500000);
            send_frame(s.out, 1, said, strlen(said));
        } else if (*why && strcmp(why, "stale") != 0 && strcmp(why, "not-now") != 0)
            errx(1, "%s", text_of(message, "detail"));
        if (json_object_get(message, "event")) {
            json_t *view = ask_surely(path, NULL);
            over = follow(s.out, message, view, number_of(seat, "player"), random);
            if (over)
                printf("%s %s %s\n", text_of(view, "id"), text_of(view, "result"),
                       text_of(view, "reason"));
            json_decref(view);
        }
        json_decref(message);
    }
    hang_up(&s);
}

static void tell_values(const char *rules, const char *position) {
    char path[1024];
    size_t i;
    json_t *turn;
    snprintf(path, sizeof path, "/v1/linja?rules=%s&position=", rules);
    put_position(path, sizeof path, position);
    json_t *answer = ask_surely(path, NULL);
    json_array_foreach(json_object_get(answer, "turns"), i, turn)
        printf("%s\t%+d\n", text_of(turn, "turn"), number_of(turn, "value"));
    json_decref(answer);
}

int main(int count, char **words) {
    unsigned char random[16], hash[32];
    char random_hex[33], hash_hex[65], path[128];
    if (count < 4 || sodium_init() < 0)
        errx(2, "HOST PORT play [GAME] | join ID | value RULES POSITION");
    host = words[1];
    port = words[2];
    if (strcmp(words[3], "value") == 0 && count == 6) {
        tell_values(words[4], words[5]);
        return 0;
    }
    randombytes_buf(random, sizeof random);
    crypto_generichash(hash, sizeof hash, random, sizeof random, NULL, 0); /* BLAKE2b-256 */
    sodium_bin2hex(random_hex, sizeof random_hex, random, sizeof random);
    sodium_bin2hex(hash_hex, sizeof hash_hex, hash, sizeof hash);
    snprintf(path, sizeof path, "/v1/games");
    json_t *body;
    if (strcmp(words[3], "join") == 0 && count == 5) {
        snprintf(path, sizeof path, "/v1/games/%s/join", words[4]);
        body = json_pack("{s:s, s:s}", "name", "C", "random", random_hex);
    } else {
        body = json_pack("{s:s, s:s, s:s, s:{s:i}}", "game", count > 4 ? words[4] : "linja", "name",
                         "C", "randomHash", hash_hex, "opponent", "level", 2);
    }
    json_t *seat = ask_surely(path, body);
    play(seat, random_hex);
    json_decref(seat);
    return 0;
}
