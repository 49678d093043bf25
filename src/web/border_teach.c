/* SPDX-License-Identifier: MIT
 *
 * The half of the border that teaches: hints, values, reviews and puzzles. What is said crosses as
 * a pattern and its words, so that the page can say it in any language. A review works on a copy of
 * the game, turn by turn, and may be told the exact values of a position by who knows them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/signature.h"
#include "teach/puzzle_list.h"
#include "teach/review.h"
#include "web/border_inside.h"

enum {
    NODES_MOST = 100000000, /* for one look */
    VALUE_MOST = 1000,      /* more points than any game ends with */
};

/* What is told of one position, and what a table knows of all others, if there is one. */
typedef struct told {
    oracle oracle;        /* first, so that the one is the other */
    struct oracle *table; /* or NULL */
    game_position position;
    size_t count;
    valued_turn *turns;
} told;

struct review_desk {
    record_file file;
    const record *record; /* the last game of the file */
    replay played;
    engine_limits limits;
    engine *t;
    told *told; /* belongs to the engine */
    review v;
    bool *looked; /* a turn each */
};

/* --- answers ---------------------------------------------------------------------------------- */

static void answer_sentence(request *r, const char *key, const coach_sentence *said) {
    text_format(r->out, "%s\t", key);
    border_put(r->out, said->pattern);
    for (int i = 0; i < coach_word_count(said); i++) {
        text_char(r->out, '\t');
        border_put(r->out, said->words.word[i]);
    }
    text_char(r->out, '\n');
}

static void answer_value(request *r, const char *key, const review_value *value) {
    text_format(r->out, "%s\t%.6f\t%.6f\t%.6f\t%d\n", key, value->points, value->chance,
                value->error, value->exact);
}

static void answer_amount(request *r, const char *key, double amount) {
    text_format(r->out, "%s\t%.6f\n", key, amount);
}

/* A turn's text as a turn, if it is legal here. */
static status legal_turn(request *r, variant v, const game_position *position, const char *given,
                         game_turn *turn) {
    game_position after = *position;
    status code = variant_play(v, &after, given, r->e);
    if (code != STATUS_OK) return code;
    text copy = text_fixed(turn->text, sizeof turn->text);
    text_put(&copy, given);
    assert(!copy.failed);
    return STATUS_OK;
}

/* --- hints and values ------------------------------------------------------------------------- */

/* hint STEP: 1 where to look, 2 which turn, 3 why */
static status run_hint(request *r) {
    border *b = r->b;
    uint64_t step;
    status code = border_number(r, 1, "step", HINT_STEPS, &step);
    if (code == STATUS_OK) code = border_need_turn(r);
    if (code != STATUS_OK) return code;
    if (step == 0) return FAIL(r->e, STATUS_USAGE, "hint: steps are numbered from 1");
    code = hint_keep(b->engine, match_position(b->m), match_history(b->m), &b->hint, r->e);
    if (code != STATUS_OK) return code;
    b->hint.step = (int)step;
    coach_sentence said = hint_sentence(&b->hint.hint, (int)step);
    answer_sentence(r, "say", &said);
    if (step > 1) border_answer(r, "turn", b->hint.hint.turn.text);
    return STATUS_OK;
}

/* values COUNT NODES [TURN]: the best turns with what they are worth; or only this one */
static status run_values(request *r) {
    const match *m = r->b->m;
    uint64_t wanted, nodes;
    game_turn only;
    const search_result *found;
    status code = border_number(r, 1, "number of turns", VARIATIONS_MAX, &wanted);
    if (code == STATUS_OK) code = border_number(r, 2, "number of nodes", NODES_MOST, &nodes);
    if (code == STATUS_OK) code = border_need_turn(r);
    if (code == STATUS_OK && border_argument(r, 3))
        code = legal_turn(r, match_variant(m), match_position(m), r->field[3], &only);
    if (code != STATUS_OK) return code;
    engine_limits limits = {.nodes = nodes ? nodes : coach_of(match_variant(m).game)->nodes,
                            .variations = (size_t)wanted,
                            .seed = 1,
                            .history = match_history(m),
                            .only = border_argument(r, 3) ? &only : NULL,
                            .only_count = 1};
    code = engine_think(r->b->engine, match_position(m), &limits, &found, r->e);
    for (size_t i = 0; code == STATUS_OK && i < found->count; i++) {
        const variation *v = &found->variations[i];
        text_format(r->out, "value\t%s\t%.6f\t%.6f\t%.6f\t%.6f\t%d\n", v->turns[0].text, v->points,
                    v->chance, v->points_error, v->chance_error, v->exact);
    }
    return code;
}

