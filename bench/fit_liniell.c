/* SPDX-License-Identifier: MIT
 *
 * Fits the weights of liniell/search/evaluation.h to quick games of the player against itself and
 * prints liniell/search/weights.c:
 *
 *     build/release/bench/fit_liniell > weights.c && mv weights.c src/liniell/search/weights.c
 *
 * GAMES sets how many games. Each side makes the move after which the network likes its position
 * best, now and then a random one. A position is worth what the game brought behind it: partly the
 * end, partly what the network thinks of the positions on the way (Sutton's TD(lambda); a random
 * move ends the way, since it tells nothing about good play). The squares of the errors are made
 * small by steepest descent in small batches, each weight at its own pace (Adam, Kingma and Ba
 * 2014). The games are played with weights that are rounded already, as they will be used. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "liniell/search/options.h"

enum {
    GAMES = 400000,
    WARM_UP =
        4000,   /* games played by a rough evaluation, until the network has learned from them */
    BATCH = 32, /* games */
    RANDOM_MOVES = 8, /* of a hundred */
    WEIGHT_MOST = 127,
};
static const float PACE = 0.004F, LAMBDA = 0.8F;
static const float MARGIN_SHARE = 0.7F; /* as in liniell/search/tree.c */

static const liniell_tiles *const tiles = &liniell_standard;

typedef struct sample {
    uint16_t rows[256];
    size_t count;
    float margin, result; /* to be learned */
} sample;

typedef struct weights {
    float value[LINIELL_WEIGHTS], slope[LINIELL_WEIGHTS];
    float slope_mean[LINIELL_WEIGHTS], square_mean[LINIELL_WEIGHTS];
    float mean_part,
        square_part; /* how much of the means comes from slopes, not from their start */
} weights;

typedef struct fitting {
    weights w;
    int8_t rounded[LINIELL_WEIGHTS];
    liniell_network network;
    liniell_kinds kinds;
    liniell_worths worths;
    rng random;
    sample samples[BATCH * LINIELL_TILES_MAX];
    size_t count;
    double margin_miss, result_miss; /* squares, since the last report */
    size_t missed;
} fitting;

/* --- the network ------------------------------------------------------------------------------ */

static void round_weights(fitting *f) {
    for (int i = 0; i < LINIELL_WEIGHTS; i++)
        f->rounded[i] = (int8_t)lroundf(f->w.value[i] * LINIELL_WEIGHT_ONE);
    liniell_network_fill(&f->network, f->rounded);
}

static void begin(fitting *f) {
    for (int i = 0; i < LINIELL_WEIGHTS; i++) {
        float chance = ((float)rng_below(&f->random, 2001) - 1000) / 1000;
        f->w.value[i] = (i < LINIELL_ROWS * LINIELL_UNITS ? 0.15F : 0.5F) * chance;
    }
    round_weights(f);
}

static void add_slope(fitting *f, const sample *s) {
    const float *value = f->w.value;
    const float *outputs = value + LINIELL_ROWS * LINIELL_UNITS;
    float *slope = f->w.slope, *output_slope = slope + LINIELL_ROWS * LINIELL_UNITS;
    float units[LINIELL_UNITS] = {0};
    for (size_t j = 0; j < s->count; j++)
        for (int i = 0; i < LINIELL_UNITS; i++) units[i] += value[s->rows[j] * LINIELL_UNITS + i];
    float margin = 0, speaks = 0;
    for (int i = 0; i < LINIELL_UNITS; i++) {
        if (units[i] < 0) units[i] = 0;
        margin += units[i] * outputs[i];
        speaks += units[i] * outputs[LINIELL_UNITS + i];
    }
    float bend = 1 / (1 + fabsf(speaks)), result = speaks * bend;
    float margin_miss = (margin - s->margin) / 8, result_miss = result - s->result;
    f->margin_miss += (double)(64 * margin_miss * margin_miss);
    f->result_miss += (double)(result_miss * result_miss);
    f->missed++;
    float by_margin = margin_miss / 8, by_result = result_miss * bend * bend;
    for (int i = 0; i < LINIELL_UNITS; i++) {
        output_slope[i] += by_margin * units[i];
        output_slope[LINIELL_UNITS + i] += by_result * units[i];
        units[i] =
            units[i] > 0 ? by_margin * outputs[i] + by_result * outputs[LINIELL_UNITS + i] : 0;
    }
    for (size_t j = 0; j < s->count; j++)
        for (int i = 0; i < LINIELL_UNITS; i++) slope[s->rows[j] * LINIELL_UNITS + i] += units[i];
}

