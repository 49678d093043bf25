/* SPDX-License-Identifier: MIT
 *
 * What `linework match` and `linework levels` share: a contest set up from options, and one played
 * with its progress told. */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "cli/command.h"
#include "contest/contest.h"

/* The options that say how a contest is played. */
#define MATCH_OPTIONS                                                                              \
    ACCEPTS(OPTION_GAME), ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_TILES), ACCEPTS(OPTION_TABLE),     \
        ACCEPTS(OPTION_GAMES), ACCEPTS(OPTION_OPENINGS), ACCEPTS(OPTION_CONCURRENCY),              \
        ACCEPTS(OPTION_SEED), ACCEPTS(OPTION_QUIET)

/* Everything but players, test and callback; sets in->game. */
status match_set_up(invocation *in, contest_options *options);

/* What is known about a contest beside its score. */
typedef struct match_played {
    contest_score score;
    int forfeits; /* games of this run that a player lost by a failure */
    int turns[2]; /* chosen in this run ... */
    double seconds[2];
    bool interrupted;
} match_played;

/* Plays a contest. With -o its games are kept under `settings`, and resumed if that is asked for;
 * NULL: they are not kept. Ctrl-C ends it in good order. */
status match_run(invocation *in, contest_options *options, const char *settings,
                 match_played *played);

/* "+12.3", "-inf". */
typedef struct elo_text {
    char text[24];
} elo_text;
elo_text match_elo_text(double elo);

/* {"value", "low", "high"}, null where it is infinite. */
json_t *match_estimate_facts(const elo_estimate *e);

#endif
