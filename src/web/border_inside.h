/* SPDX-License-Identifier: MIT
 *
 * What the parts of the border share: web/border.c plays a match, web/border_turn.c tells of its
 * turns and the next, web/border_teach.c gives hints, reviews and puzzles, web/border_fair.c
 * looks after draws with a player elsewhere. Nobody else includes this. */
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
extern const border_command border_fair_commands[];

void border_answer(request *r, const char *key, const char *value);
void border_answer_number(request *r, const char *key, int value);
void border_answer_position(request *r, const char *key, variant v, const game_position *position);

/* A part of an answer's line, as it must be written there. */
void border_put(text *out, const char *value);

/* An argument, or NULL where it is missing or empty; one that must be a number up to `most`. */
const char *border_argument(const request *r, size_t i);
status border_number(request *r, size_t i, const char *what, uint64_t most, uint64_t *value);

/* A line for each step of a legal turn: the turn's number, the step's kind, its rows where these
 * were fixed, and the turn up to it; and those of all turns of the match. */
void border_answer_did(request *r, variant v, const game_position *before, size_t ply,
                       const char *turn);
void border_answer_turns(request *r);

/* What may follow a half-made turn, as `steps` answers; all that a view needs of it, for the one in
 * the first argument; and the beginnings of a whole one, step by step. */
void border_answer_steps(request *r, const game_steps *steps);
status border_answer_view(request *r);
void border_answer_parts(request *r, const char *turn);

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
