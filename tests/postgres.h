/* SPDX-License-Identifier: MIT
 *
 * A real PostgreSQL for the tests: a cluster of its own in a temporary folder, reached by a socket
 * in it and by nothing else, run by an ordinary user (root's tests run it as nobody), and gone with
 * the test program. No cluster of the machine's is touched. Where there is no PostgreSQL, tests
 * that need it fail. */
#ifndef TESTS_POSTGRES_H
#define TESTS_POSTGRES_H

/* Makes a cluster and starts it: before tests are forked, for all of them, or in one for itself. */
void postgres_begin(void);

/* Ends it, and removes it. */
void postgres_end(void);

typedef struct postgres_url {
    char text[256];
} postgres_url;

/* A new, empty database. */
postgres_url postgres_database(void);

/* Changes one behind a server's back. */
void postgres_change(const char *url, const char *script);

/* The database goes away, at once and without a word; and comes back. By whom it was begun. */
void postgres_stop(void);
void postgres_start(void);

#endif
