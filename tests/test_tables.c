/* SPDX-License-Identifier: MIT
 *
 * Tables to download from the real program: as a whole, in parts, again, and while they change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "native/file.h"

enum { BYTES = 3 * 1000 * 1000 + 7 }; /* more than a few blocks of server/courier.h */

static server_process server;
static text path;
static unsigned char *bytes;

/* The server looks at the name only: whether a table is one, who downloads it sees. */
static void write_table(unsigned seed) {
    error e;
    rng random = rng_seeded(seed);
    for (size_t i = 0; i < BYTES; i++) bytes[i] = (unsigned char)rng_next(&random);
    ck_assert_int_eq(file_write(path.data, (char *)bytes, BYTES, &e), STATUS_OK);
}

static void start(void) {
    error e;
    fixture_path store = fixture_in_folder("games.db");
    setenv("XDG_DATA_HOME", fixture_folder(), 1);
    path = text_growing();
    ck_assert_int_eq(file_data_path("linja-zen+mean.table", &path, &e), STATUS_OK);
    ck_assert_int_eq(file_make_folders(path.data, &e), STATUS_OK);
    bytes = malloc(BYTES);
    write_table(1);
    server = server_start(PROGRAM, store.text);
}

static void stop(void) {
    server_stop(&server);
    text_free(&path);
    free(bytes);
}

static const char address[] = "/v1/tables/linja-zen+mean.table";

static http_reply ask(const char *method, const char *fields) {
    return http_ask(server.port, method, address, fields, NULL);
}

static const char *body_of(const http_reply *r) {
    return strstr(r->whole.data, "\r\n\r\n") + 4;
}

static void expect_body(const http_reply *r, size_t first, size_t length) {
    size_t head = (size_t)(body_of(r) - r->whole.data);
    ck_assert_uint_eq(r->whole.length - head, length);
    ck_assert(memcmp(body_of(r), bytes + first, length) == 0);
}

static void expect_field(const http_reply *r, const char *field) {
    const char *found = strstr(r->whole.data, field);
    ck_assert_msg(found && found < body_of(r), "no %s in %.*s", field,
                  (int)(body_of(r) - r->whole.data), r->whole.data);
}

typedef struct tag {
    char text[64];
} tag;

static tag tag_of(const http_reply *r) {
    tag t;
    const char *field = strstr(r->whole.data, "\r\netag: \""); /* strong */
    ck_assert_ptr_nonnull(field);
    field += strlen("\r\netag: ");
    snprintf(t.text, sizeof t.text, "%.*s", (int)strcspn(field, "\r"), field);
    return t;
}

START_TEST(the_whole_table_arrives) {
    http_reply whole = ask("GET", ""), head = ask("HEAD", "Range: bytes=0-9\r\n");
    ck_assert_int_eq(whole.code, 200);
    expect_body(&whole, 0, BYTES);
    expect_field(&whole, "\r\naccept-ranges: bytes\r\n");
    expect_field(&whole, "\r\naccess-control-allow-origin: *\r\n");
    expect_field(&whole, "\r\ncross-origin-resource-policy: cross-origin\r\n");
    ck_assert_int_eq(head.code, 200);
    expect_body(&head, 0, 0);
    expect_field(&head, "\r\ncontent-length: 3000007\r\n");
    ck_assert_str_eq(tag_of(&whole).text, tag_of(&head).text);
    http_forget(&whole);
    http_forget(&head);
}
END_TEST

