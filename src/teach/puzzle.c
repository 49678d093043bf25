/* SPDX-License-Identifier: MIT */
#include "teach/puzzle.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "games/registry.h"
#include "teach/choices.h"

enum {
    GAMES_MAX = 60,    /* that a number may play until it has found its puzzle */
    PLIES_MAX = 300,   /* of such a game */
    GLANCES = 4,       /* turns of which the simple player takes the one that looks best */
    CHOICES_LEAST = 8, /* fewer are no puzzle */
};

/* What the others must give away at least, by measure: a puzzle is not about trifles. */
static const double least_gap[] = {[COACH_POINTS] = 1, [COACH_CHANCE] = 0.05};

/* The most tempting turns of grades 1 to 4. */
static const size_t grade_limits[PUZZLE_GRADES - 1] = {1, 3, 6, 12};

/* What is asked for, from now on if it has not begun. */
static engine_limits begun(const engine_limits *limits) {
    engine_limits from_now = *limits;
    if (from_now.time.hard > 0 && from_now.time.begin <= 0) from_now.time.begin = seconds_now();
    return from_now;
}

static bool is_stopped(const engine_limits *limits) {
    return (limits->stop && atomic_load(limits->stop)) || engine_time_is_over(&limits->time);
}

/* --- proof -------------------------------------------------------------------------------------
 */

static double amount_of(const engine *t, const variation *v) {
    return coach_of(engine_variant(t).game)->measure == COACH_POINTS ? v->points : v->chance;
}

/* What the solution keeps. */
static double keeps(const engine *t, const puzzle *p) {
    return coach_of(engine_variant(t).game)->measure == COACH_POINTS ? p->points : p->chance;
}

/* The best of some turns (NULL: of all); *proved is false if that is not certain. */
static status prove(engine *t, const game_position *position, const engine_limits *limits,
                    const game_turn *only, size_t count, variation *best, bool *proved, error *e) {
    engine_limits thinking = {.time = limits->time,
                              .nodes = limits->nodes ? limits->nodes : PUZZLE_NODES,
                              .only = only,
                              .only_count = count,
                              .seed = 1,
                              .without_oracle = limits->without_oracle,
                              .stop = limits->stop};
    *proved = false;
    if (is_stopped(limits)) return STATUS_OK;
    const search_result *found;
    status code = engine_think(t, position, &thinking, &found, e);
    if (code != STATUS_OK || found->count == 0) return code;
    *best = found->variations[0];
    *proved = best->exact;
    return STATUS_OK;
}

static int grade_of(size_t tempting) {
    int grade = 1;
    while (grade < PUZZLE_GRADES && tempting > grade_limits[grade - 1]) grade++;
    return grade;
}

static bool is_tempting(const choice *c, const choice *solution) {
    return c != solution && (c->plausible || c->evaluation >= solution->evaluation);
}

static void count_temptations(const choices *all, const choice *solution, puzzle *p) {
    p->choices = all->count;
    p->tempting = 0;
    for (size_t i = 0; i < all->count; i++) p->tempting += is_tempting(&all->list[i], solution);
}

status puzzle_count_temptations(variant v, puzzle *p, error *e) {
    choices all;
    status code = choices_of(v, &p->position, &all, e);
    if (code != STATUS_OK) return code;
    count_temptations(&all, choices_find(&all, v, &p->position, p->solution.text), p);
    choices_free(&all);
    return STATUS_OK;
}

