/* SPDX-License-Identifier: MIT */
#include "engine/level.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* How a level plays. */
typedef struct level {
    int notices; /* of a hundred steps, so many are thought of */
    int depth;
    uint64_t nodes;
} level;

typedef struct game_levels {
    const char *game;
    level levels[LEVEL_MOST + 1]; /* that of 0 is not used */
} game_levels;

static const game_levels all_levels[] = {
    {"linja",
     {[1] = {40, 1, 0},
      [2] = {55, 1, 0},
      [3] = {70, 1, 0},
      [4] = {85, 1, 0},
      [5] = {85, 2, 0},
      [6] = {100, 1, 0},
      [7] = {100, 2, 0},
      [8] = {100, 0, 20000},
      [9] = {100, 0, 100000},
      [10] = {100, 0, 1000000}}},
    {"liniell",
     {[1] = {20, 1, 50},
      [2] = {30, 1, 100},
      [3] = {45, 1, 200},
      [4] = {60, 1, 400},
      [5] = {80, 0, 800},
      [6] = {100, 0, 1500},
      [7] = {100, 0, 3000},
      [8] = {100, 0, 6000},
      [9] = {100, 0, 15000},
      [10] = {100, 0, 50000}}},
};

static const level *find_level(const game *g, int number) {
    for (size_t i = 0; i < sizeof all_levels / sizeof *all_levels; i++)
        if (strcmp(all_levels[i].game, g->name) == 0) return &all_levels[i].levels[number];
    assert(false && "every game has its levels");
    return NULL;
}

/* Whether a player thinks of a turn: of each of its steps in turn. */
static bool is_noticed(const game_turn *turn, int notices, rng *random) {
    bool noticed = rng_below(random, 100) < (unsigned)notices;
    for (const char *c = turn->text; *c; c++)
        if (strchr("/+<", *c) && rng_below(random, 100) >= (unsigned)notices) noticed = false;
    return noticed;
}

/* Keeps the turns that a player thinks of; at least one. */
static size_t overlook(game_turn *turns, size_t count, int notices, rng *random) {
    size_t kept = 0, any = (size_t)rng_below(random, count);
    game_turn fallback = turns[any];
    for (size_t i = 0; i < count; i++)
        if (is_noticed(&turns[i], notices, random)) turns[kept++] = turns[i];
    if (kept == 0) turns[kept++] = fallback;
    return kept;
}

/* Of several turns that are proved to be best, the one after which things look best: it goes
 * forward where another might go round in circles. Of those that look alike, one by lot. */
static game_turn livelier(thinker *t, const game_position *position, const thought *found,
                          rng *random) {
    const game *g = thinker_game(t);
    const thought_line *best = &found->lines[0];
    int sign = g->to_move(position) == SIDE_A ? 1 : -1, highest = INT_MIN;
    game_turn chosen = best->turns[0];
    uint64_t equals = 0;
    for (size_t i = 0; i < found->count && best->exact; i++) {
        const thought_line *line = &found->lines[i];
        if (!line->exact || line->chance < best->chance || line->points < best->points) continue;
        game_position after = *position;
        error e;
        status code = g->play(thinker_rules(t), &after, line->turns[0].text, &e);
        assert(code == STATUS_OK);
        (void)code;
        int looks = sign * g->evaluate(thinker_rules(t), &after);
        if (looks > highest) equals = 0;
        if (looks >= highest && rng_below(random, ++equals) == 0) chosen = line->turns[0];
        if (looks > highest) highest = looks;
    }
    return chosen;
}

status level_choose(thinker *t, const game_position *position, int number, rng *random,
                    const atomic_bool *stop, game_turn *turn, error *e) {
    game_turn turns[GAME_TURNS_MAX];
    const game *g = thinker_game(t);
    size_t count = g->turns(thinker_rules(t), position, turns);
    assert(count > 0 && number >= 0 && number <= LEVEL_MOST);
    if (number == 0 || count == 1) {
        *turn = turns[rng_below(random, count)];
        return STATUS_OK;
    }
    const level *l = find_level(g, number);
    if (l->notices < 100) count = overlook(turns, count, l->notices, random);
    thinker_limits limits = {
        .nodes = l->nodes,
        .depth = l->depth,
        .only = turns,
        .only_count = count,
        .seed = rng_next(random),
        .without_oracle = number < LEVEL_MOST,
        .stop = stop,
    };
    if (!limits.without_oracle && thinker_is_perfect(t)) limits.lines = THOUGHT_LINES;
    const thought *found;
    status code = thinker_think(t, position, &limits, &found, e);
    if (code == STATUS_OK) *turn = livelier(t, position, found, random);
    return code;
}
