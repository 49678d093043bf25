/* SPDX-License-Identifier: MIT
 *
 * Draws that nobody can know: the hash and the keystream against vectors and libsodium against its
 * copy, the chain of keys, and the order of a stack. What a match makes of them is in
 * tests/test_draws.c. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "game/fair.h"

/* The copy that WebAssembly has, beside libsodium's. */
#define cipher_hash  plain_hash
#define cipher_block plain_block
#include "liniell/notation/notation.h"
#include "liniell/rules/stack.h"
#include "web/cipher.c"
#undef cipher_hash
#undef cipher_block

enum { LONGEST = 4096 };

static void read_hex(const char *string, uint8_t *bytes, size_t length) {
    ck_assert_msg(fair_read(string, bytes, length), "not %zu bytes: %s", length, string);
}

static void expect_hex(const uint8_t *bytes, size_t length, const char *wanted) {
    text found = text_growing();
    fair_write(bytes, length, &found);
    ck_assert_str_eq(found.data, wanted);
    text_free(&found);
}

/* The value of the case's first line with this word; the test ends if there is none. */
static const char *value_of(const fixture_case *c, const char *word) {
    for (size_t i = 0; i < c->count; i++)
        if (fixture_value(c->lines[i], word)) return fixture_value(c->lines[i], word);
    ck_abort_msg("line %zu: no %s", c->line, word);
}

static void check_hash(const fixture_case *c) {
    const char *hex = value_of(c, "hash");
    uint8_t bytes[LONGEST], hash[CIPHER_BYTES];
    size_t length = strcmp(hex, "-") == 0 ? 0 : strlen(hex) / 2;
    if (length > 0) read_hex(hex, bytes, length);
    cipher_hash(bytes, length, hash);
    expect_hex(hash, sizeof hash, value_of(c, "is"));
    plain_hash(bytes, length, hash);
    expect_hex(hash, sizeof hash, value_of(c, "is"));
}

static void check_block(const fixture_case *c) {
    const char *line = value_of(c, "block");
    char word[2 * CIPHER_BYTES + 1];
    uint8_t key[CIPHER_BYTES], block[CIPHER_BLOCK];
    uint64_t number;
    ck_assert(fixture_word(&line, word, sizeof word));
    read_hex(word, key, sizeof key);
    ck_assert(fixture_word(&line, word, sizeof word) && text_is_number(word, UINT32_MAX, &number));
    cipher_block(key, (uint32_t)number, block);
    expect_hex(block, sizeof block, value_of(c, "is"));
    plain_block(key, (uint32_t)number, block);
    expect_hex(block, sizeof block, value_of(c, "is"));
}

static void check_order(const fixture_case *c) {
    const char *line = value_of(c, "order");
    char word[2 * CIPHER_BYTES + 1];
    uint8_t order[FAIR_THINGS_MAX];
    fair_key stack;
    uint64_t count;
    ck_assert(fixture_word(&line, word, sizeof word));
    read_hex(word, stack.bytes, CIPHER_BYTES);
    ck_assert(fixture_word(&line, word, sizeof word) &&
              text_is_number(word, FAIR_THINGS_MAX, &count));
    fair_order(&stack, (int)count, order);
    text found = text_growing();
    for (size_t i = 0; i < count; i++) text_format(&found, "%s%d", i > 0 ? "," : "", order[i]);
    ck_assert_str_eq(found.data, value_of(c, "is"));
    text_free(&found);
}

