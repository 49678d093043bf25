/* SPDX-License-Identifier: MIT */
#include "server/carrier.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 16384 };

struct connection {
    talk talk;
    carrier *carrier;
    int fd;
    uint32_t interest; /* events of epoll that are waited for */
    tls *tls;          /* NULL: what is said is not encrypted */
    bool is_broken;    /* ... or cannot be read any more */
    bool has_ended;    /* ... or has been told that nothing more will be said */
    bool has_asked;
    uint64_t rests;             /* since its last answer: the larger, the later; 0: it does not */
    bool is_busy;               /* is among the busy */
    bool is_lost;               /* there is nobody, or will be nobody any more */
    bool is_gone;               /* it is closed; freed by whoever finds it among the busy */
    uint64_t counted;           /* as whom among the clients; 0: not at all */
    connection *before, *after; /* among all */
    connection *next_busy;
    int64_t due;          /* when what is waited for has taken too long */
    unsigned char *stuck; /* what the system did not take; NULL: nothing */
    size_t stuck_length, stuck_sent;
};

/* A few milliseconds do not matter here. */
static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wait_ms(connection *n, int ms) {
    n->due = now_ms() + ms;
}

static void make_busy(connection *n) {
    carrier *c = n->carrier;
    if (n->is_busy) return;
    n->is_busy = true;
    n->next_busy = NULL;
    *c->busy_end = n;
    c->busy_end = &n->next_busy;
}

void carrier_wake(talk *t) {
    make_busy((connection *)((char *)t - offsetof(connection, talk)));
}

static void lose(connection *n) {
    n->is_lost = true;
    make_busy(n);
}

/* --- what is waited for ----------------------------------------------------------------------- */

static bool is_hearing(const talk *t) {
    return t->state != TALK_ANSWERING && t->state != TALK_WAITING;
}

/* Nothing is received from who does not take what was said, or waits for an answer. */
static bool is_receiving(const connection *n) {
    return is_hearing(&n->talk) && !n->stuck;
}

static void set_interest(connection *n, uint32_t events) {
    struct epoll_event ev = {.events = events, .data.ptr = n};
    if (n->interest == events) return;
    n->interest = events;
    if (epoll_ctl(n->carrier->poll, EPOLL_CTL_MOD, n->fd, &ev) != 0) lose(n);
}

/* After something has happened: what is waited for now, and for how long. That nothing is received
 * is not said before something comes, for mostly nothing does (connection_ready). */
