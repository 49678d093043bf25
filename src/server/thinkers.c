/* SPDX-License-Identifier: MIT */
#include "server/thinkers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

static const double seconds_most = 10; /* for one thought, whatever it is about */

struct thinker {
    thinkers *all;
    pthread_t thread;
    thought *at; /* what it thinks about, under the lock of all; NULL: it waits */
    /* Of the thread alone. */
    engine *engine;  /* NULL: none yet */
    void *own_rules; /* of the engine, where they are somebody's own */
    char *known_as;  /* what the engine was opened for */
};

struct thinkers {
    size_t of_a_client; /* thoughts at once */
    void (*wake)(void *context);
    void *context;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    thought *waiting, *done, **done_end;
    uint64_t round; /* of what was begun last */
    bool stops;
    int count;
    size_t not_back; /* thoughts that have not been handed back */
    thinker each[THINKERS_MOST];
};

/* --- engines ---------------------------------------------------------------------------------- */

static void close_engine(thinker *by) {
    engine_close(by->engine);
    free(by->own_rules);
    free(by->known_as);
    by->engine = NULL;
    by->own_rules = NULL;
    by->known_as = NULL;
}

static status find_variant(thinker *by, const thinker_wanted *wanted, variant *v, error *e) {
    const game *g = wanted->game;
    if (!wanted->tiles) return variant_find(g, wanted->rules, v, e);
    if (!g->tiles) return FAIL(e, STATUS_INVALID, "%s has no tiles", g->name);
    by->own_rules = malloc(g->tiles->bytes);
    if (!by->own_rules) return fail_memory(e);
    *v = variant_own(g, by->own_rules);
    return g->tiles->read(wanted->tiles, by->own_rules, e);
}

static status open_engine(thinker *by, const thinker_wanted *wanted, error *e) {
    engine_options options = {.threads = 1,
                              .seconds_most = seconds_most,
                              .table = wanted->perfect ? ENGINE_ANY_TABLE : ENGINE_NO_TABLE};
    status code = find_variant(by, wanted, &options.variant, e);
    return code == STATUS_OK ? engine_open(&options, &by->engine, e) : code;
}

status thinker_engine(thinker *by, const thinker_wanted *wanted, engine **out, error *e) {
    text name = text_growing();
    text_format(&name, "%s %d %s %s", wanted->game->name, wanted->perfect,
                wanted->rules ? wanted->rules : "", wanted->tiles ? wanted->tiles : "");
    status code = name.failed ? fail_memory(e) : STATUS_OK;
    if (code == STATUS_OK && (!by->known_as || strcmp(by->known_as, name.data) != 0)) {
        close_engine(by);
        code = open_engine(by, wanted, e);
        if (code == STATUS_OK) by->known_as = strdup(name.data); /* else it is opened again */
        if (code != STATUS_OK) close_engine(by);
    }
    text_free(&name);
    if (code != STATUS_OK) return code;
    engine_forget(by->engine);
    *out = by->engine;
    return STATUS_OK;
}

/* --- threads ---------------------------------------------------------------------------------- */

/* Of what waits, the first of the earliest round. */
static thought *take_next(thinkers *ts) {
    thought **best = &ts->waiting;
    for (thought **at = &ts->waiting; *at; at = &(*at)->next)
        if ((*at)->round < (*best)->round) best = at;
    thought *t = *best;
    if (!t) return NULL;
    *best = t->next;
    t->next = NULL;
    if (t->round > ts->round) ts->round = t->round;
    return t;
}

static void *run(void *argument) {
    thinker *by = argument;
    thinkers *ts = by->all;
    pthread_mutex_lock(&ts->lock);
    while (!ts->stops) {
        by->at = take_next(ts);
        if (!by->at) {
            pthread_cond_wait(&ts->more, &ts->lock);
            continue;
        }
        pthread_mutex_unlock(&ts->lock);
        by->at->think(by->at, by);
        pthread_mutex_lock(&ts->lock);
        *ts->done_end = by->at;
        ts->done_end = &by->at->next;
        by->at = NULL;
        pthread_mutex_unlock(&ts->lock);
        ts->wake(ts->context);
        pthread_mutex_lock(&ts->lock);
    }
    pthread_mutex_unlock(&ts->lock);
    close_engine(by);
    return NULL;
}

