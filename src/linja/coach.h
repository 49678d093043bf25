/* SPDX-License-Identifier: MIT
 *
 * How Linja is taught. */
#ifndef LINJA_COACH_H
#define LINJA_COACH_H

#include "core/coach.h"

extern const game_coach linja_coach;

#endif
