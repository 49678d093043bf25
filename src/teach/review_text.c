/* SPDX-License-Identifier: MIT
 *
 * A review to read, as a chart, and as remarks in the record. */
#include <math.h>
#include <string.h>

#include "teach/review.h"

enum { WIDTH = 80, INDENT = 10 };

/* --- numbers -----------------------------------------------------------------------------------
 */

typedef struct number {
    char text[24];
} number;

/* A value: "+3" or "+2.4" points, "54.2 %". */
static number show_value(const review *v, const review_value *value) {
    number n;
    text t = text_fixed(n.text, sizeof n.text);
    double amount = review_amount(v->measure, value);
    if (v->measure == COACH_CHANCE)
        text_format(&t, "%.1f %%", 100 * amount);
    else if (value->exact)
        text_format(&t, amount > 0 ? "+%.0f" : "%.0f", amount == 0 ? 0 : amount);
    else
        text_format(&t, fabs(amount) < 0.05 ? "0.0" : "%+.1f", amount);
    return n;
}

/* A loss or luck: "3", "2.4", "4.1 %"; `sign`: with a sign. */
static number show_change(const review *v, double amount, bool exact, bool sign) {
    number n;
    text t = text_fixed(n.text, sizeof n.text);
    double shown = v->measure == COACH_CHANCE ? 100 * amount : amount;
    int places = v->measure == COACH_CHANCE || !exact;
    if (fabs(shown) < (places ? 0.05 : 0.5)) shown = 0;
    text_format(&t, sign && shown != 0 ? "%+.*f" : "%.*f", places, shown);
    if (v->measure == COACH_CHANCE) text_put(&t, " %");
    return n;
}

/* 200,000 */
static void put_grouped(uint64_t count, text *out) {
    if (count >= 1000) {
        put_grouped(count / 1000, out);
        text_format(out, ",%03d", (int)(count % 1000));
    } else {
        text_format(out, "%d", (int)count);
    }
}

/* --- text --------------------------------------------------------------------------------------
 */

/* Columns that UTF-8 text takes: bytes that begin a character. */
static size_t columns(const char *string, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)string[i] & 0xc0) != 0x80;
    return count;
}

/* Words filled into lines that begin `indent` columns in. */
static void put_filled(const char *words, size_t indent, text *out) {
    size_t column = 0;
    while (*words) {
        size_t length = strcspn(words, " "), wide = columns(words, length);
        if (column > 0 && column + 1 + wide > WIDTH) {
            text_char(out, '\n');
            column = 0;
        }
        text_repeat(out, " ", column == 0 ? indent : 1);
        column += (column == 0 ? indent : 1) + wide;
        text_put_n(out, words, length);
        words += length + strspn(words + length, " ");
    }
    text_char(out, '\n');
}

static void put_heading(const review *v, size_t ordinal, text *out) {
    char line[400];
    text t = text_fixed(line, sizeof line);
    if (ordinal > 0) text_format(&t, "Game %zu: ", ordinal);
    text_format(&t, "%s (A) against %s (B), %s, rules %.60s: %s", v->sides[SIDE_A].name,
                v->sides[SIDE_B].name, v->game->name, v->rules_name, record_result_name(v->result));
    if (!v->over)
        text_put(&t, v->result == RECORD_UNFINISHED ? ", not finished" : ", not played to the end");
    put_filled(line, 0, out);
    text_clear(&t);
    text_put(&t, v->measure == COACH_POINTS
                     ? "Values are the points by which the player who moves comes out ahead; "
                     : "Values are the chances to win of the player who moves; ");
    if (v->exact) {
        text_put(&t, "they are exact.");
    } else {
        text_put(&t, "they are estimates, ");
        if (v->nodes > 0) put_grouped(v->nodes, &t);
        if (v->nodes > 0) text_put(&t, " nodes a look");
        if (v->seconds > 0)
            text_format(&t, "%s%g seconds a look", v->nodes > 0 ? " or " : "", v->seconds);
        if (v->error > 0) text_format(&t, ", ± %s", show_change(v, v->error, false, false).text);
        text_put(&t, ", exact where marked =.");
    }
    put_filled(line, 0, out);
}

