/* SPDX-License-Identifier: MIT
 *
 * Probes a second on one core, of random placements: from a table file in the user's data folder
 * (RULES names it, default 2003; make it with `linework linja solve`), one by one and a position
 * with all its turns; and from memory. Of processor time, so that a busy machine tells much the
 * same as a quiet one. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/rng.h"
#include "linja/solution/oracle.h"

enum { POSITIONS = 1 << 20, WITH_TURNS = 1 << 13 };

static double core_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static linja_position random_placement(rng *random) {
    linja_position p = {.to_move = SIDE_A};
    do
        for (int side = SIDE_A; side <= SIDE_B; side++)
            linja_unrank((int)rng_below(random, LINJA_ARRANGEMENTS_MAX), LINJA_PAWNS,
                         p.pawns[side]);
    while (!linja_fits(p.pawns[SIDE_A], p.pawns[SIDE_B]));
    return p;
}

/* Positions with all their turns; their sum, so that nothing is left out. */
static bool probe_turns(linja_reader *reader, const linja_position *positions) {
    valued_turn turns[LINJA_TURNS_MAX];
    size_t all = 0, count;
    error e;
    double begin = core_seconds();
    for (int i = 0; i < WITH_TURNS; i++) {
        if (linja_probe_turns(reader, &positions[i], turns, &count, &e) != STATUS_OK) return false;
        all += count;
    }
    double spent = core_seconds() - begin;
    printf("with all their turns (%.0f on average): %.0f positions a second, %.0f probes\n",
           (double)all / WITH_TURNS, WITH_TURNS / spent, (double)all / spent);
    return true;
}

int main(void) {
    const char *name = getenv("RULES");
    const linja_rules *rules = linja_find_rules(name ? name : "2003");
    error e = {"no such rule set"};
    linja_table *table;
    oracle_wanted wanted = {.needed = true};
    if (!rules || linja_table_find(rules, &wanted, &table, &e) != STATUS_OK) {
        printf("Probes: skipped (%s)\n", e.text);
        return 0;
    }
    linja_reader *reader;
    linja_position *positions = malloc(POSITIONS * sizeof *positions);
    rng random = rng_seeded(1);
    if (!positions || linja_reader_new(table, &reader, &e) != STATUS_OK) return 1;
    for (int i = 0; i < POSITIONS; i++) positions[i] = random_placement(&random);
    long sum = 0;
    for (int round = 0; round < 2; round++) { /* the first warms the file */
        double begin = core_seconds();
        for (int i = 0; i < POSITIONS; i++) {
            int value = 0;
            if (linja_probe(reader, &positions[i], &value, &e) != STATUS_OK) return 1;
            sum += value;
        }
        if (round == 1)
            printf("Probes of %s, random placements, one core: %.0f a second from the file\n",
                   rules->name, POSITIONS / (core_seconds() - begin));
    }
    if (!probe_turns(reader, positions)) return 1;
    linja_solved *memory;
    if (linja_table_load(table, 0, &memory, &e) != STATUS_OK) return 1;
    int *values = malloc(POSITIONS * sizeof *values);
    if (!values) return 1;
    double begin = core_seconds();
    linja_solved_values(memory, positions, POSITIONS, values);
    double spent = core_seconds() - begin;
    for (int i = 0; i < POSITIONS; i++) sum -= 2 * values[i];
    free(values);
    printf("and %.1f million a second from memory (sums %s)\n", POSITIONS / spent / 1e6,
           sum == 0 ? "agree" : "DIFFER");
    linja_solved_free(memory);
    linja_reader_free(reader);
    linja_table_close(table);
    free(positions);
    return 0;
}
