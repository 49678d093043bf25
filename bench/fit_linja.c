/* SPDX-License-Identifier: MIT
 *
 * Fits the weights of linja/search/evaluation.h to the exact solution and prints
 * linja/search/weights.c:
 *
 *     build/release-tests/bench/fit_linja > weights.c && mv weights.c src/linja/search/weights.c
 *
 * Needs the tables of all thirteen rule sets in the user's data folder and 4 GiB of memory. With
 * the name of a rule set it fits that one only and prints its part of the file. GAMES sets how many
 * games the positions come from.
 *
 * The positions are those of games by the best turns with some random ones among them, and those
 * after one and two random turns from there, since that is what a search looks at. The squares of
 * the errors are made small by steepest descent in small batches, each weight at its own pace
 * (Adam, Kingma and Ba 2014). Towards the end the network judges with weights that are rounded
 * already, so that the others make up for what rounding does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "linja/search/evaluation.h"
#include "linja/solution/table.h"

enum {
    GAMES = 8000,
    SAMPLES_A_GAME = 150, /* room for so many on average */
    TURNS_MAX = 200,
    RANDOM_OPENING = 6,
    RANDOM_TURNS = 15, /* of a hundred */
    HELD_BACK = 10,    /* one game of so many measures the fit */
    ROUNDS = 40,       /* through all positions */
    ROUNDED_FROM = 26,
    BATCH = 512,
};

/* How far a weight goes in a step at first, in points; less and less until the end. */
static const float PACE = 0.012F;

typedef struct sample {
    uint16_t features[LINJA_FEATURES];
    float value;
} sample;

typedef struct fitting {
    const linja_rules *rules;
    linja_solved *table;
    rng random;
    sample *samples, *tests;
    size_t count, test_count, room;
} fitting;

/* --- positions -------------------------------------------------------------------------------- */

static linja_position unpack(linja_packed p) {
    linja_position plain = {.to_move = SIDE_A};
    for (int row = 0; row < LINJA_ROWS; row++) {
        plain.pawns[SIDE_A][row] = p.mover >> 8 * row & 0xff;
        plain.pawns[SIDE_B][LINJA_GOAL - row] = p.opponent >> 8 * row & 0xff;
    }
    return plain;
}

static int worth(const fitting *f, linja_packed p) {
    linja_position plain = unpack(p);
    return linja_solved_value(f->table, &plain);
}

static void keep(fitting *f, linja_packed p, bool test) {
    sample *s = test ? &f->tests[f->test_count] : &f->samples[f->count];
    if (f->count == f->room || f->test_count == f->room) return;
    linja_features(p, s->features);
    s->value = (float)worth(f, p);
    *(test ? &f->test_count : &f->count) += 1;
}

/* A random turn; false if it ends the game. */
static bool play_random(fitting *f, linja_packed *p) {
    linja_fast_turn turns[LINJA_TURNS_MAX];
    size_t count = linja_fast_turns(f->rules, *p, turns);
    bool over;
    *p = linja_apply(*p, turns[rng_below(&f->random, count)], &over);
    return !over && !linja_packed_over(*p);
}

/* One of the best turns. */
static bool play_best(fitting *f, linja_packed *p) {
    linja_fast_turn turns[LINJA_TURNS_MAX];
    size_t count = linja_fast_turns(f->rules, *p, turns);
    linja_packed chosen = *p;
    bool ends = false;
    int best = 0;
    unsigned equals = 0;
    for (size_t i = 0; i < count; i++) {
        bool over;
        linja_packed after = linja_apply(*p, turns[i], &over);
        linja_position plain = unpack(after);
        int value = over ? -linja_margin(f->rules, &plain) : -linja_solved_value(f->table, &plain);
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        } else if (value < best) {
            continue;
        }
        if (rng_below(&f->random, ++equals) != 0) continue;
        chosen = after;
        ends = over || linja_packed_over(after);
    }
    *p = chosen;
    return !ends;
}

