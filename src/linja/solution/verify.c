/* SPDX-License-Identifier: MIT */
#include "linja/solution/verify.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/rng.h"

/* What all threads share. */
typedef struct verifying {
    const linja_rules *rules;
    int pawns;
    const linja_solved *memory; /* NULL: probe the file */
    linja_reader **readers;
    uint64_t seed, count;
    int first_item;
    pthread_mutex_t lock; /* of what follows */
    solver_check result;
    status code;
    error e;
} verifying;

enum { SAMPLES_AN_ITEM = 256, ITEMS_AT_A_TIME = 512 };

/* The values of some positions, from the file or from memory. */
static status look_up(verifying *v, int thread, const linja_position *positions, size_t count,
                      int *values, error *e) {
    status code = STATUS_OK;
    if (v->memory) {
        linja_solved_values(v->memory, positions, count, values);
        return code;
    }
    linja_reader *reader = v->readers[thread];
    linja_reader_begin(reader);
    for (size_t i = 0; code == STATUS_OK && i < count; i++)
        code = linja_probe_more(reader, &positions[i], &values[i], e);
    return code;
}

/* A position and where its turns lead. */
typedef struct successors {
    size_t count;
    linja_position after[LINJA_TURNS_MAX];
    int values[LINJA_TURNS_MAX];
} successors;

static void add_successor(void *context, const linja_progress *t) {
    successors *s = context;
    s->after[s->count++] = linja_finish(t);
}

static void check_position(verifying *v, int thread, const linja_position *p) {
    error e;
    int stored, derived = INT8_MIN;
    status code = look_up(v, thread, p, 1, &stored, &e);
    if (code == STATUS_OK && linja_over(p)) {
        derived = linja_margin(v->rules, p);
    } else if (code == STATUS_OK) {
        successors s;
        s.count = 0; /* the rest is filled as far as needed */
        linja_each_turn(v->rules, p, add_successor, &s);
        code = look_up(v, thread, s.after, s.count, s.values, &e);
        for (size_t i = 0; code == STATUS_OK && i < s.count; i++)
            if (-s.values[i] > derived) derived = -s.values[i];
    }
    if (code == STATUS_OK && derived == stored) return;
    pthread_mutex_lock(&v->lock);
    if (code != STATUS_OK) {
        v->code = code;
        v->e = e;
    } else if (v->result.differences++ == 0) {
        v->result.first = linja_wrap(p);
        v->result.stored = stored;
        v->result.derived = derived;
    }
    pthread_mutex_unlock(&v->lock);
}

static void count_checked(verifying *v, uint64_t checked) {
    pthread_mutex_lock(&v->lock);
    v->result.checked += checked;
    pthread_mutex_unlock(&v->lock);
}

static void check_samples(void *context, int item, int thread) {
    verifying *v = context;
    uint64_t first = (uint64_t)(v->first_item + item) * SAMPLES_AN_ITEM, checked = 0;
    rng random = rng_seeded(v->seed ^ (first + 1) * UINT64_C(0x9e3779b97f4a7c15));
    uint64_t all = (uint64_t)linja_arrangements(v->pawns);
    for (; checked < SAMPLES_AN_ITEM && first + checked < v->count; checked++) {
        linja_position p = {.to_move = (uint8_t)rng_below(&random, 2)};
        do
            for (int side = SIDE_A; side <= SIDE_B; side++)
                linja_unrank((int)rng_below(&random, all), v->pawns, p.pawns[side]);
        while (!linja_fits(p.pawns[SIDE_A], p.pawns[SIDE_B]));
        check_position(v, thread, &p);
    }
    count_checked(v, checked);
}

static void check_opponent(void *context, int item, int thread) {
    verifying *v = context;
    const linja_index *index = &v->memory->index;
    /* In order of number: neighbours read the same part of the table. */
    int opponent = v->first_item + item;
    linja_position p = {.to_move = SIDE_A};
    memcpy(p.pawns[SIDE_B], index->rows[opponent], LINJA_ROWS);
    uint64_t checked = 0;
    for (int mover = 0; mover < index->count; mover++) {
        if (!linja_is_legal(index, mover, opponent)) continue;
        memcpy(p.pawns[SIDE_A], index->rows[mover], LINJA_ROWS);
        check_position(v, thread, &p);
        checked++;
    }
    count_checked(v, checked);
}

/* Runs all items, a batch at a time so that progress can be told. */
static status run(verifying *v, const solver_job *job, uint64_t items, int batch,
                  void (*check)(void *, int, int), solver_check *result, error *e) {
    pthread_mutex_init(&v->lock, NULL);
    bool stopped = false;
    for (uint64_t first = 0; first < items && !stopped && v->code == STATUS_OK;
         first += (uint64_t)batch) {
        v->first_item = (int)first;
        int count = items - first < (uint64_t)batch ? (int)(items - first) : batch;
        parallel_for(job->threads, count, 1, check, v);
        uint64_t done = first + (uint64_t)count;
        stopped = !solver_job_goes_on(job, (double)done / (double)items);
    }
    pthread_mutex_destroy(&v->lock);
    if (v->code != STATUS_OK) {
        *e = v->e;
        return v->code;
    }
    if (stopped) return FAIL(e, STATUS_FAILED, "stopped");
    *result = v->result;
    return STATUS_OK;
}

status linja_verify_sample(const linja_table *t, uint64_t count, uint64_t seed,
                           const solver_job *job, solver_check *result, error *e) {
    int threads = parallel_threads(job->threads);
    verifying v = {
        .rules = linja_table_rules(t), .pawns = linja_table_pawns(t), .seed = seed, .count = count};
    status code = linja_readers_new(t, threads, &v.readers, e);
    if (code != STATUS_OK) return code;
    code = run(&v, job, (count + SAMPLES_AN_ITEM - 1) / SAMPLES_AN_ITEM, ITEMS_AT_A_TIME,
               check_samples, result, e);
    linja_readers_free(v.readers, threads);
    return code;
}

status linja_verify_all(const linja_table *t, const solver_job *job, solver_check *result,
                        error *e) {
    linja_solved *memory;
    status code = linja_table_load(t, job->threads, &memory, e);
    if (code != STATUS_OK) return code;
    verifying v = {.rules = memory->solving.rules, .pawns = memory->index.pawns, .memory = memory};
    code = run(&v, job, (uint64_t)memory->index.count, 64, check_opponent, result, e);
    linja_solved_free(memory);
    return code;
}
