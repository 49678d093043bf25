/* SPDX-License-Identifier: MIT
 *
 * Building text and taking it apart.
 *
 * `text` appends to memory that either belongs to the caller (text_fixed: nothing is allocated,
 * so games and probes may use it) or grows (text_growing). It is always NUL-terminated. What does
 * not fit is dropped and remembered in `failed`; check that once, at the end.
 *
 * `scan` walks over a piece of text that need not end in NUL; every scan_ function either takes
 * what it names and answers true, or takes nothing and answers false. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks a text that people read, for the catalogues in po/ (tools/check-texts finds it by this
 * name); whoever shows it translates it. */
#define N_(english) english

/* Marks a sentence for one thing and for several; two texts of a table, one behind the other. */
#define NP_(one, several) one, several

typedef struct text {
    char *data;
    size_t length;
    size_t capacity; /* bytes at data, the final NUL included */
    bool grows;
    bool failed;
} text;

text text_fixed(char *data, size_t capacity);
text text_growing(void);
void text_free(text *t);
void text_clear(text *t);
void text_take_back(text *t, size_t length); /* to so many bytes, as if no more had been put */

void text_put(text *t, const char *string);
void text_put_xml(text *t, const char *string); /* with what XML reads as markup escaped */
void text_put_n(text *t, const char *bytes, size_t length);
void text_char(text *t, char c);
void text_repeat(text *t, const char *string, size_t times);
void text_format(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct scan {
    const char *at;
    const char *end;
} scan;

scan scan_bytes(const char *bytes, size_t length);
scan scan_string(const char *string);
bool scan_done(const scan *s);
int scan_peek(const scan *s); /* the next byte, or -1 at the end */
bool scan_char(scan *s, char c);
bool scan_word(scan *s, const char *word);
bool scan_space(scan *s); /* spaces, tabs, line ends; false if there were none */

/* The one integer parser: decimal digits only, no sign, no more than `most`. */
bool scan_number(scan *s, uint64_t most, uint64_t *number);

/* A number of no more than `most` with up to so many decimals behind a point, or none. */
bool scan_decimal(scan *s, uint64_t most, int places, double *number);

/* The whole of `string` as a number no greater than `most`. */
bool text_is_number(const char *string, uint64_t most, uint64_t *number);

/* The length of a string, or of as many whole letters (UTF-8) at its beginning as `most` bytes
 * hold. */
size_t text_cut(const char *string, size_t most);

/* Whether the bytes are well-formed UTF-8 without control characters other than tab and line
 * ends; if not, *bad is the offset of the first wrong byte. */
bool text_is_clean(const char *bytes, size_t length, size_t *bad);

#endif
