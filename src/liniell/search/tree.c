/* SPDX-License-Identifier: MIT */
#include "liniell/search/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Measured in games; docs/engine.md tells what others brought. */
enum {
    MOVES_KEPT = 12, /* of a position in the tree, the best by the evaluation */
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
    uint64_t key;
    liniell_fast_move move;
    uint16_t prior; /* in PRIOR_ONE-ths */
    uint32_t visits;
    float guess;   /* of the reward */
    double reward; /* sum, for the side that moves here */
} edge;

/* A position with its drawn tile. */
typedef struct node {
    uint64_t key;
    uint32_t age; /* of the search that it belongs to; of another, or 0: empty */
    uint32_t visits;
    uint32_t first; /* edge */
    uint16_t count;
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

    node *nodes; /* open-addressed */
    size_t node_mask, node_count;
    uint32_t age; /* one more for each search, so that the table need not be emptied */
    edge *edges;
    size_t edge_room, edge_count;

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
    size_t nodes = 256;
    while (2 * nodes * (sizeof(node) + 10 * sizeof(edge)) <= for_tree) nodes *= 2;
    s->node_mask = nodes - 1;
    s->edge_room = nodes * 10;
    s->nodes = calloc(nodes, sizeof *s->nodes);
    s->edges = malloc(s->edge_room * sizeof *s->edges);
    s->candidates = malloc(LINIELL_TURNS_MAX * sizeof *s->candidates);
    bool opened = s->nodes && s->edges && s->candidates && liniell_worths_open(&s->worths) &&
                  liniell_endgame_open(&s->endgame, &s->kinds, &s->worths, bytes - for_tree);
    if (opened) return s;
    liniell_tree_free(s);
    return NULL;
}

void liniell_tree_forget(liniell_tree *s) {
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
    s->random = rng_seeded(seed);
    s->root_visits = 0;
    if (++s->age == 0) { /* once round */
        memset(s->nodes, 0, (s->node_mask + 1) * sizeof *s->nodes);
        s->age = 1;
    }
    s->node_count = s->edge_count = 0;
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

static bool is_empty(const liniell_tree *s, const node *n) {
    return n->age != s->age;
}

static node *find_node(liniell_tree *s, uint64_t key) {
    size_t i = (key ^ key >> 31) & s->node_mask;
    while (!is_empty(s, &s->nodes[i]) && s->nodes[i].key != key) i = (i + 1) & s->node_mask;
    return &s->nodes[i];
}

/* Keeps the moves that were just listed and sorted, unless there is no room. */
static void keep_moves(liniell_tree *s, node *n, size_t kept) {
    if (s->edge_count + kept > s->edge_room) return;
    n->first = (uint32_t)s->edge_count;
    n->count = (uint16_t)kept;
    edge *edges = s->edges + s->edge_count;
    double sum = 0, best = reward_of(guessed(&s->sorted[0]));
    for (size_t i = 0; i < kept; i++) {
        const liniell_option *o = &s->sorted[i];
        double guess = reward_of(guessed(o));
        edges[i] = (edge){.key = o->key, .move = o->move, .guess = (float)guess};
        sum += trust(best - guess);
    }
    for (size_t i = 0; i < kept; i++)
        edges[i].prior = (uint16_t)(trust(best - (double)edges[i].guess) / sum * PRIOR_ONE);
    s->edge_count += kept;
}

/* What the side to move, who has drawn a tile, may expect, by the guess of its best move. The moves
 * are kept in the node, if there is one. */
static liniell_value expand(liniell_tree *s, node *n, uint8_t tile) {
    size_t count =
        liniell_guessed_options(&s->board, tile, &s->worths, &s->evaluator, s->moves, s->options);
    size_t wanted = n ? (size_t)MOVES_KEPT : 1, kept = count < wanted ? count : wanted;
    bring_best(s, count, kept);
    if (n) keep_moves(s, n, kept);
    return guessed(&s->sorted[0]);
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
        const edge *e = &s->edges[n->first + i];
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

/* The node of a position, new or not; NULL if there is no room. */
static node *enter(liniell_tree *s, uint64_t key) {
    node *n = find_node(s, key);
    if (!is_empty(s, n)) return n;
    if (4 * s->node_count > 3 * s->node_mask) return NULL;
    *n = (node){.key = key, .age = s->age};
    s->node_count++;
    return n;
}

/* Walks down from behind a move of the root; the value is that of the side that made it. */
static liniell_value descend(liniell_tree *s, uint64_t key) {
    step path[LINIELL_TILES_MAX];
    unsigned length = 0;
    liniell_value value;
    for (;;) { /* a move has just been made */
        if (s->bag.total == 0) {
            liniell_option end = liniell_standing(&s->board, &s->worths);
            value = (liniell_value){-liniell_result(&end), -end.margin};
            break;
        }
        uint8_t tile = draw(s);
        if (s->bag.total < s->exact_left) {
            value = negated(solve(s, tile));
            break;
        }
        uint64_t full_key = key + s->bag.key + s->kinds.key[s->kinds.of[tile]] * 3;
        bool deep = s->depth && length + 1 >= (unsigned)s->depth;
        node *n = deep ? NULL : enter(s, full_key);
        if (!n || n->count == 0) {
            value = negated(expand(s, n, tile));
            if (n) n->visits++;
            break;
        }
        unsigned chosen = choose_edge(s, n);
        path[length++] = (step){n, chosen};
        const edge *e = &s->edges[n->first + chosen];
        key = e->key;
        liniell_board_play(&s->board, tile, e->move);
    }
    /* `value` is that of the side that made the last move in the tree. */
    while (length > 0) {
        step *at = &path[--length];
        edge *e = &s->edges[at->node->first + at->edge];
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
    liniell_value value = descend(s, c->option.key);
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
 * fewer and fewer of them, and guesses where the tree ends before the game does, which stay.
 * Measured by bench/bench_liniell_estimates.c. Adds up variances. */
static double with_doubt(double chance, double tried, double guess, double n) {
    return sqrt(chance * chance + tried * tried / (n + 1) + guess * guess);
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
        .result_error = with_doubt(result_error, 2.2 * open, guesses ? 0.16 * open : 0, n),
        .margin = mean.margin,
        .margin_error = with_doubt(margin_error, 12, guesses ? 1 : 0.4, n),
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
    return (int)(1000 * s->edge_count / s->edge_room);
}
