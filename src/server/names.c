/* SPDX-License-Identifier: MIT */
#include "server/names.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- names ------------------------------------------------------------------------------------ */

/* "host:port", where the port may be left out if it is HTTP's own. */
static bool is_at_port(const server_names *n, const char *host, const char *name) {
    char whole[NAMES_ADDRESS_MAX + 8];
    text t = text_fixed(whole, sizeof whole);
    text_format(&t, "%s:%d", name, n->port);
    bool is_usual = n->port == (n->is_tls ? 443 : 80);
    return strcasecmp(host, whole) == 0 || (is_usual && strcasecmp(host, name) == 0);
}

/* Nothing, or ":port": "name:80@evil.example" is somebody else. */
static bool is_port(const char *rest) {
    return !*rest || (*rest == ':' && strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

bool names_mean(const server_names *n, const char *host) {
    static const char *const local[] = {"localhost", "127.0.0.1", "[::1]", NULL};
    for (const char *const *name = local; *name; name++)
        if (is_at_port(n, host, *name)) return true;
    if (n->own && is_at_port(n, host, n->own)) return true;
    for (const char *const *name = n->given; name && *name; name++) {
        size_t length = strlen(*name);
        if (strncasecmp(host, *name, length) == 0 && is_port(host + length)) return true;
    }
    return false;
}

bool names_lead_here(const server_names *n, const char *address) {
    char host[256];
    for (const char *c = address; *c; c++)
        if (*c <= ' ' || *c >= 0x7f) return false;
    if (strncasecmp(address, "http://", 7) == 0)
        address += 7;
    else if (strncasecmp(address, "https://", 8) == 0)
        address += 8;
    else
        return false;
    text t = text_fixed(host, sizeof host);
    text_put_n(&t, address, strcspn(address, "/?#"));
    if (t.failed) return false;
    if (names_mean(n, host)) return true;
    if (!n->is_everywhere) return false;
    reach all = reach_find();
    for (int i = 0; i < all.count; i++)
        if (is_at_port(n, host, all.hosts[i])) return true;
    return false;
}

/* --- addresses of the machine ----------------------------------------------------------------- */

static void add(reach *all, const struct sockaddr *a) {
    char name[INET6_ADDRSTRLEN], host[NAMES_ADDRESS_MAX];
    bool is_v6 = a->sa_family == AF_INET6;
    const void *bytes = is_v6 ? (const void *)&((const struct sockaddr_in6 *)a)->sin6_addr
                              : (const void *)&((const struct sockaddr_in *)a)->sin_addr;
    if (is_v6 && IN6_IS_ADDR_LINKLOCAL((const struct in6_addr *)bytes)) return;
    inet_ntop(a->sa_family, bytes, name, sizeof name);
    text t = text_fixed(host, sizeof host);
    text_format(&t, is_v6 ? "[%s]" : "%s", name);
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->hosts[i], host) == 0) return;
    if (all->count < (int)(sizeof all->hosts / sizeof *all->hosts))
        memcpy(all->hosts[all->count++], host, sizeof host);
}

/* The address that this machine would have for one far away: that of the network it is in, and not
 * of one it has made for itself. To connect such a socket sends nothing. */
static void add_outward(reach *all) {
    struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons(9)}, own = {0};
    socklen_t length = sizeof own;
    inet_pton(AF_INET, "198.51.100.1", &far.sin_addr);
    int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (s < 0) return;
    if (connect(s, (struct sockaddr *)&far, sizeof far) == 0 &&
        getsockname(s, (struct sockaddr *)&own, &length) == 0 &&
        ntohl(own.sin_addr.s_addr) >> 24 != 127)
        add(all, (struct sockaddr *)&own);
    close(s);
}

reach reach_find(void) {
    static const int families[] = {AF_INET, AF_INET6};
    reach all = {0};
    struct ifaddrs *list = NULL;
    add_outward(&all);
    if (getifaddrs(&list) != 0) return all;
    for (int i = 0; i < 2; i++)
        for (const struct ifaddrs *at = list; at; at = at->ifa_next)
            if (at->ifa_addr && at->ifa_addr->sa_family == families[i] &&
                (at->ifa_flags & IFF_RUNNING) && !(at->ifa_flags & IFF_LOOPBACK))
                add(&all, at->ifa_addr);
    freeifaddrs(list);
    return all;
}
