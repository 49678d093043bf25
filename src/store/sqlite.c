/* SPDX-License-Identifier: MIT
 *
 * A store in one file, by SQLite: its write-ahead log is synced with every commit. One server has
 * it, because rooms live in memory and two would each have their own: that one holds a lock on a
 * file beside it, FILE-lock. Others may read meanwhile, for a backup. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sql.h"

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
    /* A version a game, by which what follows from an older one is refused; the secret as text. */
    "ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;"
    "UPDATE server SET secret = lower(hex(secret)) WHERE secret IS NOT NULL;",
};

enum { SCHEMA = sizeof migrations / sizeof *migrations, PARAMETERS = 8, BUSY_MS = 2000 };

typedef struct sqlite_db {
    sql base;
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_STATEMENTS];
    uint8_t parameters[SQL_STATEMENTS][PARAMETERS]; /* at which index each is bound; 0: it is not */
    int lock;
} sqlite_db;

static status fail(sqlite_db *b, const char *what, error *e) {
    return FAIL(e, STATUS_FAILED, "%s: %s", what, sqlite3_errmsg(b->db));
}

/* --- statements ------------------------------------------------------------------------------- */

static sqlite3_stmt *bound(sqlite_db *b, sql_statement s, const store_row *row) {
    sqlite3_stmt *stmt = b->statements[s];
    const uint8_t *at = b->parameters[s];
    sqlite3_reset(stmt);
    if (at[0]) sqlite3_bind_text(stmt, at[0], row->game, -1, SQLITE_STATIC);
    if (at[1]) sqlite3_bind_int(stmt, at[1], row->player);
    if (at[2]) sqlite3_bind_text(stmt, at[2], row->text, -1, SQLITE_STATIC);
    if (at[3]) sqlite3_bind_text(stmt, at[3], row->more, -1, SQLITE_STATIC);
    for (int i = 4; i < PARAMETERS; i++)
        if (at[i]) sqlite3_bind_int64(stmt, at[i], row->numbers[i - 4]);
    return stmt;
}

static status run(sql *db, sql_statement s, const store_row *row, error *e) {
    sqlite_db *b = (sqlite_db *)db;
    if (!b->statements[s])
        return STATUS_OK; /* it is about other servers, of which there are none */
    sqlite3_stmt *stmt = bound(b, s, row);
    int code = sqlite3_step(stmt);
    status done = code == SQLITE_DONE ? STATUS_OK : fail(b, "the games cannot be kept", e);
    sqlite3_reset(stmt);
    return done;
}

static status ask(sql *db, sql_statement s, const store_row *row, sql_answer *a, error *e) {
    (void)e;
    *a = (sql_answer){.db = db, .rows = bound((sqlite_db *)db, s, row)};
    return STATUS_OK;
}

static bool next(sql_answer *a, status *code, error *e) {
    if (*code != STATUS_OK) return false;
    int step = sqlite3_step(a->rows);
    if (step == SQLITE_ROW) return true;
    if (step != SQLITE_DONE) *code = fail((sqlite_db *)a->db, "the games cannot be read", e);
    return false;
}

static const char *text_at(const sql_answer *a, int column) {
    const unsigned char *string = sqlite3_column_text(a->rows, column);
    return string ? (const char *)string : "";
}

static int64_t number_at(const sql_answer *a, int column) {
    return sqlite3_column_int64(a->rows, column);
}

static void end(sql_answer *a) {
    sqlite3_reset(a->rows);
}

static status exec(sqlite_db *b, const char *script, const char *what, error *e) {
    int code = sqlite3_exec(b->db, script, NULL, NULL, NULL);
    if (code == SQLITE_OK) return STATUS_OK;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return FAIL(e, STATUS_FAILED, "%s: another program is using it", what);
    if (code == SQLITE_NOTADB) return FAIL(e, STATUS_INVALID, "%s: not a file of games", what);
    return fail(b, what, e);
}

static status begin_reading(sql *db, error *e) {
    return exec((sqlite_db *)db, "BEGIN", "the games cannot be read", e);
}

static void end_reading(sql *db) {
    sqlite3_exec(((sqlite_db *)db)->db, "COMMIT", NULL, NULL, NULL);
}

static const sql_driver driver = {.run = run,
                                  .ask = ask,
                                  .next = next,
                                  .text = text_at,
                                  .number = number_at,
                                  .end = end,
                                  .begin_reading = begin_reading,
                                  .end_reading = end_reading};

/* --- the backend ------------------------------------------------------------------------------ */

static status begin(backend *self, error *e) {
    return exec((sqlite_db *)self, "BEGIN IMMEDIATE", "the games cannot be kept", e);
}

static status commit(backend *self, error *e) {
    return exec((sqlite_db *)self, "COMMIT", "the games cannot be kept", e);
}

