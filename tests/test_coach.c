/* SPDX-License-Identifier: MIT
 *
 * Coach, reviews, puzzles and hints: sentences are patterns filled in and true; losses and luck add
 * up to the result; exact losses and puzzles agree with a plain minimax of this file's own. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/luck.h"
#include "fixture.h"
#include "games/registry.h"
#include "liniell/game.h"
#include "liniell/rules/rules.h"
#include "linja/game.h"
#include "linja/rules/rules.h"
#include "play/record.h"
#include "play/replay.h"
#include "teach/choices.h"
#include "teach/hint.h"
#include "teach/puzzle_list.h"
#include "teach/review.h"
#include "truth.h"

enum {
    GAMES = 40,
    MINIMAX_MOST = 20000,
    REASONED = RANDOM_TURNS / 100, /* turns under each rule set */
    JUDGED = RANDOM_TURNS / 500,
};

static uint64_t positions_wanted; /* under each rule set; POSITIONS in the environment */

static engine *new_engine(variant v) {
    engine_options options = {.variant = v, .memory = 1 << 20, .threads = 1};
    engine *t;
    error e;
    ck_assert_msg(engine_open(&options, &t, &e) == STATUS_OK, "%s", e.text);
    return t;
}

static game_position play(variant v, const game_position *position, const char *turn) {
    game_position after = *position;
    error e;
    ck_assert_msg(variant_play(v, &after, turn, &e) == STATUS_OK, "%s", e.text);
    return after;
}

/* A random game as a record; at most `most` turns. */
static void write_random_game(const game *g, const char *rules_name, uint64_t seed, size_t most,
                              text *out) {
    variant v = fixture_variant(g, rules_name);
    rng random = rng_seeded(seed);
    game_position p;
    variant_start(v, &p);
    text_format(out, "[Game \"%s\"]\n[Rules \"%s\"]\n", g->name, rules_name);
    if (g->chance) {
        rng stack = rng_seeded(seed);
        g->chance->shuffle(v.rules, &stack, true, &p);
        text_format(out, "[Seed \"%llu\"]\n", (unsigned long long)seed);
    }
    text_char(out, '\n');
    game_turn turns[GAME_TURNS_MAX];
    for (size_t i = 0; i < most && !variant_outcome(v, &p).over; i++) {
        size_t count = variant_turns(v, &p, turns);
        const char *turn = turns[rng_below(&random, count)].text;
        p = play(v, &p, turn);
        text_format(out, "%s\n", turn);
    }
}

