/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "store/sqlite.h"

typedef struct job_queue {
    store_job *first, **end;
} job_queue;

/* A game that another server has changed. */
typedef struct store_news {
    char game[ID_BYTES];
    bool listed;
    struct store_news *next;
} store_news;

struct store {
    backend *backend;
    const game *const *games;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    int bell;             /* rung when there is a job */
    pthread_mutex_t lock; /* of all that follows */
    job_queue waiting, done;
    store_news *news, **news_end;
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

/* --- what could not be kept: what follows from it makes no sense -------------------------------
 */

static bool is_broken(const store_batch *batch) {
    for (int i = 0; i < 2; i++)
        if (batch->strands[i] && batch->strands[i]->is_broken) return true;
    return false;
}

static void note_broken(const store_batch *batch) {
    for (int i = 0; i < 2; i++)
        if (batch->strands[i]) batch->strands[i]->is_broken = true;
}

/* --- keeping ---------------------------------------------------------------------------------- */

static int by_game(const void *a, const void *b) {
    return strcmp(((const store_version *)a)->game, ((const store_version *)b)->game);
}

/* The games that some jobs change, sorted, each once. */
static size_t list_games(const store_job *first, const store_job *end, store_version *list) {
    size_t count = 0, kept = 0;
    for (const store_job *job = first; job != end; job = job->next)
        if (job->batch.game[0]) memcpy(list[count++].game, job->batch.game, sizeof job->batch.game);
    qsort(list, count, sizeof *list, by_game);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || by_game(&list[kept - 1], &list[i]) != 0) list[kept++] = list[i];
    return kept;
}

/* Whether another request had one of the keys of a batch. */
static status check_keys(store *s, const store_batch *batch, error *e) {
    static const int64_t lives = 24 * 60 * 60000;
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < batch->count; i++) {
        const store_row *row = &batch->rows[i];
        store_key known;
        if (row->kind != ROW_KEY) continue;
        code = s->backend->find_key(s->backend, row->text, row->numbers[0] - lives, &known, e);
        if (code == STATUS_OK && known.request[0])
            code = FAIL(e, STATUS_DIFFERS, "the key was used before");
    }
    return code;
}

/* Whether a job follows from what is kept; if so, `of` is counted on. */
static status check_job(store *s, const store_job *job, store_version *list, size_t count,
                        error *e) {
    const store_batch *batch = &job->batch;
    if (batch->failed) return fail_memory(e);
    if (is_broken(batch)) return FAIL(e, STATUS_DIFFERS, "what came before it was not kept");
    status code = check_keys(s, batch, e);
    if (code != STATUS_OK || !batch->game[0]) return code;
    store_version key;
    memcpy(key.game, batch->game, sizeof key.game);
    store_version *of = bsearch(&key, list, count, sizeof *list, by_game);
    if (!of || of->version != batch->version)
        return FAIL(e, STATUS_DIFFERS, "the game has gone on elsewhere");
    of->version++;
    return STATUS_OK;
}

static status put_all(store *s, const store_batch *batch, error *e) {
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < batch->count; i++)
        code = s->backend->put(s->backend, &batch->rows[i], e);
    if (code == STATUS_OK && batch->game[0]) code = s->backend->advance(s->backend, batch, e);
    return code;
}

/* Puts jobs, up to `end`; those that do not follow from what is kept get their code and are left
 * out. */
static status put_jobs(store *s, store_job *first, const store_job *end, store_version *list,
                       error *e) {
    size_t count = list_games(first, end, list);
    status code = count > 0 ? s->backend->versions(s->backend, list, count, e) : STATUS_OK;
    for (store_job *job = first; code == STATUS_OK && job != end; job = job->next) {
        job->code = check_job(s, job, list, count, &job->e);
        if (job->code == STATUS_DIFFERS) note_broken(&job->batch);
        if (job->code == STATUS_FAILED) code = FAIL(e, STATUS_FAILED, "%s", job->e.text);
        if (job->code == STATUS_OK) code = put_all(s, &job->batch, e);
    }
    return code;
}

/* Commits jobs together. */
static status commit(store *s, store_job *first, const store_job *end, size_t jobs, error *e) {
    store_version *list = calloc(jobs, sizeof *list);
    status code = list ? s->backend->begin(s->backend, e) : fail_memory(e);
    if (code == STATUS_OK) {
        code = put_jobs(s, first, end, list, e);
        if (code == STATUS_OK) code = s->backend->commit(s->backend, e);
        if (code != STATUS_OK) s->backend->roll_back(s->backend);
    }
    free(list);
    return code;
}

/* What could not be kept together is tried one by one: the fault may lie with one of them. */
static void keep(store *s, store_job *first, const store_job *end) {
    error e;
    size_t jobs = 0;
    bool anything = false;
    for (store_job *job = first; job != end; job = job->next, jobs++) {
        job->code = STATUS_OK;
        anything = anything || job->batch.count > 0 || job->batch.failed;
    }
    if (!anything) return;
    status code = commit(s, first, end, jobs, &e);
    for (store_job *job = first; code != STATUS_OK && job != end; job = job->next) {
        if (job->code == STATUS_DIFFERS) continue; /* it has been noted */
        status alone = commit(s, job, job->next, 1, &job->e);
        if (alone != STATUS_OK) job->code = alone;
        if (alone != STATUS_OK) note_broken(&job->batch);
    }
}

