/* SPDX-License-Identifier: MIT */
#include "late_table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

#include "core/file.h"
#include "core/oracle.h"
#include "fixture.h"
#include "linja/table.h"
#include "solution/tables.h"

enum { KNOWN_MAX = 4096 };

typedef struct known {
    int mover, opponent; /* ranks */
    int value;
} known;

typedef struct solution {
    const linja_rules *rules;
    size_t count;
    known known[KNOWN_MAX];
} solution;

static linja_position read_position(const linja_rules *rules, const char *string) {
    game_position position;
    error e;
    ck_assert_msg(linja_game.read_position(rules, string, &position, &e) == STATUS_OK, "%s",
                  e.text);
    return linja_unwrap(&position);
}

/* --- values ----------------------------------------------------------------------------------- */

typedef struct best {
    solution *s;
    int value;
} best;

static int solve(solution *s, const linja_position *p);

static void try_turn(void *context, const linja_progress *t) {
    best *b = context;
    linja_position after = linja_finish(t);
    int value = -solve(b->s, &after);
    if (value > b->value) b->value = value;
}

static int solve(solution *s, const linja_position *p) {
    known k = {.mover = linja_rank(p->pawns[p->to_move]),
               .opponent = linja_rank(p->pawns[1 - p->to_move])};
    for (size_t i = 0; i < s->count; i++)
        if (s->known[i].mover == k.mover && s->known[i].opponent == k.opponent)
            return s->known[i].value;
    best b = {.s = s, .value = -1000};
    if (linja_over(p))
        b.value = linja_margin(s->rules, p);
    else
        linja_each_turn(s->rules, p, try_turn, &b);
    k.value = b.value;
    ck_assert_uint_lt(s->count, KNOWN_MAX);
    s->known[s->count++] = k;
    return k.value;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Whether two arrangements can stand on one board. */
static bool fits(const uint8_t mover[LINJA_ROWS], const uint8_t opponent[LINJA_ROWS]) {
    for (int row = 1; row < LINJA_GOAL; row++)
        if (mover[row] + opponent[LINJA_GOAL - row] > LINJA_ROW_LIMIT) return false;
    return true;
}

/* A row of the table: what is not known counts as a draw. */
static void fill_row(const solution *s, uint8_t (*rows)[LINJA_ROWS], int opponent_rank,
                     uint8_t *cells) {
    for (int rank = 0; rank < LINJA_ARRANGEMENTS_MAX; rank++)
        cells[rank] = fits(rows[rank], rows[opponent_rank]) ? LINJA_WORTH_ZERO : 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->known[i].opponent == opponent_rank)
            cells[s->known[i].mover] = (uint8_t)(LINJA_WORTH_ZERO - s->known[i].value);
}

static void put_chunk(text *chunks, const uint8_t *cells, int chunk, char *check, char *size) {
    uint8_t plain[LINJA_CHUNK + 1], frame[LINJA_CHUNK_BYTES];
    size_t length = linja_chunk_fill(cells, chunk, LINJA_ARRANGEMENTS_MAX, plain);
    if (length == 0) return;
    size_t packed = ZSTD_compress(frame, sizeof frame, plain, length, LINJA_COMPRESSION);
    ck_assert(!ZSTD_isError(packed));
    packed -= LINJA_FRAME_MAGIC_BYTES;
    uint32_t sum = (uint32_t)linja_check(frame + LINJA_FRAME_MAGIC_BYTES, packed);
    uint16_t bytes = (uint16_t)packed;
    memcpy(check, &sum, sizeof sum);
    memcpy(size, &bytes, sizeof bytes);
    text_put_n(chunks, (char *)frame + LINJA_FRAME_MAGIC_BYTES, packed);
}

