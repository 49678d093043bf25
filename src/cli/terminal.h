/* SPDX-License-Identifier: MIT
 *
 * A match in the terminal: who plays, and everything that is
 * drawn and said (cli/terminal.c). The turns are taken in cli/play.c. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdio.h>

#include "cli/command.h"
#include "engine/engine.h"
#include "game/picture.h"
#include "play/match.h"
#include "teach/hint.h"

enum { YOU = 0, OTHER = 1 };

typedef struct terminal {
    invocation *in;
    match *m;
    bool two_players;
    int level;      /* of the computer */
    engine *engine; /* ... and its engine */
    hint_kept hint;
    rng random;
    picture_style style;
    char part[GAME_TURN_BYTES]; /* the steps of a half-made turn */
    bool quit;
    status code;  /* why it cannot go on, in in->e */
    bool unsaved; /* turns were made since the last save */
} terminal;

/* Talk goes to standard error where standard output carries JSON. */
FILE *terminal_talk(const terminal *t);

/* A player as the talk names them. */
const char *terminal_name(const terminal *t, int player);

void terminal_draw(terminal *t, const game_position *shown);
void terminal_say_error(const terminal *t, const error *e);
void terminal_say_help(const terminal *t);
void terminal_say_score(const terminal *t);
void terminal_say_turns(const terminal *t);
void terminal_say_outcome(const terminal *t);

/* What is promised of the draws of a game that begins, or who could know them. */
void terminal_say_promise(const terminal *t);

#endif
