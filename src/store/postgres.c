/* SPDX-License-Identifier: MIT
 *
 * A store in a database of PostgreSQL's, which several servers may share. Each has a number and
 * holds an advisory lock on it, so that the others see from the database itself who is up; each
 * unfinished game has an owner, the server that sees to its clocks, and is adopted by another when
 * that one is gone. Who changes a game tells the others by NOTIFY.
 *
 * A transaction locks the games it changes first, in the order of their ids, so that no two wait
 * for each other; then its statements are sent one behind the other (pipeline), with one wait. */

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/sql.h"

enum {
    PARAMETERS = 8,
    AWAY_MS = 1000,     /* after a failure the database is left alone so long */
    PIPELINE_MAX = 256, /* statements whose answers have not been read */
};

typedef struct postgres_db {
    sql base;
    PGconn *connection;
    bool is_ready;     /* set up since it was last connected */
    int64_t failed_at; /* 0: it has not */
    size_t under_way;  /* statements in the pipeline */
    bool in_pipeline, in_transaction;
    status failure; /* of a statement in it */
    error failure_text;
    bool missed; /* others may have told something while it was not connected */
} postgres_db;

/* The class of our advisory locks, as text; number 0: the schema is being changed. */
#define LOCKS "1280789297"

/* --- failing ---------------------------------------------------------------------------------- */

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The first line of a message of the library's. */
static void put_message(error *e, const char *what, const char *message) {
    error_set(e, "%s: %.*s", what, (int)strcspn(message, "\n"), message);
}

static status fail(postgres_db *b, const PGresult *result, error *e) {
    const char *own = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    put_message(e, "the database", own ? own : PQerrorMessage(b->connection));
    return STATUS_FAILED;
}

/* Takes the result over. */
static status check(postgres_db *b, PGresult *result, error *e) {
    ExecStatusType code = PQresultStatus(result);
    bool good = code == PGRES_COMMAND_OK || code == PGRES_TUPLES_OK;
    status done = good ? STATUS_OK : fail(b, result, e);
    PQclear(result);
    return done;
}

static status exec(postgres_db *b, const char *script, error *e) {
    return check(b, PQexec(b->connection, script), e);
}

/* --- statements ------------------------------------------------------------------------------- */

/* Where ours differ from those of sql.c. */
static const char *text_of(sql_statement s) {
    switch (s) {
    case PUT_HERE:
        return "INSERT INTO here(server, game, player)"
               " VALUES(current_setting('linework.server')::integer, $1, $2) ON CONFLICT DO "
               "NOTHING";
    case PUT_GONE:
        return "DELETE FROM here WHERE server = current_setting('linework.server')::integer"
               " AND game = $1 AND player = $2";
    case GET_HERE:
        return "SELECT player FROM here WHERE game = $1"
               " AND server <> current_setting('linework.server')::integer";
    case GET_TERMS:
        return "SELECT terms, version, (owner IS NOT DISTINCT FROM"
               " current_setting('linework.server')::integer)::integer FROM games WHERE id = $1";
    case GET_ALIVE: return "SELECT alive FROM server"; /* one of them notes it all the time */
    case GET_SECRET: return "SELECT secret FROM server FOR UPDATE"; /* two may begin at once */
    case GET_UNFINISHED:
        return "SELECT id FROM games WHERE standing < $5"
               " AND owner = current_setting('linework.server')::integer";
    default: return sql_texts[s];
    }
}

enum { NUMBER_BYTES = 24 };

typedef struct parameters {
    const char *values[PARAMETERS];
    char numbers[PARAMETERS][NUMBER_BYTES];
} parameters;

static void fill(parameters *p, const store_row *row) {
    p->values[0] = row->game;
    p->values[2] = row->text;
    p->values[3] = row->more;
    for (int i = 0; i < PARAMETERS; i++) {
        if (i == 0 || i == 2 || i == 3) continue;
        text t = text_fixed(p->numbers[i], NUMBER_BYTES);
        text_format(&t, "%lld", (long long)(i == 1 ? row->player : row->numbers[i - 4]));
        p->values[i] = p->numbers[i];
    }
}

