/* SPDX-License-Identifier: MIT
 *
 * Positions and turns as text, both ways (docs/formats.md). */
#ifndef LINJA_NOTATION_NOTATION_H
#define LINJA_NOTATION_NOTATION_H

#include "linja/rules/rules.h"

void linja_write_position(const linja_position *p, text *out);
status linja_read_position(const linja_rules *rules, const char *string, linja_position *p,
                           error *e);
void linja_write_turn(const linja_turn *turn, int side, text *out);
/* Reads the beginning of a turn; the whole of `string` must be legal steps. */
status linja_read_steps(const linja_rules *rules, const linja_position *p, const char *string,
                        linja_progress *t, error *e);
/* Reads a whole turn: ready for linja_finish. */
status linja_read_turn(const linja_rules *rules, const linja_position *p, const char *string,
                       linja_progress *t, error *e);

#endif
