/* SPDX-License-Identifier: MIT
 *
 * The exact solution of a game on the command line as a whole: solve, verify, stats, by what the
 * game's descriptor brings for it (game/solver.h). Single values are cli/value.c. */
#include "cli/solution.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/seconds.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "game/solver.h"

/* --- progress and stopping -------------------------------------------------------------------- */

/* A line on the terminal that tells how far a long job is. */
typedef struct progress_line {
    const char *what;
    bool shown;
    double begin, last;
    int part, parts; /* of several jobs in a row, as one; 0: there is one */
} progress_line;

static progress_line progress_begin(const invocation *in, const char *what) {
    bool shown = isatty(STDERR_FILENO) && !in->option[OPTION_QUIET];
    return (progress_line){.what = what, .shown = shown, .begin = seconds_now()};
}

static bool tell_progress(void *context, double share) {
    progress_line *line = context;
    double now = seconds_now(), spent = now - line->begin;
    if (line->parts) share = (line->part + share) / line->parts;
    if (line->shown && now - line->last > 0.1) {
        line->last = now;
        int done = (int)(share * 30);
        fprintf(stderr, "\r%s [%.*s%*s] %3.0f %%, %.0f s left \033[K", line->what, done,
                "##############################", 30 - done, "", 100 * share,
                share > 0 ? spent / share - spent : 0);
    }
    return !interrupt_signal();
}

/* Clears the line and answers how long the job took. */
static double progress_end(progress_line *line) {
    if (line->shown) fputs("\r\033[K", stderr);
    return seconds_now() - line->begin;
}

static void talk(const invocation *in, const char *what, double spent) {
    if (!in->option[OPTION_QUIET]) fprintf(stderr, "%s in %.1f s\n", what, spent);
}

/* --- the table ---------------------------------------------------------------------------------
 */

static status table_path(invocation *in, variant v, text *path) {
    if (!in->option[OPTION_TABLE]) return v.game->solver->usual_file(v.rules, path, &in->e);
    text_put(path, in->option[OPTION_TABLE]);
    return path->failed ? fail_memory(&in->e) : STATUS_OK;
}

oracle_wanted solution_wanted(const invocation *in) {
    return (oracle_wanted){.file = in->option[OPTION_TABLE], .needed = true, .names_file = true};
}

void solution_put_value(text *out, int value) {
    text_format(out, value > 0 ? "+%d" : "%d", value);
}

/* --- solve -------------------------------------------------------------------------------------
 */

static status report_solution(invocation *in, variant v, const solver_made *made, const char *path,
                              double spent) {
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:s, s:s, s:s, s:i, s:s, s:f}", "game", v.game->name,
                                           "rules", v.name, "table", path, "start", made->start,
                                           "kernel", made->kernel, "seconds", spent));
    solution_put_value(&in->out, made->start);
    text_char(&in->out, '\n');
    return STATUS_OK;
}

/* Solves and writes; the result is reported if `report` is. */
static status solve_and_write(invocation *in, variant v, int threads, bool report) {
    text path = text_growing();
    status code = table_path(in, v, &path);
    size_t bad;
    if (code == STATUS_OK && in->option[OPTION_JSON] &&
        !text_is_clean(path.data, path.length, &bad)) /* better now than after minutes */
        code = FAIL(&in->e, STATUS_USAGE, "%.120s: no name that JSON could tell", path.data);
    if (code != STATUS_OK) {
        text_free(&path);
        return code;
    }
    interrupt_catch(NULL);
    progress_line line = progress_begin(in, "solving");
    solver_job job = {threads, tell_progress, &line};
    solver_made made;
    code = v.game->solver->solve(v.rules, path.data, &job, &made, &in->e);
    double spent = progress_end(&line);
    if (code == STATUS_OK) talk(in, "solved, written and read back", spent);
    if (code == STATUS_OK && report) code = report_solution(in, v, &made, path.data, spent);
    if (interrupt_signal() && code != STATUS_OK) {
        if (report) in->ended_by = interrupt_signal();
        code = FAIL(&in->e, STATUS_FAILED, "stopped; nothing was changed");
    }
    interrupt_release();
    text_free(&path);
    return code;
}

