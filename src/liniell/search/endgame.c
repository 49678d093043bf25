/* SPDX-License-Identifier: MIT */
#include "liniell/search/endgame.h"

#include <stdlib.h>
#include <string.h>

/* Over n tiles in the bag, n! orders. */
static const int64_t orders[LINIELL_ENDGAME_MOST + 1] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};

static const int64_t one_result = INT64_C(1) << 32;
enum { MARGIN_MOST = 256 }; /* two lines of 64 tiles, 2 blue ends, enclosed: 134 */

int64_t liniell_final_worth(const liniell_option *o) {
    return one_result * liniell_result(o) + o->margin;
}

int64_t liniell_worth_bound(unsigned in_bag) {
    return (one_result + MARGIN_MOST) * orders[in_bag];
}

liniell_value liniell_mean(int64_t worth, unsigned in_bag) {
    int64_t margins = (int32_t)(uint32_t)((uint64_t)worth & 0xffffffff);
    int64_t results = (worth - margins) / one_result;
    double count = (double)orders[in_bag];
    return (liniell_value){(double)results / count, (double)margins / count};
}

/* --- what is known ---------------------------------------------------------------------------- */

/* A worth before a draw, for the side that moved last; pairs of bounds. */
typedef struct liniell_known {
    uint64_t key;
    int64_t low, high;
} known;

bool liniell_endgame_open(liniell_endgame *e, const liniell_kinds *kinds, liniell_worths *worths,
                          size_t bytes) {
    size_t entries = 1024;
    while (2 * entries * sizeof *e->known <= bytes) entries *= 2;
    *e = (liniell_endgame){.kinds = kinds, .worths = worths, .known_mask = entries - 1};
    e->known = calloc(entries, sizeof *e->known);
    e->moves = malloc(LINIELL_TURNS_MAX * sizeof *e->moves);
    bool opened = e->known && e->moves;
    for (int i = 0; i <= LINIELL_ENDGAME_MOST; i++) {
        e->options[i] = malloc(LINIELL_TURNS_MAX * sizeof *e->options[i]);
        opened = opened && e->options[i];
    }
    if (!opened) liniell_endgame_close(e);
    return opened;
}

void liniell_endgame_close(liniell_endgame *e) {
    free(e->known);
    free(e->moves);
    for (int i = 0; i <= LINIELL_ENDGAME_MOST; i++) free(e->options[i]);
    memset(e, 0, sizeof *e);
}

void liniell_endgame_forget(liniell_endgame *e) {
    memset(e->known, 0, (e->known_mask + 1) * sizeof *e->known);
    memset(e->reply, 0, sizeof e->reply);
}

static known *look_up(liniell_endgame *e, uint64_t key) {
    return &e->known[(key ^ key >> 29) & e->known_mask];
}

static void remember(known *k, uint64_t key, int64_t worth, int64_t low, int64_t high,
                     int64_t bound) {
    if (k->key != key) *k = (known){key, -bound, bound};
    if (worth > low && worth < high)
        k->low = k->high = worth;
    else if (worth <= low && worth < k->high)
        k->high = worth;
    else if (worth >= high && worth > k->low)
        k->low = worth;
}

/* --- the search ------------------------------------------------------------------------------- */

static bool goes_on(liniell_endgame *e) {
    e->nodes++;
    if (e->limit && e->nodes > e->limit) e->gave_up = true;
    if (e->nodes % 256 == 0 && e->stopped && e->stopped(e->context)) e->gave_up = true;
    return !e->gave_up;
}

/* Brings the best of options[from...] to `from`, by a rough evaluation. */
static void bring_best(liniell_option *options, size_t from, size_t count, unsigned to_come) {
    size_t best = from;
    int most = liniell_evaluate(&options[from], to_come);
    for (size_t i = from + 1; i < count; i++) {
        int evaluation = liniell_evaluate(&options[i], to_come);
        if (evaluation <= most) continue;
        most = evaluation;
        best = i;
    }
    liniell_option found = options[best];
    options[best] = options[from];
    options[from] = found;
}

/* The worth of the best move with the last tile, or one that is at least `high`. The placement that
 * was best when such a tile was the last one before is tried first. */
static int64_t last_move(liniell_endgame *e, liniell_board *b, uint8_t tile, int64_t high) {
    liniell_option *options = e->options[0];
    liniell_fast_move *reply = &e->reply[tile], found = {0};
    size_t count = liniell_fast_moves(b, tile, e->moves), first = 0;
    while (first < count && !liniell_same_placement(&e->moves[first], reply)) first++;
    int64_t best = -liniell_worth_bound(0);
    size_t from = first < count ? first : 0, at = from;
    do {
        size_t many =
            liniell_placement_options(b, tile, e->worths, NULL, e->moves + at, count - at, options);
        for (size_t i = 0; i < many; i++) {
            int64_t worth = liniell_final_worth(&options[i]);
            if (worth <= best) continue;
            best = worth;
            found = options[i].move;
        }
        at += many;
        if (at == count) at = 0;
    } while (at != from && best < high);
    *reply = found;
    return best;
}