status thinkers_new(int threads, size_t of_a_client, void (*wake)(void *context), void *context,
                    thinkers **out, error *e) {
    thinkers *ts = calloc(1, sizeof *ts);
    if (!ts) return fail_memory(e);
    if (threads == 0) threads = parallel_threads(0) - 1;
    if (threads < 1) threads = 1;
    if (threads > THINKERS_MOST) threads = THINKERS_MOST;
    ts->of_a_client = of_a_client;
    ts->wake = wake;
    ts->context = context;
    ts->done_end = &ts->done;
    pthread_mutex_init(&ts->lock, NULL);
    pthread_cond_init(&ts->more, NULL);
    for (; ts->count < threads; ts->count++) {
        thinker *by = &ts->each[ts->count];
        by->all = ts;
        if (pthread_create(&by->thread, NULL, run, by) == 0) continue;
        if (ts->count > 0) break; /* fewer will do */
        thinkers_free(ts);
        return FAIL(e, STATUS_FAILED, "the system gives no thread to think with");
    }
    *out = ts;
    return STATUS_OK;
}

static void drop_all(thought *t) {
    for (thought *next; t; t = next) {
        next = t->next;
        t->drop(t);
    }
}

void thinkers_free(thinkers *ts) {
    if (!ts) return;
    pthread_mutex_lock(&ts->lock);
    ts->stops = true;
    for (int i = 0; i < ts->count; i++)
        if (ts->each[i].at) atomic_store(&ts->each[i].at->stop, true);
    pthread_cond_broadcast(&ts->more);
    pthread_mutex_unlock(&ts->lock);
    for (int i = 0; i < ts->count; i++) pthread_join(ts->each[i].thread, NULL);
    drop_all(ts->waiting);
    drop_all(ts->done);
    pthread_mutex_destroy(&ts->lock);
    pthread_cond_destroy(&ts->more);
    free(ts);
}

/* --- the queue -------------------------------------------------------------------------------- */

/* Counts what a client has waiting or under way; *round is the one after its last. */
static size_t count_of(const thinkers *ts, uint64_t client, uint64_t *round) {
    size_t count = 0;
    *round = ts->round;
    for (const thought *t = ts->waiting; t; t = t->next) {
        if (t->client != client) continue;
        count++;
        if (t->round >= *round) *round = t->round + 1;
    }
    for (int i = 0; i < ts->count; i++) {
        const thought *t = ts->each[i].at;
        if (!t || t->client != client) continue;
        count++;
        if (t->round >= *round) *round = t->round + 1;
    }
    return count;
}

/* A client's first thought comes in the round that is under way, its next one in the next round,
 * and so on: so who has one never waits for all that another has. */
thinkers_answer thinkers_ask(thinkers *ts, thought *t) {
    thinkers_answer answer = THOUGHT_TAKEN;
    pthread_mutex_lock(&ts->lock);
    size_t of_client = count_of(ts, t->client, &t->round);
    if (of_client >= ts->of_a_client)
        answer = THOUGHT_CLIENT_FULL;
    else if (ts->not_back >= THOUGHTS_MOST)
        answer = THOUGHT_FULL;
    if (answer == THOUGHT_TAKEN) {
        thought **end = &ts->waiting;
        while (*end) end = &(*end)->next;
        t->next = NULL;
        *end = t;
        ts->not_back++;
        pthread_cond_signal(&ts->more);
    }
    pthread_mutex_unlock(&ts->lock);
    return answer;
}

void thinkers_collect(thinkers *ts) {
    pthread_mutex_lock(&ts->lock);
    thought *t = ts->done;
    ts->done = NULL;
    ts->done_end = &ts->done;
    for (const thought *each = t; each; each = each->next) ts->not_back--;
    pthread_mutex_unlock(&ts->lock);
    for (thought *next; t; t = next) {
        next = t->next;
        t->done(t);
    }
}
