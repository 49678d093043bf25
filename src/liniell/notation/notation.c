/* SPDX-License-Identifier: MIT
 *
 * Positions and moves as text, both ways (docs/formats.md). There is one way to write each. The
 * reader of positions is a little more lenient: a marker may be named by any side of its group,
 * and the two of a side may stand in any order. Moves are read as they are written. */
#include "liniell/notation/notation.h"

#include <assert.h>
#include <string.h>

#include "liniell/rules/stack.h"

/* --- writing --------------------------------------------------------------------------------- */

static void write_number(const liniell_tiles *tiles, uint8_t tile, text *out) {
    text_format(out, "%02d", tiles->tile[tile].number);
}

void liniell_write_position(const liniell_tiles *tiles, const liniell_position *p, text *out) {
    for (int i = 0; i < p->laid_count; i++) {
        write_number(tiles, p->laid[i].tile, out);
        text_char(out, '@');
        liniell_write_cell(p->laid[i].cell, out);
        text_format(out, "%c ", liniell_rotation_letters[p->laid[i].rotation]);
    }
    for (int owner = SIDE_A; owner <= SIDE_B; owner++) {
        text_format(out, "%c=", 'A' + owner);
        liniell_write_spot(p->markers[owner][0], out);
        text_char(out, ',');
        liniell_write_spot(p->markers[owner][1], out);
        text_char(out, ' ');
    }
    text_format(out, "turn=%c draw=", 'a' + p->to_move);
    if (p->drawn == LINIELL_NONE)
        text_char(out, '-');
    else if (p->drawn == LINIELL_UNKNOWN)
        text_char(out, '?');
    else
        write_number(tiles, p->drawn, out);
    for (int i = 0; i < p->out_count; i++) {
        text_put(out, i == 0 ? " out=" : ",");
        write_number(tiles, p->rest[i], out);
    }
}

void liniell_write_move(const liniell_move *move, text *out) {
    if (move->cell == LINIELL_NONE) {
        text_put(out, "--");
        return;
    }
    liniell_write_cell(move->cell, out);
    text_char(out, liniell_rotation_letters[move->rotation]);
    if (move->side == LINIELL_NONE) return;
    text_format(out, "+%c", liniell_side_letters[move->side]);
    if (move->from.cell == LINIELL_NONE) return;
    text_char(out, '<');
    liniell_write_spot(move->from, out);
}

/* --- pieces ---------------------------------------------------------------------------------- */

/* In addresses a space may be written as an underscore. */
static bool read_gap(scan *s) {
    return scan_char(s, ' ') || scan_char(s, '_');
}

/* The two digits of a tile's number; false if they name none of the set. */
static bool read_tile_number(const liniell_tiles *tiles, scan *s, uint8_t *tile) {
    if (s->end - s->at < 2) return false;
    for (int i = 0; i < 2; i++)
        if (s->at[i] < '0' || s->at[i] > '9') return false;
    int number = 10 * (s->at[0] - '0') + (s->at[1] - '0');
    for (uint8_t i = 0; i < tiles->count; i++)
        if (tiles->tile[i].number == number) {
            s->at += 2;
            *tile = i;
            return true;
        }
    return false;
}

/* The first side of the group that meets `side` of a tile laid. */
static uint8_t name_of_side(const liniell_tiles *tiles, const liniell_laid *laid, int side) {
    const liniell_tile *tile = &tiles->tile[laid->tile];
    int group = liniell_group_at(tile, laid->rotation, side);
    return (uint8_t)liniell_first_side(liniell_rotate(tile->groups[group].sides, laid->rotation));
}

static bool read_letter(scan *s, const char *letters, uint8_t *index) {
    int c = scan_peek(s);
    const char *found = c > 0 ? strchr(letters, c) : NULL;
    if (!found) return false;
    *index = (uint8_t)(found - letters);
    s->at++;
    return true;
}

