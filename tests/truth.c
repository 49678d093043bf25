/* SPDX-License-Identifier: MIT */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/rules/grid.h"
#include "liniell/rules/score.h"
#include "linja/game.h"
#include "linja/notation/notation.h"
#include "linja/rules/rules.h"

/* --- words ------------------------------------------------------------------------------------ */

static const char *word(const claim *c, int place) {
    return c->said->words.word[place];
}

static bool is_letter(const claim *c, int place, char letter) {
    return word(c, place)[0] == letter && !word(c, place)[1];
}

static bool is_number(const claim *c, int place, int number) {
    char written[16];
    text t = text_fixed(written, sizeof written);
    text_format(&t, "%d", number);
    return strcmp(word(c, place), written) == 0;
}

static bool is_other(const claim *c, int place) {
    return strcmp(word(c, place), c->other) == 0;
}

static int mover(const claim *c) {
    return c->variant.game->to_move(c->position);
}

static bool is_mover(const claim *c, int place) {
    return is_letter(c, place, (char)('A' + mover(c)));
}

static bool is_opponent(const claim *c, int place) {
    return is_letter(c, place, (char)('B' - mover(c)));
}

static bool is_only_turn(const claim *c) {
    game_turn turns[GAME_TURNS_MAX];
    return variant_turns(c->variant, c->position, turns) == 1;
}

static bool other_ends(const claim *c) {
    game_position after = *c->position;
    error e;
    ck_assert_int_eq(variant_play(c->variant, &after, c->other, &e), STATUS_OK);
    return variant_outcome(c->variant, &after).over;
}

/* --- Linja ------------------------------------------------------------------------------------ */

/* A turn made again, step by step. */
typedef struct made {
    linja_progress before[LINJA_STEPS_MAX + 1]; /* before each step, and in the end */
    linja_turn turn;
    linja_position after;
    int side;
} made;

static made make_again(const claim *c, const char *turn) {
    made m = {.side = mover(c)};
    linja_position p = linja_unwrap(c->position);
    linja_progress t;
    error e;
    ck_assert_int_eq(linja_read_turn(c->variant.rules, &p, turn, &t, &e), STATUS_OK);
    m.turn = t.made;
    m.after = linja_finish(&t);
    m.before[0] = linja_begin(c->variant.rules, &p);
    for (int i = 0; i < m.turn.count; i++) {
        m.before[i + 1] = m.before[i];
        linja_make(&m.before[i + 1], m.turn.steps[i]);
    }
    return m;
}

/* Rows as everybody calls them and as a side counts them are told apart by 'a' being A's first. */
static char row_letter(int side, int row) {
    return (char)('a' + (side == SIDE_A ? row : LINJA_ROWS - 1 - row));
}

/* Pawns of both sides on a row. */
static int pawns_on(const linja_position *p, int side, int row) {
    return p->pawns[side][row] + p->pawns[1 - side][LINJA_ROWS - 1 - row];
}

/* The sum of the rows of a side's pawns. */
static int ground(const linja_position *p, int side) {
    int rows = 0;
    for (int row = 0; row < LINJA_ROWS; row++) rows += row * p->pawns[side][row];
    return rows;
}

static int pawns_unpaid(const claim *c, const linja_position *p, int side) {
    const linja_rules *rules = c->variant.rules;
    int pawns = 0;
    for (int row = 0; row < LINJA_ROWS; row++)
        if (rules->points[row] <= 0) pawns += p->pawns[side][row];
    return pawns;
}

/* The longest follow-up that this side could make if it moved now. */
static int longest_follow_up(const claim *c, const linja_position *board, int side) {
    linja_position p = *board;
    p.to_move = (uint8_t)side;
    game_position wrapped = linja_wrap(&p);
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(c->variant, &wrapped, turns);
    int longest = 0;
    for (size_t i = 0; i < count; i++) {
        claim at = {.variant = c->variant, .position = &wrapped};
        made m = make_again(&at, turns[i].text);
        for (int k = 0; k < m.turn.count; k++) {
            const linja_step *step = &m.turn.steps[k];
            if (step->phase == LINJA_FOLLOW_UP && step->to - step->from > longest)
                longest = step->to - step->from;
        }
    }
    return longest;
}

static bool meets_crowd(const claim *c) {
    made m = make_again(c, c->turn);
    linja_position p = linja_unwrap(c->position);
    int to = m.turn.steps[0].to, met = pawns_on(&p, m.side, to);
    return met >= 2 && is_letter(c, 0, row_letter(m.side, to)) && is_number(c, 1, met);
}

