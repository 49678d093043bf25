/* SPDX-License-Identifier: MIT
 *
 * How strong the Liniell player is: games on one core against a player that takes what looks best
 * at once, and against flat Monte-Carlo (for every move equally many games of random moves to the
 * end; the best mean result is played) with the same time a move. Every stack is played twice with
 * the sides swapped, and the interval is over these pairs. Standard tiles, fixed seeds.
 *
 *     bench_liniell_play [OPPONENT [GAMES [SECONDS [NODES]]]]
 *
 * OPPONENT is greedy, flat or both; NODES limits the player instead of SECONDS, which is then the
 * time of flat Monte-Carlo alone. Without arguments a short run: figures in docs/ are of long ones.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "engine/engine.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/rules/routes.h"

static const liniell_tiles *const tiles = &liniell_standard;

typedef struct contest {
    engine *engine;
    double seconds; /* a move */
    uint64_t nodes;
    bool flat; /* the opponent; else greedy */
    uint64_t engine_nodes, engine_moves, flat_games, flat_moves;
} contest;

/* --- flat Monte-Carlo ------------------------------------------------------------------------- */

/* The result of a random game behind a move: 2, 1 or 0 for the side that makes it. */
static int random_game(liniell_board *b, const liniell_position *p, liniell_fast_move move,
                       rng *random) {
    uint8_t stack[LINIELL_TILES_MAX];
    memcpy(stack, p->rest + p->out_count, p->stack_count);
    liniell_board_play(b, p->drawn, move);
    for (unsigned left = p->stack_count; left > 0; left--) {
        unsigned chosen = (unsigned)rng_below(random, left);
        uint8_t tile = stack[chosen];
        stack[chosen] = stack[left - 1];
        liniell_board_play(b, tile, liniell_random_move(b, tile, random));
    }
    liniell_score score = liniell_board_score(b);
    while (b->turns > 0) liniell_board_undo(b);
    int me = p->to_move;
    return 1 + liniell_leader(score.points[me] - score.points[1 - me],
                              score.blue[me] - score.blue[1 - me]);
}

static game_turn choose_flat(contest *c, const game_position *position, rng *random) {
    static liniell_board b;
    static liniell_fast_move moves[LINIELL_TURNS_MAX];
    uint64_t sums[LINIELL_TURNS_MAX] = {0};
    liniell_position p = liniell_unwrap(position);
    liniell_board_set(tiles, &p, &b);
    size_t count = liniell_fast_moves(&b, p.drawn, moves), best = 0;
    double until = seconds_now() + c->seconds;
    do {
        for (size_t i = 0; i < count; i++)
            sums[i] += (unsigned)random_game(&b, &p, moves[i], random);
        c->flat_games += count;
    } while (seconds_now() < until);
    c->flat_moves++;
    for (size_t i = 1; i < count; i++)
        if (sums[i] > sums[best]) best = i;
    liniell_move move = liniell_plain_move(&b, moves[best]);
    game_turn turn;
    text t = text_fixed(turn.text, sizeof turn.text);
    liniell_write_move(&move, &t);
    return turn;
}

/* --- games ------------------------------------------------------------------------------------ */

static game_turn choose(contest *c, const game_position *position, rng *random) {
    engine_limits limits = {
        .time.hard = c->nodes ? 0 : c->seconds, .nodes = c->nodes, .seed = rng_next(random)};
    const search_result *found;
    error e;
    status code = engine_think(c->engine, position, &limits, &found, &e);
    if (code != STATUS_OK) {
        fprintf(stderr, "%s\n", e.text);
        exit((int)code);
    }
    c->engine_nodes += found->nodes;
    c->engine_moves++;
    return found->variations[0].turns[0];
}

