/* SPDX-License-Identifier: MIT
 *
 * Records in memory, and the strict writer. The reader is play/record_read.c. */
#include "play/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const result_names[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *record_result_name(record_result result) {
    return result_names[result];
}

void record_free(record *r) {
    for (size_t i = 0; i < r->tag_count; i++) {
        free(r->tags[i].name);
        free(r->tags[i].value);
    }
    free(r->tags);
    free(r->tokens);
    free(r->texts);
    *r = (record){0};
}

void record_file_free(record_file *file) {
    for (size_t i = 0; i < file->count; i++) record_free(&file->games[i]);
    free(file->games);
    *file = (record_file){0};
}

/* Room for one more item; capacities are the powers of two, so they need not be stored. */
static bool grow(void **items, size_t count, size_t size) {
    if (count & (count - 1)) return true;
    void *larger = realloc(*items, (count ? 2 * count : 1) * size);
    if (larger) *items = larger;
    return larger != NULL;
}

/* Room for as many items as are needed. */
static bool reserve(void **items, size_t *room, size_t needed, size_t size) {
    if (needed <= *room) return true;
    size_t wanted = needed < 2 * *room ? 2 * *room : needed;
    void *larger = realloc(*items, wanted * size);
    if (!larger) return false;
    *items = larger;
    *room = wanted;
    return true;
}

static record_tag *find_tag(const record *r, const char *name) {
    for (size_t i = 0; i < r->tag_count; i++)
        if (strcmp(r->tags[i].name, name) == 0) return &r->tags[i];
    return NULL;
}

const char *record_tag_value(const record *r, const char *name) {
    const record_tag *tag = find_tag(r, name);
    return tag ? tag->value : NULL;
}

status record_set_tag(record *r, const char *name, const char *value, error *e) {
    record_tag *tag = find_tag(r, name);
    char *copy = strdup(value);
    if (tag && copy) {
        free(tag->value);
        tag->value = copy;
        return STATUS_OK;
    }
    if (copy && r->tag_count == RECORD_TAGS_MAX) {
        free(copy);
        return FAIL(e, STATUS_INVALID, "tag %.40s: a game has no more than %d tags", name,
                    RECORD_TAGS_MAX);
    }
    char *name_copy = strdup(name);
    if (!copy || !name_copy || !grow((void **)&r->tags, r->tag_count, sizeof *r->tags)) {
        free(copy);
        free(name_copy);
        return fail_memory(e);
    }
    r->tags[r->tag_count++] = (record_tag){name_copy, copy};
    return STATUS_OK;
}

status record_set_number(record *r, const char *name, uint64_t value, error *e) {
    char number[24];
    text t = text_fixed(number, sizeof number);
    text_format(&t, "%llu", (unsigned long long)value);
    return record_set_tag(r, name, number, e);
}

void record_drop_tag(record *r, const char *name) {
    record_tag *tag = find_tag(r, name);
    if (!tag) return;
    free(tag->name);
    free(tag->value);
    memmove(tag, tag + 1, (size_t)(r->tags + r->tag_count - (tag + 1)) * sizeof *tag);
    r->tag_count--;
}

const char *record_text(const record *r, size_t token) {
    const record_token *t = &r->tokens[token];
    return t->kind == RECORD_OPEN || t->kind == RECORD_CLOSE ? NULL : r->texts + t->text;
}

void record_cut(record *r, size_t count) {
    if (count == r->token_count) return;
    r->text_length = r->tokens[count].text;
    r->token_count = count;
}

/* Room for a token more, and for so many bytes of text; nothing else changes. */
static status make_room(record *r, size_t length, error *e) {
    if (!reserve((void **)&r->tokens, &r->token_room, r->token_count + 1, sizeof *r->tokens) ||
        !reserve((void **)&r->texts, &r->text_room, r->text_length + length + 1, 1))
        return fail_memory(e);
    return STATUS_OK;
}

