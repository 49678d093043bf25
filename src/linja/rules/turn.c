/* SPDX-License-Identifier: MIT
 *
 * Turns, made one step after the other as a player makes them, and the plain generator of all
 * turns, which just tries every choice. Invariant: `progress.next` is a kind of step of which at
 * least one can be made, or LINJA_DONE. */
#include "linja/rules/rules.h"

#include <assert.h>

static void add_if_possible(const linja_progress *t, linja_step step, linja_step *choices,
                            size_t *count) {
    int side = step.opposing ? 1 - t->now.to_move : t->now.to_move;
    if (t->now.pawns[side][step.from] > 0 && linja_has_room(&t->now, side, step.to))
        choices[(*count)++] = step;
}

/* Bonus steps, one row forward or back, of the mover's pawns or of the opponent's. */
static void bonus_choices(const linja_progress *t, bool opposing, linja_step *choices,
                          size_t *count) {
    bool leaves_goal = !opposing && t->rules->bonus_returns;
    for (int from = 0; from < LINJA_ROWS; from++) {
        if (from == LINJA_GOAL && !leaves_goal) continue;
        for (int to = from - 1; to <= from + 1; to += 2) {
            if (to < 0 || to >= LINJA_ROWS) continue;
            linja_step step = {LINJA_BONUS, (uint8_t)from, (uint8_t)to, opposing};
            add_if_possible(t, step, choices, count);
        }
    }
}

size_t linja_choices(const linja_progress *t, linja_step choices[LINJA_CHOICES_MAX]) {
    size_t count = 0;
    if (t->next == LINJA_OPENING || t->next == LINJA_FOLLOW_UP) {
        for (int from = 0; from < LINJA_GOAL; from++) {
            int to = from + t->reach;
            if (to > LINJA_GOAL) to = LINJA_GOAL;
            linja_step step = {(uint8_t)t->next, (uint8_t)from, (uint8_t)to, false};
            add_if_possible(t, step, choices, &count);
        }
    }
    if (t->next == LINJA_BONUS) {
        bonus_choices(t, false, choices, &count);
        if (t->rules->bonus_mean) bonus_choices(t, true, choices, &count);
    }
    assert(count <= LINJA_CHOICES_MAX);
    return count;
}

/* The turn goes on with a step of this kind if one can be made, and is done otherwise. */
static void go_on(linja_progress *t, linja_phase phase, int reach) {
    linja_step choices[LINJA_CHOICES_MAX];
    t->next = phase;
    t->reach = (uint8_t)reach;
    if (phase != LINJA_DONE && linja_choices(t, choices) == 0) t->next = LINJA_DONE;
    t->may_stop = t->next == LINJA_DONE || t->next == LINJA_BONUS ||
                  (t->next == LINJA_FOLLOW_UP && t->rules->follow_up_optional);
}

linja_progress linja_begin(const linja_rules *rules, const linja_position *p) {
    assert(!linja_over(p));
    linja_progress t = {.rules = rules, .now = *p};
    go_on(&t, LINJA_OPENING, 1);
    return t;
}

/* Whether a step of this kind that arrives in the goal exactly is rewarded. */
static bool earns_bonus(const linja_rules *rules, int phase) {
    bool by_opening = phase == LINJA_OPENING && !rules->bonus_follow_up;
    return rules->bonus && (phase == LINJA_FOLLOW_UP || by_opening);
}

void linja_make(linja_progress *t, linja_step step) {
    const linja_rules *rules = t->rules;
    linja_position *now = &t->now;
    int mover = now->to_move;
    int side = step.opposing ? 1 - mover : mover;
    assert(step.phase == t->next && t->made.count < LINJA_STEPS_MAX);
    assert(now->pawns[side][step.from] > 0 && linja_has_room(now, side, step.to));

    int met = linja_standing(now, side, step.to);
    bool exact = step.from + t->reach == LINJA_GOAL;
    now->pawns[side][step.from]--;
    now->pawns[side][step.to]++;
    t->made.steps[t->made.count++] = step;
    if (linja_passed(now)) t->passed = true;

    if (t->passed && rules->ends_at_once) {
        go_on(t, LINJA_DONE, 0);
    } else if (step.phase == LINJA_OPENING && step.to < LINJA_GOAL && met > 0) {
        go_on(t, LINJA_FOLLOW_UP, met);
    } else if (step.phase == LINJA_OPENING && step.to == LINJA_GOAL && rules->goal_follow_up > 0) {
        go_on(t, LINJA_FOLLOW_UP, rules->goal_follow_up);
    } else if (step.phase == LINJA_FOLLOW_UP && step.to < LINJA_GOAL && met == 0 &&
               rules->extra_turn && !t->extra) {
        t->extra = true;
        go_on(t, LINJA_OPENING, 1);
    } else if (step.to == LINJA_GOAL && exact && earns_bonus(rules, step.phase)) {
        go_on(t, LINJA_BONUS, 1);
    } else {
        go_on(t, LINJA_DONE, 0);
    }
}

linja_position linja_finish(const linja_progress *t) {
    assert(t->may_stop);
    linja_position after = t->now;
    after.ended = t->passed && !linja_passed(&after);
    after.to_move = after.to_move == SIDE_A ? SIDE_B : SIDE_A;
    return after;
}

static void visit_from(const linja_progress *t, linja_visit *visit, void *context) {
    if (t->may_stop) visit(context, t);
    linja_step choices[LINJA_CHOICES_MAX];
    size_t many = linja_choices(t, choices);
    for (size_t i = 0; i < many; i++) {
        linja_progress longer = *t;
        linja_make(&longer, choices[i]);
        visit_from(&longer, visit, context);
    }
}

void linja_each_turn(const linja_rules *rules, const linja_position *p, linja_visit *visit,
                     void *context) {
    if (linja_over(p)) return;
    linja_progress t = linja_begin(rules, p);
    visit_from(&t, visit, context);
}

typedef struct turn_list {
    linja_turn *turns;
    size_t count;
} turn_list;

static void append(void *context, const linja_progress *t) {
    turn_list *list = context;
    assert(list->count < LINJA_TURNS_MAX);
    list->turns[list->count++] = t->made;
}

size_t linja_turns(const linja_rules *rules, const linja_position *p,
                   linja_turn turns[LINJA_TURNS_MAX]) {
    turn_list list = {.turns = turns};
    linja_each_turn(rules, p, append, &list);
    return list.count;
}
