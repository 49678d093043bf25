/* SPDX-License-Identifier: MIT
 *
 * The one loop of the server: it waits for sockets, for other threads and for the time, and lets
 * server/carrier.h carry what is said. Nothing else waits here. */
#include "server/serve.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "games/registry.h"
#include "server/carrier.h"
#include "server/listen.h"
#include "server/thinkers.h"

enum {
    OTHER_DESCRIPTORS = 32, /* what the program has open besides connections */
    TICK_MS = 100,          /* after which clocks are looked at */
    READY_MAX = 256,        /* events taken at once */
    LET_IN_MAX = 64,        /* ... and connections */
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
    int poll, bell; /* of epoll; rung by other threads */
    listening doors;
    bool is_full; /* nobody is let in until somebody has gone */
    int64_t next_tick;
    talk_terms terms;
    carrier carrier;
    thinkers *thinkers;
    tls_keys *keys; /* NULL: nothing is encrypted */
    server_counts counts;
    limiter asked; /* what each client asks for */
    crowd sockets; /* games of each */
} server;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- letting them in -------------------------------------------------------------------------- */

static bool has_room(const server *s) {
    return s->carrier.count < (size_t)s->carrier.patience.connections;
}

static void open_doors(server *s, bool open) {
    if (s->is_full != open) return;
    s->is_full = !open;
    for (int i = 0; i < s->doors.count; i++) {
        struct epoll_event ev = {.events = open ? EPOLLIN : 0, .data.ptr = &s->doors.sockets[i]};
        epoll_ctl(s->poll, EPOLL_CTL_MOD, s->doors.sockets[i], &ev);
    }
}

/* Who waits at a door stays there, until somebody has gone. */
static void keep_out(server *s) {
    open_doors(s, false);
    carrier_make_room(&s->carrier);
}

static void let_in(server *s, int door) {
    if (!has_room(s)) keep_out(s);
    for (int i = 0; i < LET_IN_MAX && has_room(s); i++) {
        struct sockaddr_storage other = {0};
        socklen_t length = sizeof other;
        int fd = accept4(door, (struct sockaddr *)&other, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        bool is_lack = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (fd < 0 && is_lack) keep_out(s);
        if (fd < 0) return; /* nobody waits any more, or nobody can come */
        carrier_take(&s->carrier, fd, &other);
    }
}

/* --- going round ------------------------------------------------------------------------------ */

static void wake_server(void *context) {
    const server *s = context;
    uint64_t one = 1;
    while (write(s->bell, &one, sizeof one) < 0 && errno == EINTR) continue;
}

/* What other threads have done meanwhile. */
static void collect(server *s) {
    uint64_t count;
    if (read(s->bell, &count, sizeof count) < 0) return;
    if (s->terms.desk) desk_collect(s->terms.desk);
    if (s->terms.scholar) scholar_collect(s->terms.scholar);
    if (s->terms.courier) courier_collect(s->terms.courier);
    if (s->thinkers) thinkers_collect(s->thinkers);
}

/* Descriptors may have become free elsewhere, too. */
static void tick(server *s) {
    s->next_tick = now_ms() + TICK_MS;
    carrier_look(&s->carrier);
    if (s->terms.desk) desk_tick(s->terms.desk);
    if (has_room(s)) open_doors(s, true);
}

/* Says what there is to say, then hears what there is to hear. */
static status go_round(server *s, error *e) {
    struct epoll_event ready[READY_MAX];
    size_t before = s->carrier.count;
    carrier_say(&s->carrier);
    if (s->carrier.count < before) open_doors(s, true);
    int64_t wait = s->carrier.busy ? 0 : s->next_tick - now_ms();
    int count = epoll_wait(s->poll, ready, READY_MAX, wait > 0 ? (int)wait : 0);
    if (count < 0 && errno != EINTR) return FAIL(e, STATUS_FAILED, "the server broke down");
    for (int i = 0; i < count; i++) {
        void *who = ready[i].data.ptr;
        if (who == &s->bell)
            collect(s);
        else if (who == &s->doors.sockets[0] || who == &s->doors.sockets[1])
            let_in(s, *(int *)who);
        else
            connection_ready(who, ready[i].events);
    }
    if (now_ms() >= s->next_tick) tick(s);
    return STATUS_OK;
}

/* --- beginning and end ------------------------------------------------------------------------ */

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
    return code == STATUS_OK ? desk_open(&options, &s->terms.desk, e) : code;
}

