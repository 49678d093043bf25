/* SPDX-License-Identifier: MIT
 *
 * What a position is worth before the end, guessed from its looks by a small network that is fitted
 * to the exact values of positions from play (bench/fit_linja.c).
 *
 * Each row adds its weights to 32 units: one weight for each unit and each way in which a row can
 * be filled with the pawns of both sides. Units below zero count as zero. The guess is the sum of
 * the first half of the units minus that of the second half. All numbers are small integers, so it
 * comes out alike everywhere. */
#ifndef LINJA_JUDGE_H
#define LINJA_JUDGE_H

#include "linja/fast.h"

/* A judgement and its weights count in parts of a point. */
enum { LINJA_POINT = 16 };

enum {
    LINJA_ROW_KINDS = 28,                      /* pawns of the two sides on an inner row */
    LINJA_LINE_KINDS = 13,                     /* pawns of one side on an outer line */
    LINJA_FEATURES = 1 + 4 + (LINJA_ROWS - 2), /* that a position has */
    LINJA_INPUTS = 1 + 4 * LINJA_LINE_KINDS + (LINJA_ROWS - 2) * LINJA_ROW_KINDS,
    LINJA_UNITS = 32,
    LINJA_WEIGHTS = LINJA_INPUTS * LINJA_UNITS, /* input after input */
};

/* Which of the inputs a position sets. Not over. */
void linja_features(linja_packed p, uint16_t features[LINJA_FEATURES]);

/* As many units as fit into one register of any machine. */
typedef int16_t linja_lanes __attribute__((vector_size(16)));
enum { LINJA_LANES = 8, LINJA_VECTORS = LINJA_UNITS / LINJA_LANES };

/* The weights of a rule set, laid out for speed. A row's byte has the mover's pawns in its low and
 * the opponent's in its high half. */
typedef struct linja_judge {
    linja_lanes units[LINJA_ROWS][256][LINJA_VECTORS];
    int8_t margin[LINJA_ROWS][256]; /* in points */
} linja_judge;

void linja_judge_begin(linja_judge *judge, const linja_rules *rules);
void linja_judge_fill(linja_judge *judge, const linja_rules *rules,
                      const int8_t weights[LINJA_WEIGHTS]);

/* Both words in one: no two positions share it. */
static inline uint64_t linja_key(linja_packed p) {
    return p.mover | p.opponent << 4;
}

/* The points of the mover minus those of the opponent, as they stand. */
static inline int linja_packed_margin(const linja_judge *judge, linja_packed p) {
    uint64_t key = linja_key(p);
    int margin = 0;
    for (int row = 0; row < LINJA_ROWS; row++) margin += judge->margin[row][key >> 8 * row & 0xff];
    return margin;
}

/* The final margin of the mover to be expected, in parts of a point. */
static inline int linja_judgement(const linja_judge *judge, linja_packed p) {
    uint64_t key = linja_key(p);
    const linja_lanes *row[LINJA_ROWS];
    for (int i = 0; i < LINJA_ROWS; i++) row[i] = judge->units[i][key >> 8 * i & 0xff];
    linja_lanes none = {0}, sum = {0};
    for (int i = 0; i < LINJA_VECTORS; i++) {
        linja_lanes units = row[0][i] + row[1][i] + row[2][i] + row[3][i] + row[4][i] + row[5][i] +
                            row[6][i] + row[7][i];
        units &= units > none;
        sum = i < LINJA_VECTORS / 2 ? sum + units : sum - units;
    }
    int total = 0;
    for (int i = 0; i < LINJA_LANES; i++) total += sum[i];
    return total;
}

/* The fitted weights, a text for each rule set in the order of linja_rule_sets (linja/weights.c):
 * one character a weight. */
extern const char *const linja_weight_texts[LINJA_RULE_SETS];
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
