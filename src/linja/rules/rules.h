/* SPDX-License-Identifier: MIT
 *
 * Linja: rule sets, positions, turns. This is the plain implementation, written to be read beside
 * docs/rules-linja.md; linja/rules/fast.h is the quick one, and the tests prove them equal.
 *
 * Rows are counted from the owner's point of view: a pawn's row is how many rows it stands from
 * its own starting line, 0 to 7, for both sides. There is thus one direction, forward, and one
 * goal, row 7. Seen from the board, A's row r is the letter 'a' + r and B's row r is 'h' - r. */
#ifndef LINJA_RULES_RULES_H
#define LINJA_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"

enum {
    LINJA_ROWS = 8,
    LINJA_GOAL = 7,
    LINJA_PAWNS = 12,    /* a side */
    LINJA_ROW_LIMIT = 6, /* both colours together, on an inner row */
    LINJA_STEPS_MAX = 4, /* in one turn */
    LINJA_RULE_SETS = 13,
    LINJA_TURNS_MAX = 2560, /* 7^4 + 7^2 + 7 bounds 2003, 7 * 7 * 29 + 7 the others */
};

/* A rule set is nothing but these switches; no code asks for an edition by name. Each is off, or 0,
 * by default, and means the rules as they were before it: so a new one leaves the fingerprints of
 * the older rule sets alone. */
typedef struct linja_rules {
    const char *name;
    bool follow_up_optional;
    uint8_t goal_follow_up; /* rows to go after an opening step into the goal; 0: no follow-up */
    bool extra_turn;        /* a follow-up onto an empty inner row earns one more turn */
    bool bonus;             /* reaching the goal exactly earns a step forward or back */
    bool bonus_returns;     /* ... also for an own pawn out of its goal */
    bool bonus_mean;        /* ... or for an opposing pawn that is not in its goal */
    bool bonus_follow_up;   /* only a follow-up earns it, not an opening step into the goal */
    bool ends_at_once;      /* when all have passed, not at the end of the turn */
    int points[LINJA_ROWS]; /* for a pawn on this row at the end */
} linja_rules;

extern const linja_rules linja_rule_sets[LINJA_RULE_SETS];

const linja_rules *linja_find_rules(const char *name);

/* The switches that are not as by default, as text: what a rule set's values depend on. */
enum { LINJA_FINGERPRINT_BYTES = 256 };
void linja_fingerprint(const linja_rules *rules, char out[LINJA_FINGERPRINT_BYTES]);

/* Whether a game can go in circles: into the goal with an opening step, and straight out again with
 * the bonus that it earns. Under all other rules every turn but a pass gains ground. */
static inline bool linja_goes_in_circles(const linja_rules *rules) {
    return rules->bonus_returns && !rules->bonus_follow_up;
}

/* Then the game is drawn when a position is there for the third time. */
enum { LINJA_OCCURRENCES = 3 };

typedef struct linja_position {
    uint8_t pawns[2][LINJA_ROWS]; /* [side][row as its owner counts] */
    uint8_t to_move;
    uint8_t ended; /* 1: over, though the pawns no longer stand passed (a bonus undid it) */
} linja_position;

/* The value in which it goes through the interface of games, and back. */
game_position linja_wrap(const linja_position *p);
linja_position linja_unwrap(const game_position *position);

/* Pawns of both colours on a row, as `side` counts. */
static inline int linja_standing(const linja_position *p, int side, int row) {
    return p->pawns[side][row] + p->pawns[1 - side][LINJA_GOAL - row];
}

/* Whether one more may come to stand on a row. */
static inline bool linja_has_room(const linja_position *p, int side, int row) {
    bool inner = row > 0 && row < LINJA_GOAL;
    return !inner || linja_standing(p, side, row) < LINJA_ROW_LIMIT;
}

/* Whether the pawns of the two sides, each as its owner counts, keep the row limit. */
static inline bool linja_fits(const uint8_t mover[LINJA_ROWS], const uint8_t opponent[LINJA_ROWS]) {
    for (int row = 1; row < LINJA_GOAL; row++)
        if (mover[row] + opponent[LINJA_GOAL - row] > LINJA_ROW_LIMIT) return false;
    return true;
}

void linja_start(linja_position *p);
linja_position linja_mirror(const linja_position *p); /* the same game with the sides swapped */
bool linja_passed(const linja_position *p);
bool linja_over(const linja_position *p);
void linja_score(const linja_rules *rules, const linja_position *p, int points[2]);

/* The points of the side to move minus those of the other. */
int linja_margin(const linja_rules *rules, const linja_position *p);

typedef enum linja_phase {
    LINJA_DONE, /* no further step */
    LINJA_OPENING,
    LINJA_FOLLOW_UP,
    LINJA_BONUS,
} linja_phase;

typedef struct linja_step {
    uint8_t phase;
    uint8_t from; /* as the owner of the pawn counts */
    uint8_t to;
    bool opposing; /* the pawn moved is the opponent's */
} linja_step;

typedef struct linja_turn {
    uint8_t count; /* 0 is a pass */
    linja_step steps[LINJA_STEPS_MAX];
} linja_turn;

/* A turn being made. Copy it before a step to be able to take the step back. */
typedef struct linja_progress {
    const linja_rules *rules;
    linja_position now; /* the board after the steps made, the same side still to move */
    linja_turn made;
    linja_phase next; /* the kind of step that may be made now */
    uint8_t reach;    /* rows it goes (opening and bonus: 1) */
    bool may_stop;    /* the steps made are a whole turn */
    bool passed;      /* all pawns have passed each other at some moment of this turn */
    bool extra;       /* the extra turn has begun */
} linja_progress;

/* Begins a turn; the game must not be over. If no opening step is possible the turn is a pass
 * and done at once. */
linja_progress linja_begin(const linja_rules *rules, const linja_position *p);

enum { LINJA_CHOICES_MAX = 28 };
size_t linja_choices(const linja_progress *t, linja_step choices[LINJA_CHOICES_MAX]);

/* Makes one of the choices. */
void linja_make(linja_progress *t, linja_step step);

/* Ends a turn that may stop: the position with the other side to move. */
linja_position linja_finish(const linja_progress *t);

/* Visits every legal turn, ready for linja_finish; none if the game is over. */
typedef void linja_visit(void *context, const linja_progress *t);
void linja_each_turn(const linja_rules *rules, const linja_position *p, linja_visit *visit,
                     void *context);

/* All legal turns, in no special order. Returns how many. */
size_t linja_turns(const linja_rules *rules, const linja_position *p,
                   linja_turn turns[LINJA_TURNS_MAX]);

/* The row of `side` as a letter. */
static inline char linja_letter(int side, int row) {
    return (char)(side == SIDE_A ? 'a' + row : 'h' - row);
}

#endif
