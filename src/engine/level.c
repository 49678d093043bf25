/* SPDX-License-Identifier: MIT
 *
 * Choosing a turn as a player of a level does. */
#include "engine/engine.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* For a game that has not been measured: no level has more lapses, or looks less far, than the one
 * below it. */
enum { PLAIN_NODES = 100000 };
static const game_level plain_levels[LEVEL_MOST + 1] = {
    [1] = {860, 0, 1, PLAIN_NODES, 0}, [2] = {730, 0, 1, PLAIN_NODES, 0},
    [3] = {600, 0, 1, PLAIN_NODES, 0}, [4] = {480, 0, 1, PLAIN_NODES, 0},
    [5] = {370, 0, 2, PLAIN_NODES, 0}, [6] = {270, 0, 2, PLAIN_NODES, 0},
    [7] = {180, 0, 3, PLAIN_NODES, 0}, [8] = {100, 0, 4, PLAIN_NODES, 0},
    [9] = {40, 0, 6, PLAIN_NODES, 0},  [10] = {0, 0, 0, PLAIN_NODES, 0},
};

/* Keeps the turns that come to mind, at least one. The mean of `hundredths` is met by lot. */
static size_t overlook(game_turn *turns, size_t count, int hundredths, rng *random) {
    size_t kept = (size_t)hundredths / 100;
    if (rng_below(random, 100) < (unsigned)hundredths % 100) kept++;
    if (kept > count) kept = count;
    for (size_t i = 0; i < kept; i++) {
        size_t drawn = i + (size_t)rng_below(random, count - i);
        game_turn turn = turns[drawn];
        turns[drawn] = turns[i];
        turns[i] = turn;
    }
    return kept;
}

/* Where a game begins there is most to choose from and nothing yet that tells it from the last one:
 * up to so many positions, a turn is drawn among so many at most that are about equally good. With
 * exact values, which often leave no choice there, it is drawn to the end, unless a game might go
 * round in circles: then the liveliest turn is better. */
enum { EARLY_POSITIONS = 10, EARLY_CHOICES = 6, THOUSAND = 1000 };

static bool is_drawn(engine *t, int number, const engine_limits *within) {
    if (!within || within->history.count == 0) return false;
    bool exact = number == LEVEL_MOST && engine_is_perfect(t);
    return within->history.count <= EARLY_POSITIONS ||
           (exact && variant_repetition_limit(engine_variant(t)) == 0);
}

static uint64_t key_of(const game_position *position) {
    uint64_t key = 0, word;
    for (size_t at = 0; at < sizeof position->bytes; at += sizeof word) {
        memcpy(&word, position->bytes + at, sizeof word);
        key = rng_mix(key ^ word);
    }
    return key;
}

/* Leaves one turn of those that lead to the same position, or what there are many ways to make
 * would be drawn the more often, and leave no room for anything else. */
static size_t leave_out_twins(variant v, const game_position *position, game_turn *turns,
                              size_t count) {
    uint64_t keys[GAME_TURNS_MAX];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        game_position after = variant_after(v, position, turns[i].text);
        uint64_t key = key_of(&after);
        bool twin = false;
        for (size_t k = 0; k < kept && !twin; k++) {
            if (keys[k] != key) continue;
            game_position other = variant_after(v, position, turns[k].text);
            twin = memcmp(&other, &after, sizeof after) == 0;
        }
        if (twin) continue;
        keys[kept] = key;
        turns[kept++] = turns[i];
    }
    return kept;
}

/* One of the variations that are about as good as the best, by lot: worth hardly less, and just as
 * sure, so that nothing proved is given for a guess. */
static const variation *draw_equal(const search_result *found, double less, rng *random) {
    const variation *best = &found->variations[0], *chosen = best;
    uint64_t equals = 1;
    for (size_t i = 1; i < found->count; i++) {
        const variation *v = &found->variations[i];
        bool equal = v->exact == best->exact && v->points >= best->points - less;
        if (equal && rng_below(random, ++equals) == 0) chosen = v;
    }
    return chosen;
}

game_turn engine_greedy(variant v, const game_position *position, const game_turn *turns,
                        size_t count, rng *random) {
    game_turn all[GAME_TURNS_MAX];
    if (!turns) {
        count = variant_turns(v, position, all);
        turns = all;
    }
    int sign = v.game->to_move(position) == SIDE_A ? 1 : -1, best = INT_MIN;
    size_t chosen = 0;
    uint64_t equals = 0;
    for (size_t i = 0; i < count; i++) {
        game_position after = variant_after(v, position, turns[i].text);
        int looks = sign * variant_evaluate(v, &after);
        if (looks > best) equals = 0;
        if (looks >= best && rng_below(random, ++equals) == 0) chosen = i;
        if (looks > best) best = looks;
    }
    return turns[chosen];
}

status engine_choose(engine *t, const game_position *position, int number, rng *random,
                     const engine_limits *within, game_turn *turn, error *e) {
    game_turn turns[GAME_TURNS_MAX];
    variant v = engine_variant(t);
    size_t count = variant_turns(v, position, turns);
    assert(count > 0 && number >= 0 && number <= LEVEL_MOST);
    const game_level *l = &(v.game->levels ? v.game->levels : plain_levels)[number];
    bool lapse = number == 0 || rng_below(random, THOUSAND) < (unsigned)l->lapses;
    if (lapse || count == 1) {
        *turn = turns[rng_below(random, count)];
        return STATUS_OK;
    }
    if (l->considers > 0) count = overlook(turns, count, l->considers, random);
    bool varied = l->equal > 0 && is_drawn(t, number, within);
    if (varied) count = leave_out_twins(v, position, turns, count);
    engine_limits limits = {
        .nodes = l->nodes,
        .depth = l->depth,
        .variations = varied ? EARLY_CHOICES : 1,
        .only = turns,
        .only_count = count,
        .seed = rng_next(random),
        .without_oracle = number < LEVEL_MOST,
    };
    if (within) {
        limits.time = within->time;
        limits.stop = within->stop;
        limits.history = within->history;
    }
    const search_result *found;
    status code = engine_think(t, position, &limits, &found, e);
    if (code != STATUS_OK) return code;
    *turn = (varied ? draw_equal(found, l->equal, random) : &found->variations[0])->turns[0];
    return STATUS_OK;
}
