/* SPDX-License-Identifier: MIT
 *
 * Many games between two players, several at a time, to find out who is stronger. Games come in
 * pairs: both of a pair have the same opening (and the same stack), with the sides swapped.
 *
 * Every game has a number, from 0, and the seeds of pair and game follow from the contest's seed
 * and that number alone. So players of our own play the same games however many are played at once
 * and wherever an interrupted contest goes on, and a sequential test, which takes the pairs in
 * their order, ends after the same pair. */
#ifndef CONTEST_CONTEST_H
#define CONTEST_CONTEST_H

#include "contest/contestant.h"
#include "contest/elo.h"

enum { CONTEST_GAMES_MAX = 100000 };

/* A game that is over. The record may be added to. */
typedef struct contest_game {
    int number;
    record *record;
    const char *forfeit; /* who lost it and why, where a player failed; else NULL */
    int turns[2];        /* chosen by each player ... */
    double seconds[2];   /* ... and the time that took */
} contest_game;

typedef struct contest_options {
    contestant_rules rules; /* its `stop` is the contest's own affair */
    contestant_plan players[2];
    const char *names[2]; /* as in the records */
    int games;            /* an even number, up to CONTEST_GAMES_MAX */
    int openings;         /* random turns at the beginning of each pair */
    int concurrency;      /* games at once; 0: one for each core */
    uint64_t seed;
    const elo_test *test; /* ends when this is decided; NULL: all games are played */
    bool luck;            /* the draws of each game are looked at (engine/luck.h) */
    /* Told of each game, one at a time but from any thread. If it fails, the contest does. */
    status (*finished)(void *context, const contest_game *over, error *e);
    void *context;
} contest_options;

/* The results so far, of all pairs whose two games are over, or if a test is decided of those that
 * decided it. */
typedef struct contest_score {
    elo_pairs pairs;
    uint64_t wins, draws, losses; /* of the first player's games */
    double first_side;            /* points of the side that begins */
    elo_verdict verdict;          /* zero without a test */
    elo_luck luck;                /* of the pairs, with their luck if that was asked for */
} contest_score;

typedef struct contest contest;

status contest_new(const contest_options *options, contest **c, error *e);
void contest_free(contest *c);

/* Whether there is such a game, and it has no result yet. */
bool contest_wants(const contest *c, int number);

/* The result of a wanted game that was played earlier, which is then not played again, and the luck
 * of its draws. */
void contest_set_result(contest *c, int number, record_result result, double luck);

/* That luck, in chances of the contest's first player; 0 if the contest does not ask for it. Before
 * the contest runs. */
status contest_luck_of(contest *c, int number, const replay *played, double *luck, error *e);

/* Plays on until the games are played, the test is decided, contest_stop is called or something
 * other than a player fails; only that is a failure here. */
status contest_run(contest *c, error *e);

/* Ends contest_run soon; running games are given up. May be called from a signal handler. */
void contest_stop(contest *c);

contest_score contest_score_of(const contest *c);  /* while it runs: only from `finished` */
int contest_games_left(const contest *c);          /* not played yet; likewise */
bool contest_counts(const contest *c, int number); /* this game is part of the score */
bool contest_is_done(const contest *c);            /* nothing is left to play */

#endif
