/* SPDX-License-Identifier: MIT
 *
 * The board seen by A, who sits at the bottom: row h on top, A's pawns on the left and B's on the
 * right of each row, and at the edges what a pawn standing there is worth to A and to B. The
 * sides are told apart by shape as well as by colour: in text A's pawns point up and B's down,
 * the way they go; in SVG A's have a dot on top and B's a ring, or the other way round if the
 * colours are swapped: there `a` and `b` are the two colours. */
#include "linja/notation/picture.h"

#include "linja/notation/notation.h"

/* --- text ---------------------------------------------------------------------------------- */

enum { TEXT_WIDTH = 26 };

static const char red[] = "\033[31m", blue[] = "\033[34m", yellow[] = "\033[33m",
                  plain[] = "\033[0m";

static void put_coloured(text *out, bool colour, const char *code, const char *string,
                         size_t times) {
    if (times == 0) return;
    if (colour) text_put(out, code);
    text_repeat(out, string, times);
    if (colour) text_put(out, plain);
}

/* A stick with a node every few cells, at other places on each stick as bamboo grows. */
static void draw_stick(int row, picture_style style, text *out) {
    text_put(out, "      ");
    if (style.colour) text_put(out, yellow);
    for (int cell = 0; cell < TEXT_WIDTH + 2; cell++) {
        bool node = (cell + 5 * row) % 9 == 4;
        text_put(out, style.ascii ? node ? "+" : "-" : node ? "╪" : "═");
    }
    if (style.colour) text_put(out, plain);
    text_char(out, '\n');
}

static void draw_row(const linja_rules *rules, const linja_position *p, int row,
                     picture_style style, text *out) {
    size_t a = p->pawns[SIDE_A][row], b = p->pawns[SIDE_B][LINJA_GOAL - row];
    bool roomy = a + b <= TEXT_WIDTH / 2 - 1;
    size_t cells = roomy ? 2 : 1; /* a crowded starting line closes up */
    const char *pawn_a = style.ascii ? roomy ? "A " : "A" : roomy ? "▲ " : "▲";
    const char *pawn_b = style.ascii ? roomy ? " B" : "B" : roomy ? " ▼" : "▼";
    text_format(out, "%3d %c   ", rules->points[row], linja_letter(SIDE_A, row));
    put_coloured(out, style.colour, red, pawn_a, a);
    text_repeat(out, " ", TEXT_WIDTH - cells * (a + b));
    put_coloured(out, style.colour, blue, pawn_b, b);
    text_format(out, "   %2d\n", rules->points[LINJA_GOAL - row]);
}

static void draw_text(const void *rules, const game_position *position, picture_style style,
                      text *out) {
    linja_position p = linja_unwrap(position);
    text_put(out, "  A                                   B\n");
    for (int row = LINJA_GOAL; row >= 0; row--) {
        draw_row(rules, &p, row, style, out);
        if (row > 0) draw_stick(row, style, out);
    }
    int points[2];
    linja_score(rules, &p, points);
    text_format(out, "\n      A %s %d points, B %s %d points; ", style.ascii ? "up," : "▲",
                points[SIDE_A], style.ascii ? "down," : "▼", points[SIDE_B]);
    if (linja_over(&p))
        text_put(out, "the game is over\n");
    else
        text_format(out, "%c to move\n", 'A' + p.to_move);
}

/* --- SVG ----------------------------------------------------------------------------------- */

enum {
    ROW_HEIGHT = 86,
    TOP = 24,
    LEFT = 62,
    BOARD_WIDTH = 548,
    BOARD_HEIGHT = LINJA_ROWS * ROW_HEIGHT,
    PICTURE_WIDTH = LEFT + BOARD_WIDTH + 62,
    PICTURE_HEIGHT = BOARD_HEIGHT + 2 * TOP,
    PAWN_MARGIN = 50,  /* from the board's edge to the first pawn's middle */
    PAWN_SPACING = 44, /* between middles, where there is room */
};

