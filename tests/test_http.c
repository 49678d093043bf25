/* SPDX-License-Identifier: MIT
 *
 * What is said on a connection, without one: the cases of data/http.t, and laws that hold for
 * whatever a stranger sends. Answers follow each other without a gap, each says where it ends and
 * carries the policies; and how the bytes were cut into packets changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fixture.h"
#include "server/assets.h"
#include "server/talk.h"
#include "server/values.h"

enum { ANSWERS_MAX = 40 };

typedef struct received {
    text said;
    size_t count; /* of answers in the log */
    int codes[ANSWERS_MAX];
    bool to_head[ANSWERS_MAX]; /* the request was HEAD */
    talk_state state;
    text log;
} received;

static library *tables;
static const char *const names[] = {"games.example", "other.example:8080", NULL};

/* "2026-11-17T23:50:00Z 192.0.2.1 GET /sw.js 200 12345 3ms" */
static void keep_line(void *context, const char *line) {
    received *h = context;
    char word[256], method[24];
    const char *at = line;
    ck_assert_uint_lt(h->count, ANSWERS_MAX);
    ck_assert(fixture_word(&at, word, sizeof word) && strlen(word) == 20 && word[19] == 'Z');
    ck_assert(fixture_word(&at, word, sizeof word) && strcmp(word, "192.0.2.1") == 0);
    ck_assert(fixture_word(&at, method, sizeof method) && fixture_word(&at, word, sizeof word));
    ck_assert(fixture_word(&at, word, sizeof word));
    h->to_head[h->count] = strcmp(method, "HEAD") == 0;
    h->codes[h->count++] = atoi(word);
    text_format(&h->log, "%s\n", line);
}

static void begin(talk *t, talk_terms *terms, received *h) {
    *h = (received){.said = text_growing(), .log = text_growing()};
    *terms =
        (talk_terms){.library = tables, .port = 80, .names = names, .log = keep_line, .context = h};
    talk_begin(t, terms, "192.0.2.1", "192.0.2.7");
    text_put(&h->said, "");
    text_put(&h->log, "");
}

static void forget(received *h) {
    text_free(&h->said);
    text_free(&h->log);
}

/* As server/serve.c does it: nothing is received before all has been said. */
static void say_all(talk *t, received *h) {
    unsigned char bytes[1000];
    while (talk_wants_to_say(t)) {
        size_t length = talk_say(t, bytes, sizeof bytes);
        MUST(length > 0 && length <= sizeof bytes);
        text_put_n(&h->said, (char *)bytes, length);
    }
}

/* Sends all bytes, so many at once. */
static received send_bytes(const char *bytes, size_t length, size_t at_once) {
    talk *t = malloc(sizeof *t);
    talk_terms terms;
    received h;
    begin(t, &terms, &h);
    for (size_t i = 0; i < length; i += at_once) {
        talk_receive(t, bytes + i, length - i < at_once ? length - i : at_once);
        say_all(t, &h);
    }
    h.state = t->state;
    talk_end(t);
    free(t);
    return h;
}

/* The value of a field of the head at `at`, or NULL. */
static const char *field(const char *at, const char *end, const char *name) {
    for (; at < end; at = strstr(at, "\r\n") + 2)
        if (strncmp(at, name, strlen(name)) == 0) return at + strlen(name);
    return NULL;
}

/* Whatever is refused is told as a problem (RFC 9457), wherever it was refused. */
static void expect_problem(const char *at, const char *end, int code, size_t length) {
    static const char type[] = "application/problem+json\r\n";
    const char *given = field(at, end, "content-type: ");
    if (!given || strncmp(given, type, strlen(type)) != 0) ck_abort_msg("%.2000s", at);
    if (length == 0) return; /* of an answer to HEAD */
    json_t *body = json_loadb(end + 4, length, 0, NULL);
    const char *title = json_string_value(json_object_get(body, "title"));
    const char *detail = json_string_value(json_object_get(body, "detail"));
    MUST(json_is_string(json_object_get(body, "type")));
    MUST(title && strcmp(title, http_phrase(code)) == 0);
    MUST(json_integer_value(json_object_get(body, "status")) == code);
    MUST(detail && *detail);
    json_decref(body);
}

