/* SPDX-License-Identifier: MIT */
#include "linja/solution/tile.h"

#include <assert.h>
#include <string.h>

#include "linja/solution/layers.h"
#include "linja/solution/tile_guess.h"

enum {
    RAW = LINJA_CONTEXTS * LINJA_SYMBOLS, /* where the symbols of other differences begin */
    RAW_BITS = 8,
    STATE_LEAST = 1 << 15, /* a state is from here to 65536 times as large */
};

/* --- models --------------------------------------------------------------------------------- */

/* Frequencies in proportion to the counts; what rounding leaves goes to the most frequent. */
static void share_out(const uint64_t count[LINJA_SYMBOLS], uint16_t frequency[LINJA_SYMBOLS]) {
    uint64_t total = 0;
    int most = 0, left = LINJA_SCALE;
    for (int i = 0; i < LINJA_SYMBOLS; i++) {
        total += count[i];
        if (count[i] > count[most]) most = i;
    }
    for (int i = 0; i < LINJA_SYMBOLS; i++) {
        frequency[i] = (uint16_t)(1 + count[i] * (LINJA_SCALE - LINJA_SYMBOLS) / total);
        left -= frequency[i];
    }
    frequency[most] = (uint16_t)(frequency[most] + left);
}

void linja_model_learn(linja_model *m, const linja_tally *tally) {
    for (int context = 0; context < LINJA_CONTEXTS; context++) {
        uint64_t count[LINJA_SYMBOLS]; /* and a little of what is likely anyway */
        for (int i = 0; i < LINJA_SYMBOLS; i++)
            count[i] = 16 * tally->count[context][i] + (UINT64_C(4096) >> i / 2) + 1;
        share_out(count, m->frequency[context]);
    }
}

void linja_model_default(linja_model *m) {
    linja_tally nothing = {0};
    linja_model_learn(m, &nothing);
}

bool linja_model_is_sound(const linja_model *m) {
    for (int context = 0; context < LINJA_CONTEXTS; context++) {
        int total = 0;
        for (int i = 0; i < LINJA_SYMBOLS; i++) {
            if (m->frequency[context][i] == 0) return false;
            total += m->frequency[context][i];
        }
        if (total != LINJA_SCALE) return false;
    }
    return true;
}

/* --- lines ---------------------------------------------------------------------------------- */

/* A mover's cells with room for neighbours on both sides. Where there is no legal placement, the
 * cell of the mover before stands in. */
enum { MARGIN = 2 };
typedef struct line {
    uint8_t cells[MARGIN + LINJA_BLOCK + 1];
} line;

/* --- packing -------------------------------------------------------------------------------- */

static void set_symbol(struct linja_packed_symbol *s, unsigned before, unsigned frequency) {
    assert(frequency > 0);
    s->most = frequency << (31 - LINJA_SCALE_BITS);
    s->rest = (uint16_t)(LINJA_SCALE - frequency);
    if (frequency == 1) { /* dividing by one is taking all but one of 2 to the 32nd */
        s->reciprocal = UINT32_MAX;
        s->shift = 0;
        s->bias = before + LINJA_SCALE - 1;
        return;
    }
    unsigned shift = 0;
    while (frequency > 1U << shift) shift++;
    s->reciprocal = (uint32_t)(((UINT64_C(1) << (shift + 31)) + frequency - 1) / frequency);
    s->shift = (uint16_t)(shift - 1);
    s->bias = before;
}

void linja_packing_begin(linja_packing *p, const linja_model *m) {
    for (int context = 0; context < LINJA_CONTEXTS; context++) {
        unsigned before = 0;
        for (int i = 0; i < LINJA_SYMBOLS; i++) {
            unsigned frequency = m->frequency[context][i];
            set_symbol(&p->symbols[context * LINJA_SYMBOLS + i], before, frequency);
            before += frequency;
        }
    }
    p->find_keys = linja_keys_best();
    const unsigned each = LINJA_SCALE >> RAW_BITS;
    for (unsigned i = 0; i < 1U << RAW_BITS; i++) set_symbol(&p->symbols[RAW + i], each * i, each);
}

