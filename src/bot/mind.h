/* SPDX-License-Identifier: MIT
 *
 * Who chooses the turns: a contestant (contest/contestant.h) on a thread of its own, so that
 * whoever talks to the server goes on talking while it thinks. */
#ifndef BOT_MIND_H
#define BOT_MIND_H

#include "contest/contestant.h"

typedef struct mind mind;

/* `rules.stop` is the mind's own affair. A UGI program is started at once. */
status mind_new(const contestant_plan *plan, const contestant_rules *rules, mind **out, error *e);
void mind_free(mind *m); /* ends what it thinks about; NULL does nothing */

variant mind_variant(const mind *m);

/* Begins to think about a game, both of which it takes over. `fresh`: another game than before. */
typedef struct mind_task {
    replay played;
    record record;
    engine_time time; /* that the clock leaves; zeros: there is none */
    bool fresh;
} mind_task;

status mind_think(mind *m, mind_task *task, error *e);
bool mind_is_thinking(const mind *m);

bool mind_is_done(const mind *m); /* a turn is chosen; from then on its descriptor can be read */
int mind_descriptor(const mind *m);

/* The turn, which is legal; waits for it. STATUS_INVALID: the player has failed, twice. */
status mind_result(mind *m, game_turn *turn, error *e);

/* Nobody wants to know any more; waits until it has stopped. */
void mind_stop(mind *m);

#endif
