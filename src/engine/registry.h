/* SPDX-License-Identifier: MIT
 *
 * The one place that lists the games and their parts. Everything to its right asks here. */
#ifndef ENGINE_REGISTRY_H
#define ENGINE_REGISTRY_H

#include "core/coach.h"
#include "core/game.h"
#include "core/mind.h"
#include "core/picture.h"

/* All games, ending with NULL. */
extern const game *const registry_games[];

const game *registry_find(const char *name); /* NULL if there is none */
const game_picture *registry_picture(const game *g);
const game_mind *registry_mind(const game *g);
const game_coach *registry_coach(const game *g);

#endif
