/* SPDX-License-Identifier: MIT
 *
 * The table as SVG, light and dark. Yellow lines are thick, green ones are thick with a light core,
 * free lines are thin; blue rhombs are filled and have a dot; markers carry the letter of their
 * side. So nothing depends on colour. In the classes `a` is yellow and `b` green. */
#include <string.h>

#include "liniell/notation/notation.h"
#include "liniell/notation/view.h"

/* --- tiles ----------------------------------------------------------------------------------- */

enum {
    TILE = 144,
    HALF = TILE / 2,
    PITCH = TILE + 6, /* from tile to tile */
    MARGIN = 44,
    RHOMB = 44,  /* from the edge to the middle of a rhomb at a line's end */
    MARKER = 15, /* ... and of a marker on such a line */
};

static const char svg_style[] =
    "<style>"
    ".ground{fill:#f4ece0}.tile{fill:#fcf8ef;stroke:#dcd2bd;stroke-width:1.5}"
    ".open{fill:none;stroke:#cdbfa6;stroke-width:1.5;stroke-dasharray:4 6}"
    ".label{fill:#857868;font:15px system-ui,sans-serif;text-anchor:middle}"
    ".say{fill:#3a332b;font:17px system-ui,sans-serif}"
    ".line{fill:none;stroke:#3a332b;stroke-width:3.4}"
    ".a{fill:none;stroke:#d99a00;stroke-width:9}.b{fill:none;stroke:#2f8f3e;stroke-width:9}"
    ".core{fill:none;stroke:#fcf8ef;stroke-width:2.4}"
    ".case{fill:none;stroke:#fcf8ef;stroke-width:17}"
    ".dot{fill:#3a332b}.dot-a{fill:#d99a00}.dot-b{fill:#2f8f3e}"
    ".white{fill:#fffdf8;stroke:#3a332b;stroke-width:2.6}"
    ".blue{fill:#2f6fd0;stroke:#1c4a9a;stroke-width:2.6}.spark{fill:#fff}"
    ".mark{stroke-width:3}.mark-a{fill:#f6c443;stroke:#a87400}.mark-b{fill:#77c17e;stroke:#22712f}"
    ".letter{font:700 15px system-ui,sans-serif;text-anchor:middle;fill:#2b2417}"
    "@media(prefers-color-scheme:dark){.ground{fill:#211d19}.tile{fill:#35302a;stroke:#4a433a}"
    ".open{stroke:#5b5348}.label{fill:#a99b89}.say{fill:#e9dfcf}.line{stroke:#d8cdbd}"
    ".core,.case{stroke:#35302a}.dot{fill:#d8cdbd}.white{fill:#35302a;stroke:#d8cdbd}}"
    "</style>\n";

/* A point on a tile, seen from side `side` as if that were north: x to the right, y inwards. */
static void put_point(text *out, int side, int x, int y) {
    int from_left = side == 0 ? x : side == 1 ? TILE - y : side == 2 ? TILE - x : y;
    int from_top = side == 0 ? y : side == 1 ? x : side == 2 ? TILE - y : TILE - x;
    text_format(out, "%d %d", from_left, from_top);
}

/* The course of a group's line. */
static void put_course(text *out, unsigned sides, bool rhomb) {
    int first = liniell_first_side(sides), many = __builtin_popcount(sides);
    for (int side = 0; side < LINIELL_SIDES; side++) {
        if (many == 2 && sides == liniell_rotate(3, side)) {
            text_char(out, 'M');
            put_point(out, side, HALF, 0);
            text_format(out, "A%d %d 0 0 0 ", HALF, HALF);
            put_point(out, side, TILE, HALF);
            return;
        }
    }
    if (many == 2) {
        text_char(out, 'M');
        put_point(out, first, HALF, 0);
        text_char(out, 'L');
        put_point(out, first, HALF, TILE);
        return;
    }
    for (int side = 0; side < LINIELL_SIDES; side++) {
        if (!(sides & 1u << side)) continue;
        text_char(out, 'M');
        put_point(out, side, HALF, 0);
        text_char(out, 'L');
        put_point(out, side, HALF, many == 1 ? rhomb ? RHOMB - 12 : RHOMB : HALF);
    }
}

static void put_stroke(text *out, const char *kind, unsigned sides, bool rhomb) {
    text_format(out, "<path class=\"%s\" d=\"", kind);
    put_course(out, sides, rhomb);
    text_put(out, "\"/>");
}

