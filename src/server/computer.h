/* SPDX-License-Identifier: MIT
 *
 * The computer at the desk: does what it has to do in the rooms in which it plays, once all that
 * happened there is on disk. Turns are thought by threads (server/thinkers.h), which are told what
 * everybody has been told and nothing else: no tile that is not drawn yet. */
#ifndef SERVER_COMPUTER_H
#define SERVER_COMPUTER_H

#include "server/desk.h"
#include "server/thinkers.h"

/* Looks whether there is something to do in a room, and does or begins it. The room may be gone
 * then. */
void computer_look(desk *d, place *p);

/* The room goes; nobody needs its turn any more. */
void computer_leave(place *p);

#endif