/* Reads records, of which `at` is played through. */
static record_file read_games(const char *string, size_t at, replay *played) {
    record_file file = {0};
    error e;
    ck_assert_msg(record_read(string, strlen(string), &file, &e) == STATUS_OK, "%s", e.text);
    status code = replay_record(registry_games, &file.games[at], played, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    return file;
}

static review review_of(const char *string, size_t at, uint64_t nodes) {
    replay played;
    error e;
    record_file file = read_games(string, at, &played);
    engine *t = new_engine(played.variant);
    review v;
    engine_limits limits = {.nodes = nodes};
    status code = review_make(t, &file.games[at], &played, &limits, &v, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    v.rules_name = "";
    engine_close(t);
    replay_free(&played);
    record_file_free(&file);
    return v;
}

/* --- a plain minimax ---------------------------------------------------------------------------
 */

/* The final margin under best play for the side to move; counts down *nodes, and below 0 gives up.
 */
static int minimax(variant v, const game_position *p, int alpha, int beta, long *nodes) {
    game_outcome outcome = variant_outcome(v, p);
    int sign = v.game->to_move(p) == SIDE_A ? 1 : -1;
    if (outcome.over) return sign * (outcome.points[SIDE_A] - outcome.points[SIDE_B]);
    choices all;
    error e;
    ck_assert_int_eq(choices_of(v, p, &all, &e), STATUS_OK);
    int best = -1000;
    for (size_t i = 0; i < all.count && best < beta && --*nodes > 0; i++) {
        int value = -minimax(v, &all.list[i].after, -beta, best > alpha ? -best : -alpha, nodes);
        if (value > best) best = value;
    }
    choices_free(&all);
    return best;
}

/* --- sentences ---------------------------------------------------------------------------------
 */

/* Whether a sentence is a pattern with something in place of {0}, {1} ... */
static bool fits(const char *sentence, const char *pattern) {
    if (!*pattern) return !*sentence;
    if (*pattern == '{') {
        for (const char *rest = sentence + 1; rest[-1]; rest++)
            if (fits(rest, pattern + 3)) return true;
        return false;
    }
    return *sentence == *pattern && fits(sentence + 1, pattern + 1);
}

static void check_sentence(const game_coach *coach, const text *said) {
    MUST(!said->failed && said->length > 0 && said->length < COACH_TEXT);
    for (size_t i = 0; coach->patterns[i]; i++)
        if (fits(said->data, coach->patterns[i])) return;
    ck_abort_msg("'%s' is none of the patterns", said->data);
}

/* What the words of a sentence must be, counted here by the rules alone: about the turn, about what
 * was before it, and about the turn it is compared with. */
typedef enum meaning {
    ANYTHING,
    MOVER,
    OPPONENT,
    OTHER_TURN,
    POINTS,
    POINTS_BEFORE,
    POINTS_OTHER,
    THEIRS,
    THEIRS_BEFORE,
    THEIRS_OTHER,
    MARGIN,
    MARGIN_OTHER,
    GAIN,
    GAIN_OTHER,
    ANSWER, /* the most that the opponent's next turn improves its margin */
    ANSWER_OTHER,
    BLUE,
    BLUE_BEFORE,
    NOUGHT, /* no words, but what others are held against */
    LITTLE,
} meaning;

enum { LITTLE_POINTS = 2 };

/* What makes a sentence true beside its words: this is less than that, or at most as much. */
typedef struct order {
    meaning less;
    enum { NO_ORDER, BELOW, NOT_ABOVE } how;
    meaning more;
} order;

static const struct {
    const char *pattern;
    meaning words[COACH_WORDS];
    int ends; /* 1: the turn ends the game, -1: it does not */
    order orders[2];
} truths[] = {
    {"It ends the game while {0} is ahead, {1} to {2}.",
     {MOVER, POINTS, THEIRS},
     1,
     {{THEIRS, BELOW, POINTS}}},
    {"It ends the game with a margin of {0}, not {1}.",
     {MARGIN, MARGIN_OTHER},
     1,
     {{MARGIN_OTHER, BELOW, MARGIN}}},
    {"It plays on, while {0} would end the game with a margin of {1}.",
     {OTHER_TURN, MARGIN_OTHER},
     -1,
     {{0}}},
    {"It scores on the board at once: the margin improves by {0}.",
     {GAIN},
     0,
     {{NOUGHT, BELOW, GAIN}}},
    {"It scores more on the board at once: the margin changes by {0}, with {1} by {2}.",
     {GAIN, OTHER_TURN, GAIN_OTHER},
     0,
     {{GAIN_OTHER, BELOW, GAIN}}},
    {"It leaves {0} little: no answer improves the margin for {0} by more than {1}.",
     {OPPONENT, ANSWER},
     -1,
     {{ANSWER, NOT_ABOVE, LITTLE}}},
    {"It leaves {0} less: the best answer scores {1} at once, after {2} it is {3}.",
     {OPPONENT, ANSWER, OTHER_TURN, ANSWER_OTHER},
     -1,
     {{ANSWER, BELOW, ANSWER_OTHER}}},
    {"It is the last tile, and {0} ends ahead, {1} to {2}.",
     {MOVER, POINTS, THEIRS},
     1,
     {{THEIRS, BELOW, POINTS}}},
    {"It is the last tile: the lines end with a margin of {0}, with {1} of {2}.",
     {MARGIN, OTHER_TURN, MARGIN_OTHER},
     1,
     {{MARGIN_OTHER, BELOW, MARGIN}}},
    {"It takes a line over from {0}, whose points drop from {1} to {2}.",
     {OPPONENT, THEIRS_BEFORE, THEIRS},
     0,
     {{THEIRS, BELOW, THEIRS_BEFORE}}},
    {"It does not weaken its own lines: they are worth {0}, with {1} only {2}.",
     {POINTS, OTHER_TURN, POINTS_OTHER},
     0,
     {{POINTS_BEFORE, NOT_ABOVE, POINTS}, {POINTS_OTHER, BELOW, POINTS_BEFORE}}},
    {"It claims a free line: the lines of {0} are now worth {1}, up from {2}.",
     {MOVER, POINTS, POINTS_BEFORE},
     0,
     {{POINTS_BEFORE, BELOW, POINTS}}},
    {"It makes the lines of {0} worth more: {1}, up from {2}.",
     {MOVER, POINTS, POINTS_BEFORE},
     0,
     {{POINTS_BEFORE, BELOW, POINTS}}},
    {"It makes its own lines worth more: {0}, with {1} only {2}.",
     {POINTS, OTHER_TURN, POINTS_OTHER},
     0,
     {{POINTS_OTHER, BELOW, POINTS}}},
    {"It brings in a blue rhomb: {0} for {1} now, up from {2}.",
     {BLUE, MOVER, BLUE_BEFORE},
     0,
     {{BLUE_BEFORE, BELOW, BLUE}}},
    {"It makes the lines of {0} worth less: {1}, down from {2}.",
     {OPPONENT, THEIRS, THEIRS_BEFORE},
     0,
     {{THEIRS, BELOW, THEIRS_BEFORE}}},
    {"It leaves {0} less: the lines there are worth {1}, after {2} they are worth {3}.",
     {OPPONENT, THEIRS, OTHER_TURN, THEIRS_OTHER},
     0,
     {{THEIRS, BELOW, THEIRS_OTHER}}},
    {"It looks much like {0} at once; the difference shows some turns later.",
     {OTHER_TURN},
     0,
     {{0}}},
};

enum { TRUTHS = sizeof truths / sizeof *truths, PATTERNS_MOST = 64 };

/* How often each pattern of a coach was said, and each truth found. */
typedef struct tally {
    int said[PATTERNS_MOST];
    int found[TRUTHS];
    int claimed[CLAIMS_MOST];
} tally;

static int margin_of(const game_outcome *outcome, int side) {
    return outcome->points[side] - outcome->points[1 - side];
}

static int best_answer(variant v, const game_position *p) {
    game_turn turns[GAME_TURNS_MAX];
    game_outcome before = variant_outcome(v, p);
    int side = v.game->to_move(p), best = 0;
    size_t count = variant_turns(v, p, turns);
    for (size_t i = 0; i < count; i++) {
        game_position then = play(v, p, turns[i].text);
        game_outcome after = variant_outcome(v, &then);
        int gain = margin_of(&after, side) - margin_of(&before, side);
        if (gain > best) best = gain;
    }
    return best;
}

static int count_of(meaning m, variant v, const game_position *p, const char *turn,
                    const char *other) {
    int side = v.game->to_move(p);
    game_position then = play(v, p, turn), instead = play(v, p, other ? other : turn);
    game_outcome was = variant_outcome(v, p), is = variant_outcome(v, &then);
    game_outcome would = variant_outcome(v, &instead);
    switch (m) {
    case POINTS: return is.points[side];
    case POINTS_BEFORE: return was.points[side];
    case POINTS_OTHER: return would.points[side];
    case THEIRS: return is.points[1 - side];
    case THEIRS_BEFORE: return was.points[1 - side];
    case THEIRS_OTHER: return would.points[1 - side];
    case MARGIN: return margin_of(&is, side);
    case MARGIN_OTHER: return margin_of(&would, side);
    case GAIN: return margin_of(&is, side) - margin_of(&was, side);
    case GAIN_OTHER: return margin_of(&would, side) - margin_of(&was, side);
    case ANSWER: return best_answer(v, &then);
    case ANSWER_OTHER: return best_answer(v, &instead);
    case BLUE: return is.tie_breaks[side];
    case BLUE_BEFORE: return was.tie_breaks[side];
    case NOUGHT: return 0;
    case LITTLE: return LITTLE_POINTS;
    case ANYTHING:
    case MOVER:
    case OPPONENT:
    case OTHER_TURN: break;
    }
    ck_abort_msg("no number");
}

static void write_meaning(meaning m, variant v, const game_position *p, const char *turn,
                          const char *other, text *out) {
    int side = v.game->to_move(p);
    switch (m) {
    case ANYTHING: return;
    case MOVER: text_char(out, (char)('A' + side)); return;
    case OPPONENT: text_char(out, (char)('B' - side)); return;
    case OTHER_TURN: text_put(out, other); return;
    default: text_format(out, "%d", count_of(m, v, p, turn, other));
    }
}

static void check_orders(const order *orders, variant v, const game_position *p, const char *turn,
                         const char *other, const char *pattern) {
    for (int i = 0; i < 2 && orders[i].how != NO_ORDER; i++) {
        int less = count_of(orders[i].less, v, p, turn, other);
        int more = count_of(orders[i].more, v, p, turn, other);
        ck_assert_msg(orders[i].how == BELOW ? less < more : less <= more,
                      "%s: %d is not less than %d, of %s and %s", pattern, less, more, turn,
                      other ? other : "no other");
    }
}

/* Sentences whose truth nobody could miss. */
static const char *const vague[] = {
    "It changes little at once; what it is worth shows some turns later.",
};

static bool is_vague(const char *pattern) {
    for (size_t i = 0; i < sizeof vague / sizeof *vague; i++)
        if (strcmp(vague[i], pattern) == 0) return true;
    return false;
}

/* Each sentence is held against the rules in one way or the other. */
static void check_truth(variant v, const game_position *p, const char *turn, const char *other,
                        const coach_sentence *said, tally *seen) {
    claim c = {.variant = v, .position = p, .turn = turn, .other = other, .said = said};
    int number = truth_check(&c);
    bool looked_at = number >= 0 || is_vague(said->pattern);
    if (number >= 0) seen->claimed[number]++;
    for (size_t i = 0; i < TRUTHS; i++) {
        if (strcmp(truths[i].pattern, said->pattern) != 0) continue;
        seen->found[i]++;
        looked_at = true;
        game_position then = play(v, p, turn);
        check_orders(truths[i].orders, v, p, turn, other, said->pattern);
        if (truths[i].ends) ck_assert_int_eq(variant_outcome(v, &then).over, truths[i].ends > 0);
        for (int word = 0; word < COACH_WORDS; word++) {
            char expected[GAME_TURN_BYTES];
            text t = text_fixed(expected, sizeof expected);
            if (truths[i].words[word] == ANYTHING) continue;
            write_meaning(truths[i].words[word], v, p, turn, other, &t);
            ck_assert_msg(strcmp(said->words.word[word], expected) == 0,
                          "%s: {%d} is '%s', should be '%s'", said->pattern, word,
                          said->words.word[word], expected);
        }
    }
    ck_assert_msg(looked_at, "nobody looks whether it is true: %s", said->pattern);
}

static void check_said(const game *g, const coach_sentence *said, tally *seen) {
    const game_coach *coach = g->coach;
    char sentence[COACH_TEXT];
    text t = text_fixed(sentence, sizeof sentence);
    coach_say(said, &t);
    check_sentence(coach, &t);
    size_t i = 0;
    while (coach->patterns[i] && coach->patterns[i] != said->pattern) i++;
    ck_assert_msg(coach->patterns[i] && i < PATTERNS_MOST, "no pattern of the coach: %s", sentence);
    seen->said[i]++;
}

static void check_position(variant v, const game_position *p, rng *random, tally *seen) {
    const game_coach *coach = v.game->coach;
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(v, p, turns);
    const char *turn = turns[rng_below(random, count)].text;
    const char *other = turns[rng_below(random, count)].text;
    coach_sentence said = coach->where(v.rules, p, turn);
    check_said(v.game, &said, seen);
    check_truth(v, p, turn, NULL, &said, seen);
    coach->why(v.rules, p, turn, NULL, &said);
    check_said(v.game, &said, seen);
    check_truth(v, p, turn, NULL, &said, seen);
    if (strcmp(turn, other) != 0) {
        coach->why(v.rules, p, turn, other, &said);
        check_said(v.game, &said, seen);
        check_truth(v, p, turn, other, &said, seen);
    }
    /* Seldom: it takes the rules long to count that. */
    if (coach->allows && rng_below(random, 16) == 0 &&
        coach->allows(v.rules, p, turn, other, &said)) {
        check_said(v.game, &said, seen);
        check_truth(v, p, turn, other, &said, seen);
    }
    unsigned themes = 0;
    while (coach->themes[themes]) themes++;
    MUST(coach->theme_bits(v.rules, p, turn) >> themes == 0);
}

/* Returns how many positions it had. */
static uint64_t check_random_game(variant v, rng *random, tally *seen) {
    game_position p;
    uint64_t ply = 0;
    variant_start(v, &p);
    if (v.game->chance) v.game->chance->shuffle(v.rules, random, true, &p);
    for (; ply < 80 && !variant_outcome(v, &p).over; ply++) {
        check_position(v, &p, random, seen);
        p = play(v, &p, fixture_random_turn(v, &p, random).text);
    }
    return ply;
}

/* Tiles with ends that lead nowhere, as the standard set has none: only there a turn can make the
 * lines of the opponent worth less without taking one over. */
static const char dead_ends[] =
    "01: NE S W; 02: NS E W; 03: N* E S W; 04: NESo W; 05: NE SW; 06: N* ESW; 07: NEo S W; "
    "08: N E S W; 09: NSo EW; 10: NE* S Wo; 11: NS E* W; 12: NE SW*";

/* All but the last tile lie round a hole, and whoever laid it there would join lines of one side.
 */
static const char only_ends[] = "01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; "
                                "06: N E S W; 07: N E S W; 08: N E S W; 09: NESW";
static const char hole[] = "01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,e6N "
                           "B=d5E,f5W turn=a draw=09";

static liniell_tiles tiles_of(const char *string) {
    liniell_tiles tiles;
    error e;
    ck_assert_msg(liniell_read_tiles(string, &tiles, &e) == STATUS_OK, "%s", e.text);
    return tiles;
}

static void check_text(variant v, const char *position, rng *random, tally *seen) {
    game_position p;
    error e;
    ck_assert_msg(variant_read_position(v, position, &p, &e) == STATUS_OK, "%s", e.text);
    check_position(v, &p, random, seen);
}

/* What seldom or never happens in random games under the rule sets that have a name. */
static void check_rare(const game *g, rng *random, tally *seen) {
    if (g == &linja_game)
        check_text(fixture_variant(g, "zen"), "05/00/00/60/06/00/01/60 a", random, seen);
    if (g != &liniell_game) return;
    liniell_tiles tiles = tiles_of(dead_ends), ends = tiles_of(only_ends);
    check_text(variant_own(g, &ends), hole, random, seen);
    for (size_t i = 0; i < GAMES; i++) check_random_game(variant_own(g, &tiles), random, seen);
}

/* So many positions of random games under each rule set; each with one turn and another. */
static void check_positions(const game *g, rng *random, tally *seen) {
    for (size_t i = 0; g->rule_set(i); i++) {
        variant v = fixture_variant(g, g->rule_set(i));
        for (uint64_t checked = 0; checked < positions_wanted;)
            checked += check_random_game(v, random, seen);
    }
}

/* Whatever a coach can say is said, and true. POSITIONS in the environment: so many under each rule
 * set, which takes minutes (docs/review.md). */
START_TEST(sentences_are_patterns_and_true) {
    rng random = rng_seeded(5);
    int found[TRUTHS] = {0}, claimed[CLAIMS_MOST] = {0};
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        tally seen = {0};
        size_t sets = 0;
        while (g->rule_set(sets)) sets++;
        for (size_t k = 0; k < GAMES; k++)
            check_random_game(fixture_variant(g, g->rule_set(k % sets)), &random, &seen);
        check_positions(g, &random, &seen);
        check_rare(g, &random, &seen);
        for (size_t k = 0; g->coach->patterns[k]; k++)
            ck_assert_msg(seen.said[k] > 0, "never said: %s", g->coach->patterns[k]);
        for (size_t k = 0; k < TRUTHS; k++) found[k] += seen.found[k];
        for (size_t k = 0; k < CLAIMS_MOST; k++) claimed[k] += seen.claimed[k];
    }
    for (size_t k = 0; k < TRUTHS; k++)
        ck_assert_msg(found[k] > 0, "never looked at: %s", truths[k].pattern);
    for (int k = 0; truth_pattern(k); k++)
        ck_assert_msg(claimed[k] > 0, "never looked at: %s", truth_pattern(k));
}
END_TEST

static void expect_why(const char *rules_name, const char *position, const char *turn,
                       const char *instead, const char *expected) {
    const void *rules = linja_game.find_rules(rules_name);
    game_position p;
    error e;
    ck_assert_int_eq(linja_game.read_position(rules, position, &p, &e), STATUS_OK);
    char sentence[COACH_TEXT];
    text said = text_fixed(sentence, sizeof sentence);
    coach_sentence sentence_of;
    linja_game.coach->why(rules, &p, turn, instead, &sentence_of);
    coach_say(&sentence_of, &said);
    ck_assert_str_eq(sentence, expected);
}

START_TEST(the_sentence_that_weighs_most_is_said) {
    const char *late = "08/00/11/11/10/02/30/60 a";
    expect_why("2003", late, "ef/ce+ef/fh", NULL,
               "Its follow-up lands on the empty row e and earns an extra turn.");
    expect_why("2003", late, "ef/ce+ef/fh", "ef/ce+gh/gh",
               "It leaves B shorter steps: the longest follow-up is 1, after ef/ce+gh/gh it is 2.");
    expect_why("zen", "0b/00/00/00/00/11/00/b0 a", "fg", NULL,
               "It ends the game while A is ahead, 58 to 54.");
    expect_why("zen", "60/11/11/11/11/11/11/06 a", "gh/bc", "gh",
               "It makes use of the bonus that gh leaves out.");
}
END_TEST

/* --- choices -----------------------------------------------------------------------------------
 */

START_TEST(choices_are_the_positions_that_can_be_reached) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        variant v = fixture_variant(g, g->default_rules);
        game_position p;
        choices all;
        error e;
        game_turn turns[GAME_TURNS_MAX];
        variant_start(v, &p);
        size_t count = variant_turns(v, &p, turns), different = 0;
        ck_assert_int_eq(choices_of(v, &p, &all, &e), STATUS_OK);
        for (size_t a = 0; a < count; a++) {
            game_position after = play(v, &p, turns[a].text);
            bool seen = false;
            for (size_t b = 0; b < a && !seen; b++) {
                game_position earlier = play(v, &p, turns[b].text);
                seen = memcmp(&earlier, &after, sizeof after) == 0;
            }
            different += !seen;
            const choice *found = choices_find(&all, v, &p, turns[a].text);
            MUST(memcmp(&found->after, &after, sizeof after) == 0);
        }
        ck_assert_uint_eq(all.count, different);
        ck_assert(all.list[0].plausible);
        for (size_t a = 1; a < all.count; a++)
            ck_assert_int_ge(all.list[a - 1].evaluation, all.list[a].evaluation);
        ck_assert_uint_eq(choices_others(&all, &all.list[0], turns), all.count - 1);
        choices_free(&all);
    }
}
END_TEST

