/* SPDX-License-Identifier: MIT
 *
 * What the parts of a room share: room.c begins it and adds events, room_do.c does commands,
 * room_computer.c does what the computer has to do,
 * room_view.c tells, room_keep.c keeps and restores. Nobody else includes this. */
#ifndef ROOMS_ROOM_INSIDE_H
#define ROOMS_ROOM_INSIDE_H

#include "rooms/room.h"

/* What was agreed before the first event; it changes with joining, withdrawing and
 * replacing a token only. */
typedef struct room_terms {
    time_control control;
    bool is_public, is_withdrawn;
    int first;                              /* the player who begins the first game */
    token_hash tokens[2];                   /* of the seats that are taken */
    char random_hash[2 * CIPHER_BYTES + 1]; /* what follows is "" where nothing is drawn */
    char randoms[2][2 * FAIR_RANDOM + 1];   /* ... as far as they are given */
    fair_key secret;                        /* by which the draws are made */
    int keys_used;                          /* of its chain, in the rooms before this one */
    int computer;                           /* level of the other player, or ROOM_NO_COMPUTER */
} room_terms;

typedef struct room_told {
    int64_t at, left[2];
    char *json;
} room_told;

typedef struct room_kept_answer {
    char id[COMMAND_ID_BYTES];
    uint8_t why;
    size_t n;
    char *detail; /* NULL: none */
} room_kept_answer;

struct room {
    const game *const *games;
    char id[ID_BYTES];
    room_terms terms;
    char commitment[2 * CIPHER_BYTES + 1]; /* to the secret; a thousand hashes, so made once */
    match *match;
    room_clock clock;
    const int64_t *left_then; /* while it is restored: what the clocks showed; else NULL */
    room_told *told;          /* an entry for each event of the match */
    size_t told_count, told_room;

    /* From the events. */
    bool is_joined, has_begun;
    size_t number;   /* of the game that began last, in its series */
    bool is_decided; /* the match is; asked often, and dear where points are counted along routes */
    bool wants_rematch[2];
    char rematch[ID_BYTES];             /* "": none */
    char keys[8][2 * CIPHER_BYTES + 1]; /* told, of a series */
    int key_count;
    size_t phrases[2], undos_asked;
    size_t undo_asked_at; /* after so many turns, and one; 0: not since the last undo */
    event last_over;      /* result and reason of the last game that ended; no texts */

    json_t *plans[2]; /* NULL: none */
    room_kept_answer *answers[2];
    size_t answer_count[2];   /* all there ever were; the last ROOM_ANSWERS_KEPT are there */
    size_t answers_before[2]; /* of those, how many were forgotten before it was restored */

    bool is_here[2];
    int64_t away_since[2];
};

bool room_draws(const room *r); /* whether the game has draws that nobody may know */

/* The match of a room whose terms are known, from its first event. */
status room_found(room *r, const game *const *games, const event *created, error *e);

/* Takes in the events of the match that have not been told yet. The clock is charged once, for the
 * first of them. */
status room_tell(room *r, int64_t at, error *e);

/* Adds an event to the match, and tells it and what follows from it at once. */
status room_apply(room *r, const event *ev, int64_t at, error *e);

/* Begins the next game if the last is over and the match is not decided. */
status room_go_on(room *r, int64_t at, error *e);

/* Begins the first game. */
status room_begin(room *r, int64_t at, error *e);

/* A room for the same players, whose loser begins. */
status room_create_rematch(const room *r, const uint8_t id[ID_RANDOM], int64_t now, room **next,
                           error *e);

/* What is told of an event, as JSON; NULL: no memory. */
char *room_write_event(const room *r, size_t n, const event *ev, int64_t at);

/* Does a player's command, whatever was answered before: nothing is kept of the answer. */
status room_act(room *r, int player, const room_command *c, const room_chance *chance, int64_t now,
                room_effects *out, error *e);

bool room_find_answer(const room *r, int player, const char *id, room_answer *answer);
status room_keep_answer(room *r, int player, const char *id, const room_answer *answer, error *e);

#endif
