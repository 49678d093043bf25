/* SPDX-License-Identifier: MIT
 *
 * What a page must know to show a turn: what those of the match did, step by step, and what may
 * follow the one that is half made. The kinds of steps and where one ends are those that the
 * game itself names while a turn is made, so that no page must know them. */
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

void border_answer_did(request *r, variant v, const game_position *before, size_t ply,
                       const char *turn) {
    char part[GAME_TURN_BYTES] = "";
    game_steps steps;
    error unused;
    while (strcmp(part, turn) != 0 &&
           variant_steps(v, before, part, &steps, &unused) == STATUS_OK) {
        const char *longer = on_the_way(&steps, turn);
        if (!longer || !*steps.phase) return; /* a pass has no steps */
        text_format(r->out, "did\t%zu\t%s\t%d\t%s\n", ply, steps.phase, steps.reach, longer);
        snprintf(part, sizeof part, "%s", longer);
    }
}

void border_answer_turns(request *r) {
    const match *m = r->b->m;
    game_history history = match_history(m);
    for (size_t ply = 0; ply < match_ply(m); ply++)
        border_answer_did(r, match_variant(m), history_at(&history, ply), ply, match_turn(m, ply));
}

/* --- a view ----------------------------------------------------------------------------------- */

static void answer_steps(request *r, const char *key, const game_steps *steps) {
    for (size_t i = 0; i < steps->count; i++) border_answer(r, key, steps->longer[i].text);
}

/* Goes from the beginning of a turn to the half-made one, step by step: the steps that follow it,
 * those that followed before its last step, and the turn up to there. */
static status walk(const request *r, const char *part, game_steps *now, game_steps *earlier,
                   char before[static GAME_TURN_BYTES]) {
    const match *m = r->b->m;
    char made[GAME_TURN_BYTES] = "";
    before[0] = '\0';
    status code = variant_steps(match_variant(m), match_position(m), "", now, r->e);
    *earlier = *now;
    while (code == STATUS_OK && strcmp(made, part) != 0) {
        const char *longer = on_the_way(now, part);
        if (!longer) /* no step of a turn ends here: the game says what is wrong */
            return variant_steps(match_variant(m), match_position(m), part, now, r->e);
        snprintf(before, GAME_TURN_BYTES, "%s", made);
        snprintf(made, sizeof made, "%s", longer);
        *earlier = *now;
        code = variant_steps(match_variant(m), match_position(m), made, now, r->e);
    }
    return code;
}

status border_answer_view(request *r) {
    const match *m = r->b->m;
    const char *part = border_argument(r, 1) ? border_argument(r, 1) : "";
    char before[GAME_TURN_BYTES];
    game_steps now, earlier;
    if (match_outcome(m).over)
        return *part ? FAIL(r->e, STATUS_INVALID, "%s: the game is over", r->field[0]) : STATUS_OK;
    if (strlen(part) >= GAME_TURN_BYTES) return FAIL(r->e, STATUS_INVALID, "no turn is that long");
    status code = walk(r, part, &now, &earlier, before);
    if (code != STATUS_OK) return code;
    border_answer_steps(r, &now);
    border_answer(r, "before", before);
    border_answer_number(r, "ends-before", earlier.whole);
    answer_steps(r, "instead", &earlier);
    if (*part &&
        variant_steps(match_variant(m), match_position(m), "", &earlier, r->e) == STATUS_OK)
        answer_steps(r, "opens", &earlier);
    return STATUS_OK;
}

/* The beginnings of a turn, as it is made step by step, the whole turn last. */
void border_answer_parts(request *r, const char *turn) {
    const match *m = r->b->m;
    char part[GAME_TURN_BYTES] = "";
    game_steps steps;
    error unused;
    while (strcmp(part, turn) != 0 &&
           variant_steps(match_variant(m), match_position(m), part, &steps, &unused) == STATUS_OK) {
        const char *longer = on_the_way(&steps, turn);
        if (!longer) break;
        snprintf(part, sizeof part, "%s", longer);
        border_answer(r, "part", part);
    }
}