/* --- what is told ----------------------------------------------------------------------------- */

static bool is_known(const told *t, const game_position *position) {
    return t->count > 0 && memcmp(&t->position, position, sizeof *position) == 0;
}

/* A table that cannot be read any more is none; what is told still counts. */
static status drop_table(told *t, status code) {
    if (code == STATUS_OK) return code;
    t->table->close(t->table);
    t->table = NULL;
    return code;
}

static status known_value(oracle *self, const game_position *position, int *value, error *e) {
    told *t = (told *)self;
    if (!is_known(t, position) && t->table)
        return drop_table(t, t->table->value(t->table, position, value, e));
    if (!is_known(t, position)) return FAIL(e, STATUS_NO_TABLE, "nobody has told");
    *value = t->turns[0].value;
    return STATUS_OK;
}

static status known_turns(oracle *self, const game_position *position, valued_turn *turns,
                          size_t *count, error *e) {
    told *t = (told *)self;
    bool known = is_known(t, position);
    if (!known && t->table &&
        drop_table(t, t->table->turns(t->table, position, turns, count, e)) == STATUS_OK)
        return STATUS_OK;
    *count = known ? t->count : 0;
    if (known) memcpy(turns, t->turns, t->count * sizeof *turns);
    return STATUS_OK;
}

static void close_known(oracle *self) {
    told *t = (told *)self;
    if (t->table) t->table->close(t->table);
    free(t->turns);
    free(t);
}

/* "TURN=VALUE" */
static bool read_valued(const char *word, size_t length, valued_turn *out) {
    const char *sign = memchr(word, '=', length);
    uint64_t value;
    if (!sign || sign == word || (size_t)(sign - word) >= GAME_TURN_BYTES) return false;
    text turn = text_fixed(out->turn.text, sizeof out->turn.text);
    text_put_n(&turn, word, (size_t)(sign - word));
    scan s = {sign + 1, word + length};
    bool negative = scan_char(&s, '-');
    if (!scan_number(&s, VALUE_MOST, &value) || !scan_done(&s)) return false;
    out->value = negative ? -(int)value : (int)value;
    return true;
}

/* Takes in "TURN=VALUE TURN=VALUE ...": each legal turn once, in any order. */
static status hear(request *r, review_desk *l, const game_position *position, const char *given) {
    variant v = l->played.variant;
    game_turn legal[GAME_TURNS_MAX];
    size_t all = variant_turns(v, position, legal), count = 0;
    valued_turn *turns = calloc(all ? all : 1, sizeof *turns);
    if (!turns) return fail_memory(r->e);
    status code = STATUS_OK;
    bool *named = calloc(all ? all : 1, sizeof *named);
    if (!named) code = fail_memory(r->e);
    while (code == STATUS_OK && *given) {
        size_t length = strcspn(given, " "), i = all;
        valued_turn turn;
        if (read_valued(given, length, &turn))
            for (i = 0; i < all && strcmp(legal[i].text, turn.turn.text) != 0;) i++;
        if (i == all || named[i]) {
            code =
                FAIL(r->e, STATUS_INVALID, "review-turn: '%.*s' is not a turn here and its value",
                     (int)(length < 40 ? length : 40), given);
        } else {
            named[i] = true;
            turns[count++] = turn;
            given += length + strspn(given + length, " ");
        }
    }
    if (code == STATUS_OK && count < all)
        code = FAIL(r->e, STATUS_INVALID, "review-turn: %zu of %zu turns have a value", count, all);
    free(named);
    if (code != STATUS_OK) {
        free(turns);
        return code;
    }
    qsort(turns, count, sizeof *turns, valued_turn_compare);
    free(l->told->turns);
    l->told->turns = turns;
    l->told->count = count;
    l->told->position = *position;
    return STATUS_OK;
}

/* --- reviews ---------------------------------------------------------------------------------- */

static void free_desk(review_desk *l) {
    if (!l) return;
    review_free(&l->v);
    engine_close(l->t);
    replay_free(&l->played);
    record_file_free(&l->file);
    free(l->looked);
    free(l);
}

void border_end_review(border *b) {
    free_desk(b->reviewing);
    b->reviewing = NULL;
}