/* Whether a rule set has a table that can be opened. */
static bool has_table(variant v) {
    oracle *found = NULL;
    error e;
    if (oracle_open(v, &(oracle_wanted){0}, &found, &e) != STATUS_OK || !found) return false;
    found->close(found);
    return true;
}

static void report_part(invocation *in, variant v, const solver_made *made, json_t *tables) {
    if (tables) {
        json_array_append_new(tables,
                              json_pack("{s:s, s:i}", "rules", v.name, "start", made->start));
        return;
    }
    text_format(&in->out, "%s\t", v.name);
    solution_put_value(&in->out, made->start);
    text_char(&in->out, '\n');
}

/* Solves every rule set that has no table yet, with one progress. Those that are done stay if it is
 * stopped. */
static status solve_all(invocation *in, const game *g, int threads) {
    status code = STATUS_OK;
    variant missing[SOLVER_RULE_SETS_MAX];
    int count = 0;
    for (size_t i = 0; g->rule_set(i) && count < SOLVER_RULE_SETS_MAX; i++) {
        code = variant_find(g, g->rule_set(i), &missing[count], &in->e);
        if (code != STATUS_OK) return code;
        count += !has_table(missing[count]);
    }
    json_t *tables = in->option[OPTION_JSON] ? json_array() : NULL;
    progress_line line = progress_begin(in, "solving");
    line.parts = count;
    interrupt_catch(NULL);
    for (; code == STATUS_OK && line.part < count; line.part++) {
        variant v = missing[line.part];
        text path = text_growing();
        solver_made made;
        solver_job job = {threads, tell_progress, &line};
        code = table_path(in, v, &path);
        if (code == STATUS_OK) code = g->solver->solve(v.rules, path.data, &job, &made, &in->e);
        if (code == STATUS_OK) report_part(in, v, &made, tables);
        text_free(&path);
    }
    double spent = progress_end(&line);
    if (code == STATUS_OK) talk(in, "solved, written and read back", spent);
    if (interrupt_signal() && code != STATUS_OK) {
        in->ended_by = interrupt_signal();
        code = FAIL(&in->e, STATUS_FAILED, "stopped; the tables that were done stay");
    }
    interrupt_release();
    if (code == STATUS_OK && tables)
        return command_facts(
            in, json_pack("{s:s, s:o, s:f}", "game", g->name, "tables", tables, "seconds", spent));
    json_decref(tables);
    return code;
}

static status run_solve(invocation *in) {
    uint64_t threads = 0;
    if (in->option[OPTION_ALL] && (in->option[OPTION_RULES] || in->option[OPTION_TABLE]))
        return FAIL(&in->e, STATUS_USAGE, "--all makes every table, each in its usual place");
    status code = command_variant(in);
    if (code == STATUS_OK) code = command_number(in, OPTION_THREADS, 1, 256, &threads);
    if (code == STATUS_OK && in->option[OPTION_ALL])
        return solve_all(in, in->variant.game, (int)threads);
    return code == STATUS_OK ? solve_and_write(in, in->variant, (int)threads, true) : code;
}

/* The bytes that can still be written to where the table would go; its folder may not exist yet. */
static uint64_t room_on_disk(const char *path) {
    text folder = text_growing();
    struct statvfs disk;
    uint64_t room = 0;
    text_put(&folder, path);
    while (folder.length > 1 && statvfs(folder.data, &disk) != 0) {
        size_t cut = folder.length - 1;
        while (cut > 0 && folder.data[cut] != '/') cut--;
        folder.length = cut;
        folder.data[cut] = '\0';
    }
    if (folder.length > 0 && statvfs(folder.data, &disk) == 0)
        room = (uint64_t)disk.f_bavail * disk.f_frsize;
    text_free(&folder);
    return room;
}

