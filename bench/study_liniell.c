/* SPDX-License-Identifier: MIT
 *
 * What happens in games of Liniell, counted from record files, one after the other, for
 * docs/liniell-balance.md:
 *
 *     linework match --game liniell search:nodes=4000 search:nodes=4000 -o games.lwg
 *     build/release/bench/study_liniell games.lwg
 *
 * A stack is played twice, with the players swapped. Its two games are not independent, whoever
 * begins; so an interval is that of the mean over stacks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/registry.h"
#include "liniell/game.h"
#include "liniell/notation/notation.h"
#include "liniell/rules/score.h"
#include "native/file.h"
#include "play/replay.h"

/* The games with one stack, as the first player sees them. */
typedef struct stack {
    uint64_t seed;
    int games;
    double score, margin; /* sums */
} stack;

typedef struct counts {
    stack *stacks;
    size_t stack_count;
    int tiles_in_set;
    int games, turns;
    int first_wins, draws, by_tie_break;
    int take_overs, with_take_over, placed, moved, left_out;
    int leads[LINIELL_TILES_MAX], leads_kept[LINIELL_TILES_MAX]; /* by tiles laid */
    int routes, enclosed, open, none, tiles, blue, route_points;
    int points, margin, highest, lowest;
} counts;

static void count_route(const replay *p, const liniell_position *last, liniell_spot spot,
                        counts *c) {
    if (spot.cell == LINIELL_NONE) return;
    liniell_route route;
    liniell_best_route(p->variant.rules, last, spot, &route);
    c->routes++;
    c->route_points += liniell_points(&route);
    c->tiles += route.tiles;
    c->blue += route.blue;
    c->none += route.tiles == 0;
    c->enclosed += route.tiles > 0 && route.enclosed;
    c->open += route.tiles > 0 && !route.enclosed;
}

static void count_turn(const replay *p, const record *r, size_t ply, counts *c, bool *taken) {
    liniell_position before = liniell_unwrap(replay_position(p, ply));
    liniell_placed placed;
    liniell_move move;
    error e;
    const char *turn = record_text(r, p->plies[ply].token);
    if (liniell_read_move(p->variant.rules, &before, turn, &placed, &move, &e) != STATUS_OK) return;
    c->turns++;
    if (move.cell == LINIELL_NONE) {
        c->left_out++;
    } else if (placed.take_over) {
        c->take_overs++;
        *taken = true;
    } else if (move.side != LINIELL_NONE) {
        c->placed += move.from.cell == LINIELL_NONE;
        c->moved += move.from.cell != LINIELL_NONE;
    }
}

/* NULL: there is no memory for another one. */
static stack *stack_of(counts *c, const record *r) {
    const char *tag = record_tag_value(r, "Seed");
    uint64_t seed = (uint64_t)c->games;
    if (tag) seed = strtoull(tag, NULL, 10);
    for (size_t i = c->stack_count; i-- > 0;)
        if (c->stacks[i].seed == seed) return &c->stacks[i];
    stack *more = realloc(c->stacks, (c->stack_count + 1) * sizeof *more);
    if (!more) return NULL;
    c->stacks = more;
    more[c->stack_count] = (stack){.seed = seed};
    return &more[c->stack_count++];
}

static status count_game(const record *r, const replay *p, counts *c, error *e) {
    game_outcome end = replay_outcome(p, p->count);
    if (!end.over) return STATUS_OK;
    bool taken = false;
    for (size_t ply = 0; ply < p->count; ply++) {
        count_turn(p, r, ply, c, &taken);
        int leader = replay_outcome(p, ply + 1).leader;
        if (leader == 0 || end.leader == 0) continue;
        c->leads[ply]++;
        c->leads_kept[ply] += leader == end.leader;
    }
    int margin = end.points[SIDE_A] - end.points[SIDE_B];
    stack *of = stack_of(c, r);
    if (!of) return fail_memory(e);
    of->games++;
    of->score += (1 + end.leader) / 2.0;
    of->margin += margin;
    c->games++;
    c->tiles_in_set = ((const liniell_tiles *)p->variant.rules)->count;
    c->first_wins += end.leader > 0;
    c->draws += end.leader == 0;
    c->by_tie_break += end.leader != 0 && margin == 0;
    c->with_take_over += taken;
    c->margin += margin;
    liniell_position last = liniell_unwrap(replay_position(p, p->count));
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        c->points += end.points[side];
        if (end.points[side] > c->highest) c->highest = end.points[side];
        if (end.points[side] < c->lowest) c->lowest = end.points[side];
        for (int i = 0; i < 2; i++) count_route(p, &last, last.markers[side][i], c);
    }
    return STATUS_OK;
}

