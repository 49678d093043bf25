/* SPDX-License-Identifier: MIT
 *
 * The best route of a line full of loops. A search would walk for hours on a large set of crosses;
 * this sweeps over the cells, left to right and top to bottom, and keeps for every way in which
 * unfinished pieces of a route can cross the frontier between seen and unseen cells the best pieces
 * there are. Each of the up to nine sides that the frontier cuts is a plug:
 *
 *     0        no piece goes through
 *     1 to 4   one end of a piece; the plug with the same number is its other end
 *     14, 15   the open end of a piece whose other end is an end of the route: a rhomb or, for
 *              15, an edge where the route's other end must be a rhomb
 *
 * Fewer than 2^16 such frontiers exist for nine plugs, so the tables never fill up. They take
 * over a megabyte of stack; only lines that defeat the search get here, and no standard line does.
 */
#include "liniell/rules/routes.h"

#include <assert.h>

enum { PLUGS = 9, FROM_WEST = PLUGS, FROM_NORTH = PLUGS + 1, SLOTS = 1 << 16, TO_KIND = 14 };

/* Joins two things within a tile: sides 0 to 3, or an end of the route of kind 0 or 1. */
enum { END = 4 };
typedef struct link {
    uint8_t from, to;
} link;

/* One way to use the groups of a tile. */
typedef struct usage {
    uint8_t sides; /* that are used */
    uint8_t count;
    uint8_t ends;
    uint8_t blue;
    link links[LINIELL_SIDES];
} usage;

typedef struct usages {
    unsigned count;
    usage list[128]; /* four lone sides, each unused or an end of either kind: 81 */
} usages;

/* Frontiers with the best pieces behind them: used << 63 | plugs << 12 | 4 * tiles + blue ends. */
typedef struct frontiers {
    unsigned count;
    uint16_t used[SLOTS]; /* slots, in the order of their first use */
    uint64_t at[SLOTS];
} frontiers;

typedef struct sweep {
    const liniell_board *b;
    unsigned root; /* of the line */
    unsigned rhombs;
    int columns;
    int best; /* 4 * tiles + blue ends; -1: no route */
    frontiers now, next;
} sweep;

static void add_frontier(frontiers *set, uint64_t plugs, unsigned value) {
    uint64_t entry = UINT64_C(1) << 63 | plugs << 12;
    size_t slot = (size_t)(plugs * UINT64_C(0x9e3779b97f4a7c15) >> 48);
    while (set->at[slot] && set->at[slot] >> 12 != entry >> 12) slot = (slot + 1) % SLOTS;
    if (!set->at[slot]) {
        assert(set->count < SLOTS - 1);
        set->used[set->count++] = (uint16_t)slot;
        set->at[slot] = entry | value;
    } else if (set->at[slot] < (entry | value)) {
        set->at[slot] = entry | value;
    }
}

static void clear_frontiers(frontiers *set) {
    while (set->count > 0) set->at[set->used[--set->count]] = 0;
}

static uint64_t plugs_of(uint64_t entry) {
    return entry >> 12 & ((UINT64_C(1) << 4 * PLUGS) - 1);
}

static unsigned value_of(uint64_t entry) {
    return entry & 0xfff;
}

/* --- the ways to use a tile ------------------------------------------------------------------ */

static void add_usage(usages *all, const usage *one, unsigned from, unsigned to, unsigned blue) {
    usage more = *one;
    more.sides = (uint8_t)(more.sides | 1u << from);
    if (to < END)
        more.sides = (uint8_t)(more.sides | 1u << to);
    else
        more.ends++;
    more.blue = (uint8_t)(more.blue + blue);
    more.links[more.count++] = (link){(uint8_t)from, (uint8_t)to};
    if (more.ends > 2) return;
    assert(all->count < sizeof all->list / sizeof *all->list);
    all->list[all->count++] = more;
}

