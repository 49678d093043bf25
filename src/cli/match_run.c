/* SPDX-License-Identifier: MIT
 *
 * Setting a contest up, playing it, and telling how it goes. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/seconds.h"
#include "cli/interrupt.h"
#include "cli/match.h"
#include "contest/file.h"
#include "games/registry.h"

/* --- setting up --------------------------------------------------------------------------------
 */

static status choose_game(invocation *in) {
    const char *name = in->option[OPTION_GAME];
    in->game = name ? registry_find(name) : registry_games[0];
    if (!in->game) return FAIL(&in->e, STATUS_USAGE, "--game: there is no game '%.40s'", name);
    if (in->option[OPTION_TILES] && !in->game->tiles)
        return FAIL(&in->e, STATUS_USAGE, "--tiles: %s has no tiles", in->game->name);
    if (in->option[OPTION_LUCK] && !in->game->chance)
        return FAIL(&in->e, STATUS_USAGE, "--luck: %s has no draws", in->game->name);
    return STATUS_OK;
}

status match_set_up(invocation *in, contest_options *options) {
    status code = choose_game(in);
    if (code == STATUS_OK) code = command_variant(in);
    if (code != STATUS_OK) return code;
    /* In a game with a stack every pair begins differently anyway. */
    uint64_t games = 400, openings = in->game->chance ? 0 : 2, concurrency = 0, seed = 1;
    uint64_t movetime = in->option[OPTION_NODES] ? 0 : 100, nodes = 0, timeout = 10;
    if (in->option[OPTION_SPRT]) games = CONTEST_GAMES_MAX;
    /* Seeds go as far as JSON numbers are exact. */
    const struct {
        option_id id;
        uint64_t least, most, *value;
    } numbers[] = {
        {OPTION_GAMES, 1, CONTEST_GAMES_MAX, &games}, {OPTION_OPENINGS, 0, 20, &openings},
        {OPTION_CONCURRENCY, 1, 256, &concurrency},   {OPTION_SEED, 0, UINT64_C(1) << 53, &seed},
        {OPTION_MOVETIME, 1, 3600000, &movetime},     {OPTION_NODES, 1, UINT64_MAX >> 1, &nodes},
        {OPTION_TIMEOUT, 1, 86400, &timeout},
    };
    for (size_t i = 0; code == STATUS_OK && i < sizeof numbers / sizeof *numbers; i++)
        code =
            command_number(in, numbers[i].id, numbers[i].least, numbers[i].most, numbers[i].value);
    *options = (contest_options){
        .rules = {.variant = in->variant,
                  .table = in->option[OPTION_TABLE],
                  .nodes = nodes,
                  .seconds = (double)movetime / 1000,
                  .patience = (double)timeout},
        .games = (int)(games + games % 2),
        .openings = (int)openings,
        .concurrency = (int)concurrency,
        .seed = seed,
        .luck = in->option[OPTION_LUCK] != NULL,
    };
    return code;
}

/* --- telling -----------------------------------------------------------------------------------
 */

/* A contest while it is played. */
typedef struct run {
    invocation *in;
    const contest_options *options;
    contest *c;
    contest_file *file;
    match_played *played;
    int now_over; /* games of this run */
    bool terminal;
    double begin, last;
} run;

elo_text match_elo_text(double elo) {
    elo_text result;
    text t = text_fixed(result.text, sizeof result.text);
    if (isinf(elo))
        text_put(&t, elo > 0 ? "+inf" : "-inf");
    else
        text_format(&t, "%+.1f", elo == 0 ? 0.0 : elo); /* no "-0.0" */
    return result;
}

