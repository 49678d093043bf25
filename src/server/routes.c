/* SPDX-License-Identifier: MIT */
#include "server/routes.h"

#include <string.h>

#include "games/registry.h"

static const char look[] = "GET, HEAD", post[] = "POST";

const route server_routes[] = {
    {"/healthz", look, false, false},
    {"/metrics", look, false, false},
    {"/v1/addresses", look, false, false},
    {"/v1/qr", "GET, HEAD, POST", false, true},
    {"/v1/openapi.json", look, true, false},
    {"/v1/tables/{file}", look, true, false},
    {"/v1/games", "GET, HEAD, POST", false, true},
    {"/v1/games/{id}", "GET, HEAD, DELETE", false, true},
    {"/v1/games/{id}/join", post, false, true},
    {"/v1/games/{id}/token", post, false, true},
    {"/v1/games/{id}/record", look, false, true},
    {"/v1/games/{id}/socket", "GET", false, true},
    {"/v1/{game}", look, true, false},
    {"/v1/{game}/mainline", look, true, false},
    {"/v1/{game}/batch", post, true, false},
    {"/api/{game}/moves", look, true, false},
    {NULL, NULL, false, false},
};

static bool is_game(const char *name, size_t length) {
    for (size_t i = 0; registry_games[i]; i++)
        if (strlen(registry_games[i]->name) == length &&
            memcmp(registry_games[i]->name, name, length) == 0)
            return true;
    return false;
}

/* Part by part; one in braces stands for any, but a game for a game. */
static bool fits(const char *path, const char *pattern) {
    while (*path == '/' && *pattern == '/') {
        size_t part = strcspn(++path, "/"), wanted = strcspn(++pattern, "/");
        bool any = *pattern == '{';
        if (any ? part == 0 : part != wanted || memcmp(path, pattern, part) != 0) return false;
        if (any && strncmp(pattern, "{game}", wanted) == 0 && !is_game(path, part)) return false;
        path += part;
        pattern += wanted;
    }
    return !*path && !*pattern;
}

static bool allows(const char *methods, const char *method) {
    size_t length = strlen(method);
    for (const char *at = methods; (at = strstr(at, method)); at += length)
        if ((at == methods || at[-1] == ' ') && (!at[length] || at[length] == ',')) return true;
    return false;
}

/* A browser asks first whether a page of another server may ask. */
static answer allow_others(const route *found) {
    return (answer){.code = 204, .for_all = true, .cors_methods = found->methods};
}

static const route *find(const char *path) {
    const route *found = server_routes;
    while (found->path && !fits(path, found->path)) found++;
    return found;
}

bool routes_are_for_all(const char *path) {
    return find(path)->for_all;
}

bool routes_limit(const http_request *r) {
    return find(r->path)->is_limited;
}

bool routes_refuse(const http_request *r, answer *refusal) {
    const route *found = find(r->path);
    bool is_api = answer_is_for_programs(r->path);
    if (!found->path) {
        if (is_api)
            *refusal = answer_problem(404, "There is nothing here. /v1/openapi.json tells.");
        return is_api;
    }
    if (allows(found->methods, r->method)) return false;
    if (found->for_all && strcmp(r->method, "OPTIONS") == 0) {
        *refusal = allow_others(found);
        return true;
    }
    *refusal = answer_problem(405, "This cannot be done here.");
    refusal->allow = found->methods;
    refusal->for_all = found->for_all;
    return true;
}
