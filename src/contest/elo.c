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

/* Half the 95 % interval of the mean score of a pair. Pairs that all end alike are no proof that
 * none ever ends otherwise: what happens in one of n / 3 cases stays unseen in n of them with 5 %.
 */
static double margin_of(double variance, double n) {
    return variance > 0 ? Z_95 * sqrt(variance / n) : fmin(1, 3 / n);
}

static double mean_of(const elo_pairs *pairs) {
    double n = (double)elo_pair_count(pairs), mean = 0;
    assert(n > 0);
    for (int i = 0; i < ELO_OUTCOMES; i++)
        mean += (double)pairs->count[i] / n * score_of_outcome(i);
    return mean;
}

static double variance_of(const elo_pairs *pairs, double mean) {
    double n = (double)elo_pair_count(pairs), variance = 0;
    for (int i = 0; i < ELO_OUTCOMES; i++) {
        double off = score_of_outcome(i) - mean;
        variance += (double)pairs->count[i] / n * off * off;
    }
    return variance;
}

elo_result elo_result_of(const elo_pairs *pairs) {
    double mean = mean_of(pairs);
    double margin = margin_of(variance_of(pairs, mean), (double)elo_pair_count(pairs));
    elo_estimate score = {mean, fmax(0, mean - margin), fmin(1, mean + margin)};
    return (elo_result){
        .score = score,
        .elo = {elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)},
        .superiority = erfc((0.5 - mean) * Z_95 / margin / sqrt(2)) / 2,
    };
}

/* --- without luck ------------------------------------------------------------------------------
 */

void elo_add_luck(elo_luck *draws, double score, double luck) {
    draws->count++;
    draws->score += score;
    draws->luck += luck;
    draws->scores_squared += score * score;
    draws->luck_squared += luck * luck;
    draws->products += score * luck;
}

/* The line of least squares through scores over luck, at a luck of 0. */
elo_adjusted elo_adjust(const elo_luck *draws) {
    double n = (double)draws->count, mean = draws->score / n, luck = draws->luck / n;
    assert(draws->count > 0);
    double scores = fmax(0, draws->scores_squared - n * mean * mean);
    double lucks = fmax(0, draws->luck_squared - n * luck * luck);
    elo_adjusted a = {
        .score = {mean, mean - margin_of(scores / n, n), mean + margin_of(scores / n, n)}};
    if (n <= 2 || lucks <= 1e-9 * draws->luck_squared || scores <= 0) return a;
    double products = draws->products - n * mean * luck;
    a.share = products / lucks;
    double left = fmax(0, scores - a.share * products) / (n - 2);
    double margin = margin_of(left * (1 + n * luck * luck / lucks), n);
    a.score.value = mean - a.share * luck;
    a.score.low = a.score.value - margin;
    a.score.high = a.score.value + margin;
    a.saved = 1 - left * (n - 1) / scores;
    return a;
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
