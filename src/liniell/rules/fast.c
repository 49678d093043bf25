/* SPDX-License-Identifier: MIT */
#include "liniell/rules/fast.h"

#include <assert.h>
#include <string.h>

/* --- lines ----------------------------------------------------------------------------------- */

static void merge(liniell_board *b, unsigned one, unsigned other, liniell_undo *undo) {
    one = liniell_root_of(b, one);
    other = liniell_root_of(b, other);
    if (one == other) return;
    unsigned child = b->size[one] < b->size[other] ? one : other, top = one ^ other ^ child;
    b->parent[child] = (uint8_t)top;
    b->size[top] = (uint8_t)(b->size[top] + b->size[child]);
    b->rhombs[top] = (uint16_t)(b->rhombs[top] + b->rhombs[child]);
    b->line_key[top] ^= b->line_key[child];
    undo->merged[undo->merges++] = (uint8_t)child;
}

/* Notes on the roots of the marked lines who holds them, or wipes the notes out. */
static void note_markers(liniell_board *b, bool wipe) {
    for (unsigned m = 0; m < 4; m++) {
        unsigned node = b->markers[m / 2][m % 2];
        if (node == LINIELL_NOWHERE) continue;
        unsigned root = liniell_root_of(b, node);
        b->on_line[root] = (uint8_t)(wipe ? 0 : b->on_line[root] | 1u << m);
    }
}

/* --- placements ------------------------------------------------------------------------------ */

/* What surrounds an empty cell. */
typedef struct surroundings {
    uint8_t held[LINIELL_SIDES]; /* markers of the line that would be joined at a side */
    uint8_t same[LINIELL_SIDES]; /* sides at which the same line would be joined, itself too */
    uint8_t all;                 /* all markers around */
} surroundings;

static surroundings look_around(const liniell_board *b, unsigned cell) {
    surroundings around = {.all = 0};
    unsigned root[LINIELL_SIDES];
    for (unsigned side = 0; side < LINIELL_SIDES; side++) {
        unsigned next = liniell_tile_beside(b, cell, side);
        root[side] = LINIELL_NOWHERE;
        around.same[side] = (uint8_t)(1u << side);
        if (next == 0) continue;
        root[side] = liniell_root_of(b, liniell_node_at(b, next - 1, side ^ 2));
        around.held[side] = b->on_line[root[side]];
        around.all |= around.held[side];
        for (unsigned other = 0; other < side; other++)
            if (root[other] == root[side]) {
                around.same[other] |= (uint8_t)(1u << side);
                around.same[side] |= (uint8_t)(1u << other);
            }
    }
    return around;
}

/* The lines that would cross a tile: sides and markers of each. Returns how many. */
typedef struct crossing {
    uint8_t sides;
    uint8_t held;
} crossing;

static inline unsigned crossings_of(const liniell_board *b, const surroundings *around,
                                    uint8_t tile, unsigned rotation,
                                    crossing found[LINIELL_SIDES]) {
    const uint8_t *first = b->first[tile][rotation];
    uint8_t joined[LINIELL_SIDES] = {0};
    for (unsigned side = 0; side < LINIELL_SIDES; side++) joined[first[side]] |= around->same[side];
    unsigned count = 0, left = 15;
    for (unsigned side = 0; side < LINIELL_SIDES; side++) {
        if (!(left & 1u << side)) continue;
        unsigned sides = 1u << side, before;
        do {
            before = sides;
            for (unsigned s = side; s < LINIELL_SIDES; s++)
                if (sides & 1u << s) sides |= joined[first[s]] | 1u << first[s];
            for (unsigned s = side; s < LINIELL_SIDES; s++)
                if (sides & 1u << first[s]) sides |= 1u << s;
        } while (sides != before);
        crossing *c = &found[count++];
        *c = (crossing){(uint8_t)sides, 0};
        for (unsigned s = side; s < LINIELL_SIDES; s++)
            if (sides & 1u << s) c->held |= around->held[s];
        left &= ~sides;
    }
    return count;
}

static inline bool is_illegal(unsigned held) {
    return (held & 3) == 3 || (held & 12) == 12;
}

static inline bool is_pair(unsigned held) {
    return held & 3 && held & 12;
}

/* The cells of a row where a tile may be placed. */
static inline unsigned open_cells(const liniell_board *b, unsigned row) {
    const uint16_t *rows = b->rows;
    unsigned near = (unsigned)(rows[row] << 1 | rows[row] >> 1 | rows[row - 1] | rows[row + 1]);
    return near & ~(unsigned)rows[row];
}

