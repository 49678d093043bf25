/* SPDX-License-Identifier: MIT
 *
 * Brings the two searches together. With few tiles to come, thread 0 takes turns between the exact
 * search, whose table keeps what was found, and the tree search, whose answer serves until the
 * exact one is there; each turn is twice as long as the last. The other threads search trees of
 * their own, and what all trees saw is added up at the end.
 *
 * A node is an iteration of the tree search, or 16 positions looked at by the exact search, which
 * takes about as long. */
#include "liniell/search/search.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "liniell/notation/notation.h"
#include "liniell/search/tree.h"

enum {
    POSITIONS_A_NODE = 16,
    SOLVE_AT_ONCE = 4,    /* with so many tiles to come the exact search has the first word */
    SOLVE_IN_TURNS = 5,   /* ... as many words as the tree search */
    SOLVE_LATE = 7,       /* ... the last word, after much else */
    FIRST_SOLVE = 2000,   /* nodes */
    FIRST_ITERATE = 500,  /* nodes */
    LATE_ITERATE = 50000, /* nodes; with seven tiles eight times as many after these */
    NODES_A_TURN = 1000,  /* of a depth that does not reach the end of the game */
};

/* What the exact search knows of the root's moves. */
typedef struct proof {
    bool whole;
    size_t next;                      /* the move to solve next */
    int64_t worth[LINIELL_TURNS_MAX]; /* of those before; exact if among the best that are wanted */
    int64_t best[VARIATIONS_MAX];     /* the best worths, falling */
    size_t best_count;
} proof;

typedef struct worker {
    liniell_tree *search;
    uint64_t nodes;
} worker;

typedef struct search {
    const liniell_tiles *tiles;
    int threads;
    worker *workers;  /* by thread */
    atomic_bool done; /* thread 0 is */
    liniell_position position;
    search_request request;
    proof proof;
    search_result found;
} search;

static void close_search(void *state) {
    search *m = state;
    if (!m) return;
    for (int i = 0; m->workers && i < m->threads; i++) liniell_tree_free(m->workers[i].search);
    free(m->workers);
    free(m);
}

static status open_search(variant v, size_t bytes, int threads, void **out, error *e) {
    search *m = calloc(1, sizeof *m);
    if (!m) return fail_memory(e);
    m->tiles = v.rules;
    m->threads = threads;
    m->workers = calloc((size_t)threads, sizeof *m->workers);
    bool opened = m->workers != NULL;
    for (int i = 0; opened && i < threads; i++) {
        m->workers[i].search = liniell_tree_new(m->tiles, bytes / (size_t)threads);
        opened = m->workers[i].search != NULL;
    }
    if (!opened) {
        close_search(m);
        return fail_memory(e);
    }
    *out = m;
    return STATUS_OK;
}

static void forget(void *state) {
    search *m = state;
    for (int i = 0; i < m->threads; i++) liniell_tree_forget(m->workers[i].search);
}

static game_turn turn_of(const liniell_move *move) {
    game_turn turn = {{0}};
    text t = text_fixed(turn.text, sizeof turn.text);
    liniell_write_move(move, &t);
    return turn;
}

static bool is_wanted(const liniell_move *move, const void *context) {
    const search_request *request = context;
    game_turn turn = turn_of(move);
    for (size_t i = 0; i < request->only_count; i++)
        if (strcmp(turn.text, request->only[i].text) == 0) return true;
    return false;
}

/* Every second tile is the mover's, and the end is solved at once. */
static double turns_left(variant v, const game_position *position) {
    (void)v;
    int tiles = liniell_unwrap(position).stack_count + 1;
    return tiles <= SOLVE_AT_ONCE + 2 ? 1 : (tiles - SOLVE_AT_ONCE) / 2.0;
}

static void begin_worker(search *m, int thread) {
    const search_request *request = &m->request;
    liniell_tree *s = m->workers[thread].search;
    uint64_t seed = rng_mix(request->seed + UINT64_C(0x9e3779b97f4a7c15) * (unsigned)(thread + 1));
    liniell_tree_begin(s, &m->position, seed, request->depth);
    if (request->only) liniell_tree_restrict(s, is_wanted, request);
}

/* Thread 0 has its search ready before it is asked to think, so that an end that comes at once
 * finds it; the helpers begin theirs themselves. */
