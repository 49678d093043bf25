/* SPDX-License-Identifier: MIT */
#include "ugi/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/registry.h"

static const char usual_table[] = "<auto>", no_text[] = "<empty>";

/* --- the engine ----------------------------------------------------------------------------- */

static status make_engine(session *s, error *e) {
    engine_options options = {.variant = s->line.variant,
                              .memory = (size_t)s->memory << 20,
                              .threads = (int)s->threads,
                              .table = ENGINE_ANY_TABLE,
                              .table_file = s->table,
                              .nodes_most = s->bounds.nodes,
                              .seconds_most = s->bounds.seconds,
                              .clock = s->clock};
    return engine_open(&options, &s->engine, e);
}

status session_prepare(session *s, error *e) {
    return s->engine ? STATUS_OK : make_engine(s, e);
}

/* Puts changed settings in place, if a engine can be had for them. */
static status install(session *s, session *changed, error *e) {
    changed->engine = NULL;
    status code = make_engine(changed, e);
    if (code != STATUS_OK) return code;
    engine_close(s->engine);
    *s = *changed;
    return STATUS_OK;
}

/* --- options --------------------------------------------------------------------------------- */

static status set_threads(session *s, uint64_t value, error *e) {
    session changed = *s;
    changed.threads = value;
    return install(s, &changed, e);
}

static status set_memory(session *s, uint64_t value, error *e) {
    session changed = *s;
    changed.memory = value;
    return install(s, &changed, e);
}

static status set_variations(session *s, uint64_t value, error *e) {
    (void)e;
    s->variations = value;
    return STATUS_OK;
}

static status set_level(session *s, uint64_t value, error *e) {
    (void)e;
    s->level = value;
    return STATUS_OK;
}

static status set_seed(session *s, uint64_t value, error *e) {
    (void)e;
    s->seed = value;
    s->random = rng_seeded(value);
    return STATUS_OK;
}

static status set_table(session *s, const char *value, error *e) {
    if (s->bounds.no_files) return FAIL(e, STATUS_INVALID, "files cannot be named here");
    session changed = *s;
    bool usual = strcmp(value, usual_table) == 0;
    changed.table = usual ? NULL : strdup(strcmp(value, no_text) == 0 ? "" : value);
    if (!usual && !changed.table) return fail_memory(e);
    char *before = s->table;
    status code = install(s, &changed, e);
    free(code == STATUS_OK ? before : changed.table);
    return code;
}

/* Other rules: by name, or written out. A table that was named is not one of theirs. */
static status change_rules(session *s, const game *g, const char *name, const char *own, error *e) {
    session changed = *s;
    changed.line = (replay){0};
    if (s->table && *s->table) changed.table = NULL;
    status code = replay_set_rules(&changed.line, g, name, own, e);
    if (code == STATUS_OK) code = replay_set_start(&changed.line, NULL, NULL, NULL, e);
    session before = *s;
    if (code == STATUS_OK) code = install(s, &changed, e);
    if (code != STATUS_OK) {
        replay_free(&changed.line);
        return code;
    }
    replay_free(&before.line);
    if (before.table != s->table) free(before.table);
    return STATUS_OK;
}

static status set_game(session *s, const char *value, error *e) {
    const game *g = registry_find(value);
    if (!g) return FAIL(e, STATUS_INVALID, "there is no game '%.40s'", value);
    return change_rules(s, g, NULL, NULL, e);
}

static status set_rules(session *s, const char *value, error *e) {
    return change_rules(s, s->line.variant.game, value, NULL, e);
}

static status set_tiles(session *s, const char *value, error *e) {
    const game *g = s->line.variant.game;
    if (!g->tiles) return FAIL(e, STATUS_INVALID, "%s has no tiles", g->name);
    return change_rules(s, g, NULL, strcmp(value, no_text) == 0 ? NULL : value, e);
}

typedef struct option {
    const char *name;
    uint64_t usual, least, most; /* of a number */
    status (*set_number)(session *s, uint64_t value, error *e);
    status (*set_text)(session *s, const char *value, error *e);
    const char *usual_text; /* NULL: one of a list, below */
} option;

enum { MEMORY_MOST = sizeof(size_t) > 4 ? 1 << 16 : 1 << 10 };

static const option options[] = {
    {.name = "Game", .set_text = set_game},
    {.name = "Rules", .set_text = set_rules},
    {.name = "Tiles", .set_text = set_tiles, .usual_text = no_text},
    {.name = "Threads", .usual = 1, .least = 1, .most = 256, .set_number = set_threads},
    {.name = "Hash", .usual = 16, .least = 1, .most = MEMORY_MOST, .set_number = set_memory},
    {.name = "MultiPV",
     .usual = 1,
     .least = 1,
     .most = VARIATIONS_MAX,
     .set_number = set_variations},
    {.name = "Skill Level",
     .usual = SESSION_NO_LEVEL,
     .most = SESSION_NO_LEVEL,
     .set_number = set_level},
    {.name = "Seed", .most = UINT64_MAX, .set_number = set_seed},
    {.name = "TablePath", .set_text = set_table, .usual_text = usual_table},
};