unsigned liniell_open_cells(const liniell_board *b, uint16_t cells[LINIELL_CELLS]) {
    int square = b->tiles->square;
    if (b->count == 0) {
        cells[0] = (uint16_t)((b->tiles->first + 1) * (LINIELL_STRIDE + 1));
        return 1;
    }
    int top = b->box[LINIELL_BOTTOM] - square + 1, bottom = b->box[LINIELL_TOP] + square - 1;
    int left = b->box[LINIELL_RIGHT] - square + 1, right = b->box[LINIELL_LEFT] + square - 1;
    if (top < b->box[LINIELL_TOP] - 1) top = b->box[LINIELL_TOP] - 1;
    if (bottom > b->box[LINIELL_BOTTOM] + 1) bottom = b->box[LINIELL_BOTTOM] + 1;
    if (left < b->box[LINIELL_LEFT] - 1) left = b->box[LINIELL_LEFT] - 1;
    if (right > b->box[LINIELL_RIGHT] + 1) right = b->box[LINIELL_RIGHT] + 1;
    unsigned columns = (2u << right) - (1u << left), count = 0;
    for (int row = top; row <= bottom; row++)
        for (unsigned open = open_cells(b, (unsigned)row) & columns; open; open &= open - 1)
            cells[count++] = (uint16_t)(row * LINIELL_STRIDE + __builtin_ctz(open));
    return count;
}

/* The marker actions after a placement; none if it is illegal. Returns how many. */
static unsigned actions(const liniell_board *b, const crossing *crossings, unsigned count,
                        liniell_fast_move move, liniell_fast_move *moves) {
    bool take_over = false;
    for (unsigned i = 0; i < count; i++) {
        if (is_illegal(crossings[i].held)) return 0;
        if (is_pair(crossings[i].held)) take_over = true;
    }
    const uint16_t *own = b->markers[b->to_move];
    unsigned found = 0;
    move.side = move.loser = LINIELL_NONE;
    move.marker = 0;
    if (!take_over) moves[found++] = move;
    for (unsigned i = 0; i < count; i++) {
        unsigned held = crossings[i].held;
        move.side = (uint8_t)__builtin_ctz(crossings[i].sides);
        if (take_over && is_pair(held)) {
            unsigned mine = b->to_move == SIDE_A ? held : held >> 2;
            unsigned theirs = b->to_move == SIDE_A ? held >> 2 : held;
            move.marker = mine & 1; /* the one that does not hold it */
            move.loser = theirs & 1 ? 0 : 1;
            moves[found++] = move;
        }
        if (take_over || held) continue;
        move.marker = 0;
        moves[found++] = move;
        if (own[0] == own[1]) continue; /* both in the supply */
        move.marker = 1;
        moves[found++] = move;
    }
    return found;
}

static unsigned moves_of_placement(const liniell_board *b, uint8_t tile, unsigned cell,
                                   const surroundings *around, unsigned rotation,
                                   liniell_fast_move *moves) {
    crossing crossings[LINIELL_SIDES];
    unsigned count = crossings_of(b, around, tile, rotation, crossings);
    liniell_fast_move move = {.cell = (uint16_t)cell, .rotation = (uint8_t)rotation};
    return actions(b, crossings, count, move, moves);
}

size_t liniell_fast_moves(const liniell_board *b, uint8_t tile,
                          liniell_fast_move moves[LINIELL_TURNS_MAX]) {
    uint16_t cells[LINIELL_CELLS];
    unsigned open = liniell_open_cells(b, cells);
    size_t count = 0;
    for (unsigned i = 0; i < open; i++) {
        surroundings around = look_around(b, cells[i]);
        for (unsigned rotation = 0; rotation < LINIELL_SIDES; rotation++)
            if (b->tiles->tile[tile].rotations & 1u << rotation)
                count += moves_of_placement(b, tile, cells[i], &around, rotation, moves + count);
    }
    if (count == 0)
        moves[count++] = (liniell_fast_move){
            .cell = LINIELL_NOWHERE, .side = LINIELL_NONE, .loser = LINIELL_NONE};
    return count;
}

