/* SPDX-License-Identifier: MIT
 *
 * libwebsockets waits, reads and writes; what arrives it hands on as it is. Its own HTTP is not
 * used (docs/server.md tells why). */
#include "server/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "games/registry.h"
#include "server/listen.h"
#include "server/talk.h"
#include "server/thinkers.h"
#include "server/tls.h"

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
    .of_a_client = 256,
};

typedef struct server {
    struct lws_context *context;
    struct lws_vhost *host;
    talk_terms terms;
    thinkers *thinkers;
    serve_patience patience;
    tls_keys *keys; /* NULL: nothing is encrypted */
    struct lws *listeners[LISTEN_SOCKETS];
    int connections;
    server_counts counts;
    lws_dll2_owner_t resting; /* those that have had an answer and ask no more, longest first */
    limiter asked;            /* what each client asks for */
    crowd clients, sockets;   /* connections of each, and games of each */
    bool is_full;             /* nobody is let in until somebody has gone */
    lws_sorted_usec_list_t timer, ticks;
} server;

typedef struct connection {
    talk talk;
    struct lws *wsi;
    lws_dll2_t resting;
    tls *tls;       /* NULL: what is said is not encrypted */
    bool is_broken; /* ... or cannot be read any more */
    bool has_ended;
    bool has_asked;
    uint64_t counted; /* as whom among the clients; 0: not at all */
    lws_usec_t due;   /* when what is waited for has taken too long */
    lws_usec_t rings; /* ... and when that is looked at; 0: it is not */
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

/* As whom a connection counts; 0: who is on this machine, as a proxy is, has all there are. */
static uint64_t count_as(const char *peer) {
    return talk_is_this_machine(peer) ? 0 : limiter_client(peer);
}

static void meet(struct lws *wsi, connection *c) {
    server *s = server_of(wsi);
    char peer[TALK_ADDRESS_MAX], reached[TALK_ADDRESS_MAX];
    *c = (connection){.wsi = wsi};
    s->counts.connections = (uint64_t)++s->connections;
    struct sockaddr_storage other = {0}, own = {0};
    socklen_t length = sizeof other;
    getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&other, &length);
    length = sizeof own;
    getsockname(lws_get_socket_fd(wsi), (struct sockaddr *)&own, &length);
    put_address(&other, false, peer);
    put_address(&own, true, reached);
    talk_begin(&c->talk, &s->terms, peer, reached);
    c->counted = count_as(peer); /* by let_in */
    if (s->keys) c->tls = tls_new(s->keys);
}

/* Most waits end long before their time. Libwebsockets has all timers in one sorted list, so one is
 * not moved to a later time, but looks again when it rings. */
static void wait_ms(connection *c, int ms) {
    lws_usec_t now = lws_now_usecs();
    c->due = now + (lws_usec_t)ms * LWS_USEC_PER_SEC / 1000;
    if (c->rings && c->rings <= c->due) return;
    c->rings = c->due;
    lws_set_timer_usecs(c->wsi, c->due - now);
}

/* Whether its time has come; else it is waited on. */
static bool is_due(connection *c) {
    lws_usec_t left = c->due - lws_now_usecs();
    c->rings = left > 0 ? c->due : 0;
    if (left > 0) lws_set_timer_usecs(c->wsi, left);
    return left <= 0;
}

static bool is_hearing(const talk *t) {
    return t->state != TALK_ANSWERING && t->state != TALK_WAITING;
}

/* Nothing is received from who does not take what was said: libwebsockets would not read it, but
 * look again at once, for as long as that lasts. */
static void receive_or_not(connection *c) {
    bool is_stuck = lws_partial_buffered(c->wsi);
    if (is_stuck) lws_callback_on_writable(c->wsi);
    lws_rx_flow_control(c->wsi, is_hearing(&c->talk) && !is_stuck);
}

