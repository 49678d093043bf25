/* SPDX-License-Identifier: MIT
 *
 * Table files, on a reduced game: what is written is read back, damage of any kind is found and
 * never answered from, and a write that fails or is killed leaves the old file whole. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "fixture.h"
#include "linja/game.h"
#include "linja/solution/oracle.h"
#include "linja/solution/stats.h"
#include "linja/solution/table_format.h"
#include "linja/solution/tile_guess.h"
#include "linja/solution/verify.h"
#include "native/file.h"

enum { PAWNS = RANDOM_TURNS >= 1000000 ? 5 : RANDOM_TURNS >= 20000 ? 3 : 2 };

/* What threads do is the same under all rule sets: the thread sanitizer, which is slow, looks at
 * the first few. So do all sanitizers where the game is a large one for them. */
enum {
    SOME_RULE_SETS = 5,
    WITH_THREADS = RANDOM_TURNS >= 20000 ? LINJA_RULE_SETS : SOME_RULE_SETS,
    WITH_FOUR_PAWNS = RANDOM_TURNS >= 1000000 ? LINJA_RULE_SETS : SOME_RULE_SETS,
};

static char path[64];
static const solver_job one_thread = {.threads = 1}, two_threads = {.threads = 2};

static linja_solved *solve(const linja_rules *rules) {
    linja_solve_options options = {.rules = rules, .pawns = PAWNS, .job = one_thread};
    linja_solved *s;
    error e;
    ck_assert_msg(linja_solve(&options, &s, &e) == STATUS_OK, "%s", e.text);
    return s;
}

static void write_table(const linja_solved *s, int threads) {
    error e;
    ck_assert_msg(linja_table_write(s, path, &(solver_job){.threads = threads}, &e) == STATUS_OK,
                  "%s", e.text);
}

static bool stop(void *context, double share) {
    (void)context;
    return share < 0.5;
}

static linja_position placement(int mover, int opponent, int side) {
    linja_position p = {.to_move = (uint8_t)side};
    linja_unrank(mover, PAWNS, p.pawns[side]);
    linja_unrank(opponent, PAWNS, p.pawns[1 - side]);
    return p;
}

START_TEST(every_value_comes_back_from_the_file) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solved *s = solve(rules);
    write_table(s, 1);
    linja_table *table;
    linja_reader *reader;
    error e;
    ck_assert_msg(linja_table_open(path, rules, &table, &e) == STATUS_OK, "%s", e.text);
    ck_assert_int_eq(linja_reader_new(table, &reader, &e), STATUS_OK);
    int count = s->index.count;
    uint64_t legal = 0, counted = 0;
    for (int mover = 0; mover < count; mover++)
        for (int opponent = mover % 3; opponent < count; opponent += 3) {
            int m = s->index.number_of[mover], o = s->index.number_of[opponent], value;
            if (!linja_is_legal(&s->index, m, o)) continue;
            linja_position p = placement(mover, opponent, (mover + opponent) % 2);
            MUST(linja_probe(reader, &p, &value, &e) == STATUS_OK);
            MUST(value == linja_solved_value(s, &p));
            if (linja_over(&p)) MUST(value == linja_margin(rules, &p));
        }
    for (int m = 0; m < count; m++)
        for (int o = 0; o < count; o++) legal += linja_is_legal(&s->index, m, o);
    for (int i = 0; i < 256; i++) counted += linja_table_histogram(table)[i];
    ck_assert_uint_eq(counted, legal);

    linja_position full;
    int value;
    linja_start(&full);
    ck_assert_int_eq(linja_probe(reader, &full, &value, &e), STATUS_NO_TABLE);
    ck_assert(strstr(e.text, "not for 12"));

    linja_solved *loaded;
    ck_assert_int_eq(linja_table_load(table, 1, &loaded, &e), STATUS_OK);
    ck_assert(memcmp(loaded->solving.cells, s->solving.cells, s->cell_bytes) == 0);
    linja_solved_free(loaded);
    linja_reader_free(reader);
    linja_table_close(table);
    linja_solved_free(s);
}
END_TEST

