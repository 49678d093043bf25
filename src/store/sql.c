/* SPDX-License-Identifier: MIT */
#include "store/sql.h"

#include <stdlib.h>
#include <string.h>

#include "game/fair.h"

const char *const sql_texts[SQL_STATEMENTS] = {
    [PUT_GAME] =
        "INSERT INTO games(id, terms, standing, changed, listed) VALUES($1, $3, $5, $6, $7)"
        " ON CONFLICT(id) DO UPDATE SET terms = $3, standing = $5, changed = $6,"
        " listed = $7",
    [PUT_EVENT] = "INSERT INTO events(game, n, at, left_a, left_b, line)"
                  " VALUES($1, $5, $6, $7, $8, $3)",
    [PUT_ANSWER] = "INSERT INTO answers(game, player, number, id, n, why, detail)"
                   " VALUES($1, $2, $5, $3, $6, $7, $4)",
    [PUT_PLAN] = "INSERT INTO plans(game, player, plan) VALUES($1, $2, $3)"
                 " ON CONFLICT(game, player) DO UPDATE SET plan = $3",
    [PUT_KEY] = "INSERT INTO keys(hash, request, game, player, at) VALUES($3, $4, $1, $6, $5)",
    /* Time in which no server was up stays visible until a survey has noted it. */
    [PUT_ALIVE] = "UPDATE server SET alive = $5 WHERE alive < $5 AND (alive = 0 OR alive >= $6)",
    [PUT_DOWN] = "INSERT INTO downs(since, until) VALUES($5, $6)",
    [FORGET_GAME] = "DELETE FROM games WHERE id = $1",
    [FORGET_KEYS] = "DELETE FROM keys WHERE at < $5",
    /* Few at a time: others wait. */
    [FORGET_FINISHED] = "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE standing = 3"
                        " AND changed < $5 ORDER BY changed, id LIMIT 100)",
    [FORGET_OLD_KEY] = "DELETE FROM keys WHERE hash = $3 AND at < $5 - 86400000",
    [FORGET_ANSWERS] = "DELETE FROM answers WHERE game = $1 AND player = $2 AND number <= $5 - 256",
    [FORGET_EVENTS] = "DELETE FROM events WHERE game = $1",
    [FORGET_ALL_ANSWERS] = "DELETE FROM answers WHERE game = $1",
    [FORGET_PLANS] = "DELETE FROM plans WHERE game = $1",
    [FORGET_LOST_EVENTS] = "DELETE FROM events WHERE game IN (SELECT id FROM games WHERE"
                           " standing = 3 AND changed < $5 ORDER BY changed, id LIMIT 100)",
    [FORGET_LOST_ANSWERS] = "DELETE FROM answers WHERE game IN (SELECT id FROM games WHERE"
                            " standing = 3 AND changed < $5 ORDER BY changed, id LIMIT 100)",
    [FORGET_LOST_PLANS] = "DELETE FROM plans WHERE game IN (SELECT id FROM games WHERE"
                          " standing = 3 AND changed < $5 ORDER BY changed, id LIMIT 100)",
    [PUT_VERSION] = "UPDATE games SET version = $5 WHERE id = $1",
    [PUT_SECRET] = "UPDATE server SET secret = $3",
    [GET_TERMS] = "SELECT terms, version, 1 FROM games WHERE id = $1",
    [GET_EVENTS] = "SELECT line, at, left_a, left_b, n FROM events WHERE game = $1 ORDER BY n",
    [GET_ANSWERS] = "SELECT id, detail, player, n, why, number FROM answers WHERE game = $1"
                    " ORDER BY player, number",
    [GET_PLANS] = "SELECT plan, player FROM plans WHERE game = $1",
    [GET_KEY] = "SELECT request, game, player FROM keys WHERE hash = $3 AND at >= $5",
    [GET_DOWNS] = "SELECT since, until FROM downs ORDER BY since",
    [GET_ALIVE] = "SELECT CASE WHEN alive > last THEN alive ELSE last END FROM (SELECT alive,"
                  " coalesce((SELECT max(changed) FROM games), 0) AS last FROM server) AS times",
    [GET_SECRET] = "SELECT secret FROM server",
    [GET_UNFINISHED] = "SELECT id FROM games WHERE standing < $5",
    [ALL_GAMES] = "SELECT id, terms, standing, changed, listed FROM games ORDER BY changed, id",
    [ALL_EVENTS] = "SELECT game, line, n, at, left_a, left_b FROM events ORDER BY game, n",
    [ALL_ANSWERS] = "SELECT game, id, detail, player, number, n, why FROM answers"
                    " ORDER BY game, player, number",
    [ALL_PLANS] = "SELECT game, plan, player FROM plans",
    [ALL_KEYS] = "SELECT game, hash, request, at, player FROM keys",
};

