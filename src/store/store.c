/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct job_queue {
    store_job *first, **end;
} job_queue;

struct store {
    backend *backend;
    const game *const *games;
    void (*wake)(void *context);
    void *context;
    char (*broken)[ID_BYTES]; /* games that could not be kept; of the thread alone */
    size_t broken_count;
    pthread_t thread;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    job_queue waiting, done;
    bool stops;
};

static void queue_clear(job_queue *q) {
    q->first = NULL;
    q->end = &q->first;
}

static void queue_add(job_queue *q, store_job *job) {
    job->next = NULL;
    *q->end = job;
    q->end = &job->next;
}

/* --- the thread ------------------------------------------------------------------------------- */

/* --- games that could not be kept: what follows in them makes no sense until they are read again
 */

static bool is_broken(const store *s, const store_batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        for (size_t k = 0; k < s->broken_count; k++)
            if (batch->rows[i].game[0] && strcmp(s->broken[k], batch->rows[i].game) == 0)
                return true;
    return false;
}

static void note_broken(store *s, const store_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        store_batch one = {.rows = &batch->rows[i], .count = 1};
        if (!batch->rows[i].game[0] || is_broken(s, &one)) continue;
        void *more = realloc(s->broken, (s->broken_count + 1) * sizeof *s->broken);
        if (!more) abort(); /* to go on would damage a game */
        s->broken = more;
        memcpy(s->broken[s->broken_count++], batch->rows[i].game, ID_BYTES);
    }
}

static void mend(store *s, const char *id) {
    for (size_t k = 0; k < s->broken_count; k++)
        if (strcmp(s->broken[k], id) == 0)
            memcpy(s->broken[k--], s->broken[--s->broken_count], ID_BYTES);
}

static status put_all(store *s, const store_batch *batch, error *e) {
    status code = batch->failed ? fail_memory(e) : STATUS_OK;
    if (code == STATUS_OK && is_broken(s, batch))
        code = FAIL(e, STATUS_FAILED, "what came before it could not be kept");
    for (size_t i = 0; code == STATUS_OK && i < batch->count; i++)
        code = s->backend->put(s->backend, &batch->rows[i], e);
    return code;
}

/* Commits jobs that keep something, up to `end`, together. */
static status commit(store *s, store_job *first, const store_job *end, error *e) {
    status code = s->backend->begin(s->backend, e);
    if (code != STATUS_OK) return code;
    for (store_job *job = first; code == STATUS_OK && job != end; job = job->next)
        code = put_all(s, &job->batch, e);
    if (code == STATUS_OK) code = s->backend->commit(s->backend, e);
    if (code != STATUS_OK) s->backend->roll_back(s->backend);
    return code;
}

/* What could not be kept together is tried one by one: the fault may lie with one of them. */
static void keep(store *s, store_job *first, const store_job *end) {
    error e;
    bool anything = false;
    for (store_job *job = first; job != end; job = job->next)
        anything = anything || job->batch.count > 0 || job->batch.failed;
    status code = anything ? commit(s, first, end, &e) : STATUS_OK;
    for (store_job *job = first; job != end; job = job->next) {
        job->code = STATUS_OK;
        if (code != STATUS_OK) job->code = commit(s, job, job->next, &job->e);
        if (job->code != STATUS_OK) note_broken(s, &job->batch);
    }
}

/* All jobs of a list, in their order. */
static void work(store *s, store_job *first) {
    while (first) {
        store_job *end = first;
        while (end && !end->load[0]) end = end->next;
        keep(s, first, end);
        if (!end) return;
        mend(s, end->load);
        end->code = s->backend->load(s->backend, s->games, end->load, &end->room, &end->e);
        first = end->next;
    }
}

static void *run(void *argument) {
    store *s = argument;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->waiting.first && !s->stops) pthread_cond_wait(&s->more, &s->lock);
        store_job *first = s->waiting.first;
        if (!first) break;
        queue_clear(&s->waiting);
        pthread_mutex_unlock(&s->lock);
        work(s, first);
        pthread_mutex_lock(&s->lock);
        while (first) {
            store_job *next = first->next;
            queue_add(&s->done, first);
            first = next;
        }
        pthread_mutex_unlock(&s->lock);
        s->wake(s->context);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* --- the asker -------------------------------------------------------------------------------- */

status store_open(backend *b, const game *const *games, void (*wake)(void *context), void *context,
                  store **out, error *e) {
    store *s = calloc(1, sizeof *s);
    if (!s) {
        b->close(b);
        return fail_memory(e);
    }
    *s = (store){.backend = b, .games = games, .wake = wake, .context = context};
    queue_clear(&s->waiting);
    queue_clear(&s->done);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->more, NULL);
    if (pthread_create(&s->thread, NULL, run, s) != 0) {
        b->close(b);
        free(s);
        return FAIL(e, STATUS_FAILED, "the system gives no thread to keep games with");
    }
    *out = s;
    return STATUS_OK;
}

void store_submit(store *s, store_job *job) {
    pthread_mutex_lock(&s->lock);
    queue_add(&s->waiting, job);
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
}

void store_collect(store *s) {
    pthread_mutex_lock(&s->lock);
    store_job *job = s->done.first;
    queue_clear(&s->done);
    pthread_mutex_unlock(&s->lock);
    while (job) {
        store_job *next = job->next;
        job->done(job);
        job = next;
    }
}

void store_close(store *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stops = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    store_collect(s);
    s->backend->close(s->backend);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    free(s->broken);
    free(s);
}

status store_open_url(const char *url, backend **out, error *e) {
    static const char sqlite[] = "sqlite:";
    if (strncmp(url, sqlite, strlen(sqlite)) == 0 && url[strlen(sqlite)])
        return sqlite_open(url + strlen(sqlite), out, e);
    return FAIL(e, STATUS_USAGE, "--store: '%.60s' is not sqlite:FILE", url);
}