enum { OPTIONS = sizeof options / sizeof *options };

static uint64_t most_of(const session *s, const option *o) {
    uint64_t bound = o->set_number == set_threads  ? (uint64_t)s->bounds.threads
                     : o->set_number == set_memory ? s->bounds.memory
                                                   : 0;
    return bound > 0 && bound < o->most ? bound : o->most;
}

static uint64_t usual_of(const session *s, const option *o) {
    uint64_t most = most_of(s, o);
    return o->usual < most ? o->usual : most;
}

status session_set(session *s, const char *name, const char *value, error *e) {
    const option *o = NULL;
    for (size_t i = 0; i < OPTIONS; i++)
        if (strcasecmp(options[i].name, name) == 0) o = &options[i];
    if (!o) return FAIL(e, STATUS_INVALID, "there is no option '%.40s'", name);
    uint64_t number = 0, most = most_of(s, o);
    status code;
    if (o->set_text)
        code = o->set_text(s, value, e);
    else if (!text_is_number(value, most, &number) || number < o->least)
        code = FAIL(e, STATUS_INVALID, "'%.40s' is not a number from %llu to %llu", value,
                    (unsigned long long)o->least, (unsigned long long)most);
    else
        code = o->set_number(s, number, e);
    return code == STATUS_OK ? code : FAIL_WITHIN(e, code, "%s", o->name);
}

/* Rule sets of all games are listed: which of them can be chosen depends on the game. */
static void list_choices(const option *o, text *out) {
    const game *first = registry_games[0];
    bool games = o->set_text == set_game;
    text_format(out, "combo default %s", games ? first->name : first->default_rules);
    for (size_t g = 0; registry_games[g]; g++) {
        if (games) text_format(out, " var %s", registry_games[g]->name);
        for (size_t i = 0; !games && registry_games[g]->rule_set(i); i++)
            text_format(out, " var %s", registry_games[g]->rule_set(i));
    }
    text_char(out, '\n');
}

void session_list_options(const session *s, text *out) {
    for (size_t i = 0; i < OPTIONS; i++) {
        const option *o = &options[i];
        text_format(out, "option name %s type ", o->name);
        if (o->set_number)
            text_format(out, "spin default %llu min %llu max %llu\n",
                        (unsigned long long)usual_of(s, o), (unsigned long long)o->least,
                        (unsigned long long)most_of(s, o));
        else if (o->usual_text)
            text_format(out, "string default %s\n", o->usual_text);
        else
            list_choices(o, out);
    }
}

/* --- sessions -------------------------------------------------------------------------------- */

void session_open(const session_bounds *bounds, session *s) {
    *s = (session){.bounds = *bounds};
    error e;
    status code = replay_set_rules(&s->line, registry_games[0], NULL, NULL, &e);
    if (code == STATUS_OK) code = replay_set_start(&s->line, NULL, NULL, NULL, &e);
    assert(code == STATUS_OK); /* the default rules of a game are there, and need no memory */
    for (size_t i = 0; i < OPTIONS; i++) {
        uint64_t usual = usual_of(s, &options[i]);
        if (options[i].set_number == set_threads)
            s->threads = usual; /* without a engine already */
        else if (options[i].set_number == set_memory)
            s->memory = usual;
        else if (options[i].set_number)
            options[i].set_number(s, usual, &e);
    }
}

void session_close(session *s) {
    engine_close(s->engine);
    replay_free(&s->line);
    free(s->table);
    *s = (session){0};
}

void session_restart(session *s) {
    if (s->engine) engine_forget(s->engine);
    replay_cut(&s->line, 0);
    variant_start(s->line.variant, &s->line.start);
}

const game_position *session_position(const session *s) {
    return replay_position(&s->line, s->line.count);
}

game_history session_history(const session *s) {
    return replay_history(&s->line, s->line.count);
}

game_outcome session_outcome(const session *s) {
    return replay_outcome(&s->line, s->line.count);
}

/* --- positions ------------------------------------------------------------------------------- */

char *session_word(char **rest) {
    char *word = *rest + strspn(*rest, " \t");
    size_t length = strcspn(word, " \t");
    if (length == 0) return NULL;
    *rest = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

status session_set_position(session *s, const char *start, const char *draws, char *moves,
                            error *e) {
    replay line = {.variant = s->line.variant};
    if (draws && !line.variant.game->chance)
        return FAIL(e, STATUS_INVALID, "%s has no draws", line.variant.game->name);
    status code = replay_set_start(&line, start, NULL, draws, e);
    char *turn;
    while (code == STATUS_OK && moves && (turn = session_word(&moves))) {
        code = replay_play(&line, turn, 0, e);
        if (code != STATUS_OK) code = FAIL_WITHIN(e, code, "move %zu", line.count + 1);
    }
    if (code != STATUS_OK) {
        replay_free(&line);
        return code;
    }
    line.own_rules = s->line.own_rules; /* handed on */
    s->line.own_rules = NULL;
    replay_free(&s->line);
    s->line = line;
    return STATUS_OK;
}
