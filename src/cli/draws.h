/* SPDX-License-Identifier: MIT
 *
 * Where the secrets of fair draws (game/fair.h) come from. */
#ifndef CLI_DRAWS_H
#define CLI_DRAWS_H

#include "base/status.h"
#include "game/fair.h"

/* From the system's generator of secure random numbers. */
status draws_new_secret(fair_key *secret, error *e);

#endif