static void begin(void *state, const game_position *position, const search_request *request) {
    search *m = state;
    m->position = liniell_unwrap(position);
    m->request = *request;
    atomic_store_explicit(&m->done, false, memory_order_relaxed);
    m->proof.whole = false;
    m->proof.next = m->proof.best_count = 0;
    for (int i = 0; i < m->threads; i++) m->workers[i].nodes = 0;
    begin_worker(m, 0);
}

/* --- what is reported ------------------------------------------------------------------------- */

/* What the first threads' trees saw of one candidate; helpers that came too late have none. */
static liniell_candidate merged(search *m, size_t index, int threads) {
    liniell_candidate sum = {0};
    for (int i = 0; i < threads; i++) {
        if (i > 0 && m->workers[i].nodes == 0) continue;
        liniell_candidate *candidates;
        liniell_tree_candidates(m->workers[i].search, &candidates);
        const liniell_candidate *c = &candidates[index];
        sum.option = c->option;
        sum.visits += c->visits;
        sum.result += c->result;
        sum.result_squares += c->result_squares;
        sum.margin += c->margin;
        sum.margin_squares += c->margin_squares;
    }
    return sum;
}

static variation sampled_variation(const search *m, const liniell_candidate *c) {
    liniell_estimate e = liniell_estimate_of(c, liniell_tree_bag(m->workers[0].search));
    return (variation){.points = e.margin,
                       .points_error = e.margin_error,
                       .chance = (1 + e.result) / 2,
                       .chance_error = e.result_error / 2,
                       .length = 1};
}

static variation proved_variation(const search *m, int64_t worth) {
    liniell_value value = liniell_mean(worth, liniell_tree_bag(m->workers[0].search));
    return (variation){
        .points = value.margin, .chance = (1 + value.result) / 2, .exact = true, .length = 1};
}

/* Puts the best variations in order: by proof, else by how often a move was tried, which is what
 * the search thinks of it. Ties fall to what looked better at first. */
static void write_lines(search *m, int threads) {
    static const size_t none = (size_t)-1;
    search_result *t = &m->found;
    liniell_tree *s = m->workers[0].search;
    liniell_candidate *candidates;
    size_t count = liniell_tree_candidates(s, &candidates), wanted = m->request.variations;
    if (wanted > VARIATIONS_MAX) wanted = VARIATIONS_MAX;
    int64_t rank[LINIELL_TURNS_MAX] = {0};
    for (size_t i = 0; i < count; i++)
        rank[i] = m->proof.whole ? m->proof.worth[i] : (int64_t)merged(m, i, threads).visits;
    bool taken[LINIELL_TURNS_MAX] = {false};
    for (t->count = 0; t->count < wanted && t->count < count; t->count++) {
        size_t best = none;
        for (size_t i = 0; i < count; i++)
            if (!taken[i] && (best == none || rank[i] > rank[best])) best = i;
        taken[best] = true;
        liniell_candidate c = merged(m, best, threads);
        variation v =
            m->proof.whole ? proved_variation(m, m->proof.worth[best]) : sampled_variation(m, &c);
        liniell_move move = liniell_plain_move(liniell_tree_board(s), c.option.move);
        v.turns[0] = turn_of(&move);
        t->variations[t->count] = v;
    }
    t->depth = m->proof.whole ? (int)liniell_tree_bag(s) + 1 : 1;
    t->nodes = 0;
    for (int i = 0; i < threads; i++) t->nodes += m->workers[i].nodes;
    t->table_hits = 0;
    t->memory_used = liniell_tree_filled(s);
}

static void report(search *m) {
    if (!m->request.report) return;
    write_lines(m, 1);
    m->request.report(m->request.context, &m->found);
}

/* --- thinking --------------------------------------------------------------------------------- */

static bool is_stopped(const search *m, int thread) {
    return (thread > 0 && atomic_load_explicit(&m->done, memory_order_relaxed)) ||
           m->request.stopped(m->request.context);
}

static bool is_spent(const search *m, int thread) {
    return m->request.nodes && m->workers[thread].nodes >= m->request.nodes;
}