static text make_file(const solution *s) {
    int count = linja_arrangements(LINJA_PAWNS), per_row = linja_chunks(count);
    linja_table_layout at = linja_table_places(count, 0);
    char *file = calloc(1, at.chunks);
    text chunks = text_growing();
    uint8_t *cells = malloc((size_t)count),
            (*rows)[LINJA_ROWS] = malloc((size_t)count * LINJA_ROWS);
    for (int rank = 0; rank < count; rank++) linja_unrank(rank, LINJA_PAWNS, rows[rank]);
    for (int row = 0; row < count; row++) {
        uint64_t offset = at.chunks + chunks.length;
        memcpy(file + at.rows + 8 * (size_t)row, &offset, sizeof offset);
        bool needed = false;
        for (size_t i = 0; i < s->count; i++) needed = needed || s->known[i].opponent == row;
        if (needed) fill_row(s, rows, row, cells);
        for (int chunk = 0; needed && chunk < per_row; chunk++) {
            size_t number = (size_t)row * (size_t)per_row + (size_t)chunk;
            put_chunk(&chunks, cells, chunk, file + at.checks + 4 * number,
                      file + at.sizes + 2 * number);
        }
    }
    linja_table_header h = {.magic = {'L', 'W', 'L', 'I', 'N', 'J', 'A', '\n'},
                            .version = LINJA_TABLE_VERSION,
                            .pawns = LINJA_PAWNS,
                            .arrangements = (uint32_t)count,
                            .chunk = LINJA_CHUNK,
                            .file_bytes = at.chunks + chunks.length};
    memcpy(h.rules, s->rules->name, strlen(s->rules->name));
    linja_fingerprint(s->rules, h.fingerprint);
    h.index_check = linja_check(file + at.dictionary, at.chunks - at.dictionary);
    h.header_check = linja_check(&h, offsetof(linja_table_header, header_check));
    memcpy(file, &h, sizeof h);
    text whole = text_growing();
    text_put_n(&whole, file, at.chunks);
    text_put_n(&whole, chunks.data, chunks.length);
    text_free(&chunks);
    free(file);
    free(cells);
    free(rows);
    return whole;
}

void late_table_write(const linja_rules *rules, const char *position) {
    solution *s = calloc(1, sizeof *s);
    s->rules = rules;
    linja_position p = read_position(rules, position);
    solve(s, &p);
    text whole = make_file(s), path = text_growing();
    error e;
    ck_assert_int_eq(tables_path(rules, &path, &e), STATUS_OK);
    char *slash = strrchr(path.data, '/');
    *slash = '\0';
    mkdir(path.data, 0700);
    *slash = '/';
    ck_assert_msg(file_write(path.data, whole.data, whole.length, &e) == STATUS_OK, "%s", e.text);
    text_free(&path);
    text_free(&whole);
    free(s);
}

/* --- the answer ------------------------------------------------------------------------------- */

typedef struct listing {
    solution *s;
    int side;
    size_t count;
    valued_turn turns[GAME_TURNS_MAX];
} listing;

static void list_turn(void *context, const linja_progress *t) {
    listing *l = context;
    linja_position after = linja_finish(t);
    valued_turn *turn = &l->turns[l->count++];
    turn->value = -solve(l->s, &after);
    text written = text_fixed(turn->turn.text, sizeof turn->turn.text);
    linja_write_turn(&t->made, l->side, &written);
}

text late_table_answer(const linja_rules *rules, const char *position) {
    solution *s = calloc(1, sizeof *s);
    s->rules = rules;
    linja_position p = read_position(rules, position);
    listing *l = calloc(1, sizeof *l);
    l->s = s;
    l->side = p.to_move;
    linja_each_turn(rules, &p, list_turn, l);
    qsort(l->turns, l->count, sizeof *l->turns, valued_turn_compare);
    text answer = text_growing();
    text_format(&answer, "{\"game\":\"linja\",\"rules\":\"%s\",\"turns\":[", rules->name);
    for (size_t i = 0; i < l->count; i++)
        text_format(&answer, "%s{\"turn\":\"%s\",\"value\":%d,\"loss\":%d}", i ? "," : "",
                    l->turns[i].turn.text, l->turns[i].value,
                    l->turns[0].value - l->turns[i].value);
    text_put(&answer, "]}\n");
    free(l);
    free(s);
    return answer;
}
