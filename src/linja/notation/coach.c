/* SPDX-License-Identifier: MIT
 *
 * What a turn of Linja does, counted on the board: the rows it runs, what it scores, what it leaves
 * the opponent. Two turns are told apart by the difference that weighs most, in about points; the
 * weights only choose which true sentence is said. */
#include "linja/notation/coach.h"

#include <assert.h>

#include "linja/notation/notation.h"

typedef enum saying {
    WHERE_CROWD,
    WHERE_GOAL,
    WHERE_PAWNS,
    WHERE_PASS,
    ENDS_AHEAD,
    ENDS_BETTER,
    PLAYS_ON,
    PASSES,
    EXTRA_TURN,
    BONUS,
    BONUS_MEAN,
    BONUS_USED,
    RUNS,
    RUNS_FURTHER_ONE,
    RUNS_FURTHER,
    GAINS,
    GAINS_MORE,
    ANSWER,
    ANSWER_LESS,
    SHORT_STEPS,
    SHORTER_STEPS,
    KEEPS_CROWD,
    BRINGS_UP_ONE,
    BRINGS_UP,
    QUIET,
    QUIET_BETTER,
    SAYINGS,
} saying;

/* {0} to {3} are numbers, rows, sides or turns. */
static const char *const patterns[SAYINGS + 1] = {
    [WHERE_CROWD] = N_("Look at row {0}: a step there meets a crowd of {1}."),
    [WHERE_GOAL] = N_("Look at row {0}: a pawn there is one step from its goal."),
    [WHERE_PAWNS] = N_("Look at the pawns of {0} on row {1}."),
    [WHERE_PASS] = N_("No pawn can make an opening move."),
    [ENDS_AHEAD] = N_("It ends the game while {0} is ahead, {1} to {2}."),
    [ENDS_BETTER] = N_("It ends the game with a margin of {0}, not {1}."),
    [PLAYS_ON] = N_("It plays on, while {0} would end the game with a margin of {1}."),
    [PASSES] = N_("There is no other turn."),
    [EXTRA_TURN] = N_("Its follow-up lands on the empty row {0} and earns an extra turn."),
    [BONUS] = N_("It reaches the goal with the exact number of rows and earns a bonus."),
    [BONUS_MEAN] = N_("It reaches the goal exactly, and its bonus moves a pawn of {0}."),
    [BONUS_USED] = N_("It makes use of the bonus that {0} leaves out."),
    [RUNS] = N_("It steps into the crowd on row {0}, so the follow-up runs far: {1} rows."),
    [RUNS_FURTHER_ONE] =
        NP_("It runs further: its pawns gain {0} row in all, those of {1} only {2}.",
            "It runs further: its pawns gain {0} rows in all, those of {1} only {2}."),
    [GAINS] = N_("It scores on the board at once: the margin improves by {0}."),
    [GAINS_MORE] =
        N_("It scores more on the board at once: the margin changes by {0}, with {1} by {2}."),
    [ANSWER] = N_("It leaves {0} little: no answer improves the margin for {0} by more than {1}."),
    [ANSWER_LESS] =
        N_("It leaves {0} less: the best answer scores {1} at once, after {2} it is {3}."),
    [SHORT_STEPS] = N_("It leaves {0} short steps: the longest follow-up shrinks from {1} to {2}."),
    [SHORTER_STEPS] =
        N_("It leaves {0} shorter steps: the longest follow-up is {1}, after {2} it is {3}."),
    [KEEPS_CROWD] =
        N_("It keeps a long step ready: the next follow-up can be {0}, after {1} only {2}."),
    [BRINGS_UP_ONE] =
        NP_("It brings up the pawns behind: {0} is still on a row that pays nothing, not {1}.",
            "It brings up the pawns behind: {0} are still on rows that pay nothing, not {1}."),
    [QUIET] = N_("It changes little at once; what it is worth shows some turns later."),
    [QUIET_BETTER] = N_("It looks much like {0} at once; the difference shows some turns later."),
};