/* Where rhombs and markers of a group sit: seen from its first side, x and y. */
static void spot_on(unsigned sides, bool marker, int *side, int *x, int *y) {
    int many = __builtin_popcount(sides);
    *side = liniell_first_side(sides);
    *x = HALF;
    *y = many == 1 ? marker ? MARKER : RHOMB : marker ? RHOMB - 10 : HALF;
    if (many == 2 && sides != 5 && sides != 10) { /* the middle of a bend, near its corner */
        *side = sides == 9 ? 3 : *side;
        *x = TILE - HALF * 70 / 100;
        *y = HALF * 70 / 100;
        if (marker) { /* nearer to one end, so as not to hide a rhomb */
            *x = TILE - HALF * 92 / 100;
            *y = HALF * 39 / 100;
        }
    } else if (many == 2 && !marker) {
        *y = RHOMB;
    }
}

static void put_translated(text *out, int side, int x, int y) {
    text_put(out, "<g transform=\"translate(");
    put_point(out, side, x, y);
    text_put(out, ")\">");
}

static void put_rhombs(text *out, const liniell_group *g, unsigned sides) {
    int count = g->white + g->blue, side, x, y;
    spot_on(sides, false, &side, &x, &y);
    for (int i = 0; i < count; i++) {
        bool is_blue = i < g->blue;
        put_translated(out, side, x + 16 * (2 * i - count + 1) / 2, y);
        text_format(out, "<path class=\"%s\" d=\"M0-14L11 0 0 14-11 0z\"/>%s</g>",
                    is_blue ? "blue" : "white",
                    is_blue ? "<circle class=\"spark\" r=\"2.8\"/>" : "");
    }
}

static void put_group(text *out, const liniell_group *g, int rotation, uint8_t owner) {
    unsigned sides = liniell_rotate(g->sides, rotation);
    bool rhomb = g->white + g->blue > 0;
    if (sides == 10) /* east to west passes over */
        text_format(out, "<path class=\"case\" d=\"M%d %dh32\"/>", HALF - 16, HALF);
    put_stroke(out, owner == SIDE_A ? "a" : owner == SIDE_B ? "b" : "line", sides, rhomb);
    if (owner == SIDE_B) put_stroke(out, "core", sides, rhomb);
    if (__builtin_popcount(sides) > 2)
        text_format(out, "<circle class=\"dot%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>",
                    owner == SIDE_A   ? "-a"
                    : owner == SIDE_B ? "-b"
                                      : "",
                    HALF, HALF, owner == LINIELL_NONE ? 6 : 9);
    put_rhombs(out, g, sides);
}

static void put_tile(text *out, const liniell_tile *tile, int rotation,
                     const uint8_t owners[LINIELL_SIDES]) {
    text_format(out, "<rect class=\"tile\" width=\"%d\" height=\"%d\" rx=\"10\"/>", TILE, TILE);
    for (int pass = 0; pass < 2; pass++) /* what passes over comes last */
        for (int group = 0; group < tile->group_count; group++) {
            bool over = liniell_rotate(tile->groups[group].sides, rotation) == 10;
            if (over == (pass == 1)) put_group(out, &tile->groups[group], rotation, owners[group]);
        }
}

static void put_marker(text *out, const liniell_view *v, liniell_spot spot, int owner, int colour) {
    const liniell_laid *laid = &v->p.laid[v->lines.at[spot.cell] - 1];
    const liniell_tile *tile = &v->tiles->tile[laid->tile];
    int group = liniell_group_at(tile, laid->rotation, spot.side), side, x, y;
    spot_on(liniell_rotate(tile->groups[group].sides, laid->rotation), true, &side, &x, &y);
    put_translated(out, side, x, y);
    text_format(out,
                "<circle class=\"mark mark-%c\" r=\"13.5\"/><text class=\"letter\" "
                "y=\"5.5\">%c</text></g>",
                'a' + colour, 'A' + owner);
}

/* --- pictures -------------------------------------------------------------------------------- */

static void open_svg(text *out, int width, int height, const char *title) {
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" role=\"img\" aria-label=\"%s\">\n<title>%s</title>\n",
                width, height, width, height, title, title);
    text_put(out, svg_style);
    text_format(out, "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n", width, height);
}

static const uint8_t nobody[LINIELL_SIDES] = {LINIELL_NONE, LINIELL_NONE, LINIELL_NONE,
                                              LINIELL_NONE};

