/* SPDX-License-Identifier: MIT
 *
 * A room: a match between two people, with its seats, clocks and talk, as a state machine. A
 * command and the time come in; the state changes, or the command is refused; what has to be kept
 * and told comes out. Nothing here waits, looks at a clock or draws lots: time and chance come from
 * the caller, who also keeps what comes out and tells it on once it is kept (server/desk.h).
 *
 * A room is what its files make of it: its terms and its events, which are those of its match
 * (play/match.h) with their time and clocks, and the answers and plans of its players. Who is
 * connected is not kept.
 *
 * Players are 0 and 1 inside, 1 and 2 in texts. Player 0 made the game. */
#ifndef ROOMS_ROOM_H
#define ROOMS_ROOM_H

#include "play/match.h"
#include "rooms/clock.h"
#include "rooms/message.h"
#include "rooms/token.h"

typedef struct room room;

enum {
    ROOM_NOBODY = -1, /* a spectator */
    ROOM_LOTS = -1,   /* who begins is drawn */
    ROOM_NO_COMPUTER = -1,
    ROOM_ANSWERS_KEPT = 256,
    ROOM_PHRASES_MAX = 100,   /* of a player in a room */
    ROOM_UNDOS_MAX = 200,     /* asked for in a room */
    ROOM_AWAY_MS = 5 * 60000, /* after which a game may be claimed */
    ROOM_TILES_MAX = 4096,    /* bytes of a tile set of one's own */
};

/* Why a command is not done. */
typedef enum room_why {
    WHY_NOT, /* it is done */
    WHY_ILLEGAL,
    WHY_NOT_YOUR_TURN,
    WHY_STALE,
    WHY_NOT_NOW,
    WHY_OVER,
    WHY_NO_SEAT,
    WHY_TOO_FAST,
    WHY_BAD_REQUEST,
    ROOM_WHYS
} room_why;

const char *room_why_name(room_why why);

typedef struct room_answer {
    room_why why;
    size_t n; /* the event it caused; 0: none */
    error detail;
} room_answer;

/* What came of a command: to be kept before anybody is told. */
typedef struct room_effects {
    size_t first, last; /* the events that came about; last < first: none */
    room_answer answer;
    size_t number;   /* of the answer among the player's, from 1: to be kept; 0: it is not */
    bool planned[2]; /* a plan has changed */
    bool terms;      /* the terms have */
    room *rematch;   /* a room that came about, all of which is new; NULL: none */
} room_effects;

/* --- how a room begins ------------------------------------------------------------------------ */

typedef struct room_wish {
    const char *game, *rules, *tiles; /* NULL: the defaults */
    const char *name;                 /* NULL: "Player 1" */
    const char *date;                 /* "2026.11.18" */
    int first;                        /* a player, or ROOM_LOTS */
    time_control control;
    int best_of;
    bool is_public;
    const char *random_hash; /* of player 1's random bytes, where there are draws */
    bool against_computer;   /* it sits down at once, as the other player */
    int level;               /* ... and plays as strong as this, 0 to LEVEL_MOST */
} room_wish;

/* What chance gives to a room. */
typedef struct room_chance {
    uint8_t id[ID_RANDOM];
    fair_key secret;
    bool lot;
} room_chance;

status room_create(const game *const *games, const room_wish *wish, const room_chance *chance,
                   const token_hash *token, int64_t now, room **r, error *e);
void room_free(room *r);

/* STATUS_INVALID: the name or the random bytes are wrong; STATUS_DIFFERS: there is no seat. */
status room_join(room *r, const char *name, const char *random, const token_hash *token,
                 int64_t now, error *e);

/* Takes back a game that nobody has joined, which is an event for who looks on; STATUS_DIFFERS:
 * somebody has. */
status room_withdraw(room *r, int64_t now, error *e);

/* A seat is carried to another device: its token is another from now on. STATUS_DIFFERS: the
 * players have gone on to a rematch, with the tokens that they had. */
status room_replace_token(room *r, int player, const token_hash *token, error *e);

