/* SPDX-License-Identifier: MIT
 *
 * A store in one file, by SQLite: its write-ahead log is synced with every commit, and the file is
 * locked for this process alone, because rooms live in memory and two processes would each have
 * their own. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"

/* --- the schema ------------------------------------------------------------------------------- */

enum { APPLICATION = 0x4c574b31 /* "LWK1" */ };

/* Each leads from the version of its index to the next. What is here is never changed. */
static const char *const migrations[] = {
    "CREATE TABLE games(id TEXT PRIMARY KEY, terms TEXT NOT NULL, standing INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX games_by_standing ON games(standing, changed);"
    "CREATE TABLE events(game TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  left_a INTEGER NOT NULL, left_b INTEGER NOT NULL, line TEXT NOT NULL,"
    "  PRIMARY KEY(game, n)) WITHOUT ROWID;"
    "CREATE TABLE answers(game TEXT NOT NULL, player INTEGER NOT NULL, number INTEGER NOT NULL,"
    "  id TEXT NOT NULL, n INTEGER NOT NULL, why INTEGER NOT NULL, detail TEXT NOT NULL,"
    "  PRIMARY KEY(game, player, number)) WITHOUT ROWID;"
    "CREATE TABLE plans(game TEXT NOT NULL, player INTEGER NOT NULL, plan TEXT NOT NULL,"
    "  PRIMARY KEY(game, player)) WITHOUT ROWID;"
    "CREATE TABLE keys(hash TEXT PRIMARY KEY, request TEXT NOT NULL, game TEXT NOT NULL,"
    "  player INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE downs(since INTEGER NOT NULL, until INTEGER NOT NULL);"
    "CREATE TABLE server(one INTEGER PRIMARY KEY CHECK(one = 1), alive INTEGER NOT NULL,"
    "  secret BLOB);"
    "INSERT INTO server VALUES(1, 0, NULL);",
};

enum { SCHEMA = sizeof migrations / sizeof *migrations };

/* --- statements ------------------------------------------------------------------------------- */

typedef enum statement {
    BEGIN,
    COMMIT,
    PUT_FIRST,
    PUT_GAME = PUT_FIRST,
    PUT_EVENT,
    PUT_ANSWER,
    PUT_PLAN,
    PUT_KEY,
    PUT_ALIVE,
    PUT_DOWN,
    FORGET_GAME,
    FORGET_KEYS,
    FORGET_ANSWERS,
    FORGET_EVENTS,
    FORGET_ALL_ANSWERS,
    FORGET_PLANS,
    GET_TERMS,
    GET_EVENTS,
    GET_ANSWERS,
    GET_PLANS,
    GET_UNFINISHED,
    GET_KEYS,
    GET_DOWNS,
    GET_ALIVE,
    GET_SECRET,
    PUT_SECRET,
    STATEMENTS
} statement;

/* ?1 game, ?2 player, ?3 text, ?4 more, ?5 to ?8 the numbers of a row. */
static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [PUT_GAME] = ("INSERT INTO games VALUES(?1, ?3, ?5, ?6) ON CONFLICT(id) DO UPDATE SET"
                  " terms = ?3, standing = ?5, changed = ?6"),
    [PUT_EVENT] = "INSERT INTO events VALUES(?1, ?5, ?6, ?7, ?8, ?3)",
    [PUT_ANSWER] = "INSERT INTO answers VALUES(?1, ?2, ?5, ?3, ?6, ?7, ?4)",
    [PUT_PLAN] = "INSERT OR REPLACE INTO plans VALUES(?1, ?2, ?3)",
    [PUT_KEY] = "INSERT OR REPLACE INTO keys VALUES(?3, ?4, ?1, ?6, ?5)",
    [PUT_ALIVE] = "UPDATE server SET alive = ?5",
    [PUT_DOWN] = "INSERT INTO downs VALUES(?5, ?6)",
    [FORGET_GAME] = "DELETE FROM games WHERE id = ?1",
    [FORGET_KEYS] = "DELETE FROM keys WHERE at < ?5",
    [FORGET_ANSWERS] = "DELETE FROM answers WHERE game = ?1 AND player = ?2 AND number <= ?5 - 256",
    [FORGET_EVENTS] = "DELETE FROM events WHERE game = ?1",
    [FORGET_ALL_ANSWERS] = "DELETE FROM answers WHERE game = ?1",
    [FORGET_PLANS] = "DELETE FROM plans WHERE game = ?1",
    [GET_TERMS] = "SELECT terms FROM games WHERE id = ?1",
    [GET_EVENTS] = "SELECT line, at, left_a, left_b, n FROM events WHERE game = ?1 ORDER BY n",
    [GET_ANSWERS] = ("SELECT id, detail, player, n, why, number FROM answers WHERE game = ?1"
                     " ORDER BY player, number"),
    [GET_PLANS] = "SELECT plan, player FROM plans WHERE game = ?1",
    [GET_UNFINISHED] = "SELECT id FROM games WHERE standing < ?5",
    [GET_KEYS] = "SELECT hash, request, game, player, at FROM keys",
    [GET_DOWNS] = "SELECT since, until FROM downs ORDER BY since",
    [GET_ALIVE] = "SELECT max(alive, coalesce((SELECT max(changed) FROM games), 0)) FROM server",
    [GET_SECRET] = "SELECT secret FROM server",
    [PUT_SECRET] = "UPDATE server SET secret = ?1",
};