/* After something has happened: what is waited for now, and for how long. */
static void wait_for_more(connection *c, talk_state before) {
    server *s = server_of(c->wsi);
    const talk *t = &c->talk;
    bool changed = t->state != before;
    bool wants = talk_wants_to_say(t) || (c->tls && tls_waiting(c->tls) > 0);
    if (wants) lws_callback_on_writable(c->wsi);
    receive_or_not(c);
    lws_dll2_remove(&c->resting);
    switch (t->state) {
    case TALK_IDLE:
        if (c->has_asked) lws_dll2_add_tail(&c->resting, &s->resting);
        if (changed) wait_ms(c, c->has_asked ? s->patience.idle : s->patience.receiving);
        break;
    case TALK_HEARING:
        c->has_asked = true;
        if (changed) wait_ms(c, s->patience.receiving); /* from the first byte on */
        break;
    case TALK_WAITING:
    case TALK_ANSWERING:
        c->has_asked = true;
        wait_ms(c, s->patience.saying);
        break;
    case TALK_SOCKET:
        if (changed)
            wait_ms(c, s->patience.hello); /* not longer for who sends it byte by byte */
        else if (guest_is_greeted(t->guest))
            wait_ms(c, guest_wants_to_say(t->guest) ? s->patience.saying : s->patience.quiet);
        break;
    case TALK_OVER:
        if (!changed) break;
        wait_ms(c, s->patience.leaving);
        lws_callback_on_writable(c->wsi); /* once all has been written: on_writable */
        break;
    }
}

/* Hands on what has come encrypted, as far as it is wanted now. */
static void hear(connection *c) {
    char bytes[TALK_RECEIVE_MAX];
    while (c->tls && !c->is_broken && is_hearing(&c->talk)) {
        int length = tls_read(c->tls, bytes, sizeof bytes);
        if (length == 0) return;
        if (length < 0)
            c->is_broken = true;
        else
            talk_receive(&c->talk, bytes, (size_t)length);
    }
}

/* Writes what is encrypted; there is some. */
static int flush(connection *c) {
    unsigned char bytes[LWS_PRE + CHUNK];
    size_t length = tls_take(c->tls, bytes + LWS_PRE, CHUNK);
    if (lws_write(c->wsi, bytes + LWS_PRE, length, LWS_WRITE_RAW) != (int)length) return -1;
    lws_callback_on_writable(c->wsi);
    receive_or_not(c);
    return 0;
}

static int say(connection *c) {
    unsigned char bytes[LWS_PRE + CHUNK];
    size_t length = talk_say(&c->talk, bytes + LWS_PRE, CHUNK);
    if (length == 0) return -1; /* what was begun cannot be said to its end */
    if (c->tls) return tls_write(c->tls, bytes + LWS_PRE, length) ? flush(c) : -1;
    return lws_write(c->wsi, bytes + LWS_PRE, length, LWS_WRITE_RAW) == (int)length ? 0 : -1;
}

static int on_writable(connection *c) {
    talk *t = &c->talk;
    receive_or_not(c);
    if (c->tls && t->state == TALK_OVER && !c->has_ended) {
        c->has_ended = true;
        tls_end(c->tls);
    }
    if (c->tls && tls_waiting(c->tls) > 0) return flush(c);
    if (c->is_broken) return -1;
    if (t->state == TALK_OVER) {
        /* The other side hangs up when it has read everything. If we did, what it is still sending
         * would make the system throw away what it has not read yet. */
        shutdown(lws_get_socket_fd(c->wsi), SHUT_WR);
        return 0;
    }
    if (!talk_wants_to_say(t)) return 0;
    talk_state before = t->state;
    if (say(c) != 0) return -1;
    wait_for_more(c, before);
    before = t->state;
    hear(c); /* the next request may have come with the last */
    if (c->tls) wait_for_more(c, before);
    return 0;
}

