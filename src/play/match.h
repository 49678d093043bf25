/* SPDX-License-Identifier: MIT
 *
 * A match in progress: the midend that every front end stands on. It owns the current game with
 * its history (undo and redo without limit), the games already played, who sits where, and the
 * score. Whoever wants to play a game, show one or save one goes through here.
 *
 * A match is what its log makes of it: a list of events (play/event.h), numbered from 1, to which
 * match_apply adds one that is possible now. Nothing else changes a match, and all that players do
 * is making an event. Whoever has the log has the match, but for a secret by which fair games are
 * drawn, and for what a loaded file remarks on its turns.
 *
 * Two players, 0 and 1, play one game or a series; in each game one of them plays A and begins.
 * That is drawn by seed in the first game; then the loser begins, and after a draw the player who
 * did not. A match is saved as a record file with one record a game.
 *
 * What is drawn during a game is fixed by the seed, and the next game of a series has the next
 * seed; or it is fair (game/fair.h): fixed by a secret that nobody can know. Of a running fair
 * game the record holds what has been drawn and a commitment. When it is over its key is told, and
 * it can be looked at but never taken back. */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "game/history.h"
#include "play/event.h"
#include "play/record.h"

typedef struct match match;

enum { MATCH_NAME_BYTES = 64 };

typedef struct match_options {
    const game *game;
    const char *rules;    /* NULL: the default */
    const char *tiles;    /* a tile set to play with instead; NULL: none */
    const char *position; /* where each game begins; NULL: the starting position */
    const char *names[2]; /* NULL: "Player 1", "Player 2" */
    const char *date;     /* "2003.10.24"; NULL: "????.??.??" */
    int best_of;          /* games; 1, 3, 5, ... */
    int first;            /* the player who plays A in the first game, or MATCH_DRAW_LOTS */
    uint64_t seed;
    bool shuffled;          /* a hidden stack is in the order of the seed */
    const char *draws;      /* ... or in this order */
    const fair_key *secret; /* ... or fair, by keys from this one; all missing: by number, or not
                               known */
} match_options;

enum { MATCH_DRAW_LOTS = -1 };

status match_new(const match_options *options, match **m, error *e);
void match_free(match *m);

/* --- the log --------------------------------------------------------------------------------- */

/* A match of which the first event is known and no game has begun. */
status match_create(const game *const *games, const event *created, match **m, error *e);

/* Lets it draw by keys from this secret, as far as its events name the commitment of that. */
void match_use_secret(match *m, const fair_key *secret);

/* Adds an event and does what it says, or refuses it and changes nothing. With a number it must be
 * the next one, or one that is in the log already, which then says the same. What a game draws in
 * secret and how it ends on the board is put into the log here, where that is known. */
status match_apply(match *m, const event *ev, error *e);

size_t match_events(const match *m);
const char *match_event(const match *m, size_t n); /* its line without the number, from 1 */

/* The whole log, an event with its number on each line; and the match that it makes. */
void match_write_log(const match *m, text *out);
status match_read_log(const game *const *games, const char *bytes, size_t length, match **m,
                      error *e);

/* --- the game being played ------------------------------------------------------------------- */

variant match_variant(const match *m);
const char *match_rules_name(const match *m);
const game_position *match_position(const match *m);
game_history match_history(const match *m);         /* up to it; until the match changes */
size_t match_ply(const match *m);                   /* turns made */
const char *match_turn(const match *m, size_t ply); /* at 0 .. ply-1; until the match changes */
int match_player(const match *m, int side);         /* who plays this side */
bool match_seed(const match *m, uint64_t *seed);    /* of the hidden stack; false if it has none */
int match_side_to_move(const match *m);
int match_player_to_move(const match *m);
const char *match_name(const match *m, int player);

/* Like the game's outcome, and over also by repetition (then drawn) or by declaration. */
game_outcome match_outcome(const match *m);
bool match_is_repetition(const match *m);

status match_play(match *m, const char *turn, error *e); /* forgets what could be redone */
status match_undo(match *m, error *e); /* STATUS_INVALID if there is nothing to undo */
status match_redo(match *m, error *e);

/* Shows the game after so many turns, or the last there are; like undo and redo, but a game that is
 * over for good can be looked at, too. */
status match_go_to(match *m, size_t ply, error *e);

/* Ends a running game by word of the players: a resignation, an agreed draw. Undo takes it back. */
status match_declare(match *m, record_result result, error *e);
status match_resign(match *m, error *e); /* the side to move does */

/* The side to move has run out of time and loses; the record tells it by the tag Termination. */
status match_forfeit(match *m, error *e);

/* The side that has offered a draw, or that wants to take its last turn back; -1: neither has. */
int match_draw_offer(const match *m);
int match_undo_asker(const match *m);

/* What ended the game by word; REASON_BOARD: nothing has. */
event_reason match_declared(const match *m);

/* Whether the game is over and its key is told: it cannot be taken back. */
bool match_is_revealed(const match *m);

/* What may be told of a fair game's draws. */
typedef struct match_promise {
    const char *commitment, *number; /* as in its record */
    char key[2 * CIPHER_BYTES + 1];  /* "" while it is not told */
} match_promise;

bool match_find_promise(const match *m, match_promise *promise); /* false: it is not fair */

/* --- the series ------------------------------------------------------------------------------ */

int match_best_of(const match *m);
size_t match_games_played(const match *m);     /* finished, the current one included */
void match_score(const match *m, int wins[2]); /* the current game included once it is over */
bool match_is_decided(const match *m);         /* a player has more than half, or all are played */
status match_next_game(match *m, error *e);    /* the current game must be over */
int match_next_first(const match *m);          /* who begins it, by the custom */

/* The whole match as a record file, and back. A loaded match goes on where it was saved; what a
 * fair game draws next is not known then, and it has no next game, until match_draw_on. */
status match_save(const match *m, text *out, error *e);
status match_load(const game *const *games, const char *bytes, size_t length, match **m, error *e);

/* Reads a file of many matches one after the other: a record each, or all of a series, which their
 * tags Round tell. What is damaged is passed over. The bytes stay the caller's. */
typedef struct match_reader {
    record_reader in;
    bool more;
    record ahead; /* what comes next, unless `code` and `why` say that it is none */
    status code;
    error why;
} match_reader;

status match_reader_open(match_reader *in, const char *bytes, size_t length, error *e);
void match_reader_close(match_reader *in);
bool match_reader_more(const match_reader *in);

/* STATUS_INVALID: there was no match, or none that could be read; what follows it can be. */
status match_reader_next(match_reader *in, const game *const *games, match **m, error *e);

/* Lets a loaded match draw: as `before` would (NULL: no such match), if that is in the same fair
 * game and no further; else what has not been drawn comes by keys from a new secret, under a new
 * commitment (NULL: it stays unknown). */
status match_draw_on(match *m, const fair_key *secret, const match *before, error *e);

#endif
