/* SPDX-License-Identifier: MIT
 *
 * linework review: what every turn of a recorded game was worth. */
#include "cli/review.h"

#include <stdio.h>

#include "games/registry.h"
#include "native/file.h"
#include "native/json.h"
#include "teach/review.h"

/* --- games of a file ---------------------------------------------------------------------------
 */

status review_engine(invocation *in, variant v, bool with_table, engine **t) {
    uint64_t threads = 1;
    status code = command_number(in, OPTION_THREADS, 1, 256, &threads);
    engine_options options = {.variant = v,
                              .threads = (int)threads,
                              .table = with_table ? ENGINE_ANY_TABLE : ENGINE_NO_TABLE,
                              .table_file = in->option[OPTION_TABLE]};
    if (code == STATUS_OK) code = engine_open(&options, t, &in->e);
    return code;
}

static bool read_seconds(const char *string, double *seconds) {
    scan s = scan_string(string);
    double read;
    if (!scan_decimal(&s, 86400, 3, &read) || !scan_done(&s) || read <= 0) return false;
    *seconds = read;
    return true;
}

status review_look(invocation *in, engine_limits *limits) {
    status code = command_number(in, OPTION_LOOK_NODES, 1, UINT64_C(1) << 40, &limits->nodes);
    if (code != STATUS_OK) return code;
    const char *time = in->option[OPTION_LOOK_TIME];
    if (time && !read_seconds(time, &limits->time.hard))
        return FAIL(&in->e, STATUS_USAGE, "--time: '%.40s' is not a number of seconds", time);
    return STATUS_OK;
}

/* The engine of the game before serves the next one by the same rules: to open one takes longer
 * than to look at a short game, and with a table its directory is read. Rules that were read end
 * with their game. */
static status engine_for(invocation *in, variant v, engine **kept) {
    if (*kept && v.name && variant_equal(engine_variant(*kept), v)) return STATUS_OK;
    engine_close(*kept);
    *kept = NULL;
    return review_engine(in, v, true, kept);
}

static status visit_record(invocation *in, const record *r, size_t ordinal, reviewed_visit *visit,
                           void *context, engine **kept) {
    replay played;
    status code = replay_record(registry_games, r, &played, &in->e);
    if (code != STATUS_OK) return code;
    if (visit) {
        code = engine_for(in, played.variant, kept);
        reviewed_game g = {ordinal, r, &played, *kept};
        if (code == STATUS_OK) code = visit(in, &g, context);
        error remark;
        if (*kept && engine_remark(*kept, &remark)) fprintf(stderr, "linework: %s\n", remark.text);
        if (!played.variant.name) {
            engine_close(*kept);
            *kept = NULL;
        }
    }
    replay_free(&played);
    return code;
}

/* Visits the games of a file, or only one of them; *count is how many there are. */
static status visit_records(invocation *in, const text *contents, size_t only,
                            reviewed_visit *visit, void *context, size_t *count) {
    record_reader games;
    engine *kept = NULL;
    status code = record_reader_open(&games, contents->length ? contents->data : "",
                                     contents->length, &in->e);
    *count = 0;
    while (code == STATUS_OK && record_reader_more(&games)) {
        record r = {0};
        code = record_reader_next(&games, &r, &in->e);
        ++*count;
        if (code == STATUS_OK && (only == 0 || only == *count))
            code = visit_record(in, &r, *count, visit, context, &kept);
        record_free(&r);
    }
    engine_close(kept);
    return code;
}

status review_each_game(invocation *in, const char *path, size_t only, reviewed_visit *visit,
                        void *context) {
    text contents = text_growing();
    size_t count;
    status code = file_read(path, &contents, &in->e);
    if (code == STATUS_OK) { /* all games are sound before the first is looked at */
        code = visit_records(in, &contents, 0, NULL, NULL, &count);
        if (code != STATUS_OK) error_prefix(&in->e, "%.120s", path);
    }
    if (code == STATUS_OK && only > count)
        code = FAIL(&in->e, STATUS_INVALID, "%.120s: there is no game %zu; the last is %zu", path,
                    only, count);
    if (code == STATUS_OK) code = visit_records(in, &contents, only, visit, context, &count);
    text_free(&contents);
    return code;
}

/* --- JSON --------------------------------------------------------------------------------------
 */

static json_t *facts_of_value(const review_value *value) {
    return json_pack("{s:f, s:f, s:b, s:f}", "points", value->points, "chance", value->chance,
                     "exact", value->exact, "error", value->error);
}

static json_t *facts_of_turn(const review *v, const replay *played, size_t ply) {
    const review_turn *turn = &v->turns[ply];
    char why[COACH_TEXT] = "";
    text said = text_fixed(why, sizeof why);
    if (turn->why.pattern) coach_say(&turn->why, &said);
    review_reasons reasons = review_explain(v, played, ply);
    json_t *wrong = json_array();
    for (int i = 0; i < reasons.count; i++) {
        char sentence[COACH_TEXT];
        text out = text_fixed(sentence, sizeof sentence);
        coach_say(&reasons.said[i], &out);
        json_array_append_new(wrong, json_string(sentence));
    }
    json_t *facts = json_pack(
        "{s:i, s:s, s:s, s:s, s:o, s:o, s:f, s:f, s:s, s:s, s:i, s:s, s:o}", "number",
        (int)(ply / 2 + 1), "side", turn->side == SIDE_A ? "a" : "b", "played", turn->played.text,
        "best", turn->best.text, "before", facts_of_value(&turn->value), "after",
        facts_of_value(&turn->played_value), "loss", turn->loss, "doubt", turn->doubt, "mark",
        review_mark_names[turn->mark], "sign", review_mark_signs[turn->mark], "choices",
        (int)turn->choices, "why", why, "reasons", wrong);
    if (facts && v->has_draws) json_object_set_new(facts, "luck", json_real(turn->luck));
    return facts;
}

