/* SPDX-License-Identifier: MIT
 *
 * Positions and turns as text, both ways (docs/formats.md). A turn is read by making it, so what
 * is read is legal; the reader's other half is saying why something is not. */
#include <assert.h>
#include <string.h>

#include "linja/notation/notation.h"

static const char digits[] = "0123456789abc";

void linja_write_position(const linja_position *p, text *out) {
    for (int row = 0; row < LINJA_ROWS; row++) {
        if (row > 0) text_char(out, '/');
        text_char(out, digits[p->pawns[SIDE_A][row]]);
        text_char(out, digits[p->pawns[SIDE_B][LINJA_GOAL - row]]);
    }
    text_put(out, p->to_move == SIDE_A ? " a" : " b");
    if (p->ended) text_put(out, " end");
}

static bool read_digit(scan *s, uint8_t *count) {
    int c = scan_peek(s);
    const char *digit = c > 0 ? strchr(digits, c) : NULL;
    if (!digit) return false;
    *count = (uint8_t)(digit - digits);
    s->at++;
    return true;
}

/* In addresses a space may be written as an underscore. */
static bool read_gap(scan *s) {
    return scan_char(s, ' ') || scan_char(s, '_');
}

static status read_rows(scan *s, linja_position *p, error *e) {
    for (int row = 0; row < LINJA_ROWS; row++) {
        char letter = linja_letter(SIDE_A, row);
        if (row > 0 && !scan_char(s, '/'))
            return FAIL(e, STATUS_INVALID, "position: '/' must stand before '%.10s'", s->at);
        if (!read_digit(s, &p->pawns[SIDE_A][row]) ||
            !read_digit(s, &p->pawns[SIDE_B][LINJA_GOAL - row]))
            return FAIL(e, STATUS_INVALID,
                        "position: row %c must be two digits from 0-9 and a-c, pawns of A and of B",
                        letter);
    }
    return STATUS_OK;
}

static status check_pawns(const linja_position *p, error *e) {
    for (int row = 1; row < LINJA_GOAL; row++) {
        int standing = linja_standing(p, SIDE_A, row);
        if (standing > LINJA_ROW_LIMIT)
            return FAIL(e, STATUS_INVALID, "position: row %c holds %d pawns, more than %d",
                        linja_letter(SIDE_A, row), standing, LINJA_ROW_LIMIT);
    }
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        int pawns = 0;
        for (int row = 0; row < LINJA_ROWS; row++) pawns += p->pawns[side][row];
        if (pawns != LINJA_PAWNS)
            return FAIL(e, STATUS_INVALID, "position: %c has %d pawns instead of %d", 'A' + side,
                        pawns, LINJA_PAWNS);
    }
    return STATUS_OK;
}

status linja_read_position(const linja_rules *rules, const char *string, linja_position *p,
                           error *e) {
    linja_position read = {.to_move = SIDE_A};
    scan s = scan_string(string);
    status code = read_rows(&s, &read, e);
    if (code == STATUS_OK) code = check_pawns(&read, e);
    if (code != STATUS_OK) return code;

    bool gap = read_gap(&s);
    if (gap && scan_char(&s, 'b'))
        read.to_move = SIDE_B;
    else if (!gap || !scan_char(&s, 'a'))
        return FAIL(e, STATUS_INVALID,
                    "position: the rows must be followed by ' a' or ' b', "
                    "the side to move");
    if (!scan_done(&s)) {
        if (!read_gap(&s) || !scan_word(&s, "end") || !scan_done(&s))
            return FAIL(e, STATUS_INVALID,
                        "position: only ' end' may follow the side to move, not '%.40s'", s.at);
        if (linja_passed(&read))
            return FAIL(e, STATUS_INVALID,
                        "position: ' end' is only for pawns that no longer "
                        "stand passed, and here they do");
        if (rules->ends_at_once)
            return FAIL(e, STATUS_INVALID,
                        "position: ' end' cannot occur under %s, where the "
                        "game ends at once",
                        rules->name);
        read.ended = 1;
    }
    *p = read;
    return STATUS_OK;
}

void linja_write_turn(const linja_turn *turn, int side, text *out) {
    if (turn->count == 0) text_put(out, "--");
    for (int i = 0; i < turn->count; i++) {
        linja_step step = turn->steps[i];
        int owner = step.opposing ? 1 - side : side;
        if (i > 0) text_char(out, step.phase == LINJA_OPENING ? '+' : '/');
        if (step.opposing) text_char(out, '!');
        text_char(out, linja_letter(owner, step.from));
        text_char(out, linja_letter(owner, step.to));
    }
}

static const char *phase_name(linja_phase phase) {
    return phase == LINJA_OPENING ? "opening" : phase == LINJA_FOLLOW_UP ? "follow-up" : "bonus";
}

