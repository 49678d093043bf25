/* SPDX-License-Identifier: MIT
 *
 * Solving a game as a whole: making the file that an oracle (game/oracle.h) answers from, checking
 * it, and what it says of the game. For the command line; a game that cannot be solved does
 * without. */
#ifndef GAME_SOLVER_H
#define GAME_SOLVER_H

#include "game/oracle.h"

/* How a long job is done. */
typedef struct solver_job {
    int threads; /* 0: one for each core */
    /* Optional: called now and then, by the caller's thread, with the share of the work that is
     * done; false stops. */
    bool (*progress)(void *context, double share);
    void *context;
} solver_job;

static inline bool solver_job_goes_on(const solver_job *job, double share) {
    return !job->progress || job->progress(job->context, share);
}

/* What a solve tells in the end. */
typedef struct solver_made {
    int start;          /* the value of the starting position */
    const char *kernel; /* which code did it */
} solver_made;

/* A table's values, derived again another way. */
typedef struct solver_check {
    uint64_t checked;
    uint64_t differences;
    game_position first; /* a position that differs, if any does */
    int stored, derived; /* its values */
} solver_check;

/* Which of them: all, or a sample. */
typedef struct solver_check_wanted {
    bool all;
    uint64_t sample, seed;
} solver_check_wanted;

enum {
    SOLVER_LEAST = -127, /* values are from here ... */
    SOLVER_MOST = 127,   /* ... to here */
    SOLVER_GAMES = 200,
    SOLVER_RULE_SETS_MAX = 64,
    SOLVER_HASH_BYTES = 65, /* a SHA-256 in hexadecimal and its NUL */
};

/* What the values say of a rule set as a whole. */
typedef struct solver_stats {
    int start; /* the value of the starting position */
    size_t turn_count, best_count;
    valued_turn first_turns[GAME_TURNS_MAX];  /* of the starting position */
    uint64_t placements, wins, draws, losses; /* for the side to move */
    uint64_t placements_of[SOLVER_MOST - SOLVER_LEAST + 1];
    int least, most;
    double average;
    /* SOLVER_GAMES games from the start, each turn drawn at random among the best: */
    double average_turns;
    int shortest, longest;
    int endless; /* of them, games that repeated a position three times */
} solver_stats;

/* A game's solver: part of its descriptor. */
typedef struct game_solver {
    double memory, disk; /* what a solve takes at most, in GiB */

    /* The place where a rule set's table is looked for. */
    status (*usual_file)(const void *rules, text *path, error *e);

    /* Solves the game and writes the file, which takes its name only when it is whole: until then,
     * and if anything fails or progress stops it (STATUS_FAILED), an older one stays as it was. */
    status (*solve)(const void *rules, const char *file, const solver_job *job, solver_made *made,
                    error *e);

    /* All of a table that is there: `wanted` says which. */
    status (*verify)(const void *rules, const oracle_wanted *wanted,
                     const solver_check_wanted *which, const solver_job *job, solver_check *result,
                     error *e);
    status (*collect)(const void *rules, const oracle_wanted *wanted, solver_stats *stats,
                      error *e);
    /* Over all values, in an order that the game describes: the same on every machine. */
    status (*hash)(const void *rules, const oracle_wanted *wanted, char hash[SOLVER_HASH_BYTES],
                   error *e);
    /* The distribution of values as a chart in SVG. */
    void (*draw)(const void *rules, const solver_stats *stats, text *out);
} game_solver;

#endif
