/* SPDX-License-Identifier: MIT
 *
 * Addresses as QR codes, read again by somebody else's reader (ZXing), from the picture and from
 * what a terminal shows; and which addresses are the server's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "server/names.h"
#include "server/qr.h"

enum { SCALE = 8, SIDE_MAX = 200 };

/* What is dark, module by module. */
typedef struct modules {
    int side;
    bool dark[SIDE_MAX][SIDE_MAX];
} modules;

static modules *of_svg(const char *svg) {
    modules *m = calloc(1, sizeof *m);
    ck_assert_int_eq(sscanf(strstr(svg, "viewBox=\"0 0 "), "viewBox=\"0 0 %d", &m->side), 1);
    ck_assert_int_le(m->side, SIDE_MAX);
    const char *at = strstr(svg, "<path d=\"") + strlen("<path d=\"");
    for (int x, y, width; *at == 'M'; at = strchr(at, 'z') + 1) {
        ck_assert_int_eq(sscanf(at, "M%d %dh%dv1", &x, &y, &width), 3);
        memset(&m->dark[y][x], true, (size_t)width);
    }
    ck_assert_msg(strncmp(at, "\"/></svg>", 9) == 0, "%s", at);
    return m;
}

static modules *of_lines(const char *lines) {
    static const char *const blocks[] = {"█", "▄", "▀", " "};
    modules *m = calloc(1, sizeof *m);
    int y = 0;
    for (const char *at = lines; *at; at++, y += 2) {
        int x = 0;
        for (; *at != '\n'; x++) {
            int k = 0;
            while (strncmp(at, blocks[k], strlen(blocks[k])) != 0) ck_assert_int_lt(++k, 4);
            m->dark[y][x] = k & 1;
            m->dark[y + 1][x] = k & 2;
            at += strlen(blocks[k]);
        }
        m->side = x;
    }
    return m;
}

/* What the reader finds in a picture of the modules. */
static void expect_read(modules *m, const char *address) {
    fixture_path path = fixture_in_folder("code.pgm");
    FILE *f = fopen(path.text, "wb");
    ck_assert_ptr_nonnull(f);
    fprintf(f, "P5 %d %d 255\n", m->side * SCALE, m->side * SCALE);
    for (int y = 0; y < m->side * SCALE; y++)
        for (int x = 0; x < m->side * SCALE; x++) fputc(m->dark[y / SCALE][x / SCALE] ? 0 : 255, f);
    fclose(f);
    free(m);
    char command[256], said[1024] = "";
    snprintf(command, sizeof command, "ZXingReader -1 -format QRCode %s", path.text);
    FILE *reader = popen(command, "r");
    ck_assert_ptr_nonnull(fgets(said, sizeof said, reader));
    pclose(reader);
    ck_assert_msg(strstr(said, address) != NULL, "'%s' is read as %s", address, said);
}

START_TEST(a_code_is_read_as_it_was_written) {
    char longest[QR_TEXT_MAX + 2] = "http://games.example/#";
    memset(longest + strlen(longest), 'x', QR_TEXT_MAX - strlen(longest));
    const char *const addresses[] = {
        "http://192.168.1.5:8080/", "http://localhost:80/?a=b%20c#/game/AAAAAAAAAAAAAAAA", longest};
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        error e;
        text svg = text_growing(), lines = text_growing();
        ck_assert_int_eq(qr_svg(addresses[i], &svg, &e), STATUS_OK);
        expect_read(of_svg(svg.data), addresses[i]);
        ck_assert_int_eq(qr_lines(addresses[i], false, &lines, &e), STATUS_OK);
        expect_read(of_lines(lines.data), addresses[i]);
        text_free(&svg);
        text_free(&lines);
    }
}
END_TEST

