/* SPDX-License-Identifier: MIT
 *
 * The command line with a clock that jumps: SIGUSR1 makes it six minutes later. */
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { JUMP = 6 * 60 };

int __real_clock_gettime(clockid_t which, struct timespec *now);
int __wrap_clock_gettime(clockid_t which, struct timespec *now);

static atomic_int jumps;

int __wrap_clock_gettime(clockid_t which, struct timespec *now) {
    int code = __real_clock_gettime(which, now);
    if (which == CLOCK_MONOTONIC) now->tv_sec += (time_t)JUMP * atomic_load(&jumps);
    return code;
}

static void jump(int number) {
    (void)number;
    atomic_fetch_add(&jumps, 1);
}

static void __attribute__((constructor)) listen_for_it(void) {
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = jump, .sa_flags = SA_RESTART}, NULL);
}
