/* SPDX-License-Identifier: MIT */
#include "server/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} address;

static address address_of(int family, bool everyone, int port) {
    address a = {0};
    if (family == AF_INET)
        a.v4 = (struct sockaddr_in){.sin_family = AF_INET,
                                    .sin_port = htons((uint16_t)port),
                                    .sin_addr = {htonl(everyone ? INADDR_ANY : INADDR_LOOPBACK)}};
    else
        a.v6 = (struct sockaddr_in6){.sin6_family = AF_INET6,
                                     .sin6_port = htons((uint16_t)port),
                                     .sin6_addr = everyone ? in6addr_any : in6addr_loopback};
    return a;
}

/* A listening socket, or -1 and the reason in errno. */
static int open_socket(int family, bool everyone, int port) {
    int s = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s < 0) return -1;
    address a = address_of(family, everyone, port);
    int on = 1;
    /* Each socket is for its own version alone, else one of the two would be in the other's way. */
    bool ready =
        setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        (family != AF_INET6 || setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0) &&
        bind(s, &a.any, family == AF_INET ? sizeof a.v4 : sizeof a.v6) == 0 &&
        listen(s, SOMAXCONN) == 0;
    if (ready) return s;
    int reason = errno;
    close(s);
    errno = reason;
    return -1;
}

static int port_of(int s) {
    struct sockaddr_in a = {0};
    socklen_t length = sizeof a;
    getsockname(s, (struct sockaddr *)&a, &length);
    return ntohs(a.sin_port);
}

void listen_close(listening *l) {
    while (l->count > 0) close(l->sockets[--l->count]);
}

/* Listens on both versions, or on the first alone where this machine has no other. */
static bool open_both(bool everyone, int port, listening *l) {
    *l = (listening){.port = port};
    int first = open_socket(AF_INET, everyone, port);
    if (first < 0) return false;
    l->sockets[l->count++] = first;
    l->port = port_of(first);
    int second = open_socket(AF_INET6, everyone, l->port);
    if (second >= 0) {
        l->sockets[l->count++] = second;
        return true;
    }
    if (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL) return true;
    int reason = errno;
    listen_close(l);
    errno = reason;
    return false;
}

status listen_open(bool everyone, int port, listening *l, error *e) {
    enum { TRIES = 20 }; /* a port that is free in one version may be taken in the other */
    for (int i = 0; i < (port == 0 ? TRIES : 1); i++) {
        if (open_both(everyone, port, l)) return STATUS_OK;
        if (errno != EADDRINUSE) break;
    }
    const char *why = errno == EADDRINUSE ? "another program uses it"
                      : errno == EACCES   ? "it is reserved for the system; take one from 1024 on"
                                          : strerror(errno);
    return FAIL(e, STATUS_FAILED, "port %d cannot be used: %s", port, why);
}
