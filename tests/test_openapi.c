/* SPDX-License-Identifier: MIT
 *
 * The description of the API, /v1/openapi.json, held to what the program does: everything it has is
 * described, what is described is there, and what is answered is of the form that it says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"
#include "late_table.h"
#include "server/routes.h"

static server_process server;
static json_t *api;

static void start(void) {
    fixture_path file = fixture_in_folder("openapi.db");
    char url[160];
    snprintf(url, sizeof url, "sqlite:%s", file.text);
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    late_table_write(linja_find_rules("2003"), "09/10/11/00/10/01/01/90 a");
    server = server_run(PROGRAM, -1,
                        (const char *const[]){"-q", "--store", url, "--name", "localhost", NULL});
    api = http_facts(server.port, "GET", "/v1/openapi.json", NULL, 200);
    ck_assert_ptr_nonnull(api);
}

static void stop(void) {
    json_decref(api);
    server_stop(&server);
}

/* --- the description -------------------------------------------------------------------------- */

/* What "#/components/schemas/Game" stands for; anything else stands for itself. */
static const json_t *resolve(const json_t *o) {
    const char *reference = json_string_value(json_object_get(o, "$ref"));
    if (!reference) return o;
    ck_assert_msg(strncmp(reference, "#/", 2) == 0, "%s", reference);
    const json_t *at = api;
    for (const char *part = reference + 2; *part;) {
        char name[64];
        size_t length = strcspn(part, "/");
        snprintf(name, sizeof name, "%.*s", (int)length, part);
        at = json_object_get(at, name);
        ck_assert_msg(at != NULL, "there is no %s", reference);
        part += length + (part[length] == '/');
    }
    return at;
}

static const char *type_of(const json_t *value) {
    return json_is_object(value)    ? "object"
           : json_is_array(value)   ? "array"
           : json_is_string(value)  ? "string"
           : json_is_integer(value) ? "integer"
           : json_is_real(value)    ? "number"
           : json_is_boolean(value) ? "boolean"
                                    : "null";
}

static bool is_type(const json_t *value, const char *name) {
    return strcmp(type_of(value), name) == 0 ||
           (strcmp(name, "number") == 0 && json_is_integer(value));
}

static bool has_type(const json_t *value, const json_t *type) {
    size_t i;
    const json_t *each;
    if (!type) return true;
    if (json_is_string(type)) return is_type(value, json_string_value(type));
    json_array_foreach(type, i, each) if (is_type(value, json_string_value(each))) return true;
    return false;
}

static bool is_listed(const json_t *list, const json_t *value) {
    size_t i;
    const json_t *each;
    json_array_foreach(list, i, each) if (json_equal(each, value)) return true;
    return false;
}

/* A value is as its schema says; a member that is not described is a fault of the description. */
static void expect_form(const json_t *value, const json_t *schema, const char *where) {
    schema = resolve(schema);
    const json_t *allowed = json_object_get(schema, "enum"), *each;
    const json_t *properties = json_object_get(schema, "properties");
    ck_assert_msg(has_type(value, json_object_get(schema, "type")), "%s: a %s", where,
                  type_of(value));
    ck_assert_msg(!allowed || is_listed(allowed, value), "%s is not listed", where);
    size_t i;
    const char *name;
    json_t *member;
    if (json_is_array(value)) {
        const json_t *items = json_object_get(schema, "items");
        json_array_foreach(value, i, each) expect_form(each, items, where);
    }
    if (!json_is_object(value) || !properties) return;
    json_array_foreach(json_object_get(schema, "required"), i, each)
        ck_assert_msg(json_object_get(value, json_string_value(each)) != NULL, "%s lacks %s", where,
                      json_string_value(each));
    json_object_foreach((json_t *)value, name, member) {
        const json_t *described = json_object_get(properties, name);
        ck_assert_msg(described != NULL, "%s: '%s' is not described", where, name);
        expect_form(member, described, name);
    }
}

/* --- asking as it says ------------------------------------------------------------------------ */

typedef struct asking {
    char path[512], fields[128];
    char *body;
} asking;

typedef struct made_game {
    char id[32], token[64];
} made_game;

static made_game make_game(bool joined) {
    made_game g;
    json_t *facts =
        http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\",\"public\":true}", 201);
    snprintf(g.id, sizeof g.id, "%s", json_string_value(json_object_get(facts, "id")));
    snprintf(g.token, sizeof g.token, "%s", json_string_value(json_object_get(facts, "token")));
    json_decref(facts);
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s/join", g.id);
    if (joined) json_decref(http_facts(server.port, "POST", path, "{}", 200));
    return g;
}

