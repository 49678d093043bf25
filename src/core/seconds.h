/* SPDX-License-Identifier: MIT
 *
 * The one clock: seconds since some moment, always going forward. Games have none
 * (tools/check-arrows). */
#ifndef CORE_SECONDS_H
#define CORE_SECONDS_H

#include <time.h>

static inline double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

#endif
