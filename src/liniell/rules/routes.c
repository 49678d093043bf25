/* SPDX-License-Identifier: MIT
 *
 * The best route of a line, by a depth-first search on a graph of its groups. Before the search,
 * groups that lie on no way between two ends are cut off; what is left is mostly a few chains, so
 * the search is short. Where it is not, liniell/rules/sweep.c takes over. */
#include "liniell/rules/routes.h"

#include <assert.h>
#include <string.h>

/* A line's groups as a graph. */
typedef struct graph {
    unsigned count;
    unsigned rhombs;
    uint8_t node[LINIELL_NODES]; /* of the board */
    uint8_t degree[LINIELL_NODES];
    uint8_t next[LINIELL_NODES][LINIELL_SIDES];
    uint8_t white[LINIELL_NODES], blue[LINIELL_NODES], edges[LINIELL_NODES];
    bool end[LINIELL_NODES]; /* a route may end here */
    bool gone[LINIELL_NODES];
    bool visited[LINIELL_NODES];
} graph;

static void add_node(const liniell_board *b, unsigned node, graph *g) {
    unsigned order = node / 4;
    const liniell_tile *tile = &b->tiles->tile[b->tile[order]];
    unsigned unturned = 1u << ((node - b->rotation[order]) & 3);
    const liniell_group *group = tile->groups;
    while (!(group->sides & unturned)) group++;
    unsigned index = g->count++;
    g->node[index] = (uint8_t)node;
    g->white[index] = group->white;
    g->blue[index] = group->blue;
    g->degree[index] = g->edges[index] = 0;
    memset(g->next[index], 0, sizeof g->next[index]);
    g->gone[index] = g->visited[index] = false;
    g->rhombs += (unsigned)(group->white + group->blue);
}

/* Collects the line's groups by walking along it from one of them. */
static void build(const liniell_board *b, unsigned from, graph *g) {
    uint8_t index_of[LINIELL_NODES];
    uint64_t known[LINIELL_NODES / 64] = {0};
    g->count = g->rhombs = 0;
    add_node(b, from, g);
    index_of[from] = 0;
    known[from / 64] |= UINT64_C(1) << from % 64;
    for (unsigned i = 0; i < g->count; i++) {
        unsigned order = g->node[i] / 4u, name = g->node[i] % 4u;
        const uint8_t *first = b->first[b->tile[order]][b->rotation[order]];
        for (unsigned side = name; side < LINIELL_SIDES; side++) {
            if (first[side] != name) continue;
            unsigned next = liniell_tile_beside(b, b->cell[order], side);
            if (next == 0) {
                g->edges[i]++;
                continue;
            }
            next--;
            unsigned node = liniell_node_at(b, next, side ^ 2);
            if (!(known[node / 64] >> node % 64 & 1)) {
                known[node / 64] |= UINT64_C(1) << node % 64;
                index_of[node] = (uint8_t)g->count;
                add_node(b, node, g);
            }
            g->next[i][g->degree[i]++] = index_of[node];
        }
    }
}

/* A dead end that is not an end of routes is on none. */
static void cut_dead_ends(graph *g) {
    uint8_t dead[LINIELL_NODES];
    unsigned many = 0;
    for (unsigned i = 0; i < g->count; i++)
        if (g->degree[i] <= 1 && !g->end[i]) dead[many++] = (uint8_t)i;
    while (many > 0) {
        unsigned i = dead[--many];
        g->gone[i] = true;
        for (unsigned k = 0; k < g->degree[i]; k++) {
            unsigned n = g->next[i][k];
            unsigned keep = 0;
            for (unsigned j = 0; j < g->degree[n]; j++)
                if (g->next[n][j] != i) g->next[n][keep++] = g->next[n][j];
            g->degree[n] = (uint8_t)keep;
            if (keep <= 1 && !g->end[n] && !g->gone[n]) dead[many++] = (uint8_t)n;
        }
        g->degree[i] = 0;
    }
}

enum { STEPS_MAX = 20000, STEPS_FEW = 1000 };

typedef struct search {
    graph *g;
    unsigned most_tiles; /* no route crosses more */
    unsigned most_blue;  /* ... or has more blue ends */
    unsigned begin, begin_blue;
    bool one_rhomb;
    unsigned tiles, blue; /* of the best route so far */
    bool found;
    bool perfect;
    unsigned steps, steps_max;          /* taken; beyond the most the search gives up */
    uint8_t on_tile[LINIELL_TILES_MAX]; /* groups visited */
    uint8_t *best_path;                 /* where the caller wants the route itself; or NULL */
    unsigned best_length;
    uint8_t path[LINIELL_NODES];
} search;

static void consider(search *s, unsigned tiles, unsigned blue, unsigned length) {
    if (s->found && (tiles < s->tiles || (tiles == s->tiles && blue <= s->blue))) return;
    s->found = true;
    s->tiles = tiles;
    s->blue = blue;
    s->perfect = tiles == s->most_tiles && blue == s->most_blue;
    s->best_length = length;
    if (s->best_path) memcpy(s->best_path, s->path, length);
}