/* With the examples of its parameters, where it has some. */
static asking asking_of(const char *path, const json_t *operation) {
    asking a = {.fields = ""};
    bool joins =
        strstr(path, "/join") || json_object_get(json_object_get(operation, "responses"), "204");
    made_game g = make_game(!joins);
    text query = text_growing(), whole = text_fixed(a.path, sizeof a.path);
    const char *file = "";
    size_t i;
    const json_t *each;
    text_put(&query, "");
    json_array_foreach(json_object_get(operation, "parameters"), i, each) {
        const json_t *parameter = resolve(each);
        const char *in = json_string_value(json_object_get(parameter, "in"));
        const char *example = json_string_value(json_object_get(parameter, "example"));
        if (strcmp(in, "query") == 0 && example)
            text_format(&query, "%c%s=%s", query.length ? '&' : '?',
                        json_string_value(json_object_get(parameter, "name")), example);
        if (strcmp(in, "path") == 0 && example) file = example;
    }
    for (const char *c = path; *c; c++) {
        if (*c != '{') {
            text_char(&whole, *c);
            continue;
        }
        text_put(&whole, strncmp(c, "{id}", 4) == 0 ? g.id : file);
        c = strchr(c, '}');
    }
    text_put(&whole, query.data);
    text_free(&query);
    if (json_object_get(operation, "security"))
        snprintf(a.fields, sizeof a.fields, "Authorization: Bearer %s\r\n", g.token);
    const json_t *content = json_object_get(json_object_get(operation, "requestBody"), "content");
    const json_t *example =
        json_object_get(json_object_get(content, "application/json"), "example");
    if (example) a.body = json_dumps(example, JSON_COMPACT);
    return a;
}

/* What came is one of the answers that are described, in one of the forms. */
static void expect_described(const http_reply *r, const json_t *operation, const char *where) {
    char code[8], type[64] = "";
    snprintf(code, sizeof code, "%d", r->code);
    const json_t *response = json_object_get(json_object_get(operation, "responses"), code);
    ck_assert_msg(response != NULL, "%s: %s is not described", where, code);
    const json_t *content = json_object_get(resolve(response), "content");
    const char *field = strstr(r->whole.data, "\r\ncontent-type: ");
    ck_assert_msg((content != NULL) == (field != NULL), "%s: %s", where, r->whole.data);
    if (!field) return;
    field += strlen("\r\ncontent-type: ");
    snprintf(type, sizeof type, "%.*s", (int)strcspn(field, ";\r"), field);
    const json_t *form = json_object_get(content, type);
    ck_assert_msg(form != NULL, "%s: %s is not described", where, type);
    if (strstr(type, "json") && !strstr(type, "ndjson"))
        expect_form(r->body, json_object_get(form, "schema"), where);
}

START_TEST(what_is_described_is_answered_so) {
    const char *path, *method;
    json_t *item, *operation;
    size_t count = 0;
    json_object_foreach(json_object_get(api, "paths"), path, item) {
        json_object_foreach(item, method, operation) {
            char verb[16] = "", where[128];
            for (size_t i = 0; method[i]; i++) verb[i] = (char)(method[i] - 'a' + 'A');
            snprintf(where, sizeof where, "%s %s", verb, path);
            asking a = asking_of(path, operation);
            http_reply r = http_ask(server.port, verb, a.path, a.fields, a.body);
            bool is_socket = json_object_get(json_object_get(operation, "responses"), "101");
            ck_assert_msg(is_socket ? r.code == 426 : r.code / 100 == 2, "%s: %s", where,
                          r.whole.data);
            expect_described(&r, operation, where);
            http_forget(&r);
            free(a.body);
            count++;
        }
    }
    ck_assert_uint_ge(count, 19);
}
END_TEST

/* What is refused before anybody looks what is asked for is described at each address, too. */
static void expect_refused_before(const char *verb, const char *path, const json_t *operation) {
    char elsewhere[600], large[] = "Content-Length: 65537\r\n";
    text lengthy = text_growing();
    snprintf(elsewhere, sizeof elsewhere, "http://evil.example%s", path);
    text_format(&lengthy, "%s%c", path, strchr(path, '?') ? '&' : '?');
    text_repeat(&lengthy, "x", 9000);
    http_reply replies[] = {http_ask(server.port, verb, elsewhere, "", NULL),
                            http_ask(server.port, verb, lengthy.data, "", NULL),
                            http_ask(server.port, verb, path, large, NULL)};
    static const int codes[] = {421, 414, 413};
    bool has_body = strcmp(verb, "POST") == 0;
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(replies[i].code == codes[i], "%s", replies[i].whole.data);
        if (i < 2 || has_body) expect_described(&replies[i], operation, path);
        http_forget(&replies[i]);
    }
    text_free(&lengthy);
}

