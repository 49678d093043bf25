/* SPDX-License-Identifier: MIT */
#include "server/answer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "game/oracle.h"
#include "games/registry.h"
#include "server/assets.h"

/* --- tables ----------------------------------------------------------------------------------- */

/* A rule set that was asked about. */
typedef struct shelf {
    variant variant;
    oracle *oracle; /* NULL: not opened yet, or there is none */
    struct shelf *next;
} shelf;

struct library {
    shelf *shelves;
};

status library_new(library **l, error *e) {
    *l = calloc(1, sizeof **l);
    return *l ? STATUS_OK : fail_memory(e);
}

/* A table that turned out to be damaged is opened anew when it is next asked for: by then it may
 * have been replaced by a whole one. */
static void close_shelf(shelf *s) {
    if (s->oracle) s->oracle->close(s->oracle);
    s->oracle = NULL;
}

void library_free(library *l) {
    if (!l) return;
    for (shelf *s = l->shelves, *next; s; s = next) {
        next = s->next;
        close_shelf(s);
        free(s);
    }
    free(l);
}

/* The shelf of a rule set; NULL: no memory. */
static shelf *find_shelf(library *l, variant v) {
    shelf *s = l->shelves;
    while (s && !variant_equal(s->variant, v)) s = s->next;
    if (s) return s;
    s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (shelf){.variant = v, .next = l->shelves};
    return l->shelves = s;
}

/* --- answers ---------------------------------------------------------------------------------- */

static answer fixed_answer(int code, const char *type, const char *body) {
    return (answer){
        .code = code, .type = type, .bytes = (const unsigned char *)body, .length = strlen(body)};
}

static const char plain[] = "text/plain; charset=utf-8", json[] = "application/json";

/* What is said when there is no memory to say anything else. */
static answer memory_answer(void) {
    return fixed_answer(500, json, "{\"error\":\"out of memory\"}\n");
}

/* A text that was made for this answer, and that is freed with it. */
static answer made_answer(int code, const char *type, text body) {
    answer a = body.failed ? memory_answer() : fixed_answer(code, type, body.data);
    a.body = body;
    return a;
}

static int put_facts(const char *bytes, size_t length, void *body) {
    text_put_n(body, bytes, length);
    return 0; /* a text remembers that it failed; jansson forgets it behind a key */
}

answer answer_facts(int code, json_t *facts) {
    text body = text_growing();
    if (!facts || json_dump_callback(facts, put_facts, &body, JSON_COMPACT) != 0)
        body.failed = true;
    text_char(&body, '\n');
    json_decref(facts);
    return made_answer(code, json, body);
}

answer answer_problem(int code, const char *detail) {
    answer a = answer_facts(code, json_pack("{s:s, s:s, s:i, s:s}", "type", "about:blank", "title",
                                            http_phrase(code), "status", code, "detail", detail));
    a.type = "application/problem+json";
    return a;
}

answer answer_text(int code, text body) {
    return made_answer(code, plain, body);
}

/* For everyone, pages of other servers too. */
static answer facts_answer(int code, json_t *facts) {
    answer a = answer_facts(code, facts);
    a.for_all = true;
    return a;
}

static answer error_answer(int code, const error *e) {
    return facts_answer(code, json_pack("{s:s}", "error", e->text));
}

/* A table that is there but cannot be read. Where it lies is nobody's business but the log's. */
static answer damage_answer(variant v, const error *e) {
    error told;
    error_set(&told, "the table of '%s' cannot be read", v.name);
    answer a = error_answer(500, &told);
    a.remark = *e;
    return a;
}

status answer_parameter(const char *query, const char *name, text *value, error *e) {
    size_t length = strlen(name);
    bool given = false;
    for (const char *at = query, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "&");
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        if (given) return FAIL(e, STATUS_INVALID, "parameter '%s' is given twice", name);
        given = true;
        text_put_n(value, at + length + 1, (size_t)(end - at) - length - 1);
    }
    if (value->failed) return fail_memory(e);
    if (!given) return STATUS_OK;
    if (value->length == 0) return FAIL(e, STATUS_INVALID, "parameter '%s' is empty", name);
    if (!http_decode(value->data))
        return FAIL(e, STATUS_INVALID, "parameter '%s' has an escape that stands for no character",
                    name);
    return STATUS_OK;
}

/* In addresses a space may be written otherwise. */
static char *with_spaces(char *string) {
    for (char *c = string; *c; c++)
        if (*c == '_' || *c == '+') *c = ' ';
    return string;
}