static status read_cell(const liniell_tiles *tiles, scan *s, uint8_t *cell, error *e) {
    int size = 2 * tiles->first + 1, column = scan_peek(s) - 'a';
    scan ahead = *s;
    uint64_t row;
    if (column >= 0 && column < size) ahead.at++;
    bool plain = scan_peek(&ahead) != '0';
    if (ahead.at == s->at || !plain || !scan_number(&ahead, (uint64_t)size, &row))
        return FAIL(e, STATUS_INVALID, "'%.4s' does not begin with a cell from a1 to %c%d", s->at,
                    'a' + size - 1, size);
    *s = ahead;
    *cell = (uint8_t)(((int)row - 1) * LINIELL_GRID + column);
    return STATUS_OK;
}

/* --- positions ------------------------------------------------------------------------------- */

typedef struct reader {
    const liniell_tiles *tiles;
    scan s;
    liniell_position p;
    bool named[LINIELL_TILES_MAX];
} reader;

/* What should stand where the reader has come to. */
static status lacks(const reader *r, const char *what, error *e) {
    return FAIL(e, STATUS_INVALID, "'%s' must stand before '%.10s'", what, r->s.at);
}

static status read_tile(reader *r, uint8_t *tile, error *e) {
    const char *at = r->s.at;
    if (!read_tile_number(r->tiles, &r->s, tile))
        return FAIL(e, STATUS_INVALID, "'%.2s' is not a tile of the set", at);
    if (r->named[*tile]) return FAIL(e, STATUS_INVALID, "tile %.2s is named twice", at);
    r->named[*tile] = true;
    return STATUS_OK;
}

/* Whether the tile may lie where it is said to lie, after those before it. */
static status check_laid(const reader *r, const liniell_laid *laid, error *e) {
    const liniell_tile *tile = &r->tiles->tile[laid->tile];
    char cell[8];
    text t = text_fixed(cell, sizeof cell);
    liniell_write_cell(laid->cell, &t);
    if (!(tile->rotations & 1 << laid->rotation)) {
        int same = laid->rotation & 1 && tile->rotations & 2 ? 1 : 0;
        return FAIL(e, STATUS_INVALID, "tile %02d turned '%c' looks as turned '%c', so write that",
                    tile->number, liniell_rotation_letters[laid->rotation],
                    liniell_rotation_letters[same]);
    }
    for (int i = 0; i < r->p.laid_count; i++)
        if (r->p.laid[i].cell == laid->cell)
            return FAIL(e, STATUS_INVALID, "cell %s holds a tile already", cell);
    if (!liniell_touches(r->tiles, &r->p, laid->cell))
        return r->p.laid_count == 0
                   ? FAIL(e, STATUS_INVALID, "the first tile lies on %c%d, not on %s",
                          'a' + r->tiles->first, 1 + r->tiles->first, cell)
                   : FAIL(e, STATUS_INVALID, "cell %s touches no tile by a side", cell);
    if (!liniell_fits(r->tiles, &r->p, laid->cell))
        return FAIL(e, STATUS_INVALID, "with a tile on %s the tiles fit in no square of %d x %d",
                    cell, r->tiles->square, r->tiles->square);
    return STATUS_OK;
}

static status read_laid(reader *r, error *e) {
    while (scan_peek(&r->s) >= '0' && scan_peek(&r->s) <= '9') {
        const char *begin = r->s.at;
        liniell_laid laid;
        status code = read_tile(r, &laid.tile, e);
        if (code == STATUS_OK && !scan_char(&r->s, '@')) code = lacks(r, "@", e);
        if (code == STATUS_OK) code = read_cell(r->tiles, &r->s, &laid.cell, e);
        if (code == STATUS_OK && !read_letter(&r->s, liniell_rotation_letters, &laid.rotation))
            code = FAIL(e, STATUS_INVALID, "a rotation, n e s or w, must follow the cell");
        if (code == STATUS_OK) code = check_laid(r, &laid, e);
        if (code == STATUS_OK && !read_gap(&r->s)) code = lacks(r, " ", e);
        if (code != STATUS_OK)
            return FAIL_WITHIN(e, code, "tile %d, '%.*s'", r->p.laid_count + 1,
                               (int)strcspn(begin, " _"), begin);
        r->p.laid[r->p.laid_count++] = laid;
    }
    return STATUS_OK;
}

