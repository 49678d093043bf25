/* SPDX-License-Identifier: MIT
 *
 * The table as text. A tile is five lines of nine characters, and what it shows is drawn on a small
 * canvas first, as strokes between characters; the right box character follows from the strokes
 * that meet there. The lines of A are heavy and those of B double (in plain letters: made of a and
 * b), so that nothing depends on colour. */
#include "liniell/notation/picture.h"

#include <assert.h>
#include <string.h>

#include "liniell/notation/notation.h"
#include "liniell/notation/view.h"
#include "liniell/rules/routes.h"

enum { HIGH = 5, WIDE = 9, MIDDLE_ROW = 2, MIDDLE_COLUMN = 4 };

/* What a character shows besides strokes. */
typedef enum sign { NO_SIGN, WHITE_RHOMB, BLUE_RHOMB, MARKER_A, MARKER_B, CORNER, COUNT } sign;

typedef struct pixel {
    uint8_t strokes; /* bit 1 << side: a stroke leaves on this side */
    uint8_t owner;
    uint8_t sign;
    uint8_t count; /* for COUNT: a digit */
} pixel;

typedef struct canvas {
    pixel at[HIGH][WIDE];
} canvas;

typedef struct point {
    int8_t row, column;
} point;

static const point edge_of[LINIELL_SIDES] = {{0, 4}, {2, 8}, {4, 4}, {2, 0}};
static const point stub_end[LINIELL_SIDES] = {{1, 4}, {2, 6}, {3, 4}, {2, 2}};

/* The bend from side s to the side clockwise of it. */
static const point bends[LINIELL_SIDES][5] = {
    {{0, 4}, {1, 4}, {1, 6}, {2, 6}, {2, 8}},
    {{2, 8}, {2, 6}, {3, 6}, {3, 4}, {4, 4}},
    {{4, 4}, {3, 4}, {3, 2}, {2, 2}, {2, 0}},
    {{2, 0}, {2, 2}, {1, 2}, {1, 4}, {0, 4}},
};

static void touch(canvas *c, point at, int side, uint8_t owner) {
    pixel *p = &c->at[at.row][at.column];
    p->strokes = (uint8_t)(p->strokes | 1u << side);
    p->owner = owner;
}

/* A stroke along a row or column. */
static void stroke(canvas *c, point from, point to, uint8_t owner) {
    int side = to.row < from.row ? 0 : to.column > from.column ? 1 : to.row > from.row ? 2 : 3;
    static const point step[LINIELL_SIDES] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    while (from.row != to.row || from.column != to.column) {
        touch(c, from, side, owner);
        from.row = (int8_t)(from.row + step[side].row);
        from.column = (int8_t)(from.column + step[side].column);
        touch(c, from, (side + 2) % LINIELL_SIDES, owner);
    }
}

static void put_sign(canvas *c, point at, sign what) {
    c->at[at.row][at.column].sign = (uint8_t)what;
}

/* Draws one group and answers where its rhombs go. */
static point draw_lines(canvas *c, unsigned sides, uint8_t owner) {
    static const point centre = {MIDDLE_ROW, MIDDLE_COLUMN};
    for (int side = 0; side < LINIELL_SIDES; side++)
        if (sides & 1u << side) touch(c, edge_of[side], side, owner);
    int first = liniell_first_side(sides), many = __builtin_popcount(sides);
    if (many == 1) {
        stroke(c, edge_of[first], stub_end[first], owner);
        return stub_end[first];
    }
    for (int side = 0; many == 2 && side < LINIELL_SIDES; side++)
        if (sides == (unsigned)liniell_rotate(3, side)) {
            for (int i = 0; i < 4; i++) stroke(c, bends[side][i], bends[side][i + 1], owner);
            return bends[side][2];
        }
    if (many == 2) { /* straight; one that runs across goes under one that runs down */
        pixel before = c->at[MIDDLE_ROW][MIDDLE_COLUMN];
        stroke(c, edge_of[first], edge_of[first + 2], owner);
        if (before.strokes) {
            pixel *middle = &c->at[MIDDLE_ROW][MIDDLE_COLUMN];
            if (first == 0)
                middle->strokes = 5;
            else
                *middle = before;
        }
        return stub_end[first];
    }
    for (int side = 0; side < LINIELL_SIDES; side++)
        if (sides & 1u << side) stroke(c, edge_of[side], centre, owner);
    return centre;
}

