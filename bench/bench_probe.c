/* SPDX-License-Identifier: MIT
 *
 * Probes a second on one core, of random placements: from a table file in the user's data folder
 * (RULES names it, default 2003; make it with `linework linja solve`), and from memory. */
#include <stdio.h>
#include <stdlib.h>

#include "core/rng.h"
#include "core/seconds.h"
#include "solution/tables.h"

enum { POSITIONS = 1 << 20 };

static linja_position random_placement(rng *random) {
    linja_position p = {.to_move = SIDE_A};
    for (bool legal = false; !legal;) {
        legal = true;
        for (int side = SIDE_A; side <= SIDE_B; side++)
            linja_unrank((int)rng_below(random, LINJA_ARRANGEMENTS_MAX), LINJA_PAWNS,
                         p.pawns[side]);
        for (int row = 1; row < LINJA_GOAL; row++)
            legal &= p.pawns[SIDE_A][row] + p.pawns[SIDE_B][LINJA_GOAL - row] <= LINJA_ROW_LIMIT;
    }
    return p;
}

int main(void) {
    const char *name = getenv("RULES");
    const linja_rules *rules = linja_find_rules(name ? name : "2003");
    text path = text_growing();
    error e = {"no such rule set"};
    tables_file file;
    if (!rules || tables_path(rules, &path, &e) != STATUS_OK ||
        tables_open(path.data, rules, &file, &e) != STATUS_OK) {
        printf("Probes: skipped (%s)\n", e.text);
        return 0;
    }
    linja_reader *reader;
    linja_position *positions = malloc(POSITIONS * sizeof *positions);
    rng random = rng_seeded(1);
    if (!positions || linja_reader_new(file.table, &reader, &e) != STATUS_OK) return 1;
    for (int i = 0; i < POSITIONS; i++) positions[i] = random_placement(&random);
    long sum = 0;
    for (int round = 0; round < 2; round++) { /* the first warms the file */
        double begin = seconds_now();
        for (int i = 0; i < POSITIONS; i++) {
            int value = 0;
            if (linja_probe(reader, &positions[i], &value, &e) != STATUS_OK) return 1;
            sum += value;
        }
        if (round == 1)
            printf("Probes of %s, random placements, one core: %.0f a second from the file\n",
                   rules->name, POSITIONS / (seconds_now() - begin));
    }
    solved *memory;
    if (tables_load(&file, 0, &memory, &e) != STATUS_OK) return 1;
    int *values = malloc(POSITIONS * sizeof *values);
    if (!values) return 1;
    double begin = seconds_now();
    solved_values(memory, positions, POSITIONS, values);
    double spent = seconds_now() - begin;
    for (int i = 0; i < POSITIONS; i++) sum -= 2 * values[i];
    free(values);
    printf("and %.1f million a second from memory (sums %s)\n", POSITIONS / spent / 1e6,
           sum == 0 ? "agree" : "DIFFER");
    solved_free(memory);
    linja_reader_free(reader);
    tables_close(&file);
    free(positions);
    text_free(&path);
    return 0;
}
