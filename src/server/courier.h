/* SPDX-License-Identifier: MIT
 *
 * Files that are too large for memory, read block by block on a thread of its own: a disk may make
 * a reader wait, and who plays must not wait for it. */
#ifndef SERVER_COURIER_H
#define SERVER_COURIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    COURIER_BLOCK = 256 << 10, /* bytes read at once */
    COURIER_PARCELS_MAX = 64,  /* files on their way at once */
};

typedef struct courier courier;
typedef struct parcel parcel; /* a part of a file on its way */

/* `wake` is called by the thread: courier_collect has something to hand out. */
status courier_new(void (*wake)(void *context), void *context, courier **c, error *e);
/* Nothing more is read, and nobody is woken any more; then, once no parcel is left, it goes. */
void courier_stop(courier *c);
void courier_free(courier *c);

void courier_collect(courier *c);

/* So many bytes of a file from `first` on; closes it in the end. Without a courier they are read
 * when they are taken. NULL: there are too many, or there is no memory; the file is closed. */
parcel *parcel_new(courier *c, int file, uint64_t first, uint64_t length);
void parcel_drop(parcel *p);

/* Begins to read; `came` is called by courier_collect whenever there is something to take. */
void parcel_begin(parcel *p, void (*came)(void *context), void *context);

/* Whether there is something to take, or nothing more will come. */
bool parcel_is_ready(const parcel *p);

/* Takes some bytes, at least one; 0: the file ends too early, or cannot be read. */
size_t parcel_take(parcel *p, unsigned char *to, size_t size);

#endif
