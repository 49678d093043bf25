/* SPDX-License-Identifier: MIT */
#include "game/picture.h"

void picture_draw_text(variant v, const game_position *position, picture_style style, text *out) {
    if (v.game->picture) {
        v.game->picture->draw_text(v.rules, position, style, out);
        return;
    }
    variant_write_position(v, position, out);
    text_char(out, '\n');
}

void picture_draw_svg(variant v, const game_position *position, bool swapped, text *out) {
    if (v.game->picture) {
        v.game->picture->draw_svg(v.rules, position, swapped, out);
        return;
    }
    char line[GAME_POSITION_TEXT];
    text t = text_fixed(line, sizeof line);
    variant_write_position(v, position, &t);
    text_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 32\" role=\"img\">"
                  "<text x=\"8\" y=\"22\" font-family=\"monospace\">");
    text_put_xml(out, line);
    text_put(out, "</text></svg>\n");
}
