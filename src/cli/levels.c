/* SPDX-License-Identifier: MIT
 *
 * linework levels: plays each level against the one below it and prints the table of
 * docs/levels.md. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/match.h"
#include "engine/engine.h"

/* A level's match against the one below. */
typedef struct rung {
    int level;
    match_played played;
} rung;

static const char heading[] =
    "| level | against | score | 95 % interval | Elo | games | won, drawn, "
    "lost | ms a turn |\n|---|---|---|---|---|---|---|---|\n";

static double milliseconds_a_turn(const match_played *played) {
    return played->turns[0] ? 1000 * played->seconds[0] / played->turns[0] : 0;
}

static void put_rung(const rung *r, text *out) {
    const contest_score *s = &r->played.score;
    elo_result result = elo_result_of(&s->pairs);
    text_format(out,
                "| %d | %d | %.1f %% | %.1f to %.1f %% | %s | %" PRIu64 " | %" PRIu64 ", %" PRIu64
                ", %" PRIu64 " | %.2f |\n",
                r->level, r->level - 1, 100 * result.score.value, 100 * result.score.low,
                100 * result.score.high, match_elo_text(result.elo.value).text,
                s->wins + s->draws + s->losses, s->wins, s->draws, s->losses,
                milliseconds_a_turn(&r->played));
}

static json_t *rung_facts(const rung *r) {
    const contest_score *s = &r->played.score;
    elo_result result = elo_result_of(&s->pairs);
    uint64_t games = s->wins + s->draws + s->losses;
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:o, s:I, s:I, s:I, s:I, s:f}", "level", r->level,
                     "against", r->level - 1, "score", result.score.value, "low", result.score.low,
                     "high", result.score.high, "elo", match_estimate_facts(&result.elo), "games",
                     (json_int_t)games, "wins", (json_int_t)s->wins, "draws", (json_int_t)s->draws,
                     "losses", (json_int_t)s->losses, "milliseconds",
                     milliseconds_a_turn(&r->played));
}

/* The result of a rung, and on standard error at once: the whole table may take hours. */
static void give_rung(invocation *in, const rung *r) {
    text line = text_growing();
    put_rung(r, &line);
    if (!line.failed && !in->option[OPTION_QUIET]) fputs(line.data, stderr);
    text_free(&line);
    if (in->facts)
        json_array_append_new(json_object_get(in->facts, "levels"), rung_facts(r));
    else
        put_rung(r, &in->out);
}

static status play_rung(invocation *in, const contest_options *common, rung *r) {
    contest_options options = *common;
    char names[2][16];
    for (int i = 0; i < 2; i++) {
        options.players[i] = (contestant_plan){.kind = CONTESTANT_LEVEL, .level = r->level - i};
        text t = text_fixed(names[i], sizeof names[i]);
        text_format(&t, "level:%d", r->level - i);
        options.names[i] = names[i];
    }
    return match_run(in, &options, NULL, &r->played);
}

static status run_levels(invocation *in) {
    contest_options options;
    uint64_t from = 1, to = LEVEL_MOST;
    status code = match_set_up(in, &options);
    if (code == STATUS_OK) code = command_number(in, OPTION_FROM, 1, LEVEL_MOST, &from);
    if (code == STATUS_OK) code = command_number(in, OPTION_TO, from, LEVEL_MOST, &to);
    if (code != STATUS_OK) return code;
    /* From where people begin; levels vary their games themselves. */
    if (!in->option[OPTION_OPENINGS]) options.openings = 0;
    if (!in->option[OPTION_JSON])
        text_put(&in->out, heading);
    else
        code = command_facts(in, json_pack("{s:s, s:s, s:I, s:[]}", "game", in->game->name, "rules",
                                           variant_name(in->variant), "seed",
                                           (json_int_t)options.seed, "levels"));
    rung r = {.level = (int)from};
    for (; code == STATUS_OK && r.level <= (int)to && !r.played.interrupted; r.level++) {
        code = play_rung(in, &options, &r);
        if (code == STATUS_OK && elo_pair_count(&r.played.score.pairs) > 0) give_rung(in, &r);
    }
    return code;
}

const command command_levels = {
    .name = "levels",
    .operands = "",
    .summary = "play each level against the one below it",
    .options = {MATCH_OPTIONS, ACCEPTS(OPTION_FROM), ACCEPTS(OPTION_TO), ACCEPTS(OPTION_OUTPUT)},
    .run = run_levels,
};
