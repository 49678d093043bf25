/* SPDX-License-Identifier: MIT */
#include "server/about.h"

#include <string.h>

#include "server/qr.h"

static answer answer_health(const about_asking *a) {
    (void)a;
    text ok = text_growing();
    text_put(&ok, "ok\n");
    return answer_text(200, NULL, ok);
}

/* Numbers about the server, as Prometheus reads them; for who is on this machine,
 * unless it was said that they are for everybody. */
static answer answer_metrics(const about_asking *a) {
    const server_counts *counts = a->counts;
    if (!counts || !(a->is_local || a->public_metrics))
        return answer_problem(403, "Only this machine is told.");
    text out = text_growing();
    text_put(&out, "# TYPE linework_requests_total counter\n");
    for (int i = 1; i < 6; i++)
        text_format(&out, "linework_requests_total{status=\"%dxx\"} %llu\n", i,
                    (unsigned long long)counts->requests[i]);
    text_format(&out, "# TYPE linework_connections gauge\nlinework_connections %llu\n",
                (unsigned long long)counts->connections);
    if (a->desk) {
        desk_counts games = desk_count(a->desk);
        text_format(&out,
                    "# TYPE linework_games_in_memory gauge\nlinework_games_in_memory %llu\n"
                    "# TYPE linework_sockets gauge\nlinework_sockets %llu\n"
                    "# TYPE linework_events_total counter\nlinework_events_total %llu\n"
                    "# TYPE linework_store_failures_total counter\n"
                    "linework_store_failures_total %llu\n",
                    (unsigned long long)games.rooms, (unsigned long long)games.guests,
                    (unsigned long long)games.events, (unsigned long long)games.stores_failed);
    }
    return answer_text(200, "text/plain; version=0.0.4; charset=utf-8", out);
}

/* Where other devices reach this server; for who is on this machine, because all others have come
 * by such an address. */
static answer answer_addresses(const about_asking *a) {
    json_t *list = json_array();
    reach all = {0};
    if (a->names->is_everywhere && a->is_local) all = reach_find();
    for (int i = 0; list && i < all.count; i++) {
        json_t *address = json_sprintf("%s://%s:%d", a->names->is_tls ? "https" : "http",
                                       all.hosts[i], a->names->port);
        if (json_array_append_new(list, address) == 0) continue;
        json_decref(list);
        list = NULL;
    }
    return answer_facts(200, list ? json_pack("{s:o}", "addresses", list) : NULL);
}

static answer picture_of(const about_asking *a, const char *address) {
    if (!names_lead_here(a->names, address))
        return answer_problem(400, "\"text\" must be an address of this server.");
    error e;
    text picture = text_growing();
    status code = qr_svg(address, &picture, &e);
    if (code == STATUS_INVALID) {
        text_free(&picture);
        return answer_problem(400, e.text);
    }
    answer made = answer_text(200, "image/svg+xml", picture);
    made.is_secret = true; /* a link to a seat is */
    return made;
}

/* A QR code: only of addresses of this server, so that nobody makes it vouch for others'. By POST,
 * an address that is a secret is in no query. */
static answer answer_qr(const about_asking *a) {
    error e;
    answer made;
    if (strcmp(a->request->method, "POST") == 0) {
        if (!http_is_json(a->request))
            return answer_problem(415, "The body must be application/json.");
        json_t *in = message_object(a->body ? a->body : "", a->length, &e);
        if (!in) return answer_problem(400, e.text);
        const char *address = json_string_value(json_object_get(in, "text"));
        made = address ? picture_of(a, address) : answer_problem(400, "\"text\" is missing");
        json_decref(in);
        return made;
    }
    text address = text_growing();
    status code = answer_parameter(a->request->query, "text", &address, &e);
    made = code == STATUS_FAILED ? answer_facts(500, NULL)
           : code != STATUS_OK   ? answer_problem(400, e.text)
           : address.length == 0 ? answer_problem(400, "\"text\" is missing")
                                 : picture_of(a, address.data);
    text_free(&address);
    return made;
}

/* --- which of them it is ---------------------------------------------------------------------- */

typedef struct subject {
    const char *path;
    answer (*answer)(const about_asking *a);
    bool by_post;
} subject;

static const subject *find(const char *path) {
    static const subject subjects[] = {{"/healthz", answer_health, false},
                                       {"/metrics", answer_metrics, false},
                                       {"/v1/addresses", answer_addresses, false},
                                       {"/v1/qr", answer_qr, true}};
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(path, subjects[i].path) == 0) return &subjects[i];
    return NULL;
}

bool about_knows(const http_request *r) {
    return find(r->path) != NULL;
}

answer about_answer(const about_asking *a) {
    const subject *s = find(a->request->path);
    const char *method = a->request->method;
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 ||
        (s->by_post && strcmp(method, "POST") == 0))
        return s->answer(a);
    answer refusal = answer_problem(405, "This cannot be done here.");
    if (s->by_post) refusal.allow = "GET, HEAD, POST";
    return refusal;
}
