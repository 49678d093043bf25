/* SPDX-License-Identifier: MIT
 *
 * Values, losses and marks; teach/review_text.c shows them. */
#include "teach/review.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/luck.h"
#include "games/registry.h"
#include "teach/choices.h"
#include "teach/hint.h"

const char *const review_mark_names[REVIEW_MARKS] = {
    N_("forced"),     N_("great"),   N_("best"),    N_("good"),
    N_("inaccuracy"), N_("mistake"), N_("blunder"),
};
const char *const review_mark_signs[REVIEW_MARKS] = {"", "!", "", "", "?!", "?", "??"};

/* The scale, in what is measured: a turn is still best, good, ... below these losses. */
typedef struct scale {
    double best, good, inaccuracy, mistake;
    double worthless; /* a turn that loses so much counts nothing for accuracy */
} scale;

static const scale scales[] = {
    [COACH_POINTS] = {.best = 0.5, .good = 1.5, .inaccuracy = 3.5, .mistake = 6.5, .worthless = 8},
    [COACH_CHANCE] = {
        .best = 0.01, .good = 0.04, .inaccuracy = 0.1, .mistake = 0.2, .worthless = 0.25}};

enum { GREAT_PLAUSIBLE = 3 }; /* so many others must look good for a turn to be great */

double review_amount(coach_measure measure, const review_value *value) {
    return measure == COACH_POINTS ? value->points : value->chance;
}

double review_turned(coach_measure measure, double amount) {
    return measure == COACH_POINTS ? -amount : 1 - amount;
}

static review_value turned(review_value v) {
    v.points = -v.points;
    v.chance = 1 - v.chance;
    return v;
}

/* --- what a position and a turn are worth ------------------------------------------------------
 */

typedef struct reviewing {
    engine *t;
    variant variant;
    const game_coach *coach;
    engine_limits limits;
    review *v;
} reviewing;

/* What is neither proved nor tells its error is as far off as what so many nodes find. */
static review_value value_of_variation(const reviewing *r, const variation *v, uint64_t nodes) {
    double told = r->coach->measure == COACH_POINTS ? v->points_error : v->chance_error;
    return (review_value){
        .points = v->points,
        .chance = v->chance,
        .error = v->exact                       ? 0
                 : told > 0 || !r->coach->error ? told
                                                : r->coach->error(r->variant.rules, nodes),
        .exact = v->exact,
    };
}

static review_value value_of_outcome(game_outcome outcome, bool repetition, int side) {
    int sign = side == SIDE_A ? 1 : -1;
    int margin = repetition ? 0 : outcome.points[SIDE_A] - outcome.points[SIDE_B];
    return (review_value){
        .points = sign * margin, .chance = 0.5 + 0.5 * sign * outcome.leader, .exact = true};
}

/* The best of some turns (NULL: of all) after so many and what it is worth. */
static status best_of(reviewing *r, const replay *played, size_t ply, const game_turn *only,
                      size_t count, game_turn *best, review_value *value, error *e) {
    engine_limits limits = r->limits;
    limits.history = replay_history(played, ply);
    limits.only = only;
    limits.only_count = count;
    const search_result *found;
    status code = engine_think(r->t, replay_position(played, ply), &limits, &found, e);
    if (code != STATUS_OK) return code;
    assert(found->count > 0);
    *best = found->variations[0].turns[0];
    *value = value_of_variation(r, &found->variations[0], found->nodes);
    return STATUS_OK;
}

static double amount(const reviewing *r, const review_value *value) {
    return review_amount(r->coach->measure, value);
}

/* --- marks ------------------------------------------------------------------------------------ */

/* Won, drawn or lost: 1, 0, -1. */
static int result_of(const review_value *value) {
    return value->points > 0 ? 1 : value->points < 0 ? -1 : 0;
}

/* The standard error of a difference. Errors that two values of one position share cancel out in
 * it, so this is rather too much. */
static double doubt_of(const review_value *a, const review_value *b) {
    return sqrt(a->error * a->error + b->error * b->error);
}

static review_mark mark_of(const reviewing *r, const review_turn *turn) {
    const scale *s = &scales[r->coach->measure];
    if (turn->choices == 1) return REVIEW_FORCED;
    if (turn->loss < s->best) return REVIEW_BEST;
    /* What may be an error of the estimates is nobody's mistake. */
    review_mark mark = turn->loss < s->good || turn->loss <= turn->doubt ? REVIEW_GOOD
                       : turn->loss < s->inaccuracy                      ? REVIEW_INACCURACY
                       : turn->loss < s->mistake                         ? REVIEW_MISTAKE
                                                                         : REVIEW_BLUNDER;
    /* A result that is proved to be given away is worse than some points. */
    bool proved = turn->value.exact && turn->played_value.exact;
    bool gives_away = result_of(&turn->played_value) < result_of(&turn->value);
    if (r->coach->measure == COACH_POINTS && proved && gives_away && mark < REVIEW_BLUNDER) mark++;
    return mark;
}