static json_t *facts_of_side(const review *v, int s) {
    const review_side *side = &v->sides[s];
    json_t *marks = json_object();
    for (int m = 0; m < REVIEW_MARKS; m++)
        json_object_set_new(marks, review_mark_names[m], json_integer(side->counts[m]));
    json_t *facts = json_pack("{s:s, s:f, s:f, s:o}", "name", side->name, "accuracy",
                              side->accuracy, "loss", side->loss, "marks", marks);
    if (facts && v->has_draws) json_object_set_new(facts, "luck", json_real(side->luck));
    return facts;
}

static json_t *facts_of_worst(const review *v) {
    json_t *facts = json_array();
    size_t worst[REVIEW_WORST], count = review_worst(v, -1, worst);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(facts, json_integer((json_int_t)worst[i]));
    return facts;
}

static json_t *facts_of_review(const review *v, const replay *played, size_t ordinal) {
    json_t *turns = json_array();
    for (size_t ply = 0; ply < v->count; ply++)
        json_array_append_new(turns, facts_of_turn(v, played, ply));
    json_t *facts = json_pack(
        "{s:i, s:s, s:s, s:s, s:b, s:s, s:b, s:I, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o}",
        "ordinal", (int)ordinal, "game", v->game->name, "rules", v->rules_name, "result",
        record_result_name(v->result), "over", v->over, "measure",
        v->measure == COACH_POINTS ? "points" : "chance", "exact", v->exact, "nodes",
        (json_int_t)v->nodes, "seconds", v->seconds, "error", v->error, "a",
        facts_of_side(v, SIDE_A), "b", facts_of_side(v, SIDE_B), "first_for_a",
        facts_of_value(&v->first), "last_for_a", facts_of_value(&v->last), "costliest",
        facts_of_worst(v), "turns", turns);
    if (facts && v->has_draws && v->over)
        json_object_set_new(facts, "adjusted_for_a", json_real(v->adjusted));
    return facts;
}

/* --- the command --------------------------------------------------------------------------------
 */

typedef struct showing {
    engine_limits limits;
    size_t count; /* games shown */
    bool named;   /* by their places in the file */
} showing;

/* As text at once: the facts of many games are far larger in memory. */
static status put_facts(invocation *in, const review *v, const reviewed_game *g, bool first) {
    json_t *facts = facts_of_review(v, g->played, g->ordinal);
    text_char(&in->out, first ? '[' : ',');
    json_put(facts, &in->out);
    json_decref(facts);
    return in->out.failed ? fail_memory(&in->e) : STATUS_OK;
}

static status annotate(invocation *in, const review *v, const reviewed_game *g, bool first) {
    record remarked;
    status code = review_annotate(v, g->record, g->played, &remarked, &in->e);
    if (code != STATUS_OK) return code;
    if (!first) text_char(&in->out, '\n');
    record_write(&remarked, &in->out);
    record_free(&remarked);
    return STATUS_OK;
}

static status show_game(invocation *in, const reviewed_game *g, void *context) {
    showing *s = context;
    review v;
    if (in->option[OPTION_SVG] && s->count > 0)
        return FAIL(&in->e, STATUS_USAGE, "a chart shows one game; --number N chooses it");
    status code = review_make(g->engine, g->record, g->played, &s->limits, &v, &in->e);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON]) {
        code = put_facts(in, &v, g, s->count == 0);
    } else if (in->option[OPTION_SVG]) {
        review_draw(&v, &in->out);
    } else if (in->option[OPTION_ANNOTATE]) {
        code = annotate(in, &v, g, s->count == 0);
    } else {
        if (s->count > 0) text_put(&in->out, "\n\n");
        review_write(&v, g->played, g->ordinal, &in->out);
    }
    s->count++;
    review_free(&v);
    return code;
}

static status run_review(invocation *in) {
    showing s = {0};
    uint64_t number = 0;
    if (in->option[OPTION_SVG] && in->option[OPTION_ANNOTATE])
        return FAIL(&in->e, STATUS_USAGE, "either --svg or --annotate");
    status code = command_number(in, OPTION_NUMBER, 1, 1000000, &number);
    if (code == STATUS_OK) code = review_look(in, &s.limits);
    if (code == STATUS_OK)
        code = review_each_game(in, in->operands[0], (size_t)number, show_game, &s);
    if (code == STATUS_OK && in->option[OPTION_JSON]) text_put(&in->out, "]\n");
    return code;
}

const command command_review = {
    .name = "review",
    .operands = "FILE",
    .summary = "judge every turn of recorded games",
    .options = {ACCEPTS(OPTION_NUMBER), ACCEPTS(OPTION_LOOK_NODES), ACCEPTS(OPTION_LOOK_TIME),
                ACCEPTS(OPTION_TABLE), ACCEPTS(OPTION_THREADS), ACCEPTS(OPTION_SVG),
                ACCEPTS(OPTION_ANNOTATE), ACCEPTS(OPTION_OUTPUT)},
    .least = 1,
    .most = 1,
    .run = run_review,
};
