/* SPDX-License-Identifier: MIT
 *
 * How a game thinks: one const table beside its rules (core/game.h), for the engine. A search runs
 * on the threads that its caller brings and asks the caller when to stop, so it needs no clock, no
 * file and no thread of its own and runs anywhere; memory is all it takes.
 *
 * A search answers the same for the same position, request, seed and number of nodes on one thread,
 * whatever the machine: no mathematics but + - * / and sqrt. What is hidden from the players (the
 * order of a stack) is hidden from a search: it never looks at it. */
#ifndef CORE_MIND_H
#define CORE_MIND_H

#include <string.h>

#include "core/game.h"

enum {
    THOUGHT_LENGTH = 8,   /* turns of a line that are kept */
    THOUGHT_LINES = 1024, /* lines that can be asked for */
};

/* A turn, what it is worth to the side that makes it, and what is expected to follow. */
typedef struct thought_line {
    double points;       /* the final margin to be expected, own points minus the other's */
    double chance;       /* the result to be expected: a win is 1, a draw 1/2, a loss 0 */
    double points_error; /* standard errors of the two; 0 where nothing was sampled */
    double chance_error;
    bool exact; /* proved: under best play, and over all that chance may bring */
    int length; /* at least 1 */
    game_turn turns[THOUGHT_LENGTH];
} thought_line;

typedef struct thought {
    int depth; /* turns looked ahead, in full */
    uint64_t nodes;
    uint64_t table_hits; /* values that came from a table */
    int memory_used;     /* thousandths */
    size_t count;        /* lines, best first; 0: there is no turn to make */
    thought_line lines[THOUGHT_LINES];
} thought;

/* Copies a thought without the room behind its last line, which is large. */
static inline void thought_copy(thought *to, const thought *from) {
    memcpy(to, from, offsetof(thought, lines));
    memcpy(to->lines, from->lines, from->count * sizeof *to->lines);
}

typedef struct think_request {
    const game_turn *only; /* legal turns to choose among; NULL: all there are */
    size_t only_count;
    size_t lines;   /* how many of the best are wanted, at least 1 */
    int depth;      /* at most; 0: no limit. Without any limit a search ends when it is exact. */
    uint64_t nodes; /* at most, for each thread; 0: no limit */
    uint64_t seed;
    /* Asked at least every few thousand nodes, by every thread. */
    bool (*stopped)(void *context);
    /* Optional: told by thread 0 what it has found, about each time it has looked twice as hard. */
    void (*report)(void *context, const thought *so_far);
    void *context;
} think_request;

typedef struct game_mind {
    /* A search with memory of at most about this many bytes. */
    status (*open)(const void *rules, size_t bytes, int threads, void **search, error *e);
    void (*close)(void *search);  /* NULL does nothing */
    void (*forget)(void *search); /* all that earlier positions taught it */

    /* About how many turns the side to move has still to think about, this one included; those that
     * are looked through to the end at once do not count. At least 1, and quick. */
    double (*turns_left)(const void *rules, const game_position *position);

    /* One search: begin, then think on each thread at the same time, 0 to threads - 1, then end.
     * Thread 0 decides when it is over. The others are its helpers: when its `think` has returned,
     * theirs return too, as soon as they would ask `stopped`, and at once if they begin later. So
     * whoever runs the threads need not tell them. The position is not over and has a turn to
     * make. */
    void (*begin)(void *search, const game_position *position, const think_request *request);
    void (*think)(void *search, int thread);
    void (*end)(void *search, thought *result);
} game_mind;

#endif
