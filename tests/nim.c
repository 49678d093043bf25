/* SPDX-License-Identifier: MIT
 *
 * Nim, a third game in one file, with what a game must have and nothing else. Three heaps, a turn
 * takes some of one: "b3" takes three of the second. Who takes the last one wins, or loses by the
 * rules called misere. A position is its heaps and who is to move: "2-3-4 a". */
#include <string.h>

#include "games/registry.h"
#include "liniell/game.h"
#include "linja/game.h"

enum { HEAPS = 3 };

typedef struct nim {
    uint8_t heap[HEAPS], to_move;
} nim;

static const struct nim_rules {
    const char *name;
    bool last_loses;
} rule_sets[] = {{"normal", false}, {"misere", true}};

static nim unwrap(const game_position *position) {
    nim p;
    memcpy(&p, position->bytes, sizeof p);
    return p;
}

static game_position wrap(nim p) {
    game_position position = {{0}};
    memcpy(position.bytes, &p, sizeof p);
    return position;
}

static const char *rule_set(size_t index) {
    return index < sizeof rule_sets / sizeof *rule_sets ? rule_sets[index].name : NULL;
}

static const void *find_rules(const char *name) {
    for (size_t i = 0; rule_set(i); i++)
        if (strcmp(rule_set(i), name) == 0) return &rule_sets[i];
    return NULL;
}

static void start(const void *rules, game_position *position) {
    (void)rules;
    *position = wrap((nim){.heap = {2, 3, 4}});
}

static int to_move(const game_position *position) {
    return unwrap(position).to_move;
}

static bool is_over(const game_position *position) {
    return memcmp(position->bytes, "\0\0", HEAPS) == 0;
}

static game_outcome outcome(const void *rules, const game_position *position) {
    const struct nim_rules *r = rules;
    if (!is_over(position)) return (game_outcome){0};
    bool a_wins = (to_move(position) == SIDE_A) == r->last_loses;
    return (game_outcome){true, {a_wins, !a_wins}, {0}, a_wins ? 1 : -1};
}

static size_t turns(const void *rules, const game_position *position, game_turn *out) {
    (void)rules;
    nim p = unwrap(position);
    size_t count = 0;
    for (int heap = 0; heap < HEAPS; heap++)
        for (int taken = 1; taken <= p.heap[heap]; taken++)
            out[count++] = (game_turn){{(char)('a' + heap), (char)('0' + taken)}};
    return count;
}

static status play(const void *rules, game_position *position, const char *turn, error *e) {
    (void)rules;
    nim p = unwrap(position);
    int heap = turn[0] - 'a', taken = turn[0] ? turn[1] - '0' : 0;
    if (heap < 0 || heap >= HEAPS || taken < 1 || taken > p.heap[heap] || turn[2])
        return FAIL(e, STATUS_INVALID, "turn '%.40s': it is a heap, a to c, and how many", turn);
    p.heap[heap] = (uint8_t)(p.heap[heap] - taken);
    p.to_move = !p.to_move;
    *position = wrap(p);
    return STATUS_OK;
}

/* A heap first, then how many of it. */
static status steps(const void *rules, const game_position *position, const char *part,
                    game_steps *out, error *e) {
    game_position after = *position;
    game_turn all[GAME_TURNS_MAX];
    size_t count = turns(rules, position, all), made = strlen(part);
    static const char *const phases[] = {"heap", "number", ""};
    *out = (game_steps){.shown = *position, .phase = phases[made < 2 ? made : 2]};
    out->whole = play(rules, &after, part, e) == STATUS_OK;
    for (size_t i = 0; i < count && made < 2; i++) {
        if (strncmp(all[i].text, part, made) != 0) continue;
        all[i].text[made + 1] = '\0';
        if (out->count == 0 || strcmp(out->longer[out->count - 1].text, all[i].text) != 0)
            out->longer[out->count++] = all[i];
    }
    return out->whole || out->count > 0 ? STATUS_OK : play(rules, &after, part, e);
}

static int evaluate(const void *rules, const game_position *position) {
    return outcome(rules, position).leader;
}

static status read_position(const void *rules, const char *string, game_position *position,
                            error *e) {
    (void)rules;
    nim p = {0};
    bool good = strlen(string) == 2 * HEAPS + 1;
    for (int i = 0; good && i < HEAPS; i++) {
        good = string[2 * i] >= '0' && string[2 * i] <= '9' && string[2 * i + 1] == "-- "[i];
        p.heap[i] = (uint8_t)(string[2 * i] - '0');
    }
    if (!good || string[6] < 'a' || string[6] > 'b')
        return FAIL(e, STATUS_INVALID, "position '%.40s': it is like 2-3-4 a", string);
    p.to_move = string[6] == 'b';
    *position = wrap(p);
    return STATUS_OK;
}

static void write_position(const void *rules, const game_position *position, text *out) {
    (void)rules;
    nim p = unwrap(position);
    text_format(out, "%d-%d-%d %c", p.heap[0], p.heap[1], p.heap[2], 'a' + p.to_move);
}

static const game nim_game = {
    .name = "nim",
    .rule_set = rule_set,
    .default_rules = "normal",
    .find_rules = find_rules,
    .start = start,
    .to_move = to_move,
    .is_over = is_over,
    .outcome = outcome,
    .turns = turns,
    .steps = steps,
    .play = play,
    .evaluate = evaluate,
    .read_position = read_position,
    .write_position = write_position,
};

/* In the place of games/list.c. */
const game *const registry_games[] = {&linja_game, &liniell_game, &nim_game, NULL};
