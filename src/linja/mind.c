/* SPDX-License-Identifier: MIT */
#include "linja/mind.h"

#include <stdlib.h>
#include <string.h>

#include "linja/linja.h"

typedef struct search {
    const void *rules;
    game_position position;
    think_request request;
    thought found;
} search;

static status open_search(const void *rules, size_t bytes, int threads, void **out, error *e) {
    (void)bytes, (void)threads;
    search *s = calloc(1, sizeof *s);
    if (!s) return fail_memory(e);
    s->rules = rules;
    *out = s;
    return STATUS_OK;
}

static void close_search(void *state) {
    free(state);
}

static void forget(void *state) {
    (void)state;
}

static void begin(void *state, const game_position *position, const think_request *request) {
    search *s = state;
    s->position = *position;
    s->request = *request;
}

static int compare_lines(const void *a, const void *b) {
    const thought_line *x = a, *y = b;
    if (x->points != y->points) return x->points > y->points ? -1 : 1;
    return strcmp(x->turns[0].text, y->turns[0].text);
}

static void think(void *state, int thread) {
    search *s = state;
    if (thread != 0) return;
    game_turn all[GAME_TURNS_MAX];
    const game_turn *turns = s->request.only ? s->request.only : all;
    size_t count =
        s->request.only ? s->request.only_count : linja_game.turns(s->rules, &s->position, all);
    int sign = linja_game.to_move(&s->position) == SIDE_A ? 1 : -1;
    memset(&s->found, 0, sizeof s->found);
    for (size_t i = 0; i < count && i < THOUGHT_LINES; i++) {
        game_position after = s->position;
        error e;
        linja_game.play(s->rules, &after, turns[i].text, &e);
        double points = sign * linja_game.evaluate(s->rules, &after) / 8.0;
        s->found.lines[s->found.count++] =
            (thought_line){.points = points,
                           .chance = 0.5 + points / (2 * (2 + (points < 0 ? -points : points))),
                           .length = 1,
                           .turns = {turns[i]}};
    }
    s->found.nodes = count;
    s->found.depth = 1;
    qsort(s->found.lines, s->found.count, sizeof *s->found.lines, compare_lines);
    if (s->found.count > s->request.lines) s->found.count = s->request.lines;
    if (s->request.report) s->request.report(s->request.context, &s->found);
}

static void end(void *state, thought *result) {
    search *s = state;
    *result = s->found;
}

const game_mind linja_mind = {
    .open = open_search,
    .close = close_search,
    .forget = forget,
    .begin = begin,
    .think = think,
    .end = end,
};