/* --- reviews -----------------------------------------------------------------------------------
 */

static void check_laws(const review *v) {
    ck_assert_double_le(fabs(review_balance(v)), 1e-9);
    ck_assert_double_le(fabs(v->sides[SIDE_A].luck + v->sides[SIDE_B].luck), 1e-9);
    for (size_t i = 0; i < v->count; i++) {
        const review_turn *turn = &v->turns[i];
        MUST(turn->loss >= 0);
        MUST(turn->loss > 0 || strcmp(turn->best.text, turn->played.text) == 0);
        MUST(turn->mark < REVIEW_GOOD || turn->why.pattern);
        MUST(turn->mark != REVIEW_FORCED || turn->choices == 1);
        /* What may be an error is not marked; what is exact has none. */
        MUST(turn->mark < REVIEW_INACCURACY || turn->loss > turn->doubt);
        MUST(turn->doubt > 0 || (turn->value.exact && turn->played_value.exact) || i < v->opening ||
             turn->loss == 0);
    }
    for (int s = SIDE_A; s <= SIDE_B; s++) {
        int marks = 0;
        for (int m = 0; m < REVIEW_MARKS; m++) marks += v->sides[s].counts[m];
        size_t turns = 0;
        for (size_t i = 0; i < v->count; i++) turns += v->turns[i].side == s;
        ck_assert_int_eq(marks, (int)turns);
        ck_assert(v->sides[s].accuracy >= 0 && v->sides[s].accuracy <= 100);
    }
}