static const store_row nothing = {.kind = ROW_KINDS};

/* --- keeping ---------------------------------------------------------------------------------- */

static status run_all(sql *db, const sql_statement *list, size_t count, const store_row *row,
                      error *e) {
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < count; i++)
        code = db->driver->run(db, list[i], row, e);
    return code;
}

#define RUN_ALL(db, row, e, ...)                                                                   \
    run_all(db, (const sql_statement[]){__VA_ARGS__},                                              \
            sizeof((const sql_statement[]){__VA_ARGS__}) / sizeof(sql_statement), row, e)

static status put(backend *self, const store_row *row, error *e) {
    sql *db = (sql *)self;
    switch (row->kind) {
    case ROW_ANSWER: return RUN_ALL(db, row, e, PUT_ANSWER, FORGET_ANSWERS);
    case ROW_KEY: return RUN_ALL(db, row, e, FORGET_OLD_KEY, PUT_KEY);
    case ROW_FORGET_GAME:
        return RUN_ALL(db, row, e, FORGET_GAME, FORGET_EVENTS, FORGET_ALL_ANSWERS, FORGET_PLANS);
    case ROW_FORGET_FINISHED:
        return RUN_ALL(db, row, e, FORGET_LOST_EVENTS, FORGET_LOST_ANSWERS, FORGET_LOST_PLANS,
                       FORGET_FINISHED);
    default: return db->driver->run(db, (sql_statement)(PUT_FIRST + row->kind), row, e);
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

static status load_events(sql *db, const store_row *key, room *r, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    status code = d->ask(db, GET_EVENTS, key, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e)) {
        room_event_kept kept = {.line = d->text(&a, 0),
                                .at = d->number(&a, 1),
                                .left = {d->number(&a, 2), d->number(&a, 3)}};
        size_t n = (size_t)d->number(&a, 4);
        if (n <= room_events(r)) continue; /* told with the last */
        if (n > room_events(r) + 1)
            code = FAIL(e, STATUS_INVALID, "event %zu of game %s is missing", room_events(r) + 1,
                        key->game);
        else
            code = room_restore_event(r, &kept, e);
    }
    d->end(&a);
    return code;
}

static status load_answers(sql *db, const store_row *key, room *r, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    status code = d->ask(db, GET_ANSWERS, key, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e)) {
        int64_t why = d->number(&a, 4);
        room_answer answer = {.n = (size_t)d->number(&a, 3),
                              .why = why > 0 && why < ROOM_WHYS ? (room_why)why : WHY_NOT};
        error_set(&answer.detail, "%s", d->text(&a, 1));
        code = room_restore_answer(r, d->number(&a, 2) == 1, (size_t)d->number(&a, 5),
                                   d->text(&a, 0), &answer, e);
    }
    d->end(&a);
    return code;
}

static status load_plans(sql *db, const store_row *key, room *r, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    status code = d->ask(db, GET_PLANS, key, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e))
        code = room_restore_plan(r, d->number(&a, 1) == 1, d->text(&a, 0), e);
    d->end(&a);
    return code;
}

static status load_here(sql *db, const store_row *key, store_loaded *out, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    if (!db->base.listen) return STATUS_OK; /* there is no other server */
    status code = d->ask(db, GET_HERE, key, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e)) out->here[d->number(&a, 0) == 1] = true;
    d->end(&a);
    return code;
}

static status load_terms(sql *db, const store_row *key, const game *const *games, store_loaded *out,
                         error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    status code = d->ask(db, GET_TERMS, key, &a, e);
    if (code != STATUS_OK) return code;
    if (d->next(&a, &code, e)) {
        out->version = d->number(&a, 1);
        out->is_own = d->number(&a, 2) != 0;
        code = room_restore(games, key->game, d->text(&a, 0), &out->room, e);
    }
    d->end(&a);
    return code;
}

static status load(backend *self, const game *const *games, const char *id, store_loaded *out,
                   error *e) {
    sql *db = (sql *)self;
    store_row key = {.kind = ROW_KINDS};
    *out = (store_loaded){.version = 0};
    memcpy(key.game, id, strlen(id) + 1);
    status code = db->driver->begin_reading(db, e);
    if (code != STATUS_OK) return code;
    code = load_terms(db, &key, games, out, e);
    if (code == STATUS_OK && out->room) {
        code = load_events(db, &key, out->room, e);
        if (code == STATUS_OK && room_events(out->room) == 0)
            code = FAIL(e, STATUS_INVALID, "game %s has no events", id);
        if (code == STATUS_OK) code = load_answers(db, &key, out->room, e);
        if (code == STATUS_OK) code = load_plans(db, &key, out->room, e);
        if (code == STATUS_OK) code = load_here(db, &key, out, e);
    }
    db->driver->end_reading(db);
    if (code != STATUS_OK) {
        room_free(out->room);
        out->room = NULL;
    }
    return code;
}