status solution_offer(invocation *in, variant v, bool *made) {
    const double gib = 1 << 30, memory = v.game->solver->memory, disk = v.game->solver->disk;
    double memory_free = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / gib;
    text path = text_growing();
    *made = false;
    status code = table_path(in, v, &path);
    if (code != STATUS_OK) return code;
    double disk_free = (double)room_on_disk(path.data) / gib;
    if (memory_free < memory || disk_free < disk) {
        printf("There is no table of '%s'. To make one takes %.1f GiB of memory (%.1f are free)\n"
               "and %.1f GiB of disk (%.1f are free), so the computer searches instead.\n",
               variant_name(v), memory, memory_free, disk, disk_free);
    } else {
        printf("With a table of '%s' the computer plays perfectly. There is none yet. Making it\n"
               "takes a minute or two, %.1f GiB of memory meanwhile and up to %.1f GiB of disk.\n"
               "Make it now? (y, or Enter to play against a search) > ",
               variant_name(v), memory, disk);
        fflush(stdout);
        char line[INPUT_BYTES + 1];
        if (input_read_line(line) == LINE_READ && (line[0] == 'y' || line[0] == 'Y')) {
            code = solve_and_write(in, v, 0, false);
            *made = code == STATUS_OK;
        }
    }
    text_free(&path);
    return code;
}

/* --- verify ------------------------------------------------------------------------------------
 */

static status report_verification(invocation *in, const solver_check *result) {
    position_text first = {""};
    if (result->differences > 0) first = command_position_text(in->variant, &result->first);
    if (in->option[OPTION_JSON]) {
        json_t *facts = json_pack("{s:s, s:s, s:I, s:I}", "game", in->game->name, "rules",
                                  in->variant.name, "checked", (json_int_t)result->checked,
                                  "differences", (json_int_t)result->differences);
        if (*first.text) json_object_set_new(facts, "first", json_string(first.text));
        status code = command_facts(in, facts);
        if (code != STATUS_OK) return code;
    } else {
        text_format(&in->out, "%" PRIu64 " placements checked, %" PRIu64 " differences\n",
                    result->checked, result->differences);
    }
    if (result->differences == 0) return STATUS_OK;
    return FAIL(&in->e, STATUS_DIFFERS, "%" PRIu64 " differences; the first is %s: %d, not %d",
                result->differences, first.text, result->stored, result->derived);
}

static status run_verify(invocation *in) {
    uint64_t sample = 100000, threads = 0, seed = 1;
    if (in->option[OPTION_ALL] && in->option[OPTION_SAMPLE])
        return FAIL(&in->e, STATUS_USAGE, "either --sample or --all");
    status code = command_variant(in);
    if (code == STATUS_OK) code = command_number(in, OPTION_SAMPLE, 1, 1000000000, &sample);
    if (code == STATUS_OK) code = command_number(in, OPTION_THREADS, 1, 256, &threads);
    if (code == STATUS_OK) code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &seed);
    if (code != STATUS_OK) return code;
    oracle_wanted wanted = solution_wanted(in);
    solver_check_wanted which = {.all = in->option[OPTION_ALL], .sample = sample, .seed = seed};
    solver_check result;
    interrupt_catch(NULL);
    progress_line line = progress_begin(in, "verifying");
    solver_job job = {(int)threads, tell_progress, &line};
    code = in->game->solver->verify(in->variant.rules, &wanted, &which, &job, &result, &in->e);
    double spent = progress_end(&line);
    if (code != STATUS_OK) in->ended_by = interrupt_signal();
    if (code != STATUS_OK) return code;
    talk(in, "verified", spent);
    return report_verification(in, &result);
}

/* --- stats -------------------------------------------------------------------------------------
 */

static json_t *facts_of_stats(const invocation *in, const solver_stats *s) {
    json_t *best = json_array(), *distribution = json_object();
    for (size_t i = 0; i < s->best_count; i++)
        json_array_append_new(best, json_string(s->first_turns[i].turn.text));
    for (int value = SOLVER_LEAST; value <= SOLVER_MOST; value++) {
        uint64_t count = s->placements_of[value - SOLVER_LEAST];
        char name[16];
        snprintf(name, sizeof name, "%d", value);
        if (count > 0) json_object_set_new(distribution, name, json_integer((json_int_t)count));
    }
    return json_pack(
        "{s:s, s:s, s:i, s:o, s:I, s:I, s:I, s:I, s:f, s:o, s:{s:i, s:f, s:i, s:i, s:i}}", "game",
        in->game->name, "rules", in->variant.name, "start", s->start, "best", best, "placements",
        (json_int_t)s->placements, "wins", (json_int_t)s->wins, "draws", (json_int_t)s->draws,
        "losses", (json_int_t)s->losses, "average", s->average, "distribution", distribution,
        "best_play", "games", SOLVER_GAMES, "average_turns", s->average_turns, "shortest",
        s->shortest, "longest", s->longest, "endless", s->endless);
}

