/* SPDX-License-Identifier: MIT */
#include "linja/solution/oracle.h"

#include <stdlib.h>

#include "linja/notation/notation.h"

/* --- turns ---------------------------------------------------------------------------------- */

typedef struct listing {
    linja_reader *reader;
    int side;
    valued_turn *turns;
    size_t count;
    status code;
    error *e;
} listing;

static void add_turn(void *context, const linja_progress *t) {
    listing *l = context;
    if (l->code != STATUS_OK) return;
    linja_position after = linja_finish(t);
    valued_turn *turn = &l->turns[l->count];
    int value;
    l->code = linja_probe_more(l->reader, &after, &value, l->e);
    if (l->code != STATUS_OK) return;
    turn->value = -value;
    text written = text_fixed(turn->turn.text, sizeof turn->turn.text);
    linja_write_turn(&t->made, l->side, &written);
    l->count++;
}

status linja_probe_turns(linja_reader *reader, const linja_position *p,
                         valued_turn turns[LINJA_TURNS_MAX], size_t *count, error *e) {
    listing l = {.reader = reader, .side = p->to_move, .turns = turns, .e = e};
    linja_reader_begin(reader);
    linja_each_turn(linja_table_rules(linja_reader_table(reader)), p, add_turn, &l);
    if (l.code != STATUS_OK) return l.code;
    qsort(turns, l.count, sizeof *turns, valued_turn_compare);
    *count = l.count;
    return STATUS_OK;
}

/* --- the oracle ----------------------------------------------------------------------------- */

typedef struct table_oracle {
    oracle base; /* first, so that the one is the other */
    linja_table *table;
    linja_reader *reader;
} table_oracle;

static status value_of(oracle *self, const game_position *position, int *value, error *e) {
    table_oracle *o = (table_oracle *)self;
    linja_position p = linja_unwrap(position);
    return linja_probe(o->reader, &p, value, e);
}

static status turns_of(oracle *self, const game_position *position, valued_turn *turns,
                       size_t *count, error *e) {
    table_oracle *o = (table_oracle *)self;
    linja_position p = linja_unwrap(position);
    return linja_probe_turns(o->reader, &p, turns, count, e);
}

static void close_oracle(oracle *self) {
    table_oracle *o = (table_oracle *)self;
    linja_reader_free(o->reader);
    linja_table_release(o->table);
    free(o);
}

static status open_oracle(const void *rules, const oracle_wanted *wanted, oracle **out, error *e) {
    linja_table *table;
    status code = linja_table_find(rules, wanted, &table, e);
    if (code != STATUS_OK || !table) return code;
    table_oracle *o = calloc(1, sizeof *o);
    if (!o) {
        linja_table_release(table);
        return fail_memory(e);
    }
    *o = (table_oracle){.base = {.value = value_of, .turns = turns_of, .close = close_oracle},
                        .table = table};
    code = linja_reader_new(table, &o->reader, e);
    if (code == STATUS_OK)
        *out = &o->base;
    else
        close_oracle(&o->base);
    return code;
}

const game_solution linja_solution = {open_oracle};
