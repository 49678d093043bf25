/* SPDX-License-Identifier: MIT
 *
 * linework match: many games between two players, and what they prove (docs/match.md). */
#include "cli/match.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 56 };

/* The two players, as they were named on the command line and as records call them. */
typedef struct pairing {
    const char *given[2];
    char name[2][NAME_BYTES + 8];
    elo_test test;
} pairing;

/* --- what was asked for ------------------------------------------------------------------------
 */

/* Records want short names, and two of them. */
static void name_players(pairing *p) {
    for (int i = 0; i < 2; i++) {
        text t = text_fixed(p->name[i], sizeof p->name[i]);
        text_put_n(&t, p->given[i], text_cut(p->given[i], NAME_BYTES));
    }
    if (strcmp(p->name[0], p->name[1]) == 0) memcpy(p->name[1] + strlen(p->name[1]), " (2)", 5);
}

/* A number with a sign and up to two decimals. */
static bool scan_elo(scan *s, double *elo) {
    bool negative = scan_char(s, '-');
    double size;
    if (!scan_decimal(s, 2000, 2, &size)) return false;
    *elo = negative ? -size : size;
    return true;
}

static status read_test(invocation *in, elo_test *test) {
    const char *given = in->option[OPTION_SPRT];
    scan s = scan_string(given);
    *test = (elo_test){.alpha = 0.05, .beta = 0.05};
    if (!scan_elo(&s, &test->elo0) || !scan_char(&s, ',') || !scan_elo(&s, &test->elo1) ||
        !scan_done(&s) || test->elo0 >= test->elo1)
        return FAIL(&in->e, STATUS_USAGE,
                    "--sprt: '%.40s' is not two Elo differences, the smaller one first, as 0,10",
                    given);
    return STATUS_OK;
}

static status read_players(invocation *in, pairing *p, contest_options *options) {
    status code = STATUS_OK;
    for (int i = 0; code == STATUS_OK && i < 2; i++) {
        p->given[i] = in->operands[i];
        code = contestant_read(in->game, in->operands[i], &options->players[i], &in->e);
        options->names[i] = p->name[i];
    }
    if (code == STATUS_OK) name_players(p);
    if (code != STATUS_OK || !in->option[OPTION_SPRT]) return code;
    options->test = &p->test;
    return read_test(in, &p->test);
}

/* All that the games depend on, in one line: a match goes on only with the same. */
static void put_settings(const invocation *in, const pairing *p, const contest_options *o,
                         text *out) {
    text_format(out, "%s %s: %s v %s, seed %llu, openings %d", in->game->name,
                variant_name(in->variant), p->given[0], p->given[1], (unsigned long long)o->seed,
                o->openings);
    bool limited = o->players[0].kind == CONTESTANT_UGI || o->players[1].kind == CONTESTANT_UGI;
    if (limited && o->rules.seconds > 0)
        text_format(out, ", movetime %.0f", 1000 * o->rules.seconds);
    if (limited && o->rules.nodes > 0)
        text_format(out, ", nodes %llu", (unsigned long long)o->rules.nodes);
}

/* --- what came out -----------------------------------------------------------------------------
 */

static const char *const verdicts[] = {"elo0", "open", "elo1"};

json_t *match_estimate_facts(const elo_estimate *e) {
    json_t *facts = json_object();
    const struct {
        const char *name;
        double value;
    } parts[] = {{"value", e->value}, {"low", e->low}, {"high", e->high}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        json_object_set_new(facts, parts[i].name,
                            isfinite(parts[i].value)
                                ? json_real(parts[i].value + 0.0) /* no "-0.0" */
                                : json_null());
    return facts;
}

static status give_facts(invocation *in, const pairing *p, const contest_options *o,
                         const match_played *played, bool done) {
    const contest_score *s = &played->score;
    json_t *pairs = json_array();
    for (int i = 0; i < ELO_OUTCOMES; i++)
        json_array_append_new(pairs, json_integer((json_int_t)s->pairs.count[i]));
    uint64_t games = s->wins + s->draws + s->losses;
    json_t *facts = json_pack("{s:s, s:s, s:[s,s], s:I, s:i, s:b, s:I, s:I, s:I, s:I, s:o, s:i}",
                              "game", in->game->name, "rules", variant_name(in->variant), "players",
                              p->given[0], p->given[1], "seed", (json_int_t)o->seed, "openings",
                              o->openings, "done", done, "games", (json_int_t)games, "wins",
                              (json_int_t)s->wins, "draws", (json_int_t)s->draws, "losses",
                              (json_int_t)s->losses, "pairs", pairs, "forfeits", played->forfeits);
    if (facts && games > 0) {
        elo_result result = elo_result_of(&s->pairs);
        json_object_set_new(facts, "score", match_estimate_facts(&result.score));
        json_object_set_new(facts, "elo", match_estimate_facts(&result.elo));
        json_object_set_new(facts, "los", json_real(result.superiority));
        json_object_set_new(facts, "draw_share", json_real((double)s->draws / (double)games));
        json_object_set_new(facts, "first_side", json_real(s->first_side / (double)games));
    }
    if (facts && o->luck && games > 0) {
        elo_adjusted adjusted = elo_adjust(&s->luck);
        json_object_set_new(facts, "adjusted", match_estimate_facts(&adjusted.score));
        json_object_set_new(facts, "luck_share", json_real(adjusted.share));
        json_object_set_new(facts, "variance_saved", json_real(adjusted.saved));
    }
    if (facts && o->test)
        json_object_set_new(facts, "sprt",
                            json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "elo0",
                                      o->test->elo0, "elo1", o->test->elo1, "alpha", o->test->alpha,
                                      "beta", o->test->beta, "llr", s->verdict.ratio, "low",
                                      s->verdict.low, "high", s->verdict.high, "verdict",
                                      verdicts[s->verdict.decided + 1]));
    return command_facts(in, facts);
}

