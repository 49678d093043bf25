/* SPDX-License-Identifier: MIT */
#include "rooms/clock.h"

static int64_t at_first(const time_control *c) {
    return c->days > 0 ? (int64_t)c->days * 86400000 : (int64_t)c->initial * 1000;
}

room_clock clock_begin(const time_control *c, int side, int64_t now) {
    return (room_clock){.left = {at_first(c), at_first(c)},
                        .running = control_is_on(c) ? side : CLOCK_STANDS,
                        .since = now};
}

void clock_charge(room_clock *clock, int64_t now) {
    if (now < clock->since) return;
    if (clock->running != CLOCK_STANDS) clock->left[clock->running] -= now - clock->since;
    clock->since = now;
}

void clock_pass(room_clock *clock, const time_control *c, int side, bool made) {
    if (clock->running == CLOCK_STANDS) return;
    if (c->days > 0)
        clock->left[0] = clock->left[1] = at_first(c);
    else if (made)
        clock->left[clock->running] += (int64_t)c->increment * 1000;
    clock->running = side;
}

void clock_pause(room_clock *clock, int64_t from, int64_t to) {
    if (from < clock->since) from = clock->since;
    if (to > from) clock->since += to - from;
}

int64_t clock_deadline(const room_clock *clock) {
    if (clock->running == CLOCK_STANDS) return INT64_MAX;
    int64_t left = clock->left[clock->running];
    return clock->since + (left > 0 ? left : 0);
}
