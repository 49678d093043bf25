/* SPDX-License-Identifier: MIT
 *
 * Turns a second: perft 4 from the start with the fast generator, perft 3 with the plain one, on
 * one core. The best of five runs, because everything else on the machine only slows it down. */
#include <stdio.h>

#include "base/seconds.h"
#include "linja/rules/fast.h"

static uint64_t plain_perft(const linja_rules *rules, const linja_position *p, int depth) {
    linja_turn turns[LINJA_TURNS_MAX];
    size_t count = linja_turns(rules, p, turns);
    if (depth == 1) return count;
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        linja_progress t = linja_begin(rules, p);
        for (int k = 0; k < turns[i].count; k++) linja_make(&t, turns[i].steps[k]);
        linja_position after = linja_finish(&t);
        total += plain_perft(rules, &after, depth - 1);
    }
    return total;
}

static uint64_t fast_perft(const linja_rules *rules, const linja_position *p, int depth) {
    uint64_t count;
    return linja_perft(rules, p, NULL, depth, &count) ? count : 0;
}

static double millions_a_second(uint64_t (*perft)(const linja_rules *, const linja_position *, int),
                                const linja_rules *rules, int depth, uint64_t *count) {
    linja_position start;
    linja_start(&start);
    double best = 0;
    for (int run = 0; run < 5; run++) {
        double begin = seconds_now();
        *count = perft(rules, &start, depth);
        double rate = (double)*count / (seconds_now() - begin) / 1e6;
        if (rate > best) best = rate;
    }
    return best;
}

int main(void) {
    printf("Linja perft, million turns a second on one core (best of 5)\n");
    printf("%-20s %14s %8s %14s %8s %6s\n", "rules", "perft 4", "fast", "perft 3", "plain",
           "ratio");
    for (size_t i = 0; i < LINJA_RULE_SETS; i++) {
        const linja_rules *rules = &linja_rule_sets[i];
        uint64_t fast_count, plain_count;
        double fast = millions_a_second(fast_perft, rules, 4, &fast_count);
        double plain = millions_a_second(plain_perft, rules, 3, &plain_count);
        printf("%-20s %14llu %8.1f %14llu %8.1f %6.1f\n", rules->name,
               (unsigned long long)fast_count, fast, (unsigned long long)plain_count, plain,
               fast / plain);
    }
    return 0;
}
