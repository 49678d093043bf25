/* SPDX-License-Identifier: MIT
 *
 * What a match makes of fair draws (game/fair.h), tested by attack: whoever wants to know what
 * comes, or to have drawn otherwise, tries what there is to try. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "games/registry.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/rules/stack.h"
#include "play/match.h"
#include "play/proof.h"

static const char small_set[] =
    "01: NES Wo; 02: NESW; 03: NE S* W; 04: NS EW; 05: NE SW; 06: NS EW; 07: NE SW";

static fair_key secret_of(uint8_t first) {
    fair_key secret = {{first}};
    return secret;
}

static match *begin(const fair_key *secret, int best_of, const char *tiles, const char *position) {
    match_options options = {.game = &liniell_game,
                             .tiles = tiles,
                             .position = position,
                             .names = {"Ada", "Ben"},
                             .best_of = best_of,
                             .secret = secret};
    return fixture_match(&options);
}

static void play_random(match *m, rng *random, size_t turns) {
    for (; turns > 0 && !match_outcome(m).over; turns--)
        fixture_play(m, fixture_random_turn(match_variant(m), match_position(m), random).text);
}

static void resign(match *m) {
    error e;
    ck_assert_int_eq(match_declare(m, RECORD_B_WINS, &e), STATUS_OK);
}

static void next_game(match *m) {
    error e;
    ck_assert_msg(match_next_game(m, &e) == STATUS_OK, "%s", e.text);
}

static text save(const match *m) {
    text saved = text_growing();
    error e;
    ck_assert_msg(match_save(m, &saved, &e) == STATUS_OK, "%s", e.text);
    return saved;
}

static match *load(const text *saved) {
    match *m;
    error e;
    ck_assert_msg(match_load(registry_games, saved->data, saved->length, &m, &e) == STATUS_OK, "%s",
                  e.text);
    return m;
}

static match *open_again(const text *saved, const fair_key *secret, const match *before) {
    match *m = load(saved);
    error e;
    ck_assert_msg(match_draw_on(m, secret, before, &e) == STATUS_OK, "%s", e.text);
    return m;
}

/* The tiles of the whole stack, as only the program may see them. */
static void whole_stack(const match *m, char list[3 * LINIELL_TILES_MAX + 1]) {
    text t = text_fixed(list, 3 * LINIELL_TILES_MAX + 1);
    liniell_game.chance->write_draws(match_variant(m).rules, match_position(m), SIZE_MAX, &t);
    ck_assert(!t.failed);
}

static match_promise promise_of(const match *m) {
    match_promise promise;
    ck_assert(match_find_promise(m, &promise));
    return promise;
}

static record_file read_records(const text *saved) {
    record_file file = {0};
    error e;
    ck_assert_msg(record_read(saved->data, saved->length, &file, &e) == STATUS_OK, "%s", e.text);
    return file;
}

static const char *last_tag(const record_file *file, const char *name) {
    return record_tag_value(&file->games[file->count - 1], name);
}

static void set(record *r, const char *name, const char *value) {
    error e;
    ck_assert_int_eq(record_set_tag(r, name, value, &e), STATUS_OK);
}

/* A save with the commitment, which may differ, blotted out. */
static text without_commitment(const match *m) {
    text saved = save(m);
    match_promise promise = promise_of(m);
    char *at = strstr(saved.data, promise.commitment);
    ck_assert(at);
    memset(at, '-', strlen(promise.commitment));
    return saved;
}

/* --- what is promised ------------------------------------------------------------------------ */

