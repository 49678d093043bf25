/* SPDX-License-Identifier: MIT */
#include "server/talk.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/routes.h"
#include "server/tables.h"
#include "server/values.h"

/* No script, style or connection from elsewhere; the engine is WebAssembly. */
static const char policies[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-embedder-policy: require-corp\r\n"
    "vary: accept-encoding\r\n";

/* For all who come from one address. As many as may have a connection each look at the list of open
 * games every 5 seconds on the page, which is 51 a second. */
static const allowance requests_of_a_client = {.most = 500, .a_second = 100};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void talk_begin(talk *t, const talk_terms *terms, const char *peer, const char *own) {
    *t = (talk){.terms = terms};
    text p = text_fixed(t->peer, sizeof t->peer), c = text_fixed(t->client, sizeof t->client),
         o = text_fixed(t->own, sizeof t->own);
    text_put(&p, peer);
    text_put(&c, peer);
    text_put(&o, own);
}

/* --- whom the request means ------------------------------------------------------------------- */

static server_names names_of(const talk *t) {
    return (server_names){.port = t->terms->port,
                          .is_tls = t->terms->is_tls,
                          .is_everywhere = t->terms->is_everywhere,
                          .own = t->own,
                          .given = t->terms->names};
}

/* A page of another server may give its name our address, and would then be taken for ours by the
 * browser. So only names count that nobody else can give away. */
static bool is_meant(const talk *t, const char *host) {
    server_names names = names_of(t);
    return !host || names_mean(&names, host); /* no browser leaves it out */
}

/* What was to be encrypted and came otherwise is somebody else's, and the other way round. A proxy
 * that does not tell by which scheme it was asked knows it nevertheless. */
static bool is_own_scheme(const talk *t) {
    const char *asked = t->exchange->request.scheme;
    bool by_proxy = t->terms->is_proxied && talk_is_this_machine(t->peer);
    if (!asked || (!t->scheme && by_proxy)) return true;
    return strcmp(asked, t->scheme ? t->scheme : "http") == 0;
}

/* A page of another server must not play in the name of who looks at it; whatever is no browser
 * says nothing of where it comes from. */
static bool is_own_origin(const talk *t) {
    const exchange *x = t->exchange;
    const char *origin = http_field_value(&x->request, "origin");
    if (!http_names(&x->request, "origin")) return true;
    if (!origin) return false;
    static const char *const schemes[] = {"http://", "https://"};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(schemes[i]);
        bool is_other = t->scheme && strlen(t->scheme) + 3 != length;
        if (!is_other && strncasecmp(origin, schemes[i], length) == 0)
            return is_meant(t, origin + length);
    }
    return false;
}

bool talk_is_this_machine(const char *address) {
    return strcmp(address, "127.0.0.1") == 0 || strcmp(address, "::1") == 0;
}

/* For whom is asked, and how: as a proxy on this machine says, if there is one. What a stranger
 * says counts for nothing; but whoever says that it asks for another is not this machine asking,
 * even where nobody told us of a proxy. */
static void find_client(talk *t) {
    exchange *x = t->exchange;
    char address[TALK_ADDRESS_MAX], scheme[8];
    unsigned char unused[16];
    text a = text_fixed(address, sizeof address), s = text_fixed(scheme, sizeof scheme);
    memcpy(t->client, t->peer, sizeof t->client);
    t->scheme = t->terms->is_tls ? "https" : NULL;
    t->is_local = talk_is_this_machine(t->peer) && !http_names(&x->request, "x-forwarded-for") &&
                  !http_names(&x->request, "forwarded");
    if (!t->terms->is_proxied || !talk_is_this_machine(t->peer)) return;
    if (http_last(&x->request, "x-forwarded-for", &a) &&
        (inet_pton(AF_INET, address, unused) == 1 || inet_pton(AF_INET6, address, unused) == 1)) {
        memcpy(t->client, address, sizeof t->client);
        t->is_local = talk_is_this_machine(t->client);
    }
    if (!http_last(&x->request, "x-forwarded-proto", &s)) return;
    if (strcasecmp(scheme, "https") == 0) t->scheme = "https";
    if (strcasecmp(scheme, "http") == 0) t->scheme = "http";
}

