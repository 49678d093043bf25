/* SPDX-License-Identifier: MIT
 *
 * libwebsockets waits, reads and writes; what arrives it hands on as it is. Its own HTTP is not
 * used (docs/server.md tells why). */
#include "server/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "games/registry.h"
#include "server/listen.h"
#include "server/talk.h"

enum {
    CHUNK = 16384,
    OTHER_DESCRIPTORS = 32, /* what the program has open besides connections */
    GOODBYE_MS = 1000,      /* for guests to hear that the server goes down */
};

static const serve_patience usual_patience = {
    .idle = 30000,
    .receiving = 10000,
    .saying = 30000,
    .leaving = 2000,
    .hello = 5000,
    .quiet = 30000,
    .connections = 8192,
};

typedef struct server {
    struct lws_context *context;
    struct lws_vhost *host;
    talk_terms terms;
    serve_patience patience;
    struct lws *listeners[LISTEN_SOCKETS];
    int connections;
    talk_counts counts;
    lws_dll2_owner_t resting; /* those that have had an answer and ask no more, longest first */
    bool is_full;             /* nobody is let in until somebody has gone */
    lws_sorted_usec_list_t timer, ticks;
} server;

typedef struct connection {
    talk talk;
    struct lws *wsi;
    lws_dll2_t resting;
    bool has_asked;
} connection;

static server *server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

/* --- connections ------------------------------------------------------------------------------ */

static void put_address(const struct sockaddr_storage *a, bool as_host, char *out) {
    char name[INET6_ADDRSTRLEN] = "?";
    text t = text_fixed(out, TALK_ADDRESS_MAX);
    bool is_v6 = a->ss_family == AF_INET6;
    if (is_v6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)a)->sin6_addr, name, sizeof name);
    else if (a->ss_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)a)->sin_addr, name, sizeof name);
    text_format(&t, is_v6 && as_host ? "[%s]" : "%s", name);
}

static void meet(struct lws *wsi, connection *c) {
    server *s = server_of(wsi);
    talk *t = &c->talk;
    *c = (connection){.wsi = wsi};
    s->counts.connections = (uint64_t)++s->connections;
    struct sockaddr_storage other = {0}, own = {0};
    socklen_t length = sizeof other;
    talk_begin(t, &s->terms);
    getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&other, &length);
    length = sizeof own;
    getsockname(lws_get_socket_fd(wsi), (struct sockaddr *)&own, &length);
    put_address(&other, false, t->client);
    put_address(&own, true, t->own);
}

static void wait_ms(struct lws *wsi, int ms) {
    lws_set_timer_usecs(wsi, (lws_usec_t)ms * LWS_USEC_PER_SEC / 1000);
}

/* After something has happened: what is waited for now, and for how long. */
static void wait_for_more(connection *c, talk_state before) {
    server *s = server_of(c->wsi);
    const talk *t = &c->talk;
    bool changed = t->state != before;
    if (talk_wants_to_say(t)) lws_callback_on_writable(c->wsi);
    lws_rx_flow_control(c->wsi, t->state != TALK_ANSWERING && t->state != TALK_WAITING);
    lws_dll2_remove(&c->resting);
    switch (t->state) {
    case TALK_IDLE:
        if (c->has_asked) lws_dll2_add_tail(&c->resting, &s->resting);
        wait_ms(c->wsi, c->has_asked ? s->patience.idle : s->patience.receiving);
        break;
    case TALK_HEARING:
        c->has_asked = true;
        if (changed) wait_ms(c->wsi, s->patience.receiving); /* from the first byte on */
        break;
    case TALK_WAITING:
    case TALK_ANSWERING:
        c->has_asked = true;
        wait_ms(c->wsi, s->patience.saying);
        break;
    case TALK_SOCKET:
        if (changed)
            wait_ms(c->wsi, s->patience.hello); /* not longer for who sends it byte by byte */
        else if (guest_is_greeted(t->guest))
            wait_ms(c->wsi, guest_wants_to_say(t->guest) ? s->patience.saying : s->patience.quiet);
        break;
    case TALK_OVER:
        if (!changed) break;
        wait_ms(c->wsi, s->patience.leaving);
        lws_callback_on_writable(c->wsi); /* once all has been written: on_writable */
        break;
    }
}

