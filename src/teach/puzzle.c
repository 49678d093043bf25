/* SPDX-License-Identifier: MIT */
#include "teach/puzzle.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/seconds.h"
#include "engine/registry.h"
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

static bool is_stopped(const puzzle_limits *limits, double deadline) {
    return (limits->stop && atomic_load(limits->stop)) ||
           (deadline > 0 && seconds_now() >= deadline);
}

/* --- proof -------------------------------------------------------------------------------------
 */

static double amount_of(const thinker *t, const thought_line *line) {
    return registry_coach(thinker_game(t))->measure == COACH_POINTS ? line->points : line->chance;
}

/* What the solution keeps. */
static double keeps(const thinker *t, const puzzle *p) {
    return registry_coach(thinker_game(t))->measure == COACH_POINTS ? p->points : p->chance;
}

/* The best of some turns (NULL: of all); *proved is false if that is not certain. */
static status prove(thinker *t, const game_position *position, const puzzle_limits *limits,
                    double deadline, const game_turn *only, size_t count, thought_line *best,
                    bool *proved, error *e) {
    thinker_limits thinking = {.nodes = limits->nodes ? limits->nodes : PUZZLE_NODES,
                               .only = only,
                               .only_count = count,
                               .seed = 1,
                               .without_oracle = limits->without_table,
                               .stop = limits->stop};
    *proved = false;
    if (is_stopped(limits, deadline)) return STATUS_OK;
    if (deadline > 0) {
        thinking.time.hard = deadline - seconds_now();
        if (thinking.time.hard <= 0) return STATUS_OK; /* 0 would mean: no limit */
    }
    const thought *found;
    status code = thinker_think(t, position, &thinking, &found, e);
    if (code != STATUS_OK || found->count == 0) return code;
    *best = found->lines[0];
    *proved = best->exact;
    return STATUS_OK;
}

static int grade_of(size_t tempting) {
    int grade = 1;
    while (grade < PUZZLE_GRADES && tempting > grade_limits[grade - 1]) grade++;
    return grade;
}

static bool is_tempting(const choice *c, const choice *solution) {
    return c != solution && (c->plausible || c->judgement >= solution->judgement);
}

static void count_temptations(const choices *all, const choice *solution, puzzle *p) {
    for (size_t i = 0; i < all->count; i++) p->tempting += is_tempting(&all->list[i], solution);
    p->grade = grade_of(p->tempting);
}

static status examine(thinker *t, const game_position *position, const puzzle_limits *limits,
                      double deadline, puzzle *out, bool *is_one, error *e) {
    const game *g = thinker_game(t);
    const void *rules = thinker_rules(t);
    const game_coach *coach = registry_coach(g);
    choices all;
    *is_one = false;
    status code = choices_of(g, rules, position, &all, e);
    if (code != STATUS_OK) return code;
    thought_line best, second;
    bool proved = false;
    const choice *solution = NULL;
    if (all.count >= CHOICES_LEAST)
        code = prove(t, position, limits, deadline, NULL, 0, &best, &proved, e);
    if (code == STATUS_OK && proved) {
        game_turn others[GAME_TURNS_MAX];
        solution = choices_find(&all, g, rules, position, best.turns[0].text);
        size_t count = choices_others(&all, solution, others);
        code = prove(t, position, limits, deadline, others, count, &second, &proved, e);
    }
    if (code == STATUS_OK && proved &&
        amount_of(t, &best) - amount_of(t, &second) >= least_gap[coach->measure]) {
        *is_one = true;
        *out = (puzzle){.position = *position,
                        .solution = solution->turn,
                        .points = best.points,
                        .chance = best.chance,
                        .gap = amount_of(t, &best) - amount_of(t, &second),
                        .choices = all.count,
                        .themes = coach->theme_bits(rules, position, solution->turn.text)};
        count_temptations(&all, solution, out);
    }
    choices_free(&all);
    return code;
}

status puzzle_examine(thinker *t, const game_position *position, const puzzle_limits *limits,
                      puzzle *p, bool *is_one, error *e) {
    double deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0;
    return examine(t, position, limits, deadline, p, is_one, e);
}

/* --- games of a simple player --------------------------------------------------------------------
 */

