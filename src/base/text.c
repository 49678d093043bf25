/* SPDX-License-Identifier: MIT
 *
 * Text builder, scanner, and the one place where messages are formatted. No file is touched. */
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

text text_fixed(char *data, size_t capacity) {
    assert(capacity > 0);
    data[0] = '\0';
    return (text){.data = data, .capacity = capacity};
}

text text_growing(void) {
    return (text){.grows = true};
}

void text_free(text *t) {
    if (t->grows) free(t->data);
    *t = (text){.grows = t->grows};
}

void text_clear(text *t) {
    text_take_back(t, 0);
}

void text_take_back(text *t, size_t length) {
    assert(length <= t->length);
    t->length = length;
    t->failed = false;
    if (t->data) t->data[length] = '\0';
}

/* Makes room for `extra` bytes and the final NUL. */
static bool reserve(text *t, size_t extra) {
    if (t->failed) return false;
    if (extra < t->capacity - t->length) return true;
    if (t->grows) {
        size_t capacity = t->capacity < 64 ? 64 : t->capacity;
        while (capacity - t->length <= extra && capacity <= SIZE_MAX / 2) capacity *= 2;
        char *data = capacity - t->length > extra ? realloc(t->data, capacity) : NULL;
        if (data) {
            if (!t->data) data[0] = '\0';
            t->data = data;
            t->capacity = capacity;
            return true;
        }
    }
    t->failed = true;
    return false;
}

void text_put_n(text *t, const char *bytes, size_t length) {
    if (!reserve(t, length)) return;
    memcpy(t->data + t->length, bytes, length);
    t->length += length;
    t->data[t->length] = '\0';
}

void text_put(text *t, const char *string) {
    text_put_n(t, string, strlen(string));
}

void text_put_xml(text *t, const char *string) {
    for (const char *c = string; *c; c++) {
        if (*c == '<')
            text_put(t, "&lt;");
        else if (*c == '&')
            text_put(t, "&amp;");
        else if (*c == '"')
            text_put(t, "&quot;");
        else
            text_char(t, *c);
    }
}

void text_char(text *t, char c) {
    text_put_n(t, &c, 1);
}

void text_repeat(text *t, const char *string, size_t times) {
    for (size_t i = 0; i < times; i++) text_put(t, string);
}

void text_format(text *t, const char *format, ...) {
    va_list args, again;
    if (!reserve(t, 0)) return;
    va_start(args, format);
    va_copy(again, args);
    /* Mostly there is room for it; else it is made anew. */
    size_t room = t->capacity - t->length;
    int length = vsnprintf(t->data + t->length, room, format, args);
    va_end(args);
    assert(length >= 0);
    bool fits = (size_t)length < room;
    if (!fits) t->data[t->length] = '\0';
    if (reserve(t, (size_t)length)) {
        if (!fits) vsnprintf(t->data + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

scan scan_bytes(const char *bytes, size_t length) {
    return (scan){.at = bytes, .end = bytes + length};
}

scan scan_string(const char *string) {
    return scan_bytes(string, strlen(string));
}

bool scan_done(const scan *s) {
    return s->at == s->end;
}

int scan_peek(const scan *s) {
    return s->at < s->end ? (unsigned char)*s->at : -1;
}

bool scan_char(scan *s, char c) {
    if (scan_peek(s) != (unsigned char)c) return false;
    s->at++;
    return true;
}

bool scan_word(scan *s, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0) return false;
    s->at += length;
    return true;
}

bool scan_space(scan *s) {
    const char *before = s->at;
    while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at) s->at++;
    return s->at > before;
}

bool scan_number(scan *s, uint64_t most, uint64_t *number) {
    scan ahead = *s;
    uint64_t n = 0;
    while (scan_peek(&ahead) >= '0' && scan_peek(&ahead) <= '9') {
        uint64_t digit = (uint64_t)(*ahead.at++ - '0');
        if (n > (UINT64_MAX - digit) / 10) return false;
        n = n * 10 + digit;
    }
    if (ahead.at == s->at || n > most) return false;
    *s = ahead;
    *number = n;
    return true;
}

bool scan_decimal(scan *s, uint64_t most, int places, double *number) {
    scan ahead = *s;
    uint64_t whole, part = 0, scale = 1;
    if (!scan_number(&ahead, most, &whole)) return false;
    if (scan_char(&ahead, '.')) {
        const char *digits = ahead.at;
        if (!scan_number(&ahead, UINT64_MAX, &part) || ahead.at - digits > places) return false;
        for (; digits < ahead.at; digits++) scale *= 10;
    }
    *s = ahead;
    *number = (double)whole + (double)part / (double)scale;
    return true;
}

bool text_is_number(const char *string, uint64_t most, uint64_t *number) {
    scan s = scan_string(string);
    uint64_t n;
    if (!scan_number(&s, most, &n) || !scan_done(&s)) return false;
    *number = n;
    return true;
}

/* The length of the well-formed UTF-8 character at `at`, or 0. Refuses overlong forms, surrogates
 * and control characters, as the Unicode standard's table 3-7 does. */
static size_t clean_character(const unsigned char *at, size_t left) {
    unsigned char c = at[0];
    if (c < 0x80) return c >= 0x20 ? c != 0x7f : c == '\t' || c == '\n' || c == '\r';
    size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    if (c < 0xc2 || c > 0xf4 || left < length) return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if (c == 0xe0 && at[1] < 0xa0) return 0;
    if (c == 0xed && at[1] > 0x9f) return 0;
    if (c == 0xf0 && at[1] < 0x90) return 0;
    if (c == 0xf4 && at[1] > 0x8f) return 0;
    if (c == 0xc2 && at[1] < 0xa0) return 0;
    return length;
}

size_t text_cut(const char *string, size_t most) {
    size_t length = strnlen(string, most + 1);
    if (length <= most) return length;
    length = most;
    while (length > 0 && (string[length] & 0xc0) == 0x80) length--;
    return length;
}

bool text_is_clean(const char *bytes, size_t length, size_t *bad) {
    for (size_t i = 0; i < length;) {
        size_t step = clean_character((const unsigned char *)bytes + i, length - i);
        if (step == 0) {
            *bad = i;
            return false;
        }
        i += step;
    }
    return true;
}

/* A message is one printable line whatever was quoted in it. */
static void make_printable(char *line) {
    for (unsigned char *c = (unsigned char *)line; *c;) {
        size_t step = *c < 0x20 ? 0 : clean_character(c, strlen((char *)c));
        if (step == 0) *c = '?';
        c += step ? step : 1;
    }
}

void error_set(error *e, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    make_printable(e->text);
}

void error_prefix(error *e, const char *format, ...) {
    error inner = *e;
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    size_t used = strlen(e->text);
    snprintf(e->text + used, sizeof e->text - used, ": %s", inner.text);
    make_printable(e->text);
}
