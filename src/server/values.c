/* SPDX-License-Identifier: MIT */
#include "server/values.h"

#include <stdlib.h>
#include <string.h>

#include "game/oracle.h"
#include "games/registry.h"

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

enum { BATCH_MAX = 1000, MAINLINE_MAX = 256 };

static answer for_all(answer a) {
    a.for_all = true;
    return a;
}

static answer problem(int code, const char *detail) {
    return for_all(answer_problem(code, detail));
}

static answer out_of_memory(void) {
    return for_all(answer_facts(500, NULL));
}

/* A question about a game, and the answers to it. */
typedef struct question {
    library *library;
    const game *game;
    const http_request *request;
    const char *body;
    size_t length;
    variant variant;
    game_position position;
    shelf *shelf;
} question;

/* A table that is there but cannot be read. Where it lies is nobody's business but the log's. */
static answer damage_answer(question *q, const error *e) {
    error told;
    close_shelf(q->shelf);
    error_set(&told, "the table of '%s' cannot be read", q->variant.name);
    answer a = problem(500, told.text);
    a.remark = *e;
    return a;
}

/* In addresses a space may be written otherwise. */
static char *with_spaces(char *string) {
    for (char *c = string; *c; c++)
        if (*c == '_') *c = ' ';
    return string;
}

/* The rules and the position that are asked about: by default the game's own, and the start. */
static status read_query(question *q, error *e) {
    text name = text_growing(), string = text_growing();
    status code = answer_parameter(q->request->query, "rules", &name, e);
    if (code == STATUS_OK) code = answer_parameter(q->request->query, "position", &string, e);
    if (code == STATUS_OK) code = variant_find(q->game, name.data, &q->variant, e);
    if (code == STATUS_OK && string.data)
        code = variant_read_position(q->variant, with_spaces(string.data), &q->position, e);
    else if (code == STATUS_OK)
        variant_start(q->variant, &q->position);
    text_free(&name);
    text_free(&string);
    return code;
}

/* Opens the table; if that cannot be, *a says why. */
static bool open_table(question *q, answer *a) {
    static const oracle_wanted usual = {0}; /* without a word of where it is */
    error e;
    status code = STATUS_OK;
    q->shelf = find_shelf(q->library, q->variant);
    if (!q->shelf) {
        *a = out_of_memory();
        return false;
    }
    if (!q->shelf->oracle) code = oracle_open(q->variant, &usual, &q->shelf->oracle, &e);
    if (code != STATUS_OK) {
        *a = damage_answer(q, &e);
        return false;
    }
    if (q->shelf->oracle) return true;
    error_set(&e, "this server has no table of '%s'", q->variant.name);
    *a = problem(404, e.text);
    return false;
}

/* What the query asks about; if that cannot be answered, *a says why. */
static bool begin(question *q, answer *a) {
    error e;
    status code = read_query(q, &e);
    if (code == STATUS_OK) return open_table(q, a);
    *a = code == STATUS_FAILED ? out_of_memory() : problem(400, e.text);
    return false;
}

static void put_position(const question *q, const game_position *position, text *out) {
    text_put(out, "\"position\":\"");
    variant_write_position(q->variant, position, out);
    text_char(out, '"');
}

/* As JSON, written as it goes: it is most of what is asked for, and no text of a game needs
 * escapes. */
static void put_turns(const question *q, const valued_turn *turns, size_t count, text *out) {
    for (size_t i = 0; i < count; i++) {
        game_position after = variant_after(q->variant, &q->position, turns[i].turn.text);
        text_format(out, "%s{\"turn\":\"%s\",", i > 0 ? "," : "", turns[i].turn.text);
        put_position(q, &after, out);
        text_format(out, ",\"value\":%d,\"loss\":%d}", turns[i].value,
                    turns[0].value - turns[i].value);
    }
}

/* The value of a position and all its turns, best first. */
static answer answer_turns(question *q) {
    answer a;
    error e;
    valued_turn turns[GAME_TURNS_MAX];
    size_t count = 0;
    int value = 0;
    if (!begin(q, &a)) return a;
    oracle *o = q->shelf->oracle;
    status code = o->turns(o, &q->position, turns, &count, &e);
    if (code == STATUS_OK && count == 0) code = o->value(o, &q->position, &value, &e);
    if (code != STATUS_OK) return damage_answer(q, &e);
    text body = text_growing();
    text_format(&body, "{\"rules\":\"%s\",", q->variant.name);
    put_position(q, &q->position, &body);
    text_format(&body, ",\"value\":%d,\"exact\":true,\"turns\":[",
                count > 0 ? turns[0].value : value);
    put_turns(q, turns, count, &body);
    text_put(&body, "]}\n");
    return for_all(answer_text(200, "application/json", body));
}

