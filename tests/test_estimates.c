/* SPDX-License-Identifier: MIT
 *
 * What positions of a game that is not solved are worth, asked of the real program. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "games/registry.h"

static server_process server;

static void start(void) {
    char name[64];
    snprintf(name, sizeof name, "estimates-%d.db", (int)getpid());
    server = server_start(PROGRAM, fixture_in_folder(name).text);
}

static void stop(void) {
    server_stop(&server);
}

static const char question[] =
    "/v1/liniell?position=01@d4n_07@e4s_A=e4N,-_B=-,-_turn=a_draw=05&nodes=500";

static double number_of(const json_t *o, const char *name) {
    const json_t *value = json_object_get(o, name);
    ck_assert_msg(json_is_number(value), "no %s", name);
    return json_number_value(value);
}

static void expect_worth(const json_t *o) {
    double chance = number_of(o, "chance"), wide = number_of(o, "error");
    ck_assert(chance >= 0 && chance <= 1 && wide >= 0);
    ck_assert(fabs(number_of(o, "points")) < 100);
    ck_assert(json_is_boolean(json_object_get(o, "exact")));
}

/* Each legal turn once, best first, and the first is what the position is worth. */
START_TEST(all_turns_are_estimated) {
    variant v = fixture_variant(registry_find("liniell"), NULL);
    game_position position;
    game_turn turns[GAME_TURNS_MAX];
    error e;
    ck_assert_int_eq(
        variant_read_position(v, "01@d4n 07@e4s A=e4N,- B=-,- turn=a draw=05", &position, &e),
        STATUS_OK);
    size_t count = variant_turns(v, &position, turns), found = 0;
    json_t *facts = http_facts(server.port, "GET", question, NULL, 200);
    const json_t *list = json_object_get(facts, "turns");
    expect_worth(facts);
    ck_assert_uint_eq(json_array_size(list), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *turn = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(turn, "turn"));
        const char *after = json_string_value(json_object_get(turn, "position"));
        expect_worth(turn);
        ck_assert_ptr_nonnull(strstr(after, " turn=b draw=?")); /* what comes nobody knows */
        for (size_t k = 0; k < count; k++) found += strcmp(turns[k].text, name) == 0;
    }
    ck_assert_uint_eq(found, count);
    ck_assert(number_of(facts, "chance") == number_of(json_array_get(list, 0), "chance"));
    json_decref(facts);
}
END_TEST

START_TEST(the_same_question_has_the_same_answer) {
    text first = text_growing();
    for (int i = 0; i < 2; i++) {
        http_reply r = http_ask(server.port, "GET", question, "", NULL);
        ck_assert_int_eq(r.code, 200);
        ck_assert_ptr_nonnull(strstr(r.whole.data, "\r\naccess-control-allow-origin: *\r\n"));
        const char *tag = strstr(r.whole.data, "\r\netag: \""); /* a strong one */
        ck_assert_ptr_nonnull(tag);
        if (i == 0) text_put_n(&first, tag, strcspn(tag + 2, "\r") + 2);
        ck_assert(strncmp(tag, first.data, first.length) == 0);
        http_forget(&r);
    }
    char fields[96];
    snprintf(fields, sizeof fields, "If-None-Match: %s\r\n", first.data + strlen("\r\netag: "));
    http_reply r = http_ask(server.port, "GET", question, fields, NULL);
    ck_assert_int_eq(r.code, 304);
    http_forget(&r);
    text_free(&first);
}
END_TEST

START_TEST(the_end_is_exact) {
    /* A game that was played to its end, by any turns. */
    variant v = fixture_variant(registry_find("liniell"), NULL);
    rng random = rng_seeded(5);
    game_position position;
    char written[GAME_POSITION_TEXT], path[GAME_POSITION_TEXT + 64];
    variant_start(v, &position);
    while (!v.game->is_over(&position))
        position = variant_after(v, &position, fixture_random_turn(v, &position, &random).text);
    text t = text_fixed(written, sizeof written);
    variant_write_position(v, &position, &t);
    for (char *c = written; *c; c++)
        if (*c == ' ') *c = '_';
    snprintf(path, sizeof path, "/v1/liniell?position=%s", written);
    json_t *facts = http_facts(server.port, "GET", path, NULL, 200);
    game_outcome o = variant_outcome(v, &position);
    int side = v.game->to_move(&position), leader = side == SIDE_A ? o.leader : -o.leader;
    ck_assert(json_is_true(json_object_get(facts, "exact")));
    ck_assert(number_of(facts, "chance") == (leader + 1) / 2.0);
    ck_assert(number_of(facts, "points") == o.points[side] - o.points[1 - side]);
    ck_assert_uint_eq(json_array_size(json_object_get(facts, "turns")), 0);
    json_decref(facts);
}
END_TEST

START_TEST(wrong_questions_are_told_so) {
    static const struct {
        const char *method, *query;
        int code;
    } cases[] = {
        {"GET", "?nodes=0", 400},
        {"GET", "?nodes=100001", 400},
        {"GET", "?nodes=many", 400},
        {"GET", "?nodes=", 400},
        {"GET", "?nodes=1&nodes=2", 400},
        {"GET", "?position=nonsense", 400},
        {"GET", "?position=01@d4n_07@e4s_A=e4N,-_B=-,-_turn=a_draw=?", 400},
        {"POST", "", 405},
        {"DELETE", "", 405},
        {"GET", "?nodes=1", 200},
        {"GET", "", 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[128];
        snprintf(path, sizeof path, "/v1/liniell%s", cases[i].query);
        http_reply r = http_ask(server.port, cases[i].method, path, "", NULL);
        ck_assert_msg(r.code == cases[i].code, "%s %s: %s", cases[i].method, path, r.whole.data);
        if (r.code != 200) ck_assert_ptr_nonnull(json_object_get(r.body, "detail"));
        http_forget(&r);
    }
}
END_TEST

START_TEST(a_client_asks_only_so_much) {
    int refused = 0;
    for (int i = 0; i < 60 && refused == 0; i++) {
        http_reply r = http_ask(server.port, "GET", "/v1/liniell?nodes=1", "", NULL);
        ck_assert(r.code == 200 || r.code == 429);
        refused += r.code == 429;
        if (r.code == 429) ck_assert_ptr_nonnull(strstr(r.whole.data, "\r\nretry-after: "));
        http_forget(&r);
    }
    ck_assert_int_eq(refused, 1);
    client_come_from("127.0.0.2");
    json_decref(http_facts(server.port, "GET", "/v1/liniell?nodes=1", NULL, 200));
}
END_TEST

/* Whoever goes before the answer comes, and a server that stops then. */
START_TEST(nobody_need_wait_for_the_answer) {
    for (int i = 0; i < 3; i++) {
        static const char asked[] =
            "GET /v1/liniell?nodes=100000 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        int s = client_dial(server.port);
        ck_assert_int_eq(write(s, asked, strlen(asked)), (ssize_t)strlen(asked));
        if (i < 2) close(s);
    }
    json_decref(http_facts(server.port, "GET", "/v1/liniell?nodes=1", NULL, 200));
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("estimates");
    TCase *tests = fixture_threads(suite, "estimates");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, all_turns_are_estimated);
    tcase_add_test(tests, the_same_question_has_the_same_answer);
    tcase_add_test(tests, the_end_is_exact);
    tcase_add_test(tests, wrong_questions_are_told_so);
    tcase_add_test(tests, a_client_asks_only_so_much);
    tcase_add_test(tests, nobody_need_wait_for_the_answer);
    return fixture_run(suite);
}