typedef struct sqlite_backend {
    backend base;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
} sqlite_backend;

static status fail(sqlite_backend *b, const char *what, error *e) {
    return FAIL(e, STATUS_FAILED, "%s: %s", what, sqlite3_errmsg(b->db));
}

static sqlite3_stmt *bound(sqlite_backend *b, statement s, const store_row *row) {
    sqlite3_stmt *stmt = b->statements[s];
    sqlite3_reset(stmt);
    int count = sqlite3_bind_parameter_count(stmt);
    if (count >= 1) sqlite3_bind_text(stmt, 1, row->game, -1, SQLITE_STATIC);
    if (count >= 2) sqlite3_bind_int(stmt, 2, row->player);
    if (count >= 3) sqlite3_bind_text(stmt, 3, row->text, -1, SQLITE_STATIC);
    if (count >= 4) sqlite3_bind_text(stmt, 4, row->more, -1, SQLITE_STATIC);
    for (int i = 5; i <= count; i++) sqlite3_bind_int64(stmt, i, row->numbers[i - 5]);
    return stmt;
}

/* A statement that answers nothing. */
static status run(sqlite_backend *b, statement s, const store_row *row, error *e) {
    sqlite3_stmt *stmt = bound(b, s, row);
    int code = sqlite3_step(stmt);
    status done = code == SQLITE_DONE ? STATUS_OK : fail(b, "the games cannot be kept", e);
    sqlite3_reset(stmt);
    return done;
}

static const store_row nothing = {.kind = ROW_KINDS};

static status begin(backend *self, error *e) {
    return run((sqlite_backend *)self, BEGIN, &nothing, e);
}

static status commit(backend *self, error *e) {
    return run((sqlite_backend *)self, COMMIT, &nothing, e);
}

static void roll_back(backend *self) {
    sqlite3_exec(((sqlite_backend *)self)->db, "ROLLBACK", NULL, NULL, NULL);
}