static int on_writable(connection *c) {
    talk *t = &c->talk;
    unsigned char bytes[LWS_PRE + CHUNK];
    if (t->state == TALK_OVER) {
        /* The other side hangs up when it has read everything. If we did, what it is still sending
         * would make the system throw away what it has not read yet. */
        shutdown(lws_get_socket_fd(c->wsi), SHUT_WR);
        return 0;
    }
    if (!talk_wants_to_say(t)) return 0;
    talk_state before = t->state;
    size_t length = talk_say(t, bytes + LWS_PRE, CHUNK);
    if (lws_write(c->wsi, bytes + LWS_PRE, length, LWS_WRITE_RAW) != (int)length) return -1;
    wait_for_more(c, before);
    return 0;
}

/* There is something to say though nothing was asked. Called for talks of connections only. */
static void wake_connection(talk *t) {
    connection *c = lws_container_of(t, connection, talk);
    lws_callback_on_writable(c->wsi);
}

/* What other threads have done meanwhile. */
static void collect(server *s) {
    if (s->terms.desk) desk_collect(s->terms.desk);
    if (s->terms.scholar) scholar_collect(s->terms.scholar);
}

static void open_doors(server *s, bool open);

static int on_connection(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t length) {
    connection *c = user;
    server *s = server_of(wsi);
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) collect(s);
    if (!c) return 0;
    talk_state before = c->talk.state;
    switch (reason) {
    case LWS_CALLBACK_RAW_ADOPT:
        meet(wsi, c);
        wait_for_more(c, TALK_OVER);
        return 0;
    case LWS_CALLBACK_RAW_RX:
        talk_receive(&c->talk, in, length);
        wait_for_more(c, before);
        return 0;
    case LWS_CALLBACK_RAW_WRITEABLE: return on_writable(c);
    case LWS_CALLBACK_TIMER:
        if (before == TALK_IDLE || before == TALK_OVER) return -1;
        talk_is_late(&c->talk);
        wait_for_more(c, before);
        return 0;
    case LWS_CALLBACK_RAW_CLOSE:
        talk_end(&c->talk);
        lws_dll2_remove(&c->resting);
        s->counts.connections = (uint64_t)--s->connections;
        open_doors(server_of(wsi), true);
        return 0;
    default: return 0;
    }
}

/* --- letting them in -------------------------------------------------------------------------- */

static void open_doors(server *s, bool open) {
    if (s->is_full != open) return;
    s->is_full = !open;
    for (int i = 0; i < LISTEN_SOCKETS; i++)
        if (s->listeners[i])
            lws_rx_flow_control(s->listeners[i], open | LWS_RXFLOW_REASON_FLAG_PROCESS_NOW);
}

/* Somebody is waiting: who has rested longest must go. */
static void make_room(server *s) {
    lws_dll2_t *first = lws_dll2_get_head(&s->resting);
    if (!first) return;
    lws_dll2_remove(first);
    wait_ms(lws_container_of(first, connection, resting)->wsi, 1);
}

static int on_listener(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length) {
    (void)user, (void)in, (void)length;
    if (reason != LWS_CALLBACK_RAW_RX_FILE) return 0;
    server *s = server_of(wsi);
    if (s->connections < s->patience.connections) {
        int fd = accept4(lws_get_socket_fd(wsi), NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            lws_sock_file_fd_type adopted = {.sockfd = fd};
            lws_adopt_descriptor_vhost(s->host, LWS_ADOPT_SOCKET, adopted, "http", NULL);
            return 0;
        }
        bool is_lack = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (!is_lack) return 0; /* whoever it was has gone again */
    }
    open_doors(s, false);
    make_room(s);
    return 0;
}