/* A engine that listens to what it is told. */
static status seat_engine(const border *b, review_desk *l, error *e) {
    l->told = calloc(1, sizeof *l->told);
    if (!l->told) return fail_memory(e);
    l->told->oracle = (oracle){known_value, known_turns, close_known};
    /* A table that cannot be read is none. */
    if (oracle_open(l->played.variant, &(oracle_wanted){0}, &l->told->table, e) != STATUS_OK)
        l->told->table = NULL;
    engine_options options = border_engine(b, l->played.variant);
    options.oracle = &l->told->oracle;
    return engine_open(&options, &l->t, e);
}

static status begin_review(const border *b, review_desk *l, error *e) {
    text saved = text_growing();
    status code = match_save(b->m, &saved, e);
    if (code == STATUS_OK) code = record_read(saved.data, saved.length, &l->file, e);
    text_free(&saved);
    if (code != STATUS_OK) return code;
    l->record = &l->file.games[l->file.count - 1];
    code = replay_record(registry_games, l->record, &l->played, e);
    if (code == STATUS_OK) code = seat_engine(b, l, e);
    if (code == STATUS_OK) code = review_begin(l->t, l->record, &l->played, &l->limits, &l->v, e);
    if (code != STATUS_OK) return code;
    l->looked = calloc(l->v.count ? l->v.count : 1, sizeof *l->looked);
    return l->looked ? STATUS_OK : fail_memory(e);
}

/* review NODES: begins a review of the game, as far as it is played */
static status run_review(request *r) {
    uint64_t nodes;
    status code = border_number(r, 1, "number of nodes", NODES_MOST, &nodes);
    if (code != STATUS_OK) return code;
    review_desk *l = calloc(1, sizeof *l);
    if (!l) return fail_memory(r->e);
    l->limits.nodes = nodes;
    code = begin_review(r->b, l, r->e);
    if (code != STATUS_OK) {
        free_desk(l);
        return code;
    }
    border_end_review(r->b);
    r->b->reviewing = l;
    border_answer(r, "measure", l->v.measure == COACH_POINTS ? "points" : "chance");
    border_answer_number(r, "draws", l->v.has_draws);
    border_answer_number(r, "table", l->told->table != NULL);
    for (size_t ply = 0; ply <= l->v.count; ply++)
        border_answer_position(r, "at", l->played.variant, replay_position(&l->played, ply));
    return STATUS_OK;
}

static status need_review(request *r) {
    return r->b->reviewing ? STATUS_OK
                           : FAIL(r->e, STATUS_USAGE, "%s: there is no review", r->field[0]);
}

static void answer_turn(request *r, const review_desk *l, size_t ply) {
    const review_turn *turn = &l->v.turns[ply];
    text_format(r->out, "side\t%c\n", 'a' + turn->side);
    border_answer(r, "played", turn->played.text);
    border_answer(r, "best", turn->best.text);
    border_answer_did(r, l->played.variant, replay_position(&l->played, ply), ply, turn->best.text);
    answer_value(r, "before", &turn->value);
    answer_value(r, "after", &turn->played_value);
    answer_amount(r, "loss", turn->loss);
    answer_amount(r, "doubt", turn->doubt);
    border_answer(r, "mark", review_mark_names[turn->mark]);
    border_answer(r, "sign", review_mark_signs[turn->mark]);
    border_answer_number(r, "choices", (int)turn->choices);
    if (turn->why.pattern) answer_sentence(r, "say", &turn->why);
}

/* review-turn PLY [TOLD]: looks at one turn */
static status run_review_turn(request *r) {
    uint64_t ply;
    status code = need_review(r);
    if (code == STATUS_OK) code = border_number(r, 1, "turn", SIZE_MAX, &ply);
    if (code != STATUS_OK) return code;
    review_desk *l = r->b->reviewing;
    if (ply >= l->v.count)
        return FAIL(r->e, STATUS_INVALID, "review-turn: the game has %zu turns", l->v.count);
    if (border_argument(r, 2))
        code = hear(r, l, replay_position(&l->played, (size_t)ply), r->field[2]);
    if (code == STATUS_OK)
        code = review_at(l->t, l->record, &l->played, &l->limits, (size_t)ply, &l->v, r->e);
    if (code != STATUS_OK) return code;
    l->looked[ply] = true;
    answer_turn(r, l, (size_t)ply);
    return STATUS_OK;
}

