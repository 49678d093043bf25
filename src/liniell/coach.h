/* SPDX-License-Identifier: MIT
 *
 * How Liniell is taught. */
#ifndef LINIELL_COACH_H
#define LINIELL_COACH_H

#include "core/coach.h"

extern const game_coach liniell_coach;

#endif