/* What the rest of the program asks: the value of a position is that of its best turn. */
START_TEST(the_oracle_says_what_the_solver_found) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solved *s = solve(rules);
    write_table(s, 1);
    oracle *o;
    error e;
    ck_assert_int_eq(
        oracle_open(variant_own(&linja_game, rules), &(oracle_wanted){.file = path}, &o, &e),
        STATUS_OK);
    int over = 0, going_on = 0;
    for (int i = 0; i < s->index.count; i++) {
        int value;
        linja_position p = placement(i, 7 * i % s->index.count, i % 2);
        if (!linja_fits(p.pawns[SIDE_A], p.pawns[SIDE_B])) continue;
        game_position position = {0};
        memcpy(position.bytes, &p, sizeof p);
        valued_turn turns[GAME_TURNS_MAX];
        size_t count;
        MUST(o->value(o, &position, &value, &e) == STATUS_OK);
        MUST(o->turns(o, &position, turns, &count, &e) == STATUS_OK);
        MUST(value == linja_solved_value(s, &p));
        MUST((count == 0) == linja_over(&p));
        MUST(count == 0 || turns[0].value == value);
        *(count ? &going_on : &over) += 1;
    }
    ck_assert_int_gt(over, 5);
    ck_assert_int_gt(going_on, 5);
    o->close(o);
    linja_solved_free(s);
}
END_TEST

/* --- tiles ------------------------------------------------------------------------------------ */

/* A tile whose cells wander by steps of up to `step`, with holes; `legal` tells the holes. */
static void random_tile(rng *random, int step, uint8_t cells[LINJA_BLOCK][LINJA_BLOCK],
                        uint64_t legal[LINJA_BLOCK]) {
    int value = LINJA_WORTH_ZERO;
    for (int i = 0; i < LINJA_BLOCK; i++) {
        legal[i] = rng_next(random) | rng_next(random);
        if (rng_below(random, 8) == 0) legal[i] = 0;
        for (int k = 0; k < LINJA_BLOCK; k++) {
            value += (int)rng_below(random, (uint64_t)(2 * step + 1)) - step;
            value = value < 1 ? 1 : value > 255 ? 255 : value;
            cells[i][k] = legal[i] >> k & 1 ? (uint8_t)value : 0;
        }
    }
}

static void check_tile(const linja_packing *packing, const linja_unpacking *unpacking,
                       const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK], const uint64_t *legal,
                       linja_tally *tally) {
    uint8_t packed[LINJA_TILE_BYTES], back[LINJA_STRIP][LINJA_BLOCK];
    linja_histogram histogram = {0};
    size_t size = linja_tile_pack(packing, cells, packed, &histogram, tally);
    MUST(size > 0 && size <= sizeof packed);
    for (int rows = 1; rows <= LINJA_STRIP; rows += 5)
        for (int strip = 0; strip < LINJA_STRIPS; strip++) {
            const uint64_t *bits = legal + strip * LINJA_STRIP;
            MUST(linja_strip_unpack(unpacking, packed, size, strip, bits, rows, back));
            for (int i = 0; i < rows * LINJA_BLOCK; i++)
                if (bits[i / LINJA_BLOCK] >> i % LINJA_BLOCK & 1)
                    MUST(back[i / LINJA_BLOCK][i % LINJA_BLOCK] ==
                         cells[strip * LINJA_STRIP + i / LINJA_BLOCK][i % LINJA_BLOCK]);
        }
    /* A whole strip ends where it must: one that is cut off or altered does not. */
    MUST(!linja_strip_unpack(unpacking, packed, size - 2, LINJA_STRIPS - 1,
                             legal + LINJA_BLOCK - LINJA_STRIP, LINJA_STRIP, back));
    uint64_t counted = 0, there = 0;
    for (int i = 0; i < 4 * 256; i++) counted += histogram.count[i / 256][i % 256];
    for (int i = 0; i < LINJA_BLOCK; i++) there += (uint64_t)__builtin_popcountll(legal[i]);
    MUST(counted == there);
}

