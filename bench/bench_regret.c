/* SPDX-License-Identifier: MIT
 *
 * How well the search plays Linja without a table: its *exact regret*, the points that a turn gives
 * away against the exact solution, over positions from its own games. One thread, 16 MiB. Each game
 * begins with two to four random turns. Needs tables in the user's data folder (`linework linja
 * solve`).
 *
 *     RULES=zen,2003     the rule sets; "all" for all thirteen
 *     POSITIONS=2000     how many; 100 unless asked, since 2000 take seven minutes
 *     MILLISECONDS=100   of the processor for each turn, so that a busy machine tells the same
 *     NODES=100000       instead of a time: then the result is the same on every machine
 *     DEPTH=6            the same, by depth */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "linja/game.h"
#include "linja/search/search.h"
#include "linja/solution/oracle.h"

enum { MEMORY = 16 << 20, POSITIONS = 100, MILLISECONDS = 100, SEED = 1, TURNS_MOST = 120 };

typedef struct limits {
    long positions, milliseconds, nodes, depth;
} limits;

typedef struct tally {
    long turns, wrong, proven;
    double regret, squares, depth, nodes, seconds;
} tally;

static double processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool is_late(void *context) {
    const double *deadline = context;
    return *deadline > 0 && processor_seconds() >= *deadline;
}

static long number_of(const char *name, long otherwise) {
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : otherwise;
}

static void search(void *mind, const limits *l, const game_position *position, search_result *found,
                   tally *sum) {
    double begin = processor_seconds(),
           deadline = l->nodes || l->depth ? 0 : begin + (double)l->milliseconds / 1e3;
    search_request request = {.variations = 1,
                              .nodes = (uint64_t)l->nodes,
                              .depth = (int)l->depth,
                              .stopped = is_late,
                              .context = &deadline};
    linja_search.begin(mind, position, &request);
    linja_search.think(mind, 0);
    linja_search.end(mind, found);
    sum->seconds += processor_seconds() - begin;
    sum->nodes += (double)found->nodes;
    sum->depth += found->depth;
    sum->proven += found->variations[0].exact;
}

/* Compares the chosen turn with the table. */
static status judge(oracle *exact, const game_position *position, const char *chosen, tally *sum,
                    error *e) {
    static valued_turn turns[GAME_TURNS_MAX];
    size_t count, at = 0;
    status code = exact->turns(exact, position, turns, &count, e);
    if (code != STATUS_OK) return code;
    while (strcmp(turns[at].turn.text, chosen) != 0) at++;
    double regret = turns[0].value - turns[at].value;
    sum->turns++;
    sum->wrong += regret > 0;
    sum->regret += regret;
    sum->squares += regret * regret;
    return STATUS_OK;
}

static void play_random(const linja_rules *rules, rng *random, game_position *position) {
    game_turn turns[GAME_TURNS_MAX];
    error e;
    size_t count = linja_game.turns(rules, position, turns);
    if (count > 0) linja_game.play(rules, position, turns[rng_below(random, count)].text, &e);
}

static status play_game(oracle *exact, const linja_rules *rules, void *mind, const limits *l,
                        rng *random, tally *sum, error *e) {
    static search_result found;
    game_position position;
    linja_game.start(rules, &position);
    linja_search.forget(mind);
    for (uint64_t i = 2 + rng_below(random, 3); i > 0; i--) play_random(rules, random, &position);
    for (int turn = 0; turn < TURNS_MOST && sum->turns < l->positions; turn++) {
        linja_position p = linja_unwrap(&position);
        if (linja_over(&p)) break;
        search(mind, l, &position, &found, sum);
        const char *chosen = found.variations[0].turns[0].text;
        status code = judge(exact, &position, chosen, sum, e);
        if (code == STATUS_OK) code = linja_game.play(rules, &position, chosen, e);
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

static void measure(const linja_rules *rules, const limits *l) {
    oracle_wanted wanted = {.needed = true};
    oracle *exact = NULL;
    void *mind = NULL;
    error e;
    tally sum = {0};
    status code = oracle_open(variant_own(&linja_game, rules), &wanted, &exact, &e);
    if (code == STATUS_OK)
        code = linja_search.open(variant_own(&linja_game, rules), MEMORY, 1, &mind, &e);
    rng random = rng_seeded(SEED);
    while (code == STATUS_OK && sum.turns < l->positions)
        code = play_game(exact, rules, mind, l, &random, &sum, &e);
    if (code != STATUS_OK) {
        printf("%-19s skipped (%s)\n", rules->name, e.text);
    } else {
        double n = (double)sum.turns, mean = sum.regret / n;
        printf("%-19s %7.4f +-%.4f %9.1f%% %9ld %6.1f %8.1f%% %10.0f %8.2f\n", rules->name, mean,
               sqrt((sum.squares / n - mean * mean) / n), 100 * (double)sum.wrong / n, sum.turns,
               sum.depth / n, 100 * (double)sum.proven / n, sum.nodes / n,
               sum.nodes / sum.seconds / 1e6);
    }
    fflush(stdout);
    linja_search.close(mind);
    if (exact) exact->close(exact);
}

static bool is_asked(const char *names, const char *name) {
    if (strcmp(names, "all") == 0) return true;
    for (size_t length; *names; names += length + (names[length] == ',')) {
        length = strcspn(names, ",");
        if (length == strlen(name) && strncmp(names, name, length) == 0) return true;
    }
    return false;
}

int main(void) {
    const char *names = getenv("RULES");
    limits l = {.positions = number_of("POSITIONS", POSITIONS),
                .milliseconds = number_of("MILLISECONDS", MILLISECONDS),
                .nodes = number_of("NODES", 0),
                .depth = number_of("DEPTH", 0)};
    if (l.nodes)
        printf("Regret of the search without a table, %ld nodes a turn\n", l.nodes);
    else if (l.depth)
        printf("Regret of the search without a table, depth %ld\n", l.depth);
    else
        printf("Regret of the search without a table, %ld ms a turn\n", l.milliseconds);
    printf("%-19s %16s %10s %9s %6s %9s %10s %8s\n", "rules", "points a turn", "wrong", "positions",
           "depth", "proven", "nodes", "M/s");
    for (int i = 0; i < LINJA_RULE_SETS; i++)
        if (is_asked(names ? names : "zen,2003", linja_rule_sets[i].name))
            measure(&linja_rule_sets[i], &l);
    return 0;
}