/* What was said is an interim answer or none, and then the answers of the log. */
static void expect_answers(const received *h) {
    static const char *const always[] = {"content-security-policy: default-src 'none'; ",
                                         "x-content-type-options: nosniff\r\n",
                                         "referrer-policy: no-referrer\r\n",
                                         "cross-origin-opener-policy: same-origin\r\n",
                                         "cross-origin-embedder-policy: require-corp\r\n",
                                         "date: "};
    static const char go_ahead[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const char *at = h->said.data, *last = at + h->said.length;
    for (size_t i = 0; i < h->count; i++) {
        if (strncmp(at, go_ahead, strlen(go_ahead)) == 0) at += strlen(go_ahead);
        char line[16];
        snprintf(line, sizeof line, "HTTP/1.1 %03d ", h->codes[i]);
        if (strncmp(at, line, strlen(line)) != 0)
            ck_abort_msg("answer %zu of %.3000s", i + 1, h->said.data);
        const char *end = strstr(at, "\r\n\r\n");
        MUST(end != NULL);
        for (size_t k = 0; k < sizeof always / sizeof *always; k++)
            MUST(field(at, end, always[k]) != NULL);
        const char *length = field(at, end, "content-length: ");
        MUST((length == NULL) == (h->codes[i] == 304 || h->codes[i] == 204));
        MUST((field(at, end, "allow: ") != NULL) == (h->codes[i] == 405));
        size_t body = length && !h->to_head[i] ? (size_t)atoi(length) : 0;
        MUST(body <= (size_t)(last - end - 4));
        if (h->codes[i] >= 400) expect_problem(at, end, h->codes[i], body);
        at = end + 4 + body;
    }
    if (h->state == TALK_HEARING && strcmp(at, go_ahead) == 0) at = last;
    MUST(at == last);
}

/* Makes the dates of two answers equal, which may have been given in different seconds. */
static void hide_dates(text *said) {
    for (char *at = said->data;
         (at = memmem(at, (size_t)(said->data + said->length - at), "\r\ndate: ", 8));)
        memset(at + 8, '?', 29), at += 8;
}

static bool same(const received *a, const received *b) {
    return a->state == b->state && a->count == b->count && a->said.length == b->said.length &&
           memcmp(a->said.data, b->said.data, a->said.length) == 0;
}

/* Sends the bytes in pieces of several sizes; the answers are the same. */
static received send_in_all_ways(const char *bytes, size_t length) {
    static const size_t sizes[] = {1, 2, 7, 100};
    received whole = send_bytes(bytes, length, TALK_RECEIVE_MAX);
    expect_answers(&whole);
    hide_dates(&whole.said);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        received parts = send_bytes(bytes, length, sizes[i]);
        hide_dates(&parts.said);
        if (!same(&whole, &parts))
            ck_abort_msg("in pieces of %zu bytes:\n%.2000s\ninstead of:\n%.2000s", sizes[i],
                         parts.said.data, whole.said.data);
        forget(&parts);
    }
    return whole;
}

/* --- the cases of data/http.t ----------------------------------------------------------------- */

static void put_escaped(text *out, const char *line) {
    static const char letters[] = "rnt\\", bytes[] = "\r\n\t\\";
    for (; *line; line++) {
        const char *letter = *line == '\\' ? strchr(letters, line[1]) : NULL;
        if (letter && *letter) {
            text_char(out, bytes[letter - letters]);
            line++;
        } else if (*line == '\\' && line[1] == 'x') {
            char digits[] = {line[2], line[3], '\0'};
            text_char(out, (char)strtol(digits, NULL, 16));
            line += 3;
        } else {
            text_char(out, *line);
        }
    }
}

static text request_of(const fixture_case *c) {
    text request = text_growing();
    for (size_t i = 0; i < c->count; i++) {
        const char *line = fixture_value(c->lines[i], ">"), *raw = fixture_value(c->lines[i], "~");
        if (line) text_format(&request, "%s\r\n", line);
        if (raw) put_escaped(&request, raw);
    }
    return request;
}