typedef struct statement_name {
    char text[16];
} statement_name;

static statement_name name_of(sql_statement s) {
    statement_name n;
    text t = text_fixed(n.text, sizeof n.text);
    text_format(&t, "s%d", (int)s);
    return n;
}

/* Reads the answers to all that is in the pipeline. */
static void drain(postgres_db *b) {
    if (!b->in_pipeline || b->under_way == 0) return;
    bool sent = PQpipelineSync(b->connection);
    for (bool ended = !sent; !ended && PQstatus(b->connection) == CONNECTION_OK;) {
        PGresult *result = PQgetResult(b->connection);
        if (!result) continue; /* the end of one statement's answer */
        ExecStatusType code = PQresultStatus(result);
        ended = code == PGRES_PIPELINE_SYNC;
        bool good = ended || code == PGRES_COMMAND_OK || code == PGRES_TUPLES_OK;
        if (!good && b->failure == STATUS_OK) b->failure = fail(b, result, &b->failure_text);
        PQclear(result);
    }
    if ((!sent || PQstatus(b->connection) != CONNECTION_OK) && b->failure == STATUS_OK)
        b->failure = fail(b, NULL, &b->failure_text);
    b->under_way = 0;
}

static status leave_pipeline(postgres_db *b, error *e) {
    drain(b);
    if (b->in_pipeline) PQexitPipelineMode(b->connection);
    b->in_pipeline = false;
    if (b->failure != STATUS_OK) *e = b->failure_text;
    return b->failure;
}

static status send_statement(postgres_db *b, const char *name, int count, const char *const *values,
                             error *e) {
    if (b->failure != STATUS_OK) {
        *e = b->failure_text;
        return b->failure;
    }
    if (!b->in_pipeline) b->in_pipeline = PQenterPipelineMode(b->connection);
    if (!b->in_pipeline || !PQsendQueryPrepared(b->connection, name, count, values, NULL, NULL, 0))
        return fail(b, NULL, e);
    if (++b->under_way == PIPELINE_MAX) drain(b);
    return STATUS_OK;
}

static status tell(postgres_db *b, const char *id, bool listed, error *e) {
    char payload[ID_BYTES + 8];
    text t = text_fixed(payload, sizeof payload);
    text_format(&t, "%s %s", id, listed ? "open" : "-");
    const char *values[] = {payload};
    return send_statement(b, "tell", 1, values, e);
}

static status run(sql *db, sql_statement s, const store_row *row, error *e) {
    parameters p;
    fill(&p, row);
    postgres_db *b = (postgres_db *)db;
    status code = send_statement(b, name_of(s).text, PARAMETERS, p.values, e);
    if (code == STATUS_OK && (s == PUT_HERE || s == PUT_GONE)) code = tell(b, row->game, false, e);
    return code;
}

static status ask(sql *db, sql_statement s, const store_row *row, sql_answer *a, error *e);

static bool next(sql_answer *a, status *code, error *e) {
    (void)e;
    return *code == STATUS_OK && ++a->at < a->count;
}

static const char *text_at(const sql_answer *a, int column) {
    return PQgetvalue(a->rows, a->at, column);
}

static int64_t number_at(const sql_answer *a, int column) {
    return strtoll(PQgetvalue(a->rows, a->at, column), NULL, 10);
}

static void end(sql_answer *a) {
    PQclear(a->rows);
}

static void take_answer(sql_answer *a, sql *db, PGresult *rows) {
    *a = (sql_answer){.db = db, .rows = rows, .at = -1, .count = PQntuples(rows)};
}

/* --- the schema ------------------------------------------------------------------------------- */

