/* SPDX-License-Identifier: MIT
 *
 * Monte-Carlo tree search for positions with too many tiles to come for an exact answer. An
 * iteration walks from the root along moves that promise much or were seldom tried, draws tiles by
 * chance on the way, and behind the last position that the tree holds plays on quickly; where few
 * tiles are left the exact value ends it. The tree is a table of positions, so that the same
 * position reached in two ways is one.
 *
 * One search a thread; nothing is shared between them. */
#ifndef LINIELL_SEARCH_H
#define LINIELL_SEARCH_H

#include "liniell/endgame.h"

/* A move of the root, and what came of it, seen by the side that makes it. */
typedef struct liniell_candidate {
    liniell_option option;
    double prior; /* all priors together are 1 */
    uint32_t visits;
    double reward; /* sums over the visits */
    double result, result_squares;
    double margin, margin_squares;
} liniell_candidate;

typedef struct liniell_search liniell_search;

liniell_search *liniell_search_new(const liniell_tiles *tiles, size_t bytes); /* NULL: no memory */
void liniell_search_free(liniell_search *s);
void liniell_search_forget(liniell_search *s);

/* Begins with a position that has a tile to place. `depth`: how many moves the tree goes down; 0:
 * no limit. */
void liniell_search_begin(liniell_search *s, const liniell_position *p, uint64_t seed, int depth);

/* The root's moves in a fixed order, good ones first by a rough judgement. */
size_t liniell_search_candidates(liniell_search *s, liniell_candidate **candidates);

/* Leaves out those that `keep` denies. */
void liniell_search_restrict(liniell_search *s,
                             bool (*keep)(const liniell_move *move, const void *context),
                             const void *context);

void liniell_search_iterate(liniell_search *s);

/* The exact worth of a move of the root if it is more than `low`; else something up to that. Fails
 * if the endgame gives up. */
bool liniell_search_solve(liniell_search *s, const liniell_candidate *candidate, int64_t low,
                          int64_t *worth);

/* Whether a line was too full of loops to find its best route, so that nothing is exact. */
bool liniell_search_is_rough(const liniell_search *s);

liniell_endgame *liniell_search_endgame(liniell_search *s);
const liniell_board *liniell_search_board(const liniell_search *s);
unsigned liniell_search_bag(const liniell_search *s); /* how many tiles are to come after this */
int liniell_search_filled(const liniell_search *s);   /* thousandths of the tree's memory */

#endif