START_TEST(requests_are_answered_as_the_cases_say) {
    fixture f = fixture_read(DATA "http.t");
    for (size_t i = 0; i < f.count; i++) {
        const fixture_case *c = &f.cases[i];
        text request = request_of(c), got = text_growing();
        received h = send_in_all_ways(request.data, request.length);
        if (h.state == TALK_HEARING) text_put(&got, "100 "); /* it has been told to go ahead */
        for (size_t k = 0; k < h.count; k++) text_format(&got, "%d ", h.codes[k]);
        if (h.state == TALK_OVER) text_put(&got, "closed ");
        for (size_t k = 0; k < c->count; k++) {
            const char *line = c->lines[k], *codes = fixture_value(line, "=");
            const char *has = fixture_value(line, "+"), *lacks = fixture_value(line, "-");
            if (codes)
                ck_assert_msg(strncmp(got.data, codes, strlen(codes)) == 0 &&
                                  strlen(codes) + 1 == got.length,
                              "line %zu: %s", c->line, got.data);
            if (has)
                ck_assert_msg(memmem(h.said.data, h.said.length, has, strlen(has)) != NULL,
                              "line %zu: no '%s' in %.2000s", c->line, has, h.said.data);
            if (lacks)
                ck_assert_msg(!memmem(h.said.data, h.said.length, lacks, strlen(lacks)),
                              "line %zu: '%s' in %.2000s", c->line, lacks, h.said.data);
        }
        text_free(&request);
        text_free(&got);
        forget(&h);
    }
    fixture_free(&f);
}
END_TEST

/* The cases again, each with some bytes changed, left out or doubled, or with another behind it. */
START_TEST(no_stranger_breaks_a_law) {
    fixture f = fixture_read(DATA "http.t");
    rng random = rng_seeded(11);
    for (int i = 0; i < RANDOM_TURNS / 20; i++) {
        text request = request_of(&f.cases[rng_below(&random, f.count)]);
        text more = request_of(&f.cases[rng_below(&random, f.count)]);
        if (rng_below(&random, 2) == 0) text_put_n(&request, more.data, more.length);
        for (uint64_t k = rng_below(&random, 4); k > 0; k--) {
            size_t at = (size_t)rng_below(&random, request.length);
            size_t part = (size_t)rng_below(&random, 1 + (request.length - at) / 8);
            switch (rng_below(&random, 3)) {
            case 0: request.data[at] = (char)rng_next(&random); break;
            case 1:
                request.length -= part;
                memmove(request.data + at, request.data + at + part, request.length - at);
                break;
            default: text_put_n(&request, more.data, more.length < 40 ? more.length : 40);
            }
        }
        received h = send_in_all_ways(request.data, request.length);
        forget(&h);
        text_free(&request);
        text_free(&more);
    }
    fixture_free(&f);
}
END_TEST

/* --- lengths ---------------------------------------------------------------------------------- */

static int code_of(text *request) {
    received h = send_bytes(request->data, request->length, TALK_RECEIVE_MAX);
    expect_answers(&h);
    int code = h.count ? h.codes[0] : 0;
    forget(&h);
    text_free(request);
    return code;
}

static text request_with(size_t path, size_t value, size_t fields, size_t empty_lines) {
    text request = text_growing();
    text_repeat(&request, "\r\n", empty_lines);
    text_put(&request, "GET /");
    text_repeat(&request, "a", path);
    text_put(&request, " HTTP/1.1\r\nHost: localhost\r\nX: ");
    text_repeat(&request, "b", value);
    text_put(&request, "\r\n");
    text_repeat(&request, "Y: c\r\n", fields);
    text_put(&request, "\r\n");
    return request;
}

START_TEST(what_is_too_long_is_told_so) {
    static const struct {
        size_t path, value, fields, empty_lines;
        int code;
    } cases[] = {
        {250, 0, 0, 0, 404},    {256, 0, 0, 0, 414},   {8000, 0, 0, 0, 414},
        {100000, 0, 0, 0, 414}, {0, 16000, 0, 0, 200}, {0, 16400, 0, 0, 431},
        {0, 100000, 0, 0, 431}, {0, 0, 98, 0, 200},    {0, 0, 99, 0, 431},
        {0, 0, 5000, 0, 431},   {0, 0, 0, 1000, 200},  {0, 0, 0, 9000, 431},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text request =
            request_with(cases[i].path, cases[i].value, cases[i].fields, cases[i].empty_lines);
        int code = code_of(&request);
        ck_assert_msg(code == cases[i].code, "case %zu: %d", i, code);
    }
    text endless = text_growing(); /* no line end ever comes */
    text_repeat(&endless, "GET /", 4000);
    ck_assert_int_eq(code_of(&endless), 414);
}
END_TEST

static text body_in_chunks(size_t chunks, size_t bytes) {
    text request = text_growing();
    text_put(&request, "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (size_t i = 0; i < chunks; i++) {
        text_format(&request, "%zx\r\n", bytes);
        text_repeat(&request, "x", bytes);
        text_put(&request, "\r\n");
    }
    text_put(&request, "0\r\n\r\n");
    return request;
}

