/* SPDX-License-Identifier: MIT
 *
 * What the parts of a match share: match.c answers questions and makes events, match_fold.c is what
 * an event does, match_begin.c what a game begins with, match_draws.c draws that nobody knows,
 * match_file.c saves and loads. Nobody else includes this.
 *
 * The current game is a record (what will be saved, remarks of a loaded file included) and the
 * replay of its turns. `ply` says how many of them are made; the rest can be redone. */
#ifndef PLAY_MATCH_INSIDE_H
#define PLAY_MATCH_INSIDE_H

#include "play/log.h"
#include "play/match.h"
#include "play/replay.h"

enum { BEST_OF_MAX = 99, NOBODY = -1 };

struct match {
    event_log log; /* all that follows is its fold, but for what a loaded file remarks */

    record_file played;       /* finished games before the current one */
    int winners[BEST_OF_MAX]; /* of those games: 0, 1, or NOBODY for a draw */
    char names[2][MATCH_NAME_BYTES];
    int best_of;

    bool begun; /* there is a current game */
    record current;
    replay turns;
    size_t ply;
    int first;              /* the player who plays A in the current game */
    record_result declared; /* RECORD_UNFINISHED: nothing */
    event_reason reason;    /* ... and why */
    bool told;              /* that the game is over is in the log; before one has begun: that the
                               match was given up */

    int offers;           /* the side that has offered a draw, or NOBODY */
    size_t offered_at[2]; /* after so many turns, and one, for each side; 0: not yet */
    int asks;             /* the side that wants to take its last turn back, or NOBODY */

    fair_key secret; /* the last key of the chain by which fair games are drawn */
    bool has_secret; /* ... if it is known */
    int number;      /* of the key that draws the current game; 0: it is not drawn by the chain */
    size_t drawn;    /* tiles that the players of the current game have seen, if it is */
};

/* --- match.c --- */

/* Whether nobody can know what the current game draws. */
bool match_is_fair(const match *m);
size_t match_turns_made(const match *m); /* how many turns the game has, whichever is looked at */
game_outcome match_standing(const match *m); /* how the game stands after them */
int match_winner(const match *m);            /* of the current game, or NOBODY */

/* How many tokens of the record belong to so many turns, with all that is remarked on them. */
size_t match_tokens_of(const match *m, size_t turns);

/* --- match_fold.c --- */

/* The tag of chess's PGN which tells how a game ended. */
extern const char match_termination[], match_by_time[], match_by_absence[];

/* What is told of a game that is over. */
typedef struct over_told {
    event ev;
    char points[32];
    match_promise promise;
} over_told;

void match_tell_over(const match *m, over_told *told);

/* --- match_begin.c --- */

status match_set_name(match *m, int player, const char *name, error *e);

/* The event by which the current game began, as far as its record tells; no text is copied. */
event match_tell_begun(const match *m);
status match_log_created(match *m, error *e);

status match_apply_begun(match *m, event *ev, error *e);

/* The finished form of the current game: cut to the turns made, and with its result. */
status match_current_record(const match *m, record *out, error *e);

/* --- match_draws.c --- */

void match_write_key(const match *m, char out[2 * CIPHER_BYTES + 1]);

/* A commitment as text. */
typedef struct commitment_text {
    char hex[2 * CIPHER_BYTES + 1];
} commitment_text;

commitment_text match_commitment(const fair_key *secret);

/* What puts the stack in order that is drawn by key `number` of a chain. */
status match_find_stack(const match *m, const fair_key *secret, int number,
                        const char *const randoms[2], fair_key *stack, error *e);

/* Adds to a record what has been drawn, and the key once it may be told. */
status match_tag_draws(const match *m, record *r, error *e);

/* What is new among so many draws. */
status match_write_new_draws(const match *m, size_t drawn, text *out, error *e);

/* Whether a key belongs to what the current game has promised. */
bool match_is_promised_key(const match *m, const char *key);

/* The draws of a game whose stack is not known become longer, and all turns are made again with
 * them; for good, or as it was before. */
typedef struct draws_kept {
    record current;
    replay turns;
} draws_kept;

status match_extend_draws(match *m, const char *more, draws_kept *before, error *e);
void match_settle_draws(match *m, draws_kept *before, bool for_good);

status match_apply_promised(match *m, event *ev, error *e);

#endif
