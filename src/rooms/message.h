/* SPDX-License-Identifier: MIT
 *
 * What a client says to a room, one JSON object at a time (docs/server.md). This layer knows the
 * form only: whether a command can be done is the room's affair. */
#ifndef ROOMS_MESSAGE_H
#define ROOMS_MESSAGE_H

#include <jansson.h>

#include "base/status.h"
#include "base/text.h"

enum {
    MESSAGE_BYTES_MAX = 16384,
    MESSAGE_DEPTH_MAX = 16,
    COMMAND_ID_BYTES = 65, /* a client's name for a command, and its NUL */
};

typedef enum command_kind {
    DO_TURN,
    DO_REVEAL,
    DO_RESIGN,
    DO_OFFER_DRAW,
    DO_ANSWER_DRAW,
    DO_ASK_UNDO,
    DO_ANSWER_UNDO,
    DO_REMATCH,
    DO_SAY,
    DO_PLAN,
    DO_CLAIM,
    DO_PING,
    COMMAND_KINDS
} command_kind;

/* Texts are NULL where the command has none. */
typedef struct room_command {
    command_kind kind;
    char id[COMMAND_ID_BYTES];
    size_t number; /* of the game it is meant for; 0: whichever is played */
    size_t ply;
    const char *turn, *random, *phrase;
    bool yes;
    const json_t *plan;
} room_command;

typedef enum message_kind {
    MESSAGE_BROKEN,  /* no JSON object: nothing more can be understood */
    MESSAGE_BAD,     /* a command that has not what it must have; its id is "" if it has none */
    MESSAGE_HELLO,   /* token and after */
    MESSAGE_COMMAND, /* command */
} message_kind;

typedef struct room_message {
    message_kind kind;
    room_command command;
    const char *token; /* NULL: a spectator's */
    size_t after;
    error e;    /* what is wrong, if it is broken or bad */
    json_t *in; /* where its texts are */
} room_message;

/* The caller frees it. */
room_message message_read(const char *bytes, size_t length);
void message_free(room_message *m);

/* A JSON object from bytes that a stranger sent: UTF-8, no member twice, no NUL inside, not too
 * deep. NULL, and why, if it is none. */
json_t *message_object(const char *bytes, size_t length, error *e);

#endif
