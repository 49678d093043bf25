/* SPDX-License-Identifier: MIT */
#include "linja/solution/solver.h"

#include "linja/solution/stats.h"
#include "linja/solution/verify.h"

/* --- solving -------------------------------------------------------------------------------- */

/* A part of a job, which is so much of the whole. */
typedef struct stage {
    const solver_job *whole;
    double before, share;
} stage;

static bool tell_whole(void *context, double share) {
    const stage *s = context;
    return solver_job_goes_on(s->whole, s->before + s->share * share);
}

static status usual_file(const void *rules, text *path, error *e) {
    return linja_table_path(rules, path, e);
}

static status solve(const void *rules, const char *file, const solver_job *job, solver_made *made,
                    error *e) {
    stage solving = {job, 0, 0.4}, writing = {job, 0.4, 0.6};
    linja_solve_options options = {
        .rules = rules, .pawns = LINJA_PAWNS, .job = {job->threads, tell_whole, &solving}};
    linja_solved *s;
    status code = linja_solve(&options, &s, e);
    if (code != STATUS_OK) return code;
    if (!s) return FAIL(e, STATUS_FAILED, "stopped");
    code = linja_table_write(s, file, &(solver_job){job->threads, tell_whole, &writing}, e);
    linja_position start;
    linja_start(&start);
    *made = (solver_made){.start = linja_solved_value(s, &start), .kernel = s->kernel};
    linja_solved_free(s);
    return code;
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
    linja_table_close(t);
    return code;
}

/* Opens a table and what reads it; to be closed whatever the answer. */
static status open_reader(const void *rules, const oracle_wanted *wanted, linja_table **t,
                          linja_reader **reader, error *e) {
    *reader = NULL;
    status code = linja_table_find(rules, wanted, t, e);
    return code == STATUS_OK ? linja_reader_new(*t, reader, e) : code;
}

static void close_reader(linja_table *t, linja_reader *reader) {
    linja_reader_free(reader);
    linja_table_close(t);
}

static status collect(const void *rules, const oracle_wanted *wanted, solver_stats *stats,
                      error *e) {
    linja_table *t;
    linja_reader *reader;
    status code = open_reader(rules, wanted, &t, &reader, e);
    if (code == STATUS_OK) code = linja_stats_collect(reader, stats, e);
    close_reader(t, reader);
    return code;
}

static status hash_values(const void *rules, const oracle_wanted *wanted,
                          char hash[SOLVER_HASH_BYTES], error *e) {
    linja_table *t;
    linja_reader *reader;
    status code = open_reader(rules, wanted, &t, &reader, e);
    if (code == STATUS_OK) code = linja_stats_hash(reader, hash, e);
    close_reader(t, reader);
    return code;
}

static void draw(const void *rules, const solver_stats *stats, text *out) {
    linja_stats_draw(rules, stats, out);
}

const game_solver linja_solver = {
    .memory = 3.3,
    .disk = 0.5,
    .usual_file = usual_file,
    .solve = solve,
    .verify = verify,
    .collect = collect,
    .hash = hash_values,
    .draw = draw,
};
