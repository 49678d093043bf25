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
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#define WIDTH            16
#define NATIVE_MAX(a, b) (vec) vmaxq_u8((uint8x16_t)(a), (uint8x16_t)(b))
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

/* Before a loop over rows that is to be written out, so that what it chooses stays in registers. */
#define WRITTEN_OUT _Pragma("GCC unroll 8")

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

/* --- turns ---------------------------------------------------------------------------------- */

/* The best turn so far, and the best if there were no extra turn. */
typedef struct choice {
    vec best, plain;
} choice;

HOT void take(choice *c, vec value) {
    c->best = max(c->best, value);
    c->plain = max(c->plain, value);
}

/* A follow-up to an inner row. Where there is no room its cell is 0, for nothing else can be wrong
 * with a placement that a legal one leads to. */
HOT void take_follow_up(choice *c, const lanes *l, const linja_rules *rules, const uint8_t *rows,
                        int to, int after) {
    vec value = reply(l, after);
    if (rules->extra_turn && rows[to] == 0 && l->o->counts[to] & 1) {
        /* Where nobody can open again, or all have passed, the turn just ends. */
        vec more = half(l, after), empty = (vec)(load(l->o->standing[to] + l->offset) == 0);
        vec extra = empty & (vec)(more != 0) & ~passed(l, after);
        c->plain = max(c->plain, value);
        c->best = max(c->best, choose(extra, more, value));
    } else {
        take(c, value);
    }
}

/* What a mover gets whose opening step led to this number, by the pawns it met where it ended, as
 * many rows as the follow-up goes: none to `longest`. */
HOT void follow(choice met[LINJA_LONGEST_STEP + 1], const lanes *l, const linja_rules *rules,
                int number, int longest) {
    const uint8_t *rows = l->o->s->index->rows[number];
    const uint16_t *step = l->o->s->index->step[number];
    vec ends = reply(l, number), none = rules->follow_up_optional ? ends : all(0);
    met[0] = (choice){ends, ends};
    WRITTEN_OUT for (int reach = 1; reach <= longest; reach++) met[reach] = (choice){none, none};
    WRITTEN_OUT for (int from = 0; from < LINJA_GOAL; from++) {
        if (rows[from] == 0) continue;
        WRITTEN_OUT for (int reach = 1; reach <= longest; reach++) {
            int to = from + reach;
            if (to < LINJA_GOAL) {
                take_follow_up(&met[reach], l, rules, rows, to,
                               step[linja_step_forward(from, reach)]);
            } else {
                int after = step[linja_step_forward(from, LINJA_GOAL - from)];
                bool earns = rules->bonus && to == LINJA_GOAL;
                take(&met[reach], earns ? half(l, after) : reply(l, after));
            }
        }
    }
    if (!rules->follow_up_optional)
        WRITTEN_OUT for (int reach = 1; reach <= longest; reach++)
            take(&met[reach], ends & (vec)(met[reach].best == 0));
    if (rules->ends_at_once && !none_passed(l, number)) {
        vec over = passed(l, number);
        WRITTEN_OUT for (int reach = 1; reach <= longest; reach++) {
            met[reach].best = choose(over, ends, met[reach].best);
            met[reach].plain = choose(over, ends, met[reach].plain);
        }
    }
}

/* The turns of all movers of one potential, by their place among them. */
typedef struct turns {
    int first; /* number */
    _Alignas(64) uint8_t best[LINJA_GROUP_MAX][LINJA_BLOCK];
    _Alignas(64) uint8_t plain[LINJA_GROUP_MAX][LINJA_BLOCK]; /* only with extra turns */
} turns;

HOT void add_turns(turns *t, const lanes *l, const linja_rules *rules, int mover, vec best,
                   vec plain) {
    uint8_t *at = t->best[mover - t->first] + l->offset;
    store(at, max(load(at), best));
    if (!rules->extra_turn) return;
    at = t->plain[mover - t->first] + l->offset;
    store(at, max(load(at), plain));
}

/* The turns of all movers who open with a step on an inner row that leads to this number. What they
 * can do next depends only on where they are by then and how many pawns they met. */
HOT void open_to(turns *t, const opponents *o, const linja_rules *rules, int number) {
    const uint8_t *rows = o->s->index->rows[number];
    const uint16_t *step = o->s->index->step[number];
    for (int part = 0; part < PARTS; part++) {
        lanes l = {.o = o, .offset = part * WIDTH};
        choice met[LINJA_LONGEST_STEP + 1];
        follow(met, &l, rules, number, LINJA_LONGEST_STEP);
        for (int to = 1; to < LINJA_GOAL; to++) {
            if (rows[to] == 0) continue;
            vec standing = load(o->standing[to] + l.offset), best = all(0), plain = all(0);
            WRITTEN_OUT for (int reach = 0; reach <= LINJA_LONGEST_STEP; reach++) {
                vec here = (vec)(standing == (uint8_t)(reach + 1 - rows[to]));
                best |= here & met[reach].best;
                plain |= here & met[reach].plain;
            }
            add_turns(t, &l, rules, step[linja_step_back(to)], best, plain);
        }
    }
}

