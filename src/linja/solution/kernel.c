/* SPDX-License-Identifier: MIT
 *
 * The kernel: one arrangement of the mover against 64 opponents at once, a byte each. Whether a
 * turn is possible depends on the opponent only through the number of pawns on a row, so every
 * turn is tried for all 64 and masked out where it is not legal; bytes without a turn are 0, the
 * least, so a masked maximum is an AND and a MAX.
 *
 * Built several times (CMakeLists.txt): KERNEL names the function, and the compiler's target sets
 * the width of a vector. The plain build is for any machine and gives the same cells. */
#include <string.h>

#include "linja/solution/layers.h"
#include "linja/solution/transpose.h"

#ifndef KERNEL
#define KERNEL linja_kernel_plain
#endif
linja_kernel KERNEL;

#if defined(__AVX512BW__)
#include <immintrin.h>
#define WIDTH            64
#define NATIVE_MAX(a, b) (vec) _mm512_max_epu8((__m512i)(a), (__m512i)(b))
#elif defined(__AVX2__)
#include <immintrin.h>
#define WIDTH            32
#define NATIVE_MAX(a, b) (vec) _mm256_max_epu8((__m256i)(a), (__m256i)(b))
#elif defined(__SSE2__)
#include <emmintrin.h>
#define WIDTH            16
#define NATIVE_MAX(a, b) (vec) _mm_max_epu8((__m128i)(a), (__m128i)(b))
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define WIDTH            16
#define NATIVE_MAX(a, b) (vec) wasm_u8x16_max((v128_t)(a), (v128_t)(b))
#else
#define WIDTH 16
#endif

enum { PARTS = LINJA_BLOCK / WIDTH };

/* The hot functions see the rules as constants: each edition gets code of its own. */
#define HOT static inline __attribute__((always_inline))

typedef uint8_t vec __attribute__((vector_size(WIDTH)));

HOT vec max(vec a, vec b) {
#ifdef NATIVE_MAX
    return NATIVE_MAX(a, b);
#else
    vec larger = (vec)(a > b);
    return (a & larger) | (b & ~larger);
#endif
}

HOT vec all(int value) {
    return (vec){0} + (uint8_t)value;
}

HOT vec load(const uint8_t *bytes) {
    vec v;
    memcpy(&v, bytes, sizeof v);
    return v;
}

HOT void store(uint8_t *bytes, vec v) {
    memcpy(bytes, &v, sizeof v);
}

HOT vec choose(vec mask, vec yes, vec no) {
    return (mask & yes) | (~mask & no);
}

HOT bool any(vec mask) {
    uint64_t words[WIDTH / 8], together = 0;
    memcpy(words, &mask, sizeof mask);
    for (size_t i = 0; i < WIDTH / 8; i++) together |= words[i];
    return together != 0;
}

/* --- the opponents -------------------------------------------------------------------------- */

enum { PUSHES_MAX = 13 };

/* A bonus step of one of the opponents' pawns: it leads to another opponent in each lane. */
typedef struct push {
    _Alignas(64) uint8_t there[LINJA_BLOCK]; /* all bits where there is such a pawn */
    _Alignas(64) uint8_t points[LINJA_BLOCK];
    size_t place[LINJA_BLOCK]; /* of the other opponent's first cell */
    int to;                    /* the row it ends on, as the mover counts */
} push;

/* Up to 64 opponents, one a lane, their rows as the mover counts. Lanes without an opponent hold a
 * crowd against which nothing is legal. */
typedef struct opponents {
    const linja_solving *s;
    _Alignas(64) uint8_t standing[LINJA_ROWS][LINJA_BLOCK];
    _Alignas(64) uint8_t highest[LINJA_BLOCK]; /* the mover's row of their rearmost pawn */
    _Alignas(64) uint8_t points[LINJA_BLOCK];  /* modulo 256 */
    uint8_t counts[LINJA_ROWS];                /* bit n: some opponent has n pawns on the row */
    uint8_t least[LINJA_ROWS];                 /* pawns that all have on the row */
    uint8_t least_highest;
    const uint8_t *replies; /* the cells of these opponents as movers */
    uint8_t *half;
    int push_count;
    push pushes[PUSHES_MAX];
} opponents;

static void set_push(opponents *o, int block, int from, int to) {
    const linja_index *index = o->s->index;
    int step = to > from ? linja_step_forward(from, 1) : linja_step_back(from);
    push *p = &o->pushes[o->push_count];
    bool any_there = false;
    p->to = LINJA_GOAL - to;
    for (int lane = 0; lane < LINJA_BLOCK; lane++) {
        int number = index->block_first[block] + lane;
        bool there = lane < linja_block_size(index, block) && index->rows[number][from] > 0;
        /* Where there is none, what is read counts for nothing; it must only be solved already. */
        int moved = there ? index->step[number][step] : index->block_first[block];
        p->there[lane] = there ? 0xff : 0;
        p->points[lane] = (uint8_t)o->s->points[moved];
        p->place[lane] = linja_plane(o->s, moved);
        any_there |= there;
    }
    o->push_count += any_there;
}

