/* SPDX-License-Identifier: MIT
 *
 * What an engine session is about: a game and its rules, a position and how it came about, the
 * settings, and the engine that serves them. It knows neither threads nor lines of text going out;
 * ugi/protocol.h talks about it. Whatever fails has changed nothing. */
#ifndef UGI_SESSION_H
#define UGI_SESSION_H

#include "engine/engine.h"
#include "play/replay.h"

/* What may not be exceeded, whatever is asked for; 0: no such bound. */
typedef struct session_bounds {
    uint64_t nodes;  /* in one search or count */
    double seconds;  /* ... */
    uint64_t memory; /* MiB */
    int threads;
    bool no_files; /* files cannot be named */
} session_bounds;

/* Of the Skill Level: none of them, but as strong as can be and the same every time. */
enum { SESSION_NO_LEVEL = LEVEL_MOST + 1 };

typedef struct session {
    session_bounds bounds;
    seconds_clock clock;
    replay line;    /* game, rules, and the turns made */
    engine *engine; /* NULL until it is needed */

    uint64_t threads, memory, variations, level, seed;
    char *table; /* a file, "" for none, or NULL for the usual place */
    rng random;  /* of levels: seeded with the seed, and then it goes on */
} session;

void session_open(const session_bounds *bounds, session *s);
void session_close(session *s);

/* Makes the engine if there is none. */
status session_prepare(session *s, error *e);

/* A new game: nothing learnt, and the starting position. */
void session_restart(session *s);

/* Options by their names, in which upper and lower case are the same. */
status session_set(session *s, const char *name, const char *value, error *e);
void session_list_options(const session *s, text *out); /* a line "option name ..." each */

/* The position after `moves` (words; changed by the call) from `start` (NULL: the beginning of the
 * game), the tiles being drawn as listed in `draws` (NULL: as the start has them). */
status session_set_position(session *s, const char *start, const char *draws, char *moves,
                            error *e);

const game_position *session_position(const session *s);
game_history session_history(const session *s); /* up to it */
game_outcome session_outcome(const session *s);

/* Takes the next word off a text: ends it with NUL and moves on. NULL if there is none. */
char *session_word(char **rest);

#endif
