/* SPDX-License-Identifier: MIT
 *
 * The turns of a position as a beginner sees them: turns that lead to the same position are one
 * choice, and each is judged by how the board looks right after it (the game's own rough
 * evaluation). A choice is *plausible* if it looks good: in the upper quarter between the one that
 * looks worst and the one that looks best. */
#ifndef TEACH_CHOICES_H
#define TEACH_CHOICES_H

#include "game/game.h"

typedef struct choice {
    game_turn turn; /* of several, the shortest, and of these the first in byte order */
    game_position after;
    int evaluation; /* for the side that moves */
    bool plausible;
} choice;

typedef struct choices {
    size_t count;
    choice *list; /* what looks best first, equals in byte order of their turns */
} choices;

/* All choices of a position; none if it is over. Free them. */
status choices_of(variant v, const game_position *position, choices *out, error *e);
void choices_free(choices *c);

/* The choice that a legal turn makes. */
const choice *choices_find(const choices *c, variant v, const game_position *position,
                           const char *turn);

/* The turns of all choices but one; returns how many. */
size_t choices_others(const choices *c, const choice *but, game_turn *turns);

#endif