/* The first chain of tests/data/fair.t, in a match of three games. */
START_TEST(a_match_draws_as_the_vectors_say) {
    fixture f = fixture_read(DATA "fair.t");
    const fixture_case *c = NULL;
    for (size_t i = 0; !c && i < f.count; i++)
        if (fixture_value(f.cases[i].lines[0], "chain")) c = &f.cases[i];
    ck_assert(c);
    fair_key secret;
    ck_assert(fair_read(fixture_value(c->lines[0], "chain"), secret.bytes, sizeof secret.bytes));
    match *m = begin(&secret, 3, NULL, NULL);
    rng random = rng_seeded(1);
    for (int number = 1; number <= 2; number++) {
        char key[16], draws[16];
        text words[2] = {text_fixed(key, sizeof key), text_fixed(draws, sizeof draws)};
        text_format(&words[0], "key %d ", number);
        text_format(&words[1], "draws %d ", number);
        play_random(m, &random, SIZE_MAX);
        text saved = save(m);
        record_file file = read_records(&saved);
        int found = 0;
        for (size_t i = 0; i < c->count; i++) {
            const char *line = c->lines[i];
            if (fixture_value(line, "commitment")) {
                ck_assert_str_eq(last_tag(&file, "Commitment"), fixture_value(line, "commitment"));
                found++;
            } else if (strncmp(line, key, words[0].length) == 0) {
                ck_assert_str_eq(last_tag(&file, "Key"), line + words[0].length);
                found++;
            } else if (strncmp(line, draws, words[1].length) == 0) {
                ck_assert_str_eq(last_tag(&file, "Draws"), line + words[1].length);
                found++;
            }
        }
        ck_assert_int_eq(found, 3);
        record_file_free(&file);
        text_free(&saved);
        if (number == 1) next_game(m);
    }
    match_free(m);
    fixture_free(&f);
}
END_TEST

/* Whole matches with several sets, opened elsewhere now and then: what was drawn stays drawn, and
 * every finished game proves itself. */
START_TEST(every_game_proves_itself) {
    static const char *const tiles[] = {NULL, small_set, NULL};
    static const char *const positions[] = {NULL, NULL,
                                            "01@d4n 07@e4s A=e4N,- B=-,- turn=a draw=05"};
    rng random = rng_seeded(2);
    size_t reopened = 0, covered = 0;
    for (uint8_t i = 0; i < 120; i++) {
        fair_key secret = secret_of(i);
        match *m = begin(&secret, 3, tiles[i % 3], positions[i % 3]);
        for (;;) {
            play_random(m, &random, (size_t)rng_below(&random, 6));
            if (rng_below(&random, 3) == 0 && fixture_undo(m)) continue;
            if (rng_below(&random, 6) == 0) {
                text saved = save(m);
                fair_key other = secret_of((uint8_t)(200 + reopened++ % 50));
                match *again = open_again(&saved, &other, NULL);
                text_free(&saved);
                match_free(m);
                m = again;
            }
            if (!match_outcome(m).over && rng_below(&random, 8) == 0) resign(m);
            if (!match_outcome(m).over) continue;
            if (match_is_decided(m)) break;
            next_game(m);
        }
        text saved = save(m);
        record_file file = read_records(&saved);
        for (size_t game_number = 0; game_number < file.count; game_number++) {
            proof p;
            error e;
            ck_assert_msg(proof_check(registry_games, &file, game_number, &p, &e) == STATUS_OK,
                          "%s\n%s", e.text, saved.data);
            covered += p.drawn - p.before;
        }
        record_file_free(&file);
        text_free(&saved);
        match_free(m);
    }
    ck_assert_uint_gt(reopened, 50);
    ck_assert_uint_gt(covered, 1000);
}
END_TEST

/* --- who wants to know what comes ------------------------------------------------------------ */

/* The seeds that the terminal draws from, tried against the first tiles: how many give the stack.
 */
static size_t try_all_seeds(const match *m, size_t visible) {
    char stack[3 * LINIELL_TILES_MAX + 1], tried[3 * LINIELL_TILES_MAX + 1];
    size_t hits = 0;
    whole_stack(m, stack);
    for (uint64_t seed = 0; seed < 1000000; seed++) {
        liniell_position p;
        rng random = rng_seeded(seed);
        liniell_start(match_variant(m).rules, &p);
        liniell_shuffle(match_variant(m).rules, &random, true, &p);
        text t = text_fixed(tried, sizeof tried);
        liniell_write_draws(match_variant(m).rules, &p, visible, &t);
        if (strncmp(tried, stack, t.length) != 0) continue;
        text_clear(&t);
        liniell_write_draws(match_variant(m).rules, &p, SIZE_MAX, &t);
        hits += strcmp(tried, stack) == 0;
    }
    return hits;
}

