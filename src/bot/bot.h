/* SPDX-License-Identifier: MIT
 *
 * A player on a server: takes a seat in a game there, or makes one, or takes open ones one after
 * the other, and plays. It speaks the protocol that everybody speaks (docs/server.md), comes back
 * when the line breaks, and keeps its seat in a file if it is told to. */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "bot/address.h"
#include "bot/seat.h"
#include "bot/table.h"
#include "contest/contestant.h"

typedef enum bot_news_kind {
    BOT_SEATED, /* it has a seat */
    BOT_OVER,   /* a game has ended: table->last */
    BOT_ALONE,  /* the line has broken; it tries again */
    BOT_BACK,   /* ... and is there again */
} bot_news_kind;

typedef struct bot_news {
    bot_news_kind kind;
    const seat *seat;
    const table *table;
    const char *why; /* the line has broken */
} bot_news;

typedef struct bot_options {
    const game *const *games;
    address server; /* with the id of a game to join, if there is one */
    contestant_plan plan;
    contestant_rules rules; /* but for the variant, which is that of the game */
    const char *name;       /* under which it plays */
    const char *seat_file;  /* NULL: the seat is kept nowhere */

    bool accepts_open;   /* it takes open games, one after the other */
    const char *game;    /* which it plays; NULL: any, or the first there is */
    uint64_t games_most; /* 0: without end */
    bool plays_again;    /* it stays for a rematch */

    /* Of a game that it makes. */
    const char *game_rules, *tiles; /* NULL: the usual */
    const char *first;              /* "me", "you" or "random" */
    int best_of;
    bool is_public;

    const atomic_bool *stop;
    void (*told)(void *context, const bot_news *news);
    void *context;
} bot_options;

/* SIGPIPE must be ignored. STATUS_INVALID: there is no such game, or the seat is none;
 * STATUS_FAILED: the server cannot be reached, or the player has failed, who then has resigned. To
 * be stopped is no failure. */
status bot_run(const bot_options *options, error *e);

#endif
