/* SPDX-License-Identifier: MIT */
#include "engine/thinker.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "engine/registry.h"

enum { LINES_FOLLOWED = 8 };

struct thinker {
    const game *game;
    const void *rules;
    const game_mind *mind;
    void *search;
    int threads;
    uint64_t nodes_most;
    seconds_clock clock;
    oracle *oracle; /* NULL: exact values are not known */
    thought result;
};

/* --- exact values ---------------------------------------------------------------------------- */

static double chance_of(int margin) {
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

/* Continues a line by the best turns there are. */
static status follow(thinker *t, game_position p, thought_line *line, error *e) {
    status code = STATUS_OK;
    for (int i = 0; code == STATUS_OK; i++) {
        code = t->game->play(t->rules, &p, line->turns[i].text, e);
        assert(code == STATUS_OK);
        if (line->length == THOUGHT_LENGTH || t->game->outcome(t->rules, &p).over) break;
        valued_turn turns[GAME_TURNS_MAX];
        size_t count;
        code = t->oracle->turns(t->oracle, &p, turns, &count, e);
        if (code != STATUS_OK || count == 0) break;
        line->turns[line->length++] = turns[0].turn;
    }
    return code;
}

static bool is_among(const game_turn *turn, const game_turn *only, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(turn->text, only[i].text) == 0) return true;
    return false;
}

static status look_up(thinker *t, const game_position *position, const thinker_limits *limits,
                      error *e) {
    valued_turn turns[GAME_TURNS_MAX];
    size_t count, wanted = limits->lines ? limits->lines : 1;
    status code = t->oracle->turns(t->oracle, position, turns, &count, e);
    if (code != STATUS_OK) return code;
    thought *r = &t->result;
    r->depth = 1;
    r->nodes = r->table_hits = count;
    for (size_t i = 0; i < count && r->count < wanted && r->count < THOUGHT_LINES; i++) {
        if (limits->only && !is_among(&turns[i].turn, limits->only, limits->only_count)) continue;
        thought_line *line = &r->lines[r->count++];
        *line = (thought_line){.points = turns[i].value,
                               .chance = chance_of(turns[i].value),
                               .exact = true,
                               .length = 1,
                               .turns = {turns[i].turn}};
    }
    /* What follows is for people to read, who do not read hundreds of lines. */
    for (size_t i = 0; wanted <= LINES_FOLLOWED && i < r->count && code == STATUS_OK; i++)
        code = follow(t, *position, &r->lines[i], e);
    if (code == STATUS_OK && r->count > 0 && limits->report) limits->report(limits->context, r);
    return code;
}

/* --- search ---------------------------------------------------------------------------------- */

/* What one search has in common, for the callbacks of its threads. */
typedef struct running {
    thinker *t;
    const thinker_limits *limits;
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
    const thinker_time *time = &run->limits->time;
    double seconds = time->hard > 0 ? time->hard : INFINITY,
           wanted = run->forced ? 0 : time->soft * (1 + run->unrest);
    if (time->soft > 0 && wanted < seconds) seconds = wanted;
    atomic_store_explicit(&run->deadline, run->begin + seconds, memory_order_relaxed);
}

/* A mind tells what it found each time it has looked about twice as hard as before. So each change
 * counts half as much at the next telling, and all together less than two. */
static void watch(running *run, const game_turn *best) {
    bool changed = *run->best.text && strcmp(run->best.text, best->text) != 0;
    run->best = *best;
    run->unrest = run->unrest / 2 + changed;
    set_deadline(run);
}

static void pass_on(void *context, const thought *so_far) {
    running *run = context;
    if (run->limits->time.soft > 0 && so_far->count > 0) watch(run, &so_far->lines[0].turns[0]);
    if (run->limits->report) run->limits->report(run->limits->context, so_far);
}

static void think_on(void *context, int item, int thread) {
    (void)thread;
    running *run = context;
    run->t->mind->think(run->t->search, item);
}

static void search(thinker *t, const game_position *position, const thinker_limits *limits,
                   bool forced) {
    running run = {.t = t, .limits = limits, .forced = forced, .begin = limits->time.begin};
    if (run.begin <= 0) run.begin = seconds_on(&t->clock);
    set_deadline(&run);
    uint64_t nodes = limits->nodes;
    if (t->nodes_most > 0 && (nodes == 0 || nodes > t->nodes_most)) nodes = t->nodes_most;
    think_request request = {
        .only = limits->only,
        .only_count = limits->only_count,
        .lines = limits->lines ? limits->lines : 1,
        .depth = limits->depth,
        .nodes = (nodes + (uint64_t)t->threads - 1) / (uint64_t)t->threads,
        .seed = limits->seed,
        .stopped = is_stopped,
        .report = limits->report || limits->time.soft > 0 ? pass_on : NULL,
        .context = &run,
    };
    t->mind->begin(t->search, position, &request);
    parallel_for(t->threads, t->threads, 1, think_on, &run);
    t->mind->end(t->search, &t->result);
}

/* --- thinkers -------------------------------------------------------------------------------- */

status thinker_new(const thinker_options *options, thinker **out, error *e) {
    thinker *t = calloc(1, sizeof *t);
    if (!t) {
        if (options->oracle) options->oracle->close(options->oracle);
        return fail_memory(e);
    }
    t->game = options->game;
    t->rules = options->rules;
    t->mind = registry_mind(options->game);
    t->nodes_most = options->nodes_most;
    t->clock = options->clock;
    t->threads = parallel_threads(options->threads);
    t->oracle = options->oracle;
    status code = t->mind->open(t->rules, options->memory ? options->memory : THINKER_MEMORY,
                                t->threads, &t->search, e);
    if (code != STATUS_OK)
        thinker_free(t);
    else
        *out = t;
    return code;
}

void thinker_free(thinker *t) {
    if (!t) return;
    if (t->search) t->mind->close(t->search);
    if (t->oracle) t->oracle->close(t->oracle);
    free(t);
}

const game *thinker_game(const thinker *t) {
    return t->game;
}

const void *thinker_rules(const thinker *t) {
    return t->rules;
}

bool thinker_is_perfect(const thinker *t) {
    return t->oracle != NULL;
}

void thinker_forget(thinker *t) {
    t->mind->forget(t->search);
}

status thinker_think(thinker *t, const game_position *position, const thinker_limits *limits,
                     const thought **result, error *e) {
    memset(&t->result, 0, offsetof(thought, lines));
    *result = &t->result;
    game_turn turns[GAME_TURNS_MAX];
    size_t count = t->game->turns(t->rules, position, turns);
    if (count == 0) return STATUS_OK;
    if (t->oracle && !limits->without_oracle) {
        status code = look_up(t, position, limits, e);
        if (code != STATUS_OK || t->result.count > 0) return code;
    }
    search(t, position, limits, count == 1);
    assert(t->result.count > 0);
    return STATUS_OK;
}
