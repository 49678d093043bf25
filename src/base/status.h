/* SPDX-License-Identifier: MIT
 *
 * How every fallible function of the project answers. The values are the exit codes that the
 * command line promises, so that a front end passes them on as they are.
 *
 * A function that fails leaves its outputs as they were and explains itself in one line of
 * `struct error`. Programmer errors are asserts, never a status. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

typedef enum status {
    STATUS_OK = 0,
    STATUS_FAILED = 1,   /* the outside world failed: memory, disk, terminal */
    STATUS_USAGE = 2,    /* the command was not understood */
    STATUS_INVALID = 3,  /* a position, turn, rule set, file or tile set that is wrong */
    STATUS_NO_TABLE = 4, /* a table that is missing or corrupt */
    STATUS_DIFFERS = 5,  /* a check found differences */
} status;

/* One line, without a newline, that says what is wrong and where. */
typedef struct error {
    char text[240];
} error;

/* Sets the message: cut to fit, control characters of quoted input made visible. */
void error_set(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " before the message, for callers who know the file, line or turn. */
void error_prefix(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets the message and is the code, so that a failing function ends with
 * `return FAIL(e, STATUS_INVALID, ...)`. */
#define FAIL(e, code, ...)        (error_set(e, __VA_ARGS__), (status)(code))
#define FAIL_WITHIN(e, code, ...) (error_prefix(e, __VA_ARGS__), (status)(code))

/* The one message for memory that could not be had. */
static inline status fail_memory(error *e) {
    return FAIL(e, STATUS_FAILED, "out of memory");
}

#endif
