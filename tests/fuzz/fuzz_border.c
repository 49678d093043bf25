/* SPDX-License-Identifier: MIT
 *
 * The border to the page: any lines, behind one that is a tile set for them. Each has one answer,
 * which ends in "ok" or is an error of one line; a line that is refused has changed nothing; and
 * afterwards a game can still be begun. */
#include "base/text.h"
#include "fuzz.h"
#include "web/border.h"

/* Says a line; answers whether it went well. */
static bool say(border *b, const char *line, size_t length, text *answer) {
    text_clear(answer);
    border_line(b, line, length, answer);
    MUST(!answer->failed && answer->length >= 3 && answer->data[answer->length - 1] == '\n');
    if (strcmp(answer->data + answer->length - 3, "ok\n") == 0) return true;
    MUST(strncmp(answer->data, "error\t", 6) == 0);
    MUST(strchr(answer->data, '\n') == answer->data + answer->length - 1);
    return false;
}

static bool begins(const char *line, size_t length, const char *word) {
    size_t wanted = strlen(word);
    return length >= wanted && memcmp(line, word, wanted) == 0;
}

/* Looking for a puzzle and the signature take their time, and no text but numbers and names. */
static bool is_slow(const char *line, size_t length) {
    return begins(line, length, "puzzle\t") || begins(line, length, "signature");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    text input = take_text(data, size);
    setenv("XDG_DATA_HOME", "/nowhere", 1); /* tables of the user's own are none of ours */
    const char *at = input.data, *end = at + input.length;
    border *b = border_new();
    text answer = text_growing(), before = text_growing(), after = text_growing();
    MUST(b);
    border_bound(b, 20);
    for (int lines = 0; at < end && lines < 24; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (!is_slow(at, length)) {
            say(b, "state", 5, &before);
            if (!say(b, at, length, &answer)) {
                say(b, "state", 5, &after);
                MUST(strcmp(before.data, after.data) == 0);
            }
        }
        at += length + 1;
    }
    static const char begin[] = "new\tlinja\tzen\t1\t0\t1\ta\tb\t";
    MUST(say(b, begin, sizeof begin - 1, &answer));
    MUST(say(b, "play\tab", 7, &answer));
    border_free(b);
    text_free(&answer);
    text_free(&before);
    text_free(&after);
    text_free(&input);
    return 0;
}