/* Why this step, which is not among the choices, cannot be made now. */
static status refuse(const linja_progress *t, linja_step step, error *e) {
    int side = step.opposing ? 1 - t->now.to_move : t->now.to_move;
    char from = linja_letter(side, step.from), to = linja_letter(side, step.to);
    int rows = step.to - step.from;
    if (step.opposing && (t->next != LINJA_BONUS || !t->rules->bonus_mean))
        return FAIL(e, STATUS_INVALID, "an opposing pawn may not be moved here");
    if (t->now.pawns[side][step.from] == 0)
        return FAIL(e, STATUS_INVALID, "%c has no pawn on row %c", 'A' + side, from);
    bool may_leave = t->next == LINJA_BONUS && t->rules->bonus_returns && !step.opposing;
    if (step.from == LINJA_GOAL && !may_leave)
        return FAIL(e, STATUS_INVALID, "a pawn in its goal stays there");
    if (t->next == LINJA_BONUS && rows != 1 && rows != -1)
        return FAIL(e, STATUS_INVALID, "a bonus goes one row forward or back");
    if (t->next != LINJA_BONUS && rows <= 0)
        return FAIL(e, STATUS_INVALID, "the %s goes forward, for %c towards row %c",
                    phase_name(t->next), 'A' + side, linja_letter(side, LINJA_GOAL));
    if (t->next != LINJA_BONUS && rows != t->reach && !(step.to == LINJA_GOAL && rows < t->reach))
        return FAIL(e, STATUS_INVALID, "the %s goes %d row%s here, not %d", phase_name(t->next),
                    t->reach, t->reach == 1 ? "" : "s", rows);
    return FAIL(e, STATUS_INVALID, "row %c is full", to);
}

/* Reads `from` and `to` letters of a step; false if that is not what stands there. */
static bool read_step(scan *s, const linja_progress *t, linja_step *step) {
    linja_step read = {.phase = (uint8_t)t->next, .opposing = scan_char(s, '!')};
    int side = read.opposing ? 1 - t->now.to_move : t->now.to_move;
    uint8_t *rows[] = {&read.from, &read.to};
    for (int i = 0; i < 2; i++) {
        int letter = scan_peek(s);
        if (letter < 'a' || letter > 'h') return false;
        *rows[i] = (uint8_t)(side == SIDE_A ? letter - 'a' : 'h' - letter);
        s->at++;
    }
    *step = read;
    return true;
}

static bool is_choice(const linja_progress *t, linja_step step) {
    linja_step choices[LINJA_CHOICES_MAX];
    size_t count = linja_choices(t, choices);
    for (size_t i = 0; i < count; i++)
        if (choices[i].from == step.from && choices[i].to == step.to &&
            choices[i].opposing == step.opposing)
            return true;
    return false;
}

static status read_next_step(scan *s, linja_progress *t, error *e) {
    int number = t->made.count + 1;
    if (t->next == LINJA_DONE)
        return FAIL(e, STATUS_INVALID, "the turn is over after step %d", number - 1);
    if (number > 1) {
        char mark = t->next == LINJA_OPENING ? '+' : '/';
        if (!scan_char(s, mark))
            return FAIL(e, STATUS_INVALID, "step %d, the %s%s, must begin with '%c'", number,
                        t->extra ? "extra turn's " : "", phase_name(t->next), mark);
    }
    const char *begin = s->at;
    linja_step step;
    if (!read_step(s, t, &step))
        return FAIL(e, STATUS_INVALID, "step %d must be two rows from a to h", number);
    if (is_choice(t, step)) {
        linja_make(t, step);
        return STATUS_OK;
    }
    status code = refuse(t, step, e);
    return FAIL_WITHIN(e, code, "step %d, '%.*s'", number, (int)(s->at - begin), begin);
}

status linja_read_steps(const linja_rules *rules, const linja_position *p, const char *string,
                        linja_progress *t, error *e) {
    if (linja_over(p)) return FAIL(e, STATUS_INVALID, "turn '%.40s': the game is over", string);
    linja_progress read = linja_begin(rules, p);
    scan s = scan_string(string);
    status code = STATUS_OK;
    if (strcmp(string, "--") == 0) {
        if (read.next != LINJA_DONE)
            code = FAIL(e, STATUS_INVALID, "a player who can make an opening move may not pass");
    } else if (read.next == LINJA_DONE && !scan_done(&s)) {
        code = FAIL(e, STATUS_INVALID, "no opening move is possible, so the turn is a pass, '--'");
    } else {
        while (code == STATUS_OK && !scan_done(&s)) code = read_next_step(&s, &read, e);
    }
    if (code != STATUS_OK) return FAIL_WITHIN(e, code, "turn '%.40s'", string);
    *t = read;
    return STATUS_OK;
}

status linja_read_turn(const linja_rules *rules, const linja_position *p, const char *string,
                       linja_progress *t, error *e) {
    if (!*string) return FAIL(e, STATUS_INVALID, "turn '': a turn must have a step, or be '--'");
    linja_progress read;
    status code = linja_read_steps(rules, p, string, &read, e);
    if (code != STATUS_OK) return code;
    if (!read.may_stop)
        return FAIL(e, STATUS_INVALID, "turn '%.40s': the %s of %d row%s must still be made",
                    string, phase_name(read.next), read.reach, read.reach == 1 ? "" : "s");
    *t = read;
    return STATUS_OK;
}
