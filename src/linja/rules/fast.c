/* SPDX-License-Identifier: MIT
 *
 * The fast turn generator. A set of rows is a byte, bit r for row r, so that all pawns which can
 * make a step are found with a shift and an AND. */
#include "linja/rules/fast.h"

#include <assert.h>

#define BYTES(x) (UINT64_C(0x0101010101010101) * (x))

enum { START_ROW = 0x01, GOAL_ROW = 0x80, INNER_ROWS = 0x7e };

/* Gathers the top bits of the eight bytes: byte r's goes to bit r. */
static inline unsigned top_bits(uint64_t word) {
    return (unsigned)((word & BYTES(0x80)) * UINT64_C(0x0002040810204081) >> 56);
}

/* Bytes with at least one pawn, by their top bit. No count exceeds 24, so the additions do not
 * carry. */
static inline uint64_t bytes_taken(uint64_t pawns) {
    return (pawns + BYTES(0x7f)) & BYTES(0x80);
}

static inline unsigned rows_taken(uint64_t pawns) {
    return top_bits(bytes_taken(pawns));
}

/* Rows on which a step may end. */
static inline unsigned rows_free(uint64_t all) {
    unsigned crowded = top_bits(all + BYTES(0x80 - LINJA_ROW_LIMIT));
    return ~crowded | START_ROW | GOAL_ROW;
}

static inline uint64_t one(int row) {
    return UINT64_C(1) << 8 * row;
}

static inline int count_on(uint64_t pawns, int row) {
    return (int)(pawns >> 8 * row & 0xff);
}

/* Whether every row of the mover is higher than every row of the opponent: of sets of rows, or of
 * bytes that are taken. */
static inline bool all_passed(uint64_t mover, uint64_t opponent) {
    return (mover & -mover) > opponent;
}

static inline linja_fast_turn fast_step(int from, int to) {
    return 0x80u | (unsigned)from << 3 | (unsigned)to;
}

#define EACH_ROW(row, set)                                                                         \
    for (unsigned left_ = (set), row = 0; left_ && (row = (unsigned)__builtin_ctz(left_), true);   \
         left_ &= left_ - 1)

/* Where the turns go and what all steps of one have in common. */
typedef struct turn_maker {
    const linja_rules *rules;
    uint64_t opponent;
    unsigned opponent_rows;
    linja_fast_turn *end;
} turn_maker;

static inline void emit(turn_maker *t, linja_fast_turn turn) {
    *t->end++ = turn;
}

static inline void add_bonuses(turn_maker *t, uint64_t mover, linja_fast_turn made, int shift) {
    unsigned room = rows_free(mover + t->opponent);
    unsigned mine = rows_taken(mover);
    unsigned back = t->rules->bonus_returns ? mine : mine & ~(unsigned)GOAL_ROW;
    EACH_ROW(from, mine & room >> 1 & ~(unsigned)GOAL_ROW)
    emit(t, made | fast_step((int)from, (int)from + 1) << shift);
    EACH_ROW(from, back & room << 1 & ~(unsigned)START_ROW)
    emit(t, made | fast_step((int)from, (int)from - 1) << shift);
    if (!t->rules->bonus_mean) return;
    /* The opponent's goal is the mover's starting line: its pawns there are locked. */
    unsigned theirs = t->opponent_rows & ~(unsigned)START_ROW;
    EACH_ROW(from, theirs & room >> 1 & ~(unsigned)GOAL_ROW)
    emit(t, made | (0x40u | fast_step((int)from, (int)from + 1)) << shift);
    EACH_ROW(from, theirs & room << 1)
    emit(t, made | (0x40u | fast_step((int)from, (int)from - 1)) << shift);
}

static inline void add_openings(turn_maker *t, uint64_t mover, linja_fast_turn made, int shift,
                                bool extra);

/* Follow-ups of `reach` rows after the steps `made`; the turn without one is legal if it is
 * optional or none can be made. */
