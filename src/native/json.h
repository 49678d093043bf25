/* SPDX-License-Identifier: MIT
 *
 * Facts as JSON. jansson forgets that memory failed it behind a key, and would tell half of them as
 * if they were all; a text remembers (base/text.h). So nobody calls jansson's own dumps. */
#ifndef NATIVE_JSON_H
#define NATIVE_JSON_H

#include <jansson.h>

#include "base/text.h"

/* Puts facts behind a text, on one line; NULL: there was no memory for them. */
void json_put(const json_t *facts, text *out);

#endif