static void play_game(fitting *f, bool test) {
    linja_position start;
    linja_start(&start);
    linja_packed p = linja_pack(&start);
    uint64_t opening = rng_below(&f->random, RANDOM_OPENING);
    for (unsigned turn = 0; turn < TURNS_MAX; turn++) {
        keep(f, p, test);
        linja_packed after = p;
        for (int i = 0; i < 2 && play_random(f, &after); i++) keep(f, after, test);
        bool by_chance = turn < opening || rng_below(&f->random, 100) < RANDOM_TURNS;
        if (by_chance ? !play_random(f, &p) : !play_best(f, &p)) break;
    }
}

/* --- the network ------------------------------------------------------------------------------ */

/* All by input and unit, in points. */
typedef float weights[LINJA_INPUTS][LINJA_UNITS];

typedef struct network {
    weights exact;
    weights used;  /* the same, or rounded to parts of a point */
    weights slope; /* of the squared errors of a batch */
    weights slope_mean, square_mean;
    float mean_part,
        square_part; /* how much of the means comes from slopes, not from their start */
    bool rounded;
} network;

static float in_range(float weight) {
    const float least = (float)LINJA_WEIGHT_LEAST / LINJA_POINT;
    const float most = (float)LINJA_WEIGHT_MOST / LINJA_POINT;
    return weight < least ? least : weight > most ? most : weight;
}

static float rounded(float weight) {
    return roundf(weight * LINJA_POINT) / LINJA_POINT;
}

/* What linja_evaluate does, before and after rounding. */
static float judged(const network *n, const sample *s, float units[LINJA_UNITS]) {
    memcpy(units, n->used[s->features[0]], sizeof n->used[0]);
    for (int j = 1; j < LINJA_FEATURES; j++) {
        const float *more = n->used[s->features[j]];
        for (int i = 0; i < LINJA_UNITS; i++) units[i] += more[i];
    }
    float sum = 0;
    for (int i = 0; i < LINJA_UNITS; i++) {
        float unit = units[i] > 0 ? units[i] : 0;
        sum += i < LINJA_UNITS / 2 ? unit : -unit;
    }
    return sum;
}

static double root_mean_square(const network *n, const sample *samples, size_t count) {
    float units[LINJA_UNITS];
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double miss = (double)(judged(n, &samples[i], units) - samples[i].value);
        sum += miss * miss;
    }
    return sqrt(sum / (double)count);
}

static void add_slope(network *n, const sample *s) {
    float units[LINJA_UNITS];
    float miss = judged(n, s, units) - s->value;
    for (int i = 0; i < LINJA_UNITS; i++) {
        float slope = i < LINJA_UNITS / 2 ? miss : -miss;
        units[i] = units[i] > 0 ? slope : 0;
    }
    for (int j = 0; j < LINJA_FEATURES; j++) {
        float *slope = n->slope[s->features[j]];
        for (int i = 0; i < LINJA_UNITS; i++) slope[i] += units[i];
    }
}

static void step(network *n, float pace) {
    const float mean_keeps = 0.9F, square_keeps = 0.999F, least = 1e-8F;
    n->mean_part = 1 - mean_keeps * (1 - n->mean_part);
    n->square_part = 1 - square_keeps * (1 - n->square_part);
    for (int j = 0; j < LINJA_INPUTS; j++)
        for (int i = 0; i < LINJA_UNITS; i++) {
            float slope = n->slope[j][i];
            float *mean = &n->slope_mean[j][i], *square = &n->square_mean[j][i];
            *mean = mean_keeps * *mean + (1 - mean_keeps) * slope;
            *square = square_keeps * *square + (1 - square_keeps) * slope * slope;
            float way = *mean / n->mean_part / (sqrtf(*square / n->square_part) + least);
            n->exact[j][i] = in_range(n->exact[j][i] - pace * way);
            n->used[j][i] = n->rounded ? rounded(n->exact[j][i]) : n->exact[j][i];
            n->slope[j][i] = 0;
        }
}

/* Small random weights for the inputs that occur, 0 for the others. */
static void begin(network *n, fitting *f) {
    static bool occurs[LINJA_INPUTS];
    memset(n, 0, sizeof *n);
    memset(occurs, 0, sizeof occurs);
    for (size_t i = 0; i < f->count; i++)
        for (int j = 0; j < LINJA_FEATURES; j++) occurs[f->samples[i].features[j]] = true;
    for (int j = 0; j < LINJA_INPUTS; j++)
        for (int i = 0; i < LINJA_UNITS; i++) {
            float chance = ((float)rng_below(&f->random, 2001) - 1000) / 1000;
            n->exact[j][i] = n->used[j][i] = occurs[j] ? 0.3F * chance : 0;
        }
}

