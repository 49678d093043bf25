/* SPDX-License-Identifier: MIT */
#include "rooms/name.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "play/match.h"

/* What shows nothing of itself, or changes how others are shown. */
static const struct {
    uint32_t first, last;
} unseen[] = {{0x00, 0x1f},       {0x7f, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},
              {0x61c, 0x61c},     {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},
              {0x200b, 0x200f},   {0x2028, 0x202e}, {0x2060, 0x206f},   {0x2800, 0x2800},
              {0x3164, 0x3164},   {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
              {0xfff0, 0xfffb},   {0xfffe, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
              {0xf0000, 0x10ffff}};

static const uint32_t spaces[] = {' ',    0xa0,   0x1680, 0x2000, 0x2001, 0x2002,
                                  0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
                                  0x2009, 0x200a, 0x202f, 0x205f, 0x3000};

static bool is_unseen(uint32_t c) {
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (c >= unseen[i].first && c <= unseen[i].last) return true;
    return false;
}

static bool is_space(uint32_t c) {
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (c == spaces[i]) return true;
    return false;
}

/* The next character of well-formed UTF-8. */
static uint32_t take_character(const char **at) {
    unsigned char first = (unsigned char)*(*at)++;
    int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    uint32_t c = more == 0 ? first : first & (0x3fu >> more);
    for (; more > 0; more--) c = c << 6 | ((unsigned char)*(*at)++ & 0x3f);
    return c;
}

status name_check(const char *name, error *e) {
    size_t bad, bytes = strlen(name);
    if (!text_is_clean(name, bytes, &bad) || strpbrk(name, "\r\n\t"))
        return FAIL(e, STATUS_INVALID, "a name is one line of UTF-8 without control characters");
    size_t count = 0;
    bool spaced = true; /* at the beginning, or behind a space */
    for (const char *at = name; *at; count++) {
        uint32_t c = take_character(&at);
        if (is_unseen(c))
            return FAIL(e, STATUS_INVALID, "a name cannot hold the character U+%04X", (unsigned)c);
        if (is_space(c) && spaced)
            return FAIL(e, STATUS_INVALID,
                        "a name neither begins with a space nor has two in a row");
        spaced = is_space(c);
    }
    if (count == 0 || count > NAME_CHARACTERS_MAX || bytes >= MATCH_NAME_BYTES)
        return FAIL(e, STATUS_INVALID, "a name has 1 to %d characters and no more than %d bytes",
                    NAME_CHARACTERS_MAX, MATCH_NAME_BYTES - 1);
    if (spaced) return FAIL(e, STATUS_INVALID, "a name does not end with a space");
    if (strcasecmp(name, "Computer") == 0)
        return FAIL(e, STATUS_INVALID, "'%s' is the name of the computer players", name);
    return STATUS_OK;
}
