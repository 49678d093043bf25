/* SPDX-License-Identifier: MIT
 *
 * How a game thinks: one const table beside its rules (game/game.h), for the engine. A search runs
 * on the threads that its caller brings and asks the caller when to stop, so it needs no clock, no
 * file and no thread of its own and runs anywhere; memory is all it takes.
 *
 * A search answers the same for the same position, request, seed and number of nodes on one thread,
 * whatever the machine: no mathematics but + - * / and sqrt. What is hidden from the players (the
 * order of a stack) is hidden from a search: it never looks at it. */
#ifndef GAME_SEARCH_H
#define GAME_SEARCH_H

#include <string.h>

#include "game/history.h"

enum {
    VARIATION_LENGTH = 8,  /* turns of one that are kept */
    VARIATIONS_MAX = 1024, /* that can be asked for */
};

/* A turn, what it is worth to the side that makes it, and what is expected to follow. */
typedef struct variation {
    double points;       /* the final margin to be expected, own points minus the other's */
    double chance;       /* the result to be expected: a win is 1, a draw 1/2, a loss 0 */
    double points_error; /* standard errors of the two; 0 where nothing was sampled */
    double chance_error;
    bool exact; /* proved: under best play, and over all that chance may bring */
    int length; /* at least 1 */
    game_turn turns[VARIATION_LENGTH];
} variation;

typedef struct search_result {
    int depth; /* turns looked ahead, in full */
    uint64_t nodes;
    uint64_t table_hits; /* values that came from a table */
    int memory_used;     /* thousandths */
    size_t count;        /* variations, best first; 0: there is no turn to make */
    variation variations[VARIATIONS_MAX];
} search_result;

/* Copies a search_result without the room behind its last variation, which is large. */
static inline void search_result_copy(search_result *to, const search_result *from) {
    memcpy(to, from, offsetof(search_result, variations));
    memcpy(to->variations, from->variations, from->count * sizeof *to->variations);
}

typedef struct search_request {
    const game_turn *only; /* legal turns to choose among; NULL: all there are */
    size_t only_count;
    size_t variations; /* how many of the best are wanted, at least 1 */
    int depth;         /* at most; 0: no limit. Without any limit a search ends when it is exact. */
    uint64_t nodes;    /* at most, for each thread; 0: no limit */
    uint64_t seed;
    /* A turn that makes a draw of the game by repetition is worth that. */
    game_history history;
    /* Asked at least every few thousand nodes, by every thread. */
    bool (*stopped)(void *context);
    /* Optional: gets what thread 0 has found, about each time it has looked twice as hard. */
    void (*report)(void *context, const search_result *so_far);
    void *context;
} search_request;

typedef struct game_search {
    /* A search with memory of at most about this many bytes. */
    status (*open)(variant v, size_t bytes, int threads, void **search, error *e);
    void (*close)(void *search);  /* NULL does nothing */
    void (*forget)(void *search); /* all that earlier positions taught it */

    /* About how many turns the side to move has still to think about, this one included; those that
     * are looked through to the end at once do not count. At least 1, and quick. */
    double (*turns_left)(variant v, const game_position *position);

    /* One search: begin, then think on each thread at the same time, 0 to threads - 1, then end.
     * Thread 0 decides when it is over. The others are its helpers: when its `think` has returned,
     * theirs return too, as soon as they would ask `stopped`, and at once if they begin later. So
     * whoever runs the threads need not tell them. The position is not over and has a turn to
     * make. */
    void (*begin)(void *search, const game_position *position, const search_request *request);
    void (*think)(void *search, int thread);
    void (*end)(void *search, search_result *result);
} game_search;

#endif