/* Whatever could have been drawn is as lucky as unlucky, all in all; what was drawn makes the
 * difference to the adjusted result, to the last digit whenever it is asked. */
static void check_luck(const review *v, const replay *played) {
    const game_chance *chance = played->variant.game->chance;
    engine *t = new_engine(played->variant);
    double adjusted = v->last.chance, most = 0;
    for (size_t ply = 1; ply < played->count; ply++) {
        const game_position *here = replay_position(played, ply);
        game_position other, shown = *here;
        double luck, sum = 0;
        bool came;
        error e;
        size_t tiles = 0, found = 0;
        for (; chance->redraw(played->variant.rules, here, tiles, &other, &came); tiles++) {
            ck_assert_int_eq(luck_of_draw(t, &other, NULL, &luck, &e), STATUS_OK);
            sum += luck;
            found += came;
            if (fabs(luck) > most) most = fabs(luck);
        }
        ck_assert_uint_eq(tiles, played->count - ply); /* all tiles were laid or stayed out */
        ck_assert_uint_eq(found, 1);
        ck_assert_double_le(fabs(sum), 1e-9);
        rng random = rng_seeded(ply); /* nobody looks at what is still to come */
        chance->shuffle(played->variant.rules, &random, false, &shown);
        ck_assert_int_eq(luck_of_draw(t, &shown, NULL, &luck, &e), STATUS_OK);
        adjusted -= luck;
    }
    ck_assert_double_gt(most, 0.01);
    ck_assert_double_le(fabs(v->adjusted - adjusted), 1e-9);
    engine_close(t);
}

START_TEST(losses_and_luck_add_up_to_the_result) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        text game_text = text_growing();
        write_random_game(g, g->default_rules, 7 + i, 1000, &game_text);
        review v = review_of(game_text.data, 0, 100);
        ck_assert(v.over);
        check_laws(&v);
        /* The last value is the result. */
        ck_assert_double_eq(v.last.chance, v.result == RECORD_A_WINS   ? 1
                                           : v.result == RECORD_B_WINS ? 0
                                                                       : 0.5);
        text out = text_growing();
        replay played;
        record_file file = read_games(game_text.data, 0, &played);
        review_write(&v, &played, 1, &out);
        ck_assert_int_eq(strstr(out.data, "Adjusted for luck, A") != NULL, g->chance != NULL);
        if (g->chance) check_luck(&v, &played);
        for (char *line = strtok(out.data, "\n"); line; line = strtok(NULL, "\n")) {
            size_t wide = 0;
            for (char *c = line; *c; c++) wide += ((unsigned char)*c & 0xc0) != 0x80;
            ck_assert_msg(wide <= 80, "too wide: %s", line);
        }
        text_clear(&out);
        review_draw(&v, &out);
        ck_assert(strncmp(out.data, "<svg", 4) == 0 && strstr(out.data, "</svg>\n"));
        text_free(&out);
        replay_free(&played);
        record_file_free(&file);
        text_free(&game_text);
        review_free(&v);
    }
}
END_TEST

/* --- what is wrong with a turn -----------------------------------------------------------------
 */

static bool is_said(const coach_sentence *said, const char *pattern) {
    return strcmp(said->pattern, pattern) == 0;
}

static bool is_an_answer(variant v, const game_position *p, const char *turn, const char *answer) {
    game_turn turns[GAME_TURNS_MAX];
    game_position then = play(v, p, turn);
    size_t count = variant_outcome(v, &then).over ? 0 : variant_turns(v, &then, turns);
    for (size_t i = 0; i < count; i++)
        if (strcmp(turns[i].text, answer) == 0) return true;
    return false;
}