static void play_glance(const game *g, const void *rules, rng *random, game_position *position) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = g->turns(rules, position, turns);
    int sign = g->to_move(position) == SIDE_A ? 1 : -1, best = 0;
    game_position chosen;
    for (int glance = 0; glance < GLANCES; glance++) {
        game_position after = *position;
        error e;
        status code = g->play(rules, &after, turns[rng_below(random, count)].text, &e);
        assert(code == STATUS_OK);
        (void)code;
        int judgement = sign * g->evaluate(rules, &after);
        if (glance > 0 && judgement <= best) continue;
        best = judgement;
        chosen = after;
    }
    *position = chosen;
}

/* Plays a game; returns how many positions it had before the end, 0 if it had none in time. */
static size_t play_game(const game *g, const void *rules, rng *random, game_position *history) {
    g->start(rules, &history[0]);
    if (g->shuffle) g->shuffle(rules, random, true, &history[0]);
    for (size_t ply = 0; ply + 1 < PLIES_MAX; ply++) {
        if (g->outcome(rules, &history[ply]).over) return ply;
        history[ply + 1] = history[ply];
        play_glance(g, rules, random, &history[ply + 1]);
    }
    return 0;
}

static bool is_wished(const puzzle *p, const puzzle_wish *wish) {
    return (wish->grade == 0 || p->grade == wish->grade) &&
           (wish->themes == 0 || p->themes & wish->themes);
}

/* Whether the game hangs on it: the others do not win, or lose. By chances it always does. */
static bool is_decisive(const game *g, const puzzle *p) {
    if (registry_coach(g)->measure == COACH_CHANCE) return true;
    double second = p->points - p->gap;
    return (p->points > 0 && second <= 0) || (p->points == 0 && second < 0);
}

/* The puzzle of one number. */
static status find_numbered(thinker *t, uint64_t number, const puzzle_limits *limits,
                            double deadline, game_position *history, puzzle *p, bool *found,
                            error *e) {
    const game *g = thinker_game(t);
    size_t late = (size_t)registry_coach(g)->late;
    rng random = rng_seeded(number);
    *found = false;
    thinker_forget(t); /* a number means the same whatever was looked at before */
    for (int i = 0; i < GAMES_MAX && !is_stopped(limits, deadline); i++) {
        size_t count = play_game(g, thinker_rules(t), &random, history);
        for (size_t ply = count > late ? count - late : 0; ply < count; ply++) {
            status code = examine(t, &history[ply], limits, deadline, p, found, e);
            *found = code == STATUS_OK && *found && is_decisive(g, p);
            if (code != STATUS_OK || *found) return code;
        }
    }
    return STATUS_OK;
}

