/* SPDX-License-Identifier: MIT
 *
 * WebSocket as RFC 6455 has it, read strictly: bytes in, messages out; nothing here knows of
 * sockets. Messages are text, and no longer than a client of ours has to say. */
#ifndef SERVER_FRAMES_H
#define SERVER_FRAMES_H

#include "base/text.h"
#include "server/http.h"

enum {
    FRAME_MESSAGE_MAX = 16384,
    FRAME_CONTROL_MAX = 125,
    FRAME_WRONG = 1002,    /* close codes: not WebSocket */
    FRAME_UNFITTING = 4400 /* ... WebSocket, but nothing that can be said here */
};

typedef enum frame_kind {
    FRAME_MORE, /* nothing is whole yet */
    FRAME_TEXT, /* reader.message */
    FRAME_PING, /* reader.control, to be sent back */
    FRAME_PONG,
    FRAME_CLOSE,  /* the other side wants to end it */
    FRAME_REFUSED /* reader.refusal is the code to close with */
} frame_kind;

typedef struct frame_reader {
    bool from_server; /* what a server says is read: it is not masked */
    unsigned char head[14];
    size_t head_length; /* bytes of it that have come */
    bool in_payload;
    uint64_t left, at; /* bytes of the payload that are still to come, and that have come */
    text message;      /* the pieces that have come */
    bool in_message;   /* ... and the last is still missing */
    char control[FRAME_CONTROL_MAX];
    size_t control_length;
    int refusal;
} frame_reader;

void frame_reader_free(frame_reader *f);

/* Takes bytes up to the end of what is whole first; *taken says how many. */
frame_kind frame_read(frame_reader *f, const char *bytes, size_t length, size_t *taken);

/* What a server says. */
void frame_put_text(text *out, const char *bytes, size_t length);
void frame_put_ping(text *out);
void frame_put_pong(text *out, const char *bytes, size_t length);
void frame_put_close(text *out, int code, const char *reason);

/* What a client says: a whole frame that a server would say, masked by four random bytes. */
void frame_put_masked(text *out, const text *frame, const unsigned char mask[4]);

/* What a server says to a key (24 characters) to prove that it was understood. */
enum { FRAME_ACCEPT_BYTES = 29, FRAME_KEY_BYTES = 25 };
void frame_accept(const char *key, char accept[FRAME_ACCEPT_BYTES]);
void frame_key(const unsigned char random[16], char key[FRAME_KEY_BYTES]);

/* Whether a request wants WebSocket with this subprotocol: 101, or the status by which it is
 * refused, and why. `accept` proves to the asker that it was understood. */
int frame_upgrade(const http_request *r, const char *subprotocol, char accept[FRAME_ACCEPT_BYTES],
                  const char **why);

#endif
