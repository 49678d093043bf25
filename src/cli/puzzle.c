/* SPDX-License-Identifier: MIT
 *
 * linework puzzle: a position with one turn that keeps the value, to be found. */
#include "teach/puzzle.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/seconds.h"
#include "cli/command.h"
#include "cli/review.h"
#include "game/picture.h"
#include "games/registry.h"
#include "teach/hint.h"
#include "teach/puzzle_list.h"

enum { SECONDS = 120, TEMPTATIONS = 5 };

typedef struct posed {
    engine *t;
    puzzle p;
    puzzle_wish wish;
    engine_limits limits;
    const char *rules_name;
    uint64_t number;  /* of the puzzle, or its place among those of a file */
    uint64_t counted; /* puzzles of the file so far */
    bool found;
    char source[80]; /* where in the file it comes from */
    char date[40];   /* of which it is the puzzle; "": of none */
} posed;

/* --- words --------------------------------------------------------------------------------------
 */

static void put_themes(const game *g, unsigned bits, text *out) {
    const char *const *themes = coach_of(g)->themes;
    bool first = true;
    for (unsigned i = 0; themes[i]; i++) {
        if (!(bits >> i & 1)) continue;
        text_format(out, "%s%s", first ? "" : ", ", themes[i]);
        first = false;
    }
}

static void put_task(const posed *q, char between, text *out) {
    coach_sentence task[2];
    puzzle_task(q->t, &q->p, task);
    coach_say(&task[0], out);
    text_char(out, between);
    coach_say(&task[1], out);
}

static void put_why(const posed *q, text *out) {
    coach_sentence said = hint_why(engine_variant(q->t), &q->p.position, q->p.solution.text);
    coach_say(&said, out);
}

static status put_solution(invocation *in, posed *q) {
    text_format(&in->out, "\nSolution: %s. ", q->p.solution.text);
    game_turn turns[TEMPTATIONS];
    size_t count;
    put_why(q, &in->out);
    status code = puzzle_temptations(q->t, &q->p, TEMPTATIONS, turns, &count, &in->e);
    text_put(&in->out, code == STATUS_OK && count > 0 ? "\nTempting, but wrong:\n" : "\n");
    for (size_t i = 0; code == STATUS_OK && i < count; i++) {
        double loss;
        bool proved;
        code = puzzle_loss(q->t, &q->p, turns[i].text, &q->limits, &loss, &proved, &in->e);
        text_format(&in->out, "  %-15s gives away ", turns[i].text);
        puzzle_amount(q->t, loss, &in->out);
        text_put(&in->out, proved ? "\n" : " or more\n");
    }
    return code;
}

static status put_puzzle(invocation *in, posed *q) {
    const game *g = engine_variant(q->t).game;
    text *out = &in->out;
    text_format(out, "Puzzle %llu, %s", (unsigned long long)q->number, g->name);
    text_format(out, ", rules %s", q->rules_name);
    if (*q->source) text_format(out, ", from %s", q->source);
    if (*q->date) text_format(out, ", of %s", q->date);
    text_format(out, ": grade %d", q->p.grade);
    if (in->option[OPTION_SOLUTION] && q->p.themes) {
        text_put(out, ", themes ");
        put_themes(g, q->p.themes, out);
    }
    text_put(out, "\n\n");
    picture_style style = {.ascii = in->option[OPTION_ASCII] != NULL,
                           .colour = command_may_colour(in)};
    picture_draw_text(engine_variant(q->t), &q->p.position, style, out);
    position_text position = command_position_text(engine_variant(q->t), &q->p.position);
    text_format(out, "\n%s\n", position.text);
    put_task(q, '\n', out);
    text_char(out, '\n');
    return in->option[OPTION_SOLUTION] ? put_solution(in, q) : STATUS_OK;
}

/* --- JSON ---------------------------------------------------------------------------------------
 */

