/* SPDX-License-Identifier: MIT */
#include "store/archive.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "native/file.h"
#include "store/sqlite.h"
#include "store/store.h"

static const char sqlite[] = "sqlite:";

/* The file of a store that is one, or NULL. */
static const char *file_of(const char *url) {
    size_t length = strlen(sqlite);
    return strncmp(url, sqlite, length) == 0 && url[length] ? url + length : NULL;
}

/* --- copies ----------------------------------------------------------------------------------- */

static status put_row(void *context, const store_row *row, error *e) {
    backend *to = context;
    return to->put(to, row, e);
}

/* Puts all of a store into one that is empty. */
static status copy(backend *from, backend *to, error *e) {
    uint8_t kept[32], unused[32];
    while (getrandom(kept, sizeof kept, 0) != sizeof kept) continue;
    store_visitor visitor = {.context = to, .row = put_row};
    status code = from->secret(from, NULL, kept, e);
    if (code == STATUS_OK) code = to->secret(to, kept, unused, e);
    if (code == STATUS_OK) code = to->begin(to, e);
    if (code != STATUS_OK) return code;
    code = from->visit(from, &visitor, e);
    if (code == STATUS_OK) code = to->commit(to, e);
    if (code != STATUS_OK) to->roll_back(to);
    return code;
}

/* A database, as a new file. */
static status copy_to_file(const char *url, const char *path, error *e) {
    backend *from, *to;
    status code = store_open_url(url, &from, e);
    if (code != STATUS_OK) return code;
    code = sqlite_make(path, &to, e);
    if (code == STATUS_OK) {
        code = copy(from, to, e);
        to->close(to);
    }
    from->close(from);
    return code;
}

status archive_backup(const char *url, const char *path, error *e) {
    file_part part;
    if (access(path, F_OK) == 0)
        return FAIL(e, STATUS_FAILED, "%.120s: there is such a file already", path);
    status code = file_begin(path, 0600, &part, e);
    if (code != STATUS_OK) return code;
    code = file_of(url) ? sqlite_copy(file_of(url), part.part, e) : copy_to_file(url, part.part, e);
    if (code == STATUS_OK) return file_finish(&part, e);
    file_drop(&part);
    return code;
}

static status count_game(void *context, const store_row *row, error *e) {
    (void)e;
    *(bool *)context = *(bool *)context || row->kind == ROW_GAME;
    return STATUS_OK;
}

static status has_games(backend *b, bool *any, error *e) {
    store_visitor visitor = {.context = any, .row = count_game};
    *any = false;
    return b->visit(b, &visitor, e);
}

static status restore_database(const char *path, const char *url, error *e) {
    backend *from, *to;
    bool any;
    status code = sqlite_open_to_read(path, &from, e);
    if (code != STATUS_OK) return code;
    code = store_open_url(url, &to, e);
    if (code == STATUS_OK) {
        bool used = false;
        code = to->is_used(to, &used, e);
        if (code == STATUS_OK && used)
            code = FAIL(e, STATUS_FAILED, "a server uses the database; stop it first");
        if (code == STATUS_OK) code = has_games(to, &any, e);
        if (code == STATUS_OK && any)
            code = FAIL(e, STATUS_FAILED,
                        "the database has games already; a backup goes into an empty one");
        if (code == STATUS_OK) code = copy(from, to, e);
        to->close(to);
    }
    from->close(from);
    return code;
}

status archive_restore(const char *path, const char *url, text *aside, error *e) {
    const char *file = file_of(url);
    if (!file) return restore_database(path, url, e);
    bool there = access(file, F_OK) == 0;
    if (there) {
        char when[32];
        time_t now = time(NULL);
        struct tm utc;
        gmtime_r(&now, &utc);
        strftime(when, sizeof when, "%Y%m%d-%H%M%S", &utc);
        text_format(aside, "%s.before-%s", file, when);
        if (aside->failed) return fail_memory(e);
    }
    return sqlite_replace(file, path, there ? aside->data : NULL, e);
}

/* --- records ---------------------------------------------------------------------------------- */

typedef struct exporting {
    char (*ids)[ID_BYTES];
    size_t count, room;
} exporting;

static status note_game(void *context, const store_row *row, error *e) {
    exporting *x = context;
    if (row->kind != ROW_GAME) return STATUS_OK;
    if (x->count == x->room) {
        size_t most = x->room ? 2 * x->room : 64;
        void *more = realloc(x->ids, most * sizeof *x->ids);
        if (!more) return fail_memory(e);
        x->ids = more;
        x->room = most;
    }
    memcpy(x->ids[x->count++], row->game, ID_BYTES);
    return STATUS_OK;
}

/* Puts the records of a match behind others, each with the id of its room. */
static status put_records(const text *file, const char *id, text *out, error *e) {
    record_reader in;
    status code = record_reader_open(&in, file->data, file->length, e);
    while (code == STATUS_OK && record_reader_more(&in)) {
        record r = {0};
        code = record_reader_next(&in, &r, e);
        if (code == STATUS_OK) code = record_set_tag(&r, "Id", id, e);
        if (code == STATUS_OK) {
            if (out->length > 0) text_char(out, '\n');
            record_write(&r, out);
        }
        record_free(&r);
    }
    return code;
}