static status examine(engine *t, const game_position *position, const engine_limits *limits,
                      puzzle *out, bool *is_one, error *e) {
    variant v = engine_variant(t);
    const game_coach *coach = coach_of(v.game);
    choices all;
    *is_one = false;
    status code = choices_of(v, position, &all, e);
    if (code != STATUS_OK) return code;
    variation best, second;
    bool proved = false;
    const choice *solution = NULL;
    if (all.count >= CHOICES_LEAST) code = prove(t, position, limits, NULL, 0, &best, &proved, e);
    if (code == STATUS_OK && proved) {
        game_turn others[GAME_TURNS_MAX];
        solution = choices_find(&all, v, position, best.turns[0].text);
        size_t count = choices_others(&all, solution, others);
        code = prove(t, position, limits, others, count, &second, &proved, e);
    }
    if (code == STATUS_OK && proved &&
        amount_of(t, &best) - amount_of(t, &second) >= least_gap[coach->measure]) {
        *is_one = true;
        *out = (puzzle){.position = *position,
                        .solution = solution->turn,
                        .points = best.points,
                        .chance = best.chance,
                        .gap = amount_of(t, &best) - amount_of(t, &second),
                        .themes = coach->theme_bits(v.rules, position, solution->turn.text)};
        count_temptations(&all, solution, out);
        out->grade = grade_of(out->tempting);
    }
    choices_free(&all);
    return code;
}

status puzzle_examine(engine *t, const game_position *position, const engine_limits *limits,
                      puzzle *p, bool *is_one, error *e) {
    engine_limits from_now = begun(limits);
    return examine(t, position, &from_now, p, is_one, e);
}

/* --- games of a simple player --------------------------------------------------------------------
 */

static void play_glance(variant v, rng *random, game_position *position) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, position, turns);
    int sign = v.game->to_move(position) == SIDE_A ? 1 : -1, best = 0;
    game_position chosen;
    for (int glance = 0; glance < GLANCES; glance++) {
        game_position after = *position;
        error e;
        status code = variant_play(v, &after, turns[rng_below(random, count)].text, &e);
        assert(code == STATUS_OK);
        (void)code;
        int evaluation = sign * variant_evaluate(v, &after);
        if (glance > 0 && evaluation <= best) continue;
        best = evaluation;
        chosen = after;
    }
    *position = chosen;
}

/* Plays a game; returns how many positions it had before the end, 0 if it had none in time. */
static size_t play_game(variant v, rng *random, game_position *history) {
    variant_start(v, &history[0]);
    if (v.game->chance) v.game->chance->shuffle(v.rules, random, true, &history[0]);
    for (size_t ply = 0; ply + 1 < PLIES_MAX; ply++) {
        if (v.game->is_over(&history[ply])) return ply;
        history[ply + 1] = history[ply];
        play_glance(v, random, &history[ply + 1]);
    }
    return 0;
}

static bool is_wished(const puzzle *p, const puzzle_wish *wish) {
    return (wish->grade == 0 || p->grade == wish->grade) &&
           (wish->themes == 0 || p->themes & wish->themes);
}

/* Whether the game hangs on it: the others do not win, or lose. By chances it always does. */
static bool is_decisive(const game *g, const puzzle *p) {
    if (coach_of(g)->measure == COACH_CHANCE) return true;
    double second = p->points - p->gap;
    return (p->points > 0 && second <= 0) || (p->points == 0 && second < 0);
}

/* The puzzle of one number. */
static status find_numbered(engine *t, uint64_t number, const engine_limits *limits,
                            game_position *history, puzzle *p, bool *found, error *e) {
    variant v = engine_variant(t);
    size_t late = (size_t)coach_of(v.game)->late;
    rng random = rng_seeded(number);
    *found = false;
    engine_forget(t); /* a number means the same whatever was looked at before */
    for (int i = 0; i < GAMES_MAX && !is_stopped(limits); i++) {
        size_t count = play_game(v, &random, history);
        for (size_t ply = count > late ? count - late : 0; ply < count; ply++) {
            status code = examine(t, &history[ply], limits, p, found, e);
            *found = code == STATUS_OK && *found && is_decisive(v.game, p);
            if (code != STATUS_OK || *found) return code;
        }
    }
    return STATUS_OK;
}

