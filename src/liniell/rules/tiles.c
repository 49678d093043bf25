/* SPDX-License-Identifier: MIT
 *
 * Tile sets: the standard one, and the reader of others. What the reader accepts is sound: every
 * side of every tile belongs to exactly one group. */
#include "liniell/rules/tiles.h"

#include <assert.h>
#include <string.h>

enum { N = 1, E = 2, S = 4, W = 8 };

/* The rotations that look different: all four, two, or one. */
enum { FOUR = 15, TWO = 3, ONE = 1 };

#define CROSS(number)                                                                              \
    {                                                                                              \
        number, ONE, 1, {                                                                          \
            { N | E | S | W, 0, 0 }                                                                \
        }                                                                                          \
    }
#define TEE(number, rhomb)                                                                         \
    {                                                                                              \
        number, FOUR, 2, {                                                                         \
            {N | E | S, 0, 0}, {                                                                   \
                W, rhomb                                                                           \
            }                                                                                      \
        }                                                                                          \
    }
#define ARCS(number)                                                                               \
    {                                                                                              \
        number, TWO, 2, {                                                                          \
            {N | E, 0, 0}, {                                                                       \
                S | W, 0, 0                                                                        \
            }                                                                                      \
        }                                                                                          \
    }
#define BRIDGE(number)                                                                             \
    {                                                                                              \
        number, ONE, 2, {                                                                          \
            {N | S, 0, 0}, {                                                                       \
                E | W, 0, 0                                                                        \
            }                                                                                      \
        }                                                                                          \
    }
#define ARC(number, s, w)                                                                          \
    {                                                                                              \
        number, FOUR, 3, {                                                                         \
            {N | E, 0, 0}, {S, s}, {                                                               \
                W, w                                                                               \
            }                                                                                      \
        }                                                                                          \
    }
#define BAR(number, e, w)                                                                          \
    {                                                                                              \
        number, FOUR, 3, {                                                                         \
            {N | S, 0, 0}, {E, e}, {                                                               \
                W, w                                                                               \
            }                                                                                      \
        }                                                                                          \
    }
#define WHITE 1, 0
#define BLUE  0, 1

/* `linework liniell tiles` writes it out. */
const liniell_tiles liniell_standard = {
    .count = 16,
    .square = 4,
    .first = 3,
    .tile = {CROSS(1), CROSS(2), TEE(3, WHITE), TEE(4, WHITE), TEE(5, WHITE), TEE(6, BLUE),
             TEE(7, BLUE), ARCS(8), ARCS(9), ARCS(10), ARCS(11), BRIDGE(12), ARC(13, WHITE, BLUE),
             ARC(14, BLUE, WHITE), BAR(15, WHITE, BLUE), BAR(16, WHITE, BLUE)},
};

int liniell_group_at(const liniell_tile *tile, int rotation, int side) {
    unsigned unturned = 1u << ((side - rotation) & 3);
    for (int group = 0; group < tile->group_count; group++)
        if (tile->groups[group].sides & unturned) return group;
    assert(false && "every side belongs to a group");
    return 0;
}

bool liniell_looks_like(const liniell_tile *one, int rotation, const liniell_tile *other,
                        int other_rotation) {
    for (int side = 0; side < LINIELL_SIDES; side++) {
        const liniell_group *a = &one->groups[liniell_group_at(one, rotation, side)];
        const liniell_group *b = &other->groups[liniell_group_at(other, other_rotation, side)];
        if (liniell_rotate(a->sides, rotation) != liniell_rotate(b->sides, other_rotation) ||
            a->white != b->white || a->blue != b->blue)
            return false;
    }
    return true;
}

static uint8_t distinct_rotations(const liniell_tile *tile) {
    uint8_t distinct = 1;
    for (int rotation = 1; rotation < LINIELL_SIDES; rotation++) {
        bool fresh = true;
        for (int fewer = 0; fewer < rotation; fewer++)
            if (liniell_looks_like(tile, rotation, tile, fewer)) fresh = false;
        if (fresh) distinct = (uint8_t)(distinct | 1 << rotation);
    }
    return distinct;
}

/* --- reading --------------------------------------------------------------------------------- */

/* Blanks within a line. */
static void skip_blanks(scan *s) {
    while (scan_char(s, ' ') || scan_char(s, '\t') || scan_char(s, '\r')) {
    }
}

