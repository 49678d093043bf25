/* SPDX-License-Identifier: MIT
 *
 * Positions and moves. A move is two things in order, as a player does them: laying the tile
 * (liniell_place), which shows what lines it joins, and the marker action (liniell_mark). What is
 * drawn next shows when the move is made (liniell_finish). */
#include "liniell/rules/rules.h"

#include <assert.h>
#include <string.h>

#include "liniell/rules/stack.h"

static const liniell_spot supply = {LINIELL_NONE, LINIELL_NONE};

_Static_assert(sizeof(liniell_position) <= GAME_POSITION_BYTES, "a position must fit");

game_position liniell_wrap(const liniell_position *p) {
    game_position position = {0};
    memcpy(position.bytes, p, sizeof *p);
    return position;
}

liniell_position liniell_unwrap(const game_position *position) {
    liniell_position p;
    memcpy(&p, position->bytes, sizeof p);
    return p;
}

void liniell_start(const liniell_tiles *tiles, liniell_position *p) {
    *p = (liniell_position){.to_move = SIDE_A,
                            .stack_count = tiles->count,
                            .known = tiles->count,
                            .markers = {{supply, supply}, {supply, supply}}};
    for (uint8_t i = 0; i < tiles->count; i++) p->rest[i] = i;
    liniell_draw(p);
}

