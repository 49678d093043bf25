/* SPDX-License-Identifier: MIT */
#include "native/json.h"

static int put_bytes(const char *bytes, size_t length, void *out) {
    text_put_n(out, bytes, length);
    return 0;
}

void json_put(const json_t *facts, text *out) {
    static const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(10);
    if (!facts || json_dump_callback(facts, put_bytes, out, flags) != 0) out->failed = true;
}
