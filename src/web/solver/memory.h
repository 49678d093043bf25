/* SPDX-License-Identifier: MIT
 *
 * What the solver in the page tells of its memory, beside the usual functions that take it. */
#ifndef WEB_SOLVER_MEMORY_H
#define WEB_SOLVER_MEMORY_H

#include <stdbool.h>

/* Whether somebody has asked for more than there was. */
bool memory_is_lacking(void);

#endif
