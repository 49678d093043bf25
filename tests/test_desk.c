/* SPDX-License-Identifier: MIT
 *
 * How many unfinished games a client may have and what counts as one, and how many are read for it,
 * at the desk itself: over a real store, without a socket. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"
#include "games/registry.h"
#include "server/desk.h"
#include "server/frames.h"
#include "server/games.h"
#include "server/guest.h"
#include "server/thinkers.h"

static const uint64_t client = 7, stranger = 8;

static desk *d;
static char file[256];

static void nobody_wakes(void *context) {
    (void)context;
}

static void open_desk_with(thinkers *threads) {
    error e;
    desk_options options = {.games = registry_games, .wake = nobody_wakes, .thinkers = threads};
    ck_assert_int_eq(store_open_url(file, &options.backend, &e), STATUS_OK);
    ck_assert_msg(desk_open(&options, &d, &e) == STATUS_OK, "%s", e.text);
}

static void open_desk(void) {
    open_desk_with(NULL);
}

static void begin(void) {
    char name[64];
    snprintf(name, sizeof name, "desk-%d.db", (int)getpid());
    snprintf(file, sizeof file, "sqlite:%s", fixture_in_folder(name).text);
    open_desk();
}

static void end(void) {
    desk_close(d);
}

/* --- rooms ------------------------------------------------------------------------------------ */

static int refusal(uint64_t of, bool with_computer) {
    error why;
    return desk_refuses(d, of, with_computer, &why);
}

static const char *const tokens[] = {"the token of player 1", "the token of player 2"};

static place *make(uint64_t of, bool with_computer) {
    room_wish wish = {
        .game = "linja", .best_of = 1, .date = "2026.11.18", .against_computer = with_computer};
    room_chance chance = desk_chance();
    token_hash token = token_hash_of(tokens[0]);
    room *r = NULL;
    error e;
    status code = room_create(registry_games, &wish, &chance, &token, desk_now(d), &r, &e);
    ck_assert_msg(code == STATUS_OK, "%s", e.text);
    place *p = desk_add(d, r, of, &e);
    ck_assert_ptr_nonnull(p);
    return p;
}

static void keep(place *p, const room_effects *effects) {
    errand *er = errand_new(d, p, room_id(p->room), NULL);
    errand_keep(er, p, effects);
    errand_send(er);
}

static void join(place *p) {
    token_hash token = token_hash_of(tokens[1]);
    error e;
    ck_assert_int_eq(room_join(p->room, NULL, NULL, &token, desk_now(d), &e), STATUS_OK);
    room_effects effects = {.first = 1, .last = room_events(p->room), .terms = true};
    keep(p, &effects);
}

static void resign(place *p) {
    room_effects effects;
    error e;
    room_command c = {.kind = DO_RESIGN, .id = "1"};
    room_chance chance = desk_chance();
    ck_assert_int_eq(room_do(p->room, 0, &c, &chance, desk_now(d), &effects, &e), STATUS_OK);
    ck_assert_int_eq(room_standing(p->room), ROOM_OVER);
    keep(p, &effects);
}

static void withdraw(place *p) {
    error e;
    ck_assert_int_eq(room_withdraw(p->room, desk_now(d), &e), STATUS_OK);
    room_effects effects = {.first = 1, .last = room_events(p->room), .terms = true};
    keep(p, &effects);
}

static void await_store(const place *p) {
    while (p->under_way > 0) desk_collect(d);
}

/* --- how many --------------------------------------------------------------------------------- */

/* The last of as many as one may have. */
static place *fill(bool with_computer, int most) {
    place *last = NULL;
    for (int i = 0; i < most; i++) {
        MUST(refusal(client, with_computer) == 0);
        last = make(client, with_computer);
    }
    ck_assert_int_eq(refusal(client, with_computer), 429);
    return last;
}

START_TEST(a_client_has_so_many_unfinished_games) {
    place *last = fill(false, DESK_GAMES_OF_A_CLIENT);
    ck_assert_int_eq(refusal(client, true), 429);
    ck_assert_int_eq(refusal(stranger, false), 0);
    join(last);
    ck_assert_int_eq(refusal(client, false), 429);
    resign(last);
    ck_assert_int_eq(refusal(client, false), 0);
    make(client, false);
    ck_assert_int_eq(refusal(client, false), 429);
}
END_TEST

START_TEST(a_withdrawn_game_is_none) {
    place *last = fill(false, DESK_GAMES_OF_A_CLIENT);
    withdraw(last);
    ck_assert_int_eq(refusal(client, false), 0);
}
END_TEST

