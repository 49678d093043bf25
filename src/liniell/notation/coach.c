/* SPDX-License-Identifier: MIT
 *
 * What a turn of Liniell does, counted on the table: what each side's lines are worth before and
 * after, take-overs, markers, and where lines can still grow. Two turns are told apart by the
 * difference that weighs most, in about points; the weights only choose which true sentence is
 * said. What will be drawn is not looked at. */
#include "liniell/notation/coach.h"

#include <assert.h>

#include "liniell/notation/notation.h"
#include "liniell/rules/fast.h"
#include "liniell/rules/routes.h"

typedef enum saying {
    WHERE_FIRST,
    WHERE_JOIN,
    WHERE_OWN,
    WHERE_OTHER,
    WHERE_FREE,
    WHERE_BESIDE,
    WHERE_PASS,
    PASSES,
    ENDS_AHEAD,
    ENDS_BETTER,
    TAKES_OVER,
    AVOIDS_LOSS,
    CLAIMS,
    GROWS,
    GROWS_MORE,
    ENCLOSES,
    BLUE,
    SPOILS,
    SPOILS_MORE,
    KEEPS_MARKER,
    USES_MARKER,
    STAYS_OPEN,
    SHUTS_IN,
    QUIET,
    QUIET_BETTER,
    ALLOWS,
    SAYINGS,
} saying;

/* {0} to {3} are numbers, cells, sides or turns. */
static const char *const patterns[SAYINGS + 1] = {
    [WHERE_FIRST] =
        N_("The first tile lies on {0}: look at how to turn it, and whether to mark it."),
    [WHERE_JOIN] = N_("Look at the tile on {0}: lines of both colours can be joined there."),
    [WHERE_OWN] = N_("Look at the tile on {0}: the line of {1} there can go on."),
    [WHERE_OTHER] = N_("Look at the tile on {0}: the line of {1} there can be changed."),
    [WHERE_FREE] = N_("Look at the tile on {0}: a line there is still free."),
    [WHERE_BESIDE] = N_("Look at the tile on {0}: the new one fits beside it."),
    [WHERE_PASS] = N_("The tile cannot be placed anywhere."),
    [PASSES] = N_("There is no other turn."),
    [ENDS_AHEAD] = N_("It is the last tile, and {0} ends ahead, {1} to {2}."),
    [ENDS_BETTER] = N_("It is the last tile: the lines end with a margin of {0}, with {1} of {2}."),
    [TAKES_OVER] = N_("It takes a line over from {0}, whose points drop from {1} to {2}."),
    [AVOIDS_LOSS] = N_("It does not weaken its own lines: they are worth {0}, with {1} only {2}."),
    [CLAIMS] = N_("It claims a free line: the lines of {0} are now worth {1}, up from {2}."),
    [GROWS] = N_("It makes the lines of {0} worth more: {1}, up from {2}."),
    [GROWS_MORE] = N_("It makes its own lines worth more: {0}, with {1} only {2}."),
    [ENCLOSES] = N_("It gives a line of {0} a rhomb at both ends."),
    [BLUE] = N_("It brings in a blue rhomb: {0} for {1} now, up from {2}."),
    [SPOILS] = N_("It makes the lines of {0} worth less: {1}, down from {2}."),
    [SPOILS_MORE] =
        N_("It leaves {0} less: the lines there are worth {1}, after {2} they are worth {3}."),
    [KEEPS_MARKER] = N_("It keeps a marker in hand for a better line; {0} would use it now."),
    [USES_MARKER] = N_("It puts a marker to work that {0} would leave in hand."),
    [STAYS_OPEN] =
        N_("It leaves its own lines more room to grow: open ends {0}, with {1} only {2}."),
    [SHUTS_IN] = N_("It leaves {0} less room to grow: open ends {1}, after {2} they are {3}."),
    [QUIET] = N_("It changes little at once; what it is worth shows some turns later."),
    [QUIET_BETTER] = N_("It looks much like {0} at once; the difference shows some turns later."),
    [ALLOWS] = N_("It lets {0} take a line over with {1} of the tiles left, after {2} with {3}."),
};

/* One side's lines. */
typedef struct holding {
    int points;
    int blue;
    int enclosed; /* lines with a rhomb at both ends */
    int in_hand;  /* markers */
    int open;     /* line ends at which a tile can still be laid */
} holding;

