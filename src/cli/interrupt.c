/* SPDX-License-Identifier: MIT */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t caught;
static void (*tell)(void); /* set before the handler is */

static void on_signal(int number) {
    caught = number;
    if (tell) tell();
}

static void handle(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler}, before;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        /* Under nohup the terminal may go away. */
        if (signals[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 &&
            before.sa_handler == SIG_IGN)
            continue;
        sigaction(signals[i], &action, NULL);
    }
}

void interrupt_catch(void (*asked)(void)) {
    tell = asked;
    handle(on_signal);
}

int interrupt_signal(void) {
    return caught;
}

void interrupt_release(void) {
    handle(SIG_DFL);
    caught = 0;
}