/* --- answering -------------------------------------------------------------------------------- */

/* A file that can be had in parts, and which one this is. */
static void put_range(const answer *a, text *head) {
    unsigned long long first = a->range.first, of = a->range.of;
    text_put(head, "accept-ranges: bytes\r\n");
    if (a->code == 206)
        text_format(head, "content-range: bytes %llu-%llu/%llu\r\n", first,
                    first + a->range.length - 1, of);
    if (a->code == 416) text_format(head, "content-range: bytes */%llu\r\n", of);
}

/* Pages of other servers may ask. */
static void put_permission(const answer *a, text *head) {
    text_put(head, "access-control-allow-origin: *\r\n"
                   "access-control-expose-headers: accept-ranges, content-range, etag\r\n");
    if (a->cors_methods)
        text_format(head,
                    "access-control-allow-methods: %s\r\n"
                    "access-control-allow-headers: content-type, if-none-match, if-range, range\r\n"
                    "access-control-max-age: 86400\r\n",
                    a->cors_methods);
}

static void make_head(talk *t) {
    exchange *x = t->exchange;
    const answer *a = &x->answer;
    text head = text_fixed(x->head, sizeof x->head);
    text_format(&head, "HTTP/1.1 %d %s\r\ndate: ", a->code, http_phrase(a->code));
    http_date(&head, time(NULL));
    text_put(&head, "\r\n");
    text_put(&head, policies);
    text_format(&head, "cache-control: %s\r\n",
                a->is_secret      ? "no-store"
                : a->is_immutable ? "public, max-age=31536000, immutable"
                                  : "no-cache");
    text_format(&head, "cross-origin-resource-policy: %s\r\n",
                a->for_all ? "cross-origin" : "same-origin");
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
    if (a->tag[0]) text_format(&head, "etag: %s\r\n", a->tag);
    if (a->is_gzip) text_put(&head, "content-encoding: gzip\r\n");
    if (a->range.of > 0) put_range(a, &head);
    if (a->for_all) put_permission(a, &head);
    if (x->closes && a->code != 101)
        text_put(&head, "connection: close\r\n");
    else if (x->request.is_old)
        text_put(&head, "connection: keep-alive\r\n");
    text_put(&head, "\r\n");
    x->head_bytes = head.length;
}

static size_t body_bytes(const talk *t) {
    const exchange *x = t->exchange;
    return x->only_head ? 0 : x->answer.length;
}

static void wake_talk(void *context) {
    talk *t = context;
    if (t->terms->wake) t->terms->wake(t);
}

static void begin_answer(talk *t, answer a) {
    exchange *x = t->exchange;
    x->answer = a;
    x->said = 0;
    t->state = TALK_ANSWERING;
    make_head(t);
    if (a.parcel) parcel_begin(a.parcel, wake_talk, t);
}

/* Says no before it was looked what is asked for. Whoever may ask there may read why; and so may
 * everybody where no path could be read. */
static void turn_away(talk *t, int code, const char *why) {
    exchange *x = t->exchange;
    answer a = answer_problem(code, why);
    a.for_all = !x->request.path[0] || routes_are_for_all(x->request.path);
    begin_answer(t, a);
}

/* After this nothing can be understood any more. */
static void refuse(talk *t, int code, const char *why) {
    exchange *x = t->exchange;
    x->closes = true;
    x->only_head = false;
    turn_away(t, code, why);
}

/* Whoever is on this machine has as many as there are. */
static bool count_socket(talk *t) {
    uint64_t client = limiter_client(t->client);
    if (!t->terms->sockets || talk_is_this_machine(t->client)) return true;
    if (!crowd_enter(t->terms->sockets, client, t->terms->sockets_most)) return false;
    t->counted = client;
    return true;
}

/* Sockets stay as long as they like. So they never take all connections: whoever asks gets an
 * answer. */