static status has_game(backend *self, const char *id, bool *has, error *e) {
    sql *db = (sql *)self;
    const sql_driver *d = db->driver;
    store_row key = {.kind = ROW_KINDS};
    sql_answer a;
    memcpy(key.game, id, strlen(id) + 1);
    status code = d->ask(db, GET_TERMS, &key, &a, e);
    if (code != STATUS_OK) return code;
    *has = d->next(&a, &code, e);
    d->end(&a);
    return code;
}

/* A text that fits, or "". */
static void copy_text(char *out, size_t size, const char *string) {
    out[0] = '\0';
    if (strlen(string) < size) memcpy(out, string, strlen(string) + 1);
}

static status find_key(backend *self, const char *hash, int64_t since, store_key *key, error *e) {
    sql *db = (sql *)self;
    const sql_driver *d = db->driver;
    store_row row = {.kind = ROW_KINDS, .text = (char *)hash, .numbers = {since}};
    sql_answer a;
    *key = (store_key){.player = 0};
    status code = d->ask(db, GET_KEY, &row, &a, e);
    if (code != STATUS_OK) return code;
    if (d->next(&a, &code, e)) {
        copy_text(key->request, sizeof key->request, d->text(&a, 0));
        copy_text(key->game, sizeof key->game, d->text(&a, 1));
        key->player = d->number(&a, 2) == 1;
    }
    d->end(&a);
    return code;
}

/* --- surveys ---------------------------------------------------------------------------------- */

void survey_free(store_survey *s) {
    free(s->games);
    free(s->downs);
    *s = (store_survey){.count = 0};
}

status survey_add(store_survey *s, const char *id, error *e) {
    if (!token_is_id(id)) return FAIL(e, STATUS_INVALID, "'%.40s' is not the id of a game", id);
    if (s->count == s->room) {
        size_t most = s->room ? 2 * s->room : 64;
        void *more = realloc(s->games, most * sizeof *s->games);
        if (!more) return fail_memory(e);
        s->games = more;
        s->room = most;
    }
    memcpy(s->games[s->count++].id, id, ID_BYTES);
    return STATUS_OK;
}

static status list_downs(sql *db, store_survey *out, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    status code = d->ask(db, GET_DOWNS, &nothing, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e)) {
        void *more = realloc(out->downs, (out->down_count + 1) * sizeof *out->downs);
        if (!more) {
            code = fail_memory(e);
            break;
        }
        out->downs = more;
        out->downs[out->down_count][0] = d->number(&a, 0);
        out->downs[out->down_count++][1] = d->number(&a, 1);
    }
    d->end(&a);
    return code;
}

/* Since when a server was last known to be up there was none, if that is long ago. */
static status note_down(sql *db, const survey_terms *terms, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    int64_t last = 0;
    status code = d->ask(db, GET_ALIVE, &nothing, &a, e);
    if (code != STATUS_OK) return code;
    if (d->next(&a, &code, e)) last = d->number(&a, 0);
    d->end(&a);
    if (code != STATUS_OK) return code;
    store_row down = {.kind = ROW_DOWN, .numbers = {last, terms->now}};
    store_row up = {.kind = ROW_ALIVE, .numbers = {terms->now}};
    if (last == 0 || terms->now - last <= terms->tolerance) return STATUS_OK;
    code = d->run(db, PUT_DOWN, &down, e);
    return code == STATUS_OK ? d->run(db, PUT_ALIVE, &up, e) : code;
}

static status list_unfinished(sql *db, store_survey *out, error *e) {
    const sql_driver *d = db->driver;
    store_row key = {.kind = ROW_KINDS, .numbers = {ROOM_OVER}};
    sql_answer a;
    status code = d->ask(db, GET_UNFINISHED, &key, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e)) code = survey_add(out, d->text(&a, 0), e);
    d->end(&a);
    return code;
}