START_TEST(a_game_that_is_dropped_is_none) {
    place *last = fill(false, DESK_GAMES_OF_A_CLIENT);
    desk_drop(d, last);
    ck_assert_int_eq(refusal(client, false), 0);
}
END_TEST

/* As any game, and as one with the computer. */
START_TEST(games_with_the_computer_count_twice) {
    place *last = fill(true, COMPUTER_GAMES_OF_A_CLIENT);
    ck_assert_int_eq(refusal(client, false), 0);
    resign(last);
    ck_assert_int_eq(refusal(client, true), 0);
    make(client, true);
    for (int i = COMPUTER_GAMES_OF_A_CLIENT; i < DESK_GAMES_OF_A_CLIENT; i++) make(client, false);
    ck_assert_int_eq(refusal(client, false), 429);
}
END_TEST

/* The last game that there may be, by clients of whom each has one. */
static place *fill_server(void) {
    place *last = NULL;
    for (uint64_t i = 1; i <= DESK_GAMES_MOST; i++) {
        MUST(refusal(client, false) == 0);
        last = make(100 + i, false);
    }
    ck_assert_int_eq(refusal(client, false), 503);
    return last;
}

static place *found;

static void take_found(errand *er, place *p) {
    (void)er;
    found = p;
}

/* Finished games may be looked at on a server that is full, and make it no fuller. */
START_TEST(finished_games_that_are_looked_at_do_not_count) {
    char id[ID_BYTES];
    place *p = make(stranger, false);
    memcpy(id, room_id(p->room), sizeof id);
    join(p);
    resign(p);
    await_store(p);
    desk_close(d);
    open_desk();
    place *last = fill_server();
    desk_drop(d, last);
    ck_assert_int_eq(refusal(client, false), 0);
    errand_send(errand_new(d, NULL, id, take_found));
    while (!found) desk_collect(d);
    ck_assert_int_eq(room_standing(found->room), ROOM_OVER);
    ck_assert_int_eq(refusal(client, false), 0);
    make(100, false);
    ck_assert_int_eq(refusal(client, false), 503);
}
END_TEST

/* What was unfinished when the server began counts for nobody, but for all. */
START_TEST(games_of_before_belong_to_nobody) {
    place *p = make(client, false);
    join(p);
    await_store(p);
    desk_close(d);
    open_desk();
    fill(false, DESK_GAMES_OF_A_CLIENT);
}
END_TEST

/* --- reading ---------------------------------------------------------------------------------- */

static int answers[600]; /* how many with each status */

static void take_answer(void *context, answer a) {
    (void)context;
    answers[a.code]++;
    answer_free(&a);
}

static void look(const char *address, const char *id) {
    static ticket *waits[1];
    http_request r = {.method = "GET", .query = ""};
    snprintf(r.path, sizeof r.path, "/v1/games/%s", id);
    games_asking asking = {
        .desk = d, .request = &r, .client = address, .answered = take_answer, .context = answers};
    games_ask(&asking, waits);
}

/* Who tries ids at random makes work for the store, which others wait for; what is in memory does
 * not. */
START_TEST(a_client_has_only_so_many_games_read) {
    place *p = make(client, false);
    join(p);
    await_store(p);
    for (int i = 0; i < 1000; i++) {
        char id[ID_BYTES];
        snprintf(id, sizeof id, "random%010u", (unsigned)i);
        look("192.0.2.1", id);
    }
    look("192.0.2.2", "random-and-other");
    while (answers[404] + answers[429] < 1001) desk_collect(d);
    ck_assert_int_ge(answers[404], 201);
    ck_assert_int_ge(answers[429], 1);
    for (int i = 0; i < 300; i++) look("192.0.2.1", room_id(p->room));
    ck_assert_int_eq(answers[200], 300);
}
END_TEST

/* --- rematches -------------------------------------------------------------------------------- */

/* Somebody in a room, through frames as they come from a socket. */
typedef struct visitor {
    guest *guest;
    frame_reader reader;
} visitor;

static void say(visitor *v, const char *json) {
    static const unsigned char mask[4] = {1, 2, 3, 4};
    text plain = text_growing(), masked = text_growing();
    frame_put_text(&plain, json, strlen(json));
    frame_put_masked(&masked, &plain, mask);
    guest_receive(v->guest, masked.data, masked.length);
    text_free(&plain);
    text_free(&masked);
}