/* The rules and the position that are asked about: by default the game's own, and the start. */
static status read_question(const game *g, const char *query, variant *v, game_position *position,
                            error *e) {
    text name = text_growing(), string = text_growing();
    status code = answer_parameter(query, "rules", &name, e);
    if (code == STATUS_OK) code = answer_parameter(query, "position", &string, e);
    if (code == STATUS_OK) code = variant_find(g, name.data, v, e);
    if (code == STATUS_OK && string.data)
        code = variant_read_position(*v, with_spaces(string.data), position, e);
    else if (code == STATUS_OK)
        variant_start(*v, position);
    text_free(&name);
    text_free(&string);
    return code;
}

/* NULL if there was not enough memory. */
static json_t *turn_facts(const valued_turn *turns, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; list && i < count; i++) {
        json_t *turn = json_pack("{s:s, s:i, s:i}", "turn", turns[i].turn.text, "value",
                                 turns[i].value, "loss", turns[0].value - turns[i].value);
        if (json_array_append_new(list, turn) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

/* /api/GAME/moves?rules=R&position=P: all turns with their exact values, best first */
static answer game_moves(library *l, const game *g, const http_request *r) {
    error e;
    variant v;
    game_position position;
    valued_turn turns[GAME_TURNS_MAX];
    size_t count = 0;
    status code = read_question(g, r->query, &v, &position, &e);
    if (code == STATUS_FAILED) return memory_answer();
    if (code != STATUS_OK) return error_answer(400, &e);
    shelf *s = find_shelf(l, v);
    if (!s) return memory_answer();
    static const oracle_wanted usual = {0}; /* without a word of where it is */
    if (!s->oracle) code = oracle_open(v, &usual, &s->oracle, &e);
    if (code == STATUS_OK && !s->oracle) {
        error_set(&e, "this server has no table of '%s'", v.name);
        return error_answer(404, &e);
    }
    if (code == STATUS_OK) code = s->oracle->turns(s->oracle, &position, turns, &count, &e);
    if (code != STATUS_OK) {
        close_shelf(s);
        return damage_answer(v, &e);
    }
    json_t *list = turn_facts(turns, count);
    return facts_answer(
        200, list ? json_pack("{s:s, s:s, s:o}", "game", g->name, "rules", v.name, "turns", list)
                  : NULL);
}

/* The solved game whose moves a path asks for; NULL if it is no such path. */
static const game *game_of_path(const char *path) {
    for (size_t i = 0; registry_games[i]; i++) {
        char moves[64];
        text t = text_fixed(moves, sizeof moves);
        text_format(&t, "/api/%s/moves", registry_games[i]->name);
        if (registry_games[i]->solution && strcmp(path, moves) == 0) return registry_games[i];
    }
    return NULL;
}

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0) return types[i][1];
    return "application/octet-stream";
}

static answer asset_answer(const asset *file, const http_request *r) {
    answer found = {.code = 200, .type = type_of(file->path), .tag = file->tag};
    if (http_knows(r, file->tag)) {
        found.code = 304;
    } else if (http_takes_gzip(r) && file->packed < file->packed_end) {
        found.is_gzip = true;
        found.bytes = file->packed;
        found.length = (size_t)(file->packed_end - file->packed);
    } else {
        found.bytes = file->bytes;
        found.length = (size_t)(file->end - file->bytes);
    }
    return found;
}

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(word, *words) == 0) return true;
    return false;
}

answer answer_to(library *l, const http_request *r) {
    static const char *const known[] = {"POST",  "PUT",     "PATCH",   "DELETE",
                                        "TRACE", "OPTIONS", "CONNECT", NULL};
    static const char *const allowed[] = {"GET", "HEAD", NULL};
    if (is_one_of(r->method, known))
        return answer_refusing(405, "Nothing can be done here but to look (GET, HEAD).");
    if (!is_one_of(r->method, allowed)) return answer_refusing(501, "The method is unknown.");
    const game *g = game_of_path(r->path);
    if (g) return game_moves(l, g, r);
    const char *path = strcmp(r->path, "/") == 0 ? "/index.html" : r->path;
    for (const asset *file = server_assets; file->path; file++)
        if (strcmp(file->path, path) == 0) return asset_answer(file, r);
    return answer_refusing(404, "There is nothing here. The page is at /");
}

answer answer_refusing(int code, const char *why) {
    text body = text_growing();
    text_format(&body, "%s\n", why);
    return made_answer(code, plain, body);
}

void answer_free(answer *a) {
    text_free(&a->body);
}
