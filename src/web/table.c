/* SPDX-License-Identifier: MIT
 *
 * Tables as the page has them: files that the browser keeps for it, of which the worker reads a
 * piece when it is asked. Opening one takes a while, and every match that is set up asks for it, so
 * the last one stays open; those before it as long as somebody reads them, as a review does.
 *
 * tests/test_page_tables.c has files of its own in place of the browser's. */
#include <stdlib.h>

#include "linja/solution/table.h"

#ifdef __wasm__
#define IMPORT(name) __attribute__((import_module("linework"), import_name(#name))) name
#else
#define IMPORT(name) name
#endif

/* How many bytes a table has, by its name; 0 if there is none. Offsets and lengths are doubles, as
 * JavaScript has them. */
double IMPORT(table_length)(const char *name);
bool IMPORT(table_read)(const char *name, double offset, void *bytes, size_t length);
/* Another number each time that tables have come or gone. */
int IMPORT(table_stamp)(void);

typedef struct opened {
    linja_table *table;
    const linja_rules *rules;
    int stamp; /* of when it was opened */
    int users;
    struct opened *next;
} opened;

static opened *newest; /* and those before it that are still read */

typedef struct table_name {
    char text[64];
} table_name;

/* As everywhere (linja/solution/table_file.c). */
static table_name name_of(const linja_rules *rules) {
    table_name name;
    text t = text_fixed(name.text, sizeof name.text);
    text_format(&t, "linja-%s.table", rules->name);
    return name;
}

static bool read_bytes(const void *context, uint64_t offset, void *bytes, size_t length) {
    return table_read(name_of(context).text, (double)offset, bytes, length);
}

static status open_table(const linja_rules *rules, linja_table **t, error *e) {
    double length = table_length(name_of(rules).text);
    *t = NULL;
    if (length <= 0) return STATUS_OK;
    linja_source source = {read_bytes, NULL, (void *)rules, (uint64_t)length};
    status code = linja_table_open_source(&source, rules, t, e);
    if (code == STATUS_OK) code = linja_table_need_all_pawns(*t, e);
    if (code == STATUS_OK) return code;
    linja_table_close(*t);
    *t = NULL;
    return code;
}

/* Closes a table that nobody reads, unless it is the newest. */
static void tidy(opened *o) {
    if (!o || o == newest || o->users > 0) return;
    opened *before = newest;
    while (before->next != o) before = before->next;
    before->next = o->next;
    linja_table_close(o->table);
    free(o);
}

status linja_table_find(const linja_rules *rules, const oracle_wanted *wanted, linja_table **t,
                        error *e) {
    (void)wanted; /* there is one place only, and nobody here needs them */
    *t = NULL;
    if (!newest || newest->rules != rules || newest->stamp != table_stamp()) {
        opened *o = malloc(sizeof *o), *before = newest;
        if (!o) return fail_memory(e);
        *o = (opened){.rules = rules, .stamp = table_stamp(), .next = newest};
        status code = open_table(rules, &o->table, e);
        if (code != STATUS_OK || !o->table) {
            free(o);
            return code;
        }
        newest = o;
        tidy(before);
    }
    newest->users++;
    *t = newest->table;
    return STATUS_OK;
}

void linja_table_release(linja_table *t) {
    opened *o = newest;
    while (o && o->table != t) o = o->next;
    if (!o) return;
    o->users--;
    tidy(o);
}