static void set_opponents(opponents *o, const linja_solving *s, int block) {
    const linja_index *index = s->index;
    memset(o, 0, offsetof(opponents, pushes));
    memset(o->standing, 100, sizeof o->standing);
    memset(o->least, 0xff, sizeof o->least);
    o->s = s;
    o->least_highest = LINJA_GOAL;
    o->replies = s->cells + linja_plane(s, index->block_first[block]);
    o->half = s->half + (size_t)block * (size_t)s->ring * LINJA_BLOCK;
    for (int lane = 0; lane < linja_block_size(index, block); lane++) {
        int number = index->block_first[block] + lane;
        for (int row = 0; row < LINJA_ROWS; row++) {
            uint8_t pawns = index->rows[number][LINJA_GOAL - row];
            o->standing[row][lane] = pawns;
            if (pawns <= LINJA_ROW_LIMIT) o->counts[row] |= (uint8_t)(1 << pawns);
            if (pawns < o->least[row]) o->least[row] = pawns;
        }
        o->highest[lane] = (uint8_t)(LINJA_GOAL - index->rearmost[number]);
        if (o->highest[lane] < o->least_highest) o->least_highest = o->highest[lane];
        o->points[lane] = (uint8_t)s->points[number];
    }
    if (!s->rules->bonus_mean) return;
    for (int from = 0; from < LINJA_GOAL; from++) { /* a pawn in its goal is locked */
        set_push(o, block, from, from + 1);
        if (from > 0) set_push(o, block, from, from - 1);
    }
}

static bool all_illegal(const opponents *o, int mover) {
    for (int row = 1; row < LINJA_GOAL; row++)
        if (o->s->index->rows[mover][row] + o->least[row] > LINJA_ROW_LIMIT) return true;
    return false;
}

/* --- one mover ------------------------------------------------------------------------------ */

/* One mover against a vector of opponents, of whom the first is in lane `offset`. */
typedef struct lanes {
    const opponents *o;
    int offset;
    vec total[LINJA_ROWS]; /* pawns of both on each inner row */
    vec room[LINJA_ROWS];  /* all bits where a step may end on the row */
} lanes;

HOT vec reply(const lanes *l, int number) {
    return load(l->o->replies + (size_t)l->o->s->slot[number] * LINJA_BLOCK + l->offset);
}

HOT uint8_t *half_place(const lanes *l, int number) {
    return l->o->half + (size_t)l->o->s->place[number] * LINJA_BLOCK + l->offset;
}

HOT vec half(const lanes *l, int number) {
    return load(half_place(l, number));
}

/* The lanes in which a mover of this number has passed the opponent. */
HOT vec passed(const lanes *l, int number) {
    return (vec)(load(l->o->highest + l->offset) < all(l->o->s->index->rearmost[number]));
}

HOT bool none_passed(const lanes *l, int number) {
    return l->o->s->index->rearmost[number] <= l->o->least_highest;
}

/* What the game is worth if it ends with the mover at this number. */
HOT vec margin(const lanes *l, int number) {
    return all(LINJA_WORTH_ZERO + l->o->s->points[number]) - load(l->o->points + l->offset);
}

HOT void look_at(lanes *l, const opponents *o, int offset, int number) {
    l->o = o;
    l->offset = offset;
    for (int row = 1; row < LINJA_GOAL; row++) {
        l->total[row] = load(o->standing[row] + offset) + o->s->index->rows[number][row];
        l->room[row] = (vec)(l->total[row] < all(LINJA_ROW_LIMIT));
    }
    l->room[0] = l->room[LINJA_GOAL] = all(0xff);
}

HOT vec legal(const lanes *l) {
    vec ok = all(0xff);
    for (int row = 1; row < LINJA_GOAL; row++) ok &= (vec)(l->total[row] <= all(LINJA_ROW_LIMIT));
    return ok;
}

/* The best turn so far, and the best if there were no extra turn. */
typedef struct choice {
    vec best, plain;
} choice;

HOT void take(choice *c, vec value) {
    c->best = max(c->best, value);
    c->plain = max(c->plain, value);
}

/* Follow-ups of `reach` rows, in the lanes of the mask, after an opening step from `opened` that
 * led to `number`. */
