/* SPDX-License-Identifier: MIT */
#include "liniell/rules/stack.h"

#include <string.h>

static uint8_t *stack_of(liniell_position *p) {
    return p->rest + p->out_count;
}

static void sort_tiles(uint8_t *tiles, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && tiles[j - 1] > tiles[j]; j--) {
            uint8_t larger = tiles[j - 1];
            tiles[j - 1] = tiles[j];
            tiles[j] = larger;
        }
}

void liniell_draw(liniell_position *p) {
    if (p->stack_count == 0) {
        p->drawn = LINIELL_NONE;
    } else if (p->known == 0) {
        p->drawn = LINIELL_UNKNOWN;
    } else {
        uint8_t *stack = stack_of(p);
        p->drawn = stack[0];
        p->stack_count--;
        p->known--;
        memmove(stack, stack + 1, p->stack_count);
        stack[p->stack_count] = 0;
    }
}

void liniell_leave_out(liniell_position *p) {
    uint8_t *stack = stack_of(p);
    memmove(stack + 1, stack, p->stack_count);
    stack[0] = p->drawn;
    p->out_count++;
}

/* Forgets the order of the stack. */
static void gather(liniell_position *p, bool drawn_too) {
    if (drawn_too && p->drawn < LINIELL_TILES_MAX) {
        stack_of(p)[p->stack_count++] = p->drawn;
        p->drawn = LINIELL_UNKNOWN;
    }
    p->known = 0;
    sort_tiles(stack_of(p), p->stack_count);
}

void liniell_hide(liniell_position *p) {
    gather(p, false);
}

/* Puts what is not known of the stack in the order listed: so an order of all tiles means the same
 * draws from the middle of a game as from its start. */
static void put_in_order(const uint8_t *listed, size_t count, liniell_position *p) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *rest = stack_of(p) + p->known;
        uint8_t *found = memchr(rest, listed[i], (size_t)(p->stack_count - p->known));
        if (!found) continue;
        memmove(rest + 1, rest, (size_t)(found - rest));
        *rest = listed[i];
        p->known++;
    }
    if (p->drawn == LINIELL_UNKNOWN) liniell_draw(p);
}

void liniell_shuffle(const liniell_tiles *tiles, rng *random, bool drawn_too, liniell_position *p) {
    uint8_t order[LINIELL_TILES_MAX];
    for (uint8_t i = 0; i < tiles->count; i++) order[i] = i;
    for (size_t left = tiles->count; left > 1; left--) {
        size_t chosen = (size_t)rng_below(random, left);
        uint8_t last = order[left - 1];
        order[left - 1] = order[chosen];
        order[chosen] = last;
    }
    gather(p, drawn_too);
    put_in_order(order, tiles->count, p);
}

void liniell_deal(const liniell_tiles *tiles, const fair_key *stack, bool drawn_too,
                  liniell_position *p) {
    uint8_t order[LINIELL_TILES_MAX];
    fair_order(stack, tiles->count, order);
    if (drawn_too) gather(p, true);
    put_in_order(order, tiles->count, p);
}

void liniell_stack_up(const uint8_t *listed, size_t count, bool drawn_too, liniell_position *p) {
    gather(p, drawn_too);
    put_in_order(listed, count, p);
}
