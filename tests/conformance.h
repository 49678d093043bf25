/* SPDX-License-Identifier: MIT
 *
 * The parts of the conformance suite, one file each: laws that hold for every game in the list. */
#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

#include "fixture.h"

/* Calls `look` with each game and rule set. */
void conformance_each_variant(void (*look)(variant v));

/* The start of a game; a hidden stack is shuffled. */
game_position conformance_start(variant v, rng *random);

void conformance_search_laws(Suite *suite);
void conformance_border_laws(Suite *suite);

#endif
