/* SPDX-License-Identifier: MIT
 *
 * The exact solution of Linja on the command line as a whole: solve, verify, stats. Single values
 * are cli/value.c. */
#include "cli/solution.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/seconds.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "linja/notation/notation.h"
#include "linja/solution/stats.h"
#include "linja/solution/verify.h"

/* --- progress and stopping -------------------------------------------------------------------- */

/* A line on the terminal that tells how far a long job is. */
typedef struct progress_line {
    const char *what;
    bool shown;
    double begin, last;
} progress_line;

static progress_line progress_begin(const invocation *in, const char *what) {
    bool shown = isatty(STDERR_FILENO) && !in->option[OPTION_QUIET];
    return (progress_line){.what = what, .shown = shown, .begin = seconds_now()};
}

static bool tell_progress(void *context, double share) {
    progress_line *line = context;
    double now = seconds_now(), spent = now - line->begin;
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

/* The rule set that is asked for. */
static status given_rules(invocation *in, const linja_rules **rules) {
    status code = command_variant(in);
    *rules = in->variant.rules;
    return code;
}

static status table_path(invocation *in, const linja_rules *rules, text *path) {
    if (!in->option[OPTION_TABLE]) return linja_table_path(rules, path, &in->e);
    text_put(path, in->option[OPTION_TABLE]);
    return path->failed ? fail_memory(&in->e) : STATUS_OK;
}

oracle_wanted solution_wanted(const invocation *in) {
    return (oracle_wanted){.file = in->option[OPTION_TABLE], .needed = true, .names_file = true};
}

static status open_table(invocation *in, const linja_rules *rules, linja_table **t) {
    oracle_wanted wanted = solution_wanted(in);
    return linja_table_find(rules, &wanted, t, &in->e);
}

static status open_reader(invocation *in, const linja_rules *rules, linja_table **t,
                          linja_reader **reader) {
    *reader = NULL;
    status code = open_table(in, rules, t);
    if (code == STATUS_OK) code = linja_reader_new(*t, reader, &in->e);
    return code;
}

static void close_reader(linja_table *t, linja_reader *reader) {
    linja_reader_free(reader);
    linja_table_close(t);
}

void solution_put_value(text *out, int value) {
    text_format(out, value > 0 ? "+%d" : "%d", value);
}

/* --- solve -------------------------------------------------------------------------------------
 */

static status write_solution(invocation *in, const linja_solved *s, const char *path, int threads) {
    progress_line line = progress_begin(in, "writing");
    linja_job job = {threads, tell_progress, &line};
    status code = linja_table_write(s, path, &job, &in->e);
    double spent = progress_end(&line);
    if (code == STATUS_OK) talk(in, "compressed, written and read back", spent);
    return code;
}

static status report_solution(invocation *in, const linja_solved *s, const char *path,
                              double spent) {
    linja_position start;
    linja_start(&start);
    int value = linja_solved_value(s, &start);
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:s, s:s, s:s, s:i, s:s, s:f}", "game", in->game->name,
                                           "rules", s->solving.rules->name, "table", path, "start",
                                           value, "kernel", s->kernel, "seconds", spent));
    solution_put_value(&in->out, value);
    text_char(&in->out, '\n');
    return STATUS_OK;
}

/* Solves and writes; the result is reported if `report` is. */
static status solve_and_write(invocation *in, const linja_rules *rules, int threads, bool report) {
    text path = text_growing();
    status code = table_path(in, rules, &path);
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
    linja_solve_options options = {
        .rules = rules, .pawns = LINJA_PAWNS, .job = {threads, tell_progress, &line}};
    linja_solved *s = NULL;
    code = linja_solve(&options, &s, &in->e);
    double spent = progress_end(&line);
    if (s) {
        talk(in, "solved", spent);
        code = write_solution(in, s, path.data, threads);
        if (code == STATUS_OK && report) code = report_solution(in, s, path.data, spent);
    }
    if (interrupt_signal() && (!s || code != STATUS_OK)) {
        if (report) in->ended_by = interrupt_signal();
        code = FAIL(&in->e, STATUS_FAILED, "stopped; nothing was changed");
    }
    interrupt_release();
    linja_solved_free(s);
    text_free(&path);
    return code;
}

