/* SPDX-License-Identifier: MIT
 *
 * Liniell on one core: random moves made and undone (choosing, placing, marker, undo), and whole
 * random games to the final score. The best of five runs, because everything else on the machine
 * only slows it down. The sums are a fingerprint: they change only if behaviour does. Then what the
 * scores look like between two greedy players, for docs/rules-liniell.md. */
#include <stdio.h>

#include "base/seconds.h"
#include "engine/engine.h"
#include "liniell/game.h"
#include "liniell/rules/routes.h"

enum { RUNS = 5, GAMES = 40000, GREEDY_GAMES = 1000 };

/* Plays one random game with the standard set on an empty board; answers how many moves. */
static unsigned play_game(liniell_board *b, rng *random) {
    const unsigned tiles = liniell_standard.count;
    uint8_t stack[LINIELL_TILES_MAX];
    for (unsigned i = 0; i < tiles; i++) stack[i] = (uint8_t)i;
    for (unsigned left = tiles; left > 0; left--) {
        unsigned chosen = (unsigned)rng_below(random, left);
        uint8_t tile = stack[chosen];
        stack[chosen] = stack[left - 1];
        liniell_board_play(b, tile, liniell_random_move(b, tile, random));
    }
    return tiles;
}

typedef struct result {
    double rate;
    uint64_t sum;
} result;

static result measure(bool score) {
    static liniell_board b;
    liniell_board_clear(&liniell_standard, &b);
    result best = {0};
    for (int run = 0; run < RUNS; run++) {
        rng random = rng_seeded(1);
        uint64_t moves = 0, sum = 0;
        double begin = seconds_now();
        for (int i = 0; i < GAMES; i++) {
            moves += play_game(&b, &random);
            if (score) {
                liniell_score points = liniell_board_score(&b);
                sum += (unsigned)(points.points[SIDE_A] + 3 * points.points[SIDE_B]);
            } else {
                sum += b.markers[SIDE_A][0];
            }
            while (b.turns > 0) liniell_board_undo(&b);
        }
        double rate = (double)(score ? (uint64_t)GAMES : moves) / (seconds_now() - begin);
        if (rate > best.rate) best.rate = rate;
        best.sum = sum;
    }
    return best;
}

static game_position greedy_game(rng *random) {
    const game *g = &liniell_game;
    game_position p;
    g->start(&liniell_standard, &p);
    g->chance->shuffle(&liniell_standard, random, true, &p);
    while (!g->outcome(&liniell_standard, &p).over) {
        game_turn turn = engine_greedy(variant_own(g, &liniell_standard), &p, NULL, 0, random);
        error e;
        g->play(&liniell_standard, &p, turn.text, &e);
    }
    return p;
}

static void study_scores(void) {
    rng random = rng_seeded(1);
    int lines = 0, points = 0, like_the_sheet = 0, ties = 0, draws = 0;
    for (int i = 0; i < GREEDY_GAMES; i++) {
        game_position position = greedy_game(&random);
        game_outcome outcome = liniell_game.outcome(&liniell_standard, &position);
        liniell_position p = liniell_unwrap(&position);
        ties += outcome.points[SIDE_A] == outcome.points[SIDE_B];
        draws += outcome.leader == 0;
        for (int m = 0; m < 4; m++) {
            liniell_spot spot = p.markers[m / 2][m % 2];
            if (spot.cell == LINIELL_NONE) continue;
            liniell_route route;
            liniell_route_fast(&liniell_standard, &p, spot, &route);
            int worth = liniell_points(&route);
            lines++;
            points += worth;
            like_the_sheet += worth >= 5 && worth <= 9;
        }
    }
    printf("%d greedy games: %.1f points a line, %.0f %% of the lines 5 to 9; %.1f points a side; "
           "%.1f %% equal points, %.1f %% draws\n",
           GREEDY_GAMES, (double)points / lines, 100.0 * like_the_sheet / lines,
           points / 2.0 / GREEDY_GAMES, 100.0 * ties / GREEDY_GAMES, 100.0 * draws / GREEDY_GAMES);
}

int main(void) {
    result moves = measure(false), games = measure(true);
    printf("Liniell on one core (best of %d)\n", RUNS);
    printf("%-40s %12.0f a second  (sum %llu)\n", "random moves, made and undone", moves.rate,
           (unsigned long long)moves.sum);
    printf("%-40s %12.0f a second  (sum %llu)\n", "random games to the final score", games.rate,
           (unsigned long long)games.sum);
    study_scores();
    return 0;
}
