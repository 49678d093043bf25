/* SPDX-License-Identifier: MIT
 *
 * Arguments and help. Not getopt: to the contract a lone "--" is a turn (a pass), and operands
 * and options may stand in any order. */
#include "cli/command.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/registry.h"
#include "native/file.h"
#include "native/json.h"
#include "play/replay.h"

typedef struct option {
    char letter; /* 0: none */
    const char *name;
    const char *value; /* how the value is called, or NULL for a flag */
    const char *help;
} option;

static const option options[OPTION_COUNT] = {
    [OPTION_HELP] = {'h', "help", NULL, "show this help"},
    [OPTION_VERSION] = {0, "version", NULL, "show the version"},
    [OPTION_JSON] = {0, "json", NULL, "the same facts as JSON"},
    [OPTION_OUTPUT] = {'o', "output", "FILE",
                       "write the result to FILE instead of standard output"},
    [OPTION_RULES] = {0, "rules", "R", "the rule set (default: the game's own)"},
    [OPTION_POSITION] = {0, "position", "P", "the position (default: the start of the game)"},
    [OPTION_DIVIDE] = {0, "divide", NULL, "list the number by first turn"},
    [OPTION_SVG] = {0, "svg", NULL, "draw as SVG"},
    [OPTION_HASH] = {0, "hash", NULL, "only the SHA-256 of all values"},
    [OPTION_ASCII] = {0, "ascii", NULL, "draw with letters and dashes only"},
    [OPTION_CHECK] = {0, "check", NULL, "only check, print nothing"},
    [OPTION_LEVEL] = {0, "level", "N", "the computer's level, 0 to 10 (default: 3)"},
    [OPTION_TWO_PLAYERS] = {0, "two-players", NULL, "two people take turns at this terminal"},
    [OPTION_FIRST] = {0, "first", "1|2",
                      "who begins: you (1) or the other (2); default: drawn by lot"},
    [OPTION_BEST_OF] = {0, "best-of", "N", "a match of 1, 3, 5 ... games (default: 1)"},
    [OPTION_SEED] = {0, "seed", "S", "fixes every random choice"},
    [OPTION_VALUES] = {0, "values", NULL, "with their exact values, best first"},
    [OPTION_TABLE] = {0, "table", "FILE", "the table (default: in the user's data folder)"},
    [OPTION_THREADS] = {0, "threads", "N",
                        "how many threads (default: one for each core; to review: 1)"},
    [OPTION_SAMPLE] = {0, "sample", "N", "check N random placements (default: 100000)"},
    [OPTION_ALL] = {0, "all", NULL, "every placement; to solve: every rule set without a table"},
    [OPTION_QUIET] = {'q', "quiet", NULL, "no talk"},
    [OPTION_LOAD] = {0, "load", "FILE", "go on with a saved match"},
    [OPTION_TILES] = {0, "tiles", "FILE", "another tile set than the standard one"},
    [OPTION_DRAWS] = {0, "draws", "LIST", "the tiles in the order of the stack: 01,02,..."},
    [OPTION_VERBOSE] = {'v', "verbose", NULL, "say where the points come from"},
    [OPTION_PORT] = {0, "port", "N", "the port (default: any that is free)"},
    [OPTION_EVERYONE] = {0, "everyone", NULL, "let other machines of the network in, too"},
    [OPTION_OPEN] = {0, "open", NULL, "show the page in the browser of this desktop"},
    [OPTION_NAME] = {0, "name", "HOST",
                     "a name by which browsers reach this machine (may be repeated)"},
    [OPTION_STORE] = {0, "store", "URL",
                      "where games between people are kept: sqlite:FILE (default: games.db in the "
                      "data folder) or "
                      "postgresql://..."},
    [OPTION_RETAIN] = {0, "retain", "DAYS",
                       "how long finished games are kept (default: 365; 0: for ever)"},
    [OPTION_TLS] = {0, "tls", "CERT KEY", "encrypt, with this certificate chain and key (PEM)"},
    [OPTION_PROXY] = {0, "proxy", NULL,
                      "a proxy on this machine tells for whom it asks (X-Forwarded-For, -Proto)"},
    [OPTION_PUBLIC_METRICS] = {0, "public-metrics", NULL,
                               "tell the numbers of /metrics to other machines, too"},
    [OPTION_GAME] = {0, "game", "G", NULL /* put_games */},
    [OPTION_GAMES] = {0, "games", "N", "how many games (default: 400)"},
    [OPTION_OPENINGS] =
        {0, "openings", "N",
         "random turns at the beginning (default: 2; of levels and games with draws: none)"},
    [OPTION_SPRT] = {0, "sprt", "E0,E1", "play until it is clear which Elo difference is right"},
    [OPTION_CONCURRENCY] = {0, "concurrency", "N", "games at once (default: one for each core)"},
    [OPTION_MOVETIME] = {0, "movetime", "MS",
                         "milliseconds a turn for UGI programs (default: 100)"},
    [OPTION_NODES] = {0, "nodes", "N", "nodes a turn for UGI programs"},
    [OPTION_TIMEOUT] = {0, "timeout", "S",
                        "seconds a UGI program may be late until it loses (default: 10)"},
    [OPTION_RECORDS] = {'o', "output", "FILE", "keep the games in FILE, as records"},
    [OPTION_RESUME] = {0, "resume", NULL, "go on with the interrupted match in that file"},
    [OPTION_LUCK] = {0, "luck", NULL, "tell the score without the luck of the draws, too"},
    [OPTION_FROM] = {0, "from", "N", "the first level (default: 1)"},
    [OPTION_TO] = {0, "to", "N", "the last level (default: 10)"},
    [OPTION_LOOK_NODES] = {0, "nodes", "N", "how many nodes a look at a turn may take"},
    [OPTION_LOOK_TIME] = {0, "time", "S", "how many seconds it may take, as 2 or 0.5"},
    [OPTION_NUMBER] = {0, "number", "N", "the number of the game or puzzle"},
    [OPTION_ANNOTATE] = {0, "annotate", NULL, "print the record with remarks"},
    [OPTION_GRADE] = {0, "grade", "1-5", "how hard: 1 is easy"},
    [OPTION_THEME] = {0, "theme", "T", "what the puzzle is about"},
    [OPTION_DAILY] = {0, "daily", NULL, "the puzzle of the day, the same everywhere (UTC)"},
    [OPTION_DATE] = {0, "date", "YYYY-MM-DD", "that of another day"},
    [OPTION_FROM_RECORDS] = {0, "from", "FILE", "puzzles from the mistakes in your own records"},
    [OPTION_SOLUTION] = {0, "solution", NULL, "tell the solution, too"},
    [OPTION_ENGINE] = {0, "engine", "CMD", "any UGI program plays instead of a level"},
    [OPTION_ACCEPT_OPEN] = {0, "accept-open", NULL, "take open public games, one after the other"},
    [OPTION_TOKEN_FILE] = {0, "token-file", "FILE", "keep the seat in FILE, and go on from there"},
    [OPTION_PLAYER_NAME] = {0, "name", "NAME", "the name under which it plays"},
    [OPTION_PUBLIC] = {0, "public", NULL, "the game that is made is open to everybody"},
    [OPTION_BOT_GAMES] = {0, "games", "N", "end after so many games (default: without end)"},
    [OPTION_REMATCH] = {0, "rematch", NULL, "stay for a rematch, up to a minute"},
    [OPTION_ANSWER] = {0, "answer", "TURN", "say whether TURN is right (exit code 5: it is not)"},
};

