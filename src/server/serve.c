/* SPDX-License-Identifier: MIT */
#include "server/serve.h"

#include <libwebsockets.h>
#include <string.h>

#include "server/answer.h"

enum { CHUNK = 16384, HEADERS = 2048 };

/* What is under way on one connection. */
typedef struct talk {
    answer answer;
    size_t sent;
    bool open; /* there is an answer to free */
} talk;

/* No script, style or connection from elsewhere; the engine is WebAssembly. */
static const char content_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool send_headers(struct lws *wsi, const answer *a) {
    unsigned char room[LWS_PRE + HEADERS], *start = room + LWS_PRE, *at = start;
    unsigned char *end = room + sizeof room - 1;
    bool fits =
        lws_add_http_common_headers(wsi, (unsigned)a->code, a->type, a->length, &at, end) == 0;
    fits = fits && add_header(wsi, "content-security-policy:", content_policy, &at, end) &&
           add_header(wsi, "x-content-type-options:", "nosniff", &at, end) &&
           add_header(wsi, "referrer-policy:", "no-referrer", &at, end) &&
           add_header(wsi, "cross-origin-opener-policy:", "same-origin", &at, end) &&
           add_header(wsi, "cache-control:", "no-cache", &at, end) &&
           add_header(wsi, "vary:", "accept-encoding", &at, end);
    if (a->tag) fits = fits && add_header(wsi, "etag:", a->tag, &at, end);
    if (a->is_gzip) fits = fits && add_header(wsi, "content-encoding:", "gzip", &at, end);
    if (a->for_all) fits = fits && add_header(wsi, "access-control-allow-origin:", "*", &at, end);
    return fits && lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static void header(struct lws *wsi, enum lws_token_indexes token, char *value, int room) {
    if (lws_hdr_copy(wsi, value, room, token) <= 0) value[0] = '\0';
}

/* The arguments of the address, joined again: libwebsockets takes them apart at each '&'. */
static void query(struct lws *wsi, char *value, int room) {
    text joined = text_fixed(value, (size_t)room);
    char part[1024];
    value[0] = '\0';
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        if (i > 0) text_char(&joined, '&');
        text_put(&joined, part);
    }
}

static int finish(struct lws *wsi, talk *t) {
    answer_free(&t->answer);
    *t = (talk){0};
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int begin(struct lws *wsi, talk *t, library *l, const char *path) {
    char tags[256], encodings[256], arguments[2048];
    header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags);
    header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings);
    query(wsi, arguments, sizeof arguments);
    bool only_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool is_get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    if (!is_get && !only_head)
        return lws_return_http_status(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, NULL) ? -1 : 0;
    asked a = {.path = path,
               .query = arguments,
               .takes_gzip = strstr(encodings, "gzip") != NULL,
               .known_tag = tags};
    *t = (talk){.answer = answer_to(l, &a), .open = true};
    if (!send_headers(wsi, &t->answer)) return -1;
    if (only_head || t->answer.length == 0) return finish(wsi, t);
    lws_callback_on_writable(wsi);
    return 0;
}

static int go_on(struct lws *wsi, talk *t) {
    unsigned char room[LWS_PRE + CHUNK];
    if (!t->open) return -1;
    size_t left = t->answer.length - t->sent, now = left < CHUNK ? left : CHUNK;
    bool last = now == left;
    memcpy(room + LWS_PRE, t->answer.bytes + t->sent, now);
    int written = lws_write(wsi, room + LWS_PRE, now, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written != (int)now) return -1;
    t->sent += now;
    if (last) return finish(wsi, t);
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length) {
    talk *t = user;
    library *l = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_HTTP: return begin(wsi, t, l, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return go_on(wsi, t);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (t && t->open) answer_free(&t->answer);
        if (t) *t = (talk){0};
        return 0;
    default: return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

static const struct lws_protocols protocols[] = {
    {"http", on_http, sizeof(talk), 0, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* A signal that comes just before the server goes to sleep would be seen only with the next
 * request: it does not sleep for long. */
typedef struct look_again {
    lws_sorted_usec_list_t timer;
    struct lws_context *context;
} look_again;

static void wake(lws_sorted_usec_list_t *timer) {
    look_again *look = lws_container_of(timer, look_again, timer);
    lws_sul_schedule(look->context, 0, timer, wake, LWS_US_PER_SEC);
}

status serve(const serve_options *options, error *e) {
    library *l;
    status code = library_new(&l, e);
    if (code != STATUS_OK) return code;
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = options->everyone ? NULL : "127.0.0.1",
        .protocols = protocols,
        .user = l,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .vhost_name = "linework",
    };
    /* With IPv6 libwebsockets would take an address of version 4 for "any address". */
    if (!options->everyone) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
    if (!host || lws_get_vhost_listen_port(host) <= 0) {
        code = FAIL(e, STATUS_FAILED, "port %d cannot be used", options->port);
    } else {
        options->ready(options->context, lws_get_vhost_listen_port(host));
        look_again look = {.context = context};
        wake(&look.timer);
        while (!*options->stop && code == STATUS_OK)
            if (lws_service(context, 0) < 0) code = FAIL(e, STATUS_FAILED, "the server broke down");
        lws_sul_cancel(&look.timer);
    }
    if (context) lws_context_destroy(context);
    library_free(l);
    return code;
}
