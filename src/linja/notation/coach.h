/* SPDX-License-Identifier: MIT
 *
 * How Linja is taught. */
#ifndef LINJA_NOTATION_COACH_H
#define LINJA_NOTATION_COACH_H

#include "game/coach.h"

extern const game_coach linja_coach;

#endif
