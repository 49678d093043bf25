/* SPDX-License-Identifier: MIT */
#include "engine/player.h"

#include <assert.h>
#include <limits.h>

static game_position after_turn(const game *g, const void *rules, const game_position *position,
                                const char *turn) {
    game_position after = *position;
    error e;
    status code = g->play(rules, &after, turn, &e);
    assert(code == STATUS_OK);
    (void)code;
    return after;
}

/* How good a position is for `side`, after `depth` more turns of best play by this judgement. */
static int judge(const game *g, const void *rules, const game_position *position, int side,
                 int depth) {
    int sign = side == SIDE_A ? 1 : -1;
    if (depth == 0 || g->outcome(rules, position).over) return sign * g->evaluate(rules, position);
    game_turn turns[GAME_TURNS_MAX];
    size_t count = g->turns(rules, position, turns);
    if (count == 0) return sign * g->evaluate(rules, position); /* the next draw is not known */
    bool mine = g->to_move(position) == side;
    int best = mine ? INT_MIN : INT_MAX;
    for (size_t i = 0; i < count; i++) {
        game_position after = after_turn(g, rules, position, turns[i].text);
        int value = judge(g, rules, &after, side, depth - 1);
        if (mine ? value > best : value < best) best = value;
    }
    return best;
}

game_turn player_choose(const game *g, const void *rules, const game_position *position, int level,
                        rng *random) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = g->turns(rules, position, turns);
    assert(count > 0 && level >= 0 && level < PLAYER_LEVELS);
    if (level == PLAYER_RANDOM) return turns[rng_below(random, count)];

    game_position guess = *position; /* a player does not know what will be drawn */
    if (g->shuffle) g->shuffle(rules, random, false, &guess);

    int side = g->to_move(position), best = INT_MIN;
    size_t chosen = 0;
    uint64_t equals = 0;
    for (size_t i = 0; i < count; i++) {
        game_position after = after_turn(g, rules, &guess, turns[i].text);
        int value = judge(g, rules, &after, side, level - PLAYER_GREEDY);
        if (value > best) equals = 0;
        if (value >= best && rng_below(random, ++equals) == 0) chosen = i;
        if (value > best) best = value;
    }
    return turns[chosen];
}
