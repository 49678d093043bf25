/* SPDX-License-Identifier: MIT
 *
 * What happens to a match, as numbered events: a match is the fold of its log (play/match.h). An
 * event is one line of text,
 *
 *     17 turn side=a ply=5 turn=ab/df
 *
 * its number (which may be missing), its kind and its fields in any order. A value with a space, a
 * quotation mark or a backslash in it, or none, stands between quotation marks, where \" \\ \n \t
 * and \r are what they are in C. Fields that are not known are passed over, so that both ends can
 * grow. This layer knows the syntax only; what an event does is the match's affair.
 *
 * Players are 0 and 1 inside and 1 and 2 in the text, sides a and b. */
#ifndef PLAY_EVENT_H
#define PLAY_EVENT_H

#include "base/status.h"
#include "base/text.h"
#include "play/record.h"

typedef enum event_kind {
    EVENT_CREATED, /* the first: what is played, and by whom */
    EVENT_JOINED,
    EVENT_BEGUN, /* a game of the match, and what it begins with */
    EVENT_TURN,
    EVENT_UNDONE,   /* to so many turns; a result that was declared goes, too */
    EVENT_REDONE,   /* ... and on again, with turns that were undone */
    EVENT_PROMISED, /* what has not been drawn comes under another commitment */
    EVENT_OVER,
    EVENT_DRAW_OFFERED,
    EVENT_DRAW_REFUSED,
    EVENT_UNDO_ASKED,
    EVENT_UNDO_REFUSED,
    EVENT_SAID,
    EVENT_REMATCH_ASKED,
    EVENT_REMATCH,
    EVENT_KINDS
} event_kind;

/* What ended a game. */
typedef enum event_reason {
    REASON_BOARD,
    REASON_RESIGNED,
    REASON_TIME,
    REASON_AGREED,
    REASON_REPETITION,
    REASON_ABANDONED,
    EVENT_REASONS
} event_reason;

/* Texts are NULL where they are missing, and belong to whoever made the event. */
typedef struct event {
    event_kind kind;
    size_t n; /* from 1; 0: not said */

    const char *game, *rules, *tiles, *date, *names[2]; /* created */
    size_t best_of;

    size_t number; /* begun: of the game in its match, from 1 */
    int first;     /* ... the player who has side a */
    const char *position, *seed;
    const char *commitment, *chain; /* of fair draws (game/fair.h), and the number of the key */
    const char *drawn_before, *randoms[2];
    const char
        *draws; /* what is known of the draws at first; of a turn: what it is first to show */

    int side, player;
    size_t ply; /* turns made before a turn; undone, redone: turns made now */
    const char *turn;

    record_result result; /* over */
    event_reason reason;
    const char *points; /* of side a and b: "58,54" */
    const char *key;    /* of a fair game, told now */

    const char *name, *phrase, *id;
} event;

const char *event_kind_name(event_kind kind);
const char *event_reason_name(event_reason reason);
bool event_is_phrase(const char *phrase); /* one of those that players may say */

/* Takes a line apart, without a line end, in place: the event's texts are in it. */
status event_read(char *line, event *out, error *e);

/* Without a line end. */
void event_write(const event *ev, text *out);

#endif
