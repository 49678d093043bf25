/* SPDX-License-Identifier: MIT */
#include "engine/luck.h"

#include <string.h>

enum { LOOK_NODES = 40 }; /* what they save is in docs/review.md */

/* What a position is worth to A. */
static status look(engine *t, const game_position *position, const atomic_bool *stop,
                   double *chance, error *e) {
    engine_limits limits = {.nodes = LOOK_NODES, .seed = 1, .stop = stop};
    const search_result *found;
    status code = engine_think(t, position, &limits, &found, e);
    if (code != STATUS_OK) return code;
    *chance = found->variations[0].chance;
    if (engine_variant(t).game->to_move(position) != SIDE_A) *chance = 1 - *chance;
    return STATUS_OK;
}

status luck_of_draw(engine *t, const game_position *position, const atomic_bool *stop, double *luck,
                    error *e) {
    variant v = engine_variant(t);
    const game_chance *chance = v.game->chance;
    game_position other;
    double came = 0, sum = 0;
    size_t tiles = 0;
    bool is_the_one;
    *luck = 0;
    if (!chance || !chance->redraw(v.rules, position, 1, &other, &is_the_one)) return STATUS_OK;
    engine_forget(t);
    for (; chance->redraw(v.rules, position, tiles, &other, &is_the_one); tiles++) {
        double worth;
        status code = look(t, &other, stop, &worth, e);
        if (code != STATUS_OK) return code;
        if (is_the_one) came = worth;
        sum += worth;
    }
    *luck = came - sum / (double)tiles;
    return STATUS_OK;
}

status luck_of_game(engine *t, const game_history *played, const atomic_bool *stop, double *luck,
                    error *e) {
    status code = STATUS_OK;
    *luck = 0;
    for (size_t ply = 1; code == STATUS_OK && ply < played->count; ply++) {
        double of_draw = 0;
        code = luck_of_draw(t, history_at(played, ply), stop, &of_draw, e);
        *luck += of_draw;
    }
    return code;
}
