/* SPDX-License-Identifier: MIT */
#include "liniell/search/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Measured in games; docs/engine.md tells what others brought. */
enum {
    MOVES_KEPT = 12, /* of a position in the tree, the best by the evaluation */
    NODES_A_SET = 4, /* that many positions are there for each that is visited again */
    PLACES = 16,     /* where a position may stand in the table */
    EXACT_FROM = 4,  /* with fewer tiles in the bag at the root, two exact moves end iterations */
    PRIOR_ONE = 65535,
};
static const double explore = 0.5;
static const double prior_scale = 0.1;  /* a move whose reward seems so much less has a quarter */
static const double guess_weight = 1;   /* visits that the guess of a move counts for */
static const double margin_share = 0.7; /* of the reward; the rest is the result */
static const double margin_half = 8;    /* points that bring half of what a margin can */

/* A move within the tree. */
typedef struct edge {
    liniell_fast_move move;
    uint16_t prior; /* in PRIOR_ONE-ths */
    uint32_t visits;
    float guess;   /* of the reward */
    double reward; /* sum, for the side that moves here */
} edge;

/* A position with its drawn tile. Its moves are kept from the second visit on, since most positions
 * have no more than one and moves take much room. */
typedef struct node {
    uint64_t key;
    uint32_t age; /* of the search that saw it last; 0: empty */
    uint32_t visits;
    uint32_t moves; /* 1 + the set of edges it has; 0: none */
    uint16_t count; /* of edges in use */
} node;

typedef struct step {
    node *node;
    unsigned edge;
} step;

struct liniell_tree {
    const liniell_tiles *tiles;
    liniell_kinds kinds;
    liniell_worths worths;
    liniell_endgame endgame;
    liniell_network network;
    liniell_evaluator evaluator;
    liniell_board board;
    liniell_bag bag;
    uint8_t drawn;
    int depth;
    unsigned exact_left; /* with fewer tiles in the bag the exact value ends an iteration */
    rng random;

    liniell_candidate *candidates; /* the root's moves */
    size_t candidate_count;
    uint32_t root_visits;

    /* What earlier searches found serves this one, too, where it comes by; but what it has not seen
     * makes room. */
    node *nodes;
    size_t node_mask, node_count; /* seen by this search */
    uint32_t age;                 /* one more for each search */
    edge (*edges)[MOVES_KEPT];
    size_t set_room, sets_made;
    size_t set_count; /* of nodes that this search has seen */
    size_t hand;      /* the node that is looked at next for a set to take over */

    uint8_t order[LINIELL_TILES_MAX]; /* kinds as an iteration draws them, from the end on */
    liniell_fast_move moves[LINIELL_TURNS_MAX];
    liniell_option options[LINIELL_TURNS_MAX], sorted[LINIELL_TURNS_MAX];
    int64_t sorting[LINIELL_TURNS_MAX];
};

void liniell_tree_free(liniell_tree *s) {
    if (!s) return;
    liniell_worths_close(&s->worths);
    liniell_endgame_close(&s->endgame);
    free(s->candidates);
    free(s->nodes);
    free(s->edges);
    free(s);
}

liniell_tree *liniell_tree_new(const liniell_tiles *tiles, size_t bytes) {
    liniell_tree *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->tiles = tiles;
    liniell_find_kinds(tiles, &s->kinds);
    liniell_network_fill(&s->network, liniell_weights);
    s->evaluator = (liniell_evaluator){&s->network, &s->kinds, &s->bag};
    size_t for_tree = bytes / 4 * 3;
    size_t nodes = 256, set = sizeof *s->edges;
    while (2 * nodes * (sizeof(node) + set / NODES_A_SET) <= for_tree) nodes *= 2;
    s->node_mask = nodes - 1;
    s->set_room = nodes / NODES_A_SET;
    s->nodes = calloc(nodes, sizeof *s->nodes);
    s->edges = malloc(s->set_room * set);
    s->candidates = malloc(LINIELL_TURNS_MAX * sizeof *s->candidates);
    bool opened = s->nodes && s->edges && s->candidates && liniell_worths_open(&s->worths) &&
                  liniell_endgame_open(&s->endgame, &s->kinds, &s->worths, bytes - for_tree);
    if (opened) return s;
    liniell_tree_free(s);
    return NULL;
}