/* Half the 95 % interval of a mean over games: what the stacks' sums of what lies off it vary. */
static double interval(const counts *c, double score_mean, double margin_mean, bool of_margin) {
    double squares = 0, k = (double)c->stack_count;
    for (size_t i = 0; i < c->stack_count; i++) {
        const stack *s = &c->stacks[i];
        double off =
            of_margin ? s->margin - s->games * margin_mean : s->score - s->games * score_mean;
        squares += off * off;
    }
    return k < 2 ? INFINITY : 1.96 * sqrt(squares * k / (k - 1)) / c->games;
}

static void print(const counts *c) {
    double n = c->games, edge = (c->first_wins + c->draws / 2.0) / n;
    double margin = c->margin / n;
    printf("%d games, %zu stacks of %d tiles: the %s player lays the last one\n", c->games,
           c->stack_count, c->tiles_in_set, c->tiles_in_set % 2 ? "first" : "second");
    printf("first player scores     %.1f %% (95 %%: +- %.1f), margin %+.2f points (+- %.2f)\n",
           100 * edge, 100 * interval(c, edge, margin, false), margin,
           interval(c, edge, margin, true));
    printf("draws                   %.1f %%; decided by blue rhombs %.1f %%\n", 100 * c->draws / n,
           100 * c->by_tie_break / n);
    printf("take-overs              %.2f a game, in %.0f %% of the games\n", c->take_overs / n,
           100 * c->with_take_over / n);
    printf("markers put / moved     %.2f / %.2f a game\n", c->placed / n, c->moved / n);
    printf("tiles left out          %.2f a game\n", c->left_out / n);
    printf("points of a side        %.2f on average, %d to %d\n", c->points / n / 2, c->lowest,
           c->highest);
    printf("a marked line           %.2f points, %.2f tiles, %.2f blue; %.0f %% enclosed, %.0f %% "
           "open, %.0f %% without a route\n",
           (double)c->route_points / c->routes, (double)c->tiles / c->routes,
           (double)c->blue / c->routes, 100.0 * c->enclosed / c->routes,
           100.0 * c->open / c->routes, 100.0 * c->none / c->routes);
    printf("who leads wins          ");
    for (int ply = 3; ply < 16; ply += 4)
        if (c->leads[ply] > 0)
            printf("after %d turns %.0f %%  ", ply + 1, 100.0 * c->leads_kept[ply] / c->leads[ply]);
    putchar('\n');
}

static status study(const char *path, error *e) {
    text contents = text_growing();
    record_reader in;
    counts c = {.lowest = 1000};
    status code = file_read(path, &contents, e);
    if (code == STATUS_OK) code = record_reader_open(&in, contents.data, contents.length, e);
    while (code == STATUS_OK && record_reader_more(&in)) {
        record r = {0};
        replay p = {0};
        code = record_reader_next(&in, &r, e);
        if (code == STATUS_OK) code = replay_record(registry_games, &r, &p, e);
        if (code == STATUS_OK && p.variant.game == &liniell_game) code = count_game(&r, &p, &c, e);
        replay_free(&p);
        record_free(&r);
    }
    if (code == STATUS_OK && c.games > 0) print(&c);
    if (code == STATUS_OK && c.games == 0)
        code = FAIL(e, STATUS_INVALID, "%.120s: no finished game of Liniell", path);
    free(c.stacks);
    text_free(&contents);
    return code;
}

int main(int argc, char **argv) {
    error e = {"usage: study_liniell FILE..."};
    status code = argc > 1 ? STATUS_OK : STATUS_USAGE;
    for (int i = 1; code == STATUS_OK && i < argc; i++) code = study(argv[i], &e);
    if (code != STATUS_OK) fprintf(stderr, "study_liniell: %s\n", e.text);
    return (int)code;
}
