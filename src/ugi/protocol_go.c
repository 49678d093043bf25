/* SPDX-License-Identifier: MIT
 *
 * What takes time: go, perft and bench, on a thread of their own or on the caller's. A task is
 * read into a scratch value first; then it runs to its last line, which is said in the same moment
 * in which the protocol is free for the next task. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plain_search.h"
#include "engine/signature.h"
#include "games/registry.h"
#include "ugi/perft.h"
#include "ugi/protocol_inside.h"
#include "ugi/time_management.h"

/* Says the last line of a task. */
static void finish(protocol *p, const char *line) {
    pthread_mutex_lock(&p->lock);
    p->busy = false;
    p->options.say(p->options.context, line);
    pthread_mutex_unlock(&p->lock);
}

static void finish_with_error(protocol *p, const char *command, const error *e) {
    char line[320];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "info string %s: %s", command, e->text);
    finish(p, line);
}

/* Until now, so many were looked at. */
static void put_time(const protocol *p, uint64_t nodes, text *out) {
    double seconds = seconds_on(&p->options.clock) - p->task.limits.time.begin;
    text_format(out, " time %.0f nodes %llu", seconds * 1000, (unsigned long long)nodes);
    if (seconds >= 0.001) text_format(out, " nps %.0f", (double)nodes / seconds);
}

/* --- think ----------------------------------------------------------------------------------- */

static void put_score(const variation *v, text *out) {
    text_format(out, " score cp %lld", llround(v->points * 100));
    if (v->exact)
        text_put(out, " exact");
    else if (v->points_error > 0)
        text_format(out, " error %lld", llround(v->points_error * 100));
    text_format(out, " chance %lld", llround(v->chance * 1000));
}

static void report(void *context, const search_result *t) {
    protocol *p = context;
    p->nodes_reported = t->nodes;
    for (size_t i = 0; i < t->count; i++) {
        const variation *v = &t->variations[i];
        char buffer[640];
        text info = text_fixed(buffer, sizeof buffer);
        text_format(&info, "info depth %d multipv %zu", t->depth, i + 1);
        put_score(v, &info);
        put_time(p, t->nodes, &info);
        text_format(&info, " hashfull %d tbhits %llu pv", t->memory_used,
                    (unsigned long long)t->table_hits);
        for (int k = 0; k < v->length; k++) text_format(&info, " %s", v->turns[k].text);
        assert(!info.failed);
        protocol_say(p, "%s", buffer);
    }
}

/* As strong as can be, and telling about it. */
static status think_aloud(protocol *p, game_turn *best, error *e) {
    session *s = &p->session;
    engine_limits limits = p->task.limits;
    limits.variations = s->variations;
    limits.seed = s->seed;
    limits.report = report;
    limits.context = p;
    const search_result *found;
    p->nodes_reported = 0;
    status code = engine_think(s->engine, session_position(s), &limits, &found, e);
    if (code != STATUS_OK) return code;
    if (p->nodes_reported != found->nodes) report(p, found);
    *best = found->variations[0].turns[0];
    return STATUS_OK;
}

static void think(protocol *p) {
    session *s = &p->session;
    game_turn best;
    error e;
    status code = s->level == SESSION_NO_LEVEL
                      ? think_aloud(p, &best, &e)
                      : engine_choose(s->engine, session_position(s), (int)s->level, &s->random,
                                      &p->task.limits, &best, &e);
    protocol_say_remark(p);
    /* Without a limit nobody expects an answer before asking for it. */
    pthread_mutex_lock(&p->lock);
    while (p->task.endless && !p->options.on_caller && !atomic_load(&p->stop))
        pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
    if (code != STATUS_OK) protocol_complain(p, "go", &e);
    char line[64];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "bestmove %s", code == STATUS_OK ? best.text : "none");
    finish(p, line);
}

/* --- perft ----------------------------------------------------------------------------------- */

static bool is_stopped(void *context) {
    protocol *p = context;
    const engine_time *time = &p->task.limits.time;
    return atomic_load(&p->stop) ||
           (time->hard > 0 && seconds_on(&p->options.clock) > time->begin + time->hard);
}

/* The count for each first turn, then all of them. */
static status count_turns(protocol *p, uint64_t *count, error *e) {
    const replay *line = &p->session.line;
    const game_position *position = session_position(&p->session);
    perft counter = {.variant = line->variant,
                     .most = p->session.bounds.nodes,
                     .stopped = is_stopped,
                     .context = p};
    int depth = p->task.limits.depth;
    *count = 0;
    if (depth == 0) return perft_count(&counter, position, 0, count, e);
    game_turn turns[GAME_TURNS_MAX];
    size_t turn_count = variant_turns(line->variant, position, turns);
    status code = STATUS_OK;
    if (turn_count == 0) code = perft_count(&counter, position, depth, count, e);
    for (size_t i = 0; i < turn_count && code == STATUS_OK; i++) {
        uint64_t before = *count;
        game_position after = *position;
        code = variant_play(line->variant, &after, turns[i].text, e);
        assert(code == STATUS_OK);
        code = perft_count(&counter, &after, depth - 1, count, e);
        if (code == STATUS_OK)
            protocol_say(p, "info string %s %llu", turns[i].text,
                         (unsigned long long)(*count - before));
    }
    return code;
}

