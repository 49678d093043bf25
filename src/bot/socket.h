/* SPDX-License-Identifier: MIT
 *
 * The socket of a game: WebSocket, subprotocol linework.v1, from the client's side. */
#ifndef BOT_SOCKET_H
#define BOT_SOCKET_H

#include "bot/wire.h"

typedef struct game_socket game_socket;

status socket_open(const address *to, const char *id, double patience, const atomic_bool *stop,
                   game_socket **out, error *e);
void socket_close(game_socket *s); /* says goodbye; NULL does nothing */

status socket_say(game_socket *s, const char *json, error *e);

typedef enum socket_news {
    SOCKET_QUIET,   /* nothing has come in time, or there is something at `also` */
    SOCKET_MESSAGE, /* socket_message is it */
    SOCKET_CLOSED,  /* by the server: socket_code says why */
} socket_news;

/* Waits for so many seconds, or until `also` (-1: none) can be read. A line that breaks is a
 * failure. */
status socket_hear(game_socket *s, double seconds, int also, socket_news *news, error *e);
const char *socket_message(const game_socket *s, size_t *length);
int socket_code(const game_socket *s);

#endif
