/* SPDX-License-Identifier: MIT */
#include "linja/solution/stats.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/rng.h"
#include "linja/notation/notation.h"
#include "linja/solution/oracle.h"

static size_t count_best(const valued_turn *turns, size_t count) {
    size_t best = 0;
    while (best < count && turns[best].value == turns[0].value) best++;
    return best;
}

/* --- games of best play ------------------------------------------------------------------------
 */

enum { TURNS_MAX = 1000 };

/* Plays one game; *turns is how long it was, *endless whether it went in circles. */
static status play_best(linja_reader *reader, rng *random, linja_position *history, int *turns,
                        bool *endless, error *e) {
    const linja_rules *rules = linja_table_rules(linja_reader_table(reader));
    valued_turn choices[LINJA_TURNS_MAX];
    linja_start(&history[0]);
    *endless = false;
    for (*turns = 0; *turns < TURNS_MAX - 1; ++*turns) {
        const linja_position *p = &history[*turns];
        int seen = 0;
        for (int i = 0; i <= *turns; i++) seen += memcmp(&history[i], p, sizeof *p) == 0;
        *endless = seen >= 3;
        if (*endless || linja_over(p)) return STATUS_OK;
        size_t count;
        status code = linja_probe_turns(reader, p, choices, &count, e);
        if (code != STATUS_OK) return code;
        const char *chosen = choices[rng_below(random, count_best(choices, count))].turn.text;
        linja_progress t;
        code = linja_read_turn(rules, p, chosen, &t, e);
        if (code != STATUS_OK) return code;
        history[*turns + 1] = linja_finish(&t);
    }
    return STATUS_OK;
}

static status play_games(linja_reader *reader, solver_stats *s, error *e) {
    linja_position *history = malloc(TURNS_MAX * sizeof *history);
    if (!history) return fail_memory(e);
    rng random = rng_seeded(1);
    double sum = 0;
    status code = STATUS_OK;
    for (int i = 0; code == STATUS_OK && i < SOLVER_GAMES; i++) {
        int turns;
        bool endless;
        code = play_best(reader, &random, history, &turns, &endless, e);
        sum += turns;
        s->endless += endless;
        if (i == 0 || turns < s->shortest) s->shortest = turns;
        if (turns > s->longest) s->longest = turns;
    }
    s->average_turns = sum / SOLVER_GAMES;
    free(history);
    return code;
}

status linja_stats_collect(linja_reader *reader, solver_stats *s, error *e) {
    const uint64_t *histogram = linja_table_histogram(linja_reader_table(reader));
    memset(s, 0, sizeof *s);
    linja_position start;
    linja_start(&start);
    status code = linja_probe(reader, &start, &s->start, e);
    if (code == STATUS_OK)
        code = linja_probe_turns(reader, &start, s->first_turns, &s->turn_count, e);
    if (code == STATUS_OK) code = play_games(reader, s, e);
    if (code != STATUS_OK) return code;
    s->best_count = count_best(s->first_turns, s->turn_count);
    double sum = 0;
    s->least = SOLVER_MOST;
    s->most = SOLVER_LEAST;
    for (int cell = 1; cell < 256; cell++) {
        int value = linja_worth((uint8_t)cell);
        uint64_t count = histogram[cell];
        if (count == 0) continue;
        s->placements_of[value - SOLVER_LEAST] = count;
        s->placements += count;
        *(value > 0 ? &s->wins : value < 0 ? &s->losses : &s->draws) += count;
        sum += (double)count * value;
        if (value < s->least) s->least = value;
        if (value > s->most) s->most = value;
    }
    s->average = sum / (double)s->placements;
    return STATUS_OK;
}

/* --- hash ------------------------------------------------------------------------------------- */

/* The rows of some opponents, all cells by the mover's rank: the order of ranks goes all over the
 * file, and memory for half of them is no more than solving takes. */
enum { PASSES = 2 };
typedef struct rows {
    const linja_index *index;
    const uint16_t *rank_of; /* by number */
    int first, end;          /* opponents, by rank */
    uint8_t *cells;
} rows;

static void take_tile(void *context, int mover_block, int opponent_block,
                      const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]) {
    const rows *r = context;
    const linja_index *index = r->index;
    int movers = linja_block_size(index, mover_block);
    const uint16_t *mover_rank = r->rank_of + index->block_first[mover_block];
    for (int k = 0; k < linja_block_size(index, opponent_block); k++) {
        int rank = r->rank_of[index->block_first[opponent_block] + k];
        if (rank < r->first || rank >= r->end) continue;
        uint8_t *row = r->cells + (size_t)(rank - r->first) * (size_t)index->count;
        for (int i = 0; i < movers; i++) row[mover_rank[i]] = cells[i][k];
    }
}

