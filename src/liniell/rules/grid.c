/* SPDX-License-Identifier: MIT */
#include "liniell/rules/grid.h"

void liniell_write_cell(uint8_t cell, text *out) {
    text_format(out, "%c%d", 'a' + cell % LINIELL_GRID, 1 + cell / LINIELL_GRID);
}

void liniell_write_spot(liniell_spot spot, text *out) {
    if (spot.cell == LINIELL_NONE) {
        text_char(out, '-');
        return;
    }
    liniell_write_cell(spot.cell, out);
    text_char(out, liniell_side_letters[spot.side]);
}
