/* SPDX-License-Identifier: MIT
 *
 * Liniell, put together from its rooms: the descriptor at the end of this file. A rule set is a
 * tile set. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "liniell/game.h"
#include "liniell/notation/coach.h"
#include "liniell/notation/notation.h"
#include "liniell/notation/picture.h"
#include "liniell/rules/routes.h"
#include "liniell/rules/stack.h"
#include "liniell/search/search.h"

static const char standard[] = "standard";

static const char *rule_set(size_t index) {
    return index == 0 ? standard : NULL;
}

static const void *find_rules(const char *name) {
    return strcmp(name, standard) == 0 ? &liniell_standard : NULL;
}

static status read_rules(const char *string, void *rules, error *e) {
    return liniell_read_tiles(string, rules, e);
}

static void write_rules(const void *rules, const char *separator, text *out) {
    liniell_write_tiles(rules, separator, out);
}

static void start(const void *rules, game_position *position) {
    liniell_position p;
    liniell_start(rules, &p);
    *position = liniell_wrap(&p);
}

static int to_move(const game_position *position) {
    return liniell_unwrap(position).to_move;
}

static bool is_over(const game_position *position) {
    liniell_position p = liniell_unwrap(position);
    return liniell_over(&p);
}

static game_outcome outcome(const void *rules, const game_position *position) {
    liniell_position p = liniell_unwrap(position);
    liniell_score score = liniell_score_fast(rules, &p);
    game_outcome result = {.over = liniell_over(&p)};
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        result.points[side] = score.points[side];
        result.tie_breaks[side] = score.blue[side];
    }
    result.leader = liniell_leader(score.points[SIDE_A] - score.points[SIDE_B],
                                   score.blue[SIDE_A] - score.blue[SIDE_B]);
    return result;
}

static int compare_turns(const void *a, const void *b) {
    return strcmp(((const game_turn *)a)->text, ((const game_turn *)b)->text);
}

static void write_turn(const liniell_move *move, game_turn *out) {
    text t = text_fixed(out->text, sizeof out->text);
    liniell_write_move(move, &t);
    assert(!t.failed);
}

static size_t turns(const void *rules, const game_position *position, game_turn *out) {
    liniell_position p = liniell_unwrap(position);
    liniell_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves(rules, &p, moves);
    for (size_t i = 0; i < count; i++) write_turn(&moves[i], &out[i]);
    qsort(out, count, sizeof *out, compare_turns);
    return count;
}

/* What the players see: not the order of the stack. */
static game_position seen(const liniell_position *p) {
    liniell_position open = *p;
    liniell_hide(&open);
    return liniell_wrap(&open);
}

/* The first step of a turn is laying the tile. */
static status first_steps(const liniell_tiles *tiles, const liniell_position *p, game_steps *out,
                          error *e) {
    if (p->drawn >= LINIELL_TILES_MAX)
        return FAIL(e, STATUS_INVALID, "%s",
                    liniell_over(p) ? "the game is over"
                                    : "the tile to place is not known (draw=?)");
    liniell_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves(tiles, p, moves);
    *out = (game_steps){.shown = seen(p), .phase = N_("tile")};
    for (size_t i = 0; i < count; i++) {
        liniell_move laid = moves[i];
        laid.side = laid.from.cell = laid.from.side = LINIELL_NONE;
        bool again = i > 0 && moves[i - 1].cell == laid.cell &&
                     moves[i - 1].rotation == laid.rotation; /* they come placement by placement */
        if (again) continue;
        assert(out->count < GAME_STEPS_MAX);
        write_turn(&laid, &out->longer[out->count++]);
    }
    return STATUS_OK;
}

/* The second step is the marker action. */
static void marker_steps(const liniell_placed *placed, game_steps *out) {
    liniell_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves_after(placed, moves);
    *out = (game_steps){.shown = seen(&placed->now)};
    for (size_t i = 0; i < count; i++) {
        if (moves[i].side == LINIELL_NONE)
            out->whole = true;
        else
            write_turn(&moves[i], &out->longer[out->count++]);
    }
    out->phase = out->count == 0 ? "" : placed->take_over ? N_("take-over") : N_("marker");
}