bool command_concerns(const command *c, const game *g) {
    return !g || ((!c->with_draws || g->chance) && (!c->with_tiles || g->tiles) &&
                  (!c->with_tables || g->solution) && (!c->with_solver || g->solver));
}

/* Options about a stack or tiles are unknown to the commands of a game that has none, and so on. */
static bool is_known_to(const game *g, unsigned id) {
    bool about_draws = id == OPTION_DRAWS || id == OPTION_SEED;
    bool about_tiles = id == OPTION_TILES;
    bool about_routes = id == OPTION_VERBOSE;
    bool about_values = id == OPTION_VALUES || id == OPTION_TABLE;
    return (!about_draws || g->chance) && (!about_tiles || g->tiles) &&
           (!about_routes || g->explain) && (!about_values || g->solution);
}

static bool accepts(const command *c, const game *g, unsigned id) {
    bool by_all = id == OPTION_HELP || id == OPTION_VERSION || id == OPTION_JSON;
    return (by_all || c->options[id]) &&
           (!g || c->with_tables || c->with_solver || is_known_to(g, id));
}

static const option *find_option(const invocation *in, const char *word, size_t length,
                                 option_id *id) {
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const option *o = &options[i];
        bool by_letter =
            word[0] == '-' && word[1] != '-' && length == 2 && o->letter && word[1] == o->letter;
        bool by_name = word[0] == '-' && word[1] == '-' && strlen(o->name) == length - 2 &&
                       memcmp(word + 2, o->name, length - 2) == 0;
        if ((by_letter || by_name) && accepts(in->command, in->game, i)) {
            *id = (option_id)i;
            return o;
        }
    }
    return NULL;
}

