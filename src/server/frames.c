/* SPDX-License-Identifier: MIT */
#include "server/frames.h"

#include <openssl/sha.h>
#include <string.h>
#include <strings.h>

enum { CONTINUATION = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };
enum { FINAL = 0x80, RESERVED = 0x70, MASKED = 0x80, MASK_BYTES = 4 };

/* --- reading ---------------------------------------------------------------------------------- */

void frame_reader_free(frame_reader *f) {
    text_free(&f->message);
    *f = (frame_reader){0};
}

static frame_kind refuse(frame_reader *f, int code) {
    f->refusal = code;
    return FRAME_REFUSED;
}

static int opcode_of(const frame_reader *f) {
    return f->head[0] & 0x0f;
}

static bool is_control(const frame_reader *f) {
    return opcode_of(f) >= CLOSE;
}

/* How long the head is, as far as that is known. */
static size_t head_size(const frame_reader *f) {
    if (f->head_length < 2) return 2;
    int length = f->head[1] & 0x7f;
    size_t more = length == 126 ? 2u : length == 127 ? 8u : 0u;
    return 2 + more + (f->from_server ? 0 : MASK_BYTES);
}

static uint64_t payload_size(const frame_reader *f) {
    uint64_t length = f->head[1] & 0x7f;
    size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (more == 0) return length;
    length = 0;
    for (size_t i = 0; i < more; i++) length = length << 8 | f->head[2 + i];
    return length;
}

/* What the first two bytes say must make sense before the rest is waited for. */
static int check_beginning(const frame_reader *f) {
    int opcode = opcode_of(f), length = f->head[1] & 0x7f;
    bool masked = f->head[1] & MASKED;
    if (f->head[0] & RESERVED || masked == f->from_server) return FRAME_WRONG;
    if (is_control(f))
        return opcode > PONG || !(f->head[0] & FINAL) || length > FRAME_CONTROL_MAX ? FRAME_WRONG
                                                                                    : 0;
    if (opcode > BINARY || (opcode == CONTINUATION) != f->in_message) return FRAME_WRONG;
    return opcode == BINARY ? FRAME_UNFITTING : 0;
}

static int check_size(const frame_reader *f) {
    uint64_t size = payload_size(f);
    int length = f->head[1] & 0x7f;
    if ((length == 126 && size < 126) || (length == 127 && (size < 65536 || size >> 63)))
        return FRAME_WRONG;
    size_t before = f->in_message ? f->message.length : 0;
    return !is_control(f) && size > FRAME_MESSAGE_MAX - before ? FRAME_UNFITTING : 0;
}

/* Takes bytes of the head; 0, or the code to close with. */
static int read_head(frame_reader *f, const char *bytes, size_t length, size_t *taken) {
    while (!f->in_payload && *taken < length) {
        f->head[f->head_length++] = (unsigned char)bytes[(*taken)++];
        int code = f->head_length == 2 ? check_beginning(f) : 0;
        if (code) return code;
        if (f->head_length < 2 || f->head_length < head_size(f)) continue;
        code = check_size(f);
        if (code) return code;
        f->left = payload_size(f);
        f->at = 0;
        f->in_payload = true;
        if (is_control(f))
            f->control_length = 0;
        else if (!f->in_message)
            text_clear(&f->message);
    }
    return 0;
}

static void read_payload(frame_reader *f, const char *bytes, size_t length, size_t *taken) {
    static const unsigned char none[MASK_BYTES];
    const unsigned char *mask = f->from_server ? none : f->head + f->head_length - MASK_BYTES;
    for (; f->left > 0 && *taken < length; f->left--, f->at++) {
        char c = (char)((unsigned char)bytes[(*taken)++] ^ mask[f->at % MASK_BYTES]);
        if (is_control(f))
            f->control[f->control_length++] = c;
        else
            text_char(&f->message, c);
    }
}

static frame_kind end_frame(frame_reader *f) {
    int opcode = opcode_of(f);
    f->in_payload = false;
    f->head_length = 0;
    if (opcode == PING) return FRAME_PING;
    if (opcode == PONG) return FRAME_PONG;
    if (opcode == CLOSE) return FRAME_CLOSE;
    f->in_message = !(f->head[0] & FINAL);
    return f->in_message ? FRAME_MORE : FRAME_TEXT;
}

