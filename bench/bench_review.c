/* SPDX-License-Identifier: MIT
 *
 * How far reviews without a table are from exact ones: the games of a record file are reviewed
 * twice, by search and by the table in the user's data folder.
 *
 *     linework match level:3 level:5 --games 40 -o games.lwg
 *     NODES=1000 bench_review games.lwg
 *
 * (a look; without NODES as many as a review takes) prints the standard errors of values and of
 * losses that were not proved, and of the turns marked as bad how many are worse than good by the
 * table, with marks that heed the error and without. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/registry.h"
#include "native/file.h"
#include "teach/review.h"

typedef struct tally {
    long values, losses, marked, marked_rightly, all, all_rightly, bad;
    double value_squares, loss_squares;
} tally;

static void add(const review *guessed, const review *exact, tally *sum) {
    for (size_t i = 0; i < guessed->count; i++) {
        const review_turn *g = &guessed->turns[i], *x = &exact->turns[i];
        if (g->mark == REVIEW_FORCED) continue;
        if (!g->value.exact) {
            double off = g->value.points - x->value.points;
            sum->value_squares += off * off;
            sum->values++;
        }
        if (!g->value.exact || !g->played_value.exact) {
            sum->loss_squares += (g->loss - x->loss) * (g->loss - x->loss);
            sum->losses++;
        }
        bool bad = x->mark >= REVIEW_INACCURACY;
        sum->bad += bad;
        sum->marked += g->mark >= REVIEW_INACCURACY;
        sum->marked_rightly += g->mark >= REVIEW_INACCURACY && bad;
        sum->all += g->loss >= 1.5;
        sum->all_rightly += g->loss >= 1.5 && bad;
    }
}

static uint64_t nodes; /* a look; 0: what the coach says */

static status look(variant v, const record *r, const replay *played, engine_table table,
                   review *out, error *e) {
    engine_options options = {.variant = v, .threads = 1, .table = table};
    engine *t;
    status code = engine_open(&options, &t, e);
    if (code != STATUS_OK) return code;
    code = review_make(t, r, played, &(engine_limits){.nodes = nodes}, out, e);
    engine_close(t);
    return code;
}

static status compare(const record *r, tally *sum, error *e) {
    replay played;
    review guessed, exact;
    status code = replay_record(registry_games, r, &played, e);
    if (code != STATUS_OK) return code;
    code = look(played.variant, r, &played, ENGINE_NEEDS_TABLE, &exact, e);
    if (code == STATUS_OK) {
        code = look(played.variant, r, &played, ENGINE_NO_TABLE, &guessed, e);
        if (code == STATUS_OK) {
            add(&guessed, &exact, sum);
            review_free(&guessed);
        }
        review_free(&exact);
    }
    replay_free(&played);
    return code;
}

int main(int argc, char **argv) {
    text contents = text_growing();
    record_file file = {0};
    error e = {0};
    tally sum = {0};
    if (argc != 2) return 0; /* make bench runs all there are; this one needs games and a table */
    if (getenv("NODES")) nodes = strtoull(getenv("NODES"), NULL, 10);
    status code = file_read(argv[1], &contents, &e);
    if (code == STATUS_OK) code = record_read(contents.data, contents.length, &file, &e);
    for (size_t i = 0; code == STATUS_OK && i < file.count; i++)
        code = compare(&file.games[i], &sum, &e);
    if (code != STATUS_OK) fprintf(stderr, "%s\n", e.text);
    printf("values: %.2f points over %ld; losses: %.2f over %ld\n",
           sqrt(sum.value_squares / (double)(sum.values + !sum.values)), sum.values,
           sqrt(sum.loss_squares / (double)(sum.losses + !sum.losses)), sum.losses);
    printf("bad by the table: %ld; marked: %ld, rightly %ld; without heed: %ld, rightly %ld\n",
           sum.bad, sum.marked, sum.marked_rightly, sum.all, sum.all_rightly);
    record_file_free(&file);
    text_free(&contents);
    return code == STATUS_OK ? 0 : 1;
}
