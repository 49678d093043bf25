/* SPDX-License-Identifier: MIT
 *
 * How Liniell thinks. */
#ifndef LINIELL_MIND_H
#define LINIELL_MIND_H

#include "core/mind.h"

extern const game_mind liniell_mind;

#endif
