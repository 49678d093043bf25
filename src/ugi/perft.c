/* SPDX-License-Identifier: MIT */
#include "ugi/perft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sequences of so many turns are left to the game. It counts them in milliseconds. */
enum { SLICE = 2 };

/* Turns count as well as sequences: games that are over before have no sequence, but many turns. */
static status check_bound(perft *p, uint64_t more, error *e) {
    if (__builtin_add_overflow(p->made, more, &p->made)) p->made = UINT64_MAX;
    if (p->most == 0 || p->made <= p->most) return STATUS_OK;
    return FAIL(e, STATUS_FAILED, "it would take more than %llu turns",
                (unsigned long long)p->most);
}

static status count_slice(perft *p, const game_position *position, int depth, uint64_t *count,
                          error *e) {
    uint64_t more;
    status code = variant_perft(p->variant, position, NULL, depth, &more, e);
    if (code == STATUS_INVALID) return FAIL(e, code, "not all the tiles to be drawn are known");
    if (code != STATUS_OK) return code;
    if (__builtin_add_overflow(*count, more, count))
        return FAIL(e, STATUS_FAILED, "there are more than 2^64 sequences");
    return check_bound(p, more, e);
}

/* The turns of a position, with memory of their own: a deep count would need a large stack. */
static status list_turns(const perft *p, const game_position *position, game_turn **turns,
                         size_t *count, error *e) {
    game_turn all[GAME_TURNS_MAX];
    *count = variant_turns(p->variant, position, all);
    if (*count == 0 && !p->variant.game->is_over(position))
        return FAIL(e, STATUS_INVALID, "not all the tiles to be drawn are known");
    *turns = malloc((*count + 1) * sizeof **turns);
    if (!*turns) return fail_memory(e);
    memcpy(*turns, all, *count * sizeof **turns);
    return STATUS_OK;
}

status perft_count(perft *p, const game_position *position, int depth, uint64_t *count, error *e) {
    if (p->stopped(p->context)) {
        p->was_stopped = true;
        return FAIL(e, STATUS_FAILED, "stopped");
    }
    if (depth <= SLICE) return count_slice(p, position, depth, count, e);
    game_turn *turns;
    size_t turn_count;
    status code = list_turns(p, position, &turns, &turn_count, e);
    if (code != STATUS_OK) return code;
    for (size_t i = 0; code == STATUS_OK && i < turn_count; i++) {
        game_position after = *position;
        code = variant_play(p->variant, &after, turns[i].text, e);
        assert(code == STATUS_OK);
        code = check_bound(p, 1, e);
        if (code == STATUS_OK) code = perft_count(p, &after, depth - 1, count, e);
    }
    free(turns);
    return code;
}