static bool stands_before_goal(const claim *c) {
    made m = make_again(c, c->turn);
    linja_position p = linja_unwrap(c->position);
    return p.pawns[m.side][LINJA_GOAL - 1] > 0 &&
           is_letter(c, 0, row_letter(m.side, LINJA_GOAL - 1));
}

static bool stands_there(const claim *c) {
    made m = make_again(c, c->turn);
    linja_position p = linja_unwrap(c->position);
    int from = m.turn.steps[0].from;
    return is_mover(c, 0) && is_letter(c, 1, row_letter(m.side, from)) && p.pawns[m.side][from] > 0;
}

static bool nobody_can_move(const claim *c) {
    made m = make_again(c, c->turn);
    return m.turn.count == 0 && is_only_turn(c);
}

static bool earns_extra_turn(const claim *c) {
    made m = make_again(c, c->turn);
    for (int i = 0; i < m.turn.count; i++) {
        const linja_step *step = &m.turn.steps[i];
        if (step->phase == LINJA_FOLLOW_UP && is_letter(c, 0, row_letter(m.side, step->to)) &&
            pawns_on(&m.before[i].now, m.side, step->to) == 0 && m.before[i + 1].extra)
            return true;
    }
    return false;
}

/* A bonus step, with a pawn of this or the other side, after one that was right to the goal. */
static bool makes_bonus(const made *m, bool any, bool opposing) {
    for (int i = 1; i < m->turn.count; i++) {
        const linja_step *step = &m->turn.steps[i], *before = step - 1;
        bool arrives = before->to == LINJA_GOAL && !before->opposing &&
                       before->to - before->from == m->before[i - 1].reach;
        if (step->phase == LINJA_BONUS && arrives && (any || step->opposing == opposing))
            return true;
    }
    return false;
}

static bool earns_bonus(const claim *c) {
    made m = make_again(c, c->turn);
    return makes_bonus(&m, true, false);
}

static bool moves_theirs(const claim *c) {
    made m = make_again(c, c->turn);
    return is_opponent(c, 0) && makes_bonus(&m, false, true);
}

static bool uses_bonus(const claim *c) {
    made m = make_again(c, c->turn), x = make_again(c, c->other);
    return is_other(c, 0) && makes_bonus(&m, true, false) &&
           x.before[x.turn.count].next == LINJA_BONUS;
}

static bool runs_from_crowd(const claim *c) {
    made m = make_again(c, c->turn);
    for (int i = 1; i < m.turn.count; i++) {
        const linja_step *step = &m.turn.steps[i], *opening = step - 1;
        if (step->phase != LINJA_FOLLOW_UP || !is_number(c, 1, step->to - step->from)) continue;
        int met = pawns_on(&m.before[i - 1].now, m.side, opening->to);
        if (opening->phase == LINJA_OPENING && is_letter(c, 0, row_letter(m.side, opening->to)) &&
            met > 2 && met >= step->to - step->from)
            return true;
    }
    return false;
}

static bool runs_further(const claim *c) {
    made m = make_again(c, c->turn), x = make_again(c, c->other);
    linja_position p = linja_unwrap(c->position);
    int had = ground(&p, m.side), rows = ground(&m.after, m.side) - had;
    int other = ground(&x.after, m.side) - had;
    return rows > other && is_number(c, 0, rows) && is_other(c, 1) && is_number(c, 2, other);
}

enum { SHORT_ROWS = 3 };

static bool shortens_steps(const claim *c) {
    made m = make_again(c, c->turn);
    linja_position p = linja_unwrap(c->position);
    int was = longest_follow_up(c, &p, 1 - m.side), is = longest_follow_up(c, &m.after, 1 - m.side);
    return is < was && is <= SHORT_ROWS && is_opponent(c, 0) && is_number(c, 1, was) &&
           is_number(c, 2, is);
}

static bool leaves_shorter_steps(const claim *c) {
    made m = make_again(c, c->turn), x = make_again(c, c->other);
    int is = longest_follow_up(c, &m.after, 1 - m.side);
    int would = longest_follow_up(c, &x.after, 1 - m.side);
    return is < would && is_opponent(c, 0) && is_number(c, 1, is) && is_other(c, 2) &&
           is_number(c, 3, would);
}

