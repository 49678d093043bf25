/* SPDX-License-Identifier: MIT
 *
 * What both pictures of a position need to know (liniell/notation/picture.c draws text,
 * liniell/notation/svg.c SVG): whose line each group is, and which part of the grid to show. */
#ifndef LINIELL_NOTATION_VIEW_H
#define LINIELL_NOTATION_VIEW_H

#include "game/game.h"
#include "liniell/rules/rules.h"

typedef struct liniell_view {
    const liniell_tiles *tiles;
    liniell_position p;
    liniell_lines lines;
    uint8_t owners[LINIELL_TILES_MAX][LINIELL_SIDES]; /* [order][group]; LINIELL_NONE: nobody */
    int top, right, bottom, left; /* the tiles, and where more may come while the game goes on */
} liniell_view;

void liniell_view_set(const liniell_tiles *tiles, const game_position *position, liniell_view *v);

/* Whether a tile may lie on this empty cell, markers aside. */
bool liniell_view_is_open(const liniell_view *v, uint8_t cell);

/* In words separated by tabs, a line each: the cells to show (window, from 0: top, right, bottom,
 * left), the tile set (tile), each piece of line on the table (group: cell, sides, number of the
 * line, owner or -, white and blue rhombs), and what each marked line scores (route: owner, marker,
 * tiles, enclosed, blue, points, cells). */
void liniell_describe(const void *rules, const game_position *position, text *out);

void liniell_draw_svg(const void *rules, const game_position *position, bool swapped, text *out);
void liniell_draw_tiles_svg(const void *rules, text *out);

#endif