/* --- what happens in it ----------------------------------------------------------------------- */

/* `chance` is for what the command may need. */
status room_do(room *r, int player, const room_command *c, const room_chance *chance, int64_t now,
               room_effects *out, error *e);

/* Whether the command would make a room for a rematch. */
bool room_makes_rematch(const room *r, int player, const room_command *c);

/* What the computer has to do in a room where it plays. It declines every draw, because a game is
 * worth playing out; it lets every turn be taken back that may be, and is ready for a rematch. */
typedef enum room_duty { DUTY_NONE, DUTY_TURN, DUTY_ANSWER, DUTY_REMATCH } room_duty;

room_duty room_computer_duty(const room *r); /* costs nothing */

/* It does that; `turn` is what it has chosen, if it is to make one. */
status room_computer_do(room *r, const char *turn, const room_chance *chance, int64_t now,
                        room_effects *out, error *e);

/* Ends the game whose time has run out. */
status room_tick(room *r, int64_t now, room_effects *out, error *e);
int64_t room_deadline(const room *r); /* when that will be; INT64_MAX: never */

/* A player comes or goes; not kept. */
void room_seat(room *r, int player, bool here, int64_t now);

/* --- what may be known of it ------------------------------------------------------------------ */

typedef enum room_status { ROOM_OPEN, ROOM_STARTING, ROOM_PLAYING, ROOM_OVER } room_status;

const char *room_id(const room *r);
room_status room_standing(const room *r);
bool room_is_public(const room *r);
bool room_is_withdrawn(const room *r);
const match *room_match(const room *r);
int room_side(const room *r, int player); /* in this game */
int room_computer(const room *r);         /* its level, or ROOM_NO_COMPUTER */
bool room_is_computer(const room *r, int player);
int room_player_of(const room *r, const char *token); /* ROOM_NOBODY: it is nobody's */
size_t room_events(const room *r);

/* How much time the side to move has, in milliseconds, and what it gets for a turn; false: there is
 * no clock. */
bool room_time(const room *r, int64_t now, int64_t *left, int64_t *increment);

/* What a player has planned, for nobody else; NULL: nothing. Another plan is another object. */
const json_t *room_plan(const room *r, int player);

/* Event n as it is told, one JSON object; the same for everybody, now and later. */
const char *room_event(const room *r, size_t n);

/* What a spectator may know; NULL: no memory. */
json_t *room_view(const room *r, int64_t now);

/* The commitment, which players get told when the game is made; "" if nothing is drawn. */
const char *room_promise(const room *r);

/* --- keeping it ------------------------------------------------------------------------------- */

typedef struct room_event_kept {
    int64_t at, left[2];
    const char *line; /* play/event.h, without its number */
} room_event_kept;

/* Its terms as one line of JSON; event n; a player's plan ("[]": none). */
void room_write_terms(const room *r, text *out);
room_event_kept room_event_to_keep(const room *r, size_t n);
void room_write_plan(const room *r, int player, text *out);

/* The room that was kept: its terms, then its events in order, then the rest in any. */
status room_restore(const game *const *games, const char *id, const char *terms, room **r,
                    error *e);
status room_restore_event(room *r, const room_event_kept *kept, error *e);
status room_restore_plan(room *r, int player, const char *plan, error *e);
/* The answers of a player come in order, the first with any number. */
status room_restore_answer(room *r, int player, size_t number, const char *id,
                           const room_answer *answer, error *e);
/* The server was down, once for each time; then it is up. */
void room_restore_pause(room *r, int64_t from, int64_t to);
void room_restored(room *r, int64_t now);
/* It is the same room as before, as it was read again: who was there still is. */
void room_take_presence(room *r, const room *before);
/* A room for a match that was played elsewhere: nobody has a seat in it. */
status room_import(const game *const *games, const char *id, const match *m, int64_t now, room **r,
                   error *e);
bool room_has_token_of(const room *r, const room *before, int player); /* it was not replaced */

#endif
