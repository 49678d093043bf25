/* SPDX-License-Identifier: MIT
 *
 * THE interface of a game: one const table per game, filled in at the end of its game.c. The
 * table serves the borders (match, command line, protocol, page), where positions are opaque
 * values and turns travel as text; hot loops call the game's own functions directly.
 *
 * No member allocates, prints, reads a clock or keeps state. Every function that takes text
 * checks it; every position that exists has been checked. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fair.h"
#include "core/rng.h"
#include "core/status.h"
#include "core/text.h"

/* A goes first from the starting position. */
enum { SIDE_A, SIDE_B };

enum {
    GAME_POSITION_BYTES = 288, /* room for a position of any game */
    GAME_TURN_BYTES = 16,      /* the longest turn text and its NUL */
    GAME_TURNS_MAX = 4096,     /* more legal turns than any position has */
    GAME_STEPS_MAX = 256,      /* more continuations than any half-made turn has */
    GAME_POSITION_TEXT = 640,  /* the longest position text and its NUL */
    GAME_PERFT_MAX = 100,      /* the longest turn sequences that are counted */
};

/* A position as a value: copied freely, and equal to another exactly if memcmp says so. */
typedef struct game_position {
    _Alignas(8) unsigned char bytes[GAME_POSITION_BYTES];
} game_position;

typedef struct game_turn {
    char text[GAME_TURN_BYTES];
} game_turn;

typedef struct game_outcome {
    bool over;
    int points[2];
    int tie_breaks[2]; /* what decides between equal points, in a game that has such */
    int leader;        /* +1: A is ahead (has won, if over), 0: level, -1: B is ahead */
} game_outcome;

/* A turn being made, step by step. A half-made turn is a prefix of a turn's text, so a step is
 * taken back by going back to the shorter text. */
typedef struct game_steps {
    /* The board after the steps made so far, same side to move. What is hidden from the players
     * (the order of a stack) is not in it, and nothing is drawn before the turn is made. */
    game_position shown;
    bool whole;        /* the turn may end here */
    const char *phase; /* the kind of step that comes next, e.g. "opening"; "" if none can */
    int reach;         /* how many rows it goes, where that is fixed; else 0 */
    size_t count;
    game_turn longer[GAME_STEPS_MAX]; /* the texts with one step more, in byte order */
} game_steps;

typedef struct game {
    const char *name; /* as in commands and files */

    /* Rule sets: `rules` arguments below are pointers that find_rules returned. */
    const char *(*rule_set)(size_t index); /* the names in their fixed order, then NULL */
    const char *default_rules;
    const void *(*find_rules)(const char *name); /* NULL if there is none */
    /* Optional: rule sets of one's own (a tile set), read into `rules_bytes` aligned bytes of the
     * caller's, and written on one line as records keep them. */
    size_t rules_bytes;
    status (*read_rules)(const char *string, void *rules, error *e);
    void (*write_rules)(const void *rules, text *out);

    /* Rules. */
    void (*start)(const void *rules, game_position *position);
    int (*to_move)(const game_position *position);
    game_outcome (*outcome)(const void *rules, const game_position *position);
    /* All legal turns in byte order; none if the game is over. Returns how many. */
    size_t (*turns)(const void *rules, const game_position *position, game_turn *turns);
    status (*steps)(const void *rules, const game_position *position, const char *part,
                    game_steps *steps, error *e);
    /* Changes the position only if the turn is legal. */
    status (*play)(const void *rules, game_position *position, const char *turn, error *e);
    /* Optional: the game is drawn when a position occurs for the n-th time; 0 for never. */
    int (*repetition_limit)(const void *rules);

    /* Optional, for a game with a hidden stack. A position holds the order of its stack as far as
     * that is known; one that was read from text knows nothing, and then there may come a
     * position that has no turns although it is not over. Both put the stack in order, by chance
     * or as listed ("05,12,..."); `drawn_too`: a tile drawn already goes back to it first. */
    void (*shuffle)(const void *rules, rng *random, bool drawn_too, game_position *position);
    status (*arrange)(const void *rules, const char *draws, bool drawn_too, game_position *position,
                      error *e);
    /* ... or what is not known of it by a key that nobody knows (core/fair.h); `drawn_too`: all of
     * it. And what is drawn next, as far as that is known, at most so many: returns how many. */
    void (*deal)(const void *rules, const fair_key *stack, bool drawn_too, game_position *position);
    size_t (*write_draws)(const void *rules, const game_position *position, size_t most, text *out);

    /* How many turn sequences of length `depth` there are, beginning with the legal turn `first`
     * unless it is NULL. Fails if they are more than 64 bits hold, or a draw is not known. */
    status (*perft)(const void *rules, const game_position *position, const char *first, int depth,
                    uint64_t *count, error *e);

    /* Text. */
    status (*read_position)(const void *rules, const char *string, game_position *position,
                            error *e);
    void (*write_position)(const void *rules, const game_position *position, text *out);

    /* Optional: what the tie-breaks of an outcome count, e.g. "blue rhombs"; and where the points
     * of a position come from, a line each. */
    const char *tie_break;
    void (*explain)(const void *rules, const game_position *position, text *out);

    /* Optional: a rough judgement of who stands better, from A's side; any scale. */
    int (*evaluate)(const void *rules, const game_position *position);
} game;

/* The message of a perft whose number does not fit. */
status game_fail_perft(int depth, error *e);

/* Looks a rule set up by name (NULL: the default); the message lists the names there are. */
status game_find_rules(const game *g, const char *name, const void **rules, error *e);

#endif
