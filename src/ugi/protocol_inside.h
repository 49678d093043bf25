/* SPDX-License-Identifier: MIT
 *
 * What the two halves of the protocol share: ugi/protocol.c takes lines and answers at once,
 * ugi/protocol_go.c does what takes time. Nobody else includes this. */
#ifndef UGI_PROTOCOL_INSIDE_H
#define UGI_PROTOCOL_INSIDE_H

#include <pthread.h>

#include "ugi/protocol.h"

/* Something that takes time, and how much of it there is. */
typedef struct task {
    enum { TASK_THINK, TASK_PERFT, TASK_BENCH } kind;
    engine_limits limits;
    bool endless;    /* no limit at all: goes on until it is stopped */
    game_turn *only; /* what the limits name; belongs to the task */
} task;

struct protocol {
    protocol_options options;
    session session; /* not changed while a task is under way */

    text begun;     /* a line of which the end is still to come */
    bool too_long;  /* ... and which is passed over */
    double read_at; /* when the line that is obeyed was read, by the clock */
    bool has_quit;

    pthread_mutex_t lock; /* of `busy`, and of saying something */
    pthread_cond_t changed;
    bool busy; /* a task is under way: its last line has not been said */
    atomic_bool stop;

    pthread_t worker;
    bool started; /* `worker` is to be joined */
    task task;
    uint64_t nodes_reported; /* by the last report */
};

/* Says one line. */
void protocol_say(protocol *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says each line of a text, and frees it. */
void protocol_say_text(protocol *p, text *lines);

/* Says what went wrong. */
void protocol_complain(protocol *p, const char *command, const error *e);

/* Says what the engine had to do without. */
void protocol_say_remark(protocol *p);

bool protocol_is_busy(protocol *p);

/* Ends what is under way at once; returns when its last line has been said. */
void protocol_stop(protocol *p);

/* Commands that take time: what follows their name. */
void protocol_go(protocol *p, char *words);
void protocol_perft(protocol *p, char *words);
void protocol_bench(protocol *p, char *words);

#endif