static void put_turn(const review *v, size_t ply, text *out) {
    const review_turn *turn = &v->turns[ply];
    number before = show_value(v, &turn->value), after = show_value(v, &turn->played_value);
    number loss = show_change(v, turn->loss, turn->value.exact && turn->played_value.exact, false);
    text_format(out, "%4zu. %c  %-15s %8s%c %8s%c %8s", ply / 2 + 1, 'A' + turn->side,
                turn->played.text, before.text, turn->value.exact && !v->exact ? '=' : ' ',
                after.text, turn->played_value.exact && !v->exact ? '=' : ' ', loss.text);
    if (v->has_draws) text_format(out, " %8s", show_change(v, turn->luck, true, true).text);
    text_format(out, "  %-2s %s\n", review_mark_signs[turn->mark], review_mark_names[turn->mark]);
    if (!turn->why.pattern) return;
    char line[COACH_TEXT + 80];
    text t = text_fixed(line, sizeof line);
    if (turn->mark != REVIEW_GREAT) text_format(&t, "Better %s: ", turn->best.text);
    coach_say(&turn->why, &t);
    if (turn->mark == REVIEW_GREAT || turn->mark >= REVIEW_GOOD) put_filled(line, INDENT, out);
}

static void put_sides(const review *v, text *out) {
    text_put(out, "                           accuracy  great  best  good    ?!     ?    ??  "
                  "forced\n");
    for (int s = SIDE_A; s <= SIDE_B; s++) {
        const review_side *side = &v->sides[s];
        size_t wide = columns(side->name, strlen(side->name)), shown = strlen(side->name);
        while (wide > 20) wide -= ((unsigned char)side->name[--shown] & 0xc0) != 0x80;
        text_format(out, "  %c  %.*s", 'A' + s, (int)shown, side->name);
        text_repeat(out, " ", 20 - wide);
        text_format(out, "  %6.1f %%", side->accuracy);
        text_format(out, "  %5d", side->counts[REVIEW_GREAT]);
        for (int m = REVIEW_BEST; m < REVIEW_MARKS; m++) text_format(out, " %5d", side->counts[m]);
        text_format(out, "  %6d\n", side->counts[REVIEW_FORCED]);
    }
}

static void put_balance(const review *v, text *out) {
    char line[400];
    text t = text_fixed(line, sizeof line);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        number loss = show_change(v, v->sides[side].loss, v->exact, false);
        text_format(&t, "%s %c: %s", side == SIDE_A ? "Given away by" : ", by", 'A' + side,
                    loss.text);
        if (v->measure == COACH_POINTS)
            text_put(&t, strcmp(loss.text, "1") == 0 ? " point" : " points");
    }
    text_char(&t, '.');
    if (v->has_draws) {
        double luck = v->sides[SIDE_A].luck;
        text_format(&t, " The draws were worth %s to %c. In A's chances: %s at the beginning",
                    show_change(v, fabs(luck), true, false).text, luck < 0 ? 'B' : 'A',
                    show_value(v, &v->first).text);
        text_format(&t, ", - %s by A, + %s by B,",
                    show_change(v, v->sides[SIDE_A].loss, true, false).text,
                    show_change(v, v->sides[SIDE_B].loss, true, false).text);
        text_format(&t, " %c %s by luck, = %s %s.", luck < 0 ? '-' : '+',
                    show_change(v, fabs(luck), true, false).text, show_value(v, &v->last).text,
                    v->over ? "in the end" : "where it stopped");
    }
    if (v->has_draws && v->over)
        text_format(&t, " Adjusted for luck, A made %s of the game.",
                    show_change(v, v->adjusted, true, false).text);
    put_filled(line, 0, out);
}

/* The costliest turns, so that they are found without reading it all, and what is wrong with them.
 */
static void put_worst(const review *v, const replay *played, text *out) {
    size_t worst[REVIEW_WORST], count = review_worst(v, -1, worst);
    if (count > 0) text_put(out, "Costliest:\n");
    for (size_t i = 0; i < count; i++) {
        const review_turn *turn = &v->turns[worst[i]];
        review_reasons why = review_explain(v, played, worst[i]);
        char line[(REVIEW_REASONS + 1) * COACH_TEXT];
        text t = text_fixed(line, sizeof line);
        bool exact = turn->value.exact && turn->played_value.exact;
        text_format(&t, "%zu. %c %s (%s).", worst[i] / 2 + 1, 'A' + turn->side, turn->played.text,
                    show_change(v, turn->loss, exact, false).text);
        for (int k = 0; k < why.count; k++) {
            text_char(&t, ' ');
            coach_say(&why.said[k], &t);
        }
        text_format(&t, " Better %s.", turn->best.text);
        put_filled(line, 2, out);
    }
}

void review_write(const review *v, const replay *played, size_t ordinal, text *out) {
    put_heading(v, ordinal, out);
    text_format(out, "\n%-24s %8s  %8s  %8s%s\n", "", "before", "after", "loss",
                v->has_draws ? "     luck" : "");
    for (size_t ply = 0; ply < v->count; ply++) put_turn(v, ply, out);
    text_char(out, '\n');
    put_sides(v, out);
    text_char(out, '\n');
    put_balance(v, out);
    put_worst(v, played, out);
}

