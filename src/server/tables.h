/* SPDX-License-Identifier: MIT
 *
 * The tables of solved games as files to download, as a whole or in parts (docs/server.md). */
#ifndef SERVER_TABLES_H
#define SERVER_TABLES_H

#include "server/answer.h"

bool tables_know(const http_request *r);

/* A courier of NULL: the file is read when its bytes are said. */
answer tables_answer(courier *c, const http_request *r);

#endif
