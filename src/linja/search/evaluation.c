/* SPDX-License-Identifier: MIT */
#include "linja/search/evaluation.h"

#include <assert.h>
#include <string.h>

/* --- which inputs there are ------------------------------------------------------------------- */

enum {
    AT_LINES = 1, /* behind the input that every position sets */
    AT_ROWS = AT_LINES + 4 * LINJA_LINE_KINDS,
    AT_END = AT_ROWS + (LINJA_ROWS - 2) * LINJA_ROW_KINDS,
};
_Static_assert((int)AT_END == (int)LINJA_INPUTS, "all inputs are used");

/* `line`: the mover's pawns at home, the opponent's in its goal, the mover's in its goal, the
 * opponent's at home. */
static int line_feature(int line, int pawns) {
    return AT_LINES + line * LINJA_LINE_KINDS + pawns;
}

static int row_feature(int row, int mine, int theirs) {
    int before = mine * (2 * LINJA_ROW_LIMIT + 3 - mine) / 2; /* pairs with fewer of mine */
    return AT_ROWS + (row - 1) * LINJA_ROW_KINDS + before + theirs;
}

void linja_features(linja_packed p, uint16_t features[LINJA_FEATURES]) {
    int mine[LINJA_ROWS], theirs[LINJA_ROWS], count = 0;
    for (int row = 0; row < LINJA_ROWS; row++) {
        mine[row] = (int)(p.mover >> 8 * row & 0xff);
        theirs[row] = (int)(p.opponent >> 8 * row & 0xff);
    }
    features[count++] = 0;
    features[count++] = (uint16_t)line_feature(0, mine[0]);
    features[count++] = (uint16_t)line_feature(1, theirs[0]);
    features[count++] = (uint16_t)line_feature(2, mine[LINJA_GOAL]);
    features[count++] = (uint16_t)line_feature(3, theirs[LINJA_GOAL]);
    for (int row = 1; row < LINJA_GOAL; row++)
        features[count++] = (uint16_t)row_feature(row, mine[row], theirs[row]);
    assert(count == LINJA_FEATURES);
}

/* --- laid out for speed ----------------------------------------------------------------------- */

static void add_input(linja_lanes units[LINJA_VECTORS], const int8_t *weights, int input) {
    for (int i = 0; i < LINJA_UNITS; i++)
        units[i / LINJA_LANES][i % LINJA_LANES] += weights[input * LINJA_UNITS + i];
}

static void fill_row(linja_evaluation *evaluation, const int8_t *weights, int row, int mine,
                     int theirs) {
    linja_lanes *units = evaluation->units[row][mine | theirs << 4];
    if (row == 0) {
        add_input(units, weights, 0);
        add_input(units, weights, line_feature(0, mine));
        add_input(units, weights, line_feature(1, theirs));
    } else if (row == LINJA_GOAL) {
        add_input(units, weights, line_feature(2, mine));
        add_input(units, weights, line_feature(3, theirs));
    } else {
        add_input(units, weights, row_feature(row, mine, theirs));
    }
}

void linja_evaluation_fill(linja_evaluation *evaluation, const linja_rules *rules,
                           const int8_t weights[LINJA_WEIGHTS]) {
    memset(evaluation, 0, sizeof *evaluation);
    for (int row = 0; row < LINJA_ROWS; row++) {
        bool inner = row > 0 && row < LINJA_GOAL;
        int most = inner ? LINJA_ROW_LIMIT : LINJA_PAWNS;
        for (int mine = 0; mine <= most; mine++)
            for (int theirs = 0; theirs <= (inner ? most - mine : most); theirs++) {
                evaluation->margin[row][mine | theirs << 4] =
                    (int8_t)(mine * rules->points[row] - theirs * rules->points[LINJA_GOAL - row]);
                fill_row(evaluation, weights, row, mine, theirs);
            }
    }
    const int8_t *upper = weights + LINJA_INPUTS * LINJA_UNITS;
    for (int i = 0; i < LINJA_UNITS; i++)
        for (int j = 0; j < LINJA_UPPER_UNITS; j++) evaluation->upper[j][i] = (int16_t)*upper++;
    for (int j = 0; j < LINJA_UPPER_UNITS; j++)
        evaluation->upper_begin[j] = LINJA_UPPER_PART * *upper++;
}

static int weight_of(char character) {
    return character - ' ' - (character > '"') - (character > '?') - (character > '\\') +
           LINJA_WEIGHT_LEAST;
}

void linja_evaluation_begin(linja_evaluation *evaluation, const linja_rules *rules) {
    const char *characters = linja_weight_text((int)(rules - linja_rule_sets));
    int8_t weights[LINJA_WEIGHTS];
    assert(strlen(characters) == LINJA_WEIGHTS);
    for (int i = 0; i < LINJA_WEIGHTS; i++) weights[i] = (int8_t)weight_of(characters[i]);
    linja_evaluation_fill(evaluation, rules, weights);
}
