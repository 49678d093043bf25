/* SPDX-License-Identifier: MIT
 *
 * Solving a game of PAWNS a side (default 9) on one core with each kernel of this machine, in turn
 * and twice, so that they can be compared: nanoseconds of processor time a placement, for the
 * layers and for packing them. RULES are names with blanks between (default: 2003, zen and
 * zen+mean), KERNEL one kernel. The check is of all values, which are the same whatever solved
 * them. docs/solver.md tells how to count instructions and cache lines with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linja/solution/solve.h"
#include "linja/solution/table_format.h"
#include "linja/solution/table_pack.h"

enum { ROUNDS = 2 };

typedef struct solved {
    linja_packer *packer;
    double packing; /* seconds */
    double placements;
    uint64_t check; /* of all tiles */
    bool counted;   /* whether those two are wanted */
} solved;

static double core_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static status forget(void *context, uint64_t offset, const void *bytes, size_t length, error *e) {
    (void)context, (void)offset, (void)bytes, (void)length, (void)e;
    return STATUS_OK;
}

static status look_at(void *context, const linja_solved *s, int layer, error *e) {
    solved *all = context;
    if (all->packer) {
        double begin = core_seconds();
        status code = linja_packer_layer(all->packer, s, layer, e);
        all->packing += core_seconds() - begin;
        return code;
    }
    const linja_index *index = &s->index;
    for (int block = 0; all->counted && block < index->blocks; block++) {
        int potential = linja_other_potential(index, layer, block);
        if (potential < 0) continue;
        int end = index->block_group[potential + 1];
        for (int other = index->block_group[potential]; other < end; other++) {
            uint8_t tile[LINJA_BLOCK][LINJA_BLOCK];
            linja_take_tile(&s->solving, block, other, tile);
            for (int i = 0; i < LINJA_BLOCK * LINJA_BLOCK; i++)
                all->placements += tile[i / LINJA_BLOCK][i % LINJA_BLOCK] != 0;
            all->check = 31 * all->check + linja_table_check(tile, sizeof tile);
        }
    }
    return STATUS_OK;
}

/* The seconds that its layers took. */
static double solve(const linja_rules *rules, int pawns, const char *kernel, solved *all) {
    linja_solve_options options = {
        .rules = rules, .pawns = pawns, .kernel = kernel, .job.threads = 1};
    error e;
    double begin = core_seconds();
    if ((!all->counted &&
         linja_packer_new(&(linja_sink){forget, NULL}, 1, &all->packer, &e) != STATUS_OK) ||
        linja_solve_layers(&options, look_at, all, &e) != STATUS_OK) {
        fprintf(stderr, "%s\n", e.text);
        exit(1);
    }
    linja_packer_free(all->packer);
    return core_seconds() - begin - all->packing;
}

static void compare(const linja_rules *rules, int pawns) {
    linja_kernel_choice kernels[LINJA_KERNELS_MAX];
    size_t count = linja_kernels(kernels);
    const char *only = getenv("KERNEL");
    solved known = {.counted = true};
    solve(rules, pawns, only, &known);
    double layers[LINJA_KERNELS_MAX] = {0}, packing = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++) {
            solved again = {0};
            if (only && strcmp(only, kernels[i].name) != 0) continue;
            double spent = solve(rules, pawns, kernels[i].name, &again);
            if (round == 0 || spent < layers[i]) layers[i] = spent;
            if (packing == 0 || again.packing < packing) packing = again.packing;
        }
    for (size_t i = 0; i < count; i++)
        if (layers[i] > 0)
            printf("%-18s %-8s %6.2f ns, packing %5.2f; check %016llx\n", rules->name,
                   kernels[i].name, 1e9 * layers[i] / known.placements,
                   1e9 * packing / known.placements, (unsigned long long)known.check);
}

int main(void) {
    char names[256];
    const char *wanted = getenv("RULES"), *pawns = getenv("PAWNS");
    snprintf(names, sizeof names, "%s", wanted ? wanted : "2003 zen zen+mean");
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest));) {
        const linja_rules *rules = linja_find_rules(name);
        if (!rules) return 1;
        compare(rules, pawns ? atoi(pawns) : 9);
    }
    return 0;
}
