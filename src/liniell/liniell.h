/* SPDX-License-Identifier: MIT
 *
 * Liniell: tile sets, positions, turns, routes. This is the plain implementation, written to be
 * read beside docs/rules-liniell.md: it rebuilds the lines from the tiles whenever it needs them
 * and tries every path. liniell/fast.h is the quick one, and the tests prove them equal.
 *
 * Words: a tile has four sides with one line end each. Its sides fall into groups, a group being
 * one piece of line on that tile; groups that meet at a shared side belong to one line. */
#ifndef LINIELL_LINIELL_H
#define LINIELL_LINIELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game.h"
#include "core/rng.h"

enum {
    LINIELL_SIDES = 4, /* N E S W = 0 1 2 3, clockwise */
    LINIELL_TILES_MIN = 2,
    LINIELL_TILES_MAX = 64,
    LINIELL_RHOMBS_MAX = 9, /* on one group */
    LINIELL_GRID = 15,      /* the largest square, 8 x 8, may grow either way from its first tile */
    LINIELL_CELLS = LINIELL_GRID * LINIELL_GRID, /* cell = row * LINIELL_GRID + column */
    LINIELL_NONE = 255,       /* no cell (a marker in the supply), no side, no tile */
    LINIELL_UNKNOWN = 254,    /* a tile is drawn, but which one is not known */
    LINIELL_TURNS_MAX = 2560, /* 64 cells, 4 rotations, 4 lines with 2 markers each or none */
};

/* --- tiles (liniell/tiles.c) --------------------------------------------------------------- */

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

/* A tile set is all that distinguishes one rule set from another. Bytes only: sets are equal if
 * memcmp says so. */
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

/* Sides after quarter turns clockwise. */
static inline uint8_t liniell_rotate(uint8_t sides, int rotation) {
    return (uint8_t)((sides << rotation | sides >> (LINIELL_SIDES - rotation)) & 15);
}

/* The group that meets a side of the rotated tile. */
int liniell_group_at(const liniell_tile *tile, int rotation, int side);

/* The first in the order N E S W. */
static inline int liniell_first_side(unsigned sides) {
    return sides & 1 ? 0 : sides & 2 ? 1 : sides & 4 ? 2 : 3;
}

/* --- positions and turns (liniell/rules.c) -------------------------------------------------- */

typedef struct liniell_laid {
    uint8_t tile; /* index in the set */
    uint8_t cell;
    uint8_t rotation;
} liniell_laid;

/* Where a marker stands: a tile, and the first side of its group there. */
typedef struct liniell_spot {
    uint8_t cell; /* LINIELL_NONE: in the supply; then the side is LINIELL_NONE too */
    uint8_t side;
} liniell_spot;

/* The order of the stack, hidden from the players, is part of the position: so playing is a
 * function of the position alone, a turn taken back is drawn again as it was, and perft needs
 * nothing else. Whoever must not know it shuffles it first (liniell_shuffle). */
typedef struct liniell_position {
    uint8_t to_move;
    uint8_t drawn; /* the tile to place; LINIELL_UNKNOWN: it is in the stack; LINIELL_NONE: over */
    uint8_t laid_count;
    uint8_t out_count;
    uint8_t stack_count;
    uint8_t known; /* how many of the stack come in the order given; the rest is by number */
    liniell_spot markers[2][2]; /* in the order of their text, those in the supply last */
    liniell_laid laid[LINIELL_TILES_MAX];
    uint8_t rest[LINIELL_TILES_MAX]; /* tiles that stayed out, then the stack from its top */
} liniell_position;

typedef struct liniell_move {
    uint8_t cell; /* LINIELL_NONE: the tile stays out */
    uint8_t rotation;
    uint8_t side;      /* of the tile, whose line gets a marker; or LINIELL_NONE */
    liniell_spot from; /* where the marker comes from; the supply in a take-over */
} liniell_move;

/* The lines of a position, rebuilt from its tiles. */
typedef struct liniell_lines {
    uint8_t at[LINIELL_CELLS];                      /* 1 + index in laid[]; 0: an empty cell */
    uint8_t line[LINIELL_TILES_MAX][LINIELL_SIDES]; /* a number the line's sides have in common */
} liniell_lines;

/* A line that crosses the tile just laid, and whose markers (an index, or -1) stand on it. */
typedef struct liniell_crossing {
    uint8_t side; /* the first of that tile's sides on the line */
    int marker[2];
} liniell_crossing;

