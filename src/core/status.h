/* SPDX-License-Identifier: MIT
 *
 * How every fallible function of the project answers. The values are the exit codes that the
 * command line promises, so that a front end passes them on as they are.
 *
 * A function that fails leaves its outputs as they were and explains itself in one line of
 * `struct error`. Programmer errors are asserts, never a status. */
#ifndef CORE_STATUS_H
#define CORE_STATUS_H

typedef enum status {
    STATUS_OK = 0,
    STATUS_FAILED = 1,  /* the outside world failed: memory, disk, terminal */
    STATUS_USAGE = 2,   /* the command was not understood */
    STATUS_INVALID = 3, /* a position, turn, rule set, file or tile set that is wrong */
} status;

/* One line, without a newline, that says what is wrong and where. */
typedef struct error {
    char text[240];
} error;

/* Fills in the message (cut to fit, control characters of quoted input made visible) and returns
 * `code`, so that a failing function ends with `return fail(e, STATUS_INVALID, ...)`. */
status fail(error *e, status code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The one message for memory that could not be had. */
status fail_memory(error *e);

/* Puts "prefix: " before the message, for callers who know the file, line or turn. */
status fail_within(error *e, status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
