/* SPDX-License-Identifier: MIT
 *
 * What the exact solution says of a rule set as a whole, and of the turns of one position. */
#ifndef SOLUTION_STATS_H
#define SOLUTION_STATS_H

#include "core/oracle.h"
#include "linja/table.h"

/* All legal turns with their values, best first, equals in byte order. */
status stats_turns(linja_reader *reader, const linja_rules *rules, const linja_position *p,
                   valued_turn turns[LINJA_TURNS_MAX], size_t *count, error *e);

enum { STATS_LEAST = -127, STATS_MOST = 127, STATS_GAMES = 200 };

typedef struct stats {
    int start; /* the value of the starting position */
    size_t turn_count, best_count;
    valued_turn first_turns[LINJA_TURNS_MAX]; /* of the starting position */
    uint64_t placements, wins, draws, losses; /* for the side to move */
    uint64_t placements_of[STATS_MOST - STATS_LEAST + 1];
    int least, most;
    double average;
    /* STATS_GAMES games from the start, each turn drawn at random among the best: */
    double average_turns;
    int shortest, longest;
    int endless; /* of them, games that repeated a position three times */
} stats;

status stats_collect(linja_reader *reader, const linja_table_header *about,
                     const linja_rules *rules, stats *s, error *e);

/* SHA-256 over all values, in hexadecimal: the same on every machine and from every build. The
 * value of each legal placement for the side to move is one byte, two's complement; they come by
 * the rank of the opponent's arrangement (linja/index.h), then by that of the mover's. */
enum { STATS_HASH_BYTES = 65 };
status stats_hash(linja_reader *reader, const linja_table_header *about,
                  char hash[STATS_HASH_BYTES], error *e);

/* The distribution of values as a chart in SVG. */
void stats_draw(const linja_rules *rules, const stats *s, text *out);

#endif