/* Each leads from the version of its index to the next. What is here is never changed. */
static const char *const migrations[] = {
    "CREATE TABLE games(id text PRIMARY KEY, terms text NOT NULL, standing bigint NOT NULL,"
    "  changed bigint NOT NULL, listed bigint NOT NULL, version bigint NOT NULL DEFAULT 0,"
    "  owner integer DEFAULT nullif(current_setting('linework.server', true), '')::integer);"
    "CREATE INDEX games_by_standing ON games(standing, changed);"
    "CREATE INDEX games_by_change ON games(changed);"
    "CREATE TABLE events(game text NOT NULL, n bigint NOT NULL, at bigint NOT NULL,"
    "  left_a bigint NOT NULL, left_b bigint NOT NULL, line text NOT NULL, PRIMARY KEY(game, n));"
    "CREATE TABLE answers(game text NOT NULL, player bigint NOT NULL, number bigint NOT NULL,"
    "  id text NOT NULL, n bigint NOT NULL, why bigint NOT NULL, detail text NOT NULL,"
    "  PRIMARY KEY(game, player, number));"
    "CREATE TABLE plans(game text NOT NULL, player bigint NOT NULL, plan text NOT NULL,"
    "  PRIMARY KEY(game, player));"
    "CREATE TABLE keys(hash text PRIMARY KEY, request text NOT NULL, game text NOT NULL,"
    "  player bigint NOT NULL, at bigint NOT NULL);"
    "CREATE TABLE downs(since bigint NOT NULL, until bigint NOT NULL);"
    "CREATE TABLE server(one bigint PRIMARY KEY CHECK(one = 1), alive bigint NOT NULL,"
    "  secret text);"
    "INSERT INTO server VALUES(1, 0, NULL);"
    "CREATE UNLOGGED TABLE here(server integer NOT NULL, game text NOT NULL,"
    "  player bigint NOT NULL, PRIMARY KEY(game, player, server));"
    "CREATE SEQUENCE numbers MAXVALUE 2147483647 CYCLE;"
    "CREATE VIEW living AS SELECT objid::bigint AS number FROM pg_locks"
    "  WHERE locktype = 'advisory' AND classid = " LOCKS " AND objsubid = 2 AND granted"
    "  AND database = (SELECT oid FROM pg_database WHERE datname = current_database());",
};

enum { SCHEMA = sizeof migrations / sizeof *migrations };

static int64_t number_of(postgres_db *b, const char *query, int64_t otherwise) {
    PGresult *result = PQexec(b->connection, query);
    bool there = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 &&
                 !PQgetisnull(result, 0, 0);
    int64_t number = there ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : otherwise;
    PQclear(result);
    return number;
}

static status migrate(postgres_db *b, error *e) {
    status code = exec(b,
                       "CREATE SCHEMA IF NOT EXISTS linework; SET search_path = linework;"
                       "CREATE TABLE IF NOT EXISTS schema_version(version integer NOT NULL)",
                       e);
    if (code != STATUS_OK) return code;
    int64_t version = number_of(b, "SELECT coalesce(max(version), 0) FROM schema_version", -1);
    if (version < 0) return fail(b, NULL, e);
    if (version > SCHEMA)
        return FAIL(e, STATUS_INVALID,
                    "the database was made by a newer Linework (version %lld of the tables; this "
                    "one knows %d)",
                    (long long)version, (int)SCHEMA);
    for (; code == STATUS_OK && version < SCHEMA; version++) {
        text script = text_growing();
        text_format(&script, "BEGIN;%sINSERT INTO schema_version VALUES(%lld);COMMIT",
                    migrations[version], (long long)version + 1);
        code = script.failed ? fail_memory(e) : exec(b, script.data, e);
        text_free(&script);
    }
    return code;
}

/* --- connecting ------------------------------------------------------------------------------- */

static status prepare_one(postgres_db *b, const char *name, const char *query, int count,
                          error *e) {
    enum { TEXT = 25, INT4 = 23, INT8 = 20 };
    static const Oid types[PARAMETERS] = {TEXT, INT4, TEXT, TEXT, INT8, INT8, INT8, INT8};
    return check(b, PQprepare(b->connection, name, query, count, types), e);
}

