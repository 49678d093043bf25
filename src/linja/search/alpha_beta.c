/* SPDX-License-Identifier: MIT */
#include "linja/search/alpha_beta.h"

#include <assert.h>
#include <stdlib.h>

enum {
    ASK_EVERY = 1500, /* positions */
    ASK_FROM =
        3, /* turns to go: below, asking the transposition table about children does not pay */
    HOPELESS_UP_TO = 8, /* turns to go */
    CHILDREN_MOST = LINJA_DEPTH_MOST * LINJA_TURNS_MAX,
    HASH_TURN_FIRST = 32000, /* goes before all guesses */
};

bool linja_searcher_open(linja_searcher *s) {
    s->children = malloc(CHILDREN_MOST * sizeof *s->children);
    s->top = s->children;
    return s->children != NULL;
}

void linja_searcher_close(linja_searcher *s) {
    free(s->children);
}

static bool is_cut(linja_searcher *s) {
    if (s->nodes >= s->next_question) {
        s->next_question = s->nodes + ASK_EVERY;
        s->cut = s->cut || s->stopped(s->context, s->nodes);
    }
    return s->cut;
}

/* Whether the path has come back to an earlier position, with the same side to move. */
static bool is_repeated(const linja_searcher *s, int ply) {
    for (int i = ply - 2; i >= 0; i -= 2)
        if (s->path[i] == s->path[ply]) return true;
    return false;
}

/* How often the position at this ply was there in the game before the root. */
static int times_in_past(const linja_searcher *s, int ply) {
    int times = 0;
    for (int i = (ply + 1) % 2; i < s->past->count; i += 2)
        times += s->past->keys[i] == s->path[ply];
    return times;
}

static bool was_seen(linja_searcher *s, linja_packed p) {
    uint64_t key = linja_key(p);
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 55);
    for (int i = 0; i < 8; i++, at = (at + 1) % LINJA_SEEN) {
        if (s->seen_in[at] != s->generation) {
            s->seen_in[at] = s->generation;
            s->seen[at] = key;
            return false;
        }
        if (s->seen[at] == key) return true;
    }
    return false; /* crowded: looked at once too often, which is harmless */
}

/* What a position is worth whose game may be over or not, to the side that has just moved. */
static int guess(const linja_searcher *s, linja_packed p, bool over) {
    return over ? -LINJA_POINT * linja_packed_margin(s->evaluation, p)
                : -linja_evaluate(s->evaluation, p);
}

/* One turn before the end of the search: the best of the guesses. */
static int look_ahead_once(linja_searcher *s, linja_packed p, size_t count, int beta,
                           linja_fast_turn *turn, bool *proven) {
    int best = -LINJA_WORTH_MOST;
    bool all_over = true;
    size_t i = 0;
    for (; i < count && best < beta; i++) {
        bool over;
        linja_packed after = linja_apply(p, s->turns[i], &over);
        int value = guess(s, after, over);
        all_over &= over;
        if (s->judged && !over) s->judged(s->context, after, -beta);
        if (value <= best) continue;
        best = value;
        *turn = s->turns[i];
        *proven = over;
    }
    s->nodes += i;
    /* A bound from below needs its own turn only, the value itself needs all of them. */
    if (best < beta) *proven = all_over;
    return best;
}

/* The different positions that a turn leads to. Returns their end. */
static linja_child *spread(linja_searcher *s, linja_packed p, size_t count, linja_child *first) {
    linja_child *end = first;
    s->generation++;
    for (size_t i = 0; i < count; i++) {
        bool over;
        linja_packed after = linja_apply(p, s->turns[i], &over);
        if (!over && was_seen(s, after)) continue;
        *end++ = (linja_child){after, s->turns[i], (int16_t)guess(s, after, over), over};
    }
    s->nodes += (size_t)(end - first);
    return end;
}

/* Puts the child of the highest guess first; it will be looked into soon. */
static void bring_best(const linja_searcher *s, linja_child *first, linja_child *end) {
    linja_child *best = first;
    for (linja_child *c = first + 1; c < end; c++)
        if (c->guess > best->guess) best = c;
    linja_child swapped = *first;
    *first = *best;
    *best = swapped;
    linja_tt_expect(s->tt, linja_key(first->p));
}

/* How many turns fewer a turn is looked into that is the n-th in order. */
static int reduction(int depth, int n) {
    if (depth < 3 || n < 3) return 0;
    return n < 10 || depth < 4 ? 1 : 2;
}

typedef struct window {
    int alpha, beta, best;
    bool proven; /* of all children so far */
    bool old;    /* the position has been there in the game */
    linja_fast_turn turn;
} window;

/* Whether a child's guess is so far below the window that looking into it would hardly bring it
 * there: half a point, and more the more turns are to go. Deeper searches leave nothing out, so
 * that proofs come, if later; nor is anything hopeless that may yet be a draw by repetition. */
static bool is_hopeless(const linja_searcher *s, const linja_child *c, int depth, int alpha) {
    return depth >= 2 && depth <= HOPELESS_UP_TO && !c->over &&
           c->guess + LINJA_POINT / 4 + LINJA_POINT / 8 * depth <= alpha &&
           !linja_goes_in_circles(s->rules);
}