/* Whether the text is just the first step, with a take-over still to come. */
static bool is_placement(const liniell_tiles *tiles, const liniell_position *p, const char *part,
                         liniell_placed *placed) {
    game_turn text_of;
    liniell_move moves[LINIELL_TURNS_MAX];
    size_t count = liniell_moves(tiles, p, moves);
    for (size_t i = 0; i < count; i++) {
        liniell_move laid = moves[i];
        laid.side = laid.from.cell = laid.from.side = LINIELL_NONE;
        write_turn(&laid, &text_of);
        if (laid.cell == LINIELL_NONE || strcmp(text_of.text, part) != 0) continue;
        *placed = liniell_place(tiles, p, laid.cell, laid.rotation);
        return true;
    }
    return false;
}

static status steps(const void *rules, const game_position *position, const char *part,
                    game_steps *out, error *e) {
    liniell_position p = liniell_unwrap(position);
    liniell_placed placed;
    liniell_move move;
    status code = STATUS_OK;
    if (!*part) {
        code = first_steps(rules, &p, out, e);
    } else if (p.drawn < LINIELL_TILES_MAX && is_placement(rules, &p, part, &placed)) {
        marker_steps(&placed, out);
    } else {
        code = liniell_read_move(rules, &p, part, &placed, &move, e);
        if (code != STATUS_OK) return code;
        liniell_position shown = move.cell == LINIELL_NONE ? p : liniell_mark(&placed, &move);
        *out = (game_steps){.shown = seen(&shown), .whole = true, .phase = ""};
    }
    if (code == STATUS_OK) qsort(out->longer, out->count, sizeof *out->longer, compare_turns);
    return code;
}

static liniell_position after(const liniell_position *p, const liniell_placed *placed,
                              const liniell_move *move) {
    return move->cell == LINIELL_NONE ? liniell_pass(p) : liniell_finish(placed, move);
}

static status play(const void *rules, game_position *position, const char *turn, error *e) {
    liniell_position p = liniell_unwrap(position);
    liniell_placed placed;
    liniell_move move;
    status code = liniell_read_move(rules, &p, turn, &placed, &move, e);
    if (code != STATUS_OK) return code;
    p = after(&p, &placed, &move);
    *position = liniell_wrap(&p);
    return STATUS_OK;
}

static void shuffle(const void *rules, rng *random, bool drawn_too, game_position *position) {
    liniell_position p = liniell_unwrap(position);
    liniell_shuffle(rules, random, drawn_too, &p);
    *position = liniell_wrap(&p);
}

static status arrange(const void *rules, const char *draws, bool drawn_too, game_position *position,
                      error *e) {
    liniell_position p = liniell_unwrap(position);
    status code = liniell_arrange(rules, draws, drawn_too, &p, e);
    if (code == STATUS_OK) *position = liniell_wrap(&p);
    return code;
}

static void deal(const void *rules, const fair_key *stack, bool drawn_too,
                 game_position *position) {
    liniell_position p = liniell_unwrap(position);
    liniell_deal(rules, stack, drawn_too, &p);
    *position = liniell_wrap(&p);
}

static size_t write_draws(const void *rules, const game_position *position, size_t most,
                          text *out) {
    liniell_position p = liniell_unwrap(position);
    return liniell_write_draws(rules, &p, most, out);
}

static bool redraw(const void *rules, const game_position *position, size_t i, game_position *other,
                   bool *came) {
    (void)rules;
    liniell_position p = liniell_unwrap(position);
    uint8_t drawn = p.drawn;
    if (drawn >= LINIELL_TILES_MAX || i > p.stack_count) return false;
    liniell_stack_up(NULL, 0, true, &p); /* by number now */
    uint8_t tile = p.rest[p.out_count + i];
    liniell_stack_up(&tile, 1, true, &p);
    *came = tile == drawn;
    *other = liniell_wrap(&p);
    return true;
}

static status perft(const void *rules, const game_position *position, const char *first, int depth,
                    uint64_t *count, error *e) {
    liniell_position p = liniell_unwrap(position);
    if (first && depth > 0) {
        liniell_placed placed;
        liniell_move move;
        status code = liniell_read_move(rules, &p, first, &placed, &move, e);
        assert(code == STATUS_OK);
        (void)code;
        p = after(&p, &placed, &move);
        depth--;
    }
    /* The last tile to be placed must be known, unless the game is over before. */
    int known = p.known + (p.drawn < LINIELL_TILES_MAX);
    int left = p.stack_count + (p.drawn < LINIELL_TILES_MAX);
    if (depth > known && known < left)
        return FAIL(e, STATUS_INVALID,
                    "only %d of the %d tiles to come are known, too few for sequences of %d turns",
                    known, left, depth);
    return liniell_perft(rules, &p, depth, count) ? STATUS_OK : game_fail_perft(depth, e);
}

