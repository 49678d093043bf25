/* SPDX-License-Identifier: MIT
 *
 * Thread 0 does all of it; helpers have nothing to do, and the seed decides nothing. The legal
 * turns of all positions on the way to the one that is looked at lie in one stack, which is what
 * the memory is for: where it is full, nobody looks further. Nothing is remembered of a position,
 * so how the game came there can be told by its way alone, and a repetition is what the rules say.
 */
#include "engine/plain_search.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    DEPTH_MOST = 100,
    ENDED = 1 << 28, /* won: this and the margin; an evaluation is less than half of it */
    EVALUATION_MOST = ENDED / 4,
    QUESTION = 64, /* nodes until `stopped` is asked again */
    PLIES_GUESSED = 80,
};

typedef struct line {
    int length;
    game_turn turns[VARIATION_LENGTH];
} line;

/* A turn to choose among; those that were looked at are in order, best first. */
typedef struct root_turn {
    game_turn turn;
    int value; /* for the side that makes it */
    line follows;
} root_turn;

typedef struct search {
    variant variant;
    search_request request;
    int repetition_limit; /* 0: none */
    int ply;              /* turns from the root to the position that is looked at */
    game_position path[DEPTH_MOST + 1];
    size_t root_count;
    root_turn roots[GAME_TURNS_MAX];
    uint64_t nodes;
    bool may_stop, stopped;
    bool complete; /* every line so far went to the end of the game */
    search_result found;
    size_t used, room;
    game_turn *stack;
} search;

static status open_search(variant v, size_t bytes, int threads, void **out, error *e) {
    (void)threads;
    search *s = calloc(1, sizeof *s);
    if (!s) return fail_memory(e);
    s->variant = v;
    s->repetition_limit = variant_repetition_limit(v);
    s->room = bytes / sizeof *s->stack;
    if (s->room < 2 * GAME_TURNS_MAX) s->room = 2 * GAME_TURNS_MAX;
    s->stack = malloc(s->room * sizeof *s->stack);
    if (!s->stack) {
        free(s);
        return fail_memory(e);
    }
    *out = s;
    return STATUS_OK;
}

static void close_search(void *state) {
    search *s = state;
    if (s) free(s->stack);
    free(s);
}

static void forget(void *state) {
    (void)state; /* nothing was learnt */
}

/* As many as it takes to the end if everybody makes the first turn there is. */
static double turns_left(variant v, const game_position *position) {
    game_position p = *position;
    game_turn turns[GAME_TURNS_MAX];
    int plies = 0;
    for (; plies < PLIES_GUESSED && variant_turns(v, &p, turns) > 0; plies++)
        p = variant_after(v, &p, turns[0].text);
    return plies < 2 ? 1 : plies / 2.0;
}

/* --- values ---------------------------------------------------------------------------------- */

static int bounded(int value, int most) {
    return value > most ? most : value < -most ? -most : value;
}

/* For the side to move. */
static int value_at_end(variant v, const game_position *p) {
    game_outcome o = variant_outcome(v, p);
    int margin = bounded(o.points[SIDE_A] - o.points[SIDE_B], EVALUATION_MOST);
    int value = o.leader * ENDED + margin;
    return v.game->to_move(p) == SIDE_A ? value : -value;
}

static int value_by_sight(variant v, const game_position *p) {
    int value = bounded(variant_evaluate(v, p), EVALUATION_MOST);
    return v.game->to_move(p) == SIDE_A ? value : -value;
}

static int winner(int value) {
    return value > ENDED / 2 ? 1 : value < -ENDED / 2 ? -1 : 0;
}

static double chance_of(int value, bool proved) {
    if (proved || winner(value)) return 0.5 + 0.5 * winner(value);
    double size = value < 0 ? -value : value;
    return 0.5 + 0.5 * value / (1 + size);
}

/* --- looking ahead --------------------------------------------------------------------------- */

static bool must_stop(search *s) {
    const search_request *r = &s->request;
    if (!s->may_stop) return false;
    if (r->nodes && s->nodes >= r->nodes) s->stopped = true;
    if (s->nodes % QUESTION == 0 && r->stopped(r->context)) s->stopped = true;
    return s->stopped;
}

static int look(search *s, int depth, int alpha, int beta, line *best);

/* The value of a turn for the side that makes it; what follows is written to `follows`. */
static int look_behind(search *s, const game_turn *turn, int depth, int alpha, int beta,
                       line *follows) {
    const game_position *p = &s->path[s->ply++];
    s->path[s->ply] = variant_after(s->variant, p, turn->text);
    const game *g = s->variant.game;
    bool same_side = g->to_move(&s->path[s->ply]) == g->to_move(p);
    int value =
        same_side ? look(s, depth, alpha, beta, follows) : -look(s, depth, -beta, -alpha, follows);
    s->ply--;
    return value;
}

