/* SPDX-License-Identifier: MIT
 *
 * Liniell for hot loops: a board that is changed and changed back. Shares no line or move code with
 * the plain implementation; the tests hold the two against each other over many thousand random
 * games.
 *
 * Lines are a union-find forest without path compression, so that a union can be undone. A node
 * is a group on the table: 4 * (order in which its tile was laid) + its first side. The grid is
 * padded with empty cells all round, so that a neighbour always exists:
 *
 *     cell = (row + 1) * 17 + column + 1         rows[row + 1] bit column + 1: a tile lies there
 *
 * What a line is worth depends on nothing but its groups and where they lie, because wherever two
 * tiles meet, lines do. So each line has a key, made of its groups alone, under which its worth can
 * be remembered (liniell/search/options.h), and all lines together are the key of what lies on the
 * table.
 */
#ifndef LINIELL_RULES_FAST_H
#define LINIELL_RULES_FAST_H

#include "base/rng.h"
#include "liniell/rules/rules.h"

enum {
    LINIELL_STRIDE = LINIELL_GRID + 2,
    LINIELL_NODES = LINIELL_SIDES * LINIELL_TILES_MAX,
    LINIELL_NOWHERE = 0xffff, /* a marker in the supply; also the cell of a pass */
};

typedef struct liniell_fast_move {
    uint16_t cell; /* LINIELL_NOWHERE: the tile stays out */
    uint8_t rotation;
    uint8_t side;   /* LINIELL_NONE: no marker action */
    uint8_t marker; /* which of the mover's two goes there */
    uint8_t loser;  /* in a take-over, which of the opponent's two goes home; else LINIELL_NONE */
} liniell_fast_move;

/* The sides of the box around the tiles laid, as cells of the padded grid. */
enum { LINIELL_TOP, LINIELL_RIGHT, LINIELL_BOTTOM, LINIELL_LEFT };

/* What a turn changed. */
typedef struct liniell_undo {
    uint64_t key;
    uint16_t markers[2][2];
    uint8_t box[4];
    uint8_t merged[LINIELL_SIDES]; /* roots that were hung below another, in order */
    uint8_t merges;
    bool laid;
} liniell_undo;

typedef struct liniell_board {
    const liniell_tiles *tiles;
    uint8_t to_move;
    uint8_t count; /* tiles laid */
    uint8_t turns; /* made since liniell_board_set, for the undo log */
    uint8_t box[4];
    uint16_t markers[2][2];                      /* nodes, or LINIELL_NOWHERE */
    uint16_t rows[LINIELL_STRIDE];               /* cells taken */
    uint8_t at[LINIELL_STRIDE * LINIELL_STRIDE]; /* 1 + order of the tile; 0: empty */
    uint16_t cell[LINIELL_TILES_MAX];            /* by order, as the next two */
    uint8_t tile[LINIELL_TILES_MAX], rotation[LINIELL_TILES_MAX];
    uint8_t parent[LINIELL_NODES], size[LINIELL_NODES];
    uint16_t rhombs[LINIELL_NODES];   /* of a root: on its line */
    uint8_t on_line[LINIELL_NODES];   /* of a root: bits 0, 1 markers of A, bits 2, 3 of B */
    uint64_t key;                     /* of all groups on the table */
    uint64_t line_key[LINIELL_NODES]; /* of a root: of the line's groups */
    uint8_t first[LINIELL_TILES_MAX][LINIELL_SIDES][LINIELL_SIDES];  /* [tile][rotation][side] */
    uint16_t shape[LINIELL_TILES_MAX][LINIELL_SIDES][LINIELL_SIDES]; /* of the group: its look */
    liniell_undo log[LINIELL_TILES_MAX];
} liniell_board;

/* An empty board, and one with the tiles and markers of a position. */
void liniell_board_clear(const liniell_tiles *tiles, liniell_board *b);
void liniell_board_set(const liniell_tiles *tiles, const liniell_position *p, liniell_board *b);

/* All legal moves with a tile, in no special order. Returns how many. */
size_t liniell_fast_moves(const liniell_board *b, uint8_t tile,
                          liniell_fast_move moves[LINIELL_TURNS_MAX]);

/* The cells where a tile may be laid as things stand. Returns how many. */
unsigned liniell_open_cells(const liniell_board *b, uint16_t cells[LINIELL_CELLS]);

/* A legal move, every placement equally likely, and then every marker action. */
liniell_fast_move liniell_random_move(const liniell_board *b, uint8_t tile, rng *random);

void liniell_board_play(liniell_board *b, uint8_t tile, liniell_fast_move move);
void liniell_board_undo(liniell_board *b);

/* The tile on a side of a cell: 1 + its order, or 0 where none lies. */
static inline unsigned liniell_tile_beside(const liniell_board *b, unsigned cell, unsigned side) {
    static const int8_t step[LINIELL_SIDES] = {-LINIELL_STRIDE, 1, LINIELL_STRIDE, -1};
    return b->at[cell + (unsigned)(int)step[side]];
}

/* The group at a side of a tile laid, and the root of its line: equal roots, same line. */
static inline unsigned liniell_node_at(const liniell_board *b, unsigned order, unsigned side) {
    return 4 * order + b->first[b->tile[order]][b->rotation[order]][side];
}

static inline unsigned liniell_root_of(const liniell_board *b, unsigned node) {
    while (b->parent[node] != node) node = b->parent[node];
    return node;
}

static inline unsigned liniell_board_line(const liniell_board *b, unsigned order, unsigned side) {
    return liniell_root_of(b, liniell_node_at(b, order, side));
}

/* The same move in the plain implementation. */
liniell_move liniell_plain_move(const liniell_board *b, liniell_fast_move fast);

/* The number of move sequences of length `depth`; false if it exceeds 64 bits. The draws up to
 * there must be known. */
bool liniell_perft(const liniell_tiles *tiles, const liniell_position *p, int depth,
                   uint64_t *count);

#endif