liniell_fast_move liniell_random_move(const liniell_board *b, uint8_t tile, rng *random) {
    enum { TRIES = 16 };
    uint16_t cells[LINIELL_CELLS];
    unsigned open = liniell_open_cells(b, cells), rotations = b->tiles->tile[tile].rotations;
    liniell_fast_move moves[LINIELL_TURNS_MAX];
    /* Drawing again until the placement is legal leaves the legal ones equally likely. */
    for (int i = 0; i < TRIES; i++) {
        uint64_t word = rng_next(random);
        unsigned cell = cells[(word >> 32) * open >> 32], rotation = word & 3;
        if (!(rotations & 1u << rotation)) continue;
        surroundings around = look_around(b, cell);
        unsigned count = moves_of_placement(b, tile, cell, &around, rotation, moves);
        if (count > 0) return moves[((word & 0xffffffff) >> 2) * count >> 30];
    }
    size_t count = liniell_fast_moves(b, tile, moves), placements = 0, chosen = 0;
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 || moves[i].cell != moves[i - 1].cell ||
                     moves[i].rotation != moves[i - 1].rotation;
        if (first && rng_below(random, ++placements) == 0) chosen = i;
    }
    size_t end = chosen;
    while (end < count && moves[end].cell == moves[chosen].cell &&
           moves[end].rotation == moves[chosen].rotation)
        end++;
    return moves[chosen + rng_below(random, end - chosen)];
}

/* --- making and unmaking --------------------------------------------------------------------- */

static void lay(liniell_board *b, uint8_t tile, unsigned cell, unsigned rotation,
                liniell_undo *undo) {
    unsigned order = b->count++, row = cell / LINIELL_STRIDE, column = cell % LINIELL_STRIDE;
    b->tile[order] = tile;
    b->rotation[order] = (uint8_t)rotation;
    b->cell[order] = (uint16_t)cell;
    b->at[cell] = b->count;
    b->rows[row] = (uint16_t)(b->rows[row] | 1u << column);
    if (row < b->box[LINIELL_TOP]) b->box[LINIELL_TOP] = (uint8_t)row;
    if (row > b->box[LINIELL_BOTTOM]) b->box[LINIELL_BOTTOM] = (uint8_t)row;
    if (column < b->box[LINIELL_LEFT]) b->box[LINIELL_LEFT] = (uint8_t)column;
    if (column > b->box[LINIELL_RIGHT]) b->box[LINIELL_RIGHT] = (uint8_t)column;
    for (unsigned side = 0; side < LINIELL_SIDES; side++) {
        b->parent[4 * order + side] = (uint8_t)(4 * order + side);
        b->size[4 * order + side] = 1;
        b->on_line[4 * order + side] = 0;
        if (b->first[tile][rotation][side] != side) continue;
        unsigned shape = b->shape[tile][rotation][side];
        uint64_t look = (uint64_t)(cell + 1) << 16 | shape;
        b->rhombs[4 * order + side] = (uint16_t)((shape >> 8) + (shape >> 4 & 15));
        b->line_key[4 * order + side] = rng_mix(look * UINT64_C(0x9e3779b97f4a7c15));
        b->key ^= b->line_key[4 * order + side];
    }
    for (unsigned side = 0; side < LINIELL_SIDES; side++) {
        unsigned next = liniell_tile_beside(b, cell, side);
        if (next)
            merge(b, liniell_node_at(b, order, side), liniell_node_at(b, next - 1, side ^ 2), undo);
    }
}

void liniell_board_play(liniell_board *b, uint8_t tile, liniell_fast_move move) {
    assert(b->turns < LINIELL_TILES_MAX);
    liniell_undo *undo = &b->log[b->turns++];
    memcpy(undo->markers, b->markers, sizeof b->markers);
    memcpy(undo->box, b->box, sizeof b->box);
    undo->key = b->key;
    undo->merges = 0;
    undo->laid = move.cell != LINIELL_NOWHERE;
    unsigned mover = b->to_move;
    b->to_move = (uint8_t)(1 - mover);
    if (!undo->laid) return;
    note_markers(b, true);
    lay(b, tile, move.cell, move.rotation, undo);
    if (move.side != LINIELL_NONE) {
        b->markers[mover][move.marker] = (uint16_t)liniell_node_at(b, b->count - 1u, move.side);
        if (move.loser != LINIELL_NONE) {
            b->markers[mover][1 - move.marker] = LINIELL_NOWHERE;
            b->markers[1 - mover][move.loser] = LINIELL_NOWHERE;
        }
    }
    note_markers(b, false);
}

void liniell_board_undo(liniell_board *b) {
    assert(b->turns > 0);
    const liniell_undo *undo = &b->log[--b->turns];
    b->to_move = (uint8_t)(1 - b->to_move);
    if (!undo->laid) return;
    note_markers(b, true);
    for (unsigned i = undo->merges; i > 0; i--) {
        unsigned child = undo->merged[i - 1], top = b->parent[child];
        b->size[top] = (uint8_t)(b->size[top] - b->size[child]);
        b->rhombs[top] = (uint16_t)(b->rhombs[top] - b->rhombs[child]);
        b->line_key[top] ^= b->line_key[child];
        b->parent[child] = (uint8_t)child;
    }
    b->key = undo->key;
    unsigned cell = b->cell[--b->count];
    b->at[cell] = 0;
    b->rows[cell / LINIELL_STRIDE] &= (uint16_t) ~(1u << cell % LINIELL_STRIDE);
    memcpy(b->markers, undo->markers, sizeof b->markers);
    memcpy(b->box, undo->box, sizeof b->box);
    note_markers(b, false);
}