HOT void take_follow_ups(choice *c, const lanes *l, const linja_rules *rules, vec mask, int number,
                         int opened, int reach) {
    const linja_index *index = l->o->s->index;
    const uint8_t *rows = index->rows[number];
    const uint16_t *step = index->step[number];
    vec made = all(0);
    for (int from = 0; from < LINJA_GOAL; from++) {
        if (rows[from] == 0) continue;
        int to = from + reach;
        if (to >= LINJA_GOAL) {
            int after = step[linja_step_forward(from, LINJA_GOAL - from)];
            bool earns = rules->bonus && to == LINJA_GOAL;
            take(c, mask & (earns ? half(l, after) : reply(l, after)));
            made = mask;
            continue;
        }
        /* The opening step has left one row, and taken a place on the next. */
        vec room = to == opened       ? all(0xff)
                   : to == opened + 1 ? (vec)(l->total[to] < all(LINJA_ROW_LIMIT - 1))
                                      : l->room[to];
        int after = step[linja_step_forward(from, reach)];
        vec possible = mask & room, value = possible & reply(l, after);
        made |= possible;
        if (rules->extra_turn && rows[to] == 0 && l->o->counts[to] & 1) {
            vec empty = (vec)(l->total[to] == (uint8_t)(to == opened));
            /* Where nobody can open again, or all have passed, the turn just ends. */
            vec more = half(l, after);
            vec extra = empty & (vec)(more != 0) & ~passed(l, after);
            c->plain = max(c->plain, value);
            c->best = max(c->best, choose(extra, possible & more, value));
        } else {
            take(c, value);
        }
    }
    if (!rules->follow_up_optional) take(c, mask & ~made & reply(l, number));
}

HOT choice choose_turn(const lanes *l, const linja_rules *rules, int number) {
    const linja_index *index = l->o->s->index;
    const uint8_t *rows = index->rows[number];
    bool opening_earns = rules->bonus && !l->o->s->rules->bonus_follow_up;
    choice c = {all(0), all(0)};
    for (int from = 0; from < LINJA_GOAL; from++) {
        if (rows[from] == 0) continue;
        int to = from + 1, after = index->step[number][linja_step_forward(from, 1)];
        vec open = l->room[to];
        if (rules->ends_at_once && !none_passed(l, after)) {
            vec over = open & passed(l, after);
            take(&c, over & reply(l, after));
            open &= ~over;
        }
        if (to == LINJA_GOAL) {
            if (rules->goal_follow_up)
                take_follow_ups(&c, l, rules, open, after, from, rules->goal_follow_up);
            else
                take(&c, open & (opening_earns ? half(l, after) : reply(l, after)));
            continue;
        }
        vec ends = rules->follow_up_optional ? open : open & (vec)(l->total[to] == 0);
        take(&c, ends & reply(l, after));
        unsigned present = (unsigned)l->o->counts[to] << rows[to];
        for (int reach = 1; reach <= LINJA_LONGEST_STEP; reach++) {
            if (!(present >> reach & 1)) continue;
            vec mask = open & (vec)(l->total[to] == (uint8_t)reach);
            if (any(mask)) take_follow_ups(&c, l, rules, mask, after, from, reach);
        }
    }
    return c;
}

/* The value of a mover against each opponent, as a byte that is larger the better for the mover;
 * 0 where there is no turn or no legal placement. Answers whether a legal placement has none. */
HOT bool solve_mover(const opponents *o, const linja_rules *rules, int number,
                     uint8_t out[LINJA_BLOCK]) {
    bool waits = false;
    for (int part = 0; part < PARTS; part++) {
        lanes l;
        look_at(&l, o, part * WIDTH, number);
        choice c = choose_turn(&l, rules, number);
        vec ok = legal(&l);
        c.best = ok & choose(passed(&l, number), margin(&l, number), c.best);
        store(out + l.offset, c.best);
        if (rules->extra_turn) store(half_place(&l, number), ok & c.plain);
        waits |= any(ok & (vec)(c.best == 0));
    }
    return waits;
}

/* --- the bonus ------------------------------------------------------------------------------ */

/* What the mover gets by ending a turn with a bonus at this number. If all had passed before, the
 * game ends with the turn, wherever it leads. */
HOT vec after_bonus(const lanes *l, int number, vec over) {
    return choose(over, margin(l, number), reply(l, number));
}

HOT vec after_push(const lanes *l, const push *p, int number, vec over) {
    const uint8_t *bytes = l->o->s->cells + (size_t)l->o->s->slot[number] * LINJA_BLOCK;
    _Alignas(64) uint8_t gathered[WIDTH];
    for (int i = 0; i < WIDTH; i++) gathered[i] = bytes[p->place[l->offset + i]];
    vec ended = all(LINJA_WORTH_ZERO + l->o->s->points[number]) - load(p->points + l->offset);
    return load(p->there + l->offset) & l->room[p->to] & choose(over, ended, load(gathered));
}