static bool is_full_of_sockets(const talk *t) {
    int most = t->terms->sockets_room;
    return most > 0 && desk_count(t->terms->desk).guests >= (uint64_t)most;
}

/* An answer about games; the asker may be the guest of a room from now on. */
static void take_answer(void *context, answer a) {
    talk *t = context;
    exchange *x = t->exchange;
    x->ticket = NULL;
    answer_tag(&a, &x->request);
    if (a.code == 101 && is_full_of_sockets(t))
        a = answer_problem(503, "Too many are in games on this server.");
    if (a.code == 101 && !count_socket(t))
        a = answer_problem(429, "Too many sockets of one client.");
    if (a.code == 101) {
        t->guest = guest_new(a.desk, a.place, limiter_client(t->client), wake_talk, t);
        if (!t->guest) a = answer_problem(503, "out of memory");
    }
    begin_answer(t, a);
    wake_talk(t);
}

static void take_value(void *context, answer a) {
    talk *t = context;
    exchange *x = t->exchange;
    x->inquiry = NULL;
    x->estimate = NULL;
    answer_tag(&a, &x->request);
    begin_answer(t, a);
    wake_talk(t);
}

static void ask_for_values(talk *t) {
    exchange *x = t->exchange;
    scholar_asking asking = {.request = &x->request,
                             .body = x->said_to_us.data,
                             .length = x->said_to_us.length,
                             .client = t->client,
                             .answered = take_value,
                             .context = t};
    t->state = TALK_WAITING;
    scholar_ask(t->terms->scholar, &asking, &x->inquiry);
}

static void ask_for_estimates(talk *t) {
    exchange *x = t->exchange;
    estimate_asking asking = {.all = t->terms->estimates,
                              .request = &x->request,
                              .client = t->client,
                              .answered = take_value,
                              .context = t};
    t->state = TALK_WAITING;
    estimate_ask(&asking, &x->estimate);
}

static void ask_for_games(talk *t) {
    exchange *x = t->exchange;
    if (!t->terms->desk) {
        begin_answer(t, answer_problem(503, "This server keeps no games."));
    } else if (!is_own_origin(t)) {
        begin_answer(t, answer_problem(403, "Pages of other servers cannot play here."));
    } else {
        games_asking asking = {.desk = t->terms->desk,
                               .request = &x->request,
                               .body = x->said_to_us.data,
                               .body_bytes = x->said_to_us.length,
                               .client = t->client,
                               .answered = take_answer,
                               .context = t};
        t->state = TALK_WAITING;
        games_ask(&asking, &x->ticket);
    }
}

static answer about_server(const talk *t) {
    const exchange *x = t->exchange;
    server_names names = names_of(t);
    about_asking asking = {.request = &x->request,
                           .body = x->said_to_us.data,
                           .length = x->said_to_us.length,
                           .is_local = t->is_local,
                           .public_metrics = t->terms->public_metrics,
                           .names = &names,
                           .counts = t->terms->counts,
                           .desk = t->terms->desk};
    return about_answer(&asking);
}

static const char unknown_name[] =
    "This server does not go by that name. Who runs it can add it: linework serve --name NAME";

static const char unknown_scheme[] = "This server is reached by another scheme.";

static bool asks_too_often(const talk *t) {
    return t->terms->asked && routes_limit(&t->exchange->request) &&
           !limiter_take(t->terms->asked, limiter_client(t->client), &requests_of_a_client,
                         now_ms());
}