/* What is said of a turn, which is compared with the one that is taken for the best; `answer` is
 * taken for the best answer. */
static void check_reasons(const review *v, const replay *played, size_t ply, int *allowed,
                          tally *seen) {
    const review_turn *turn = &v->turns[ply];
    const game_position *p = replay_position(played, ply);
    variant rules = played->variant;
    review_reasons why = review_explain(v, played, ply);
    for (int i = 0; i < why.count; i++) {
        const coach_sentence *said = &why.said[i];
        if (!is_said(said, "It allows {0} the answer {1}.")) {
            check_truth(rules, p, turn->played.text, turn->best.text, said, seen);
            continue;
        }
        const char *answer = v->turns[ply + 1].best.text;
        MUST(said->words.word[0][0] == 'B' - turn->side && !said->words.word[0][1]);
        ck_assert_str_eq(said->words.word[1], answer);
        MUST(is_an_answer(rules, p, turn->played.text, answer));
        ck_assert_msg(!is_an_answer(rules, p, turn->best.text, answer), "%s is there after %s, too",
                      answer, turn->best.text);
        MUST(++i < why.count); /* what the answer does */
        check_truth(rules, replay_position(played, ply + 1), answer, NULL, &why.said[i], seen);
        ++*allowed;
    }
}

/* A random game of which every turn is a mistake, some other turn the best one, and some turn the
 * best answer: whatever is then said of it is true of these. Returns how many turns there are. */
static uint64_t check_reasons_of_game(variant v, rng *random, int *allowed, tally *seen) {
    text game_text = text_growing();
    replay played;
    write_random_game(v.game, v.name, rng_next(random) >> 32, 60, &game_text);
    record_file file = read_games(game_text.data, 0, &played);
    review_turn *turns = calloc(played.count, sizeof *turns);
    ck_assert_ptr_nonnull(turns);
    for (size_t ply = 0; ply < played.count; ply++) {
        const game_position *p = replay_position(&played, ply);
        const char *made = record_text(&file.games[0], played.plies[ply].token);
        turns[ply].side = v.game->to_move(p);
        memcpy(turns[ply].played.text, made, strlen(made) + 1);
        turns[ply].best = fixture_random_turn(v, p, random);
        turns[ply].mark = REVIEW_MISTAKE;
        turns[ply].why.pattern = "It is better.";
    }
    review made_up = {.game = v.game,
                      .measure = v.game->coach->measure,
                      .has_draws = v.game->chance != NULL,
                      .count = played.count,
                      .turns = turns};
    for (size_t ply = 0; ply < played.count; ply++)
        if (strcmp(turns[ply].played.text, turns[ply].best.text) != 0)
            check_reasons(&made_up, &played, ply, allowed, seen);
    uint64_t count = played.count;
    free(turns);
    replay_free(&played);
    record_file_free(&file);
    text_free(&game_text);
    return count;
}

/* One of the two tiles left can only stay out after the better turn. */
START_TEST(a_tile_that_stays_out_takes_nothing_over) {
    variant v = fixture_variant(&liniell_game, NULL);
    const char *turn = "d2s+N<b2E", *other = "b5e+S<a2N";
    game_position p;
    coach_sentence said;
    tally seen = {0};
    error e;
    MUST(variant_read_position(v,
                               "07@d4s 03@d5s 11@c4e 16@b4w 13@b3e 09@b2e 06@a3n 05@c5w 08@c2e "
                               "10@a2n 12@d3n 02@a4n 14@a5n A=a5N,c2E B=a2N,b2E turn=b draw=15",
                               &p, &e) == STATUS_OK);
    MUST(v.game->chance->arrange(v.rules, "01,04", false, &p, &e) == STATUS_OK);
    if (v.game->coach->allows(v.rules, &p, turn, other, &said))
        check_truth(v, &p, turn, other, &said, &seen);
}
END_TEST

START_TEST(what_is_said_to_be_allowed_is) {
    const game *g = registry_games[_i];
    rng random = rng_seeded(11);
    int allowed = 0;
    tally seen = {0};
    for (size_t i = 0; g->rule_set(i); i++)
        for (uint64_t checked = 0; checked < REASONED;)
            checked +=
                check_reasons_of_game(fixture_variant(g, g->rule_set(i)), &random, &allowed, &seen);
    ck_assert_int_eq(allowed > 0, g->chance == NULL);
}
END_TEST

/* The last turns of a random game as a record of their own. */
static void write_late_game(variant v, uint64_t seed, size_t turns, text *out) {
    text whole = text_growing(), position = text_growing();
    replay played;
    write_random_game(v.game, v.name, seed, 1000, &whole);
    record_file file = read_games(whole.data, 0, &played);
    size_t first = played.count > turns ? played.count - turns : 0;
    variant_write_position(v, replay_position(&played, first), &position);
    text_format(out, "[Game \"%s\"]\n[Rules \"%s\"]\n[SetUp \"1\"]\n[Position \"%s\"]\n\n",
                v.game->name, v.name, position.data);
    for (size_t ply = first; ply < played.count; ply++)
        text_format(out, "%s\n", record_text(&file.games[0], played.plies[ply].token));
    replay_free(&played);
    record_file_free(&file);
    text_free(&position);
    text_free(&whole);
}

enum { WIN_TO_DRAW, WIN_TO_LOSS, DRAW_TO_LOSS, RESULTS };

static const char *const results_lost[RESULTS] = {
    [WIN_TO_DRAW] = "It turns a win into a draw.",
    [WIN_TO_LOSS] = "It turns a win into a loss.",
    [DRAW_TO_LOSS] = "It turns a draw into a loss.",
};

/* Whether it is said that a result is given away, of a turn by which it is, and of no other. */
static void check_result(variant v, const review *told, const replay *played, size_t ply,
                         int found[RESULTS]) {
    const review_turn *turn = &told->turns[ply];
    review_reasons why = review_explain(told, played, ply);
    int said = RESULTS;
    for (int i = 0; i < why.count; i++)
        for (int k = 0; k < RESULTS; k++)
            if (is_said(&why.said[i], results_lost[k])) said = k;
    bool exact = turn->value.exact && turn->played_value.exact;
    if (said != RESULTS) MUST(exact);
    long nodes = MINIMAX_MOST;
    int best = minimax(v, replay_position(played, ply), -1000, 1000, &nodes);
    int made = -minimax(v, replay_position(played, ply + 1), -1000, 1000, &nodes);
    if (nodes <= 0) return;
    int lost = best > 0 && made == 0   ? WIN_TO_DRAW
               : best > 0 && made < 0  ? WIN_TO_LOSS
               : best == 0 && made < 0 ? DRAW_TO_LOSS
                                       : RESULTS;
    if (said == RESULTS && (!exact || turn->mark < REVIEW_GOOD)) return;
    ck_assert_int_eq(said, lost);
    if (said != RESULTS) found[said]++;
}