static bool keeps_long_step(const claim *c) {
    made m = make_again(c, c->turn), x = make_again(c, c->other);
    int is = longest_follow_up(c, &m.after, m.side), would = longest_follow_up(c, &x.after, m.side);
    return is > would && is_number(c, 0, is) && is_other(c, 1) && is_number(c, 2, would);
}

static bool brings_up(const claim *c) {
    made m = make_again(c, c->turn), x = make_again(c, c->other);
    int is = pawns_unpaid(c, &m.after, m.side), would = pawns_unpaid(c, &x.after, m.side);
    return is < would && is_number(c, 0, is) && is_number(c, 1, would);
}

/* --- Liniell ---------------------------------------------------------------------------------- */

typedef struct laid {
    liniell_position before, after;
    liniell_placed placed;
    liniell_move move;
    int side;
} laid;

static laid lay_again(const claim *c, const char *turn) {
    laid l = {.before = liniell_unwrap(c->position), .side = mover(c)};
    error e;
    ck_assert_int_eq(liniell_read_move(c->variant.rules, &l.before, turn, &l.placed, &l.move, &e),
                     STATUS_OK);
    l.after =
        l.move.cell == LINIELL_NONE ? liniell_pass(&l.before) : liniell_finish(&l.placed, &l.move);
    return l;
}

static bool is_cell(const claim *c, uint8_t cell) {
    char written[8];
    text t = text_fixed(written, sizeof written);
    liniell_write_cell(cell, &t);
    return strcmp(word(c, 0), written) == 0;
}

static int in_hand(const liniell_position *p, int side) {
    return (p->markers[side][0].cell == LINIELL_NONE) + (p->markers[side][1].cell == LINIELL_NONE);
}

/* Lines of a side with a rhomb at both ends, every path being walked. */
static int enclosed(const claim *c, const liniell_position *p, int side) {
    int lines = 0;
    for (int m = 0; m < 2; m++) {
        liniell_route route;
        if (p->markers[side][m].cell == LINIELL_NONE) continue;
        liniell_best_route(c->variant.rules, p, p->markers[side][m], &route);
        lines += route.enclosed;
    }
    return lines;
}

/* Ends of a side's lines beside empty cells on which a tile may lie: found from its markers. */
static int open_ends(const claim *c, const liniell_position *p, int side) {
    liniell_lines lines;
    int ends = 0;
    liniell_find_lines(c->variant.rules, p, &lines);
    for (int m = 0; m < 2; m++) {
        liniell_spot spot = p->markers[side][m];
        if (spot.cell == LINIELL_NONE) continue;
        for (int i = 0; i < p->laid_count; i++)
            for (int edge = 0; edge < LINIELL_SIDES; edge++) {
                uint8_t next = liniell_neighbour(p->laid[i].cell, edge);
                ends += lines.line[i][edge] == liniell_line_at(&lines, spot) &&
                        next != LINIELL_NONE && !lines.at[next] &&
                        liniell_fits(c->variant.rules, p, next);
            }
    }
    return ends;
}

/* Who holds the line that comes to the new tile from the one on {0}: a side, -1: nobody; -2: there
 * is no such tile beside it. */
static int holder_beside(const claim *c, const laid *l) {
    liniell_lines lines;
    liniell_find_lines(c->variant.rules, &l->before, &lines);
    for (int edge = 0; edge < LINIELL_SIDES; edge++) {
        uint8_t next = liniell_neighbour(l->move.cell, edge);
        if (next == LINIELL_NONE || !lines.at[next] || !is_cell(c, next)) continue;
        uint8_t line = lines.line[lines.at[next] - 1][(edge + 2) % LINIELL_SIDES];
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int m = 0; m < 2; m++) {
                liniell_spot spot = l->before.markers[side][m];
                if (spot.cell != LINIELL_NONE && liniell_line_at(&lines, spot) == line) return side;
            }
        return -1;
    }
    return -2;
}

/* Two lines were marked by two sides and are one now, which is the mover's. */
static bool takes_line_over(const claim *c) {
    laid l = lay_again(c, c->turn);
    liniell_lines lines;
    liniell_find_lines(c->variant.rules, &l.after, &lines);
    int joined[2] = {0, 0}; /* markers of before on the line that has the new one */
    liniell_spot spot = {l.move.cell, l.move.side};
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int m = 0; m < 2; m++) {
            liniell_spot was = l.before.markers[side][m];
            joined[side] += was.cell != LINIELL_NONE &&
                            liniell_line_at(&lines, was) == liniell_line_at(&lines, spot);
        }
    return joined[SIDE_A] == 1 && joined[SIDE_B] == 1 &&
           in_hand(&l.after, 1 - l.side) > in_hand(&l.before, 1 - l.side);
}