START_TEST(long_bodies_end_somewhere) {
    text fits = body_in_chunks(16, 4000), many = body_in_chunks(40, 4000);
    text tiny = body_in_chunks(100000, 1), trailer = body_in_chunks(1, 1);
    trailer.length -= 2;
    text_repeat(&trailer, "Z: z\r\n", 50000);
    ck_assert_int_eq(code_of(&fits), 405);
    ck_assert_int_eq(code_of(&many), 413);
    ck_assert_int_eq(code_of(&tiny), 413);
    ck_assert_int_eq(code_of(&trailer), 413);
}
END_TEST

/* --- what else is received -----------------------------------------------------------------------
 */

START_TEST(a_known_file_is_not_sent_again) {
    static const char ask[] = "HEAD /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
    received first = send_bytes(ask, strlen(ask), TALK_RECEIVE_MAX);
    const char *tag = strstr(first.said.data, "\r\netag: \"") + strlen("\r\netag: ");
    for (int i = 0; i < 3; i++) {
        static const char *const forms[] = {"W/%.*s", "\"x\", %.*s ,W/\"y\"", "\"a,\",%.*s"};
        char value[100];
        snprintf(value, sizeof value, forms[i], (int)strcspn(tag, "\r"), tag);
        text again = text_growing();
        text_format(&again, "GET /sw.js HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\n\r\n",
                    value);
        ck_assert_int_eq(code_of(&again), 304);
    }
    forget(&first);
}
END_TEST

typedef struct tag {
    char text[ANSWER_TAG_BYTES];
} tag;

static tag tag_of(const char *path, const char *fields, int code) {
    tag t = {""};
    text request = text_growing();
    text_format(&request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, fields);
    received h = send_bytes(request.data, request.length, TALK_RECEIVE_MAX);
    expect_answers(&h);
    ck_assert_int_eq(h.codes[0], code);
    const char *given = strstr(h.said.data, "\r\netag: ");
    ck_assert_ptr_nonnull(given);
    given += strlen("\r\netag: ");
    snprintf(t.text, sizeof t.text, "%.*s", (int)strcspn(given, "\r"), given);
    ck_assert_int_eq(t.text[0], '"'); /* not W/: it is strong */
    text_free(&request);
    forget(&h);
    return t;
}

/* A strong tag names bytes: the same file packed has another. */
START_TEST(tags_are_strong) {
    static const char *const paths[] = {"/v1/openapi.json", "/sw.js"};
    for (int i = 0; i < 2; i++) {
        char known[80];
        tag plain = tag_of(paths[i], "", 200);
        tag packed = tag_of(paths[i], "Accept-Encoding: gzip\r\n", 200);
        ck_assert_str_ne(plain.text, packed.text);
        snprintf(known, sizeof known, "If-None-Match: %s\r\n", plain.text);
        ck_assert_str_eq(tag_of(paths[i], known, 304).text, plain.text);
        snprintf(known, sizeof known, "Accept-Encoding: gzip\r\nIf-None-Match: %s\r\n",
                 packed.text);
        ck_assert_str_eq(tag_of(paths[i], known, 304).text, packed.text);
        snprintf(known, sizeof known, "If-None-Match: %s\r\n", packed.text);
        ck_assert_str_eq(tag_of(paths[i], known, 200).text, plain.text);
    }
}
END_TEST