static status run_solve(invocation *in) {
    const linja_rules *rules;
    uint64_t threads = 0;
    status code = given_rules(in, &rules);
    if (code == STATUS_OK) code = command_number(in, OPTION_THREADS, 1, 256, &threads);
    return code == STATUS_OK ? solve_and_write(in, rules, (int)threads, true) : code;
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
    const linja_rules *rules = v.rules;
    const double gib = 1 << 30, memory = 3.3 * gib, disk = 0.5 * gib;
    double memory_free = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    text path = text_growing();
    *made = false;
    status code = table_path(in, rules, &path);
    if (code != STATUS_OK) return code;
    double disk_free = (double)room_on_disk(path.data);
    if (memory_free < memory || disk_free < disk) {
        printf("There is no table of '%s'. To make one takes 3.3 GiB of memory (%.1f are free)\n"
               "and 0.5 GiB of disk (%.1f are free), so the computer searches instead.\n",
               rules->name, memory_free / gib, disk_free / gib);
    } else {
        printf("With a table of '%s' the computer plays perfectly. There is none yet. Making it\n"
               "takes a minute or two, 3.3 GiB of memory meanwhile and up to 0.5 GiB of disk.\n"
               "Make it now? (y, or Enter to play against a search) > ",
               rules->name);
        fflush(stdout);
        char line[INPUT_BYTES + 1];
        if (input_read_line(line) == LINE_READ && (line[0] == 'y' || line[0] == 'Y')) {
            code = solve_and_write(in, rules, 0, false);
            *made = code == STATUS_OK;
        }
    }
    text_free(&path);
    return code;
}

/* --- verify ------------------------------------------------------------------------------------
 */

static status report_verification(invocation *in, const linja_rules *rules,
                                  const linja_verification *result) {
    char first[GAME_POSITION_TEXT] = "";
    if (result->differences > 0) {
        text t = text_fixed(first, sizeof first);
        linja_write_position(&result->first, &t);
    }
    if (in->option[OPTION_JSON]) {
        json_t *facts = json_pack("{s:s, s:s, s:I, s:I}", "game", in->game->name, "rules",
                                  rules->name, "checked", (json_int_t)result->checked,
                                  "differences", (json_int_t)result->differences);
        if (*first) json_object_set_new(facts, "first", json_string(first));
        status code = command_facts(in, facts);
        if (code != STATUS_OK) return code;
    } else {
        text_format(&in->out, "%" PRIu64 " placements checked, %" PRIu64 " differences\n",
                    result->checked, result->differences);
    }
    if (result->differences == 0) return STATUS_OK;
    return FAIL(&in->e, STATUS_DIFFERS, "%" PRIu64 " differences; the first is %s: %d, not %d",
                result->differences, first, result->stored, result->derived);
}

static status run_verify(invocation *in) {
    const linja_rules *rules;
    uint64_t sample = 100000, threads = 0, seed = 1;
    if (in->option[OPTION_ALL] && in->option[OPTION_SAMPLE])
        return FAIL(&in->e, STATUS_USAGE, "either --sample or --all");
    status code = given_rules(in, &rules);
    if (code == STATUS_OK) code = command_number(in, OPTION_SAMPLE, 1, 1000000000, &sample);
    if (code == STATUS_OK) code = command_number(in, OPTION_THREADS, 1, 256, &threads);
    if (code == STATUS_OK) code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &seed);
    linja_table *t;
    if (code == STATUS_OK) code = open_table(in, rules, &t);
    if (code != STATUS_OK) return code;
    interrupt_catch(NULL);
    linja_verification result;
    progress_line line = progress_begin(in, "verifying");
    linja_job job = {(int)threads, tell_progress, &line};
    if (in->option[OPTION_ALL])
        code = linja_verify_all(t, &job, &result, &in->e);
    else
        code = linja_verify_sample(t, sample, seed, &job, &result, &in->e);
    double spent = progress_end(&line);
    linja_table_close(t);
    if (code != STATUS_OK) in->ended_by = interrupt_signal();
    if (code != STATUS_OK) return code;
    talk(in, "verified", spent);
    return report_verification(in, rules, &result);
}

/* --- stats -------------------------------------------------------------------------------------
 */

