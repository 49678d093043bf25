/* SPDX-License-Identifier: MIT
 *
 * The time manager: how long to think about a turn when a clock is running. What it plans is kept
 * by the thinker (engine/thinker.h), which makes more of it while the best turn changes. */
#ifndef UGI_CLOCK_H
#define UGI_CLOCK_H

typedef struct clock_plan {
    double soft, hard; /* seconds from the moment in which the clock was read */
} clock_plan;

/* Shares out the seconds that are left and those that each turn brings, over about so many turns
 * (at least 1). Even the hard limit is less than what is left, by a margin for the way to the clock
 * and back, as long as there is that much. */
clock_plan clock_share(double left, double increment, double turns_left);

#endif