void liniell_board_clear(const liniell_tiles *tiles, liniell_board *b) {
    memset(b, 0, sizeof *b);
    b->tiles = tiles;
    b->box[LINIELL_TOP] = b->box[LINIELL_LEFT] = LINIELL_STRIDE;
    for (int m = 0; m < 4; m++) b->markers[m / 2][m % 2] = LINIELL_NOWHERE;
    for (unsigned i = 0; i < tiles->count; i++)
        for (int rotation = 0; rotation < LINIELL_SIDES; rotation++)
            for (int group = 0; group < tiles->tile[i].group_count; group++) {
                const liniell_group *g = &tiles->tile[i].groups[group];
                unsigned sides = liniell_rotate(g->sides, rotation);
                b->shape[i][rotation][__builtin_ctz(sides)] =
                    (uint16_t)(g->white << 8 | g->blue << 4 | (int)sides);
                for (int side = 0; side < LINIELL_SIDES; side++)
                    if (sides & 1u << side)
                        b->first[i][rotation][side] = (uint8_t)__builtin_ctz(sides);
            }
}

static unsigned fast_cell(unsigned cell) {
    return (cell / LINIELL_GRID + 1) * LINIELL_STRIDE + cell % LINIELL_GRID + 1;
}

static uint8_t plain_cell(unsigned cell) {
    return (uint8_t)((cell / LINIELL_STRIDE - 1) * LINIELL_GRID + cell % LINIELL_STRIDE - 1);
}

void liniell_board_set(const liniell_tiles *tiles, const liniell_position *p, liniell_board *b) {
    liniell_board_clear(tiles, b);
    b->to_move = p->to_move;
    for (int i = 0; i < p->laid_count; i++) {
        liniell_undo unused = {.merges = 0};
        lay(b, p->laid[i].tile, fast_cell(p->laid[i].cell), p->laid[i].rotation, &unused);
    }
    for (int m = 0; m < 4; m++) {
        liniell_spot spot = p->markers[m / 2][m % 2];
        if (spot.cell == LINIELL_NONE) continue;
        unsigned order = b->at[fast_cell(spot.cell)] - 1u;
        b->markers[m / 2][m % 2] = (uint16_t)(4 * order + spot.side);
    }
    note_markers(b, false);
}

liniell_move liniell_plain_move(const liniell_board *b, liniell_fast_move fast) {
    liniell_move move = {LINIELL_NONE, 0, LINIELL_NONE, {LINIELL_NONE, LINIELL_NONE}};
    if (fast.cell == LINIELL_NOWHERE) return move;
    move.cell = plain_cell(fast.cell);
    move.rotation = fast.rotation;
    move.side = fast.side;
    unsigned node = b->markers[b->to_move][fast.marker];
    if (fast.side != LINIELL_NONE && fast.loser == LINIELL_NONE && node != LINIELL_NOWHERE)
        move.from = (liniell_spot){plain_cell(b->cell[node / 4]), (uint8_t)(node % 4)};
    return move;
}

/* --- perft ----------------------------------------------------------------------------------- */

static bool count_sequences(liniell_board *b, const uint8_t *draws, size_t left, int depth,
                            uint64_t *total) {
    if (depth == 0 || left == 0) return !__builtin_add_overflow(*total, depth == 0, total);
    liniell_fast_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_fast_moves(b, draws[0], moves);
    if (depth == 1) return !__builtin_add_overflow(*total, count, total);
    for (size_t i = 0; i < count; i++) {
        liniell_board_play(b, draws[0], moves[i]);
        bool counted = count_sequences(b, draws + 1, left - 1, depth - 1, total);
        liniell_board_undo(b);
        if (!counted) return false;
    }
    return true;
}

bool liniell_perft(const liniell_tiles *tiles, const liniell_position *p, int depth,
                   uint64_t *count) {
    liniell_board b;
    liniell_board_set(tiles, p, &b);
    uint8_t draws[LINIELL_TILES_MAX + 1];
    size_t left = 0;
    if (p->drawn < LINIELL_TILES_MAX) draws[left++] = p->drawn;
    memcpy(draws + left, p->rest + p->out_count, p->known);
    left += p->known;
    uint64_t total = 0;
    if (!count_sequences(&b, draws, left, depth, &total)) return false;
    *count = total;
    return true;
}
