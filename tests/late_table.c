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
    bool upside_down; /* the file says the opposite */
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

/* A tile of the table: what is not known counts as a draw. */
static void fill_tile(const solution *s, const linja_index *index, int mover_block,
                      int opponent_block, uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]) {
    int first_mover = index->block_first[mover_block];
    int first_opponent = index->block_first[opponent_block];
    memset(cells, 0, LINJA_BLOCK * LINJA_BLOCK);
    for (int i = 0; i < linja_block_size(index, mover_block); i++)
        for (int k = 0; k < linja_block_size(index, opponent_block); k++)
            if (linja_is_legal(index, first_mover + i, first_opponent + k))
                cells[i][k] = LINJA_WORTH_ZERO;
    for (size_t i = 0; i < s->count; i++) {
        int mover = index->number_of[s->known[i].mover];
        int opponent = index->number_of[s->known[i].opponent];
        int value = s->upside_down ? -s->known[i].value : s->known[i].value;
        if (index->block[mover] == mover_block && index->block[opponent] == opponent_block)
            cells[mover - first_mover][opponent - first_opponent] =
                (uint8_t)(LINJA_WORTH_ZERO - value);
    }
}

static bool is_needed(const solution *s, const linja_index *index, int mover_block,
                      int opponent_block) {
    for (size_t i = 0; i < s->count; i++)
        if (index->block[index->number_of[s->known[i].mover]] == mover_block &&
            index->block[index->number_of[s->known[i].opponent]] == opponent_block)
            return true;
    return false;
}

/* Packs the tiles of a layer that somebody will ask for behind those so far. */
static void put_layer(const solution *s, const linja_index *index, int layer,
                      const linja_packing *packing, const linja_directory *d, text *tiles) {
    for (int block = 0; block < index->blocks; block++) {
        int potential = linja_other_potential(index, layer, block);
        if (potential < 0) continue;
        for (int other = index->block_group[potential]; other < index->block_group[potential + 1];
             other++) {
            uint8_t cells[LINJA_BLOCK][LINJA_BLOCK], packed[LINJA_TILE_BYTES];
            linja_histogram histogram = {0};
            if (!is_needed(s, index, block, other)) continue;
            fill_tile(s, index, block, other, cells);
            size_t size = linja_tile_pack(packing, cells, packed, &histogram, NULL);
            linja_directory_put_tile(d, linja_tile_number(d, block, other), packed, size);
            text_put_n(tiles, (char *)packed, size);
        }
    }
}

/* Layers that nobody will ask for have no tiles, so this is not what linja_table_write would write.
 */
static bool is_layer_needed(const solution *s, const linja_index *index, int layer) {
    for (size_t i = 0; i < s->count; i++)
        if (index->potential[index->number_of[s->known[i].mover]] +
                index->potential[index->number_of[s->known[i].opponent]] ==
            layer)
            return true;
    return false;
}

static text make_file(const solution *s) {
    linja_index *index = malloc(sizeof *index);
    linja_packing *packing = malloc(sizeof *packing);
    linja_model model;
    linja_index_fill(index, LINJA_PAWNS);
    linja_model_default(&model);
    linja_packing_begin(packing, &model);
    linja_table_header h = linja_header_new(s->rules, index);
    linja_directory d = linja_directory_of(&h);
    d.bytes = calloc(1, d.length);
    text tiles = text_growing();
    for (int epoch = 0; epoch < d.epochs; epoch++) linja_directory_put_model(&d, epoch, &model);
    for (int block = 0; block < d.blocks; block++) /* tiles of nothing, as their checksums say */
        for (int other = 0; other < d.blocks; other++)
            linja_directory_put_tile(&d, linja_tile_number(&d, block, other), (uint8_t *)"", 0);
    for (int layer = linja_layers(index) - 1; layer >= 0; layer--)
        if (is_layer_needed(s, index, layer)) put_layer(s, index, layer, packing, &d, &tiles);
    h.file_bytes = linja_directory_end(&d) + tiles.length;
    h.index_check = linja_table_check(d.bytes, d.length);
    h.header_check = linja_header_check(&h);
    text whole = text_growing();
    text_put_n(&whole, (char *)&h, sizeof h);
    text_put_n(&whole, (char *)d.bytes, d.length);
    text_put_n(&whole, tiles.data, tiles.length);
    text_free(&tiles);
    free(d.bytes);
    free(packing);
    free(index);
    return whole;
}

static void write_table(const linja_rules *rules, const char *position, bool upside_down) {
    solution *s = calloc(1, sizeof *s);
    s->rules = rules;
    s->upside_down = upside_down;
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

void late_table_write(const linja_rules *rules, const char *position) {
    write_table(rules, position, false);
}

void late_table_write_upside_down(const linja_rules *rules, const char *position) {
    write_table(rules, position, true);
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