/* --- the thread ------------------------------------------------------------------------------- */

static void look_up(store *s, store_job *job) {
    backend *b = s->backend;
    switch (job->kind) {
    case JOB_LOAD: job->code = b->load(b, s->games, job->game, &job->loaded, &job->e); break;
    case JOB_KEY: job->code = b->find_key(b, job->hash, job->since, &job->key, &job->e); break;
    default: job->code = b->survey(b, &job->terms, &job->survey, &job->e); break;
    }
}

/* All jobs of a list, in their order. */
static void work(store *s, store_job *first) {
    while (first) {
        store_job *end = first;
        while (end && end->kind == JOB_KEEP) end = end->next;
        keep(s, first, end);
        if (!end) return;
        look_up(s, end);
        first = end->next;
    }
}

static void hear(void *context, const char *id, bool listed) {
    store *s = context;
    store_news *news = calloc(1, sizeof *news);
    if (!news) abort(); /* a game would go on without us */
    memcpy(news->game, id, strlen(id) + 1);
    news->listed = listed;
    pthread_mutex_lock(&s->lock);
    *s->news_end = news;
    s->news_end = &news->next;
    pthread_mutex_unlock(&s->lock);
}

/* Waits for jobs, and for what other servers tell. */
static void wait_for_more(store *s) {
    uint64_t count;
    backend *b = s->backend;
    struct pollfd fds[] = {{.fd = s->bell, .events = POLLIN},
                           {.fd = b->descriptor ? b->descriptor(b) : -1, .events = POLLIN}};
    if (poll(fds, 2, -1) > 0 && fds[0].revents)
        if (read(s->bell, &count, sizeof count) < 0) return; /* somebody was faster: none is lost */
}

static void *run(void *argument) {
    store *s = argument;
    for (;;) {
        pthread_mutex_lock(&s->lock);
        store_job *first = s->waiting.first;
        bool stops = s->stops && !first;
        queue_clear(&s->waiting);
        pthread_mutex_unlock(&s->lock);
        if (stops) return NULL;
        work(s, first);
        if (s->backend->listen) s->backend->listen(s->backend, hear, s);
        pthread_mutex_lock(&s->lock);
        for (store_job *job = first, *next; job; job = next) {
            next = job->next;
            queue_add(&s->done, job);
        }
        bool news = s->done.first || s->news;
        bool more = s->waiting.first || s->stops;
        pthread_mutex_unlock(&s->lock);
        if (news) s->wake(s->context);
        if (!more) wait_for_more(s);
    }
}

/* --- the asker -------------------------------------------------------------------------------- */

static void ring(const store *s) {
    uint64_t one = 1;
    while (write(s->bell, &one, sizeof one) < 0 && errno == EINTR) continue;
}

static void free_store(store *s) {
    s->backend->close(s->backend);
    pthread_mutex_destroy(&s->lock);
    if (s->bell >= 0) close(s->bell);
    free(s);
}

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
    s->news_end = &s->news;
    s->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&s->lock, NULL);
    if (s->bell < 0 || pthread_create(&s->thread, NULL, run, s) != 0) {
        free_store(s);
        return FAIL(e, STATUS_FAILED, "the system gives no thread to keep games with");
    }
    *out = s;
    return STATUS_OK;
}

void store_submit(store *s, store_job *job) {
    pthread_mutex_lock(&s->lock);
    bool is_first = !s->waiting.first; /* else the bell has been rung for what is there */
    queue_add(&s->waiting, job);
    pthread_mutex_unlock(&s->lock);
    if (is_first) ring(s);
}

void store_collect(store *s, void (*heard)(void *context, const char *id, bool listed),
                   void *context) {
    pthread_mutex_lock(&s->lock);
    store_job *job = s->done.first;
    store_news *news = s->news;
    queue_clear(&s->done);
    s->news = NULL;
    s->news_end = &s->news;
    pthread_mutex_unlock(&s->lock);
    for (store_job *next; job; job = next) {
        next = job->next;
        job->done(job);
    }
    for (store_news *next; news; news = next) {
        next = news->next;
        if (heard) heard(context, news->game, news->listed);
        free(news);
    }
}

/* What was submitted when the last answers were taken comes too late; false: there is nothing. */
static bool refuse_the_rest(store *s) {
    store_job *job = s->waiting.first;
    bool any = job != NULL;
    queue_clear(&s->waiting);
    for (store_job *next; job; job = next) {
        next = job->next;
        job->code = FAIL(&job->e, STATUS_FAILED, "the store is being closed");
        queue_add(&s->done, job);
    }
    return any;
}

void store_close(store *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stops = true;
    pthread_mutex_unlock(&s->lock);
    ring(s);
    pthread_join(s->thread, NULL);
    do {
        store_collect(s, NULL, NULL);
    } while (refuse_the_rest(s));
    free_store(s);
}

status store_open_url(const char *url, backend **out, error *e) {
    static const char sqlite[] = "sqlite:";
    if (strncmp(url, sqlite, strlen(sqlite)) == 0 && url[strlen(sqlite)])
        return sqlite_open(url + strlen(sqlite), out, e);
    if (strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0)
        return postgres_open(url, out, e);
    return FAIL(e, STATUS_USAGE, "--store: '%.60s' is not sqlite:FILE or postgresql://...", url);
}
