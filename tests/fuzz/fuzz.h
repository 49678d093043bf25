/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets share. A target feeds bytes to a parser: whatever they are, nothing may
 * crash, and what is accepted must survive a round trip. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "liniell/rules/tiles.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A check that no build leaves out. */
#define MUST(condition)                                                                            \
    do                                                                                             \
        if (!(condition)) abort();                                                                 \
    while (0)

/* Tiles on the table that Liniell's plain score can bear, whatever their lines. */
enum { PLAIN_MOST = 16 };

/* The bytes as a string; free it. */
static inline char *as_string(const uint8_t *data, size_t size) {
    char *string = malloc(size + 1);
    MUST(string);
    if (size > 0) memcpy(string, data, size);
    string[size] = '\0';
    return string;
}

/* Where the input is about Liniell its first line is the tile set, a letter a tile, so that any
 * letters make a set: the standard one if there are fewer than two, 64 tiles if there are more.
 * What follows the line is left in *data. */
static inline liniell_tiles take_tiles(const uint8_t **data, size_t *size) {
    static const char *const shapes[] = {"NESW",        "NES Wo",   "NES W*",    "NE SW",
                                         "NS EW",       "NE So W*", "NS Eo W*",  "N E S W",
                                         "NEo*o SW",    "NS* EWo",  "No E* S W", "NESWoooo*****",
                                         "N ESW*o*o*o", "NW ES",    "NW Eoo S**"};
    const uint8_t *end = memchr(*data, '\n', *size);
    size_t length = end ? (size_t)(end - *data) : *size, rest = end ? length + 1 : length;
    size_t count = length > LINIELL_TILES_MAX ? LINIELL_TILES_MAX : length;
    char line[4096];
    text t = text_fixed(line, sizeof line);
    for (size_t i = 0; i < count; i++)
        text_format(&t, "%02zu: %s;", i + 1, shapes[(*data)[i] % (sizeof shapes / sizeof *shapes)]);
    *data += rest;
    *size -= rest;
    liniell_tiles tiles = liniell_standard;
    error e;
    MUST(!t.failed);
    MUST(liniell_read_tiles(line, &tiles, &e) == STATUS_OK || count < LINIELL_TILES_MIN);
    return tiles;
}

/* The input behind such a first line, in which each '`' (of the first eight) stands for the text of
 * the set; free it. */
static inline text take_text(const uint8_t *data, size_t size) {
    text out = text_growing();
    if (size == 0) return text_put(&out, ""), out;
    liniell_tiles tiles = take_tiles(&data, &size);
    text_put(&out, "");
    for (size_t i = 0, marks = 0; i < size; i++)
        if (data[i] == '`' && marks++ < 8)
            liniell_write_tiles(&tiles, "; ", &out);
        else
            text_char(&out, (char)data[i]);
    MUST(!out.failed);
    return out;
}

#endif
