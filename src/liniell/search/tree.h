/* SPDX-License-Identifier: MIT
 *
 * Monte-Carlo tree search for positions with too many tiles to come for an exact answer. An
 * iteration walks from the root along moves that promise much or were seldom tried, draws tiles by
 * chance on the way, and adds one position to the tree, whose worth is guessed by the evaluation;
 * where few tiles are left it is the exact one. The tree is a table of positions, so that the same
 * position reached in two ways is one, and so is one that an earlier search has met.
 *
 * One search a thread; nothing is shared between them. */
#ifndef LINIELL_SEARCH_TREE_H
#define LINIELL_SEARCH_TREE_H

#include "liniell/search/endgame.h"

/* A move of the root, and what came of it, seen by the side that makes it. */
typedef struct liniell_candidate {
    liniell_option option;
    double prior; /* all priors together are 1 */
    double guess; /* of the reward */
    uint32_t visits;
    double reward; /* sums over the visits */
    double result, result_squares;
    double margin, margin_squares;
} liniell_candidate;

/* What the visits of a move tell of the end, and standard errors of that. */
typedef struct liniell_estimate {
    double result, result_error; /* from -1 to 1 */
    double margin, margin_error;
} liniell_estimate;

liniell_estimate liniell_estimate_of(const liniell_candidate *c, unsigned to_come);

typedef struct liniell_tree liniell_tree;

liniell_tree *liniell_tree_new(const liniell_tiles *tiles, size_t bytes); /* NULL: no memory */
void liniell_tree_free(liniell_tree *s);
void liniell_tree_forget(liniell_tree *s); /* what earlier searches found */

/* Begins with a position that has a tile to place. `depth`: how many moves the tree goes down; 0:
 * no limit. */
void liniell_tree_begin(liniell_tree *s, const liniell_position *p, uint64_t seed, int depth);

/* The root's moves in a fixed order, good ones first by the evaluation. */
size_t liniell_tree_candidates(liniell_tree *s, liniell_candidate **candidates);

/* Leaves out those that `keep` denies. */
void liniell_tree_restrict(liniell_tree *s,
                           bool (*keep)(const liniell_move *move, const void *context),
                           const void *context);

void liniell_tree_iterate(liniell_tree *s);

/* The exact worth of a move of the root if it is more than `low`; else something up to that. Fails
 * if the endgame gives up. */
bool liniell_tree_solve(liniell_tree *s, const liniell_candidate *candidate, int64_t low,
                        int64_t *worth);

/* Whether a line was too full of loops to find its best route, so that nothing is exact. */
bool liniell_tree_is_rough(const liniell_tree *s);

liniell_endgame *liniell_tree_endgame(liniell_tree *s);
const liniell_board *liniell_tree_board(const liniell_tree *s);
unsigned liniell_tree_bag(const liniell_tree *s); /* how many tiles are to come after this */
int liniell_tree_filled(const liniell_tree *s);   /* thousandths of the tree's memory */

#endif
