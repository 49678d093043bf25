/* SPDX-License-Identifier: MIT
 *
 * Records in memory, and the strict writer. The reader is core/record_read.c. */
#include "core/record.h"

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
    for (size_t i = 0; i < r->token_count; i++) free(r->tokens[i].text);
    free(r->tags);
    free(r->tokens);
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
    char *name_copy = strdup(name);
    if (!copy || !name_copy || !grow((void **)&r->tags, r->tag_count, sizeof *r->tags)) {
        free(copy);
        free(name_copy);
        return fail_memory(e);
    }
    r->tags[r->tag_count++] = (record_tag){name_copy, copy};
    return STATUS_OK;
}

status record_add_token(record *r, record_token_kind kind, const char *string, error *e) {
    if (kind == RECORD_COMMENT && strchr(string, '}') && strchr(string, '\n'))
        return FAIL(e, STATUS_INVALID, "a comment of several lines may not contain '}'");
    char *copy = string ? strdup(string) : NULL;
    if ((string && !copy) || !grow((void **)&r->tokens, r->token_count, sizeof *r->tokens)) {
        free(copy);
        return fail_memory(e);
    }
    r->tokens[r->token_count++] = (record_token){.kind = kind, .text = copy};
    return STATUS_OK;
}

status record_copy(const record *from, record *to, error *e) {
    record copy = {.result = from->result, .line = from->line};
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < from->tag_count; i++)
        code = record_set_tag(&copy, from->tags[i].name, from->tags[i].value, e);
    for (size_t i = 0; code == STATUS_OK && i < from->token_count; i++)
        code = record_add_token(&copy, from->tokens[i].kind, from->tokens[i].text, e);
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

static void put_word(line_filler *line, const char *word) {
    size_t length = strlen(word);
    if (!line->glue) {
        bool full = line->column + 1 + length > LINE_WIDTH;
        text_char(line->out, full ? '\n' : ' ');
        line->column = full ? 0 : line->column + 1;
    }
    text_put(line->out, word);
    const char *newline = strrchr(word, '\n');
    line->column = newline ? strlen(newline + 1) : line->column + length;
    line->glue = false;
}

static void put_comment(line_filler *line, const char *comment) {
    bool braces = strchr(comment, '}') == NULL;
    text word = text_growing();
    text_format(&word, braces ? "{%s}" : ";%s", comment);
    if (word.failed)
        line->out->failed = true;
    else
        put_word(line, word.data);
    text_free(&word);
    if (!braces) { /* such a comment runs to the end of its line */
        text_char(line->out, '\n');
        line->column = 0;
        line->glue = true;
    }
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
            put_comment(line, token->text);
        } else if (token->kind == RECORD_OPEN) {
            assert(ply > 0);
            put_word(line, "(");
            line->glue = true;
            at = write_line(r, at + 1, ply - 1, line);
            line->glue = true;
            put_word(line, ")");
        } else {
            put_word(line, token->text);
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