static const char svg_defs[] =
    "<style>"
    ".ground{fill:#f4ece0}.field{fill:#e9e0cd}.label{fill:#857868;font:17px system-ui,sans-serif}"
    ".value{font-size:14px;font-weight:600}.for-a{fill:#b83a2b}.spool-a{fill:url(#red)}"
    ".spool-b{fill:url(#ink)}.top-a{fill:#dc5c48}.top-b{fill:#4d4843}"
    ".shade{fill:#000;opacity:.16}"
    "@media(prefers-color-scheme:dark){.ground{fill:#211d19}.field{fill:#2f2a24}"
    ".label{fill:#a99b89}.for-a{fill:#e97a66}.spool-b{fill:url(#ash)}.top-b{fill:#b5aea4}"
    ".shade{opacity:.4}}"
    "</style>\n"
    "<defs>"
    "<linearGradient id=\"red\"><stop offset=\"0\" stop-color=\"#a83325\"/>"
    "<stop offset=\".4\" stop-color=\"#d14a38\"/><stop offset=\"1\" stop-color=\"#7d2419\"/>"
    "</linearGradient>"
    "<linearGradient id=\"ink\"><stop offset=\"0\" stop-color=\"#2a2724\"/>"
    "<stop offset=\".4\" stop-color=\"#514b45\"/><stop offset=\"1\" stop-color=\"#171513\"/>"
    "</linearGradient>"
    "<linearGradient id=\"ash\"><stop offset=\"0\" stop-color=\"#7d766d\"/>"
    "<stop offset=\".4\" stop-color=\"#a49c91\"/><stop offset=\"1\" stop-color=\"#57514a\"/>"
    "</linearGradient>"
    "<linearGradient id=\"bamboo\" x2=\"0\" y2=\"1\"><stop offset=\"0\" stop-color=\"#e3c877\"/>"
    "<stop offset=\".45\" stop-color=\"#cfae57\"/><stop offset=\"1\" stop-color=\"#957630\"/>"
    "</linearGradient>\n"
    "<path id=\"spool\" d=\"M-16-16C-15-6-7-4-7 2c0 6-8 8-9 16a16 5.5 0 0 0 32 0"
    "c-1-8-9-10-9-16 0-6 8-8 9-18z\"/>\n"
    "<g id=\"a\"><ellipse class=\"shade\" cx=\"3\" cy=\"20\" rx=\"17\" ry=\"5.5\"/>"
    "<use href=\"#spool\" class=\"spool-a\"/>"
    "<ellipse class=\"top-a\" cy=\"-16\" rx=\"16\" ry=\"6\"/>"
    "<ellipse cy=\"-16\" rx=\"3.6\" ry=\"2.6\" fill=\"#fff\"/></g>\n"
    "<g id=\"b\"><ellipse class=\"shade\" cx=\"3\" cy=\"20\" rx=\"17\" ry=\"5.5\"/>"
    "<use href=\"#spool\" class=\"spool-b\"/>"
    "<ellipse class=\"top-b\" cy=\"-16\" rx=\"16\" ry=\"6\"/>"
    "<ellipse cy=\"-16\" rx=\"4\" ry=\"2.6\" fill=\"none\" stroke=\"#fff\" stroke-width=\"1.5\"/>"
    "</g>\n"
    "</defs>\n";

/* The upper edge of a row. */
static int row_top(int row) {
    return TOP + (LINJA_GOAL - row) * ROW_HEIGHT;
}

static void svg_stick(int row, text *out) {
    int y = row_top(row) + ROW_HEIGHT - 5;
    text_format(out,
                "<rect class=\"shade\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"9\" rx=\"4.5\"/>",
                LEFT - 4, y + 4, BOARD_WIDTH + 10);
    text_format(
        out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"9\" rx=\"4.5\" fill=\"url(#bamboo)\"/>",
        LEFT - 7, y, BOARD_WIDTH + 14);
    for (int node = 0; node < 5; node++) {
        int x = LEFT + 40 + 113 * node + (row * 37 + node * 23) % 31 - 15;
        text_format(out, "<path d=\"M%d %dv9\" stroke=\"#7b5f27\" stroke-width=\"2.5\"/>", x, y);
        text_format(out, "<path d=\"M%d %dv9\" stroke=\"#f0dc9a\" stroke-width=\"1\"/>", x + 2, y);
    }
    text_char(out, '\n');
}