/* Guests are told that the server goes down; how long it waits until they have heard it. */
static void say_goodbye(server *s) {
    error e;
    if (!s->terms.desk) return;
    desk_dismiss(s->terms.desk);
    int64_t end = now_ms() + GOODBYE_MS;
    while (desk_count(s->terms.desk).guests > 0 && now_ms() < end)
        if (go_round(s, &e) != STATUS_OK) break;
}

static bool watch(const server *s, const int *fd) {
    struct epoll_event ev = {.events = EPOLLIN, .data.ptr = (void *)fd};
    return epoll_ctl(s->poll, EPOLL_CTL_ADD, *fd, &ev) == 0;
}

static status begin(server *s, const serve_patience *patience, error *e) {
    s->poll = epoll_create1(EPOLL_CLOEXEC);
    s->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool ready = s->poll >= 0 && s->bell >= 0 && watch(s, &s->bell);
    for (int i = 0; ready && i < s->doors.count; i++) ready = watch(s, &s->doors.sockets[i]);
    carrier_begin(&s->carrier, &s->terms, patience, s->keys, s->poll);
    return ready ? STATUS_OK : FAIL(e, STATUS_FAILED, "the server cannot be set up");
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

static void end(server *s) {
    if (s->terms.desk) desk_leave_store(s->terms.desk);
    scholar_free(s->terms.scholar);
    courier_stop(s->terms.courier);
    thinkers_free(s->thinkers);
    estimates_free(s->terms.estimates);
    s->terms.wake = NULL; /* nobody is there any more to say something to */
    carrier_end(&s->carrier);
    courier_free(s->terms.courier);
    desk_close(s->terms.desk);
    tls_keys_free(s->keys);
    listen_close(&s->doors);
    if (s->bell >= 0) close(s->bell);
    if (s->poll >= 0) close(s->poll);
}

status serve(const serve_options *options, error *e) {
    server s = {.poll = -1,
                .bell = -1,
                .terms = {.is_everywhere = options->everyone,
                          .is_proxied = options->proxied,
                          .public_metrics = options->public_metrics,
                          .is_tls = options->certificate != NULL,
                          .wake = carrier_wake,
                          .names = options->names,
                          .log = options->log,
                          .context = options->context}};
    serve_patience patience = options->patience ? *options->patience : usual_patience;
    status code = listen_open(options->everyone, options->port, &s.doors, e);
    if (code != STATUS_OK) return code;
    patience.connections = connections_max(&patience);
    s.terms.port = s.doors.port;
    s.terms.counts = &s.counts;
    s.terms.asked = &s.asked;
    s.terms.sockets = &s.sockets;
    s.terms.sockets_most = patience.of_a_client;
    s.terms.sockets_room = 1 + (patience.connections - 1) * 3 / 4;
    if (options->certificate) code = tls_keys_load(options->certificate, options->key, &s.keys, e);
    if (code == STATUS_OK) code = begin(&s, &patience, e);
    if (code == STATUS_OK) code = scholar_new(wake_server, &s, &s.terms.scholar, e);
    if (code == STATUS_OK)
        code = thinkers_new(0, THOUGHTS_OF_A_CLIENT, wake_server, &s, &s.thinkers, e);
    if (code == STATUS_OK) code = courier_new(wake_server, &s, &s.terms.courier, e);
    if (code == STATUS_OK) code = estimates_new(s.thinkers, &s.terms.estimates, e);
    if (code == STATUS_OK) code = begin_games(&s, options, e);
    if (code == STATUS_OK) {
        options->ready(options->context, s.doors.port);
        while (!*options->stop && code == STATUS_OK) code = go_round(&s, e);
        say_goodbye(&s);
    }
    end(&s);
    return code;
}