static status add_solution_facts(invocation *in, posed *q) {
    char why[COACH_TEXT];
    text t = text_fixed(why, sizeof why);
    put_why(q, &t);
    json_object_set_new(in->facts, "solution", json_string(q->p.solution.text));
    json_object_set_new(in->facts, "why", json_string(why));
    json_t *wrong = json_array();
    json_object_set_new(in->facts, "tempting", wrong);
    game_turn turns[TEMPTATIONS];
    size_t count;
    status code = puzzle_temptations(q->t, &q->p, TEMPTATIONS, turns, &count, &in->e);
    for (size_t i = 0; code == STATUS_OK && i < count; i++) {
        double loss;
        bool proved;
        code = puzzle_loss(q->t, &q->p, turns[i].text, &q->limits, &loss, &proved, &in->e);
        json_array_append_new(wrong, json_pack("{s:s, s:f, s:b}", "turn", turns[i].text, "loss",
                                               loss, "proved", proved));
    }
    return code;
}

static status give_facts(invocation *in, posed *q) {
    const game *g = engine_variant(q->t).game;
    json_t *themes = json_array();
    const char *const *names = coach_of(g)->themes;
    for (unsigned i = 0; names[i]; i++)
        if (q->p.themes >> i & 1) json_array_append_new(themes, json_string(names[i]));
    char task[200];
    text t = text_fixed(task, sizeof task);
    put_task(q, ' ', &t);
    position_text position = command_position_text(engine_variant(q->t), &q->p.position);
    status code = command_facts(
        in, json_pack("{s:I, s:s, s:s, s:s, s:s, s:i, s:o, s:f, s:f, s:f, s:i, s:i}", "number",
                      (json_int_t)q->number, "game", g->name, "rules", q->rules_name, "position",
                      position.text, "task", task, "grade", q->p.grade, "themes", themes, "points",
                      q->p.points, "chance", q->p.chance, "gap", q->p.gap, "choices",
                      (int)q->p.choices, "plausible", (int)q->p.tempting));
    if (code == STATUS_OK && *q->source)
        json_object_set_new(in->facts, "source", json_string(q->source));
    if (code == STATUS_OK && *q->date) json_object_set_new(in->facts, "date", json_string(q->date));
    if (code == STATUS_OK && in->option[OPTION_SOLUTION]) code = add_solution_facts(in, q);
    return code;
}

/* --- an answer ----------------------------------------------------------------------------------
 */

static status judge_answer(invocation *in, posed *q) {
    const char *turn = in->option[OPTION_ANSWER];
    game_position after = q->p.position;
    status code = variant_play(engine_variant(q->t), &after, turn, &in->e);
    if (code != STATUS_OK) return code;
    char why[COACH_TEXT];
    text t = text_fixed(why, sizeof why);
    if (puzzle_is_solved_by(q->t, &q->p, turn)) {
        put_why(q, &t);
        text_format(&in->out, "Right: %s. %s\n", turn, why);
        if (in->option[OPTION_JSON])
            code =
                command_facts(in, json_pack("{s:I, s:s, s:b, s:s}", "number", (json_int_t)q->number,
                                            "turn", turn, "right", 1, "why", why));
        return code;
    }
    double loss;
    bool proved;
    code = puzzle_loss(q->t, &q->p, turn, &q->limits, &loss, &proved, &in->e);
    if (code != STATUS_OK) return code;
    char wrong[COACH_TEXT];
    text refusal = text_fixed(wrong, sizeof wrong);
    coach_sentence refused = puzzle_refusal(q->t, turn, loss, proved);
    coach_say(&refused, &refusal);
    /* Where to look helps; the solution would spoil the second try. */
    variant v = engine_variant(q->t);
    coach_sentence where = coach_of(v.game)->where(v.rules, &q->p.position, q->p.solution.text);
    if (!where.pattern) return FAIL(&in->e, STATUS_DIFFERS, "%s", wrong);
    coach_say(&where, &t);
    return FAIL(&in->e, STATUS_DIFFERS, "%s %s", wrong, why);
}

/* --- where puzzles come from --------------------------------------------------------------------
 */

static status pose(invocation *in, posed *q) {
    if (in->option[OPTION_ANSWER]) return judge_answer(in, q);
    return in->option[OPTION_JSON] ? give_facts(in, q) : put_puzzle(in, q);
}

