/* SPDX-License-Identifier: MIT
 *
 * The solver as WebAssembly exports, apart from the engine of the page and loaded only by who wants
 * a game solved. One worker solves, layer by layer, so that it can hear in between whether it
 * shall wait; others help it (web/solver/threads.h). The bytes of the table go out and come back by
 * two imports.
 *
 * What fails is told by solver_error: one line, or nothing; solver_lacks_memory tells whether it
 * was for want of memory. */
#include <stdlib.h>

#include "linja/solution/table_pack.h"
#include "web/solver/memory.h"
#include "web/solver/threads.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("solver"), import_name(#name))) name

/* Offsets are doubles, as JavaScript has them: exact far beyond any table. */
bool IMPORT(put)(double offset, const void *bytes, size_t length);
bool IMPORT(get)(double offset, void *bytes, size_t length);

enum { STACK = 1 << 18 };

static struct {
    const linja_rules *rules;
    linja_solved *solved;
    linja_packer *packer;
    int threads;
    int layer;   /* the next */
    double done; /* share of all work */
    uint64_t length;
    error e;
} job;

static status put_bytes(void *context, uint64_t offset, const void *bytes, size_t length,
                        error *e) {
    (void)context;
    if (offset + length > job.length) job.length = offset + length;
    if (put((double)offset, bytes, length)) return STATUS_OK;
    return FAIL(e, STATUS_FAILED, "not written");
}

static bool get_bytes(const void *context, uint64_t offset, void *bytes, size_t length) {
    (void)context;
    return length == 0 || get((double)offset, bytes, length);
}

const char *EXPORT(solver_error)(void) {
    return job.e.text;
}

bool EXPORT(solver_lacks_memory)(void) {
    return memory_is_lacking();
}

/* Where JavaScript writes the name of a rule set. */
char *EXPORT(solver_name)(void) {
    static char name[32];
    return name;
}

/* The end of a stack for another worker; 0: there is no memory. */
uintptr_t EXPORT(solver_stack)(void) {
    void *stack = malloc(STACK);
    return stack ? (uintptr_t)stack + STACK : 0;
}

void EXPORT(solver_help)(int thread) {
    threads_help(thread);
}

/* Takes the memory of the layers, which is nearly all that a solve needs. */
bool EXPORT(solver_begin)(int pawns, int threads) {
    job.rules = linja_find_rules(solver_name());
    if (!job.rules || pawns < 1 || pawns > LINJA_PAWNS) {
        error_set(&job.e, "no such game");
        return false;
    }
    threads_expect(threads);
    job.threads = threads;
    linja_solve_options options = {.rules = job.rules, .pawns = pawns};
    status code = linja_solve_begin(&options, &job.solved, &job.e);
    if (code == STATUS_OK)
        code = linja_packer_new(&(linja_sink){put_bytes, NULL}, threads, &job.packer, &job.e);
    if (code == STATUS_OK) job.layer = linja_layers(&job.solved->index) - 1;
    return code == STATUS_OK;
}

/* Solves and packs the next layer; tells which share of the work is done by now, 1 if all of it is,
 * and less than 0 if it failed. */
double EXPORT(solver_layer)(void) {
    linja_solve_layer(job.solved, job.threads, job.layer);
    if (linja_packer_layer(job.packer, job.solved, job.layer, &job.e) != STATUS_OK) return -1;
    job.done += linja_layer_share(&job.solved->index, job.layer);
    return job.layer-- == 0 ? 1 : job.done < 1 ? job.done : 0.999;
}

static bool open_table(uint64_t length, linja_table **t) {
    linja_source source = {get_bytes, NULL, NULL, length};
    return linja_table_open_source(&source, job.rules, t, &job.e) == STATUS_OK;
}

/* Makes a table of the layers. It can be read from now on. */
bool EXPORT(solver_end)(void) {
    return linja_packer_end(job.packer, &job.e) == STATUS_OK;
}

/* Reads it back, and holds it against what was solved. */
bool EXPORT(solver_read_back)(void) {
    linja_table *t;
    if (!open_table(job.length, &t)) return false;
    bool is_right = linja_packer_check(job.packer, t, &job.e) == STATUS_OK;
    linja_table_close(t);
    return is_right;
}

/* The same of a table of so many bytes that came from elsewhere: of this rule set, of the game with
 * all pawns, and whole, every tile as its checksum says. */
bool EXPORT(solver_accept)(double length) {
    job.rules = linja_find_rules(solver_name());
    linja_table *t;
    if (!job.rules || !open_table((uint64_t)length, &t)) return false;
    bool is_right = linja_table_need_all_pawns(t, &job.e) == STATUS_OK &&
                    linja_table_check_all(t, &job.e) == STATUS_OK;
    linja_table_close(t);
    return is_right;
}