static void count(protocol *p) {
    error e;
    uint64_t number;
    if (count_turns(p, &number, &e) != STATUS_OK) {
        finish_with_error(p, "perft", &e);
        return;
    }
    char line[160];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "info depth %d", p->task.limits.depth);
    put_time(p, number, &t);
    protocol_say(p, "%s", line);
    text_clear(&t);
    text_format(&t, "nodes %llu", (unsigned long long)number);
    finish(p, line);
}

/* --- bench ----------------------------------------------------------------------------------- */

static void say_info(void *context, const char *line) {
    protocol_say(context, "info string %s", line);
}

static void bench(protocol *p) {
    uint64_t signature;
    error e;
    if (signature_find(&p->stop, say_info, p, &signature, &e) != STATUS_OK) {
        finish_with_error(p, "bench", &e);
        return;
    }
    char line[64];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "signature %016llx", (unsigned long long)signature);
    finish(p, line);
}

/* --- tasks ----------------------------------------------------------------------------------- */

static void *work(void *argument) {
    protocol *p = argument;
    if (p->task.kind == TASK_THINK)
        think(p);
    else if (p->task.kind == TASK_PERFT)
        count(p);
    else
        bench(p);
    return NULL;
}

bool protocol_is_busy(protocol *p) {
    pthread_mutex_lock(&p->lock);
    bool busy = p->busy;
    pthread_mutex_unlock(&p->lock);
    return busy;
}

void protocol_stop(protocol *p) {
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->stop, true);
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->started) pthread_join(p->worker, NULL);
    p->started = false;
    free(p->task.only);
    p->task = (task){0};
}

/* Begins a task, which takes over its turns. Its time has been running since the line was read. */
static void start(protocol *p, const task *t) {
    protocol_stop(p); /* what has said its last line and is about to end */
    atomic_store(&p->stop, false);
    p->task = *t;
    p->task.limits.time.begin = p->read_at;
    p->task.limits.stop = &p->stop;
    p->task.limits.history = session_history(&p->session);
    p->busy = true;
    if (p->options.on_caller) {
        work(p);
    } else if (pthread_create(&p->worker, NULL, work, p) == 0) {
        p->started = true;
    } else {
        finish(p, "info string no thread can be had to think on");
    }
}

/* --- reading a go ---------------------------------------------------------------------------- */

enum { P1TIME, P2TIME, P1INC, P2INC, MOVETIME, DEPTH, NODES, PERFT, NUMBERS };

static const struct {
    const char *word;
    uint64_t least, most;
} numbers[NUMBERS] = {
    [P1TIME] = {"p1time", 0, 10000000000},     [P2TIME] = {"p2time", 0, 10000000000},
    [P1INC] = {"p1inc", 0, 10000000000},       [P2INC] = {"p2inc", 0, 10000000000},
    [MOVETIME] = {"movetime", 0, 10000000000}, [DEPTH] = {"depth", 1, 1000},
    [NODES] = {"nodes", 1, UINT64_MAX >> 1},   [PERFT] = {"perft", 0, GAME_PERFT_MAX},
};

/* What a go asks for, word by word. */
typedef struct go_request {
    bool given[NUMBERS];
    uint64_t number[NUMBERS];
    bool infinite;
    bool some_turns; /* searchmoves */
    game_turn turns[GAME_TURNS_MAX];
    size_t turn_count;
} go_request;

static status read_number(go_request *w, int which, const char *value, error *e) {
    if (w->given[which]) return FAIL(e, STATUS_INVALID, "%s is given twice", numbers[which].word);
    if (!value || !text_is_number(value, numbers[which].most, &w->number[which]) ||
        w->number[which] < numbers[which].least)
        return FAIL(e, STATUS_INVALID, "%s needs a number from %llu to %llu, not '%.40s'",
                    numbers[which].word, (unsigned long long)numbers[which].least,
                    (unsigned long long)numbers[which].most, value ? value : "");
    w->given[which] = true;
    return STATUS_OK;
}

static status read_turn(go_request *w, const session *s, const char *turn, error *e) {
    game_position after = *session_position(s);
    status code = variant_play(s->line.variant, &after, turn, e);
    if (code != STATUS_OK) return FAIL_WITHIN(e, code, "searchmoves");
    for (size_t i = 0; i < w->turn_count; i++)
        if (strcmp(w->turns[i].text, turn) == 0) return STATUS_OK;
    text t = text_fixed(w->turns[w->turn_count++].text, GAME_TURN_BYTES);
    text_put(&t, turn);
    return STATUS_OK;
}

