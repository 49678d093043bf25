/* SPDX-License-Identifier: MIT
 *
 * Clocks of games between people, in milliseconds. Nothing here looks at a clock: what time it is
 * comes from the caller. A clock runs for one side, is charged from event to event, and stands
 * still while the server is down (clock_pause). */
#ifndef ROOMS_CLOCK_H
#define ROOMS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { CLOCK_INITIAL_MAX = 86400, CLOCK_INCREMENT_MAX = 3600, CLOCK_DAYS_MAX = 60 };

/* How much time there is: minutes for the whole game and something for each turn, or days for each
 * turn; all zero: no clock. */
typedef struct time_control {
    int initial, increment; /* seconds */
    int days;
} time_control;

static inline bool control_is_on(const time_control *c) {
    return c->initial > 0 || c->days > 0;
}

enum { CLOCK_STANDS = -1 };

typedef struct room_clock {
    int64_t left[2]; /* of side a and b */
    int running;     /* the side, or CLOCK_STANDS */
    int64_t since;   /* from when on it has not been charged */
} room_clock;

room_clock clock_begin(const time_control *c, int side, int64_t now);
void clock_charge(room_clock *clock, int64_t now);

/* A turn has been made or taken back: it is the turn of `side` now. Whoever made a turn gets what
 * there is for it. */
void clock_pass(room_clock *clock, const time_control *c, int side, bool made);

/* The server was down from the one moment to the other. */
void clock_pause(room_clock *clock, int64_t from, int64_t to);

/* When time runs out; INT64_MAX: never. */
int64_t clock_deadline(const room_clock *clock);

#endif