bool liniell_over(const liniell_position *p) {
    return p->drawn == LINIELL_NONE;
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Sides that meet take the lower of their two numbers, until nothing changes. */
void liniell_find_lines(const liniell_tiles *tiles, const liniell_position *p,
                        liniell_lines *lines) {
    memset(lines->at, 0, sizeof lines->at);
    for (int i = 0; i < p->laid_count; i++) {
        lines->at[p->laid[i].cell] = (uint8_t)(i + 1);
        for (int side = 0; side < LINIELL_SIDES; side++)
            lines->line[i][side] = (uint8_t)(LINIELL_SIDES * i + side);
    }
    bool changed;
    do {
        changed = false;
        for (int i = 0; i < p->laid_count; i++) {
            const liniell_tile *tile = &tiles->tile[p->laid[i].tile];
            for (int side = 0; side < LINIELL_SIDES; side++) {
                int group = liniell_group_at(tile, p->laid[i].rotation, side);
                unsigned sides = liniell_rotate(tile->groups[group].sides, p->laid[i].rotation);
                uint8_t *mine = &lines->line[i][side];
                uint8_t lowest = *mine;
                for (int other = 0; other < LINIELL_SIDES; other++)
                    if (sides & 1u << other && lines->line[i][other] < lowest)
                        lowest = lines->line[i][other];
                uint8_t next = liniell_neighbour(p->laid[i].cell, side);
                if (next != LINIELL_NONE && lines->at[next]) {
                    uint8_t met = lines->line[lines->at[next] - 1][(side + 2) % LINIELL_SIDES];
                    if (met < lowest) lowest = met;
                }
                if (lowest < *mine) changed = true;
                *mine = lowest;
            }
        }
    } while (changed);
}

int liniell_owner_of(const liniell_position *p, const liniell_lines *lines, int i, int side) {
    for (int m = 0; m < 4; m++) {
        liniell_spot spot = p->markers[m / 2][m % 2];
        if (spot.cell != LINIELL_NONE && liniell_line_at(lines, spot) == lines->line[i][side])
            return m / 2;
    }
    return -1;
}

/* --- laying a tile --------------------------------------------------------------------------- */

bool liniell_touches(const liniell_tiles *tiles, const liniell_position *p, uint8_t cell) {
    if (p->laid_count == 0) return cell == tiles->first * LINIELL_GRID + tiles->first;
    bool touches = false;
    for (int i = 0; i < p->laid_count; i++) {
        if (p->laid[i].cell == cell) return false;
        for (int side = 0; side < LINIELL_SIDES; side++)
            if (liniell_neighbour(p->laid[i].cell, side) == cell) touches = true;
    }
    return touches;
}

bool liniell_fits(const liniell_tiles *tiles, const liniell_position *p, uint8_t cell) {
    int row = cell / LINIELL_GRID, column = cell % LINIELL_GRID;
    int top = row, bottom = row, left = column, right = column;
    for (int i = 0; i < p->laid_count; i++) {
        row = p->laid[i].cell / LINIELL_GRID;
        column = p->laid[i].cell % LINIELL_GRID;
        if (row < top) top = row;
        if (row > bottom) bottom = row;
        if (column < left) left = column;
        if (column > right) right = column;
    }
    return bottom - top < tiles->square && right - left < tiles->square;
}

/* The markers on each line that crosses the tile laid last. */
static void look_at_crossings(const liniell_tiles *tiles, liniell_placed *placed) {
    const liniell_position *p = &placed->now;
    liniell_lines lines;
    liniell_find_lines(tiles, p, &lines);
    const uint8_t *own = lines.line[p->laid_count - 1];
    placed->legal = true;
    for (int side = 0; side < LINIELL_SIDES; side++) {
        bool seen = false;
        for (int earlier = 0; earlier < side; earlier++)
            if (own[earlier] == own[side]) seen = true;
        if (seen) continue;
        liniell_crossing *crossing = &placed->crossings[placed->count++];
        *crossing = (liniell_crossing){(uint8_t)side, {-1, -1}};
        for (int owner = SIDE_A; owner <= SIDE_B; owner++)
            for (int i = 0; i < 2; i++) {
                liniell_spot spot = p->markers[owner][i];
                if (spot.cell == LINIELL_NONE) continue;
                if (liniell_line_at(&lines, spot) != own[side]) continue;
                if (crossing->marker[owner] >= 0) placed->legal = false;
                crossing->marker[owner] = i;
            }
        if (crossing->marker[SIDE_A] >= 0 && crossing->marker[SIDE_B] >= 0)
            placed->take_over = true;
    }
}

liniell_placed liniell_place(const liniell_tiles *tiles, const liniell_position *p, uint8_t cell,
                             uint8_t rotation) {
    assert(p->drawn < tiles->count && tiles->tile[p->drawn].rotations & 1 << rotation);
    assert(liniell_touches(tiles, p, cell) && liniell_fits(tiles, p, cell));
    liniell_placed placed = {.now = *p};
    placed.now.laid[placed.now.laid_count++] = (liniell_laid){p->drawn, cell, rotation};
    placed.now.drawn = LINIELL_UNKNOWN;
    look_at_crossings(tiles, &placed);
    return placed;
}

/* --- markers --------------------------------------------------------------------------------- */

/* Whether `a` is written before `b`, as bytes: "d10N" before "d4N", the supply last. */
static bool is_before(liniell_spot a, liniell_spot b) {
    if (a.cell == LINIELL_NONE) return false;
    if (b.cell == LINIELL_NONE) return true;
    char first[8], second[8];
    text t = text_fixed(first, sizeof first);
    liniell_write_spot(a, &t);
    t = text_fixed(second, sizeof second);
    liniell_write_spot(b, &t);
    return strcmp(first, second) < 0;
}

void liniell_sort_markers(liniell_position *p) {
    for (int owner = SIDE_A; owner <= SIDE_B; owner++) {
        liniell_spot *pair = p->markers[owner];
        if (!is_before(pair[1], pair[0])) continue;
        liniell_spot later = pair[0];
        pair[0] = pair[1];
        pair[1] = later;
    }
}

/* The mover's other marker goes onto the joined line, the two that held its parts go home. */
static void take_over(liniell_position *p, const liniell_crossing *joined, liniell_spot target) {
    int mover = p->to_move, held = joined->marker[mover];
    p->markers[mover][1 - held] = target;
    p->markers[mover][held] = supply;
    p->markers[1 - mover][joined->marker[1 - mover]] = supply;
}

liniell_position liniell_mark(const liniell_placed *placed, const liniell_move *move) {
    assert(placed->legal);
    liniell_position p = placed->now;
    if (move->side != LINIELL_NONE) {
        liniell_spot target = {move->cell, move->side};
        const liniell_crossing *crossing = placed->crossings;
        while (crossing->side != move->side) crossing++;
        if (placed->take_over) {
            take_over(&p, crossing, target);
        } else {
            liniell_spot *pair = p.markers[p.to_move];
            bool first = pair[0].cell == move->from.cell && pair[0].side == move->from.side;
            pair[first ? 0 : 1] = target;
        }
        liniell_sort_markers(&p);
    }
    return p;
}

liniell_position liniell_finish(const liniell_placed *placed, const liniell_move *move) {
    liniell_position p = liniell_mark(placed, move);
    p.to_move = p.to_move == SIDE_A ? SIDE_B : SIDE_A;
    liniell_draw(&p);
    return p;
}

liniell_position liniell_pass(const liniell_position *p) {
    liniell_position after = *p;
    liniell_leave_out(&after);
    after.to_move = after.to_move == SIDE_A ? SIDE_B : SIDE_A;
    liniell_draw(&after);
    return after;
}

/* --- all moves ------------------------------------------------------------------------------- */

size_t liniell_moves_after(const liniell_placed *placed, liniell_move *moves) {
    if (!placed->legal) return 0;
    const liniell_position *p = &placed->now;
    const liniell_laid *laid = &p->laid[p->laid_count - 1];
    liniell_move move = {laid->cell, laid->rotation, LINIELL_NONE, supply};
    size_t count = 0;
    if (!placed->take_over) moves[count++] = move;
    for (int i = 0; i < placed->count; i++) {
        const liniell_crossing *crossing = &placed->crossings[i];
        bool a = crossing->marker[SIDE_A] >= 0, b = crossing->marker[SIDE_B] >= 0;
        if (placed->take_over ? !(a && b) : a || b) continue;
        move.side = crossing->side;
        const liniell_spot *pair = p->markers[p->to_move];
        for (int m = 0; m < 2; m++) {
            /* Two markers in the supply are one choice, as is whichever takes over. */
            if (m == 1 && (placed->take_over || pair[0].cell == LINIELL_NONE)) break;
            move.from = placed->take_over ? supply : pair[m];
            moves[count++] = move;
        }
    }
    return count;
}

/* Calls nothing, tries everything: every cell, every rotation that is used. */
static size_t collect(const liniell_tiles *tiles, const liniell_position *p, liniell_move *moves,
                      size_t most) {
    size_t count = 0;
    for (int cell = 0; cell < LINIELL_CELLS && count < most; cell++) {
        if (!liniell_touches(tiles, p, (uint8_t)cell) || !liniell_fits(tiles, p, (uint8_t)cell))
            continue;
        for (int rotation = 0; rotation < LINIELL_SIDES; rotation++) {
            if (!(tiles->tile[p->drawn].rotations & 1 << rotation)) continue;
            liniell_placed placed = liniell_place(tiles, p, (uint8_t)cell, (uint8_t)rotation);
            count += liniell_moves_after(&placed, moves + count);
        }
    }
    return count;
}

bool liniell_must_pass(const liniell_tiles *tiles, const liniell_position *p) {
    liniell_move moves[64];
    return p->drawn < LINIELL_TILES_MAX && collect(tiles, p, moves, 1) == 0;
}

size_t liniell_moves(const liniell_tiles *tiles, const liniell_position *p,
                     liniell_move moves[LINIELL_TURNS_MAX]) {
    if (p->drawn >= LINIELL_TILES_MAX) return 0;
    size_t count = collect(tiles, p, moves, LINIELL_TURNS_MAX);
    if (count == 0) moves[count++] = (liniell_move){LINIELL_NONE, 0, LINIELL_NONE, supply};
    assert(count <= LINIELL_TURNS_MAX);
    return count;
}