typedef struct look {
    linja_turn turn;
    int side;
    bool over;
    int margin;     /* for the side that moved, after the turn */
    int gain;       /* ... minus that before it */
    int points[2];  /* after it */
    int rows;       /* gained by the mover's pawns, all steps together */
    int follow_up;  /* rows of the longest follow-up made */
    char crowd_row; /* ... and the row that was entered before it */
    char empty_row; /* where a follow-up earned an extra turn; 0: none did */
    bool bonus;     /* a bonus step was made */
    bool left_out;  /* a bonus step was earned and not made */
    bool mean;      /* ... with an opposing pawn */
    int in_goal;    /* pawns brought into the goal */
    int behind;     /* own pawns on rows that pay nothing */
    int answer;     /* the most that an answer improves the opponent's margin */
    int reach;      /* rows of the opponent's longest follow-up */
    int next_reach; /* rows of the mover's own, if it went again */
} look;

enum {
    LITTLE = 2,     /* points that are not much for an answer */
    SHORT_ROWS = 3, /* a follow-up of more is not short */
};

/* What the side to move can do. */
typedef struct prospects {
    const linja_rules *rules;
    int margin;
    int best_gain;
    int reach;
} prospects;

static void see_turn(void *context, const linja_progress *t) {
    prospects *can = context;
    for (int i = 0; i < t->made.count; i++) {
        const linja_step *step = &t->made.steps[i];
        if (step->phase == LINJA_FOLLOW_UP && step->to - step->from > can->reach)
            can->reach = step->to - step->from;
    }
    int gain = linja_margin(can->rules, &t->now) - can->margin;
    if (gain > can->best_gain) can->best_gain = gain;
}

static prospects prospects_of(const linja_rules *rules, const linja_position *p) {
    prospects can = {.rules = rules, .margin = linja_margin(rules, p)};
    linja_each_turn(rules, p, see_turn, &can);
    return can;
}

static void see_steps(const linja_rules *rules, const linja_position *p, look *l) {
    linja_progress t = linja_begin(rules, p);
    char entered = 0;
    for (int i = 0; i < l->turn.count; i++) {
        linja_step step = l->turn.steps[i];
        bool was_extra = t.extra;
        linja_make(&t, step);
        if (step.phase == LINJA_OPENING) entered = linja_letter(l->side, step.to);
        if (step.phase == LINJA_FOLLOW_UP && step.to - step.from > l->follow_up) {
            l->follow_up = step.to - step.from;
            l->crowd_row = entered;
        }
        if (t.extra && !was_extra) l->empty_row = linja_letter(l->side, step.to);
        if (step.phase == LINJA_BONUS) l->bonus = true;
        if (step.opposing)
            l->mean = true;
        else
            l->rows += step.to - step.from;
    }
    l->left_out = t.next == LINJA_BONUS;
}

static look look_at(const linja_rules *rules, const linja_position *p, const char *turn) {
    linja_progress t;
    error e;
    status code = linja_read_turn(rules, p, turn, &t, &e);
    assert(code == STATUS_OK);
    (void)code;
    linja_position after = linja_finish(&t);
    int side = p->to_move;
    look l = {.turn = t.made, .side = side, .over = linja_over(&after)};
    linja_score(rules, &after, l.points);
    l.margin = l.points[side] - l.points[1 - side];
    l.gain = l.margin - linja_margin(rules, p);
    l.in_goal = after.pawns[side][LINJA_GOAL] - p->pawns[side][LINJA_GOAL];
    for (int row = 0; row < LINJA_ROWS; row++)
        if (rules->points[row] <= 0) l.behind += after.pawns[side][row];
    see_steps(rules, p, &l);
    if (l.over) return l;
    prospects can = prospects_of(rules, &after);
    l.answer = can.best_gain;
    l.reach = can.reach;
    after.to_move = (uint8_t)side;
    l.next_reach = prospects_of(rules, &after).reach;
    return l;
}

/* --- the sentence that weighs most ------------------------------------------------------------ */

static void say_end_ahead(const look *l, coach_choice *best) {
    if (!l->over || l->margin <= 0 || !coach_weighs_more(best, ENDS_AHEAD, 100)) return;
    coach_letter(&best->words, 0, (char)('A' + l->side));
    coach_number(&best->words, 1, l->points[l->side]);
    coach_number(&best->words, 2, l->points[1 - l->side]);
}

