/* SPDX-License-Identifier: MIT
 *
 * Threads that think: for computer players and for who asks what a position is worth, so that the
 * event loop never waits for an engine or a table. What is to be thought waits in one queue, in
 * which clients take turns: who asks for much waits for himself. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include "engine/engine.h"

typedef struct thinkers thinkers;
typedef struct thinker thinker; /* one of the threads, with its engine */
typedef struct thought thought;

enum {
    THINKERS_MOST = 8,       /* threads */
    THOUGHTS_MOST = 256,     /* waiting or under way */
    THOUGHTS_OF_A_CLIENT = 4 /* ... of one client, usually */
};

/* Something to think about: the beginning of a larger struct of the asker's. */
struct thought {
    uint64_t client;
    void (*think)(thought *t, thinker *by); /* on a thread */
    void (*done)(thought *t);               /* then, by thinkers_collect: frees it */
    void (*drop)(thought *t);               /* or, by thinkers_free: frees it, nobody is there */
    atomic_bool stop;                       /* the asker no longer wants it: then `think` ends */
    uint64_t round;                         /* the queue's */
    thought *next;
};

/* `wake` is called by the threads: thinkers_collect has something to hand out. No threads: one for
 * each core, but one. A client has at most `of_a_client` thoughts waiting or under way. */
status thinkers_new(int threads, size_t of_a_client, void (*wake)(void *context), void *context,
                    thinkers **ts, error *e);
void thinkers_free(thinkers *ts);

typedef enum thinkers_answer { THOUGHT_TAKEN, THOUGHT_CLIENT_FULL, THOUGHT_FULL } thinkers_answer;

/* Takes it over, unless there is no room. */
thinkers_answer thinkers_ask(thinkers *ts, thought *t);
void thinkers_collect(thinkers *ts);

/* For `think`: an engine for these rules (tiles: those of one's own; NULL: none), which has
 * forgotten what it thought before; on one thread, and for no longer than a server may. With
 * `perfect` it uses a table if there is one. */
typedef struct thinker_wanted {
    const game *game;
    const char *rules, *tiles;
    bool perfect;
} thinker_wanted;

status thinker_engine(thinker *by, const thinker_wanted *wanted, engine **out, error *e);

#endif