/* From calm to such as no game has: every symbol and the differences that have none. */
START_TEST(tiles_come_back_as_they_were) {
    rng random = rng_seeded(11);
    linja_packing *packing = malloc(sizeof *packing);
    linja_unpacking *unpacking = malloc(sizeof *unpacking);
    linja_tally *tally = calloc(1, sizeof *tally);
    linja_model model;
    linja_model_default(&model);
    for (int round = 0; round < 3; round++) { /* with models that know more and more */
        ck_assert(linja_model_is_sound(&model));
        linja_packing_begin(packing, &model);
        linja_unpacking_begin(unpacking, &model);
        for (int step = 0; step <= 254; step += step < 10 ? 1 : 61) {
            uint8_t cells[LINJA_BLOCK][LINJA_BLOCK];
            uint64_t legal[LINJA_BLOCK];
            random_tile(&random, step, cells, legal);
            legal[0] |= 1; /* so that each strip has something to say */
            cells[0][0] = cells[0][0] ? cells[0][0] : 1;
            for (int i = LINJA_STRIP; i < LINJA_BLOCK; i += LINJA_STRIP) {
                legal[i] |= 1;
                cells[i][0] = cells[i][0] ? cells[i][0] : 255;
            }
            check_tile(packing, unpacking, cells, legal, tally);
        }
        linja_model_learn(&model, tally);
    }
    for (int context = 0; context < LINJA_CONTEXTS; context++)
        ck_assert_uint_gt(tally->count[context][0], 0);
    model.frequency[3][7]++;
    ck_assert(!linja_model_is_sound(&model));
    free(packing);
    free(unpacking);
    free(tally);
}
END_TEST

START_TEST(a_tile_without_placements_takes_no_room) {
    linja_packing *packing = malloc(sizeof *packing);
    linja_model model;
    linja_model_default(&model);
    linja_packing_begin(packing, &model);
    uint8_t none[LINJA_BLOCK][LINJA_BLOCK] = {{0}}, packed[LINJA_TILE_BYTES];
    linja_histogram histogram = {0};
    ck_assert_uint_eq(linja_tile_pack(packing, none, packed, &histogram, NULL), 0);
    free(packing);
}
END_TEST

/* Whatever finds the keys, the bytes are the same. */
START_TEST(all_machines_pack_alike) {
    linja_keys_find *best = linja_keys_best();
    rng random = rng_seeded(12);
    for (int step = 0; step < 40; step++) {
        uint8_t cells[LINJA_BLOCK][LINJA_BLOCK], lines[2][2][LINJA_BLOCK + 3];
        uint64_t legal[LINJA_BLOCK];
        linja_keys keys[2];
        random_tile(&random, step, cells, legal);
        uint64_t bits[2];
        for (int i = 0; i < 2; i++) {
            memset(lines[i], 77, sizeof lines[i]);
            memcpy(lines[i][0] + 2, cells[40], LINJA_BLOCK);
            bits[i] = (i ? best : linja_keys_plain)(cells[20], lines[i][0] + 2, lines[i][0] + 2,
                                                    lines[i][1] + 2, &keys[i]);
        }
        MUST(bits[0] == legal[20] && bits[1] == legal[20]);
        MUST(memcmp(&keys[0], &keys[1], sizeof keys[0]) == 0);
        MUST(memcmp(lines[0], lines[1], sizeof lines[0]) == 0);
    }
}
END_TEST

START_TEST(the_file_is_the_same_whoever_wrote_and_reads_it) {
    linja_solved *s = solve(linja_find_rules("zen"));
    write_table(s, 1);
    text one = fixture_file(path);
    write_table(s, 3);
    text three = fixture_file(path);
    ck_assert_uint_eq(one.length, three.length);
    ck_assert(memcmp(one.data, three.data, one.length) == 0);
    text_free(&one);
    text_free(&three);
    linja_table *table;
    linja_solved *loaded;
    error e;
    ck_assert_int_eq(linja_table_open(path, s->solving.rules, &table, &e), STATUS_OK);
    ck_assert_int_eq(linja_table_load(table, 3, &loaded, &e), STATUS_OK);
    ck_assert(memcmp(loaded->solving.cells, s->solving.cells, s->cell_bytes) == 0);
    linja_solved_free(loaded);
    linja_table_close(table);
    linja_solved_free(s);
}
END_TEST

