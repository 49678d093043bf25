/* SPDX-License-Identifier: MIT
 *
 * The command line with one allocation that fails, the FAIL_AT-th of its own code (from 1), which
 * is also jansson's. When it ends it writes to descriptor 3 how many there were. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

static atomic_long count;

void *__wrap_malloc(size_t bytes) {
    const char *fail_at = getenv("FAIL_AT");
    return atomic_fetch_add(&count, 1) + 1 == atol(fail_at ? fail_at : "0") ? NULL
                                                                            : __real_malloc(bytes);
}

static void __attribute__((destructor)) tell(void) {
    dprintf(3, "%ld\n", atomic_load(&count));
}
