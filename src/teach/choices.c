/* SPDX-License-Identifier: MIT */
#include "teach/choices.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "game/oracle.h"

static bool is_same_position(const game_position *a, const game_position *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool comes_before(const game_turn *a, const game_turn *b) {
    size_t x = strlen(a->text), y = strlen(b->text);
    return x != y ? x < y : strcmp(a->text, b->text) < 0;
}

static int compare_after(const void *a, const void *b) {
    const choice *x = a, *y = b;
    int order = memcmp(&x->after, &y->after, sizeof x->after);
    if (order != 0) return order;
    return comes_before(&x->turn, &y->turn) ? -1 : comes_before(&y->turn, &x->turn) ? 1 : 0;
}

static int compare_evaluation(const void *a, const void *b) {
    const choice *x = a, *y = b;
    return turn_order(x->evaluation, &x->turn, y->evaluation, &y->turn);
}

status choices_of(variant v, const game_position *position, choices *out, error *e) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, position, turns);
    choices c = {.list = calloc(count ? count : 1, sizeof *c.list)};
    if (!c.list) return fail_memory(e);
    int sign = v.game->to_move(position) == SIDE_A ? 1 : -1;
    for (size_t i = 0; i < count; i++) {
        c.list[i].turn = turns[i];
        c.list[i].after = variant_after(v, position, turns[i].text);
    }
    qsort(c.list, count, sizeof *c.list, compare_after);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !is_same_position(&c.list[i].after, &c.list[c.count - 1].after))
            c.list[c.count++] = c.list[i];
    for (size_t i = 0; i < c.count; i++)
        c.list[i].evaluation = sign * variant_evaluate(v, &c.list[i].after);
    qsort(c.list, c.count, sizeof *c.list, compare_evaluation);
    for (size_t i = 0; i < c.count; i++) {
        int best = c.list[0].evaluation, worst = c.list[c.count - 1].evaluation;
        c.list[i].plausible = 4 * (best - c.list[i].evaluation) <= best - worst;
    }
    *out = c;
    return STATUS_OK;
}

void choices_free(choices *c) {
    free(c->list);
    *c = (choices){0};
}

const choice *choices_find(const choices *c, variant v, const game_position *position,
                           const char *turn) {
    game_position after = variant_after(v, position, turn);
    for (size_t i = 0; i < c->count; i++)
        if (is_same_position(&c->list[i].after, &after)) return &c->list[i];
    assert(false && "a legal turn is a choice");
    return NULL;
}

size_t choices_others(const choices *c, const choice *but, game_turn *turns) {
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++)
        if (&c->list[i] != but) turns[count++] = c->list[i].turn;
    return count;
}
