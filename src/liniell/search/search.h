/* SPDX-License-Identifier: MIT
 *
 * How Liniell thinks. */
#ifndef LINIELL_SEARCH_SEARCH_H
#define LINIELL_SEARCH_SEARCH_H

#include "game/search.h"

extern const game_search liniell_search;

#endif