static void svg_pawns(const char *kind, int count, int x, int step, int y, text *out) {
    for (int i = 0; i < count; i++)
        text_format(out, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>", kind, x + i * step, y);
}

static void svg_row(const linja_rules *rules, const linja_position *p, int row, bool swapped,
                    text *out) {
    int a = p->pawns[SIDE_A][row], b = p->pawns[SIDE_B][LINJA_GOAL - row];
    int middle = row_top(row) + ROW_HEIGHT / 2;
    int right = LEFT + BOARD_WIDTH;
    int step = PAWN_SPACING;
    if (a + b > 1 && (a + b - 1) * step > BOARD_WIDTH - 2 * PAWN_MARGIN)
        step = (BOARD_WIDTH - 2 * PAWN_MARGIN) / (a + b - 1);
    text_format(out, "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%c</text>",
                LEFT / 2 + 2, middle + 6, linja_letter(SIDE_A, row));
    int mine = rules->points[row], theirs = rules->points[LINJA_GOAL - row];
    bool for_a = mine > 0;
    text_format(out,
                "<text class=\"label value%s\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>",
                for_a != swapped ? " for-a" : "", right + 30, middle + 5, for_a ? mine : theirs);
    svg_pawns(swapped ? "b" : "a", a, LEFT + PAWN_MARGIN, step, middle, out);
    svg_pawns(swapped ? "a" : "b", b, right - PAWN_MARGIN - (b - 1) * step, step, middle, out);
    text_char(out, '\n');
}

static void draw_svg(const void *rules, const game_position *position, bool swapped, text *out) {
    linja_position p = linja_unwrap(position);
    char line[GAME_POSITION_TEXT];
    text name = text_fixed(line, sizeof line);
    linja_write_position(&p, &name);
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" role=\"img\" aria-label=\"Linja: %s\">\n",
                PICTURE_WIDTH, PICTURE_HEIGHT, PICTURE_WIDTH, PICTURE_HEIGHT, line);
    text_format(out, "<title>Linja: %s</title>\n", line);
    text_put(out, svg_defs);
    text_format(out, "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n", PICTURE_WIDTH,
                PICTURE_HEIGHT);
    text_format(out,
                "<rect class=\"field\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"14\"/>\n",
                LEFT, TOP, BOARD_WIDTH, BOARD_HEIGHT);
    for (int row = LINJA_GOAL; row > 0; row--) svg_stick(row, out);
    for (int row = LINJA_GOAL; row >= 0; row--) svg_row(rules, &p, row, swapped, out);
    text_put(out, "</svg>\n");
}

/* --- in words ------------------------------------------------------------------------------ */

/* A line for each row from a to h: what a pawn of A, and one of B, is worth there, and what those
 * of A, and of B, score together; and why the game is over, if it is: all pawns have passed each
 * other, or nobody can open. */
static void describe(const void *given, const game_position *position, text *out) {
    const linja_rules *rules = given;
    linja_position p = linja_unwrap(position);
    for (int row = 0; row < LINJA_ROWS; row++) {
        int other = LINJA_GOAL - row, for_a = rules->points[row], for_b = rules->points[other];
        text_format(out, "row\t%c\t%d\t%d\t%d\t%d\n", linja_letter(SIDE_A, row), for_a, for_b,
                    for_a * p.pawns[SIDE_A][row], for_b * p.pawns[SIDE_B][other]);
    }
    if (linja_over(&p))
        text_format(out, "end\t%s\n", p.ended || linja_passed(&p) ? "passed" : "stuck");
}

const game_picture linja_picture = {
    .draw_text = draw_text,
    .draw_svg = draw_svg,
    .describe = describe,
};
