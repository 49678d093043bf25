/* SPDX-License-Identifier: MIT
 *
 * What every game in the list must hold to, and nothing about any of them: a game that passes here
 * can be played by every front end. Under each rule set random games are played, seeded, so that a
 * failure comes again. Linked with a list of its own, which has a third game (tests/nim.c). */
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "engine/engine.h"
#include "engine/plain_search.h"
#include "games/registry.h"
#include "play/match.h"
#include "sight.h"

enum {
    TURNS = RANDOM_TURNS / 200, /* under each rule set */
    SAMPLE = 16,                /* of very many turns so many are looked at */
    PLIES_MAX = 300,
    EVALUATION_MOST = 1 << 24, /* the points of any game are fewer by far */
};

static game_turn turns[GAME_TURNS_MAX];

void conformance_each_variant(void (*look)(variant v)) {
    for (size_t i = 0; registry_games[i]; i++)
        for (size_t k = 0; registry_games[i]->rule_set(k); k++)
            look(fixture_variant(registry_games[i], registry_games[i]->rule_set(k)));
}

game_position conformance_start(variant v, rng *random) {
    game_position p;
    variant_start(v, &p);
    if (v.game->chance) v.game->chance->shuffle(v.rules, random, true, &p);
    return p;
}

static bool is_same(const game_position *a, const game_position *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* --- text ------------------------------------------------------------------------------------ */

typedef struct line {
    char text[GAME_POSITION_TEXT];
} line;

static line written(variant v, const game_position *p) {
    line l;
    text t = text_fixed(l.text, sizeof l.text);
    variant_write_position(v, p, &t);
    MUST(!t.failed && !strchr(l.text, '\n'));
    return l;
}

/* Read and written again a position is the same; only the order of a stack is not in its text. */
static void check_text(variant v, const game_position *p) {
    line first = written(v, p);
    game_position back;
    error e;
    MUST(variant_read_position(v, first.text, &back, &e) == STATUS_OK);
    MUST(v.game->chance || is_same(&back, p));
    line again = written(v, &back);
    MUST(strcmp(first.text, again.text) == 0);
    MUST(v.game->to_move(&back) == v.game->to_move(p));
}

static void change(char *string, size_t room, rng *random) {
    size_t length = strlen(string), at = (size_t)rng_below(random, length + 1);
    char any = "abcdefghNESWnesw0123456789/+- "[rng_below(random, 30)];
    switch (rng_below(random, 3)) {
    case 0:
        if (at < length) string[at] = any;
        break;
    case 1: memmove(string + at, string + at + (at < length), length - at); break;
    default:
        if (length + 2 > room) break;
        memmove(string + at + 1, string + at, length - at + 1);
        string[at] = any;
    }
}

/* A refusal is one line, and nothing has changed. */
static void check_refused(status code, const error *e, const void *a, const void *b, size_t bytes) {
    MUST(code == STATUS_INVALID && *e->text && !strchr(e->text, '\n'));
    MUST(memcmp(a, b, bytes) == 0);
}

/* A text with a mistake in it is refused, or is the text of another position. */
static void check_wrong_text(variant v, const game_position *p, rng *random) {
    line wrong = written(v, p);
    change(wrong.text, sizeof wrong.text, random);
    game_position before, read;
    memset(&before, 0x5a, sizeof before);
    read = before;
    error e;
    status code = variant_read_position(v, wrong.text, &read, &e);
    if (code == STATUS_OK)
        check_text(v, &read);
    else
        check_refused(code, &e, &before, &read, sizeof read);
}

/* --- turns ----------------------------------------------------------------------------------- */

static int compare_turn(const void *a, const void *b) {
    return strcmp(a, ((const game_turn *)b)->text);
}

static bool is_listed(const char *turn, size_t count) {
    return bsearch(turn, turns, count, sizeof *turns, compare_turn) != NULL;
}

static bool begins_a_turn(const char *part, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(turns[i].text, part, strlen(part)) == 0) return true;
    return false;
}

