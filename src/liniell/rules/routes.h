/* SPDX-License-Identifier: MIT
 *
 * Routes and points on the board of hot loops: by a search that prunes and, for lines full of
 * loops, by a sweep over the cells. Shares no code with the plain implementation
 * (liniell/rules/score.h). */
#ifndef LINIELL_RULES_ROUTES_H
#define LINIELL_RULES_ROUTES_H

#include "liniell/rules/fast.h"
#include "liniell/rules/score.h"

/* Of the line of a node; without the path. `gave_up`, unless NULL: takes little time whatever the
 * line, and tells whether there may be a better route than it found. */
liniell_route liniell_board_route(const liniell_board *b, unsigned node, bool *gave_up);
liniell_score liniell_board_score(const liniell_board *b);
liniell_score liniell_score_fast(const liniell_tiles *tiles, const liniell_position *p);
void liniell_route_fast(const liniell_tiles *tiles, const liniell_position *p, liniell_spot spot,
                        liniell_route *route);

/* The same without a search and whatever the line, but slower: 4 * tiles + blue ends of the best
 * route of more than one group, or -1. `rhombs` is how many the line has. (liniell/rules/sweep.c)
 */
int liniell_sweep(const liniell_board *b, unsigned node, unsigned rhombs);

#endif
