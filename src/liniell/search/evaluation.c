/* SPDX-License-Identifier: MIT */
#include "liniell/search/evaluation.h"

#include <assert.h>
#include <string.h>

/* --- which rows there are --------------------------------------------------------------------- */

enum { MINE, THEIRS, FREE, OWNERS };

enum {
    TO_COME = 16, /* kinds of each, the last for so many and more */
    JOINS = 8,
    RHOMB_TILES = 10,
    POINTS = 12,
    RHOMBS = 3,
    ENDS = 5,
    STAGES = 3, /* of the game */
    LEVELS = 5, /* of points, of lines that a cell could join */

    AT_TO_COME = 0,
    AT_HANDS = AT_TO_COME + TO_COME,
    AT_JOINS = AT_HANDS + 9,
    AT_RHOMB_TILES = AT_JOINS + JOINS,
    AT_POINTS = AT_RHOMB_TILES + RHOMB_TILES,
    AT_ENDS = AT_POINTS + STAGES * OWNERS * POINTS * RHOMBS,
    AT_MINE_THEIRS = AT_ENDS + STAGES * OWNERS * ENDS * RHOMBS,
    AT_MINE_FREE = AT_MINE_THEIRS + 2 * LEVELS * LEVELS,
    AT_THEIRS_FREE = AT_MINE_FREE + 2 * LEVELS * LEVELS,
    AT_ALIKE = AT_THEIRS_FREE + 2 * LEVELS * LEVELS,
    AT_END = AT_ALIKE + 2 * OWNERS,
};
_Static_assert((int)AT_END == (int)LINIELL_ROWS, "all rows are used");

static inline unsigned at_most(unsigned number, unsigned most) {
    return number < most ? number : most;
}

/* --- what a placement leaves ------------------------------------------------------------------ */

typedef struct line {
    uint8_t root;
    uint8_t ends;   /* at cells where a tile may be laid */
    uint8_t points; /* row of points and rhombs, within those of an owner */
    uint8_t level;  /* of points */
    uint8_t rhombs;
} line;

/* Two lines at the same cell. */
typedef struct meeting {
    uint8_t one, other; /* lines */
    bool opposite;
} meeting;

typedef struct scene {
    uint8_t index[LINIELL_NODES]; /* 1 + line of a root */
    unsigned line_count, meeting_count;
    line lines[LINIELL_NODES];
    meeting meetings[6 * LINIELL_CELLS];
    unsigned stage;
    uint16_t base[3]; /* rows that every action sets */
} scene;

static inline unsigned line_at(scene *s, unsigned root) {
    if (s->index[root] == 0) {
        s->lines[s->line_count] = (line){.root = (uint8_t)root};
        s->index[root] = (uint8_t)++s->line_count;
    }
    return s->index[root] - 1u;
}

static void look_at_cell(const liniell_board *b, unsigned cell, scene *s) {
    unsigned found[LINIELL_SIDES], sides[LINIELL_SIDES], count = 0;
    for (unsigned side = 0; side < LINIELL_SIDES; side++) {
        unsigned next = liniell_tile_beside(b, cell, side);
        if (next == 0) continue;
        unsigned at = line_at(s, liniell_board_line(b, next - 1, side ^ 2));
        s->lines[at].ends++;
        for (unsigned i = 0; i < count; i++)
            if (found[i] != at)
                s->meetings[s->meeting_count++] =
                    (meeting){(uint8_t)found[i], (uint8_t)at, side - sides[i] == 2};
        sides[count] = side;
        found[count++] = at;
    }
}

static void look(const liniell_kinds *kinds, const liniell_bag *bag, const liniell_board *b,
                 liniell_worths *w, scene *s) {
    uint16_t cells[LINIELL_CELLS];
    memset(s->index, 0, sizeof s->index);
    s->line_count = s->meeting_count = 0;
    unsigned open = liniell_open_cells(b, cells);
    for (unsigned i = 0; i < open; i++) look_at_cell(b, cells[i], s);
    for (unsigned m = 0; m < 4; m++) {
        unsigned node = b->markers[m / 2][m % 2];
        if (node != LINIELL_NOWHERE) line_at(s, liniell_root_of(b, node));
    }
    for (unsigned side = 0; b->count > 0 && side < LINIELL_SIDES; side++)
        line_at(s, liniell_board_line(b, b->count - 1u, side));
    for (unsigned i = 0; i < s->line_count; i++) {
        line *l = &s->lines[i];
        liniell_worth worth = liniell_worth_of(b, l->root, b->line_key[l->root], w);
        unsigned points = (unsigned)worth.points;
        l->rhombs = (uint8_t)at_most(b->rhombs[l->root], RHOMBS - 1);
        l->points = (uint8_t)(at_most(points, POINTS - 1) * RHOMBS + l->rhombs);
        l->level = (uint8_t)at_most(points / 2, LEVELS - 1);
    }
    unsigned joins = 0, rhombs = 0;
    for (unsigned kind = 0; kind < kinds->count; kind++) {
        joins += kinds->joins[kind] ? bag->count[kind] : 0;
        rhombs += kinds->has_rhomb[kind] ? bag->count[kind] : 0;
    }
    s->stage = bag->total > 9 ? 2 : bag->total > 4;
    s->base[0] = (uint16_t)(AT_TO_COME + at_most(bag->total, TO_COME - 1));
    s->base[1] = (uint16_t)(AT_JOINS + at_most(joins, JOINS - 1));
    s->base[2] = (uint16_t)(AT_RHOMB_TILES + at_most(rhombs, RHOMB_TILES - 1));
}

