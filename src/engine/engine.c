/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "engine/plain_search.h"
#include "engine/repetition.h"

enum { VARIATIONS_FOLLOWED = 8 };

struct engine {
    variant variant;
    const game_search *search;
    void *state;
    int threads;
    uint64_t nodes_most;
    double seconds_most;
    seconds_clock clock;
    oracle *oracle; /* NULL: exact values are not known */
    bool needs_oracle;
    error remark; /* "": there is none */
    search_result result;
};

/* --- exact values ---------------------------------------------------------------------------- */

static double chance_of(int margin) {
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

/* All turns of a position and what they are worth in this game; none if it is not known. */
static status probe(engine *t, const game_history *history, const game_position *position,
                    valued_turn *turns, size_t *count, error *e) {
    status code = t->oracle->turns(t->oracle, position, turns, count, e);
    if (code == STATUS_OK) repetition_correct(t->variant, history, position, turns, *count);
    return code;
}

/* A game and how it may go on. */
typedef struct outlook {
    const game_history *so_far;
    game_position ahead[VARIATION_LENGTH];
} outlook;

static const game_position *position_at(const void *context, size_t ply) {
    const outlook *o = context;
    size_t known = o->so_far->count;
    return ply < known ? history_at(o->so_far, ply) : &o->ahead[ply - known];
}

static bool is_over(const engine *t, const game_history *history, const game_position *last) {
    int limit = variant_repetition_limit(t->variant);
    return t->variant.game->is_over(last) || (limit > 0 && history_times(history, last) >= limit);
}

/* Continues a variation by the best turns there are. */
static status follow(engine *t, const game_history *so_far, const game_position *position,
                     variation *v, error *e) {
    outlook o = {.so_far = so_far};
    game_history history = {.at = position_at, .context = &o, .count = so_far->count};
    for (int i = 0; i < VARIATION_LENGTH - 1; i++) {
        o.ahead[i] = variant_after(t->variant, position, v->turns[i].text);
        position = &o.ahead[i];
        history.count++;
        if (is_over(t, &history, position)) break;
        valued_turn turns[GAME_TURNS_MAX];
        size_t count;
        status code = probe(t, &history, position, turns, &count, e);
        if (code != STATUS_OK) return code;
        if (count == 0) break;
        v->turns[v->length++] = turns[0].turn;
    }
    return STATUS_OK;
}

static bool is_among(const game_turn *turn, const game_turn *only, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(turn->text, only[i].text) == 0) return true;
    return false;
}

/* Leaves the turns that are wanted. */
static size_t keep_wanted(valued_turn *turns, size_t count, const engine_limits *limits) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!limits->only || is_among(&turns[i].turn, limits->only, limits->only_count))
            turns[kept++] = turns[i];
    return kept;
}

/* Of the turns that are proved to be best, puts first the one after which things look best: it
 * goes forward where another might go round in circles. */
static void prefer_livelier(const engine *t, const game_position *position, uint64_t seed,
                            valued_turn *turns, size_t count) {
    game_turn equals[GAME_TURNS_MAX];
    size_t equal = 0;
    for (; equal < count && turns[equal].value == turns[0].value; equal++)
        equals[equal] = turns[equal].turn;
    if (equal < 2) return;
    rng random = rng_seeded(seed);
    game_turn first = engine_greedy(t->variant, position, equals, equal, &random);
    size_t at = 0;
    while (strcmp(turns[at].turn.text, first.text) != 0) at++;
    memmove(turns + 1, turns, at * sizeof *turns);
    turns[0] = (valued_turn){first, turns[0].value};
}

static const game_position *only_position(const void *position, size_t ply) {
    (void)ply;
    return position;
}

static status look_up(engine *t, const game_position *position, const engine_limits *limits,
                      error *e) {
    valued_turn turns[GAME_TURNS_MAX];
    size_t count, wanted = limits->variations ? limits->variations : 1;
    game_history history = limits->history;
    if (history.count == 0) /* a game that begins here */
        history = (game_history){.at = only_position, .context = position, .count = 1};
    status code = probe(t, &history, position, turns, &count, e);
    if (code != STATUS_OK || count == 0) return code;
    search_result *r = &t->result;
    r->depth = 1;
    r->nodes = r->table_hits = count;
    count = keep_wanted(turns, count, limits);
    prefer_livelier(t, position, limits->seed, turns, count);
    for (size_t i = 0; i < count && r->count < wanted && r->count < VARIATIONS_MAX; i++) {
        variation *v = &r->variations[r->count++];
        *v = (variation){.points = turns[i].value,
                         .chance = chance_of(turns[i].value),
                         .exact = true,
                         .length = 1,
                         .turns = {turns[i].turn}};
    }
    /* What follows is for people to read, who do not read hundreds of them. */
    for (size_t i = 0; wanted <= VARIATIONS_FOLLOWED && i < r->count && code == STATUS_OK; i++)
        code = follow(t, &history, position, &r->variations[i], e);
    if (code == STATUS_OK && r->count > 0 && limits->report) limits->report(limits->context, r);
    return code;
}

/* --- search ---------------------------------------------------------------------------------- */

/* What one search has in common, for the callbacks of its threads. */
typedef struct running {
    engine *t;
    const engine_limits *limits;
    bool forced; /* there is one turn only */
    double begin;
    _Atomic double deadline; /* INFINITY: none; thread 0 moves it while the best turn changes */
    game_turn best;          /* as thread 0 told last */
    double unrest;           /* how often it has changed lately */
} running;