static status read_position(const void *rules, const char *string, game_position *position,
                            error *e) {
    liniell_position p;
    status code = liniell_read_position(rules, string, &p, e);
    if (code == STATUS_OK) *position = liniell_wrap(&p);
    return code;
}

static void write_position(const void *rules, const game_position *position, text *out) {
    liniell_position p = liniell_unwrap(position);
    liniell_write_position(rules, &p, out);
}

/* A line for each marker on the table:
 *     a d4N: 5 tiles, enclosed, 2 blue: 8 points (c4 d4 d5 e5 e4) */
static void explain(const void *rules, const game_position *position, text *out) {
    liniell_position p = liniell_unwrap(position);
    for (int owner = SIDE_A; owner <= SIDE_B; owner++)
        for (int i = 0; i < 2; i++) {
            if (p.markers[owner][i].cell == LINIELL_NONE) continue;
            liniell_route route;
            liniell_route_fast(rules, &p, p.markers[owner][i], &route);
            text_format(out, "%c ", 'a' + owner);
            liniell_write_spot(p.markers[owner][i], out);
            text_format(out, ": %d tile%s, %s, %d blue: %d point%s", route.tiles,
                        route.tiles == 1 ? "" : "s",
                        route.tiles == 0 ? "no route"
                        : route.enclosed ? "enclosed"
                                         : "open",
                        route.blue, liniell_points(&route), liniell_points(&route) == 1 ? "" : "s");
            for (int step = 0; step < route.length; step++) {
                text_put(out, step == 0 ? " (" : " ");
                liniell_write_cell(p.laid[route.path[step] / 4].cell, out);
            }
            text_put(out, route.length > 0 ? ")\n" : "\n");
        }
}

static int evaluate(const void *rules, const game_position *position) {
    liniell_position p = liniell_unwrap(position);
    liniell_score score = liniell_score_fast(rules, &p);
    int markers = 0; /* in the supply, A's minus B's */
    for (int i = 0; i < 2; i++)
        markers += (p.markers[SIDE_A][i].cell == LINIELL_NONE) -
                   (p.markers[SIDE_B][i].cell == LINIELL_NONE);
    return liniell_evaluate_margins(score.points[SIDE_A] - score.points[SIDE_B],
                                    score.blue[SIDE_A] - score.blue[SIDE_B], markers,
                                    p.stack_count + (unsigned)(p.drawn < LINIELL_TILES_MAX));
}

static const game_tiles tiles = {
    .bytes = sizeof(liniell_tiles),
    .read = read_rules,
    .write = write_rules,
};

static const game_chance chance = {
    .shuffle = shuffle,
    .arrange = arrange,
    .deal = deal,
    .write_draws = write_draws,
    .redraw = redraw,
};

/* Measured one against the next (docs/levels.md). The stack makes every game another one. */
static const game_level levels[LEVEL_MOST + 1] = {
    [1] = {0, 146, 1, 50, 0},   [2] = {0, 220, 1, 50, 0},   [3] = {0, 315, 1, 50, 0},
    [4] = {0, 435, 1, 50, 0},   [5] = {0, 620, 1, 50, 0},   [6] = {0, 990, 1, 70, 0},
    [7] = {0, 2000, 1, 135, 0}, [8] = {0, 3400, 0, 220, 0}, [9] = {0, 7000, 0, 430, 0},
    [10] = {0, 0, 0, 12000, 0},
};

const game liniell_game = {
    .name = "liniell",
    .rule_set = rule_set,
    .default_rules = standard,
    .find_rules = find_rules,
    .start = start,
    .to_move = to_move,
    .is_over = is_over,
    .outcome = outcome,
    .turns = turns,
    .steps = steps,
    .play = play,
    .perft = perft,
    .read_position = read_position,
    .write_position = write_position,
    .tie_break = N_("blue rhombs"),
    .explain = explain,
    .evaluate = evaluate,
    .chance = &chance,
    .tiles = &tiles,
    .picture = &liniell_picture,
    .search = &liniell_search,
    .coach = &liniell_coach,
    .levels = levels,
    .bench = liniell_bench,
};
