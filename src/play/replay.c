/* SPDX-License-Identifier: MIT */
#include "play/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* How often a position has been there is found by its hash. The turns with the same hash form a
 * list, the latest first, so that the last turn is always the first of its list. */
enum { HASHES = REPLAY_TURNS_MAX };

static size_t hash_of(const game_position *position) {
    uint64_t word, hash = 0;
    for (size_t i = 0; i < sizeof position->bytes; i += sizeof word) {
        memcpy(&word, position->bytes + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (size_t)(hash % HASHES);
}

static bool same(const game_position *a, const game_position *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

void replay_free(replay *p) {
    free(p->plies);
    free(p->latest);
    free(p->own_rules);
    *p = (replay){0};
}

status replay_reserve(replay *p, error *e) {
    if (!p->latest) p->latest = calloc(HASHES, sizeof *p->latest);
    if (!p->latest) return fail_memory(e);
    if (p->count < p->room) return STATUS_OK;
    size_t room = p->room ? 2 * p->room : 16;
    replay_ply *larger = realloc(p->plies, room * sizeof *p->plies);
    if (!larger) return fail_memory(e);
    p->plies = larger;
    p->room = room;
    return STATUS_OK;
}

status replay_add(replay *p, const game_position *after, size_t token, error *e) {
    if (p->count == REPLAY_TURNS_MAX)
        return FAIL(e, STATUS_INVALID, "a game has no more than %d turns", REPLAY_TURNS_MAX);
    status code = replay_reserve(p, e);
    if (code != STATUS_OK) return code;
    uint16_t *latest = &p->latest[hash_of(after)], before = *latest;
    while (before && !same(&p->plies[before - 1].after, after)) before = p->plies[before - 1].older;
    int earlier = before ? p->plies[before - 1].occurrence : same(&p->start, after);
    p->plies[p->count++] = (replay_ply){.after = *after,
                                        .token = (uint32_t)token,
                                        .occurrence = (uint16_t)(earlier + 1),
                                        .older = *latest};
    *latest = (uint16_t)p->count;
    return STATUS_OK;
}

status replay_play(replay *p, const char *turn, size_t token, error *e) {
    if (replay_is_repetition(p, p->count))
        return FAIL(e, STATUS_INVALID, "turn '%.40s': the game is over, drawn by repetition", turn);
    game_position after = *replay_position(p, p->count);
    status code = variant_play(p->variant, &after, turn, e);
    return code == STATUS_OK ? replay_add(p, &after, token, e) : code;
}

void replay_cut(replay *p, size_t count) {
    for (; p->count > count; p->count--) {
        const replay_ply *last = &p->plies[p->count - 1];
        p->latest[hash_of(&last->after)] = last->older;
    }
}

const game_position *replay_position(const replay *p, size_t ply) {
    assert(ply <= p->count);
    return ply == 0 ? &p->start : &p->plies[ply - 1].after;
}

static const game_position *position_at(const void *played, size_t ply) {
    return replay_position(played, ply);
}

game_history replay_history(const replay *p, size_t ply) {
    assert(ply <= p->count);
    return (game_history){.at = position_at, .context = p, .count = ply + 1};
}

bool replay_is_repetition(const replay *p, size_t ply) {
    assert(ply <= p->count);
    int limit = variant_repetition_limit(p->variant);
    return limit > 0 && ply > 0 && p->plies[ply - 1].occurrence >= limit;
}

game_outcome replay_outcome(const replay *p, size_t ply) {
    game_outcome outcome = variant_outcome(p->variant, replay_position(p, ply));
    if (!outcome.over && replay_is_repetition(p, ply)) {
        outcome.over = true;
        outcome.leader = 0;
    }
    return outcome;
}

record_result replay_result(game_outcome outcome) {
    if (!outcome.over) return RECORD_UNFINISHED;
    return outcome.leader > 0 ? RECORD_A_WINS : outcome.leader < 0 ? RECORD_B_WINS : RECORD_DRAW;
}

record_result replay_loss(int side) {
    return side == SIDE_A ? RECORD_B_WINS : RECORD_A_WINS;
}

status replay_set_rules(replay *p, const game *g, const char *name, const char *own, error *e) {
    if (!own) return variant_find(g, name, &p->variant, e);
    assert(g->tiles);
    void *rules = malloc(g->tiles->bytes);
    if (!rules) return fail_memory(e);
    status code = g->tiles->read(own, rules, e);
    if (code != STATUS_OK) {
        free(rules);
        return code;
    }
    free(p->own_rules);
    p->own_rules = rules;
    p->variant = variant_own(g, rules);
    return STATUS_OK;
}

status replay_set_start(replay *p, const char *position, const uint64_t *seed, const char *draws,
                        error *e) {
    const game_chance *chance = p->variant.game->chance;
    game_position start;
    status code = STATUS_OK;
    assert(chance || (!seed && !draws));
    if (position)
        code = variant_read_position(p->variant, position, &start, e);
    else
        variant_start(p->variant, &start);
    if (code == STATUS_OK && draws)
        code = chance->arrange(p->variant.rules, draws, !position, &start, e);
    if (code != STATUS_OK) return code;
    if (seed) {
        rng random = rng_seeded(*seed);
        chance->shuffle(p->variant.rules, &random, !position, &start);
    }
    replay_cut(p, 0);
    p->start = start;
    return STATUS_OK;
}

static status set_up(const game *const *games, const record *r, replay *p, error *e) {
    const char *name = record_tag_value(r, "Game");
    const game *g = NULL;
    for (size_t i = 0; games[i]; i++)
        if (name ? strcmp(games[i]->name, name) == 0 : !games[1]) g = games[i];
    if (!g)
        return name ? FAIL(e, STATUS_INVALID, "unknown game '%.40s' in tag Game", name)
                    : FAIL(e, STATUS_INVALID, "tag Game is missing");
    const char *own = g->tiles ? record_tag_value(r, "Tiles") : NULL;
    status code = replay_set_rules(p, g, record_tag_value(r, "Rules"), own, e);
    if (code != STATUS_OK) return code;
    const char *position = record_tag_value(r, "Position");
    const char *set_up = record_tag_value(r, "SetUp");
    if (!position && set_up && strcmp(set_up, "0") != 0)
        return FAIL(e, STATUS_INVALID,
                    "tag SetUp announces a position, but tag Position is missing");
    const char *tag = g->chance ? record_tag_value(r, "Seed") : NULL;
    const char *draws = g->chance ? record_tag_value(r, "Draws") : NULL;
    uint64_t seed = 0;
    if (tag && !text_is_number(tag, UINT64_MAX, &seed))
        return FAIL(e, STATUS_INVALID, "tag Seed must be a number, not '%.40s'", tag);
    if (tag && draws) return FAIL(e, STATUS_INVALID, "tags Seed and Draws contradict each other");
    if (tag && g->chance && record_tag_value(r, "Commitment"))
        return FAIL(e, STATUS_INVALID, "tags Seed and Commitment contradict each other");
    return replay_set_start(p, position, tag ? &seed : NULL, draws, e);
}

/* A line of play: where it stands, and where it stood before its last turn, at which a variation
 * begins. */
typedef struct line_of_play {
    game_position before, here;
} line_of_play;

static status play_tokens(const record *r, replay *p, error *e) {
    line_of_play lines[RECORD_DEPTH_MAX + 1];
    int depth = 0;
    lines[0] = (line_of_play){p->start, p->start};
    for (size_t i = 0; i < r->token_count; i++) {
        const record_token *token = &r->tokens[i];
        line_of_play *line = &lines[depth];
        status code = STATUS_OK;
        if (token->kind == RECORD_TURN) {
            game_position after = line->here;
            const char *turn = record_text(r, i);
            if (depth == 0) {
                code = replay_play(p, turn, i, e);
                if (code == STATUS_OK) after = *replay_position(p, p->count);
            } else {
                code = variant_play(p->variant, &after, turn, e);
            }
            if (code == STATUS_INVALID) error_prefix(e, "line %u", token->line);
            *line = (line_of_play){line->here, after};
        } else if (token->kind == RECORD_OPEN) {
            assert(depth < RECORD_DEPTH_MAX);
            depth++;
            lines[depth] = (line_of_play){line->before, line->before};
        } else if (token->kind == RECORD_CLOSE) {
            assert(depth > 0);
            depth--;
        }
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

status replay_record(const game *const *games, const record *r, replay *out, error *e) {
    replay p = {0};
    status code = set_up(games, r, &p, e);
    if (code == STATUS_INVALID) code = FAIL_WITHIN(e, code, "line %zu", r->line);
    if (code == STATUS_OK) code = play_tokens(r, &p, e);
    if (code == STATUS_OK) {
        game_outcome outcome = replay_outcome(&p, p.count);
        record_result played = replay_result(outcome);
        if (outcome.over && r->result != RECORD_UNFINISHED && r->result != played)
            code = FAIL(e, STATUS_INVALID, "line %zu: the game ends %s on the board, not %s",
                        r->line, record_result_name(played), record_result_name(r->result));
    }
    if (code == STATUS_OK)
        *out = p;
    else
        replay_free(&p);
    return code;
}