static const struct lws_protocols protocols[] = {
    {"http", on_connection, sizeof(connection), TALK_RECEIVE_MAX, 0, NULL, 0},
    {"listen", on_listener, 0, 0, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* Once a second: a signal that comes just before the server goes to sleep would be seen only with
 * the next request, and descriptors may have become free elsewhere. */
static void look_again(lws_sorted_usec_list_t *timer) {
    server *s = lws_container_of(timer, server, timer);
    if (s->connections < s->patience.connections) open_doors(s, true);
    lws_sul_schedule(s->context, 0, timer, look_again, LWS_US_PER_SEC);
}

/* Ten times a second: the clocks of the games. */
static void tick(lws_sorted_usec_list_t *timer) {
    server *s = lws_container_of(timer, server, ticks);
    desk_tick(s->terms.desk);
    lws_sul_schedule(s->context, 0, timer, tick, LWS_US_PER_SEC / 10);
}

static void wake_server(void *context) {
    server *s = context;
    lws_cancel_service(s->context);
}

static status begin_games(server *s, const char *url, error *e) {
    desk_options options = {.games = registry_games, .wake = wake_server, .context = s};
    if (!url) return STATUS_OK;
    status code = store_open_url(url, &options.backend, e);
    if (code == STATUS_OK) code = desk_open(&options, &s->terms.desk, e);
    if (code == STATUS_OK) tick(&s->ticks);
    return code;
}

/* Guests are told that the server goes down; how long it waits until they have heard it. */
static void say_goodbye(server *s) {
    if (!s->terms.desk) return;
    desk_dismiss(s->terms.desk);
    int64_t end = desk_now(s->terms.desk) + GOODBYE_MS;
    while (desk_count(s->terms.desk).guests > 0 && desk_now(s->terms.desk) < end)
        if (lws_service(s->context, 0) < 0) break;
}

static status begin(server *s, const listening *l, error *e) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = s,
        .pt_serv_buf_size = TALK_RECEIVE_MAX,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .vhost_name = "linework",
    };
    lws_set_log_level(0, NULL);
    s->context = lws_create_context(&info);
    s->host = s->context ? lws_create_vhost(s->context, &info) : NULL;
    for (int i = 0; i < l->count; i++) {
        lws_sock_file_fd_type adopted = {.filefd = l->sockets[i]};
        s->listeners[i] = s->host ? lws_adopt_descriptor_vhost(s->host, LWS_ADOPT_RAW_FILE_DESC,
                                                               adopted, "listen", NULL)
                                  : NULL;
        if (!s->listeners[i]) return FAIL(e, STATUS_FAILED, "the server cannot be set up");
    }
    return STATUS_OK;
}

/* No more connections than there are descriptors; of which we take what we may. */
static int connections_max(const serve_patience *p) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return p->connections;
    rlim_t wanted = (rlim_t)p->connections + OTHER_DESCRIPTORS;
    if (limit.rlim_cur < wanted) {
        struct rlimit more = {wanted < limit.rlim_max ? wanted : limit.rlim_max, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
    }
    rlim_t most = limit.rlim_cur > OTHER_DESCRIPTORS ? limit.rlim_cur - OTHER_DESCRIPTORS : 1;
    return most < (rlim_t)p->connections ? (int)most : p->connections;
}

status serve(const serve_options *options, error *e) {
    listening l;
    status code = listen_open(options->everyone, options->port, &l, e);
    if (code != STATUS_OK) return code;
    server s = {.terms = {.port = l.port,
                          .wake = wake_connection,
                          .names = options->names,
                          .log = options->log,
                          .context = options->context},
                .patience = options->patience ? *options->patience : usual_patience};
    s.terms.counts = &s.counts;
    s.patience.connections = connections_max(&s.patience);
    code = begin(&s, &l, e);
    if (code == STATUS_OK) code = scholar_new(wake_server, &s, &s.terms.scholar, e);
    if (code == STATUS_OK) code = begin_games(&s, options->store, e);
    if (code == STATUS_OK) {
        options->ready(options->context, l.port);
        look_again(&s.timer);
        while (!*options->stop && code == STATUS_OK)
            if (lws_service(s.context, 0) < 0)
                code = FAIL(e, STATUS_FAILED, "the server broke down");
        say_goodbye(&s);
        lws_sul_cancel(&s.timer);
        lws_sul_cancel(&s.ticks);
    }
    s.listeners[0] = s.listeners[1] = NULL;
    if (s.terms.desk) desk_leave_store(s.terms.desk);
    scholar_free(s.terms.scholar);
    s.terms.wake = NULL; /* nobody is there any more to say something to */
    if (s.context) lws_context_destroy(s.context);
    desk_close(s.terms.desk);
    return code;
}
