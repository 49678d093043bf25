/* SPDX-License-Identifier: MIT */
#include "contest/contestant.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "ugi/client.h"

struct contestant {
    contestant_plan plan;
    contestant_rules rules;
    engine_time time; /* that a clock leaves; zeros: there is none */
    rng random;
    engine *engine;
    ugi_client *client; /* NULL: it failed and has to be started again */
};

/* --- names -------------------------------------------------------------------------------------
 */

static bool scan_limit(scan *s, contestant_plan *plan) {
    engine_limits *limits = &plan->limits;
    uint64_t depth;
    if (scan_word(s, "nodes="))
        return scan_number(s, UINT64_MAX, &limits->nodes) && limits->nodes > 0;
    if (scan_word(s, "time=")) {
        bool read = scan_decimal(s, 1000000, 3, &limits->time.hard) && limits->time.hard > 0;
        limits->time.soft = limits->time.hard;
        return read;
    }
    if (!scan_word(s, "depth=") || !scan_number(s, 1000, &depth)) return false;
    limits->depth = (int)depth;
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
        if (!g->solution) return FAIL(e, STATUS_USAGE, "player 'table': %s has no tables", g->name);
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
    status code = set_option(player->client, "Game", r->variant.game->name, e);
    if (code != STATUS_OK || r->variant.name)
        return code == STATUS_OK ? set_option(player->client, "Rules", r->variant.name, e) : code;
    text tiles = text_growing();
    variant_write_rules(r->variant, &tiles);
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

/* The game so far. A player knows the tiles that have been drawn, and no others. */
static void put_game(const replay *played, const record *r, text *out) {
    const game_chance *chance = played->variant.game->chance;
    text_put(out, "position startpos");
    if (chance) {
        text_put(out, " draws ");
        chance->write_draws(played->variant.rules, &played->start, played->count + 1, out);
    }
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
    double seconds = rules->seconds, soft = player->time.soft;
    if (soft > 0 && (seconds <= 0 || soft < seconds)) seconds = soft;
    text_put(&line, "go");
    if (seconds > 0) text_format(&line, " movetime %.0f", seconds < 0.001 ? 1 : 1000 * seconds);
    if (rules->nodes > 0) text_format(&line, " nodes %llu", (unsigned long long)rules->nodes);
    if (code == STATUS_OK) code = ugi_client_send(player->client, go, e);
    if (code == STATUS_OK)
        code = ugi_client_await(player->client, "bestmove", seconds, answer, sizeof answer, e);
    if (code != STATUS_OK) return code;
    if (strlen(answer) >= GAME_TURN_BYTES)
        return FAIL(e, STATUS_INVALID, "turn '%s...': no turn is that long", answer);
    memcpy(turn->text, answer, strlen(answer) + 1);
    return STATUS_OK;
}

/* --- players of our own ------------------------------------------------------------------------
 */

static status search_turn(contestant *player, const replay *played, game_turn *turn, error *e) {
    engine_limits limits = player->plan.limits;
    limits.history = replay_history(played, played->count);
    limits.seed = rng_next(&player->random);
    limits.stop = player->rules.stop;
    if (player->time.hard > 0 && (limits.time.hard <= 0 || player->time.hard < limits.time.hard))
        limits.time = player->time;
    const search_result *found;
    status code =
        engine_think(player->engine, replay_position(played, played->count), &limits, &found, e);
    if (code == STATUS_OK) *turn = found->variations[0].turns[0];
    return code;
}

/* A contest whose players are not what they are called would prove nothing: a table that has to be
 * done without is a failure here. */
static status complete(contestant *player, error *e) {
    return engine_remark(player->engine, e) ? STATUS_NO_TABLE : STATUS_OK;
}

static status open_engine(contestant *player, error *e) {
    const contestant_plan *plan = &player->plan;
    bool best = plan->kind == CONTESTANT_LEVEL && plan->level == LEVEL_MOST;
    engine_options options = {.variant = player->rules.variant,
                              .threads = 1,
                              .table = plan->kind == CONTESTANT_TABLE ? ENGINE_NEEDS_TABLE
                                       : best                         ? ENGINE_ANY_TABLE
                                                                      : ENGINE_NO_TABLE,
                              .table_file = player->rules.table};
    status code = engine_open(&options, &player->engine, e);
    return code == STATUS_OK ? complete(player, e) : code;
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
                                                  : open_engine(player, e);
    if (code == STATUS_INVALID) code = STATUS_FAILED; /* there is no game yet that could be lost */
    if (code == STATUS_OK)
        *out = player;
    else
        contestant_free(player);
    return code;
}

void contestant_free(contestant *player) {
    if (!player) return;
    engine_close(player->engine);
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
    if (player->engine) engine_forget(player->engine);
    return STATUS_OK;
}

void contestant_hurry(contestant *player, const engine_time *time) {
    player->time = *time;
}

status contestant_choose(contestant *player, const replay *played, const record *r, game_turn *turn,
                         error *e) {
    const game_position *position = replay_position(played, played->count);
    switch (player->plan.kind) {
    case CONTESTANT_UGI: return ask_client(player, played, r, turn, e);
    case CONTESTANT_SEARCH: return search_turn(player, played, turn, e);
    case CONTESTANT_GREEDY:
        *turn = engine_greedy(player->rules.variant, position, NULL, 0, &player->random);
        return STATUS_OK;
    case CONTESTANT_LEVEL:
    case CONTESTANT_TABLE: break;
    }
    int level = player->plan.kind == CONTESTANT_TABLE ? LEVEL_MOST : player->plan.level;
    engine_limits within = {.time = player->time,
                            .history = replay_history(played, played->count),
                            .stop = player->rules.stop};
    status code = engine_choose(player->engine, position, level, &player->random, &within, turn, e);
    return code == STATUS_OK ? complete(player, e) : code;
}