static void step(weights *w, float pace) {
    const float mean_keeps = 0.9F, square_keeps = 0.999F, least = 1e-8F;
    const float most = (float)WEIGHT_MOST / LINIELL_WEIGHT_ONE;
    w->mean_part = 1 - mean_keeps * (1 - w->mean_part);
    w->square_part = 1 - square_keeps * (1 - w->square_part);
    for (int i = 0; i < LINIELL_WEIGHTS; i++) {
        float *mean = &w->slope_mean[i], *square = &w->square_mean[i];
        *mean = mean_keeps * *mean + (1 - mean_keeps) * w->slope[i];
        *square = square_keeps * *square + (1 - square_keeps) * w->slope[i] * w->slope[i];
        float way = *mean / w->mean_part / (sqrtf(*square / w->square_part) + least);
        w->value[i] = fmaxf(-most, fminf(most, w->value[i] - pace * way));
        w->slope[i] = 0;
    }
}

/* --- games ------------------------------------------------------------------------------------ */

static float reward(float margin, float result) {
    return (1 - MARGIN_SHARE) * result + MARGIN_SHARE * margin / (8 + fabsf(margin));
}

typedef struct end {
    float margin, result;
} end;

static end guess_of(const liniell_option *o, unsigned to_come) {
    if (to_come == 0) return (end){o->margin, (float)liniell_result(o)};
    return (end){(float)o->guess.margin / LINIELL_POINT, (float)o->guess.result / LINIELL_POINT};
}

static size_t best_option(const liniell_option *options, size_t count, unsigned to_come,
                          bool rough) {
    size_t best = 0;
    float most = -1e9F;
    for (size_t i = 0; i < count; i++) {
        end e = guess_of(&options[i], to_come);
        float value =
            rough ? (float)liniell_evaluate(&options[i], to_come) : reward(e.margin, e.result);
        if (value > most) most = value, best = i;
    }
    return best;
}

static void shuffle(uint8_t *stack, unsigned count, rng *random) {
    for (unsigned left = count; left > 1; left--) {
        unsigned chosen = (unsigned)rng_below(random, left);
        uint8_t last = stack[left - 1];
        stack[left - 1] = stack[chosen];
        stack[chosen] = last;
    }
}

/* `rough`: which sides choose by the rough evaluation. Returns the margin of the first side. */
static int play_game(fitting *f, const uint8_t *stack, const bool rough[2], bool learn) {
    static liniell_board b;
    static liniell_fast_move moves[LINIELL_TURNS_MAX];
    static liniell_option options[LINIELL_TURNS_MAX];
    struct {
        end best; /* after the best move of this turn, for its mover */
        bool random;
    } turns[LINIELL_TILES_MAX];
    liniell_board_clear(tiles, &b);
    b.to_move = SIDE_A;
    liniell_bag bag = {0};
    for (unsigned i = 0; i < tiles->count; i++) liniell_bag_return(&f->kinds, &bag, f->kinds.of[i]);
    sample *first = f->samples + f->count;
    liniell_evaluator evaluator = {&f->network, &f->kinds, &bag};
    int margin = 0;
    for (unsigned turn = 0; turn < tiles->count; turn++) {
        uint8_t tile = stack[turn];
        liniell_bag_take(&f->kinds, &bag, f->kinds.of[tile]);
        bool roughly = rough[turn % 2];
        size_t count = liniell_guessed_options(&b, tile, &f->worths, bag.total ? &evaluator : NULL,
                                               moves, options);
        size_t chosen = best_option(options, count, bag.total, roughly);
        turns[turn].best = guess_of(&options[chosen], bag.total);
        turns[turn].random = learn && bag.total > 0 && rng_below(&f->random, 100) < RANDOM_MOVES;
        if (turns[turn].random) chosen = rng_below(&f->random, count);
        margin = options[chosen].margin;
        liniell_board_play(&b, tile, options[chosen].move);
        if (!learn || bag.total == 0) continue;
        uint16_t rows[LINIELL_ROWS_MOST];
        sample *s = &f->samples[f->count++];
        s->count = liniell_rows_of(&f->kinds, &bag, &b, &f->worths, rows);
        assert(s->count <= sizeof s->rows / sizeof *s->rows);
        memcpy(s->rows, rows, s->count * sizeof *rows);
    }
    float lambda = rough[0] ? 1 : LAMBDA;
    end later = turns[tiles->count - 1].best; /* for the mover of the turn after the sample */
    for (unsigned turn = tiles->count - 1u; learn && turn > 0; turn--) {
        const end *best = &turns[turn].best;
        if (turns[turn].random) later = *best;
        later.margin = -((1 - lambda) * best->margin + lambda * later.margin);
        later.result = -((1 - lambda) * best->result + lambda * later.result);
        first[turn - 1].margin = later.margin;
        first[turn - 1].result = later.result;
    }
    return tiles->count % 2 ? margin : -margin;
}