/* Whoever asks through a proxy is not this machine, whether we were told of the proxy or not. */
START_TEST(only_this_machine_itself_is_told) {
    static const struct {
        const char *peer, *fields;
        bool is_proxied, is_public;
        int code;
    } cases[] = {
        {"127.0.0.1", "", false, false, 200},
        {"::1", "", false, false, 200},
        {"192.0.2.1", "", false, false, 403},
        {"192.0.2.1", "X-Forwarded-For: 127.0.0.1\r\n", true, false, 403},
        {"127.0.0.1", "X-Forwarded-For: 203.0.113.9\r\n", false, false, 403},
        {"127.0.0.1", "x-forwarded-for: 127.0.0.1\r\n", false, false, 403},
        {"127.0.0.1", "Forwarded: for=203.0.113.9\r\n", false, false, 403},
        {"127.0.0.1", "X-Forwarded-For: 203.0.113.9\r\n", true, false, 403},
        {"127.0.0.1", "X-Forwarded-For: unknown\r\n", true, false, 403},
        {"127.0.0.1", "X-Forwarded-For: 127.0.0.1\r\n", true, false, 200},
        {"127.0.0.1", "", true, false, 200},
        {"192.0.2.1", "", false, true, 200},
        {"127.0.0.1", "X-Forwarded-For: 203.0.113.9\r\n", true, true, 200},
    };
    server_counts counts = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        talk *t = malloc(sizeof *t);
        talk_terms terms = {.library = tables,
                            .port = 80,
                            .counts = &counts,
                            .is_everywhere = true,
                            .is_proxied = cases[i].is_proxied,
                            .public_metrics = cases[i].is_public};
        received h = {.said = text_growing()};
        char request[256];
        snprintf(request, sizeof request,
                 "GET /metrics HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
                 "GET /v1/addresses HTTP/1.1\r\nHost: localhost\r\n%s\r\n",
                 cases[i].fields, cases[i].fields);
        talk_begin(t, &terms, cases[i].peer, "192.0.2.7");
        talk_receive(t, request, strlen(request));
        say_all(t, &h);
        ck_assert_msg(atoi(h.said.data + strlen("HTTP/1.1 ")) == cases[i].code, "case %zu: %s", i,
                      h.said.data);
        bool is_told = strstr(h.said.data, "{\"addresses\":[\"") != NULL;
        bool may_be = cases[i].code == 200 && !cases[i].is_public && reach_find().count > 0;
        ck_assert_msg(is_told == may_be, "case %zu: %s", i, h.said.data);
        talk_end(t);
        free(t);
        text_free(&h.said);
    }
}
END_TEST

/* What is named by its contents never changes; all else is asked for again. */
START_TEST(files_are_kept_as_long_as_their_names) {
    static const char immutable[] = "\r\ncache-control: public, max-age=31536000, immutable\r\n";
    size_t forever = 0;
    for (const asset *file = server_assets; file->path; file++) {
        text request = text_growing();
        text_format(&request, "HEAD %s HTTP/1.1\r\nHost: localhost\r\n\r\n", file->path);
        received h = send_bytes(request.data, request.length, TALK_RECEIVE_MAX);
        bool is_kept = strstr(h.said.data, immutable) != NULL;
        bool is_fixed = strstr(file->path, "index") || strstr(file->path, "sw.js") ||
                        strstr(file->path, "icon") || strstr(file->path, "manifest") ||
                        strstr(file->path, "openapi");
        ck_assert_msg(is_kept != is_fixed, "%s", file->path);
        forever += is_kept;
        text_free(&request);
        forget(&h);
    }
    ck_assert_uint_ge(forever, 4);
}
END_TEST

START_TEST(the_log_tells_no_secret) {
    static const char ask[] = "GET /nowhere%20?token=secret HTTP/1.1\r\nHost: localhost\r\n\r\n";
    received h = send_bytes(ask, strlen(ask), TALK_RECEIVE_MAX);
    ck_assert_msg(strstr(h.log.data, "Z 192.0.2.1 GET /nowhere%20 404 107 ") != NULL, "%s",
                  h.log.data);
    ck_assert(strstr(h.log.data, "secret") == NULL);
    forget(&h);
}
END_TEST

/* What a terminal would obey, in whatever is logged: it is refused, or stands there as it came. */
START_TEST(the_log_does_nothing_to_a_terminal) {
    static const char *const requests[] = {
        "GET /\x1b[2J HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /%1b[2J%0d%0a HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /\xc2\x9b"
        "31m HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\x1b]0;title\x07 / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \x1b[2J\r\n\r\n",
        "GET http://\x1b[2J/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \x1b[2J\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \x9b"
        "2J\r\n\r\n"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        received h = send_bytes(requests[i], strlen(requests[i]), TALK_RECEIVE_MAX);
        ck_assert_msg(h.log.length > 0, "request %zu is not logged", i);
        for (size_t k = 0; k < h.log.length; k++)
            ck_assert_msg((h.log.data[k] >= ' ' && h.log.data[k] < 0x7f) || h.log.data[k] == '\n',
                          "request %zu: %s", i, h.log.data);
        forget(&h);
    }
}
END_TEST

START_TEST(who_is_slow_is_told_so_once) {
    talk *t = malloc(sizeof *t);
    talk_terms terms;
    received h;
    begin(t, &terms, &h);
    talk_receive(t, "GET / HT", 8);
    talk_is_late(t);
    say_all(t, &h);
    expect_answers(&h);
    ck_assert_uint_eq(h.count, 1);
    ck_assert_int_eq(h.codes[0], 408);
    ck_assert_int_eq(t->state, TALK_OVER);
    talk_receive(t, "TP/1.1\r\nHost: localhost\r\n\r\n", 27);
    ck_assert(!talk_wants_to_say(t));
    forget(&h);

    begin(t, &terms, &h); /* who says nothing is told nothing */
    talk_is_late(t);
    ck_assert_int_eq(t->state, TALK_OVER);
    ck_assert(!talk_wants_to_say(t));
    talk_end(t);
    forget(&h);
    free(t);
}
END_TEST