/* --- chart -------------------------------------------------------------------------------------
 */

enum { CHART_WIDTH = 720, CHART_HEIGHT = 320, CHART_LEFT = 56, CHART_TOP = 44, CHART_FOOT = 270 };

static const char chart_style[] =
    "<style>.ground{fill:#f4ece0}.a{fill:#b83a2b}.b{fill:#4d4843}.grid{stroke:#d8ccb8}"
    ".zero{stroke:#857868}.curve{fill:none;stroke:#0f766e;stroke-width:2}"
    "text{fill:#5d5347;font:13px system-ui,sans-serif}.sign{font-weight:700}"
    "@media(prefers-color-scheme:dark){.ground{fill:#211d19}.a{fill:#e97a66}.b{fill:#a49c91}"
    ".grid{stroke:#3f3830}.zero{stroke:#a99b89}.curve{stroke:#4fb3a9}text{fill:#c9bdac}}"
    "</style>\n";

typedef struct chart {
    double least, most; /* values at the foot and at the top */
    double step;        /* between turns */
} chart;

static double chart_x(const chart *c, size_t ply) {
    return CHART_LEFT + c->step * (double)ply;
}

static double chart_y(const chart *c, double amount) {
    return CHART_FOOT - (CHART_FOOT - CHART_TOP) * (amount - c->least) / (c->most - c->least);
}

/* The value before a turn (after the last one: at the end), for A. */
static double value_at(const review *v, size_t ply) {
    if (ply == v->count) return review_amount(v->measure, &v->last);
    double amount = review_amount(v->measure, &v->turns[ply].value);
    return v->turns[ply].side == SIDE_A ? amount : review_turned(v->measure, amount);
}

static chart scale_chart(const review *v) {
    chart c = {.least = 0, .most = 1, .step = CHART_WIDTH - 2.0 * CHART_LEFT};
    if (v->measure == COACH_POINTS) {
        double most = 4;
        for (size_t i = 0; i <= v->count; i++)
            if (fabs(value_at(v, i)) > most) most = fabs(value_at(v, i));
        most = 4 * ceil(most / 4);
        c.least = -most;
        c.most = most;
    }
    if (v->count > 1) c.step /= (double)v->count;
    return c;
}

static void draw_grid(const review *v, const chart *c, text *out) {
    for (int i = 0; i <= 4; i++) {
        double amount = c->least + (c->most - c->least) * i / 4, y = chart_y(c, amount);
        text_format(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>", i == 2 ? "zero" : "grid",
                    CHART_LEFT, y, CHART_WIDTH - CHART_LEFT);
        text_format(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", CHART_LEFT - 8, y + 4);
        text_format(out, v->measure == COACH_POINTS ? amount > 0 ? "+%g" : "%g" : "%g %%",
                    v->measure == COACH_POINTS ? amount : 100 * amount);
        text_put(out, "</text>\n");
    }
    size_t every = v->count <= 24 ? 2 : v->count <= 60 ? 4 : v->count <= 150 ? 10 : 50;
    for (size_t ply = 0; ply < v->count; ply += every)
        text_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%zu</text>\n",
                    chart_x(c, ply), CHART_FOOT + 20, ply / 2 + 1);
}

/* A sign at the turn: A's in circles above the curve, B's in squares below it. */
static void draw_mark(const review *v, const chart *c, size_t ply, text *out) {
    const review_turn *turn = &v->turns[ply];
    double x = chart_x(c, ply), y = chart_y(c, value_at(v, ply));
    bool above = turn->side == SIDE_A;
    text_format(out, "<g><title>%zu. %c ", ply / 2 + 1, 'A' + turn->side);
    text_put_xml(out, turn->played.text);
    text_format(out, ": %s", review_mark_names[turn->mark]);
    if (turn->loss > 0) {
        text_format(out, ", loss %s, better ", show_change(v, turn->loss, v->exact, false).text);
        text_put_xml(out, turn->best.text);
    }
    text_put(out, "</title>");
    if (above)
        text_format(out, "<circle class=\"a\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>", x, y);
    else
        text_format(out, "<rect class=\"b\" x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\"/>",
                    x - 4.5, y - 4.5);
    text_format(out, "<text class=\"sign\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
                x, above ? y - 10 : y + 20, review_mark_signs[turn->mark]);
    text_put(out, "</g>\n");
}

