/* SPDX-License-Identifier: MIT */
#include "web/border.h"

#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "play/log.h"
#include "web/border_inside.h"

/* --- text ------------------------------------------------------------------------------------- */

void border_put(text *out, const char *value) {
    for (; *value; value++)
        if (*value == '\n')
            text_put(out, "\\n");
        else if (*value == '\t')
            text_put(out, "\\t");
        else if (*value == '\\')
            text_put(out, "\\\\");
        else
            text_char(out, *value);
}

static void unescape(char *value) {
    char *to = value;
    for (const char *from = value; *from; from++) {
        if (*from == '\\' && from[1]) {
            from++;
            *to++ = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

void border_answer(request *r, const char *key, const char *value) {
    text_format(r->out, "%s\t", key);
    border_put(r->out, value);
    text_char(r->out, '\n');
}

void border_answer_number(request *r, const char *key, int value) {
    text_format(r->out, "%s\t%d\n", key, value);
}

void border_answer_position(request *r, const char *key, variant v, const game_position *position) {
    char line[GAME_POSITION_TEXT];
    text t = text_fixed(line, sizeof line);
    variant_write_position(v, position, &t);
    border_answer(r, key, line);
}

/* --- arguments -------------------------------------------------------------------------------- */

const char *border_argument(const request *r, size_t i) {
    return i < r->count && *r->field[i] ? r->field[i] : NULL;
}

status border_number(request *r, size_t i, const char *what, uint64_t most, uint64_t *value) {
    const char *given = border_argument(r, i);
    if (!given) return FAIL(r->e, STATUS_USAGE, "%s: which %s?", r->field[0], what);
    if (!text_is_number(given, most, value))
        return FAIL(r->e, STATUS_USAGE, "%s: %s '%.40s' is not a number from 0 to %llu",
                    r->field[0], what, given, (unsigned long long)most);
    return STATUS_OK;
}

static status need_match(request *r) {
    return r->b->m ? STATUS_OK : FAIL(r->e, STATUS_USAGE, "%s: there is no game", r->field[0]);
}

/* --- the match -------------------------------------------------------------------------------- */

engine_options border_engine(const border *b, variant v) {
    return (engine_options){.variant = v,
                            .threads = 1,
                            .table = ENGINE_ANY_TABLE,
                            .nodes_most = b->nodes_most,
                            .memory = b->nodes_most ? 1 << 16 : 0};
}

status border_install(border *b, match *m, error *e) {
    engine *seated;
    engine_options options = border_engine(b, match_variant(m));
    status code = engine_open(&options, &seated, e);
    if (code != STATUS_OK) {
        match_free(m);
        return code;
    }
    engine_close(b->engine);
    match_free(b->m);
    border_forget(b); /* what was taught about the match before */
    b->m = m;
    b->engine = seated;
    return STATUS_OK;
}

static status named_game(request *r, const game **found) {
    const char *name = border_argument(r, 1);
    *found = name ? registry_find(name) : NULL;
    if (*found) return STATUS_OK;
    return FAIL(r->e, STATUS_USAGE, "%s: unknown game '%.40s'", r->field[0], name ? name : "");
}

/* rules GAME: the names of its rule sets, which is the default, and what the game has */
static status run_rules(request *r) {
    const game *g;
    status code = named_game(r, &g);
    if (code != STATUS_OK) return code;
    for (size_t i = 0; g->rule_set(i); i++) border_answer(r, "rules", g->rule_set(i));
    border_answer(r, "default", g->default_rules);
    if (g->chance) border_answer(r, "has", "chance");
    if (g->tiles) border_answer(r, "has", "tiles");
    return STATUS_OK;
}

/* start GAME [RULES]: the start of a game by these rules, as `describe` would tell it */
static status run_start(request *r) {
    const game *g;
    status code = named_game(r, &g);
    if (code != STATUS_OK) return code;
    const char *name = border_argument(r, 2) ? border_argument(r, 2) : g->default_rules;
    const void *rules = g->find_rules(name);
    if (!rules) return FAIL(r->e, STATUS_INVALID, "start: unknown rules '%.40s'", name);
    game_position start;
    g->start(rules, &start);
    if (g->picture && g->picture->describe) g->picture->describe(rules, &start, r->out);
    return STATUS_OK;
}

/* tiles GAME [SET]: a tile set (empty: the usual one) as the start of a game with it is described;
 * one that is wrong is refused */
static status run_tiles(request *r) {
    const game *g;
    status code = named_game(r, &g);
    if (code != STATUS_OK) return code;
    if (!g->tiles) return FAIL(r->e, STATUS_USAGE, "tiles: %s has no tiles", g->name);
    const void *rules = g->find_rules(g->default_rules);
    void *own = NULL;
    if (border_argument(r, 2)) {
        own = malloc(g->tiles->bytes);
        if (!own) return fail_memory(r->e);
        code = g->tiles->read(r->field[2], own, r->e);
        rules = own;
    }
    if (code == STATUS_OK) {
        game_position start;
        g->start(rules, &start);
        g->picture->describe(rules, &start, r->out);
    }
    free(own);
    return code;
}

/* A secret of the page's that nobody else knows; *given: whether there is one. */
static status read_secret(request *r, size_t i, fair_key *secret, bool *given) {
    const char *hex = border_argument(r, i);
    *given = hex != NULL;
    if (!hex || fair_read(hex, secret->bytes, sizeof secret->bytes)) return STATUS_OK;
    return FAIL(r->e, STATUS_USAGE, "%s: a secret is %d hexadecimal digits", r->field[0],
                2 * CIPHER_BYTES);
}

/* new GAME RULES SEED FIRST BEST-OF NAME NAME DATE [TILES [POSITION [SECRET]]] */
static status run_new(request *r) {
    const game *g;
    uint64_t seed, first, best_of;
    status code = named_game(r, &g);
    if (code != STATUS_OK) return code;
    if (border_argument(r, 9) && !g->tiles)
        return FAIL(r->e, STATUS_USAGE, "new: %s has no tiles", g->name);
    code = border_number(r, 3, "seed", UINT64_MAX, &seed);
    if (code == STATUS_OK) code = border_number(r, 4, "player to begin", 1, &first);
    if (code == STATUS_OK) code = border_number(r, 5, "number of games", 99, &best_of);
    fair_key secret;
    bool fair = false;
    if (code == STATUS_OK) code = read_secret(r, 11, &secret, &fair);
    if (code == STATUS_OK && fair && !g->chance)
        code = FAIL(r->e, STATUS_USAGE, "new: %s draws nothing", g->name);
    if (code != STATUS_OK) return code;
    match_options options = {.game = g,
                             .rules = border_argument(r, 2),
                             .tiles = border_argument(r, 9),
                             .position = border_argument(r, 10),
                             .names = {border_argument(r, 6), border_argument(r, 7)},
                             .date = border_argument(r, 8),
                             .best_of = (int)best_of,
                             .first = (int)first,
                             .seed = seed,
                             .shuffled = g->chance && !fair,
                             .secret = fair ? &secret : NULL};
    match *m;
    code = match_new(&options, &m, r->e);
    return code == STATUS_OK ? border_install(r->b, m, r->e) : code;
}

/* FROM-TEXT TEXT [SECRET]: a fair game goes on as it was if it is the one that was here, else by
 * the secret */
static status open_match(request *r,
                         status (*from_text)(const game *const *games, const char *bytes,
                                             size_t length, match **m, error *e)) {
    const char *written = border_argument(r, 1);
    fair_key secret;
    bool given;
    match *m;
    if (!written)
        return FAIL(r->e, STATUS_INVALID, "%s: the %s is empty", r->field[0],
                    from_text == match_load ? "record" : "log");
    status code = read_secret(r, 2, &secret, &given);
    if (code == STATUS_OK) code = from_text(registry_games, written, strlen(written), &m, r->e);
    if (code != STATUS_OK) return code;
    code = match_draw_on(m, given ? &secret : NULL, r->b->m, r->e);
    if (code == STATUS_OK) return border_install(r->b, m, r->e);
    match_free(m);
    return code;
}

static status run_load(request *r) {
    return open_match(r, match_load);
}

static status run_replay(request *r) {
    return open_match(r, match_read_log);
}

/* --- its log ---------------------------------------------------------------------------------- */

static void answer_events(request *r, size_t after) {
    const match *m = r->b->m;
    for (size_t n = after + 1; n <= match_events(m); n++) {
        text_format(r->out, "event\t%zu\t", n);
        border_put(r->out, match_event(m, n));
        text_char(r->out, '\n');
    }
}

/* events AFTER: those with a higher number */
static status run_events(request *r) {
    uint64_t after;
    status code = border_number(r, 1, "event", LOG_EVENTS_MAX, &after);
    if (code == STATUS_OK) answer_events(r, (size_t)after);
    return code;
}

/* apply EVENT: adds it to the log and answers all that are new; "created" begins another match */
static status run_apply(request *r) {
    event ev;
    size_t before = 0;
    match *m;
    if (r->count < 2) return FAIL(r->e, STATUS_USAGE, "apply: which event?");
    status code = event_read((char *)r->field[1], &ev, r->e); /* in a copy of ours */
    if (code == STATUS_OK && ev.kind == EVENT_CREATED && ev.n == 0) {
        code = match_create(registry_games, &ev, &m, r->e);
        if (code == STATUS_OK) code = border_install(r->b, m, r->e);
    } else if (code == STATUS_OK) {
        code = need_match(r);
        if (code != STATUS_OK) return code;
        before = match_events(r->b->m);
        code = match_apply(r->b->m, &ev, r->e);
    }
    if (code == STATUS_OK) answer_events(r, before);
    return code;
}

static status answer_record(request *r, const match *m) {
    text saved = text_growing();
    status code = match_save(m, &saved, r->e);
    if (code == STATUS_OK) border_answer(r, "record", saved.data);
    text_free(&saved);
    return code;
}

static status run_save(request *r) {
    return answer_record(r, r->b->m);
}

/* The side that wants something of the other, if there is one. */
static void answer_side(request *r, const char *key, int side) {
    if (side >= 0) text_format(r->out, "%s\t%c\n", key, 'a' + side);
}

/* Who plays what, and how far that has come. */
static void answer_score(request *r, const match *m) {
    game_outcome outcome = match_outcome(m);
    int wins[2];
    match_score(m, wins);
    border_answer(r, "game", match_variant(m).game->name);
    border_answer(r, "rules", match_rules_name(m));
    border_answer_number(r, "first", match_player(m, SIDE_A));
    border_answer_number(r, "leader", outcome.leader);
    border_answer_number(r, "over", outcome.over);
    border_answer_number(r, "best-of", match_best_of(m));
    text_format(r->out, "wins\t%d\t%d\n", wins[0], wins[1]);
    border_answer_number(r, "drawn", (int)match_games_played(m) - wins[0] - wins[1]);
    border_answer_number(r, "decided", match_is_decided(m));
    for (int player = 0; player < 2; player++) border_answer(r, "name", match_name(m, player));
    for (size_t ply = 0; ply < match_ply(m); ply++) border_answer(r, "turn", match_turn(m, ply));
}

static status run_state(request *r) {
    const match *m = r->b->m;
    const game *g = match_variant(m).game;
    game_outcome outcome = match_outcome(m);
    uint64_t seed;
    answer_score(r, m);
    border_answer_position(r, "position", match_variant(r->b->m), match_position(m));
    text_format(r->out, "side\t%c\n", 'a' + match_side_to_move(m));
    border_answer_number(r, "player", match_player_to_move(m));
    text_format(r->out, "points\t%d\t%d\n", outcome.points[SIDE_A], outcome.points[SIDE_B]);
    if (g->tie_break)
        text_format(r->out, "ties\t%d\t%d\n", outcome.tie_breaks[SIDE_A],
                    outcome.tie_breaks[SIDE_B]);
    if (match_is_repetition(m))
        border_answer_number(r, "repetition", 1);
    else if (outcome.over && !g->is_over(match_position(m)))
        border_answer(r, "declared", event_reason_name(match_declared(m)));
    answer_side(r, "offers", match_draw_offer(m));
    answer_side(r, "asks", match_undo_asker(m));
    if (match_seed(m, &seed)) text_format(r->out, "seed\t%llu\n", (unsigned long long)seed);
    match_promise promise;
    if (match_find_promise(m, &promise)) {
        border_answer(r, "commitment", promise.commitment);
        border_answer(r, "number", promise.number);
        border_answer_number(r, "told", match_is_revealed(m));
        if (promise.key[0]) border_answer(r, "key", promise.key);
    }
    border_answer_turns(r);
    return STATUS_OK;
}

/* matches FILE: what there is of each match in a file of many, or why it is none */
static status run_matches(request *r) {
    const char *written = border_argument(r, 1);
    match_reader in;
    if (!written) return FAIL(r->e, STATUS_INVALID, "matches: the file is empty");
    status code = match_reader_open(&in, written, strlen(written), r->e);
    if (code != STATUS_OK) return code;
    while (code == STATUS_OK && match_reader_more(&in)) {
        match *m = NULL;
        code = match_reader_next(&in, registry_games, &m, r->e);
        if (code == STATUS_OK) code = answer_record(r, m);
        if (code == STATUS_OK) answer_score(r, m);
        match_free(m);
        if (code != STATUS_INVALID) continue;
        border_answer(r, "refused", r->e->text);
        code = STATUS_OK;
    }
    match_reader_close(&in);
    return code;
}

void border_answer_steps(request *r, const game_steps *steps) {
    border_answer_position(r, "shown", match_variant(r->b->m), &steps->shown);
    border_answer_number(r, "whole", steps->whole);
    border_answer(r, "phase", steps->phase);
    border_answer_number(r, "reach", steps->reach);
    for (size_t i = 0; i < steps->count; i++)
        text_format(r->out, "step\t%s\t%d\n", steps->longer[i].text, steps->earns[i]);
}

/* steps [PART]: what may follow the half-made turn */
static status run_steps(request *r) {
    const match *m = r->b->m;
    game_steps steps;
    const char *part = border_argument(r, 1) ? border_argument(r, 1) : "";
    if (match_outcome(m).over) return FAIL(r->e, STATUS_INVALID, "steps: the game is over");
    if (strlen(part) >= GAME_TURN_BYTES) return FAIL(r->e, STATUS_INVALID, "no turn is that long");
    status code = variant_steps(match_variant(m), match_position(m), part, &steps, r->e);
    if (code != STATUS_OK) return code;
    border_answer_steps(r, &steps);
    return STATUS_OK;
}

static status run_play(request *r) {
    return match_play(r->b->m, border_argument(r, 1) ? border_argument(r, 1) : "", r->e);
}

/* go-to PLY: takes turns back, or makes them again, until so many are made */
static status run_go_to(request *r) {
    uint64_t ply;
    status code = border_number(r, 1, "turn", SIZE_MAX, &ply);
    if (code != STATUS_OK) return code;
    return match_go_to(r->b->m, (size_t)ply, r->e);
}

static status run_resign(request *r) {
    return match_resign(r->b->m, r->e);
}

/* The clock of the side to move has run out. */
static status run_forfeit(request *r) {
    return match_forfeit(r->b->m, r->e);
}

static status run_next(request *r) {
    if (!match_outcome(r->b->m).over)
        return FAIL(r->e, STATUS_INVALID, "next: the game is not over");
    return match_next_game(r->b->m, r->e);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* describe [PART]: what a page that draws for itself must know of the board */
static status run_describe(request *r) {
    const match *m = r->b->m;
    const game_picture *picture = match_variant(m).game->picture;
    game_position shown = *match_position(m);
    if (border_argument(r, 1)) {
        game_steps steps;
        status code = strlen(r->field[1]) < GAME_TURN_BYTES
                          ? variant_steps(match_variant(m), &shown, r->field[1], &steps, r->e)
                          : FAIL(r->e, STATUS_INVALID, "no turn is that long");
        if (code != STATUS_OK) return code;
        shown = steps.shown;
    }
    if (picture && picture->describe) picture->describe(match_variant(m).rules, &shown, r->out);
    return STATUS_OK;
}

/* view [PART]: all that a page needs to show the match with a half-made turn, in one answer */
static status run_view(request *r) {
    status code = border_answer_view(r);
    if (code == STATUS_OK) code = run_describe(r);
    return code == STATUS_OK ? run_state(r) : code;
}

static status run_svg(request *r) {
    const match *m = r->b->m;
    uint64_t swapped = 0;
    status code =
        border_argument(r, 1) ? border_number(r, 1, "swapped colours", 1, &swapped) : STATUS_OK;
    if (code != STATUS_OK) return code;
    text drawing = text_growing();
    picture_draw_svg(match_variant(m), match_position(m), swapped, &drawing);
    if (!drawing.failed) border_answer(r, "svg", drawing.data);
    code = drawing.failed ? fail_memory(r->e) : STATUS_OK;
    text_free(&drawing);
    return code;
}

/* --- thinking --------------------------------------------------------------------------------- */

status border_need_turn(request *r) {
    if (match_outcome(r->b->m).over)
        return FAIL(r->e, STATUS_INVALID, "%s: the game is over", r->field[0]);
    game_turn turns[GAME_TURNS_MAX];
    const match *m = r->b->m;
    if (variant_turns(match_variant(m), match_position(m), turns) == 0)
        return FAIL(r->e, STATUS_INVALID, "%s: what is drawn next is not known", r->field[0]);
    return STATUS_OK;
}

/* choose LEVEL SEED: the turn that a computer player of this level makes */
static status run_choose(request *r) {
    uint64_t level, seed;
    game_turn turn;
    status code = border_number(r, 1, "level", LEVEL_MOST, &level);
    if (code == STATUS_OK) code = border_number(r, 2, "seed", UINT64_MAX, &seed);
    if (code == STATUS_OK) code = border_need_turn(r);
    if (code != STATUS_OK) return code;
    rng random = rng_seeded(seed);
    engine_limits within = {.history = match_history(r->b->m)};
    code = engine_choose(r->b->engine, match_position(r->b->m), (int)level, &random, &within, &turn,
                         r->e);
    if (code != STATUS_OK) return code;
    border_answer(r, "turn", turn.text);
    border_answer_parts(r, turn.text);
    return STATUS_OK;
}

/* Whether there is a table of these rules that can be answered from. */
static status run_tables_of(request *r) {
    const game *g;
    variant v;
    oracle *found;
    status code = named_game(r, &g);
    if (code == STATUS_OK) code = variant_find(g, border_argument(r, 2), &v, r->e);
    if (code != STATUS_OK) return code;
    code = oracle_open(v, &(oracle_wanted){0}, &found, r->e);
    if (code != STATUS_OK && code != STATUS_NO_TABLE) return code;
    border_answer_number(r, "exact", found != NULL);
    if (found) found->close(found);
    return STATUS_OK;
}

/* tables [GAME RULES]: exact values have come or gone; whether there are any for this match, or by
 * these rules, when nothing else changes */
static status run_tables(request *r) {
    border *b = r->b;
    if (border_argument(r, 1)) return run_tables_of(r);
    if (!b->m) return STATUS_OK;
    engine *seated;
    engine_options options = border_engine(b, match_variant(b->m));
    status code = engine_open(&options, &seated, r->e);
    if (code != STATUS_OK) return code;
    engine_close(b->engine);
    b->engine = seated;
    border_answer_number(r, "exact", engine_is_perfect(seated));
    return STATUS_OK;
}

/* --- commands --------------------------------------------------------------------------------- */

static const border_command commands[] = {
    {"rules", false, run_rules},
    {"start", false, run_start},
    {"tiles", false, run_tiles},
    {"new", false, run_new},
    {"load", false, run_load},
    {"save", true, run_save},
    {"state", true, run_state},
    {"steps", true, run_steps},
    {"play", true, run_play},
    {"go-to", true, run_go_to},
    {"resign", true, run_resign},
    {"forfeit", true, run_forfeit},
    {"next", true, run_next},
    {"replay", false, run_replay},
    {"events", true, run_events},
    {"apply", false, run_apply},
    {"describe", true, run_describe},
    {"view", true, run_view},
    {"svg", true, run_svg},
    {"choose", true, run_choose},
    {"tables", false, run_tables},
    {"matches", false, run_matches},
    {NULL, false, NULL},
};

static const border_command *find(const border_command *list, const char *name) {
    while (list->name && strcmp(list->name, name) != 0) list++;
    return list->name ? list : NULL;
}

static status run(request *r) {
    const border_command *c = find(commands, r->field[0]);
    if (!c) c = find(border_teach_commands, r->field[0]);
    if (!c) c = find(border_fair_commands, r->field[0]);
    if (!c) return FAIL(r->e, STATUS_USAGE, "unknown command '%.40s'", r->field[0]);
    status code = c->of_a_match ? need_match(r) : STATUS_OK;
    return code == STATUS_OK ? c->run(r) : code;
}

border *border_new(void) {
    registry_check();
    return calloc(1, sizeof(border));
}

void border_bound(border *b, uint64_t nodes) {
    b->nodes_most = nodes;
}

void border_free(border *b) {
    if (!b) return;
    border_forget(b);
    border_end_review(b);
    engine_close(b->engine);
    match_free(b->m);
    free(b);
}

/* Takes a copy of a line apart and runs it. */
static status run_copy(border *b, char *line, text *out, error *e) {
    request r = {.b = b, .out = out, .e = e};
    for (char *field = line; field;) {
        if (r.count == BORDER_FIELDS)
            return FAIL(e, STATUS_USAGE, "more than %d fields in a line", BORDER_FIELDS);
        r.field[r.count++] = field;
        field = strchr(field, '\t');
        if (field) *field++ = '\0';
    }
    for (size_t i = 0; i < r.count; i++) unescape((char *)r.field[i]);
    return run(&r);
}

void border_line(border *b, const char *line, size_t length, text *out) {
    error e = {""};
    size_t begin = out->length;
    char *copy = malloc(length + 1);
    status code;
    if (!copy) {
        code = fail_memory(&e);
    } else if (memchr(line, '\0', length) || memchr(line, '\n', length)) {
        code = FAIL(&e, STATUS_USAGE, "a line holds neither a NUL nor a line end");
    } else {
        memcpy(copy, line, length);
        copy[length] = '\0';
        code = run_copy(b, copy, out, &e);
    }
    free(copy);
    if (code == STATUS_OK) {
        text_put(out, "ok\n");
        return;
    }
    text_take_back(out, begin); /* half an answer is none */
    text_put(out, "error\t");
    border_put(out, e.text);
    text_char(out, '\n');
}