/* The worth of the best move within a window; the bag holds what comes later. With `probe` that of
 * a good move has to do, which is no more. */
static int64_t best_move(liniell_endgame *e, liniell_board *b, liniell_bag *bag, uint8_t tile,
                         int64_t low, int64_t high, bool probe) {
    if (!goes_on(e)) return 0;
    unsigned left = bag->total;
    if (left == 0) return last_move(e, b, tile, high);
    liniell_option *options = e->options[left];
    size_t count = liniell_options(b, tile, e->worths, e->moves, options);
    int64_t best = -liniell_worth_bound(left);
    size_t tried = probe ? 1 : count;
    for (size_t i = 0; i < tried && best < high && !e->gave_up; i++) {
        bring_best(options, i, count, left);
        liniell_board_play(b, tile, options[i].move);
        int64_t worth =
            liniell_endgame_after(e, b, bag, options[i].key, best > low ? best : low, high);
        liniell_board_undo(b);
        if (worth > best) best = worth;
    }
    return best;
}

/* Division that rounds down, and up, for bounds. */
static int64_t floor_of(int64_t a, int64_t by) {
    return a / by - (a % by < 0);
}

static int64_t ceiling_of(int64_t a, int64_t by) {
    return a / by + (a % by > 0);
}

/* The tiles that may be drawn, and what is known of each draw's worth to the side to move. */
typedef struct draws {
    unsigned count;
    unsigned kind[LINIELL_ENDGAME_MOST];
    int64_t many[LINIELL_ENDGAME_MOST], low[LINIELL_ENDGAME_MOST];
} draws;

static int64_t draw_worth(liniell_endgame *e, liniell_board *b, liniell_bag *bag, unsigned kind,
                          int64_t low, int64_t high, bool probe) {
    liniell_bag_take(e->kinds, bag, kind);
    int64_t v = best_move(e, b, bag, e->kinds->tile[kind], low, high, probe);
    liniell_bag_return(e->kinds, bag, kind);
    return v;
}

/* Ballard's Star2: first one good answer to each draw, which may be enough to tell that the whole
 * is worth `most` or more; then (Star1) each draw as closely as it can still matter, given what the
 * draws looked at have brought, and the least and the most that the others can. */
static int64_t weigh_draws(liniell_endgame *e, liniell_board *b, liniell_bag *bag, int64_t least,
                           int64_t most) {
    draws d = {0};
    int64_t each = liniell_worth_bound(bag->total - 1u);
    for (unsigned kind = 0; kind < e->kinds->count; kind++) {
        if (bag->count[kind] == 0) continue;
        d.kind[d.count] = kind;
        d.many[d.count] = bag->count[kind];
        d.low[d.count++] = -each;
    }
    int64_t sum = -bag->total * each; /* of the least that is known */
    for (unsigned i = 0; d.count > 1 && i < d.count; i++) {
        int64_t others = sum - d.many[i] * d.low[i];
        int64_t enough = ceiling_of(most - others, d.many[i]);
        int64_t v = draw_worth(e, b, bag, d.kind[i], -each, enough, true);
        if (e->gave_up) return 0;
        d.low[i] = v;
        sum = others + d.many[i] * v;
        if (sum >= most) return sum;
    }
    for (unsigned i = 0; i < d.count; i++) {
        int64_t many = d.many[i], others = sum - many * d.low[i], spare = 0;
        for (unsigned k = i + 1; k < d.count; k++) spare += d.many[k] * (each - d.low[k]);
        int64_t enough = ceiling_of(most - others, many);
        int64_t little = floor_of(least - others - spare, many);
        int64_t v = draw_worth(e, b, bag, d.kind[i], little, enough, false);
        if (e->gave_up) return 0;
        sum = others + many * v;
        if (v >= enough) return sum;
        if (v <= little) return sum + spare;
    }
    return sum;
}

int64_t liniell_endgame_after(liniell_endgame *e, liniell_board *b, liniell_bag *bag, uint64_t key,
                              int64_t low, int64_t high) {
    uint64_t full_key = key + bag->key;
    const known *k = look_up(e, full_key);
    if (k->key == full_key) {
        if (k->low == k->high || k->low >= high) return k->low;
        if (k->high <= low) return k->high;
    }
    /* Seen by the side to move now: everything is negated. */
    int64_t worth = -weigh_draws(e, b, bag, -high, -low);
    if (e->gave_up) return 0;
    remember(look_up(e, full_key), full_key, worth, low, high, liniell_worth_bound(bag->total));
    return worth;
}

int64_t liniell_endgame_value(liniell_endgame *e, liniell_board *b, liniell_bag *bag,
                              uint8_t tile) {
    int64_t bound = liniell_worth_bound(bag->total);
    return best_move(e, b, bag, tile, -bound, bound, false);
}
