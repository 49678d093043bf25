/* SPDX-License-Identifier: MIT
 *
 * Puzzles: positions in which exactly one choice keeps the value, proved. Choices are turns that
 * lead to different positions (teach/choices.h).
 *
 * A puzzle has a number. The number seeds games of a simple player, and the first position near the
 * end of one of them that is a puzzle is the one; it is proved by search alone, whether there is a
 * table or not, so that a number means the same everywhere. */
#ifndef TEACH_PUZZLE_H
#define TEACH_PUZZLE_H

#include "engine/engine.h"
#include "game/coach.h"

enum { PUZZLE_GRADES = 5 };

typedef struct puzzle {
    game_position position;
    game_turn solution; /* every turn that leads to the same position is right */
    double points;      /* the value that it keeps, for the side to move */
    double chance;
    double gap;      /* what the best of the others gives away, in what the coach measures by */
    size_t choices;  /* positions that can be reached */
    size_t tempting; /* wrong ones that are plausible, or look at least as good as the solution */
    int grade;       /* 1 to PUZZLE_GRADES, by `tempting` */
    unsigned themes; /* bits of the coach's */
} puzzle;

/* What is wanted; 0: anything. */
typedef struct puzzle_wish {
    int grade;
    unsigned themes;  /* one of these */
    unsigned numbers; /* to try; 0: PUZZLE_NUMBERS */
} puzzle_wish;

enum { PUZZLE_NODES = 300000, PUZZLE_NUMBERS = 200 };

/* Of limits these count: nodes, for one proof (0: PUZZLE_NODES); hard time, for all that a function
 * does; stop; and without_oracle.
 *
 * Whether a position is a puzzle. Not finding the proof within the limits is a no. */
status puzzle_examine(engine *t, const game_position *position, const engine_limits *limits,
                      puzzle *p, bool *is_one, error *e);

/* The first puzzle that is wished for among the numbers from *number on, which is set to its own.
 * Fails with STATUS_FAILED and a message that says where it looked, if there is none. */
status puzzle_find(engine *t, const puzzle_wish *wish, const engine_limits *limits,
                   uint64_t *number, puzzle *p, error *e);

/* What a wrong turn gives away, proved; or the least that it may be, if a proof takes too long. */
status puzzle_loss(engine *t, const puzzle *p, const char *turn, const engine_limits *limits,
                   double *loss, bool *proved, error *e);

/* Counts the choices of a puzzle, and those that tempt. */
status puzzle_count_temptations(variant v, puzzle *p, error *e);

/* Up to `most` of the wrong choices that tempt, the best-looking first; there may be none. */
status puzzle_temptations(const engine *t, const puzzle *p, size_t most, game_turn *turns,
                          size_t *count, error *e);

/* Whether a legal turn solves it. */
bool puzzle_is_solved_by(const engine *t, const puzzle *p, const char *turn);

/* All sentences about puzzles, then NULL. */
extern const char *const puzzle_patterns[];

/* The task in two sentences: what to find, and what every other turn gives away. */
void puzzle_task(const engine *t, const puzzle *p, coach_sentence task[2]);

/* That a turn is wrong, and what it gives away, or what every wrong one does. */
coach_sentence puzzle_refusal(const engine *t, const char *turn, double loss, bool proved);

/* A value or a gap as it is said: "3 points", "12.5 % of the chances". */
void puzzle_amount(const engine *t, double amount, text *out);

#endif
