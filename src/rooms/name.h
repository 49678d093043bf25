/* SPDX-License-Identifier: MIT
 *
 * Names that strangers give themselves: what others read of them must be what is there. */
#ifndef ROOMS_NAME_H
#define ROOMS_NAME_H

#include "base/status.h"

enum { NAME_CHARACTERS_MAX = 32 };

/* Refuses a name that is empty or too long, holds what cannot be seen or turns the line around
 * (control, bidirectional and zero-width characters), or is the computer's. */
status name_check(const char *name, error *e);

#endif
