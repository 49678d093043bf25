/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of Liniell. This is the plain implementation, written to be read beside
 * docs/rules-liniell.md: it rebuilds the lines from the tiles whenever it needs them.
 * liniell/rules/fast.h is the quick one, and the tests prove them equal.
 *
 * Groups of tiles (liniell/rules/tiles.h) that meet at a shared side belong to one line. */
#ifndef LINIELL_RULES_RULES_H
#define LINIELL_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"
#include "liniell/rules/tiles.h"

enum {
    LINIELL_UNKNOWN = 254,    /* a tile is drawn, but which one is not known */
    LINIELL_TURNS_MAX = 2560, /* 64 cells, 4 rotations, 4 lines with 2 markers each or none */
};

typedef struct liniell_laid {
    uint8_t tile; /* index in the set */
    uint8_t cell;
    uint8_t rotation;
} liniell_laid;

/* The order of the stack, hidden from the players, is part of the position: so playing is a
 * function of the position alone, a turn taken back is drawn again as it was, and perft needs
 * nothing else. Whoever must not know it shuffles it first (liniell/rules/stack.h). */
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

/* The value in which it goes through the interface of games, and back. */
game_position liniell_wrap(const liniell_position *p);
liniell_position liniell_unwrap(const game_position *position);

void liniell_start(const liniell_tiles *tiles, liniell_position *p); /* stack in number order */
bool liniell_over(const liniell_position *p);

void liniell_find_lines(const liniell_tiles *tiles, const liniell_position *p,
                        liniell_lines *lines);

/* The number of the line on which a marker stands. */
static inline uint8_t liniell_line_at(const liniell_lines *lines, liniell_spot spot) {
    return lines->line[lines->at[spot.cell] - 1][spot.side];
}

/* Who has marked the line at a side of a tile laid, by its index; -1: nobody. */
int liniell_owner_of(const liniell_position *p, const liniell_lines *lines, int i, int side);

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

#endif