static status read_marker(reader *r, liniell_spot *spot, error *e) {
    *spot = (liniell_spot){LINIELL_NONE, LINIELL_NONE};
    if (scan_char(&r->s, '-')) return STATUS_OK;
    status code = read_cell(r->tiles, &r->s, &spot->cell, e);
    if (code != STATUS_OK) return code;
    char cell[8];
    text t = text_fixed(cell, sizeof cell);
    liniell_write_cell(spot->cell, &t);
    if (!read_letter(&r->s, liniell_side_letters, &spot->side))
        return FAIL(e, STATUS_INVALID, "a side, N E S or W, must follow the cell");
    for (int i = 0; i < r->p.laid_count; i++)
        if (r->p.laid[i].cell == spot->cell) {
            spot->side = name_of_side(r->tiles, &r->p.laid[i], spot->side);
            return STATUS_OK;
        }
    return FAIL(e, STATUS_INVALID, "no tile lies on %s", cell);
}

static status read_markers(reader *r, int owner, error *e) {
    char key[] = {(char)('A' + owner), '=', '\0'};
    if (!scan_word(&r->s, key)) return lacks(r, key, e);
    liniell_spot *pair = r->p.markers[owner];
    status code = read_marker(r, &pair[0], e);
    if (code == STATUS_OK && !scan_char(&r->s, ',')) code = lacks(r, ",", e);
    if (code == STATUS_OK) code = read_marker(r, &pair[1], e);
    if (code == STATUS_OK && !read_gap(&r->s)) code = lacks(r, " ", e);
    return code;
}

/* A line carries one marker at most. */
static status check_markers(const reader *r, error *e) {
    liniell_lines lines;
    liniell_find_lines(r->tiles, &r->p, &lines);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            liniell_spot a = r->p.markers[j / 2][j % 2], b = r->p.markers[i / 2][i % 2];
            if (a.cell == LINIELL_NONE || b.cell == LINIELL_NONE) continue;
            if (liniell_line_at(&lines, a) != liniell_line_at(&lines, b)) continue;
            char names[2][8];
            text one = text_fixed(names[0], sizeof names[0]);
            text other = text_fixed(names[1], sizeof names[1]);
            liniell_write_spot(a, &one);
            liniell_write_spot(b, &other);
            return FAIL(e, STATUS_INVALID, "markers %s and %s stand on one line", names[0],
                        names[1]);
        }
    return STATUS_OK;
}

static status read_turn(reader *r, error *e) {
    if (scan_word(&r->s, "turn=b"))
        r->p.to_move = SIDE_B;
    else if (!scan_word(&r->s, "turn=a"))
        return lacks(r, "turn=a|turn=b", e);
    if (!read_gap(&r->s) || !scan_word(&r->s, "draw=")) return lacks(r, " draw=", e);
    if (scan_char(&r->s, '-')) {
        r->p.drawn = LINIELL_NONE;
    } else if (scan_char(&r->s, '?')) {
        r->p.drawn = LINIELL_UNKNOWN;
    } else {
        status code = read_tile(r, &r->p.drawn, e);
        if (code != STATUS_OK) return code;
    }
    if (!read_gap(&r->s)) return STATUS_OK;
    if (!scan_word(&r->s, "out=")) return lacks(r, "out=", e);
    do {
        uint8_t tile;
        status code = read_tile(r, &tile, e);
        if (code != STATUS_OK) return code;
        r->p.rest[r->p.out_count++] = tile; /* no tile twice, so there is room */
    } while (scan_char(&r->s, ','));
    return STATUS_OK;
}

/* The tiles not named are in the stack, nobody knows in which order. */
static status fill_stack(reader *r, error *e) {
    liniell_position *p = &r->p;
    for (uint8_t i = 0; i < r->tiles->count; i++)
        if (!r->named[i]) p->rest[p->out_count + p->stack_count++] = i;
    if (p->drawn == LINIELL_NONE && p->stack_count > 0)
        return FAIL(e, STATUS_INVALID, "draw=- says the game is over, but tile %02d is not placed",
                    r->tiles->tile[p->rest[p->out_count]].number);
    if (p->drawn == LINIELL_UNKNOWN && p->stack_count == 0)
        return FAIL(e, STATUS_INVALID, "draw=? but no tile is left to draw; write draw=-");
    return STATUS_OK;
}

