/* SPDX-License-Identifier: MIT
 *
 * Looking at a game that was played: what every turn was worth, what the best one was worth, and
 * how the turn is marked (docs/review.md has the scale and the formulas).
 *
 * With V the value of the best turn and Q that of the turn played, both for the side that moves and
 * both before the next draw is known: the *loss* of a turn is V - Q, never negative; the *luck* of
 * the draw that follows is what the next position turns out to be worth to the same side, minus Q.
 * So the first value, losses and luck add up to the last value (review_balance). */
#ifndef TEACH_REVIEW_H
#define TEACH_REVIEW_H

#include "engine/engine.h"
#include "game/coach.h"
#include "play/replay.h"

typedef enum review_mark {
    REVIEW_FORCED, /* there was no choice */
    REVIEW_GREAT,  /* !  the only one that keeps the value, among others that look good */
    REVIEW_BEST,
    REVIEW_GOOD,
    REVIEW_INACCURACY, /* ?! */
    REVIEW_MISTAKE,    /* ?  */
    REVIEW_BLUNDER,    /* ?? */
    REVIEW_MARKS,
} review_mark;

extern const char *const review_mark_names[REVIEW_MARKS];
extern const char *const review_mark_signs[REVIEW_MARKS]; /* "!", "??" and so on; "" for none */

typedef struct review_value {
    double points; /* for the side that moves */
    double chance;
    double error; /* of what the game's coach measures by; 0 where nothing was sampled */
    bool exact;
} review_value;

typedef struct review_turn {
    int side;
    game_turn played, best;    /* equal if no turn is better */
    review_value value;        /* of the best turn: V */
    review_value played_value; /* Q */
    double loss;               /* in what the game's coach measures by, as the next two */
    double doubt;              /* the standard error of the loss; 0 if it is exact */
    double luck;               /* of the draw that followed, for this side; in a game without draws,
                                  how far the estimates moved, 0 if they are exact */
    review_mark mark;
    size_t choices;     /* positions that could be reached */
    coach_sentence why; /* the best turn is better, or great; nothing otherwise */
} review_turn;

typedef struct review_side {
    char name[64];
    int counts[REVIEW_MARKS];
    size_t turns;    /* with a choice */
    double accuracy; /* 0 to 100; 100 where there was no choice */
    double loss;     /* of all turns */
    double luck;     /* that came to this side, whoever drew; minus the other side's */
} review_side;

typedef struct review {
    const game *game;
    const char *rules_name;
    coach_measure measure;
    bool has_draws;
    record_result result;
    bool over;        /* on the board; otherwise the game was given up, or is not finished */
    bool exact;       /* all values are */
    uint64_t nodes;   /* a turn, where they are not; 0: no limit */
    double seconds;   /* likewise */
    double error;     /* the largest of any value */
    uint64_t opening; /* turns at the beginning that were made by lot: luck, and nobody's loss */
    size_t count;
    review_turn *turns;
    review_value first, last; /* of the first position and the last, for A */
    double adjusted; /* in a game with draws that is over on the board: the result for A without the
                        luck of its draws (engine/luck.h); may be below 0 and above 1 */
    review_side sides[2];
} review;

/* Reviews the main line of a record that has been played through; `t` thinks by its rules. Of the
 * limits nodes and hard time count, for one look, of which a turn takes two (both 0: what the coach
 * says), and stop. */
status review_make(engine *t, const record *r, const replay *played, const engine_limits *limits,
                   review *out, error *e);
void review_free(review *v);

/* The same piece by piece, for who must stay responsive: begin, then look at each turn, then sum
 * up, which values the last position. All with the same arguments; review_free as before. */
status review_begin(engine *t, const record *r, const replay *played, const engine_limits *limits,
                    review *out, error *e);
status review_at(engine *t, const record *r, const replay *played, const engine_limits *limits,
                 size_t ply, review *v, error *e);
status review_end(engine *t, const record *r, const replay *played, const engine_limits *limits,
                  review *v, error *e);

/* A value in what is measured: points, or chances from 0 to 1. */
double review_amount(coach_measure measure, const review_value *value);

/* The same value for the other side. */
double review_turned(coach_measure measure, double amount);

enum { REVIEW_WORST = 3, REVIEW_REASONS = 3 };

/* The costliest of the turns that are marked as bad, of one side or (side < 0) of both, the
 * costliest first; returns how many there are, REVIEW_WORST at most. */
size_t review_worst(const review *v, int side, size_t plies[REVIEW_WORST]);

/* All sentences of a review that are not the coach's, then NULL. */
extern const char *const review_patterns[];

/* What is wrong with a turn, beside why the best one is better: the result that it gives away, if
 * that is proved; the answer that it allows, and what that does. There may be nothing to say. */
typedef struct review_reasons {
    int count;
    coach_sentence said[REVIEW_REASONS];
} review_reasons;

/* Once the turn after it was looked at, if there is one. */
review_reasons review_explain(const review *v, const replay *played, size_t ply);

/* How far the first value with all losses and luck is from the last, for A: 0 but for rounding. */
double review_balance(const review *v);

/* A review to read, 80 columns wide (`ordinal` names the game unless it is 0); a chart in SVG; and
 * the record with remarks. */
void review_write(const review *v, const replay *played, size_t ordinal, text *out);
void review_draw(const review *v, text *out);
status review_annotate(const review *v, const record *r, const replay *played, record *out,
                       error *e);

#endif
