/* SPDX-License-Identifier: MIT
 *
 * A search of one position: deeper and deeper, all turns of the root each time, until the wanted
 * lines are proved or the caller has had enough. Thread 0 decides; the others search the same root
 * and fill the transposition table, which is all they give to each other. */
#include "linja/search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "linja/notation/notation.h"
#include "linja/search/alpha_beta.h"

/* A position that the root's turns lead to. */
typedef struct root_turn {
    linja_packed after;
    linja_fast_turn turn; /* the first turn that leads there */
    int number;           /* in order of the generator */
    bool over;
    int value;   /* to the side that makes the turn */
    bool valued; /* the value is no mere bound */
    bool proven;
} root_turn;

/* Another turn that leads to the same position. */
typedef struct twin {
    linja_fast_turn turn;
    int number; /* of the root_turn */
} twin;

enum { REDUCED_FROM = 5 }; /* turns ahead: levels that look less far compare all turns alike */

typedef struct search search;

typedef struct worker {
    search *m;
    int number;
    linja_searcher searcher;
    size_t count, twin_count;
    root_turn turns[LINJA_TURNS_MAX]; /* best first */
    twin twins[LINJA_TURNS_MAX];
} worker;

struct search {
    const linja_rules *rules;
    linja_evaluation evaluation;
    linja_tt tt;
    int threads;
    worker *workers;
    atomic_bool done; /* thread 0 is */

    linja_position position;
    linja_packed root;
    linja_past past;
    search_request request;
    search_result found; /* by thread 0 */
};

/* --- opening and closing ---------------------------------------------------------------------- */

static void close_search(void *state) {
    search *m = state;
    if (!m) return;
    for (int i = 0; m->workers && i < m->threads; i++)
        linja_searcher_close(&m->workers[i].searcher);
    free(m->workers);
    linja_tt_close(&m->tt);
    free(m);
}

static bool is_stopped(void *context, uint64_t nodes) {
    const worker *w = context;
    const search_request *request = &w->m->request;
    return (request->nodes && nodes >= request->nodes) ||
           (w->number > 0 && atomic_load_explicit(&w->m->done, memory_order_relaxed)) ||
           request->stopped(request->context);
}

static status open_search(variant v, size_t bytes, int threads, void **out, error *e) {
    const linja_rules *rules = v.rules;
    search *m = calloc(1, sizeof *m);
    if (!m) return fail_memory(e);
    m->rules = rules;
    m->threads = threads;
    linja_evaluation_begin(&m->evaluation, rules);
    m->workers = calloc((size_t)threads, sizeof *m->workers);
    bool enough = m->workers && linja_tt_open(&m->tt, bytes);
    for (int i = 0; enough && i < threads; i++) {
        worker *w = &m->workers[i];
        w->m = m;
        w->number = i;
        w->searcher.rules = rules;
        w->searcher.evaluation = &m->evaluation;
        w->searcher.tt = &m->tt;
        w->searcher.past = &m->past;
        w->searcher.stopped = is_stopped;
        w->searcher.context = w;
        enough = linja_searcher_open(&w->searcher);
    }
    if (!enough) {
        close_search(m);
        return fail_memory(e);
    }
    *out = m;
    return STATUS_OK;
}

static void forget(void *state) {
    search *m = state;
    linja_tt_clear(&m->tt);
}

/* --- the root --------------------------------------------------------------------------------- */

static bool is_wanted(const search *m, linja_fast_turn fast) {
    if (!m->request.only) return true;
    linja_turn turn = linja_unpack_turn(m->rules, fast);
    game_turn written;
    text t = text_fixed(written.text, sizeof written.text);
    linja_write_turn(&turn, m->position.to_move, &t);
    for (size_t i = 0; i < m->request.only_count; i++)
        if (strcmp(m->request.only[i].text, written.text) == 0) return true;
    return false;
}

static int find_equal(const worker *w, const root_turn *turn) {
    for (size_t i = 0; i < w->count; i++) {
        const root_turn *other = &w->turns[i];
        if (other->after.mover == turn->after.mover && other->over == turn->over &&
            other->after.opponent == turn->after.opponent)
            return (int)i;
    }
    return -1;
}

static void list_turns(worker *w) {
    search *m = w->m;
    linja_fast_turn turns[LINJA_TURNS_MAX];
    size_t count = linja_fast_turns(m->rules, m->root, turns);
    w->count = w->twin_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_wanted(m, turns[i])) continue;
        root_turn turn = {.turn = turns[i], .number = (int)w->count};
        bool passed;
        turn.after = linja_apply(m->root, turns[i], &passed);
        turn.over = passed || linja_packed_over(turn.after);
        int equal = find_equal(w, &turn);
        if (equal < 0)
            w->turns[w->count++] = turn;
        else
            w->twins[w->twin_count++] = (twin){turns[i], equal};
    }
    assert(w->count > 0);
}