/* Against the rough evaluation, in pairs: the share of points. */
static double contest(fitting *f, int pairs) {
    double share = 0;
    rng random = rng_seeded(99);
    uint8_t stack[LINIELL_TILES_MAX] = {0};
    for (uint8_t i = 0; i < tiles->count; i++) stack[i] = i;
    for (int i = 0; i < pairs; i++) {
        shuffle(stack, tiles->count, &random);
        int one = play_game(f, stack, (bool[2]){false, true}, false);
        int other = play_game(f, stack, (bool[2]){true, false}, false);
        share += (one > 0) + 0.5 * (one == 0) + (other < 0) + 0.5 * (other == 0);
    }
    return share / (2 * pairs);
}

static void fit(fitting *f, size_t games) {
    uint8_t stack[LINIELL_TILES_MAX] = {0};
    for (uint8_t i = 0; i < tiles->count; i++) stack[i] = i;
    begin(f);
    size_t batches = games / BATCH, report = batches / 20 ? batches / 20 : 1;
    for (size_t batch = 0; batch < batches; batch++) {
        bool rough = batch * BATCH < WARM_UP;
        f->count = 0;
        for (int i = 0; i < BATCH; i++) {
            shuffle(stack, tiles->count, &f->random);
            play_game(f, stack, (bool[2]){rough, rough}, true);
        }
        for (size_t i = 0; i < f->count; i++) add_slope(f, &f->samples[i]);
        float done = (float)batch / (float)batches;
        step(&f->w, PACE * (1 - done) * (1 - done) + PACE / 50);
        round_weights(f);
        if (batch % report != report - 1) continue;
        fprintf(stderr, "%8zu games: off by %.3f points, %.3f of the result; %.1f %% v rough\n",
                (batch + 1) * BATCH, sqrt(f->margin_miss / (double)f->missed),
                sqrt(f->result_miss / (double)f->missed), 100 * contest(f, 250));
        f->margin_miss = f->result_miss = 0;
        f->missed = 0;
    }
}

static void print_weights(const fitting *f) {
    printf("/* SPDX-License-Identifier: MIT\n *\n"
           " * The weights of liniell/search/evaluation.h. Made by bench/fit_liniell; do not edit. "
           "*/\n"
           "#include \"liniell/search/evaluation.h\"\n\n"
           "/* clang-format off */\n"
           "const int8_t liniell_weights[LINIELL_WEIGHTS] = {");
    for (int i = 0; i < LINIELL_WEIGHTS; i++)
        printf("%s%d,", i % LINIELL_UNITS ? "" : "\n    ", f->rounded[i]);
    printf("\n};\n/* clang-format on */\n");
}

int main(void) {
    static fitting f;
    const char *wanted = getenv("GAMES");
    liniell_find_kinds(tiles, &f.kinds);
    f.random = rng_seeded(1);
    if (!liniell_worths_open(&f.worths)) return 1;
    fit(&f, wanted ? strtoul(wanted, NULL, 10) : GAMES);
    print_weights(&f);
    liniell_worths_close(&f.worths);
    return 0;
}
