/* SPDX-License-Identifier: MIT
 *
 * Everything a player can be told about a position before the turn is made: what it shows, what
 * half-made turns show, what is taught about it, and what computer players think of it. What is
 * hidden must not show here (tests/test_conformance.c, tests/test_liniell_laws.c). */
#ifndef TESTS_SIGHT_H
#define TESTS_SIGHT_H

#include "engine/engine.h"

/* The caller frees it. */
text sight_of(engine *t, const game_position *p);

/* Ends the test unless `p` lets be known what `other` does. */
void sight_must_be_same(engine *t, const game_position *p, const game_position *other);

#endif
