/* SPDX-License-Identifier: MIT */
#include "server/answer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "linja/linja.h"
#include "server/assets.h"
#include "solution/oracle.h"

/* --- tables ----------------------------------------------------------------------------------- */

struct library {
    oracle *oracles[LINJA_RULE_SETS]; /* NULL: not opened yet, or there is none */
};

status library_new(library **l, error *e) {
    *l = calloc(1, sizeof **l);
    return *l ? STATUS_OK : fail_memory(e);
}

void library_free(library *l) {
    if (!l) return;
    for (int i = 0; i < LINJA_RULE_SETS; i++)
        if (l->oracles[i]) l->oracles[i]->close(l->oracles[i]);
    free(l);
}

/* Opens the table of a rule set when it is first asked for. *o is NULL where there is none. */
static status find_oracle(library *l, const linja_rules *rules, oracle **o, error *e) {
    size_t i = (size_t)(rules - linja_rule_sets);
    status code = STATUS_OK;
    if (!l->oracles[i]) code = oracle_open(&linja_game, rules, NULL, &l->oracles[i], e);
    *o = l->oracles[i];
    return code;
}

/* A table that turned out to be damaged is opened anew when it is next asked for: by then it may
 * have been replaced by a whole one. */
static void forget_oracle(library *l, const linja_rules *rules) {
    oracle **o = &l->oracles[rules - linja_rule_sets];
    if (*o) (*o)->close(*o);
    *o = NULL;
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

/* Takes over the reference. NULL: there was no memory to make the facts. */
static answer facts_answer(int code, json_t *facts) {
    text body = text_growing();
    if (!facts || json_dump_callback(facts, put_facts, &body, JSON_COMPACT) != 0)
        body.failed = true;
    text_char(&body, '\n');
    json_decref(facts);
    answer a = made_answer(code, json, body);
    a.for_all = true;
    return a;
}

static answer error_answer(int code, const error *e) {
    return facts_answer(code, json_pack("{s:s}", "error", e->text));
}

/* A table that is there but cannot be read. Where it lies is nobody's business but the log's. */
static answer damage_answer(const linja_rules *rules, const error *e) {
    error told;
    error_set(&told, "the table of '%s' cannot be read", rules->name);
    answer a = error_answer(500, &told);
    a.remark = *e;
    return a;
}

/* The value of a parameter, decoded; it stays as it is if the parameter is not there. */
static status parameter(const char *query, const char *name, text *value, error *e) {
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
static status read_question(const char *query, const linja_rules **rules, game_position *position,
                            error *e) {
    text name = text_growing(), string = text_growing();
    const void *found = NULL;
    status code = parameter(query, "rules", &name, e);
    if (code == STATUS_OK) code = parameter(query, "position", &string, e);
    if (code == STATUS_OK) code = game_find_rules(&linja_game, name.data, &found, e);
    if (code == STATUS_OK) {
        *rules = found;
        if (string.data)
            code = linja_game.read_position(found, with_spaces(string.data), position, e);
        else
            linja_game.start(found, position);
    }
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

/* /api/linja/moves?rules=R&position=P: all turns with their exact values, best first */
static answer linja_moves(library *l, const http_request *r) {
    error e;
    const linja_rules *rules;
    game_position position;
    oracle *o;
    valued_turn turns[GAME_TURNS_MAX];
    size_t count = 0;
    status code = read_question(r->query, &rules, &position, &e);
    if (code == STATUS_FAILED) return memory_answer();
    if (code != STATUS_OK) return error_answer(400, &e);
    code = find_oracle(l, rules, &o, &e);
    if (code == STATUS_OK && !o) {
        error_set(&e, "this server has no table of '%s'", rules->name);
        return error_answer(404, &e);
    }
    if (code == STATUS_OK) code = o->turns(o, &position, turns, &count, &e);
    if (code != STATUS_OK) {
        forget_oracle(l, rules);
        return damage_answer(rules, &e);
    }
    json_t *list = turn_facts(turns, count);
    return facts_answer(200, list ? json_pack("{s:s, s:s, s:o}", "game", "linja", "rules",
                                              rules->name, "turns", list)
                                  : NULL);
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
    if (strcmp(r->path, "/api/linja/moves") == 0) return linja_moves(l, r);
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