/* The same of a step into the goal that has a follow-up. */
HOT void open_to_goal(turns *t, const opponents *o, const linja_rules *rules, int number) {
    if (o->s->index->rows[number][LINJA_GOAL] == 0) return;
    for (int part = 0; part < PARTS; part++) {
        lanes l = {.o = o, .offset = part * WIDTH};
        choice met[LINJA_LONGEST_STEP + 1];
        follow(met, &l, rules, number, rules->goal_follow_up);
        const choice *c = &met[rules->goal_follow_up];
        add_turns(t, &l, rules, o->s->index->step[number][linja_step_back(LINJA_GOAL)], c->best,
                  c->plain);
    }
}

HOT void find_turns(turns *t, const opponents *o, const linja_rules *rules, int potential) {
    const linja_index *index = o->s->index;
    t->first = index->group[potential];
    size_t bytes = (size_t)(index->group[potential + 1] - t->first) * LINJA_BLOCK;
    memset(t->best, 0, bytes);
    if (rules->extra_turn) memset(t->plain, 0, bytes);
    if (potential + 2 > index->potential_max) return;
    for (int number = index->group[potential + 2]; number < index->group[potential + 3]; number++)
        if (!all_illegal(o, number)) open_to(t, o, rules, number);
    if (!rules->goal_follow_up || potential + 3 > index->potential_max) return;
    for (int number = index->group[potential + 3]; number < index->group[potential + 4]; number++)
        if (!all_illegal(o, number)) open_to_goal(t, o, rules, number);
}

/* The value of a mover against each opponent, as a byte that is larger the better for the mover;
 * 0 where there is no turn or no legal placement. Answers whether a legal placement has none. */
HOT bool solve_mover(const turns *t, const opponents *o, const linja_rules *rules, int number,
                     uint8_t out[LINJA_BLOCK]) {
    const linja_index *index = o->s->index;
    bool waits = false;
    for (int part = 0; part < PARTS; part++) {
        lanes l;
        look_at(&l, o, part * WIDTH, number);
        vec best = load(t->best[number - t->first] + l.offset), ok = legal(&l);
        if (!rules->goal_follow_up && index->rows[number][LINJA_GOAL - 1] > 0) {
            int after = index->step[number][linja_step_forward(LINJA_GOAL - 1, 1)];
            bool earns = rules->bonus && !o->s->rules->bonus_follow_up;
            best = max(best, earns ? half(&l, after) : reply(&l, after));
        }
        best = ok & choose(passed(&l, number), margin(&l, number), best);
        store(out + l.offset, best);
        if (rules->extra_turn)
            store(half_place(&l, number), ok & load(t->plain[number - t->first] + l.offset));
        waits |= any(ok & (vec)(best == 0));
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

HOT void solve_tile(const turns *t, const opponents *o, const linja_rules *rules, int mover_block,
                    int block) {
    const linja_index *index = o->s->index;
    _Alignas(64) uint8_t values[LINJA_BLOCK][LINJA_BLOCK] = {{0}}, tile[LINJA_BLOCK][LINJA_BLOCK];
    int first = index->block_first[mover_block];
    bool solved = false, waits = false;
    for (int i = 0; i < linja_block_size(index, mover_block); i++) {
        if (all_illegal(o, first + i)) continue;
        waits |= solve_mover(t, o, rules, first + i, values[i]);
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

HOT void solve_potential(const opponents *o, const linja_rules *rules, int potential, int block) {
    const linja_index *index = o->s->index;
    turns t;
    find_turns(&t, o, rules, potential);
    for (int b = index->block_group[potential]; b < index->block_group[potential + 1]; b++)
        solve_tile(&t, o, rules, b, block);
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
    /* What is left of the rules here is one of two kinds of edition, spelled out for the compiler;
     * bonus_follow_up is too seldom asked to be worth a third. */
    static const linja_rules in_2003 = {
        .goal_follow_up = 1, .extra_turn = true, .ends_at_once = true};
    static const linja_rules in_later = {.bonus = true, .follow_up_optional = true};
    if (rules->extra_turn)
        solve_potential(&o, &in_2003, potential, block);
    else
        solve_potential(&o, &in_later, potential, block);
}