/* Whether a token may follow the first `at` tokens. */
static status check_token(const record *r, size_t at, record_token_kind kind, const char *bytes,
                          size_t length, error *e) {
    size_t used = at < r->token_count ? r->tokens[at].text : r->text_length;
    if (at == RECORD_TOKENS_MAX)
        return FAIL(e, STATUS_INVALID,
                    "a game has no more than %d turns, comments, remarks and brackets",
                    RECORD_TOKENS_MAX);
    if (length > RECORD_BYTES_MAX || used > RECORD_BYTES_MAX - length)
        return FAIL(e, STATUS_INVALID, "the text of a game has no more than %d MiB",
                    RECORD_BYTES_MAX >> 20);
    if (kind == RECORD_COMMENT && memchr(bytes, '}', length) &&
        (memchr(bytes, '\n', length) || memchr(bytes, '\r', length)))
        return FAIL(e, STATUS_INVALID, "a comment of several lines may not contain '}'");
    return STATUS_OK;
}

static status put_bytes(record *r, size_t at, record_token_kind kind, const char *bytes,
                        size_t length, error *e) {
    status code = check_token(r, at, kind, bytes, length, e);
    if (code == STATUS_OK) code = make_room(r, length, e);
    if (code != STATUS_OK) return code;
    record_cut(r, at);
    r->tokens[r->token_count++] = (record_token){.text = (uint32_t)r->text_length, .kind = kind};
    if (kind == RECORD_OPEN || kind == RECORD_CLOSE) return STATUS_OK;
    for (size_t i = 0; i < length; i++) {
        bool half_an_end = bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n';
        if (!half_an_end) r->texts[r->text_length++] = bytes[i] == '\r' ? '\n' : bytes[i];
    }
    r->texts[r->text_length++] = '\0';
    return STATUS_OK;
}

status record_add_bytes(record *r, record_token_kind kind, const char *bytes, size_t length,
                        error *e) {
    return put_bytes(r, r->token_count, kind, bytes, length, e);
}

status record_put_token(record *r, size_t at, record_token_kind kind, const char *string,
                        error *e) {
    assert(at <= r->token_count);
    return put_bytes(r, at, kind, string ? string : "", string ? strlen(string) : 0, e);
}

status record_add_token(record *r, record_token_kind kind, const char *string, error *e) {
    return record_put_token(r, r->token_count, kind, string, e);
}

static status copy_tokens(const record *from, record *to, error *e) {
    if (from->token_count == 0) return STATUS_OK;
    if (!reserve((void **)&to->tokens, &to->token_room, from->token_count, sizeof *to->tokens) ||
        !reserve((void **)&to->texts, &to->text_room, from->text_length + 1, 1))
        return fail_memory(e);
    assert(to->texts); /* there is room for one byte at least */
    memcpy(to->tokens, from->tokens, from->token_count * sizeof *to->tokens);
    memcpy(to->texts, from->texts, from->text_length);
    to->token_count = from->token_count;
    to->text_length = from->text_length;
    return STATUS_OK;
}

status record_copy(const record *from, record *to, error *e) {
    record copy = {.result = from->result, .line = from->line};
    status code = copy_tokens(from, &copy, e);
    for (size_t i = 0; code == STATUS_OK && i < from->tag_count; i++)
        code = record_set_tag(&copy, from->tags[i].name, from->tags[i].value, e);
    if (code == STATUS_OK)
        *to = copy;
    else
        record_free(&copy);
    return code;
}

status record_file_add(record_file *file, record *game, error *e) {
    if (!grow((void **)&file->games, file->count, sizeof *file->games)) return fail_memory(e);
    file->games[file->count++] = *game;
    *game = (record){0};
    return STATUS_OK;
}

/* --- the strict writer ------------------------------------------------------------------- */

enum { LINE_WIDTH = 80 };

/* These come first, in this order; the others follow as they were. */
static const char *const roster[] = {"Game", "Rules", "Date", "First", "Second", "Result"};

