/* SPDX-License-Identifier: MIT
 *
 * Pictures of a position, as text and as SVG. Apart from the game's own table, because rules do
 * not draw: a front end that draws asks for a game's picture beside its rules. */
#ifndef GAME_PICTURE_H
#define GAME_PICTURE_H

#include "game/game.h"

typedef struct picture_style {
    bool ascii;  /* letters and dashes only, for terminals and ears that want nothing else */
    bool colour; /* ANSI colours */
} picture_style;

typedef struct game_picture {
    void (*draw_text)(const void *rules, const game_position *position, picture_style style,
                      text *out);
    /* `swapped`: A's pieces have the colour that B's have otherwise; colours are the players'
     * choice, and no rule depends on them. */
    void (*draw_svg)(const void *rules, const game_position *position, bool swapped, text *out);
    void (*draw_tiles_svg)(const void *rules, text *out); /* optional: the tile set */
    /* Optional: what a front end that draws for itself cannot read off the position's text, a line
     * of words separated by tabs for each fact. */
    void (*describe)(const void *rules, const game_position *position, text *out);
} game_picture;

/* By the game's own picture, or as the position is written. */
void picture_draw_text(variant v, const game_position *position, picture_style style, text *out);
void picture_draw_svg(variant v, const game_position *position, bool swapped, text *out);

#endif
