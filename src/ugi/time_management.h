/* SPDX-License-Identifier: MIT
 *
 * The time manager: how long to think about a turn when a clock is running. What it plans is kept
 * by the engine (engine/engine.h), which makes more of it while the best turn changes. */
#ifndef UGI_TIME_MANAGEMENT_H
#define UGI_TIME_MANAGEMENT_H

typedef struct time_plan {
    double soft, hard; /* seconds from the moment in which the clock was read */
} time_plan;

/* Shares out the seconds that are left and those that each turn brings, over about so many turns
 * (at least 1). Even the hard limit is less than what is left, by a margin for the way to the clock
 * and back, as long as there is that much. */
time_plan time_share(double left, double increment, double turns_left);

#endif
