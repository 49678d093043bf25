/* SPDX-License-Identifier: MIT
 *
 * Guests of a room without a socket (server/guest.h): what they are told when memory is scarce, and
 * when they do not read; and what is answered about games over HTTP when memory is scarce. Whoever
 * comes by a real one: test_games.c, test_doors.c. */
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

static const char ann_token[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                  ben_token[] = "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB";

/* --- allocations of jansson's that fail --------------------------------------------------------
 */

static int countdown; /* the one that fails, from 1; 0: none will */
static bool is_reading;

static void *allocate(size_t bytes) {
    if (!is_reading && countdown > 0 && --countdown == 0) return NULL;
    return malloc(bytes);
}

/* What jansson reads when memory fails it is not what this is about. */
json_t *__real_json_loadb(const char *bytes, size_t length, size_t flags, json_error_t *e);
json_t *__wrap_json_loadb(const char *bytes, size_t length, size_t flags, json_error_t *e);

json_t *__wrap_json_loadb(const char *bytes, size_t length, size_t flags, json_error_t *e) {
    is_reading = true;
    json_t *read = __real_json_loadb(bytes, length, flags, e);
    is_reading = false;
    return read;
}

/* --- a desk and its guests -------------------------------------------------------------------- */

static desk *the_desk;

static void ignore(void *context) {
    (void)context;
}

static void open_desk(void) {
    char url[256];
    snprintf(url, sizeof url, "sqlite:%s", fixture_in_folder("guests.db").text);
    desk_options options = {.games = registry_games, .wake = ignore};
    error e;
    ck_assert_msg(store_open_url(url, &options.backend, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(desk_open(&options, &the_desk, &e), STATUS_OK);
}

static void close_desk(void) {
    desk_leave_store(the_desk);
    desk_close(the_desk);
}

/* Until all that has happened in a room is on disk; it may have been dropped. */
static void settle(const char *id) {
    for (int i = 0; i < 30000; i++, usleep(1000)) {
        const place *p = desk_find(the_desk, id);
        if (!p || p->under_way == 0) return;
        desk_collect(the_desk);
    }
    ck_abort_msg("the store does nothing");
}

/* A game of Linja that Ann begins, on disk; perhaps nobody has joined it yet. */
static place *open_place(bool waits) {
    room_wish wish = {.game = "linja", .best_of = 1, .name = "Ann", .date = "2026.11.18"};
    room_chance chance = desk_chance();
    token_hash ann = token_hash_of(ann_token), ben = token_hash_of(ben_token);
    int64_t now = desk_now(the_desk);
    room *r = NULL;
    error e;
    ck_assert_int_eq(room_create(registry_games, &wish, &chance, &ann, now, &r, &e), STATUS_OK);
    if (!waits) ck_assert_int_eq(room_join(r, "Ben", NULL, &ben, now, &e), STATUS_OK);
    place *p = desk_add(the_desk, r, 0, &e);
    errand *er = errand_new(the_desk, p, room_id(r), NULL);
    room_effects effects = {.first = 1, .last = room_events(r), .terms = true};
    errand_keep(er, p, &effects);
    errand_send(er);
    settle(room_id(r));
    ck_assert_uint_eq(p->kept, waits ? 1 : 3);
    return p;
}

static place *new_place(void) {
    return open_place(false);
}

/* What a client would send: masked by zeros. */
static void send_frame(guest *g, int first_byte, const char *bytes, size_t length) {
    char frame[140] = {(char)first_byte, (char)(0x80 | length)};
    ck_assert_uint_le(length, 125);
    memcpy(frame + 6, bytes, length);
    guest_receive(g, frame, 6 + length);
}

static void say(guest *g, const char *json) {
    send_frame(g, 0x81, json, strlen(json));
}

static void greet(guest *g, const char *token, int after) {
    char hello[120], quoted[40] = "null";
    if (token) snprintf(quoted, sizeof quoted, "\"%s\"", token);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":%s,\"after\":%d}", quoted, after);
    say(g, hello);
}

/* What a guest has been told since it was asked last, a line each; "closed 1011" for the end. */
static text heard(guest *g) {
    frame_reader reader = {.from_server = true};
    text all = text_growing(), lines = text_growing();
    unsigned char part[1000];
    while (guest_wants_to_say(g)) text_put_n(&all, (char *)part, guest_say(g, part, sizeof part));
    text_put(&lines, "");
    for (size_t at = 0, taken; at < all.length; at += taken) {
        frame_kind kind = frame_read(&reader, all.data + at, all.length - at, &taken);
        const unsigned char *code = (const unsigned char *)reader.control;
        if (kind == FRAME_TEXT)
            text_format(&lines, "%.*s\n", (int)reader.message.length, reader.message.data);
        if (kind == FRAME_CLOSE) text_format(&lines, "closed %d\n", code[0] << 8 | code[1]);
        MUST(kind != FRAME_REFUSED);
    }
    frame_reader_free(&reader);
    text_free(&all);
    return lines;
}

/* Times differ from run to run. */
static void hide_times(text *t) {
    static const char *const names[] = {"\"now\":", "\"at\":"};
    for (int i = 0; i < 2; i++)
        for (char *at = t->data; (at = strstr(at, names[i]));) {
            at += strlen(names[i]);
            size_t digits = strspn(at, "0123456789");
            memmove(at, at + digits, strlen(at + digits) + 1);
        }
    t->length = strlen(t->data);
}

/* --- scarce memory ---------------------------------------------------------------------------- */

enum { ANN, BEN, EVE, GUESTS };

static void ben_comes(guest *const *guests) {
    greet(guests[BEN], ben_token, 3);
}

static void ann_says_nonsense(guest *const *guests) {
    say(guests[ANN], "{\"id\":\"x\",\"do\":\"nonsense\"}");
}

static void ann_plays(guest *const *guests) {
    say(guests[ANN], "{\"id\":\"ann-4\",\"do\":\"turn\",\"ply\":0,\"turn\":\"ab\"}");
}

typedef struct told {
    text lines[GUESTS];
} told;

/* Ann sits, Eve looks on; then this happens, and one allocation fails on the way. True if so many
 * there were. */
static bool attempt(void (*happen)(guest *const *guests), int fails_at, told *out) {
    char id[ID_BYTES];
    guest *guests[GUESTS];
    place *p = new_place();
    memcpy(id, room_id(p->room), sizeof id);
    for (int i = 0; i < GUESTS; i++) {
        guests[i] = guest_new(the_desk, p, 1, ignore, NULL);
        if (i != BEN) greet(guests[i], i == ANN ? ann_token : NULL, 3);
    }
    for (int i = 0; i < GUESTS; i++) {
        text before = heard(guests[i]);
        text_free(&before);
    }
    countdown = fails_at;
    happen(guests);
    bool failed = fails_at > 0 && countdown == 0;
    countdown = 0;
    settle(id);
    for (int i = 0; i < GUESTS; i++) {
        out->lines[i] = heard(guests[i]);
        hide_times(&out->lines[i]);
        guest_free(guests[i]);
    }
    p = desk_find(the_desk, id);
    if (p) desk_drop(the_desk, p);
    return failed;
}

static void forget(told *t) {
    for (int i = 0; i < GUESTS; i++) text_free(&t->lines[i]);
}

/* All that is told otherwise, or the first of it and then the end, after which one comes back. */
static bool is_honest(const char *said, const char *whole) {
    static const char end[] = "closed 1011\n";
    size_t length = strlen(said), of_end = strlen(end);
    if (strcmp(said, whole) == 0) return true;
    return length >= of_end && strcmp(said + length - of_end, end) == 0 &&
           strncmp(said, whole, length - of_end) == 0;
}

START_TEST(what_is_told_is_told_whole) {
    static const struct {
        void (*happen)(guest *const *guests);
        const char *to, *part;
        int guest;
    } cases[] = {
        {ben_comes, "hello", "\"player\":2,\"side\":\"b\",\"n\":3,\"now\":,\"here\":[1,2]}", BEN},
        {ben_comes, "presence", "{\"presence\":{\"here\":[1,2]}}\n", EVE},
        {ann_says_nonsense, "refusal", "\"why\":\"bad-request\"", ANN},
        {ann_plays, "answer", "{\"ok\":\"ann-4\",\"n\":4}\n", ANN},
        {ann_plays, "event", "\"event\":\"turn\",\"side\":\"a\",\"ply\":0,\"turn\":\"ab\"", EVE}};
    open_desk();
    json_set_alloc_funcs(allocate, free);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        told whole;
        attempt(cases[i].happen, 0, &whole);
        ck_assert_msg(strstr(whole.lines[cases[i].guest].data, cases[i].part) != NULL, "%s: %s",
                      cases[i].to, whole.lines[cases[i].guest].data);
        int refused = 0;
        for (int at = 1;; at++) {
            told t;
            bool failed = attempt(cases[i].happen, at, &t);
            for (int k = 0; k < GUESTS; k++) {
                const char *said = t.lines[k].data;
                ck_assert_msg(is_honest(said, whole.lines[k].data), "%s, %d:\n%sinstead of\n%s",
                              cases[i].to, at, said, whole.lines[k].data);
                refused += strcmp(said, whole.lines[k].data) != 0;
            }
            forget(&t);
            if (!failed) break;
        }
        ck_assert_int_gt(refused, 0);
        forget(&whole);
    }
    close_desk();
}
END_TEST

/* --- requests, and scarce memory -----------------------------------------------------------------
 */

typedef struct reply {
    int code; /* 0: none yet */
    char *body;
} reply;

static void take_reply(void *context, answer a) {
    reply *r = context;
    r->code = a.code;
    r->body = strndup((const char *)a.bytes, a.length);
    answer_free(&a);
}

/* What one of ever new clients is answered when one of jansson's allocations fails; *failed: so
 * many there were. */
static reply ask_about_games(const char *method, const char *path, const char *query,
                             const char *body, int fails_at, bool *failed) {
    static unsigned clients;
    char client[32];
    snprintf(client, sizeof client, "2001:db8:%x::1", ++clients);
    http_request r = {.method = method, .query = query, .field_count = body ? 1 : 0};
    r.fields[0] = (http_field){"content-type", "application/json"};
    snprintf(r.path, sizeof r.path, "%s", path);
    reply got = {0};
    ticket *waits = NULL;
    games_asking asking = {.desk = the_desk,
                           .request = &r,
                           .body = body,
                           .body_bytes = body ? strlen(body) : 0,
                           .client = client,
                           .answered = take_reply,
                           .context = &got};
    countdown = fails_at;
    games_ask(&asking, &waits);
    for (int i = 0; i < 30000 && got.code == 0; i++, usleep(1000)) desk_collect(the_desk);
    *failed = fails_at > 0 && countdown == 0;
    countdown = 0;
    ck_assert_int_ne(got.code, 0);
    return got;
}

/* The names of an answer's members: ids and tokens are others each time. */
static text names_in(const char *body) {
    text names = text_growing();
    const char *name;
    json_t *value, *all = json_loads(body, 0, NULL);
    json_object_foreach(all, name, value) text_format(&names, "%s ", name);
    json_decref(all);
    return names;
}

/* An answer that says yes says all of it. */
START_TEST(what_is_answered_about_games_is_whole) {
    static const char making[] = "{\"game\":\"linja\",\"public\":true,\"name\":\"Ann\"}",
                      joining[] = "{\"name\":\"Ben\"}";
    static const struct {
        const char *method, *path, *query, *body;
    } cases[] = {{"POST", "", "", making},
                 {"POST", "/join", "", joining},
                 {"GET", "", "", NULL},
                 {"GET", "", "status=open", NULL}};
    open_desk();
    json_set_alloc_funcs(allocate, free);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_made = cases[i].body == making, is_list = *cases[i].query, failed = true;
        reply whole = {0};
        int refused = 0;
        for (int at = 0; failed; at++) {
            char path[64];
            place *p = is_made || is_list ? NULL : open_place(cases[i].body == joining);
            snprintf(path, sizeof path, "/v1/games%s%s%s", p ? "/" : "", p ? room_id(p->room) : "",
                     cases[i].path);
            reply got =
                ask_about_games(cases[i].method, path, cases[i].query, cases[i].body, at, &failed);
            if (at == 0) {
                ck_assert_msg(got.code == 200 || got.code == 201, "%s", got.body);
                whole = got;
                failed = true;
                continue;
            }
            text names = names_in(got.body), wanted = names_in(whole.body);
            if (got.code != whole.code) {
                ck_assert_msg(got.code == 500 || got.code == 503, "%d %s", got.code, got.body);
                refused++;
            } else {
                ck_assert_msg(names.length == wanted.length &&
                                  (names.length == 0 || strcmp(names.data, wanted.data) == 0),
                              "%s, %d: %s", path, at, got.body);
            }
            text_free(&names);
            text_free(&wanted);
            free(got.body);
        }
        ck_assert_int_gt(refused, 0);
        free(whole.body);
    }
    close_desk();
}
END_TEST

