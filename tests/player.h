/* SPDX-License-Identifier: MIT
 *
 * A player of Linja on a real server: sits down, comes and comes back, makes random turns, and
 * checks that no event is lost and none comes twice. */
#ifndef TESTS_PLAYER_H
#define TESTS_PLAYER_H

#include "client.h"
#include "fixture.h"

typedef struct player {
    char id[32], token[64];
    ws socket;
    size_t seen; /* the last event */
    char position[GAME_POSITION_TEXT];
    size_t ply, acknowledged;
    int number; /* 1 or 2 */
    int side;   /* in this game */
    bool over;
    char here[16]; /* who is present, as it was told last */
    int commands;
    char command[160]; /* the last */
} player;

const char *player_text(const json_t *o, const char *name); /* "": there is none */

/* Makes a game in which player 1 begins (`more`: further members), or joins it. */
void player_create(int port, const char *more, player *p);
void player_join(int port, const char *id, player *p);
void player_sit(player *p, json_t *facts); /* by what was answered, which is taken over */

/* Comes (back) and hears all that has happened since. */
void player_come(player *p, int port);

bool player_hear(player *p); /* a message; false: the server has closed */
void player_hear_until(player *p, size_t n);

/* Sends a random turn; its id is the number of the command. */
void player_send_turn(player *p, rng *random);

/* The answer to the last command: n of its event; 0 if it was refused or the server has gone. */
size_t player_answer(player *p, char why[32]);

int player_to_move(const player *p); /* the side */

/* Both play so many random turns; each is heard by both. */
void players_play(player *one, player *other, int turns, rng *random);

#endif