/* A turn takes pawns about eight rows further, of both sides together; the last turns of a game are
 * proved at once (games of this search against itself at 20,000 nodes a turn). */
static double turns_left(variant v, const game_position *position) {
    (void)v;
    linja_position p = linja_unwrap(position);
    double rows = 0;
    for (int row = 0; row < LINJA_ROWS; row++)
        rows += (LINJA_GOAL - row) * (p.pawns[SIDE_A][row] + p.pawns[SIDE_B][row]);
    return rows < 8 ? 1 : rows / 8;
}

static linja_past past_of(const linja_position *p, const game_history *history) {
    linja_past past = {0};
    for (size_t n = history->count; n > 1 && past.count < LINJA_PAST; n--) {
        linja_position before = linja_unwrap(history_at(history, n - 2));
        if (memcmp(before.pawns, p->pawns, sizeof p->pawns) != 0) break;
        past.keys[past.count++] = linja_key(linja_pack(&before));
    }
    return past;
}

static void begin(void *state, const game_position *position, const search_request *request) {
    search *m = state;
    m->position = linja_unwrap(position);
    m->root = linja_pack(&m->position);
    m->past = past_of(&m->position, &request->history);
    m->request = *request;
    memset(&m->found, 0, offsetof(search_result, variations));
    atomic_store_explicit(&m->done, false, memory_order_relaxed);
    linja_tt_grow_older(&m->tt);
    for (int i = 0; i < m->threads; i++) {
        linja_searcher *s = &m->workers[i].searcher;
        s->nodes = s->next_question = 0;
        s->cut = false;
        s->path[0] = linja_key(m->root);
    }
}

/* --- looking ---------------------------------------------------------------------------------- */

/* The value of a turn after `depth` turns, if it is above alpha; else a bound. */
static int look_into(worker *w, const root_turn *turn, int depth, int alpha, int beta,
                     bool *proven) {
    return -linja_alpha_beta(&w->searcher, turn->after, depth - 1, -beta, -alpha, 1, proven);
}

/* The same, above alpha and without bound above. The value found before is where it is looked for
 * first. */
static void measure(worker *w, root_turn *turn, int depth, int alpha) {
    int low = alpha, high = LINJA_WORTH_MOST;
    if (depth > 2 && turn->valued) {
        if (turn->value - LINJA_POINT > low) low = turn->value - LINJA_POINT;
        high = turn->value + LINJA_POINT;
        if (high <= low) high = LINJA_WORTH_MOST;
    }
    bool proven;
    int value = look_into(w, turn, depth, low, high, &proven);
    while (!w->searcher.cut && ((value <= low && low > alpha) || value >= high)) {
        if (value <= low)
            low = alpha;
        else
            high = LINJA_WORTH_MOST;
        value = look_into(w, turn, depth, low, high, &proven);
    }
    if (w->searcher.cut) return;
    turn->value = value;
    turn->valued = value > alpha;
    turn->proven = proven;
}

/* How many turns fewer the n-th turn in order is looked into at first. */
static int reduction(int depth, size_t n) {
    if (depth < REDUCED_FROM || n < 3) return 0;
    return n < 12 ? 1 : 2;
}

/* Looks at the n-th turn, which is wanted only if it is better than alpha. */
static void compare(worker *w, root_turn *turn, int depth, size_t n, int alpha) {
    bool proven;
    int less = reduction(depth, n);
    int value = look_into(w, turn, depth - less, alpha, alpha + 1, &proven);
    if (value > alpha && less > 0 && !proven && !w->searcher.cut)
        value = look_into(w, turn, depth, alpha, alpha + 1, &proven);
    if (w->searcher.cut) return;
    if (value > alpha) {
        measure(w, turn, depth, alpha);
    } else {
        turn->value = value;
        turn->valued = false;
        turn->proven = proven;
    }
}

/* Moves a turn that has just been measured to its place among the ones before it. */
static void put_in_order(worker *w, size_t at) {
    root_turn turn = w->turns[at];
    for (; at > 0 && w->turns[at - 1].value < turn.value; at--) w->turns[at] = w->turns[at - 1];
    w->turns[at] = turn;
}

/* Looks at all turns of the root; stops when it is cut. Returns how many were finished; those are
 * in order, as far as they are wanted. */
static size_t look_around(worker *w, int depth) {
    size_t wanted = w->m->request.variations;
    for (size_t i = 0; i < w->count; i++) {
        root_turn *turn = &w->turns[i];
        if (turn->over) {
            turn->value = -LINJA_POINT * linja_packed_margin(&w->m->evaluation, turn->after);
            turn->valued = turn->proven = true;
        } else if (i < wanted) {
            measure(w, turn, depth, -LINJA_WORTH_MOST);
        } else {
            compare(w, turn, depth, i, w->turns[wanted - 1].value);
        }
        if (w->searcher.cut) return i;
        /* At first what is judged less is in order, too. */
        if (turn->valued || depth == 1) put_in_order(w, i);
    }
    return w->count;
}

