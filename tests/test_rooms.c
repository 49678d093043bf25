/* SPDX-License-Identifier: MIT
 *
 * Rooms without a socket, a clock or a disk: what players may do and what not, and laws that hold
 * for whatever they do. A room is the fold of what was kept of it; nothing that is told holds what
 * nobody may know yet; nobody moves for another. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "games/registry.h"
#include "play/proof.h"
#include "play/record.h"
#include "rooms/name.h"
#include "rooms/room.h"

/* --- making rooms ----------------------------------------------------------------------------- */

static const char random_1[] = "000102030405060708090a0b0c0d0e0f",
                  random_2[] = "ffeeddccbbaa99887766554433221100";
static const char *const tokens[2] = {"token-of-the-one-who-made-it", "token-of-the-one-who-came"};
static int64_t now; /* the time, which only tests let pass */
static int commands;

static room_chance chance_of(uint64_t seed) {
    rng random = rng_seeded(seed);
    room_chance c = {.lot = rng_below(&random, 2)};
    for (size_t i = 0; i < sizeof c.id; i++) c.id[i] = (uint8_t)rng_next(&random);
    for (size_t i = 0; i < sizeof c.secret.bytes; i++)
        c.secret.bytes[i] = (uint8_t)rng_next(&random);
    return c;
}

static const char *random_hash(void) {
    static char hex[65];
    uint8_t bytes[16], hash[32];
    text t = text_fixed(hex, sizeof hex);
    ck_assert(fair_read(random_1, bytes, sizeof bytes));
    cipher_hash(bytes, sizeof bytes, hash);
    fair_write(hash, sizeof hash, &t);
    return hex;
}