static void put_cell(text *out, const liniell_view *v, int row, int column) {
    uint8_t cell = (uint8_t)(row * LINIELL_GRID + column);
    int order = v->lines.at[cell] - 1;
    if (order < 0 && !liniell_view_is_open(v, cell)) return;
    text_format(out, "<g transform=\"translate(%d %d)\">", MARGIN + (column - v->left) * PITCH,
                MARGIN + (row - v->top) * PITCH);
    if (order >= 0) {
        const liniell_laid *laid = &v->p.laid[order];
        put_tile(out, &v->tiles->tile[laid->tile], laid->rotation, v->owners[order]);
    } else {
        text_format(out,
                    "<rect class=\"open\" width=\"%d\" height=\"%d\" rx=\"10\"/>"
                    "<text class=\"label\" x=\"%d\" y=\"%d\">%c%d</text>",
                    TILE, TILE, HALF, HALF + 5, 'a' + column, row + 1);
    }
    text_put(out, "</g>\n");
}

/* After all tiles, so that no tile covers a marker near its edge. */
static void put_markers(text *out, const liniell_view *v, bool swapped) {
    for (int m = 0; m < 4; m++) {
        liniell_spot spot = v->p.markers[m / 2][m % 2];
        if (spot.cell == LINIELL_NONE) continue;
        text_format(out, "<g transform=\"translate(%d %d)\">",
                    MARGIN + (spot.cell % LINIELL_GRID - v->left) * PITCH,
                    MARGIN + (spot.cell / LINIELL_GRID - v->top) * PITCH);
        put_marker(out, v, spot, m / 2, swapped ? 1 - m / 2 : m / 2);
        text_put(out, "</g>\n");
    }
}

/* From here on an owner is a colour. */
static void swap_owners(liniell_view *v) {
    for (int i = 0; i < LINIELL_TILES_MAX * LINIELL_SIDES; i++) {
        uint8_t *owner = &v->owners[i / LINIELL_SIDES][i % LINIELL_SIDES];
        if (*owner != LINIELL_NONE) *owner = *owner == SIDE_A ? SIDE_B : SIDE_A;
    }
}

void liniell_draw_svg(const void *rules, const game_position *position, bool swapped, text *out) {
    liniell_view v;
    liniell_view_set(rules, position, &v);
    if (swapped) swap_owners(&v);
    char line[GAME_POSITION_TEXT + 16];
    text title = text_fixed(line, sizeof line);
    text_put(&title, "Liniell: ");
    liniell_write_position(rules, &v.p, &title);
    int columns = v.right - v.left + 1, rows = v.bottom - v.top + 1;
    bool drawn = v.p.drawn < LINIELL_TILES_MAX;
    int width = 2 * MARGIN + columns * PITCH, height = 2 * MARGIN + rows * PITCH;
    open_svg(out, width + (drawn ? PITCH + MARGIN / 2 : 0), height, line);
    for (int column = v.left; column <= v.right; column++)
        text_format(out, "<text class=\"label\" x=\"%d\" y=\"%d\">%c</text>",
                    MARGIN + (column - v.left) * PITCH + HALF, MARGIN - 16, 'a' + column);
    for (int row = v.top; row <= v.bottom; row++)
        text_format(out, "<text class=\"label\" x=\"%d\" y=\"%d\">%d</text>", MARGIN - 20,
                    MARGIN + (row - v.top) * PITCH + HALF + 5, row + 1);
    text_char(out, '\n');
    for (int row = v.top; row <= v.bottom; row++)
        for (int column = v.left; column <= v.right; column++) put_cell(out, &v, row, column);
    put_markers(out, &v, swapped);
    if (drawn) {
        const liniell_tile *tile = &v.tiles->tile[v.p.drawn];
        text_format(out,
                    "<g transform=\"translate(%d %d)\"><text class=\"say\" y=\"-14\">%c places "
                    "%02d</text>",
                    width - MARGIN / 2, MARGIN, 'A' + v.p.to_move, tile->number);
        put_tile(out, tile, 0, nobody);
        text_put(out, "</g>\n");
    }
    text_put(out, "</svg>\n");
}

void liniell_draw_tiles_svg(const void *rules, text *out) {
    const liniell_tiles *tiles = rules;
    int columns = tiles->square, rows = (tiles->count + columns - 1) / columns;
    enum { ROW = PITCH + 22 };
    open_svg(out, 2 * MARGIN + columns * PITCH, MARGIN + rows * ROW, "Liniell: the tile set");
    for (int i = 0; i < tiles->count; i++) {
        char name[64];
        text t = text_fixed(name, sizeof name);
        liniell_write_tile(&tiles->tile[i], &t);
        text_format(out, "<g transform=\"translate(%d %d)\">", MARGIN + i % columns * PITCH,
                    MARGIN / 2 + i / columns * ROW);
        put_tile(out, &tiles->tile[i], 0, nobody);
        text_format(out, "<text class=\"label\" x=\"%d\" y=\"%d\">%s</text></g>\n", HALF, TILE + 17,
                    name);
    }
    text_put(out, "</svg>\n");
}