void liniell_tree_forget(liniell_tree *s) {
    memset(s->nodes, 0, (s->node_mask + 1) * sizeof *s->nodes);
    s->age = 0;
    s->sets_made = s->hand = 0;
    liniell_endgame_forget(&s->endgame);
    s->worths.rough = false;
}

/* --- rewards ---------------------------------------------------------------------------------- */

static liniell_value negated(liniell_value v) {
    return (liniell_value){-v.result, -v.margin};
}

static double reward_of(liniell_value v) {
    double size = v.margin < 0 ? -v.margin : v.margin;
    return (1 - margin_share) * v.result + margin_share * v.margin / (margin_half + size);
}

static liniell_value guessed(const liniell_option *o) {
    return (liniell_value){o->guess.result / (double)LINIELL_POINT,
                           o->guess.margin / (double)LINIELL_POINT};
}

/* --- priors ----------------------------------------------------------------------------------- */

static double trust(double behind) {
    double scaled = 1 + behind / prior_scale;
    return 1 / (scaled * scaled);
}

/* Puts the best options first, in order, equals as they come; those beyond `wanted` in any order.
 * Evaluations are sorted together with where they belong, which is quicker than moving options. */
static void bring_best(liniell_tree *s, size_t count, size_t wanted) {
    int64_t *keys = s->sorting;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t evaluation = (int64_t)(reward_of(guessed(&s->options[i])) * (1 << 20));
        int64_t key = evaluation * LINIELL_TURNS_MAX - (int64_t)i;
        if (kept == wanted && key < keys[kept - 1]) continue;
        size_t at = kept < wanted ? kept++ : wanted - 1;
        for (; at > 0 && keys[at - 1] < key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (size_t i = 0; i < kept; i++) {
        int64_t behind = keys[i] % LINIELL_TURNS_MAX; /* minus the index, or that above it */
        s->sorted[i] = s->options[behind > 0 ? LINIELL_TURNS_MAX - behind : -behind];
    }
}

/* Whether the last tiles have few cells to go to. */
static bool is_narrow(const liniell_tiles *tiles) {
    return tiles->square * tiles->square - tiles->count <= 2;
}

void liniell_tree_begin(liniell_tree *s, const liniell_position *p, uint64_t seed, int depth) {
    liniell_board_set(s->tiles, p, &s->board);
    liniell_fill_bag(&s->kinds, p, &s->bag);
    s->drawn = p->drawn;
    s->depth = depth;
    /* The exact end costs too much time where the end is far, but where it is near the other tiles
     * are few and its table knows most. */
    s->exact_left = s->bag.total < EXACT_FROM && is_narrow(s->tiles) ? 2 : 1;
    /* What was found with some draws must not be tested by the same. */
    s->random = rng_seeded(seed + s->age * UINT64_C(0x9e3779b97f4a7c15));
    s->root_visits = 0;
    if (++s->age == 0) { /* once round */
        liniell_tree_forget(s);
        s->age = 1;
    }
    s->node_count = s->set_count = 0;
    size_t count = liniell_guessed_options(&s->board, s->drawn, &s->worths, &s->evaluator, s->moves,
                                           s->options);
    bring_best(s, count, count);
    s->candidate_count = count;
    for (size_t i = 0; i < count; i++)
        s->candidates[i] = (liniell_candidate){.option = s->sorted[i]};
    liniell_tree_restrict(s, NULL, NULL);
}

void liniell_tree_restrict(liniell_tree *s,
                           bool (*keep)(const liniell_move *move, const void *context),
                           const void *context) {
    size_t kept = 0;
    for (size_t i = 0; i < s->candidate_count; i++) {
        liniell_move move = liniell_plain_move(&s->board, s->candidates[i].option.move);
        if (!keep || keep(&move, context)) s->candidates[kept++] = s->candidates[i];
    }
    s->candidate_count = kept;
    double sum = 0;
    if (kept == 0) return;
    double best = reward_of(guessed(&s->candidates[0].option));
    for (size_t i = 0; i < kept; i++) {
        liniell_candidate *c = &s->candidates[i];
        c->guess = reward_of(guessed(&c->option));
        c->prior = trust(best - c->guess);
        sum += c->prior;
    }
    for (size_t i = 0; i < kept; i++) s->candidates[i].prior /= sum;
}

size_t liniell_tree_candidates(liniell_tree *s, liniell_candidate **candidates) {
    *candidates = s->candidates;
    return s->candidate_count;
}

/* --- the tree --------------------------------------------------------------------------------- */

/* The node of a position, new or not; NULL if there is no room. */
static node *enter(liniell_tree *s, uint64_t key) {
    node *found = NULL;
    size_t at = (key ^ key >> 31) & s->node_mask;
    for (int i = 0; i < PLACES; i++) {
        node *n = &s->nodes[at++ & s->node_mask];
        if (n->age > 0 && n->key == key) {
            found = n;
            break;
        }
        if (!found && n->age != s->age) found = n;
        if (n->age == 0) break;
    }
    if (!found || found->age == s->age) return found;
    if (found->key != key) *found = (node){.key = key, .moves = found->moves};
    found->age = s->age;
    s->node_count++;
    s->set_count += found->count > 0;
    return found;
}

/* Makes sure that a node has a set of edges: a new one, or that of a node which does not need it.
 * False: there is none. */
static bool take_set(liniell_tree *s, node *n) {
    if (n->moves == 0 && s->sets_made < s->set_room) n->moves = (uint32_t)++s->sets_made;
    while (n->moves == 0 && s->set_count < s->set_room) {
        node *other = &s->nodes[s->hand++ & s->node_mask];
        bool is_old = other->age != s->age;
        if (other->moves == 0 || (!is_old && other->count > 0)) continue;
        n->moves = other->moves;
        other->moves = 0;
        if (is_old) other->visits = other->count = 0;
    }
    return n->moves > 0;
}

/* Lists and judges all moves of the side to move, who has drawn a tile, the best `wanted` first.
 * Returns how many of these there are. */
static size_t list_moves(liniell_tree *s, uint8_t tile, size_t wanted) {
    size_t count =
        liniell_guessed_options(&s->board, tile, &s->worths, &s->evaluator, s->moves, s->options);
    size_t kept = count < wanted ? count : wanted;
    bring_best(s, count, kept);
    return kept;
}

/* What the side to move may expect, by the guess of its best move. */
static liniell_value best_guess(liniell_tree *s, uint8_t tile) {
    list_moves(s, tile, 1);
    return guessed(&s->sorted[0]);
}

static edge *edges_of(const liniell_tree *s, const node *n) {
    return s->edges[n->moves - 1];
}

/* Keeps the best moves of a position in its node, unless there is no room. */
static void open_node(liniell_tree *s, node *n, uint8_t tile) {
    if (!take_set(s, n)) return;
    n->count = (uint16_t)list_moves(s, tile, MOVES_KEPT);
    s->set_count++;
    edge *edges = edges_of(s, n);
    double sum = 0, best = reward_of(guessed(&s->sorted[0]));
    for (size_t i = 0; i < n->count; i++) {
        const liniell_option *o = &s->sorted[i];
        double guess = reward_of(guessed(o));
        edges[i] = (edge){.move = o->move, .guess = (float)guess};
        sum += trust(best - guess);
    }
    for (size_t i = 0; i < n->count; i++)
        edges[i].prior = (uint16_t)(trust(best - (double)edges[i].guess) / sum * PRIOR_ONE);
}

/* How promising a move is: what it brought so far, and more the less it was tried. */
static double promise(double reward, uint32_t visits, double guess, double prior, double root) {
    double value = (reward + guess_weight * guess) / (visits + guess_weight);
    return value + explore * prior * root / (1 + visits);
}

static unsigned choose_candidate(const liniell_tree *s) {
    double root = sqrt((double)s->root_visits + 1), most = -1e9;
    unsigned chosen = 0;
    for (unsigned i = 0; i < s->candidate_count; i++) {
        const liniell_candidate *c = &s->candidates[i];
        double value = promise(c->reward, c->visits, c->guess, c->prior, root);
        if (value > most) most = value, chosen = i;
    }
    return chosen;
}

static unsigned choose_edge(const liniell_tree *s, const node *n) {
    double root = sqrt((double)n->visits + 1), most = -1e9;
    unsigned chosen = 0;
    for (unsigned i = 0; i < n->count; i++) {
        const edge *e = &edges_of(s, n)[i];
        double value =
            promise(e->reward, e->visits, (double)e->guess, e->prior / (double)PRIOR_ONE, root);
        if (value > most) most = value, chosen = i;
    }
    return chosen;
}

/* --- draws ------------------------------------------------------------------------------------ */

/* The tiles to come in an order drawn by chance. */
static void shuffle(liniell_tree *s) {
    unsigned total = 0;
    for (unsigned kind = 0; kind < s->kinds.count; kind++)
        for (unsigned i = 0; i < s->bag.count[kind]; i++) s->order[total++] = (uint8_t)kind;
    for (unsigned left = total; left > 1; left--) {
        unsigned chosen = (unsigned)((rng_next(&s->random) >> 32) * left >> 32);
        uint8_t last = s->order[left - 1];
        s->order[left - 1] = s->order[chosen];
        s->order[chosen] = last;
    }
}

static uint8_t draw(liniell_tree *s) {
    unsigned kind = s->order[s->bag.total - 1];
    liniell_bag_take(&s->kinds, &s->bag, kind);
    return s->kinds.tile[kind];
}

/* The value for the side to move, who has drawn a tile. */
static liniell_value solve(liniell_tree *s, uint8_t tile) {
    int64_t worth = liniell_endgame_value(&s->endgame, &s->board, &s->bag, tile);
    return liniell_mean(worth, s->bag.total);
}

/* --- one iteration ---------------------------------------------------------------------------- */

static uint64_t line_of(const liniell_board *b, uint16_t marker) {
    return marker == LINIELL_NOWHERE ? 0 : b->line_key[liniell_root_of(b, marker)];
}

/* For the key of a node: an option's key does not tell a side's markers apart, but the moves of a
 * node name them by their numbers. */
static uint64_t marker_numbers(const liniell_board *b) {
    uint64_t key = 0;
    for (unsigned side = 0; side < 2; side++)
        if (line_of(b, b->markers[side][0]) > line_of(b, b->markers[side][1]))
            key += UINT64_C(0x9e3779b97f4a7c15) >> side;
    return key;
}

/* Walks down from behind a move of the root; the value is that of the side that made it. */
static liniell_value descend(liniell_tree *s) {
    step path[LINIELL_TILES_MAX];
    unsigned length = 0;
    liniell_value value;
    for (;;) { /* a move has just been made */
        liniell_option standing = liniell_standing(&s->board, &s->worths);
        if (s->bag.total == 0) {
            value = (liniell_value){-liniell_result(&standing), -standing.margin};
            break;
        }
        uint8_t tile = draw(s);
        if (s->bag.total < s->exact_left) {
            value = negated(solve(s, tile));
            break;
        }
        uint64_t full_key = standing.key + marker_numbers(&s->board) + s->bag.key +
                            s->kinds.key[s->kinds.of[tile]] * 3;
        bool deep = s->depth && length + 1 >= (unsigned)s->depth;
        node *n = deep ? NULL : enter(s, full_key);
        if (n && n->visits > 0 && n->count == 0) open_node(s, n, tile);
        if (!n || n->count == 0) {
            value = negated(best_guess(s, tile));
            if (n) n->visits++;
            break;
        }
        unsigned chosen = choose_edge(s, n);
        path[length++] = (step){n, chosen};
        liniell_board_play(&s->board, tile, edges_of(s, n)[chosen].move);
    }
    /* `value` is that of the side that made the last move in the tree. */
    while (length > 0) {
        step *at = &path[--length];
        edge *e = &edges_of(s, at->node)[at->edge];
        e->visits++;
        e->reward += reward_of(value);
        at->node->visits++;
        value = negated(value);
    }
    return value;
}

void liniell_tree_iterate(liniell_tree *s) {
    unsigned chosen = choose_candidate(s);
    liniell_candidate *c = &s->candidates[chosen];
    liniell_bag bag = s->bag;
    unsigned turns = s->board.turns;
    shuffle(s);
    liniell_board_play(&s->board, s->drawn, c->option.move);
    liniell_value value = descend(s);
    while (s->board.turns > turns) liniell_board_undo(&s->board);
    s->bag = bag;
    double reward = reward_of(value);
    c->visits++;
    c->reward += reward;
    c->result += value.result;
    c->result_squares += value.result * value.result;
    c->margin += value.margin;
    c->margin_squares += value.margin * value.margin;
    s->root_visits++;
}

/* --- what it comes to ------------------------------------------------------------------------- */

/* The standard error of a mean, from the sum over n values and that of their squares. Two values
 * are added, far apart on either side, so that a few equal ones do not pass for certainty. */
static double error_of(double sum, double squares, double n, double apart) {
    if (n < 1) return apart;
    double mean = sum / n, spread = squares - n * mean * mean + 2 * apart * apart;
    return sqrt((spread > 0 ? spread : 0) / (n + 2) / n);
}

/* How far a mean is off for other reasons than chance: replies that were tried though they are bad,
 * fewer and fewer of them; and what stays, guesses where the tree ends before the game does, and
 * good replies that were tried too seldom or not kept.
 * Measured by bench/bench_liniell_estimates.c. Adds up variances. */
static double with_doubt(double chance, double tried, double stays, double n) {
    return sqrt(chance * chance + tried * tried / (n + 1) + stays * stays);
}

liniell_estimate liniell_estimate_of(const liniell_candidate *c, unsigned to_come) {
    enum { APART = 8, SEEN_TO_THE_END = 3 };
    bool guesses = to_come > SEEN_TO_THE_END;
    double n = c->visits;
    liniell_value mean = guessed(&c->option);
    if (n > 0) mean = (liniell_value){c->result / n, c->margin / n};
    double open = sqrt(sqrt(1 - mean.result * mean.result)); /* a clear result leaves less doubt */
    double result_error = error_of(c->result, c->result_squares, n, 1);
    double margin_error = error_of(c->margin, c->margin_squares, n, APART);
    return (liniell_estimate){
        .result = mean.result,
        /* What lies between -1 and 1 is off by no more than 1. */
        .result_error =
            fmin(1, with_doubt(result_error, 2.2 * open, (guesses ? 0.16 : 0.1) * open, n)),
        .margin = mean.margin,
        .margin_error = with_doubt(margin_error, 12, guesses ? 1 : 0.5, n),
    };
}

bool liniell_tree_solve(liniell_tree *s, const liniell_candidate *candidate, int64_t low,
                        int64_t *worth) {
    s->endgame.gave_up = false;
    if (s->bag.total == 0) {
        *worth = liniell_final_worth(&candidate->option);
        return true;
    }
    liniell_board_play(&s->board, s->drawn, candidate->option.move);
    *worth = liniell_endgame_after(&s->endgame, &s->board, &s->bag, candidate->option.key, low,
                                   liniell_worth_bound(s->bag.total));
    liniell_board_undo(&s->board);
    return !s->endgame.gave_up;
}

bool liniell_tree_is_rough(const liniell_tree *s) {
    return s->worths.rough;
}

liniell_endgame *liniell_tree_endgame(liniell_tree *s) {
    return &s->endgame;
}

const liniell_board *liniell_tree_board(const liniell_tree *s) {
    return &s->board;
}

unsigned liniell_tree_bag(const liniell_tree *s) {
    return s->bag.total;
}

int liniell_tree_filled(const liniell_tree *s) {
    uint64_t nodes = UINT64_C(1000) * s->node_count / (s->node_mask + 1);
    uint64_t sets = UINT64_C(1000) * s->set_count / s->set_room;
    return (int)(nodes > sets ? nodes : sets);
}