/* The same again in ways that are refused. */
START_TEST(what_is_refused_is_described) {
    static const char foreign[] = "Origin: http://evil.example\r\n";
    const char *path, *method;
    json_t *item, *operation;
    json_object_foreach(json_object_get(api, "paths"), path, item) {
        json_object_foreach(item, method, operation) {
            char verb[16] = "";
            for (size_t i = 0; method[i]; i++) verb[i] = (char)(method[i] - 'a' + 'A');
            asking a = asking_of(path, operation);
            http_reply replies[] = {http_ask(server.port, verb, a.path, foreign, a.body),
                                    http_ask(server.port, verb, a.path, "", a.body ? "[]" : NULL),
                                    http_ask(server.port, verb, a.path, "", a.body ? "x" : NULL)};
            for (int i = 0; i < 3; i++) {
                if (replies[i].code != 101) expect_described(&replies[i], operation, path);
                http_forget(&replies[i]);
            }
            http_reply r = http_ask(server.port, "PATCH", a.path, "", NULL);
            ck_assert_int_eq(r.code, 405);
            http_forget(&r);
            expect_refused_before(verb, a.path, operation);
            free(a.body);
        }
    }
}
END_TEST

/* --- nothing is left out ---------------------------------------------------------------------- */

/* A path of the list, with a game where one belongs; whether the server knows it. */
static bool is_there(const char *pattern, const game *g, char path[128]) {
    const char *brace = strstr(pattern, "{game}");
    snprintf(path, 128, "%.*s%s%s", (int)(brace ? (size_t)(brace - pattern) : strlen(pattern)),
             pattern, brace ? g->name : "", brace ? brace + strlen("{game}") : "");
    if (!brace) return true;
    http_reply r = http_ask(server.port, strstr(path, "/batch") ? "POST" : "GET", path, "", "{}");
    const char *detail = json_string_value(json_object_get(r.body, "detail"));
    bool there = r.code != 404 || strncmp(detail, "There is nothing here", 21) != 0;
    http_forget(&r);
    return there;
}

static void expect_methods(const json_t *item, const char *methods, const char *path) {
    static const char *const all[][2] = {
        {"GET", "get"}, {"POST", "post"}, {"DELETE", "delete"}, {"PUT", "put"}, {"PATCH", "patch"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ck_assert_msg((strstr(methods, all[i][0]) != NULL) ==
                          (json_object_get(item, all[i][1]) != NULL),
                      "%s %s is in one of the two only", all[i][0], path);
}

START_TEST(all_there_is_is_described) {
    const json_t *paths = json_object_get(api, "paths");
    size_t found = 0;
    for (const route *r = server_routes; r->path; r++)
        for (size_t i = 0; registry_games[i]; i++) {
            char path[128];
            if (i > 0 && !strstr(r->path, "{game}")) break;
            if (!is_there(r->path, registry_games[i], path)) continue;
            const json_t *item = json_object_get(paths, path);
            ck_assert_msg(item != NULL, "%s is not described", path);
            expect_methods(item, r->methods, path);
            found++;
        }
    ck_assert_uint_eq(found, json_object_size(paths)); /* and nothing else */
}
END_TEST

START_TEST(each_operation_has_a_name_of_its_own) {
    json_t *names = json_object(), *item, *operation;
    const char *path, *method;
    ck_assert_str_eq(json_string_value(json_object_get(api, "openapi")), "3.1.0");
    json_object_foreach(json_object_get(api, "paths"), path, item)
        json_object_foreach(item, method, operation) {
        const char *name = json_string_value(json_object_get(operation, "operationId"));
        ck_assert(name && !json_object_get(names, name));
        json_object_set_new(names, name, json_true());
        ck_assert(json_is_string(json_object_get(operation, "summary")));
    }
    json_decref(names);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("openapi");
    TCase *tests = fixture_threads(suite, "openapi");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, what_is_described_is_answered_so);
    tcase_add_test(tests, what_is_refused_is_described);
    tcase_add_test(tests, all_there_is_is_described);
    tcase_add_test(tests, each_operation_has_a_name_of_its_own);
    return fixture_run(suite);
}