/* What follows if both sides play the first of their best turns. */
static answer answer_mainline(question *q) {
    answer a;
    error e;
    valued_turn turns[GAME_TURNS_MAX];
    size_t count = 1;
    if (!begin(q, &a)) return a;
    oracle *o = q->shelf->oracle;
    json_t *list = json_array();
    for (int i = 0; list && i < MAINLINE_MAX && count > 0; i++) {
        status code = o->turns(o, &q->position, turns, &count, &e);
        if (code != STATUS_OK) {
            json_decref(list);
            return damage_answer(q, &e);
        }
        if (count == 0) break;
        q->position = variant_after(q->variant, &q->position, turns[0].turn.text);
        if (json_array_append_new(list, json_string(turns[0].turn.text)) == 0) continue;
        json_decref(list);
        list = NULL;
    }
    return for_all(answer_facts(200, list ? json_pack("{s:o}", "turns", list) : NULL));
}

/* --- many positions at once ------------------------------------------------------------------- */

static answer batch_lines(question *q, const json_t *positions) {
    size_t index;
    const json_t *each;
    text lines = text_growing();
    error e;
    json_array_foreach(positions, index, each) {
        const char *string = json_string_value(each);
        game_position position;
        int value = 0;
        status code = string ? variant_read_position(q->variant, string, &position, &e)
                             : FAIL(&e, STATUS_INVALID, "a position is a text");
        if (code != STATUS_OK) {
            text_free(&lines);
            error_prefix(&e, "position %zu", index + 1);
            return problem(400, e.text);
        }
        code = q->shelf->oracle->value(q->shelf->oracle, &position, &value, &e);
        if (code != STATUS_OK) {
            text_free(&lines);
            return damage_answer(q, &e);
        }
        text_char(&lines, '{');
        put_position(q, &position, &lines);
        text_format(&lines, ",\"value\":%d}\n", value);
    }
    text_put(&lines, "");
    return for_all(answer_text(200, "application/x-ndjson", lines));
}

static answer answer_batch(question *q) {
    answer a;
    error e;
    if (!http_is_json(q->request)) return problem(415, "The body must be application/json.");
    json_t *in = message_object(q->body ? q->body : "", q->length, &e);
    if (!in) return problem(400, e.text);
    const json_t *positions = json_object_get(in, "positions"),
                 *rules = json_object_get(in, "rules");
    if (!json_is_array(positions) || json_array_size(positions) > BATCH_MAX)
        a = problem(400, "\"positions\" is a list of up to 1000 positions");
    else if (rules && !json_is_string(rules))
        a = problem(400, "\"rules\" is a text");
    else if (variant_find(q->game, json_string_value(rules), &q->variant, &e) != STATUS_OK)
        a = problem(400, e.text);
    else if (open_table(q, &a))
        a = batch_lines(q, positions);
    json_decref(in);
    return a;
}

/* --- which question it is --------------------------------------------------------------------- */

typedef answer answerer(question *q);

/* What is asked by this path of a solved game; NULL: nothing. */
static answerer *find_answerer(const char *path, const game **g, bool *by_post) {
    static const struct {
        const char *path;
        bool by_post;
        answerer *answer;
    } kinds[] = {{"/v1/%s", false, answer_turns},
                 {"/api/%s/moves", false, answer_turns},
                 {"/v1/%s/mainline", false, answer_mainline},
                 {"/v1/%s/batch", true, answer_batch}};
    for (size_t i = 0; registry_games[i]; i++) {
        *g = registry_games[i];
        for (size_t k = 0; (*g)->solution && k < sizeof kinds / sizeof *kinds; k++) {
            const char *name = strstr(kinds[k].path, "%s");
            size_t before = (size_t)(name - kinds[k].path), length = strlen((*g)->name);
            if (strncmp(path, kinds[k].path, before) != 0 ||
                strncmp(path + before, (*g)->name, length) != 0 ||
                strcmp(path + before + length, name + 2) != 0)
                continue;
            *by_post = kinds[k].by_post;
            return kinds[k].answer;
        }
    }
    return NULL;
}

bool values_know(const http_request *r) {
    const game *g;
    bool by_post;
    return find_answerer(r->path, &g, &by_post) != NULL;
}

answer values_answer(library *l, const http_request *r, const char *body, size_t length) {
    bool by_post = false, posts = strcmp(r->method, "POST") == 0;
    bool gets = strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0;
    question q = {.library = l, .request = r, .body = body, .length = length};
    answerer *answers = find_answerer(r->path, &q.game, &by_post);
    if (by_post ? !posts : !gets) {
        answer a = problem(405, "This cannot be done here.");
        a.allow = by_post ? "POST" : NULL;
        return a;
    }
    return answers(&q);
}
