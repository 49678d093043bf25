/* SPDX-License-Identifier: MIT
 *
 * What the first move of Liniell is worth, for docs/liniell-balance.md: each tile of the standard
 * set as the first one, with a marker on each of its lines or none, to the player who lays it, as
 * the search sees it after so many nodes. How the tile is turned makes no difference: the square
 * may grow in any direction.
 *
 *     study_first_move [NODES [SEED]] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "liniell/game.h"
#include "liniell/rules/tiles.h"

typedef struct worth {
    double chance, error;
} worth;

/* Of what is worth most, what is worth least and no marker, over all tiles. */
typedef struct sums {
    worth best, worst, without;
} sums;

static void add(worth *to, worth w) {
    to->chance += w.chance;
    to->error = hypot(to->error, w.error);
}

static status look(engine *t, const game_position *p, const game_turn *turn, uint64_t nodes,
                   uint64_t seed, worth *w, error *e) {
    engine_limits limits = {.nodes = nodes, .only = turn, .only_count = 1, .seed = seed};
    const search_result *found;
    engine_forget(t);
    status code = engine_think(t, p, &limits, &found, e);
    if (code == STATUS_OK)
        *w = (worth){found->variations[0].chance, found->variations[0].chance_error};
    return code;
}

static bool is_turned(const game_turn *turn) {
    return strncmp(turn->text, "d4n", 3) != 0;
}

static status study_tile(engine *t, const char *tile, uint64_t nodes, uint64_t seed, sums *s,
                         error *e) {
    variant v = engine_variant(t);
    game_position p;
    game_turn turns[GAME_TURNS_MAX];
    variant_start(v, &p);
    status code = v.game->chance->arrange(v.rules, tile, true, &p, e);
    size_t count = code == STATUS_OK ? variant_turns(v, &p, turns) : 0;
    worth best = {-1, 0}, worst = {2, 0};
    printf("%s", tile);
    for (size_t i = 0; code == STATUS_OK && i < count; i++) {
        worth w;
        if (is_turned(&turns[i])) continue;
        code = look(t, &p, &turns[i], nodes, seed, &w, e);
        if (code != STATUS_OK) break;
        const char *marker = strchr(turns[i].text, '+');
        printf("  %s %.1f +- %.1f", marker ? marker + 1 : "-", 100 * w.chance, 196 * w.error);
        fflush(stdout);
        if (w.chance > best.chance) best = w;
        if (w.chance < worst.chance) worst = w;
        if (!marker) add(&s->without, w);
    }
    putchar('\n');
    add(&s->best, best);
    add(&s->worst, worst);
    return code;
}

static void print(const char *what, worth sum, int tiles) {
    printf("%-14s %.1f %% (95 %%: +- %.1f)\n", what, 100 * sum.chance / tiles,
           196 * sum.error / tiles);
}

int main(int argc, char **argv) {
    uint64_t nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    engine_options options = {.variant = variant_own(&liniell_game, &liniell_standard),
                              .memory = ENGINE_MEMORY,
                              .threads = 1};
    engine *t;
    error e;
    sums s = {.best = {0}};
    status code = engine_open(&options, &t, &e);
    if (code == STATUS_OK) {
        printf("chances in %% of who lays the tile and marks the line at a side (-: none)\n");
        for (int i = 0; code == STATUS_OK && i < liniell_standard.count; i++) {
            char tile[16];
            snprintf(tile, sizeof tile, "%02d", i + 1);
            code = study_tile(t, tile, nodes, seed + (uint64_t)i, &s, &e);
        }
        engine_close(t);
    }
    if (code == STATUS_OK) {
        printf("on average over the tiles\n");
        print("the best", s.best, liniell_standard.count);
        print("the worst", s.worst, liniell_standard.count);
        print("no marker", s.without, liniell_standard.count);
    } else {
        fprintf(stderr, "study_first_move: %s\n", e.text);
    }
    return (int)code;
}