/* Looks into one child, the n-th in order; true if the window is closed by it. */
static bool try_child(linja_searcher *s, const linja_child *c, int depth, int n, int ply,
                      window *w) {
    bool proven = c->over;
    int value = c->guess;
    if (!c->over) {
        int less = reduction(depth, n), alpha = w->alpha;
        if (n > 0) {
            value =
                -linja_alpha_beta(s, c->p, depth - 1 - less, -alpha - 1, -alpha, ply + 1, &proven);
            if (value > alpha && less > 0 && !proven && !s->cut)
                value = -linja_alpha_beta(s, c->p, depth - 1, -alpha - 1, -alpha, ply + 1, &proven);
        }
        if (n == 0 || (value > alpha && value < w->beta && !s->cut))
            value = -linja_alpha_beta(s, c->p, depth - 1, -w->beta, -alpha, ply + 1, &proven);
    }
    if (s->cut) return true;
    /* A bound from below needs one turn only, the value itself needs all of them. */
    w->proven = value >= w->beta ? proven : w->proven && proven;
    if (value > w->best) w->best = value;
    if (value > w->alpha) {
        w->alpha = value;
        w->turn = c->turn;
    }
    return value >= w->beta;
}

/* What earlier searches found out about the children puts them in a better order than guesses do,
 * and may close the window at once: then true. */
static bool ask_transpositions(linja_searcher *s, linja_child *first, linja_child *end, int depth,
                               window *w) {
    for (const linja_child *c = first; c < end; c++) linja_tt_expect(s->tt, linja_key(c->p));
    for (linja_child *c = first; c < end; c++) {
        linja_note note;
        if (c->over || !linja_tt_find(s->tt, linja_key(c->p), &note)) continue;
        int value = -note.value; /* and a bound from above is one from below for the other side */
        if (note.bound != LINJA_AT_LEAST && value >= w->beta &&
            (note.proven || note.depth >= depth - 1)) {
            w->best = value;
            w->turn = c->turn;
            w->proven = note.proven;
            return true;
        }
        if (note.bound == LINJA_EXACTLY || (note.bound == LINJA_AT_LEAST && value < c->guess) ||
            (note.bound == LINJA_AT_MOST && value > c->guess))
            c->guess = (int16_t)value;
    }
    return false;
}

static void try_children(linja_searcher *s, linja_packed p, size_t count,
                         linja_fast_turn first_turn, int depth, int ply, window *w) {
    linja_child *first = s->top, *end = spread(s, p, count, first);
    if (depth >= ASK_FROM && !w->old && ask_transpositions(s, first, end, depth, w)) return;
    s->top = end;
    for (linja_child *c = first; c < end; c++)
        if (c->turn == first_turn) c->guess = c->over ? c->guess : HASH_TURN_FIRST;
    bring_best(s, first, end);
    for (linja_child *c = first; c < end; c++) {
        if (c + 1 < end) bring_best(s, c + 1, end);
        if (c > first && is_hopeless(s, c, depth, w->alpha)) { /* and all behind it */
            w->proven = false;
            if (w->best < w->alpha) w->best = w->alpha;
            break;
        }
        if (try_child(s, c, depth, (int)(c - first), ply, w)) break;
    }
    s->top = first;
}

/* Whether a note answers the question that a window asks. */
static bool answers(const linja_note *note, int depth, int alpha, int beta) {
    if (!note->proven && (note->depth < depth || beta - alpha > 1)) return false;
    return note->bound == LINJA_EXACTLY || (note->bound == LINJA_AT_LEAST && note->value >= beta) ||
           (note->bound == LINJA_AT_MOST && note->value <= alpha);
}

int linja_alpha_beta(linja_searcher *s, linja_packed p, int depth, int alpha, int beta, int ply,
                     bool *proven) {
    uint64_t key = linja_key(p);
    window w = {.alpha = alpha, .beta = beta, .best = -LINJA_WORTH_MOST, .proven = true};
    *proven = false;
    s->path[ply] = key;
    if (linja_goes_in_circles(s->rules)) {
        int times = times_in_past(s, ply);
        bool repeated = is_repeated(s, ply);
        *proven = times + repeated + 1 >= LINJA_OCCURRENCES;
        if (repeated || *proven) return 0;
        w.old = times > 0;
    }
    if (depth <= 0) {
        s->nodes++;
        return linja_evaluate(s->evaluation, p);
    }
    linja_note note = {0};
    if (!w.old && linja_tt_find(s->tt, key, &note) && answers(&note, depth, alpha, beta)) {
        *proven = note.proven;
        return note.value;
    }
    if (is_cut(s)) return 0;
    size_t count = linja_fast_turns(s->rules, p, s->turns);
    if (s->turns[0] == 0 && linja_packed_over(p)) { /* no pawn can ever move again */
        *proven = true;
        return LINJA_POINT * linja_packed_margin(s->evaluation, p);
    }
    if (depth == 1 && !w.old)
        w.best = look_ahead_once(s, p, count, beta, &w.turn, &w.proven);
    else
        try_children(s, p, count, note.turn, depth, ply, &w);
    if (s->cut) return 0;
    *proven = w.proven;
    if (w.old) return w.best;
    linja_bound bound = w.best >= beta   ? LINJA_AT_LEAST
                        : w.best > alpha ? LINJA_EXACTLY
                                         : LINJA_AT_MOST;
    linja_tt_keep(s->tt, key,
                  (linja_note){.value = (int16_t)w.best,
                               .depth = (uint8_t)depth,
                               .bound = (uint8_t)bound,
                               .proven = w.proven,
                               .turn = w.turn});
    return w.best;
}
