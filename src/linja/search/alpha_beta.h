/* SPDX-License-Identifier: MIT
 *
 * One thread's search through the turns of Linja: alpha-beta over whole turns with a transposition
 * table that it shares with others, the evaluation of linja/search/evaluation.h where it stops, and
 * the true margin where the game ends. Every value comes with whether it is *proven*: that all the
 * variations it rests on reached the end. linja/search/search.c decides what is searched how deep.
 *
 * Where games may go in circles a position that comes again on the path counts as a draw, which is
 * a guess; one that the rules make a draw of, with those of the game before the root, is one. What
 * the game so far has to do with a value stays out of the transposition table. */
#ifndef LINJA_SEARCH_ALPHA_BETA_H
#define LINJA_SEARCH_ALPHA_BETA_H

#include "linja/search/evaluation.h"
#include "linja/search/transposition.h"

enum {
    LINJA_DEPTH_MOST = 60,
    LINJA_WORTH_MOST = 30000, /* more than any margin, in parts of a point */
    LINJA_SEEN = 512,
    LINJA_PAST = 2 * (LINJA_OCCURRENCES - 1), /* turns that change nothing draw the game */
};

/* The positions before the root that may come again, as keys, the latest first: those with the same
 * pawns, for every other turn gains ground that is never given back. */
typedef struct linja_past {
    uint64_t keys[LINJA_PAST];
    int count;
} linja_past;

/* The position after a turn, as its mover sees it. */
typedef struct linja_child {
    linja_packed p;
    linja_fast_turn turn;
    int16_t guess; /* what it is worth to the side that made the turn; the margin if it is over */
    bool over;
} linja_child;

typedef struct linja_searcher {
    const linja_rules *rules;
    const linja_evaluation *evaluation;
    linja_tt *tt;

    /* Ends the search: asked now and then, with how many positions have been looked at. */
    bool (*stopped)(void *context, uint64_t nodes);
    void *context;
    /* Optional: told of the positions that are judged one turn before the end of the search, and
     * what their worth is compared with (bench/fit_linja.c). */
    void (*judged)(void *context, linja_packed p, int asked);
    bool cut; /* it was ended; values that come back are void */
    uint64_t nodes, next_question;

    linja_child *children, *top; /* of all positions on the path, one behind the other */
    linja_fast_turn turns[LINJA_TURNS_MAX];
    const linja_past *past;
    uint64_t path[LINJA_DEPTH_MOST + 2]; /* keys of the positions from the root down */
    uint64_t seen[LINJA_SEEN];           /* children of one position, to find equal ones */
    uint32_t seen_in[LINJA_SEEN], generation;
} linja_searcher;

/* False if there is no memory. The rest is set by the caller. */
bool linja_searcher_open(linja_searcher *s);
void linja_searcher_close(linja_searcher *s);

/* The value of a position for its mover after `depth` turns, at least 0, if it lies between alpha
 * and beta; else a bound of it. `ply`: how many turns it is away from the root, whose key is
 * path[0]. */
int linja_alpha_beta(linja_searcher *s, linja_packed p, int depth, int alpha, int beta, int ply,
                     bool *proven);

#endif