#ifdef LINJA_X86_KERNELS
linja_keys_find linja_keys_avx2, linja_keys_avx512;
#endif

linja_keys_find *linja_keys_best(void) {
#ifdef LINJA_X86_KERNELS
    if (__builtin_cpu_supports("avx512bw")) return linja_keys_avx512;
    if (__builtin_cpu_supports("avx2")) return linja_keys_avx2;
#endif
    return linja_keys_plain;
}

/* The symbols of a strip, in order. */
typedef struct symbols {
    size_t count;
    uint16_t symbol[2 * LINJA_STRIP * LINJA_BLOCK];
} symbols;

HOT void add_symbol(symbols *s, const linja_keys *keys, int i) {
    s->symbol[s->count++] = (uint16_t)(keys->context[i] * LINJA_SYMBOLS + keys->symbol[i]);
    if (keys->symbol[i] == LINJA_ESCAPE)
        s->symbol[s->count++] = (uint16_t)(RAW + keys->difference[i]);
}

/* The first mover of a strip has only the cells before: they stand in for those above, too. */
HOT guess guess_first(const uint8_t *now, int i) {
    return guess_cell(now[i - 2], now[i - 1], now[i - 2], now[i - 1], now[i - 1], now[i - 1]);
}

static void list_symbols(linja_keys_find *find_keys, const uint8_t (*cells)[LINJA_BLOCK],
                         symbols *s, linja_histogram *histogram) {
    line lines[LINJA_STRIP];
    linja_keys keys;
    s->count = 0;
    for (int row = 0; row < LINJA_STRIP; row++) {
        uint8_t *now = lines[row].cells + MARGIN;
        uint64_t legal = 0;
        if (row == 0) {
            now[-2] = now[-1] = LINJA_WORTH_ZERO;
            for (int i = 0; i < LINJA_BLOCK; i++) {
                now[i] = cells[0][i] ? cells[0][i] : now[i - 1];
                set_key(&keys, i, guess_first(now, i), now[i]);
                legal |= (uint64_t)(cells[0][i] != 0) << i;
            }
        } else {
            const uint8_t *up = lines[row - 1].cells + MARGIN;
            const uint8_t *up_up = lines[row > 1 ? row - 2 : 0].cells + MARGIN;
            now[-2] = now[-1] = up[0];
            legal = find_keys(cells[row], up, up_up, now, &keys);
        }
        now[LINJA_BLOCK] = now[LINJA_BLOCK - 1];
        for (; legal; legal &= legal - 1) {
            int i = __builtin_ctzll(legal);
            add_symbol(s, &keys, i);
            histogram->count[i % 4][cells[row][i]]++;
        }
    }
}

/* The coder of a strip: it writes from the end to the beginning. */
typedef struct coder {
    uint32_t state;
    uint16_t *at; /* the word behind the next */
} coder;

HOT void put_symbol(coder *c, const struct linja_packed_symbol *s) {
    uint32_t state = c->state;
    bool full = state >= s->most;
    c->at[-1] = (uint16_t)state;
    c->at -= full;
    state = full ? state >> 16 : state;
    uint32_t quotient = (uint32_t)((uint64_t)state * s->reciprocal >> 32) >> s->shift;
    c->state = state + s->bias + quotient * s->rest;
}

/* So many symbols of each of so many strips, side by side: each waits for its own state only. */
HOT void code_abreast(const linja_packing *p, const symbols *const strips[LINJA_STRIPS],
                      coder *const coders[LINJA_STRIPS], size_t left[LINJA_STRIPS], size_t count,
                      int abreast) {
    coder c[LINJA_STRIPS] = {{0}};
    _Pragma("GCC unroll 4") for (int k = 0; k < abreast; k++) c[k] = *coders[k];
    for (size_t i = 1; i <= count; i++)
        _Pragma("GCC unroll 4") for (int k = 0; k < abreast; k++)
            put_symbol(&c[k], &p->symbols[strips[k]->symbol[left[k] - i]]);
    _Pragma("GCC unroll 4") for (int k = 0; k < abreast; k++) {
        *coders[k] = c[k];
        left[k] -= count;
    }
}

