/* SPDX-License-Identifier: MIT */
#include "sight.h"

#include "fixture.h"
#include "game/coach.h"
#include "game/picture.h"
#include "teach/choices.h"
#include "teach/hint.h"

static void put_sentence(coach_sentence said, text *out) {
    if (said.pattern) coach_say(&said, out);
    text_char(out, '\n');
}

/* What can be seen of a position, also of one in which a turn is half made. */
static void put_position(variant v, const game_position *p, text *out) {
    const game *g = v.game;
    game_outcome outcome = variant_outcome(v, p);
    static game_turn turns[GAME_TURNS_MAX];
    variant_write_position(v, p, out);
    text_format(out, "\n%d %d %d %d %d %d %d %d %zu\n", g->to_move(p), outcome.over,
                outcome.points[SIDE_A], outcome.points[SIDE_B], outcome.tie_breaks[SIDE_A],
                outcome.tie_breaks[SIDE_B], outcome.leader, variant_evaluate(v, p),
                variant_turns(v, p, turns));
    if (g->explain) g->explain(v.rules, p, out);
    if (g->picture && g->picture->describe) g->picture->describe(v.rules, p, out);
    picture_draw_text(v, p, (picture_style){0}, out);
}

/* What a half-made turn shows, whatever is asked about it, and what may follow it; of very many
 * steps some are taken. */
static void put_steps(variant v, const game_position *p, const char *part, text *out) {
    game_steps steps;
    error e;
    MUST(variant_steps(v, p, part, &steps, &e) == STATUS_OK);
    text_format(out, "'%s' %d %s %d\n", part, steps.whole, steps.phase, steps.reach);
    for (size_t i = 0; i < sizeof steps.shown.bytes; i++)
        text_format(out, "%02x", steps.shown.bytes[i]);
    text_char(out, '\n');
    if (*part) put_position(v, &steps.shown, out);
    for (size_t i = 0; i < steps.count; i++) text_format(out, "%s\n", steps.longer[i].text);
    for (size_t i = 0; i < steps.count; i += 1 + steps.count / 16)
        put_steps(v, p, steps.longer[i].text, out);
}

static void put_teaching(variant v, const game_position *p, text *out) {
    const game_coach *coach = coach_of(v.game);
    choices all;
    error e;
    MUST(choices_of(v, p, &all, &e) == STATUS_OK);
    for (size_t i = 0; i < all.count; i += 1 + all.count / 16) {
        const char *turn = all.list[i].turn.text;
        text_format(out, "%s %d %d %u\n", turn, all.list[i].evaluation, all.list[i].plausible,
                    coach->theme_bits(v.rules, p, turn));
        put_sentence(coach->where(v.rules, p, turn), out);
        coach_sentence said;
        text_format(out, "%d ", coach->why(v.rules, p, turn, all.list[0].turn.text, &said));
        put_sentence(said, out);
    }
    choices_free(&all);
}

static void put_thoughts(engine *t, const game_position *p, text *out) {
    static const engine_limits few = {.nodes = 20, .variations = 4};
    const search_result *found;
    hint h;
    game_turn turn;
    error e;
    engine_forget(t);
    MUST(engine_think(t, p, &few, &found, &e) == STATUS_OK);
    for (size_t i = 0; i < found->count; i++)
        text_format(out, "%s %.9f %.9f\n", found->variations[i].turns[0].text,
                    found->variations[i].points, found->variations[i].chance);
    engine_forget(t);
    MUST(hint_find(t, p, &few, &h, &e) == STATUS_OK);
    for (int step = 1; step <= HINT_STEPS; step++) put_sentence(hint_sentence(&h, step), out);
    for (int level = 0; level <= 3; level++) {
        rng chance = rng_seeded(1);
        engine_forget(t);
        MUST(engine_choose(t, p, level, &chance, NULL, &turn, &e) == STATUS_OK);
        text_format(out, "%s\n", turn.text);
    }
}

text sight_of(engine *t, const game_position *p) {
    variant v = engine_variant(t);
    text out = text_growing();
    put_position(v, p, &out);
    picture_draw_svg(v, p, false, &out);
    put_steps(v, p, "", &out);
    put_teaching(v, p, &out);
    put_thoughts(t, p, &out);
    MUST(!out.failed);
    return out;
}

void sight_must_be_same(engine *t, const game_position *p, const game_position *other) {
    text told = sight_of(t, p), again = sight_of(t, other);
    const char *a = told.data, *b = again.data;
    while (*a && *a == *b) a++, b++;
    ck_assert_msg(*a == *b, "'%.60s' here, and there '%.60s'", a, b);
    text_free(&told);
    text_free(&again);
}