static void praise(const linja_rules *rules, const linja_position *p, const look *l,
                   coach_choice *best) {
    coach_words *w = &best->words;
    char other = (char)('A' + 1 - l->side);
    linja_position theirs = *p; /* what the opponent could do if it moved now */
    theirs.to_move = (uint8_t)(1 - l->side);
    int reach_before = prospects_of(rules, &theirs).reach;
    say_end_ahead(l, best);
    if (l->empty_row && coach_weighs_more(best, EXTRA_TURN, 6)) coach_letter(w, 0, l->empty_row);
    if (l->bonus && l->mean && coach_weighs_more(best, BONUS_MEAN, 5)) coach_letter(w, 0, other);
    if (l->bonus && !l->mean) coach_weighs_more(best, BONUS, 4);
    if (l->follow_up > 2 && coach_weighs_more(best, RUNS, l->follow_up)) {
        coach_letter(w, 0, l->crowd_row);
        coach_number(w, 1, l->follow_up);
    }
    if (l->gain > 2 && coach_weighs_more(best, GAINS, l->gain)) coach_number(w, 0, l->gain);
    if (l->over) return;
    if (l->reach < reach_before && l->reach <= SHORT_ROWS &&
        coach_weighs_more(best, SHORT_STEPS, 1.5 * (reach_before - l->reach))) {
        coach_letter(w, 0, other);
        coach_number(w, 1, reach_before);
        coach_number(w, 2, l->reach);
    }
    if (l->answer <= LITTLE && coach_weighs_more(best, ANSWER, 2.5)) {
        coach_letter(w, 0, other);
        coach_number(w, 1, l->answer);
    }
}

static void compare(const look *l, const look *x, const char *instead, coach_choice *best) {
    coach_words *w = &best->words;
    char other = (char)('A' + 1 - l->side);
    if (l->over && x->over && l->margin > x->margin && coach_weighs_more(best, ENDS_BETTER, 100)) {
        coach_number(w, 0, l->margin);
        coach_number(w, 1, x->margin);
    }
    if (!x->over) say_end_ahead(l, best);
    if (!l->over && x->over && coach_weighs_more(best, PLAYS_ON, 100)) {
        coach_string(w, 0, instead);
        coach_number(w, 1, x->margin);
    }
    if (l->empty_row && !x->empty_row && coach_weighs_more(best, EXTRA_TURN, 6))
        coach_letter(w, 0, l->empty_row);
    if (l->mean && !x->mean && !x->left_out && coach_weighs_more(best, BONUS_MEAN, 3))
        coach_letter(w, 0, other);
    if (l->bonus && x->left_out && coach_weighs_more(best, BONUS_USED, 3))
        coach_string(w, 0, instead);
    if (l->bonus && !x->bonus && !x->left_out) coach_weighs_more(best, BONUS, 3);
    coach_compare(best, RUNS_FURTHER, 0.8 * (l->rows - x->rows), l->rows, instead, x->rows);
    coach_compare(best, GAINS_MORE, l->gain - x->gain, l->gain, instead, x->gain);
    if (l->over || x->over) return;
    coach_compare_for(best, ANSWER_LESS, x->answer - l->answer, other, l->answer, instead,
                      x->answer);
    coach_compare_for(best, SHORTER_STEPS, 1.2 * (x->reach - l->reach), other, l->reach, instead,
                      x->reach);
    coach_compare(best, KEEPS_CROWD, 0.9 * (l->next_reach - x->next_reach), l->next_reach, instead,
                  x->next_reach);
    if (coach_weighs_more(best, BRINGS_UP, 0.85 * (x->behind - l->behind))) {
        coach_number(w, 0, l->behind);
        coach_number(w, 1, x->behind);
    }
}

