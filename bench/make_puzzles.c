/* SPDX-License-Identifier: MIT
 *
 * Makes the list of puzzles of a game (src/teach/puzzle_list.h): the puzzles of the first numbers
 * under its usual rules, each proved by search alone.
 *
 *     make_puzzles linja 1 400 > src/teach/puzzles/linja.txt
 *
 * And proves a list again, by a table where there is one, which shares no code with the search:
 *
 *     make_puzzles check linja [EVERY]
 *
 * says how many of its puzzles (all, or every EVERYth) hold, and fails if one does not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "teach/puzzle_list.h"

static engine *open_engine(const char *name, engine_table table) {
    const game *g = registry_find(name);
    variant v;
    error e;
    engine *t = NULL;
    if (!g || variant_find(g, NULL, &v, &e) != STATUS_OK) return NULL;
    engine_options options = {.variant = v, .threads = 1, .table = table};
    return engine_open(&options, &t, &e) == STATUS_OK ? t : NULL;
}

static int make(const char *name, uint64_t first, uint64_t last) {
    engine *t = open_engine(name, ENGINE_NO_TABLE);
    if (!t) return 2;
    for (uint64_t number = first; number <= last; number++) {
        puzzle_wish any = {.numbers = 1};
        puzzle p;
        error e;
        uint64_t found = number;
        if (puzzle_find(t, &any, &(engine_limits){0}, &found, &p, &e) != STATUS_OK) continue;
        text line = text_growing();
        puzzle_write_entry(engine_variant(t), number, &p, &line);
        puts(line.data);
        fflush(stdout);
        text_free(&line);
    }
    engine_close(t);
    return 0;
}

static int check(const char *name, size_t every) {
    engine *t = open_engine(name, ENGINE_ANY_TABLE);
    if (!t) return 2;
    variant v = engine_variant(t);
    const puzzle_list *list = puzzle_list_for(v);
    size_t held = 0, looked = 0;
    for (size_t i = 0; list && i < list->count; i += every) {
        uint64_t number;
        puzzle listed, found;
        bool is_one = false;
        error e;
        engine_limits limits = {.nodes = UINT64_C(3000000)};
        looked++;
        engine_forget(t);
        bool holds =
            puzzle_read_entry(v, list->lines[i], &number, &listed, &e) == STATUS_OK &&
            puzzle_examine(t, &listed.position, &limits, &found, &is_one, &e) == STATUS_OK &&
            is_one && puzzle_is_solved_by(t, &listed, found.solution.text) &&
            fabs(found.gap - listed.gap) < 1e-5;
        held += holds;
        if (!holds) printf("does not hold: %s\n", list->lines[i]);
    }
    printf("%s: %zu of %zu hold, by %s\n", name, held, looked,
           engine_is_perfect(t) ? "the table" : "search");
    engine_close(t);
    return held == looked && looked > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc >= 3 && strcmp(argv[1], "check") == 0)
        return check(argv[2], argc > 3 ? strtoul(argv[3], NULL, 10) : 1);
    if (argc == 4) return make(argv[1], strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    fprintf(stderr, "make_puzzles GAME FIRST LAST | check GAME [EVERY]\n");
    return 2;
}
