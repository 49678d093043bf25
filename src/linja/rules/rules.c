/* SPDX-License-Identifier: MIT
 *
 * The thirteen rule sets and what can be said of a position without making a turn. */
#include <assert.h>
#include <string.h>

#include "linja/rules/rules.h"

#define EDITION_2003                                                                               \
    .goal_follow_up = 1, .extra_turn = true, .ends_at_once = true,                                 \
    .points = {0, 0, 0, 0, 1, 2, 3, 5}
#define EDITION_SECOND                                                                             \
    .follow_up_optional = true, .bonus = true, .points = {-5, -3, -2, -1, 1, 2, 3, 5}
#define EDITION_ZEN                                                                                \
    .follow_up_optional = true, .bonus = true, .points = {-1, -1, -1, -1, 1, 2, 3, 5}
#define MEAN   .bonus_mean = true
#define RETURN .bonus_returns = true
#define EXACT  .bonus_follow_up = true, .bonus_returns = true

const linja_rules linja_rule_sets[LINJA_RULE_SETS] = {
    {.name = "2003", EDITION_2003},
    {.name = "second", EDITION_SECOND},
    {.name = "second+mean", EDITION_SECOND, MEAN},
    {.name = "second+return", EDITION_SECOND, RETURN},
    {.name = "second+mean+return", EDITION_SECOND, MEAN, RETURN},
    {.name = "second+exact", EDITION_SECOND, EXACT},
    {.name = "second+mean+exact", EDITION_SECOND, MEAN, EXACT},
    {.name = "zen", EDITION_ZEN},
    {.name = "zen+mean", EDITION_ZEN, MEAN},
    {.name = "zen+return", EDITION_ZEN, RETURN},
    {.name = "zen+mean+return", EDITION_ZEN, MEAN, RETURN},
    {.name = "zen+exact", EDITION_ZEN, EXACT},
    {.name = "zen+mean+exact", EDITION_ZEN, MEAN, EXACT},
};

const linja_rules *linja_find_rules(const char *name) {
    for (size_t i = 0; i < LINJA_RULE_SETS; i++)
        if (strcmp(linja_rule_sets[i].name, name) == 0) return &linja_rule_sets[i];
    return NULL;
}

static void put_switch(text *out, const char *name, int value) {
    if (value == 0) return;
    text_format(out, value == 1 ? "%s " : "%s=%d ", name, value);
}

void linja_fingerprint(const linja_rules *rules, char out[LINJA_FINGERPRINT_BYTES]) {
    /* Who adds a switch adds it here. */
    _Static_assert(sizeof(linja_rules) == sizeof(char *) + 8 + sizeof rules->points,
                   "all switches");
    memset(out, 0, LINJA_FINGERPRINT_BYTES);
    text t = text_fixed(out, LINJA_FINGERPRINT_BYTES);
    put_switch(&t, "follow_up_optional", rules->follow_up_optional);
    put_switch(&t, "goal_follow_up", rules->goal_follow_up);
    put_switch(&t, "extra_turn", rules->extra_turn);
    put_switch(&t, "bonus", rules->bonus);
    put_switch(&t, "bonus_returns", rules->bonus_returns);
    put_switch(&t, "bonus_mean", rules->bonus_mean);
    put_switch(&t, "bonus_follow_up", rules->bonus_follow_up);
    put_switch(&t, "ends_at_once", rules->ends_at_once);
    text_put(&t, "points");
    for (int row = 0; row < LINJA_ROWS; row++)
        text_format(&t, "%c%d", row ? ',' : '=', rules->points[row]);
    assert(!t.failed);
}

_Static_assert(sizeof(linja_position) <= GAME_POSITION_BYTES, "a position must fit");

game_position linja_wrap(const linja_position *p) {
    game_position position = {0};
    memcpy(position.bytes, p, sizeof *p);
    return position;
}

linja_position linja_unwrap(const game_position *position) {
    linja_position p;
    memcpy(&p, position->bytes, sizeof p);
    return p;
}

void linja_start(linja_position *p) {
    static const linja_position start = {
        .pawns = {{6, 1, 1, 1, 1, 1, 1, 0}, {6, 1, 1, 1, 1, 1, 1, 0}},
        .to_move = SIDE_A,
    };
    *p = start;
}

linja_position linja_mirror(const linja_position *p) {
    linja_position mirrored = *p;
    memcpy(mirrored.pawns[SIDE_A], p->pawns[SIDE_B], LINJA_ROWS);
    memcpy(mirrored.pawns[SIDE_B], p->pawns[SIDE_A], LINJA_ROWS);
    mirrored.to_move = p->to_move == SIDE_A ? SIDE_B : SIDE_A;
    return mirrored;
}

/* The row of the pawn that is furthest behind. */
static int rearmost(const uint8_t pawns[LINJA_ROWS]) {
    int row = 0;
    while (pawns[row] == 0) row++;
    return row;
}

bool linja_passed(const linja_position *p) {
    /* B's rearmost pawn is B's highest on the board, where it stands on row 7 - r as A counts. */
    return rearmost(p->pawns[SIDE_A]) > LINJA_GOAL - rearmost(p->pawns[SIDE_B]);
}

static bool can_open(const linja_position *p, int side) {
    for (int row = 0; row < LINJA_GOAL; row++)
        if (p->pawns[side][row] > 0 && linja_has_room(p, side, row + 1)) return true;
    return false;
}

bool linja_over(const linja_position *p) {
    return p->ended || linja_passed(p) || (!can_open(p, SIDE_A) && !can_open(p, SIDE_B));
}

void linja_score(const linja_rules *rules, const linja_position *p, int points[2]) {
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        points[side] = 0;
        for (int row = 0; row < LINJA_ROWS; row++)
            points[side] += p->pawns[side][row] * rules->points[row];
    }
}

int linja_margin(const linja_rules *rules, const linja_position *p) {
    int points[2];
    linja_score(rules, p, points);
    return points[p->to_move] - points[1 - p->to_move];
}
