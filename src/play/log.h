/* SPDX-License-Identifier: MIT
 *
 * The log of a match: the lines of its events (play/event.h), in order. Nothing in it is ever
 * changed or renumbered. */
#ifndef PLAY_LOG_H
#define PLAY_LOG_H

#include "play/event.h"

enum { LOG_EVENTS_MAX = 1 << 20 }; /* more than a match of the longest games has */

typedef struct event_log {
    char *lines; /* without their numbers, each with its NUL */
    size_t length, room;
    uint32_t *starts; /* of the lines */
    size_t count, start_room;
} event_log;

void log_free(event_log *log);

/* Adds an event. There is room for a short one behind it then: what ends a game can be told. */
status log_add(event_log *log, const event *ev, error *e);
void log_add_short(event_log *log, const event *ev); /* uses that room */
void log_drop_last(event_log *log);                  /* of an event that could not come true */

/* The line of event n, from 1, without its number. */
const char *log_line(const event_log *log, size_t n);

#endif
