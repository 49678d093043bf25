/* SPDX-License-Identifier: MIT
 *
 * How a bot comes to a seat: from its file, by joining, or by making a game. */
#include <string.h>

#include "bot/bot_inside.h"

enum { OPEN_MOST = 50 };            /* open games that are looked at */
static const double look_again = 2; /* seconds after which it looks for open games again */

static const char *text_of(const json_t *in, const char *name) {
    const char *string = json_string_value(json_object_get(in, name));
    return string ? string : "";
}

static status keep(bot *b, error *e) {
    const char *file = b->options->seat_file;
    return file ? seat_write(file, &b->seat, e) : STATUS_OK;
}

/* --- asking for a seat ------------------------------------------------------------------------ */

static status take_given(bot *b, const reply *r, error *e) {
    const char *id = text_of(r->body, "id"), *token = text_of(r->body, "token");
    if (!token_is_id(id) || !*token || strlen(token) >= sizeof b->seat.token)
        return ask_refused(&b->options->server, &(reply){.code = r->code}, STATUS_FAILED, e);
    memcpy(b->seat.id, id, strlen(id) + 1);
    memcpy(b->seat.token, token, strlen(token) + 1);
    return keep(b, e);
}

/* STATUS_DIFFERS: the seat is somebody else's by now. */
static status ask_for_seat(bot *b, const char *path, json_t *body, error *e) {
    char fields[80];
    text t = text_fixed(fields, sizeof fields);
    text_format(&t, "Idempotency-Key: %s\r\n", b->seat.key);
    reply r = {0};
    status code = body ? keep(b, e) : fail_memory(e); /* the key, before it is used */
    if (code == STATUS_OK)
        code = bot_ask(
            b, &(question){.method = "POST", .path = path, .fields = fields, .body = body}, &r, e);
    json_decref(body);
    if (code != STATUS_OK) return code;
    if (r.code == 200 || r.code == 201)
        code = take_given(b, &r, e);
    else
        code = ask_refused(&b->options->server, &r,
                           r.code == 409                    ? STATUS_DIFFERS
                           : r.code == 400 || r.code == 404 ? STATUS_INVALID
                                                            : STATUS_FAILED,
                           e);
    json_decref(r.body);
    return code;
}

static status join(bot *b, const char *id, error *e) {
    char path[64];
    text t = text_fixed(path, sizeof path);
    text_format(&t, "v1/games/%s/join", id);
    memcpy(b->seat.id, id, strlen(id) + 1);
    b->seat.player = 2;
    return ask_for_seat(
        b, path, json_pack("{s:s, s:s}", "name", b->options->name, "random", b->seat.random), e);
}

static status create(bot *b, error *e) {
    const bot_options *o = b->options;
    seat_hash hash = seat_random_hash(&b->seat);
    json_t *body =
        json_pack("{s:s, s:s, s:s, s:i, s:b, s:s}", "game", o->game ? o->game : o->games[0]->name,
                  "name", o->name, "first", o->first, "bestOf", o->best_of, "public", o->is_public,
                  "randomHash", hash.hex);
    if (o->game_rules) json_object_set_new(body, "rules", json_string(o->game_rules));
    if (o->tiles) json_object_set_new(body, "tiles", json_string(o->tiles));
    b->seat.player = 1;
    status code = ask_for_seat(b, "v1/games", body, e);
    b->is_made = code == STATUS_OK;
    return code;
}

/* --- open games ------------------------------------------------------------------------------- */

static bool is_for_us(const bot *b, const json_t *view) {
    const char *wanted = b->options->game, *name = text_of(view, "game");
    if (wanted && strcmp(wanted, name) != 0) return false;
    for (const game *const *g = b->options->games; *g; g++)
        if (strcmp((*g)->name, name) == 0) return token_is_id(text_of(view, "id"));
    return false;
}

/* Whoever has waited longest comes first. STATUS_DIFFERS: nobody waits. */
static status join_first(bot *b, const json_t *games, error *e) {
    for (size_t i = json_array_size(games); i-- > 0;) {
        const json_t *view = json_array_get(games, i);
        if (!is_for_us(b, view)) continue;
        b->seat = seat_new(&b->options->server);
        status code = join(b, text_of(view, "id"), e);
        if (code != STATUS_DIFFERS) return code;
    }
    return FAIL(e, STATUS_DIFFERS, "nobody waits");
}