static bool is_stopped(void *context) {
    running *run = context;
    const atomic_bool *stop = run->limits->stop;
    double deadline = atomic_load_explicit(&run->deadline, memory_order_relaxed);
    return (stop && atomic_load_explicit(stop, memory_order_relaxed)) ||
           (deadline < INFINITY && seconds_on(&run->t->clock) >= deadline);
}

static void set_deadline(running *run) {
    const engine_time *time = &run->limits->time;
    double seconds = time->hard > 0 ? time->hard : INFINITY, most = run->t->seconds_most,
           wanted = run->forced ? 0 : time->soft * (1 + run->unrest);
    if (most > 0 && most < seconds) seconds = most;
    if (time->soft > 0 && wanted < seconds) seconds = wanted;
    atomic_store_explicit(&run->deadline, run->begin + seconds, memory_order_relaxed);
}

/* A search tells what it found each time it has looked about twice as hard as before. So each
 * change counts half as much at the next telling, and all together less than two. */
static void watch(running *run, const game_turn *best) {
    bool changed = *run->best.text && strcmp(run->best.text, best->text) != 0;
    run->best = *best;
    run->unrest = run->unrest / 2 + changed;
    set_deadline(run);
}

static void pass_on(void *context, const search_result *so_far) {
    running *run = context;
    if (run->limits->time.soft > 0 && so_far->count > 0)
        watch(run, &so_far->variations[0].turns[0]);
    if (run->limits->report) run->limits->report(run->limits->context, so_far);
}

static void think_on(void *context, int item, int thread) {
    (void)thread;
    running *run = context;
    run->t->search->think(run->t->state, item);
}

static void search(engine *t, const game_position *position, const engine_limits *limits,
                   bool forced) {
    running run = {.t = t, .limits = limits, .forced = forced, .begin = limits->time.begin};
    if (run.begin <= 0) run.begin = seconds_on(&t->clock);
    set_deadline(&run);
    uint64_t nodes = limits->nodes;
    if (t->nodes_most > 0 && (nodes == 0 || nodes > t->nodes_most)) nodes = t->nodes_most;
    search_request request = {
        .only = limits->only,
        .only_count = limits->only_count,
        .variations = limits->variations ? limits->variations : 1,
        .depth = limits->depth,
        .nodes = (nodes + (uint64_t)t->threads - 1) / (uint64_t)t->threads,
        .seed = limits->seed,
        .history = limits->history,
        .stopped = is_stopped,
        .report = limits->report || limits->time.soft > 0 ? pass_on : NULL,
        .context = &run,
    };
    t->search->begin(t->state, position, &request);
    parallel_for(t->threads, t->threads, 1, think_on, &run);
    t->search->end(t->state, &t->result);
}

/* --- engines --------------------------------------------------------------------------------- */

static void drop_oracle(engine *t) {
    if (t->oracle) t->oracle->close(t->oracle);
    t->oracle = NULL;
}

static status open_oracle(engine *t, const engine_options *options, error *e) {
    const char *file = options->table_file;
    t->needs_oracle = options->table == ENGINE_NEEDS_TABLE;
    oracle_wanted wanted = {.file = file, .needed = t->needs_oracle, .names_file = true};
    bool none = options->table == ENGINE_NO_TABLE || (file && !*file && !t->needs_oracle);
    if (t->oracle || none) return STATUS_OK;
    status code = oracle_open(t->variant, &wanted, &t->oracle, e);
    if (code != STATUS_NO_TABLE || file || t->needs_oracle) return code;
    t->remark = *e;
    return STATUS_OK;
}

status engine_open(const engine_options *options, engine **out, error *e) {
    engine *t = calloc(1, sizeof *t);
    if (!t) {
        if (options->oracle) options->oracle->close(options->oracle);
        return fail_memory(e);
    }
    t->variant = options->variant;
    t->search = search_of(options->variant.game);
    t->nodes_most = options->nodes_most;
    t->seconds_most = options->seconds_most;
    t->clock = options->clock;
    t->threads = parallel_threads(options->threads);
    t->oracle = options->oracle;
    status code = open_oracle(t, options, e);
    if (code == STATUS_OK)
        code = t->search->open(t->variant, options->memory ? options->memory : ENGINE_MEMORY,
                               t->threads, &t->state, e);
    if (code != STATUS_OK)
        engine_close(t);
    else
        *out = t;
    return code;
}

void engine_close(engine *t) {
    if (!t) return;
    if (t->state) t->search->close(t->state);
    drop_oracle(t);
    free(t);
}

variant engine_variant(const engine *t) {
    return t->variant;
}

bool engine_is_perfect(const engine *t) {
    return t->oracle != NULL;
}

bool engine_remark(engine *t, error *remark) {
    *remark = t->remark;
    t->remark.text[0] = '\0';
    return remark->text[0] != '\0';
}

void engine_forget(engine *t) {
    t->search->forget(t->state);
}

static void clear_result(engine *t) {
    memset(&t->result, 0, offsetof(search_result, variations));
}

status engine_think(engine *t, const game_position *position, const engine_limits *limits,
                    const search_result **result, error *e) {
    clear_result(t);
    *result = &t->result;
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(t->variant, position, turns);
    if (count == 0) return STATUS_OK;
    if (t->oracle && !limits->without_oracle) {
        status code = look_up(t, position, limits, e);
        if (code == STATUS_OK && t->result.count > 0) return code;
        if (code != STATUS_OK && (code != STATUS_NO_TABLE || t->needs_oracle)) return code;
        if (code != STATUS_OK) {
            FAIL(&t->remark, code, "%.200s; searching instead", e->text);
            drop_oracle(t);
        }
        clear_result(t);
    }
    search(t, position, limits, count == 1);
    assert(t->result.count > 0);
    return STATUS_OK;
}