frame_kind frame_read(frame_reader *f, const char *bytes, size_t length, size_t *taken) {
    *taken = 0;
    if (f->refusal) return FRAME_REFUSED;
    if (!f->message.data) f->message = text_growing();
    for (;;) {
        int code = read_head(f, bytes, length, taken);
        if (code) return refuse(f, code);
        if (!f->in_payload) return FRAME_MORE;
        read_payload(f, bytes, length, taken);
        if (f->message.failed) return refuse(f, 1011);
        if (f->left > 0) return FRAME_MORE;
        frame_kind kind = end_frame(f);
        if (kind != FRAME_MORE) return kind;
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put_head(text *out, int opcode, size_t length) {
    text_char(out, (char)(FINAL | opcode));
    if (length < 126) {
        text_char(out, (char)length);
        return;
    }
    size_t bytes = length < 65536 ? 2 : 8;
    text_char(out, (char)(bytes == 2 ? 126 : 127));
    while (bytes-- > 0) text_char(out, (char)((uint64_t)length >> 8 * bytes));
}

void frame_put_text(text *out, const char *bytes, size_t length) {
    put_head(out, TEXT, length);
    text_put_n(out, bytes, length);
}

void frame_put_ping(text *out) {
    put_head(out, PING, 0);
}

void frame_put_pong(text *out, const char *bytes, size_t length) {
    put_head(out, PONG, length);
    text_put_n(out, bytes, length);
}

void frame_put_close(text *out, int code, const char *reason) {
    size_t length = strlen(reason);
    if (length > FRAME_CONTROL_MAX - 2) length = FRAME_CONTROL_MAX - 2;
    put_head(out, CLOSE, length + 2);
    text_char(out, (char)(code >> 8));
    text_char(out, (char)code);
    text_put_n(out, reason, length);
}

void frame_put_masked(text *out, const text *frame, const unsigned char mask[4]) {
    size_t length = (unsigned char)frame->data[1] & 0x7f;
    size_t head = length == 126 ? 4 : length == 127 ? 10 : 2;
    text_char(out, frame->data[0]);
    text_char(out, (char)(MASKED | frame->data[1]));
    text_put_n(out, frame->data + 2, head - 2);
    text_put_n(out, (const char *)mask, MASK_BYTES);
    for (size_t i = head; i < frame->length; i++)
        text_char(out, (char)((unsigned char)frame->data[i] ^ mask[(i - head) % MASK_BYTES]));
}

/* --- the beginning ---------------------------------------------------------------------------- */

static void put_base64(const unsigned char *bytes, size_t length, char *out) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < length) three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < length) three |= bytes[i + 2];
        for (size_t k = 0; k < 4; k++)
            *out++ = i + k > length ? '=' : letters[three >> (18 - 6 * k) & 63];
    }
    *out = '\0';
}

static bool is_key(const char *key) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key && strlen(key) == 24 && strspn(key, letters) == 22 && strcmp(key + 22, "==") == 0;
}

void frame_key(const unsigned char random[16], char key[FRAME_KEY_BYTES]) {
    put_base64(random, 16, key);
}

void frame_accept(const char *key, char accept[FRAME_ACCEPT_BYTES]) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char proof[24 + sizeof magic];
    unsigned char digest[20];
    text t = text_fixed(proof, sizeof proof);
    text_format(&t, "%s%s", key, magic);
    SHA1((const unsigned char *)proof, t.length, digest);
    put_base64(digest, sizeof digest, accept);
}

int frame_upgrade(const http_request *r, const char *subprotocol, char accept[FRAME_ACCEPT_BYTES],
                  const char **why) {
    const char *version = http_field_value(r, "sec-websocket-version");
    const char *key = http_field_value(r, "sec-websocket-key");
    *why = "This address is for WebSocket.";
    if (r->is_old || strcmp(r->method, "GET") != 0 || !http_has(r, "connection", "upgrade") ||
        !http_has(r, "upgrade", "websocket") || !version || strcmp(version, "13") != 0)
        return 426;
    *why = "The request does not begin WebSocket as RFC 6455 says.";
    if (!is_key(key)) return 400;
    *why = "The subprotocol of this server is linework.v1.";
    if (!http_has(r, "sec-websocket-protocol", subprotocol)) return 400;
    frame_accept(key, accept);
    return 101;
}
