/* SPDX-License-Identifier: MIT */
#include "contest/contestant.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/level.h"
#include "linja/linja.h"
#include "solution/oracle.h"
#include "ugi/client.h"

struct contestant {
    contestant_plan plan;
    contestant_rules rules;
    rng random;
    thinker *thinker;
    ugi_client *client; /* NULL: it failed and has to be started again */
};

/* --- names -------------------------------------------------------------------------------------
 */

static bool scan_limit(scan *s, contestant_plan *plan) {
    uint64_t depth;
    if (scan_word(s, "nodes=")) return scan_number(s, UINT64_MAX, &plan->nodes) && plan->nodes > 0;
    if (scan_word(s, "time="))
        return scan_decimal(s, 1000000, 3, &plan->seconds) && plan->seconds > 0;
    if (!scan_word(s, "depth=") || !scan_number(s, 1000, &depth)) return false;
    plan->depth = (int)depth;
    return depth > 0;
}

static status read_command(const char *command, error *e) {
    size_t bad;
    if (!*command) return FAIL(e, STATUS_USAGE, "'ugi:' needs a command");
    if (!text_is_clean(command, strlen(command), &bad) || strpbrk(command, "\r\n\t"))
        return FAIL(e, STATUS_USAGE, "the command behind 'ugi:' must be one line of text");
    return STATUS_OK;
}

status contestant_read(const game *g, const char *string, contestant_plan *out, error *e) {
    contestant_plan plan = {0};
    scan s = scan_string(string);
    uint64_t level;
    if (scan_word(&s, "ugi:")) {
        status code = read_command(s.at, e);
        if (code != STATUS_OK) return code;
        plan = (contestant_plan){.kind = CONTESTANT_UGI, .command = s.at};
    } else if (scan_word(&s, "level:")) {
        if (!scan_number(&s, LEVEL_MOST, &level) || !scan_done(&s))
            return FAIL(e, STATUS_USAGE, "player '%.40s': levels are 0 to %d", string, LEVEL_MOST);
        plan = (contestant_plan){.kind = CONTESTANT_LEVEL, .level = (int)level};
    } else if (scan_word(&s, "search:")) {
        plan.kind = CONTESTANT_SEARCH;
        do {
            if (!scan_limit(&s, &plan))
                return FAIL(e, STATUS_USAGE,
                            "player '%.40s': a search is limited by nodes=N, time=SECONDS or "
                            "depth=N",
                            string);
        } while (scan_char(&s, ','));
        if (!scan_done(&s))
            return FAIL(e, STATUS_USAGE, "player '%.40s': '%.20s' is too much", string, s.at);
    } else if (strcmp(string, "table") == 0) {
        if (g != &linja_game) return FAIL(e, STATUS_USAGE, "player 'table': only Linja has tables");
        plan.kind = CONTESTANT_TABLE;
    } else if (strcmp(string, "greedy") == 0) {
        plan.kind = CONTESTANT_GREEDY;
    } else {
        return FAIL(e, STATUS_USAGE,
                    "unknown player '%.40s'; there are level:N, search:nodes=N, search:time=S, "
                    "table, greedy and ugi:COMMAND",
                    string);
    }
    *out = plan;
    return STATUS_OK;
}

/* --- UGI programs ------------------------------------------------------------------------------
 */

static status set_option(ugi_client *client, const char *name, const char *value, error *e) {
    text line = text_growing();
    text_format(&line, "setoption name %s value %s", name, value);
    status code = line.failed ? fail_memory(e) : ugi_client_send(client, line.data, e);
    text_free(&line);
    return code;
}

static status tell_rules(contestant *player, error *e) {
    const contestant_rules *r = &player->rules;
    status code = set_option(player->client, "Game", r->game->name, e);
    if (code != STATUS_OK || r->rules_name)
        return code == STATUS_OK ? set_option(player->client, "Rules", r->rules_name, e) : code;
    text tiles = text_growing();
    r->game->write_rules(r->rules, &tiles);
    code = tiles.failed ? fail_memory(e) : set_option(player->client, "Tiles", tiles.data, e);
    text_free(&tiles);
    return code;
}

static status await_ready(contestant *player, error *e) {
    status code = ugi_client_send(player->client, "isready", e);
    return code == STATUS_OK ? ugi_client_await(player->client, "readyok", 0, NULL, 0, e) : code;
}

static status start_client(contestant *player, error *e) {
    status code = ugi_client_new(player->plan.command, player->rules.patience, player->rules.stop,
                                 &player->client, e);
    if (code == STATUS_OK) code = tell_rules(player, e);
    /* One thread, as everybody here. */
    if (code == STATUS_OK) code = set_option(player->client, "Threads", "1", e);
    if (code == STATUS_OK) code = await_ready(player, e);
    return code;
}

static status begin_client(contestant *player, uint64_t seed, error *e) {
    char digits[24];
    text t = text_fixed(digits, sizeof digits);
    text_format(&t, "%llu", (unsigned long long)seed);
    status code = player->client ? STATUS_OK : start_client(player, e);
    if (code == STATUS_OK) code = set_option(player->client, "Seed", digits, e);
    if (code == STATUS_OK) code = ugi_client_send(player->client, "uginewgame", e);
    if (code == STATUS_OK) code = await_ready(player, e);
    return code;
}

