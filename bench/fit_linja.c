/* SPDX-License-Identifier: MIT
 *
 * Fits the weights of linja/search/evaluation.h to the exact solution and prints
 * linja/search/weights.c:
 *
 *     build/release/bench/fit_linja > weights.c && mv weights.c src/linja/search/weights.c
 *
 * Needs the tables of all thirteen rule sets in the user's data folder and 2 GiB of memory. With
 * the name of a rule set it fits that one only and prints its part of the file. GAMES sets how many
 * games the positions come from.
 *
 * The positions are those that a search judges: small searches are made with the weights there are
 * from the positions of games by the best turns with some random ones among them. How much an error
 * counts depends on how far the exact value is from what the search wanted to know of the position:
 * one that is won by ten points need not be told from one by twelve. The squares of the errors are
 * made small by steepest descent in small batches, each weight at its own pace (Adam, Kingma and Ba
 * 2014). Towards the end the network judges with weights that are rounded already, so that the
 * others make up for what rounding does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "linja/search/alpha_beta.h"
#include "linja/solution/table.h"

enum {
    GAMES = 1400,
    SAMPLES_A_GAME = 6000, /* room for so many on average */
    TURNS_MAX = 200,
    RANDOM_OPENING = 6,
    RANDOM_TURNS = 15, /* of a hundred */
    LOOKED_AT = 30000, /* by a search, at most */
    SAMPLES = 400,     /* of a search, about */
    TT_BYTES = 1 << 20,
    HELD_BACK = 20, /* one game of so many measures the fit */
    NEAR = 2,       /* points off what was asked: then an error counts half */
    ROUNDS = 16,    /* through all positions */
    ROUNDED_FROM = 10,
    BATCH = 512,
};

/* How far a weight goes in a step at first, in its smallest parts; less and less until the end. */
static const float PACE = 0.13F;

typedef struct sample {
    uint16_t features[LINJA_FEATURES];
    float value, weight; /* value in parts of a point */
} sample;

