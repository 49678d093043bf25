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

/* The worth of the best move within a window; the bag holds what comes later. */
static int64_t best_move(liniell_endgame *e, liniell_board *b, liniell_bag *bag, uint8_t tile,
                         int64_t low, int64_t high) {
    if (!goes_on(e)) return 0;
    unsigned left = bag->total;
    liniell_option *options = e->options[left];
    size_t count = liniell_options(b, tile, e->worths, e->moves, options);
    int64_t best = -liniell_worth_bound(left);
    if (left == 0) {
        for (size_t i = 0; i < count; i++) {
            int64_t worth = liniell_final_worth(&options[i]);
            if (worth > best) best = worth;
        }
        return best;
    }
    for (size_t i = 0; i < count && best < high && !e->gave_up; i++) {
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

/* Ballard's Star1: a draw need only be looked at as closely as it can still matter, given what the
 * draws looked at have brought and the most that the others could. */
int64_t liniell_endgame_after(liniell_endgame *e, liniell_board *b, liniell_bag *bag, uint64_t key,
                              int64_t low, int64_t high) {
    unsigned left = bag->total;
    uint64_t full_key = key + bag->key;
    int64_t bound = liniell_worth_bound(left);
    known *k = look_up(e, full_key);
    if (k->key == full_key) {
        if (k->low == k->high || k->low >= high) return k->low;
        if (k->high <= low) return k->high;
    }
    /* Seen by the side to move now: everything is negated. */
    int64_t least = -high, most = -low, sum = 0, each = liniell_worth_bound(left - 1);
    int64_t open = left; /* tiles of kinds not looked at */
    int64_t worth = 0;
    bool cut = false;
    for (unsigned kind = 0; kind < e->kinds->count && !cut; kind++) {
        int64_t many = bag->count[kind];
        if (many == 0) continue;
        open -= many;
        /* many * v + sum + open * (-each) >= most, or many * v + sum + open * each <= least. */
        int64_t high_v = ceiling_of(most - sum + open * each, many);
        int64_t low_v = floor_of(least - sum - open * each, many);
        liniell_bag_take(e->kinds, bag, kind);
        int64_t v = best_move(e, b, bag, e->kinds->tile[kind], low_v, high_v);
        liniell_bag_return(e->kinds, bag, kind);
        if (e->gave_up) return 0;
        sum += many * v;
        if (v >= high_v) {
            worth = sum - open * each;
            cut = true;
        } else if (v <= low_v) {
            worth = sum + open * each;
            cut = true;
        }
    }
    if (!cut) worth = sum;
    remember(look_up(e, full_key), full_key, -worth, low, high, bound);
    return -worth;
}

int64_t liniell_endgame_value(liniell_endgame *e, liniell_board *b, liniell_bag *bag,
                              uint8_t tile) {
    int64_t bound = liniell_worth_bound(bag->total);
    return best_move(e, b, bag, tile, -bound, bound);
}