static void put_running_score(const run *r, text *out) {
    contest_score score = contest_score_of(r->c);
    uint64_t pairs = elo_pair_count(&score.pairs);
    const char *against = r->options->test ? "at most " : "";
    text_format(out, "%" PRIu64 " of %s%d games", 2 * pairs, against, r->options->games);
    if (pairs > 0) {
        elo_result result = elo_result_of(&score.pairs);
        text_format(out, ", score %.1f %%, Elo %s (%s to %s)", 100 * result.score.value,
                    match_elo_text(result.elo.value).text, match_elo_text(result.elo.low).text,
                    match_elo_text(result.elo.high).text);
    }
    if (r->options->test)
        text_format(out, ", LLR %.2f (%.2f to %.2f)", score.verdict.ratio, score.verdict.low,
                    score.verdict.high);
}

/* On a terminal one line that changes; elsewhere a line every half minute. */
static void tell_progress(run *r) {
    double now = seconds_now();
    if (r->in->option[OPTION_QUIET] || now - r->last < (r->terminal ? 0.1 : 30)) return;
    r->last = now;
    char line[320];
    text t = text_fixed(line, sizeof line);
    put_running_score(r, &t);
    if (!r->options->test && r->terminal)
        text_format(&t, ", %.0f s left", (now - r->begin) / r->now_over * contest_games_left(r->c));
    fprintf(stderr, r->terminal ? "\r%s \033[K" : "%s\n", line);
}

static void tell_forfeit(run *r, const contest_game *over) {
    r->played->forfeits++;
    if (r->in->option[OPTION_QUIET]) return;
    fprintf(stderr, "%sgame %d: %s\n", r->terminal ? "\r\033[K" : "", over->number + 1,
            over->forfeit);
}

static void tell_torn(const run *r) {
    if (!contest_file_is_torn(r->file) || r->in->option[OPTION_QUIET]) return;
    fprintf(stderr, "%.120s: the last game was cut off; going on with the %d before it\n",
            r->in->option[OPTION_RECORDS], r->options->games - contest_games_left(r->c));
}

static status take_game(void *context, const contest_game *over, error *e) {
    run *r = context;
    r->now_over++;
    for (int i = 0; i < 2; i++) {
        r->played->turns[i] += over->turns[i];
        r->played->seconds[i] += over->seconds[i];
    }
    if (over->forfeit) tell_forfeit(r, over);
    tell_progress(r);
    return r->file ? contest_file_add(r->file, over, e) : STATUS_OK;
}

/* --- playing -----------------------------------------------------------------------------------
 */

static contest *_Atomic running;

static void stop_running(void) {
    contest *c = running;
    if (c) contest_stop(c);
}

static status play(run *r) {
    running = r->c;
    interrupt_catch(stop_running);
    if (interrupt_signal()) stop_running(); /* it came between two contests */
    status code = contest_run(r->c, &r->in->e);
    running = NULL;
    if (r->terminal && !r->in->option[OPTION_QUIET]) fputs("\r\033[K", stderr);
    if (code == STATUS_OK && r->file && contest_is_done(r->c))
        code = contest_file_finish(r->file, r->c, &r->in->e);
    r->played->interrupted = interrupt_signal() && !contest_is_done(r->c);
    if (r->played->interrupted) r->in->ended_by = interrupt_signal();
    r->played->score = contest_score_of(r->c);
    return code;
}

status match_run(invocation *in, contest_options *options, const char *settings,
                 match_played *played) {
    *played = (match_played){0};
    run r = {.in = in,
             .options = options,
             .played = played,
             .terminal = isatty(STDERR_FILENO),
             .begin = seconds_now()};
    if (!r.terminal) r.last = r.begin;
    options->finished = take_game;
    options->context = &r;
    status code = contest_new(options, &r.c, &in->e);
    if (code == STATUS_OK && settings && in->option[OPTION_RECORDS])
        code = contest_file_open(in->option[OPTION_RECORDS], in->option[OPTION_RESUME] != NULL,
                                 settings, &options->rules, r.c, &r.file, &in->e);
    if (code == STATUS_OK && r.file) tell_torn(&r);
    if (code == STATUS_OK) code = play(&r);
    contest_file_close(r.file);
    contest_free(r.c);
    return code;
}