/* The tile to place, as a position is written; "" if it is not known. */
static void put_draw(const replay *played, size_t ply, text *out) {
    char position[GAME_POSITION_TEXT];
    text t = text_fixed(position, sizeof position);
    played->game->write_position(played->rules, replay_position(played, ply), &t);
    const char *draw = strstr(position, "draw=");
    if (draw) text_format(out, "%s%.2s", ply ? "," : " draws ", draw + strlen("draw="));
}

/* The game so far. A player knows the tiles that have been drawn, and no others. */
static void put_game(const replay *played, const record *r, text *out) {
    text_put(out, "position startpos");
    for (size_t ply = 0; played->game->shuffle && ply <= played->count; ply++)
        put_draw(played, ply, out);
    for (size_t ply = 0; ply < played->count; ply++)
        text_format(out, "%s %s", ply ? "" : " moves", record_text(r, played->plies[ply].token));
}

static status ask_client(contestant *player, const replay *played, const record *r, game_turn *turn,
                         error *e) {
    const contestant_rules *rules = &player->rules;
    text position = text_growing();
    put_game(played, r, &position);
    status code =
        position.failed ? fail_memory(e) : ugi_client_send(player->client, position.data, e);
    text_free(&position);
    char go[64], answer[GAME_TURN_BYTES + 1];
    text line = text_fixed(go, sizeof go);
    text_put(&line, "go");
    if (rules->seconds > 0) text_format(&line, " movetime %.0f", 1000 * rules->seconds);
    if (rules->nodes > 0) text_format(&line, " nodes %llu", (unsigned long long)rules->nodes);
    if (code == STATUS_OK) code = ugi_client_send(player->client, go, e);
    if (code == STATUS_OK)
        code =
            ugi_client_await(player->client, "bestmove", rules->seconds, answer, sizeof answer, e);
    if (code != STATUS_OK) return code;
    if (strlen(answer) >= GAME_TURN_BYTES)
        return FAIL(e, STATUS_INVALID, "turn '%s...': no turn is that long", answer);
    memcpy(turn->text, answer, strlen(answer) + 1);
    return STATUS_OK;
}

/* --- players of our own ------------------------------------------------------------------------
 */

static status search_turn(contestant *player, const game_position *position, game_turn *turn,
                          error *e) {
    thinker_limits limits = {
        .time = {.hard = player->plan.seconds, .soft = player->plan.seconds},
        .nodes = player->plan.nodes,
        .depth = player->plan.depth,
        .seed = rng_next(&player->random),
        .without_oracle = true,
        .stop = player->rules.stop,
    };
    const thought *found;
    status code = thinker_think(player->thinker, position, &limits, &found, e);
    if (code == STATUS_OK) *turn = found->lines[0].turns[0];
    return code;
}

static status open_thinker(contestant *player, error *e) {
    const contestant_plan *plan = &player->plan;
    bool perfect = plan->kind == CONTESTANT_TABLE;
    thinker_options options = {
        .game = player->rules.game,
        .rules = player->rules.rules,
        .threads = 1,
    };
    status code = STATUS_OK;
    if (perfect || (plan->kind == CONTESTANT_LEVEL && plan->level == LEVEL_MOST))
        code =
            oracle_open_local(options.game, options.rules, player->rules.table, &options.oracle, e);
    if (code == STATUS_OK && perfect && !options.oracle)
        code = FAIL(e, STATUS_NO_TABLE, "no table; 'linework linja solve --rules %s' makes one",
                    player->rules.rules_name);
    return code == STATUS_OK ? thinker_new(&options, &player->thinker, e) : code;
}

/* --- all of them -------------------------------------------------------------------------------
 */

status contestant_new(const contestant_plan *plan, const contestant_rules *rules, contestant **out,
                      error *e) {
    contestant *player = calloc(1, sizeof *player);
    if (!player) return fail_memory(e);
    player->plan = *plan;
    player->rules = *rules;
    status code = plan->kind == CONTESTANT_GREEDY ? STATUS_OK
                  : plan->kind == CONTESTANT_UGI  ? start_client(player, e)
                                                  : open_thinker(player, e);
    if (code == STATUS_INVALID) code = STATUS_FAILED; /* there is no game yet that could be lost */
    if (code == STATUS_OK)
        *out = player;
    else
        contestant_free(player);
    return code;
}

void contestant_free(contestant *player) {
    if (!player) return;
    thinker_free(player->thinker);
    ugi_client_free(player->client);
    free(player);
}

void contestant_give_up(contestant *player) {
    ugi_client_free(player->client);
    player->client = NULL;
}

status contestant_begin(contestant *player, uint64_t seed, error *e) {
    player->random = rng_seeded(seed);
    if (player->plan.kind == CONTESTANT_UGI) return begin_client(player, seed, e);
    if (player->thinker) thinker_forget(player->thinker);
    return STATUS_OK;
}

status contestant_choose(contestant *player, const replay *played, const record *r, game_turn *turn,
                         error *e) {
    const game_position *position = replay_position(played, played->count);
    switch (player->plan.kind) {
    case CONTESTANT_UGI: return ask_client(player, played, r, turn, e);
    case CONTESTANT_SEARCH: return search_turn(player, position, turn, e);
    case CONTESTANT_GREEDY:
        *turn = level_greedy(player->rules.game, player->rules.rules, position, NULL, 0,
                             &player->random);
        return STATUS_OK;
    case CONTESTANT_LEVEL:
    case CONTESTANT_TABLE: break;
    }
    int level = player->plan.kind == CONTESTANT_TABLE ? LEVEL_MOST : player->plan.level;
    thinker_limits within = {.stop = player->rules.stop};
    return level_choose(player->thinker, position, level, &player->random, &within, turn, e);
}
