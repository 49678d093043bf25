/* SPDX-License-Identifier: MIT
 *
 * Questions about exact values while their thread is busy: how many a client may have waiting, and
 * who is answered first. The thread is held where it says that it has something to hand out. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "server/scholar.h"
#include "server/talk.h"
#include "server/thinkers.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool gate_is_open, is_held;

static scholar *s;

static void hold(void *context) {
    (void)context;
    pthread_mutex_lock(&lock);
    is_held = true;
    pthread_cond_broadcast(&changed);
    while (!gate_is_open) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void open_gate(void) {
    pthread_mutex_lock(&lock);
    gate_is_open = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* --- asking ----------------------------------------------------------------------------------- */

typedef struct asker {
    char letter;
    int code; /* of the answer; 0: none yet */
    bool for_all;
    inquiry *waits;
} asker;

static char order[64]; /* in which questions were answered */

static void take(void *context, answer a) {
    asker *by = context;
    by->code = a.code;
    by->for_all = a.for_all;
    order[strlen(order)] = by->letter;
    answer_free(&a);
}

static void ask(asker *by, char letter, const char *client) {
    http_request r = {.method = "GET", .path = "/v1/linja", .query = ""};
    scholar_asking asking = {.request = &r, .client = client, .answered = take, .context = by};
    *by = (asker){.letter = letter};
    scholar_ask(s, &asking, &by->waits);
}

/* Asks the first question, whose answer holds the thread. */
static void begin(void) {
    static asker first;
    error e;
    ck_assert_int_eq(scholar_new(hold, NULL, &s, &e), STATUS_OK);
    ask(&first, '1', "192.0.2.99");
    pthread_mutex_lock(&lock);
    while (!is_held) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void end(void) {
    open_gate();
    scholar_free(s);
}

static void await(const asker *by) {
    while (by->code == 0) scholar_collect(s);
}

/* --- tests ------------------------------------------------------------------------------------ */

START_TEST(a_client_asks_only_so_much_at_once) {
    asker by[INQUIRIES_OF_A_CLIENT], refused, other;
    for (int i = 0; i < INQUIRIES_OF_A_CLIENT; i++) {
        ask(&by[i], 'a', "2001:db8:1:2::1");
        ck_assert_ptr_nonnull(by[i].waits);
    }
    ask(&refused, 'x', "2001:db8:1:2::ffff"); /* whoever has one address there has them all */
    ck_assert_int_eq(refused.code, 429);
    ck_assert(refused.for_all);
    ck_assert_ptr_null(refused.waits);
    ask(&other, 'b', "2001:db8:1:3::1");
    ck_assert_int_eq(other.code, 0);
    open_gate();
    for (int i = 0; i < INQUIRIES_OF_A_CLIENT; i++) await(&by[i]);
    ck_assert_int_eq(by[0].code, 404); /* there is no table */
    ask(&refused, 'c', "2001:db8:1:2::ffff");
    await(&refused);
    ck_assert_int_eq(refused.code, 404);
}
END_TEST

START_TEST(clients_take_turns) {
    asker by[4];
    for (int i = 0; i < 3; i++) ask(&by[i], 'a', "192.0.2.1");
    ask(&by[3], 'b', "192.0.2.2");
    open_gate();
    for (int i = 0; i < 3; i++) await(&by[i]);
    ck_assert_str_eq(order, "1abaa");
}
END_TEST

START_TEST(there_are_only_so_many_at_all) {
    static asker by[THOUGHTS_MOST];
    for (int i = 1; i < THOUGHTS_MOST; i++) { /* the first has not been handed out */
        char address[32];
        snprintf(address, sizeof address, "192.0.2.%d", i / INQUIRIES_OF_A_CLIENT);
        ask(&by[i], '.', address);
        ck_assert_ptr_nonnull(by[i].waits);
    }
    asker refused;
    ask(&refused, 'x', "198.51.100.1");
    ck_assert_int_eq(refused.code, 503);
    ck_assert(refused.for_all);
}
END_TEST

/* Whoever goes is not told, and takes no time. */
START_TEST(nobody_need_wait_for_the_answer) {
    asker gone, stays;
    ask(&gone, 'a', "192.0.2.1");
    ask(&stays, 'b', "192.0.2.1");
    inquiry_drop(gone.waits);
    open_gate();
    await(&stays);
    ck_assert_int_eq(gone.code, 0);
    ck_assert_str_eq(order, "1b");
}
END_TEST

static void keep_line(void *context, const char *line) {
    text_format(context, "%s\n", line);
}

/* Hears what is said, as far as there is something to say. */
static void say_all(talk *t, text *said) {
    unsigned char bytes[1000];
    while (talk_wants_to_say(t)) text_put_n(said, (char *)bytes, talk_say(t, bytes, sizeof bytes));
}

/* Nobody is hung up on without a word: it is told, logged, and the next question may come. */
START_TEST(who_has_waited_too_long_is_told_so) {
    static const char question[] = "GET /v1/linja HTTP/1.1\r\nHost: localhost\r\n\r\n";
    text said = text_growing(), log = text_growing();
    talk_terms terms = {.scholar = s, .port = 80, .log = keep_line, .context = &log};
    talk *t = malloc(sizeof *t);
    talk_begin(t, &terms, "192.0.2.1", "192.0.2.7");
    talk_receive(t, question, strlen(question));
    ck_assert_int_eq(t->state, TALK_WAITING);
    talk_is_late(t);
    say_all(t, &said);
    ck_assert_int_eq(t->state, TALK_IDLE);
    ck_assert_int_eq(strncmp(said.data, "HTTP/1.1 503 ", 13), 0);
    ck_assert_ptr_nonnull(strstr(said.data, "retry-after: 5\r\n"));
    ck_assert_ptr_nonnull(strstr(log.data, " GET /v1/linja 503 "));
    open_gate();
    talk_receive(t, question, strlen(question));
    while (t->state == TALK_WAITING) scholar_collect(s);
    text_clear(&said);
    say_all(t, &said);
    ck_assert_int_eq(strncmp(said.data, "HTTP/1.1 404 ", 13), 0); /* there is no table */
    talk_end(t);
    free(t);
    text_free(&said);
    text_free(&log);
}
END_TEST

int main(void) {
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    Suite *suite = suite_create("scholar");
    TCase *tests = fixture_threads(suite, "scholar");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, a_client_asks_only_so_much_at_once);
    tcase_add_test(tests, clients_take_turns);
    tcase_add_test(tests, there_are_only_so_many_at_all);
    tcase_add_test(tests, nobody_need_wait_for_the_answer);
    tcase_add_test(tests, who_has_waited_too_long_is_told_so);
    return fixture_run(suite);
}