/* Combines what is listed so far with the ways to use one more group. */
static void add_group(const sweep *s, const liniell_group *g, unsigned sides, unsigned inner,
                      usages *all) {
    unsigned before = all->count;
    bool rhomb = g->white + g->blue > 0, edge = (sides & ~inner) != 0;
    for (unsigned i = 0; i < before; i++) {
        const usage one = all->list[i];
        for (unsigned from = 0; from < LINIELL_SIDES; from++) {
            if (!(sides & inner & 1u << from)) continue;
            for (unsigned to = from + 1; to < LINIELL_SIDES; to++)
                if (sides & inner & 1u << to) add_usage(all, &one, from, to, 0);
            if (s->rhombs > 0 ? rhomb : edge) add_usage(all, &one, from, END, g->blue > 0);
            if (s->rhombs == 1 && edge) add_usage(all, &one, from, END + 1, 0);
        }
    }
}

static void list_usages(const sweep *s, unsigned order, usages *all) {
    const liniell_board *b = s->b;
    const liniell_tile *tile = &b->tiles->tile[b->tile[order]];
    unsigned inner = 0;
    for (unsigned side = 0; side < LINIELL_SIDES; side++)
        if (liniell_tile_beside(b, b->cell[order], side)) inner |= 1u << side;
    all->count = 1;
    all->list[0] = (usage){0};
    for (int group = 0; group < tile->group_count; group++) {
        unsigned sides = liniell_rotate(tile->groups[group].sides, b->rotation[order]);
        if (liniell_board_line(b, order, (unsigned)liniell_first_side(sides)) != s->root) continue;
        add_group(s, &tile->groups[group], sides, inner, all);
    }
}

/* --- one step -------------------------------------------------------------------------------- */

typedef struct pieces {
    uint8_t plug[PLUGS + 2]; /* the frontier, then what comes in from the west and from the north */
    uint8_t fresh;
    bool complete;
} pieces;

/* The other end of the piece at plug `at`, which holds a number. */
static unsigned other_end(const pieces *p, unsigned at) {
    for (unsigned i = 0; i < PLUGS + 2; i++)
        if (i != at && p->plug[i] == p->plug[at]) return i;
    assert(false && "a piece has two ends");
    return at;
}

/* The route ends at plug `at` in an end of a kind; false if no such route is wanted. */
static bool finish_at(pieces *p, unsigned at, unsigned kind, bool mixed) {
    unsigned held = p->plug[at];
    if (held >= TO_KIND) {
        if (mixed && held - TO_KIND == kind) return false;
        p->complete = true;
    } else {
        p->plug[other_end(p, at)] = (uint8_t)(TO_KIND + kind);
    }
    p->plug[at] = 0;
    return true;
}

static bool join(pieces *p, unsigned a, unsigned b, bool mixed) {
    if (p->plug[a] >= TO_KIND) {
        unsigned kind = p->plug[a] - TO_KIND;
        p->plug[a] = 0;
        return finish_at(p, b, kind, mixed);
    }
    if (p->plug[b] >= TO_KIND) return join(p, b, a, mixed);
    if (p->plug[a] == p->plug[b]) return false; /* a closed loop */
    p->plug[other_end(p, a)] = p->plug[b];
    p->plug[a] = p->plug[b] = 0;
    return true;
}

/* Follows one link; `column` is where the tile is. Sides that lead out are east and south. */
static bool follow(pieces *p, link l, int column, bool mixed) {
    static const uint8_t entry[LINIELL_SIDES] = {FROM_NORTH, 0, 0, FROM_WEST};
    unsigned out[2] = {0, 0}, in[2] = {0, 0}, outs = 0, ins = 0;
    const uint8_t both[2] = {l.from, l.to};
    for (int i = 0; i < 2; i++) {
        if (both[i] >= END) continue;
        if (entry[both[i]])
            in[ins++] = entry[both[i]];
        else
            out[outs++] = (unsigned)column + (both[i] == 1);
    }
    if (l.to >= END) {
        if (ins) return finish_at(p, in[0], l.to - END, mixed);
        p->plug[out[0]] = (uint8_t)(TO_KIND + l.to - END);
        return true;
    }
    if (ins == 2) return join(p, in[0], in[1], mixed);
    if (ins == 1) {
        p->plug[out[0]] = p->plug[in[0]];
        p->plug[in[0]] = 0;
        return true;
    }
    p->plug[out[0]] = p->plug[out[1]] = p->fresh++;
    return true;
}