/* All of them as far as the shortest goes, then the others as far as the next. */
static void code_strips(const linja_packing *p, const symbols strips[LINJA_STRIPS],
                        coder coders[LINJA_STRIPS]) {
    const symbols *longest[LINJA_STRIPS];
    coder *of[LINJA_STRIPS];
    size_t left[LINJA_STRIPS];
    for (int k = 0; k < LINJA_STRIPS; k++) {
        int at = k;
        for (; at > 0 && strips[k].count > longest[at - 1]->count; at--) {
            longest[at] = longest[at - 1];
            of[at] = of[at - 1];
            left[at] = left[at - 1];
        }
        longest[at] = &strips[k];
        of[at] = &coders[k];
        left[at] = strips[k].count;
    }
    _Static_assert(LINJA_STRIPS == 4, "side by side");
    code_abreast(p, longest, of, left, left[3], 4);
    code_abreast(p, longest, of, left, left[2], 3);
    code_abreast(p, longest, of, left, left[1], 2);
    code_abreast(p, longest, of, left, left[0], 1);
}

size_t linja_tile_pack(const linja_packing *p, const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK],
                       uint8_t packed[LINJA_TILE_BYTES], linja_histogram *histogram,
                       linja_tally *tally) {
    symbols strips[LINJA_STRIPS];
    uint16_t words[LINJA_STRIPS][LINJA_STRIP_WORDS + 1];
    coder coders[LINJA_STRIPS];
    size_t all = 0;
    for (int k = 0; k < LINJA_STRIPS; k++) {
        list_symbols(p->find_keys, cells + k * LINJA_STRIP, &strips[k], histogram);
        coders[k] = (coder){STATE_LEAST, words[k] + LINJA_STRIP_WORDS + 1};
        all += strips[k].count;
        for (size_t i = 0; tally && i < strips[k].count; i++) {
            unsigned symbol = strips[k].symbol[i];
            if (symbol < RAW) tally->count[symbol / LINJA_SYMBOLS][symbol % LINJA_SYMBOLS]++;
        }
    }
    if (all == 0) return 0;
    code_strips(p, strips, coders);
    size_t length = 0;
    uint16_t sizes[LINJA_STRIPS] = {0};
    for (int k = 0; k < LINJA_STRIPS; k++) {
        if (strips[k].count == 0) continue;
        coder *c = &coders[k];
        *--c->at = (uint16_t)(c->state >> 16);
        *--c->at = (uint16_t)c->state;
        sizes[k] = (uint16_t)(words[k] + LINJA_STRIP_WORDS + 1 - c->at);
    }
    memcpy(packed, sizes, sizeof *sizes * (LINJA_STRIPS - 1));
    length = sizeof *sizes * (LINJA_STRIPS - 1);
    for (int k = 0; k < LINJA_STRIPS; k++) {
        memcpy(packed + length, coders[k].at, sizeof(uint16_t) * sizes[k]);
        length += sizeof(uint16_t) * sizes[k];
    }
    return length;
}

/* --- unpacking ------------------------------------------------------------------------------ */

void linja_unpacking_begin(linja_unpacking *u, const linja_model *m) {
    for (int context = 0; context < LINJA_CONTEXTS; context++) {
        unsigned before = 0;
        for (int i = 0; i < LINJA_SYMBOLS; i++) {
            u->before[context][i] = (uint16_t)before;
            before += m->frequency[context][i];
        }
    }
}

typedef struct decoder {
    const linja_unpacking *u;
    uint32_t state;
    const uint8_t *at, *end;
} decoder;

/* Takes the next word where the state is too small; behind the end there are none, which is found
 * when all is done. */
HOT void refill(decoder *d) {
    if (d->state >= STATE_LEAST) return;
    uint16_t word = 0;
    if (d->at < d->end) memcpy(&word, d->at, sizeof word);
    d->at += sizeof word;
    d->state = d->state << 16 | word;
}

