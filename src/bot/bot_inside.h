/* SPDX-License-Identifier: MIT
 *
 * What the parts of a bot share: bot.c goes from game to game, bot_seat.c finds a seat, bot_play.c
 * plays on it. Nobody else includes this. */
#ifndef BOT_BOT_INSIDE_H
#define BOT_BOT_INSIDE_H

#include "bot/ask.h"
#include "bot/bot.h"
#include "bot/mind.h"
#include "bot/socket.h"

typedef struct bot {
    const bot_options *options;
    seat seat;
    table table;
    mind *mind;
    bool has_met; /* the server has answered once: from then on it is waited for */
    bool is_made; /* the game is one that we have made in this run */

    /* While it plays. */
    game_socket *socket;
    bool is_alone;       /* the line has broken */
    double offset;       /* the server's time, minus ours */
    size_t known;        /* events there were when we came */
    size_t done_for;     /* what was to be done after this event is done; 0: nothing is */
    size_t thinking_ply; /* what the mind thinks about */
    double leaves_at;    /* when it no longer waits for a rematch; 0: it does not */
} bot;

static const double bot_patience = 10; /* seconds for an answer */

bool bot_is_stopped(const bot *b);
void bot_tell(bot *b, bot_news_kind kind, const char *why);
void bot_rest(const bot *b, double seconds); /* or until it is stopped */

/* Asks; once the server has answered, until it does so again. */
status bot_ask(bot *b, const question *q, reply *out, error *e);

/* What everybody may know of a game. STATUS_INVALID: there is none. */
status bot_look(bot *b, const char *id, json_t **view, error *e);

/* Finds a seat, and opens the table. */
status bot_take_seat(bot *b, error *e);
void bot_leave_seat(bot *b); /* a game that nobody has joined, and nobody could come back to */

/* Plays until the game is over, or the bot is stopped. */
status bot_play(bot *b, error *e);

#endif