/* Turns are in byte order, and what is listed is what can be played. */
static void check_turns(variant v, const game_position *p, size_t count, rng *random) {
    for (size_t i = 1; i < count; i++) MUST(strcmp(turns[i - 1].text, turns[i].text) < 0);
    for (size_t i = 0; i < count; i += 1 + count / SAMPLE) {
        game_position after = *p;
        error e;
        MUST(variant_play(v, &after, turns[i].text, &e) == STATUS_OK && !is_same(&after, p));
        char wrong[2 * GAME_TURN_BYTES];
        memcpy(wrong, turns[i].text, GAME_TURN_BYTES);
        for (uint64_t changes = 1 + rng_below(random, 2); changes > 0; changes--)
            change(wrong, sizeof wrong, random);
        after = *p;
        status code = variant_play(v, &after, wrong, &e);
        if (is_listed(wrong, count))
            MUST(code == STATUS_OK);
        else
            check_refused(code, &e, p, &after, sizeof after);
    }
}

/* The steps that follow a part: longer by something, in order, each the beginning of a turn. */
static void check_part(variant v, const game_position *p, const char *part, size_t count,
                       game_steps *steps) {
    error e;
    MUST(variant_steps(v, p, part, steps, &e) == STATUS_OK);
    MUST(steps->whole == is_listed(part, count));
    MUST(steps->whole || steps->count > 0);
    /* A step has a kind, unless there is nothing to do but pass. */
    MUST(!*steps->phase || steps->count > 0);
    MUST(*steps->phase || steps->count == 0 || count == 1);
    MUST(v.game->to_move(&steps->shown) == v.game->to_move(p));
    for (size_t i = 0; i < steps->count; i++) {
        const char *longer = steps->longer[i].text;
        MUST(strlen(longer) > strlen(part) && strncmp(longer, part, strlen(part)) == 0);
        MUST(i == 0 || strcmp(steps->longer[i - 1].text, longer) < 0);
        MUST(begins_a_turn(longer, count));
    }
}

/* From nothing to a whole turn, along the steps that begin it; and a wrong step on the way. */
static void walk(variant v, const game_position *p, const game_turn *turn, size_t count,
                 rng *random) {
    game_turn part = {{0}};
    static game_steps steps;
    error e;
    for (bool there = false; !there;) {
        check_part(v, p, part.text, count, &steps);
        char wrong[2 * GAME_TURN_BYTES];
        memcpy(wrong, turn->text, GAME_TURN_BYTES);
        change(wrong, sizeof wrong, random);
        if (strlen(wrong) < GAME_TURN_BYTES && !begins_a_turn(wrong, count)) {
            static game_steps unused;
            MUST(variant_steps(v, p, wrong, &unused, &e) == STATUS_INVALID && *e.text);
        }
        there = strcmp(part.text, turn->text) == 0;
        const game_turn *next = NULL;
        for (size_t i = 0; !there && i < steps.count;
             i++) /* of several the longest, which is last */
            if (strncmp(steps.longer[i].text, turn->text, strlen(steps.longer[i].text)) == 0)
                next = &steps.longer[i];
        ck_assert_msg(there || next, "%s %s: nothing leads from '%s' to %s", v.game->name, v.name,
                      part.text, turn->text);
        if (next) part = *next;
    }
}

/* --- the rest of the rules ------------------------------------------------------------------- */

static int sign(int number) {
    return (number > 0) - (number < 0);
}

static void check_outcome(variant v, const game_position *p, size_t count) {
    game_outcome o = variant_outcome(v, p);
    MUST(o.over == v.game->is_over(p));
    MUST(o.over ? count == 0 : count > 0);
    int margin = o.points[SIDE_A] - o.points[SIDE_B];
    int ties = v.game->tie_break ? o.tie_breaks[SIDE_A] - o.tie_breaks[SIDE_B] : 0;
    MUST(o.leader == (margin ? sign(margin) : sign(ties)));
    MUST(abs(variant_evaluate(v, p)) <= EVALUATION_MOST);
}