/* Solved and written at once, through a window, it is the same as from memory. */
START_TEST(a_table_made_layer_by_layer_is_the_same) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solved *s = solve(rules);
    write_table(s, 1);
    text from_memory = fixture_file(path);
    linja_solve_options options = {.rules = rules, .pawns = PAWNS, .job = two_threads};
    error e;
    ck_assert_msg(linja_table_make(&options, path, NULL, &e) == STATUS_OK, "%s", e.text);
    text made = fixture_file(path);
    ck_assert_uint_eq(made.length, from_memory.length);
    ck_assert(memcmp(made.data, from_memory.data, made.length) == 0);
    options.job.progress = stop;
    ck_assert_int_eq(linja_table_make(&options, path, NULL, &e), STATUS_FAILED);
    ck_assert_msg(strstr(e.text, "stopped"), "%s", e.text);
    text after = fixture_file(path);
    ck_assert(after.length == made.length && !memcmp(after.data, made.data, made.length));
    text_free(&after);
    text_free(&made);
    text_free(&from_memory);
    linja_solved_free(s);
}
END_TEST

/* What sha256sum says of a file. */
static void sha256_of(const char *file, char sum[65]) {
    char command[160];
    text c = text_fixed(command, sizeof command);
    text_format(&c, "sha256sum %s", file);
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(fgets(sum, 65, out));
    pclose(out);
}

/* Tables of four pawns a side have the same bytes wherever they are made: the page's solver is held
 * against the same list (src/web/tests/units/solve.unit.ts). */
START_TEST(reduced_tables_have_the_bytes_that_are_known) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solve_options options = {.rules = rules, .pawns = 4, .job = two_threads};
    char sum[65], line[128];
    error e;
    ck_assert_msg(linja_table_make(&options, path, NULL, &e) == STATUS_OK, "%s", e.text);
    sha256_of(path, sum);
    text l = text_fixed(line, sizeof line), known = fixture_file(DATA "linja-reduced.sha256");
    text_format(&l, "%s  linja-%s-4.table\n", sum, rules->name);
    ck_assert_msg(strstr(known.data, line), "not known: %s", line);
    text_free(&known);
}
END_TEST

START_TEST(verify_finds_nothing_wrong_with_a_right_table) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solved *s = solve(rules);
    write_table(s, 1);
    linja_table *table;
    solver_check result = {0};
    error e;
    ck_assert_int_eq(linja_table_open(path, rules, &table, &e), STATUS_OK);
    ck_assert_msg(linja_verify_sample(table, 3000, 7, &two_threads, &result, &e) == STATUS_OK, "%s",
                  e.text);
    ck_assert_uint_eq(result.checked, 3000);
    ck_assert_uint_eq(result.differences, 0);
    ck_assert_int_eq(linja_verify_all(table, &two_threads, &result, &e), STATUS_OK);
    ck_assert_uint_gt(result.checked, PAWNS > 2 ? 10000 : 1000);
    ck_assert_uint_eq(result.differences, 0);
    linja_table_close(table);
    linja_solved_free(s);
}
END_TEST

START_TEST(verify_finds_one_wrong_value) {
    const linja_rules *rules = linja_find_rules("second");
    linja_solved *s = solve(rules);
    int m = s->index.count / 3, o = s->index.count / 4;
    while (!linja_is_legal(&s->index, m, o)) o++;
    linja_position p = {.to_move = SIDE_A};
    memcpy(p.pawns[SIDE_A], s->index.rows[m], LINJA_ROWS);
    memcpy(p.pawns[SIDE_B], s->index.rows[o], LINJA_ROWS);
    ck_assert(!linja_over(&p));
    s->solving.cells[linja_cell(&s->solving, m, o)]--; /* one point too good for the mover */
    write_table(s, 1);
    linja_table *table;
    solver_check result = {0};
    error e;
    ck_assert_int_eq(linja_table_open(path, rules, &table, &e), STATUS_OK);
    ck_assert_int_eq(linja_verify_all(table, &one_thread, &result, &e), STATUS_OK);
    ck_assert_uint_ge(result.differences, 1);
    linja_table_close(table);
    linja_solved_free(s);
}
END_TEST

static void hash_of(const linja_solved *s, int threads, char hash[SOLVER_HASH_BYTES]) {
    write_table(s, threads);
    linja_table *table;
    error e;
    ck_assert_int_eq(linja_table_open(path, s->solving.rules, &table, &e), STATUS_OK);
    ck_assert_int_eq(linja_stats_hash(table, hash, &e), STATUS_OK);
    linja_table_close(table);
}