/* Reads the option at argv[*at] and its value, and moves *at to the last word taken. */
static status parse_option(invocation *in, int argc, char **argv, int *at) {
    const char *word = argv[*at];
    const char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
    option_id id;
    const option *o = find_option(in, word, equals ? (size_t)(equals - word) : strlen(word), &id);
    if (!o) return FAIL(&in->e, STATUS_USAGE, "unknown option '%.60s'", word);
    const char *value = "";
    if (o->value) {
        if (equals)
            value = equals + 1;
        else if (*at + 1 < argc)
            value = argv[++*at];
        else
            return FAIL(&in->e, STATUS_USAGE, "option %s needs a value, %s", word, o->value);
    } else if (equals) {
        return FAIL(&in->e, STATUS_USAGE, "option --%s takes no value", o->name);
    }
    if (id == OPTION_TLS) {
        if (equals || *at + 1 >= argc)
            return FAIL(&in->e, STATUS_USAGE, "option --%s needs two values, %s", o->name,
                        o->value);
        in->second = argv[++*at];
    }
    if (id == OPTION_NAME) {
        size_t count = 0;
        while (in->repeated[count]) count++;
        if (count == REPEATS_MAX)
            return FAIL(&in->e, STATUS_USAGE, "option --%s is given more than %d times", o->name,
                        REPEATS_MAX);
        in->repeated[count] = value;
    } else if (in->option[id] && o->value)
        return FAIL(&in->e, STATUS_USAGE, "option --%s is given twice", o->name);
    in->option[id] = value;
    return STATUS_OK;
}

status command_parse(invocation *in, int argc, char **argv) {
    in->operands = argv;
    in->operand_count = 0;
    for (int i = 0; i < argc; i++) {
        bool operand = argv[i][0] != '-' || strcmp(argv[i], "-") == 0 || strcmp(argv[i], "--") == 0;
        if (operand) {
            in->operands[in->operand_count++] = argv[i];
            continue;
        }
        status code = parse_option(in, argc, argv, &i);
        if (code != STATUS_OK) return code;
    }
    if (in->option[OPTION_HELP] || in->option[OPTION_VERSION]) return STATUS_OK;
    const char *output = in->option[OPTION_OUTPUT], *records = in->option[OPTION_RECORDS];
    if ((output && !*output) || (records && !*records))
        return FAIL(&in->e, STATUS_USAGE, "-o: a file without a name");
    const command *c = in->command;
    if (in->operand_count < c->least)
        return FAIL(&in->e, STATUS_USAGE, "%s is missing", c->operands);
    if (in->operand_count > c->most)
        return FAIL(&in->e, STATUS_USAGE, "'%.60s' is one word too many", in->operands[c->most]);
    return STATUS_OK;
}

status command_usual_store(text *url, error *e) {
    text path = text_growing();
    status code = file_data_path("games.db", &path, e);
    if (code == STATUS_OK) code = file_make_folders(path.data, e);
    if (code == STATUS_OK) text_format(url, "sqlite:%s", path.data);
    text_free(&path);
    return code == STATUS_OK && url->failed ? fail_memory(e) : code;
}

static void put_command(const command *c, const game *g, text *out) {
    text_put(out, "linework ");
    bool of_some = c->with_draws || c->with_tiles || c->with_tables || c->with_solver;
    for (size_t i = 0; !g && of_some && registry_games[i]; i++)
        if (command_concerns(c, registry_games[i])) g = registry_games[i];
    if (c->of_a_game) text_format(out, "%s ", g ? g->name : "GAME");
    text_put(out, c->name);
}

/* "which game: one, two or three (default: one)" */
static void put_games(text *out) {
    const game *usual = registry_games[0];
    assert(usual); /* there is no list without a game */
    text_put(out, "which game:");
    for (size_t i = 0; registry_games[i]; i++) {
        const char *gap = i == 0 ? " " : registry_games[i + 1] ? ", " : " or ";
        text_format(out, "%s%s", gap, registry_games[i]->name);
    }
    text_format(out, " (default: %s)", usual->name);
}

void command_help(const command *c, const game *g, text *out) {
    text_put(out, "usage: ");
    put_command(c, g, out);
    text_format(out, " [options]%s%s\n\n%s\n\noptions:\n", *c->operands ? " " : "", c->operands,
                c->summary);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        if (!accepts(c, g, i)) continue;
        const option *o = &options[i];
        char left[40];
        text t = text_fixed(left, sizeof left);
        if (o->letter) text_format(&t, "-%c, ", o->letter);
        text_format(&t, "--%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        text_format(out, "  %-18s ", left);
        if (i == OPTION_GAME)
            put_games(out);
        else
            text_put(out, o->help);
        text_char(out, '\n');
    }
}