/* Looks through a game for positions where the player missed the one good turn. */
static status look_through(invocation *in, const reviewed_game *g, void *context) {
    posed *q = context;
    status code = STATUS_OK;
    if (q->found) return STATUS_OK;
    q->t = g->engine;
    engine_forget(q->t); /* so that what is found does not depend on the games before */
    q->rules_name = variant_name(g->played->variant);
    /* Without a table only what is near the end can be proved. */
    size_t late = (size_t)coach_of(g->played->variant.game)->late, count = g->played->count;
    size_t from = !engine_is_perfect(q->t) && count > late ? count - late : 0;
    for (size_t ply = from; code == STATUS_OK && !q->found && ply < g->played->count; ply++) {
        const char *turn = record_text(g->record, g->played->plies[ply].token);
        bool is_one;
        puzzle p;
        if (engine_time_is_over(&q->limits.time)) break;
        code =
            puzzle_examine(q->t, replay_position(g->played, ply), &q->limits, &p, &is_one, &in->e);
        if (code != STATUS_OK || !is_one || puzzle_is_solved_by(q->t, &p, turn)) continue;
        if (q->wish.grade && p.grade != q->wish.grade) continue;
        if (++q->counted < q->number) continue;
        q->p = p;
        q->found = true;
        text source = text_fixed(q->source, sizeof q->source);
        text_format(&source, "game %zu, turn %zu, where %s was played", g->ordinal, ply / 2 + 1,
                    turn);
        code = pose(in, q);
    }
    return code;
}

static status from_records(invocation *in, posed *q) {
    const char *path = in->option[OPTION_FROM_RECORDS];
    if (in->option[OPTION_GAME] || in->option[OPTION_RULES])
        return FAIL(&in->e, STATUS_USAGE, "--from takes the game and its rules from the records");
    if (in->option[OPTION_THEME])
        return FAIL(&in->e, STATUS_USAGE, "--theme is for puzzles by number, not --from records");
    if (in->option[OPTION_DAILY] || in->option[OPTION_DATE])
        return FAIL(&in->e, STATUS_USAGE, "--daily is not for --from records");
    if (!in->option[OPTION_NUMBER]) q->number = 1;
    if (!in->option[OPTION_LOOK_TIME]) q->limits.time.hard = 0;
    q->limits.time.begin = seconds_now(); /* for the whole file */
    status code = review_each_game(in, path, 0, look_through, q);
    if (code == STATUS_OK && !q->found && engine_time_is_over(&q->limits.time))
        return FAIL(&in->e, STATUS_FAILED, "%.120s: no such puzzle found in the time given", path);
    if (code == STATUS_OK && !q->found)
        return FAIL(&in->e, STATUS_FAILED,
                    "%.120s has %llu such puzzle%s: positions where a single turn kept the value, "
                    "proved, and another was played",
                    path, (unsigned long long)q->counted, q->counted == 1 ? "" : "s");
    return code;
}

static status read_theme(invocation *in, unsigned *bits) {
    const char *wanted = in->option[OPTION_THEME];
    const char *const *themes = coach_of(in->game)->themes;
    if (!wanted) return STATUS_OK;
    if (!themes[0]) return FAIL(&in->e, STATUS_USAGE, "--theme: %s has no themes", in->game->name);
    char list[160];
    text t = text_fixed(list, sizeof list);
    for (unsigned i = 0; themes[i]; i++) {
        if (strcmp(themes[i], wanted) == 0) *bits = 1u << i;
        text_format(&t, "%s%s", i > 0 ? ", " : "", themes[i]);
    }
    if (*bits) return STATUS_OK;
    return FAIL(&in->e, STATUS_USAGE, "unknown theme '%.40s'; there are %s", wanted, list);
}

static status any_number(invocation *in, uint64_t *number) {
    uint32_t any;
    if (getrandom(&any, sizeof any, 0) != sizeof any)
        return FAIL(&in->e, STATUS_FAILED, "the system gives no random number");
    *number = any % 1000000;
    return STATUS_OK;
}