/* By a minimax, where a position is no draw for having been there before. */
START_TEST(results_that_are_said_to_be_lost_are) {
    int found[RESULTS] = {0};
    for (size_t i = 0; linja_game.rule_set(i); i++) {
        variant v = fixture_variant(&linja_game, linja_game.rule_set(i));
        if (strstr(v.name, "+return")) continue;
        for (uint64_t checked = 0, seed = 1; checked < JUDGED; seed++) {
            text game_text = text_growing();
            replay played;
            write_late_game(v, seed, 5, &game_text);
            record_file file = read_games(game_text.data, 0, &played);
            review told = review_of(game_text.data, 0, 3000);
            for (size_t ply = 0; ply < told.count; ply++)
                check_result(v, &told, &played, ply, found);
            checked += told.count;
            review_free(&told);
            replay_free(&played);
            record_file_free(&file);
            text_free(&game_text);
        }
    }
    for (int k = 0; k < RESULTS; k++)
        ck_assert_msg(found[k] > 0, "never said: %s", results_lost[k]);
}
END_TEST

/* Every exact value of the last turns of random games is that of the minimax. */
START_TEST(exact_losses_are_those_of_a_minimax) {
    int compared = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        const char *rules_name = seed % 2 ? "zen" : "2003";
        const void *rules = linja_game.find_rules(rules_name);
        text game_text = text_growing();
        write_random_game(&linja_game, rules_name, seed, 1000, &game_text);
        replay played;
        record_file file = read_games(game_text.data, 0, &played);
        review v = review_of(game_text.data, 0, 3000);
        for (size_t i = v.count > 5 ? v.count - 5 : 0; i < v.count; i++) {
            const review_turn *turn = &v.turns[i];
            if (!turn->value.exact || !turn->played_value.exact) continue;
            long nodes = MINIMAX_MOST;
            game_position after = *replay_position(&played, i + 1);
            int best = minimax(variant_own(&linja_game, rules), replay_position(&played, i), -1000,
                               1000, &nodes);
            int made = -minimax(variant_own(&linja_game, rules), &after, -1000, 1000, &nodes);
            if (nodes <= 0) continue;
            ck_assert_double_eq(turn->value.points, best);
            ck_assert_double_eq(turn->played_value.points, made);
            ck_assert_double_eq(turn->loss, best - made);
            compared++;
        }
        review_free(&v);
        replay_free(&played);
        record_file_free(&file);
        text_free(&game_text);
    }
    ck_assert_int_ge(compared, 10);
}
END_TEST

/* Comments and variations, a game from a position, one that was given up, one drawn by repetition,
 * one that stopped before a draw that is not known. */
START_TEST(records_of_all_kinds_are_reviewed) {
    text records = fixture_file(DATA "review.lwg");
    review v = review_of(records.data, 0, 20000);
    ck_assert_uint_eq(v.count, 3);
    ck_assert(!v.over && v.result == RECORD_B_WINS);
    ck_assert_double_eq(v.turns[0].loss, 2);
    ck_assert_int_eq(v.turns[0].mark, REVIEW_INACCURACY);
    ck_assert_str_eq(v.turns[0].best.text, "ef/ce+ef/fh");
    check_laws(&v);
    review_free(&v);

    v = review_of(records.data, 1, 200);
    ck_assert_uint_eq(v.count, 4);
    ck_assert(v.over && v.result == RECORD_DRAW);
    ck_assert_double_eq(v.last.points, 0);
    check_laws(&v);
    review_free(&v);

    v = review_of(records.data, 2, 200);
    ck_assert_uint_eq(v.count, 1);
    ck_assert(!v.over && v.result == RECORD_UNFINISHED);
    check_laws(&v);
    review_free(&v);

    v = review_of("[Game \"linja\"]\n\n*\n", 0, 200);
    ck_assert_uint_eq(v.count, 0);
    check_laws(&v);
    review_free(&v);
    text_free(&records);
}
END_TEST

/* The costliest turns come first, of the side that is asked for; what is said of them is true. */
START_TEST(the_costliest_turns_are_explained) {
    text records = fixture_file(DATA "review.lwg");
    replay played;
    record_file file = read_games(records.data, 0, &played);
    review v = review_of(records.data, 0, 20000);
    size_t worst[REVIEW_WORST];
    ck_assert_uint_eq(review_worst(&v, -1, worst), 2);
    ck_assert(worst[0] == 2 && worst[1] == 0);
    ck_assert_uint_eq(review_worst(&v, SIDE_A, worst), 2);
    ck_assert_uint_eq(review_worst(&v, SIDE_B, worst), 0);
    review_reasons why = review_explain(&v, &played, 2);
    ck_assert_int_eq(why.count, 1); /* nothing was looked at after it */
    ck_assert_str_eq(why.said[0].pattern, "It turns a win into a loss.");
    why = review_explain(&v, &played, 0);
    char sentence[COACH_TEXT];
    text said = text_fixed(sentence, sizeof sentence);
    ck_assert_int_ge(why.count, 2);
    coach_say(&why.said[0], &said);
    ck_assert_msg(strncmp(sentence, "It allows B the answer ", 23) == 0, "%s", sentence);
    ck_assert_int_eq(review_explain(&v, &played, 1).count, 0); /* it was best */

    /* By loss, whatever their order in the game. */
    const double losses[] = {3, 9, 1, 9, 5};
    review_turn turns[5] = {{0}};
    for (int i = 0; i < 5; i++) {
        turns[i].loss = losses[i];
        turns[i].side = i == 3 ? SIDE_B : SIDE_A;
        turns[i].mark = i == 2 ? REVIEW_GOOD : REVIEW_MISTAKE;
    }
    review some = {.count = 5, .turns = turns};
    ck_assert_uint_eq(review_worst(&some, -1, worst), 3);
    ck_assert(worst[0] == 1 && worst[1] == 3 && worst[2] == 4);
    ck_assert_uint_eq(review_worst(&some, SIDE_A, worst), 3);
    ck_assert(worst[0] == 1 && worst[1] == 4 && worst[2] == 0);
    review_free(&v);
    replay_free(&played);
    record_file_free(&file);
    text_free(&records);
}
END_TEST

START_TEST(remarks_make_a_record_with_the_same_game) {
    text records = fixture_file(DATA "review.lwg"), written = text_growing();
    replay played, again;
    error e;
    record_file file = read_games(records.data, 0, &played);
    engine *t = new_engine(played.variant);
    review v;
    record remarked;
    engine_limits limits = {.nodes = 20000};
    ck_assert_int_eq(review_make(t, &file.games[0], &played, &limits, &v, &e), STATUS_OK);
    ck_assert_int_eq(review_annotate(&v, &file.games[0], &played, &remarked, &e), STATUS_OK);
    record_write(&remarked, &written);
    record_file file_again = read_games(written.data, 0, &again);
    ck_assert_uint_eq(again.count, played.count);
    ck_assert(memcmp(replay_position(&again, 3), replay_position(&played, 3),
                     sizeof(game_position)) == 0);
    ck_assert(strstr(written.data, "better ef/ce+ef/fh +4: "));
    ck_assert(strstr(written.data, "$6") && strstr(written.data, "{hm}"));
    review_free(&v);
    record_free(&remarked);
    engine_close(t);
    replay_free(&played);
    replay_free(&again);
    record_file_free(&file);
    record_file_free(&file_again);
    text_free(&written);
    text_free(&records);
}
END_TEST

