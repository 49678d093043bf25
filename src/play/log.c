/* SPDX-License-Identifier: MIT */
#include "play/log.h"

#include <assert.h>
#include <stdlib.h>

enum { SHORT_BYTES = 256, LINES_MAX = 1 << 28 };

void log_free(event_log *log) {
    free(log->lines);
    free(log->starts);
    *log = (event_log){0};
}

/* Writes a line behind the others; false if less than `spare` bytes are left behind it. */
static bool put(event_log *log, const event *ev, size_t spare) {
    if (log->count + (spare > 0) >= log->start_room || log->room <= log->length) return false;
    text t = text_fixed(log->lines + log->length, log->room - log->length);
    event line = *ev;
    line.n = 0;
    event_write(&line, &t);
    if (t.failed || t.length + 1 + spare > log->room - log->length) return false;
    log->starts[log->count++] = (uint32_t)log->length;
    log->length += t.length + 1;
    return true;
}

static status grow(event_log *log, error *e) {
    if (log->count + 2 > log->start_room) {
        size_t room = log->start_room ? 2 * log->start_room : 16;
        uint32_t *starts = realloc(log->starts, room * sizeof *starts);
        if (!starts) return fail_memory(e);
        log->starts = starts;
        log->start_room = room;
    } else {
        size_t room = log->room ? 2 * log->room : 2 * SHORT_BYTES;
        char *lines = realloc(log->lines, room);
        if (!lines) return fail_memory(e);
        log->lines = lines;
        log->room = room;
    }
    return STATUS_OK;
}

status log_add(event_log *log, const event *ev, error *e) {
    while (!put(log, ev, SHORT_BYTES)) {
        if (log->count + 1 >= LOG_EVENTS_MAX || log->room >= LINES_MAX)
            return FAIL(e, STATUS_INVALID, "a match has no more than %d events", LOG_EVENTS_MAX);
        status code = grow(log, e);
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

void log_add_short(event_log *log, const event *ev) {
    bool there_was_room = put(log, ev, 0);
    assert(there_was_room);
    (void)there_was_room;
}

void log_drop_last(event_log *log) {
    log->length = log->starts[--log->count];
}

const char *log_line(const event_log *log, size_t n) {
    assert(n >= 1 && n <= log->count);
    return log->lines + log->starts[n - 1];
}