static void answer_side(request *r, const review_side *side) {
    text_put(r->out, "player\t");
    border_put(r->out, side->name);
    text_format(r->out, "\t%.6f\t%.6f\t%.6f\t%zu", side->accuracy, side->loss, side->luck,
                side->turns);
    for (int mark = 0; mark < REVIEW_MARKS; mark++) text_format(r->out, "\t%d", side->counts[mark]);
    text_char(r->out, '\n');
}

/* All turns have been looked at. */
static status need_all_turns(request *r) {
    status code = need_review(r);
    if (code != STATUS_OK) return code;
    const review_desk *l = r->b->reviewing;
    for (size_t ply = 0; ply < l->v.count; ply++)
        if (!l->looked[ply])
            return FAIL(r->e, STATUS_INVALID, "%s: turn %zu was not looked at", r->field[0], ply);
    return STATUS_OK;
}

/* review-summary [TOLD]: once all turns have been looked at */
static status run_review_summary(request *r) {
    status code = need_all_turns(r);
    if (code != STATUS_OK) return code;
    review_desk *l = r->b->reviewing;
    if (border_argument(r, 1))
        code = hear(r, l, replay_position(&l->played, l->played.count), r->field[1]);
    if (code != STATUS_OK) return code;
    code = review_end(l->t, l->record, &l->played, &l->limits, &l->v, r->e);
    if (code != STATUS_OK) return code;
    const review *v = &l->v;
    border_answer_number(r, "exact", v->exact);
    border_answer_number(r, "over", v->over);
    answer_amount(r, "error", v->error);
    answer_value(r, "first", &v->first);
    answer_value(r, "last", &v->last);
    for (int side = SIDE_A; side <= SIDE_B; side++) answer_side(r, &v->sides[side]);
    for (size_t ply = 0; ply < v->count; ply++) answer_amount(r, "luck", v->turns[ply].luck);
    return STATUS_OK;
}

/* review-worst [a|b]: the costliest turns, and what is wrong with them */
static status run_review_worst(request *r) {
    status code = need_all_turns(r);
    if (code != STATUS_OK) return code;
    const review_desk *l = r->b->reviewing;
    const char *side = border_argument(r, 1);
    if (side && strcmp(side, "a") != 0 && strcmp(side, "b") != 0)
        return FAIL(r->e, STATUS_USAGE, "review-worst: of which side, a or b?");
    size_t worst[REVIEW_WORST];
    size_t count = review_worst(&l->v, side ? *side - 'a' : -1, worst);
    for (size_t i = 0; i < count; i++) {
        review_reasons why = review_explain(&l->v, &l->played, worst[i]);
        border_answer_number(r, "worst", (int)worst[i]);
        for (int k = 0; k < why.count; k++) answer_sentence(r, "say", &why.said[k]);
    }
    return STATUS_OK;
}

/* --- puzzles ---------------------------------------------------------------------------------- */

void border_forget(border *b) {
    b->hint.step = 0;
    b->has_puzzle = false;
}

/* The puzzle as a match of its own. */
static status pose(border *b, variant v, uint64_t number, const puzzle *p, error *e) {
    char position[GAME_POSITION_TEXT];
    text t = text_fixed(position, sizeof position);
    variant_write_position(v, &p->position, &t);
    match_options options = {.game = v.game,
                             .rules = v.name,
                             .position = position,
                             .best_of = 1,
                             .seed = number,
                             .shuffled = v.game->chance != NULL};
    match *m;
    status code = match_new(&options, &m, e);
    if (code == STATUS_OK) code = border_install(b, m, e);
    if (code != STATUS_OK) return code;
    b->puzzle = *p;
    b->has_puzzle = true;
    return STATUS_OK;
}

static void answer_puzzle(request *r, uint64_t number) {
    const puzzle *p = &r->b->puzzle;
    const char *const *themes = coach_of(match_variant(r->b->m).game)->themes;
    coach_sentence task[2];
    puzzle_task(r->b->engine, p, task);
    text_format(r->out, "number\t%llu\n", (unsigned long long)number);
    border_answer(r, "rules", variant_name(match_variant(r->b->m)));
    border_answer_number(r, "grade", p->grade);
    for (int i = 0; i < 2; i++) answer_sentence(r, "say", &task[i]);
    for (unsigned i = 0; themes[i]; i++)
        if (p->themes >> i & 1) border_answer(r, "theme", themes[i]);
}

