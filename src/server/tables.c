/* SPDX-License-Identifier: MIT */
#include "server/tables.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game/solver.h"
#include "games/registry.h"

static const char root[] = "/v1/tables/", ending[] = ".table";

bool tables_know(const http_request *r) {
    return strncmp(r->path, root, strlen(root)) == 0;
}

/* "linja-zen+mean.table": a rule set by its own name. */
static bool find_variant(const char *file, variant *v) {
    size_t length = strlen(file), end = strlen(ending);
    if (length <= end || strcmp(file + length - end, ending) != 0) return false;
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        size_t name = strlen(g->name);
        char rules[HTTP_PATH_MAX];
        error e;
        text t = text_fixed(rules, sizeof rules);
        if (!g->solver || strncmp(file, g->name, name) != 0 || file[name] != '-') continue;
        text_put_n(&t, file + name + 1, length - end - name - 1);
        return variant_find(g, rules, v, &e) == STATUS_OK && strcmp(v->name, rules) == 0;
    }
    return false;
}

/* The file, or -1. */
static int open_table(variant v, struct stat *facts) {
    text path = text_growing();
    error e;
    int file = -1;
    if (v.game->solver->usual_file(v.rules, &path, &e) == STATUS_OK)
        file = open(path.data, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    text_free(&path);
    if (file >= 0 && (fstat(file, facts) != 0 || !S_ISREG(facts->st_mode))) {
        close(file);
        file = -1;
    }
    return file;
}

/* A table is replaced as a whole and never changed, so these name its bytes. */
static void put_tag(const struct stat *facts, answer *a) {
    const int64_t named[] = {(int64_t)facts->st_ino, (int64_t)facts->st_size,
                             (int64_t)facts->st_mtim.tv_sec, (int64_t)facts->st_mtim.tv_nsec};
    answer_name(a, named, sizeof named);
}

answer tables_answer(courier *c, const http_request *r) {
    struct stat facts;
    variant v;
    answer a = {.code = 200, .type = "application/octet-stream", .for_all = true};
    int file = find_variant(r->path + strlen(root), &v) ? open_table(v, &facts) : -1;
    if (file < 0) {
        a = answer_problem(404, "This server has no such table.");
        a.for_all = true;
        return a;
    }
    put_tag(&facts, &a);
    uint64_t size = (uint64_t)facts.st_size;
    a.range = (http_part){.first = 0, .length = size, .of = size};
    a.code = http_knows(r, a.tag) ? 304 : http_range(r, a.tag, &a.range);
    if (a.code == 416) {
        http_part whole = a.range;
        a = answer_problem(416, "The file has no such bytes.");
        a.for_all = true;
        a.range = whole;
        close(file);
        return a;
    }
    a.length = a.code == 304 ? 0 : (size_t)a.range.length;
    if (a.length == 0 || strcmp(r->method, "HEAD") == 0) {
        close(file);
        return a;
    }
    a.parcel = parcel_new(c, file, a.range.first, a.range.length);
    if (a.parcel) return a;
    a = answer_problem(503, "Too many tables are on their way.");
    a.for_all = true;
    return a;
}