status puzzle_find(engine *t, const puzzle_wish *wish, const engine_limits *limits,
                   uint64_t *number, puzzle *p, error *e) {
    engine_limits by_search = begun(limits);
    by_search.without_oracle = true;
    game_position *history = malloc(PLIES_MAX * sizeof *history);
    if (!history) return fail_memory(e);
    status code = STATUS_OK;
    bool found = false;
    uint64_t first = *number, at = first;
    uint64_t most = wish->numbers ? wish->numbers : PUZZLE_NUMBERS;
    for (; code == STATUS_OK && !found && at - first < most; at++) {
        if (is_stopped(&by_search)) break;
        code = find_numbered(t, at, &by_search, history, p, &found, e);
        found = found && is_wished(p, wish);
    }
    free(history);
    if (code != STATUS_OK) return code;
    if (!found)
        return FAIL(e, STATUS_FAILED, "no such puzzle found from number %llu to %llu%s",
                    (unsigned long long)first, (unsigned long long)(at > first ? at - 1 : first),
                    at - first < most ? " in the time given" : "; another number may have one");
    *number = at - 1;
    return STATUS_OK;
}

/* --- answers -------------------------------------------------------------------------------------
 */

status puzzle_loss(engine *t, const puzzle *p, const char *turn, const engine_limits *limits,
                   double *loss, bool *proved, error *e) {
    engine_limits from_now = begun(limits);
    game_turn only;
    text copy = text_fixed(only.text, sizeof only.text);
    text_put(&copy, turn);
    variation best;
    status code = prove(t, &p->position, &from_now, &only, 1, &best, proved, e);
    *loss = p->gap;
    if (code == STATUS_OK && *proved) *loss = keeps(t, p) - amount_of(t, &best);
    return code;
}

status puzzle_temptations(const engine *t, const puzzle *p, size_t most, game_turn *turns,
                          size_t *count, error *e) {
    variant v = engine_variant(t);
    choices all;
    status code = choices_of(v, &p->position, &all, e);
    if (code != STATUS_OK) return code;
    const choice *solution = choices_find(&all, v, &p->position, p->solution.text);
    *count = 0;
    for (size_t i = 0; i < all.count && *count < most; i++)
        if (is_tempting(&all.list[i], solution)) turns[(*count)++] = all.list[i].turn;
    choices_free(&all);
    return STATUS_OK;
}

bool puzzle_is_solved_by(const engine *t, const puzzle *p, const char *turn) {
    variant v = engine_variant(t);
    game_position right = p->position, after = p->position;
    error e;
    status code = variant_play(v, &right, p->solution.text, &e);
    assert(code == STATUS_OK);
    code = variant_play(v, &after, turn, &e);
    assert(code == STATUS_OK);
    (void)code;
    return memcmp(&right, &after, sizeof right) == 0;
}

/* --- words ---------------------------------------------------------------------------------------
 */

void puzzle_amount(const engine *t, double amount, text *out) {
    if (coach_of(engine_variant(t).game)->measure == COACH_CHANCE)
        text_format(out, "%.1f %% of the chances", 100 * amount);
    else
        text_format(out, "%.0f point%s", amount, fabs(amount) == 1 ? "" : "s");
}

typedef enum saying {
    CERTAIN,
    KEEPS_CHANCE,
    WINS_ONE,
    WINS,
    LOSES_ONE,
    LOSES,
    SAVES_DRAW,
    OTHERS_LOSE,
    OTHERS_CHANCE_ONE,
    OTHERS_CHANCE,
    OTHERS_ONE,
    OTHERS,
    WRONG_LOSES,
    WRONG_CHANCE_ONE,
    WRONG_CHANCE,
    WRONG_ONE,
    WRONG,
    SAYINGS,
} saying;

