/* SPDX-License-Identifier: MIT */
#include "engine/level.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* How a level plays. */
typedef struct level {
    int considers; /* hundredths of a turn that come to mind, on average; 0: all of them */
    int depth;
    uint64_t nodes;
} level;

typedef struct game_levels {
    const char *game;
    level levels[LEVEL_MOST + 1]; /* that of 0 is not used */
} game_levels;

static const game_levels all_levels[] = {
    {"linja",
     {[1] = {143, 1, 0},
      [2] = {190, 1, 0},
      [3] = {270, 1, 0},
      [4] = {388, 1, 0},
      [5] = {590, 1, 0},
      [6] = {1060, 1, 0},
      [7] = {2000, 1, 0},
      [8] = {2800, 2, 0},
      [9] = {5500, 3, 0},
      [10] = {0, 0, 1000000}}},
    {"liniell",
     {[1] = {170, 1, 50},
      [2] = {280, 1, 50},
      [3] = {530, 1, 50},
      [4] = {880, 1, 60},
      [5] = {1450, 1, 100},
      [6] = {2400, 1, 160},
      [7] = {4500, 0, 280},
      [8] = {0, 0, 650},
      [9] = {0, 0, 2800},
      [10] = {0, 0, 12000}}},
};

static const level *find_level(const game *g, int number) {
    for (size_t i = 0; i < sizeof all_levels / sizeof *all_levels; i++)
        if (strcmp(all_levels[i].game, g->name) == 0) return &all_levels[i].levels[number];
    assert(false && "every game has its levels");
    return NULL;
}

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

game_turn level_greedy(const game *g, const void *rules, const game_position *position,
                       const game_turn *turns, size_t count, rng *random) {
    game_turn all[GAME_TURNS_MAX];
    if (!turns) {
        count = g->turns(rules, position, all);
        turns = all;
    }
    int sign = g->to_move(position) == SIDE_A ? 1 : -1, best = INT_MIN;
    size_t chosen = 0;
    uint64_t equals = 0;
    for (size_t i = 0; i < count; i++) {
        game_position after = *position;
        error e;
        status code = g->play(rules, &after, turns[i].text, &e);
        assert(code == STATUS_OK);
        (void)code;
        int looks = sign * g->evaluate(rules, &after);
        if (looks > best) equals = 0;
        if (looks >= best && rng_below(random, ++equals) == 0) chosen = i;
        if (looks > best) best = looks;
    }
    return turns[chosen];
}

/* Of several turns that are proved to be best, the one after which things look best: it goes
 * forward where another might go round in circles. */
static game_turn livelier(thinker *t, const game_position *position, const thought *found,
                          rng *random) {
    const thought_line *best = &found->lines[0];
    game_turn equals[THOUGHT_LINES] = {best->turns[0]};
    size_t count = 1;
    for (size_t i = 1; i < found->count && best->exact; i++) {
        const thought_line *line = &found->lines[i];
        if (line->exact && line->chance >= best->chance && line->points >= best->points)
            equals[count++] = line->turns[0];
    }
    if (count == 1) return equals[0];
    return level_greedy(thinker_game(t), thinker_rules(t), position, equals, count, random);
}

status level_choose(thinker *t, const game_position *position, int number, rng *random,
                    const thinker_limits *within, game_turn *turn, error *e) {
    game_turn turns[GAME_TURNS_MAX];
    const game *g = thinker_game(t);
    size_t count = g->turns(thinker_rules(t), position, turns);
    assert(count > 0 && number >= 0 && number <= LEVEL_MOST);
    if (number == 0 || count == 1) {
        *turn = turns[rng_below(random, count)];
        return STATUS_OK;
    }
    const level *l = find_level(g, number);
    if (l->considers > 0) count = overlook(turns, count, l->considers, random);
    thinker_limits limits = {
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
    }
    if (!limits.without_oracle && thinker_is_perfect(t)) limits.lines = THOUGHT_LINES;
    const thought *found;
    status code = thinker_think(t, position, &limits, &found, e);
    if (code == STATUS_OK) *turn = livelier(t, position, found, random);
    return code;
}
