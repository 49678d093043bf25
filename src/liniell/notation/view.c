/* SPDX-License-Identifier: MIT
 *
 * What there is to see on the table, for the pictures and for front ends that draw themselves. */
#include "liniell/notation/view.h"

#include <string.h>

#include "liniell/rules/routes.h"

void liniell_view_set(const liniell_tiles *tiles, const game_position *position, liniell_view *v) {
    *v = (liniell_view){.tiles = tiles, .p = liniell_unwrap(position)};
    const liniell_position *p = &v->p;
    liniell_find_lines(tiles, p, &v->lines);
    memset(v->owners, LINIELL_NONE, sizeof v->owners);
    v->top = v->left = LINIELL_GRID;
    v->bottom = v->right = -1;
    for (int i = 0; i < p->laid_count; i++) {
        const liniell_tile *tile = &tiles->tile[p->laid[i].tile];
        int row = p->laid[i].cell / LINIELL_GRID, column = p->laid[i].cell % LINIELL_GRID;
        if (row < v->top) v->top = row;
        if (row > v->bottom) v->bottom = row;
        if (column < v->left) v->left = column;
        if (column > v->right) v->right = column;
        for (int side = 0; side < LINIELL_SIDES; side++) {
            int owner = liniell_owner_of(p, &v->lines, i, side);
            int group = liniell_group_at(tile, p->laid[i].rotation, side);
            if (owner >= 0) v->owners[i][group] = (uint8_t)owner;
        }
    }
    if (p->laid_count == 0) v->top = v->bottom = v->left = v->right = tiles->first;
    if (p->laid_count == 0 || liniell_over(p)) return;
    int taller = v->bottom - v->top + 1 < tiles->square;
    int wider = v->right - v->left + 1 < tiles->square;
    v->top -= taller;
    v->bottom += taller;
    v->left -= wider;
    v->right += wider;
}

bool liniell_view_is_open(const liniell_view *v, uint8_t cell) {
    return !liniell_over(&v->p) && liniell_touches(v->tiles, &v->p, cell) &&
           liniell_fits(v->tiles, &v->p, cell);
}

/* --- in words --------------------------------------------------------------------------------- */

static void describe_tile(const liniell_view *v, int order, text *out) {
    liniell_laid laid = v->p.laid[order];
    const liniell_tile *tile = &v->tiles->tile[laid.tile];
    for (int group = 0; group < tile->group_count; group++) {
        const liniell_group *g = &tile->groups[group];
        uint8_t sides = liniell_rotate(g->sides, laid.rotation), owner = v->owners[order][group];
        text_put(out, "group\t");
        liniell_write_cell(laid.cell, out);
        text_char(out, '\t');
        for (int side = 0; side < LINIELL_SIDES; side++)
            if (sides & 1 << side) text_char(out, liniell_side_letters[side]);
        text_format(out, "\t%d\t%c\t%d\t%d\n", v->lines.line[order][liniell_first_side(sides)],
                    owner == LINIELL_NONE ? '-' : 'a' + owner, g->white, g->blue);
    }
}

static void describe_route(const liniell_view *v, int owner, liniell_spot spot, text *out) {
    liniell_route route;
    liniell_route_fast(v->tiles, &v->p, spot, &route);
    text_format(out, "route\t%c\t", 'a' + owner);
    liniell_write_spot(spot, out);
    text_format(out, "\t%d\t%d\t%d\t%d\t", route.tiles, route.enclosed, route.blue,
                liniell_points(&route));
    for (int step = 0; step < route.length; step++) {
        if (step > 0) text_char(out, ' ');
        liniell_write_cell(v->p.laid[route.path[step] / LINIELL_SIDES].cell, out);
    }
    text_char(out, '\n');
}

void liniell_describe(const void *rules, const game_position *position, text *out) {
    liniell_view v;
    liniell_view_set(rules, position, &v);
    text_format(out, "window\t%d\t%d\t%d\t%d\n", v.top, v.right, v.bottom, v.left);
    for (int i = 0; i < v.tiles->count; i++) {
        text_put(out, "tile\t");
        liniell_write_tile(&v.tiles->tile[i], out);
        text_char(out, '\n');
    }
    for (int i = 0; i < v.p.laid_count; i++) describe_tile(&v, i, out);
    for (int owner = SIDE_A; owner <= SIDE_B; owner++)
        for (int m = 0; m < 2; m++)
            if (v.p.markers[owner][m].cell != LINIELL_NONE)
                describe_route(&v, owner, v.p.markers[owner][m], out);
}
