/* SPDX-License-Identifier: MIT
 *
 * Routes and points, found by walking every path of a line. */
#include "liniell/rules/score.h"

#include <assert.h>
#include <string.h>

int liniell_points(const liniell_route *route) {
    return route->tiles + (route->enclosed ? 1 : 0) + route->blue;
}

/* What a route may begin and end at, by the number of rhombs on the line. */
typedef enum ends { EDGE_TO_EDGE, RHOMB_TO_EDGE, RHOMB_TO_RHOMB } ends;

typedef struct walk {
    const liniell_tiles *tiles;
    const liniell_position *p;
    liniell_lines lines;
    ends ends;
    bool visited[LINIELL_TILES_MAX][LINIELL_SIDES]; /* [index in laid][group] */
    uint8_t path[4 * LINIELL_TILES_MAX];
    int length;
    liniell_route best;
} walk;

static const liniell_tile *tile_of(const walk *w, int i) {
    return &w->tiles->tile[w->p->laid[i].tile];
}

/* The sides of a group as they lie on the table. */
static unsigned sides_of(const walk *w, int i, int group) {
    return liniell_rotate(tile_of(w, i)->groups[group].sides, w->p->laid[i].rotation);
}

/* The tile on a side: its index in laid[], or -1 where the side is an outer edge. */
static int next_tile(const walk *w, int i, int side) {
    uint8_t cell = liniell_neighbour(w->p->laid[i].cell, side);
    return cell == LINIELL_NONE ? -1 : w->lines.at[cell] - 1;
}

static int outer_edges(const walk *w, int i, int group) {
    int count = 0;
    for (int side = 0; side < LINIELL_SIDES; side++)
        if (sides_of(w, i, group) & 1u << side && next_tile(w, i, side) < 0) count++;
    return count;
}

static int different_tiles(const walk *w) {
    int count = 0;
    for (int i = 0; i < w->p->laid_count; i++) {
        const bool *groups = w->visited[i];
        count += groups[0] || groups[1] || groups[2] || groups[3];
    }
    return count;
}

/* Whether the path walked is a route, and how many blue rhombs are at its ends. */
static bool is_route(const walk *w, int *blue) {
    int begin = w->path[0], end = w->path[w->length - 1];
    const liniell_group *first = &tile_of(w, begin / 4)->groups[begin % 4];
    const liniell_group *last = &tile_of(w, end / 4)->groups[end % 4];
    *blue = 0;
    if (w->ends == EDGE_TO_EDGE)
        return begin == end ? outer_edges(w, begin / 4, begin % 4) >= 2
                            : outer_edges(w, begin / 4, begin % 4) >= 1 &&
                                  outer_edges(w, end / 4, end % 4) >= 1;
    if (w->ends == RHOMB_TO_EDGE) {
        *blue = first->blue;
        return first->white + first->blue > 0 && outer_edges(w, end / 4, end % 4) >= 1;
    }
    if (begin == end) { /* two rhombs of one group, blue ones first */
        *blue = first->blue < 2 ? first->blue : 2;
        return first->white + first->blue >= 2;
    }
    *blue = (first->blue > 0) + (last->blue > 0);
    return first->white + first->blue > 0 && last->white + last->blue > 0;
}

static void consider(walk *w) {
    int blue, tiles = different_tiles(w);
    if (!is_route(w, &blue)) return;
    if (tiles < w->best.tiles || (tiles == w->best.tiles && blue <= w->best.blue && w->best.length))
        return;
    w->best = (liniell_route){.tiles = (uint8_t)tiles,
                              .enclosed = w->ends == RHOMB_TO_RHOMB,
                              .blue = (uint8_t)blue,
                              .length = (uint8_t)w->length};
    memcpy(w->best.path, w->path, (size_t)w->length);
}

static void walk_on(walk *w, int i, int group) {
    w->visited[i][group] = true;
    w->path[w->length++] = (uint8_t)(4 * i + group);
    consider(w);
    for (int side = 0; side < LINIELL_SIDES; side++) {
        int next = sides_of(w, i, group) & 1u << side ? next_tile(w, i, side) : -1;
        if (next < 0) continue;
        int met = liniell_group_at(tile_of(w, next), w->p->laid[next].rotation,
                                   (side + 2) % LINIELL_SIDES);
        if (!w->visited[next][met]) walk_on(w, next, met);
    }
    w->length--;
    w->visited[i][group] = false;
}

void liniell_best_route(const liniell_tiles *tiles, const liniell_position *p, liniell_spot spot,
                        liniell_route *route) {
    walk w = {.tiles = tiles, .p = p};
    liniell_find_lines(tiles, p, &w.lines);
    uint8_t line = liniell_line_at(&w.lines, spot);
    int rhombs = 0;
    for (int pass = 0; pass < 2; pass++) { /* count the rhombs, then walk from every group */
        w.ends = rhombs == 0 ? EDGE_TO_EDGE : rhombs == 1 ? RHOMB_TO_EDGE : RHOMB_TO_RHOMB;
        for (int i = 0; i < p->laid_count; i++)
            for (int group = 0; group < tile_of(&w, i)->group_count; group++) {
                int side = liniell_first_side(sides_of(&w, i, group));
                if (w.lines.line[i][side] != line) continue;
                const liniell_group *g = &tile_of(&w, i)->groups[group];
                if (pass == 0)
                    rhombs += g->white + g->blue;
                else
                    walk_on(&w, i, group);
            }
    }
    *route = w.best;
}

liniell_score liniell_score_plain(const liniell_tiles *tiles, const liniell_position *p) {
    liniell_score score = {{0}, {0}};
    for (int owner = SIDE_A; owner <= SIDE_B; owner++)
        for (int i = 0; i < 2; i++) {
            if (p->markers[owner][i].cell == LINIELL_NONE) continue;
            liniell_route route;
            liniell_best_route(tiles, p, p->markers[owner][i], &route);
            score.points[owner] += liniell_points(&route);
            score.blue[owner] += route.blue;
        }
    return score;
}
