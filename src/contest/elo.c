/* SPDX-License-Identifier: MIT */
#include "contest/elo.h"

#include <assert.h>
#include <math.h>

#define Z_95 1.959963984540054 /* 95 % of a normal distribution lie this near its mean */

static double score_of_outcome(int outcome) {
    return outcome / (ELO_OUTCOMES - 1.0);
}

uint64_t elo_pair_count(const elo_pairs *pairs) {
    uint64_t sum = 0;
    for (int i = 0; i < ELO_OUTCOMES; i++) sum += pairs->count[i];
    return sum;
}

double elo_of_score(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return -400 * log10(1 / score - 1);
}

double elo_to_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* --- the estimate ------------------------------------------------------------------------------
 */

/* Half the 95 % interval of the mean score of a pair. */
static double margin_of(const elo_pairs *pairs, double mean) {
    double n = (double)elo_pair_count(pairs), variance = 0;
    for (int i = 0; i < ELO_OUTCOMES; i++) {
        double off = score_of_outcome(i) - mean;
        variance += (double)pairs->count[i] / n * off * off;
    }
    /* Pairs that all end alike are no proof that none ever ends otherwise: what happens in one of
     * n / 3 cases stays unseen in n of them with 5 %. */
    return variance > 0 ? Z_95 * sqrt(variance / n) : fmin(1, 3 / n);
}

elo_result elo_result_of(const elo_pairs *pairs) {
    double n = (double)elo_pair_count(pairs), mean = 0;
    assert(n > 0);
    for (int i = 0; i < ELO_OUTCOMES; i++)
        mean += (double)pairs->count[i] / n * score_of_outcome(i);
    double margin = margin_of(pairs, mean);
    elo_estimate score = {mean, fmax(0, mean - margin), fmin(1, mean + margin)};
    return (elo_result){
        .score = score,
        .elo = {elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)},
        .superiority = erfc((0.5 - mean) * Z_95 / margin / sqrt(2)) / 2,
    };
}

/* --- the sequential test -----------------------------------------------------------------------
 */

/* The distribution nearest to the observed one (in likelihood) that has this mean is
 * p[i] / (1 + x (score[i] - mean)) for the x that makes its mean right. The sum falls as x rises,
 * and x is within the bounds that keep every denominator positive. */
static void most_likely_with_mean(const double *observed, double mean, double *likely) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 200; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < ELO_OUTCOMES; i++) {
            double off = score_of_outcome(i) - mean;
            sum += observed[i] * off / (1 + x * off);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < ELO_OUTCOMES; i++)
        likely[i] = observed[i] / (1 + (low + high) / 2 * (score_of_outcome(i) - mean));
}

/* The generalised likelihood ratio of the two means. What was not seen counts as seen a thousandth
 * of a time, so that a logarithm exists and nothing is held to be impossible. */
static double likelihood_ratio(const elo_pairs *pairs, double mean0, double mean1) {
    double observed[ELO_OUTCOMES], likely0[ELO_OUTCOMES], likely1[ELO_OUTCOMES], n = 0, sum = 0;
    for (int i = 0; i < ELO_OUTCOMES; i++) {
        observed[i] = pairs->count[i] ? (double)pairs->count[i] : 1e-3;
        n += observed[i];
    }
    for (int i = 0; i < ELO_OUTCOMES; i++) observed[i] /= n;
    most_likely_with_mean(observed, mean0, likely0);
    most_likely_with_mean(observed, mean1, likely1);
    for (int i = 0; i < ELO_OUTCOMES; i++) sum += observed[i] * log(likely1[i] / likely0[i]);
    return n * sum;
}

elo_verdict elo_decide(const elo_test *test, const elo_pairs *pairs) {
    elo_verdict verdict = {
        .low = log(test->beta / (1 - test->alpha)),
        .high = log((1 - test->beta) / test->alpha),
    };
    if (elo_pair_count(pairs) > 0)
        verdict.ratio = likelihood_ratio(pairs, elo_to_score(test->elo0), elo_to_score(test->elo1));
    verdict.decided = (verdict.ratio >= verdict.high) - (verdict.ratio <= verdict.low);
    return verdict;
}