static void roll_back(backend *self) {
    sqlite3_exec(((sqlite_db *)self)->db, "ROLLBACK", NULL, NULL, NULL);
}

static status versions(backend *self, store_version *list, size_t count, error *e) {
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < count; i++) {
        store_row key = {.kind = ROW_KINDS};
        sql_answer a;
        memcpy(key.game, list[i].game, sizeof key.game);
        code = ask((sql *)self, GET_TERMS, &key, &a, e);
        list[i].version = next(&a, &code, e) ? number_at(&a, 1) : 0;
        end(&a);
    }
    return code;
}

static status advance(backend *self, const store_batch *batch, error *e) {
    store_row row = {.kind = ROW_KINDS, .numbers = {batch->version + 1}};
    memcpy(row.game, batch->game, sizeof row.game);
    return run((sql *)self, PUT_VERSION, &row, e);
}

static void close_db(backend *self) {
    sqlite_db *b = (sqlite_db *)self;
    for (int i = 0; i < SQL_STATEMENTS; i++) sqlite3_finalize(b->statements[i]);
    sqlite3_close(b->db);
    if (b->lock >= 0) close(b->lock);
    free(b);
}

/* --- opening ---------------------------------------------------------------------------------- */

static int pragma(sqlite_db *b, const char *query) {
    sqlite3_stmt *stmt = NULL;
    int value = -1;
    if (sqlite3_prepare_v2(b->db, query, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        value = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

/* Which version the file is of; refuses what is none of ours, or of a newer version. */
static status check_version(sqlite_db *b, const char *path, int *version, error *e) {
    *version = pragma(b, "PRAGMA user_version");
    bool is_empty = pragma(b, "SELECT count(*) FROM sqlite_master") == 0;
    if (!is_empty && pragma(b, "PRAGMA application_id") != APPLICATION)
        return FAIL(e, STATUS_INVALID, "%s: not a file of games", path);
    if (*version < 0) return fail(b, path, e);
    if (*version > (int)SCHEMA)
        return FAIL(e, STATUS_INVALID,
                    "%s: made by a newer Linework (version %d of the file; this one knows %d)",
                    path, *version, (int)SCHEMA);
    return STATUS_OK;
}

static status migrate(sqlite_db *b, const char *path, error *e) {
    int version;
    status code = check_version(b, path, &version, e);
    for (; code == STATUS_OK && version < (int)SCHEMA; version++) {
        text script = text_growing();
        text_format(&script, "BEGIN;%sPRAGMA application_id = %d;PRAGMA user_version = %d;COMMIT;",
                    migrations[version], APPLICATION, version + 1);
        code = script.failed ? fail_memory(e) : exec(b, script.data, path, e);
        text_free(&script);
    }
    return code;
}

static status prepare(sqlite_db *b, const char *path, error *e) {
    for (int i = 0; i < SQL_STATEMENTS; i++) {
        if (!sql_texts[i]) continue;
        if (sqlite3_prepare_v3(b->db, sql_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &b->statements[i], NULL) != SQLITE_OK)
            return fail(b, path, e);
        for (int k = 0; k < PARAMETERS; k++) {
            char name[] = {'$', (char)('1' + k), '\0'};
            b->parameters[i][k] = (uint8_t)sqlite3_bind_parameter_index(b->statements[i], name);
        }
    }
    return STATUS_OK;
}

/* This process has the file now, as long as it lives. */
static status take(sqlite_db *b, const char *path, error *e) {
    text name = text_growing();
    text_format(&name, "%s-lock", sqlite3_db_filename(b->db, "main"));
    if (name.failed) {
        text_free(&name);
        return fail_memory(e);
    }
    b->lock = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    text_free(&name);
    if (b->lock < 0) return FAIL(e, STATUS_FAILED, "%s-lock: %s", path, strerror(errno));
    if (flock(b->lock, LOCK_EX | LOCK_NB) != 0)
        return FAIL(e, STATUS_FAILED, "%s: another program is using it", path);
    return STATUS_OK;
}

/* A new file is its owner's alone, for it holds the secrets of draws; SQLite gives what it puts
 * beside it the same rights. What went wrong SQLite finds, too. */
static void create(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd); /* no file that was there: a lock on it would be gone with this */
}

/* Older versions made files that others could read, too. */
static void take_from_others(const sqlite_db *b) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct stat file;
        text name = text_growing();
        text_format(&name, "%s%s", sqlite3_db_filename(b->db, "main"), endings[i]);
        if (!name.failed && stat(name.data, &file) == 0 && file.st_uid == geteuid() &&
            file.st_mode & 077)
            chmod(name.data, file.st_mode & 0700);
        text_free(&name);
    }
}