static inline unsigned meeting_row(const scene *s, const meeting *m, const uint8_t *owner) {
    unsigned one = m->one, other = m->other;
    if (owner[one] > owner[other]) one = m->other, other = m->one;
    if (owner[one] == owner[other]) return AT_ALIKE + 2u * owner[one] + m->opposite;
    unsigned at = owner[other] == THEIRS ? AT_MINE_THEIRS
                  : owner[one] == MINE   ? AT_MINE_FREE
                                         : AT_THEIRS_FREE;
    unsigned levels = s->lines[one].level * (unsigned)LEVELS + s->lines[other].level;
    return at + 2 * levels + m->opposite;
}

/* The rows of a scene, the markers being where `markers` tells. */
static size_t list_rows(const scene *s, const liniell_board *b, const uint16_t mine[2],
                        const uint16_t theirs[2], uint16_t *rows) {
    uint8_t owner[LINIELL_NODES];
    memset(owner, FREE, s->line_count);
    unsigned hands[2] = {0, 0};
    for (unsigned m = 0; m < 4; m++) {
        unsigned node = (m < 2 ? mine : theirs)[m % 2];
        if (node == LINIELL_NOWHERE)
            hands[m / 2]++;
        else
            owner[s->index[liniell_root_of(b, node)] - 1u] = m < 2 ? MINE : THEIRS;
    }
    size_t count = 0;
    for (int i = 0; i < 3; i++) rows[count++] = s->base[i];
    rows[count++] = (uint16_t)(AT_HANDS + 3 * hands[0] + hands[1]);
    for (unsigned i = 0; i < s->line_count; i++) {
        const line *l = &s->lines[i];
        if (owner[i] == FREE && l->ends == 0) continue; /* nobody's for good */
        unsigned block = s->stage * OWNERS + owner[i];
        rows[count++] = (uint16_t)(AT_POINTS + block * (POINTS * RHOMBS) + l->points);
        rows[count++] = (uint16_t)(AT_ENDS + block * (ENDS * RHOMBS) +
                                   at_most(l->ends, ENDS - 1) * RHOMBS + l->rhombs);
    }
    for (unsigned i = 0; i < s->meeting_count; i++)
        rows[count++] = (uint16_t)meeting_row(s, &s->meetings[i], owner);
    return count;
}

size_t liniell_rows_of(const liniell_kinds *kinds, const liniell_bag *bag, const liniell_board *b,
                       liniell_worths *w, uint16_t rows[LINIELL_ROWS_MOST]) {
    scene s;
    look(kinds, bag, b, w, &s);
    unsigned mover = 1u - b->to_move;
    return list_rows(&s, b, b->markers[mover], b->markers[1 - mover], rows);
}

/* --- the network ------------------------------------------------------------------------------ */

void liniell_network_fill(liniell_network *network, const int8_t weights[LINIELL_WEIGHTS]) {
    for (unsigned row = 0; row < LINIELL_ROWS; row++)
        for (unsigned i = 0; i < LINIELL_UNITS; i++)
            network->rows[row][i / LINIELL_LANES][i % LINIELL_LANES] =
                (int16_t)weights[row * LINIELL_UNITS + i];
    for (unsigned i = 0; i < LINIELL_UNITS; i++) {
        network->margin[i] = (int16_t)weights[LINIELL_ROWS * LINIELL_UNITS + i];
        network->result[i] = (int16_t)weights[(LINIELL_ROWS + 1) * LINIELL_UNITS + i];
    }
}

liniell_guess liniell_guess_rows(const liniell_network *network, const uint16_t *rows,
                                 size_t count) {
    liniell_lanes none = {0}, units[LINIELL_VECTORS] = {{0}};
    for (size_t i = 0; i < count; i++)
        for (unsigned v = 0; v < LINIELL_VECTORS; v++) units[v] += network->rows[rows[i]][v];
    int32_t margin = 0, result = 0;
    for (unsigned v = 0; v < LINIELL_VECTORS; v++) {
        units[v] &= units[v] > none;
        for (unsigned i = 0; i < LINIELL_LANES; i++) {
            margin += units[v][i] * network->margin[v * LINIELL_LANES + i];
            result += units[v][i] * network->result[v * LINIELL_LANES + i];
        }
    }
    /* What speaks for a result without bounds becomes one between -1 and 1. */
    int64_t size = result < 0 ? -(int64_t)result : result;
    return (liniell_guess){margin,
                           (int32_t)((int64_t)result * LINIELL_POINT / (LINIELL_POINT + size))};
}

void liniell_guess_actions(const liniell_network *network, const liniell_kinds *kinds,
                           const liniell_bag *bag, const liniell_board *b, liniell_worths *w,
                           const liniell_fast_move *moves, size_t count, liniell_guess *guesses) {
    scene s;
    uint16_t rows[LINIELL_ROWS_MOST];
    look(kinds, bag, b, w, &s);
    unsigned mover = 1u - b->to_move;
    for (size_t i = 0; i < count; i++) {
        const liniell_fast_move *move = &moves[i];
        uint16_t mine[2] = {b->markers[mover][0], b->markers[mover][1]};
        uint16_t theirs[2] = {b->markers[1 - mover][0], b->markers[1 - mover][1]};
        if (move->side != LINIELL_NONE) {
            mine[move->marker] = (uint16_t)liniell_node_at(b, b->count - 1u, move->side);
            if (move->loser != LINIELL_NONE) {
                mine[1 - move->marker] = LINIELL_NOWHERE;
                theirs[move->loser] = LINIELL_NOWHERE;
            }
        }
        guesses[i] = liniell_guess_rows(network, rows, list_rows(&s, b, mine, theirs, rows));
    }
}
