/* SPDX-License-Identifier: MIT
 *
 * A game is one const descriptor: its rules and text here, and beside them what else there is of
 * it, each part in a header of its own. Most parts are optional, and whoever wants one asks whether
 * it is there. The descriptor serves the borders (match, command line, protocol, page), where
 * positions are opaque values and turns travel as text; hot loops call the game's own functions.
 *
 * A `variant` is a game under certain rules: what every position belongs to.
 *
 * No member of the descriptor itself allocates, prints, reads a clock or keeps state. Every
 * function that takes text checks it; every position that exists has been checked. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/status.h"
#include "base/text.h"
#include "game/fair.h"

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
    const char *phase; /* the kind of step that comes next, e.g. "opening"; "" if none can, or if
                          there is nothing to do but pass */
    int reach;         /* how many rows it goes, where that is fixed; else 0 */
    size_t count;
    game_turn longer[GAME_STEPS_MAX]; /* the texts with one step more, in byte order */
    int earns[GAME_STEPS_MAX]; /* of each: how many rows a step after it goes, if it fixes that */
} game_steps;

/* For a game with a hidden stack. A position holds the order of its stack as far as that is known;
 * one that was read from text knows nothing, and then there may come a position that has no turns
 * although it is not over. */
typedef struct game_chance {
    /* Both put the stack in order, by chance or as listed ("05,12,..."); `drawn_too`: a tile drawn
     * already goes back to it first. */
    void (*shuffle)(const void *rules, rng *random, bool drawn_too, game_position *position);
    status (*arrange)(const void *rules, const char *draws, bool drawn_too, game_position *position,
                      error *e);
    /* ... or what is not known of it by a key that nobody knows (game/fair.h); `drawn_too`: all of
     * it. */
    void (*deal)(const void *rules, const fair_key *stack, bool drawn_too, game_position *position);
    /* What is drawn next, as far as that is known, at most so many: returns how many. */
    size_t (*write_draws)(const void *rules, const game_position *position, size_t most, text *out);
    /* The position as the i-th of all that could have been drawn would have made it, in an order of
     * its own, what is still to come being unknown; whether that is what came. False: there are no
     * more. */
    bool (*redraw)(const void *rules, const game_position *position, size_t i, game_position *other,
                   bool *came);
} game_chance;

/* For a game whose rule sets may be of one's own: tile sets, read into `bytes` aligned bytes of the
 * caller's, and written with a separator between the tiles: records keep them on one line, by "; ".
 */
typedef struct game_tiles {
    size_t bytes;
    status (*read)(const char *string, void *rules, error *e);
    void (*write)(const void *rules, const char *separator, text *out);
} game_tiles;

/* How a computer player of a level plays (engine_choose). */
typedef struct game_level {
    int lapses;    /* of a thousand turns, so many are the first that comes to mind; else: */
    int considers; /* hundredths of a turn that come to mind, on average; 0: all of them */
    int depth;
    uint64_t nodes;
    double equal; /* early in a game, turns worth so many points less than the best are as good */
} game_level;

enum { LEVEL_MOST = 10 };

/* A position that `linework bench` searches. */
typedef struct game_bench {
    const char *rules, *position;
    uint64_t nodes;
} game_bench;