/* Thousands of connections rest, or are sockets of games: they are small. */
START_TEST(who_asks_nothing_takes_little_room) {
    static const char request[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nowhere HT";
    talk *t = malloc(sizeof *t);
    talk_terms terms;
    received h;
    begin(t, &terms, &h);
    ck_assert_uint_le(sizeof *t, 512);
    ck_assert_ptr_null(t->exchange);
    talk_receive(t, request, strlen(request));
    say_all(t, &h);
    ck_assert_ptr_nonnull(t->exchange); /* the beginning of the next one has come */
    talk_receive(t, "TP/1.1\r\nHost: localhost\r\n\r\n", 27);
    say_all(t, &h);
    expect_answers(&h);
    ck_assert_uint_eq(h.count, 2);
    ck_assert_ptr_null(t->exchange);
    ck_assert_int_eq(t->state, TALK_IDLE);
    talk_end(t);
    forget(&h);
    free(t);
}
END_TEST

/* The answers to so many requests on one connection, whose limits are those of its client. */
static received ask_often(limiter *asked, const char *client, const char *request, int times) {
    talk *t = malloc(sizeof *t);
    talk_terms terms;
    received h;
    begin(t, &terms, &h);
    terms.asked = asked;
    talk_end(t);
    talk_begin(t, &terms, client, "192.0.2.7");
    terms.log = NULL;
    for (int i = 0; i < times; i++) {
        talk_receive(t, request, strlen(request));
        say_all(t, &h);
    }
    talk_end(t);
    free(t);
    return h;
}

/* A number of requests that are worked out on the event loop, and then no more for a while; files
 * and other clients have nothing to do with it. */
START_TEST(a_client_asks_only_so_often) {
    static const char drawn[] =
        "GET /v1/qr?text=http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
                      games[] =
                          "GET /v1/games/abcdefghijklmnop HTTP/1.1\r\nHost: localhost\r\n\r\n",
                      file[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static const char refusal[] = "HTTP/1.1 429 ";
    limiter *asked = calloc(1, sizeof *asked);
    received h = ask_often(asked, "192.0.2.1", games, 500);
    ck_assert_ptr_null(strstr(h.said.data, refusal));
    forget(&h);
    h = ask_often(asked, "192.0.2.1", drawn, 2000);
    const char *refused = strstr(h.said.data, refusal);
    ck_assert_ptr_nonnull(refused);
    ck_assert_ptr_nonnull(strstr(refused, "\r\nretry-after: "));
    ck_assert_ptr_nonnull(strstr(refused, "application/problem+json"));
    forget(&h);
    h = ask_often(asked, "192.0.2.1", file, 100);
    ck_assert_ptr_null(strstr(h.said.data, refusal));
    forget(&h);
    h = ask_often(asked, "192.0.2.2", drawn, 100);
    ck_assert_ptr_null(strstr(h.said.data, refusal));
    forget(&h);
    free(asked);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    error e;
    if (library_new(&tables, &e) != STATUS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("http");
    TCase *tests = fixture_tests(suite, "http");
    tcase_add_test(tests, requests_are_answered_as_the_cases_say);
    tcase_add_test(tests, no_stranger_breaks_a_law);
    tcase_add_test(tests, what_is_too_long_is_told_so);
    tcase_add_test(tests, long_bodies_end_somewhere);
    tcase_add_test(tests, a_known_file_is_not_sent_again);
    tcase_add_test(tests, tags_are_strong);
    tcase_add_test(tests, only_this_machine_itself_is_told);
    tcase_add_test(tests, files_are_kept_as_long_as_their_names);
    tcase_add_test(tests, the_log_tells_no_secret);
    tcase_add_test(tests, the_log_does_nothing_to_a_terminal);
    tcase_add_test(tests, who_is_slow_is_told_so_once);
    tcase_add_test(tests, who_asks_nothing_takes_little_room);
    tcase_add_test(tests, a_client_asks_only_so_often);
    int failed = fixture_run(suite);
    library_free(tables);
    return failed;
}
