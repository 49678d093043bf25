/* SPDX-License-Identifier: MIT
 *
 * Game records: the strict form is a fixed point, lenient forms are read as it, wrong ones are
 * refused with their line, and random records survive a round trip. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fixture.h"
#include "games/registry.h"
#include "play/record.h"
#include "play/replay.h"

/* Reads, plays through and writes; on failure `out` is the message. */
static status strict_form(const char *bytes, size_t length, bool play, text *out) {
    record_file file = {0};
    error e;
    status code = record_read(bytes, length, &file, &e);
    for (size_t i = 0; play && code == STATUS_OK && i < file.count; i++) {
        replay played;
        code = replay_record(registry_games, &file.games[i], &played, &e);
        if (code == STATUS_OK) replay_free(&played);
    }
    if (code == STATUS_OK)
        record_write_file(&file, out);
    else
        text_put(out, e.text);
    record_file_free(&file);
    return code;
}

START_TEST(the_strict_form_is_a_fixed_point) {
    text file = fixture_file(DATA "records/strict.lwg"), out = text_growing();
    ck_assert_msg(strict_form(file.data, file.length, true, &out) == STATUS_OK, "%s", out.data);
    ck_assert_str_eq(out.data, file.data);
    text_free(&out);
    text_free(&file);
}
END_TEST

/* The lines of a case that begin with `word`, joined; "^M" becomes a carriage return. */
static text joined(const fixture_case *c, const char *word) {
    text t = text_growing();
    text_put(&t, "");
    for (size_t i = 0; i < c->count; i++) {
        const char *line = fixture_value(c->lines[i], word);
        if (!line) continue;
        size_t length = strlen(line);
        bool returns = length >= 2 && strcmp(line + length - 2, "^M") == 0;
        text_put_n(&t, line, returns ? length - 2 : length);
        text_put(&t, returns ? "\r\n" : "\n");
    }
    return t;
}

START_TEST(lenient_forms_are_read_as_the_strict_one) {
    fixture f = fixture_read(DATA "records/lenient.t");
    for (size_t i = 0; i < f.count; i++) {
        text in = joined(&f.cases[i], "read"), expected = joined(&f.cases[i], "gives");
        text out = text_growing(), again = text_growing();
        ck_assert_msg(strict_form(in.data, in.length, false, &out) == STATUS_OK, "line %zu: %s",
                      f.cases[i].line, out.data);
        ck_assert_msg(strcmp(out.data, expected.data) == 0, "line %zu gives\n%s", f.cases[i].line,
                      out.data);
        ck_assert(strict_form(out.data, out.length, false, &again) == STATUS_OK);
        ck_assert_str_eq(again.data, out.data);
        text_free(&in);
        text_free(&expected);
        text_free(&out);
        text_free(&again);
    }
    fixture_free(&f);
}
END_TEST

START_TEST(wrong_records_are_refused_with_their_line) {
    fixture f = fixture_read(DATA "records/bad.t");
    for (size_t i = 0; i < f.count; i++) {
        text in = joined(&f.cases[i], "read"), says = joined(&f.cases[i], "says");
        text out = text_growing();
        ck_assert_msg(strict_form(in.data, in.length, true, &out) == STATUS_INVALID,
                      "line %zu: accepted", f.cases[i].line);
        text_char(&out, '\n');
        ck_assert_msg(strcmp(out.data, says.data) == 0, "line %zu says %s", f.cases[i].line,
                      out.data);
        text_free(&in);
        text_free(&says);
        text_free(&out);
    }
    fixture_free(&f);
}
END_TEST

/* The same text with other line ends. */
static text with_line_ends(const text *t, const char *end) {
    text other = text_growing();
    for (size_t i = 0; i < t->length; i++) {
        if (t->data[i] == '\n')
            text_put(&other, end);
        else if (t->data[i] != '\r')
            text_char(&other, t->data[i]);
    }
    return other;
}

