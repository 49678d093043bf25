/* SPDX-License-Identifier: MIT
 *
 * Solving Linja, for the command line. */
#ifndef LINJA_SOLUTION_SOLVER_H
#define LINJA_SOLUTION_SOLVER_H

#include "game/solver.h"

extern const game_solver linja_solver;

#endif