static void check_chain(const fixture_case *c) {
    fair_key last;
    fair_random randoms[2];
    liniell_tiles tiles;
    error e;
    read_hex(value_of(c, "chain"), last.bytes, sizeof last.bytes);
    read_hex(value_of(c, "random1"), randoms[0].bytes, FAIR_RANDOM);
    read_hex(value_of(c, "random2"), randoms[1].bytes, FAIR_RANDOM);
    const char *rules = value_of(c, "tiles");
    ck_assert_msg(liniell_read_tiles(rules, &tiles, &e) == STATUS_OK, "%s", e.text);
    fair_key commitment = fair_chain(&last, 0);
    expect_hex(commitment.bytes, CIPHER_BYTES, value_of(c, "commitment"));
    size_t draws = 0;
    fair_key key = {{0}}, stack = {{0}};
    for (size_t i = 0; i < c->count; i++) {
        char word[8], kind[16];
        const char *line = c->lines[i];
        ck_assert(fixture_word(&line, kind, sizeof kind));
        bool numbered =
            strcmp(kind, "key") == 0 || strcmp(kind, "stack") == 0 || strcmp(kind, "draws") == 0;
        uint64_t number = 0;
        if (!numbered) continue;
        ck_assert(fixture_word(&line, word, sizeof word) &&
                  text_is_number(word, FAIR_KEYS, &number));
        line += strspn(line, " ");
        if (strcmp(kind, "key") == 0) {
            key = fair_chain(&last, (int)number);
            expect_hex(key.bytes, CIPHER_BYTES, line);
            fair_key proved = fair_commitment(&key, (int)number);
            ck_assert_mem_eq(&proved, &commitment, sizeof proved);
        } else if (strcmp(kind, "stack") == 0) {
            stack = fair_stack(&key, randoms, rules);
            expect_hex(stack.bytes, CIPHER_BYTES, line);
        } else {
            liniell_position p;
            char list[3 * LINIELL_TILES_MAX + 1];
            text written = text_fixed(list, sizeof list);
            liniell_start(&tiles, &p);
            liniell_deal(&tiles, &stack, true, &p);
            ck_assert_uint_eq(liniell_write_draws(&tiles, &p, SIZE_MAX, &written), tiles.count);
            ck_assert_str_eq(list, line);
            draws++;
        }
    }
    ck_assert_uint_eq(draws, 4);
}

START_TEST(vectors_hold) {
    fixture f = fixture_read(DATA "fair.t");
    static const struct {
        const char *word;
        void (*check)(const fixture_case *c);
        size_t cases;
    } kinds[] = {{"hash", check_hash, 9},
                 {"block", check_block, 5},
                 {"chain", check_chain, 4},
                 {"order", check_order, 1}};
    size_t checked = 0;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        size_t before = checked;
        for (size_t i = 0; i < f.count; i++) {
            if (!fixture_value(f.cases[i].lines[0], kinds[kind].word)) continue;
            kinds[kind].check(&f.cases[i]);
            checked++;
        }
        ck_assert_uint_eq(checked - before, kinds[kind].cases);
    }
    ck_assert_uint_eq(checked, f.count);
    fixture_free(&f);
}
END_TEST

START_TEST(the_copy_is_libsodium) {
    rng random = rng_seeded(20);
    uint8_t bytes[LONGEST], hash[2][CIPHER_BYTES], block[2][CIPHER_BLOCK];
    size_t hashed = 0;
    while (hashed < 4000000) {
        size_t length = (size_t)rng_below(&random, rng_below(&random, 2) ? LONGEST : 300);
        for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)rng_next(&random);
        cipher_hash(bytes, length, hash[0]);
        plain_hash(bytes, length, hash[1]);
        MUST(memcmp(hash[0], hash[1], sizeof hash[0]) == 0);
        uint32_t number = (uint32_t)rng_next(&random);
        cipher_block(hash[0], number, block[0]);
        plain_block(hash[0], number, block[1]);
        MUST(memcmp(block[0], block[1], sizeof block[0]) == 0);
        hashed += length;
    }
}
END_TEST

START_TEST(a_hash_may_take_the_place_of_its_bytes) {
    uint8_t bytes[CIPHER_BYTES] = {7}, there[CIPHER_BYTES] = {7}, copied[CIPHER_BYTES] = {7},
            hash[CIPHER_BYTES];
    cipher_hash(bytes, sizeof bytes, hash);
    cipher_hash(there, sizeof there, there);
    plain_hash(copied, sizeof copied, copied);
    ck_assert_mem_eq(there, hash, sizeof hash);
    ck_assert_mem_eq(copied, hash, sizeof hash);
}
END_TEST

/* Each of the 24 orders of four tiles is as likely as another: 24,000 draws, and a chi-square below
 * 49.7, which chance exceeds once in a thousand; the keys are always the same, so this never
 * changes. */