/* The player's result, 1, 1/2 or 0, as side `me` on the stack of a seed. */
static double play_game(contest *c, uint64_t seed, int me, int *margin) {
    rng deal = rng_seeded(seed), random = rng_seeded(2 * seed + (unsigned)me + 1000000);
    game_position p;
    liniell_game.start(tiles, &p);
    liniell_game.chance->shuffle(tiles, &deal, true, &p);
    engine_forget(c->engine);
    game_outcome outcome;
    while (!(outcome = liniell_game.outcome(tiles, &p)).over) {
        game_turn turn =
            liniell_game.to_move(&p) == me ? choose(c, &p, &random)
            : c->flat                      ? choose_flat(c, &p, &random)
                      : engine_greedy(variant_own(&liniell_game, tiles), &p, NULL, 0, &random);
        error e;
        if (liniell_game.play(tiles, &p, turn.text, &e) != STATUS_OK) {
            fprintf(stderr, "%s\n", e.text);
            exit(STATUS_FAILED);
        }
    }
    int sign = me == SIDE_A ? 1 : -1;
    *margin = sign * (outcome.points[SIDE_A] - outcome.points[SIDE_B]);
    return (1 + sign * outcome.leader) / 2.0;
}

static void run(contest *c, int games) {
    double sum = 0, squares = 0, margins = 0;
    int pairs = (games + 1) / 2;
    for (int i = 0; i < pairs; i++) {
        double pair = 0;
        for (int me = SIDE_A; me <= SIDE_B; me++) {
            int margin;
            pair += play_game(c, (uint64_t)i + 1, me, &margin) / 2;
            margins += margin;
        }
        sum += pair;
        squares += pair * pair;
        fprintf(stderr, "\r%d of %d games: %.1f %%", 2 * (i + 1), 2 * pairs, 100 * sum / (i + 1));
    }
    fprintf(stderr, "\r\033[K");
    double mean = sum / pairs,
           variance = pairs > 1 ? (squares - pairs * mean * mean) / (pairs - 1) : 0.25;
    double interval = 1.96 * sqrt(variance / pairs);
    printf("Liniell against %s, %d games, ", c->flat ? "flat Monte-Carlo" : "greedy", 2 * pairs);
    if (c->nodes)
        printf("%llu nodes", (unsigned long long)c->nodes);
    else
        printf("%g s", c->seconds);
    printf(" a move: %.1f %% (95 %%: %.1f to %.1f), %+.2f points a game, %.0f nodes a move",
           100 * mean, 100 * fmax(mean - interval, 0), 100 * fmin(mean + interval, 1),
           margins / (2 * pairs), (double)c->engine_nodes / (double)c->engine_moves);
    if (c->flat)
        printf(" against %.0f games a move", (double)c->flat_games / (double)c->flat_moves);
    printf("\n");
    fflush(stdout);
}

int main(int count, char **arguments) {
    const char *opponent = count > 1 ? arguments[1] : "both";
    int games = count > 2 ? (int)strtol(arguments[2], NULL, 10) : 20;
    double seconds = count > 3 ? strtod(arguments[3], NULL) : 0.05;
    uint64_t nodes = count > 4 ? strtoull(arguments[4], NULL, 10) : 0;
    bool both = strcmp(opponent, "both") == 0, flat = both || strcmp(opponent, "flat") == 0;
    if (games < 2 || seconds <= 0 || (!flat && strcmp(opponent, "greedy") != 0)) {
        fprintf(stderr, "usage: bench_liniell_play [greedy|flat|both [GAMES [SECONDS [NODES]]]]\n");
        return STATUS_USAGE;
    }
    engine_options options = {.variant = variant_own(&liniell_game, tiles), .threads = 1};
    for (int against_flat = 0; against_flat < 2; against_flat++) {
        contest c = {.seconds = seconds, .nodes = nodes, .flat = against_flat};
        if (against_flat ? !flat : flat && !both) continue;
        error e;
        status code = engine_open(&options, &c.engine, &e);
        if (code != STATUS_OK) {
            fprintf(stderr, "%s\n", e.text);
            return (int)code;
        }
        run(&c, games);
        engine_close(c.engine);
    }
    return 0;
}
