/* SPDX-License-Identifier: MIT */
#include "bot/mind.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

struct mind {
    contestant *player;
    variant variant;
    atomic_bool stop;
    int done[2]; /* a pipe: a byte comes when it is done */
    pthread_t thread;
    bool is_thinking;
    bool is_broken_off; /* what it thought about was not thought to the end */
    /* Of the thread, until it is done. */
    mind_task task;
    game_turn turn;
    status code;
    error e;
};

status mind_new(const contestant_plan *plan, const contestant_rules *rules, mind **out, error *e) {
    mind *m = calloc(1, sizeof *m);
    if (!m) return fail_memory(e);
    contestant_rules own = *rules;
    own.stop = &m->stop;
    m->variant = rules->variant;
    m->done[0] = m->done[1] = -1;
    status code = contestant_new(plan, &own, &m->player, e);
    if (code == STATUS_OK && pipe2(m->done, O_CLOEXEC) != 0)
        code = FAIL(e, STATUS_FAILED, "no pipe: %s", strerror(errno));
    if (code == STATUS_OK)
        *out = m;
    else
        mind_free(m);
    return code;
}

static void forget_task(mind *m) {
    replay_free(&m->task.played);
    record_free(&m->task.record);
    m->task = (mind_task){0};
}

void mind_free(mind *m) {
    if (!m) return;
    mind_stop(m);
    contestant_free(m->player);
    for (int i = 0; i < 2; i++)
        if (m->done[i] >= 0) close(m->done[i]);
    free(m);
}

variant mind_variant(const mind *m) {
    return m->variant;
}

bool mind_is_thinking(const mind *m) {
    return m->is_thinking;
}

bool mind_is_done(const mind *m) {
    struct pollfd at = {.fd = m->done[0], .events = POLLIN};
    return m->is_thinking && poll(&at, 1, 0) > 0;
}

int mind_descriptor(const mind *m) {
    return m->done[0];
}

/* --- on the thread ---------------------------------------------------------------------------- */

static status check(const replay *played, const game_turn *turn, error *e) {
    game_position after = *replay_position(played, played->count);
    status code = variant_play(played->variant, &after, turn->text, e);
    return code == STATUS_OK ? code : FAIL_WITHIN(e, STATUS_INVALID, "turn '%s'", turn->text);
}

/* A player that fails is begun anew, once: a program may have had a bad day. */
static status choose(mind *m, bool fresh, error *e) {
    uint64_t seed = 0;
    while (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) continue;
    status code = fresh ? contestant_begin(m->player, seed & (UINT64_MAX >> 12), e) : STATUS_OK;
    if (code == STATUS_OK)
        code = contestant_choose(m->player, &m->task.played, &m->task.record, &m->turn, e);
    if (code == STATUS_OK) code = check(&m->task.played, &m->turn, e);
    if (code == STATUS_INVALID) contestant_give_up(m->player);
    return code;
}

static void *run(void *argument) {
    mind *m = argument;
    contestant_hurry(m->player, &m->task.time);
    m->code = choose(m, m->task.fresh || m->is_broken_off, &m->e);
    if (m->code == STATUS_INVALID) m->code = choose(m, true, &m->e);
    while (write(m->done[1], "", 1) < 0 && errno == EINTR) continue;
    return NULL;
}

/* --- the other side --------------------------------------------------------------------------- */

status mind_think(mind *m, mind_task *task, error *e) {
    m->task = *task;
    atomic_store(&m->stop, false);
    m->is_thinking = pthread_create(&m->thread, NULL, run, m) == 0;
    if (m->is_thinking) return STATUS_OK;
    forget_task(m);
    return FAIL(e, STATUS_FAILED, "the system gives no thread to think with");
}

status mind_result(mind *m, game_turn *turn, error *e) {
    char byte;
    pthread_join(m->thread, NULL);
    while (read(m->done[0], &byte, 1) < 0 && errno == EINTR) continue;
    m->is_thinking = m->is_broken_off = false;
    forget_task(m);
    *turn = m->turn;
    *e = m->e;
    return m->code;
}

void mind_stop(mind *m) {
    game_turn turn;
    error e;
    if (!m->is_thinking) return;
    atomic_store(&m->stop, true);
    mind_result(m, &turn, &e);
    contestant_give_up(m->player); /* a program may still think, and would answer too late */
    m->is_broken_off = true;
}