/* At most so many iterations. False: it is over. */
static bool iterate(search *m, int thread, uint64_t nodes) {
    for (; nodes > 0; nodes--) {
        if (is_spent(m, thread) || is_stopped(m, thread)) return false;
        liniell_tree_iterate(m->workers[thread].search);
        uint64_t done = ++m->workers[thread].nodes;
        if (thread == 0 && done >= 256 && (done & (done - 1)) == 0) report(m);
    }
    return !is_spent(m, thread);
}

/* Keeps the worth among the best, if it is. */
static void keep_best(proof *p, size_t wanted, int64_t worth) {
    size_t at = p->best_count < wanted ? p->best_count++ : wanted;
    if (at == wanted) {
        if (worth <= p->best[wanted - 1]) return;
        at--;
    }
    for (; at > 0 && p->best[at - 1] < worth; at--) p->best[at] = p->best[at - 1];
    p->best[at] = worth;
}

/* Goes on with the exact search for at most so many nodes. False: it is over. */
static bool solve(search *m, uint64_t nodes) {
    liniell_tree *s = m->workers[0].search;
    liniell_endgame *e = liniell_tree_endgame(s);
    liniell_candidate *candidates;
    size_t count = liniell_tree_candidates(s, &candidates), wanted = m->request.variations;
    if (wanted > VARIATIONS_MAX) wanted = VARIATIONS_MAX;
    proof *p = &m->proof;
    uint64_t before = e->nodes;
    e->limit = before + nodes * POSITIONS_A_NODE;
    e->stopped = m->request.stopped;
    e->context = m->request.context;
    bool going = true;
    while (p->next < count && going) {
        int64_t low = p->best_count < wanted ? -liniell_worth_bound(liniell_tree_bag(s))
                                             : p->best[wanted - 1];
        int64_t worth;
        going = liniell_tree_solve(s, &candidates[p->next], low, &worth);
        if (!going) break;
        p->worth[p->next++] = worth;
        keep_best(p, wanted, worth);
    }
    m->workers[0].nodes += (e->nodes - before + POSITIONS_A_NODE - 1) / POSITIONS_A_NODE;
    e->limit = 0;
    e->stopped = NULL;
    e->gave_up = false;
    p->whole = p->next == count && !liniell_tree_is_rough(s);
    if (p->whole) report(m);
    return !p->whole && !is_spent(m, 0) && !is_stopped(m, 0);
}

/* Exact and tree search by turns, for as long as it takes. */
static void alternate(search *m, unsigned tiles) {
    uint64_t solving = FIRST_SOLVE, iterating = FIRST_ITERATE;
    if (tiles > SOLVE_AT_ONCE) iterating = FIRST_SOLVE;
    for (unsigned late = SOLVE_IN_TURNS + 1, first = LATE_ITERATE; late <= tiles;
         late++, first *= 8)
        if (!iterate(m, 0, first)) return;
    for (;; solving *= 2, iterating *= 2) {
        if (liniell_tree_is_rough(m->workers[0].search)) iterating = UINT64_MAX;
        uint64_t left = m->request.nodes - m->workers[0].nodes;
        bool tight = m->request.nodes && solving > left / 2;
        if (iterating < UINT64_MAX && !solve(m, tight ? left / 2 + 1 : solving)) return;
        if (!iterate(m, 0, iterating)) return;
    }
}

static void think(void *state, int thread) {
    search *m = state;
    if (thread > 0) {
        if (is_stopped(m, thread)) return;
        begin_worker(m, thread);
    }
    unsigned tiles = m->position.stack_count + 1u;
    bool ends = m->request.depth == 0 || tiles <= (unsigned)m->request.depth;
    if (thread == 0 && ends && tiles <= SOLVE_LATE)
        alternate(m, tiles);
    else
        iterate(m, thread, ends ? UINT64_MAX : (uint64_t)m->request.depth * NODES_A_TURN);
    if (thread == 0) atomic_store_explicit(&m->done, true, memory_order_relaxed);
}

static void end(void *state, search_result *result) {
    search *m = state;
    write_lines(m, m->threads);
    search_result_copy(result, &m->found);
}

const game_search liniell_search = {
    .open = open_search,
    .close = close_search,
    .forget = forget,
    .turns_left = turns_left,
    .begin = begin,
    .think = think,
    .end = end,
};
