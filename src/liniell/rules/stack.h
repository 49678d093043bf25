/* SPDX-License-Identifier: MIT
 *
 * The stack of a position: what is drawn, in which order, and how much of that order is known. */
#ifndef LINIELL_RULES_STACK_H
#define LINIELL_RULES_STACK_H

#include "base/rng.h"
#include "liniell/rules/rules.h"

/* The next tile is drawn: the top of the stack, if one knows which that is. */
void liniell_draw(liniell_position *p);

/* A tile that cannot be placed stays out. */
void liniell_leave_out(liniell_position *p);

/* Forgets the order of the stack, for whoever must not know it. */
void liniell_hide(liniell_position *p);

/* Three ways to put the stack in order: by a seed; by a key, where only what is not known of it is
 * put in order; and as listed, tiles that are no longer in the stack being passed over and those
 * not listed staying unknown. `drawn_too`: the drawn tile goes back first. */
void liniell_shuffle(const liniell_tiles *tiles, rng *random, bool drawn_too, liniell_position *p);
void liniell_deal(const liniell_tiles *tiles, const fair_key *stack, bool drawn_too,
                  liniell_position *p);
void liniell_stack_up(const uint8_t *listed, size_t count, bool drawn_too, liniell_position *p);

#endif