static void write_tag(text *out, const char *name, const char *value) {
    text_format(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\') text_char(out, '\\');
        text_char(out, *c);
    }
    text_put(out, "\"]\n");
}

static bool in_roster(const char *name) {
    for (size_t i = 0; i < sizeof roster / sizeof *roster; i++)
        if (strcmp(roster[i], name) == 0) return true;
    return false;
}

static void write_tags(const record *r, text *out) {
    for (size_t i = 0; i < sizeof roster / sizeof *roster; i++) {
        const char *value = record_tag_value(r, roster[i]);
        if (strcmp(roster[i], "Result") == 0) value = record_result_name(r->result);
        if (value) write_tag(out, roster[i], value);
    }
    for (size_t i = 0; i < r->tag_count; i++)
        if (!in_roster(r->tags[i].name)) write_tag(out, r->tags[i].name, r->tags[i].value);
}

/* Movetext, filled into lines of at most LINE_WIDTH where words allow it. */
typedef struct line_filler {
    text *out;
    size_t column;
    bool glue; /* no space before the next word: the line or a variation just began */
} line_filler;

/* A word, which may stand between two others without a space. */
static void put_within(line_filler *line, const char *before, const char *word, const char *after) {
    size_t length = strlen(before) + strlen(word) + strlen(after);
    if (!line->glue) {
        bool full = line->column + 1 + length > LINE_WIDTH;
        text_char(line->out, full ? '\n' : ' ');
        line->column = full ? 0 : line->column + 1;
    }
    text_put(line->out, before);
    text_put(line->out, word);
    text_put(line->out, after);
    const char *newline = strrchr(word, '\n');
    line->column = newline ? strlen(newline + 1) + strlen(after) : line->column + length;
    line->glue = false;
}

static void put_word(line_filler *line, const char *word) {
    put_within(line, "", word, "");
}

static void put_comment(line_filler *line, const char *comment) {
    if (!strchr(comment, '}')) {
        put_within(line, "{", comment, "}");
        return;
    }
    put_within(line, ";", comment, ""); /* which runs to the end of its line */
    text_char(line->out, '\n');
    line->column = 0;
    line->glue = true;
}

static void put_number(line_filler *line, size_t ply, bool interrupted) {
    char word[32];
    text number = text_fixed(word, sizeof word);
    if (ply % 2 == 0)
        text_format(&number, "%zu.", ply / 2 + 1);
    else if (interrupted)
        text_format(&number, "%zu...", ply / 2 + 1);
    if (number.length) put_word(line, word);
}

/* Writes tokens up to the end of this line of play and returns the index after it. A variation
 * begins at the turn it replaces, so `ply` there is one less than outside. */
static size_t write_line(const record *r, size_t at, size_t ply, line_filler *line) {
    bool interrupted = true;
    for (; at < r->token_count && r->tokens[at].kind != RECORD_CLOSE; at++) {
        const record_token *token = &r->tokens[at];
        if (token->kind == RECORD_TURN) put_number(line, ply++, interrupted);
        if (token->kind != RECORD_GLYPH) interrupted = token->kind != RECORD_TURN;
        if (token->kind == RECORD_COMMENT) {
            put_comment(line, record_text(r, at));
        } else if (token->kind == RECORD_OPEN) {
            assert(ply > 0);
            put_word(line, "(");
            line->glue = true;
            at = write_line(r, at + 1, ply - 1, line);
            line->glue = true;
            put_word(line, ")");
        } else {
            put_word(line, record_text(r, at));
        }
    }
    return at;
}

void record_write(const record *r, text *out) {
    write_tags(r, out);
    text_char(out, '\n');
    line_filler line = {.out = out, .glue = true};
    write_line(r, 0, 0, &line);
    put_word(&line, record_result_name(r->result));
    text_char(out, '\n');
}

void record_write_file(const record_file *file, text *out) {
    for (size_t i = 0; i < file->count; i++) {
        if (i > 0) text_char(out, '\n');
        record_write(&file->games[i], out);
    }
}
