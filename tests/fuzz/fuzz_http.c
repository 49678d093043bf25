/* SPDX-License-Identifier: MIT
 *
 * A connection to the server: any bytes. Each request gets one answer, and which ones are given
 * does not depend on how the bytes were cut into packets. */
#include "fuzz.h"
#include "server/talk.h"
#include "server/values.h"

enum { ANSWERS_MAX = 4096 };

typedef struct received {
    size_t count, bytes;
    int codes[ANSWERS_MAX];
    talk_state state;
} received;

static library *tables;

/* "TIME CLIENT METHOD PATH CODE ..." */
static void keep_code(void *context, const char *line) {
    received *h = context;
    for (int i = 0; i < 4; i++) {
        line = strchr(line, ' ');
        MUST(line);
        line++;
    }
    MUST(h->count < ANSWERS_MAX);
    h->codes[h->count++] = atoi(line);
    MUST(h->codes[h->count - 1] >= 200 && strchr(line, '\n') == NULL);
}

static void send_bytes(const uint8_t *data, size_t size, size_t at_once, received *h) {
    static talk t;
    static unsigned char room[1 << 16];
    talk_terms terms = {
        .library = tables, .port = 80, .is_proxied = true, .log = keep_code, .context = h};
    talk_begin(&t, &terms, at_once == 1 ? "127.0.0.1" : "::1", "192.0.2.7");
    h->count = h->bytes = 0;
    for (size_t i = 0; i < size; i += at_once) {
        talk_receive(&t, (const char *)data + i, size - i < at_once ? size - i : at_once);
        while (talk_wants_to_say(&t)) h->bytes += talk_say(&t, room, sizeof room);
    }
    h->state = t.state;
    talk_end(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static received whole, parts;
    error e;
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    if (!tables) MUST(library_new(&tables, &e) == STATUS_OK);
    send_bytes(data, size, TALK_RECEIVE_MAX, &whole);
    send_bytes(data, size, 1, &parts);
    MUST(whole.count == parts.count && whole.bytes == parts.bytes && whole.state == parts.state);
    MUST(memcmp(whole.codes, parts.codes, whole.count * sizeof *whole.codes) == 0);
    return 0;
}
