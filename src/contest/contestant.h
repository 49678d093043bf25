/* SPDX-License-Identifier: MIT
 *
 * Who can play in a contest (contest/contest.h), named by a text:
 *
 *     level:N            a level, 0 to 10
 *     search:nodes=N     the search without a table; nodes, time (seconds) and depth limit a turn,
 *                        joined by ','
 *     table              perfect play from the table
 *     greedy             the turn after which things look best at once
 *     ugi:COMMAND        any program that speaks UGI
 */
#ifndef CONTEST_CONTESTANT_H
#define CONTEST_CONTESTANT_H

#include "engine/engine.h"
#include "play/replay.h"

typedef enum contestant_kind {
    CONTESTANT_LEVEL,
    CONTESTANT_SEARCH,
    CONTESTANT_TABLE,
    CONTESTANT_GREEDY,
    CONTESTANT_UGI,
} contestant_kind;

typedef struct contestant_plan {
    contestant_kind kind;
    int level;
    engine_limits limits; /* of a search */
    const char *command;  /* points into the text */
} contestant_plan;

status contestant_read(const game *g, const char *string, contestant_plan *plan, error *e);

/* What all players of a contest are told. */
typedef struct contestant_rules {
    variant variant;
    const char *table; /* a file with exact values; NULL: the usual place */
    /* For UGI programs: the limits of a turn, and how long they may be silent beyond that. */
    uint64_t nodes;
    double seconds;
    double patience;
    const atomic_bool *stop; /* all thinking ends when this is set */
} contestant_rules;

typedef struct contestant contestant;

/* A player at one board. A UGI program is started and asked whether it is one. */
status contestant_new(const contestant_plan *plan, const contestant_rules *rules,
                      contestant **player, error *e);
void contestant_free(contestant *player);

/* A new game begins; all that earlier ones taught is forgotten. */
status contestant_begin(contestant *player, uint64_t seed, error *e);

/* The player has failed. After that nothing is known about a UGI program: the next game gets a new
 * one. */
void contestant_give_up(contestant *player);

/* From now on a clock runs, too, which leaves so much for a turn; zeros: none does. */
void contestant_hurry(contestant *player, const engine_time *time);

/* Chooses a turn where one is to be made. STATUS_INVALID: the player has failed and lost the game;
 * any other failure is not the player's. A UGI program's turn need not be legal. `r` holds the
 * turns that `played` has gone through. */
status contestant_choose(contestant *player, const replay *played, const record *r, game_turn *turn,
                         error *e);

#endif