START_TEST(trying_all_seeds_tells_nothing) {
    fair_key secret = secret_of(7);
    match_options seeded = {.game = &liniell_game, .best_of = 1, .seed = 271828, .shuffled = true};
    match *fair = begin(&secret, 1, NULL, NULL), *known;
    error e;
    ck_assert_int_eq(match_new(&seeded, &known, &e), STATUS_OK);
    ck_assert_uint_eq(try_all_seeds(known, 5), 1); /* the attack works where there is a seed */
    ck_assert_uint_eq(try_all_seeds(fair, 5), 0);
    match_free(fair);
    match_free(known);
}
END_TEST

/* At every turn: nothing is saved of what comes, and two games that have drawn the same so far
 * cannot be told apart by what they save, but for their commitments. */
START_TEST(a_running_game_holds_only_what_has_been_drawn) {
    fair_key secret = secret_of(9), one = secret_of(10), two = secret_of(11);
    match *m = begin(&secret, 3, NULL, NULL);
    rng random = rng_seeded(4);
    while (!match_outcome(m).over) {
        text saved = save(m);
        record_file file = read_records(&saved);
        ck_assert(!last_tag(&file, "Seed") && !last_tag(&file, "Key"));
        ck_assert_uint_eq(strlen(last_tag(&file, "Draws")), 3 * (match_ply(m) + 1) - 1);
        ck_assert_str_eq(promise_of(m).key, "");
        record_file_free(&file);
        match *first = open_again(&saved, &one, NULL), *second = open_again(&saved, &two, NULL);
        char stacks[2][3 * LINIELL_TILES_MAX + 1];
        whole_stack(first, stacks[0]);
        whole_stack(second, stacks[1]);
        ck_assert(match_ply(m) > 10 || strcmp(stacks[0], stacks[1]) != 0);
        text told[2] = {without_commitment(first), without_commitment(second)};
        ck_assert_str_eq(told[0].data, told[1].data);
        for (int i = 0; i < 2; i++) text_free(&told[i]);
        match_free(first);
        match_free(second);
        text_free(&saved);
        play_random(m, &random, 1);
    }
    ck_assert_str_ne(promise_of(m).key, "");
    match_free(m);
}
END_TEST

/* After the first game its key is known, and all keys before it: none of them draws the second, nor
 * does the key as a seed, or the next seed. */
START_TEST(a_told_key_says_nothing_of_the_next) {
    static const fair_random none[2];
    fair_key secret = secret_of(12), key;
    match *m = begin(&secret, 3, small_set, NULL);
    resign(m);
    ck_assert(fair_read(promise_of(m).key, key.bytes, sizeof key.bytes));
    next_game(m);
    char stack[3 * LINIELL_TILES_MAX + 1], tried[3 * LINIELL_TILES_MAX + 1];
    text rules = text_growing();
    variant_write_rules(match_variant(m), &rules);
    whole_stack(m, stack);
    size_t hits = 0;
    for (int i = 0; i < FAIR_KEYS; i++) {
        liniell_position p;
        text t = text_fixed(tried, sizeof tried);
        fair_key guess = fair_stack(&key, none, rules.data);
        liniell_start(match_variant(m).rules, &p);
        liniell_deal(match_variant(m).rules, &guess, true, &p);
        liniell_write_draws(match_variant(m).rules, &p, SIZE_MAX, &t);
        hits += strcmp(tried, stack) == 0;
        cipher_hash(key.bytes, sizeof key.bytes, key.bytes);
    }
    ck_assert_uint_le(hits, 2); /* of 5,040 orders, a thousand guesses meet one by chance */
    uint64_t seed;
    ck_assert(!match_seed(m, &seed));
    text_free(&rules);
    match_free(m);
}
END_TEST

/* --- who wants to go back -------------------------------------------------------------------- */