/* The values as the solver left them, hashed by sha256sum; and the same by any kernel. */
START_TEST(the_hash_is_that_of_the_values_in_order_of_rank) {
    const linja_rules *rules = &linja_rule_sets[_i];
    linja_solved *s = solve(rules);
    char hash[SOLVER_HASH_BYTES], again[SOLVER_HASH_BYTES], values[128];
    text t = text_fixed(values, sizeof values);
    text_format(&t, "%s/values", fixture_folder());
    FILE *out = fopen(values, "wb");
    for (int opponent = 0; opponent < s->index.count; opponent++)
        for (int mover = 0; mover < s->index.count; mover++) {
            linja_position p = placement(mover, opponent, SIDE_A);
            int m = s->index.number_of[mover], o = s->index.number_of[opponent];
            if (linja_is_legal(&s->index, m, o)) fputc(linja_solved_value(s, &p) & 0xff, out);
        }
    fclose(out);
    sha256_of(values, again);
    hash_of(s, 1, hash);
    ck_assert_str_eq(hash, again);
    linja_solve_options options = {
        .rules = rules, .pawns = PAWNS, .kernel = "plain", .job = one_thread};
    linja_solved *plain;
    error e;
    ck_assert_int_eq(linja_solve(&options, &plain, &e), STATUS_OK);
    hash_of(plain, 1, again);
    ck_assert_str_eq(hash, again);
    linja_solved_free(plain);
    linja_solved_free(s);
}
END_TEST

static bool read_text(const void *context, uint64_t offset, void *to, size_t length) {
    const text *from = context;
    if (offset > from->length || length > from->length - offset) return false;
    memcpy(to, from->data + offset, length);
    return true;
}

static status open_text(const text *bytes, linja_table **table, error *e) {
    linja_source source = {read_text, NULL, (void *)bytes, bytes->length};
    return linja_table_open_source(&source, NULL, table, e);
}

/* A damaged copy: either it does not open, or the wrong tile says so; no value is ever wrong. */
static void expect_found(const text *damaged, const linja_solved *s) {
    linja_table *table;
    linja_reader *reader;
    error e;
    status code = open_text(damaged, &table, &e);
    if (code != STATUS_OK) {
        MUST(code == STATUS_NO_TABLE);
        return;
    }
    int refused = 0;
    MUST(linja_reader_new(table, &reader, &e) == STATUS_OK);
    for (int block = 0; block < s->index.blocks; block++)
        for (int other = 0; other < s->index.blocks; other++) {
            uint8_t cells[LINJA_BLOCK][LINJA_BLOCK], expected[LINJA_BLOCK][LINJA_BLOCK];
            code = linja_probe_tile(reader, block, other, cells, &e);
            refused += code == STATUS_NO_TABLE;
            if (code != STATUS_OK) continue;
            linja_take_tile(&s->solving, block, other, expected);
            MUST(memcmp(cells, expected, sizeof cells) == 0);
        }
    MUST(refused == 1);
    MUST(linja_table_check_all(table, &e) == STATUS_NO_TABLE);
    linja_reader_free(reader);
    linja_table_close(table);
}

START_TEST(a_flipped_bit_is_found) {
    linja_solved *s = solve(linja_find_rules("2003"));
    write_table(s, 1);
    text file = fixture_file(path);
    rng random = rng_seeded(4);
    for (int i = 0; i < 400; i++) {
        size_t at = rng_below(&random, file.length);
        int bit = (int)rng_below(&random, 8);
        file.data[at] ^= (char)(1 << bit);
        expect_found(&file, s);
        file.data[at] ^= (char)(1 << bit);
    }
    for (size_t cut = 0; cut < file.length; cut += 1 + file.length / 50) {
        text shorter = file;
        linja_table *table;
        error e;
        shorter.length = cut;
        ck_assert_int_eq(open_text(&shorter, &table, &e), STATUS_NO_TABLE);
    }
    text_free(&file);
    linja_solved_free(s);
}
END_TEST

/* Asks for the values of many placements: each is right or refused. Returns how many were refused.
 */
static int count_refused(linja_reader *reader, const linja_solved *s) {
    int refused = 0;
    for (int mover = 0; mover < s->index.count; mover++)
        for (int opponent = mover % 7; opponent < s->index.count; opponent += 7) {
            int m = s->index.number_of[mover], o = s->index.number_of[opponent], value;
            if (!linja_is_legal(&s->index, m, o)) continue;
            linja_position p = placement(mover, opponent, SIDE_A);
            error e;
            status code = linja_probe(reader, &p, &value, &e);
            MUST(code == STATUS_OK ? value == linja_solved_value(s, &p) : code == STATUS_NO_TABLE);
            MUST(code == STATUS_OK || strstr(e.text, "the table of 2003"));
            refused += code != STATUS_OK;
        }
    return refused;
}

