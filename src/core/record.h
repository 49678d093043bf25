/* SPDX-License-Identifier: MIT
 *
 * Game records: the .lwg file, in the habits of PGN (docs/formats.md). This layer knows the
 * syntax only; core/replay.h plays the turns. The reader is lenient about layout, the writer has
 * exactly one form, and nothing that was read is lost: read(write(r)) = r. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include <stddef.h>

#include "core/status.h"
#include "core/text.h"

enum { RECORD_DEPTH_MAX = 32 }; /* of variations within variations */

typedef enum record_result {
    RECORD_UNFINISHED, /* * */
    RECORD_A_WINS,     /* 1-0 */
    RECORD_B_WINS,     /* 0-1 */
    RECORD_DRAW,       /* 1/2-1/2 */
} record_result;

typedef enum record_token_kind {
    RECORD_TURN,
    RECORD_COMMENT, /* the text between braces, as it is */
    RECORD_GLYPH,   /* a numbered remark, "$1" for a good turn and so on */
    RECORD_OPEN,    /* a variation begins: it replaces the turn before it */
    RECORD_CLOSE,
} record_token_kind;

typedef struct record_token {
    record_token_kind kind;
    size_t line; /* in the file it was read from */
    char *text;  /* NULL for OPEN and CLOSE */
} record_token;

typedef struct record_tag {
    char *name;
    char *value;
} record_tag;

/* One game. All strings belong to the record. */
typedef struct record {
    record_tag *tags; /* without Result, which `result` holds */
    size_t tag_count;
    record_token *tokens;
    size_t token_count;
    record_result result;
    size_t line; /* where it begins in its file */
} record;

typedef struct record_file {
    record *games;
    size_t count;
} record_file;

void record_free(record *r);
void record_file_free(record_file *file);

/* The value of a tag, or NULL. */
const char *record_tag_value(const record *r, const char *name);

/* Sets or replaces a tag. */
status record_set_tag(record *r, const char *name, const char *value, error *e);
status record_add_token(record *r, record_token_kind kind, const char *string, error *e);
status record_copy(const record *from, record *to, error *e);
status record_file_add(record_file *file, record *game, error *e); /* takes over the contents */

status record_read(const char *bytes, size_t length, record_file *file, error *e);
void record_write(const record *r, text *out);
void record_write_file(const record_file *file, text *out);

const char *record_result_name(record_result result);

#endif
