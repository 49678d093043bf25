/* SPDX-License-Identifier: MIT */
#include "engine/registry.h"

#include <assert.h>
#include <string.h>

#include "liniell/coach.h"
#include "liniell/liniell.h"
#include "liniell/mind.h"
#include "liniell/picture.h"
#include "linja/coach.h"
#include "linja/linja.h"
#include "linja/mind.h"
#include "linja/picture.h"

const game *const registry_games[] = {&linja_game, &liniell_game, NULL};

/* What else there is of a game, beside its rules. */
typedef struct parts {
    const game *game;
    const game_picture *picture;
    const game_mind *mind;
    const game_coach *coach;
} parts;

static const parts all_parts[] = {
    {&linja_game, &linja_picture, &linja_mind, &linja_coach},
    {&liniell_game, &liniell_picture, &liniell_mind, &liniell_coach},
};

const game *registry_find(const char *name) {
    for (size_t i = 0; registry_games[i]; i++)
        if (strcmp(registry_games[i]->name, name) == 0) return registry_games[i];
    return NULL;
}

static const parts *parts_of(const game *g) {
    for (size_t i = 0; i < sizeof all_parts / sizeof *all_parts; i++)
        if (all_parts[i].game == g) return &all_parts[i];
    assert(false && "every game has its parts");
    return NULL;
}

const game_picture *registry_picture(const game *g) {
    return parts_of(g)->picture;
}

const game_mind *registry_mind(const game *g) {
    return parts_of(g)->mind;
}

const game_coach *registry_coach(const game *g) {
    return parts_of(g)->coach;
}