/* Whether the best turn, which was played, is the only good one among many that look good. */
static status is_great(reviewing *r, const replay *so_far, size_t ply, const choices *all,
                       const choice *played, const review_turn *turn, bool *great, error *e) {
    size_t plausible = 0;
    for (size_t i = 0; i < all->count; i++)
        plausible += &all->list[i] != played && all->list[i].plausible;
    *great = false;
    if (plausible < GREAT_PLAUSIBLE) return STATUS_OK;
    game_turn others[GAME_TURNS_MAX], second;
    size_t count = choices_others(all, played, others);
    review_value next;
    status code = best_of(r, so_far, ply, others, count, &second, &next, e);
    if (code != STATUS_OK) return code;
    double doubt = 2 * doubt_of(&turn->value, &next);
    *great = amount(r, &turn->value) - amount(r, &next) - doubt >= scales[r->coach->measure].good;
    return STATUS_OK;
}

/* --- turns ------------------------------------------------------------------------------------ */

static void say_why(const reviewing *r, const game_position *position, review_turn *turn) {
    if (turn->mark == REVIEW_GREAT)
        turn->why = hint_why(r->variant, position, turn->best.text);
    else if (strcmp(turn->best.text, turn->played.text) != 0)
        r->coach->why(r->variant.rules, position, turn->best.text, turn->played.text, &turn->why);
}

static status review_one(reviewing *r, const replay *played, size_t ply, const char *text_played,
                         review_turn *turn, error *e) {
    const game_position *position = replay_position(played, ply);
    choices all;
    status code = choices_of(r->variant, position, &all, e);
    if (code != STATUS_OK) return code;
    turn->side = r->variant.game->to_move(position);
    turn->choices = all.count;
    memcpy(turn->played.text, text_played, strlen(text_played) + 1);
    const choice *made = choices_find(&all, r->variant, position, text_played);

    code = best_of(r, played, ply, NULL, 0, &turn->best, &turn->value, e);
    bool is_best =
        code == STATUS_OK && made == choices_find(&all, r->variant, position, turn->best.text);
    game_outcome outcome = replay_outcome(played, ply + 1);
    turn->played_value = turn->value;
    if (outcome.over)
        turn->played_value =
            value_of_outcome(outcome, replay_is_repetition(played, ply + 1), turn->side);
    else if (code == STATUS_OK && !is_best)
        code = best_of(r, played, ply, &turn->played, 1, &turn->played, &turn->played_value, e);
    if (code == STATUS_OK &&
        (is_best || amount(r, &turn->played_value) >= amount(r, &turn->value))) {
        turn->best = turn->played;
        turn->value = turn->played_value;
    }
    if (code == STATUS_OK && ply >= r->v->opening) {
        turn->loss = amount(r, &turn->value) - amount(r, &turn->played_value);
        turn->doubt = doubt_of(&turn->value, &turn->played_value);
        turn->mark = mark_of(r, turn);
    }
    if (code == STATUS_OK && turn->mark == REVIEW_BEST && turn->loss <= 0) {
        bool great;
        code = is_great(r, played, ply, &all, made, turn, &great, e);
        if (code == STATUS_OK && great) turn->mark = REVIEW_GREAT;
    }
    if (code == STATUS_OK && turn->mark != REVIEW_FORCED) say_why(r, position, turn);
    choices_free(&all);
    return code;
}

/* What the last position is worth to A. */
static status value_the_end(reviewing *r, const replay *played, error *e) {
    review *v = r->v;
    const game_position *position = replay_position(played, played->count);
    game_outcome outcome = replay_outcome(played, played->count);
    v->over = outcome.over;
    if (outcome.over) {
        v->last = value_of_outcome(outcome, replay_is_repetition(played, played->count), SIDE_A);
        return STATUS_OK;
    }
    game_turn turns[GAME_TURNS_MAX], best;
    bool to_a = r->variant.game->to_move(position) == SIDE_A;
    if (variant_turns(r->variant, position, turns) == 0) { /* what is drawn next is not known */
        v->last = (review_value){.chance = 0.5};
        if (v->count > 0) {
            const review_turn *turn = &v->turns[v->count - 1];
            v->last = turn->side == SIDE_A ? turn->played_value : turned(turn->played_value);
        }
        return STATUS_OK;
    }
    status code = best_of(r, played, played->count, NULL, 0, &best, &v->last, e);
    if (code == STATUS_OK && !to_a) v->last = turned(v->last);
    return code;
}

/* --- sums ------------------------------------------------------------------------------------- */

static void note_value(review *v, const review_value *value) {
    v->exact = v->exact && value->exact;
    if (value->error > v->error) v->error = value->error;
}

