/* SPDX-License-Identifier: MIT */
#include "server/scholar.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "server/values.h"

struct inquiry {
    http_request request; /* as far as the answer depends on it */
    char *query, *body;
    size_t length;
    answer answer;
    void (*answered)(void *context, answer a);
    void *context; /* NULL: nobody waits any more */
    inquiry **waits;
    inquiry *next;
};

struct scholar {
    library *library; /* of the thread alone */
    void (*wake)(void *context);
    void *context;
    size_t waiting; /* of the asker alone: questions that have not come back */
    pthread_t thread;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    inquiry *asked, **asked_end, *done, **done_end;
    bool stops;
};

static void free_inquiry(inquiry *i) {
    free(i->query);
    free(i->body);
    free(i);
}

static void *run(void *argument) {
    scholar *s = argument;
    pthread_mutex_lock(&s->lock);
    while (!s->stops) {
        inquiry *i = s->asked;
        if (!i) {
            pthread_cond_wait(&s->more, &s->lock);
            continue;
        }
        s->asked = i->next;
        if (!s->asked) s->asked_end = &s->asked;
        pthread_mutex_unlock(&s->lock);
        i->answer = values_answer(s->library, &i->request, i->body, i->length);
        i->next = NULL;
        pthread_mutex_lock(&s->lock);
        *s->done_end = i;
        s->done_end = &i->next;
        pthread_mutex_unlock(&s->lock);
        s->wake(s->context);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

status scholar_new(void (*wake)(void *context), void *context, scholar **out, error *e) {
    scholar *s = calloc(1, sizeof *s);
    status code = s ? library_new(&s->library, e) : fail_memory(e);
    if (code != STATUS_OK) {
        free(s);
        return code;
    }
    s->wake = wake;
    s->context = context;
    s->asked_end = &s->asked;
    s->done_end = &s->done;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->more, NULL);
    if (pthread_create(&s->thread, NULL, run, s) != 0) {
        library_free(s->library);
        free(s);
        return FAIL(e, STATUS_FAILED, "the system gives no thread to look values up with");
    }
    *out = s;
    return STATUS_OK;
}

/* A list of questions that nobody will answer. */
static void drop_all(inquiry *i, bool answered) {
    for (inquiry *next; i; i = next) {
        next = i->next;
        if (answered) answer_free(&i->answer);
        if (i->context) *i->waits = NULL;
        free_inquiry(i);
    }
}

void scholar_free(scholar *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stops = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    drop_all(s->asked, false);
    drop_all(s->done, true);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    library_free(s->library);
    free(s);
}

/* What the answer depends on, in memory of its own. The method is one of those that HTTP knows. */
static inquiry *copy_question(const scholar_asking *a) {
    static const char *const methods[] = {"GET", "HEAD", "POST"};
    inquiry *i = calloc(1, sizeof *i);
    if (!i) return NULL;
    i->request.method = "OPTIONS";
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        if (strcmp(a->request->method, methods[k]) == 0) i->request.method = methods[k];
    memcpy(i->request.path, a->request->path, sizeof i->request.path);
    i->request.query = i->query = strdup(a->request->query);
    i->body = malloc(a->length + 1);
    i->length = a->length;
    if (!i->query || !i->body) {
        free_inquiry(i);
        return NULL;
    }
    if (a->length > 0) memcpy(i->body, a->body, a->length);
    if (http_is_json(a->request))
        i->request.fields[i->request.field_count++] =
            (http_field){"content-type", "application/json"};
    i->answered = a->answered;
    i->context = a->context;
    return i;
}

void scholar_ask(scholar *s, const scholar_asking *a, inquiry **waits) {
    inquiry *i = s->waiting < SCHOLAR_WAITING_MAX ? copy_question(a) : NULL;
    if (!i) {
        a->answered(a->context, answer_problem(503, "Too many questions at once."));
        return;
    }
    *waits = i;
    i->waits = waits;
    s->waiting++;
    pthread_mutex_lock(&s->lock);
    *s->asked_end = i;
    s->asked_end = &i->next;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
}

void scholar_collect(scholar *s) {
    pthread_mutex_lock(&s->lock);
    inquiry *i = s->done;
    s->done = NULL;
    s->done_end = &s->done;
    pthread_mutex_unlock(&s->lock);
    for (inquiry *next; i; i = next) {
        next = i->next;
        s->waiting--;
        if (i->context)
            i->answered(i->context, i->answer);
        else
            answer_free(&i->answer);
        free_inquiry(i);
    }
}

void inquiry_drop(inquiry *i) {
    i->context = NULL;
}
