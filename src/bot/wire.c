/* SPDX-License-Identifier: MIT */
#include "bot/wire.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/seconds.h"

static const double stop_interval = 0.1; /* seconds between two looks at the stop flag */

struct wire {
    int fd;
    double patience;
    const atomic_bool *stop;
    SSL_CTX *context; /* NULL: no TLS */
    SSL *tls;
    char name[272];
};

static status fail(const wire *l, const char *why, error *e) {
    return FAIL(e, STATUS_FAILED, "%.200s: %s", l->name, why);
}

static bool is_stopped(const wire *l) {
    return l->stop && atomic_load(l->stop);
}

/* Waits until the line can be read or written, or there is something at `also`. *ready: it is the
 * line. Nothing, if the time is over. */
static status await(const wire *l, short events, double deadline, int also, bool *ready, error *e) {
    *ready = false;
    for (;;) {
        struct pollfd at[2] = {{.fd = l->fd, .events = events}, {.fd = also, .events = POLLIN}};
        double left = deadline - seconds_now();
        int ms = left < 0 ? 0 : (int)(1000 * (left < stop_interval ? left : stop_interval)) + 1;
        if (is_stopped(l)) return fail(l, "stopped", e);
        int count = poll(at, 2, ms);
        if (count < 0 && errno != EINTR) return fail(l, strerror(errno), e);
        if (count > 0) {
            *ready = at[0].revents != 0;
            return STATUS_OK;
        }
        if (left <= 0) return STATUS_OK;
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static status connect_to(wire *l, const struct addrinfo *to, error *e) {
    bool ready = false;
    int failed = 0, on = 1;
    socklen_t length = sizeof failed;
    l->fd = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (l->fd < 0) return fail(l, strerror(errno), e);
    if (connect(l->fd, to->ai_addr, to->ai_addrlen) != 0) {
        if (errno != EINPROGRESS) return fail(l, strerror(errno), e);
        status code = await(l, POLLOUT, seconds_now() + l->patience, -1, &ready, e);
        if (code != STATUS_OK) return code;
        if (!ready) return fail(l, "no answer", e);
        getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &failed, &length);
        if (failed) return fail(l, strerror(failed), e);
    }
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return STATUS_OK;
}

static status dial(wire *l, const address *to, error *e) {
    struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    int failed = getaddrinfo(to->host, to->port, &wanted, &found);
    if (failed) return fail(l, gai_strerror(failed), e);
    status code = STATUS_FAILED;
    for (const struct addrinfo *a = found; a && code != STATUS_OK && !is_stopped(l);
         a = a->ai_next) {
        if (l->fd >= 0) close(l->fd);
        code = connect_to(l, a, e);
    }
    freeaddrinfo(found);
    return code == STATUS_OK || !is_stopped(l) ? code : fail(l, "stopped", e);
}

static status fail_tls(const wire *l, error *e) {
    unsigned long number = ERR_get_error();
    long checked = l->tls ? SSL_get_verify_result(l->tls) : X509_V_OK;
    if (checked != X509_V_OK) return fail(l, X509_verify_cert_error_string(checked), e);
    const char *why = number ? ERR_reason_error_string(number) : NULL;
    return fail(l, why ? why : "the connection broke off", e);
}

/* Waits for what TLS waits for; fails if it waits for nothing. */
static status await_tls(wire *l, int result, double deadline, int also, bool *ready, error *e) {
    int wants = SSL_get_error(l->tls, result);
    if (wants == SSL_ERROR_WANT_READ) return await(l, POLLIN, deadline, also, ready, e);
    if (wants == SSL_ERROR_WANT_WRITE) return await(l, POLLOUT, deadline, also, ready, e);
    return fail_tls(l, e);
}

/* The certificate must be one of the system's, for this host. */
static status begin_tls(wire *l, const address *to, error *e) {
    double deadline = seconds_now() + l->patience;
    l->context = SSL_CTX_new(TLS_client_method());
    l->tls = l->context ? SSL_new(l->context) : NULL;
    if (!l->tls) return fail_memory(e);
    SSL_CTX_set_default_verify_paths(l->context);
    SSL_set_verify(l->tls, SSL_VERIFY_PEER, NULL);
    SSL_set_mode(l->tls, SSL_MODE_AUTO_RETRY | SSL_MODE_ENABLE_PARTIAL_WRITE |
                             SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    X509_VERIFY_PARAM *checks = SSL_get0_param(l->tls);
    if (X509_VERIFY_PARAM_set1_ip_asc(checks, to->host) != 1) {
        SSL_set_tlsext_host_name(l->tls, to->host);
        SSL_set1_host(l->tls, to->host);
    }
    SSL_set_fd(l->tls, l->fd);
    for (;;) {
        ERR_clear_error();
        int result = SSL_connect(l->tls);
        if (result == 1) return STATUS_OK;
        bool ready = false;
        status code = await_tls(l, result, deadline, -1, &ready, e);
        if (code != STATUS_OK) return code;
        if (!ready) return fail(l, "no answer", e);
    }
}

status wire_open(const address *to, double patience, const atomic_bool *stop, wire **out,
                 error *e) {
    wire *l = calloc(1, sizeof *l);
    if (!l) return fail_memory(e);
    *l = (wire){.fd = -1, .patience = patience, .stop = stop};
    memcpy(l->name, to->authority, sizeof l->name);
    status code = dial(l, to, e);
    if (code == STATUS_OK && to->secure) code = begin_tls(l, to, e);
    if (code == STATUS_OK)
        *out = l;
    else
        wire_close(l);
    return code;
}

void wire_close(wire *l) {
    if (!l) return;
    if (l->tls) SSL_shutdown(l->tls);
    SSL_free(l->tls);
    SSL_CTX_free(l->context);
    if (l->fd >= 0) close(l->fd);
    free(l);
}

/* --- bytes ------------------------------------------------------------------------------------ */

/* More than 0: so many bytes. 0: none yet, and *wait says what it waits for. */
static status receive(wire *l, char *bytes, size_t room, size_t *got, int *result, error *e) {
    *got = 0;
    if (l->tls) {
        ERR_clear_error();
        *result = SSL_read(l->tls, bytes, (int)(room < 16384 ? room : 16384));
        if (*result > 0) *got = (size_t)*result;
        return STATUS_OK;
    }
    ssize_t part = recv(l->fd, bytes, room, 0);
    if (part > 0) *got = (size_t)part;
    if (part == 0) return fail(l, "the other side has hung up", e);
    if (part < 0 && errno != EAGAIN && errno != EINTR) return fail(l, strerror(errno), e);
    return STATUS_OK;
}

status wire_read(wire *l, char *bytes, size_t room, double seconds, int also, size_t *got,
                 error *e) {
    double deadline = seconds_now() + seconds;
    for (;;) {
        int result = 0;
        bool ready = false;
        status code = receive(l, bytes, room, got, &result, e);
        if (code != STATUS_OK || *got > 0) return code;
        code = l->tls ? await_tls(l, result, deadline, also, &ready, e)
                      : await(l, POLLIN, deadline, also, &ready, e);
        if (code != STATUS_OK || !ready) return code;
    }
}

status wire_write(wire *l, const char *bytes, size_t length, error *e) {
    double deadline = seconds_now() + l->patience;
    while (length > 0) {
        bool ready = false;
        ERR_clear_error();
        ssize_t part = l->tls ? SSL_write(l->tls, bytes, (int)(length < 16384 ? length : 16384))
                              : send(l->fd, bytes, length, MSG_NOSIGNAL);
        if (part > 0) {
            bytes += part;
            length -= (size_t)part;
            continue;
        }
        if (!l->tls && errno != EAGAIN && errno != EINTR) return fail(l, strerror(errno), e);
        status code = l->tls ? await_tls(l, (int)part, deadline, -1, &ready, e)
                             : await(l, POLLOUT, deadline, -1, &ready, e);
        if (code != STATUS_OK) return code;
        if (!ready) return fail(l, "the other side does not read", e);
    }
    return STATUS_OK;
}