typedef struct look {
    liniell_placed placed;
    liniell_move move;
    int side;
    bool passes;
    bool over;
    holding before[2], after[2];
} look;

/* The open ends of the lines that a side has marked. */
static int open_ends(const liniell_tiles *tiles, const liniell_position *p, int side) {
    liniell_lines lines;
    liniell_find_lines(tiles, p, &lines);
    int count = 0;
    for (int i = 0; i < p->laid_count; i++)
        for (int edge = 0; edge < LINIELL_SIDES; edge++) {
            bool own = liniell_owner_of(p, &lines, i, edge) == side;
            uint8_t next = liniell_neighbour(p->laid[i].cell, edge);
            if (own && next != LINIELL_NONE && !lines.at[next] && liniell_fits(tiles, p, next))
                count++;
        }
    return count;
}

static holding holding_of(const liniell_tiles *tiles, const liniell_position *p, int side) {
    holding h = {.open = open_ends(tiles, p, side)};
    for (int m = 0; m < 2; m++) {
        if (p->markers[side][m].cell == LINIELL_NONE) {
            h.in_hand++;
            continue;
        }
        liniell_route route;
        liniell_route_fast(tiles, p, p->markers[side][m], &route);
        h.points += liniell_points(&route);
        h.blue += route.blue;
        h.enclosed += route.enclosed;
    }
    return h;
}

static look look_at(const liniell_tiles *tiles, const liniell_position *p, const char *turn) {
    look l = {.side = p->to_move};
    error e;
    status code = liniell_read_move(tiles, p, turn, &l.placed, &l.move, &e);
    assert(code == STATUS_OK);
    (void)code;
    l.passes = l.move.cell == LINIELL_NONE;
    liniell_position after = l.passes ? liniell_pass(p) : liniell_finish(&l.placed, &l.move);
    l.over = liniell_over(&after);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        l.before[side] = holding_of(tiles, p, side);
        l.after[side] = holding_of(tiles, &after, side);
    }
    return l;
}

static bool takes_over(const look *l) {
    return !l->passes && l->placed.take_over;
}

static bool claims(const look *l) {
    return !l->passes && l->move.side != LINIELL_NONE && !l->placed.take_over;
}

/* --- the sentence that weighs most ------------------------------------------------------------ */

static void say_take_over(const look *l, coach_choice *best) {
    int other = 1 - l->side;
    int loss = l->before[other].points - l->after[other].points;
    if (!takes_over(l) || loss <= 0 || !coach_weighs_more(best, TAKES_OVER, 3 + loss)) return;
    coach_letter(&best->words, 0, (char)('A' + other));
    coach_number(&best->words, 1, l->before[other].points);
    coach_number(&best->words, 2, l->after[other].points);
}

static void say_end_ahead(const look *l, coach_choice *best) {
    const holding *own = &l->after[l->side], *theirs = &l->after[1 - l->side];
    if (!l->over || own->points <= theirs->points || !coach_weighs_more(best, ENDS_AHEAD, 100))
        return;
    coach_letter(&best->words, 0, (char)('A' + l->side));
    coach_number(&best->words, 1, own->points);
    coach_number(&best->words, 2, theirs->points);
}

static void praise(const look *l, coach_choice *best) {
    coach_words *w = &best->words;
    int other = 1 - l->side;
    const holding *own = &l->after[l->side], *theirs = &l->after[other];
    const holding *had = &l->before[l->side], *they_had = &l->before[other];
    char me = (char)('A' + l->side), them = (char)('A' + other);
    say_end_ahead(l, best);
    say_take_over(l, best);
    if (coach_weighs_more(best, claims(l) && own->in_hand < had->in_hand ? CLAIMS : GROWS,
                          own->points - had->points)) {
        coach_letter(w, 0, me);
        coach_number(w, 1, own->points);
        coach_number(w, 2, had->points);
    }
    if (own->enclosed > had->enclosed &&
        coach_weighs_more(best, ENCLOSES, 0.5 + own->points - had->points))
        coach_letter(w, 0, me);
    if (coach_weighs_more(best, BLUE, own->blue - had->blue)) {
        coach_number(w, 0, own->blue);
        coach_letter(w, 1, me);
        coach_number(w, 2, had->blue);
    }
    if (coach_weighs_more(best, SPOILS, they_had->points - theirs->points)) {
        coach_letter(w, 0, them);
        coach_number(w, 1, theirs->points);
        coach_number(w, 2, they_had->points);
    }
}