status puzzle_find(thinker *t, const puzzle_wish *wish, const puzzle_limits *limits,
                   uint64_t *number, puzzle *p, error *e) {
    puzzle_limits by_search = *limits;
    by_search.without_table = true;
    double deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0;
    game_position *history = malloc(PLIES_MAX * sizeof *history);
    if (!history) return fail_memory(e);
    status code = STATUS_OK;
    bool found = false;
    uint64_t first = *number, at = first;
    uint64_t most = limits->numbers ? limits->numbers : PUZZLE_NUMBERS;
    for (; code == STATUS_OK && !found && at - first < most; at++) {
        if (is_stopped(limits, deadline)) break;
        code = find_numbered(t, at, &by_search, deadline, history, p, &found, e);
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

status puzzle_loss(thinker *t, const puzzle *p, const char *turn, const puzzle_limits *limits,
                   double *loss, bool *proved, error *e) {
    double deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0;
    game_turn only;
    text copy = text_fixed(only.text, sizeof only.text);
    text_put(&copy, turn);
    thought_line best;
    status code = prove(t, &p->position, limits, deadline, &only, 1, &best, proved, e);
    *loss = p->gap;
    if (code == STATUS_OK && *proved) *loss = keeps(t, p) - amount_of(t, &best);
    return code;
}

status puzzle_temptations(const thinker *t, const puzzle *p, size_t most, game_turn *turns,
                          size_t *count, error *e) {
    const game *g = thinker_game(t);
    const void *rules = thinker_rules(t);
    choices all;
    status code = choices_of(g, rules, &p->position, &all, e);
    if (code != STATUS_OK) return code;
    const choice *solution = choices_find(&all, g, rules, &p->position, p->solution.text);
    *count = 0;
    for (size_t i = 0; i < all.count && *count < most; i++)
        if (is_tempting(&all.list[i], solution)) turns[(*count)++] = all.list[i].turn;
    choices_free(&all);
    return STATUS_OK;
}

bool puzzle_is_solved_by(const thinker *t, const puzzle *p, const char *turn) {
    const game *g = thinker_game(t);
    game_position right = p->position, after = p->position;
    error e;
    status code = g->play(thinker_rules(t), &right, p->solution.text, &e);
    assert(code == STATUS_OK);
    code = g->play(thinker_rules(t), &after, turn, &e);
    assert(code == STATUS_OK);
    (void)code;
    return memcmp(&right, &after, sizeof right) == 0;
}

/* --- words ---------------------------------------------------------------------------------------
 */

void puzzle_amount(const thinker *t, double amount, text *out) {
    if (registry_coach(thinker_game(t))->measure == COACH_CHANCE)
        text_format(out, "%.1f %% of the chances", 100 * amount);
    else
        text_format(out, "%.0f point%s", amount, fabs(amount) == 1 ? "" : "s");
}

typedef enum saying {
    KEEPS_CHANCE,
    WINS_ONE,
    WINS,
    LOSES_ONE,
    LOSES,
    SAVES_DRAW,
    OTHERS_CHANCE,
    OTHERS_ONE,
    OTHERS,
    WRONG_CHANCE,
    WRONG_ONE,
    WRONG,
    SAYINGS,
} saying;

const char *const puzzle_patterns[SAYINGS + 1] = {
    [KEEPS_CHANCE] = N_("{0} to move: find the one turn that keeps a chance of {1} % to win."),
    [WINS_ONE] = N_("{0} to move: find the one turn that wins by {1} point."),
    [WINS] = N_("{0} to move: find the one turn that wins by {1} points."),
    [LOSES_ONE] = N_("{0} to move: find the one turn that loses by no more than {1} point."),
    [LOSES] = N_("{0} to move: find the one turn that loses by no more than {1} points."),
    [SAVES_DRAW] = N_("{0} to move: find the one turn that saves the draw."),
    [OTHERS_CHANCE] = N_("Every other one gives away {0} % of the chances or more."),
    [OTHERS_ONE] = N_("Every other one gives away {0} point or more."),
    [OTHERS] = N_("Every other one gives away {0} points or more."),
    [WRONG_CHANCE] = N_("{0} is not it: it gives away {1} % of the chances."),
    [WRONG_ONE] = N_("{0} is not it: it gives away {1} point."),
    [WRONG] = N_("{0} is not it: it gives away {1} points."),
};

/* A sentence with an amount in it: about chances, or about one point, or the next about several. */
static coach_sentence about(const thinker *t, saying chances, saying one, int place,
                            double amount) {
    coach_sentence said = {0};
    text word = text_fixed(said.words.word[place], sizeof said.words.word[place]);
    if (registry_coach(thinker_game(t))->measure == COACH_CHANCE) {
        said.pattern = puzzle_patterns[chances];
        text_format(&word, "%.1f", 100 * amount);
    } else {
        said.pattern = puzzle_patterns[amount == 1 ? one : one + 1];
        text_format(&word, "%.0f", amount);
    }
    return said;
}

void puzzle_task(const thinker *t, const puzzle *p, coach_sentence task[2]) {
    const game *g = thinker_game(t);
    bool by_chance = registry_coach(g)->measure == COACH_CHANCE;
    if (by_chance || p->points > 0)
        task[0] = about(t, KEEPS_CHANCE, WINS_ONE, 1, by_chance ? p->chance : p->points);
    else if (p->points < 0)
        task[0] = about(t, KEEPS_CHANCE, LOSES_ONE, 1, -p->points);
    else
        task[0] = (coach_sentence){.pattern = puzzle_patterns[SAVES_DRAW]};
    coach_letter(&task[0].words, 0, (char)('A' + g->to_move(&p->position)));
    task[1] = about(t, OTHERS_CHANCE, OTHERS_ONE, 0, p->gap);
}

coach_sentence puzzle_refusal(const thinker *t, const char *turn, double loss, bool proved) {
    if (!proved) return about(t, OTHERS_CHANCE, OTHERS_ONE, 0, loss);
    coach_sentence said = about(t, WRONG_CHANCE, WRONG_ONE, 1, loss);
    coach_string(&said.words, 0, turn);
    return said;
}