HOT uint8_t take_cell(decoder *d, guess g) {
    unsigned slot = d->state % LINJA_SCALE;
    const uint16_t *before = d->u->before[g.context];
    unsigned symbol = 0, end = before[1]; /* the first is by far the likeliest */
    while (slot >= end) {
        symbol++;
        end = symbol < LINJA_ESCAPE ? before[symbol + 1] : LINJA_SCALE;
    }
    d->state = (end - before[symbol]) * (d->state >> LINJA_SCALE_BITS) + slot - before[symbol];
    refill(d);
    uint8_t difference = unfold((uint8_t)symbol);
    if (symbol == LINJA_ESCAPE) {
        const unsigned each = LINJA_SCALE >> RAW_BITS;
        slot = d->state % LINJA_SCALE;
        difference = (uint8_t)(slot / each);
        d->state = each * (d->state >> LINJA_SCALE_BITS) + slot % each;
        refill(d);
    }
    return (uint8_t)(g.value + (g.turned ? -difference : difference));
}

static void take_first_line(decoder *d, uint64_t legal, line *l) {
    uint8_t *now = l->cells + MARGIN;
    now[-2] = now[-1] = LINJA_WORTH_ZERO;
    for (int i = 0; i < LINJA_BLOCK; i++) {
        now[i] = now[i - 1];
        if (!(legal >> i & 1)) continue;
        now[i] = take_cell(
            d, guess_cell(now[i - 2], now[i - 1], now[i - 2], now[i - 1], now[i - 1], now[i - 1]));
    }
    now[LINJA_BLOCK] = now[LINJA_BLOCK - 1];
}

static void take_next_line(decoder *d, uint64_t legal, const line *above_above, const line *above,
                           line *l) {
    const uint8_t *up = above->cells + MARGIN, *up_up = above_above->cells + MARGIN;
    uint8_t *now = l->cells + MARGIN;
    now[-2] = now[-1] = up[0];
    memcpy(now, up, LINJA_BLOCK);
    int8_t slope[LINJA_BLOCK];
    uint8_t unrest[LINJA_BLOCK];
    for (int i = 0; i < LINJA_BLOCK; i++) slope[i] = slope_above(up[i - 1], up[i]);
    for (int i = 0; i < LINJA_BLOCK; i++) unrest[i] = unrest_above(up[i], up[i + 1], up_up[i]);
    for (; legal; legal &= legal - 1) {
        int i = __builtin_ctzll(legal);
        now[i] =
            take_cell(d, guess_by(slope[i], unrest[i], now[i - 2], now[i - 1], up[i - 1], up[i]));
    }
    now[LINJA_BLOCK] = now[LINJA_BLOCK - 1];
}

bool linja_strip_unpack(const linja_unpacking *u, const uint8_t *packed, size_t length, int strip,
                        const uint64_t legal[LINJA_STRIP], int rows,
                        uint8_t cells[LINJA_STRIP][LINJA_BLOCK]) {
    uint16_t sizes[LINJA_STRIPS] = {0};
    size_t begin = sizeof *sizes * (LINJA_STRIPS - 1), end;
    if (length < begin) return false;
    memcpy(sizes, packed, begin);
    for (int k = 0; k < strip; k++) begin += sizeof *sizes * sizes[k];
    end = strip == LINJA_STRIPS - 1 ? length : begin + sizeof *sizes * sizes[strip];
    if (end > length || begin > end || end - begin < sizeof(uint32_t) || (end - begin) % 2 != 0)
        return false;
    decoder d = {.u = u, .at = packed + begin + sizeof d.state, .end = packed + end};
    memcpy(&d.state, packed + begin, sizeof d.state);
    line lines[LINJA_STRIP];
    take_first_line(&d, legal[0], &lines[0]);
    for (int i = 1; i < rows; i++)
        take_next_line(&d, legal[i], &lines[i > 1 ? i - 2 : 0], &lines[i - 1], &lines[i]);
    for (int i = 0; i < rows; i++) memcpy(cells[i], lines[i].cells + MARGIN, LINJA_BLOCK);
    /* Who has read it all must have come to where the packer began. */
    return d.at <= d.end && (rows < LINJA_STRIP || (d.at == d.end && d.state == STATE_LEAST));
}
