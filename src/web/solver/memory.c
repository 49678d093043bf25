/* SPDX-License-Identifier: MIT
 *
 * Memory for the solver in the page. wasi-libc's is for one thread, and keeps books that a solve
 * has no use for: it takes what it needs at the beginning and ends with its workers. So memory is
 * only ever taken, from the end of what there is; what is new is 0. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "web/solver/memory.h"

extern unsigned char heap_begin __asm__("__heap_base"); /* by the linker */

enum { PAGE = 65536, ALIGNED = 64 };

static unsigned char *end; /* of what is taken; NULL: nothing yet */
static int taking;         /* by somebody */
static bool lacking;

/* Before what is given lies its size. */
static void *take(size_t bytes) {
    while (__atomic_exchange_n(&taking, 1, __ATOMIC_ACQUIRE)) continue;
    unsigned char *first = (end ? end : &heap_begin) + sizeof(size_t);
    first += -(uintptr_t)first % ALIGNED;
    uintptr_t used = (uintptr_t)first, there = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
    bool fits = bytes <= UINTPTR_MAX - PAGE - used;
    if (fits && used + bytes > there)
        fits = __builtin_wasm_memory_grow(0, (used + bytes - there + PAGE - 1) / PAGE) != SIZE_MAX;
    if (fits) {
        end = first + bytes;
        ((size_t *)first)[-1] = bytes;
    } else {
        lacking = true;
    }
    __atomic_store_n(&taking, 0, __ATOMIC_RELEASE);
    return fits ? first : NULL;
}

bool memory_is_lacking(void) {
    return lacking;
}

void *malloc(size_t bytes) {
    return take(bytes);
}

void *calloc(size_t count, size_t bytes) {
    size_t all;
    return __builtin_mul_overflow(count, bytes, &all) ? NULL : take(all);
}

void *realloc(void *old, size_t bytes) {
    size_t before = old ? ((size_t *)old)[-1] : 0;
    if (bytes <= before) return old;
    void *larger = take(bytes);
    if (larger && old) memcpy(larger, old, before);
    return larger;
}

void free(void *memory) {
    (void)memory;
}

void *pages_new(size_t bytes) {
    return take(bytes);
}

void pages_free(void *pages, size_t bytes) {
    (void)pages, (void)bytes;
}
