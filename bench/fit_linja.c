/* SPDX-License-Identifier: MIT
 *
 * Fits the weights of linja/judge.h to the exact solution and prints linja/weights.c:
 *
 *     build/release-tests/bench/fit_linja > weights.c && mv weights.c src/linja/weights.c
 *
 * Needs the tables of all nine rule sets in the user's data folder and 4 GiB of memory. With the
 * name of a rule set it fits and measures that one only, and prints no file. GAMES sets how many
 * games the positions come from.
 *
 * The positions are those of games by the best turns with some random ones among them, and those
 * after one and two random turns from there, since that is what a search looks at. Least squares by
 * conjugate gradients (CGLS): no matrix, only the few weights that each position adds up. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "linja/judge.h"
#include "solution/tables.h"

enum {
    GAMES = 8000,
    SAMPLES_A_GAME = 300, /* room for so many on average */
    TURNS_MAX = 200,
    RANDOM_OPENING = 6,
    RANDOM_TURNS = 15, /* of a hundred */
    HELD_BACK = 10,    /* one game of so many measures the fit */
    ROUNDS = 200,
    EVERYWHERE = 2, /* pulls weights that are hardly ever used towards 0 */
};

typedef struct sample {
    uint16_t features[LINJA_FEATURES];
    float value;
} sample;

typedef struct fitting {
    const linja_rules *rules;
    solved *table;
    rng random;
    bool failed;
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
    return solved_value(f->table, &plain);
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
    linja_code codes[LINJA_TURNS_MAX];
    size_t count = linja_codes(f->rules, *p, codes);
    bool over;
    *p = linja_apply(*p, codes[rng_below(&f->random, count)], &over);
    return !over && !linja_packed_over(*p);
}

/* One of the best turns. */
static bool play_best(fitting *f, linja_packed *p) {
    linja_code codes[LINJA_TURNS_MAX];
    size_t count = linja_codes(f->rules, *p, codes);
    linja_packed chosen = *p;
    bool ends = false;
    int best = 0;
    unsigned equals = 0;
    for (size_t i = 0; i < count; i++) {
        bool over;
        linja_packed after = linja_apply(*p, codes[i], &over);
        linja_position plain = unpack(after);
        int value = over ? -linja_margin(f->rules, &plain) : -solved_value(f->table, &plain);
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

/* --- least squares ---------------------------------------------------------------------------- */

static double sum_of(const double *weights, const sample *s) {
    double sum = 0;
    for (int i = 0; i < LINJA_FEATURES; i++) sum += weights[s->features[i]];
    return sum;
}

static double length(const double *vector) {
    double sum = 0;
    for (int i = 0; i < LINJA_WEIGHTS; i++) sum += vector[i] * vector[i];
    return sum;
}

static double root_mean_square(const double *weights, const sample *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double miss = sum_of(weights, &samples[i]) - (double)samples[i].value;
        sum += miss * miss;
    }
    return sqrt(sum / (double)count);
}

static void fit(const fitting *f, double weights[LINJA_WEIGHTS]) {
    static double down[LINJA_WEIGHTS], way[LINJA_WEIGHTS];
    double *miss = malloc(f->count * sizeof *miss), *along = malloc(f->count * sizeof *along);
    if (!miss || !along) abort();
    memset(weights, 0, LINJA_WEIGHTS * sizeof *weights);
    for (size_t i = 0; i < f->count; i++) miss[i] = (double)f->samples[i].value;
    double before = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LINJA_WEIGHTS; i++) down[i] = -EVERYWHERE * weights[i];
        for (size_t i = 0; i < f->count; i++)
            for (int j = 0; j < LINJA_FEATURES; j++) down[f->samples[i].features[j]] += miss[i];
        double now = length(down), turn = round > 0 ? now / before : 0;
        for (int i = 0; i < LINJA_WEIGHTS; i++) way[i] = down[i] + turn * way[i];
        before = now;
        double steep = EVERYWHERE * length(way);
        for (size_t i = 0; i < f->count; i++) {
            along[i] = sum_of(way, &f->samples[i]);
            steep += along[i] * along[i];
        }
        if (steep == 0) break;
        for (int i = 0; i < LINJA_WEIGHTS; i++) weights[i] += now / steep * way[i];
        for (size_t i = 0; i < f->count; i++) miss[i] -= now / steep * along[i];
    }
    free(miss);
    free(along);
}

/* --- the file --------------------------------------------------------------------------------- */

static void print_weights(const linja_rules *rules, const double *weights) {
    printf("    /* %s */", rules->name);
    for (int i = 0; i < LINJA_WEIGHTS; i++) {
        long number = lround(weights[i] * LINJA_POINT) + LINJA_WEIGHT_ZERO;
        if (number < 0) number = 0;
        if (number >= LINJA_DIGITS * LINJA_DIGITS) number = LINJA_DIGITS * LINJA_DIGITS - 1;
        if (i % 46 == 0) printf("%s    \"", i ? "\"\n" : "\n");
        printf("%c%c", linja_digit((int)number / LINJA_DIGITS),
               linja_digit((int)number % LINJA_DIGITS));
    }
    printf("\",\n");
}

static status open_table(fitting *f, error *e) {
    text path = text_growing();
    tables_file file;
    status code = tables_path(f->rules, &path, e);
    if (code == STATUS_OK) code = tables_open(path.data, f->rules, &file, e);
    if (code == STATUS_OK) {
        code = tables_load(&file, 0, &f->table, e);
        tables_close(&file);
    }
    text_free(&path);
    return code;
}

static status fit_rules(const linja_rules *rules, size_t games, bool print, error *e) {
    fitting f = {.rules = rules, .random = rng_seeded(1), .room = games * SAMPLES_A_GAME};
    status code = open_table(&f, e);
    if (code != STATUS_OK) return code;
    f.samples = malloc(f.room * sizeof *f.samples);
    f.tests = malloc(f.room * sizeof *f.tests);
    if (!f.samples || !f.tests) return fail_memory(e);
    for (size_t i = 0; i < games; i++) play_game(&f, i % HELD_BACK == 0);
    static double weights[LINJA_WEIGHTS];
    fit(&f, weights);
    fprintf(stderr, "%-20s %8zu positions, off by %.3f points (rms); %.3f on %zu others\n",
            rules->name, f.count, root_mean_square(weights, f.samples, f.count),
            root_mean_square(weights, f.tests, f.test_count), f.test_count);
    if (print) print_weights(rules, weights);
    free(f.samples);
    free(f.tests);
    solved_free(f.table);
    return STATUS_OK;
}

int main(int count, char **arguments) {
    const char *wanted = getenv("GAMES");
    size_t games = wanted ? strtoul(wanted, NULL, 10) : GAMES;
    if (count == 1)
        printf(
            "/* SPDX-License-Identifier: MIT\n *\n"
            " * What a position's features are worth (linja/judge.h), in parts of a point. Made\n"
            " * by bench/fit_linja; do not edit. */\n"
            "#include \"linja/judge.h\"\n\n"
            "/* clang-format off */\n"
            "const char *const linja_weight_texts[LINJA_RULE_SETS] = {\n");
    for (int i = 0; i < LINJA_RULE_SETS; i++) {
        const linja_rules *rules = &linja_rule_sets[i];
        error e;
        if (count > 1 && strcmp(arguments[1], rules->name) != 0) continue;
        if (fit_rules(rules, games, count == 1, &e) == STATUS_OK) continue;
        fprintf(stderr, "fit_linja: %s\n", e.text);
        return 1;
    }
    if (count == 1) printf("};\n/* clang-format on */\n");
    return 0;
}