static status read_go(char *words, const session *s, go_request *w, error *e) {
    status code = STATUS_OK;
    char *word;
    while (code == STATUS_OK && (word = session_word(&words))) {
        int which = 0;
        while (which < NUMBERS && strcmp(numbers[which].word, word) != 0) which++;
        if (which < NUMBERS)
            code = read_number(w, which, session_word(&words), e);
        else if (strcmp(word, "infinite") == 0)
            w->infinite = true;
        else if (strcmp(word, "searchmoves") == 0)
            w->some_turns = true;
        else if (w->some_turns)
            code = read_turn(w, s, word, e);
        else
            code = FAIL(e, STATUS_INVALID, "'%.40s' is not known", word);
    }
    if (code != STATUS_OK) return code;
    if (w->some_turns && w->turn_count == 0)
        return FAIL(e, STATUS_INVALID, "searchmoves names no turn");
    if (w->some_turns && s->level != SESSION_NO_LEVEL)
        return FAIL(e, STATUS_INVALID, "searchmoves is for Skill Level %d only", SESSION_NO_LEVEL);
    return STATUS_OK;
}

/* The time that the clocks and movetime leave. */
static status find_time(const go_request *w, const session *s, engine_time *time, error *e) {
    const game *g = s->line.variant.game;
    const game_position *position = session_position(s);
    int side = g->to_move(position);
    bool clocks = w->given[P1TIME] || w->given[P2TIME] || w->given[P1INC] || w->given[P2INC];
    if (w->infinite) return STATUS_OK;
    if (clocks && !w->given[P1TIME + side])
        return FAIL(e, STATUS_INVALID, "%s is missing", numbers[P1TIME + side].word);
    if (clocks) {
        time_plan plan = time_share((double)w->number[P1TIME + side] / 1000,
                                    (double)w->number[P1INC + side] / 1000,
                                    search_of(g)->turns_left(s->line.variant, position));
        time->soft = plan.soft;
        time->hard = plan.hard;
    }
    double most = (double)w->number[MOVETIME] / 1000;
    if (most < 0.001) most = 0.001;
    if (w->given[MOVETIME] && (!clocks || time->soft > most)) time->soft = most;
    if (w->given[MOVETIME] && (!clocks || time->hard > most)) time->hard = most;
    return STATUS_OK;
}

/* Why there is nothing to think about; NULL if there is. */
static const char *nothing_to_do(const session *s) {
    if (session_outcome(s).over) return "the game is over";
    game_turn turns[GAME_TURNS_MAX];
    return variant_turns(s->line.variant, session_position(s), turns) > 0
               ? NULL
               : "the tile to place is not known";
}

static status make_task(const go_request *w, session *s, task *t, error *e) {
    status code = find_time(w, s, &t->limits.time, e);
    if (code == STATUS_OK) code = session_prepare(s, e);
    if (code != STATUS_OK) return code;
    if (!w->infinite) {
        t->limits.depth = (int)w->number[DEPTH];
        t->limits.nodes = w->number[NODES];
    }
    t->endless = t->limits.time.hard <= 0 && t->limits.depth == 0 && t->limits.nodes == 0;
    if (!w->some_turns) return STATUS_OK;
    t->only = malloc(w->turn_count * sizeof *t->only);
    if (!t->only) return fail_memory(e);
    memcpy(t->only, w->turns, w->turn_count * sizeof *t->only);
    t->limits.only = t->only;
    t->limits.only_count = w->turn_count;
    return STATUS_OK;
}

static void go(protocol *p, const go_request *w) {
    const char *nothing = nothing_to_do(&p->session);
    if (nothing) {
        protocol_say(p, "info string %s", nothing);
        protocol_say(p, "bestmove none");
        return;
    }
    task t = {.kind = TASK_THINK};
    error e;
    if (make_task(w, &p->session, &t, &e) == STATUS_OK)
        start(p, &t);
    else
        protocol_complain(p, "go", &e);
}

static void start_perft(protocol *p, uint64_t depth) {
    engine_limits limits = {.depth = (int)depth, .time.hard = p->session.bounds.seconds};
    start(p, &(task){.kind = TASK_PERFT, .limits = limits});
}

void protocol_go(protocol *p, char *words) {
    go_request *w = calloc(1, sizeof *w);
    error e;
    status code = w ? read_go(words, &p->session, w, &e) : fail_memory(&e);
    if (code != STATUS_OK)
        protocol_complain(p, "go", &e);
    else if (w->given[PERFT])
        start_perft(p, w->number[PERFT]);
    else
        go(p, w);
    free(w);
}

void protocol_perft(protocol *p, char *words) {
    uint64_t depth;
    const char *value = session_word(&words);
    if (!value || session_word(&words) || !text_is_number(value, GAME_PERFT_MAX, &depth))
        protocol_say(p, "info string perft: it is 'perft N', N from 0 to %d", GAME_PERFT_MAX);
    else
        start_perft(p, depth);
}

void protocol_bench(protocol *p, char *words) {
    (void)words;
    if (p->session.bounds.nodes > 0 || p->session.bounds.seconds > 0)
        protocol_say(p, "info string bench: it would take more than is allowed here");
    else
        start(p, &(task){.kind = TASK_BENCH});
}