/* A tile has been laid; the marker action is still to come. */
typedef struct liniell_placed {
    liniell_position now; /* the same side to move, nothing drawn yet */
    bool legal;           /* no line carries two markers of one colour */
    bool take_over;       /* lines of both colours have been joined */
    uint8_t count;
    liniell_crossing crossings[LINIELL_SIDES];
} liniell_placed;

void liniell_start(const liniell_tiles *tiles, liniell_position *p); /* stack in number order */
bool liniell_over(const liniell_position *p);

/* Puts the stack in the order of a seed, or in a given order: "05,12,...", of which tiles that
 * are no longer in the stack are passed over. `drawn_too`: the drawn tile goes back first. */
void liniell_shuffle(const liniell_tiles *tiles, rng *random, bool drawn_too, liniell_position *p);
status liniell_arrange(const liniell_tiles *tiles, const char *draws, bool drawn_too,
                       liniell_position *p, error *e);

/* Puts what is not known of the stack in the order of a key; `drawn_too`: all of it, the drawn tile
 * included. */
void liniell_deal(const liniell_tiles *tiles, const fair_key *stack, bool drawn_too,
                  liniell_position *p);

/* The tile to place and those known to follow it, at most so many, as liniell_arrange reads them.
 * Returns how many. */
size_t liniell_write_draws(const liniell_tiles *tiles, const liniell_position *p, size_t most,
                           text *out);

/* Forgets the order of the stack, for whoever must not know it. */
void liniell_hide(liniell_position *p);

/* The cell on a side of a cell, or LINIELL_NONE beyond the edge of the grid. */
uint8_t liniell_neighbour(uint8_t cell, int side);

void liniell_find_lines(const liniell_tiles *tiles, const liniell_position *p,
                        liniell_lines *lines);

/* Whether a tile may lie there as far as the other tiles are concerned. */
bool liniell_touches(const liniell_tiles *tiles, const liniell_position *p, uint8_t cell);
bool liniell_fits(const liniell_tiles *tiles, const liniell_position *p, uint8_t cell);

/* Lays the drawn tile on a cell where it touches and fits. */
liniell_placed liniell_place(const liniell_tiles *tiles, const liniell_position *p, uint8_t cell,
                             uint8_t rotation);
bool liniell_must_pass(const liniell_tiles *tiles, const liniell_position *p);

/* The marker action of a legal move; the same side to move, nothing drawn yet. */
liniell_position liniell_mark(const liniell_placed *placed, const liniell_move *move);
/* Ends the turn: the marker action, the next draw, the other side to move. */
liniell_position liniell_finish(const liniell_placed *placed, const liniell_move *move);
liniell_position liniell_pass(const liniell_position *p);

/* All legal moves, in no special order; none if the game is over or the tile is not known. */
size_t liniell_moves(const liniell_tiles *tiles, const liniell_position *p,
                     liniell_move moves[LINIELL_TURNS_MAX]);
size_t liniell_moves_after(const liniell_placed *placed, liniell_move *moves);

/* Puts each side's markers in the order in which they are written. */
void liniell_sort_markers(liniell_position *p);

/* --- routes (liniell/score.c) --------------------------------------------------------------- */

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

/* The best route of the line at a spot, found by trying all. Time grows exponentially with the
 * loops of the line. */
void liniell_best_route(const liniell_tiles *tiles, const liniell_position *p, liniell_spot spot,
                        liniell_route *route);
liniell_score liniell_score_plain(const liniell_tiles *tiles, const liniell_position *p);

/* --- notation (liniell/notation.c) ----------------------------------------------------------- */

void liniell_write_cell(uint8_t cell, text *out);
void liniell_write_spot(liniell_spot spot, text *out);
void liniell_write_position(const liniell_tiles *tiles, const liniell_position *p, text *out);
status liniell_read_position(const liniell_tiles *tiles, const char *string, liniell_position *p,
                             error *e);
void liniell_write_move(const liniell_move *move, text *out);
/* Reads a legal move: what it leads to is liniell_finish(placed, move), or liniell_pass. */
status liniell_read_move(const liniell_tiles *tiles, const liniell_position *p, const char *string,
                         liniell_placed *placed, liniell_move *move, error *e);
/* The two digits of a tile's number; false if they name none of the set. */
bool liniell_read_tile_number(const liniell_tiles *tiles, scan *s, uint8_t *tile);

static const char liniell_side_letters[] = "NESW", liniell_rotation_letters[] = "nesw";

/* --- the game -------------------------------------------------------------------------------- */

extern const game liniell_game;

/* The position in a value that liniell_game made. */
liniell_position liniell_unwrap(const game_position *position);

#endif