static int on_received(connection *c, const void *bytes, size_t length) {
    talk_state before = c->talk.state;
    if (!server_of(c->wsi)->keys)
        talk_receive(&c->talk, bytes, length);
    else if (!c->tls || !tls_receive(c->tls, bytes, length))
        return -1;
    hear(c);
    wait_for_more(c, before);
    return c->is_broken && tls_waiting(c->tls) == 0 ? -1 : 0;
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
    if (s->terms.courier) courier_collect(s->terms.courier);
    if (s->thinkers) thinkers_collect(s->thinkers);
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
    case LWS_CALLBACK_RAW_RX: return on_received(c, in, length);
    case LWS_CALLBACK_RAW_WRITEABLE: return on_writable(c);
    case LWS_CALLBACK_TIMER:
        if (!is_due(c)) return 0;
        if (before == TALK_IDLE || before == TALK_OVER) return -1;
        talk_is_late(&c->talk);
        wait_for_more(c, before);
        return 0;
    case LWS_CALLBACK_RAW_CLOSE:
        talk_end(&c->talk);
        tls_free(c->tls);
        if (c->counted) crowd_leave(&s->clients, c->counted);
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
    wait_ms(lws_container_of(first, connection, resting), 1);
}

/* Unless there are too many from there already. */
static void let_in(server *s, int fd, const struct sockaddr_storage *other) {
    char peer[TALK_ADDRESS_MAX];
    int on = 1;
    lws_sock_file_fd_type adopted = {.sockfd = fd};
    /* What is said goes off at once: else the second of two messages waits until the system of the
     * other side has thanked for the first, which it puts off for 40 ms. */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    put_address(other, false, peer);
    uint64_t client = count_as(peer);
    if (client && !crowd_enter(&s->clients, client, s->patience.of_a_client)) {
        close(fd);
        return;
    }
    if (!lws_adopt_descriptor_vhost(s->host, LWS_ADOPT_SOCKET, adopted, "http", NULL) && client)
        crowd_leave(&s->clients, client);
}

static int on_listener(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length) {
    (void)user, (void)in, (void)length;
    if (reason != LWS_CALLBACK_RAW_RX_FILE) return 0;
    server *s = server_of(wsi);
    if (s->connections < s->patience.connections) {
        struct sockaddr_storage other = {0};
        socklen_t length_of_other = sizeof other;
        int fd = accept4(lws_get_socket_fd(wsi), (struct sockaddr *)&other, &length_of_other,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            let_in(s, fd, &other);
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

static void tell_log(void *context, const char *line) {
    server *s = context;
    if (s->terms.log) s->terms.log(s->terms.context, line);
}

static status begin_games(server *s, const serve_options *wanted, error *e) {
    const char *url = wanted->store;
    desk_options options = {.games = registry_games,
                            .thinkers = s->thinkers,
                            .wake = wake_server,
                            .tell = tell_log,
                            .context = s,
                            .retain_days = wanted->retain_days};
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
                          .is_everywhere = options->everyone,
                          .is_proxied = options->proxied,
                          .public_metrics = options->public_metrics,
                          .is_tls = options->certificate != NULL,
                          .wake = wake_connection,
                          .names = options->names,
                          .log = options->log,
                          .context = options->context},
                .patience = options->patience ? *options->patience : usual_patience};
    s.terms.counts = &s.counts;
    s.terms.asked = &s.asked;
    s.terms.sockets = &s.sockets;
    s.terms.sockets_most = s.patience.of_a_client;
    s.patience.connections = connections_max(&s.patience);
    s.terms.sockets_room = 1 + (s.patience.connections - 1) * 3 / 4;
    if (options->certificate) code = tls_keys_load(options->certificate, options->key, &s.keys, e);
    if (code == STATUS_OK)
        code = begin(&s, &l, e);
    else
        listen_close(&l);
    if (code == STATUS_OK) code = scholar_new(wake_server, &s, &s.terms.scholar, e);
    if (code == STATUS_OK)
        code = thinkers_new(0, THOUGHTS_OF_A_CLIENT, wake_server, &s, &s.thinkers, e);
    if (code == STATUS_OK) code = courier_new(wake_server, &s, &s.terms.courier, e);
    if (code == STATUS_OK) code = estimates_new(s.thinkers, &s.terms.estimates, e);
    if (code == STATUS_OK) code = begin_games(&s, options, e);
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
    courier_stop(s.terms.courier);
    thinkers_free(s.thinkers);
    estimates_free(s.terms.estimates);
    s.terms.wake = NULL; /* nobody is there any more to say something to */
    if (s.context) lws_context_destroy(s.context);
    courier_free(s.terms.courier);
    desk_close(s.terms.desk);
    tls_keys_free(s.keys);
    return code;
}