static void put_into_file(const text *bytes) {
    FILE *out = fopen(path, "r+b"); /* in place, not a new file */
    ck_assert(out && fwrite(bytes->data, 1, bytes->length, out) == bytes->length);
    ck_assert_int_eq(fclose(out), 0);
}

/* Whoever does this to a table in use, a running program answers "damaged" and goes on. */
START_TEST(a_table_cut_off_or_written_over_while_it_is_open_is_found_damaged) {
    const linja_rules *rules = linja_find_rules("2003");
    linja_solved *s = solve(rules), *other = solve(linja_find_rules("zen"));
    write_table(other, 1);
    text of_other = fixture_file(path);
    write_table(s, 1);
    text whole = fixture_file(path);
    linja_table *table;
    linja_reader *reader;
    error e;
    ck_assert_int_eq(linja_table_open(path, rules, &table, &e), STATUS_OK);
    ck_assert_int_eq(linja_reader_new(table, &reader, &e), STATUS_OK);
    ck_assert_int_eq(count_refused(reader, s), 0);

    ck_assert_int_eq(truncate(path, (off_t)(whole.length - whole.length / 4)), 0);
    int refused = count_refused(reader, s);
    ck_assert_int_gt(refused, 0);
    ck_assert_int_eq(truncate(path, 0), 0);
    ck_assert_int_gt(count_refused(reader, s), refused);
    linja_solved *loaded;
    ck_assert_int_eq(linja_table_load(table, 1, &loaded, &e), STATUS_NO_TABLE);

    put_into_file(&of_other);
    ck_assert_int_gt(count_refused(reader, s), 0);
    put_into_file(&whole);
    ck_assert_int_eq(count_refused(reader, s), 0);
    linja_reader_free(reader);
    linja_table_close(table);
    text_free(&of_other);
    text_free(&whole);
    linja_solved_free(s);
    linja_solved_free(other);
}
END_TEST

/* Messages may go out to the world, which need not know where files are kept. */
START_TEST(what_is_wrong_with_a_table_is_said_without_its_place) {
    const linja_rules *rules = linja_find_rules("2003");
    linja_solved *s = solve(rules);
    write_table(s, 1);
    text whole = fixture_file(path);
    for (size_t cut = 0; cut <= whole.length; cut += whole.length / 8) {
        whole.data[cut / 2] ^= 1;
        put_into_file(&whole);
        ck_assert_int_eq(truncate(path, (off_t)cut), 0);
        linja_table *table;
        oracle *o;
        error e;
        if (linja_table_open(path, rules, &table, &e) == STATUS_OK)
            linja_table_close(table);
        else
            ck_assert_msg(!strstr(e.text, fixture_folder()), "%s", e.text);
        oracle_wanted wanted = {.file = path};
        if (oracle_open(variant_own(&linja_game, rules), &wanted, &o, &e) == STATUS_OK)
            o->close(o);
        else
            ck_assert_msg(!strstr(e.text, fixture_folder()), "%s", e.text);
        wanted.names_file = true;
        if (oracle_open(variant_own(&linja_game, rules), &wanted, &o, &e) == STATUS_OK)
            o->close(o);
        else
            ck_assert_msg(strstr(e.text, path) == e.text, "%s", e.text);
    }
    text_free(&whole);
    linja_solved_free(s);
}
END_TEST

START_TEST(a_table_of_other_rules_is_refused) {
    linja_solved *s = solve(linja_find_rules("2003"));
    write_table(s, 1);
    linja_table *table;
    error e;
    ck_assert_int_eq(linja_table_open(path, linja_find_rules("zen"), &table, &e), STATUS_NO_TABLE);
    ck_assert(strstr(e.text, "a table of 2003, not of zen"));
    ck_assert_int_eq(linja_table_open("/nonexistent", NULL, &table, &e), STATUS_NO_TABLE);
    ck_assert_int_eq(linja_table_open("/", NULL, &table, &e), STATUS_NO_TABLE);
    char pipe_name[80];
    text t = text_fixed(pipe_name, sizeof pipe_name);
    text_format(&t, "%s/pipe", fixture_folder());
    ck_assert_int_eq(mkfifo(pipe_name, 0600), 0);
    ck_assert_int_eq(linja_table_open(pipe_name, NULL, &table, &e),
                     STATUS_NO_TABLE); /* nor waited for */
    linja_solved_free(s);
}
END_TEST