/* The puzzle that is wished for: from the list, where that has it, else by search. */
static status find(invocation *in, posed *q) {
    const puzzle_list *list = puzzle_list_for(in->variant);
    bool wishes = q->wish.grade || q->wish.themes, any = !in->option[OPTION_NUMBER];
    if (list && any && wishes) q->number %= list->count;
    if (list && puzzle_list_find(list, in->variant, &q->wish, &q->number, &q->p)) return STATUS_OK;
    uint64_t first = 1;
    if (list && any && wishes && puzzle_list_find(list, in->variant, &q->wish, &first, &q->p)) {
        q->number = first;
        return STATUS_OK;
    }
    return puzzle_find(q->t, &q->wish, &q->limits, &q->number, &q->p, &in->e);
}

/* The puzzle of a day, which the list has. */
static status find_daily(invocation *in, posed *q) {
    const char *date = in->option[OPTION_DATE];
    uint64_t day = (uint64_t)time(NULL) / 86400;
    if (in->option[OPTION_NUMBER] || in->option[OPTION_GRADE] || in->option[OPTION_THEME])
        return FAIL(&in->e, STATUS_USAGE,
                    "the puzzle of a day has a number, grade and theme of its own");
    if (date && !puzzle_read_date(date, &day))
        return FAIL(&in->e, STATUS_USAGE, "--date: '%.40s' is not a day like 2026-11-18", date);
    const puzzle_list *list = puzzle_list_for(in->variant);
    if (!list)
        return FAIL(&in->e, STATUS_USAGE, "the puzzle of a day has the rules %s of %s",
                    in->game->default_rules, in->game->name);
    time_t seconds = (time_t)(day * 86400);
    struct tm calendar;
    strftime(q->date, sizeof q->date, "%Y-%m-%d", gmtime_r(&seconds, &calendar));
    return puzzle_read_entry(in->variant, puzzle_of_day(list, day), &q->number, &q->p, &in->e);
}

static status by_number(invocation *in, posed *q) {
    const char *name = in->option[OPTION_GAME];
    bool daily = in->option[OPTION_DAILY] || in->option[OPTION_DATE];
    in->game = name ? registry_find(name) : registry_games[0];
    if (!in->game) return FAIL(&in->e, STATUS_USAGE, "unknown game '%.40s'", name);
    status code = STATUS_OK;
    if (!in->option[OPTION_NUMBER] && !daily) {
        if (in->option[OPTION_ANSWER])
            return FAIL(&in->e, STATUS_USAGE, "--answer needs the --number of the puzzle");
        code = any_number(in, &q->number);
    }
    if (code == STATUS_OK) code = read_theme(in, &q->wish.themes);
    if (code == STATUS_OK) code = command_variant(in);
    if (code == STATUS_OK) code = review_engine(in, in->variant, false, &q->t);
    if (code != STATUS_OK) return code;
    q->rules_name = variant_name(in->variant);
    code = daily ? find_daily(in, q) : find(in, q);
    if (code == STATUS_OK) code = pose(in, q);
    engine_close(q->t);
    return code;
}

static status run_puzzle(invocation *in) {
    posed q = {.limits.time.hard = SECONDS};
    uint64_t grade = 0;
    status code = command_number(in, OPTION_NUMBER, 1, UINT64_C(1) << 53, &q.number);
    if (code == STATUS_OK) code = command_number(in, OPTION_GRADE, 1, PUZZLE_GRADES, &grade);
    if (code == STATUS_OK) code = review_look(in, &q.limits);
    if (code != STATUS_OK) return code;
    q.wish.grade = (int)grade;
    return in->option[OPTION_FROM_RECORDS] ? from_records(in, &q) : by_number(in, &q);
}

const command command_puzzle = {
    .name = "puzzle",
    .operands = "",
    .summary = "find the one turn that keeps the value",
    .options = {ACCEPTS(OPTION_GAME), ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_NUMBER),
                ACCEPTS(OPTION_GRADE), ACCEPTS(OPTION_THEME), ACCEPTS(OPTION_DAILY),
                ACCEPTS(OPTION_DATE), ACCEPTS(OPTION_FROM_RECORDS), ACCEPTS(OPTION_SOLUTION),
                ACCEPTS(OPTION_ANSWER), ACCEPTS(OPTION_ASCII), ACCEPTS(OPTION_LOOK_TIME),
                ACCEPTS(OPTION_TABLE), ACCEPTS(OPTION_OUTPUT)},
    .least = 0,
    .most = 0,
    .run = run_puzzle,
};
