/* SPDX-License-Identifier: MIT
 *
 * Exact values of a solved game, where this machine has its table: for everyone, and for pages of
 * other servers, too (docs/server.md). */
#ifndef SERVER_VALUES_H
#define SERVER_VALUES_H

#include "server/answer.h"

/* The tables that have been asked for, open. */
status library_new(library **l, error *e);
void library_free(library *l);

/* Whether a request is about values; and what is answered to it, which the caller frees. */
bool values_know(const http_request *r);
answer values_answer(library *l, const http_request *r, const char *body, size_t length);

#endif