/* A marker from the supply stands on a line on which there was none. */
static bool claims_free_line(const claim *c) {
    laid l = lay_again(c, c->turn);
    liniell_lines lines;
    liniell_find_lines(c->variant.rules, &l.after, &lines);
    liniell_spot spot = {l.move.cell, l.move.side};
    if (l.move.side == LINIELL_NONE || in_hand(&l.after, l.side) >= in_hand(&l.before, l.side))
        return false;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int m = 0; m < 2; m++) {
            liniell_spot was = l.before.markers[side][m];
            if (was.cell != LINIELL_NONE &&
                liniell_line_at(&lines, was) == liniell_line_at(&lines, spot))
                return false;
        }
    return true;
}

static bool is_first(const claim *c) {
    laid l = lay_again(c, c->turn);
    return l.before.laid_count == 0 && is_cell(c, l.move.cell);
}

static bool joins_beside(const claim *c) {
    laid l = lay_again(c, c->turn);
    return l.placed.take_over && holder_beside(c, &l) >= 0;
}

static bool own_beside(const claim *c) {
    laid l = lay_again(c, c->turn);
    return holder_beside(c, &l) == l.side && is_mover(c, 1);
}

static bool theirs_beside(const claim *c) {
    laid l = lay_again(c, c->turn);
    return holder_beside(c, &l) == 1 - l.side && is_opponent(c, 1);
}

static bool free_beside(const claim *c) {
    laid l = lay_again(c, c->turn);
    return holder_beside(c, &l) == -1;
}

static bool tile_beside(const claim *c) {
    laid l = lay_again(c, c->turn);
    return holder_beside(c, &l) > -2;
}

static bool stays_out(const claim *c) {
    laid l = lay_again(c, c->turn);
    return l.move.cell == LINIELL_NONE && is_only_turn(c);
}

static bool encloses(const claim *c) {
    laid l = lay_again(c, c->turn);
    return is_mover(c, 0) && enclosed(c, &l.after, l.side) > enclosed(c, &l.before, l.side);
}

static bool keeps_marker(const claim *c) {
    laid l = lay_again(c, c->turn), x = lay_again(c, c->other);
    int had = in_hand(&l.before, l.side);
    return is_other(c, 0) && in_hand(&l.after, l.side) >= had && in_hand(&x.after, l.side) < had;
}

static bool uses_marker(const claim *c) {
    laid l = lay_again(c, c->turn), x = lay_again(c, c->other);
    int had = in_hand(&l.before, l.side);
    return is_other(c, 0) && in_hand(&l.after, l.side) < had && in_hand(&x.after, l.side) >= had;
}

static bool leaves_open(const claim *c) {
    laid l = lay_again(c, c->turn), x = lay_again(c, c->other);
    int is = open_ends(c, &l.after, l.side), would = open_ends(c, &x.after, l.side);
    return is > would && is_number(c, 0, is) && is_other(c, 1) && is_number(c, 2, would);
}

static bool shuts_in(const claim *c) {
    laid l = lay_again(c, c->turn), x = lay_again(c, c->other);
    int is = open_ends(c, &l.after, 1 - l.side), would = open_ends(c, &x.after, 1 - l.side);
    return is < would && is_opponent(c, 0) && is_number(c, 1, is) && is_other(c, 2) &&
           is_number(c, 3, would);
}

/* The tiles that may be drawn after a turn with which the opponent can take a line over. */
static int tiles_to_take_over(const claim *c, const char *turn) {
    game_position then = *c->position, drawn;
    error e;
    bool came;
    int tiles = 0;
    ck_assert_int_eq(variant_play(c->variant, &then, turn, &e), STATUS_OK);
    for (size_t i = 0; c->variant.game->chance->redraw(c->variant.rules, &then, i, &drawn, &came);
         i++) {
        liniell_position p = liniell_unwrap(&drawn);
        static liniell_move moves[LINIELL_TURNS_MAX];
        size_t count = liniell_moves(c->variant.rules, &p, moves);
        for (size_t k = 0; k < count; k++) {
            if (moves[k].cell == LINIELL_NONE ||
                !liniell_place(c->variant.rules, &p, moves[k].cell, moves[k].rotation).take_over)
                continue;
            tiles++;
            break;
        }
    }
    return tiles;
}