/* Counting the game's own way is counting by making every turn. */
static void check_perft(variant v, const game_position *p, size_t count) {
    game plain_game = *v.game;
    plain_game.perft = NULL;
    variant plain = {.game = &plain_game, .rules = v.rules, .name = v.name};
    int depth = count <= 4 * SAMPLE ? 2 : 1;
    uint64_t own, slow;
    error e;
    MUST(variant_perft(v, p, NULL, 0, &own, &e) == STATUS_OK && own == 1);
    MUST(variant_perft(v, p, NULL, 1, &own, &e) == STATUS_OK && own == count);
    MUST(variant_perft(v, p, NULL, depth, &own, &e) == STATUS_OK);
    MUST(variant_perft(plain, p, NULL, depth, &slow, &e) == STATUS_OK && own == slow);
    if (count == 0) return;
    MUST(variant_perft(v, p, turns[count / 2].text, depth, &own, &e) == STATUS_OK);
    MUST(variant_perft(plain, p, turns[count / 2].text, depth, &slow, &e) == STATUS_OK);
    MUST(own == slow);
}

static void check_rules(variant v) {
    rng random = rng_seeded(strlen(v.name));
    for (int made = 0; made < TURNS;) {
        game_position p = conformance_start(v, &random);
        for (int ply = 0; ply < PLIES_MAX; ply++, made++) {
            size_t count = variant_turns(v, &p, turns);
            error e;
            check_text(v, &p);
            for (int i = 0; i < SAMPLE; i++) check_wrong_text(v, &p, &random);
            check_outcome(v, &p, count);
            check_turns(v, &p, count, &random);
            if (ply % 4 == 0) check_perft(v, &p, count);
            if (count == 0) break;
            game_turn turn = turns[rng_below(&random, count)];
            walk(v, &p, &turn, count, &random);
            MUST(variant_play(v, &p, turn.text, &e) == STATUS_OK);
        }
    }
}

START_TEST(rules_and_text_agree) {
    conformance_each_variant(check_rules);
}
END_TEST

/* --- matches --------------------------------------------------------------------------------- */

static text saved(const match *m) {
    text out = text_growing();
    error e;
    MUST(match_save(m, &out, &e) == STATUS_OK);
    return out;
}

static void check_saved(const match *m) {
    text first = saved(m);
    match *back;
    error e;
    ck_assert_msg(match_load(registry_games, first.data, first.length, &back, &e) == STATUS_OK,
                  "%s", e.text);
    text again = saved(back);
    ck_assert_str_eq(first.data, again.data);
    MUST(is_same(match_position(m), match_position(back)));
    match_free(back);
    text_free(&first);
    text_free(&again);
}

static void check_wrong_turn(match *m) {
    text before = saved(m);
    game_position p = *match_position(m);
    error e;
    check_refused(match_play(m, "?", &e), &e, &p, match_position(m), sizeof p);
    text after = saved(m);
    ck_assert_str_eq(before.data, after.data);
    text_free(&before);
    text_free(&after);
}

/* A game to its end, all of it taken back and made again: every position is as it was. */
static void check_match(variant v) {
    static game_position history[PLIES_MAX + 1];
    match_options options = {
        .game = v.game, .rules = v.name, .best_of = 1, .seed = 6, .shuffled = true};
    match *m = fixture_match(&options);
    rng random = rng_seeded(7);
    history[0] = *match_position(m);
    while (!match_outcome(m).over && match_ply(m) < PLIES_MAX) {
        if (match_ply(m) % 8 == 0) check_wrong_turn(m);
        fixture_play(m, fixture_random_turn(v, match_position(m), &random).text);
        history[match_ply(m)] = *match_position(m);
    }
    size_t plies = match_ply(m);
    check_saved(m);
    while (fixture_undo(m)) MUST(is_same(match_position(m), &history[match_ply(m)]));
    MUST(match_ply(m) == 0);
    check_saved(m);
    while (fixture_redo(m)) MUST(is_same(match_position(m), &history[match_ply(m)]));
    MUST(match_ply(m) == plies);
    match_free(m);
}

START_TEST(a_match_restores_and_is_restored) {
    conformance_each_variant(check_match);
}
END_TEST

/* --- what is hidden, and who does without ------------------------------------------------------
 */

static engine *new_engine(variant v) {
    engine_options options = {.variant = v, .memory = 1 << 16, .threads = 1, .nodes_most = 100};
    engine *t;
    error e;
    MUST(engine_open(&options, &t, &e) == STATUS_OK);
    return t;
}

