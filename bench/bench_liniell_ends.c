/* SPDX-License-Identifier: MIT
 *
 * How long the exact answer of Liniell takes on one core, by the number of tiles to place (the
 * drawn one counted): positions from games of greedy players, who move by chance in one move of
 * four.
 *
 *     bench_liniell_ends [POSITIONS [MOST_TILES]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/engine.h"
#include "liniell/game.h"
#include "liniell/rules/rules.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time); /* what else the machine does takes no part */
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static game_position position_of(uint64_t seed, int left) {
    rng random = rng_seeded(seed);
    game_position p;
    liniell_game.start(&liniell_standard, &p);
    liniell_game.chance->shuffle(&liniell_standard, &random, true, &p);
    while (liniell_unwrap(&p).stack_count + 1 > left) {
        game_turn turns[GAME_TURNS_MAX];
        size_t count = liniell_game.turns(&liniell_standard, &p, turns);
        bool by_chance = rng_below(&random, 4) == 0;
        game_turn turn = by_chance ? turns[rng_below(&random, count)]
                                   : engine_greedy(variant_own(&liniell_game, &liniell_standard),
                                                   &p, turns, count, &random);
        error e;
        liniell_game.play(&liniell_standard, &p, turn.text, &e);
    }
    return p;
}

int main(int count, char **arguments) {
    int positions = count > 1 ? (int)strtol(arguments[1], NULL, 10) : 20;
    int most = count > 2 ? (int)strtol(arguments[2], NULL, 10) : 4;
    if (positions < 1 || most < 1 || most > 6) {
        fprintf(stderr, "usage: bench_liniell_ends [POSITIONS [MOST_TILES]], up to 6 tiles\n");
        return STATUS_USAGE;
    }
    engine_options options = {.variant = variant_own(&liniell_game, &liniell_standard),
                              .threads = 1};
    engine *t = NULL;
    error e;
    status code = engine_open(&options, &t, &e);
    for (int left = 2; left <= most && code == STATUS_OK; left++) {
        double total = 0, longest = 0, nodes = 0;
        for (int i = 0; i < positions && code == STATUS_OK; i++) {
            game_position p = position_of((uint64_t)i + 1, left);
            const search_result *found;
            engine_forget(t);
            double begin = now();
            code = engine_think(t, &p, &(engine_limits){0}, &found, &e);
            double took = now() - begin;
            total += took;
            nodes += (double)found->nodes;
            if (took > longest) longest = took;
        }
        printf(
            "Liniell, %d tiles to place: exact in %.4f s on average, %.4f s at most, %.0f nodes\n",
            left, total / positions, longest, nodes / positions);
    }
    if (code != STATUS_OK) fprintf(stderr, "%s\n", e.text);
    engine_close(t);
    return (int)code;
}