/* --- who does not read ------------------------------------------------------------------------ */

/* Pings are answered as long as somebody takes the answers; then it is enough with the next word.
 */
START_TEST(who_sends_but_does_not_read_is_sent_away) {
    static const char ping[] = "{\"id\":\"x\",\"do\":\"ping\"}";
    char much[125];
    memset(much, 'x', sizeof much);
    open_desk();
    place *p = new_place();
    guest *g = guest_new(the_desk, p, 1, ignore, NULL),
          *reads = guest_new(the_desk, p, 1, ignore, NULL);
    for (int i = 0; i < 2; i++) greet(i == 0 ? g : reads, NULL, 3);
    for (int i = 0; i < 2000; i++) send_frame(g, 0x89, much, sizeof much);
    say(g, ping);
    for (int i = 0; i < 2000; i++) {
        send_frame(reads, 0x89, much, sizeof much);
        text taken = heard(reads);
        text_free(&taken);
    }
    say(reads, ping);
    text told_g = heard(g), told_reads = heard(reads);
    ck_assert_msg(strstr(told_g.data, "closed 1008\n") != NULL, "%s", told_g.data);
    ck_assert(guest_is_over(g));
    ck_assert_str_eq(told_reads.data, "{\"ok\":\"x\"}\n");
    text_free(&told_g);
    text_free(&told_reads);
    guest_free(g);
    guest_free(reads);
    close_desk();
}
END_TEST

