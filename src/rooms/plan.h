/* SPDX-License-Identifier: MIT
 *
 * Conditional turns, for games over days: "if they play X, I play Y, and then ...". A plan is a
 * list of such, as JSON: [{"if":TURN,"then":TURN,"plan":[...]}], where the last may be missing. */
#ifndef ROOMS_PLAN_H
#define ROOMS_PLAN_H

#include <jansson.h>

#include "game/game.h"

enum { PLAN_TURNS_MAX = 256 };

/* Refuses what is no plan for a position in which the other side is to move. Where draws are hidden
 * nobody knows what will be legal: there the form alone is checked. */
status plan_check(const json_t *plan, variant v, const game_position *position, error *e);

/* The entry for a turn of the other side, or NULL. */
const json_t *plan_find(const json_t *plan, const char *turn);

#endif