static void draw_tile(const liniell_tile *tile, int rotation, const uint8_t owners[LINIELL_SIDES],
                      canvas *c) {
    memset(c, 0, sizeof *c);
    for (int corner = 0; corner < 4; corner++)
        c->at[corner / 2 * (HIGH - 1)][corner % 2 * (WIDE - 1)].sign = CORNER;
    for (int group = 0; group < tile->group_count; group++) {
        const liniell_group *g = &tile->groups[group];
        point at = draw_lines(c, liniell_rotate(g->sides, rotation), owners[group]);
        int rhombs = g->white + g->blue;
        if (rhombs > 0) put_sign(c, at, g->blue > 0 ? BLUE_RHOMB : WHITE_RHOMB);
        if (rhombs > 1)
            c->at[at.row][at.column + 1] = (pixel){.sign = COUNT, .count = (uint8_t)rhombs};
    }
}

/* --- characters ------------------------------------------------------------------------------ */

static const char *const light[] = {" ", "╵", "╶", "╰", "╷", "│", "╭", "├",
                                    "╴", "╯", "─", "┴", "╮", "┤", "┬", "┼"};
static const char *const heavy[] = {" ", "╹", "╺", "┗", "╻", "┃", "┏", "┣",
                                    "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};
static const char *const twofold[] = {" ", "║", "═", "╚", "║", "║", "╔", "╠",
                                      "═", "╝", "═", "╩", "╗", "╣", "╦", "╬"};
static const char *const simple[] = {" ", "|", "-", "+", "|", "|", "+", "+",
                                     "-", "+", "-", "+", "+", "+", "+", "+"};

static const char yellow[] = "\033[33m", green[] = "\033[32m", blue[] = "\033[34m",
                  faint[] = "\033[2m", plain[] = "\033[0m";

static void put_pixel(const pixel *p, picture_style style, text *out) {
    static const char *const signs[][2] = {[WHITE_RHOMB] = {"o", "◇"},
                                           [BLUE_RHOMB] = {"*", "◆"},
                                           [MARKER_A] = {"A", "A"},
                                           [MARKER_B] = {"B", "B"},
                                           [CORNER] = {".", "·"}};
    const char *colour = p->owner == SIDE_A ? yellow : p->owner == SIDE_B ? green : "";
    if (p->sign == BLUE_RHOMB) colour = blue;
    if (p->sign == CORNER) colour = faint;
    if (!p->strokes && !p->sign) colour = "";
    if (style.colour) text_put(out, colour);
    if (p->sign == COUNT)
        text_format(out, "%d", p->count);
    else if (p->sign)
        text_put(out, signs[p->sign][!style.ascii]);
    else if (style.ascii && p->strokes && p->owner != LINIELL_NONE)
        text_put(out, p->owner == SIDE_A ? "a" : "b");
    else
        text_put(out, style.ascii          ? simple[p->strokes]
                      : p->owner == SIDE_A ? heavy[p->strokes]
                      : p->owner == SIDE_B ? twofold[p->strokes]
                                           : light[p->strokes]);
    if (style.colour && *colour) text_put(out, plain);
}

/* One text line of a cell. */
static void put_cell_line(const liniell_view *v, uint8_t cell, int line, picture_style style,
                          text *out) {
    int order = v->lines.at[cell] - 1;
    if (order < 0) {
        char name[8] = "";
        text t = text_fixed(name, sizeof name);
        if (line == MIDDLE_ROW && liniell_view_is_open(v, cell)) liniell_write_cell(cell, &t);
        bool faintly = style.colour && *name;
        text_format(out, "   %s%-3s%s   ", faintly ? faint : "", name, faintly ? plain : "");
        return;
    }
    const liniell_laid *laid = &v->p.laid[order];
    canvas c;
    draw_tile(&v->tiles->tile[laid->tile], laid->rotation, v->owners[order], &c);
    for (int m = 0; m < 4; m++) {
        liniell_spot spot = v->p.markers[m / 2][m % 2];
        if (spot.cell == cell) put_sign(&c, edge_of[spot.side], m / 2 ? MARKER_B : MARKER_A);
    }
    for (int column = 0; column < WIDE; column++) put_pixel(&c.at[line][column], style, out);
}

static void put_board(const liniell_view *v, picture_style style, text *out) {
    text_put(out, "  ");
    for (int column = v->left; column <= v->right; column++)
        text_format(out, "     %c    ", 'a' + column);
    text_char(out, '\n');
    for (int row = v->top; row <= v->bottom; row++)
        for (int line = 0; line < HIGH; line++) {
            if (line == MIDDLE_ROW)
                text_format(out, "%2d ", row + 1);
            else
                text_put(out, "   ");
            for (int column = v->left; column <= v->right; column++) {
                put_cell_line(v, (uint8_t)(row * LINIELL_GRID + column), line, style, out);
                if (column < v->right) text_char(out, ' ');
            }
            text_char(out, '\n');
        }
}

/* Takes the blanks off the ends of the lines from `begin` on. */
static void trim_lines(text *out, size_t begin) {
    if (out->failed || !out->data) return;
    size_t kept = begin;
    for (size_t i = begin; i < out->length; i++) {
        if (out->data[i] == '\n')
            while (kept > begin && out->data[kept - 1] == ' ') kept--;
        out->data[kept++] = out->data[i];
    }
    out->length = kept;
    out->data[kept] = '\0';
}

/* The drawn tile in each rotation that it may be placed in. */
static void put_drawn(const liniell_view *v, picture_style style, text *out) {
    static const uint8_t nobody[LINIELL_SIDES] = {LINIELL_NONE, LINIELL_NONE, LINIELL_NONE,
                                                  LINIELL_NONE};
    const liniell_tile *tile = &v->tiles->tile[v->p.drawn];
    text_format(out, "\nTile %02d\n", tile->number);
    for (int line = -1; line < HIGH; line++) {
        text_put(out, "   ");
        for (int rotation = 0; rotation < LINIELL_SIDES; rotation++) {
            if (!(tile->rotations & 1 << rotation)) continue;
            canvas c;
            draw_tile(tile, rotation, nobody, &c);
            if (line < 0) text_format(out, "    %c      ", liniell_rotation_letters[rotation]);
            for (int column = 0; line >= 0 && column < WIDE; column++)
                put_pixel(&c.at[line][column], style, out);
            if (line >= 0) text_put(out, "  ");
        }
        text_char(out, '\n');
    }
}

static void draw_text(const void *rules, const game_position *position, picture_style style,
                      text *out) {
    liniell_view v;
    liniell_view_set(rules, position, &v);
    size_t begin = out->length;
    put_board(&v, style, out);
    if (v.p.drawn < LINIELL_TILES_MAX) put_drawn(&v, style, out);
    trim_lines(out, begin);
    liniell_score score = liniell_score_fast(v.tiles, &v.p);
    text_char(out, '\n');
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        int in_hand = 0;
        for (int i = 0; i < 2; i++) in_hand += v.p.markers[side][i].cell == LINIELL_NONE;
        text_format(out, "%c %d point%s (%d blue), %d marker%s in hand; ", 'A' + side,
                    score.points[side], score.points[side] == 1 ? "" : "s", score.blue[side],
                    in_hand, in_hand == 1 ? "" : "s");
    }
    if (liniell_over(&v.p))
        text_put(out, "the game is over\n");
    else
        text_format(out, "%c to move, %d tile%s in the stack\n", 'A' + v.p.to_move, v.p.stack_count,
                    v.p.stack_count == 1 ? "" : "s");
}

const game_picture liniell_picture = {
    .draw_text = draw_text,
    .draw_svg = liniell_draw_svg,
    .draw_tiles_svg = liniell_draw_tiles_svg,
    .describe = liniell_describe,
};
