/* SPDX-License-Identifier: MIT
 *
 * Whether the errors that the Liniell player states are true: in positions that can be solved, what
 * the tree search says of the move it prefers is held against the exact value of that move. An
 * interval of 1.96 standard errors either way should hold it 95 times of 100. The positions come
 * from games of greedy players, who move by chance in one move of four.
 *
 *     bench_liniell_estimates [POSITIONS [TILES [ITERATIONS [SEED]]]]
 *
 * TILES is how many there are to place, the drawn one counted; SEED is that of the first position.
 * The figures in docs/ are of other positions than the ones by which the errors were set. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "engine/engine.h"
#include "liniell/game.h"
#include "liniell/rules/rules.h"
#include "liniell/search/tree.h"

static const liniell_tiles *const tiles = &liniell_standard;

static liniell_position position_of(uint64_t seed, int left) {
    rng random = rng_seeded(seed);
    game_position p;
    liniell_game.start(tiles, &p);
    liniell_game.chance->shuffle(tiles, &random, true, &p);
    while (liniell_unwrap(&p).stack_count + 1 > left) {
        game_turn turns[GAME_TURNS_MAX];
        size_t count = liniell_game.turns(tiles, &p, turns);
        bool by_chance = rng_below(&random, 4) == 0;
        game_turn turn =
            by_chance ? turns[rng_below(&random, count)]
                      : engine_greedy(variant_own(&liniell_game, tiles), &p, NULL, 0, &random);
        error e;
        if (liniell_game.play(tiles, &p, turn.text, &e) != STATUS_OK) exit(STATUS_FAILED);
    }
    return liniell_unwrap(&p);
}

/* How often something was held by its interval, and by how much it was missed. */
typedef struct tally {
    int held;
    double squares, error_squares;
} tally;

static void count(tally *t, double stated, double off, double exact) {
    double miss = stated - exact;
    t->held += fabs(miss) <= 1.96 * off;
    t->squares += miss * miss;
    t->error_squares += off * off;
}

static void print(const char *what, const tally *t, int positions) {
    printf("  %s: %.1f %% held; off by %.4f (rms), stated error %.4f (rms)\n", what,
           100.0 * t->held / positions, sqrt(t->squares / positions),
           sqrt(t->error_squares / positions));
}

int main(int argc, char **arguments) {
    int positions = argc > 1 ? (int)strtol(arguments[1], NULL, 10) : 20;
    int left = argc > 2 ? (int)strtol(arguments[2], NULL, 10) : 4;
    int iterations = argc > 3 ? (int)strtol(arguments[3], NULL, 10) : 2000;
    uint64_t first = argc > 4 ? strtoull(arguments[4], NULL, 10) : 1;
    liniell_tree *s = liniell_tree_new(tiles, ENGINE_MEMORY);
    if (!s || positions < 1 || left < 2 || left > LINIELL_ENDGAME_MOST || iterations < 1) return 2;
    tally chance = {0}, points = {0};
    for (int i = 0; i < positions; i++) {
        liniell_position p = position_of(first + (uint64_t)i, left);
        liniell_tree_forget(s);
        liniell_tree_begin(s, &p, (uint64_t)i, 0);
        for (int k = 0; k < iterations; k++) liniell_tree_iterate(s);
        liniell_candidate *candidates;
        size_t many = liniell_tree_candidates(s, &candidates), best = 0;
        for (size_t k = 1; k < many; k++)
            if (candidates[k].visits > candidates[best].visits) best = k;
        unsigned to_come = liniell_tree_bag(s);
        liniell_estimate e = liniell_estimate_of(&candidates[best], to_come);
        int64_t worth;
        liniell_tree_solve(s, &candidates[best], -liniell_worth_bound(to_come), &worth);
        liniell_value exact = liniell_mean(worth, to_come);
        count(&chance, e.result / 2, e.result_error / 2, exact.result / 2);
        count(&points, e.margin, e.margin_error, exact.margin);
    }
    printf("Liniell, %d positions with %d tiles to place, %d iterations\n", positions, left,
           iterations);
    print("chance", &chance, positions);
    print("points", &points, positions);
    liniell_tree_free(s);
    return 0;
}