/* What a player can be told is the same for the same seed, and for another order of the stack. */
static void check_sight(variant v) {
    engine *t = new_engine(v), *twin = new_engine(v);
    rng random = rng_seeded(8);
    game_position p = conformance_start(v, &random);
    error e;
    for (int ply = 0; ply < PLIES_MAX && !v.game->is_over(&p); ply++) {
        if (ply % 6 == 0) {
            game_position other = p;
            if (v.game->chance) v.game->chance->shuffle(v.rules, &random, false, &other);
            sight_must_be_same(t, &p, &other);
            text told = sight_of(t, &p), again = sight_of(twin, &p);
            ck_assert_str_eq(told.data, again.data);
            text_free(&told);
            text_free(&again);
        }
        game_turn turn = fixture_random_turn(v, &p, &random);
        MUST(variant_play(v, &p, turn.text, &e) == STATUS_OK);
    }
    engine_close(t);
    engine_close(twin);
}

START_TEST(hidden_stays_hidden_and_a_seed_says_all) {
    for (size_t i = 0; registry_games[i]; i++)
        check_sight(fixture_variant(registry_games[i], NULL));
}
END_TEST

/* The game with no more than it must have; what is drawn needs a search. */
static game bare(const game *g) {
    game b = *g;
    b.repetition_limit = NULL;
    b.perft = NULL;
    b.tie_break = NULL;
    b.explain = NULL;
    b.picture = NULL;
    b.coach = NULL;
    b.levels = NULL;
    b.solution = NULL;
    b.solver = NULL;
    b.bench = NULL;
    if (!g->chance) b.search = NULL;
    game_check(&b);
    return b;
}

START_TEST(every_game_can_do_without) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        game b = bare(g);
        check_sight((variant){.game = &b, .rules = g->find_rules(g->default_rules), .name = "x"});
    }
}
END_TEST

/* Where both have looked to the end, the plain search says what the game's own does. */
static void compare_searches(variant v, const game_position *p, int *compared) {
    game b = bare(v.game);
    engine *own = new_engine(v), *plain = new_engine((variant){&b, v.rules, v.name});
    const search_result *x, *y;
    error e;
    MUST(engine_think(own, p, &(engine_limits){0}, &x, &e) == STATUS_OK);
    MUST(engine_think(plain, p, &(engine_limits){0}, &y, &e) == STATUS_OK);
    if (x->variations[0].exact && y->variations[0].exact) {
        ck_assert_double_eq(x->variations[0].points, y->variations[0].points);
        ck_assert_double_eq(x->variations[0].chance, y->variations[0].chance);
        ++*compared;
    }
    engine_close(own);
    engine_close(plain);
}

START_TEST(the_plain_search_agrees_with_a_games_own) {
    int compared = 0;
    for (size_t i = 0; registry_games[i]; i++) {
        variant v = fixture_variant(registry_games[i], NULL);
        if (!v.game->search || v.game->chance) continue;
        rng random = rng_seeded(9);
        for (int k = 0; k < 8; k++) {
            game_position p = conformance_start(v, &random), after = p;
            while (!v.game->is_over(&after)) { /* to the last turn but one */
                p = after;
                after = variant_after(v, &p, fixture_random_turn(v, &p, &random).text);
            }
            compare_searches(v, &p, &compared);
        }
    }
    ck_assert_int_gt(compared, 0);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", "/nowhere", 1); /* tables of the user's own are none of ours */
    registry_check();
    Suite *suite = suite_create("conformance");
    TCase *laws = fixture_tests(suite, "every game");
    tcase_add_test(laws, rules_and_text_agree);
    tcase_add_test(laws, a_match_restores_and_is_restored);
    tcase_add_test(laws, hidden_stays_hidden_and_a_seed_says_all);
    tcase_add_test(laws, every_game_can_do_without);
    tcase_add_test(laws, the_plain_search_agrees_with_a_games_own);
    conformance_search_laws(suite);
    conformance_border_laws(suite);
    return fixture_run(suite);
}
