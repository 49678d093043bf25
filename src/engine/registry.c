/* SPDX-License-Identifier: MIT */
#include "engine/registry.h"

#include <string.h>

#include "liniell/liniell.h"
#include "liniell/picture.h"
#include "linja/linja.h"
#include "linja/picture.h"

const game *const registry_games[] = {&linja_game, &liniell_game, NULL};

static const struct {
    const game *game;
    const game_picture *picture;
} pictures[] = {{&linja_game, &linja_picture}, {&liniell_game, &liniell_picture}};

const game *registry_find(const char *name) {
    for (size_t i = 0; registry_games[i]; i++)
        if (strcmp(registry_games[i]->name, name) == 0) return registry_games[i];
    return NULL;
}

const game_picture *registry_picture(const game *g) {
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (pictures[i].game == g) return pictures[i].picture;
    return NULL;
}
