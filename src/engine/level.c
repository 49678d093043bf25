/* SPDX-License-Identifier: MIT
 *
 * Choosing a turn as a player of a level does. */
#include "engine/engine.h"

#include <assert.h>
#include <limits.h>

/* For a game that has not been measured: no level overlooks more, or looks less far, than the one
 * below it. */
enum { PLAIN_NODES = 100000 };
static const game_level plain_levels[LEVEL_MOST + 1] = {
    [1] = {150, 1, PLAIN_NODES}, [2] = {200, 1, PLAIN_NODES}, [3] = {300, 1, PLAIN_NODES},
    [4] = {450, 1, PLAIN_NODES}, [5] = {700, 1, PLAIN_NODES}, [6] = {0, 1, PLAIN_NODES},
    [7] = {0, 2, PLAIN_NODES},   [8] = {0, 4, PLAIN_NODES},   [9] = {0, 6, PLAIN_NODES},
    [10] = {0, 0, PLAIN_NODES},
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
    if (number == 0 || count == 1) {
        *turn = turns[rng_below(random, count)];
        return STATUS_OK;
    }
    const game_level *l = &(v.game->levels ? v.game->levels : plain_levels)[number];
    if (l->considers > 0) count = overlook(turns, count, l->considers, random);
    engine_limits limits = {
        .nodes = l->nodes,
        .depth = l->depth,
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
    if (code == STATUS_OK) *turn = found->variations[0].turns[0];
    return code;
}
