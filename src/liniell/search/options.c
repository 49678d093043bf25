/* SPDX-License-Identifier: MIT */
#include "liniell/search/options.h"

/* A marker of one side after a placement: where it stands and what that is worth. */
typedef struct standing {
    liniell_worth worth;
    uint64_t key; /* 0: in the supply */
    bool in_hand;
} standing;

static inline standing stand_on(const liniell_board *b, unsigned node, unsigned owner,
                                liniell_worths *w) {
    uint64_t key = b->line_key[liniell_root_of(b, node)];
    return (standing){.worth = liniell_worth_of(b, node, key, w), .key = rng_mix(key + 1 + owner)};
}

static const standing in_supply = {.in_hand = true};

static void stand_all(const liniell_board *b, liniell_worths *w, standing at[2][2]) {
    for (unsigned m = 0; m < 4; m++) {
        unsigned node = b->markers[m / 2][m % 2];
        at[m / 2][m % 2] = node == LINIELL_NOWHERE ? in_supply : stand_on(b, node, m / 2, w);
    }
}

/* Sums up who stands where, for `mover`; `board` is the key of the tiles. */
static liniell_option sum_up(const standing *mine, const standing *theirs, unsigned next,
                             uint64_t board) {
    uint64_t markers = mine[0].key + mine[1].key + theirs[0].key + theirs[1].key;
    return (liniell_option){
        .key = board + markers + (next == SIDE_A ? 0 : UINT64_C(0x5851f42d4c957f2d)),
        .margin = (int16_t)(mine[0].worth.points + mine[1].worth.points - theirs[0].worth.points -
                            theirs[1].worth.points),
        .blue = (int8_t)(mine[0].worth.blue + mine[1].worth.blue - theirs[0].worth.blue -
                         theirs[1].worth.blue),
        .hands =
            (int8_t)(mine[0].in_hand + mine[1].in_hand - theirs[0].in_hand - theirs[1].in_hand),
    };
}

/* The moves of one placement, which the board has made, seen by the side that made it. */
static void weigh_actions(const liniell_board *b, const liniell_fast_move *moves, size_t count,
                          unsigned mover, liniell_worths *w, liniell_option *options) {
    standing at[2][2], on_side[LINIELL_SIDES];
    stand_all(b, w, at);
    unsigned known = 0, order = b->count - 1u;
    for (size_t i = 0; i < count; i++) {
        const liniell_fast_move *move = &moves[i];
        standing mine[2] = {at[mover][0], at[mover][1]};
        standing theirs[2] = {at[1 - mover][0], at[1 - mover][1]};
        if (move->side != LINIELL_NONE) {
            if (!(known & 1u << move->side))
                on_side[move->side] = stand_on(b, liniell_node_at(b, order, move->side), mover, w);
            known |= 1u << move->side;
            mine[move->marker] = on_side[move->side];
            if (move->loser != LINIELL_NONE) {
                mine[1 - move->marker] = in_supply;
                theirs[move->loser] = in_supply;
            }
        }
        options[i] = sum_up(mine, theirs, 1 - mover, b->key);
        options[i].move = *move;
    }
}

static void guess(const liniell_board *b, const liniell_fast_move *moves, size_t count,
                  liniell_worths *w, const liniell_evaluator *evaluator, liniell_option *options) {
    liniell_guess guesses[2 * LINIELL_SIDES + 1]; /* a placement has no more actions */
    if (evaluator->bag->total == 0) {
        for (size_t i = 0; i < count; i++)
            options[i].guess = (liniell_guess){options[i].margin * LINIELL_POINT,
                                               liniell_result(&options[i]) * LINIELL_POINT};
        return;
    }
    liniell_guess_actions(evaluator->network, evaluator->kinds, evaluator->bag, b, w, moves, count,
                          guesses);
    for (size_t i = 0; i < count; i++) options[i].guess = guesses[i];
}

size_t liniell_placement_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                                 const liniell_evaluator *evaluator, const liniell_fast_move *moves,
                                 size_t count, liniell_option *options) {
    size_t many = 1;
    while (many < count && liniell_same_placement(&moves[many], &moves[0])) many++;
    unsigned mover = b->to_move;
    liniell_fast_move placement = moves[0];
    placement.side = placement.loser = LINIELL_NONE;
    liniell_board_play(b, tile, placement);
    weigh_actions(b, moves, many, mover, w, options);
    if (evaluator) guess(b, moves, many, w, evaluator, options);
    liniell_board_undo(b);
    return many;
}

size_t liniell_guessed_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                               const liniell_evaluator *evaluator,
                               liniell_fast_move moves[LINIELL_TURNS_MAX],
                               liniell_option options[LINIELL_TURNS_MAX]) {
    size_t count = liniell_fast_moves(b, tile, moves);
    for (size_t i = 0; i < count;)
        i += liniell_placement_options(b, tile, w, evaluator, moves + i, count - i, options + i);
    return count;
}

size_t liniell_options(liniell_board *b, uint8_t tile, liniell_worths *w,
                       liniell_fast_move moves[LINIELL_TURNS_MAX],
                       liniell_option options[LINIELL_TURNS_MAX]) {
    return liniell_guessed_options(b, tile, w, NULL, moves, options);
}

liniell_option liniell_standing(const liniell_board *b, liniell_worths *w) {
    standing at[2][2];
    stand_all(b, w, at);
    return sum_up(at[b->to_move], at[1 - b->to_move], b->to_move, b->key);
}

int liniell_evaluate(const liniell_option *o, unsigned to_come) {
    return liniell_evaluate_margins(o->margin, o->blue, o->hands, to_come);
}