/* A told game does not go on, from wherever it is looked at. */
static void expect_final(match *m) {
    error e;
    text before = save(m);
    size_t last = match_ply(m);
    ck_assert(match_is_revealed(m));
    ck_assert(!fixture_undo(m));
    for (size_t ply = 0; ply <= last; ply++) {
        game_turn turns[GAME_TURNS_MAX];
        fixture_go_to(m, ply);
        ck_assert_uint_eq(match_ply(m), ply);
        ck_assert(match_outcome(m).over == (ply == last));
        ck_assert(match_is_revealed(m));
        ck_assert_uint_eq(match_games_played(m), 1);
        ck_assert(!fixture_undo(m));
        if (variant_turns(match_variant(m), match_position(m), turns) > 0)
            ck_assert_int_eq(match_play(m, turns[0].text, &e), STATUS_INVALID);
        ck_assert_int_eq(match_declare(m, RECORD_A_WINS, &e), STATUS_INVALID);
        text after = save(m);
        ck_assert_str_eq(after.data, before.data);
        text_free(&after);
    }
    text_free(&before);
}

START_TEST(a_told_game_is_over_for_good) {
    fair_key secret = secret_of(20), other = secret_of(21);
    for (int i = 0; i < 4; i++) { /* by the board or by word, in memory or loaded */
        match *m = begin(&secret, 3, NULL, NULL);
        rng random = rng_seeded(6);
        play_random(m, &random, i % 2 == 0 ? SIZE_MAX : 5);
        if (i % 2 == 1) {
            ck_assert(fixture_undo(m) && fixture_undo(m)); /* what could be redone is gone then */
            resign(m);
            ck_assert(!fixture_redo(m));
            ck_assert_uint_eq(match_ply(m), 3);
        }
        if (i >= 2) {
            text saved = save(m);
            match *again = open_again(&saved, &other, NULL);
            ck_assert_str_eq(promise_of(again).key, promise_of(m).key);
            match_free(m);
            m = again;
            text_free(&saved);
        }
        expect_final(m);
        match_free(m);
    }
}
END_TEST

/* A save from before the key was told does not bring that game back: what comes is drawn anew. */
START_TEST(an_older_save_does_not_go_on_by_a_told_key) {
    fair_key secret = secret_of(30), other = secret_of(31);
    match *m = begin(&secret, 3, NULL, NULL);
    rng random = rng_seeded(8);
    play_random(m, &random, 3);
    text early = save(m);
    char stack[3 * LINIELL_TILES_MAX + 1], again_stack[3 * LINIELL_TILES_MAX + 1];
    whole_stack(m, stack);
    match *again = open_again(&early, &other, m); /* not told yet: the same game */
    whole_stack(again, again_stack);
    ck_assert_str_eq(again_stack, stack);
    ck_assert_str_eq(promise_of(again).commitment, promise_of(m).commitment);
    match_free(again);
    resign(m);
    text told = save(m);
    again = open_again(&early, &other, m);
    whole_stack(again, again_stack);
    ck_assert_str_ne(again_stack, stack);
    ck_assert(strncmp(again_stack, stack, 2) == 0); /* the tile to place was seen */
    ck_assert_str_ne(promise_of(again).commitment, promise_of(m).commitment);
    match_free(again);
    next_game(m);
    text second = save(m);
    again = open_again(&early, &other, m); /* a save of the first game while the second is on */
    ck_assert_str_ne(promise_of(again).commitment, promise_of(m).commitment);
    match_free(again);
    again = open_again(&told, &other, m); /* its second game has begun, and its tile was seen */
    next_game(again);
    ck_assert_str_ne(promise_of(again).commitment, promise_of(m).commitment);
    ck_assert_str_eq(promise_of(again).number, "1");
    match_free(again);
    again = open_again(&second, &other, m);
    ck_assert_str_eq(promise_of(again).commitment, promise_of(m).commitment);
    ck_assert_str_eq(promise_of(again).number, "2");
    match_free(again);
    text_free(&early);
    text_free(&told);
    text_free(&second);
    match_free(m);
}
END_TEST