/* The next message with this part, which comes. */
static text hear(visitor *v, const char *part) {
    for (;;) {
        unsigned char bytes[1];
        size_t taken;
        desk_collect(d);
        if (guest_say(v->guest, bytes, sizeof bytes) == 0) continue;
        frame_kind kind = frame_read(&v->reader, (const char *)bytes, sizeof bytes, &taken);
        ck_assert(kind == FRAME_MORE || kind == FRAME_TEXT);
        if (kind != FRAME_TEXT || !strstr(v->reader.message.data, part)) continue;
        text heard = text_growing();
        text_put(&heard, v->reader.message.data);
        return heard;
    }
}

static visitor sit(place *p, uint64_t of, int player) {
    char hello[128];
    visitor v = {.guest = guest_new(d, p, of, nobody_wakes, NULL), .reader = {.from_server = true}};
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":0}",
             tokens[player]);
    say(&v, hello);
    return v;
}

static void leave(visitor *v) {
    guest_free(v->guest);
    frame_reader_free(&v->reader);
}

/* The room is over, and its players agree on a rematch, the one of `of` at last: the answer to
 * that; *next is the room of the rematch, if there is one. */
static text play_again(place *p, uint64_t of, place **next) {
    visitor v[2] = {sit(p, stranger, 0), sit(p, of, 1)};
    say(&v[0], "{\"id\":\"asks\",\"do\":\"rematch\"}");
    text asked = hear(&v[0], "\"asks\"");
    say(&v[1], "{\"id\":\"agrees\",\"do\":\"rematch\"}");
    text told = hear(&v[1], "\"agrees\"");
    *next = NULL;
    if (strstr(told.data, "\"ok\"")) {
        text heard = hear(&v[0], "\"rematch\",\"id\":");
        const char *id = strstr(heard.data, "\"id\":\"") + strlen("\"id\":\"");
        char copy[ID_BYTES];
        text t = text_fixed(copy, sizeof copy);
        text_put_n(&t, id, ID_BYTES - 1);
        *next = desk_find(d, copy);
        ck_assert_ptr_nonnull(*next);
        text_free(&heard);
    }
    text_free(&asked);
    for (int i = 0; i < 2; i++) leave(&v[i]);
    return told;
}

static place *make_finished(void) {
    place *p = make(stranger, false);
    join(p);
    resign(p);
    await_store(p);
    return p;
}

/* Two who resign and agree on a rematch for ever make games no faster than any client. */
START_TEST(rematches_are_games_of_a_client) {
    place *p = make_finished(), *next = NULL;
    text told;
    int made = 0;
    for (; (told = play_again(p, client, &next)), next; made++) {
        MUST(made < 300);
        text_free(&told);
        resign(next);
        await_store(next);
        p = next;
    }
    ck_assert_int_ge(made, 100);
    ck_assert_msg(strstr(told.data, "\"why\":\"too-fast\"") != NULL, "%s", told.data);
    text_free(&told);
}
END_TEST

/* ... nor more than that has. It can be had once another is over. */
START_TEST(a_client_with_too_many_games_has_no_rematch) {
    place *p = make_finished(), *next;
    place *last = fill(false, DESK_GAMES_OF_A_CLIENT);
    text told = play_again(p, client, &next);
    ck_assert_msg(strstr(told.data, "\"why\":\"not-now\"") != NULL, "%s", told.data);
    ck_assert_ptr_null(next);
    text_free(&told);
    desk_drop(d, last);
    visitor v = sit(p, client, 1);
    say(&v, "{\"id\":\"again\",\"do\":\"rematch\"}");
    told = hear(&v, "\"again\"");
    ck_assert_ptr_nonnull(strstr(told.data, "\"ok\""));
    ck_assert_int_eq(refusal(client, false), 429); /* it is this client's */
    text_free(&told);
    leave(&v);
}
END_TEST

/* How many of so many sockets of a client, each of which says something once, are not too fast. */
static int heard_at_once(place *p, uint64_t of, const char *json, int sockets) {
    int heard = 0;
    for (int i = 0; i < sockets; i++) {
        visitor v = sit(p, of, 0);
        say(&v, json);
        text told = hear(&v, "\"the-command\"");
        heard += strstr(told.data, "too-fast") == NULL;
        text_free(&told);
        leave(&v);
    }
    return heard;
}

/* Many sockets may say no more than some do, and others are heard meanwhile. */
START_TEST(a_client_has_so_many_commands) {
    place *p = make(client, false);
    static const char ping[] = "{\"id\":\"the-command\",\"do\":\"ping\"}";
    int64_t began = desk_now(d);
    int heard = heard_at_once(p, client, ping, 2000);
    int64_t seconds = (desk_now(d) - began) / 1000 + 1;
    ck_assert_int_ge(heard, 200);
    ck_assert_int_le(heard, (int)(200 + 200 * seconds));
    ck_assert_int_eq(heard_at_once(p, stranger, ping, 20), 20);
}
END_TEST

