/* SPDX-License-Identifier: MIT */
#include "bot/address.h"

#include <ctype.h>
#include <string.h>

static status refuse(const char *string, error *e) {
    return FAIL(e, STATUS_USAGE,
                "'%.80s' is not the address of a server or game, as http://localhost:8080/",
                string);
}

static bool copy(char *out, size_t room, const char *from, size_t length) {
    if (length >= room) return false;
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

static bool is_host(const char *host) {
    for (const char *c = host; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(".-_:", *c)) return false;
    return *host != '\0';
}

/* "host", "host:80", "[::1]:80" */
static bool read_authority(address *a, const char *from, size_t length) {
    if (!copy(a->authority, sizeof a->authority, from, length)) return false;
    const char *text_of = a->authority, *end = strrchr(text_of, ':');
    bool bracketed = *text_of == '[';
    const char *closing = bracketed ? strchr(text_of, ']') : NULL;
    if (bracketed && !closing) return false;
    if (bracketed) end = closing[1] == ':' ? closing + 1 : NULL;
    if (bracketed && closing[1] && !end) return false;
    size_t host = bracketed ? (size_t)(closing - text_of) - 1
                  : end     ? (size_t)(end - text_of)
                            : strlen(text_of);
    if (!copy(a->host, sizeof a->host, text_of + bracketed, host) || !is_host(a->host) ||
        (!bracketed && strchr(a->host, ':')))
        return false;
    uint64_t port = a->secure ? 443 : 80;
    if (end && (!text_is_number(end + 1, 65535, &port) || port == 0)) return false;
    text t = text_fixed(a->port, sizeof a->port);
    text_format(&t, "%d", (int)port);
    return true;
}

/* The last word between slashes, if it could be a game's. */
static void find_id(address *a, const char *from, size_t length) {
    size_t end = length;
    while (end > 0 && from[end - 1] == '/') end--;
    size_t begin = end;
    while (begin > 0 && from[begin - 1] != '/' && from[begin - 1] != '#') begin--;
    char word[ID_BYTES];
    if (copy(word, sizeof word, from + begin, end - begin) && token_is_id(word))
        memcpy(a->id, word, sizeof a->id);
}

static bool read_path(address *a, const char *path) {
    static const char games[] = "/v1/games";
    size_t length = strcspn(path, "?#");
    const char *fragment = strchr(path, '#'), *below = strstr(path, games);
    size_t base = length;
    if (below && below < path + length) {
        base = (size_t)(below - path) + 1;
        if (below[strlen(games)] == '/') find_id(a, path, length);
    } else {
        while (base > 0 && path[base - 1] != '/') base--;
    }
    if (fragment) find_id(a, fragment, strlen(fragment));
    if (base == 0) return copy(a->base, sizeof a->base, "/", 1);
    return copy(a->base, sizeof a->base, path, base);
}

status address_read(const char *string, address *out, error *e) {
    address a = {0};
    scan s = scan_string(string);
    for (const char *c = string; *c; c++)
        if (*c <= ' ' || *c >= 0x7f) return refuse(string, e);
    a.secure = scan_word(&s, "https://");
    if (!a.secure && !scan_word(&s, "http://")) return refuse(string, e);
    size_t authority = strcspn(s.at, "/?#");
    if (!read_authority(&a, s.at, authority) || !read_path(&a, s.at + authority))
        return refuse(string, e);
    *out = a;
    return STATUS_OK;
}

void address_write(const address *a, text *out) {
    text_format(out, "http%s://%s%s", a->secure ? "s" : "", a->authority, a->base);
}
