/* SPDX-License-Identifier: MIT
 *
 * WebSocket frames of clients and servers: any bytes. What is read does not depend on how the bytes
 * were cut into packets, no message is longer than allowed, and after a refusal nothing more is
 * read. */
#include "fuzz.h"
#include "server/frames.h"

enum { KINDS_MAX = 8192 };

typedef struct heard {
    size_t count;
    unsigned char kinds[KINDS_MAX];
    uint64_t sum; /* of all that was said */
    int refusal;
} heard;

static void add(heard *h, frame_kind kind, const char *bytes, size_t length) {
    MUST(h->count < KINDS_MAX);
    h->kinds[h->count++] = (unsigned char)kind;
    for (size_t i = 0; i < length; i++) h->sum = h->sum * 31 + (unsigned char)bytes[i] + 1;
}

static void hear(const uint8_t *data, size_t size, size_t at_once, bool from_server, heard *h) {
    frame_reader f = {.from_server = from_server};
    memset(h, 0, sizeof *h);
    for (size_t i = 0; i < size && !h->refusal; i += at_once) {
        const char *bytes = (const char *)data + i;
        size_t length = size - i < at_once ? size - i : at_once;
        for (size_t taken; length > 0 && !h->refusal; bytes += taken, length -= taken) {
            frame_kind kind = frame_read(&f, bytes, length, &taken);
            MUST(taken <= length && (taken > 0 || kind == FRAME_REFUSED));
            switch (kind) {
            case FRAME_MORE: MUST(taken == length); break;
            case FRAME_TEXT:
                MUST(f.message.length <= FRAME_MESSAGE_MAX);
                add(h, kind, f.message.data, f.message.length);
                break;
            case FRAME_PING:
            case FRAME_PONG:
            case FRAME_CLOSE:
                MUST(f.control_length <= FRAME_CONTROL_MAX);
                add(h, kind, f.control, f.control_length);
                break;
            case FRAME_REFUSED:
                h->refusal = f.refusal;
                MUST(frame_read(&f, "x", 1, &taken) == FRAME_REFUSED && taken == 0);
                break;
            }
        }
    }
    frame_reader_free(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static heard whole, parts;
    for (int from_server = 0; from_server < 2; from_server++) {
        hear(data, size, size ? size : 1, from_server, &whole);
        hear(data, size, 1, from_server, &parts);
        MUST(whole.count == parts.count && whole.sum == parts.sum);
        MUST(whole.refusal == parts.refusal);
        MUST(memcmp(whole.kinds, parts.kinds, whole.count) == 0);
    }
    return 0;
}