static void go_on(search *s, unsigned i, unsigned tiles, unsigned length) {
    graph *g = s->g;
    unsigned order = g->node[i] / 4u;
    if (++s->steps > s->steps_max) return;
    g->visited[i] = true;
    tiles += s->on_tile[order]++ == 0;
    s->path[length++] = g->node[i];
    if (length > 1 && g->end[i])
        consider(s, tiles, s->begin_blue + (!s->one_rhomb && g->blue[i]), length);
    for (unsigned k = 0; k < g->degree[i] && !s->perfect; k++)
        if (!g->visited[g->next[i][k]]) go_on(s, g->next[i][k], tiles, length);
    s->on_tile[order]--;
    g->visited[i] = false;
}

/* Routes of a single group: between two of its rhombs, or its edges, or one of each. */
static void consider_alone(search *s, unsigned i) {
    const graph *g = s->g;
    s->path[0] = g->node[i];
    unsigned rhombs = g->white[i] + (unsigned)g->blue[i];
    if (g->rhombs >= 2   ? rhombs >= 2
        : g->rhombs == 1 ? rhombs == 1 && g->edges[i]
                         : g->edges[i] >= 2)
        consider(s, 1, g->blue[i] < 2 ? g->blue[i] : 2, 1);
}

/* The best route of the line at a node; its path, in nodes, only if asked for. `gave_up`, unless
 * NULL, allows to give up early and take the best route found so far. */
static liniell_route best_route(const liniell_board *b, unsigned node, uint8_t *path,
                                bool *gave_up) {
    graph g;
    build(b, node, &g);
    unsigned rhombs = g.rhombs, blue_ends = 0;
    for (unsigned i = 0; i < g.count; i++) {
        g.end[i] = rhombs < 2 && g.edges[i];
        if (rhombs >= 1 && g.white[i] + g.blue[i]) g.end[i] = true;
        blue_ends += g.blue[i];
    }
    cut_dead_ends(&g);
    search s = {.g = &g, .best_path = path, .one_rhomb = rhombs == 1};
    s.steps_max = gave_up ? STEPS_FEW : STEPS_MAX;
    s.most_blue = blue_ends < 2 ? blue_ends : 2;
    uint64_t tiles = 0;
    for (unsigned i = 0; i < g.count; i++)
        if (!g.gone[i]) tiles |= UINT64_C(1) << g.node[i] / 4;
    s.most_tiles = (unsigned)__builtin_popcountll(tiles);
    for (unsigned i = 0; i < g.count && !s.perfect; i++) {
        bool begins = g.end[i] && (rhombs != 1 || g.white[i] + g.blue[i]);
        if (!begins) continue;
        consider_alone(&s, i);
        s.begin_blue = g.blue[i] > 0;
        go_on(&s, i, 0, 0);
        /* A way that begins here has been walked; the same way back need not be. */
        g.end[i] = false;
    }
    bool cut = s.steps > s.steps_max && !s.perfect;
    if (gave_up) {
        *gave_up = cut;
    } else if (cut) {
        int best = liniell_sweep(b, node, rhombs);
        if (best > (s.found ? (int)(4 * s.tiles + s.blue) : -1)) {
            s.found = true;
            s.tiles = (unsigned)best / 4;
            s.blue = (unsigned)best % 4;
            s.best_length = 0; /* it knows how good the route is, not where it runs */
        }
    }
    return (liniell_route){.tiles = (uint8_t)s.tiles,
                           .enclosed = s.found && rhombs >= 2,
                           .blue = (uint8_t)s.blue,
                           .length = (uint8_t)s.best_length};
}

liniell_route liniell_board_route(const liniell_board *b, unsigned node, bool *gave_up) {
    return best_route(b, node, NULL, gave_up);
}

liniell_score liniell_board_score(const liniell_board *b) {
    liniell_score score = {{0}, {0}};
    for (int m = 0; m < 4; m++) {
        unsigned node = b->markers[m / 2][m % 2];
        if (node == LINIELL_NOWHERE) continue;
        liniell_route route = best_route(b, node, NULL, NULL);
        score.points[m / 2] += liniell_points(&route);
        score.blue[m / 2] += route.blue;
    }
    return score;
}

liniell_score liniell_score_fast(const liniell_tiles *tiles, const liniell_position *p) {
    liniell_board b;
    liniell_board_set(tiles, p, &b);
    return liniell_board_score(&b);
}

void liniell_route_fast(const liniell_tiles *tiles, const liniell_position *p, liniell_spot spot,
                        liniell_route *route) {
    liniell_board b;
    liniell_board_set(tiles, p, &b);
    unsigned order = 0;
    while (p->laid[order].cell != spot.cell) order++;
    uint8_t path[LINIELL_NODES] = {0};
    *route = best_route(&b, 4 * order + spot.side, path, NULL);
    for (int i = 0; i < route->length; i++) {
        unsigned of = path[i] / 4u;
        const liniell_laid *laid = &p->laid[of];
        int group = liniell_group_at(&tiles->tile[laid->tile], laid->rotation, path[i] % 4);
        route->path[i] = (uint8_t)(4 * of + (unsigned)group);
    }
}