static status prepare(postgres_db *b, error *e) {
    status code = STATUS_OK;
    for (int s = 0; code == STATUS_OK && s < SQL_STATEMENTS; s++)
        if (text_of((sql_statement)s))
            code = prepare_one(b, name_of((sql_statement)s).text, text_of((sql_statement)s),
                               PARAMETERS, e);
    if (code == STATUS_OK) code = prepare_one(b, "tell", "SELECT pg_notify('linework', $1)", 1, e);
    return code;
}

/* What is acknowledged is on disk, whatever the database's own setting; nobody waits for ever. */
static const char session[] =
    "SET client_min_messages = warning; SET client_encoding = 'UTF8';"
    "SET default_transaction_isolation = 'read committed'; SET lock_timeout = '5s';"
    "SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '30s';"
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    "  WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)";

static status set_up(postgres_db *b, error *e) {
    if (PQserverVersion(b->connection) < 130000)
        return FAIL(e, STATUS_FAILED, "the database is PostgreSQL %d; 13 or newer is needed",
                    PQserverVersion(b->connection) / 10000);
    status code = exec(b, session, e);
    if (code == STATUS_OK) code = exec(b, "SELECT pg_advisory_lock(" LOCKS ", 0)", e);
    if (code == STATUS_OK) {
        code = migrate(b, e);
        exec(b, "SELECT pg_advisory_unlock(" LOCKS ", 0)", &(error){""});
    }
    /* The number that this server has as long as it is connected. */
    if (code == STATUS_OK)
        code = exec(b,
                    "SET search_path = linework;"
                    "SELECT set_config('linework.server', nextval('numbers')::text, false);"
                    "SELECT pg_advisory_lock(" LOCKS ","
                    "  current_setting('linework.server')::integer);"
                    "LISTEN linework",
                    e);
    return code == STATUS_OK ? prepare(b, e) : code;
}

/* Connected, or why not. */
static status be_ready(postgres_db *b, error *e) {
    if (b->is_ready && PQstatus(b->connection) == CONNECTION_OK) return STATUS_OK;
    if (b->in_transaction) return fail(b, NULL, e); /* its first half is lost */
    if (b->failed_at && now_ms() - b->failed_at < AWAY_MS)
        return FAIL(e, STATUS_FAILED, "the database is away");
    b->is_ready = b->in_pipeline = false;
    b->under_way = 0;
    PQreset(b->connection);
    status code = PQstatus(b->connection) == CONNECTION_OK ? set_up(b, e) : fail(b, NULL, e);
    b->is_ready = b->missed = code == STATUS_OK;
    b->failed_at = code == STATUS_OK ? 0 : now_ms();
    return code;
}

static status ask(sql *db, sql_statement s, const store_row *row, sql_answer *a, error *e) {
    postgres_db *b = (postgres_db *)db;
    parameters p;
    status code = be_ready(b, e);
    if (code == STATUS_OK) code = leave_pipeline(b, e);
    if (code != STATUS_OK) return code;
    fill(&p, row);
    PGresult *rows =
        PQexecPrepared(b->connection, name_of(s).text, PARAMETERS, p.values, NULL, NULL, 0);
    if (PQresultStatus(rows) == PGRES_TUPLES_OK) {
        take_answer(a, db, rows);
        return STATUS_OK;
    }
    code = fail(b, rows, e);
    PQclear(rows);
    return code;
}

/* --- the backend ------------------------------------------------------------------------------ */

static status begin_as(postgres_db *b, const char *how, error *e) {
    status code = be_ready(b, e);
    if (code == STATUS_OK) code = exec(b, how, e);
    b->failure = STATUS_OK;
    b->in_transaction = code == STATUS_OK;
    return code;
}

static status begin(backend *self, error *e) {
    return begin_as((postgres_db *)self, "BEGIN", e);
}

