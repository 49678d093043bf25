/* SPDX-License-Identifier: MIT
 *
 * What the parts of the border share: web/border.c plays a match, web/border_turn.c tells of its
 * last turn, web/border_teach.c gives hints, reviews and puzzles. Nobody else includes this. */
#ifndef WEB_BORDER_INSIDE_H
#define WEB_BORDER_INSIDE_H

#include "engine/engine.h"
#include "game/picture.h"
#include "games/registry.h"
#include "play/match.h"
#include "teach/hint.h"
#include "teach/puzzle.h"
#include "web/border.h"

enum { BORDER_FIELDS = 16 }; /* of a line, at most */

typedef struct review_desk review_desk; /* a review under way */

struct border {
    match *m;       /* NULL until there is one */
    engine *engine; /* about it */
    hint_kept hint;
    bool has_puzzle; /* the match shows a puzzle */
    puzzle puzzle;
    uint64_t nodes_most;    /* see border_bound */
    review_desk *reviewing; /* of a copy: stays whatever happens to the match; NULL: none */
};

/* A line taken apart. */
typedef struct request {
    border *b;
    size_t count; /* fields, the command included */
    const char *field[BORDER_FIELDS];
    text *out;
    error *e;
} request;

typedef struct border_command {
    const char *name; /* NULL behind the last */
    bool of_a_match;  /* there must be one */
    status (*run)(request *r);
} border_command;

extern const border_command border_teach_commands[];

void border_answer(request *r, const char *key, const char *value);
void border_answer_number(request *r, const char *key, int value);
void border_answer_position(request *r, const char *key, variant v, const game_position *position);

/* A part of an answer's line, as it must be written there. */
void border_put(text *out, const char *value);

/* An argument, or NULL where it is missing or empty; one that must be a number up to `most`. */
const char *border_argument(const request *r, size_t i);
status border_number(request *r, size_t i, const char *what, uint64_t most, uint64_t *value);

/* A line for each step of the last turn: its kind, its rows where these were fixed, and the turn so
 * far. */
void border_answer_last_turn(request *r);

/* Fails if there is no turn to make: the game is over, or what is drawn next is not known. */
status border_need_turn(request *r);

/* How the border thinks about a game. */
engine_options border_engine(const border *b, variant v);

/* Takes a match and an engine for it in, in place of what was there. */
status border_install(border *b, match *m, error *e);

/* Hints and puzzles of a match that is no more; and the review. */
void border_forget(border *b);
void border_end_review(border *b);

#endif