static void compare_room(const look *l, const look *x, const char *instead, coach_choice *best) {
    coach_words *w = &best->words;
    int other = 1 - l->side;
    const holding *own = &l->after[l->side], *theirs = &l->after[other];
    const holding *own_x = &x->after[l->side], *theirs_x = &x->after[other];
    /* A take-over brings a marker home: more in hand need not be one kept, nor less one used. */
    int had = l->before[l->side].in_hand;
    bool uses = own->in_hand < had, uses_x = own_x->in_hand < had;
    if (!uses && uses_x && coach_weighs_more(best, KEEPS_MARKER, 1.6)) coach_string(w, 0, instead);
    if (uses && !uses_x && coach_weighs_more(best, USES_MARKER, 0.4)) coach_string(w, 0, instead);
    coach_compare(best, STAYS_OPEN, 0.45 * (own->open - own_x->open), own->open, instead,
                  own_x->open);
    coach_compare_for(best, SHUTS_IN, 0.45 * (theirs_x->open - theirs->open), (char)('A' + other),
                      theirs->open, instead, theirs_x->open);
}

static void compare(const look *l, const look *x, const char *instead, coach_choice *best) {
    coach_words *w = &best->words;
    int other = 1 - l->side;
    const holding *own = &l->after[l->side], *theirs = &l->after[other];
    const holding *own_x = &x->after[l->side], *theirs_x = &x->after[other];
    int margin = own->points - theirs->points, margin_x = own_x->points - theirs_x->points;
    if (l->over && margin > margin_x)
        coach_compare(best, ENDS_BETTER, 100, margin, instead, margin_x);
    if (!takes_over(x)) say_take_over(l, best);
    bool breaks = own_x->points < x->before[l->side].points;
    bool holds = own->points >= l->before[l->side].points;
    coach_compare(best, breaks && holds ? AVOIDS_LOSS : GROWS_MORE, own->points - own_x->points,
                  own->points, instead, own_x->points);
    coach_compare_for(best, SPOILS_MORE, theirs_x->points - theirs->points, (char)('A' + other),
                      theirs->points, instead, theirs_x->points);
    if (own->enclosed > own_x->enclosed && own->enclosed > l->before[l->side].enclosed &&
        coach_weighs_more(best, ENCLOSES, 0.7))
        coach_letter(w, 0, (char)('A' + l->side));
    if (!l->over) compare_room(l, x, instead, best);
}

static bool why(const void *rules, const game_position *position, const char *turn,
                const char *instead, coach_sentence *said) {
    liniell_position p = liniell_unwrap(position);
    look l = look_at(rules, &p, turn);
    coach_choice best = {.saying = COACH_NOTHING};
    if (l.passes) {
        best.saying = PASSES;
    } else if (instead) {
        look x = look_at(rules, &p, instead);
        compare(&l, &x, instead, &best);
    } else {
        praise(&l, &best);
    }
    return coach_conclude(&best, patterns, instead ? QUIET_BETTER : QUIET, instead, said);
}

/* --- what is allowed -------------------------------------------------------------------------- */

static bool has_take_over(const liniell_board *b, uint8_t tile) {
    liniell_fast_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_fast_moves(b, tile, moves);
    for (size_t i = 0; i < count; i++)
        if (moves[i].loser != LINIELL_NONE) return true;
    return false;
}

/* With how many of the tiles that may be drawn after a turn a line is taken over by the other. */
static int take_overs_after(const liniell_tiles *tiles, const liniell_position *p,
                            const char *turn) {
    look l = look_at(tiles, p, turn);
    liniell_position after = l.passes ? liniell_pass(p) : liniell_finish(&l.placed, &l.move);
    if (l.over) return 0;
    liniell_board b;
    liniell_board_set(tiles, &after, &b);
    int count = after.drawn < LINIELL_TILES_MAX && has_take_over(&b, after.drawn);
    for (int i = 0; i < after.stack_count; i++)
        count += has_take_over(&b, after.rest[after.out_count + i]);
    return count;
}

