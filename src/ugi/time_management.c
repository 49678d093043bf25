/* SPDX-License-Identifier: MIT */
#include "ugi/time_management.h"

time_plan time_share(double left, double increment, double turns_left) {
    static const double margin = 0.03, least = 0.001; /* seconds */
    double usable = left - margin - left / 50;
    double soft = usable / (turns_left + 1) + increment * 3 / 4;
    double hard = usable / 3; /* a game may last longer than it seems */
    if (hard < least) hard = least;
    return (time_plan){.soft = soft < least ? least : soft < hard ? soft : hard, .hard = hard};
}