static status commit(backend *self, error *e) {
    postgres_db *b = (postgres_db *)self;
    status code = leave_pipeline(b, e);
    if (code != STATUS_OK) return code;
    PGresult *result = PQexec(b->connection, "COMMIT");
    bool kept =
        PQresultStatus(result) == PGRES_COMMAND_OK && strcmp(PQcmdStatus(result), "COMMIT") == 0;
    code = kept ? STATUS_OK : fail(b, result, e);
    PQclear(result);
    b->in_transaction = false;
    return code;
}

static void roll_back(backend *self) {
    postgres_db *b = (postgres_db *)self;
    error unused;
    leave_pipeline(b, &unused);
    b->failure = STATUS_OK;
    if (PQtransactionStatus(b->connection) != PQTRANS_IDLE) exec(b, "ROLLBACK", &unused);
    b->in_transaction = false;
}

static status begin_reading(sql *db, error *e) {
    return begin_as((postgres_db *)db, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", e);
}

static void end_reading(sql *db) {
    roll_back(&db->base);
}

/* Ids are of letters, digits, - and _, so they stand in a list as they are. */
static status versions(backend *self, store_version *list, size_t count, error *e) {
    postgres_db *b = (postgres_db *)self;
    text ids = text_growing();
    text_char(&ids, '{');
    for (size_t i = 0; i < count; i++) {
        text_format(&ids, "%s%s", i > 0 ? "," : "", list[i].game);
        list[i].version = 0;
    }
    text_char(&ids, '}');
    if (ids.failed) {
        text_free(&ids);
        return fail_memory(e);
    }
    const char *values[] = {ids.data};
    PGresult *rows = PQexecParams(b->connection,
                                  "SELECT id, version FROM games WHERE id = ANY($1::text[])"
                                  " ORDER BY id COLLATE \"C\" FOR UPDATE",
                                  1, NULL, values, NULL, NULL, 0);
    text_free(&ids);
    for (int row = 0; row < PQntuples(rows); row++)
        for (size_t i = 0; i < count; i++)
            if (strcmp(list[i].game, PQgetvalue(rows, row, 0)) == 0)
                list[i].version = strtoll(PQgetvalue(rows, row, 1), NULL, 10);
    return check(b, rows, e);
}

static status advance(backend *self, const store_batch *batch, error *e) {
    store_row row = {.kind = ROW_KINDS, .numbers = {batch->version + 1}};
    bool listed = false;
    memcpy(row.game, batch->game, sizeof row.game);
    for (size_t i = 0; i < batch->count; i++)
        listed = listed || (batch->rows[i].kind == ROW_GAME && batch->rows[i].numbers[2] != 0);
    status code = run((sql *)self, PUT_VERSION, &row, e);
    return code == STATUS_OK ? tell((postgres_db *)self, batch->game, listed, e) : code;
}

/* --- with others ------------------------------------------------------------------------------ */

/* Adds the games that a statement answers with. */
static status add_games(postgres_db *b, const char *query, store_survey *out, error *e) {
    status code = STATUS_OK;
    PGresult *rows = PQexec(b->connection, query);
    for (int i = 0; code == STATUS_OK && i < PQntuples(rows); i++)
        code = survey_add(out, PQgetvalue(rows, i, 0), e);
    status asked = check(b, rows, e);
    return asked == STATUS_OK ? code : asked;
}

static status adopt(sql *db, const survey_terms *terms, store_survey *out, error *e) {
    postgres_db *b = (postgres_db *)db;
    status code = exec(b, "SELECT one FROM server FOR UPDATE", e); /* one at a time */
    if (code == STATUS_OK)
        code = add_games(b,
                         "UPDATE games SET owner = current_setting('linework.server')::integer"
                         " WHERE standing < 3 AND (owner IS NULL OR"
                         "  owner NOT IN (SELECT number FROM living)) RETURNING id",
                         out, e);
    /* Who was connected to a server that is gone is so no longer. */
    if (code == STATUS_OK)
        code = add_games(b,
                         "WITH gone AS (DELETE FROM here WHERE server NOT IN"
                         "  (SELECT number FROM living) RETURNING game),"
                         " told AS (SELECT game, pg_notify('linework', game || ' -') FROM gone)"
                         " SELECT DISTINCT game FROM told",
                         out, e);
    if (code == STATUS_OK && terms->all)
        code = add_games(b, "SELECT id FROM games WHERE standing = 0 AND listed <> 0", out, e);
    return code;
}

static status read_clock(backend *self, int64_t *now, error *e) {
    postgres_db *b = (postgres_db *)self;
    status code = be_ready(b, e);
    if (code != STATUS_OK) return code;
    *now = number_of(b, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", -1);
    return *now >= 0 ? STATUS_OK : fail(b, NULL, e);
}

static status is_used(backend *self, bool *used, error *e) {
    postgres_db *b = (postgres_db *)self;
    int64_t others = number_of(b,
                               "SELECT count(*) FROM living WHERE number <>"
                               " current_setting('linework.server')::integer",
                               -1);
    *used = others > 0;
    return others >= 0 ? STATUS_OK : fail(b, NULL, e);
}

static int descriptor(backend *self) {
    postgres_db *b = (postgres_db *)self;
    return PQstatus(b->connection) == CONNECTION_OK ? PQsocket(b->connection) : -1;
}

static void listen_to(backend *self, void (*heard)(void *context, const char *id, bool listed),
                      void *context) {
    postgres_db *b = (postgres_db *)self;
    if (PQstatus(b->connection) == CONNECTION_OK) PQconsumeInput(b->connection);
    if (b->missed) heard(context, "", false);
    b->missed = false;
    for (PGnotify *n; (n = PQnotifies(b->connection)); PQfreemem(n)) {
        char id[ID_BYTES] = "";
        size_t length = strcspn(n->extra, " ");
        if (n->be_pid == PQbackendPID(b->connection) || length >= sizeof id) continue;
        memcpy(id, n->extra, length);
        if (token_is_id(id)) heard(context, id, strcmp(n->extra + length, " open") == 0);
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static void close_db(backend *self) {
    postgres_db *b = (postgres_db *)self;
    PQfinish(b->connection);
    free(b);
}

static void say_nothing(void *context, const char *message) {
    (void)context, (void)message;
}

static const sql_driver driver = {.run = run,
                                  .ask = ask,
                                  .next = next,
                                  .text = text_at,
                                  .number = number_at,
                                  .end = end,
                                  .begin_reading = begin_reading,
                                  .end_reading = end_reading,
                                  .adopt = adopt};

status postgres_open(const char *url, backend **out, error *e) {
    /* A network that is cut is noticed; what the address says comes last and counts. */
    static const char *const names[] = {
        "connect_timeout",  "tcp_user_timeout",          "keepalives_idle", "keepalives_interval",
        "keepalives_count", "fallback_application_name", "dbname",          NULL};
    const char *values[] = {"5", "10000", "10", "5", "3", "linework", url, NULL};
    postgres_db *b = calloc(1, sizeof *b);
    if (!b) return fail_memory(e);
    b->base.base = (backend){.begin = begin,
                             .versions = versions,
                             .advance = advance,
                             .commit = commit,
                             .roll_back = roll_back,
                             .close = close_db,
                             .is_used = is_used,
                             .clock = read_clock,
                             .descriptor = descriptor,
                             .listen = listen_to};
    sql_fill(&b->base, &driver);
    b->connection = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(b->connection, say_nothing, NULL);
    status code = PQstatus(b->connection) == CONNECTION_OK ? set_up(b, e) : fail(b, NULL, e);
    b->is_ready = code == STATUS_OK;
    if (code == STATUS_OK)
        *out = &b->base.base;
    else
        close_db(&b->base.base);
    return code;
}