/* Opens the file after a change to its header, whose check is put right again. */
static status open_changed(const text *file, const linja_table_header *changed, error *e) {
    linja_table_header header = *changed;
    header.header_check = linja_header_check(&header);
    memcpy(file->data, &header, sizeof header);
    linja_table *table = NULL;
    status code = open_text(file, &table, e);
    linja_table_close(table);
    return code;
}

/* A rule set can change and keep its name, as second did when its follow-up became optional. */
START_TEST(a_table_of_other_switches_of_the_same_name_is_refused) {
    linja_rules compulsory = *linja_find_rules("second");
    compulsory.follow_up_optional = false;
    linja_solved *s = solve(&compulsory);
    error e;
    ck_assert_int_eq(linja_table_write(s, path, &one_thread, &e), STATUS_NO_TABLE);
    ck_assert_msg(strstr(e.text, "other rules that are called second, too; solve again"), "%s",
                  e.text);
    linja_solved_free(s);

    s = solve(linja_find_rules("second"));
    write_table(s, 1);
    text file = fixture_file(path);
    linja_table_header header;
    memcpy(&header, file.data, sizeof header);
    ck_assert_int_eq(open_changed(&file, &header, &e), STATUS_OK);
    linja_fingerprint(&compulsory, header.fingerprint);
    ck_assert_int_eq(open_changed(&file, &header, &e), STATUS_NO_TABLE);
    ck_assert_msg(strstr(e.text, "other rules"), "%s", e.text);
    text_free(&file);
    linja_solved_free(s);
}
END_TEST

/* Version 1 had no fingerprint, and among its tables are those of second's old rules; version 2 had
 * rows packed by zstd. */
START_TEST(a_table_of_another_version_is_refused) {
    linja_solved *s = solve(linja_find_rules("second"));
    write_table(s, 1);
    text file = fixture_file(path);
    linja_table_header header;
    error e;
    memcpy(&header, file.data, sizeof header);
    for (uint32_t version = 2; version > 0; version--) {
        char expected[128];
        snprintf(expected, sizeof expected,
                 "the table has version %u, this program reads version 3; 'solve' makes it again",
                 (unsigned)version);
        header.version = version;
        if (version == 1) memset(header.fingerprint, 0, sizeof header.fingerprint);
        ck_assert_int_eq(open_changed(&file, &header, &e), STATUS_NO_TABLE);
        ck_assert_str_eq(e.text, expected);
    }
    header.version = 4;
    ck_assert_int_eq(open_changed(&file, &header, &e), STATUS_NO_TABLE);
    ck_assert_str_eq(e.text, "the table has version 4, this program reads version 3");
    text_free(&file);
    linja_solved_free(s);
}
END_TEST

/* All rule sets have fingerprints of their own, and every switch is in them. */
START_TEST(a_fingerprint_tells_all_switches) {
    char one[LINJA_FINGERPRINT_BYTES], other[LINJA_FINGERPRINT_BYTES];
    linja_fingerprint(linja_find_rules("zen"), one);
    ck_assert_str_eq(one, "follow_up_optional bonus points=-1,-1,-1,-1,1,2,3,5");
    for (size_t i = 0; i < LINJA_RULE_SETS; i++) {
        linja_fingerprint(&linja_rule_sets[i], one);
        for (size_t k = 0; k < i; k++) {
            linja_fingerprint(&linja_rule_sets[k], other);
            ck_assert_str_ne(one, other);
        }
        for (size_t at = offsetof(linja_rules, follow_up_optional); at < sizeof(linja_rules);
             at++) {
            linja_rules changed = linja_rule_sets[i];
            ((unsigned char *)&changed)[at] ^= 1;
            linja_fingerprint(&changed, other);
            ck_assert_msg(strcmp(one, other) != 0, "byte %zu of the rules is not in '%s'", at, one);
        }
    }
}
END_TEST