void command_help_all(const command *const *all, const game *g, text *out) {
    text_put(out, "usage: linework COMMAND [options] [arguments]\n\n"
                  "The board games Linja and Liniell: play, rules, records.\n\ncommands:\n");
    for (size_t i = 0; all[i]; i++) {
        if (g && (!all[i]->of_a_game || !command_concerns(all[i], g))) continue;
        char left[80];
        text t = text_fixed(left, sizeof left);
        put_command(all[i], g, &t);
        text_format(&t, " %s", all[i]->operands);
        text_format(out, "  %-34s %s\n", left, all[i]->summary);
    }
    if (!g) {
        text_put(out, "\nGAME is one of:");
        for (size_t i = 0; registry_games[i]; i++) text_format(out, " %s", registry_games[i]->name);
        text_char(out, '\n');
    }
    text_put(out, "\nlinework COMMAND --help tells more; every command knows --json.\n"
                  "Exit codes: 0 done, 1 failure, 2 usage, 3 invalid input, 4 table missing or\n"
                  "corrupt, 5 a check found differences.\n");
}

bool command_may_colour(const invocation *in) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (no_colour && *no_colour) return false;
    if (!terminal || strcmp(terminal, "dumb") == 0) return false;
    return !in->option[OPTION_OUTPUT] && isatty(STDOUT_FILENO);
}

status command_number(invocation *in, option_id id, uint64_t least, uint64_t most,
                      uint64_t *value) {
    const char *given = in->option[id];
    if (!given || (text_is_number(given, most, value) && *value >= least)) return STATUS_OK;
    return FAIL(&in->e, STATUS_USAGE, "--%s: '%.40s' is not a number from %llu to %llu",
                options[id].name, given, (unsigned long long)least, (unsigned long long)most);
}

status command_facts(invocation *in, json_t *facts) {
    if (!facts) return fail_memory(&in->e);
    in->facts = facts;
    return STATUS_OK;
}

static atomic_bool lacked_memory;

static void *allocate(size_t bytes) {
    void *room = malloc(bytes);
    if (!room) atomic_store(&lacked_memory, true);
    return room;
}

void command_watch_memory(void) {
    json_set_alloc_funcs(allocate, free);
}

bool command_lacked_memory(void) {
    return atomic_load(&lacked_memory);
}

status command_write_facts(const json_t *facts, text *out, error *e) {
    json_put(facts, out);
    text_char(out, '\n');
    return !out->failed && !command_lacked_memory() ? STATUS_OK : fail_memory(e);
}

status command_read_tiles(invocation *in) {
    const char *path = in->option[OPTION_TILES];
    if (!path) return STATUS_OK;
    if (in->option[OPTION_RULES])
        return FAIL(&in->e, STATUS_USAGE, "options --tiles and --rules exclude each other");
    in->tiles = text_growing();
    status code = file_read(path, &in->tiles, &in->e);
    if (code != STATUS_OK) return code;
    text_put(&in->tiles, ""); /* an empty file is a text, too */
    if (in->tiles.failed) return fail_memory(&in->e);
    size_t bad;
    if (!text_is_clean(in->tiles.data, in->tiles.length, &bad))
        return FAIL(&in->e, STATUS_INVALID, "%.120s: byte %zu is not text", path, bad + 1);
    return STATUS_OK;
}

status command_variant(invocation *in) {
    if (!in->option[OPTION_TILES])
        return variant_find(in->game, in->option[OPTION_RULES], &in->variant, &in->e);
    status code = command_read_tiles(in);
    if (code != STATUS_OK) return code;
    in->own_rules = malloc(in->game->tiles->bytes);
    if (!in->own_rules) return fail_memory(&in->e);
    code = in->game->tiles->read(in->tiles.data, in->own_rules, &in->e);
    if (code != STATUS_OK) return FAIL_WITHIN(&in->e, code, "%.120s", in->option[OPTION_TILES]);
    in->variant = variant_own(in->game, in->own_rules);
    return STATUS_OK;
}

status command_position(invocation *in, game_position *position) {
    uint64_t seed = 0;
    status code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &seed);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_SEED] && in->option[OPTION_DRAWS])
        return FAIL(&in->e, STATUS_USAGE, "options --seed and --draws exclude each other");
    replay p = {.variant = in->variant};
    code = replay_set_start(&p, in->option[OPTION_POSITION], in->option[OPTION_SEED] ? &seed : NULL,
                            in->option[OPTION_DRAWS], &in->e);
    if (code == STATUS_OK) *position = p.start;
    return code;
}

position_text command_position_text(variant v, const game_position *position) {
    position_text result;
    text t = text_fixed(result.text, sizeof result.text);
    variant_write_position(v, position, &t);
    return result;
}
