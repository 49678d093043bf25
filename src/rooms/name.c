/* SPDX-License-Identifier: MIT */
#include "rooms/name.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#include "base/text.h"
#include "play/match.h"

/* What shows nothing of itself, changes how others are shown, or means nothing to everybody. */
static bool is_unseen(uint32_t c) {
    enum { BRAILLE_BLANK = 0x2800 };
    const utf8proc_property_t *is = utf8proc_get_property((utf8proc_int32_t)c);
    switch (is->category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return true;
    default: return is->ignorable || c == BRAILLE_BLANK;
    }
}

static bool is_space(uint32_t c) {
    return utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_ZS;
}

/* An accent and the like, which is drawn on what stands before it. */
static bool is_mark(uint32_t c) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

/* The next character of well-formed UTF-8. */
static uint32_t take_character(const char **at) {
    unsigned char first = (unsigned char)*(*at)++;
    int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    uint32_t c = more == 0 ? first : first & (0x3fu >> more);
    for (; more > 0; more--) c = c << 6 | ((unsigned char)*(*at)++ & 0x3f);
    return c;
}

const char name_of_computer[] = "Computer";

/* Bytes of a name that might be short enough in NFC. */
enum { LONGER_MAX = 4 * MATCH_NAME_BYTES };

static status fail_length(error *e) {
    return FAIL(e, STATUS_INVALID, "a name has 1 to %d characters and no more than %d bytes",
                NAME_CHARACTERS_MAX, MATCH_NAME_BYTES - 1);
}

/* Unicode's form NFC, or NULL: no memory. The caller frees it. */
static char *composed(const char *name) {
    return (char *)utf8proc_NFC((const utf8proc_uint8_t *)name);
}

static bool is_computers(const char *name, bool *failed) {
    char *plain = (char *)utf8proc_NFKC_Casefold((const utf8proc_uint8_t *)name);
    bool is = plain && strcasecmp(plain, name_of_computer) == 0;
    *failed = !plain;
    free(plain);
    return is;
}

/* Of a name in NFC. */
static status check(const char *name, error *e) {
    size_t count = 0, bytes = strlen(name);
    bool spaced = true; /* at the beginning, or behind a space */
    bool failed;
    for (const char *at = name; *at; count++) {
        uint32_t c = take_character(&at);
        if (is_unseen(c))
            return FAIL(e, STATUS_INVALID, "a name cannot hold the character U+%04X", (unsigned)c);
        if (is_space(c) && spaced)
            return FAIL(e, STATUS_INVALID,
                        "a name neither begins with a space nor has two in a row");
        if (is_mark(c) && spaced)
            return FAIL(e, STATUS_INVALID, "the character U+%04X needs one that carries it",
                        (unsigned)c);
        spaced = is_space(c);
    }
    if (count == 0 || count > NAME_CHARACTERS_MAX || bytes >= MATCH_NAME_BYTES)
        return fail_length(e);
    if (spaced) return FAIL(e, STATUS_INVALID, "a name does not end with a space");
    if (is_computers(name, &failed))
        return FAIL(e, STATUS_INVALID, "'%s' is the name of the computer players", name);
    return failed ? fail_memory(e) : STATUS_OK;
}

status name_read(const char *given, char name[MATCH_NAME_BYTES], error *e) {
    size_t bad;
    size_t bytes = strlen(given);
    if (bytes > LONGER_MAX) return fail_length(e); /* to sort endless accents takes endless time */
    if (!text_is_clean(given, bytes, &bad) || strpbrk(given, "\r\n\t"))
        return FAIL(e, STATUS_INVALID, "a name is one line of UTF-8 without control characters");
    char *normal = composed(given);
    status code = normal ? check(normal, e) : fail_memory(e);
    if (code == STATUS_OK) memcpy(name, normal, strlen(normal) + 1);
    free(normal);
    return code;
}
