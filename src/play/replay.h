/* SPDX-License-Identifier: MIT
 *
 * The positions of a game, turn by turn: what a match in progress, a contest's game, a position of
 * the protocol and a record that is read have in common. Every turn is checked, in a record those
 * of its variations, too; and how often each position has been there is counted. */
#ifndef PLAY_REPLAY_H
#define PLAY_REPLAY_H

#include "game/history.h"
#include "play/record.h"

enum { REPLAY_TURNS_MAX = 4096 }; /* more than any game has; a longer one is refused */

/* A turn of the main line that has been made. */
typedef struct replay_ply {
    game_position after;
    uint32_t token;      /* its place in the record */
    uint16_t occurrence; /* the position has now been there so often */
    uint16_t older;      /* the turn before this whose position has the same hash; 0: none */
} replay_ply;

typedef struct replay {
    variant variant;
    void *own_rules; /* where the rules are a record's own; then the variant points there */
    game_position start;
    replay_ply *plies;
    size_t count, room;
    uint16_t *latest; /* by hash: the last turn that led to such a position, from 1; 0: none */
} replay;

/* Chooses the rules of a game: by name (NULL: the default), or those written out in `own`. */
status replay_set_rules(replay *p, const game *g, const char *name, const char *own, error *e);

/* Sets where a game begins, without a turn made yet: at a position (NULL: the start), and with
 * which draws: in the order of a seed, or as listed, or neither. Only a game with a stack has the
 * one or the other. */
status replay_set_start(replay *p, const char *position, const uint64_t *seed, const char *draws,
                        error *e);

/* `games` ends with NULL. The Game tag chooses among them and may be missing if there is only
 * one; Rules, Tiles, Position, Seed and Draws have the usual defaults. */
status replay_record(const game *const *games, const record *r, replay *out, error *e);
void replay_free(replay *p);

/* Makes a turn, unless it is wrong or the game is drawn by repetition. */
status replay_play(replay *p, const char *turn, size_t token, error *e);

/* ... of which the position is known; what memory the next one needs; leaves so many turns. */
status replay_add(replay *p, const game_position *after, size_t token, error *e);
status replay_reserve(replay *p, error *e);
void replay_cut(replay *p, size_t count);

const game_position *replay_position(const replay *p, size_t ply); /* after this many turns */

/* The positions up to that; of use until the replay changes. */
game_history replay_history(const replay *p, size_t ply);

/* Whether the position after `ply` turns has occurred as often as the rules allow. */
bool replay_is_repetition(const replay *p, size_t ply);

/* The outcome after `ply` turns; a repetition is a draw. */
game_outcome replay_outcome(const replay *p, size_t ply);

/* How an outcome is written at the end of a game. */
record_result replay_result(game_outcome outcome);

/* ... and that a side has lost it. */
record_result replay_loss(int side);

#endif
