/* SPDX-License-Identifier: MIT
 *
 * linework bot: a player on a server (docs/server.md, "Bots"). */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "games/registry.h"
#include "rooms/name.h"

enum { NAME_BYTES = 64 };

static atomic_bool stopped;

static void stop(void) {
    atomic_store(&stopped, true);
}

/* --- telling ---------------------------------------------------------------------------------- */

/* "won", "lost", "drawn", for the side that we had. */
static const char *fate(const table_over *over) {
    if (strcmp(over->result, "1/2-1/2") == 0) return "drawn";
    return (strcmp(over->result, "1-0") == 0) == (over->side == SIDE_A) ? "won" : "lost";
}

static json_t *seated_facts(const bot_news *n) {
    return json_pack("{s:s, s:s, s:i, s:s, s:s, s:s}", "event", "seated", "id", n->seat->id,
                     "player", n->seat->player, "game", n->table->variant.game->name, "rules",
                     variant_name(n->table->variant), "server", n->seat->server);
}

static json_t *over_facts(const bot_news *n) {
    const table_over *over = &n->table->last;
    static const char *const sides[] = {"a", "b"};
    return json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:{s:i, s:i}, s:s}", "event", "over", "id",
                     n->seat->id, "number", (int)n->table->number, "side", sides[over->side],
                     "result", over->result, "reason", over->reason, "points", "a",
                     over->points[SIDE_A], "b", over->points[SIDE_B], "fate", fate(over));
}

static void print_facts(json_t *facts) {
    text line = text_growing();
    error e;
    if (command_write_facts(facts, &line, &e) == STATUS_OK) fputs(line.data, stdout);
    json_decref(facts);
    text_free(&line);
}

static void print_over(const bot_news *n) {
    const table_over *over = &n->table->last;
    printf("%s: %s (%s), %d to %d: %s\n", n->seat->id, over->result, over->reason,
           over->points[SIDE_A], over->points[SIDE_B], fate(over));
}

/* Results to standard output as they come, talk to standard error. */
static void tell(void *context, const bot_news *n) {
    const invocation *in = context;
    bool as_json = in->option[OPTION_JSON], quiet = in->option[OPTION_QUIET];
    switch (n->kind) {
    case BOT_SEATED:
        if (as_json)
            print_facts(seated_facts(n));
        else
            printf("%s: player %d of %s (%s) at %sv1/games/%s\n", n->seat->id, n->seat->player,
                   n->table->variant.game->name, variant_name(n->table->variant), n->seat->server,
                   n->seat->id);
        break;
    case BOT_OVER:
        if (as_json)
            print_facts(over_facts(n));
        else
            print_over(n);
        break;
    case BOT_ALONE:
        if (!quiet) fprintf(stderr, "linework: %s; trying again\n", n->why);
        break;
    case BOT_BACK:
        if (!quiet) fputs("linework: there again\n", stderr);
        break;
    }
    fflush(stdout);
}

/* --- what is wanted --------------------------------------------------------------------------- */

static status read_player(invocation *in, bot_options *o, char *name) {
    uint64_t level = 3;
    text t = text_fixed(name, NAME_BYTES);
    const char *program = in->option[OPTION_ENGINE];
    if (program && in->option[OPTION_LEVEL])
        return FAIL(&in->e, STATUS_USAGE, "options --level and --engine exclude each other");
    size_t bad;
    if (program &&
        (!*program || !text_is_clean(program, strlen(program), &bad) || strpbrk(program, "\r\n\t")))
        return FAIL(&in->e, STATUS_USAGE, "--engine: a command is one line of text");
    status code = command_number(in, OPTION_LEVEL, 0, LEVEL_MOST, &level);
    if (code != STATUS_OK) return code;
    o->plan = program ? (contestant_plan){.kind = CONTESTANT_UGI, .command = program}
                      : (contestant_plan){.kind = CONTESTANT_LEVEL, .level = (int)level};
    if (program)
        text_put(&t, "Engine");
    else
        text_format(&t, "Level %d", (int)level);
    o->name = in->option[OPTION_PLAYER_NAME] ? in->option[OPTION_PLAYER_NAME] : name;
    char kept[MATCH_NAME_BYTES];
    if (name_read(o->name, kept, &in->e) != STATUS_OK)
        return FAIL_WITHIN(&in->e, STATUS_USAGE, "--name");
    return STATUS_OK;
}

static status read_limits(invocation *in, bot_options *o) {
    uint64_t movetime = in->option[OPTION_NODES] ? 0 : 100, nodes = 0, timeout = 10, games = 0;
    status code = command_number(in, OPTION_MOVETIME, 1, 3600000, &movetime);
    if (code == STATUS_OK) code = command_number(in, OPTION_NODES, 1, UINT64_MAX >> 1, &nodes);
    if (code == STATUS_OK) code = command_number(in, OPTION_TIMEOUT, 1, 86400, &timeout);
    if (code == STATUS_OK) code = command_number(in, OPTION_BOT_GAMES, 1, UINT32_MAX, &games);
    o->rules = (contestant_rules){.table = in->option[OPTION_TABLE],
                                  .nodes = nodes,
                                  .seconds = (double)movetime / 1000,
                                  .patience = (double)timeout};
    o->games_most = games;
    return code;
}

