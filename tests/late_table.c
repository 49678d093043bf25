/* SPDX-License-Identifier: MIT */
#include "late_table.h"
#include "linja/game.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fixture.h"
#include "game/oracle.h"
#include "linja/notation/notation.h"
#include "linja/solution/table.h"
#include "linja/solution/table_format.h"
#include "native/file.h"

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

/* A row of the table: what is not known counts as a draw. */
static void fill_row(const solution *s, uint8_t (*rows)[LINJA_ROWS], int opponent_rank,
                     uint8_t *cells) {
    for (int rank = 0; rank < LINJA_ARRANGEMENTS_MAX; rank++)
        cells[rank] = linja_fits(rows[rank], rows[opponent_rank]) ? LINJA_WORTH_ZERO : 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->known[i].opponent == opponent_rank)
            cells[s->known[i].mover] = (uint8_t)(LINJA_WORTH_ZERO - s->known[i].value);
}

/* Packs a row behind the chunks so far. */
static void put_row(text *chunks, ZSTD_CCtx *packer, const linja_directory *d, int row,
                    const uint8_t *cells) {
    for (int chunk = 0; chunk < d->chunks; chunk++) {
        uint8_t differences[LINJA_CHUNK + 1];
        linja_frame frame;
        size_t count = linja_chunk_encode(cells, d->arrangements, chunk, differences);
        size_t size = linja_chunk_pack(packer, differences, count, &frame);
        ck_assert_uint_ne(size, SIZE_MAX);
        linja_directory_put_chunk(d, linja_chunk_number(d, row, chunk), frame.packed, size);
        text_put_n(chunks, (char *)frame.packed, size);
    }
}

/* Rows that nobody will ask for have no chunks, so this is not what linja_table_write would write.
 */
static text make_file(const solution *s) {
    linja_table_header h = linja_header_new(s->rules, LINJA_PAWNS);
    linja_directory d = linja_directory_of(&h);
    d.bytes = calloc(1, d.length);
    text chunks = text_growing();
    ZSTD_CCtx *packer = linja_packer_new(NULL);
    size_t count = (size_t)d.arrangements;
    uint8_t *cells = malloc(count), (*rows)[LINJA_ROWS] = malloc(count * LINJA_ROWS);
    for (int rank = 0; rank < d.arrangements; rank++) linja_unrank(rank, LINJA_PAWNS, rows[rank]);
    for (int row = 0; row < d.arrangements; row++) {
        linja_directory_put_row(&d, row, linja_directory_end(&d) + chunks.length);
        bool needed = false;
        for (size_t i = 0; i < s->count; i++) needed = needed || s->known[i].opponent == row;
        if (!needed) continue;
        fill_row(s, rows, row, cells);
        put_row(&chunks, packer, &d, row, cells);
    }
    h.file_bytes = linja_directory_end(&d) + chunks.length;
    h.index_check = linja_table_check(d.bytes, d.length);
    h.header_check = linja_header_check(&h);
    text whole = text_growing();
    text_put_n(&whole, (char *)&h, sizeof h);
    text_put_n(&whole, (char *)d.bytes, d.length);
    text_put_n(&whole, chunks.data, chunks.length);
    ZSTD_freeCCtx(packer);
    text_free(&chunks);
    free(d.bytes);
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
    ck_assert_int_eq(linja_table_path(rules, &path, &e), STATUS_OK);
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
    text_format(&answer,
                "{\"rules\":\"%s\",\"position\":\"%s\",\"value\":%d,\"exact\":true,\"turns\":[",
                rules->name, position, l->turns[0].value);
    for (size_t i = 0; i < l->count; i++) {
        variant v = fixture_variant(&linja_game, rules->name);
        game_position before = linja_wrap(&p);
        game_position after = variant_after(v, &before, l->turns[i].turn.text);
        text_format(&answer, "%s{\"turn\":\"%s\",\"position\":\"", i ? "," : "",
                    l->turns[i].turn.text);
        variant_write_position(v, &after, &answer);
        text_format(&answer, "\",\"value\":%d,\"loss\":%d}", l->turns[i].value,
                    l->turns[0].value - l->turns[i].value);
    }
    text_put(&answer, "]}\n");
    free(l);
    free(s);
    return answer;
}
