/* SPDX-License-Identifier: MIT
 *
 * The time manager: how long to think about a turn when a clock is running. */
#ifndef UGI_CLOCK_H
#define UGI_CLOCK_H

#include "core/game.h"

/* About how many turns the side to move still has to make, this one included: as random games from
 * here on tell. At least 1. */
double clock_turns_left(const game *g, const void *rules, const game_position *position);

/* The seconds to think, of those that are left and those that each turn brings. Less than what is
 * left, by a margin for the way to the clock and back, as long as there is that much. */
double clock_share(double left, double increment, double turns_left);

#endif