static void answer_request(talk *t) {
    exchange *x = t->exchange;
    answer refusal;
    x->closes = !x->request.keeps_alive;
    x->only_head = strcmp(x->request.method, "HEAD") == 0;
    find_client(t);
    if (!is_meant(t, x->request.host))
        turn_away(t, 421, unknown_name);
    else if (!is_own_scheme(t))
        turn_away(t, 421, unknown_scheme);
    else if (routes_refuse(&x->request, &refusal))
        begin_answer(t, refusal);
    else if (asks_too_often(t))
        begin_answer(t, answer_problem(429, "Too many requests of one client. Please wait."));
    else if (games_know(x->request.path))
        ask_for_games(t);
    else if (t->terms->scholar && values_know(&x->request))
        ask_for_values(t);
    else if (tables_know(&x->request))
        begin_answer(t, tables_answer(t->terms->courier, &x->request));
    else if (t->terms->estimates && estimates_know(&x->request))
        ask_for_estimates(t);
    else if (about_knows(&x->request))
        begin_answer(t, about_server(t));
    else
        begin_answer(
            t, answer_to(t->terms->library, &x->request, x->said_to_us.data, x->said_to_us.length));
    text_free(&x->said_to_us);
}

/* One line: time, client, method, path without its query, status, bytes, milliseconds. */
static void log_answer(const talk *t) {
    const exchange *x = t->exchange;
    if (t->terms->counts) t->terms->counts->requests[x->answer.code / 100]++;
    if (!t->terms->log) return;
    char line[640];
    text out = text_fixed(line, sizeof line);
    time_t when = time(NULL);
    struct tm utc;
    gmtime_r(&when, &utc);
    bool known = x->head_length > 0;
    size_t bytes = x->said > x->head_bytes ? x->said - x->head_bytes : 0;
    text_format(&out, "%04d-%02d-%02dT%02d:%02d:%02dZ %s %.20s %.200s %d %zu %lldms",
                utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                utc.tm_sec, t->client, known ? x->request.method : "-",
                known ? x->request.target : "-", x->answer.code, bytes,
                (long long)(now_ms() - x->begun_ms));
    if (x->answer.remark.text[0]) text_format(&out, " (%s)", x->answer.remark.text);
    t->terms->log(t->terms->context, line);
}

static void drop_exchange(talk *t) {
    if (t->exchange) text_free(&t->exchange->said_to_us);
    free(t->exchange);
    t->exchange = NULL;
}

/* What has come behind the request is the next one, or belongs to the room. */
static void finish_answer(talk *t) {
    exchange *x = t->exchange;
    log_answer(t);
    answer_free(&x->answer);
    t->state = t->guest ? TALK_SOCKET : x->closes ? TALK_OVER : TALK_IDLE;
    x->received_length -= x->head_length;
    memmove(x->received, x->received + x->head_length, x->received_length);
    if (t->state == TALK_SOCKET) guest_receive(t->guest, x->received, x->received_length);
    if (t->state != TALK_IDLE || x->received_length == 0) drop_exchange(t);
}

/* --- receiving ----------------------------------------------------------------------------------
 */

/* The body lies behind its head in `received`, as far as it has come, and is taken out of there. */
static void receive_body(talk *t) {
    exchange *x = t->exchange;
    char *body = x->received + x->head_length;
    size_t length = x->received_length - x->head_length, taken;
    bool reads = strcmp(x->request.method, "POST") == 0;
    int code = http_take(&x->body, body, length, reads ? &x->said_to_us : NULL, &taken);
    x->received_length -= taken;
    memmove(body, body + taken, length - taken);
    if (x->said_to_us.failed)
        refuse(t, 503, "There is no memory for the body.");
    else if (code == 413)
        refuse(t, code, "The body is too long.");
    else if (code)
        refuse(t, code, "The chunks of the body are not well-formed.");
    else if (x->body.at == BODY_DONE)
        answer_request(t);
}

/* Makes of what has been received what can be made of it. */
static void understand(talk *t) {
    exchange *x = t->exchange;
    if (!x) return;
    if (t->state == TALK_IDLE && x->received_length > 0) {
        t->state = TALK_HEARING;
        x->request = (http_request){0}; /* nothing is known of it */
        x->head_length = 0;
        x->begun_ms = now_ms();
    }
    if (t->state != TALK_HEARING) return;
    if (x->head_length == 0) {
        const char *why;
        size_t head;
        int code = http_read(x->received, x->received_length, &x->request, &head, &why);
        if (code == HTTP_MORE) return;
        if (code != HTTP_WHOLE) {
            refuse(t, code, why);
            return;
        }
        x->head_length = head;
        x->said_to_us = text_growing();
        x->body = http_body_of(&x->request);
        if (x->request.awaits_go_ahead && x->body.at != BODY_DONE)
            x->go_ahead = "HTTP/1.1 100 Continue\r\n\r\n";
    }
    receive_body(t);
}

