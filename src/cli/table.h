/* SPDX-License-Identifier: MIT
 *
 * The table at which a match is played in the terminal: who sits there, and everything that is
 * drawn and said (cli/table.c). The turns are taken in cli/play.c. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdio.h>

#include "cli/command.h"
#include "core/match.h"
#include "core/picture.h"
#include "engine/level.h"
#include "teach/hint.h"

enum { YOU = 0, OTHER = 1 };

typedef struct table {
    invocation *in;
    match *m;
    bool two_players;
    int level;        /* of the computer */
    thinker *thinker; /* ... and its mind */
    hint hint;        /* the last one given, and how much of it */
    int hint_step;    /* 0: nothing yet */
    rng random;
    picture_style style;
    char part[GAME_TURN_BYTES]; /* the steps of a half-made turn */
    bool quit;
    status code;  /* why it cannot go on, in in->e */
    bool unsaved; /* turns were made since the last save */
} table;

/* Talk goes to standard error where standard output carries JSON. */
FILE *table_talk(const table *t);

/* A player as the talk names them. */
const char *table_name(const table *t, int player);

void table_draw(table *t, const game_position *shown);
void table_say_error(const table *t, const error *e);
void table_say_help(const table *t);
void table_say_score(const table *t);
void table_say_turns(const table *t);
void table_say_outcome(const table *t);

/* What is promised of the draws of a game that begins, or who could know them. */
void table_say_promise(const table *t);

#endif
