/* SPDX-License-Identifier: MIT
 *
 * The grid of cells, the four sides of a cell, and how they are called: cell d4, side N, spot d4N.
 */
#ifndef LINIELL_RULES_GRID_H
#define LINIELL_RULES_GRID_H

#include <stdint.h>

#include "base/text.h"

enum {
    LINIELL_SIDES = 4, /* N E S W = 0 1 2 3, clockwise */
    LINIELL_GRID = 15, /* the largest square, 8 x 8, may grow either way from its first tile */
    LINIELL_CELLS = LINIELL_GRID * LINIELL_GRID, /* cell = row * LINIELL_GRID + column */
    LINIELL_NONE = 255, /* no cell (a marker in the supply), no side, no tile */
};

/* Where a marker stands: a tile, and the first side of its group there. */
typedef struct liniell_spot {
    uint8_t cell; /* LINIELL_NONE: in the supply; then the side is LINIELL_NONE too */
    uint8_t side;
} liniell_spot;

static const char liniell_side_letters[] = "NESW";

void liniell_write_cell(uint8_t cell, text *out);
void liniell_write_spot(liniell_spot spot, text *out);

/* The first in the order N E S W of a set of sides, bit 1 << side. */
static inline int liniell_first_side(unsigned sides) {
    return sides & 1 ? 0 : sides & 2 ? 1 : sides & 4 ? 2 : 3;
}

/* Sides after quarter turns clockwise. */
static inline uint8_t liniell_rotate(uint8_t sides, int rotation) {
    return (uint8_t)((sides << rotation | sides >> (LINIELL_SIDES - rotation)) & 15);
}

/* The cell on a side of a cell, or LINIELL_NONE beyond the edge of the grid. */
static inline uint8_t liniell_neighbour(uint8_t cell, int side) {
    int row = cell / LINIELL_GRID, column = cell % LINIELL_GRID;
    row += side == 2 ? 1 : side == 0 ? -1 : 0;
    column += side == 1 ? 1 : side == 3 ? -1 : 0;
    if (row < 0 || row >= LINIELL_GRID || column < 0 || column >= LINIELL_GRID) return LINIELL_NONE;
    return (uint8_t)(row * LINIELL_GRID + column);
}

#endif