static status export_game(backend *b, const game *const *list, const char *id, text *out,
                          archive_counts *counts, error *e) {
    store_loaded loaded;
    text file = text_growing();
    status code = b->load(b, list, id, &loaded, e);
    if (code != STATUS_OK || !loaded.room) return code;
    code = match_save(room_match(loaded.room), &file, e);
    if (code == STATUS_INVALID) { /* it has not begun */
        counts->others++;
        code = STATUS_OK;
    } else if (code == STATUS_OK) {
        code = put_records(&file, id, out, e);
        counts->games++;
    }
    text_free(&file);
    room_free(loaded.room);
    return code;
}

static status open_to_read(const char *url, backend **b, error *e) {
    return file_of(url) ? sqlite_open_to_read(file_of(url), b, e) : store_open_url(url, b, e);
}

status archive_export(const char *url, const game *const *list, text *out, archive_counts *counts,
                      error *e) {
    exporting x = {.count = 0};
    backend *b;
    store_visitor visitor = {.context = &x, .row = note_game};
    status code = open_to_read(url, &b, e);
    if (code != STATUS_OK) return code;
    code = b->visit(b, &visitor, e);
    for (size_t i = 0; code == STATUS_OK && i < x.count; i++)
        code = export_game(b, list, x.ids[i], out, counts, e);
    free(x.ids);
    b->close(b);
    return code == STATUS_OK && out->failed ? fail_memory(e) : code;
}

/* --- and back --------------------------------------------------------------------------------- */

typedef struct importing {
    backend *to;
    const game *const *list;
    int64_t now;
    archive_counts *counts;
    char id[ID_BYTES]; /* of the games in `file`; "": they say none */
    text file;
} importing;

static status put_room(importing *in, const room *r, error *e) {
    store_batch batch = {.count = 0};
    batch_game(&batch, r, in->now);
    batch_events(&batch, r, 1, room_events(r));
    status code = batch.failed ? fail_memory(e) : STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < batch.count; i++)
        code = in->to->put(in->to, &batch.rows[i], e);
    batch_free(&batch);
    in->counts->games++;
    return code;
}

/* The games that were gathered are one match. */
static status import_match(importing *in, error *e) {
    match *m = NULL;
    room *r = NULL;
    if (in->file.length == 0) return STATUS_OK;
    if (!in->id[0]) {
        uint8_t bytes[ID_RANDOM];
        while (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) continue;
        token_write(bytes, sizeof bytes, in->id);
    }
    bool known = false;
    status code = in->to->has_game(in->to, in->id, &known, e);
    if (code == STATUS_OK) code = match_load(in->list, in->file.data, in->file.length, &m, e);
    if (code == STATUS_OK && (known || !match_outcome(m).over || !match_is_decided(m)))
        in->counts->others++;
    else if (code == STATUS_OK)
        code = room_import(in->list, in->id, m, in->now, &r, e);
    if (r) code = put_room(in, r, e);
    room_free(r);
    match_free(m);
    text_clear(&in->file);
    in->id[0] = '\0';
    return code;
}

/* Games with the same id belong together; one without is by itself. */
static status import_record(importing *in, const record *r, error *e) {
    const char *id = record_tag_value(r, "Id");
    if (id && !token_is_id(id))
        return FAIL(e, STATUS_INVALID, "line %zu: '%.40s' is not the id of a game", r->line, id);
    status code = STATUS_OK;
    if (!id || strcmp(id, in->id) != 0) code = import_match(in, e);
    if (code != STATUS_OK) return code;
    if (id) memcpy(in->id, id, sizeof in->id);
    if (in->file.length > 0) text_char(&in->file, '\n');
    record_write(r, &in->file);
    return in->file.failed ? fail_memory(e) : STATUS_OK;
}

static status import_all(importing *in, const char *bytes, size_t length, error *e) {
    record_reader games;
    status code = record_reader_open(&games, bytes, length, e);
    while (code == STATUS_OK && record_reader_more(&games)) {
        record r = {0};
        code = record_reader_next(&games, &r, e);
        if (code == STATUS_OK) code = import_record(in, &r, e);
        record_free(&r);
    }
    return code == STATUS_OK ? import_match(in, e) : code;
}

status archive_import(const char *bytes, size_t length, const char *url, const game *const *list,
                      int64_t now, archive_counts *counts, error *e) {
    importing in = {.list = list, .now = now, .counts = counts, .file = text_growing()};
    status code = store_open_url(url, &in.to, e);
    if (code != STATUS_OK) return code;
    code = in.to->begin(in.to, e);
    if (code == STATUS_OK) {
        code = import_all(&in, bytes, length, e);
        if (code == STATUS_OK) code = in.to->commit(in.to, e);
        if (code != STATUS_OK) in.to->roll_back(in.to);
    }
    text_free(&in.file);
    in.to->close(in.to);
    return code;
}