static bool why(const void *rules, const game_position *position, const char *turn,
                const char *instead, coach_sentence *said) {
    linja_position p = linja_unwrap(position);
    look l = look_at(rules, &p, turn);
    coach_choice best = {.saying = COACH_NOTHING};
    if (l.turn.count == 0) {
        best.saying = PASSES;
    } else if (instead) {
        look x = look_at(rules, &p, instead);
        compare(&l, &x, instead, &best);
    } else {
        praise(rules, &p, &l, &best);
    }
    bool shows = coach_conclude(&best, patterns, instead ? QUIET_BETTER : QUIET, instead, said);
    if (best.saying == RUNS_FURTHER) coach_count(said, patterns[RUNS_FURTHER_ONE]);
    if (best.saying == BRINGS_UP) coach_count(said, patterns[BRINGS_UP_ONE]);
    return shows;
}

/* --- where to look ---------------------------------------------------------------------------- */

static coach_sentence where(const void *rules, const game_position *position, const char *turn) {
    linja_position p = linja_unwrap(position);
    look l = look_at(rules, &p, turn);
    coach_words words = {0};
    const linja_step *opening = &l.turn.steps[0];
    int met = linja_standing(&p, l.side, opening->to);
    saying s;
    if (l.turn.count == 0) {
        s = WHERE_PASS;
    } else if (opening->to == LINJA_GOAL) {
        s = WHERE_GOAL;
        coach_letter(&words, 0, linja_letter(l.side, opening->from));
    } else if (met >= 2) {
        s = WHERE_CROWD;
        coach_letter(&words, 0, linja_letter(l.side, opening->to));
        coach_number(&words, 1, met);
    } else {
        s = WHERE_PAWNS;
        coach_letter(&words, 0, (char)('A' + l.side));
        coach_letter(&words, 1, linja_letter(l.side, opening->from));
    }
    return (coach_sentence){patterns[s], words, NULL};
}

/* --- themes ----------------------------------------------------------------------------------- */

enum { CROWD, GOAL, EXACT, EXTRA, MEAN, BRAKE, FINISH, STILL, THEMES };

static const char *const themes[THEMES + 1] = {
    [CROWD] = "crowd",   /* a follow-up of four rows or more */
    [GOAL] = "goal",     /* two pawns or more into the goal */
    [EXACT] = "exact",   /* an exact arrival and its bonus step */
    [EXTRA] = "extra",   /* an extra turn */
    [MEAN] = "mean",     /* a bonus step with an opposing pawn */
    [BRAKE] = "brake",   /* leaves the opponent no follow-up of more than one row */
    [FINISH] = "finish", /* ends the game */
    [STILL] = "quiet",   /* gains two rows or fewer */
};

static unsigned theme_bits(const void *rules, const game_position *position, const char *turn) {
    linja_position p = linja_unwrap(position);
    look l = look_at(rules, &p, turn);
    unsigned bits = 0;
    if (l.follow_up >= 4) bits |= 1u << CROWD;
    if (l.in_goal >= 2) bits |= 1u << GOAL;
    if (l.bonus) bits |= 1u << EXACT;
    if (l.empty_row) bits |= 1u << EXTRA;
    if (l.mean) bits |= 1u << MEAN;
    if (!l.over && l.reach <= 1) bits |= 1u << BRAKE;
    if (l.over) bits |= 1u << FINISH;
    if (!l.over && l.rows <= 2) bits |= 1u << STILL;
    return bits;
}

/* --- how far off --------------------------------------------------------------------------------
 */

/* Of values that were not proved, by the nodes of a look: under plain rules, where the bonus moves
 * opposing pawns, and where it moves them to rows that cost much more than others (bench_review;
 * docs/review.md). */
static const struct {
    uint64_t nodes;
    double plain, mean, steep;
} errors[] = {
    {50000, 0.44, 0.61, 1.02},
    {5000, 0.46, 0.79, 1.22},
    {0, 0.64, 0.72, 1.39},
};

static double error_of(const void *rules, uint64_t nodes) {
    const linja_rules *r = rules;
    size_t i = 0;
    while (nodes < errors[i].nodes) i++;
    if (!r->bonus_mean) return errors[i].plain;
    return r->points[0] < r->points[1] ? errors[i].steep : errors[i].mean;
}

const game_coach linja_coach = {
    .measure = COACH_POINTS,
    .nodes = 200000,
    .late = 10,
    .patterns = patterns,
    .themes = themes,
    .error = error_of,
    .where = where,
    .why = why,
    .theme_bits = theme_bits,
};