typedef struct fitting {
    const linja_rules *rules;
    linja_solved *table;
    rng random;
    linja_evaluation evaluation;
    linja_tt tt;
    linja_past past;
    linja_searcher searcher;
    sample *samples, *tests;
    size_t count, test_count, room;
    bool testing; /* what comes now is held back */
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

/* `asked`: the value that a search compares the position's with, in parts of a point. */
static void keep(fitting *f, linja_packed p, int asked) {
    sample *s = f->testing ? &f->tests[f->test_count] : &f->samples[f->count];
    if (f->count == f->room || f->test_count == f->room) return;
    linja_features(p, s->features);
    s->value = (float)(LINJA_POINT * worth(f, p));
    float off = (s->value - (float)asked) / (NEAR * LINJA_POINT);
    s->weight = 1 / (1 + off * off);
    *(f->testing ? &f->test_count : &f->count) += 1;
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

static void judged_by_search(void *context, linja_packed p, int asked) {
    fitting *f = context;
    if (rng_below(&f->random, LOOKED_AT) < SAMPLES) keep(f, p, asked);
}

static bool has_looked_enough(void *context, uint64_t nodes) {
    (void)context;
    return nodes >= LOOKED_AT;
}

static void look_ahead(fitting *f, linja_packed p) {
    linja_searcher *s = &f->searcher;
    linja_tt_clear(&f->tt);
    s->nodes = s->next_question = 0;
    s->cut = false;
    for (int depth = 1; depth < LINJA_DEPTH_MOST && !s->cut; depth++) {
        bool proven;
        linja_alpha_beta(s, p, depth, -LINJA_WORTH_MOST, LINJA_WORTH_MOST, 0, &proven);
        if (proven) break;
    }
}

static void play_game(fitting *f, bool test) {
    f->testing = test;
    linja_position start;
    linja_start(&start);
    linja_packed p = linja_pack(&start);
    uint64_t opening = rng_below(&f->random, RANDOM_OPENING);
    for (unsigned turn = 0; turn < TURNS_MAX; turn++) {
        int value = LINJA_POINT * worth(f, p);
        keep(f, p, value);
        linja_packed after = p;
        for (int i = 0; i < 2 && play_random(f, &after); i++)
            keep(f, after, i == 0 ? -value : value);
        look_ahead(f, p);
        bool by_chance = turn < opening || rng_below(&f->random, 100) < RANDOM_TURNS;
        if (by_chance ? !play_random(f, &p) : !play_best(f, &p)) break;
    }
}

/* --- the network ------------------------------------------------------------------------------ */

/* All in their smallest parts, in the order of the file. */
typedef float weights[LINJA_WEIGHTS];
enum { UPPER = LINJA_INPUTS * LINJA_UNITS, BEGIN = UPPER + LINJA_UNITS * LINJA_UPPER_UNITS };

typedef struct network {
    weights exact;
    weights used;  /* the same, or rounded */
    weights slope; /* of the squared errors of a batch */
    weights slope_mean, square_mean;
    float mean_part,
        square_part; /* how much of the means comes from slopes, not from their start */
    bool rounded;
} network;

/* What a network makes of a position. */
typedef struct units {
    float lower[LINJA_UNITS], upper[LINJA_UPPER_UNITS];
} units;

static float in_range(float weight) {
    return weight < LINJA_WEIGHT_LEAST  ? LINJA_WEIGHT_LEAST
           : weight > LINJA_WEIGHT_MOST ? LINJA_WEIGHT_MOST
                                        : weight;
}

static float rounded(float weight) {
    return (float)(int)(weight < 0 ? weight - 0.5F : weight + 0.5F);
}

static float sign_of(int unit, int of) {
    return unit < of / 2 ? 1 : -1;
}

/* What linja_evaluate does, before and after rounding. */
static float judged(const network *n, const sample *s, units *u) {
    const float part = 1.0F / LINJA_UPPER_PART;
    memcpy(u->lower, n->used + s->features[0] * LINJA_UNITS, sizeof u->lower);
    for (int j = 1; j < LINJA_FEATURES; j++) {
        const float *more = n->used + s->features[j] * LINJA_UNITS;
        for (int i = 0; i < LINJA_UNITS; i++) u->lower[i] += more[i];
    }
    memcpy(u->upper, n->used + BEGIN, sizeof u->upper);
    float sum = 0;
    for (int i = 0; i < LINJA_UNITS; i++) {
        const float *more = n->used + UPPER + i * LINJA_UPPER_UNITS;
        float unit = u->lower[i] = u->lower[i] > 0 ? u->lower[i] : 0;
        sum += sign_of(i, LINJA_UNITS) * unit;
        for (int k = 0; k < LINJA_UPPER_UNITS; k++) u->upper[k] += part * unit * more[k];
    }
    for (int k = 0; k < LINJA_UPPER_UNITS; k++) {
        u->upper[k] = u->upper[k] > 0 ? u->upper[k] : 0;
        sum += sign_of(k, LINJA_UPPER_UNITS) * u->upper[k];
    }
    return sum;
}

/* In points, each error by its weight. */
static double root_mean_square(const network *n, const sample *samples, size_t count) {
    units u;
    double sum = 0, weight = 0;
    for (size_t i = 0; i < count; i++) {
        double miss = (double)(judged(n, &samples[i], &u) - samples[i].value) / LINJA_POINT;
        sum += (double)samples[i].weight * miss * miss;
        weight += (double)samples[i].weight;
    }
    return sqrt(sum / weight);
}

static void add_slope(network *n, const sample *s) {
    const float part = 1.0F / LINJA_UPPER_PART;
    units u;
    float miss = s->weight * (judged(n, s, &u) - s->value), upper[LINJA_UPPER_UNITS];
    for (int k = 0; k < LINJA_UPPER_UNITS; k++) {
        upper[k] = u.upper[k] > 0 ? sign_of(k, LINJA_UPPER_UNITS) * miss : 0;
        n->slope[BEGIN + k] += upper[k];
    }
    for (int i = 0; i < LINJA_UNITS; i++) {
        if (u.lower[i] <= 0) continue;
        int at = UPPER + i * LINJA_UPPER_UNITS;
        float lower = 0;
        for (int k = 0; k < LINJA_UPPER_UNITS; k++) {
            n->slope[at + k] += part * upper[k] * u.lower[i];
            lower += upper[k] * n->used[at + k];
        }
        u.lower[i] = sign_of(i, LINJA_UNITS) * miss + part * lower;
    }
    for (int j = 0; j < LINJA_FEATURES; j++) {
        float *slope = n->slope + s->features[j] * LINJA_UNITS;
        for (int i = 0; i < LINJA_UNITS; i++) slope[i] += u.lower[i];
    }
}

static void step(network *n, float pace) {
    const float mean_keeps = 0.9F, square_keeps = 0.999F, least = 1e-8F;
    n->mean_part = 1 - mean_keeps * (1 - n->mean_part);
    n->square_part = 1 - square_keeps * (1 - n->square_part);
    for (int i = 0; i < LINJA_WEIGHTS; i++) {
        float slope = n->slope[i], *mean = &n->slope_mean[i], *square = &n->square_mean[i];
        *mean = mean_keeps * *mean + (1 - mean_keeps) * slope;
        *square = square_keeps * *square + (1 - square_keeps) * slope * slope;
        float way = *mean / n->mean_part / (sqrtf(*square / n->square_part) + least);
        n->exact[i] = in_range(n->exact[i] - pace * way);
        n->used[i] = n->rounded ? rounded(n->exact[i]) : n->exact[i];
        n->slope[i] = 0;
    }
}

/* Small random weights, 0 for the inputs that do not occur. */
static void begin(network *n, fitting *f) {
    static bool occurs[LINJA_INPUTS];
    memset(n, 0, sizeof *n);
    memset(occurs, 0, sizeof occurs);
    for (size_t i = 0; i < f->count; i++)
        for (int j = 0; j < LINJA_FEATURES; j++) occurs[f->samples[i].features[j]] = true;
    for (int i = 0; i < BEGIN; i++) {
        float chance = ((float)rng_below(&f->random, 2001) - 1000) / 1000;
        n->exact[i] = n->used[i] = i >= UPPER || occurs[i / LINJA_UNITS] ? 5 * chance : 0;
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
        if (i % (3 * LINJA_UNITS) == 0) printf("%s    \"", i ? "\"\n" : "\n");
        putchar(linja_weight_character((int)n->used[i]));
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

static bool open_search(fitting *f) {
    linja_evaluation_begin(&f->evaluation, f->rules);
    f->searcher.rules = f->rules;
    f->searcher.evaluation = &f->evaluation;
    f->searcher.tt = &f->tt;
    f->searcher.past = &f->past;
    f->searcher.stopped = has_looked_enough;
    f->searcher.judged = judged_by_search;
    f->searcher.context = f;
    return linja_tt_open(&f->tt, TT_BYTES) && linja_searcher_open(&f->searcher);
}

static status fit_rules(const linja_rules *rules, size_t games, error *e) {
    static network n;
    static fitting f;
    f = (fitting){.rules = rules, .random = rng_seeded(1), .room = games * SAMPLES_A_GAME};
    status code = open_table(&f, e);
    if (code != STATUS_OK) return code;
    f.samples = malloc(f.room * sizeof *f.samples);
    f.tests = malloc(f.room * sizeof *f.tests);
    if (!f.samples || !f.tests || !open_search(&f)) return fail_memory(e);
    for (size_t i = 0; i < games; i++) play_game(&f, i % HELD_BACK == 0);
    fit(&n, &f);
    fprintf(stderr, "%-20s %8zu positions, off by %.3f points (rms); %.3f on %zu others\n",
            rules->name, f.count, root_mean_square(&n, f.samples, f.count),
            root_mean_square(&n, f.tests, f.test_count), f.test_count);
    print_weights(rules, &n);
    free(f.samples);
    free(f.tests);
    linja_searcher_close(&f.searcher);
    linja_tt_close(&f.tt);
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