static status join_open(bot *b, error *e) {
    char path[64];
    text t = text_fixed(path, sizeof path);
    text_format(&t, "v1/games?status=open&limit=%d", OPEN_MOST);
    while (!bot_is_stopped(b)) {
        reply r = {0};
        status code = bot_ask(b, &(question){.method = "GET", .path = path}, &r, e);
        if (code != STATUS_OK) return code;
        if (r.code == 200)
            code = join_first(b, json_object_get(r.body, "games"), e);
        else if (r.code != 429 && r.code != 503)
            code = ask_refused(&b->options->server, &r, STATUS_FAILED, e);
        else
            code = STATUS_DIFFERS; /* a little later */
        json_decref(r.body);
        if (code != STATUS_DIFFERS) return code;
        bot_rest(b, look_again);
    }
    return FAIL(e, STATUS_FAILED, "stopped");
}

/* --- a seat that is kept ---------------------------------------------------------------------- */

/* Whether the file has a seat in a game that is not over. */
static status resume(bot *b, bool *has_seat, error *e) {
    const bot_options *o = b->options;
    seat kept, fresh = seat_new(&o->server);
    bool there = false;
    *has_seat = false;
    status code = o->seat_file ? seat_read(o->seat_file, &kept, &there, e) : STATUS_OK;
    if (code != STATUS_OK || !there) return code;
    if (strcmp(kept.server, fresh.server) != 0)
        return FAIL(e, STATUS_INVALID, "%.100s: this seat is at %.100s", o->seat_file, kept.server);
    bool another = o->server.id[0] && strcmp(kept.id, o->server.id) != 0;
    if (another && kept.token[0])
        return FAIL(e, STATUS_INVALID, "%.100s: this seat is in another game, %s", o->seat_file,
                    kept.id);
    json_t *view = NULL;
    if (kept.id[0] && kept.token[0]) {
        code = bot_look(b, kept.id, &view, e);
        *has_seat = code == STATUS_OK && strcmp(text_of(view, "status"), "over") != 0;
        json_decref(view);
        /* A game that is forgotten is over, unless it was asked for. */
        if (code == STATUS_INVALID && !o->server.id[0]) code = STATUS_OK;
    } else {
        memcpy(b->seat.key, kept.key, sizeof b->seat.key); /* perhaps the seat was given */
        memcpy(b->seat.random, kept.random, sizeof b->seat.random);
    }
    if (*has_seat) b->seat = kept;
    return code;
}

static status find_seat(bot *b, error *e) {
    const bot_options *o = b->options;
    bool has_seat;
    b->seat = seat_new(&o->server);
    b->is_made = false;
    status code = resume(b, &has_seat, e);
    if (code != STATUS_OK || has_seat) return code;
    if (o->server.id[0])
        code = join(b, o->server.id, e);
    else if (o->accepts_open)
        code = join_open(b, e);
    else
        code = create(b, e);
    return code == STATUS_DIFFERS ? STATUS_FAILED : code;
}

status bot_take_seat(bot *b, error *e) {
    json_t *view = NULL;
    status code = find_seat(b, e);
    if (code == STATUS_OK) code = bot_look(b, b->seat.id, &view, e);
    if (code == STATUS_OK) code = table_open(b->options->games, view, b->seat.player, &b->table, e);
    json_decref(view);
    return code;
}

void bot_leave_seat(bot *b) {
    const bot_options *o = b->options;
    if (!b->is_made || b->table.joined || o->seat_file || !b->seat.token[0]) return;
    char path[64], fields[192];
    text p = text_fixed(path, sizeof path), f = text_fixed(fields, sizeof fields);
    text_format(&p, "v1/games/%s", b->seat.id);
    text_format(&f, "Authorization: Bearer %s\r\n", b->seat.token);
    reply r = {0};
    error ignored;
    question q = {.method = "DELETE", .path = path, .fields = fields};
    if (ask(&o->server, bot_patience, NULL, &q, &r, &ignored) == STATUS_OK) json_decref(r.body);
}
