/* SPDX-License-Identifier: MIT */
#include "server/talk.h"

#include <string.h>
#include <strings.h>

#include "server/values.h"

/* No script, style or connection from elsewhere; the engine is WebAssembly. */
static const char policies[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cache-control: no-cache\r\n"
    "vary: accept-encoding\r\n";

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void talk_begin(talk *t, const talk_terms *terms) {
    *t = (talk){.terms = terms};
}

/* --- whom the request means ------------------------------------------------------------------- */

/* "host:port", where the port may be left out if it is HTTP's own. */
static bool is_at_port(const char *host, const char *name, int port) {
    char whole[TALK_ADDRESS_MAX + 8];
    text t = text_fixed(whole, sizeof whole);
    text_format(&t, "%s:%d", name, port);
    return strcasecmp(host, whole) == 0 || (port == 80 && strcasecmp(host, name) == 0);
}

/* A page of another server may give its name our address, and would then be taken for ours by the
 * browser. So only names count that nobody else can give away. */
static bool is_meant(const talk *t, const char *host) {
    static const char *const local[] = {"localhost", "127.0.0.1", "[::1]", NULL};
    if (!host) return true; /* no browser leaves it out */
    for (const char *const *name = local; *name; name++)
        if (is_at_port(host, *name, t->terms->port)) return true;
    if (is_at_port(host, t->own, t->terms->port)) return true;
    for (const char *const *name = t->terms->names; name && *name; name++) {
        size_t length = strlen(*name);
        if (strncasecmp(host, *name, length) == 0 && (!host[length] || host[length] == ':'))
            return true;
    }
    return false;
}

/* A page of another server must not play in the name of who looks at it; whatever is no browser
 * says nothing of where it comes from. */
static bool is_own_origin(const talk *t) {
    size_t count = 0;
    for (size_t i = 0; i < t->request.field_count; i++)
        count += strcasecmp(t->request.fields[i].name, "origin") == 0;
    const char *origin = http_field_value(&t->request, "origin");
    if (count == 0) return true;
    if (!origin) return false;
    if (strncasecmp(origin, "http://", 7) == 0) return is_meant(t, origin + 7);
    return strncasecmp(origin, "https://", 8) == 0 && is_meant(t, origin + 8);
}

/* --- answering -------------------------------------------------------------------------------- */

static void make_head(talk *t) {
    const answer *a = &t->answer;
    text head = text_fixed(t->head, sizeof t->head);
    text_format(&head, "HTTP/1.1 %d %s\r\ndate: ", a->code, http_phrase(a->code));
    http_date(&head, time(NULL));
    text_put(&head, "\r\n");
    text_put(&head, policies);
    if (a->code == 101)
        text_format(&head,
                    "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: %s\r\n"
                    "sec-websocket-protocol: linework.v1\r\n",
                    a->accept);
    else if (a->code != 304 && a->code != 204)
        text_format(&head, "content-type: %s\r\ncontent-length: %zu\r\n", a->type, a->length);
    if (a->code == 405) text_format(&head, "allow: %s\r\n", a->allow ? a->allow : "GET, HEAD");
    if (a->code == 401) text_put(&head, "www-authenticate: Bearer\r\n");
    if (a->code == 426) text_put(&head, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (a->code == 429 || a->code == 503) text_put(&head, "retry-after: 5\r\n");
    if (a->location[0]) text_format(&head, "location: %s\r\n", a->location);
    /* Weak, because it names the file, and what is sent may be packed. */
    if (a->tag) text_format(&head, "etag: W/%s\r\n", a->tag);
    if (a->own_tag[0]) text_format(&head, "etag: %s\r\n", a->own_tag);
    if (a->is_gzip) text_put(&head, "content-encoding: gzip\r\n");
    if (a->for_all) text_put(&head, "access-control-allow-origin: *\r\n");
    if (t->closes && a->code != 101)
        text_put(&head, "connection: close\r\n");
    else if (t->request.is_old)
        text_put(&head, "connection: keep-alive\r\n");
    text_put(&head, "\r\n");
    t->head_bytes = head.length;
}

static size_t body_bytes(const talk *t) {
    return t->only_head ? 0 : t->answer.length;
}

static void begin_answer(talk *t, answer a) {
    t->answer = a;
    t->said = 0;
    t->state = TALK_ANSWERING;
    make_head(t);
}

/* After this nothing can be understood any more. */
static void refuse(talk *t, int code, const char *why) {
    t->closes = true;
    t->only_head = false;
    begin_answer(t, answer_refusing(code, why));
}

static void wake_talk(void *context) {
    talk *t = context;
    if (t->terms->wake) t->terms->wake(t);
}

/* An answer about games; the asker may be the guest of a room from now on. */
static void take_answer(void *context, answer a) {
    talk *t = context;
    t->ticket = NULL;
    if (a.code == 101) {
        t->guest = guest_new(a.desk, a.place, wake_talk, t);
        if (!t->guest) a = answer_problem(503, "out of memory");
    }
    begin_answer(t, a);
    wake_talk(t);
}

static void take_value(void *context, answer a) {
    talk *t = context;
    t->inquiry = NULL;
    answer_tag(&a, &t->request);
    begin_answer(t, a);
    wake_talk(t);
}

static void ask_for_values(talk *t) {
    scholar_asking asking = {.request = &t->request,
                             .body = t->said_to_us.data,
                             .length = t->said_to_us.length,
                             .answered = take_value,
                             .context = t};
    t->state = TALK_WAITING;
    scholar_ask(t->terms->scholar, &asking, &t->inquiry);
}

static void ask_for_games(talk *t) {
    if (!t->terms->desk) {
        begin_answer(t, answer_problem(503, "This server keeps no games."));
    } else if (!is_own_origin(t)) {
        begin_answer(t, answer_problem(403, "Pages of other servers cannot play here."));
    } else {
        games_asking asking = {.desk = t->terms->desk,
                               .request = &t->request,
                               .body = t->said_to_us.data,
                               .body_bytes = t->said_to_us.length,
                               .client = t->client,
                               .answered = take_answer,
                               .context = t};
        t->state = TALK_WAITING;
        games_ask(&asking, &t->ticket);
    }
}

/* Numbers about the server, as Prometheus reads them; for who is on this machine. */
static answer answer_metrics(const talk *t) {
    const talk_counts *counts = t->terms->counts;
    if (!counts || (strcmp(t->client, "127.0.0.1") != 0 && strcmp(t->client, "::1") != 0))
        return answer_problem(403, "Only this machine is told.");
    text out = text_growing();
    text_put(&out, "# TYPE linework_requests_total counter\n");
    for (int i = 1; i < 6; i++)
        text_format(&out, "linework_requests_total{status=\"%dxx\"} %llu\n", i,
                    (unsigned long long)counts->requests[i]);
    text_format(&out, "# TYPE linework_connections gauge\nlinework_connections %llu\n",
                (unsigned long long)counts->connections);
    if (t->terms->desk) {
        desk_counts games = desk_count(t->terms->desk);
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

static const char unknown_name[] =
    "This server does not go by that name. Who runs it can add it: linework serve --name NAME";

static void answer_request(talk *t) {
    t->closes = !t->request.keeps_alive;
    t->only_head = strcmp(t->request.method, "HEAD") == 0;
    if (!is_meant(t, t->request.host))
        begin_answer(t, answer_refusing(421, unknown_name));
    else if (games_know(t->request.path))
        ask_for_games(t);
    else if (t->terms->scholar && values_know(&t->request))
        ask_for_values(t);
    else if (strcmp(t->request.path, "/metrics") == 0 && strcmp(t->request.method, "GET") == 0)
        begin_answer(t, answer_metrics(t));
    else
        begin_answer(
            t, answer_to(t->terms->library, &t->request, t->said_to_us.data, t->said_to_us.length));
    text_free(&t->said_to_us);
}

/* One line: time, client, method, path without its query, status, bytes, milliseconds. */
static void log_answer(const talk *t) {
    if (t->terms->counts) t->terms->counts->requests[t->answer.code / 100]++;
    if (!t->terms->log) return;
    char line[640];
    text out = text_fixed(line, sizeof line);
    time_t when = time(NULL);
    struct tm utc;
    gmtime_r(&when, &utc);
    bool known = t->head_length > 0;
    size_t bytes = t->said > t->head_bytes ? t->said - t->head_bytes : 0;
    text_format(&out, "%04d-%02d-%02dT%02d:%02d:%02dZ %s %.20s %.200s %d %zu %lldms",
                utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                utc.tm_sec, t->client, known ? t->request.method : "-",
                known ? t->request.target : "-", t->answer.code, bytes,
                (long long)(now_ms() - t->begun_ms));
    if (t->answer.remark.text[0]) text_format(&out, " (%s)", t->answer.remark.text);
    t->terms->log(t->terms->context, line);
}

static void forget_received(talk *t, size_t length) {
    t->received_length -= length;
    memmove(t->received, t->received + length, t->received_length);
}

static void finish_answer(talk *t) {
    log_answer(t);
    answer_free(&t->answer);
    forget_received(t, t->closes && !t->guest ? t->received_length : t->head_length);
    t->head_length = 0;
    t->state = t->guest ? TALK_SOCKET : t->closes ? TALK_OVER : TALK_IDLE;
}

/* --- receiving ----------------------------------------------------------------------------------
 */

/* The body lies behind its head in `received`, as far as it has come, and is taken out of there. */
static void receive_body(talk *t) {
    char *body = t->received + t->head_length;
    size_t length = t->received_length - t->head_length, taken;
    bool reads = strcmp(t->request.method, "POST") == 0;
    int code = http_take(&t->body, body, length, reads ? &t->said_to_us : NULL, &taken);
    t->received_length -= taken;
    memmove(body, body + taken, length - taken);
    if (t->said_to_us.failed)
        refuse(t, 503, "There is no memory for the body.");
    else if (code == 413)
        refuse(t, code, "The body is too long.");
    else if (code)
        refuse(t, code, "The chunks of the body are not well-formed.");
    else if (t->body.at == BODY_DONE)
        answer_request(t);
}

/* What was received goes to the room. */
static void pass_on(talk *t) {
    guest_receive(t->guest, t->received, t->received_length);
    t->received_length = 0;
}

/* Makes of what has been received what can be made of it. */
static void understand(talk *t) {
    if (t->state == TALK_SOCKET) {
        pass_on(t);
        return;
    }
    if (t->state == TALK_IDLE && t->received_length > 0) {
        t->state = TALK_HEARING;
        t->begun_ms = now_ms();
    }
    if (t->state != TALK_HEARING) return;
    if (t->head_length == 0) {
        const char *why;
        size_t head;
        int code = http_read(t->received, t->received_length, &t->request, &head, &why);
        if (code == HTTP_MORE) return;
        if (code != HTTP_WHOLE) {
            refuse(t, code, why);
            return;
        }
        t->head_length = head;
        t->said_to_us = text_growing();
        t->body = http_body_of(&t->request);
        if (t->request.awaits_go_ahead && t->body.at != BODY_DONE)
            t->go_ahead = "HTTP/1.1 100 Continue\r\n\r\n";
    }
    receive_body(t);
}

void talk_receive(talk *t, const char *bytes, size_t length) {
    if (t->state == TALK_OVER) return;
    if (length > sizeof t->received - t->received_length) { /* nobody was asked to say so much */
        talk_end(t);
        return;
    }
    memcpy(t->received + t->received_length, bytes, length);
    t->received_length += length;
    understand(t);
}

void talk_is_late(talk *t) {
    if (t->state == TALK_SOCKET) {
        guest_is_late(t->guest);
        if (guest_is_over(t->guest)) talk_end(t);
    } else if (t->state == TALK_HEARING && !t->go_ahead)
        refuse(t, 408, "The request has taken too long.");
    else
        talk_end(t);
}

/* --- saying ----------------------------------------------------------------------------------- */

bool talk_wants_to_say(const talk *t) {
    if (t->state == TALK_SOCKET) return guest_wants_to_say(t->guest);
    return t->go_ahead || t->state == TALK_ANSWERING;
}

/* Copies what of [at, at + length) lies behind the first `said` bytes, as far as there is room. */
static size_t copy_rest(unsigned char *to, size_t size, const void *at, size_t length,
                        size_t said) {
    size_t left = length - said, part = left < size ? left : size;
    memcpy(to, (const unsigned char *)at + said, part);
    return part;
}

static size_t say_to_guest(talk *t, unsigned char *bytes, size_t size) {
    size_t part = guest_say(t->guest, bytes, size);
    if (guest_is_over(t->guest)) talk_end(t);
    return part;
}

size_t talk_say(talk *t, unsigned char *bytes, size_t size) {
    if (t->state == TALK_SOCKET) return say_to_guest(t, bytes, size);
    if (t->go_ahead) {
        size_t part = copy_rest(bytes, size, t->go_ahead, strlen(t->go_ahead), 0);
        t->go_ahead += part;
        if (!*t->go_ahead) t->go_ahead = NULL;
        return part;
    }
    size_t part = 0;
    if (t->said < t->head_bytes) {
        part = copy_rest(bytes, size, t->head, t->head_bytes, t->said);
        t->said += part;
    }
    if (t->said >= t->head_bytes && body_bytes(t) > 0) {
        size_t more = copy_rest(bytes + part, size - part, t->answer.bytes, body_bytes(t),
                                t->said - t->head_bytes);
        t->said += more;
        part += more;
    }
    if (t->said == t->head_bytes + body_bytes(t)) {
        finish_answer(t);
        understand(t);
    }
    return part;
}

void talk_end(talk *t) {
    if (t->state == TALK_ANSWERING) {
        log_answer(t);
        answer_free(&t->answer);
    }
    if (t->ticket) ticket_drop(t->ticket);
    if (t->inquiry) inquiry_drop(t->inquiry);
    if (t->guest) guest_free(t->guest);
    text_free(&t->said_to_us);
    t->ticket = NULL;
    t->inquiry = NULL;
    t->guest = NULL;
    t->go_ahead = NULL;
    t->state = TALK_OVER;
}