static bool allows(const void *rules, const game_position *position, const char *turn,
                   const char *instead, coach_sentence *said) {
    liniell_position p = liniell_unwrap(position);
    coach_choice best = {.saying = COACH_NOTHING};
    int is = take_overs_after(rules, &p, turn), would = take_overs_after(rules, &p, instead);
    coach_compare_for(&best, ALLOWS, is - would, (char)('B' - p.to_move), is, instead, would);
    return coach_conclude(&best, patterns, QUIET, NULL, said);
}

/* --- where to look ---------------------------------------------------------------------------- */

/* A tile beside the new one, by whose line meets it there: best one of the mover's, then one of
 * the opponent's, then a free one. */
static saying find_beside(const liniell_tiles *tiles, const liniell_position *p, const look *l,
                          uint8_t *cell, int *owner) {
    liniell_lines lines;
    liniell_find_lines(tiles, p, &lines);
    saying best = SAYINGS;
    for (int side = 0; side < LINIELL_SIDES; side++) {
        uint8_t next = liniell_neighbour(l->move.cell, side);
        if (next == LINIELL_NONE || !lines.at[next]) continue;
        int holder = liniell_owner_of(p, &lines, lines.at[next] - 1, (side + 2) % LINIELL_SIDES);
        saying s = holder == l->side ? WHERE_OWN
                   : holder >= 0     ? WHERE_OTHER
                   : claims(l)       ? WHERE_FREE
                                     : WHERE_BESIDE;
        if (s >= best) continue; /* sayings stand in the order of their worth */
        best = s;
        *cell = next;
        *owner = holder;
    }
    return takes_over(l) ? WHERE_JOIN : best;
}

static coach_sentence where(const void *rules, const game_position *position, const char *turn) {
    liniell_position p = liniell_unwrap(position);
    look l = look_at(rules, &p, turn);
    coach_words words = {0};
    saying s = WHERE_PASS;
    uint8_t cell = l.move.cell;
    int owner = -1;
    if (!l.passes) s = p.laid_count == 0 ? WHERE_FIRST : find_beside(rules, &p, &l, &cell, &owner);
    if (!l.passes) {
        text name = text_fixed(words.word[0], sizeof words.word[0]);
        liniell_write_cell(cell, &name);
    }
    coach_letter(&words, 1, (char)('A' + (owner < 0 ? 0 : owner)));
    return (coach_sentence){patterns[s], words, NULL};
}

/* --- themes ----------------------------------------------------------------------------------- */

enum { TAKE_OVER, CLAIM, MOVE_MARKER, GROWTH, ENCLOSURE, BLUE_RHOMB, SPOIL, LAST_TILE, THEMES };

static const char *const themes[THEMES + 1] = {
    [TAKE_OVER] = "take-over", [CLAIM] = "claim", /* a marker from the supply */
    [MOVE_MARKER] = "marker",                     /* a marker from another line */
    [GROWTH] = "growth",                          /* own lines worth more, without a new marker */
    [ENCLOSURE] = "enclosure", [BLUE_RHOMB] = "blue",
    [SPOIL] = "spoil", /* the opponent's lines worth less */
    [LAST_TILE] = "last-tile",
};

static unsigned theme_bits(const void *rules, const game_position *position, const char *turn) {
    liniell_position p = liniell_unwrap(position);
    look l = look_at(rules, &p, turn);
    const holding *own = &l.after[l.side], *had = &l.before[l.side];
    bool moved = claims(&l) && l.move.from.cell != LINIELL_NONE;
    unsigned bits = 0;
    if (takes_over(&l)) bits |= 1u << TAKE_OVER;
    if (claims(&l) && !moved) bits |= 1u << CLAIM;
    if (moved) bits |= 1u << MOVE_MARKER;
    if (own->points > had->points && !claims(&l) && !takes_over(&l)) bits |= 1u << GROWTH;
    if (own->enclosed > had->enclosed) bits |= 1u << ENCLOSURE;
    if (own->blue > had->blue) bits |= 1u << BLUE_RHOMB;
    if (l.after[1 - l.side].points < l.before[1 - l.side].points) bits |= 1u << SPOIL;
    if (l.over) bits |= 1u << LAST_TILE;
    return bits;
}

const game_coach liniell_coach = {
    .measure = COACH_CHANCE,
    .nodes = 10000,
    .late = 4,
    .patterns = patterns,
    .themes = themes,
    .where = where,
    .why = why,
    .allows = allows,
    .theme_bits = theme_bits,
};