/* Says something that is too fast for the socket, so often that once more is too often. */
static void be_on_the_brink(visitor *v, const char *json) {
    enum { BRINK = 60 };
    for (int strikes = 0; strikes < BRINK;) {
        say(v, json);
        text told = hear(v, "\"the-command\"");
        bool was_heard = strstr(told.data, "too-fast") == NULL;
        strikes += !was_heard ? 1 : strikes > 0 ? -1 : 0;
        text_free(&told);
    }
}

/* That others of its client say too much is no fault of a socket's, which stays. */
START_TEST(others_of_a_client_are_no_fault_of_a_socket) {
    static const char ping[] = "{\"id\":\"the-command\",\"do\":\"ping\"}";
    place *p = make(client, false);
    for (bool seen = false; !seen;) { /* a client that has a moment may say something again */
        visitor v = sit(p, client, 0);
        be_on_the_brink(&v, ping);
        usleep(100000); /* after which the socket may say something again */
        while (heard_at_once(p, client, ping, 1) > 0) continue;
        say(&v, ping);
        text told = hear(&v, "\"the-command\"");
        seen = strstr(told.data, "of one client") != NULL;
        text_free(&told);
        if (seen) {
            ck_assert(!guest_wants_to_say(v.guest)); /* that it is sent away */
        }
        leave(&v);
    }
}
END_TEST

/* ... and long ones are heard less often. */
START_TEST(long_commands_are_several) {
    place *p = make(client, false);
    text plan = text_growing();
    text_put(&plan, "{\"id\":\"the-command\",\"do\":\"plan\",\"plan\":[");
    for (int i = 0; i < 300; i++)
        text_format(&plan, "%s{\"if\":\"ab\",\"then\":\"hg\"}", i ? "," : "");
    text_put(&plan, "]}");
    ck_assert_uint_gt(plan.length, 7 * 1024);
    int64_t began = desk_now(d);
    int heard = heard_at_once(p, client, plan.data, 200);
    int64_t seconds = (desk_now(d) - began) / 1000 + 1;
    ck_assert_int_ge(heard, 200 / 8);
    ck_assert_int_le(heard, (int)(25 * (1 + seconds)));
    text_free(&plan);
}
END_TEST

/* Here, too, the computer waits until there is room for one more. */
START_TEST(the_computer_gives_no_rematch_too_many) {
    room_effects effects;
    error e;
    thinkers *threads = NULL;
    ck_assert_int_eq(thinkers_new(1, 4, nobody_wakes, NULL, &threads, &e), STATUS_OK);
    desk_close(d);
    open_desk_with(threads);
    place *p = make(client, true);
    resign(p);
    place *last = fill(true, COMPUTER_GAMES_OF_A_CLIENT);
    room_command c = {.kind = DO_REMATCH, .id = "2"};
    room_chance chance = desk_chance();
    ck_assert_int_eq(room_do(p->room, 0, &c, &chance, desk_now(d), &effects, &e), STATUS_OK);
    keep(p, &effects);
    await_store(p);
    ck_assert_int_eq(room_computer_duty(p->room), DUTY_REMATCH);
    desk_drop(d, last);
    desk_tick(d);
    ck_assert_int_eq(room_computer_duty(p->room), DUTY_NONE);
    ck_assert_int_eq(refusal(client, true), 429);
    desk_leave_store(d);
    thinkers_free(threads);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("desk");
    TCase *tests = fixture_threads(suite, "unfinished");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, a_client_has_so_many_unfinished_games);
    tcase_add_test(tests, a_withdrawn_game_is_none);
    tcase_add_test(tests, a_game_that_is_dropped_is_none);
    tcase_add_test(tests, games_with_the_computer_count_twice);
    tcase_add_test(tests, finished_games_that_are_looked_at_do_not_count);
    tcase_add_test(tests, games_of_before_belong_to_nobody);
    tcase_add_test(tests, a_client_has_only_so_many_games_read);
    tcase_add_test(tests, rematches_are_games_of_a_client);
    tcase_add_test(tests, a_client_with_too_many_games_has_no_rematch);
    tcase_add_test(tests, a_client_has_so_many_commands);
    tcase_add_test(tests, others_of_a_client_are_no_fault_of_a_socket);
    tcase_add_test(tests, long_commands_are_several);
    tcase_add_test(tests, the_computer_gives_no_rematch_too_many);
    return fixture_run(suite);
}
