/* SPDX-License-Identifier: MIT
 *
 * What the last turn of the match did, step by step, for pages that tell and number it. The kinds
 * of steps are those that the game itself names while a turn is made, so that no page must know
 * them. */
#include <stdio.h>
#include <string.h>

#include "web/border_inside.h"

/* Which of the continuations leads on to this turn; NULL: none does. */
static const char *on_the_way(const game_steps *steps, const char *turn) {
    const char *found = NULL;
    for (size_t i = 0; i < steps->count; i++) {
        const char *longer = steps->longer[i].text;
        bool leads = strncmp(longer, turn, strlen(longer)) == 0;
        if (leads && (!found || strlen(longer) > strlen(found))) found = longer;
    }
    return found;
}

void border_answer_last_turn(request *r) {
    const match *m = r->b->m;
    size_t made = match_ply(m);
    if (made == 0) return;
    game_history history = match_history(m);
    const game_position *before = history_at(&history, history.count - 2);
    const char *turn = match_turn(m, made - 1);
    char part[GAME_TURN_BYTES] = "";
    game_steps steps;
    error unused;
    while (strcmp(part, turn) != 0 &&
           variant_steps(match_variant(m), before, part, &steps, &unused) == STATUS_OK) {
        const char *longer = on_the_way(&steps, turn);
        if (!longer || !*steps.phase) return; /* a pass has no steps */
        text_format(r->out, "did\t%s\t%d\t%s\n", steps.phase, steps.reach, longer);
        snprintf(part, sizeof part, "%s", longer);
    }
}