static json_t *facts_of_stats(const invocation *in, const linja_rules *rules,
                              const linja_stats *s) {
    json_t *best = json_array(), *distribution = json_object();
    for (size_t i = 0; i < s->best_count; i++)
        json_array_append_new(best, json_string(s->first_turns[i].turn.text));
    for (int value = LINJA_STATS_LEAST; value <= LINJA_STATS_MOST; value++) {
        uint64_t count = s->placements_of[value - LINJA_STATS_LEAST];
        char name[16];
        snprintf(name, sizeof name, "%d", value);
        if (count > 0) json_object_set_new(distribution, name, json_integer((json_int_t)count));
    }
    return json_pack(
        "{s:s, s:s, s:i, s:o, s:I, s:I, s:I, s:I, s:f, s:o, s:{s:i, s:f, s:i, s:i, s:i}}", "game",
        in->game->name, "rules", rules->name, "start", s->start, "best", best, "placements",
        (json_int_t)s->placements, "wins", (json_int_t)s->wins, "draws", (json_int_t)s->draws,
        "losses", (json_int_t)s->losses, "average", s->average, "distribution", distribution,
        "best_play", "games", LINJA_STATS_GAMES, "average_turns", s->average_turns, "shortest",
        s->shortest, "longest", s->longest, "endless", s->endless);
}

static void write_stats(const linja_rules *rules, const linja_stats *s, text *out) {
    double all = (double)s->placements;
    text_format(out, "Linja, rules %s\n\n", rules->name);
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
                LINJA_STATS_GAMES);
    text_format(out, "average %.1f, shortest %d, longest %d", s->average_turns, s->shortest,
                s->longest);
    if (s->endless > 0) text_format(out, "; %d repeated a position three times", s->endless);
    text_char(out, '\n');
}

static status run_hash(invocation *in, const linja_rules *rules) {
    linja_table *t;
    linja_reader *reader;
    char hash[LINJA_STATS_HASH_BYTES];
    status code = open_reader(in, rules, &t, &reader);
    if (code == STATUS_OK) code = linja_stats_hash(reader, hash, &in->e);
    close_reader(t, reader);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:s, s:s, s:s}", "game", in->game->name, "rules",
                                           rules->name, "sha256", hash));
    text_format(&in->out, "%s\n", hash);
    return STATUS_OK;
}

static status run_stats(invocation *in) {
    const linja_rules *rules;
    status code = given_rules(in, &rules);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_HASH]) return run_hash(in, rules);
    linja_table *t;
    linja_reader *reader;
    linja_stats *result = malloc(sizeof *result);
    if (!result) return fail_memory(&in->e);
    code = open_reader(in, rules, &t, &reader);
    if (code == STATUS_OK) code = linja_stats_collect(reader, result, &in->e);
    close_reader(t, reader);
    if (code == STATUS_OK && in->option[OPTION_JSON])
        code = command_facts(in, facts_of_stats(in, rules, result));
    else if (code == STATUS_OK && in->option[OPTION_SVG])
        linja_stats_draw(rules, result, &in->out);
    else if (code == STATUS_OK)
        write_stats(rules, result, &in->out);
    free(result);
    return code;
}

const command command_solve = {
    .of_a_game = true,
    .with_tables = true,
    .name = "solve",
    .operands = "",
    .summary = "compute the exact value of every placement, and keep it",
    .options = ACCEPTS(OPTION_RULES) | ACCEPTS(OPTION_TABLE) | ACCEPTS(OPTION_THREADS) |
               ACCEPTS(OPTION_QUIET),
    .run = run_solve,
};

const command command_verify = {
    .of_a_game = true,
    .with_tables = true,
    .name = "verify",
    .operands = "",
    .summary = "derive a table's values again, another way",
    .options = ACCEPTS(OPTION_RULES) | ACCEPTS(OPTION_TABLE) | ACCEPTS(OPTION_THREADS) |
               ACCEPTS(OPTION_SAMPLE) | ACCEPTS(OPTION_ALL) | ACCEPTS(OPTION_SEED) |
               ACCEPTS(OPTION_QUIET),
    .run = run_verify,
};

const command command_stats = {
    .of_a_game = true,
    .with_tables = true,
    .name = "stats",
    .operands = "",
    .summary = "what the solution says of the game as a whole",
    .options = ACCEPTS(OPTION_RULES) | ACCEPTS(OPTION_TABLE) | ACCEPTS(OPTION_SVG) |
               ACCEPTS(OPTION_HASH) | ACCEPTS(OPTION_OUTPUT),
    .run = run_stats,
};
