/* SPDX-License-Identifier: MIT */
#include "linja/solution/solver.h"

#include "linja/solution/stats.h"
#include "linja/solution/verify.h"

/* --- solving -------------------------------------------------------------------------------- */

static status usual_file(const void *rules, text *path, error *e) {
    return linja_table_path(rules, path, e);
}

static status solve(const void *rules, const char *file, const solver_job *job, solver_made *made,
                    error *e) {
    linja_solve_options options = {.rules = rules, .pawns = LINJA_PAWNS, .job = *job};
    return linja_table_make(&options, file, made, e);
}

/* --- tables that are there ------------------------------------------------------------------ */

static status verify(const void *rules, const oracle_wanted *wanted,
                     const solver_check_wanted *which, const solver_job *job, solver_check *result,
                     error *e) {
    linja_table *t;
    status code = linja_table_find(rules, wanted, &t, e);
    if (code != STATUS_OK) return code;
    code = which->all ? linja_verify_all(t, job, result, e)
                      : linja_verify_sample(t, which->sample, which->seed, job, result, e);
    linja_table_release(t);
    return code;
}

static status collect(const void *rules, const oracle_wanted *wanted, solver_stats *stats,
                      error *e) {
    linja_table *t;
    linja_reader *reader = NULL;
    status code = linja_table_find(rules, wanted, &t, e);
    if (code == STATUS_OK) code = linja_reader_new(t, &reader, e);
    if (code == STATUS_OK) code = linja_stats_collect(reader, stats, e);
    linja_reader_free(reader);
    linja_table_release(t);
    return code;
}

static status hash_values(const void *rules, const oracle_wanted *wanted,
                          char hash[SOLVER_HASH_BYTES], error *e) {
    linja_table *t;
    status code = linja_table_find(rules, wanted, &t, e);
    if (code == STATUS_OK) code = linja_stats_hash(t, hash, e);
    linja_table_release(t);
    return code;
}

static void draw(const void *rules, const solver_stats *stats, text *out) {
    linja_stats_draw(rules, stats, out);
}

const game_solver linja_solver = {
    .memory = 1.3,
    .disk = 0.5,
    .usual_file = usual_file,
    .solve = solve,
    .verify = verify,
    .collect = collect,
    .hash = hash_values,
    .draw = draw,
};