status liniell_read_position(const liniell_tiles *tiles, const char *string, liniell_position *p,
                             error *e) {
    reader r = {.tiles = tiles, .s = scan_string(string)};
    status code = read_laid(&r, e);
    if (code == STATUS_OK) code = read_markers(&r, SIDE_A, e);
    if (code == STATUS_OK) code = read_markers(&r, SIDE_B, e);
    if (code == STATUS_OK) code = check_markers(&r, e);
    if (code == STATUS_OK) code = read_turn(&r, e);
    if (code == STATUS_OK && !scan_done(&r.s))
        code = FAIL(e, STATUS_INVALID, "'%.20s' is left over at the end", r.s.at);
    if (code == STATUS_OK) code = fill_stack(&r, e);
    if (code != STATUS_OK) return FAIL_WITHIN(e, code, "position");
    liniell_sort_markers(&r.p);
    *p = r.p;
    return STATUS_OK;
}

/* --- moves ----------------------------------------------------------------------------------- */

static status read_placement(const liniell_tiles *tiles, const liniell_position *p, scan *s,
                             liniell_move *move, error *e) {
    status code = read_cell(tiles, s, &move->cell, e);
    if (code != STATUS_OK) return code;
    if (!read_letter(s, liniell_rotation_letters, &move->rotation))
        return FAIL(e, STATUS_INVALID, "a rotation, n e s or w, must follow the cell");
    reader here = {.tiles = tiles, .p = *p};
    liniell_laid laid = {p->drawn, move->cell, move->rotation};
    return check_laid(&here, &laid, e);
}

/* The marker part: "+N" or "+N<d4N". */
static status read_action(scan *s, const liniell_tiles *tiles, liniell_move *move, error *e) {
    if (!scan_char(s, '+'))
        return FAIL(e, STATUS_INVALID, "only '+' and a side may follow the rotation, not '%.10s'",
                    s->at);
    if (!read_letter(s, liniell_side_letters, &move->side))
        return FAIL(e, STATUS_INVALID, "a side, N E S or W, must follow '+'");
    if (scan_done(s)) return STATUS_OK;
    if (!scan_char(s, '<'))
        return FAIL(e, STATUS_INVALID,
                    "only '<' and a marker's place may follow the side, "
                    "not '%.10s'",
                    s->at);
    status code = read_cell(tiles, s, &move->from.cell, e);
    if (code != STATUS_OK) return code;
    if (!read_letter(s, liniell_side_letters, &move->from.side))
        return FAIL(e, STATUS_INVALID, "a side, N E S or W, must follow the cell after '<'");
    if (!scan_done(s)) return FAIL(e, STATUS_INVALID, "'%.10s' is left over at the end", s->at);
    return STATUS_OK;
}

static bool same_move(const liniell_move *a, const liniell_move *b) {
    return a->cell == b->cell && a->rotation == b->rotation && a->side == b->side &&
           a->from.cell == b->from.cell && a->from.side == b->from.side;
}

/* Why this marker action, of a legal placement, is not among those there are. */
static status refuse(const liniell_tiles *tiles, const liniell_placed *placed,
                     const liniell_move *move, error *e) {
    const liniell_position *p = &placed->now;
    char mover = (char)('A' + p->to_move);
    if (move->side == LINIELL_NONE)
        return FAIL(e, STATUS_INVALID,
                    "the tile joins lines of both colours, so %c must take the "
                    "line over, with '+' and its side",
                    mover);
    /* The crossing whose line meets the side asked for. */
    liniell_lines lines;
    liniell_find_lines(tiles, p, &lines);
    const uint8_t *own = lines.line[p->laid_count - 1];
    const liniell_crossing *crossing = placed->crossings;
    while (own[crossing->side] != own[move->side]) crossing++;
    bool a = crossing->marker[SIDE_A] >= 0, b = crossing->marker[SIDE_B] >= 0;
    if (placed->take_over && !(a && b))
        return FAIL(e, STATUS_INVALID, "the marker action must take over the joined line");
    if (placed->take_over && move->from.cell != LINIELL_NONE)
        return FAIL(e, STATUS_INVALID, "a take-over is written without '<'");
    if (!placed->take_over && (a || b))
        return FAIL(e, STATUS_INVALID, "the line at side %c carries a marker of %c already",
                    liniell_side_letters[move->side], a ? 'A' : 'B');
    if (crossing->side != move->side)
        return FAIL(e, STATUS_INVALID, "that line is named by its first side, '+%c'",
                    liniell_side_letters[crossing->side]);
    if (move->from.cell == LINIELL_NONE)
        return FAIL(e, STATUS_INVALID,
                    "%c has no marker in the supply; say with '<' where it "
                    "comes from",
                    mover);
    char name[8];
    text t = text_fixed(name, sizeof name);
    liniell_write_spot(move->from, &t);
    return FAIL(e, STATUS_INVALID, "%c has no marker at %s", mover, name);
}

