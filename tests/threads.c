/* SPDX-License-Identifier: MIT
 *
 * Tests that may start threads, and the others, which fail if they do. */
#include <pthread.h>
#include <stdbool.h>

#include "fixture.h"

static bool may_start_threads;

static void let_threads_start(void) {
    may_start_threads = true;
}

TCase *fixture_threads(Suite *suite, const char *name) {
    TCase *tests = fixture_tests(suite, name);
    tcase_set_tags(tests, "threads");
    tcase_add_checked_fixture(tests, let_threads_start, NULL);
    return tests;
}

/* The linker puts it in the place of pthread_create. */
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *data);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *data) {
    if (!may_start_threads)
        ck_abort_msg("a thread is started: the test belongs to fixture_threads");
    return __real_pthread_create(thread, attributes, run, data);
}