static void sum_up(review *v) {
    v->exact = true;
    v->error = 0;
    note_value(v, &v->last);
    double worth[2] = {0, 0};
    for (int s = SIDE_A; s <= SIDE_B; s++) { /* the names stay */
        review_side *side = &v->sides[s];
        memset(side->counts, 0, sizeof side->counts);
        side->turns = 0;
        side->loss = side->luck = 0;
    }
    for (size_t i = 0; i < v->count; i++) {
        review_turn *turn = &v->turns[i];
        review_side *side = &v->sides[turn->side];
        review_value next = v->last; /* for A, then for the side that moved */
        if (i + 1 < v->count)
            next = v->turns[i + 1].side == SIDE_A ? v->turns[i + 1].value
                                                  : turned(v->turns[i + 1].value);
        if (turn->side == SIDE_B) next = turned(next);
        const review_value *made = i < v->opening ? &turn->value : &turn->played_value;
        turn->luck = review_amount(v->measure, &next) - review_amount(v->measure, made);
        note_value(v, &turn->value);
        note_value(v, &turn->played_value);
        side->counts[turn->mark]++;
        side->loss += turn->loss;
        side->luck += turn->luck;
        v->sides[1 - turn->side].luck -= turn->luck;
        if (turn->mark == REVIEW_FORCED) continue;
        side->turns++;
        double kept = 1 - turn->loss / scales[v->measure].worthless;
        worth[turn->side] += kept > 0 ? kept : 0;
    }
    for (int s = SIDE_A; s <= SIDE_B; s++)
        v->sides[s].accuracy = v->sides[s].turns ? 100 * worth[s] / (double)v->sides[s].turns : 100;
    v->first = v->last;
    if (v->count > 0)
        v->first = v->turns[0].side == SIDE_A ? v->turns[0].value : turned(v->turns[0].value);
}

static status adjust(reviewing *r, const replay *played, error *e) {
    game_history whole = replay_history(played, played->count);
    double luck = 0;
    status code = luck_of_game(r->t, &whole, r->limits.stop, &luck, e);
    r->v->adjusted = r->v->last.chance - luck;
    return code;
}

double review_balance(const review *v) {
    double sum = review_amount(v->measure, &v->first);
    for (size_t i = 0; i < v->count; i++) {
        const review_turn *turn = &v->turns[i];
        sum += (turn->side == SIDE_A ? 1 : -1) * (turn->luck - turn->loss);
    }
    return sum - review_amount(v->measure, &v->last);
}

static void name_sides(const record *r, review *v) {
    static const char *const tags[2] = {"First", "Second"};
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const char *name = record_tag_value(r, tags[side]);
        text out = text_fixed(v->sides[side].name, sizeof v->sides[side].name);
        if (!name) name = "?";
        text_put_n(&out, name, text_cut(name, sizeof v->sides[side].name - 1));
    }
}

static reviewing reviewing_of(engine *t, const engine_limits *limits, review *v) {
    assert(v->game == engine_variant(t).game);
    return (reviewing){
        .t = t,
        .variant = engine_variant(t),
        .coach = coach_of(v->game),
        .limits = {.nodes = v->nodes, .time.hard = v->seconds, .seed = 1, .stop = limits->stop},
        .v = v};
}

status review_begin(engine *t, const record *rec, const replay *played, const engine_limits *limits,
                    review *out, error *e) {
    const game *g = played->variant.game;
    review v = {.game = g,
                .rules_name = variant_name(played->variant),
                .measure = coach_of(g)->measure,
                .has_draws = g->chance != NULL,
                .result = rec->result,
                .nodes = limits->nodes,
                .seconds = limits->time.hard,
                .count = played->count};
    const char *opening = record_tag_value(rec, "Opening");
    if (opening) text_is_number(opening, played->count, &v.opening);
    if (v.nodes == 0 && v.seconds <= 0) v.nodes = coach_of(g)->nodes;
    v.turns = calloc(played->count ? played->count : 1, sizeof *v.turns);
    if (!v.turns) return fail_memory(e);
    name_sides(rec, &v);
    engine_forget(t); /* so that the review of a game does not depend on those before it */
    *out = v;
    return STATUS_OK;
}

status review_at(engine *t, const record *rec, const replay *played, const engine_limits *limits,
                 size_t ply, review *v, error *e) {
    reviewing r = reviewing_of(t, limits, v);
    review_turn turn = {0};
    assert(ply < v->count);
    const char *made = record_text(rec, played->plies[ply].token);
    status code = review_one(&r, played, ply, made, &turn, e);
    if (code == STATUS_OK) v->turns[ply] = turn;
    return code;
}

status review_end(engine *t, const record *rec, const replay *played, const engine_limits *limits,
                  review *v, error *e) {
    reviewing r = reviewing_of(t, limits, v);
    status code = value_the_end(&r, played, e);
    if (code != STATUS_OK) return code;
    v->result = v->over ? replay_result(replay_outcome(played, played->count)) : rec->result;
    sum_up(v);
    return v->over && v->has_draws ? adjust(&r, played, e) : STATUS_OK;
}

status review_make(engine *t, const record *rec, const replay *played, const engine_limits *limits,
                   review *out, error *e) {
    review v;
    status code = review_begin(t, rec, played, limits, &v, e);
    if (code != STATUS_OK) return code;
    for (size_t ply = 0; code == STATUS_OK && ply < v.count; ply++)
        code = review_at(t, rec, played, limits, ply, &v, e);
    if (code == STATUS_OK) code = review_end(t, rec, played, limits, &v, e);
    if (code == STATUS_OK)
        *out = v;
    else
        review_free(&v);
    return code;
}

void review_free(review *v) {
    free(v->turns);
    *v = (review){0};
}