static void hash_rows(const rows *r, crypto_hash_sha256_state *state) {
    uint8_t values[LINJA_ARRANGEMENTS_MAX];
    for (int rank = r->first; rank < r->end; rank++) {
        const uint8_t *row = r->cells + (size_t)(rank - r->first) * (size_t)r->index->count;
        size_t count = 0;
        for (int mover = 0; mover < r->index->count; mover++) {
            values[count] = (uint8_t)linja_worth(row[mover]);
            count += row[mover] != 0;
        }
        crypto_hash_sha256_update(state, values, count);
    }
}

status linja_stats_hash(const linja_table *t, char hash[SOLVER_HASH_BYTES], error *e) {
    const linja_index *index = linja_table_index(t);
    uint8_t digest[crypto_hash_sha256_BYTES];
    uint16_t rank_of[LINJA_ARRANGEMENTS_MAX];
    int at_once = (index->count + PASSES - 1) / PASSES;
    size_t bytes = (size_t)at_once * (size_t)index->count;
    rows r = {.index = index, .rank_of = rank_of, .cells = pages_new(bytes)};
    if (!r.cells) return fail_memory(e);
    for (int rank = 0; rank < index->count; rank++)
        rank_of[index->number_of[rank]] = (uint16_t)rank;
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    status code = STATUS_OK;
    for (int pass = 0; code == STATUS_OK && pass < PASSES; pass++) {
        r.first = pass * at_once;
        r.end = r.first + at_once < index->count ? r.first + at_once : index->count;
        code = linja_table_each_tile(t, 0, take_tile, &r, e);
        if (code == STATUS_OK) hash_rows(&r, &state);
    }
    pages_free(r.cells, bytes);
    if (code != STATUS_OK) return code;
    crypto_hash_sha256_final(&state, digest);
    sodium_bin2hex(hash, SOLVER_HASH_BYTES, digest, sizeof digest);
    return STATUS_OK;
}

/* --- chart ------------------------------------------------------------------------------------ */

enum { CHART_WIDTH = 720, CHART_HEIGHT = 300, CHART_LEFT = 24, CHART_BASE = 250 };

void linja_stats_draw(const linja_rules *rules, const solver_stats *s, text *out) {
    /* From the first to the last value that at least one placement in 1000 has. */
    int from = s->least, to = s->most;
    uint64_t tallest = 1, seldom = s->placements / 1000;
    while (from < to && s->placements_of[from - SOLVER_LEAST] < seldom) from++;
    while (to > from && s->placements_of[to - SOLVER_LEAST] < seldom) to--;
    for (int v = from; v <= to; v++)
        if (s->placements_of[v - SOLVER_LEAST] > tallest)
            tallest = s->placements_of[v - SOLVER_LEAST];
    int every = to - from < 20 ? 1 : to - from < 80 ? 5 : 10; /* values have a label */
    double step = (double)(CHART_WIDTH - 2 * CHART_LEFT) / (to - from + 1);
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" role=\"img\" aria-label=\"Values of all placements under %s\">\n",
                CHART_WIDTH, CHART_HEIGHT, CHART_WIDTH, CHART_HEIGHT, rules->name);
    text_put(out, "<style>.ground{fill:#f4ece0}.win{fill:#b83a2b}.loss{fill:#4d4843}"
                  ".draw{fill:#0f766e}text{fill:#5d5347;font:13px system-ui,sans-serif}"
                  "@media(prefers-color-scheme:dark){.ground{fill:#211d19}.win{fill:#e97a66}"
                  ".loss{fill:#a49c91}.draw{fill:#4fb3a9}text{fill:#c9bdac}}</style>\n");
    text_format(out, "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n", CHART_WIDTH,
                CHART_HEIGHT);
    text_format(out,
                "<text x=\"%d\" y=\"22\">Linja, %s: how many of %" PRIu64
                " placements have which value for the side to move</text>\n",
                CHART_LEFT, rules->name, s->placements);
    for (int v = from; v <= to; v++) {
        uint64_t count = s->placements_of[v - SOLVER_LEAST];
        double x = CHART_LEFT + step * (v - from), height = 210.0 * (double)count / (double)tallest;
        text_format(out,
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
                    "<title>%+d: %" PRIu64 "</title></rect>\n",
                    v > 0   ? "win"
                    : v < 0 ? "loss"
                            : "draw",
                    x, CHART_BASE - height, step > 2 ? step - 1 : step, height, v, count);
        if (v % every == 0)
            text_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s%d</text>\n",
                        x + step / 2, CHART_BASE + 20, v > 0 ? "+" : "", v);
    }
    text_format(out,
                "<text x=\"%d\" y=\"%d\">won %.1f %%, drawn %.1f %%, lost %.1f %%</text>\n</svg>\n",
                CHART_LEFT, CHART_HEIGHT - 8, 100 * (double)s->wins / (double)s->placements,
                100 * (double)s->draws / (double)s->placements,
                100 * (double)s->losses / (double)s->placements);
}
