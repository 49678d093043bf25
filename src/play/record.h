/* SPDX-License-Identifier: MIT
 *
 * Game records: the .lwg file, in the habits of PGN (docs/formats.md). This layer knows the
 * syntax only; play/replay.h plays the turns. The reader is lenient about layout, the writer has
 * exactly one form, and nothing that was read is lost: read(write(r)) = r. */
#ifndef PLAY_RECORD_H
#define PLAY_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

/* More than anybody writes down; what is larger is refused. */
enum {
    RECORD_BYTES_MAX = 64 << 20, /* of a file, and of what stands in one game */
    RECORD_TAGS_MAX = 100,       /* of a game, Result not counted */
    RECORD_TOKENS_MAX = 100000,  /* of a game */
    RECORD_DEPTH_MAX = 32,       /* of variations within variations */
    RECORD_GAMES_MAX = 1000,     /* of a file whose games are in memory all at once */
};

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

/* Small, because there are many: the texts stand one after the other in the record. */
typedef struct record_token {
    record_token_kind kind;
    uint32_t line; /* in the file it was read from */
    uint32_t text; /* where its text begins; record_text finds it */
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
    size_t token_count, token_room;
    char *texts; /* of the tokens, in their order, each with its NUL */
    size_t text_length, text_room;
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

/* The text of a token, until the record is changed; NULL for OPEN and CLOSE. */
const char *record_text(const record *r, size_t token);

/* Sets or replaces a tag; drops it, if there is one. */
status record_set_tag(record *r, const char *name, const char *value, error *e);
status record_set_number(record *r, const char *name, uint64_t value, error *e);
void record_drop_tag(record *r, const char *name);

/* Adds a token. Whatever the line ends are in it, they are "\n" inside. */
status record_add_token(record *r, record_token_kind kind, const char *string, error *e);
status record_add_bytes(record *r, record_token_kind kind, const char *bytes, size_t length,
                        error *e);

/* Puts a token at a place, instead of all that stands there and behind. */
status record_put_token(record *r, size_t at, record_token_kind kind, const char *string, error *e);
void record_cut(record *r, size_t count); /* leaves so many tokens */
status record_copy(const record *from, record *to, error *e);
status record_file_add(record_file *file, record *game, error *e); /* takes over the contents */

/* Reads a file game by game, so that only one need be in memory. The bytes stay the caller's, and
 * there is nothing to free. */
typedef struct record_reader {
    scan s;
    const char *begin;
    const char *counted; /* as far as the lines have been counted */
    size_t line;         /* ... which is this one */
    error *e;            /* of the function that is reading */
} record_reader;

status record_reader_open(record_reader *in, const char *bytes, size_t length, error *e);
bool record_reader_more(record_reader *in); /* true at first: a file without a game is refused */
status record_reader_next(record_reader *in, record *game, error *e);

/* All games of a file at once. */
status record_read(const char *bytes, size_t length, record_file *file, error *e);
void record_write(const record *r, text *out);
void record_write_file(const record_file *file, text *out);

const char *record_result_name(record_result result);

#endif