void talk_receive(talk *t, const char *bytes, size_t length) {
    if (t->state == TALK_OVER) return;
    if (t->state == TALK_SOCKET) {
        guest_receive(t->guest, bytes, length);
        return;
    }
    if (!t->exchange) t->exchange = calloc(1, sizeof *t->exchange);
    exchange *x = t->exchange;
    if (!x || length > sizeof x->received - x->received_length) { /* nobody was asked for so much */
        talk_end(t);
        return;
    }
    memcpy(x->received + x->received_length, bytes, length);
    x->received_length += length;
    understand(t);
}

/* Whoever was asked need not answer any more. */
static void stop_waiting(exchange *x) {
    if (x->ticket) ticket_drop(x->ticket);
    if (x->inquiry) inquiry_drop(x->inquiry);
    if (x->estimate) estimate_drop(x->estimate);
    x->ticket = NULL;
    x->inquiry = NULL;
    x->estimate = NULL;
}

void talk_is_late(talk *t) {
    if (t->state == TALK_SOCKET) {
        guest_is_late(t->guest);
        if (guest_is_over(t->guest)) talk_end(t);
    } else if (t->state == TALK_HEARING && !t->exchange->go_ahead)
        refuse(t, 408, "The request has taken too long.");
    else if (t->state == TALK_WAITING) {
        stop_waiting(t->exchange);
        turn_away(t, 503, "There was no answer in time. What was asked for may still be done.");
    } else
        talk_end(t);
}

/* --- saying ----------------------------------------------------------------------------------- */

bool talk_wants_to_say(const talk *t) {
    const exchange *x = t->exchange;
    if (t->state == TALK_SOCKET) return guest_wants_to_say(t->guest);
    if (!x) return false;
    if (x->go_ahead) return true;
    return t->state == TALK_ANSWERING &&
           (x->said < x->head_bytes || !x->answer.parcel || parcel_is_ready(x->answer.parcel));
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
    exchange *x = t->exchange;
    if (t->state == TALK_SOCKET) return say_to_guest(t, bytes, size);
    if (x->go_ahead) {
        size_t part = copy_rest(bytes, size, x->go_ahead, strlen(x->go_ahead), 0);
        x->go_ahead += part;
        if (!*x->go_ahead) x->go_ahead = NULL;
        return part;
    }
    size_t part = 0;
    if (x->said < x->head_bytes) {
        part = copy_rest(bytes, size, x->head, x->head_bytes, x->said);
        x->said += part;
    }
    if (x->answer.parcel && x->said >= x->head_bytes && part == 0) {
        part = parcel_take(x->answer.parcel, bytes, size);
        x->said += part;
        if (part == 0) talk_end(t); /* the file is no longer what it was */
    } else if (!x->answer.parcel && x->said >= x->head_bytes && body_bytes(t) > 0) {
        size_t more = copy_rest(bytes + part, size - part, x->answer.bytes, body_bytes(t),
                                x->said - x->head_bytes);
        x->said += more;
        part += more;
    }
    if (t->state == TALK_ANSWERING && x->said == x->head_bytes + body_bytes(t)) {
        finish_answer(t);
        understand(t);
    }
    return part;
}

void talk_end(talk *t) {
    exchange *x = t->exchange;
    if (x && t->state == TALK_ANSWERING) {
        log_answer(t);
        answer_free(&x->answer);
    }
    if (x) stop_waiting(x);
    drop_exchange(t);
    if (t->guest) guest_free(t->guest);
    if (t->counted) crowd_leave(t->terms->sockets, t->counted);
    t->counted = 0;
    t->guest = NULL;
    t->state = TALK_OVER;
}
