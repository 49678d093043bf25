/* SPDX-License-Identifier: MIT
 *
 * WebSocket frames and their beginning, without a socket: what RFC 6455 says and what it forbids,
 * however the bytes are cut into packets. */
#include <string.h>

#include "fixture.h"
#include "server/frames.h"

/* What a client sends: the first byte, the text, and how its length is written. */
static void put_frame(text *out, int first, const char *payload, size_t length, int size_bytes) {
    static const char mask[4] = {0x12, 0x34, 0x56, 0x78};
    text_char(out, (char)first);
    text_char(out, (char)(0x80 | (size_bytes == 0 ? (int)length : size_bytes == 2 ? 126 : 127)));
    for (int i = size_bytes - 1; i >= 0; i--) text_char(out, (char)((uint64_t)length >> 8 * i));
    text_put_n(out, mask, sizeof mask);
    for (size_t i = 0; i < length; i++) text_char(out, (char)(payload[i] ^ mask[i % 4]));
}

/* All that is heard, as "text(...)ping(...)", and the code at the end if it is refused. */
static text hear(const text *bytes, size_t at_once) {
    frame_reader f = {0};
    text heard = text_growing();
    text_put(&heard, "");
    for (size_t i = 0; i < bytes->length; i += at_once) {
        const char *at = bytes->data + i;
        size_t left = bytes->length - i < at_once ? bytes->length - i : at_once;
        for (size_t taken; left > 0; at += taken, left -= taken) {
            frame_kind kind = frame_read(&f, at, left, &taken);
            if (kind == FRAME_TEXT)
                text_format(&heard, "text(%.*s)", (int)f.message.length, f.message.data);
            if (kind == FRAME_PING)
                text_format(&heard, "ping(%.*s)", (int)f.control_length, f.control);
            if (kind == FRAME_PONG) text_put(&heard, "pong");
            if (kind == FRAME_CLOSE) text_put(&heard, "close");
            if (kind != FRAME_REFUSED) continue;
            text_format(&heard, "%d", f.refusal);
            frame_reader_free(&f);
            return heard;
        }
    }
    frame_reader_free(&f);
    return heard;
}

static void expect(text *bytes, const char *wanted) {
    static const size_t sizes[] = {1, 2, 3, 7, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        text heard = hear(bytes, sizes[i]);
        ck_assert_msg(strcmp(heard.data, wanted) == 0, "%zu at once: %s instead of %s", sizes[i],
                      heard.data, wanted);
        text_free(&heard);
    }
    text_free(bytes);
}

START_TEST(messages_are_put_together) {
    text t = text_growing();
    put_frame(&t, 0x81, "one", 3, 0);
    put_frame(&t, 0x01, "t", 1, 0);
    put_frame(&t, 0x89, "here?", 5, 0); /* a control frame may stand between the pieces */
    put_frame(&t, 0x00, "w", 1, 0);
    put_frame(&t, 0x80, "o", 1, 0);
    put_frame(&t, 0x81, "", 0, 0);
    put_frame(&t, 0x8a, "", 0, 0);
    put_frame(&t, 0x88, "\x03\xe8", 2, 0);
    expect(&t, "text(one)ping(here?)text(two)text()pongclose");
}
END_TEST

START_TEST(what_is_wrong_is_refused) {
    static const struct {
        int first;
        size_t length;
        int size_bytes;
        const char *wanted;
    } cases[] = {
        {0x81, 5, 2, "1002"},     {0x81, 300, 8, "1002"},   {0x80, 1, 0, "1002"},
        {0xc1, 1, 0, "1002"},     {0x83, 1, 0, "1002"},     {0x8b, 1, 0, "1002"},
        {0x09, 1, 0, "1002"},     {0x89, 126, 2, "1002"},   {0x82, 1, 0, "4400"},
        {0x81, 16385, 2, "4400"}, {0x81, 70000, 8, "4400"},
    };
    static char payload[70000];
    memset(payload, 'x', sizeof payload);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text t = text_growing();
        put_frame(&t, cases[i].first, payload, cases[i].length, cases[i].size_bytes);
        put_frame(&t, 0x81, "more", 4, 0); /* which is not heard */
        expect(&t, cases[i].wanted);
    }
    text unmasked = text_growing(), twice = text_growing(), pieces = text_growing();
    text_put(&unmasked, "\x81\x02{}");
    expect(&unmasked, "1002");
    put_frame(&twice, 0x01, "a", 1, 0);
    put_frame(&twice, 0x81, "b", 1, 0); /* the first message has not ended */
    expect(&twice, "1002");
    put_frame(&pieces, 0x01, payload, 16000, 2);
    put_frame(&pieces, 0x80, payload, 385, 2);
    expect(&pieces, "4400");
}
END_TEST