static status put(backend *self, const store_row *row, error *e) {
    sqlite_backend *b = (sqlite_backend *)self;
    status code = run(b, (statement)(PUT_FIRST + row->kind), row, e);
    if (code == STATUS_OK && row->kind == ROW_ANSWER) code = run(b, FORGET_ANSWERS, row, e);
    if (row->kind != ROW_FORGET_GAME) return code;
    static const statement parts[] = {FORGET_EVENTS, FORGET_ALL_ANSWERS, FORGET_PLANS};
    for (size_t i = 0; code == STATUS_OK && i < sizeof parts / sizeof *parts; i++)
        code = run(b, parts[i], row, e);
    return code;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The next row of an answer; false at its end, or if *code says so. */
static bool next(sqlite_backend *b, sqlite3_stmt *stmt, status *code, error *e) {
    if (*code != STATUS_OK) return false;
    int step = sqlite3_step(stmt);
    if (step == SQLITE_ROW) return true;
    if (step != SQLITE_DONE) *code = fail(b, "the games cannot be read", e);
    return false;
}

static const char *text_at(sqlite3_stmt *stmt, int column) {
    const unsigned char *string = sqlite3_column_text(stmt, column);
    return string ? (const char *)string : "";
}

static status load_events(sqlite_backend *b, const store_row *key, room *r, error *e) {
    status code = STATUS_OK;
    sqlite3_stmt *stmt = bound(b, GET_EVENTS, key);
    while (next(b, stmt, &code, e)) {
        room_event_kept kept = {
            .line = text_at(stmt, 0),
            .at = sqlite3_column_int64(stmt, 1),
            .left = {sqlite3_column_int64(stmt, 2), sqlite3_column_int64(stmt, 3)}};
        size_t n = (size_t)sqlite3_column_int64(stmt, 4);
        if (n > room_events(r)) code = room_restore_event(r, &kept, e); /* not told with the last */
    }
    sqlite3_reset(stmt);
    return code;
}

static status load_rest(sqlite_backend *b, const store_row *key, room *r, error *e) {
    status code = STATUS_OK;
    sqlite3_stmt *stmt = bound(b, GET_ANSWERS, key);
    while (next(b, stmt, &code, e)) {
        int why = sqlite3_column_int(stmt, 4);
        room_answer answer = {.n = (size_t)sqlite3_column_int64(stmt, 3),
                              .why = why > 0 && why < ROOM_WHYS ? (room_why)why : WHY_NOT};
        error_set(&answer.detail, "%s", text_at(stmt, 1));
        code = room_restore_answer(r, sqlite3_column_int(stmt, 2) == 1,
                                   (size_t)sqlite3_column_int64(stmt, 5), text_at(stmt, 0), &answer,
                                   e);
    }
    sqlite3_reset(stmt);
    stmt = bound(b, GET_PLANS, key);
    while (next(b, stmt, &code, e))
        code = room_restore_plan(r, sqlite3_column_int(stmt, 1) == 1, text_at(stmt, 0), e);
    sqlite3_reset(stmt);
    return code;
}

static status load(backend *self, const game *const *games, const char *id, room **r, error *e) {
    sqlite_backend *b = (sqlite_backend *)self;
    store_row key = {.kind = ROW_KINDS};
    status code = STATUS_OK;
    room *kept = NULL;
    *r = NULL;
    memcpy(key.game, id, strlen(id) + 1);
    sqlite3_stmt *stmt = bound(b, GET_TERMS, &key);
    bool found = next(b, stmt, &code, e);
    if (found) code = room_restore(games, id, text_at(stmt, 0), &kept, e);
    sqlite3_reset(stmt);
    if (!found || code != STATUS_OK) return code;
    code = load_events(b, &key, kept, e);
    if (code == STATUS_OK && room_events(kept) == 0)
        code = FAIL(e, STATUS_INVALID, "game %s has no events", id);
    if (code == STATUS_OK) code = load_rest(b, &key, kept, e);
    if (code == STATUS_OK)
        *r = kept;
    else
        room_free(kept);
    return code;
}

static status visit(backend *self, const store_visitor *visitor, error *e) {
    sqlite_backend *b = (sqlite_backend *)self;
    status code = STATUS_OK;
    store_row key = {.kind = ROW_KINDS, .numbers = {ROOM_OVER}};
    sqlite3_stmt *stmt = bound(b, GET_DOWNS, &nothing);
    while (next(b, stmt, &code, e))
        code = visitor->down(visitor->context, sqlite3_column_int64(stmt, 0),
                             sqlite3_column_int64(stmt, 1), e);
    sqlite3_reset(stmt);
    stmt = bound(b, GET_KEYS, &nothing);
    while (next(b, stmt, &code, e))
        code = visitor->key(visitor->context, text_at(stmt, 0), text_at(stmt, 1), text_at(stmt, 2),
                            sqlite3_column_int(stmt, 3), sqlite3_column_int64(stmt, 4), e);
    sqlite3_reset(stmt);
    stmt = bound(b, GET_UNFINISHED, &key);
    while (next(b, stmt, &code, e))
        code = visitor->unfinished(visitor->context, text_at(stmt, 0), e);
    sqlite3_reset(stmt);
    return code;
}

static status alive(backend *self, int64_t *at, error *e) {
    sqlite_backend *b = (sqlite_backend *)self;
    status code = STATUS_OK;
    sqlite3_stmt *stmt = bound(b, GET_ALIVE, &nothing);
    if (next(b, stmt, &code, e)) *at = sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return code;
}

static bool read_secret(sqlite_backend *b, uint8_t secret[32], status *code, error *e) {
    sqlite3_stmt *stmt = bound(b, GET_SECRET, &nothing);
    bool there = next(b, stmt, code, e) && sqlite3_column_bytes(stmt, 0) == 32;
    if (there) memcpy(secret, sqlite3_column_blob(stmt, 0), 32);
    sqlite3_reset(stmt);
    return there;
}

static status secret(backend *self, const uint8_t fresh[32], uint8_t kept[32], error *e) {
    sqlite_backend *b = (sqlite_backend *)self;
    status code = STATUS_OK;
    if (read_secret(b, kept, &code, e) || code != STATUS_OK) return code;
    sqlite3_stmt *stmt = b->statements[PUT_SECRET];
    sqlite3_reset(stmt);
    sqlite3_bind_blob(stmt, 1, fresh, 32, SQLITE_STATIC);
    if (sqlite3_step(stmt) != SQLITE_DONE) code = fail(b, "the games cannot be kept", e);
    sqlite3_reset(stmt);
    memcpy(kept, fresh, 32);
    return code;
}

/* --- opening ---------------------------------------------------------------------------------- */

static void close_db(backend *self) {
    sqlite_backend *b = (sqlite_backend *)self;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(b->statements[i]);
    sqlite3_close(b->db);
    free(b);
}

static status exec(sqlite_backend *b, const char *sql, const char *path, error *e) {
    int code = sqlite3_exec(b->db, sql, NULL, NULL, NULL);
    if (code == SQLITE_OK) return STATUS_OK;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return FAIL(e, STATUS_FAILED, "%s: another program is using it", path);
    if (code == SQLITE_NOTADB) return FAIL(e, STATUS_INVALID, "%s: not a file of games", path);
    return fail(b, path, e);
}

static int pragma(sqlite_backend *b, const char *sql) {
    sqlite3_stmt *stmt = NULL;
    int value = -1;
    if (sqlite3_prepare_v2(b->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        value = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

static status migrate(sqlite_backend *b, const char *path, error *e) {
    int version = pragma(b, "PRAGMA user_version");
    bool is_empty = pragma(b, "SELECT count(*) FROM sqlite_master") == 0;
    if (!is_empty && pragma(b, "PRAGMA application_id") != APPLICATION)
        return FAIL(e, STATUS_INVALID, "%s: not a file of games", path);
    if (version < 0) return fail(b, path, e);
    if (version > SCHEMA)
        return FAIL(e, STATUS_INVALID,
                    "%s: made by a newer Linework (version %d of the file; this one knows %d)",
                    path, version, SCHEMA);
    for (; version < (int)SCHEMA; version++) {
        text sql = text_growing();
        text_format(&sql, "BEGIN;%sPRAGMA application_id = %d;PRAGMA user_version = %d;COMMIT;",
                    migrations[version], APPLICATION, version + 1);
        status code = sql.failed ? fail_memory(e) : exec(b, sql.data, path, e);
        text_free(&sql);
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

static status prepare(sqlite_backend *b, const char *path, error *e) {
    status code = exec(b,
                       "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                       "PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;",
                       path, e);
    if (code == STATUS_OK) code = migrate(b, path, e);
    for (int i = 0; code == STATUS_OK && i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(b->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &b->statements[i],
                               NULL) != SQLITE_OK)
            code = fail(b, path, e);
    return code;
}

status sqlite_open(const char *path, backend **out, error *e) {
    sqlite_backend *b = calloc(1, sizeof *b);
    if (!b) return fail_memory(e);
    b->base = (backend){.begin = begin,
                        .put = put,
                        .commit = commit,
                        .roll_back = roll_back,
                        .load = load,
                        .visit = visit,
                        .alive = alive,
                        .secret = secret,
                        .close = close_db};
    status code = STATUS_OK;
    /* Used by one thread at a time, so it need not lock. */
    if (sqlite3_open_v2(path, &b->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        code = fail(b, path, e);
    if (code == STATUS_OK) code = prepare(b, path, e);
    if (code == STATUS_OK)
        *out = &b->base;
    else
        close_db(&b->base);
    return code;
}
