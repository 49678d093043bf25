/* SPDX-License-Identifier: MIT
 *
 * What the exact solution says of a rule set as a whole. */
#ifndef LINJA_SOLUTION_STATS_H
#define LINJA_SOLUTION_STATS_H

#include "game/oracle.h"
#include "linja/solution/table.h"

enum { LINJA_STATS_LEAST = -127, LINJA_STATS_MOST = 127, LINJA_STATS_GAMES = 200 };

typedef struct linja_stats {
    int start; /* the value of the starting position */
    size_t turn_count, best_count;
    valued_turn first_turns[LINJA_TURNS_MAX]; /* of the starting position */
    uint64_t placements, wins, draws, losses; /* for the side to move */
    uint64_t placements_of[LINJA_STATS_MOST - LINJA_STATS_LEAST + 1];
    int least, most;
    double average;
    /* LINJA_STATS_GAMES games from the start, each turn drawn at random among the best: */
    double average_turns;
    int shortest, longest;
    int endless; /* of them, games that repeated a position three times */
} linja_stats;

status linja_stats_collect(linja_reader *reader, linja_stats *s, error *e);

/* SHA-256 over all values, in hexadecimal: the same on every machine and from every build. The
 * value of each legal placement for the side to move is one byte, two's complement; they come by
 * the rank of the opponent's arrangement (linja/solution/index.h), then by that of the mover's. */
enum { LINJA_STATS_HASH_BYTES = 65 };
status linja_stats_hash(linja_reader *reader, char hash[LINJA_STATS_HASH_BYTES], error *e);

/* The distribution of values as a chart in SVG. */
void linja_stats_draw(const linja_rules *rules, const linja_stats *s, text *out);

#endif