static status find_puzzle(request *r, variant v, uint64_t *number, puzzle *p) {
    engine_options options = border_engine(r->b, v);
    engine *t;
    options.table = ENGINE_NO_TABLE; /* a number means the same puzzle everywhere */
    status code = engine_open(&options, &t, r->e);
    if (code != STATUS_OK) return code;
    code = puzzle_find(t, &(puzzle_wish){0}, &(engine_limits){0}, number, p, r->e);
    engine_close(t);
    return code;
}

/* puzzle NUMBER [GAME [RULES [ENTRY]]]: takes the place of the match; an entry is a line of a list,
 * and then the number is its own */
static status run_puzzle(request *r) {
    uint64_t number;
    const char *name = border_argument(r, 2), *rules_name = border_argument(r, 3);
    const game *g = name ? registry_find(name) : registry_games[0];
    variant v;
    status code = border_number(r, 1, "number", UINT32_MAX, &number);
    if (code == STATUS_OK && !g)
        code = FAIL(r->e, STATUS_USAGE, "puzzle: unknown game '%.40s'", name);
    if (code == STATUS_OK) code = variant_find(g, rules_name, &v, r->e);
    if (code != STATUS_OK) return code;
    puzzle p;
    if (border_argument(r, 4))
        code = puzzle_read_entry(v, r->field[4], &number, &p, r->e);
    else
        code = find_puzzle(r, v, &number, &p);
    if (code == STATUS_OK) code = pose(r->b, v, number, &p, r->e);
    if (code == STATUS_OK) answer_puzzle(r, number);
    return code;
}

static status need_puzzle(request *r) {
    return r->b->has_puzzle ? STATUS_OK
                            : FAIL(r->e, STATUS_USAGE, "%s: there is no puzzle", r->field[0]);
}

static void answer_solution(request *r) {
    const border *b = r->b;
    coach_sentence why =
        hint_why(match_variant(b->m), &b->puzzle.position, b->puzzle.solution.text);
    border_answer(r, "turn", b->puzzle.solution.text);
    answer_sentence(r, "say", &why);
}

/* puzzle-check TURN: why it is right; or what it gives away, and where to look instead */
static status run_puzzle_check(request *r) {
    border *b = r->b;
    game_turn turn;
    const puzzle *p = &b->puzzle;
    status code = need_puzzle(r);
    if (code != STATUS_OK) return code;
    variant v = match_variant(b->m);
    const char *given = border_argument(r, 1);
    code = legal_turn(r, v, &p->position, given ? given : "", &turn);
    if (code != STATUS_OK) return code;
    bool right = puzzle_is_solved_by(b->engine, p, turn.text);
    border_answer_number(r, "right", right);
    if (right) {
        answer_solution(r);
        return STATUS_OK;
    }
    double loss;
    bool proved;
    code = puzzle_loss(b->engine, p, turn.text, &(engine_limits){0}, &loss, &proved, r->e);
    if (code != STATUS_OK) return code;
    coach_sentence refusal = puzzle_refusal(b->engine, turn.text, loss, proved);
    answer_sentence(r, "say", &refusal);
    coach_sentence where = coach_of(v.game)->where(v.rules, &p->position, p->solution.text);
    if (where.pattern) answer_sentence(r, "say", &where);
    return STATUS_OK;
}

static status run_puzzle_solution(request *r) {
    status code = need_puzzle(r);
    if (code == STATUS_OK) answer_solution(r);
    return code;
}

/* --- the fingerprint -------------------------------------------------------------------------- */

static void say_line(void *context, const char *line) {
    border_answer(context, "line", line);
}

static status run_signature(request *r) {
    uint64_t signature;
    status code = signature_find(NULL, say_line, r, &signature, r->e);
    if (code == STATUS_OK)
        text_format(r->out, "signature\t%016llx\n", (unsigned long long)signature);
    return code;
}

const border_command border_teach_commands[] = {
    {"hint", true, run_hint},
    {"values", true, run_values},
    {"review", true, run_review},
    {"review-turn", false, run_review_turn},
    {"review-summary", false, run_review_summary},
    {"review-worst", false, run_review_worst},
    {"puzzle", false, run_puzzle},
    {"puzzle-check", false, run_puzzle_check},
    {"puzzle-solution", false, run_puzzle_solution},
    {"signature", false, run_signature},
    {NULL, false, NULL},
};
