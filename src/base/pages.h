/* SPDX-License-Identifier: MIT
 *
 * Memory in one large piece, for tables of hundreds of megabytes. Where it comes from depends on
 * where the program runs: native/pages.c, and web/solver/memory.c in the page. */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

/* So many bytes, all 0; NULL if they cannot be had. */
void *pages_new(size_t bytes);
void pages_free(void *pages, size_t bytes);

#endif
