/* SPDX-License-Identifier: MIT */
#include "solution/oracle.h"

#include <stdlib.h>
#include <unistd.h>

#include "solution/stats.h"
#include "solution/tables.h"

typedef struct table_oracle {
    oracle base; /* first, so that the one is the other */
    const linja_rules *rules;
    tables_file file;
    linja_reader *reader;
} table_oracle;

static status turns_of(oracle *self, const game_position *position, valued_turn *turns,
                       size_t *count, error *e) {
    table_oracle *o = (table_oracle *)self;
    linja_position p = linja_unwrap(position);
    return stats_turns(o->reader, o->rules, &p, turns, count, e);
}

static void close_oracle(oracle *self) {
    table_oracle *o = (table_oracle *)self;
    linja_reader_free(o->reader);
    tables_close(&o->file);
    free(o);
}

static status open_file(const char *path, const linja_rules *rules, oracle **out, error *e) {
    table_oracle *o = calloc(1, sizeof *o);
    if (!o) return fail_memory(e);
    *o = (table_oracle){.base = {turns_of, close_oracle}, .rules = rules};
    status code = tables_open(path, rules, &o->file, e);
    if (code == STATUS_OK) code = linja_reader_new(o->file.table, &o->reader, e);
    if (code == STATUS_OK)
        *out = &o->base;
    else
        close_oracle(&o->base);
    return code;
}

static status open_oracle(const game *g, const void *rules, const char *path, bool named,
                          oracle **out, error *e) {
    *out = NULL;
    if (g != &linja_game) return STATUS_OK;
    text usual = text_growing();
    error ignored; /* without a home folder there is no table in it */
    bool there = path || (tables_path(rules, &usual, &ignored) == STATUS_OK &&
                          access(usual.data, F_OK) == 0);
    const char *file = path ? path : usual.data;
    status code = there ? open_file(file, rules, out, e) : STATUS_OK;
    if (code == STATUS_NO_TABLE && named) error_prefix(e, "%.120s", file);
    text_free(&usual);
    return code;
}

status oracle_open(const game *g, const void *rules, const char *path, oracle **out, error *e) {
    return open_oracle(g, rules, path, false, out, e);
}

status oracle_open_local(const game *g, const void *rules, const char *path, oracle **out,
                         error *e) {
    return open_oracle(g, rules, path, true, out, e);
}