static void wait_for_more(connection *n, talk_state before) {
    const serve_patience *patience = &n->carrier->patience;
    const talk *t = &n->talk;
    bool changed = t->state != before;
    if (talk_wants_to_say(t) || (n->tls && tls_waiting(n->tls) > 0)) make_busy(n);
    if (is_receiving(n)) set_interest(n, n->interest | EPOLLIN);
    if (t->state != TALK_IDLE) n->rests = 0;
    switch (t->state) {
    case TALK_IDLE:
        if (n->has_asked && changed) n->rests = ++n->carrier->rests;
        if (changed) wait_ms(n, n->has_asked ? patience->idle : patience->receiving);
        break;
    case TALK_HEARING:
        n->has_asked = true;
        if (changed) wait_ms(n, patience->receiving); /* from the first byte on */
        break;
    case TALK_WAITING:
    case TALK_ANSWERING:
        n->has_asked = true;
        wait_ms(n, patience->saying);
        break;
    case TALK_SOCKET:
        if (changed)
            wait_ms(n, patience->hello); /* not longer for who sends it byte by byte */
        else if (guest_is_greeted(t->guest))
            wait_ms(n, guest_wants_to_say(t->guest) ? patience->saying : patience->quiet);
        break;
    case TALK_OVER:
        if (!changed) break;
        wait_ms(n, patience->leaving);
        make_busy(n); /* once all has been written it is told so: speak */
        break;
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Sends bytes; what the system does not take is kept, and nothing more is said before it has gone.
 * False: nobody is there. */
static bool send_bytes(connection *n, const unsigned char *bytes, size_t length) {
    ssize_t sent = send(n->fd, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    size_t taken = sent > 0 ? (size_t)sent : 0;
    if (taken == length) return true;
    n->stuck = malloc(length - taken);
    if (!n->stuck) return false;
    n->stuck_length = length - taken;
    n->stuck_sent = 0;
    memcpy(n->stuck, bytes + taken, n->stuck_length);
    set_interest(n, EPOLLOUT);
    return true;
}

/* Sends what the system did not take before. */
static bool send_stuck(connection *n) {
    ssize_t sent =
        send(n->fd, n->stuck + n->stuck_sent, n->stuck_length - n->stuck_sent, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    n->stuck_sent += (size_t)sent;
    if (n->stuck_sent < n->stuck_length) return true;
    free(n->stuck);
    n->stuck = NULL;
    set_interest(n, is_hearing(&n->talk) ? EPOLLIN : 0);
    make_busy(n);
    return true;
}

/* Sends what is encrypted; there is some. */
static bool flush(connection *n) {
    unsigned char bytes[CHUNK];
    size_t length = tls_take(n->tls, bytes, sizeof bytes);
    make_busy(n);
    return send_bytes(n, bytes, length);
}

static bool say(connection *n) {
    unsigned char bytes[CHUNK];
    size_t length = talk_say(&n->talk, bytes, sizeof bytes);
    if (length == 0) return false; /* what was begun cannot be said to its end */
    if (n->tls) return tls_write(n->tls, bytes, length) && flush(n);
    return send_bytes(n, bytes, length);
}

/* Hands on what has come encrypted, as far as it is wanted now. */
static void hear(connection *n) {
    char bytes[TALK_RECEIVE_MAX];
    while (n->tls && !n->is_broken && is_hearing(&n->talk)) {
        int length = tls_read(n->tls, bytes, sizeof bytes);
        if (length == 0) return;
        if (length < 0)
            n->is_broken = true;
        else
            talk_receive(&n->talk, bytes, (size_t)length);
    }
}

/* Says a piece of what there is to say; false: it is over. */
static bool speak(connection *n) {
    talk *t = &n->talk;
    if (n->stuck) return true; /* it goes on when there is room again */
    if (n->tls && t->state == TALK_OVER && !n->has_ended) {
        n->has_ended = true;
        tls_end(n->tls);
    }
    if (n->tls && tls_waiting(n->tls) > 0) return flush(n);
    if (n->is_broken) return false;
    if (t->state == TALK_OVER) {
        /* The other side hangs up when it has read everything. If we did, what it is still sending
         * would make the system throw away what it has not read yet. */
        shutdown(n->fd, SHUT_WR);
        return true;
    }
    if (!talk_wants_to_say(t)) return true;
    talk_state before = t->state;
    if (!say(n)) return false;
    wait_for_more(n, before);
    before = t->state;
    hear(n); /* the next request may have come with the last */
    if (n->tls) wait_for_more(n, before);
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void receive(connection *n) {
    char bytes[TALK_RECEIVE_MAX];
    ssize_t got = recv(n->fd, bytes, sizeof bytes, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0 || (n->carrier->keys && !n->tls)) {
        lose(n);
        return;
    }
    talk_state before = n->talk.state;
    if (!n->tls)
        talk_receive(&n->talk, bytes, (size_t)got);
    else if (!tls_receive(n->tls, bytes, (size_t)got))
        lose(n);
    hear(n);
    wait_for_more(n, before);
    if (n->is_broken) make_busy(n);
}

void connection_ready(connection *n, uint32_t events) {
    if (n->is_lost) return;
    bool reads = is_receiving(n);
    if (events & EPOLLOUT && n->stuck && !send_stuck(n)) {
        lose(n);
    } else if (events & EPOLLIN && reads) {
        receive(n);
    } else if (events & (EPOLLERR | EPOLLHUP)) {
        lose(n);
    } else if (events & EPOLLIN) {
        set_interest(n, n->interest & ~(uint32_t)EPOLLIN);
    }
}

/* --- coming and going ------------------------------------------------------------------------- */

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

static void tell_count(const carrier *c) {
    c->terms->counts->connections = c->count;
}

/* False: there is no memory. */
static bool meet(carrier *c, int fd, const char *peer, uint64_t counted) {
    connection *n = calloc(1, sizeof *n);
    struct epoll_event ev = {.events = EPOLLIN, .data.ptr = n};
    if (!n || epoll_ctl(c->poll, EPOLL_CTL_ADD, fd, &ev) != 0) {
        free(n);
        return false;
    }
    char reached[TALK_ADDRESS_MAX];
    struct sockaddr_storage own = {0};
    socklen_t length = sizeof own;
    getsockname(fd, (struct sockaddr *)&own, &length);
    put_address(&own, true, reached);
    n->carrier = c;
    n->fd = fd;
    n->interest = EPOLLIN;
    n->counted = counted;
    n->after = c->all;
    if (n->after) n->after->before = n;
    c->all = n;
    c->count++;
    tell_count(c);
    talk_begin(&n->talk, c->terms, peer, reached);
    if (c->keys) n->tls = tls_new(c->keys);
    wait_for_more(n, TALK_OVER);
    return true;
}

void carrier_take(carrier *c, int fd, const struct sockaddr_storage *other) {
    char peer[TALK_ADDRESS_MAX];
    int on = 1;
    /* What is said goes off at once: else the second of two messages waits until the system of the
     * other side has thanked for the first, which it puts off for 40 ms. */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    put_address(other, false, peer);
    /* Who is on this machine, as a proxy is, has all there are. */
    uint64_t client = talk_is_this_machine(peer) ? 0 : limiter_client(peer);
    bool may = !client || crowd_enter(&c->clients, client, c->patience.of_a_client);
    if (may && meet(c, fd, peer, client)) return;
    if (may && client) crowd_leave(&c->clients, client);
    close(fd);
}

static void hang_up(connection *n) {
    carrier *c = n->carrier;
    talk_end(&n->talk); /* may wake it */
    tls_free(n->tls);
    if (n->counted) crowd_leave(&c->clients, n->counted);
    free(n->stuck);
    close(n->fd);
    *(n->before ? &n->before->after : &c->all) = n->after;
    if (n->after) n->after->before = n->before;
    c->count--;
    tell_count(c);
    n->is_gone = true;
    if (!n->is_busy) free(n);
}

/* Those who are busy, who then are not any more. */
static connection *take_busy(carrier *c) {
    connection *first = c->busy;
    c->busy = NULL;
    c->busy_end = &c->busy;
    return first;
}

void carrier_say(carrier *c) {
    for (connection *n = take_busy(c), *next; n; n = next) {
        next = n->next_busy;
        n->is_busy = false;
        if (n->is_gone)
            free(n);
        else if (n->is_lost || !speak(n))
            hang_up(n);
    }
}

static void look_at(connection *n) {
    talk_state before = n->talk.state;
    if (before == TALK_IDLE || before == TALK_OVER) {
        lose(n);
        return;
    }
    wait_ms(n, n->carrier->patience.leaving); /* unless something else is waited for */
    talk_is_late(&n->talk);
    wait_for_more(n, before);
}

void carrier_look(carrier *c) {
    int64_t now = now_ms();
    for (connection *n = c->all; n; n = n->after)
        if (now >= n->due) look_at(n);
}

void carrier_make_room(carrier *c) {
    connection *first = NULL;
    for (connection *n = c->all; n; n = n->after) {
        if (n->is_lost) return; /* there will be room */
        if (n->rests && (!first || n->rests < first->rests)) first = n;
    }
    if (first) lose(first);
}

/* --- beginning and end ------------------------------------------------------------------------ */

void carrier_begin(carrier *c, const talk_terms *terms, const serve_patience *patience,
                   const tls_keys *keys, int poll) {
    *c = (carrier){
        .terms = terms, .patience = *patience, .keys = keys, .poll = poll, .busy_end = &c->busy};
}

void carrier_end(carrier *c) {
    for (connection *n = c->all, *next; n; n = next) {
        next = n->after;
        hang_up(n);
    }
    for (connection *n = take_busy(c), *next; n; n = next) {
        next = n->next_busy;
        free(n);
    }
}
