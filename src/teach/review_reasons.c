/* SPDX-License-Identifier: MIT
 *
 * The costliest turns of a review, and what is wrong with a turn in sentences. */
#include "teach/hint.h"
#include "teach/review.h"

typedef enum saying { WIN_TO_DRAW, WIN_TO_LOSS, DRAW_TO_LOSS, ALLOWS, SAYINGS } saying;

const char *const review_patterns[SAYINGS + 1] = {
    [WIN_TO_DRAW] = N_("It turns a win into a draw."),
    [WIN_TO_LOSS] = N_("It turns a win into a loss."),
    [DRAW_TO_LOSS] = N_("It turns a draw into a loss."),
    [ALLOWS] = N_("It allows {0} the answer {1}."),
};

size_t review_worst(const review *v, int side, size_t plies[REVIEW_WORST]) {
    size_t count = 0;
    for (size_t i = 0; i < v->count; i++) {
        const review_turn *turn = &v->turns[i];
        if (turn->mark < REVIEW_INACCURACY || (side >= 0 && turn->side != side)) continue;
        size_t place = count < REVIEW_WORST ? count++ : REVIEW_WORST;
        for (; place > 0 && v->turns[plies[place - 1]].loss < turn->loss; place--)
            if (place < REVIEW_WORST) plies[place] = plies[place - 1];
        if (place < REVIEW_WORST) plies[place] = i;
    }
    return count;
}

static int sign(double points) {
    return (points > 0) - (points < 0);
}

/* The result that is given away, where that is certain; SAYINGS: none. */
static saying result_lost(const review *v, const review_turn *turn) {
    if (v->measure != COACH_POINTS || !turn->value.exact || !turn->played_value.exact)
        return SAYINGS;
    int before = sign(turn->value.points), after = sign(turn->played_value.points);
    if (before > 0 && after == 0) return WIN_TO_DRAW;
    if (before > 0 && after < 0) return WIN_TO_LOSS;
    return before == 0 && after < 0 ? DRAW_TO_LOSS : SAYINGS;
}

/* Whether the better turn leaves the same answer. */
static bool allows_too(variant v, const game_position *position, const char *better,
                       const char *answer) {
    game_position after = *position;
    error e;
    return variant_play(v, &after, better, &e) == STATUS_OK && !variant_outcome(v, &after).over &&
           variant_play(v, &after, answer, &e) == STATUS_OK;
}

/* The best answer, if the better turn does not allow it as well and one can see on the board what
 * it does. */
static int say_answer(const review *v, const replay *played, size_t ply, coach_sentence *said) {
    if (ply + 1 >= v->count) return 0;
    const review_turn *answer = &v->turns[ply + 1];
    const game_coach *coach = coach_of(v->game);
    if (answer->side == v->turns[ply].side || answer->mark == REVIEW_FORCED) return 0;
    if (allows_too(played->variant, replay_position(played, ply), v->turns[ply].best.text,
                   answer->best.text))
        return 0;
    if (!coach->why(played->variant.rules, replay_position(played, ply + 1), answer->best.text,
                    NULL, &said[1]))
        return 0;
    said[0] = (coach_sentence){.pattern = review_patterns[ALLOWS]};
    coach_letter(&said[0].words, 0, (char)('A' + answer->side));
    coach_string(&said[0].words, 1, answer->best.text);
    return 2;
}

/* What a turn allows. Where there are draws the tile that came is to blame for the answer as well,
 * so the coach counts over all that could have come. */
static int say_allowed(const review *v, const replay *played, size_t ply, coach_sentence *said) {
    const review_turn *turn = &v->turns[ply];
    const game_coach *coach = coach_of(v->game);
    if (!v->has_draws) return say_answer(v, played, ply, said);
    return coach->allows && coach->allows(played->variant.rules, replay_position(played, ply),
                                          turn->played.text, turn->best.text, said);
}

review_reasons review_explain(const review *v, const replay *played, size_t ply) {
    const review_turn *turn = &v->turns[ply];
    review_reasons r = {0};
    if (turn->mark < REVIEW_GOOD || !turn->why.pattern) return r;
    saying lost = result_lost(v, turn);
    if (lost != SAYINGS) r.said[r.count++] = (coach_sentence){.pattern = review_patterns[lost]};
    r.count += say_allowed(v, played, ply, &r.said[r.count]);
    return r;
}