static void write_stats(variant v, const solver_stats *s, text *out) {
    double all = (double)s->placements;
    const char *name = v.game->name;
    text_format(out, "%c%s, rules %s\n\n", toupper((unsigned char)name[0]), name + 1, v.name);
    text_put(out, "value of the start      ");
    solution_put_value(out, s->start);
    text_format(out, " (%s)\n",
                s->start > 0   ? "the first player wins"
                : s->start < 0 ? "the second player wins"
                               : "a draw");
    text_format(out, "first turns             %zu, of which %zu keep that value:\n", s->turn_count,
                s->best_count);
    for (size_t i = 0; i < s->best_count; i++)
        text_format(out, "%s%s", i % 8 == 0 ? i ? "\n    " : "    " : " ",
                    s->first_turns[i].turn.text);
    text_format(out, "\nworst first turn        %s (", s->first_turns[s->turn_count - 1].turn.text);
    solution_put_value(out, s->first_turns[s->turn_count - 1].value);
    text_format(out, ")\n\nplacements              %" PRIu64 "\n", s->placements);
    text_format(out, "won by the side to move %5.2f %%\n", 100 * (double)s->wins / all);
    text_format(out, "drawn                   %5.2f %%\n", 100 * (double)s->draws / all);
    text_format(out, "lost                    %5.2f %%\n", 100 * (double)s->losses / all);
    text_format(out, "average value           %+.2f\n", s->average);
    text_format(out, "values from             %+d to %+d\n\n", s->least, s->most);
    text_format(out, "turns in %d games of best play, drawn at random among the best turns:\n",
                SOLVER_GAMES);
    text_format(out, "average %.1f, shortest %d, longest %d", s->average_turns, s->shortest,
                s->longest);
    if (s->endless > 0) text_format(out, "; %d repeated a position three times", s->endless);
    text_char(out, '\n');
}

static status run_hash(invocation *in) {
    oracle_wanted wanted = solution_wanted(in);
    char hash[SOLVER_HASH_BYTES];
    status code = in->game->solver->hash(in->variant.rules, &wanted, hash, &in->e);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:s, s:s, s:s}", "game", in->game->name, "rules",
                                           in->variant.name, "sha256", hash));
    text_format(&in->out, "%s\n", hash);
    return STATUS_OK;
}

static status run_stats(invocation *in) {
    status code = command_variant(in);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_HASH]) return run_hash(in);
    solver_stats *result = malloc(sizeof *result);
    if (!result) return fail_memory(&in->e);
    oracle_wanted wanted = solution_wanted(in);
    const game_solver *solver = in->game->solver;
    code = solver->collect(in->variant.rules, &wanted, result, &in->e);
    if (code == STATUS_OK && in->option[OPTION_JSON])
        code = command_facts(in, facts_of_stats(in, result));
    else if (code == STATUS_OK && in->option[OPTION_SVG])
        solver->draw(in->variant.rules, result, &in->out);
    else if (code == STATUS_OK)
        write_stats(in->variant, result, &in->out);
    free(result);
    return code;
}

const command command_solve = {
    .of_a_game = true,
    .with_solver = true,
    .name = "solve",
    .operands = "",
    .summary = "compute the exact value of every placement, and keep it",
    .options = {ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_TABLE), ACCEPTS(OPTION_THREADS),
                ACCEPTS(OPTION_ALL), ACCEPTS(OPTION_QUIET)},
    .run = run_solve,
};

const command command_verify = {
    .of_a_game = true,
    .with_solver = true,
    .name = "verify",
    .operands = "",
    .summary = "derive a table's values again, another way",
    .options = {ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_TABLE), ACCEPTS(OPTION_THREADS),
                ACCEPTS(OPTION_SAMPLE), ACCEPTS(OPTION_ALL), ACCEPTS(OPTION_SEED),
                ACCEPTS(OPTION_QUIET)},
    .run = run_verify,
};

const command command_stats = {
    .of_a_game = true,
    .with_solver = true,
    .name = "stats",
    .operands = "",
    .summary = "what the solution says of the game as a whole",
    .options = {ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_TABLE), ACCEPTS(OPTION_SVG),
                ACCEPTS(OPTION_HASH), ACCEPTS(OPTION_OUTPUT)},
    .run = run_stats,
};