static room *create(const room_wish *wish, uint64_t seed) {
    room *r = NULL;
    error e;
    room_chance chance = chance_of(seed);
    token_hash hash = token_hash_of(tokens[0]);
    status code = room_create(registry_games, wish, &chance, &hash, now, &r, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    return r;
}

static status join(room *r, const char *name) {
    error e;
    token_hash hash = token_hash_of(tokens[1]);
    return room_join(r, name, random_2, &hash, now, &e);
}

static room_wish wish_for(const char *name) {
    return (room_wish){.game = name,
                       .first = 0,
                       .best_of = 1,
                       .name = "Ann",
                       .date = "2026.11.18",
                       .random_hash = random_hash()};
}

/* --- commands --------------------------------------------------------------------------------- */

static room_effects do_message(room *r, int player, const char *json, uint64_t seed) {
    room_message m = message_read(json, strlen(json));
    ck_assert_msg(m.kind == MESSAGE_COMMAND, "%s: %s", json, m.e.text);
    room_effects effects;
    room_chance chance = chance_of(seed);
    error e;
    ck_assert_msg(room_do(r, player, &m.command, &chance, now, &effects, &e) == STATUS_OK, "%s",
                  e.text);
    message_free(&m);
    return effects;
}

/* A command with an id of its own: `rest` is what stands behind it. */
static room_effects command(room *r, int player, const char *rest) {
    char json[2048];
    text t = text_fixed(json, sizeof json);
    text_format(&t, "{\"id\":\"c%d\",%s}", commands++, rest);
    ck_assert(!t.failed);
    return do_message(r, player, json, 99);
}

static room_effects turn(room *r, int player, size_t ply, const char *t) {
    char rest[128];
    text out = text_fixed(rest, sizeof rest);
    text_format(&out, "\"do\":\"turn\",\"ply\":%zu,\"turn\":\"%s\"", ply, t);
    return command(r, player, rest);
}

static void expect_ok(room_effects effects, size_t n) {
    ck_assert_msg(effects.answer.why == WHY_NOT, "%s", effects.answer.detail.text);
    ck_assert_uint_eq(effects.answer.n, n);
}

static void expect_no(room *r, room_effects effects, room_why why) {
    ck_assert_msg(effects.answer.why == why, "%s: %s", room_why_name(effects.answer.why),
                  effects.answer.detail.text);
    ck_assert(effects.last < effects.first);
    ck_assert_uint_eq(effects.last, room_events(r));
    ck_assert(effects.answer.detail.text[0] && !strchr(effects.answer.detail.text, '\n'));
}

static void expect_event(const room *r, size_t n, const char *part) {
    ck_assert_uint_le(n, room_events(r));
    ck_assert_msg(strstr(room_event(r, n), part) != NULL, "%s lacks %s", room_event(r, n), part);
}

/* A game of Linja between Ann, who begins, and Ben. Events: created, joined, begun. */
static room *linja_room(time_control control, int best_of) {
    room_wish wish = wish_for("linja");
    wish.control = control;
    wish.best_of = best_of;
    room *r = create(&wish, 1);
    ck_assert_int_eq(join(r, "Ben"), STATUS_OK);
    ck_assert_int_eq(room_standing(r), ROOM_PLAYING);
    return r;
}

static const time_control no_clock = {0};

/* --- keeping ---------------------------------------------------------------------------------- */

typedef struct kept_answer {
    int player;
    size_t number;
    char id[COMMAND_ID_BYTES];
    room_answer answer;
} kept_answer;

/* What a store would hold. */
typedef struct kept {
    kept_answer answers[4096];
    size_t count;
} kept;

static room *restore(const room *r, const kept *k) {
    room *again = NULL;
    error e;
    text terms = text_growing();
    room_write_terms(r, &terms);
    ck_assert_int_eq(room_restore(registry_games, room_id(r), terms.data, &again, &e), STATUS_OK);
    while (room_events(again) < room_events(r)) {
        room_event_kept ev = room_event_to_keep(r, room_events(again) + 1);
        status code = room_restore_event(again, &ev, &e);
        ck_assert_msg(code == STATUS_OK, "%s", e.text);
    }
    for (size_t i = 0; k && i < k->count; i++)
        ck_assert_int_eq(room_restore_answer(again, k->answers[i].player, k->answers[i].number,
                                             k->answers[i].id, &k->answers[i].answer, &e),
                         STATUS_OK);
    for (int player = 0; player < 2; player++) {
        text_clear(&terms);
        room_write_plan(r, player, &terms);
        ck_assert_int_eq(room_restore_plan(again, player, terms.data, &e), STATUS_OK);
    }
    text_free(&terms);
    room_restored(again, now);
    return again;
}

static char *view_text(const room *r) {
    json_t *view = room_view(r, now);
    char *json = json_dumps(view, JSON_COMPACT);
    MUST(json != NULL);
    json_decref(view);
    return json;
}

static void expect_same(const room *a, const room *b) {
    char *views[2] = {view_text(a), view_text(b)};
    if (strcmp(views[0], views[1]) != 0) ck_abort_msg("%s\n%s", views[0], views[1]);
    MUST(room_events(a) == room_events(b));
    for (size_t n = 1; n <= room_events(a); n++)
        if (strcmp(room_event(a, n), room_event(b, n)) != 0)
            ck_abort_msg("%s\n%s", room_event(a, n), room_event(b, n));
    text texts[2] = {text_growing(), text_growing()};
    room_write_terms(a, &texts[0]);
    room_write_terms(b, &texts[1]);
    MUST(strcmp(texts[0].data, texts[1].data) == 0);
    for (int player = 0; player < 2; player++) {
        text_clear(&texts[0]);
        text_clear(&texts[1]);
        room_write_plan(a, player, &texts[0]);
        room_write_plan(b, player, &texts[1]);
        MUST(strcmp(texts[0].data, texts[1].data) == 0);
    }
    MUST(room_deadline(a) == room_deadline(b));
    for (int i = 0; i < 2; i++) {
        free(views[i]);
        text_free(&texts[i]);
    }
}

/* --- the ways of a game ----------------------------------------------------------------------- */

START_TEST(a_game_is_made_joined_and_played) {
    room_wish wish = wish_for("linja");
    room *r = create(&wish, 1);
    ck_assert_int_eq(room_standing(r), ROOM_OPEN);
    ck_assert_int_eq(room_player_of(r, tokens[0]), 0);
    ck_assert_int_eq(room_player_of(r, tokens[1]), ROOM_NOBODY);
    expect_no(r, turn(r, 0, 0, "ab"), WHY_NOT_NOW);
    ck_assert_int_eq(join(r, "Ben"), STATUS_OK);
    ck_assert_int_eq(join(r, "Carl"), STATUS_DIFFERS);
    ck_assert_int_eq(room_player_of(r, tokens[1]), 1);
    ck_assert_int_eq(room_player_of(r, ""), ROOM_NOBODY);
    expect_event(r, 1,
                 "{\"n\":1,\"at\":0,\"event\":\"created\",\"game\":\"linja\",\"rules\":\"zen\"");
    expect_event(r, 2, "\"event\":\"joined\",\"player\":2,\"name\":\"Ben\"}");
    expect_event(r, 3,
                 "\"event\":\"begun\",\"number\":1,\"players\":{\"a\":1,\"b\":2},\"position\":"
                 "\"60/11/11/11/11/11/11/06 a\",\"clock\":null}");
    expect_no(r, turn(r, ROOM_NOBODY, 0, "ab"), WHY_NO_SEAT);
    expect_no(r, turn(r, 1, 0, "ab"), WHY_NOT_YOUR_TURN);
    expect_no(r, turn(r, 0, 1, "ab"), WHY_STALE);
    expect_no(r, turn(r, 0, 0, "ah"), WHY_ILLEGAL);
    expect_no(r, turn(r, 0, 0, "nonsense"), WHY_ILLEGAL);
    expect_ok(turn(r, 0, 0, "ab/df"), 4);
    expect_event(r, 4,
                 "\"event\":\"turn\",\"side\":\"a\",\"ply\":0,\"turn\":\"ab/df\",\"position\":\"");
    expect_no(r, turn(r, 0, 0, "ab/df"), WHY_STALE);
    expect_no(r, turn(r, 0, 1, "ab"), WHY_NOT_YOUR_TURN);
    expect_ok(command(r, 1, "\"do\":\"resign\""), 5);
    expect_event(
        r, 5, "\"event\":\"over\",\"result\":\"1-0\",\"reason\":\"resigned\",\"points\":{\"a\":");
    expect_no(r, turn(r, 1, 1, "hg"), WHY_OVER);
    expect_no(r, command(r, 0, "\"do\":\"resign\""), WHY_OVER);
    char *view = view_text(r);
    ck_assert_ptr_nonnull(strstr(view, "\"status\":\"over\""));
    ck_assert_ptr_nonnull(strstr(view, "\"score\":{\"1\":1,\"2\":0}"));
    ck_assert_ptr_nonnull(strstr(view, "\"result\":\"1-0\",\"reason\":\"resigned\""));
    free(view);
    room_free(r);
}
END_TEST

/* What was said of a game that has ended meanwhile is not done to the next. */
START_TEST(a_command_is_for_the_game_that_was_meant) {
    static const char *const about[] = {"\"do\":\"resign\"",
                                        "\"do\":\"offer-draw\"",
                                        "\"do\":\"claim\"",
                                        "\"do\":\"ask-undo\"",
                                        "\"do\":\"plan\",\"plan\":[]",
                                        "\"do\":\"answer-draw\",\"yes\":true",
                                        "\"do\":\"answer-undo\",\"yes\":true",
                                        "\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\""};
    room *r = linja_room(no_clock, 3);
    expect_ok(command(r, 0, "\"do\":\"resign\",\"number\":1"), 4); /* over, and the next begins */
    ck_assert_uint_eq(room_events(r), 5);
    for (size_t i = 0; i < sizeof about / sizeof *about; i++) {
        char rest[128];
        for (int number = 1; number <= 3; number += 2) {
            snprintf(rest, sizeof rest, "%s,\"number\":%d", about[i], number);
            expect_no(r, command(r, 0, rest), WHY_STALE);
        }
    }
    expect_ok(command(r, 1, "\"do\":\"offer-draw\",\"number\":2"), 6);
    expect_ok(command(r, 0, "\"do\":\"answer-draw\",\"yes\":false,\"number\":null"), 7);
    expect_ok(command(r, 0, "\"do\":\"resign\""), 8);
    expect_no(r, command(r, 0, "\"do\":\"resign\",\"number\":1"), WHY_OVER);
    room_free(r);
}
END_TEST

START_TEST(a_game_that_nobody_joined_is_withdrawn) {
    room_wish wish = wish_for("linja");
    room *r = create(&wish, 1);
    error e;
    for (int i = 0; i < 2; i++) { /* the second time nothing happens */
        ck_assert_int_eq(room_withdraw(r, 5000, &e), STATUS_OK);
        ck_assert_uint_eq(room_events(r), 2);
    }
    ck_assert_str_eq(room_event(r, 2),
                     "{\"n\":2,\"at\":5000,\"event\":\"over\",\"result\":null,"
                     "\"reason\":\"abandoned\",\"points\":null,\"key\":null,\"clock\":null}");
    ck_assert_int_eq(join(r, "Ben"), STATUS_DIFFERS);
    expect_no(r, command(r, 0, "\"do\":\"rematch\""), WHY_NOT_NOW);
    room *again = restore(r, NULL);
    expect_same(r, again);
    ck_assert(room_is_withdrawn(again));
    room_free(again);
    room_free(r);
    r = linja_room(no_clock, 1);
    ck_assert_int_eq(room_withdraw(r, 5000, &e), STATUS_DIFFERS);
    room_free(r);
}
END_TEST

START_TEST(a_wrong_wish_is_refused) {
    static const struct {
        const char *game, *rules, *name, *hash;
        int best_of;
        const char *why, *tiles;
    } cases[] = {
        {"chess", NULL, "Ann", NULL, 1, "unknown game 'chess'", NULL},
        {"linja", "zn", "Ann", NULL, 1, "unknown rule set 'zn'", NULL},
        {"linja", "zen", "", NULL, 1, "a name has 1 to 32", NULL},
        {"linja", "zen", "computer", NULL, 1, "is the name of the computer players", NULL},
        {"linja", "zen", "Ann", NULL, 2, "best of 1, 3, 5", NULL},
        {"liniell", "standard", "Ann", NULL, 1, "\"randomHash\" must be 64", NULL},
        {"liniell", "standard", "Ann", "abc", 1, "\"randomHash\" must be 64", NULL},
        {"liniell", "zen", "Ann", NULL, 1, "unknown rule set 'zen'", "01: NESW; 02: NESW"},
        {"linja", "zen", "Ann", NULL, 1, "linja has no tiles", "01: NESW; 02: NESW"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        room_wish wish = {.game = cases[i].game,
                          .rules = cases[i].rules,
                          .tiles = cases[i].tiles,
                          .name = cases[i].name,
                          .random_hash = cases[i].hash,
                          .best_of = cases[i].best_of};
        room *r = NULL;
        error e;
        room_chance chance = chance_of(1);
        token_hash hash = token_hash_of(tokens[0]);
        ck_assert_int_eq(room_create(registry_games, &wish, &chance, &hash, 0, &r, &e),
                         STATUS_INVALID);
        ck_assert_msg(strstr(e.text, cases[i].why) != NULL, "%s", e.text);
        ck_assert_ptr_null(r);
    }
}
END_TEST

/* Who brings tiles plays by the rules that all play by. */
START_TEST(tiles_of_ones_own_are_told_by_themselves) {
    static const char *const rules[] = {NULL, "standard"};
    for (size_t i = 0; i < 2; i++) {
        room_wish wish = wish_for("liniell");
        wish.rules = rules[i];
        wish.tiles = "01: NS* EW; 02: NES Wo*";
        room *r = create(&wish, 1);
        static const char told[] = "\"game\":\"liniell\",\"rules\":\"standard\","
                                   "\"tiles\":\"01: NS* EW; 02: NES Wo*\",";
        char *view = view_text(r);
        expect_event(r, 1, told);
        ck_assert_msg(strstr(view, told) != NULL, "%s", view);
        free(view);
        room_free(r);
    }
}
END_TEST

START_TEST(names_are_what_they_look_like) {
    static const char *const good[] = {"Ann",        "Zoë",   "Łukasz K.", "山田太郎", "O'Brien",
                                       "a \"b\" \\", "สมชาย", "हिन्दी",     "♞ 7",      "m\xcc\x82"};
    static const char *const bad[] = {"",
                                      " Ann",
                                      "Ann ",
                                      "A  n",
                                      "A\xe2\x80\x8b"
                                      "n",
                                      "\xe2\x80\xae"
                                      "nnA",
                                      "A\tn",
                                      "A\x1b[31m",
                                      "A\xc2\x85",
                                      "\xef\xbb\xbf"
                                      "Ann",
                                      "A\xff",
                                      "COMPUTER",
                                      "Ｃｏｍｐｕｔｅｒ",
                                      "𝐂omputer",
                                      "A\xc2\xadn",
                                      "Ann\xf0\x9b\xb2\xa0", /* of shorthand, without width */
                                      "\xcc\x81",            /* an accent on nothing */
                                      "\xcc\x81"
                                      "Ann",
                                      "A \xcc\x81n",
                                      "\xef\xb7\x90", /* no character */
                                      "\xee\x80\x80", /* for private use */
                                      "\xe2\xa0\x80",
                                      "\xef\xbe\xa0",
                                      "A\xef\xb8\x8f",
                                      "A\xe2\x80\xa8",
                                      "123456789012345678901234567890123",
                                      "山田太郎山田太郎山田太郎山田太郎山田太郎山田"};
    error e;
    char name[MATCH_NAME_BYTES];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(name_read(good[i], name, &e) == STATUS_OK, "%s: %s", good[i], e.text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(name_read(bad[i], name, &e) == STATUS_INVALID, "%s", bad[i]);
}
END_TEST

/* Composed, in the order that Unicode says; and however long it is, at once. */
START_TEST(names_are_kept_in_one_form) {
    static const char *const forms[][2] = {{"Zoe\xcc\x88", "Zo\xc3\xab"},
                                           {"Zo\xc3\xab", "Zo\xc3\xab"},
                                           {"a\xcc\x81\xcc\xa3", "\xe1\xba\xa1\xcc\x81"},
                                           {"\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab", "\xed\x95\x9c"},
                                           {"\xe2\x84\xab", "\xc3\x85"}};
    char name[MATCH_NAME_BYTES];
    error e;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        ck_assert_int_eq(name_read(forms[i][0], name, &e), STATUS_OK);
        ck_assert_str_eq(name, forms[i][1]);
    }
    text accents = text_growing();
    text_put(&accents, "a");
    text_repeat(&accents, "\xcc\x81\xcc\xa3", 15000);
    ck_assert_int_eq(name_read(accents.data, name, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "a name has 1 to 32 characters and no more than 63 bytes");
    text_free(&accents);
}
END_TEST

START_TEST(a_draw_is_offered_refused_and_agreed) {
    room *r = linja_room(no_clock, 1);
    expect_no(r, command(r, 1, "\"do\":\"answer-draw\",\"yes\":true"), WHY_NOT_NOW);
    expect_ok(command(r, 0, "\"do\":\"offer-draw\""), 4);
    expect_no(r, command(r, 0, "\"do\":\"offer-draw\""), WHY_NOT_NOW);
    expect_no(r, command(r, 0, "\"do\":\"answer-draw\",\"yes\":true"), WHY_NOT_NOW);
    expect_ok(command(r, 1, "\"do\":\"answer-draw\",\"yes\":false"), 5);
    expect_no(r, command(r, 0, "\"do\":\"offer-draw\""), WHY_NOT_NOW); /* one a ply */
    expect_ok(turn(r, 0, 0, "ab"), 6);
    expect_ok(command(r, 0, "\"do\":\"offer-draw\""), 7);
    expect_ok(turn(r, 1, 1, "hg"), 8); /* it lapses */
    expect_no(r, command(r, 1, "\"do\":\"answer-draw\",\"yes\":true"), WHY_NOT_NOW);
    expect_ok(command(r, 0, "\"do\":\"offer-draw\""), 9);
    expect_ok(command(r, 1, "\"do\":\"answer-draw\",\"yes\":true"), 10);
    expect_event(r, 10, "\"event\":\"over\",\"result\":\"1/2-1/2\",\"reason\":\"agreed\"");
    room_free(r);
}
END_TEST

START_TEST(a_turn_is_taken_back_by_consent) {
    room *r = linja_room(no_clock, 1);
    expect_no(r, command(r, 0, "\"do\":\"ask-undo\""), WHY_NOT_NOW);
    expect_ok(turn(r, 0, 0, "ab"), 4);
    expect_no(r, command(r, 1, "\"do\":\"ask-undo\""), WHY_NOT_NOW);
    expect_ok(command(r, 0, "\"do\":\"ask-undo\""), 5);
    expect_no(r, command(r, 0, "\"do\":\"answer-undo\",\"yes\":true"), WHY_NOT_NOW);
    expect_ok(command(r, 1, "\"do\":\"answer-undo\",\"yes\":false"), 6);
    expect_no(r, command(r, 0, "\"do\":\"ask-undo\""), WHY_NOT_NOW); /* once a turn */
    expect_ok(turn(r, 1, 1, "hg"), 7);
    expect_no(r, command(r, 0, "\"do\":\"ask-undo\""), WHY_NOT_NOW); /* it has been answered */
    expect_ok(command(r, 1, "\"do\":\"ask-undo\""), 8);
    expect_ok(command(r, 0, "\"do\":\"answer-undo\",\"yes\":true"), 9);
    expect_event(r, 9, "\"event\":\"undone\",\"ply\":1,\"position\":\"");
    expect_no(r, turn(r, 0, 1, "ab"), WHY_NOT_YOUR_TURN);
    expect_ok(turn(r, 1, 1, "hg"), 10);
    room_free(r);
}
END_TEST

START_TEST(the_loser_begins_the_next_game_and_the_rematch) {
    room *r = linja_room(no_clock, 3);
    room_effects effects = command(r, 0, "\"do\":\"resign\"");
    expect_ok(effects, 4);
    ck_assert_uint_eq(effects.last, 5);
    expect_event(r, 5, "\"event\":\"begun\",\"number\":2,\"players\":{\"a\":1,\"b\":2}");
    expect_no(r, command(r, 0, "\"do\":\"rematch\""), WHY_NOT_NOW);
    expect_ok(command(r, 1, "\"do\":\"resign\""), 6);
    expect_event(r, 7, "\"event\":\"begun\",\"number\":3,\"players\":{\"a\":2,\"b\":1}");
    expect_ok(command(r, 0, "\"do\":\"resign\""), 8);
    ck_assert_int_eq(room_standing(r), ROOM_OVER);
    expect_ok(command(r, 0, "\"do\":\"rematch\""), 9);
    expect_no(r, command(r, 0, "\"do\":\"rematch\""), WHY_NOT_NOW);
    effects = command(r, 1, "\"do\":\"rematch\"");
    expect_ok(effects, 10);
    room *next = effects.rematch;
    ck_assert_ptr_nonnull(next);
    expect_event(r, 10, room_id(next));
    expect_no(r, command(r, 1, "\"do\":\"rematch\""), WHY_NOT_NOW);
    expect_event(next, 3, "\"event\":\"begun\",\"number\":1,\"players\":{\"a\":1,\"b\":2}");
    ck_assert_int_eq(room_player_of(next, tokens[0]), 0);
    ck_assert_int_eq(room_player_of(next, tokens[1]), 1);
    room_free(next);
    room_free(r);
}
END_TEST

START_TEST(phrases_are_of_the_list_and_not_endless) {
    room *r = linja_room(no_clock, 1);
    expect_no(r, command(r, 0, "\"do\":\"say\",\"phrase\":\"you fool\""), WHY_BAD_REQUEST);
    for (size_t i = 0; i < ROOM_PHRASES_MAX; i++)
        expect_ok(command(r, 0, "\"do\":\"say\",\"phrase\":\"well-played\""), 4 + i);
    expect_no(r, command(r, 0, "\"do\":\"say\",\"phrase\":\"hello\""), WHY_NOT_NOW);
    expect_ok(command(r, 1, "\"do\":\"say\",\"phrase\":\"thanks\""), 4 + ROOM_PHRASES_MAX);
    expect_event(r, 4 + ROOM_PHRASES_MAX, "\"event\":\"said\",\"player\":2,\"phrase\":\"thanks\"}");
    room_free(r);
}
END_TEST

/* --- the same command again ------------------------------------------------------------------- */

START_TEST(a_command_is_done_once) {
    static const char first[] = "{\"id\":\"x1\",\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"}";
    static const char wrong[] = "{\"id\":\"x2\",\"do\":\"turn\",\"ply\":1,\"turn\":\"zz\"}";
    room *r = linja_room(no_clock, 1);
    room_effects done = do_message(r, 0, first, 1), again = do_message(r, 0, first, 1);
    expect_ok(done, 4);
    expect_ok(again, 4);
    ck_assert_uint_eq(again.number, 0);
    ck_assert(again.last < again.first);
    ck_assert_uint_eq(room_events(r), 4);
    expect_no(r, do_message(r, 1, first, 1), WHY_STALE); /* another player's x1 is another */
    room_effects refused = do_message(r, 1, wrong, 1);
    expect_no(r, refused, WHY_ILLEGAL);
    kept k = {.count = 2};
    k.answers[0] =
        (kept_answer){.player = 0, .number = done.number, .id = "x1", .answer = done.answer};
    k.answers[1] =
        (kept_answer){.player = 1, .number = refused.number, .id = "x2", .answer = refused.answer};
    room *restored = restore(r, &k);
    expect_ok(do_message(restored, 0, first, 1), 4);
    room_effects same = do_message(restored, 1, wrong, 1);
    expect_no(restored, same, WHY_ILLEGAL);
    ck_assert_str_eq(same.answer.detail.text, refused.answer.detail.text);
    ck_assert_uint_eq(room_events(restored), 4);
    room_free(restored);
    for (int i = 0; i < 2 * ROOM_ANSWERS_KEPT; i++) command(r, 0, "\"do\":\"claim\"");
    expect_no(r, do_message(r, 0, first, 1), WHY_STALE); /* it is long ago */
    room_free(r);
}
END_TEST

/* --- clocks ----------------------------------------------------------------------------------- */

START_TEST(time_is_charged_and_runs_out) {
    now = 1000;
    room *r = linja_room((time_control){.initial = 60, .increment = 2}, 1);
    room_effects effects;
    error e;
    expect_event(r, 3, "\"clock\":{\"a\":60000,\"b\":60000,\"running\":\"a\"}");
    ck_assert_int_eq(room_deadline(r), 61000);
    now += 10000;
    expect_ok(turn(r, 0, 0, "ab"), 4);
    expect_event(r, 4, "\"clock\":{\"a\":52000,\"b\":60000,\"running\":\"b\"}");
    now += 5000;
    expect_ok(command(r, 0, "\"do\":\"say\",\"phrase\":\"hello\""), 5);
    now += 5000;
    expect_ok(turn(r, 1, 1, "hg"), 6);
    expect_event(r, 6, "\"clock\":{\"a\":52000,\"b\":52000,\"running\":\"a\"}");
    room *again = restore(r, NULL);
    expect_same(r, again);
    room_restore_pause(again, now + 1000, now + 3601000); /* an hour down */
    ck_assert_int_eq(room_deadline(again), now + 52000 + 3600000);
    room_restore_pause(again, now - 5000, now - 1000); /* before the last event: charged already */
    ck_assert_int_eq(room_deadline(again), now + 52000 + 3600000);
    int64_t then = now;
    now += 3600000 + 12000;
    expect_ok(turn(again, 0, 2, "ab"), 7);
    expect_event(again, 7, "\"clock\":{\"a\":42000,\"b\":52000,\"running\":\"b\"}");
    room *later = restore(again, NULL); /* which knows nothing of that hour */
    expect_same(again, later);
    room_free(later);
    room_free(again);
    now = then + 51999;
    ck_assert_int_eq(room_tick(r, now, &effects, &e), STATUS_OK);
    ck_assert(effects.last < effects.first);
    now++;
    effects = turn(r, 1, 2, "hg"); /* whoever says something: time is up */
    ck_assert_int_eq(effects.answer.why, WHY_OVER);
    ck_assert_uint_eq(effects.first, 7);
    ck_assert_uint_eq(effects.last, 7);
    expect_event(r, 7, "\"event\":\"over\",\"result\":\"0-1\",\"reason\":\"time\"");
    expect_event(r, 7, "\"clock\":{\"a\":0,\"b\":52000,\"running\":null}");
    ck_assert_int_eq(room_deadline(r), INT64_MAX);
    room_free(r);
    now = 0;
}
END_TEST

START_TEST(days_start_anew_with_each_turn) {
    now = 0;
    room *r = linja_room((time_control){.days = 3}, 1);
    enum { DAY = 86400000 };
    now += 2 * (int64_t)DAY;
    expect_ok(turn(r, 0, 0, "ab"), 4);
    ck_assert_int_eq(room_deadline(r), 5 * (int64_t)DAY);
    expect_no(r, command(r, 0, "\"do\":\"claim\""), WHY_NOT_NOW);
    now += 3 * (int64_t)DAY;
    room_effects effects;
    error e;
    ck_assert_int_eq(room_tick(r, now, &effects, &e), STATUS_OK);
    ck_assert_uint_eq(effects.first, 5);
    ck_assert_uint_eq(effects.last, 5);
    expect_event(r, 5, "\"result\":\"1-0\",\"reason\":\"time\"");
    room_free(r);
    now = 0;
}
END_TEST

START_TEST(who_is_away_is_claimed_against) {
    room *r = linja_room((time_control){.initial = 3600}, 1);
    room_seat(r, 0, true, now);
    room_seat(r, 1, true, now);
    now += ROOM_AWAY_MS;
    expect_no(r, command(r, 0, "\"do\":\"claim\""), WHY_NOT_NOW);
    room_seat(r, 1, false, now);
    now += ROOM_AWAY_MS - 1;
    expect_no(r, command(r, 0, "\"do\":\"claim\""), WHY_NOT_NOW);
    now++;
    expect_no(r, command(r, 1, "\"do\":\"claim\""), WHY_NOT_NOW);
    expect_ok(command(r, 0, "\"do\":\"claim\""), 4);
    expect_event(r, 4, "\"result\":\"1-0\",\"reason\":\"abandoned\"");
    room_free(r);
    now = 0;
}
END_TEST

/* --- plans ------------------------------------------------------------------------------------ */

START_TEST(a_plan_answers) {
    room *r = linja_room((time_control){.days = 2}, 1);
    static const char plan[] = "\"do\":\"plan\",\"plan\":[{\"if\":\"ab\",\"then\":\"hg\",\"plan\":"
                               "[{\"if\":\"bc\",\"then\":\"gf\"}]}]";
    expect_no(r, command(r, 0, plan), WHY_NOT_NOW); /* it is Ann's turn */
    expect_no(r, command(r, 1, "\"do\":\"plan\",\"plan\":[{\"if\":\"ab\",\"then\":\"ab\"}]"),
              WHY_ILLEGAL);
    expect_no(r, command(r, 1, "\"do\":\"plan\",\"plan\":[{\"if\":\"ab\"}]"), WHY_ILLEGAL);
    room_effects effects = command(r, 1, plan);
    expect_ok(effects, 0);
    ck_assert(effects.planned[1]);
    char *view = view_text(r); /* nobody learns of it */
    ck_assert_ptr_null(strstr(view, "hg"));
    free(view);
    room *again = restore(r, NULL);
    expect_same(r, again);
    room_free(r);
    effects = turn(again, 0, 0, "ab");
    expect_ok(effects, 4);
    ck_assert_uint_eq(effects.last, 5);
    expect_event(again, 5, "\"side\":\"b\",\"ply\":1,\"turn\":\"hg\"");
    effects = turn(again, 0, 2, "ab"); /* which it does not know */
    expect_ok(effects, 6);
    ck_assert_uint_eq(effects.last, 6);
    text none = text_growing();
    room_write_plan(again, 1, &none);
    ck_assert_str_eq(none.data, "[]");
    text_free(&none);
    room_free(again);
}
END_TEST

/* --- Liniell ---------------------------------------------------------------------------------- */

static room *liniell_room(int best_of, uint64_t seed) {
    room_wish wish = wish_for("liniell");
    wish.best_of = best_of;
    room *r = create(&wish, seed);
    ck_assert_int_eq(join(r, "Ben"), STATUS_OK);
    return r;
}

static room_effects reveal(room *r, int player, const char *random) {
    char rest[128];
    text out = text_fixed(rest, sizeof rest);
    text_format(&out, "\"do\":\"reveal\",\"random\":\"%s\"", random);
    return command(r, player, rest);
}

static void play_any(room *r, rng *random) {
    const match *m = room_match(r);
    game_turn any = fixture_random_turn(match_variant(m), match_position(m), random);
    int player = match_player_to_move(m);
    room_effects effects = turn(r, player, match_ply(m), any.text);
    ck_assert_msg(effects.answer.why == WHY_NOT, "%s", effects.answer.detail.text);
}

START_TEST(draws_are_promised_and_proved) {
    room *r = liniell_room(3, 5);
    rng random = rng_seeded(8);
    ck_assert_int_eq(room_standing(r), ROOM_STARTING);
    expect_no(r, turn(r, 0, 0, "d4n"), WHY_NOT_NOW);
    expect_no(r, reveal(r, 1, random_2), WHY_NOT_NOW);
    expect_no(r, reveal(r, 0, "123"), WHY_BAD_REQUEST);
    expect_no(r, reveal(r, 0, random_2), WHY_ILLEGAL);
    expect_ok(reveal(r, 0, random_1), 3);
    char shown[160]; /* what both need for the proof */
    snprintf(shown, sizeof shown,
             "\"chain\":\"1\",\"random1\":\"%s\",\"random2\":\"%s\",\"draws\":\"", random_1,
             random_2);
    expect_event(r, 3, shown);
    expect_no(r, reveal(r, 0, random_1), WHY_NOT_NOW);
    ck_assert_int_eq(room_standing(r), ROOM_PLAYING);
    expect_no(r, command(r, 0, "\"do\":\"ask-undo\""), WHY_NOT_NOW);
    play_any(r, &random);
    expect_no(r, command(r, 0, "\"do\":\"ask-undo\""), WHY_NOT_NOW); /* it has revealed a tile */
    while (room_standing(r) == ROOM_PLAYING) play_any(r, &random);
    text file = text_growing();
    error e;
    ck_assert_int_eq(match_save(room_match(r), &file, &e), STATUS_OK);
    record_file records = {0};
    ck_assert_int_eq(record_read(file.data, file.length, &records, &e), STATUS_OK);
    ck_assert_uint_ge(records.count, 2);
    for (size_t i = 0; i < records.count; i++) {
        proof p;
        status code = proof_check(registry_games, &records, i, &p, &e);
        ck_assert_msg(code == STATUS_OK, "%s", e.text);
        ck_assert_int_eq(p.number, (int)i + 1);
        ck_assert_str_eq(record_tag_value(&records.games[i], "Random1"), random_1);
        ck_assert_str_eq(record_tag_value(&records.games[i], "Random2"), random_2);
    }
    size_t played = records.count;
    record_file_free(&records);
    command(r, 0, "\"do\":\"rematch\"");
    room_effects effects = command(r, 1, "\"do\":\"rematch\"");
    room *next = effects.rematch;
    ck_assert_ptr_nonnull(next);
    ck_assert_int_eq(room_standing(next), ROOM_PLAYING);
    ck_assert_str_eq(room_promise(next), room_promise(r));
    play_any(next, &random);
    command(next, 0, "\"do\":\"resign\"");
    match_promise promise;
    room *again = restore(next, NULL);
    expect_same(next, again);
    ck_assert(match_find_promise(room_match(again), &promise));
    ck_assert_int_eq(atoi(promise.number), (int)played + 2); /* another game has begun */
    room_free(again);
    room_free(next);
    text_free(&file);
    room_free(r);
}
END_TEST

/* --- laws ------------------------------------------------------------------------------------- */

/* Tiles that a position names: those laid, and the one to lay. */
static size_t tiles_named(const char *position) {
    size_t count = 0;
    for (const char *at = position; (at = strchr(at, '@')); at++) count++;
    const char *draw = strstr(position, "draw=");
    return count + (draw && draw[5] >= '0' && draw[5] <= '9');
}

/* Nothing that is told holds the secret, a key that is not told, or a tile that is not drawn. */
static void expect_no_secret(const room *r, const room_chance *chance) {
    const match *m = room_match(r);
    char *view = view_text(r);
    text all = text_growing();
    error e;
    text_put(&all, view);
    for (size_t n = 1; n <= room_events(r); n++) text_put(&all, room_event(r, n));
    room_status standing = room_standing(r);
    if (standing >= ROOM_PLAYING) MUST(match_save(m, &all, &e) == STATUS_OK);
    size_t told = standing >= ROOM_PLAYING ? match_games_played(m) : 0;
    for (int k = 1; k <= 12; k++) {
        fair_key key = k == 12 ? chance->secret : fair_chain(&chance->secret, k);
        char hex[65];
        text t = text_fixed(hex, sizeof hex);
        fair_write(key.bytes, sizeof key.bytes, &t);
        bool there = strstr(all.data, hex) != NULL;
        if (there != (k <= (int)told)) ck_abort_msg("key %d of %zu told: %s", k, told, all.data);
    }
    for (const char *at = all.data; (at = strstr(at, "\"position\":\"")); at++) {
        char position[GAME_POSITION_TEXT];
        size_t length = strcspn(at + 12, "\"");
        MUST(length < sizeof position);
        memcpy(position, at + 12, length);
        position[length] = '\0';
        size_t laid = 0;
        for (const char *c = position; (c = strchr(c, '@')); c++) laid++;
        MUST(tiles_named(position) <= laid + 1);
    }
    if (standing == ROOM_PLAYING) { /* tiles that events tell: one more than there are turns */
        const char *begun = NULL;
        for (size_t n = 1; n <= room_events(r); n++)
            if (strstr(room_event(r, n), "\"event\":\"begun\"")) begun = room_event(r, n);
        size_t tiles = 0;
        for (size_t n = room_events(r); n >= 1; n--) {
            const char *line = room_event(r, n), *draws = strstr(line, "\"draws\":\"");
            if (draws) tiles++;
            for (const char *c = draws ? draws + 9 : ""; *c && *c != '"'; c++) tiles += *c == ',';
            if (line == begun) break;
        }
        MUST(tiles >= 1 && tiles <= match_ply(m) + 1);
    }
    if (standing == ROOM_PLAYING) { /* Draws of the record: one more than there are turns */
        const char *last = NULL;
        for (const char *at = all.data; (at = strstr(at, "[Draws \"")); at++) last = at;
        MUST(last != NULL);
        size_t draws = 1;
        for (const char *c = last + 8; *c != '"'; c++) draws += *c == ',';
        MUST(draws <= match_ply(m) + 1);
    }
    free(view);
    text_free(&all);
}

/* Something that a player may want, often what cannot be. */
static void any_command(const room *r, rng *random, char *json, size_t size) {
    static const char *const others[] = {
        "\"do\":\"resign\"",
        "\"do\":\"offer-draw\"",
        "\"do\":\"answer-draw\",\"yes\":true",
        "\"do\":\"answer-draw\",\"yes\":false",
        "\"do\":\"ask-undo\"",
        "\"do\":\"answer-undo\",\"yes\":true",
        "\"do\":\"answer-undo\",\"yes\":false",
        "\"do\":\"rematch\"",
        "\"do\":\"claim\"",
        "\"do\":\"ping\"",
        "\"do\":\"say\",\"phrase\":\"oops\"",
        "\"do\":\"reveal\",\"random\":\"000102030405060708090a0b0c0d0e0f\"",
        "\"do\":\"turn\",\"ply\":3,\"turn\":\"--\"",
    };
    const match *m = room_match(r);
    text t = text_fixed(json, size);
    text_format(&t, "{\"id\":\"r%d\",", (int)rng_below(random, 200));
    bool plays = room_standing(r) == ROOM_PLAYING;
    uint64_t choice = rng_below(random, 40);
    if (plays && choice >= 14) {
        game_turn any = fixture_random_turn(match_variant(m), match_position(m), random);
        text_format(&t, "\"do\":\"turn\",\"ply\":%zu,\"turn\":\"%s\"}", match_ply(m), any.text);
    } else if (plays && choice == 13) {
        variant v = match_variant(m);
        game_turn theirs = fixture_random_turn(v, match_position(m), random);
        game_position after = variant_after(v, match_position(m), theirs.text);
        game_turn ours = v.game->is_over(&after) ? theirs : fixture_random_turn(v, &after, random);
        text_format(&t, "\"do\":\"plan\",\"plan\":[{\"if\":\"%s\",\"then\":\"%s\"}]}", theirs.text,
                    ours.text);
    } else {
        uint64_t which = rng_below(random, sizeof others / sizeof *others);
        if (which == 0 && rng_below(random, 4) > 0) which = 1; /* games shall become longer */
        text_format(&t, "%s}", others[which]);
    }
    MUST(!t.failed);
}

/* A turn is made by whoever has the side, and by nobody else; by a plan, if it is the other's. */
static void expect_own_turns(const room *r, int player, const room_effects *effects) {
    for (size_t n = effects->first; n <= effects->last; n++) {
        const char *ev = room_event(r, n);
        if (!strstr(ev, "\"event\":\"turn\"")) continue;
        int side = strstr(ev, "\"side\":\"a\"") ? SIDE_A : SIDE_B;
        bool first = n == effects->answer.n;
        bool same_game = room_standing(r) != ROOM_PLAYING || match_ply(room_match(r)) > 0;
        if (same_game) MUST((room_side(r, player) == side) == first);
        MUST(first || effects->planned[1 - player]);
    }
}

static void live_through(const char *name, uint64_t seed) {
    static kept k;
    k.count = 0;
    now = 1000000;
    rng random = rng_seeded(seed);
    room_chance chance = chance_of(seed);
    room_wish wish = wish_for(name);
    wish.best_of = 1 + 2 * (int)rng_below(&random, 3);
    wish.first = (int)rng_below(&random, 3) - 1;
    if (rng_below(&random, 3) == 0) wish.control = (time_control){.initial = 100, .increment = 1};
    if (rng_below(&random, 3) == 0) wish.control = (time_control){.days = 1};
    room *r = create(&wish, seed);
    MUST(join(r, rng_below(&random, 2) ? "Ben" : NULL) == STATUS_OK);
    for (int i = 0; i < 150; i++) {
        char json[512];
        int player = (int)rng_below(&random, 5) / 2 - (rng_below(&random, 20) == 0);
        if (player > 1) player = ROOM_NOBODY;
        now += (int64_t)rng_below(&random, wish.control.days ? 4000000 : 3000);
        if (rng_below(&random, 10) == 0 && player >= 0)
            room_seat(r, player, rng_below(&random, 2), now);
        any_command(r, &random, json, sizeof json);
        room_message m = message_read(json, strlen(json));
        MUST(m.kind == MESSAGE_COMMAND);
        room_effects effects;
        error e;
        size_t before = room_events(r);
        MUST(room_do(r, player, &m.command, &chance, now, &effects, &e) == STATUS_OK);
        MUST(effects.first == before + 1 && effects.last == room_events(r));
        MUST(player != ROOM_NOBODY || effects.answer.why == WHY_NO_SEAT ||
             m.command.kind == DO_PING);
        if (effects.number > 0) {
            kept_answer *answer = &k.answers[k.count++];
            *answer =
                (kept_answer){.player = player, .number = effects.number, .answer = effects.answer};
            memcpy(answer->id, m.command.id, sizeof answer->id);
        }
        if (player != ROOM_NOBODY) expect_own_turns(r, player, &effects);
        message_free(&m);
        if (match_variant(room_match(r)).game->chance && i % 4 == 0) expect_no_secret(r, &chance);
        if (effects.rematch) {
            room *next = restore(effects.rematch, NULL);
            expect_same(effects.rematch, next);
            room_free(next);
            room_free(effects.rematch);
        }
        if (rng_below(&random, 8) > 0) continue;
        room *again = restore(r, &k); /* the server starts again */
        expect_same(r, again);
        room_free(r);
        r = again;
    }
    room_free(r);
    now = 0;
}

START_TEST(laws_hold_whatever_is_done) {
    for (uint64_t seed = 1; seed <= 4 + RANDOM_TURNS / 50000; seed++) {
        live_through("linja", seed);
        live_through("liniell", seed);
    }
}
END_TEST

/* --- messages --------------------------------------------------------------------------------- */

START_TEST(messages_are_read_strictly) {
    static const struct {
        const char *json;
        message_kind kind;
    } cases[] = {
        {"", MESSAGE_BROKEN},
        {"[]", MESSAGE_BROKEN},
        {"{\"do\":\"ping\",\"do\":\"ping\",\"id\":\"x\"}", MESSAGE_BROKEN},
        {"{\"do\":\"ping\"}", MESSAGE_BAD},
        {"{\"id\":\"x\"}", MESSAGE_BAD},
        {"{\"id\":\"\",\"do\":\"ping\"}", MESSAGE_BAD},
        {"{\"id\":\"a b\",\"do\":\"ping\"}", MESSAGE_BAD},
        {"{\"id\":\"x\",\"do\":\"dance\"}", MESSAGE_BAD},
        {"{\"id\":\"x\",\"do\":\"turn\",\"ply\":-1,\"turn\":\"ab\"}", MESSAGE_BAD},
        {"{\"id\":\"x\",\"do\":\"turn\",\"ply\":1.0,\"turn\":\"ab\"}", MESSAGE_BAD},
        {"{\"id\":\"x\",\"do\":\"answer-draw\",\"yes\":1}", MESSAGE_BAD},
        {"{\"id\":\"x\",\"do\":\"ping\",\"more\":[1,2]}", MESSAGE_COMMAND},
        {"{\"do\":\"hello\",\"token\":null,\"after\":0}", MESSAGE_HELLO},
        {"{\"do\":\"hello\"}", MESSAGE_HELLO},
        {"{\"do\":\"hello\",\"after\":-1}", MESSAGE_BROKEN},
        {"{\"do\":\"hello\",\"token\":7}", MESSAGE_BROKEN},
        {"{\"x\":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]],\"id\":\"x\",\"do\":\"ping\"}", MESSAGE_COMMAND},
        {"{\"x\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],\"id\":\"x\",\"do\":\"ping\"}", MESSAGE_BROKEN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        room_message m = message_read(cases[i].json, strlen(cases[i].json));
        ck_assert_msg(m.kind == cases[i].kind, "%s: %s", cases[i].json, m.e.text);
        message_free(&m);
    }
}
END_TEST

/* --- the computer ----------------------------------------------------------------------------- */

static room_effects computer(room *r, const char *its_turn) {
    room_effects effects;
    room_chance chance = chance_of(7);
    error e;
    ck_assert_msg(room_computer_do(r, its_turn, &chance, now, &effects, &e) == STATUS_OK, "%s",
                  e.text);
    return effects;
}

/* Events: created, joined, begun. The person begins. */
START_TEST(the_computer_does_its_duties) {
    room_wish wish = wish_for("linja");
    wish.against_computer = true;
    wish.level = 4;
    wish.control = (time_control){.initial = 300};
    room *r = create(&wish, 1);
    ck_assert_int_eq(room_standing(r), ROOM_PLAYING); /* it sits at once */
    expect_event(r, 1, "\"opponent\":{\"level\":4}");
    expect_event(r, 2, "\"player\":2,\"name\":\"Computer\"");
    ck_assert_int_eq(join(r, "Ben"), STATUS_DIFFERS);
    ck_assert_int_eq(room_player_of(r, ""), ROOM_NOBODY); /* nobody has its token */
    ck_assert_int_eq(room_computer_duty(r), DUTY_NONE);
    expect_ok(turn(r, 0, 0, "ab/df"), 4);
    ck_assert_int_eq(room_computer_duty(r), DUTY_TURN);
    expect_ok(command(r, 0, "\"do\":\"ask-undo\""), 5);
    ck_assert_int_eq(room_computer_duty(r), DUTY_ANSWER);
    expect_ok(computer(r, NULL), 6);
    expect_event(r, 6, "\"event\":\"undone\",\"ply\":0");
    ck_assert_int_eq(room_computer_duty(r), DUTY_NONE);
    expect_ok(turn(r, 0, 0, "ab"), 7);
    expect_ok(command(r, 0, "\"do\":\"offer-draw\""), 8);
    ck_assert_int_eq(room_computer_duty(r), DUTY_ANSWER);
    expect_ok(computer(r, NULL), 9);
    expect_event(r, 9, "\"event\":\"draw-refused\",\"side\":\"b\"");
    room *again = restore(r, NULL); /* it goes on after a restart */
    expect_same(r, again);
    ck_assert_int_eq(room_computer(again), 4);
    ck_assert_int_eq(room_computer_duty(again), DUTY_TURN);
    room_free(again);
    expect_no(r, computer(r, "nonsense"), WHY_ILLEGAL);
    expect_ok(computer(r, "hg"), 10);
    now += 10 * 60000; /* longer than anybody may be away */
    room_effects late = command(r, 0, "\"do\":\"claim\"");
    ck_assert_int_eq(late.answer.why, WHY_OVER); /* it was its own clock that ran out */
    room_free(r);
    now = 0;
}
END_TEST

START_TEST(the_computer_is_never_away_and_ready_for_a_rematch) {
    room_wish wish = wish_for("linja");
    wish.against_computer = true;
    wish.control = (time_control){.initial = 3600};
    wish.first = 1;
    room *r = create(&wish, 1);
    now += 10 * 60000;
    ck_assert_int_eq(room_computer_duty(r), DUTY_TURN);
    expect_no(r, command(r, 0, "\"do\":\"claim\""), WHY_NOT_NOW);
    expect_ok(command(r, 0, "\"do\":\"resign\""), 4);
    ck_assert_int_eq(room_computer_duty(r), DUTY_NONE);
    expect_ok(command(r, 0, "\"do\":\"rematch\""), 5);
    ck_assert_int_eq(room_computer_duty(r), DUTY_REMATCH);
    room_effects effects = computer(r, NULL);
    expect_ok(effects, 6);
    ck_assert_ptr_nonnull(effects.rematch);
    ck_assert_int_eq(room_computer_duty(r), DUTY_NONE);
    ck_assert_int_eq(room_computer(effects.rematch), 0);
    ck_assert_int_eq(room_side(effects.rematch, 0), SIDE_A); /* the loser begins */
    expect_event(effects.rematch, 2, "\"name\":\"Computer\"");
    room_free(effects.rematch);
    room_free(r);
    now = 0;
}
END_TEST

/* The other's random bytes alone keep the server from choosing. */
START_TEST(draws_with_a_computer_are_promised_and_proved) {
    room_wish wish = wish_for("liniell");
    wish.against_computer = true;
    wish.first = 1;
    room *r = create(&wish, 1);
    ck_assert_int_eq(room_standing(r), ROOM_STARTING);
    ck_assert_int_eq(room_computer_duty(r), DUTY_NONE);
    char rest[128];
    text t = text_fixed(rest, sizeof rest);
    text_format(&t, "\"do\":\"reveal\",\"random\":\"%s\"", random_1);
    expect_ok(command(r, 0, rest), 3);
    rng random = rng_seeded(3);
    while (room_standing(r) == ROOM_PLAYING) {
        const match *m = room_match(r);
        game_turn any = fixture_random_turn(match_variant(m), match_position(m), &random);
        size_t before = room_events(r);
        if (room_computer_duty(r) == DUTY_TURN)
            expect_ok(computer(r, any.text), before + 1);
        else
            expect_ok(turn(r, 0, match_ply(m), any.text), before + 1);
    }
    error e;
    text file = text_growing();
    record_file records = {0};
    ck_assert_int_eq(match_save(room_match(r), &file, &e), STATUS_OK);
    ck_assert_ptr_nonnull(strstr(file.data, "[Random2 \"00000000000000000000000000000000\"]"));
    ck_assert_int_eq(record_read(file.data, file.length, &records, &e), STATUS_OK);
    proof p;
    ck_assert_msg(proof_check(registry_games, &records, 0, &p, &e) == STATUS_OK, "%s", e.text);
    record_file_free(&records);
    text_free(&file);
    room_free(r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rooms");
    TCase *tests = fixture_tests(suite, "rooms");
    tcase_add_test(tests, a_game_is_made_joined_and_played);
    tcase_add_test(tests, a_command_is_for_the_game_that_was_meant);
    tcase_add_test(tests, a_game_that_nobody_joined_is_withdrawn);
    tcase_add_test(tests, a_wrong_wish_is_refused);
    tcase_add_test(tests, tiles_of_ones_own_are_told_by_themselves);
    tcase_add_test(tests, names_are_what_they_look_like);
    tcase_add_test(tests, names_are_kept_in_one_form);
    tcase_add_test(tests, a_draw_is_offered_refused_and_agreed);
    tcase_add_test(tests, a_turn_is_taken_back_by_consent);
    tcase_add_test(tests, the_loser_begins_the_next_game_and_the_rematch);
    tcase_add_test(tests, phrases_are_of_the_list_and_not_endless);
    tcase_add_test(tests, a_command_is_done_once);
    tcase_add_test(tests, time_is_charged_and_runs_out);
    tcase_add_test(tests, days_start_anew_with_each_turn);
    tcase_add_test(tests, who_is_away_is_claimed_against);
    tcase_add_test(tests, a_plan_answers);
    tcase_add_test(tests, draws_are_promised_and_proved);
    tcase_add_test(tests, laws_hold_whatever_is_done);
    tcase_add_test(tests, messages_are_read_strictly);
    tcase_add_test(tests, the_computer_does_its_duties);
    tcase_add_test(tests, the_computer_is_never_away_and_ready_for_a_rematch);
    tcase_add_test(tests, draws_with_a_computer_are_promised_and_proved);
    return fixture_run(suite);
}