static inline void add_follow_ups(turn_maker *t, uint64_t mover, int reach, linja_fast_turn made,
                                  int shift, bool extra) {
    uint64_t all = mover + t->opponent;
    unsigned mine = rows_taken(mover) & ~(unsigned)GOAL_ROW;
    unsigned into_goal = mine & ~0u << (LINJA_GOAL - reach);
    unsigned inside = mine & ~into_goal & rows_free(all) >> reach;
    if (t->rules->follow_up_optional || (into_goal | inside) == 0) emit(t, made);

    EACH_ROW(from, into_goal) {
        linja_fast_turn turn = made | fast_step((int)from, LINJA_GOAL) << shift;
        emit(t, turn);
        if (t->rules->bonus && (int)from + reach == LINJA_GOAL)
            add_bonuses(t, mover - one((int)from) + one(LINJA_GOAL), turn, shift + 8);
    }
    EACH_ROW(from, inside) {
        int to = (int)from + reach;
        linja_fast_turn turn = made | fast_step((int)from, to) << shift;
        uint64_t after = mover - one((int)from) + one(to);
        if (t->rules->extra_turn && !extra && count_on(all, to) == 0 &&
            !all_passed(rows_taken(after), t->opponent_rows))
            add_openings(t, after, turn, shift + 8, true);
        else
            emit(t, turn);
    }
}

/* Opening steps and all that may follow them. If none can be made, the turn ends with the steps
 * `made` (none at all: a pass). */
static inline void add_openings(turn_maker *t, uint64_t mover, linja_fast_turn made, int shift,
                                bool extra) {
    uint64_t all = mover + t->opponent;
    unsigned from_rows = rows_taken(mover) & rows_free(all) >> 1 & ~(unsigned)GOAL_ROW;
    if (from_rows == 0) emit(t, made);
    EACH_ROW(from, from_rows) {
        int to = (int)from + 1;
        linja_fast_turn turn = made | fast_step((int)from, to) << shift;
        uint64_t after = mover - one((int)from) + one(to);
        int reach = to == LINJA_GOAL ? t->rules->goal_follow_up : count_on(all, to);
        if (reach == 0 ||
            (t->rules->ends_at_once && all_passed(rows_taken(after), t->opponent_rows))) {
            emit(t, turn);
            if (to == LINJA_GOAL && t->rules->bonus && !t->rules->bonus_follow_up)
                add_bonuses(t, after, turn, shift + 8);
        } else {
            add_follow_ups(t, after, reach, turn, shift + 8, extra);
        }
    }
}

size_t linja_fast_turns(const linja_rules *rules, linja_packed p,
                        linja_fast_turn turns[LINJA_TURNS_MAX]) {
    turn_maker t = {rules, p.opponent, rows_taken(p.opponent), turns};
    add_openings(&t, p.mover, 0, 0, false);
    size_t count = (size_t)(t.end - turns);
    assert(count > 0 && count <= LINJA_TURNS_MAX);
    return count;
}

linja_packed linja_apply(linja_packed p, linja_fast_turn turn, bool *over) {
    bool passed = false;
    for (; turn; turn >>= 8) {
        uint64_t moved = one(turn & 7) - one(turn >> 3 & 7);
        if (turn & 0x40)
            p.opponent += moved;
        else
            p.mover += moved;
        passed |= all_passed(bytes_taken(p.mover), bytes_taken(p.opponent));
    }
    *over = passed;
    return (linja_packed){__builtin_bswap64(p.opponent), __builtin_bswap64(p.mover)};
}

bool linja_packed_over(linja_packed p) {
    unsigned mover = rows_taken(p.mover), opponent = rows_taken(p.opponent);
    unsigned room = rows_free(p.mover + p.opponent);
    if (all_passed(mover, opponent)) return true;
    unsigned mover_opens = mover & room >> 1 & ~(unsigned)GOAL_ROW;
    unsigned opponent_opens = opponent & room << 1 & ~(unsigned)START_ROW;
    return mover_opens == 0 && opponent_opens == 0;
}