void review_draw(const review *v, text *out) {
    chart c = scale_chart(v);
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" role=\"img\" aria-label=\"The value of a game of %s, turn by "
                "turn\">\n",
                CHART_WIDTH, CHART_HEIGHT, CHART_WIDTH, CHART_HEIGHT, v->game->name);
    text_put(out, chart_style);
    text_format(out,
                "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n<text x=\"%d\" y=\"22\">",
                CHART_WIDTH, CHART_HEIGHT, CHART_LEFT);
    text_put_xml(out, v->sides[SIDE_A].name);
    text_put(out, " (A, circles) against ");
    text_put_xml(out, v->sides[SIDE_B].name);
    text_format(out, " (B, squares): %s for A, %s</text>\n",
                v->measure == COACH_POINTS ? "points ahead" : "chance to win",
                v->exact ? "exact" : "estimated");
    draw_grid(v, &c, out);
    text_put(out, "<path class=\"curve\" d=\"");
    for (size_t ply = 0; ply <= v->count; ply++)
        text_format(out, "%c%.1f %.1f", ply == 0 ? 'M' : 'L', chart_x(&c, ply),
                    chart_y(&c, value_at(v, ply)));
    text_put(out, "\"/>\n");
    for (size_t ply = 0; ply < v->count; ply++)
        if (*review_mark_signs[v->turns[ply].mark]) draw_mark(v, &c, ply, out);
    text_format(out,
                "<text x=\"%d\" y=\"%d\">accuracy: A %.1f %%, B %.1f %%; ?! inaccuracy, ? mistake, "
                "?? blunder, ! great</text>\n</svg>\n",
                CHART_LEFT, CHART_HEIGHT - 10, v->sides[SIDE_A].accuracy,
                v->sides[SIDE_B].accuracy);
}

/* --- record ------------------------------------------------------------------------------------
 */

/* PGN's numbers for the signs; NULL: none. */
static const char *const glyphs[REVIEW_MARKS] = {[REVIEW_GREAT] = "$1",
                                                 [REVIEW_INACCURACY] = "$6",
                                                 [REVIEW_MISTAKE] = "$2",
                                                 [REVIEW_BLUNDER] = "$4"};

typedef struct remarks {
    const char *glyph; /* NULL: none */
    char comment[COACH_TEXT + 80];
} remarks;

static remarks remarks_on(const review *v, const review_turn *turn) {
    remarks said = {.glyph = glyphs[turn->mark]};
    text t = text_fixed(said.comment, sizeof said.comment);
    if (turn->mark < REVIEW_GOOD && turn->mark != REVIEW_GREAT) return said;
    text_format(&t, "%s", show_value(v, &turn->played_value).text);
    if (turn->mark >= REVIEW_GOOD)
        text_format(&t, ", better %s %s", turn->best.text, show_value(v, &turn->value).text);
    text_put(&t, ": ");
    if (turn->why.pattern) coach_say(&turn->why, &t);
    return said;
}

/* Copies what stands behind the token `i` of this kind, but not what will be said anyway; answers
 * the last token that was dealt with. */
static size_t copy_behind(const record *r, size_t i, record_token_kind kind, const char *said,
                          record *out, status *code, error *e) {
    while (*code == STATUS_OK && i + 1 < r->token_count && r->tokens[i + 1].kind == kind) {
        const char *there = record_text(r, ++i);
        if (!said || strcmp(there, said) != 0) *code = record_add_token(out, kind, there, e);
    }
    return i;
}

status review_annotate(const review *v, const record *r, const replay *played, record *out,
                       error *e) {
    record copy = {.result = v->result, .line = r->line};
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < r->tag_count; i++)
        code = record_set_tag(&copy, r->tags[i].name, r->tags[i].value, e);
    size_t ply = 0;
    for (size_t i = 0; code == STATUS_OK && i < r->token_count; i++) {
        bool reviewed = ply < played->count && played->plies[ply].token == i;
        code = record_add_token(&copy, r->tokens[i].kind, record_text(r, i), e);
        if (!reviewed) continue;
        remarks said = remarks_on(v, &v->turns[ply++]);
        i = copy_behind(r, i, RECORD_GLYPH, said.glyph, &copy, &code, e);
        if (code == STATUS_OK && said.glyph)
            code = record_add_token(&copy, RECORD_GLYPH, said.glyph, e);
        if (code == STATUS_OK && *said.comment)
            code = record_add_token(&copy, RECORD_COMMENT, said.comment, e);
        i = copy_behind(r, i, RECORD_COMMENT, said.comment, &copy, &code, e);
    }
    if (code == STATUS_OK)
        *out = copy;
    else
        record_free(&copy);
    return code;
}
