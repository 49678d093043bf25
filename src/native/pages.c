/* SPDX-License-Identifier: MIT */
#include "base/pages.h"

#include <sys/mman.h>

/* Such tables are touched all over, so large pages save time; a machine without them is fine. */
void *pages_new(size_t bytes) {
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    madvise(pages, bytes, MADV_HUGEPAGE);
    return pages;
}

void pages_free(void *pages, size_t bytes) {
    if (pages) munmap(pages, bytes);
}
