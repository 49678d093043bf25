/* SPDX-License-Identifier: MIT */
#include "server/courier.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct parcel {
    courier *courier; /* NULL: none, or it has gone */
    int file;
    uint64_t at, left; /* of the file: what has not been read yet */
    unsigned char *block;
    size_t length, taken; /* of the block */
    bool is_reading;      /* it is the thread's; only `came` and `context` are not */
    bool is_dropped;
    bool has_failed;
    void (*came)(void *context);
    void *context;
    parcel *next;
};

struct courier {
    void (*wake)(void *context);
    void *context;
    size_t parcels; /* of the asker alone */
    pthread_t thread;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    parcel *asked, **asked_end, *done, **done_end;
    bool stops;
};

/* --- reading ---------------------------------------------------------------------------------- */

/* The next block; a file that is shorter than it was has failed. */
static void read_block(parcel *p) {
    size_t wanted = p->left < COURIER_BLOCK ? (size_t)p->left : COURIER_BLOCK, length = 0;
    while (length < wanted) {
        ssize_t got = pread(p->file, p->block + length, wanted - length, (off_t)(p->at + length));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += (size_t)got;
    }
    p->length = length;
    p->taken = 0;
    p->at += length;
    p->left -= length;
    p->has_failed = length < wanted;
}

static void *run(void *argument) {
    courier *c = argument;
    pthread_mutex_lock(&c->lock);
    while (!c->stops) {
        parcel *p = c->asked;
        if (!p) {
            pthread_cond_wait(&c->more, &c->lock);
            continue;
        }
        c->asked = p->next;
        if (!c->asked) c->asked_end = &c->asked;
        pthread_mutex_unlock(&c->lock);
        read_block(p);
        p->next = NULL;
        pthread_mutex_lock(&c->lock);
        *c->done_end = p;
        c->done_end = &p->next;
        pthread_mutex_unlock(&c->lock);
        c->wake(c->context);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* --- the asker -------------------------------------------------------------------------------- */

status courier_new(void (*wake)(void *context), void *context, courier **out, error *e) {
    courier *c = calloc(1, sizeof *c);
    if (!c) return fail_memory(e);
    c->wake = wake;
    c->context = context;
    c->asked_end = &c->asked;
    c->done_end = &c->done;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->more, NULL);
    if (pthread_create(&c->thread, NULL, run, c) != 0) {
        free(c);
        return FAIL(e, STATUS_FAILED, "the system gives no thread to read files with");
    }
    *out = c;
    return STATUS_OK;
}

static void free_parcel(parcel *p) {
    if (p->courier) p->courier->parcels--;
    close(p->file);
    free(p->block);
    free(p);
}

/* Those that nobody waits for any more are freed, the others told. */
static void hand_back(parcel *p, bool tell) {
    for (parcel *next; p; p = next) {
        next = p->next;
        p->is_reading = false;
        if (p->is_dropped)
            free_parcel(p);
        else if (tell)
            p->came(p->context);
    }
}

void courier_collect(courier *c) {
    pthread_mutex_lock(&c->lock);
    parcel *p = c->done;
    c->done = NULL;
    c->done_end = &c->done;
    pthread_mutex_unlock(&c->lock);
    hand_back(p, true);
}

void courier_stop(courier *c) {
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->stops = true;
    pthread_cond_signal(&c->more);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    hand_back(c->asked, false);
    hand_back(c->done, false);
    c->asked = c->done = NULL;
}

void courier_free(courier *c) {
    if (!c) return;
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->more);
    free(c);
}

parcel *parcel_new(courier *c, int file, uint64_t first, uint64_t length) {
    bool is_too_many = c && c->parcels >= COURIER_PARCELS_MAX;
    parcel *p = is_too_many ? NULL : calloc(1, sizeof *p);
    unsigned char *block =
        p ? malloc(length < COURIER_BLOCK ? (size_t)length + 1 : COURIER_BLOCK) : NULL;
    if (!block) {
        close(file);
        free(p);
        return NULL;
    }
    *p = (parcel){.courier = c, .file = file, .at = first, .left = length, .block = block};
    if (c) c->parcels++;
    return p;
}

void parcel_drop(parcel *p) {
    if (!p) return;
    p->is_dropped = true;
    if (!p->is_reading) free_parcel(p);
}

static void ask(parcel *p) {
    courier *c = p->courier;
    if (p->left == 0) return;
    if (!c) {
        read_block(p);
        return;
    }
    p->is_reading = true;
    p->next = NULL;
    pthread_mutex_lock(&c->lock);
    *c->asked_end = p;
    c->asked_end = &p->next;
    pthread_cond_signal(&c->more);
    pthread_mutex_unlock(&c->lock);
}

void parcel_begin(parcel *p, void (*came)(void *context), void *context) {
    p->came = came;
    p->context = context;
    ask(p);
}

bool parcel_is_ready(const parcel *p) {
    return !p->is_reading;
}

size_t parcel_take(parcel *p, unsigned char *to, size_t size) {
    size_t left = p->length - p->taken, part = left < size ? left : size;
    if (p->has_failed) return 0;
    memcpy(to, p->block + p->taken, part);
    p->taken += part;
    if (p->taken == p->length) ask(p);
    return part;
}
