/* SPDX-License-Identifier: MIT
 *
 * What a position is worth before the end, guessed from its looks by a small network that is fitted
 * to the exact values of positions from play (bench/fit_linja.c).
 *
 * Each row adds its weights to 32 lower units: one weight for each unit and each way in which a row
 * can be filled with the pawns of both sides. Units below zero count as zero. The lower units add
 * to 8 upper ones what they are times a weight, and those below zero count as zero again. The guess
 * is the sum of the first half of both kinds of units minus that of the second halves. All numbers
 * are small integers, so it comes out alike everywhere.
 */
#ifndef LINJA_SEARCH_EVALUATION_H
#define LINJA_SEARCH_EVALUATION_H

#include <string.h>

#include "linja/rules/fast.h"

/* A evaluation and its weights count in parts of a point. */
enum {
    LINJA_POINT = 16,
    LINJA_UPPER_PART = 64,    /* a weight between units is 1 / 64 */
    LINJA_GUESS_MOST = 20000, /* that no network makes sensibly */
};

enum {
    /* Pawns of the two sides on an inner row. */
    LINJA_ROW_KINDS = (LINJA_ROW_LIMIT + 1) * (LINJA_ROW_LIMIT + 2) / 2,
    LINJA_LINE_KINDS = LINJA_PAWNS + 1,        /* pawns of one side on an outer line */
    LINJA_FEATURES = 1 + 4 + (LINJA_ROWS - 2), /* that a position has */
    LINJA_INPUTS = 1 + 4 * LINJA_LINE_KINDS + (LINJA_ROWS - 2) * LINJA_ROW_KINDS,
    LINJA_UNITS = 32,
    LINJA_UPPER_UNITS = 8,
    /* Input after input, lower unit after lower unit, then what the upper units begin with. */
    LINJA_WEIGHTS = LINJA_INPUTS * LINJA_UNITS + LINJA_UPPER_UNITS * (LINJA_UNITS + 1),
};

/* Which of the inputs a position sets. Not over. */
void linja_features(linja_packed p, uint16_t features[LINJA_FEATURES]);

/* As many units as fit into one register of any machine. */
typedef int16_t linja_lanes __attribute__((vector_size(16)));
enum { LINJA_LANES = 8, LINJA_VECTORS = LINJA_UNITS / LINJA_LANES };

/* The weights of a rule set, laid out for speed. A row's byte has the mover's pawns in its low and
 * the opponent's in its high half. */
typedef struct linja_evaluation {
    linja_lanes units[LINJA_ROWS][256][LINJA_VECTORS];
    int16_t upper[LINJA_UPPER_UNITS][LINJA_UNITS];
    int upper_begin[LINJA_UPPER_UNITS]; /* what they are without any lower unit */
    int8_t margin[LINJA_ROWS][256];     /* in points */
} linja_evaluation;

void linja_evaluation_begin(linja_evaluation *evaluation, const linja_rules *rules);
void linja_evaluation_fill(linja_evaluation *evaluation, const linja_rules *rules,
                           const int8_t weights[LINJA_WEIGHTS]);

/* Both words in one: no two positions share it. */
static inline uint64_t linja_key(linja_packed p) {
    return p.mover | p.opponent << 4;
}

/* The points of the mover minus those of the opponent, as they stand. */
static inline int linja_packed_margin(const linja_evaluation *evaluation, linja_packed p) {
    uint64_t key = linja_key(p);
    int margin = 0;
    for (int row = 0; row < LINJA_ROWS; row++)
        margin += evaluation->margin[row][key >> 8 * row & 0xff];
    return margin;
}

/* The final margin of the mover to be expected, in parts of a point. */
static inline int linja_evaluate(const linja_evaluation *evaluation, linja_packed p) {
    uint64_t key = linja_key(p);
    const linja_lanes *row[LINJA_ROWS];
    for (int i = 0; i < LINJA_ROWS; i++) row[i] = evaluation->units[i][key >> 8 * i & 0xff];
    linja_lanes none = {0}, sum = {0}, units[LINJA_VECTORS];
    for (int i = 0; i < LINJA_VECTORS; i++) {
        units[i] = row[0][i] + row[1][i] + row[2][i] + row[3][i] + row[4][i] + row[5][i] +
                   row[6][i] + row[7][i];
        units[i] &= units[i] > none;
        sum = i < LINJA_VECTORS / 2 ? sum + units[i] : sum - units[i];
    }
    int total = 0;
    for (int i = 0; i < LINJA_LANES; i++) total += sum[i];
    int16_t lower[LINJA_UNITS];
    memcpy(lower, units, sizeof lower);
    for (int i = 0; i < LINJA_UPPER_UNITS; i++) {
        int unit = evaluation->upper_begin[i];
        for (int j = 0; j < LINJA_UNITS; j++) unit += lower[j] * evaluation->upper[i][j];
        unit = unit > 0 ? unit / LINJA_UPPER_PART : 0;
        total += i < LINJA_UPPER_UNITS / 2 ? unit : -unit;
    }
    return total > LINJA_GUESS_MOST    ? LINJA_GUESS_MOST
           : total < -LINJA_GUESS_MOST ? -LINJA_GUESS_MOST
                                       : total;
}

/* The fitted weights of a rule set, by its place in linja_rule_sets: one character a weight, until
 * the next call; NULL: there is no such rule set. Compiled in (linja/search/weights.c), but on the
 * page, which fetches the rule sets that are played (web/weights.c). */
const char *linja_weight_text(int rule_set);
enum { LINJA_WEIGHT_LEAST = -46, LINJA_WEIGHT_MOST = 45 };

/* The weight's character: printable, and none that C or trigraphs would have escaped. */
static inline char linja_weight_character(int weight) {
    int character = ' ' + weight - LINJA_WEIGHT_LEAST;
    if (character >= '"') character++;
    if (character >= '?') character++;
    if (character >= '\\') character++;
    return (char)character;
}

#endif