/* One group, up to the next blank or the end of the tile. */
static status read_group(scan *s, liniell_tile *tile, unsigned *taken, error *e) {
    liniell_group group = {0};
    const char *side;
    while (scan_peek(s) > 0 && (side = strchr(liniell_side_letters, scan_peek(s)))) {
        unsigned bit = 1u << (side - liniell_side_letters);
        if (*taken & bit)
            return FAIL(e, STATUS_INVALID, "side %c of tile %02d is named twice", *side,
                        tile->number);
        *taken |= bit;
        group.sides = (uint8_t)(group.sides | bit);
        s->at++;
    }
    for (;;) {
        if (scan_char(s, 'o'))
            group.white++;
        else if (scan_char(s, '*'))
            group.blue++;
        else
            break;
        if (group.white + group.blue > LINIELL_RHOMBS_MAX)
            return FAIL(e, STATUS_INVALID, "tile %02d has more than %d rhombs on one line",
                        tile->number, LINIELL_RHOMBS_MAX);
    }
    int next = scan_peek(s);
    if (next >= 0 && (next == 0 || !strchr(" \t\r\n;#", next)))
        return FAIL(e, STATUS_INVALID,
                    "tile %02d: '%.*s' is unknown here; a line is sides (N E S W), then its rhombs "
                    "(o white, * blue)",
                    tile->number, 1, s->at);
    if (!group.sides)
        return FAIL(e, STATUS_INVALID, "tile %02d has a rhomb on a line that meets no side",
                    tile->number);
    int place = tile->group_count++; /* in the order of their first sides, however written */
    for (; place > 0; place--) {
        liniell_group *before = &tile->groups[place - 1];
        if (liniell_first_side(before->sides) < liniell_first_side(group.sides)) break;
        tile->groups[place] = *before;
    }
    tile->groups[place] = group;
    return STATUS_OK;
}

static status read_tile(scan *s, liniell_tile *tile, error *e) {
    liniell_tile read = {0};
    unsigned taken = 0;
    for (int digit = 0; digit < 2; digit++) {
        int c = scan_peek(s);
        if (c < '0' || c > '9')
            return FAIL(e, STATUS_INVALID, "a tile begins with its number of two digits and ':'");
        read.number = (uint8_t)(10 * read.number + (c - '0'));
        s->at++;
    }
    if (!scan_char(s, ':'))
        return FAIL(e, STATUS_INVALID, "a ':' must follow the two digits of the tile's number");
    if (read.number == 0) return FAIL(e, STATUS_INVALID, "tiles are numbered from 01 to 99");
    for (;;) {
        skip_blanks(s);
        int next = scan_peek(s);
        if (next < 0 || next == '\n' || next == ';' || next == '#') break;
        status code = read_group(s, &read, &taken, e);
        if (code != STATUS_OK) return code;
    }
    for (int side = 0; side < LINIELL_SIDES; side++)
        if (!(taken & 1u << side))
            return FAIL(e, STATUS_INVALID, "side %c of tile %02d is missing",
                        liniell_side_letters[side], read.number);
    read.rotations = distinct_rotations(&read);
    *tile = read;
    return STATUS_OK;
}

/* Keeps the set sorted by number. */
static status add_tile(liniell_tiles *tiles, const liniell_tile *tile, error *e) {
    int place = tiles->count;
    for (; place > 0 && tiles->tile[place - 1].number >= tile->number; place--)
        if (tiles->tile[place - 1].number == tile->number)
            return FAIL(e, STATUS_INVALID, "tile %02d occurs twice", tile->number);
    if (tiles->count == LINIELL_TILES_MAX)
        return FAIL(e, STATUS_INVALID, "a tile set has no more than %d tiles", LINIELL_TILES_MAX);
    memmove(&tiles->tile[place + 1], &tiles->tile[place],
            (size_t)(tiles->count - place) * sizeof *tile);
    tiles->tile[place] = *tile;
    tiles->count++;
    return STATUS_OK;
}

static status read_all(scan *s, liniell_tiles *tiles, size_t *line, error *e) {
    for (;;) {
        skip_blanks(s);
        if (scan_char(s, '#'))
            while (!scan_done(s) && scan_peek(s) != '\n') s->at++;
        if (scan_done(s)) return STATUS_OK;
        if (scan_char(s, ';')) continue;
        if (scan_char(s, '\n')) {
            (*line)++;
            continue;
        }
        liniell_tile tile;
        status code = read_tile(s, &tile, e);
        if (code == STATUS_OK) code = add_tile(tiles, &tile, e);
        if (code != STATUS_OK) return code;
    }
}

status liniell_read_tiles(const char *string, liniell_tiles *tiles, error *e) {
    liniell_tiles read = {0};
    scan s = scan_string(string);
    size_t line = 1;
    status code = read_all(&s, &read, &line, e);
    if (code == STATUS_OK && read.count < LINIELL_TILES_MIN)
        code = FAIL(e, STATUS_INVALID, "a tile set has no fewer than %d tiles", LINIELL_TILES_MIN);
    if (code != STATUS_OK) return FAIL_WITHIN(e, code, "tile set, line %zu", line);
    while (read.square * read.square < read.count) read.square++;
    read.first = (uint8_t)((read.square > 4 ? read.square : 4) - 1);
    *tiles = read;
    return STATUS_OK;
}

/* --- writing --------------------------------------------------------------------------------- */

void liniell_write_tile(const liniell_tile *tile, text *out) {
    text_format(out, "%02d:", tile->number);
    for (int group = 0; group < tile->group_count; group++) {
        text_char(out, ' ');
        for (int side = 0; side < LINIELL_SIDES; side++)
            if (tile->groups[group].sides & 1 << side) text_char(out, liniell_side_letters[side]);
        text_repeat(out, "o", tile->groups[group].white);
        text_repeat(out, "*", tile->groups[group].blue);
    }
}

void liniell_write_tiles(const liniell_tiles *tiles, const char *separator, text *out) {
    for (int i = 0; i < tiles->count; i++) {
        if (i > 0) text_put(out, separator);
        liniell_write_tile(&tiles->tile[i], out);
    }
}
