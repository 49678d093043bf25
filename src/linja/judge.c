/* SPDX-License-Identifier: MIT */
#include "linja/judge.h"

#include <assert.h>
#include <string.h>

/* --- where a weight is ------------------------------------------------------------------------ */

enum {
    AT_LINES = 1, /* behind the weight that every position has */
    AT_ROWS = AT_LINES + 4 * LINJA_LINE_KINDS,
    AT_PAIRS = AT_ROWS + (LINJA_ROWS - 2) * LINJA_ROW_KINDS,
    AT_REAR = AT_PAIRS + (LINJA_ROWS - 1) * LINJA_PAIR_KINDS * LINJA_PAIR_KINDS,
    AT_DISTANCE = AT_REAR + LINJA_REAR_KINDS * LINJA_REAR_KINDS,
    AT_END = AT_DISTANCE + LINJA_DISTANCE_KINDS * LINJA_DISTANCE_KINDS,
};
_Static_assert((int)AT_END == (int)LINJA_WEIGHTS, "all weights are used");

static int at_most(int number, int most) {
    return number < most ? number : most;
}

/* `line`: the mover's pawns at home, the opponent's in its goal, the mover's in its goal, the
 * opponent's at home. */
static int line_feature(int line, int pawns) {
    return AT_LINES + line * LINJA_LINE_KINDS + pawns;
}

static int row_feature(int row, int mine, int theirs) {
    int before = mine * (2 * LINJA_ROW_LIMIT + 3 - mine) / 2; /* pairs with fewer of mine */
    return AT_ROWS + (row - 1) * LINJA_ROW_KINDS + before + theirs;
}

static int pair_kind(int mine, int theirs) {
    return at_most(mine, 3) * 4 + at_most(theirs, 3);
}

static int pair_feature(int row, int kind, int next) {
    return AT_PAIRS + (row * LINJA_PAIR_KINDS + kind) * LINJA_PAIR_KINDS + next;
}

static int rear_feature(int rear, int many, int their_rear, int their_many) {
    int mine = rear * 3 + at_most(many, 3) - 1;
    int theirs = (LINJA_GOAL - their_rear) * 3 + at_most(their_many, 3) - 1;
    return AT_REAR + mine * LINJA_REAR_KINDS + theirs;
}

static int distance_feature(int way, int their_way) {
    return AT_DISTANCE + way / 4 * LINJA_DISTANCE_KINDS + their_way / 4;
}

void linja_features(linja_packed p, uint16_t features[LINJA_FEATURES]) {
    int mine[LINJA_ROWS], theirs[LINJA_ROWS], way = 0, their_way = 0, count = 0;
    for (int row = 0; row < LINJA_ROWS; row++) {
        mine[row] = (int)(p.mover >> 8 * row & 0xff);
        theirs[row] = (int)(p.opponent >> 8 * row & 0xff);
        way += mine[row] * (LINJA_GOAL - row);
        their_way += theirs[row] * row;
    }
    int rear = 0, their_rear = LINJA_GOAL;
    while (mine[rear] == 0) rear++;
    while (theirs[their_rear] == 0) their_rear--;

    features[count++] = 0;
    features[count++] = (uint16_t)line_feature(0, mine[0]);
    features[count++] = (uint16_t)line_feature(1, theirs[0]);
    features[count++] = (uint16_t)line_feature(2, mine[LINJA_GOAL]);
    features[count++] = (uint16_t)line_feature(3, theirs[LINJA_GOAL]);
    for (int row = 1; row < LINJA_GOAL; row++)
        features[count++] = (uint16_t)row_feature(row, mine[row], theirs[row]);
    for (int row = 0; row < LINJA_GOAL; row++)
        features[count++] = (uint16_t)pair_feature(row, pair_kind(mine[row], theirs[row]),
                                                   pair_kind(mine[row + 1], theirs[row + 1]));
    features[count++] = (uint16_t)rear_feature(rear, mine[rear], their_rear, theirs[their_rear]);
    features[count++] = (uint16_t)distance_feature(way, their_way);
    assert(count == LINJA_FEATURES);
}

/* --- laid out for speed ----------------------------------------------------------------------- */

static void fill_rows(linja_judge *judge, const linja_rules *rules, const int16_t *weights) {
    for (int byte = 0; byte < 256; byte++) {
        int mine = byte & 15, theirs = byte >> 4;
        judge->pair_kind[byte] = (uint8_t)pair_kind(mine, theirs);
        if (mine > LINJA_PAWNS || theirs > LINJA_PAWNS) continue;
        for (int row = 0; row < LINJA_ROWS; row++) {
            bool inner = row > 0 && row < LINJA_GOAL;
            if (inner && mine + theirs > LINJA_ROW_LIMIT) continue;
            judge->margin[row][byte] =
                (int8_t)(mine * rules->points[row] - theirs * rules->points[LINJA_GOAL - row]);
            int weight = 0;
            if (row == 0)
                weight =
                    weights[0] + weights[line_feature(0, mine)] + weights[line_feature(1, theirs)];
            else if (row == LINJA_GOAL)
                weight = weights[line_feature(2, mine)] + weights[line_feature(3, theirs)];
            else
                weight = weights[row_feature(row, mine, theirs)];
            judge->row[row][byte] = (int16_t)weight;
        }
    }
}

static void fill_rears(linja_judge *judge, const int16_t *weights) {
    for (int rear = 0; rear < LINJA_GOAL; rear++)
        for (int their_rear = 1; their_rear < LINJA_ROWS; their_rear++)
            for (int many = 1; many <= 3; many++)
                for (int their_many = 1; their_many <= 3; their_many++)
                    judge->rear[(rear * 4 + many) * 32 + their_rear * 4 + their_many] =
                        weights[rear_feature(rear, many, their_rear, their_many)];
}

void linja_judge_fill(linja_judge *judge, const linja_rules *rules,
                      const int16_t weights[LINJA_WEIGHTS]) {
    memset(judge, 0, sizeof *judge);
    fill_rows(judge, rules, weights);
    memcpy(judge->pair, weights + AT_PAIRS, sizeof judge->pair);
    fill_rears(judge, weights);
    for (int way = 0; way < 4 * LINJA_DISTANCE_KINDS; way += 4)
        for (int their_way = 0; their_way < 4 * LINJA_DISTANCE_KINDS; their_way += 4)
            judge->distance[way / 4 * 32 + their_way / 4] =
                weights[distance_feature(way, their_way)];
}

static int digit_of(char character) {
    return character - ' ' - (character > '"') - (character > '?') - (character > '\\');
}

void linja_judge_begin(linja_judge *judge, const linja_rules *rules) {
    const char *digits = linja_weight_texts[rules - linja_rule_sets];
    int16_t weights[LINJA_WEIGHTS];
    assert(strlen(digits) == 2 * LINJA_WEIGHTS);
    for (int i = 0; i < LINJA_WEIGHTS; i++, digits += 2)
        weights[i] =
            (int16_t)(digit_of(digits[0]) * LINJA_DIGITS + digit_of(digits[1]) - LINJA_WEIGHT_ZERO);
    linja_judge_fill(judge, rules, weights);
}