/* Nor does a told game whose end was taken out of its record: the told key draws nothing more. */
START_TEST(an_end_taken_out_of_a_record_does_not_bring_the_game_back) {
    fair_key secret = secret_of(35), other = secret_of(36);
    match *m = begin(&secret, 1, NULL, NULL);
    rng random = rng_seeded(8);
    play_random(m, &random, 3);
    char stack[3 * LINIELL_TILES_MAX + 1], again_stack[3 * LINIELL_TILES_MAX + 1];
    whole_stack(m, stack);
    resign(m);
    text saved = save(m);
    record_file file = read_records(&saved);
    file.games[0].result = RECORD_UNFINISHED;
    set(&file.games[0], "Random1", "01000000000000000000000000000000");
    text_clear(&saved);
    record_write_file(&file, &saved);
    record_file_free(&file);
    ck_assert(strstr(saved.data, "[Key "));
    match *again = open_again(&saved, &other, m);
    whole_stack(again, again_stack);
    ck_assert_str_ne(again_stack, stack);
    ck_assert_str_ne(promise_of(again).commitment, promise_of(m).commitment);
    text_free(&saved);
    saved = save(again);
    ck_assert(!strstr(saved.data, "[Key ") && !strstr(saved.data, "[Random1 "));
    text_free(&saved);
    match_free(again);
    match_free(m);
}
END_TEST

START_TEST(what_was_drawn_stays_drawn) {
    fair_key secret = secret_of(40), other = secret_of(41);
    match *m = begin(&secret, 1, NULL, NULL);
    rng random = rng_seeded(9);
    char stack[3 * LINIELL_TILES_MAX + 1], back[3 * LINIELL_TILES_MAX + 1];
    whole_stack(m, stack);
    play_random(m, &random, 6);
    for (int i = 0; i < 4; i++) ck_assert(fixture_undo(m));
    play_random(m, &random, 1);
    text saved = save(m);
    record_file file = read_records(&saved);
    ck_assert_uint_eq(strlen(last_tag(&file, "Draws")), 3 * 7 - 1);
    ck_assert(strncmp(last_tag(&file, "Draws"), stack, 3 * 7 - 1) == 0);
    match *again = open_again(&saved, &other, NULL);
    fixture_go_to(again, 0);
    whole_stack(again, back);
    ck_assert(strncmp(back, stack, 3 * 7 - 1) == 0);
    ck_assert_str_ne(back, stack);
    record_file_free(&file);
    text_free(&saved);
    match_free(again);
    match_free(m);
}
END_TEST

/* Somebody who only looks needs no secret, and then does not know what comes. */
START_TEST(a_match_that_is_only_loaded_does_not_know_what_comes) {
    fair_key secret = secret_of(50);
    match *m = begin(&secret, 3, NULL, NULL);
    rng random = rng_seeded(10);
    error e;
    play_random(m, &random, 4);
    text saved = save(m);
    match *again = load(&saved);
    text resaved = save(again);
    ck_assert_str_eq(resaved.data, saved.data);
    play_random(again, &random, 1);
    game_turn turns[GAME_TURNS_MAX];
    ck_assert_uint_eq(variant_turns(match_variant(again), match_position(again), turns), 0);
    text unknown = save(again); /* what it draws when it may is seen at once, and stays */
    match *knows = open_again(&unknown, &secret, NULL);
    text seen = save(knows);
    record_file file = read_records(&seen);
    ck_assert_uint_eq(strlen(last_tag(&file, "Draws")), 3 * 6 - 1);
    ck_assert_str_eq(last_tag(&file, "DrawnBefore"), "5");
    record_file_free(&file);
    match_free(knows);
    text_free(&seen);
    text_free(&unknown);
    resign(again);
    ck_assert_int_eq(match_next_game(again, &e), STATUS_INVALID);
    text_free(&saved);
    text_free(&resaved);
    match_free(again);
    match_free(m);
}
END_TEST

