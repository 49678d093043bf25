/* SPDX-License-Identifier: MIT */
#include "bot/socket.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/seconds.h"
#include "bot/ask.h"
#include "server/frames.h"

struct game_socket {
    wire *wire;
    frame_reader reader;
    text pending; /* bytes that have come and have not been read */
    int code;     /* of the server's goodbye; 0: it has said none */
};

static void give_random(void *bytes, size_t length) {
    while (getrandom(bytes, length, 0) != (ssize_t)length) continue;
}

/* --- opening ---------------------------------------------------------------------------------- */

static status shake_hands(game_socket *s, const address *to, const char *id, double patience,
                          error *e) {
    unsigned char random[16];
    char key[FRAME_KEY_BYTES], accept[FRAME_ACCEPT_BYTES];
    give_random(random, sizeof random);
    frame_key(random, key);
    frame_accept(key, accept);
    text request = text_growing();
    text_format(&request,
                "GET %sv1/games/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n"
                "Sec-WebSocket-Protocol: linework.v1\r\n\r\n",
                to->base, id, to->authority, key);
    status code =
        request.failed ? fail_memory(e) : wire_write(s->wire, request.data, request.length, e);
    text_free(&request);
    answer_head head;
    if (code == STATUS_OK) code = ask_read_head(s->wire, patience, &head, &s->pending, e);
    if (code != STATUS_OK) return code;
    if (head.code != 101 || strcmp(head.accept, accept) != 0)
        return FAIL(e, STATUS_FAILED, "%.200s: no socket for the game (status %d)", to->authority,
                    head.code);
    return STATUS_OK;
}

status socket_open(const address *to, const char *id, double patience, const atomic_bool *stop,
                   game_socket **out, error *e) {
    game_socket *s = calloc(1, sizeof *s);
    if (!s) return fail_memory(e);
    s->reader.from_server = true;
    s->pending = text_growing();
    status code = wire_open(to, patience, stop, &s->wire, e);
    if (code == STATUS_OK) code = shake_hands(s, to, id, patience, e);
    if (code == STATUS_OK) {
        *out = s;
        return code;
    }
    s->code = 1006; /* there is nobody to say goodbye to */
    socket_close(s);
    return code;
}

/* --- saying ----------------------------------------------------------------------------------- */

/* Takes the frame over. */
static status send_frame(game_socket *s, text frame, error *e) {
    unsigned char mask[4];
    text masked = text_growing();
    give_random(mask, sizeof mask);
    if (!frame.failed) frame_put_masked(&masked, &frame, mask);
    status code = frame.failed || masked.failed
                      ? fail_memory(e)
                      : wire_write(s->wire, masked.data, masked.length, e);
    text_free(&frame);
    text_free(&masked);
    return code;
}

status socket_say(game_socket *s, const char *json, error *e) {
    text frame = text_growing();
    frame_put_text(&frame, json, strlen(json));
    return send_frame(s, frame, e);
}

void socket_close(game_socket *s) {
    if (!s) return;
    if (s->code == 0) {
        error ignored;
        text frame = text_growing();
        frame_put_close(&frame, 1000, "");
        send_frame(s, frame, &ignored);
    }
    wire_close(s->wire);
    frame_reader_free(&s->reader);
    text_free(&s->pending);
    free(s);
}

/* --- hearing ---------------------------------------------------------------------------------- */

static status answer_ping(game_socket *s, error *e) {
    text frame = text_growing();
    frame_put_pong(&frame, s->reader.control, s->reader.control_length);
    return send_frame(s, frame, e);
}

static void note_goodbye(game_socket *s) {
    const unsigned char *bytes = (const unsigned char *)s->reader.control;
    s->code = s->reader.control_length >= 2 ? bytes[0] << 8 | bytes[1] : 1005;
}

/* Takes the first whole thing out of what has come. */
static status take(game_socket *s, socket_news *news, error *e) {
    *news = SOCKET_QUIET;
    while (s->pending.length > 0 && *news == SOCKET_QUIET) {
        size_t taken;
        status code = STATUS_OK;
        frame_kind kind = frame_read(&s->reader, s->pending.data, s->pending.length, &taken);
        s->pending.length -= taken;
        memmove(s->pending.data, s->pending.data + taken, s->pending.length);
        switch (kind) {
        case FRAME_MORE:
        case FRAME_PONG: break;
        case FRAME_TEXT: *news = SOCKET_MESSAGE; break;
        case FRAME_PING: code = answer_ping(s, e); break;
        case FRAME_CLOSE:
            note_goodbye(s);
            *news = SOCKET_CLOSED;
            break;
        case FRAME_REFUSED: code = FAIL(e, STATUS_FAILED, "the server speaks no WebSocket"); break;
        }
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

status socket_hear(game_socket *s, double seconds, int also, socket_news *news, error *e) {
    double deadline = seconds_now() + seconds;
    for (;;) {
        char part[4096];
        size_t got = 0;
        status code = take(s, news, e);
        if (code != STATUS_OK || *news != SOCKET_QUIET) return code;
        code = wire_read(s->wire, part, sizeof part, deadline - seconds_now(), also, &got, e);
        if (code != STATUS_OK || got == 0) return code;
        text_put_n(&s->pending, part, got);
        if (s->pending.failed) return fail_memory(e);
    }
}

const char *socket_message(const game_socket *s, size_t *length) {
    *length = s->reader.message.length;
    return s->reader.message.data;
}

int socket_code(const game_socket *s) {
    return s->code;
}