START_TEST(the_longest_message_is_heard) {
    static char payload[FRAME_MESSAGE_MAX];
    memset(payload, 'x', sizeof payload);
    text t = text_growing(), wanted = text_growing();
    put_frame(&t, 0x81, payload, sizeof payload, 2);
    text_put(&wanted, "text(");
    text_put_n(&wanted, payload, sizeof payload);
    text_char(&wanted, ')');
    expect(&t, wanted.data);
    text_free(&wanted);
}
END_TEST

/* A server does not mask, and writes lengths as short as they can be. */
START_TEST(what_is_said_is_well_formed) {
    static const size_t lengths[] = {0, 125, 126, 65535, 65536};
    static char payload[65536];
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        text t = text_growing();
        frame_put_text(&t, payload, lengths[i]);
        size_t head = lengths[i] < 126 ? 2 : lengths[i] < 65536 ? 4 : 10;
        ck_assert_uint_eq(t.length, head + lengths[i]);
        ck_assert_int_eq((unsigned char)t.data[0], 0x81);
        size_t length = (unsigned char)t.data[1];
        if (head > 2) length = 0;
        for (size_t k = 2; k < head; k++) length = length << 8 | (unsigned char)t.data[k];
        ck_assert_uint_eq(length, lengths[i]);
        text_free(&t);
    }
    text t = text_growing();
    frame_put_close(&t, 4401, "the token is wrong");
    ck_assert_mem_eq(t.data, "\x88\x14\x11\x31the token is wrong", 22);
    text_free(&t);
}
END_TEST

static int upgrade_with(const char *name, const char *value) {
    http_request r = {.method = "GET", .field_count = 5};
    static const http_field usual[] = {{"Connection", "keep-alive, Upgrade"},
                                       {"Upgrade", "WebSocket"},
                                       {"Sec-WebSocket-Version", "13"},
                                       {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                                       {"Sec-WebSocket-Protocol", "chat, linework.v1"}};
    char accept[FRAME_ACCEPT_BYTES];
    const char *why;
    memcpy(r.fields, usual, sizeof usual);
    for (size_t i = 0; i < r.field_count; i++)
        if (name && strcmp(r.fields[i].name, name) == 0) r.fields[i].value = value;
    int code = frame_upgrade(&r, "linework.v1", accept, &why);
    if (code == 101) ck_assert_str_eq(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    return code;
}

START_TEST(it_begins_as_it_should) {
    ck_assert_int_eq(upgrade_with(NULL, NULL), 101);
    ck_assert_int_eq(upgrade_with("Connection", "close"), 426);
    ck_assert_int_eq(upgrade_with("Upgrade", "h2c"), 426);
    ck_assert_int_eq(upgrade_with("Sec-WebSocket-Version", "8"), 426);
    ck_assert_int_eq(upgrade_with("Sec-WebSocket-Key", "short"), 400);
    ck_assert_int_eq(upgrade_with("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=!"), 400);
    ck_assert_int_eq(upgrade_with("Sec-WebSocket-Protocol", "linework.v2"), 400);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("frames");
    TCase *tests = fixture_tests(suite, "frames");
    tcase_add_test(tests, messages_are_put_together);
    tcase_add_test(tests, what_is_wrong_is_refused);
    tcase_add_test(tests, the_longest_message_is_heard);
    tcase_add_test(tests, what_is_said_is_well_formed);
    tcase_add_test(tests, it_begins_as_it_should);
    return fixture_run(suite);
}