static status read_move(const liniell_tiles *tiles, const liniell_position *p, const char *string,
                        liniell_placed *placed, liniell_move *move, error *e) {
    *move = (liniell_move){LINIELL_NONE, 0, LINIELL_NONE, {LINIELL_NONE, LINIELL_NONE}};
    if (p->drawn == LINIELL_NONE) return FAIL(e, STATUS_INVALID, "the game is over");
    if (p->drawn == LINIELL_UNKNOWN)
        return FAIL(e, STATUS_INVALID, "the tile to place is not known (draw=?)");
    if (strcmp(string, "--") == 0)
        return liniell_must_pass(tiles, p)
                   ? STATUS_OK
                   : FAIL(e, STATUS_INVALID, "tile %02d can be placed, so it may not stay out",
                          tiles->tile[p->drawn].number);
    scan s = scan_string(string);
    status code = read_placement(tiles, p, &s, move, e);
    if (code == STATUS_OK && !scan_done(&s)) code = read_action(&s, tiles, move, e);
    if (code != STATUS_OK) return code;
    *placed = liniell_place(tiles, p, move->cell, move->rotation);
    if (!placed->legal)
        return FAIL(e, STATUS_INVALID,
                    "the tile would join two lines that carry markers of one "
                    "colour");
    liniell_move moves[LINIELL_SIDES * 2 + 1];
    size_t count = liniell_moves_after(placed, moves);
    for (size_t i = 0; i < count; i++)
        if (same_move(&moves[i], move)) return STATUS_OK;
    return refuse(tiles, placed, move, e);
}

status liniell_read_move(const liniell_tiles *tiles, const liniell_position *p, const char *string,
                         liniell_placed *placed, liniell_move *move, error *e) {
    liniell_placed laid;
    liniell_move read;
    status code = read_move(tiles, p, string, &laid, &read, e);
    if (code != STATUS_OK) return FAIL_WITHIN(e, code, "turn '%.40s'", string);
    if (read.cell != LINIELL_NONE) *placed = laid;
    *move = read;
    return STATUS_OK;
}

/* --- draws ----------------------------------------------------------------------------------- */

status liniell_arrange(const liniell_tiles *tiles, const char *draws, bool drawn_too,
                       liniell_position *p, error *e) {
    uint8_t listed[LINIELL_TILES_MAX];
    size_t count = 0;
    bool named[LINIELL_TILES_MAX] = {false};
    scan s = scan_string(draws);
    do {
        const char *at = s.at;
        uint8_t tile;
        if (!read_tile_number(tiles, &s, &tile))
            return FAIL(e, STATUS_INVALID,
                        "draws: '%.2s' is not a tile of the set; they are named by two digits, "
                        "joined by ','",
                        at);
        if (named[tile])
            return FAIL(e, STATUS_INVALID, "draws: tile %02d is named twice",
                        tiles->tile[tile].number);
        named[tile] = true;
        listed[count++] = tile;
    } while (scan_char(&s, ','));
    if (!scan_done(&s))
        return FAIL(e, STATUS_INVALID, "draws: ',' must stand before '%.20s'", s.at);
    liniell_stack_up(listed, count, drawn_too, p);
    return STATUS_OK;
}

size_t liniell_write_draws(const liniell_tiles *tiles, const liniell_position *p, size_t most,
                           text *out) {
    size_t count = 0;
    if (p->drawn < LINIELL_TILES_MAX && most > 0) {
        write_number(tiles, p->drawn, out);
        count++;
    }
    for (int i = 0; i < p->known && count < most; i++, count++) {
        if (count > 0) text_char(out, ',');
        write_number(tiles, p->rest[p->out_count + i], out);
    }
    return count;
}