linja_packed linja_pack(const linja_position *p) {
    linja_packed packed = {0, 0};
    for (int row = 0; row < LINJA_ROWS; row++) {
        packed.mover |= (uint64_t)p->pawns[p->to_move][row] << 8 * row;
        packed.opponent |= (uint64_t)p->pawns[1 - p->to_move][LINJA_GOAL - row] << 8 * row;
    }
    return packed;
}

linja_fast_turn linja_pack_turn(const linja_turn *turn) {
    linja_fast_turn fast = 0;
    for (int i = turn->count - 1; i >= 0; i--) {
        linja_step step = turn->steps[i];
        linja_fast_turn packed =
            step.opposing ? 0x40u | fast_step(LINJA_GOAL - step.from, LINJA_GOAL - step.to)
                          : fast_step(step.from, step.to);
        fast = fast << 8 | packed;
    }
    return fast;
}

linja_turn linja_unpack_turn(const linja_rules *rules, linja_fast_turn fast) {
    linja_turn turn = {0};
    for (; fast; fast >>= 8) {
        bool opposing = fast & 0x40;
        uint8_t from = fast >> 3 & 7, to = fast & 7;
        linja_step step = {.from = opposing ? (uint8_t)(LINJA_GOAL - from) : from,
                           .to = opposing ? (uint8_t)(LINJA_GOAL - to) : to,
                           .opposing = opposing};
        const linja_step *last = turn.count ? &turn.steps[turn.count - 1] : NULL;
        if (!last || last->phase == LINJA_FOLLOW_UP)
            step.phase = !last || rules->extra_turn ? LINJA_OPENING : LINJA_BONUS;
        else
            step.phase =
                last->to == LINJA_GOAL && !rules->goal_follow_up ? LINJA_BONUS : LINJA_FOLLOW_UP;
        turn.steps[turn.count++] = step;
    }
    return turn;
}

/* Where a game can go in circles, its sequences remember their positions and end with the third
 * occurrence of one. */
typedef struct perft_path {
    const linja_rules *rules;
    bool overflow;
    int length;
    linja_packed seen[GAME_PERFT_MAX + 1];
} perft_path;

static bool third_occurrence(const perft_path *path, linja_packed p) {
    int earlier = 0;
    for (int i = path->length - 2; i >= 0; i -= 2)
        earlier += path->seen[i].mover == p.mover && path->seen[i].opponent == p.opponent;
    return earlier + 1 >= LINJA_OCCURRENCES;
}

static uint64_t count_sequences(perft_path *path, linja_packed p, int depth);

static uint64_t count_after(perft_path *path, linja_packed p, linja_fast_turn turn, int depth) {
    bool over;
    linja_packed after = linja_apply(p, turn, &over);
    if (depth == 1) return 1;
    if (over) return 0;
    path->seen[path->length++] = p;
    uint64_t count = count_sequences(path, after, depth - 1);
    path->length--;
    return count;
}

static uint64_t count_sequences(perft_path *path, linja_packed p, int depth) {
    if (linja_goes_in_circles(path->rules) && third_occurrence(path, p)) return 0;
    if (linja_packed_over(p)) return 0;
    linja_fast_turn turns[LINJA_TURNS_MAX];
    size_t count = linja_fast_turns(path->rules, p, turns);
    if (depth == 1) return count;
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        if (__builtin_add_overflow(total, count_after(path, p, turns[i], depth), &total))
            path->overflow = true;
    return total;
}

bool linja_perft(const linja_rules *rules, const linja_position *p, const linja_fast_turn *first,
                 int depth, uint64_t *count) {
    assert(depth >= 0 && depth <= GAME_PERFT_MAX);
    perft_path path = {.rules = rules};
    if (depth == 0)
        *count = 1;
    else if (linja_over(p))
        *count = 0;
    else if (first)
        *count = count_after(&path, linja_pack(p), *first, depth);
    else
        *count = count_sequences(&path, linja_pack(p), depth);
    return !path.overflow;
}