typedef struct game {
    const char *name; /* as in commands and files */

    /* Rule sets: `rules` arguments are pointers that find_rules returned, or tiles->read filled. */
    const char *(*rule_set)(size_t index); /* the names in their fixed order, then NULL */
    const char *default_rules;
    const void *(*find_rules)(const char *name); /* NULL if there is none */

    /* Rules. */
    void (*start)(const void *rules, game_position *position);
    int (*to_move)(const game_position *position);
    bool (*is_over)(const game_position *position); /* costs nothing */
    game_outcome (*outcome)(const void *rules, const game_position *position);
    /* All legal turns in byte order; none if the game is over. Returns how many. */
    size_t (*turns)(const void *rules, const game_position *position, game_turn *turns);
    status (*steps)(const void *rules, const game_position *position, const char *part,
                    game_steps *steps, error *e);
    /* Changes the position only if the turn is legal. */
    status (*play)(const void *rules, game_position *position, const char *turn, error *e);
    /* Optional: the game is drawn when a position occurs for the n-th time; 0 for never. */
    int (*repetition_limit)(const void *rules);
    /* Optional, for speed: how many turn sequences of length `depth` there are, beginning with the
     * legal turn `first` unless it is NULL. Fails if they are more than 64 bits hold, or a draw is
     * not known. */
    status (*perft)(const void *rules, const game_position *position, const char *first, int depth,
                    uint64_t *count, error *e);
    /* A rough judgement of who stands better, from A's side; any scale. */
    int (*evaluate)(const void *rules, const game_position *position);

    /* Text. */
    status (*read_position)(const void *rules, const char *string, game_position *position,
                            error *e);
    void (*write_position)(const void *rules, const game_position *position, text *out);
    /* Optional: what the tie-breaks of an outcome count, e.g. "blue rhombs"; and where the points
     * of a position come from, a line each. */
    const char *tie_break;
    void (*explain)(const void *rules, const game_position *position, text *out);

    /* What it has; NULL where it does without. */
    const game_chance *chance;
    const game_tiles *tiles;
    const struct game_picture *picture;   /* game/picture.h; else positions are shown as text */
    const struct game_search *search;     /* game/search.h; else a plain one looks ahead */
    const struct game_coach *coach;       /* game/coach.h; else nothing is explained */
    const game_level *levels;             /* LEVEL_MOST + 1, of which 0 is not used */
    const struct game_solution *solution; /* game/oracle.h */
    const struct game_solver *solver;     /* game/solver.h */
    const game_bench *bench;              /* ends with rules that are NULL */
} game;

/* Asserts that all is there that must be: for start-up, and for games that are under way. */
void game_check(const game *g);

/* --- variants --------------------------------------------------------------------------------- */

/* A game under certain rules, as a small value. Only the game looks into its rules. */
typedef struct variant {
    const game *game;
    const void *rules;
    const char *name; /* of the rule set; NULL: the rules were read, and belong to somebody */
} variant;

/* Looks a rule set up by name (NULL: the default); the message lists the names there are. */
status variant_find(const game *g, const char *name, variant *v, error *e);

/* Rules of one's own, in memory that is the caller's. */
static inline variant variant_own(const game *g, const void *rules) {
    return (variant){.game = g, .rules = rules};
}

/* How the rule set is called in records and messages. */
static inline const char *variant_name(variant v) {
    return v.name ? v.name : "custom";
}

bool variant_equal(variant a, variant b);

/* The rules on one line: as they were read, or their name. */
void variant_write_rules(variant v, text *out);

static inline void variant_start(variant v, game_position *position) {
    v.game->start(v.rules, position);
}

static inline game_outcome variant_outcome(variant v, const game_position *position) {
    return v.game->outcome(v.rules, position);
}

static inline size_t variant_turns(variant v, const game_position *position, game_turn *turns) {
    return v.game->turns(v.rules, position, turns);
}

static inline status variant_steps(variant v, const game_position *position, const char *part,
                                   game_steps *steps, error *e) {
    return v.game->steps(v.rules, position, part, steps, e);
}

static inline status variant_play(variant v, game_position *position, const char *turn, error *e) {
    return v.game->play(v.rules, position, turn, e);
}

/* The position after a turn that is legal. */
game_position variant_after(variant v, const game_position *position, const char *turn);

static inline int variant_repetition_limit(variant v) {
    return v.game->repetition_limit ? v.game->repetition_limit(v.rules) : 0;
}

/* By the game's own perft, or by making every turn. */
status variant_perft(variant v, const game_position *position, const char *first, int depth,
                     uint64_t *count, error *e);

static inline int variant_evaluate(variant v, const game_position *position) {
    return v.game->evaluate(v.rules, position);
}

static inline status variant_read_position(variant v, const char *string, game_position *position,
                                           error *e) {
    return v.game->read_position(v.rules, string, position, e);
}

static inline void variant_write_position(variant v, const game_position *position, text *out) {
    v.game->write_position(v.rules, position, out);
}

/* The message of a perft whose number does not fit. */
status game_fail_perft(int depth, error *e);

#endif