static void shuffle(fitting *f) {
    for (size_t i = f->count; i > 1; i--) {
        size_t other = rng_below(&f->random, i);
        sample swapped = f->samples[i - 1];
        f->samples[i - 1] = f->samples[other];
        f->samples[other] = swapped;
    }
}

static void fit(network *n, fitting *f) {
    size_t batches = f->count / BATCH;
    begin(n, f);
    for (int round = 0; round < ROUNDS; round++) {
        shuffle(f);
        n->rounded = round >= ROUNDED_FROM;
        for (size_t i = 0; i < batches; i++) {
            for (size_t j = 0; j < BATCH; j++) add_slope(n, &f->samples[i * BATCH + j]);
            float done = ((float)round + (float)i / (float)batches) / ROUNDS;
            step(n, PACE * (1 - done));
        }
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static void print_weights(const linja_rules *rules, const network *n) {
    printf("    /* %s */", rules->name);
    for (int i = 0; i < LINJA_WEIGHTS; i++) {
        float weight = n->used[i / LINJA_UNITS][i % LINJA_UNITS];
        if (i % (3 * LINJA_UNITS) == 0) printf("%s    \"", i ? "\"\n" : "\n");
        putchar(linja_weight_character((int)lroundf(weight * LINJA_POINT)));
    }
    printf("\",\n");
}

static status open_table(fitting *f, error *e) {
    oracle_wanted wanted = {.needed = true};
    linja_table *table;
    status code = linja_table_find(f->rules, &wanted, &table, e);
    if (code == STATUS_OK) code = linja_table_load(table, 0, &f->table, e);
    linja_table_close(table);
    return code;
}

static status fit_rules(const linja_rules *rules, size_t games, error *e) {
    static network n;
    fitting f = {.rules = rules, .random = rng_seeded(1), .room = games * SAMPLES_A_GAME};
    status code = open_table(&f, e);
    if (code != STATUS_OK) return code;
    f.samples = malloc(f.room * sizeof *f.samples);
    f.tests = malloc(f.room * sizeof *f.tests);
    if (!f.samples || !f.tests) return fail_memory(e);
    for (size_t i = 0; i < games; i++) play_game(&f, i % HELD_BACK == 0);
    fit(&n, &f);
    fprintf(stderr, "%-20s %8zu positions, off by %.3f points (rms); %.3f on %zu others\n",
            rules->name, f.count, root_mean_square(&n, f.samples, f.count),
            root_mean_square(&n, f.tests, f.test_count), f.test_count);
    print_weights(rules, &n);
    free(f.samples);
    free(f.tests);
    linja_solved_free(f.table);
    return STATUS_OK;
}

int main(int count, char **arguments) {
    const char *wanted = getenv("GAMES");
    size_t games = wanted ? strtoul(wanted, NULL, 10) : GAMES;
    if (count == 1)
        printf("/* SPDX-License-Identifier: MIT\n *\n"
               " * What a position's rows add to the units of the network "
               "(linja/search/evaluation.h). Made by\n"
               " * bench/fit_linja; do not edit. */\n"
               "#include \"linja/search/evaluation.h\"\n\n"
               "/* clang-format off */\n"
               "static const char *const texts[LINJA_RULE_SETS] = {\n");
    for (int i = 0; i < LINJA_RULE_SETS; i++) {
        const linja_rules *rules = &linja_rule_sets[i];
        error e;
        if (count > 1 && strcmp(arguments[1], rules->name) != 0) continue;
        if (fit_rules(rules, games, &e) == STATUS_OK) continue;
        fprintf(stderr, "fit_linja: %s\n", e.text);
        return 1;
    }
    if (count == 1)
        printf("};\n/* clang-format on */\n\n"
               "const char *linja_weight_text(int rule_set) {\n    return rule_set < "
               "LINJA_RULE_SETS ? texts[rule_set] : 0;\n}\n");
    return 0;
}