START_TEST(parts_arrive) {
    static const struct {
        const char *range;
        int code;
        size_t first, length;
        const char *field;
    } cases[] = {
        {"bytes=0-0", 206, 0, 1, "content-range: bytes 0-0/3000007\r\n"},
        {"bytes=5-1000004", 206, 5, 1000000, "content-range: bytes 5-1000004/3000007\r\n"},
        {"bytes=3000000-", 206, 3000000, 7, "content-range: bytes 3000000-3000006/3000007\r\n"},
        {"Bytes=2999999-9999999999", 206, 2999999, 8, "content-range: bytes 2999999-3000006/30000"},
        {"bytes=-7", 206, 3000000, 7, "content-range: bytes 3000000-3000006/3000007\r\n"},
        {"bytes=-9999999999", 206, 0, BYTES, "content-range: bytes 0-3000006/3000007\r\n"},
        {"bytes=3000007-", 416, 0, 0, "content-range: bytes */3000007\r\n"},
        {"bytes=99999999999999999999-", 200, 0, BYTES, "content-length: 3000007\r\n"},
        {"bytes=-0", 416, 0, 0, "content-range: bytes */3000007\r\n"},
        {"bytes=5-4", 200, 0, BYTES, ""},
        {"bytes=0-1,3-4", 200, 0, BYTES, ""},
        {"bytes=", 200, 0, BYTES, ""},
        {"bytes=-", 200, 0, BYTES, ""},
        {"bytes=0x0-1", 200, 0, BYTES, ""},
        {"lines=0-1", 200, 0, BYTES, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char fields[80];
        snprintf(fields, sizeof fields, "Range: %s\r\n", cases[i].range);
        http_reply r = ask("GET", fields);
        ck_assert_msg(r.code == cases[i].code, "%s: %d", cases[i].range, r.code);
        if (r.code != 416) expect_body(&r, cases[i].first, cases[i].length);
        expect_field(&r, cases[i].field);
        http_forget(&r);
    }
}
END_TEST

START_TEST(a_part_is_of_the_table_that_was_meant) {
    http_reply first = ask("HEAD", "");
    tag old = tag_of(&first);
    char same[128], weak[128], known[128];
    snprintf(same, sizeof same, "Range: bytes=0-9\r\nIf-Range: %s\r\n", old.text);
    snprintf(weak, sizeof weak, "Range: bytes=0-9\r\nIf-Range: W/%s\r\n", old.text);
    snprintf(known, sizeof known, "If-None-Match: %s\r\n", old.text);
    static const char dated[] = "Range: bytes=0-9\r\nIf-Range: Wed, 18 Nov 2026 12:00:00 GMT\r\n";
    const struct {
        const char *fields;
        int before, after;
    } cases[] = {{same, 206, 200}, {weak, 200, 200}, {dated, 200, 200}, {known, 304, 200}};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            http_reply r = ask("GET", cases[i].fields);
            ck_assert_int_eq(r.code, k == 0 ? cases[i].before : cases[i].after);
            if (r.code == 200) expect_body(&r, 0, BYTES);
            if (r.code == 206) expect_body(&r, 0, 10);
            http_forget(&r);
        }
        write_table(2);
    }
    http_forget(&first);
}
END_TEST

START_TEST(there_is_no_other_file) {
    static const char *const names[] = {"linja-zen+mean",
                                        "linja-2003.table",
                                        "liniell-standard.table",
                                        "linja-.table",
                                        "games.db",
                                        "..%2Flinja-zen+mean.table",
                                        "linja-zen+mean.table%2F",
                                        "linja-zen%2bmean.tablex",
                                        ".table",
                                        "linja.table"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char other[128];
        snprintf(other, sizeof other, "/v1/tables/%s", names[i]);
        json_t *problem = http_facts(server.port, "GET", other, NULL, 404);
        ck_assert_int_eq(json_integer_value(json_object_get(problem, "status")), 404);
        json_decref(problem);
    }
    http_reply escaped =
        http_ask(server.port, "HEAD", "/v1/tables/linja-zen%2bmean.table", "", NULL);
    ck_assert_int_eq(escaped.code, 200);
    http_forget(&escaped);
    json_decref(http_facts(server.port, "POST", address, "{}", 405));
}
END_TEST

/* Whoever reads slowly, or goes away, keeps nobody waiting. */
START_TEST(others_are_answered_meanwhile) {
    enum { READERS = 20 };
    int readers[READERS];
    char request[160];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", address,
             server.port);
    for (int i = 0; i < READERS; i++) {
        readers[i] = client_dial(server.port);
        ck_assert_int_eq(write(readers[i], request, strlen(request)), (ssize_t)strlen(request));
    }
    for (int i = 0; i < READERS; i += 2) close(readers[i]);
    http_reply well = http_ask(server.port, "GET", "/healthz", "", NULL);
    ck_assert_int_eq(well.code, 200);
    http_forget(&well);
    for (int i = 1; i < READERS; i += 2) {
        size_t sum = 0;
        char part[65536];
        while (sum < BYTES) {
            ssize_t got = read(readers[i], part, sizeof part);
            ck_assert_int_gt(got, 0);
            sum += (size_t)got;
        }
        close(readers[i]);
    }
}
END_TEST

/* A file that is cut off under our hands ends the connection before its time. */
START_TEST(half_a_table_is_not_taken_for_a_whole_one) {
    int s = client_dial(server.port), small = 4096;
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    char request[160], part[65536];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", address,
             server.port);
    ck_assert_int_eq(write(s, request, strlen(request)), (ssize_t)strlen(request));
    ck_assert_int_gt(read(s, part, 100), 0);
    ck_assert_int_eq(truncate(path.data, 100), 0);
    size_t sum = 0;
    for (ssize_t got; (got = read(s, part, sizeof part)) > 0;) sum += (size_t)got;
    ck_assert_uint_lt(sum, BYTES);
    close(s);
    http_reply rest = ask("GET", "");
    ck_assert_int_eq(rest.code, 200);
    expect_body(&rest, 0, 100);
    http_forget(&rest);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tables");
    TCase *tests = fixture_threads(suite, "tables");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, the_whole_table_arrives);
    tcase_add_test(tests, parts_arrive);
    tcase_add_test(tests, a_part_is_of_the_table_that_was_meant);
    tcase_add_test(tests, there_is_no_other_file);
    tcase_add_test(tests, others_are_answered_meanwhile);
    tcase_add_test(tests, half_a_table_is_not_taken_for_a_whole_one);
    return fixture_run(suite);
}
