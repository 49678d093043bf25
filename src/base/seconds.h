/* SPDX-License-Identifier: MIT
 *
 * The one clock: seconds since some moment, always going forward. Games have none
 * (tools/check-arrows). */
#ifndef BASE_SECONDS_H
#define BASE_SECONDS_H

#include <time.h>

static inline double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A clock of the caller's own, for tests; without a function it is the one clock. */
typedef struct seconds_clock {
    double (*now)(void *context); /* called from any thread */
    void *context;
} seconds_clock;

static inline double seconds_on(const seconds_clock *clock) {
    return clock->now ? clock->now(clock->context) : seconds_now();
}

#endif
