/* SPDX-License-Identifier: MIT */
#include "games/registry.h"

#include <string.h>

const game *registry_find(const char *name) {
    for (size_t i = 0; registry_games[i]; i++)
        if (strcmp(registry_games[i]->name, name) == 0) return registry_games[i];
    return NULL;
}

void registry_check(void) {
    for (size_t i = 0; registry_games[i]; i++) game_check(registry_games[i]);
}