START_TEST(too_long_a_text_is_refused) {
    char longer[QR_TEXT_MAX + 2] = "";
    memset(longer, 'x', QR_TEXT_MAX + 1);
    error e;
    text out = text_growing();
    ck_assert_int_eq(qr_svg(longer, &out, &e), STATUS_INVALID);
    ck_assert_str_eq(e.text, "an address for a QR code has 1 to 512 bytes");
    ck_assert_int_eq(qr_lines("", true, &out, &e), STATUS_INVALID);
    ck_assert_uint_eq(out.length, 0);
    text_free(&out);
}
END_TEST

START_TEST(colours_are_set_and_reset_on_each_line) {
    error e;
    text plain = text_growing(), coloured = text_growing(), expected = text_growing();
    ck_assert_int_eq(qr_lines("http://localhost/", false, &plain, &e), STATUS_OK);
    ck_assert_int_eq(qr_lines("http://localhost/", true, &coloured, &e), STATUS_OK);
    for (const char *at = plain.data, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        text_format(&expected, "\033[97;40m%.*s\033[0m\n", (int)(end - at), at);
    }
    ck_assert_str_eq(coloured.data, expected.data);
    text_free(&plain);
    text_free(&coloured);
    text_free(&expected);
}
END_TEST

START_TEST(only_addresses_of_the_server_lead_here) {
    static const char *const given[] = {"games.example", "other.example:8080", NULL};
    const server_names names = {.port = 8000, .own = "192.0.2.7", .given = given};
    static const struct {
        const char *address;
        bool leads_here;
    } cases[] = {
        {"http://localhost:8000", true},
        {"http://localhost:8000/#/game/x", true},
        {"HTTP://127.0.0.1:8000?x", true},
        {"http://[::1]:8000/", true},
        {"http://192.0.2.7:8000/", true},
        {"https://games.example/", true},
        {"https://games.example:444/", true},
        {"http://other.example:8080/", true},
        {"http://localhost/", false},
        {"http://localhost:8001/", false},
        {"http://192.0.2.8:8000/", false},
        {"http://evil.example/", false},
        {"http://games.example.evil.example/", false},
        {"http://games.example@evil.example/", false},
        {"http://games.example:80@evil.example/", false},
        {"http://games.example:@evil.example/", false},
        {"http://games.example\\@evil.example/", false},
        {"http://evil.example#http://games.example/", false},
        {"//localhost:8000/", false},
        {"localhost:8000", false},
        {"javascript:alert(1)//localhost:8000", false},
        {"http://localhost:8000/ x", false},
        {"http://localhost:8000/\xc3\xa4", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(names_lead_here(&names, cases[i].address) == cases[i].leads_here, "%s",
                      cases[i].address);
}
END_TEST

/* By the addresses of the machine, but only if it listens there. */
START_TEST(addresses_of_the_machine_lead_here_if_it_is_for_everyone) {
    reach all = reach_find();
    server_names names = {.port = 8000};
    for (int i = 0; i < all.count; i++) {
        char address[NAMES_ADDRESS_MAX + 32];
        snprintf(address, sizeof address, "http://%s:8000/", all.hosts[i]);
        ck_assert_msg(!strstr(address, "//127.") && !strstr(address, "[::1]"), "%s", address);
        names.is_everywhere = false;
        ck_assert(!names_lead_here(&names, address));
        names.is_everywhere = true;
        ck_assert(names_lead_here(&names, address));
        address[strlen(address) - 2] = '1';
        ck_assert(!names_lead_here(&names, address));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("qr");
    TCase *tests = fixture_tests(suite, "qr");
    tcase_add_test(tests, a_code_is_read_as_it_was_written);
    tcase_add_test(tests, too_long_a_text_is_refused);
    tcase_add_test(tests, colours_are_set_and_reset_on_each_line);
    tcase_add_test(tests, only_addresses_of_the_server_lead_here);
    tcase_add_test(tests, addresses_of_the_machine_lead_here_if_it_is_for_everyone);
    return fixture_run(suite);
}
