/* SPDX-License-Identifier: MIT
 *
 * How Liniell is taught. */
#ifndef LINIELL_NOTATION_COACH_H
#define LINIELL_NOTATION_COACH_H

#include "game/coach.h"

extern const game_coach liniell_coach;

#endif