static status survey(backend *self, const survey_terms *terms, store_survey *out, error *e) {
    sql *db = (sql *)self;
    *out = (store_survey){.count = 0};
    status code = self->begin(self, e);
    if (code != STATUS_OK) return code;
    if (db->driver->adopt) code = db->driver->adopt(db, terms, out, e);
    if (code == STATUS_OK) code = note_down(db, terms, e);
    if (code == STATUS_OK) code = self->commit(self, e);
    if (code != STATUS_OK) self->roll_back(self);
    if (code == STATUS_OK && terms->all) code = list_unfinished(db, out, e);
    if (code == STATUS_OK) code = list_downs(db, out, e);
    if (code != STATUS_OK) survey_free(out);
    return code;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* How the columns of an answer make a row. */
typedef struct row_plan {
    sql_statement statement;
    row_kind kind;
    int text, more, player, numbers[4]; /* columns; -1: there is none */
} row_plan;

static const row_plan row_plans[] = {
    {ALL_GAMES, ROW_GAME, 1, -1, -1, {2, 3, 4, -1}},
    {ALL_EVENTS, ROW_EVENT, 1, -1, -1, {2, 3, 4, 5}},
    {ALL_ANSWERS, ROW_ANSWER, 1, 2, 3, {4, 5, 6, -1}},
    {ALL_PLANS, ROW_PLAN, 1, -1, 2, {-1, -1, -1, -1}},
    {ALL_KEYS, ROW_KEY, 1, 2, -1, {3, 4, -1, -1}},
};

static status visit_rows(sql *db, const row_plan *plan, const store_visitor *visitor, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    status code = d->ask(db, plan->statement, &nothing, &a, e);
    if (code != STATUS_OK) return code;
    while (d->next(&a, &code, e)) {
        store_row row = {.kind = plan->kind};
        copy_text(row.game, sizeof row.game, d->text(&a, 0));
        row.text = (char *)d->text(&a, plan->text);
        if (plan->more >= 0) row.more = (char *)d->text(&a, plan->more);
        if (plan->player >= 0) row.player = (int)d->number(&a, plan->player);
        for (int i = 0; i < 4; i++)
            if (plan->numbers[i] >= 0) row.numbers[i] = d->number(&a, plan->numbers[i]);
        code = visitor->row(visitor->context, &row, e);
    }
    d->end(&a);
    return code;
}

static status visit_times(sql *db, const store_visitor *visitor, error *e) {
    const sql_driver *d = db->driver;
    store_survey times = {.count = 0};
    sql_answer a;
    store_row alive = {.kind = ROW_ALIVE};
    status code = list_downs(db, &times, e);
    for (size_t i = 0; code == STATUS_OK && i < times.down_count; i++) {
        store_row down = {.kind = ROW_DOWN, .numbers = {times.downs[i][0], times.downs[i][1]}};
        code = visitor->row(visitor->context, &down, e);
    }
    survey_free(&times);
    if (code == STATUS_OK) code = d->ask(db, GET_ALIVE, &nothing, &a, e);
    if (code != STATUS_OK) return code;
    if (d->next(&a, &code, e)) alive.numbers[0] = d->number(&a, 0);
    d->end(&a);
    return code == STATUS_OK ? visitor->row(visitor->context, &alive, e) : code;
}

static status visit(backend *self, const store_visitor *visitor, error *e) {
    sql *db = (sql *)self;
    status code = db->driver->begin_reading(db, e);
    if (code != STATUS_OK) return code;
    for (size_t i = 0; code == STATUS_OK && i < sizeof row_plans / sizeof *row_plans; i++)
        code = visit_rows(db, &row_plans[i], visitor, e);
    if (code == STATUS_OK) code = visit_times(db, visitor, e);
    db->driver->end_reading(db);
    return code;
}

/* --- the secret ------------------------------------------------------------------------------- */

static bool read_secret(sql *db, uint8_t kept[32], status *code, error *e) {
    const sql_driver *d = db->driver;
    sql_answer a;
    *code = d->ask(db, GET_SECRET, &nothing, &a, e);
    if (*code != STATUS_OK) return false;
    bool there = d->next(&a, code, e) && fair_read(d->text(&a, 0), kept, 32);
    d->end(&a);
    return there;
}

static status secret(backend *self, const uint8_t *fresh, uint8_t kept[32], error *e) {
    sql *db = (sql *)self;
    char hex[65];
    if (!fresh) {
        status looked;
        read_secret(db, kept, &looked, e);
        return looked;
    }
    text t = text_fixed(hex, sizeof hex);
    store_row row = {.kind = ROW_KINDS, .text = hex};
    fair_write(fresh, 32, &t);
    status code = self->begin(self, e);
    if (code != STATUS_OK) return code;
    if (!read_secret(db, kept, &code, e) && code == STATUS_OK) {
        memcpy(kept, fresh, 32);
        code = db->driver->run(db, PUT_SECRET, &row, e);
    }
    if (code == STATUS_OK) code = self->commit(self, e);
    if (code != STATUS_OK) self->roll_back(self);
    return code;
}

void sql_fill(sql *db, const sql_driver *driver) {
    db->driver = driver;
    db->base.put = put;
    db->base.load = load;
    db->base.has_game = has_game;
    db->base.find_key = find_key;
    db->base.survey = survey;
    db->base.visit = visit;
    db->base.secret = secret;
}