static bool lets_take_over(const claim *c) {
    int is = tiles_to_take_over(c, c->turn), would = tiles_to_take_over(c, c->other);
    return is > would && is_opponent(c, 0) && is_number(c, 1, is) && is_other(c, 2) &&
           is_number(c, 3, would);
}

/* --- all of them ------------------------------------------------------------------------------ */

static const struct {
    const char *pattern;
    bool (*holds)(const claim *c);
} claims[] = {
    {"Look at row {0}: a step there meets a crowd of {1}.", meets_crowd},
    {"Look at row {0}: a pawn there is one step from its goal.", stands_before_goal},
    {"Look at the pawns of {0} on row {1}.", stands_there},
    {"No pawn can make an opening move.", nobody_can_move},
    {"There is no other turn.", is_only_turn},
    {"It plays on, while {0} would end the game with a margin of {1}.", other_ends},
    {"It ends the game with a margin of {0}, not {1}.", other_ends},
    {"Its follow-up lands on the empty row {0} and earns an extra turn.", earns_extra_turn},
    {"It reaches the goal with the exact number of rows and earns a bonus.", earns_bonus},
    {"It reaches the goal exactly, and its bonus moves a pawn of {0}.", moves_theirs},
    {"It makes use of the bonus that {0} leaves out.", uses_bonus},
    {"It steps into the crowd on row {0}, so the follow-up runs far: {1} rows.", runs_from_crowd},
    {"It runs further: its pawns gain {0} row in all, those of {1} only {2}.", runs_further},
    {"It runs further: its pawns gain {0} rows in all, those of {1} only {2}.", runs_further},
    {"It leaves {0} short steps: the longest follow-up shrinks from {1} to {2}.", shortens_steps},
    {"It leaves {0} shorter steps: the longest follow-up is {1}, after {2} it is {3}.",
     leaves_shorter_steps},
    {"It keeps a long step ready: the next follow-up can be {0}, after {1} only {2}.",
     keeps_long_step},
    {"It brings up the pawns behind: {0} is still on a row that pays nothing, not {1}.", brings_up},
    {"It brings up the pawns behind: {0} are still on rows that pay nothing, not {1}.", brings_up},
    {"The first tile lies on {0}: look at how to turn it, and whether to mark it.", is_first},
    {"Look at the tile on {0}: lines of both colours can be joined there.", joins_beside},
    {"Look at the tile on {0}: the line of {1} there can go on.", own_beside},
    {"Look at the tile on {0}: the line of {1} there can be changed.", theirs_beside},
    {"Look at the tile on {0}: a line there is still free.", free_beside},
    {"Look at the tile on {0}: the new one fits beside it.", tile_beside},
    {"The tile cannot be placed anywhere.", stays_out},
    {"It takes a line over from {0}, whose points drop from {1} to {2}.", takes_line_over},
    {"It claims a free line: the lines of {0} are now worth {1}, up from {2}.", claims_free_line},
    {"It gives a line of {0} a rhomb at both ends.", encloses},
    {"It keeps a marker in hand for a better line; {0} would use it now.", keeps_marker},
    {"It puts a marker to work that {0} would leave in hand.", uses_marker},
    {"It leaves its own lines more room to grow: open ends {0}, with {1} only {2}.", leaves_open},
    {"It leaves {0} less room to grow: open ends {1}, after {2} they are {3}.", shuts_in},
    {"It lets {0} take a line over with {1} of the tiles left, after {2} with {3}.",
     lets_take_over},
};

enum { CLAIMS = sizeof claims / sizeof *claims };

static void tell_false(const claim *c) {
    char position[GAME_POSITION_TEXT], sentence[COACH_TEXT];
    text p = text_fixed(position, sizeof position), s = text_fixed(sentence, sizeof sentence);
    variant_write_position(c->variant, c->position, &p);
    coach_say(c->said, &s);
    ck_abort_msg("false of %s, not %s, in %s under %s: %s", c->turn, c->other ? c->other : "others",
                 position, c->variant.name ? c->variant.name : "tiles of one's own", sentence);
}

int truth_check(const claim *c) {
    for (int i = 0; i < CLAIMS; i++) {
        if (strcmp(claims[i].pattern, c->said->pattern) != 0) continue;
        if (!claims[i].holds(c)) tell_false(c);
        return i;
    }
    return -1;
}

const char *truth_pattern(int number) {
    return number < CLAIMS ? claims[number].pattern : NULL;
}
