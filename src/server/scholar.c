/* SPDX-License-Identifier: MIT */
#include "server/scholar.h"

#include <stdlib.h>
#include <string.h>

#include "server/limiter.h"
#include "server/thinkers.h"
#include "server/values.h"

struct scholar {
    library *library; /* of the thread alone */
    thinkers *reader; /* the thread */
};

struct inquiry {
    thought thought;
    library *library;
    http_request request; /* as far as the answer depends on it */
    char *query, *body;
    size_t length;
    answer answer;
    void (*answered)(void *context, answer a);
    void *context; /* NULL: nobody waits any more */
    inquiry **waits;
};

static void free_inquiry(inquiry *i) {
    free(i->query);
    free(i->body);
    free(i);
}

status scholar_new(void (*wake)(void *context), void *context, scholar **out, error *e) {
    scholar *s = calloc(1, sizeof *s);
    status code = s ? library_new(&s->library, e) : fail_memory(e);
    if (code == STATUS_OK)
        code = thinkers_new(1, INQUIRIES_OF_A_CLIENT, wake, context, &s->reader, e);
    if (code == STATUS_OK)
        *out = s;
    else
        scholar_free(s);
    return code;
}

void scholar_free(scholar *s) {
    if (!s) return;
    thinkers_free(s->reader);
    library_free(s->library);
    free(s);
}

static void look_up(thought *t, thinker *by) {
    (void)by;
    inquiry *i = (inquiry *)t;
    if (atomic_load(&t->stop)) return; /* nobody waits */
    i->answer = values_answer(i->library, &i->request, i->body, i->length);
}

static void done(thought *t) {
    inquiry *i = (inquiry *)t;
    if (i->context)
        i->answered(i->context, i->answer);
    else
        answer_free(&i->answer);
    free_inquiry(i);
}

static void drop(thought *t) {
    inquiry *i = (inquiry *)t;
    if (i->context) *i->waits = NULL;
    answer_free(&i->answer);
    free_inquiry(i);
}

/* What the answer depends on, in memory of its own. The method is one of those that HTTP knows. */
static inquiry *copy_question(const scholar *s, const scholar_asking *a) {
    static const char *const methods[] = {"GET", "HEAD", "POST"};
    inquiry *i = calloc(1, sizeof *i);
    if (!i) return NULL;
    i->thought = (thought){
        .client = limiter_client(a->client), .think = look_up, .done = done, .drop = drop};
    i->library = s->library;
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
    inquiry *i = copy_question(s, a);
    thinkers_answer taken = THOUGHT_FULL;
    if (i) {
        i->waits = waits;
        *waits = i;
        taken = thinkers_ask(s->reader, &i->thought);
        if (taken == THOUGHT_TAKEN) return;
        *waits = NULL;
        free_inquiry(i);
    }
    answer refusal = taken == THOUGHT_CLIENT_FULL
                         ? answer_problem(429, "Too many questions of one client at once.")
                         : answer_problem(503, "Too many questions at once.");
    refusal.for_all = true;
    a->answered(a->context, refusal);
}

void scholar_collect(scholar *s) {
    thinkers_collect(s->reader);
}

void inquiry_drop(inquiry *i) {
    i->context = NULL;
    atomic_store(&i->thought.stop, true);
}