/* --- puzzles -----------------------------------------------------------------------------------
 */

static puzzle puzzle_of(engine *t, uint64_t number) {
    puzzle p;
    error e;
    puzzle_wish any = {0};
    engine_limits limits = {.nodes = 3000};
    uint64_t found = number;
    status code = puzzle_find(t, &any, &limits, &found, &p, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    ck_assert_uint_eq(found, number);
    return p;
}

/* Exactly one choice keeps the value, by minimax; false if that was too much to count. */
static bool check_puzzle(const void *rules, const puzzle *p) {
    choices all;
    error e;
    long nodes = MINIMAX_MOST;
    size_t keep = 0;
    double second = -1000;
    ck_assert_int_eq(choices_of(variant_own(&linja_game, rules), &p->position, &all, &e),
                     STATUS_OK);
    for (size_t i = 0; i < all.count && nodes > 0; i++) {
        int value =
            -minimax(variant_own(&linja_game, rules), &all.list[i].after, -1000, 1000, &nodes);
        if (nodes <= 0) break;
        ck_assert_double_le(value, p->points);
        if (value == p->points)
            keep++;
        else if (value > second)
            second = value;
    }
    if (nodes > 0) {
        ck_assert_uint_eq(keep, 1);
        ck_assert_double_eq(p->points - second, p->gap);
    }
    choices_free(&all);
    return nodes > 0;
}

START_TEST(puzzles_have_one_solution) {
    const void *rules = linja_game.find_rules(_i ? "2003" : "zen");
    engine *t = new_engine(variant_own(&linja_game, rules)),
           *other = new_engine(variant_own(&linja_game, rules));
    int checked = 0;
    for (uint64_t number = 1; number <= 8; number++) {
        puzzle p = puzzle_of(t, number);
        checked += check_puzzle(rules, &p);
        ck_assert(p.grade >= 1 && p.grade <= PUZZLE_GRADES);
        ck_assert(puzzle_is_solved_by(t, &p, p.solution.text));
        game_turn wrong[3];
        size_t count;
        error e;
        ck_assert_int_eq(puzzle_temptations(t, &p, 3, wrong, &count, &e), STATUS_OK);
        ck_assert_uint_eq(count, p.tempting < 3 ? p.tempting : 3);
        for (size_t i = 0; i < count; i++) ck_assert(!puzzle_is_solved_by(t, &p, wrong[i].text));
    }
    /* A number is the same puzzle whatever was asked before it. */
    puzzle again = puzzle_of(other, 8), before = puzzle_of(t, 8);
    ck_assert(memcmp(&again.position, &before.position, sizeof again.position) == 0);
    ck_assert_str_eq(again.solution.text, before.solution.text);
    ck_assert_int_ge(checked, 3);
    engine_close(t);
    engine_close(other);
}
END_TEST

START_TEST(looking_for_puzzles_comes_to_an_end) {
    engine *t = new_engine(fixture_variant(&linja_game, "zen"));
    puzzle p;
    error e;
    uint64_t number = 1;
    puzzle_wish none = {.themes = 1u << 31, .numbers = 3};
    engine_limits limits = {.nodes = 50};
    ck_assert_int_eq(puzzle_find(t, &none, &limits, &number, &p, &e), STATUS_FAILED);
    ck_assert_str_eq(e.text,
                     "no such puzzle found from number 1 to 3; another number may have one");
    atomic_bool stop = true;
    limits.stop = &stop;
    ck_assert_int_eq(puzzle_find(t, &none, &limits, &number, &p, &e), STATUS_FAILED);
    ck_assert(strstr(e.text, "in the time given"));
    engine_close(t);
}
END_TEST

/* --- the lists of puzzles ------------------------------------------------------------------------
 */

/* How much of a list is proved again: all of it takes minutes where the program is slow. */
enum { LISTED_LEAST = 366, PROVED_EVERY = RANDOM_TURNS >= 1000000 ? 4 : 40 };

/* A puzzle of a list by the search of today: the same solution, value and gap. */
static void prove_again(engine *t, const char *line, const puzzle *listed) {
    puzzle found;
    bool is_one = false;
    error e;
    engine_limits limits = {.nodes = UINT64_C(3000000)};
    engine_forget(t);
    status code = puzzle_examine(t, &listed->position, &limits, &found, &is_one, &e);
    ck_assert_msg(code == STATUS_OK && is_one, "not proved: %s", line);
    ck_assert_msg(puzzle_is_solved_by(t, listed, found.solution.text), "another turn: %s", line);
    ck_assert_double_le(fabs(found.gap - listed->gap), 1e-5);
    ck_assert_double_le(fabs(found.chance - listed->chance), 1e-5);
}

/* Every line reads, is what writing makes of it, and comes once, in order; some are proved again,
 * the rest by bench/make_puzzles. Each day has its puzzle. */
START_TEST(listed_puzzles_hold) {
    const puzzle_list *list = &puzzle_lists[_i];
    const game *g = registry_find(list->game);
    ck_assert_ptr_nonnull(g);
    variant v = fixture_variant(g, g->default_rules);
    ck_assert_ptr_eq(puzzle_list_for(v), list);
    engine *t = new_engine(v);
    uint64_t before = 0;
    int grades[PUZZLE_GRADES + 1] = {0}, minimaxed = 0;
    unsigned themes = 0;
    ck_assert_uint_ge(list->count, LISTED_LEAST);
    for (size_t i = 0; i < list->count; i++) {
        uint64_t number;
        puzzle p;
        error e;
        status code = puzzle_read_entry(v, list->lines[i], &number, &p, &e);
        ck_assert_msg(code == STATUS_OK, "%s: %s", list->lines[i], e.text);
        MUST(number > before);
        before = number;
        text written = text_growing();
        puzzle_write_entry(v, number, &p, &written);
        ck_assert_str_eq(written.data, list->lines[i]);
        text_free(&written);
        MUST(p.choices >= 8 && p.gap > 0);
        grades[p.grade]++;
        themes |= p.themes;
        if (i % PROVED_EVERY == 0) prove_again(t, list->lines[i], &p);
        if (i % PROVED_EVERY == 1 && g == &linja_game) minimaxed += check_puzzle(v.rules, &p);
    }
    for (int grade = 1; grade <= PUZZLE_GRADES; grade++) ck_assert_int_gt(grades[grade], 0);
    ck_assert(g != &linja_game || minimaxed > 0);
    ck_assert(themes != 0);
    engine_close(t);
}
END_TEST

/* Also of a list that has grown: its first lines have the days. */
START_TEST(a_day_has_the_same_puzzle_for_ever) {
    fixture f = fixture_read(DATA "puzzle-days.t");
    for (size_t c = 0; c < f.count; c++)
        for (size_t i = 0; i < f.cases[c].count; i++) {
            char name[16], date[16], number[16];
            const char *line = f.cases[c].lines[i];
            MUST(fixture_word(&line, name, sizeof name) && fixture_word(&line, date, sizeof date) &&
                 fixture_word(&line, number, sizeof number));
            const game *g = registry_find(name);
            const puzzle_list *list = puzzle_list_for(fixture_variant(g, NULL));
            const char **lines = calloc(list->count + 7, sizeof *lines);
            ck_assert_ptr_nonnull(lines);
            for (size_t k = 0; k < list->count + 7; k++)
                lines[k] = k < list->count ? list->lines[k] : "grown";
            puzzle_list grown = {list->game, lines, list->count + 7};
            uint64_t day;
            MUST(puzzle_read_date(date, &day) && list->count >= PUZZLE_DAYS);
            const char *today = puzzle_of_day(&grown, day);
            ck_assert_msg(strncmp(today, number, strlen(number)) == 0 &&
                              today[strlen(number)] == '|',
                          "%s %s: %s, not %s", name, date, today, number);
            free(lines);
        }
    fixture_free(&f);
}
END_TEST

START_TEST(lists_are_asked_by_number_grade_theme_and_day) {
    variant zen = fixture_variant(&linja_game, "zen");
    const puzzle_list *list = puzzle_list_for(zen);
    ck_assert_ptr_nonnull(list);
    ck_assert_ptr_null(puzzle_list_for(fixture_variant(&linja_game, "2003")));
    puzzle p;
    error e;
    uint64_t number = 3, day;
    ck_assert(puzzle_list_find(list, zen, &(puzzle_wish){0}, &number, &p));
    ck_assert(number == 3 && strcmp(p.solution.text, "cb/ba/fe") == 0);
    number = 1;
    ck_assert(
        puzzle_list_find(list, zen, &(puzzle_wish){.grade = 4, .themes = 1u << 5}, &number, &p));
    ck_assert(p.grade == 4 && p.themes >> 5 & 1);
    number = 1000000;
    ck_assert(!puzzle_list_find(list, zen, &(puzzle_wish){0}, &number, &p));

    ck_assert(puzzle_read_date("1970-01-01", &day) && day == 0);
    ck_assert(puzzle_read_date("2026-11-18", &day) && day == 20775);
    ck_assert(puzzle_read_date("2000-02-29", &day) && day == 11016);
    const char *const no_days[] = {"",           "2026-11-31", "2026-02-29", "2026-13-01",
                                   "1969-12-31", "2026-1-018", "26-11-18",   "2026-11-18x"};
    for (size_t i = 0; i < sizeof no_days / sizeof *no_days; i++)
        ck_assert_msg(!puzzle_read_date(no_days[i], &day), "%s", no_days[i]);

    const char *const no_lines[] = {
        "",
        "3|1|exact,finish|09/01/01/00/00/21/10/90 b|cb/ba/fe|0",
        "3|1|exact,finish|09/01/01/00/00/21/10/90 b|cb/ba/fe|0|1|",
        "3|6|exact,finish|09/01/01/00/00/21/10/90 b|cb/ba/fe|0|1",
        "3|1|exact|09/01/01/00/00/21/10/90 b|cb/ba/fe|0|1",
        "3|1|exact,moon|09/01/01/00/00/21/10/90 b|cb/ba/fe|0|1",
        "3|1|exact,finish|09/01/01/00/00/21/10/99 b|cb/ba/fe|0|1",
        "3|1|exact,finish|09/01/01/00/00/21/10/90 b|ab/ba/fe|0|1",
        "3|1|exact,finish|09/01/01/00/00/21/10/90 b|cb/ba/fe|0|0",
        "3|1|exact,finish|09/01/01/00/00/21/10/90 b|cb/ba/fe|x|1",
    };
    for (size_t i = 0; i < sizeof no_lines / sizeof *no_lines; i++)
        ck_assert_msg(puzzle_read_entry(zen, no_lines[i], &number, &p, &e) != STATUS_OK, "%s",
                      no_lines[i]);
}
END_TEST

/* What is not certain does not read "100.0 %". */
START_TEST(only_what_is_certain_is_said_to_be) {
    variant v = fixture_variant(&liniell_game, "standard");
    engine *t = new_engine(v);
    puzzle p = {.chance = 1, .gap = 0.5};
    coach_sentence task[2];
    variant_start(v, &p.position);
    puzzle_task(t, &p, task);
    ck_assert_str_eq(task[0].pattern, "{0} to move: find the one turn that wins for certain.");
    p.chance = 0.9999;
    puzzle_task(t, &p, task);
    ck_assert_str_eq(task[0].words.word[0], "99.9");
    ck_assert(strstr(task[0].pattern, "keeps a chance of"));
    engine_close(t);
}
END_TEST

/* --- hints -------------------------------------------------------------------------------------
 */

START_TEST(hints_tell_more_and_more) {
    for (size_t i = 0; registry_games[i]; i++) {
        const game *g = registry_games[i];
        variant v = fixture_variant(g, g->default_rules);
        engine *t = new_engine(v);
        engine_limits limits = {.nodes = 100};
        game_position p;
        hint h;
        error e;
        variant_start(v, &p);
        ck_assert_int_eq(hint_find(t, &p, &limits, &h, &e), STATUS_OK);
        char said[HINT_STEPS][COACH_TEXT];
        for (int step = 1; step <= HINT_STEPS; step++) {
            text out = text_fixed(said[step - 1], COACH_TEXT);
            coach_sentence sentence = hint_sentence(&h, step);
            coach_say(&sentence, &out);
            ck_assert(!out.failed && out.length > 0);
        }
        ck_assert(!strstr(said[0], h.turn.text));
        ck_assert(strstr(said[1], h.turn.text));
        play(v, &p, h.turn.text);
        engine_close(t);
    }
}
END_TEST

int main(void) {
    const char *wanted = getenv("POSITIONS");
    if (wanted && !text_is_number(wanted, 1000000, &positions_wanted)) return EXIT_FAILURE;
    Suite *suite = suite_create("coach");
    TCase *tests = fixture_tests(suite, "coach");
    tcase_add_test(tests, sentences_are_patterns_and_true);
    tcase_add_test(tests, the_sentence_that_weighs_most_is_said);
    tcase_add_test(tests, choices_are_the_positions_that_can_be_reached);
    tcase_add_test(tests, losses_and_luck_add_up_to_the_result);
    tcase_add_test(tests, a_tile_that_stays_out_takes_nothing_over);
    tcase_add_loop_test(tests, what_is_said_to_be_allowed_is, 0, 2);
    tcase_add_test(tests, results_that_are_said_to_be_lost_are);
    tcase_add_test(tests, exact_losses_are_those_of_a_minimax);
    tcase_add_test(tests, records_of_all_kinds_are_reviewed);
    tcase_add_test(tests, the_costliest_turns_are_explained);
    tcase_add_test(tests, remarks_make_a_record_with_the_same_game);
    tcase_add_loop_test(tests, puzzles_have_one_solution, 0, 2);
    tcase_add_test(tests, looking_for_puzzles_comes_to_an_end);
    tcase_add_loop_test(tests, listed_puzzles_hold, 0, 2);
    tcase_add_test(tests, lists_are_asked_by_number_grade_theme_and_day);
    tcase_add_test(tests, a_day_has_the_same_puzzle_for_ever);
    tcase_add_test(tests, only_what_is_certain_is_said_to_be);
    tcase_add_test(tests, hints_tell_more_and_more);
    return fixture_run(suite);
}
