/* SPDX-License-Identifier: MIT
 *
 * How Linja thinks without a table. */
#ifndef LINJA_SEARCH_SEARCH_H
#define LINJA_SEARCH_SEARCH_H

#include "game/search.h"

extern const game_search linja_search;

#endif
