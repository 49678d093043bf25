/* SPDX-License-Identifier: MIT
 *
 * Solving a whole game with each kernel of this machine, on all cores. RULES names the rule set
 * (default 2003), KERNEL one kernel. Nothing is written. Needs 1.2 GiB of memory and some minutes,
 * so it runs only if SOLVE is set:
 *
 *     SOLVE=1 RULES=zen make bench
 *
 * The bytes read are what the layers touch at least: for each block of opponents the answers within
 * reach of the layer's movers, once. What the memory can do is measured by reading a gigabyte on as
 * many threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/parallel.h"
#include "base/seconds.h"
#include "linja/solution/solve.h"

/* Numbers whose potential is from `from` to `to`. */
static double numbers(const linja_index *index, int from, int to) {
    if (from > index->potential_max) return 0;
    if (to > index->potential_max) to = index->potential_max;
    return index->group[to + 1] - index->group[from];
}

static double bytes_read(const linja_index *index) {
    double bytes = 0;
    for (int p = 0; p <= index->potential_max; p++) {
        if (index->group[p] == index->group[p + 1]) continue;
        bytes += numbers(index, p + 1, p + 15) * index->blocks * LINJA_BLOCK;
    }
    return bytes;
}

enum { READ_WORDS = 1 << 27, READ_PARTS = 64 };

typedef struct reading {
    const uint64_t *words;
    uint64_t sums[READ_PARTS];
} reading;

static void read_part(void *context, int part, int thread) {
    (void)thread;
    reading *r = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < READ_WORDS / READ_PARTS; i++)
        sum += r->words[(size_t)part * (READ_WORDS / READ_PARTS) + i];
    r->sums[part] = sum;
}

static double read_bandwidth(void) {
    uint64_t *words = malloc((size_t)READ_WORDS * sizeof *words);
    if (!words) return 0;
    memset(words, 1, (size_t)READ_WORDS * sizeof *words);
    double best = 0;
    for (int i = 0; i < 5; i++) {
        reading r = {.words = words};
        double begin = seconds_now();
        parallel_for(0, READ_PARTS, 1, read_part, &r);
        double rate = (double)READ_WORDS * sizeof *words / (seconds_now() - begin);
        if (rate > best) best = rate;
    }
    free(words);
    return best;
}

static double processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec +
           (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec;
}

/* All that is wanted of the layers is that they were solved. */
static status pass_by(void *context, const linja_solved *s, int layer, error *e) {
    (void)e;
    if (layer == 0) *(linja_index *)context = s->index;
    return STATUS_OK;
}

int main(void) {
    if (!getenv("SOLVE")) {
        printf("Solving: skipped (set SOLVE=1; it takes minutes)\n");
        return 0;
    }
    const char *name = getenv("RULES");
    const linja_rules *rules = linja_find_rules(name ? name : "2003");
    linja_kernel_choice kernels[LINJA_KERNELS_MAX];
    size_t count = linja_kernels(kernels);
    int threads = parallel_threads(0);
    double bandwidth = read_bandwidth();
    linja_index *index = malloc(sizeof *index);
    if (!rules || !index) return 1;
    printf("Solving %s on %d threads; this memory reads %.1f GB/s\n", rules->name, threads,
           bandwidth / 1e9);
    printf("%-8s %8s %10s %22s %14s %14s %12s\n", "kernel", "seconds", "of a core",
           "placements/s a core", "GB read", "GB written", "of reading");
    for (size_t i = 0; i < count; i++) {
        const char *only = getenv("KERNEL");
        if (only && strcmp(only, kernels[i].name) != 0) continue;
        linja_solve_options options = {
            .rules = rules, .pawns = LINJA_PAWNS, .kernel = kernels[i].name};
        error e;
        double begin = seconds_now(), processor = processor_seconds();
        if (linja_solve_layers(&options, pass_by, index, &e) != STATUS_OK) return 1;
        double spent = seconds_now() - begin, read = bytes_read(index);
        processor = processor_seconds() - processor;
        double written = 2.0 * index->count * index->blocks * LINJA_BLOCK; /* cells and half */
        printf("%-8s %8.1f %10.1f %22.0f %14.1f %14.1f %11.0f%%\n", kernels[i].name, spent,
               processor, 1264575044 / spent / threads, read / 1e9, written / 1e9,
               100 * (read + written) / spent / bandwidth);
    }
    free(index);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("at most %.2f GiB resident\n", (double)usage.ru_maxrss / (1 << 20));
    return 0;
}