START_TEST(a_full_disk_leaves_the_old_table) {
    linja_solved *old = solve(linja_find_rules("2003")), *other = solve(linja_find_rules("zen"));
    write_table(old, 1);
    text before = fixture_file(path);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {.rlim_cur = before.length / 2, .rlim_max = before.length / 2};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    error e;
    ck_assert_int_eq(linja_table_write(other, path, &one_thread, &e), STATUS_FAILED);
    ck_assert_msg(strstr(e.text, "not written"), "%s", e.text);
    text after = fixture_file(path);
    ck_assert(after.length == before.length && !memcmp(after.data, before.data, after.length));
    text_free(&before);
    text_free(&after);
    linja_solved_free(old);
    linja_solved_free(other);
}
END_TEST

START_TEST(a_write_that_is_stopped_or_killed_leaves_the_old_table_or_a_whole_new_one) {
    linja_solved *old = solve(linja_find_rules("2003")), *new = solve(linja_find_rules("zen"));
    error e;
    write_table(new, 1);
    text whole_new = fixture_file(path);
    write_table(old, 1);
    text before = fixture_file(path);
    ck_assert_int_eq(linja_table_write(new, path, &(solver_job){1, stop, NULL}, &e), STATUS_FAILED);
    rng random = rng_seeded(3);
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0) _exit(linja_table_write(new, path, &one_thread, &e) != STATUS_OK);
        usleep((useconds_t)rng_below(&random, PAWNS > 3 ? 300000 : 30000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        text after = fixture_file(path);
        bool is_old =
            after.length == before.length && !memcmp(after.data, before.data, after.length);
        bool is_new =
            after.length == whole_new.length && !memcmp(after.data, whole_new.data, after.length);
        ck_assert(is_old || is_new);
        text_free(&after);
        if (is_new) write_table(old, 1);
    }
    write_table(old, 1);
    char part[100];
    text t = text_fixed(part, sizeof part);
    text_format(&t, "%s.linework-part", path);
    ck_assert(access(part, F_OK) != 0); /* what the killed ones left is gone */
    text_free(&before);
    text_free(&whole_new);
    linja_solved_free(old);
    linja_solved_free(new);
}
END_TEST

int main(void) {
    text t = text_fixed(path, sizeof path);
    text_format(&t, "%s/sub/folder/table", fixture_folder());
    Suite *suite = suite_create("table");
    TCase *tests = fixture_tests(suite, "table");
    TCase *threads = fixture_threads(suite, "threads");
    tcase_add_loop_test(tests, every_value_comes_back_from_the_file, 0, LINJA_RULE_SETS);
    tcase_add_loop_test(tests, the_oracle_says_what_the_solver_found, 0, LINJA_RULE_SETS);
    tcase_add_test(tests, tiles_come_back_as_they_were);
    tcase_add_test(tests, a_tile_without_placements_takes_no_room);
    tcase_add_test(tests, all_machines_pack_alike);
    tcase_add_test(threads, the_file_is_the_same_whoever_wrote_and_reads_it);
    tcase_add_loop_test(threads, a_table_made_layer_by_layer_is_the_same, 0, WITH_THREADS);
    tcase_add_loop_test(threads, reduced_tables_have_the_bytes_that_are_known, 0, WITH_FOUR_PAWNS);
    tcase_add_loop_test(threads, verify_finds_nothing_wrong_with_a_right_table, 0, WITH_THREADS);
    tcase_add_test(tests, verify_finds_one_wrong_value);
    tcase_add_loop_test(threads, the_hash_is_that_of_the_values_in_order_of_rank, 0, WITH_THREADS);
    tcase_add_test(tests, a_flipped_bit_is_found);
    tcase_add_test(tests, a_table_cut_off_or_written_over_while_it_is_open_is_found_damaged);
    tcase_add_test(tests, what_is_wrong_with_a_table_is_said_without_its_place);
    tcase_add_test(tests, a_table_of_other_rules_is_refused);
    tcase_add_test(tests, a_table_of_other_switches_of_the_same_name_is_refused);
    tcase_add_test(tests, a_table_of_another_version_is_refused);
    tcase_add_test(tests, a_fingerprint_tells_all_switches);
    tcase_add_test(tests, a_full_disk_leaves_the_old_table);
    tcase_add_test(threads,
                   a_write_that_is_stopped_or_killed_leaves_the_old_table_or_a_whole_new_one);
    return fixture_run(suite);
}