/* A record that promises but does not say what was drawn is not played on. */
START_TEST(a_promise_without_draws_is_refused) {
    static const char bad[] = "[Game \"liniell\"]\n[Commitment \"00\"]\n\n1. d4n *\n";
    fair_key secret = secret_of(60);
    text saved = text_growing();
    text_put(&saved, bad);
    match *m = load(&saved);
    error e;
    ck_assert_int_eq(match_draw_on(m, &secret, NULL, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "line 1: tag Draws, what was drawn, is missing");
    text_free(&saved);
    match_free(m);
}
END_TEST

/* Else the next game of the series would be drawn by a seed that everybody can see. */
START_TEST(a_promise_beside_a_seed_is_refused) {
    static const char both[] = "[Game \"liniell\"]\n[Seed \"5\"]\n[BestOf \"3\"]\n"
                               "[Commitment \"0\"]\n[Number \"1\"]\n[Key \"0\"]\n\n1-0\n";
    match *m;
    error e;
    ck_assert_int_eq(match_load(registry_games, both, strlen(both), &m, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "line 1: tags Seed and Commitment contradict each other");
}
END_TEST

/* However many tags a record has: what goes on can be saved when its key is told, and what could
 * not be is refused. */
START_TEST(there_is_room_for_the_key_or_the_game_does_not_go_on) {
    fair_key secret = secret_of(1), other = secret_of(2);
    match *before = begin(&secret, 1, NULL, NULL);
    text saved = save(before);
    int refused = 0, gone_on = 0;
    for (int same = 0; same < 2; same++)
        for (size_t tags = RECORD_TAGS_MAX - 5; tags <= RECORD_TAGS_MAX; tags++) {
            record_file file = read_records(&saved);
            while (file.games[0].tag_count < tags) {
                char name[24];
                text t = text_fixed(name, sizeof name);
                text_format(&t, "X%zu", file.games[0].tag_count);
                set(&file.games[0], name, "x");
            }
            text full = text_growing();
            record_write_file(&file, &full);
            match *m = load(&full);
            error e;
            status code = match_draw_on(m, &other, same ? before : NULL, &e);
            if (code == STATUS_OK) {
                resign(m);
                text end = save(m);
                text_free(&end);
                gone_on++;
            } else {
                ck_assert_ptr_nonnull(strstr(e.text, "a game has no more than 100 tags"));
                refused++;
            }
            match_free(m);
            text_free(&full);
            record_file_free(&file);
        }
    ck_assert_int_eq(refused, 3); /* 99 and 100 under a new promise, 100 under the same */
    ck_assert_int_eq(gone_on, 9);
    text_free(&saved);
    match_free(before);
}
END_TEST

/* --- who wants to have drawn otherwise ------------------------------------------------------- */

static record_file finished_match(uint8_t secret_byte) {
    fair_key secret = secret_of(secret_byte);
    match *m = begin(&secret, 5, NULL, NULL);
    rng random = rng_seeded(11);
    for (int i = 0; i < 3; i++) {
        if (i > 0) next_game(m);
        if (i == 1)
            resign(m);
        else
            play_random(m, &random, SIZE_MAX);
    }
    text saved = save(m);
    record_file file = read_records(&saved);
    ck_assert_uint_eq(file.count, 3);
    text_free(&saved);
    match_free(m);
    return file;
}

static void expect_check(const record_file *file, size_t index, status wanted, const char *why) {
    proof p = {0}, untouched = {0};
    error e = {""};
    status code = proof_check(registry_games, file, index, &p, &e);
    ck_assert_msg(code == wanted && strstr(e.text, why), "%d, not %d (%s): %s", code, wanted, why,
                  e.text);
    if (code != STATUS_OK) ck_assert_mem_eq(&p, &untouched, sizeof p);
}

START_TEST(cheats_are_found) {
    record_file file = finished_match(70), foreign = finished_match(71);
    for (size_t i = 0; i < 3; i++) expect_check(&file, i, STATUS_OK, "");
    const struct {
        size_t game;
        const char *tag;
        const char *value; /* NULL: none */
        status wanted;
        const char *why;
    } cheats[] = {
        {0, "Key", record_tag_value(&foreign.games[0], "Key"), STATUS_DIFFERS,
         "game 1: its key is not number 1 of its commitment"},
        {0, "Key", record_tag_value(&file.games[1], "Key"), STATUS_DIFFERS,
         "game 1: its key is not number 1 of its commitment"},
        {0, "Commitment", record_tag_value(&foreign.games[0], "Commitment"), STATUS_DIFFERS,
         "its key is not number 1"},
        {1, "Number", "1", STATUS_DIFFERS, "game 2: its key is not number 1"},
        {1, "Number", "3", STATUS_DIFFERS, "its key is not number 3"},
        {0, "Random1", "01000000000000000000000000000000", STATUS_DIFFERS, "draw "},
        {0, "Random2", "00000000000000000000000000000080", STATUS_DIFFERS, "draw "},
        {0, "Random1", "01", STATUS_INVALID, "tag Random1 must be 32 hexadecimal digits"},
        {0, "Draws", "03,01,02", STATUS_DIFFERS, "game 1: draw 1 was 03, but the key gives "},
        {0, "DrawnBefore", "17", STATUS_INVALID, "DrawnBefore counts more than the 16 draws"},
        {0, "DrawnBefore", "-1", STATUS_INVALID, "tag DrawnBefore must be"},
        {0, "Number", "0", STATUS_INVALID, "tag Number must be a number from 1 to 1000"},
        {0, "Number", "1001", STATUS_INVALID, "tag Number must be a number from 1 to 1000"},
        {0, "Key", "", STATUS_INVALID, "tag Key must be 64 hexadecimal digits"},
        {0, "Key", NULL, STATUS_INVALID, "game 1: tag Key is missing"},
        {1, "Commitment", NULL, STATUS_INVALID, "game 2: tag Commitment is missing"},
        {1, "Number", NULL, STATUS_INVALID, "tag Number is missing"},
        {1, "Draws", NULL, STATUS_INVALID, "tag Draws is missing"},
        {1, "Seed", "1", STATUS_INVALID, "contradict"},
    };
    for (size_t i = 0; i < sizeof cheats / sizeof *cheats; i++) {
        record_file copy = {0};
        error e;
        for (size_t j = 0; j < file.count; j++) {
            record r;
            ck_assert_int_eq(record_copy(&file.games[j], &r, &e), STATUS_OK);
            ck_assert_int_eq(record_file_add(&copy, &r, &e), STATUS_OK);
        }
        record *victim = &copy.games[cheats[i].game];
        if (cheats[i].value)
            set(victim, cheats[i].tag, cheats[i].value);
        else
            record_drop_tag(victim, cheats[i].tag);
        expect_check(&copy, cheats[i].game, cheats[i].wanted, cheats[i].why);
        record_file_free(&copy);
    }
    record_file_free(&file);
    record_file_free(&foreign);
}
END_TEST

/* Any two draws that changed places are found, in the record of a game whose turns do not mind. */
START_TEST(any_two_draws_that_changed_places_are_found) {
    record_file file = finished_match(72);
    record *r = &file.games[0];
    char draws[3 * 16];
    ck_assert_uint_eq(strlen(record_tag_value(r, "Draws")), sizeof draws - 1);
    for (size_t i = 0; i < 16; i++)
        for (size_t j = 0; j < i; j++) {
            memcpy(draws, record_tag_value(r, "Draws"), sizeof draws);
            for (int digit = 0; digit < 2; digit++) {
                char kept = draws[3 * i + (size_t)digit];
                draws[3 * i + (size_t)digit] = draws[3 * j + (size_t)digit];
                draws[3 * j + (size_t)digit] = kept;
            }
            char *honest = strdup(record_tag_value(r, "Draws"));
            ck_assert(honest);
            set(r, "Draws", draws);
            expect_check(&file, 0, STATUS_DIFFERS, "but the key gives");
            set(r, "Draws", honest);
            free(honest);
        }
    record_file_free(&file);
}
END_TEST

/* Whoever draws the first game by the second key knows, with it, the key of the other: so keys out
 * of their order are found, also where each of them is right. */
START_TEST(keys_in_another_order_are_found) {
    record_file file = finished_match(73);
    record first = file.games[0];
    file.games[0] = file.games[1];
    file.games[1] = first;
    expect_check(&file, 0, STATUS_OK, "");
    expect_check(&file, 1, STATUS_DIFFERS,
                 "it is drawn by key 1, though the game before it was by 2");
    file.games[1] = file.games[2]; /* a key left out */
    file.games[2] = first;
    record_file gap = {.games = (record[]){file.games[2], file.games[1]}, .count = 2};
    expect_check(&gap, 1, STATUS_DIFFERS,
                 "it is drawn by key 3, though the game before it was by 1");
    record_file twice = {.games = (record[]){first, first}, .count = 2};
    expect_check(&twice, 1, STATUS_DIFFERS, "by key 1, though the game before it was by 1");
    record_file_free(&file);
}
END_TEST

/* The same key with another tile set draws another order. */
START_TEST(another_tile_set_is_found) {
    fair_key secret = secret_of(74);
    match *m = begin(&secret, 1, small_set, NULL);
    rng random = rng_seeded(12);
    play_random(m, &random, SIZE_MAX);
    text saved = save(m);
    record_file file = read_records(&saved);
    char *changed = strdup(last_tag(&file, "Tiles"));
    ck_assert(changed && strstr(changed, "02: NESW") && strstr(changed, "07: NE SW"));
    memcpy(strstr(changed, "02: NESW"), "02: WSEN", 8); /* the same set, written otherwise */
    set(&file.games[0], "Tiles", changed);
    expect_check(&file, 0, STATUS_OK, "");
    memcpy(strstr(changed, "07: NE SW"), "07: NS EW", 9);
    set(&file.games[0], "Tiles", changed);
    expect_check(&file, 0, STATUS_DIFFERS, "but the key gives");
    free(changed);
    record_file_free(&file);
    text_free(&saved);
    match_free(m);
}
END_TEST

/* Right draws prove nothing of a game that did not use them, or is not over. */
START_TEST(the_turns_count_too) {
    record_file file = finished_match(75);
    record *r = &file.games[1]; /* resigned before the first turn */
    r->result = RECORD_UNFINISHED;
    expect_check(&file, 1, STATUS_INVALID, "game 2: it is not finished");
    error e;
    ck_assert_int_eq(record_add_token(r, RECORD_TURN, "a1n", &e), STATUS_OK);
    expect_check(&file, 1, STATUS_INVALID, "a1n");
    set(r, "Game", "linja");
    set(r, "Rules", "zen");
    expect_check(&file, 1, STATUS_INVALID, "game 2: nothing is drawn in linja");
    record_file_free(&file);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("draws");
    TCase *tests = fixture_tests(suite, "draws");
    tcase_add_test(tests, a_match_draws_as_the_vectors_say);
    tcase_add_test(tests, every_game_proves_itself);
    tcase_add_test(tests, trying_all_seeds_tells_nothing);
    tcase_add_test(tests, a_running_game_holds_only_what_has_been_drawn);
    tcase_add_test(tests, a_told_key_says_nothing_of_the_next);
    tcase_add_test(tests, a_told_game_is_over_for_good);
    tcase_add_test(tests, an_older_save_does_not_go_on_by_a_told_key);
    tcase_add_test(tests, an_end_taken_out_of_a_record_does_not_bring_the_game_back);
    tcase_add_test(tests, what_was_drawn_stays_drawn);
    tcase_add_test(tests, a_match_that_is_only_loaded_does_not_know_what_comes);
    tcase_add_test(tests, a_promise_without_draws_is_refused);
    tcase_add_test(tests, a_promise_beside_a_seed_is_refused);
    tcase_add_test(tests, there_is_room_for_the_key_or_the_game_does_not_go_on);
    tcase_add_test(tests, cheats_are_found);
    tcase_add_test(tests, any_two_draws_that_changed_places_are_found);
    tcase_add_test(tests, keys_in_another_order_are_found);
    tcase_add_test(tests, another_tile_set_is_found);
    tcase_add_test(tests, the_turns_count_too);
    return fixture_run(suite);
}