/* Numbers the pieces in the order of the plugs, so that equal frontiers look equal. */
static uint64_t packed(const pieces *p) {
    uint8_t name[TO_KIND] = {0}, names = 0;
    uint64_t plugs = 0;
    for (unsigned i = 0; i < PLUGS; i++) {
        uint8_t held = p->plug[i];
        if (held > 0 && held < TO_KIND) {
            if (!name[held]) name[held] = ++names;
            held = name[held];
        }
        plugs |= (uint64_t)held << 4 * i;
    }
    return plugs;
}

/* Uses a tile in one way, behind one frontier. */
static void use(sweep *s, uint64_t plugs, unsigned value, const usage *u, int column) {
    bool mixed = s->rhombs == 1;
    pieces p = {.fresh = 6};
    unsigned ends = u->ends, kinds = 0;
    for (unsigned i = 0; i < PLUGS; i++) {
        p.plug[i] = plugs >> 4 * i & 15;
        ends += p.plug[i] >= TO_KIND;
        if (p.plug[i] >= TO_KIND) kinds |= 1u << (p.plug[i] - TO_KIND);
    }
    if (ends > 2) return;
    p.plug[FROM_WEST] = p.plug[column];
    p.plug[FROM_NORTH] = p.plug[column + 1];
    p.plug[column] = p.plug[column + 1] = 0;
    bool west = u->sides & 8, north = u->sides & 1;
    if (west != (p.plug[FROM_WEST] > 0) || north != (p.plug[FROM_NORTH] > 0)) return;
    for (unsigned i = 0; i < u->count; i++) {
        if (mixed && u->links[i].to >= END) {
            unsigned kind = 1u << (u->links[i].to - END);
            if (kinds & kind) return; /* a route has one end of each kind */
            kinds |= kind;
        }
        if (!follow(&p, u->links[i], column, mixed)) return;
    }
    value += (u->count > 0 ? 4u : 0) + u->blue;
    uint64_t after = packed(&p);
    if (!p.complete)
        add_frontier(&s->next, after, value);
    else if (after == 0 && (int)value > s->best)
        s->best = (int)value;
}

static void step_over(sweep *s, unsigned order, bool empty, int column) {
    usages all = {.count = 1};
    all.list[0] = (usage){0};
    if (!empty) list_usages(s, order, &all);
    for (unsigned i = 0; i < s->now.count; i++) {
        uint64_t entry = s->now.at[s->now.used[i]];
        for (unsigned k = 0; k < all.count; k++)
            use(s, plugs_of(entry), value_of(entry), &all.list[k], column);
    }
    clear_frontiers(&s->now);
    for (unsigned i = 0; i < s->next.count; i++) {
        uint64_t entry = s->next.at[s->next.used[i]];
        /* A new row begins with nothing from the west; its last plug leads off the board. */
        if (column == s->columns - 1) entry = plugs_of(entry) << 16 | value_of(entry);
        add_frontier(&s->now, plugs_of(entry), value_of(entry));
    }
    clear_frontiers(&s->next);
}

int liniell_sweep(const liniell_board *b, unsigned node, unsigned rhombs) {
    sweep s = {.b = b,
               .root = liniell_board_line(b, node / 4, node % 4),
               .rhombs = rhombs,
               .columns = b->box[LINIELL_RIGHT] - b->box[LINIELL_LEFT] + 1,
               .best = -1};
    assert(s.columns < PLUGS);
    add_frontier(&s.now, 0, 0);
    for (int row = b->box[LINIELL_TOP]; row <= b->box[LINIELL_BOTTOM]; row++)
        for (int column = 0; column < s.columns; column++) {
            unsigned at = b->at[row * LINIELL_STRIDE + b->box[LINIELL_LEFT] + column];
            step_over(&s, at - 1u, at == 0, column);
        }
    return s.best;
}