static bool is_settled(const worker *w) {
    for (size_t i = 0; i < w->count; i++)
        if (!w->turns[i].proven) return false;
    return true;
}

/* --- telling ---------------------------------------------------------------------------------- */

static void add_turn(const search *m, variation *v, linja_fast_turn fast) {
    linja_turn turn = linja_unpack_turn(m->rules, fast);
    text written = text_fixed(v->turns[v->length].text, GAME_TURN_BYTES);
    linja_write_turn(&turn, m->position.to_move ^ (v->length & 1), &written);
    v->length++;
}

/* Continues a variation by what the transposition table holds, until it comes round to where it
 * was. */
static void follow_table(const search *m, linja_packed p, variation *v) {
    linja_fast_turn turns[LINJA_TURNS_MAX];
    linja_note note;
    uint64_t seen[VARIATION_LENGTH + 1] = {linja_key(linja_pack(&m->position))};
    bool over = false;
    while (v->length < VARIATION_LENGTH && !over && !linja_packed_over(p)) {
        uint64_t key = linja_key(p);
        for (int i = 0; i < v->length; i++)
            if (seen[i] == key) return;
        for (int i = 0; i < m->past.count; i++)
            if (m->past.keys[i] == key) return;
        seen[v->length] = key;
        if (!linja_tt_find(&m->tt, key, &note)) return;
        /* 0 is a pass, if that is all that can be done; else it is no turn. */
        if (note.turn == 0 && linja_fast_turns(m->rules, p, turns) > 0 && turns[0] != 0) return;
        add_turn(m, v, note.turn);
        p = linja_apply(p, note.turn, &over);
    }
}

/* The result to be expected from a margin to be expected: half way to a sure win at about two
 * points. */
static double chance_of(double points, bool exact) {
    if (exact) return points > 0 ? 1 : points < 0 ? 0 : 0.5;
    return 0.5 + 0.5 * points / (2 + (points < 0 ? -points : points));
}

static void add_variation(search *m, const root_turn *turn, linja_fast_turn fast) {
    search_result *t = &m->found;
    if (t->count == m->request.variations || t->count == VARIATIONS_MAX) return;
    variation *v = &t->variations[t->count++];
    memset(v, 0, sizeof *v);
    v->points = (double)turn->value / LINJA_POINT;
    v->exact = turn->proven;
    v->chance = chance_of(v->points, v->exact);
    add_turn(m, v, fast);
    if (!turn->over) follow_table(m, turn->after, v);
}

static void tell(const worker *w, int depth) {
    search *m = w->m;
    m->found.depth = depth;
    m->found.nodes = w->searcher.nodes;
    m->found.memory_used = linja_tt_used(&m->tt);
    m->found.count = 0;
    for (size_t i = 0; i < w->count && m->found.count < m->request.variations; i++) {
        if (!w->turns[i].valued) continue;
        add_variation(m, &w->turns[i], w->turns[i].turn);
        for (size_t j = 0; j < w->twin_count; j++)
            if (w->twins[j].number == w->turns[i].number)
                add_variation(m, &w->turns[i], w->twins[j].turn);
    }
    if (m->request.report) m->request.report(m->request.context, &m->found);
}

static void think(void *state, int thread) {
    search *m = state;
    worker *w = &m->workers[thread];
    list_turns(w);
    int most = m->request.depth > 0 && m->request.depth < LINJA_DEPTH_MOST ? m->request.depth
                                                                           : LINJA_DEPTH_MOST;
    size_t wanted = m->request.variations < w->count ? m->request.variations : w->count;
    /* Every second thread is a turn ahead, so that they do not all do the same. */
    for (int depth = 1 + (thread & 1); depth <= most; depth++) {
        size_t finished = look_around(w, depth);
        bool whole = finished == w->count, settled = whole && is_settled(w);
        if (thread == 0 && finished >= wanted) tell(w, whole ? depth : depth - 1);
        if (!whole || settled) break;
    }
    if (thread == 0) atomic_store_explicit(&m->done, true, memory_order_relaxed);
}

static void end(void *state, search_result *result) {
    search *m = state;
    m->found.nodes = 0;
    for (int i = 0; i < m->threads; i++) m->found.nodes += m->workers[i].searcher.nodes;
    search_result_copy(result, &m->found);
}

const game_search linja_search = {
    .open = open_search,
    .close = close_search,
    .forget = forget,
    .turns_left = turns_left,
    .begin = begin,
    .think = think,
    .end = end,
};