const char *const puzzle_patterns[SAYINGS + 1] = {
    [CERTAIN] = N_("{0} to move: find the one turn that wins for certain."),
    [KEEPS_CHANCE] = N_("{1} to move: find the one turn that keeps a chance of {0} % to win."),
    [WINS_ONE] = NP_("{1} to move: find the one turn that wins by {0} point.",
                     "{1} to move: find the one turn that wins by {0} points."),
    [LOSES_ONE] = NP_("{1} to move: find the one turn that loses by no more than {0} point.",
                      "{1} to move: find the one turn that loses by no more than {0} points."),
    [SAVES_DRAW] = N_("{0} to move: find the one turn that saves the draw."),
    [OTHERS_LOSE] = N_("Every other one loses for certain."),
    [OTHERS_CHANCE_ONE] = NP_("Every other one gives away {0} percentage point or more.",
                              "Every other one gives away {0} percentage points or more."),
    [OTHERS_ONE] = NP_("Every other one gives away {0} point or more.",
                       "Every other one gives away {0} points or more."),
    [WRONG_LOSES] = N_("{0} is not it: it loses for certain."),
    [WRONG_CHANCE_ONE] = NP_("{1} is not it: it gives away {0} percentage point.",
                             "{1} is not it: it gives away {0} percentage points."),
    [WRONG_ONE] =
        NP_("{1} is not it: it gives away {0} point.", "{1} is not it: it gives away {0} points."),
};

/* Chances that differ by less are sums of the same parts. */
static const double CERTAINTY = 1e-9;

/* A chance in per cent. What is not certain does not read as if it were. */
static double per_cent(double chance) {
    double shown = 100 * chance;
    return shown > 99.9 && chance <= 1 - CERTAINTY ? 99.9 : shown;
}

/* A sentence with an amount in it, its {0}: of chances, or of points. */
static coach_sentence about(const engine *t, saying chances, saying points, double amount) {
    bool by_chance = coach_of(engine_variant(t).game)->measure == COACH_CHANCE;
    saying s = by_chance ? chances : points;
    coach_sentence said = {.pattern = puzzle_patterns[s]};
    text word = text_fixed(said.words.word[0], sizeof said.words.word[0]);
    text_format(&word, by_chance ? "%.1f" : "%.0f", by_chance ? per_cent(amount) : amount);
    if (s != KEEPS_CHANCE) coach_count(&said, puzzle_patterns[s - 1]);
    return said;
}

/* What every other turn gives away. */
static coach_sentence about_others(const engine *t, double gap) {
    bool all = coach_of(engine_variant(t).game)->measure == COACH_CHANCE && gap > 1 - CERTAINTY;
    if (all) return (coach_sentence){.pattern = puzzle_patterns[OTHERS_LOSE]};
    return about(t, OTHERS_CHANCE, OTHERS, gap);
}

void puzzle_task(const engine *t, const puzzle *p, coach_sentence task[2]) {
    const game *g = engine_variant(t).game;
    bool by_chance = coach_of(g)->measure == COACH_CHANCE;
    bool draws = !by_chance && p->points == 0, certain = by_chance && p->chance > 1 - CERTAINTY;
    if (draws || certain)
        task[0] = (coach_sentence){.pattern = puzzle_patterns[draws ? SAVES_DRAW : CERTAIN]};
    else if (by_chance)
        task[0] = about(t, KEEPS_CHANCE, WINS, p->chance);
    else
        task[0] = about(t, KEEPS_CHANCE, p->points > 0 ? WINS : LOSES, fabs(p->points));
    coach_letter(&task[0].words, draws || certain ? 0 : 1, (char)('A' + g->to_move(&p->position)));
    task[1] = about_others(t, p->gap);
}

coach_sentence puzzle_refusal(const engine *t, const char *turn, double loss, bool proved) {
    if (!proved) return about_others(t, loss);
    bool all = coach_of(engine_variant(t).game)->measure == COACH_CHANCE && loss > 1 - CERTAINTY;
    coach_sentence said = {.pattern = puzzle_patterns[WRONG_LOSES]};
    if (!all) said = about(t, WRONG_CHANCE, WRONG, loss);
    coach_string(&said.words, all ? 0 : 1, turn);
    return said;
}
