/* SPDX-License-Identifier: MIT
 *
 * What all games share. */
#include "game/game.h"

#include <assert.h>
#include <string.h>

#include "game/coach.h"
#include "game/picture.h"
#include "game/search.h"
#include "game/solver.h"

void game_check(const game *g) {
    assert(g->name && g->rule_set && g->default_rules && g->find_rules);
    assert(g->start && g->to_move && g->is_over && g->outcome && g->turns && g->steps && g->play);
    assert(g->evaluate && g->read_position && g->write_position);
    assert(g->find_rules(g->default_rules));
    const game_chance *chance = g->chance;
    assert(!chance || (chance->shuffle && chance->arrange && chance->deal && chance->write_draws));
    assert(!chance || g->search); /* a plain one would see what is hidden */
    assert(!g->tiles || (g->tiles->bytes > 0 && g->tiles->read && g->tiles->write));
    assert(!g->picture || (g->picture->draw_text && g->picture->draw_svg));
    const game_search *search = g->search;
    assert(!search || (search->open && search->close && search->forget && search->turns_left));
    assert(!search || (search->begin && search->think && search->end));
    const game_coach *coach = g->coach;
    assert(!coach || (coach->nodes > 0 && coach->late > 0 && coach->patterns && coach->themes));
    assert(!coach || (coach->where && coach->why && coach->theme_bits));
    assert(!g->solution || g->solution->open);
    const game_solver *solver = g->solver;
    assert(!solver || g->solution); /* what it makes is to be asked */
    assert(!solver || (solver->usual_file && solver->solve && solver->verify));
    assert(!solver || (solver->collect && solver->hash && solver->draw));
    (void)chance, (void)search, (void)coach, (void)solver;
}

status variant_find(const game *g, const char *name, variant *v, error *e) {
    const void *found = g->find_rules(name ? name : g->default_rules);
    char list[sizeof e->text];
    text names = text_fixed(list, sizeof list);
    for (size_t i = 0; g->rule_set(i); i++) {
        const char *known = g->rule_set(i);
        if (found && strcmp(known, name ? name : g->default_rules) == 0) {
            *v = (variant){.game = g, .rules = found, .name = known};
            return STATUS_OK;
        }
        if (i > 0) text_put(&names, ", ");
        text_put(&names, known);
    }
    return FAIL(e, STATUS_INVALID, "unknown rule set '%.40s'; there are %s", name, list);
}

bool variant_equal(variant a, variant b) {
    if (a.game != b.game) return false;
    if (a.name || b.name) return a.rules == b.rules;
    return memcmp(a.rules, b.rules, a.game->tiles->bytes) == 0;
}

void variant_write_rules(variant v, text *out) {
    if (v.game->tiles)
        v.game->tiles->write(v.rules, "; ", out);
    else
        text_put(out, v.name);
}

game_position variant_after(variant v, const game_position *position, const char *turn) {
    game_position after = *position;
    error e;
    status code = variant_play(v, &after, turn, &e);
    assert(code == STATUS_OK);
    (void)code;
    return after;
}

status game_fail_perft(int depth, error *e) {
    return FAIL(e, STATUS_FAILED, "there are more than 2^64 sequences of %d turns", depth);
}

/* The plain way, for a game without a perft of its own. */
static status count_turns(variant v, const game_position *position, int depth, uint64_t *count,
                          error *e) {
    if (depth == 0) {
        ++*count; /* of one sequence at a time, nobody waits for 2^64 */
        return STATUS_OK;
    }
    game_turn turns[GAME_TURNS_MAX];
    size_t turn_count = variant_turns(v, position, turns);
    if (turn_count == 0 && !v.game->is_over(position))
        return FAIL(e, STATUS_INVALID, "what is drawn next is not known");
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < turn_count; i++) {
        game_position after = variant_after(v, position, turns[i].text);
        code = count_turns(v, &after, depth - 1, count, e);
    }
    return code;
}

status variant_perft(variant v, const game_position *position, const char *first, int depth,
                     uint64_t *count, error *e) {
    if (v.game->perft) return v.game->perft(v.rules, position, first, depth, count, e);
    *count = 0;
    if (!first || depth == 0) return count_turns(v, position, depth, count, e);
    game_position after = variant_after(v, position, first);
    return count_turns(v, &after, depth - 1, count, e);
}
