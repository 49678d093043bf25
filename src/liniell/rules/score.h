/* SPDX-License-Identifier: MIT
 *
 * Routes and points by the plain implementation, which walks every path of a line.
 * liniell/rules/routes.h finds the same quickly. */
#ifndef LINIELL_RULES_SCORE_H
#define LINIELL_RULES_SCORE_H

#include "liniell/rules/rules.h"

/* What one marked line scores. */
typedef struct liniell_route {
    uint8_t tiles;                       /* different ones crossed; 0: there is no route */
    bool enclosed;                       /* a rhomb at both ends */
    uint8_t blue;                        /* blue rhombs at its ends */
    uint8_t length;                      /* groups visited */
    uint8_t path[4 * LINIELL_TILES_MAX]; /* 4 * index in laid[] + group, from end to end */
} liniell_route;

typedef struct liniell_score {
    int points[2];
    int blue[2];
} liniell_score;

int liniell_points(const liniell_route *route);

/* Who is ahead by these margins: +1, 0 or -1. Blue rhombs break a tie. */
static inline int liniell_leader(int margin, int blue) {
    int decides = margin ? margin : blue;
    return (decides > 0) - (decides < 0);
}

/* A rough evaluation of the margins in tenths of a point. Points as they stand count most; a marker
 * still in the supply is worth the route it may yet find, while there are tiles to come. */
static inline int liniell_evaluate_margins(int margin, int blue, int markers, unsigned to_come) {
    int in_hand = to_come > 4 ? 40 : 10 * (int)to_come;
    return 10 * margin + blue + in_hand * markers;
}

/* The best route of the line at a spot, found by trying all. Time grows exponentially with the
 * loops of the line. */
void liniell_best_route(const liniell_tiles *tiles, const liniell_position *p, liniell_spot spot,
                        liniell_route *route);
liniell_score liniell_score_plain(const liniell_tiles *tiles, const liniell_position *p);

#endif