/* What is read, and in which line it is wrong, does not depend on the system it was written on. */
START_TEST(line_ends_may_be_those_of_any_system) {
    static const char *const files[] = {DATA "records/lenient.t", DATA "records/bad.t"};
    for (size_t file = 0; file < 2; file++) {
        fixture f = fixture_read(files[file]);
        for (size_t i = 0; i < f.count; i++) {
            text in = joined(&f.cases[i], "read"), usual = text_growing();
            status code = strict_form(in.data, in.length, true, &usual);
            for (int system = 0; system < 2; system++) {
                text other = with_line_ends(&in, system == 0 ? "\r" : "\r\n");
                text out = text_growing();
                ck_assert_int_eq(strict_form(other.data, other.length, true, &out), code);
                ck_assert_str_eq(out.data, usual.data);
                text_free(&other);
                text_free(&out);
            }
            text_free(&in);
            text_free(&usual);
        }
        fixture_free(&f);
    }
}
END_TEST

START_TEST(bytes_that_are_not_text_are_refused) {
    text out = text_growing();
    ck_assert_int_eq(strict_form("[Game \"linja\"]\n1. ab\xff *", 22, true, &out), STATUS_INVALID);
    ck_assert_str_eq(out.data, "line 2: byte 0xff is not text in UTF-8");
    text_free(&out);
}
END_TEST

/* Tokens thrown together at random, but well-formed. */
static void random_tokens(rng *random, record *r, int depth) {
    static const char *const words[] = {"ab/df", "--", "hg/fd", "e4s+W", "ab/fh/!cb"};
    static const char *const comments[] = {"", "a", " two\nlines ", "a } b",
                                           "long long long long long long long long long long"};
    error e;
    size_t count = 1 + rng_below(random, 8);
    for (size_t i = 0; i < count; i++) {
        record_add_token(r, RECORD_TURN, words[rng_below(random, 5)], &e);
        if (rng_below(random, 3) == 0) record_add_token(r, RECORD_GLYPH, "$17", &e);
        if (rng_below(random, 3) == 0)
            record_add_token(r, RECORD_COMMENT, comments[rng_below(random, 5)], &e);
        if (depth < 3 && rng_below(random, 5) == 0) {
            record_add_token(r, RECORD_OPEN, NULL, &e);
            random_tokens(random, r, depth + 1);
            record_add_token(r, RECORD_CLOSE, NULL, &e);
        }
    }
}

START_TEST(random_records_survive_a_round_trip) {
    rng random = rng_seeded(5);
    for (int i = 0; i < 2000; i++) {
        record r = {.result = (record_result)rng_below(&random, 4)};
        error e;
        record_set_tag(&r, "Event", "\"\\\" [\xc3\xa9]", &e);
        record_set_tag(&r, "Game", "linja", &e);
        random_tokens(&random, &r, 0);
        text once = text_growing(), twice = text_growing();
        record_write(&r, &once);
        record_file file = {0};
        ck_assert_msg(record_read(once.data, once.length, &file, &e) == STATUS_OK, "%s\n%s", e.text,
                      once.data);
        ck_assert_uint_eq(file.count, 1);
        const record *back = &file.games[0];
        ck_assert_uint_eq(back->token_count, r.token_count);
        ck_assert_int_eq(back->result, r.result);
        for (size_t k = 0; k < r.token_count; k++) {
            MUST(back->tokens[k].kind == r.tokens[k].kind);
            if (record_text(&r, k)) MUST(strcmp(record_text(back, k), record_text(&r, k)) == 0);
        }
        record_write(back, &twice);
        ck_assert_str_eq(once.data, twice.data);
        record_file_free(&file);
        record_free(&r);
        text_free(&once);
        text_free(&twice);
    }
}
END_TEST

START_TEST(a_comment_that_cannot_be_written_is_refused) {
    record r = {0};
    error e;
    ck_assert_int_eq(record_add_token(&r, RECORD_COMMENT, "}\n", &e), STATUS_INVALID);
    ck_assert_uint_eq(r.token_count, 0);
    record_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("record");
    TCase *tests = fixture_tests(suite, "record");
    tcase_add_test(tests, the_strict_form_is_a_fixed_point);
    tcase_add_test(tests, lenient_forms_are_read_as_the_strict_one);
    tcase_add_test(tests, wrong_records_are_refused_with_their_line);
    tcase_add_test(tests, line_ends_may_be_those_of_any_system);
    tcase_add_test(tests, bytes_that_are_not_text_are_refused);
    tcase_add_test(tests, random_records_survive_a_round_trip);
    tcase_add_test(tests, a_comment_that_cannot_be_written_is_refused);
    return fixture_run(suite);
}
