/* SPDX-License-Identifier: MIT
 *
 * What the results of a match prove: statistics over pairs of games, and nothing else. The two
 * games of a pair share their opening, so they are not independent, but pairs are; that is why
 * everything here counts pairs (docs/match.md has the formulas). */
#ifndef CONTEST_ELO_H
#define CONTEST_ELO_H

#include <stdbool.h>
#include <stdint.h>

enum { ELO_OUTCOMES = 5 };

/* How often the first player got 0, 1/2, 1, 1 1/2 or 2 points from a pair. */
typedef struct elo_pairs {
    uint64_t count[ELO_OUTCOMES];
} elo_pairs;

uint64_t elo_pair_count(const elo_pairs *pairs);

/* The difference in Elo that makes a score (0 to 1) to be expected, and back. */
double elo_of_score(double score);
double elo_to_score(double elo);

/* A number and its 95 % interval. */
typedef struct elo_estimate {
    double value, low, high;
} elo_estimate;

typedef struct elo_result {
    elo_estimate score; /* 0 to 1 */
    elo_estimate elo;   /* infinite where a score is 0 or 1 */
    double superiority; /* the likelihood that the first player is the stronger one */
} elo_result;

/* There must be a pair. */
elo_result elo_result_of(const elo_pairs *pairs);

/* Scores of pairs (0 to 1) and the luck of their draws, of which it is only known that it is 0 on
 * average. */
typedef struct elo_luck {
    uint64_t count;
    double score, luck, scores_squared, luck_squared, products; /* sums */
} elo_luck;

void elo_add_luck(elo_luck *draws, double score, double luck);

/* The score without luck: less as much of it as goes with the score. The draws are looked at as
 * good players would use them, and others make less of them. */
typedef struct elo_adjusted {
    elo_estimate score;
    double share; /* of the luck that is taken out */
    double saved; /* of the variance of a pair; below 0 where luck told nothing */
} elo_adjusted;

/* There must be a pair. */
elo_adjusted elo_adjust(const elo_luck *draws);

/* A sequential test of "the difference is elo1" against "it is elo0". */
typedef struct elo_test {
    double elo0, elo1;
    double alpha, beta; /* the chances of a wrong yes and of a wrong no */
} elo_test;

typedef struct elo_verdict {
    double ratio;     /* logarithm of the likelihood ratio of the two */
    double low, high; /* the test ends when the ratio leaves these bounds */
    int decided;      /* +1: for elo1, -1: for elo0, 0: not yet */
} elo_verdict;

elo_verdict elo_decide(const elo_test *test, const elo_pairs *pairs);

#endif
