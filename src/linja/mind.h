/* SPDX-License-Identifier: MIT
 *
 * How Linja thinks without a table. */
#ifndef LINJA_MIND_H
#define LINJA_MIND_H

#include "core/mind.h"

extern const game_mind linja_mind;

#endif