static bool is_drawn(const search *s) {
    if (s->repetition_limit == 0) return false;
    const game_position *p = &s->path[s->ply];
    int times = 1 + history_times(&s->request.history, p);
    for (int i = s->request.history.count > 0; i < s->ply; i++) /* the root is in both */
        times += memcmp(&s->path[i], p, sizeof *p) == 0;
    return times >= s->repetition_limit;
}

static int look(search *s, int depth, int alpha, int beta, line *best) {
    const game_position *p = &s->path[s->ply];
    best->length = 0;
    s->nodes++;
    if (must_stop(s)) return alpha;
    if (s->variant.game->is_over(p)) return value_at_end(s->variant, p);
    if (is_drawn(s)) return 0;
    if (depth == 0 || s->room - s->used < GAME_TURNS_MAX) {
        s->complete = false;
        return value_by_sight(s->variant, p);
    }
    const game_turn *turns = s->stack + s->used;
    size_t count = variant_turns(s->variant, p, s->stack + s->used);
    assert(count > 0);
    s->used += count;
    for (size_t i = 0; i < count && alpha < beta && !s->stopped; i++) {
        line follows;
        int value = look_behind(s, &turns[i], depth - 1, alpha, beta, &follows);
        if (value <= alpha || s->stopped) continue;
        alpha = value;
        int kept = follows.length < VARIATION_LENGTH ? follows.length : VARIATION_LENGTH - 1;
        best->turns[0] = turns[i];
        for (int k = 0; k < kept; k++) best->turns[k + 1] = follows.turns[k];
        best->length = kept + 1;
    }
    s->used -= count;
    return alpha;
}

/* Moves a turn up to where it belongs among the better ones; equals stay as they were. */
static void move_up(search *s, size_t at) {
    root_turn turn = s->roots[at];
    for (; at > 0 && s->roots[at - 1].value < turn.value; at--) s->roots[at] = s->roots[at - 1];
    s->roots[at] = turn;
}

/* So many of the best are valued; of the others it is known that they are not better. */
static void look_at_all(search *s, int depth) {
    size_t wanted = s->request.variations;
    s->complete = true;
    for (size_t i = 0; i < s->root_count && !s->stopped; i++) {
        root_turn *r = &s->roots[i];
        int alpha = i < wanted ? -INT_MAX : s->roots[wanted - 1].value;
        r->value = look_behind(s, &r->turn, depth - 1, alpha, INT_MAX, &r->follows);
        if (!s->stopped) move_up(s, i);
    }
}

static void keep_result(search *s, int depth) {
    search_result *f = &s->found;
    size_t wanted = s->request.variations;
    f->depth = depth;
    f->nodes = s->nodes;
    f->count = 0;
    for (; f->count < wanted && f->count < s->root_count && f->count < VARIATIONS_MAX; f->count++) {
        const root_turn *r = &s->roots[f->count];
        variation *v = &f->variations[f->count];
        *v = (variation){.points = r->value - winner(r->value) * ENDED,
                         .chance = chance_of(r->value, s->complete),
                         .exact = s->complete,
                         .length = 1,
                         .turns = {r->turn}};
        for (int i = 0; i < r->follows.length && v->length < VARIATION_LENGTH; i++)
            v->turns[v->length++] = r->follows.turns[i];
    }
}

/* --- one search ------------------------------------------------------------------------------ */

static void begin(void *state, const game_position *position, const search_request *request) {
    search *s = state;
    game_turn turns[GAME_TURNS_MAX];
    s->path[0] = *position;
    s->ply = 0;
    s->request = *request;
    s->nodes = 0;
    s->used = 0;
    s->may_stop = s->stopped = false;
    s->root_count =
        request->only ? request->only_count : variant_turns(s->variant, position, turns);
    for (size_t i = 0; i < s->root_count; i++)
        s->roots[i].turn = request->only ? request->only[i] : turns[i];
}

/* The first look, one turn ahead, is never stopped: there is always an answer. */
static void think(void *state, int thread) {
    search *s = state;
    if (thread > 0) return;
    int most = s->request.depth ? s->request.depth : DEPTH_MOST;
    for (int depth = 1; depth <= most && depth <= DEPTH_MOST; depth++) {
        look_at_all(s, depth);
        if (s->stopped) break;
        keep_result(s, depth);
        if (s->request.report) s->request.report(s->request.context, &s->found);
        if (s->complete) break;
        s->may_stop = true;
    }
    s->found.nodes = s->nodes;
}

static void end(void *state, search_result *result) {
    const search *s = state;
    search_result_copy(result, &s->found);
}

const game_search plain_search = {
    .open = open_search,
    .close = close_search,
    .forget = forget,
    .turns_left = turns_left,
    .begin = begin,
    .think = think,
    .end = end,
};