START_TEST(every_order_is_as_likely) {
    int counts[256] = {0}, orders = 0;
    double square = 0;
    fair_key key = {{1}};
    for (int i = 0; i < 24000; i++) {
        uint8_t order[4];
        cipher_hash(key.bytes, sizeof key.bytes, key.bytes);
        fair_order(&key, 4, order);
        counts[order[0] << 6 | order[1] << 4 | order[2] << 2 | order[3]]++;
    }
    for (int i = 0; i < 256; i++) {
        if (counts[i] == 0) continue;
        orders++;
        square += (counts[i] - 1000.0) * (counts[i] - 1000.0) / 1000.0;
    }
    ck_assert_int_eq(orders, 24);
    ck_assert_double_lt(square, 49.7);
}
END_TEST

/* Whatever is changed of what a stack comes from, it is another one. */
START_TEST(all_of_it_counts) {
    fair_key key = {{3}}, other = key;
    fair_random none[2] = {0}, first[2] = {{{1}}}, second[2] = {{{0}}, {{1}}};
    fair_key stacks[5] = {fair_stack(&key, none, "01: NESW; 02: NESW")};
    other.bytes[CIPHER_BYTES - 1] ^= 1;
    stacks[1] = fair_stack(&other, none, "01: NESW; 02: NESW");
    stacks[2] = fair_stack(&key, first, "01: NESW; 02: NESW");
    stacks[3] = fair_stack(&key, second, "01: NESW; 02: NESW");
    stacks[4] = fair_stack(&key, none, "01: NESW; 02: NES W");
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++) ck_assert_mem_ne(&stacks[i], &stacks[j], sizeof stacks[0]);
}
END_TEST

START_TEST(hexadecimal_text_is_read_strictly) {
    static const char *const bad[] = {"", "0", "000", "0g00", "00 0", "-100", "00000", " 0000"};
    uint8_t bytes[2] = {7, 7};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(!fair_read(bad[i], bytes, 2), "'%s'", bad[i]);
        ck_assert(bytes[0] == 7 && bytes[1] == 7);
    }
    ck_assert(fair_read("0aFf", bytes, 2));
    expect_hex(bytes, 2, "0aff");
}
END_TEST

/* A key means the same draws from the middle of a game as from its start, and what is known stays.
 */
START_TEST(dealing_keeps_what_is_known) {
    const liniell_tiles *tiles = &liniell_standard;
    for (uint8_t i = 0; i < 100; i++) {
        fair_key key = {{i}};
        liniell_position whole, part;
        char all[3 * LINIELL_TILES_MAX], some[3 * LINIELL_TILES_MAX], again[3 * LINIELL_TILES_MAX];
        error e;
        text list = text_fixed(all, sizeof all), first = text_fixed(some, sizeof some),
             relisted = text_fixed(again, sizeof again);
        liniell_start(tiles, &whole);
        liniell_deal(tiles, &key, true, &whole);
        liniell_write_draws(tiles, &whole, SIZE_MAX, &list);
        size_t known = 1 + i % tiles->count;
        ck_assert_uint_eq(liniell_write_draws(tiles, &whole, known, &first), known);
        ck_assert(strncmp(all, some, first.length) == 0);
        liniell_start(tiles, &part);
        ck_assert_int_eq(liniell_arrange(tiles, some, true, &part, &e), STATUS_OK);
        liniell_deal(tiles, &key, false, &part);
        ck_assert_mem_eq(&part, &whole, sizeof whole);
        fair_key other = {{i, 1}};
        liniell_start(tiles, &part);
        ck_assert_int_eq(liniell_arrange(tiles, some, true, &part, &e), STATUS_OK);
        liniell_deal(tiles, &other, false, &part);
        ck_assert_uint_eq(liniell_write_draws(tiles, &part, SIZE_MAX, &relisted), tiles->count);
        ck_assert(strncmp(again, some, first.length) == 0);
        ck_assert(known > 10 || strcmp(again, all) != 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fair");
    TCase *tests = fixture_tests(suite, "fair");
    tcase_add_test(tests, vectors_hold);
    tcase_add_test(tests, the_copy_is_libsodium);
    tcase_add_test(tests, a_hash_may_take_the_place_of_its_bytes);
    tcase_add_test(tests, every_order_is_as_likely);
    tcase_add_test(tests, all_of_it_counts);
    tcase_add_test(tests, hexadecimal_text_is_read_strictly);
    tcase_add_test(tests, dealing_keeps_what_is_known);
    return fixture_run(suite);
}
