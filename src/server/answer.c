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

static status find_oracle(library *l, const linja_rules *rules, oracle **o, error *e) {
    size_t i = (size_t)(rules - linja_rule_sets);
    if (!l->oracles[i]) {
        status code = oracle_open(&linja_game, rules, NULL, &l->oracles[i], e);
        if (code != STATUS_OK) return code;
    }
    *o = l->oracles[i];
    return *o ? STATUS_OK
              : FAIL(e, STATUS_NO_TABLE, "this server has no table of '%s'", rules->name);
}

/* --- answers ---------------------------------------------------------------------------------- */

static answer make_answer(int code, const char *type, text body) {
    if (body.failed) return (answer){.code = 500, .type = "text/plain", .body = body};
    return (answer){.code = code,
                    .type = type,
                    .bytes = (const unsigned char *)body.data,
                    .length = body.length,
                    .body = body};
}

static answer facts_answer(int code, json_t *facts) {
    text body = text_growing();
    char *dump = facts ? json_dumps(facts, JSON_COMPACT) : NULL;
    if (dump)
        text_format(&body, "%s\n", dump);
    else
        body.failed = true;
    free(dump);
    json_decref(facts);
    answer a = make_answer(code, "application/json", body);
    a.for_all = true;
    return a;
}

static int http_code(status code) {
    return code == STATUS_NO_TABLE ? 404 : code == STATUS_FAILED ? 500 : 400;
}

static answer error_answer(status code, const error *e) {
    return facts_answer(http_code(code), json_pack("{s:s}", "error", e->text));
}

/* The value of a parameter, or false if it is not there or empty. */
static bool parameter(const char *query, const char *name, text *value) {
    size_t length = strlen(name);
    for (const char *at = query; at && *at; at = strchr(at, '&') ? strchr(at, '&') + 1 : NULL) {
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        text_put_n(value, at + length + 1, strcspn(at + length + 1, "&"));
        return !value->failed && value->length > 0;
    }
    return false;
}

/* In addresses a space may be written otherwise. */
static char *with_spaces(char *string) {
    for (char *c = string; *c; c++)
        if (*c == '_' || *c == '+') *c = ' ';
    return string;
}

/* /api/linja/moves?rules=R&position=P: all turns with their exact values, best first */
static answer linja_moves(library *l, const asked *a) {
    text rules_name = text_growing(), string = text_growing();
    error e;
    status code = STATUS_OK;
    const void *rules;
    game_position position;
    oracle *o;
    valued_turn turns[GAME_TURNS_MAX];
    size_t count = 0;
    bool named = parameter(a->query, "rules", &rules_name);
    code = game_find_rules(&linja_game, named ? rules_name.data : NULL, &rules, &e);
    if (code == STATUS_OK && parameter(a->query, "position", &string))
        code = linja_game.read_position(rules, with_spaces(string.data), &position, &e);
    else if (code == STATUS_OK)
        linja_game.start(rules, &position);
    if (code == STATUS_OK) code = find_oracle(l, rules, &o, &e);
    if (code == STATUS_OK) code = o->turns(o, &position, turns, &count, &e);
    text_free(&rules_name);
    text_free(&string);
    if (code != STATUS_OK) return error_answer(code, &e);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:i}", "turn", turns[i].turn.text, "value",
                                        turns[i].value, "loss", turns[0].value - turns[i].value));
    return facts_answer(200, json_pack("{s:s, s:s, s:o}", "game", "linja", "rules",
                                       ((const linja_rules *)rules)->name, "turns", list));
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

static answer asset_answer(const asset *file, const asked *a) {
    answer found = {.code = 200, .type = type_of(file->path), .tag = file->tag};
    if (strstr(a->known_tag, file->tag)) {
        found.code = 304;
    } else if (a->takes_gzip && file->packed < file->packed_end) {
        found.is_gzip = true;
        found.bytes = file->packed;
        found.length = (size_t)(file->packed_end - file->packed);
    } else {
        found.bytes = file->bytes;
        found.length = (size_t)(file->end - file->bytes);
    }
    return found;
}

answer answer_to(library *l, const asked *a) {
    if (strcmp(a->path, "/api/linja/moves") == 0) return linja_moves(l, a);
    const char *path = strcmp(a->path, "/") == 0 ? "/index.html" : a->path;
    for (const asset *file = server_assets; file->path; file++)
        if (strcmp(file->path, path) == 0) return asset_answer(file, a);
    text body = text_growing();
    text_put(&body, "There is nothing here. The page is at /\n");
    return make_answer(404, "text/plain; charset=utf-8", body);
}

void answer_free(answer *a) {
    text_free(&a->body);
}