/* What it is worth to have earned a bonus: the best of leaving it and of each step. */
static void solve_bonus(const opponents *o, int number) {
    const uint8_t *rows = o->s->index->rows[number];
    const uint16_t *step = o->s->index->step[number];
    for (int part = 0; part < PARTS; part++) {
        lanes l;
        look_at(&l, o, part * WIDTH, number);
        vec over = passed(&l, number), best = after_bonus(&l, number, over);
        for (int from = 0; from < LINJA_GOAL; from++) {
            if (rows[from] == 0) continue;
            int forward = step[linja_step_forward(from, 1)];
            best = max(best, l.room[from + 1] & after_bonus(&l, forward, over));
            if (from == 0) continue;
            int back = step[linja_step_back(from)];
            best = max(best, l.room[from - 1] & after_bonus(&l, back, over));
        }
        /* Out of the goal again: if the game goes on, its value is known a layer later. */
        if (o->s->rules->bonus_returns && rows[LINJA_GOAL] > 0) {
            int back = step[linja_step_back(LINJA_GOAL)];
            best = max(best, over & l.room[LINJA_GOAL - 1] & margin(&l, back));
        }
        for (int i = 0; i < o->push_count; i++)
            best = max(best, after_push(&l, &o->pushes[i], number, over));
        store(half_place(&l, number), legal(&l) & best);
    }
}

/* The step back out of the goal, once the positions it leads to are solved. */
static void add_return(const opponents *o, int number) {
    if (o->s->index->rows[number][LINJA_GOAL] == 0) return;
    int back = o->s->index->step[number][linja_step_back(LINJA_GOAL)];
    for (int part = 0; part < PARTS; part++) {
        lanes l;
        look_at(&l, o, part * WIDTH, number);
        vec possible = legal(&l) & ~passed(&l, number) & l.room[LINJA_GOAL - 1];
        store(half_place(&l, number), max(half(&l, number), possible & reply(&l, back)));
    }
}

static void for_potential(const opponents *o, int potential, void solve(const opponents *, int)) {
    const linja_index *index = o->s->index;
    if (potential > index->potential_max) return;
    for (int number = index->group[potential]; number < index->group[potential + 1]; number++)
        if (!all_illegal(o, number)) solve(o, number);
}

/* --- a tile --------------------------------------------------------------------------------- */

HOT void solve_tile(const opponents *o, const linja_rules *rules, int mover_block, int block) {
    const linja_index *index = o->s->index;
    _Alignas(64) uint8_t values[LINJA_BLOCK][LINJA_BLOCK] = {{0}}, tile[LINJA_BLOCK][LINJA_BLOCK];
    int first = index->block_first[mover_block];
    bool solved = false, waits = false;
    for (int i = 0; i < linja_block_size(index, mover_block); i++) {
        if (all_illegal(o, first + i)) continue;
        waits |= solve_mover(o, rules, first + i, values[i]);
        solved = true;
    }
    if (solved) /* from the mover's view to that of the player who has just moved */
        linja_transpose(values, tile, true);
    else /* what was in the window before is not to be taken for values of ours */
        memset(tile, 0, sizeof tile);
    for (int i = 0; i < linja_block_size(index, block); i++)
        memcpy(o->s->cells + linja_cell(o->s, first, index->block_first[block] + i), tile[i],
               LINJA_BLOCK);
    if (waits) o->s->waits[mover_block * index->blocks + block] = 1;
}

void KERNEL(const linja_solving *s, int layer, int block) {
    const linja_index *index = s->index;
    const linja_rules *rules = s->rules;
    int potential = linja_other_potential(index, layer, block);
    if (potential < 0) return;
    opponents o;
    set_opponents(&o, s, block);
    if (rules->bonus) { /* also where no mover has this potential: those below will ask */
        if (rules->bonus_returns) for_potential(&o, potential + 4, add_return);
        for_potential(&o, potential + 3, solve_bonus);
    }
    int first = index->block_group[potential], end = index->block_group[potential + 1];
    /* What is left of the rules here is one of two kinds of edition, spelled out for the compiler;
     * bonus_follow_up is too seldom asked to be worth a third. */
    static const linja_rules in_2003 = {
        .goal_follow_up = 1, .extra_turn = true, .ends_at_once = true};
    static const linja_rules in_later = {.bonus = true, .follow_up_optional = true};
    for (int b = first; b < end; b++) {
        if (rules->extra_turn)
            solve_tile(&o, &in_2003, b, block);
        else
            solve_tile(&o, &in_later, b, block);
    }
}
