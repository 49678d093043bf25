/* SPDX-License-Identifier: MIT
 *
 * Makes the tables of four pawns a side, under all rule sets, in the current folder, by two threads
 * and whatever kernel this machine takes: for machines on which nothing else of ours is built
 * (tools/test-arm). It needs no library but xxHash's header. */
#include <stdio.h>

#include "linja/solution/table_pack.h"

static status put(void *context, uint64_t offset, const void *bytes, size_t length, error *e) {
    FILE *file = context;
    if (fseek(file, (long)offset, SEEK_SET) == 0 && fwrite(bytes, 1, length, file) == length)
        return STATUS_OK;
    return FAIL(e, STATUS_FAILED, "not written");
}

static bool get(const void *context, uint64_t offset, void *bytes, size_t length) {
    FILE *file = (FILE *)context;
    return fseek(file, (long)offset, SEEK_SET) == 0 && fread(bytes, 1, length, file) == length;
}

static status pack(void *context, const linja_solved *s, int layer, error *e) {
    return linja_packer_layer(context, s, layer, e);
}

/* Read back as everybody will. */
static status check(FILE *file, const linja_packer *packer, const linja_rules *rules, error *e) {
    linja_table *table;
    fseek(file, 0, SEEK_END);
    linja_source source = {get, NULL, file, (uint64_t)ftell(file)};
    status code = linja_table_open_source(&source, rules, &table, e);
    if (code != STATUS_OK) return code;
    code = linja_packer_check(packer, table, e);
    linja_table_close(table);
    return code;
}

static status make(const linja_rules *rules, error *e) {
    char name[64];
    snprintf(name, sizeof name, "linja-%s-4.table", rules->name);
    FILE *file = fopen(name, "w+");
    if (!file) return FAIL(e, STATUS_FAILED, "%s cannot be made", name);
    linja_packer *packer;
    linja_solve_options options = {.rules = rules, .pawns = 4, .job.threads = 2};
    status code = linja_packer_new(&(linja_sink){put, file}, 2, &packer, e);
    if (code == STATUS_OK) {
        code = linja_solve_layers(&options, pack, packer, e);
        if (code == STATUS_OK) code = linja_packer_end(packer, e);
        if (code == STATUS_OK) code = check(file, packer, rules, e);
        linja_packer_free(packer);
    }
    return fclose(file) == 0 ? code : FAIL(e, STATUS_FAILED, "not written");
}

int main(void) {
    for (size_t i = 0; i < LINJA_RULE_SETS; i++) {
        error e;
        if (make(&linja_rule_sets[i], &e) == STATUS_OK) continue;
        fprintf(stderr, "%s: %s\n", linja_rule_sets[i].name, e.text);
        return 1;
    }
    return 0;
}