/* The rules of a game that is made, which are looked up here so that a mistake is told at once. */
static status read_game(invocation *in, bot_options *o, text *tiles) {
    uint64_t best_of = 1;
    const char *first = in->option[OPTION_FIRST];
    o->game = in->option[OPTION_GAME];
    in->game = o->game ? registry_find(o->game) : registry_games[0];
    if (!in->game) return FAIL(&in->e, STATUS_USAGE, "--game: there is no game '%.40s'", o->game);
    if (in->option[OPTION_TILES] && !in->game->tiles)
        return FAIL(&in->e, STATUS_USAGE, "--tiles: %s has no tiles", in->game->name);
    status code = command_variant(in);
    if (code == STATUS_OK) code = command_number(in, OPTION_BEST_OF, 1, 5, &best_of);
    if (code != STATUS_OK) return code;
    if (best_of % 2 == 0) return FAIL(&in->e, STATUS_USAGE, "--best-of: 1, 3 or 5 games");
    if (first && strcmp(first, "1") != 0 && strcmp(first, "2") != 0)
        return FAIL(&in->e, STATUS_USAGE, "--first: '%.40s' is neither 1 nor 2", first);
    o->game_rules = in->option[OPTION_RULES];
    if (in->option[OPTION_TILES]) variant_write_rules(in->variant, tiles);
    o->tiles = tiles->data;
    o->first = !first ? "random" : *first == '1' ? "me" : "you";
    o->best_of = (int)best_of;
    o->is_public = in->option[OPTION_PUBLIC];
    return tiles->failed ? fail_memory(&in->e) : STATUS_OK;
}

static status check_combination(invocation *in, const bot_options *o) {
    static const option_id of_new_games[] = {OPTION_RULES, OPTION_TILES, OPTION_FIRST,
                                             OPTION_BEST_OF, OPTION_PUBLIC};
    bool makes_game = !o->server.id[0] && !o->accepts_open;
    for (size_t i = 0; !makes_game && i < sizeof of_new_games / sizeof *of_new_games; i++)
        if (in->option[of_new_games[i]])
            return FAIL(&in->e, STATUS_USAGE,
                        "--rules, --tiles, --first, --best-of and --public are for a game that is "
                        "made");
    if (o->accepts_open && o->server.id[0])
        return FAIL(&in->e, STATUS_USAGE,
                    "--accept-open needs the address of a server, not that "
                    "of a game");
    return STATUS_OK;
}

static status run_bot(invocation *in) {
    char name[NAME_BYTES];
    text tiles = text_growing();
    bot_options o = {.games = registry_games,
                     .seat_file = in->option[OPTION_TOKEN_FILE],
                     .accepts_open = in->option[OPTION_ACCEPT_OPEN],
                     .plays_again = in->option[OPTION_REMATCH],
                     .stop = &stopped,
                     .told = tell,
                     .context = in};
    status code = address_read(in->operands[0], &o.server, &in->e);
    if (code == STATUS_OK) code = check_combination(in, &o);
    if (code == STATUS_OK) code = read_player(in, &o, name);
    if (code == STATUS_OK) code = read_limits(in, &o);
    if (code == STATUS_OK) code = read_game(in, &o, &tiles);
    if (code == STATUS_OK) {
        signal(SIGPIPE, SIG_IGN);
        interrupt_catch(stop);
        code = bot_run(&o, &in->e);
        in->ended_by = interrupt_signal();
    }
    text_free(&tiles);
    return code;
}

const command command_bot = {
    .name = "bot",
    .operands = "URL",
    .summary = "play on a server: in the game at URL, or in one that is made there",
    .options = {ACCEPTS(OPTION_LEVEL), ACCEPTS(OPTION_ENGINE), ACCEPTS(OPTION_ACCEPT_OPEN),
                ACCEPTS(OPTION_TOKEN_FILE), ACCEPTS(OPTION_PLAYER_NAME), ACCEPTS(OPTION_GAME),
                ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_TILES), ACCEPTS(OPTION_FIRST),
                ACCEPTS(OPTION_BEST_OF), ACCEPTS(OPTION_PUBLIC), ACCEPTS(OPTION_BOT_GAMES),
                ACCEPTS(OPTION_REMATCH), ACCEPTS(OPTION_MOVETIME), ACCEPTS(OPTION_NODES),
                ACCEPTS(OPTION_TIMEOUT), ACCEPTS(OPTION_TABLE), ACCEPTS(OPTION_QUIET)},
    .least = 1,
    .most = 1,
    .run = run_bot,
};
