/* SPDX-License-Identifier: MIT
 *
 * A game on a server as a player there sees it: what its events have told. From that the game can
 * be played again, turn by turn; what is hidden from the player is not in it. */
#ifndef BOT_TABLE_H
#define BOT_TABLE_H

#include <jansson.h>

#include "play/replay.h"

typedef struct table_over {
    char result[12], reason[24];
    int points[2]; /* of side a and b */
    int side;      /* that we had */
} table_over;

typedef struct table {
    variant variant;
    void *own_rules; /* where the rules are the game's own */
    char *tiles;
    int player;                   /* 1 or 2 */
    int initial, increment, days; /* the clock, in seconds and days; zeros: none */

    size_t seen; /* the last event */
    bool joined, playing;
    int side; /* ours in this game */
    size_t number, ply;
    char (*turns)[GAME_TURN_BYTES];
    size_t turn_room;
    text draws; /* "05,12": what has been drawn in this game */
    char position[GAME_POSITION_TEXT];
    double left[2];                               /* seconds on the clocks of a and b */
    double at;                                    /* ... at this time of the server's, in seconds */
    bool draw_offered, undo_asked, rematch_asked; /* by the other; not answered yet */
    table_over last; /* how the last game ended; result "" if none has */
    char rematch[32];
} table;

/* From what the server tells of the game: `{"game","rules","tiles","timeControl"}`. */
status table_open(const game *const *games, const json_t *view, int player, table *t, error *e);
void table_close(table *t);

/* Takes an event in. STATUS_FAILED: it does not follow the last, or cannot be understood. */
status table_follow(table *t, const json_t *event, error *e);
void table_forget(table *t); /* as if none had come */

bool table_is_ours(const table *t); /* we are to move */

/* The game as it was played so far; fails if that does not lead to the position that was told. */
status table_replay(const table *t, replay *played, record *r, error *e);

#endif