/* Whoever is quiet is asked; whoever does not answer is no longer there. */
START_TEST(who_does_not_answer_is_not_there) {
    open_desk();
    place *p = new_place();
    guest *g = guest_new(the_desk, p, 1, ignore, NULL);
    greet(g, NULL, 3);
    for (int i = 0; i < 3; i++) {
        text before = heard(g);
        text_free(&before);
        guest_is_late(g);
        ck_assert(guest_wants_to_say(g)); /* a ping */
        text told_g = heard(g);
        ck_assert_str_eq(told_g.data, "");
        text_free(&told_g);
        if (i < 2) send_frame(g, 0x8a, "", 0);
        ck_assert(!guest_is_over(g));
    }
    guest_is_late(g);
    ck_assert(guest_is_over(g));
    guest_free(g);
    close_desk();
}
END_TEST

/* Whoever never says hello is told so, and is let go though it does not read that. */
START_TEST(who_says_no_hello_and_does_not_read_is_let_go) {
    open_desk();
    place *p = new_place();
    guest *g = guest_new(the_desk, p, 1, ignore, NULL),
          *deaf = guest_new(the_desk, p, 1, ignore, NULL);
    guest_is_late(g);
    text told_g = heard(g);
    ck_assert_str_eq(told_g.data, "closed 4400\n");
    ck_assert(guest_is_over(g));
    guest_is_late(deaf);
    ck_assert(!guest_is_over(deaf));
    guest_is_late(deaf);
    ck_assert(guest_is_over(deaf));
    text_free(&told_g);
    guest_free(g);
    guest_free(deaf);
    close_desk();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("guest");
    TCase *tests = fixture_threads(suite, "guest");
    tcase_add_test(tests, what_is_told_is_told_whole);
    tcase_add_test(tests, what_is_answered_about_games_is_whole);
    tcase_add_test(tests, who_sends_but_does_not_read_is_sent_away);
    tcase_add_test(tests, who_does_not_answer_is_not_there);
    tcase_add_test(tests, who_says_no_hello_and_does_not_read_is_let_go);
    return fixture_run(suite);
}
