/* SPDX-License-Identifier: MIT
 *
 * What a position is worth before the end, guessed from its looks: a sum of weights, fitted to the
 * exact values of positions from play (bench/fit_linja.c), so that no judgement takes more than
 * some twenty additions.
 *
 * What is looked at: the pawns of both sides on each row; on each pair of neighbouring rows, where
 * numbers above three are alike (how far a step onto the next row runs); where the last pawns of
 * both sides stand and how many they are; and how many rows both sides have still to go. */
#ifndef LINJA_JUDGE_H
#define LINJA_JUDGE_H

#include "linja/fast.h"

/* A judgement counts in parts of a point. */
enum { LINJA_POINT = 64 };

enum {
    LINJA_ROW_KINDS = 28,      /* pawns of the two sides on an inner row */
    LINJA_LINE_KINDS = 13,     /* pawns of one side on an outer line */
    LINJA_PAIR_KINDS = 16,     /* pawns of the two sides on a row of a pair, 0 to 3 each */
    LINJA_REAR_KINDS = 21,     /* the row of the last pawns, 0 to 6; one, two or more */
    LINJA_DISTANCE_KINDS = 22, /* rows to go, by fours */
    LINJA_FEATURES = 1 + 4 + (LINJA_ROWS - 2) + (LINJA_ROWS - 1) + 2, /* that a position has */
    LINJA_WEIGHTS = 1 + 4 * LINJA_LINE_KINDS + (LINJA_ROWS - 2) * LINJA_ROW_KINDS +
                    (LINJA_ROWS - 1) * LINJA_PAIR_KINDS * LINJA_PAIR_KINDS +
                    LINJA_REAR_KINDS * LINJA_REAR_KINDS +
                    LINJA_DISTANCE_KINDS * LINJA_DISTANCE_KINDS,
};

/* Which of the weights a position adds up. Not over. */
void linja_features(linja_packed p, uint16_t features[LINJA_FEATURES]);

/* The weights of a rule set, laid out for speed. A row's byte has the mover's pawns in its low and
 * the opponent's in its high half. */
typedef struct linja_judge {
    int16_t row[LINJA_ROWS][256];
    int16_t pair[LINJA_ROWS - 1][256];
    int16_t rear[1024];
    int16_t distance[32 * 32];
    int8_t margin[LINJA_ROWS][256]; /* in points */
    uint8_t pair_kind[256];
} linja_judge;

void linja_judge_begin(linja_judge *judge, const linja_rules *rules);
void linja_judge_fill(linja_judge *judge, const linja_rules *rules,
                      const int16_t weights[LINJA_WEIGHTS]);

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
    int sum = 0;
    unsigned kind = 0;
    for (int row = 0; row < LINJA_ROWS; row++) {
        unsigned byte = key >> 8 * row & 0xff;
        sum += judge->row[row][byte];
        unsigned next = judge->pair_kind[byte];
        if (row > 0) sum += judge->pair[row - 1][kind * LINJA_PAIR_KINDS + next];
        kind = next;
    }
    unsigned rear = (unsigned)__builtin_ctzll(p.mover) / 8;
    unsigned their_rear = 7 - (unsigned)__builtin_clzll(p.opponent) / 8;
    unsigned many = (unsigned)(p.mover >> 8 * rear) & 0xff;
    unsigned their_many = (unsigned)(p.opponent >> 8 * their_rear) & 0xff;
    if (many > 3) many = 3;
    if (their_many > 3) their_many = 3;
    sum += judge->rear[(rear * 4 + many) * 32 + their_rear * 4 + their_many];
    /* Products of bytes add up in the highest byte; none of the lower sums exceeds 84. */
    unsigned way = (unsigned)(p.mover * UINT64_C(0x0706050403020100) >> 56);
    unsigned their_way = (unsigned)(p.opponent * UINT64_C(0x0001020304050607) >> 56);
    return sum + judge->distance[way / 4 * 32 + their_way / 4];
}

/* The fitted weights, a text for each rule set in the order of linja_rule_sets (linja/weights.c):
 * two characters a weight, the higher digit first. */
extern const char *const linja_weight_texts[LINJA_RULE_SETS];
enum { LINJA_DIGITS = 92, LINJA_WEIGHT_ZERO = LINJA_DIGITS * LINJA_DIGITS / 2 };

/* The digit's character: printable, and none that C or trigraphs would have escaped. */
static inline char linja_digit(int digit) {
    int character = ' ' + digit;
    if (character >= '"') character++;
    if (character >= '?') character++;
    if (character >= '\\') character++;
    return (char)character;
}

#endif
