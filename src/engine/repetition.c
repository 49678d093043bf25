/* SPDX-License-Identifier: MIT */
#include "engine/repetition.h"

#include <stdlib.h>

/* Whether any position will be there for the last time when it comes again. */
static bool is_any_due(const game_history *history, int limit) {
    for (size_t i = 0; i < history->count; i++)
        if (history_times(history, history_at(history, i)) + 1 >= limit) return true;
    return false;
}

/* Whether the side to move can make a draw of it. */
static bool can_draw(variant v, const game_history *history, const game_position *position,
                     int limit) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, position, turns);
    for (size_t i = 0; i < count; i++) {
        game_position after = variant_after(v, position, turns[i].text);
        if (history_times(history, &after) + 1 >= limit) return true;
    }
    return false;
}

void repetition_correct(variant v, const game_history *history, const game_position *position,
                        valued_turn *turns, size_t count) {
    int limit = variant_repetition_limit(v);
    if (limit == 0 || !is_any_due(history, limit)) return;
    for (size_t i = 0; i < count; i++) {
        game_position after = variant_after(v, position, turns[i].turn.text);
        bool draws = history_times(history, &after) + 1 >= limit;
        if (draws || (turns[i].value > 0 && can_draw(v, history, &after, limit)))
            turns[i].value = 0;
    }
    qsort(turns, count, sizeof *turns, valued_turn_compare);
}