static status open_db(const char *path, int flags, sqlite_db **out, error *e) {
    sqlite_db *b = calloc(1, sizeof *b);
    if (!b) return fail_memory(e);
    b->lock = -1;
    b->base.base = (backend){.begin = begin,
                             .versions = versions,
                             .advance = advance,
                             .commit = commit,
                             .roll_back = roll_back,
                             .close = close_db};
    sql_fill(&b->base, &driver);
    status code = STATUS_OK;
    if (flags & SQLITE_OPEN_CREATE) create(path);
    /* Used by one thread at a time, so it need not lock. */
    if (sqlite3_open_v2(path, &b->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        code = fail(b, path, e);
    if (code == STATUS_OK) sqlite3_busy_timeout(b->db, BUSY_MS);
    if (code == STATUS_OK)
        *out = b;
    else
        close_db(&b->base.base);
    return code;
}

/* Brings it forward if need be, and makes it ready. */
static status finish_opening(sqlite_db *b, const char *path, status code, backend **out, error *e) {
    if (code == STATUS_OK) code = migrate(b, path, e);
    if (code == STATUS_OK) code = prepare(b, path, e);
    if (code == STATUS_OK)
        *out = &b->base.base;
    else
        close_db(&b->base.base);
    return code;
}

/* One that is this process's alone. */
static status open_own(const char *path, sqlite_db **out, error *e) {
    status code = open_db(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, out, e);
    if (code != STATUS_OK) return code;
    code = take(*out, path, e);
    if (code == STATUS_OK)
        code = exec(
            *out, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;",
            path, e);
    if (code != STATUS_OK) close_db(&(*out)->base.base);
    return code;
}

status sqlite_open(const char *path, backend **out, error *e) {
    sqlite_db *b;
    status code = open_own(path, &b, e);
    if (code == STATUS_OK) code = finish_opening(b, path, code, out, e);
    if (code == STATUS_OK) take_from_others(b);
    return code;
}

status sqlite_make(const char *path, backend **out, error *e) {
    sqlite_db *b;
    status code = open_db(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &b, e);
    return code == STATUS_OK ? finish_opening(b, path, code, out, e) : code;
}

/* One of ours, of any version that we know, to be looked at only. */
static status open_any(const char *path, sqlite_db **out, int *version, error *e) {
    status code = open_db(path, SQLITE_OPEN_READWRITE, out, e);
    if (code != STATUS_OK) return code;
    code = exec(*out, "PRAGMA query_only = 1; SELECT count(*) FROM sqlite_master", path, e);
    if (code == STATUS_OK) code = check_version(*out, path, version, e);
    if (code == STATUS_OK && *version == 0)
        code = FAIL(e, STATUS_INVALID, "%s: not a file of games", path);
    if (code != STATUS_OK) close_db(&(*out)->base.base);
    return code;
}

status sqlite_open_to_read(const char *path, backend **out, error *e) {
    sqlite_db *b;
    int version = 0;
    status code = open_any(path, &b, &version, e);
    if (code != STATUS_OK) return code;
    if (version < (int)SCHEMA)
        code = FAIL(e, STATUS_INVALID, "%s: made by an older Linework; start a server with it once",
                    path);
    if (code == STATUS_OK) code = prepare(b, path, e);
    if (code == STATUS_OK)
        *out = &b->base.base;
    else
        close_db(&b->base.base);
    return code;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* All pages at once: what is written meanwhile is not in it, and waits for nothing. */
static status copy_pages(sqlite_db *from, sqlite_db *to, const char *path, error *e) {
    sqlite3_backup *copying = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (!copying) return fail(to, path, e);
    sqlite3_backup_step(copying, -1);
    return sqlite3_backup_finish(copying) == SQLITE_OK ? STATUS_OK : fail(to, path, e);
}

status sqlite_copy(const char *path, const char *to, error *e) {
    sqlite_db *from, *copy;
    int version;
    status code = open_any(path, &from, &version, e);
    if (code != STATUS_OK) return code;
    code = open_db(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &copy, e);
    if (code == STATUS_OK) {
        code = copy_pages(from, copy, to, e);
        if (code == STATUS_OK) code = exec(copy, "PRAGMA journal_mode = DELETE", to, e);
        close_db(&copy->base.base);
    }
    close_db(&from->base.base);
    return code;
}

status sqlite_replace(const char *path, const char *by, const char *aside, error *e) {
    sqlite_db *from, *to;
    int version;
    status code = open_any(by, &from, &version, e);
    if (code != STATUS_OK) return code;
    code = open_own(path, &to, e);
    if (code == STATUS_OK) {
        int old; /* what is none of ours is not replaced */
        code = check_version(to, path, &old, e);
        if (code == STATUS_OK && aside) code = sqlite_copy(path, aside, e);
        if (code == STATUS_OK) code = copy_pages(from, to, path, e);
        close_db(&to->base.base);
    }
    close_db(&from->base.base);
    return code;
}
