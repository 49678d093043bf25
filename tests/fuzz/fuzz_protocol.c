/* SPDX-License-Identifier: MIT
 *
 * The engine protocol as a stranger may use it: a line that is a tile set, then any bytes, in
 * pieces of any size (the first of them chooses). What is said is always one line of text, and
 * afterwards the engine still plays. */
#include "base/text.h"
#include "fuzz.h"
#include "ugi/protocol.h"

/* The last line that was said. */
typedef struct ear {
    char last[256];
} ear;

static void receive(void *context, const char *line) {
    ear *o = context;
    size_t bad;
    MUST(text_is_clean(line, strlen(line), &bad) && !strchr(line, '\n') && !strchr(line, '\r'));
    text t = text_fixed(o->last, sizeof o->last);
    text_put_n(&t, line, strnlen(line, sizeof o->last - 1));
}

static void expect(protocol *p, const ear *o, const char *line, const char *beginning) {
    MUST(protocol_line(p, line, strlen(line)));
    MUST(strncmp(o->last, beginning, strlen(beginning)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    text input = take_text(data, size);
    setenv("XDG_DATA_HOME", "/nowhere", 1); /* tables of the user's own are none of ours */
    ear received = {""};
    protocol_options options = {
        .say = receive,
        .context = &received,
        .version = "fuzz",
        .on_caller = true,
        .bounds = {.nodes = 100, .memory = 1, .threads = 2, .no_files = true},
    };
    protocol *p;
    error e;
    MUST(protocol_new(&options, &p, &e) == STATUS_OK);
    size_t piece = (uint8_t)input.data[0] % 64 + 1, end = input.length;
    bool goes_on = true;
    for (size_t at = 1; at < end && goes_on; at += piece)
        goes_on = protocol_bytes(p, input.data + at, at + piece < end ? piece : end - at);
    text_free(&input);
    protocol_end(p);
    if (goes_on && protocol_line(p, "", 0)) {
        expect(p, &received, "isready", "readyok");
        expect(p, &received, "position startpos", "");
        expect(p, &received, "go nodes 10", "bestmove ");
        MUST(strcmp(received.last, "bestmove none") != 0);
    }
    protocol_free(p);
    return 0;
}
