/* SPDX-License-Identifier: MIT
 *
 * Tile sets, which are all that distinguishes one rule set from another. A tile has four sides with
 * one line end each. Its sides fall into groups, a group being one piece of line on that tile. */
#ifndef LINIELL_RULES_TILES_H
#define LINIELL_RULES_TILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "liniell/rules/grid.h"

enum {
    LINIELL_TILES_MIN = 2,
    LINIELL_TILES_MAX = 64,
    LINIELL_RHOMBS_MAX = 9, /* on one group */
};

typedef struct liniell_group {
    uint8_t sides; /* bit 1 << side */
    uint8_t white, blue;
} liniell_group;

typedef struct liniell_tile {
    uint8_t number;    /* as printed, 1 to 99 */
    uint8_t rotations; /* bit 1 << r: r quarter turns clockwise look like no fewer turns do */
    uint8_t group_count;
    liniell_group groups[LINIELL_SIDES];
} liniell_tile;

/* Bytes only: sets are equal if memcmp says so. */
typedef struct liniell_tiles {
    uint8_t count;
    uint8_t square;                       /* tiles a side: the smallest square that holds the set */
    uint8_t first;                        /* row and column of the first tile's cell */
    liniell_tile tile[LINIELL_TILES_MAX]; /* by number; the rest is zero */
} liniell_tiles;

extern const liniell_tiles liniell_standard;

/* The text may separate tiles by ';' as well as by line ends, so that a set fits on one line. */
status liniell_read_tiles(const char *string, liniell_tiles *tiles, error *e);
void liniell_write_tile(const liniell_tile *tile, text *out);
void liniell_write_tiles(const liniell_tiles *tiles, const char *separator, text *out);

/* The group that meets a side of the rotated tile. */
int liniell_group_at(const liniell_tile *tile, int rotation, int side);

/* Whether two tiles, or one turned in two ways, are the same to the eye. */
bool liniell_looks_like(const liniell_tile *one, int rotation, const liniell_tile *other,
                        int other_rotation);

#endif
