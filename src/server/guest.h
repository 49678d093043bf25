/* SPDX-License-Identifier: MIT
 *
 * Somebody in a room through a WebSocket, player or spectator: says hello and the last event seen,
 * gets the rest, sends commands (docs/server.md). Bytes in, bytes out; server/talk.h carries them.
 *
 * Events are not queued for anybody: each guest has a place in the log up to which it has been
 * told, and is told more when it takes more. Who does not read costs nothing. */
#ifndef SERVER_GUEST_H
#define SERVER_GUEST_H

#include "server/desk.h"

/* `wake` is called when there is something new to say. */
guest *guest_new(desk *d, place *p, uint64_t client, void (*wake)(void *context), void *context);
void guest_free(guest *g); /* has left */

void guest_receive(guest *g, const char *bytes, size_t length);
bool guest_wants_to_say(const guest *g);
size_t guest_say(guest *g, unsigned char *bytes, size_t size);

/* All has been said, and nothing more will be. */
bool guest_is_over(const guest *g);

bool guest_is_greeted(const guest *g); /* has said hello */
void guest_is_late(guest *g);          /* has said nothing for a while */

/* Of all guests of a room: there is something new to say; who is there has changed; they are sent
 * away; the server goes down. */
void guests_wake(place *p);
void guests_presence(place *p);
void guests_dismiss(place *p, int code, const char *why);
void guests_restarting(place *p);

/* Whoever sits on a player's seat is sent away: another device has it now. */
void guests_unseat(place *p, int player);

#endif
