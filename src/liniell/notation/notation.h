/* SPDX-License-Identifier: MIT
 *
 * Positions, moves and draws as text, both ways (docs/formats.md). */
#ifndef LINIELL_NOTATION_NOTATION_H
#define LINIELL_NOTATION_NOTATION_H

#include "liniell/rules/rules.h"

void liniell_write_position(const liniell_tiles *tiles, const liniell_position *p, text *out);
status liniell_read_position(const liniell_tiles *tiles, const char *string, liniell_position *p,
                             error *e);
void liniell_write_move(const liniell_move *move, text *out);
/* Reads a legal move: what it leads to is liniell_finish(placed, move), or liniell_pass. */
status liniell_read_move(const liniell_tiles *tiles, const liniell_position *p, const char *string,
                         liniell_placed *placed, liniell_move *move, error *e);

/* Puts the stack in a given order (liniell_stack_up): "05,12,...". */
status liniell_arrange(const liniell_tiles *tiles, const char *draws, bool drawn_too,
                       liniell_position *p, error *e);

/* The tile to place and those known to follow it, at most so many, as liniell_arrange reads them.
 * Returns how many. */
size_t liniell_write_draws(const liniell_tiles *tiles, const liniell_position *p, size_t most,
                           text *out);

static const char liniell_rotation_letters[] = "nesw";

#endif