static void put_test(const elo_test *test, const elo_verdict *v, text *out) {
    text_format(out, "SPRT        LLR %.2f, bounds %.2f and %.2f: ", v->ratio, v->low, v->high);
    if (v->decided == 0)
        text_format(out, "not decided between %+g and %+g Elo\n", test->elo0, test->elo1);
    else
        text_format(out, "%+g Elo rather than %+g\n", v->decided > 0 ? test->elo1 : test->elo0,
                    v->decided > 0 ? test->elo0 : test->elo1);
}

static void put_adjusted(const elo_luck *draws, text *out) {
    elo_adjusted a = elo_adjust(draws);
    text_format(out,
                "adjusted    %.1f %%  (%.1f to %.1f), less %.2f of the luck of the draws, which "
                "saves %.0f %% of the variance\n",
                100 * a.score.value, 100 * a.score.low, 100 * a.score.high, a.share + 0.0,
                100 * a.saved + 0.0);
}

static void put_result(const invocation *in, const pairing *p, const contest_options *o,
                       const match_played *played, text *out) {
    const contest_score *s = &played->score;
    const uint64_t *pairs = s->pairs.count;
    double games = (double)(s->wins + s->draws + s->losses);
    text_format(out, "%s v %s, %s %s, %.0f games in pairs, seed %" PRIu64 "\n", p->given[0],
                p->given[1], in->game->name, variant_name(in->variant), games, o->seed);
    if (games == 0) {
        text_put(out, "no pair is finished\n");
        return;
    }
    elo_result r = elo_result_of(&s->pairs);
    text_format(out, "score       %.1f %%  (%.1f to %.1f)\n", 100 * r.score.value,
                100 * r.score.low, 100 * r.score.high);
    if (o->luck) put_adjusted(&s->luck, out);
    text_format(out, "Elo         %s  (%s to %s)\n", match_elo_text(r.elo.value).text,
                match_elo_text(r.elo.low).text, match_elo_text(r.elo.high).text);
    text_format(out, "stronger    with %.1f %% likelihood\n", 100 * r.superiority);
    text_format(out, "games       %" PRIu64 " won, %" PRIu64 " drawn, %" PRIu64 " lost\n", s->wins,
                s->draws, s->losses);
    text_format(out,
                "pairs       %" PRIu64 " LL, %" PRIu64 " LD, %" PRIu64 " WL or DD, %" PRIu64
                " WD, %" PRIu64 " WW\n",
                pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    text_format(out, "draws       %.1f %%\n", 100 * (double)s->draws / games);
    text_format(out, "first side  %.1f %%\n", 100 * s->first_side / games);
    if (o->test) put_test(o->test, &s->verdict, out);
}

static void say_interrupted(const invocation *in) {
    if (in->option[OPTION_QUIET]) return;
    fputs(in->option[OPTION_RECORDS] ? "interrupted; --resume goes on\n" : "interrupted\n", stderr);
}

static status run_match(invocation *in) {
    contest_options options;
    pairing p;
    match_played played;
    const char *path = in->option[OPTION_RECORDS];
    if (in->option[OPTION_RESUME] && !path)
        return FAIL(&in->e, STATUS_USAGE, "--resume needs the file of the match, -o FILE");
    if (path && strcmp(path, "-") == 0)
        return FAIL(&in->e, STATUS_USAGE, "-o: the games of a match go to a file, not to '-'");
    status code = match_set_up(in, &options);
    if (code == STATUS_OK) code = read_players(in, &p, &options);
    if (code != STATUS_OK) return code;
    text settings = text_growing();
    put_settings(in, &p, &options, &settings);
    code = settings.failed ? fail_memory(&in->e) : match_run(in, &options, settings.data, &played);
    text_free(&settings);
    if (code != STATUS_OK) return code;
    if (played.interrupted) say_interrupted(in);
    if (in->option[OPTION_JSON]) return give_facts(in, &p, &options, &played, !played.interrupted);
    put_result(in, &p, &options, &played, &in->out);
    return STATUS_OK;
}

const command command_match = {
    .name = "match",
    .operands = "PLAYER PLAYER",
    .summary = "find out which of two players is stronger",
    .options = {MATCH_OPTIONS, ACCEPTS(OPTION_SPRT), ACCEPTS(OPTION_MOVETIME),
                ACCEPTS(OPTION_NODES), ACCEPTS(OPTION_TIMEOUT), ACCEPTS(OPTION_RECORDS),
                ACCEPTS(OPTION_RESUME), ACCEPTS(OPTION_LUCK)},
    .least = 2,
    .most = 2,
    .run = run_match,
};
