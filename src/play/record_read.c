/* SPDX-License-Identifier: MIT
 *
 * The lenient reader of records. It takes what people's editors and other programs make of a
 * record: any layout, tags in any order, move numbers or none, remarks as "!?" or "$5",
 * comments in braces or after a semicolon, lines beginning with '%' skipped, a missing result. */
#include <stdlib.h>
#include <string.h>

#include "play/record.h"

/* Whether a line ends with this byte: a line feed, alone or behind a carriage return, or a carriage
 * return alone. */
static bool ends_line(const record_reader *in, const char *at) {
    return *at == '\n' || (*at == '\r' && (at + 1 == in->s.end || at[1] != '\n'));
}

static size_t line_number(record_reader *in) {
    for (; in->counted < in->s.at; in->counted++) in->line += ends_line(in, in->counted);
    return in->line;
}

#define REFUSE(in, ...) fail_at(in, FAIL((in)->e, STATUS_INVALID, __VA_ARGS__))

/* Says in which line the input is wrong, if it is that which failed. */
static status fail_at(record_reader *in, status code) {
    if (code == STATUS_INVALID) error_prefix(in->e, "line %zu", line_number(in));
    return code;
}

static bool at_line_start(const record_reader *in) {
    return in->s.at == in->begin || ends_line(in, in->s.at - 1);
}

static const char *end_of_line(const record_reader *in) {
    const char *at = in->s.at;
    while (at < in->s.end && !ends_line(in, at)) at++;
    return at;
}

static void skip_blanks(record_reader *in) {
    while (!scan_done(&in->s)) {
        if (at_line_start(in) && scan_peek(&in->s) == '%')
            in->s.at = end_of_line(in);
        else if (!scan_space(&in->s))
            return;
    }
}

/* The tag Result is not one of the record's; it is compared with the end of the game. */
typedef struct result_tag {
    bool there;
    text value;
} result_tag;

static status take_tag(record_reader *in, record *game, result_tag *result, const char *name,
                       text *value) {
    bool is_result = strcmp(name, "Result") == 0;
    if (is_result ? result->there : record_tag_value(game, name) != NULL)
        return REFUSE(in, "tag %s stands twice", name);
    if (!is_result) return fail_at(in, record_set_tag(game, name, value->data, in->e));
    *result = (result_tag){true, *value};
    *value = text_growing();
    return STATUS_OK;
}

/* [Name "value"], the bracket already taken. */
static status read_tag(record_reader *in, record *game, result_tag *result) {
    scan *s = &in->s;
    scan_space(s);
    const char *begin = s->at;
    while (!scan_done(s) && !strchr(" \t\r\n\"]", *s->at)) s->at++;
    size_t length = (size_t)(s->at - begin);
    if (length == 0) return REFUSE(in, "a tag must begin with its name");
    scan_space(s);
    if (!scan_char(s, '"'))
        return REFUSE(in, "tag %.*s must have a value in quotes", (int)length, begin);
    text name = text_growing(), value = text_growing();
    text_put_n(&name, begin, length);
    text_put(&value, "");
    while (!scan_done(s) && *s->at != '"' && !ends_line(in, s->at)) {
        if (*s->at == '\\' && s->at + 1 < s->end && strchr("\"\\", s->at[1])) s->at++;
        if (*s->at != '\r') text_char(&value, *s->at);
        s->at++;
    }
    status code = STATUS_OK;
    if (name.failed || value.failed) {
        code = fail_memory(in->e);
    } else if (!scan_char(s, '"') || (scan_space(s), !scan_char(s, ']'))) {
        s->at = begin; /* the line where it began tells more than the one where it broke off */
        code = REFUSE(in, "tag %s is not closed with \"]", name.data);
    } else {
        code = take_tag(in, game, result, name.data, &value);
    }
    text_free(&name);
    text_free(&value);
    return code;
}

static status add_token(record_reader *in, record *game, record_token_kind kind, const char *from,
                        const char *to) {
    uint32_t line = (uint32_t)line_number(in);
    status code = record_add_bytes(game, kind, from, (size_t)(to - from), in->e);
    if (code == STATUS_OK) game->tokens[game->token_count - 1].line = line;
    return fail_at(in, code);
}

static status read_comment(record_reader *in, record *game, char close) {
    const char *begin = in->s.at;
    const char *end =
        close == '\n' ? end_of_line(in) : memchr(begin, close, (size_t)(in->s.end - begin));
    if (!end) return REFUSE(in, "a comment is not closed with '}'");
    bool half_an_end = close == '\n' && end > begin && end[-1] == '\r';
    status code = add_token(in, game, RECORD_COMMENT, begin, end - half_an_end);
    in->s.at = end < in->s.end ? end + 1 : end;
    return code;
}

/* "!", "?" and their pairs behind a turn, as numbered remarks. */
static status read_marks(record_reader *in, record *game, const char *from, const char *to) {
    static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i]);
        if ((size_t)(to - from) != length || memcmp(from, marks[i], length) != 0) continue;
        char glyph[] = {'$', (char)('1' + i)};
        return add_token(in, game, RECORD_GLYPH, glyph, glyph + 2);
    }
    return REFUSE(in, "unknown remark '%.*s'", (int)(to - from), from);
}

static bool word_is(const char *from, const char *to, const char *word) {
    return (size_t)(to - from) == strlen(word) && memcmp(from, word, strlen(word)) == 0;
}

static bool may_begin_turn(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

/* A word of the movetext: a result (then *ends), a move number, a remark or a turn. */
static status read_word(record_reader *in, record *game, bool *ends) {
    const char *from = in->s.at;
    while (!scan_done(&in->s) && !strchr(" \t\r\n{}();[]\"", *in->s.at)) in->s.at++;
    const char *to = in->s.at;
    for (record_result result = RECORD_UNFINISHED; result <= RECORD_DRAW; result++)
        if (word_is(from, to, record_result_name(result))) {
            game->result = result;
            *ends = true;
            return STATUS_OK;
        }
    if (*from == '$') {
        scan digits = scan_bytes(from + 1, (size_t)(to - from - 1));
        uint64_t glyph;
        if (!scan_number(&digits, 255, &glyph) || !scan_done(&digits))
            return REFUSE(in, "'%.*s' is not a remark from $0 to $255", (int)(to - from), from);
        char number[8];
        text plain = text_fixed(number, sizeof number);
        text_format(&plain, "$%u", (unsigned)glyph);
        return add_token(in, game, RECORD_GLYPH, number, number + plain.length);
    }
    const char *word = from;
    while (from < to && *from >= '0' && *from <= '9') from++;
    while (from < to && *from == '.') from++;
    const char *marks = to;
    while (marks > from && strchr("!?", marks[-1])) marks--;
    if (marks == from && to > from && game->token_count == 0)
        return REFUSE(in, "a remark must follow a turn");
    if (marks > from && !may_begin_turn(*from))
        return REFUSE(in, "'%.*s' is not a turn", (int)(to - word), word);
    status code = STATUS_OK;
    if (marks > from) code = add_token(in, game, RECORD_TURN, from, marks);
    if (code == STATUS_OK && to > marks) code = read_marks(in, game, marks, to);
    return code;
}

/* What variations there are around the reader, and whether each has a turn yet. */
typedef struct nesting {
    int depth;
    bool has_turn[RECORD_DEPTH_MAX + 1];
} nesting;

static status read_variation_mark(record_reader *in, record *game, nesting *n, bool open) {
    if (open) {
        if (!n->has_turn[n->depth])
            return REFUSE(in, "a variation must follow the turn that it replaces");
        if (n->depth == RECORD_DEPTH_MAX)
            return REFUSE(in, "variations are nested more than %d deep", RECORD_DEPTH_MAX);
        n->has_turn[++n->depth] = false;
        return add_token(in, game, RECORD_OPEN, in->s.at, in->s.at);
    }
    if (n->depth == 0) return REFUSE(in, "')' without a '('");
    if (!n->has_turn[n->depth]) return REFUSE(in, "a variation without a turn");
    n->depth--;
    return add_token(in, game, RECORD_CLOSE, in->s.at, in->s.at);
}

static status read_movetext(record_reader *in, record *game, bool *has_result) {
    nesting n = {0};
    status code = STATUS_OK;
    while (code == STATUS_OK && !*has_result) {
        skip_blanks(in);
        int c = scan_peek(&in->s);
        /* A game without a result ends where the next one's tags begin. */
        if (c < 0 || (c == '[' && at_line_start(in))) break;
        size_t before = game->token_count;
        if (scan_char(&in->s, '{'))
            code = read_comment(in, game, '}');
        else if (scan_char(&in->s, ';'))
            code = read_comment(in, game, '\n');
        else if (c == '(' || c == ')')
            in->s.at++, code = read_variation_mark(in, game, &n, c == '(');
        else if (strchr("[]}\"", c))
            code = REFUSE(in, "unexpected '%c'", c);
        else
            code = read_word(in, game, has_result);
        for (size_t i = before; i < game->token_count; i++)
            if (game->tokens[i].kind == RECORD_TURN) n.has_turn[n.depth] = true;
    }
    if (code == STATUS_OK && n.depth > 0) code = REFUSE(in, "a variation is not closed with ')'");
    return code;
}

/* Result stands both in a tag and at the end; the movetext's counts, the tag fills in for it. */
static status settle_result(record_reader *in, record *game, const result_tag *tag,
                            bool has_result) {
    if (!tag->there) return STATUS_OK;
    const char *value = tag->value.data;
    record_result result = RECORD_UNFINISHED;
    while (result <= RECORD_DRAW && strcmp(value, record_result_name(result)) != 0) result++;
    if (result > RECORD_DRAW)
        return REFUSE(in, "result '%.20s' is not one of 1-0, 0-1, 1/2-1/2 and *", value);
    if (has_result && result != game->result)
        return REFUSE(in, "the Result tag says %s, the end of the game %s", value,
                      record_result_name(game->result));
    game->result = result;
    return STATUS_OK;
}

static status read_game(record_reader *in, record *game) {
    game->line = line_number(in);
    status code = STATUS_OK;
    result_tag tag = {.value = text_growing()};
    while (code == STATUS_OK && (skip_blanks(in), scan_char(&in->s, '[')))
        code = read_tag(in, game, &tag);
    bool has_result = false;
    if (code == STATUS_OK) code = read_movetext(in, game, &has_result);
    if (code == STATUS_OK) code = settle_result(in, game, &tag, has_result);
    text_free(&tag.value);
    return code;
}

status record_reader_open(record_reader *out, const char *bytes, size_t length, error *e) {
    record_reader in = {
        .s = scan_bytes(bytes, length), .begin = bytes, .counted = bytes, .line = 1, .e = e};
    size_t bad;
    if (length > RECORD_BYTES_MAX)
        return FAIL(e, STATUS_INVALID, "larger than %d MiB", RECORD_BYTES_MAX >> 20);
    if (!text_is_clean(bytes, length, &bad)) {
        in.s.at = bytes + bad;
        return REFUSE(&in, "byte 0x%02x is not text in UTF-8", (unsigned char)bytes[bad]);
    }
    if (scan_word(&in.s, "\xef\xbb\xbf")) in.begin = in.s.at;
    if (!record_reader_more(&in)) return REFUSE(&in, "there is no game in it");
    *out = in;
    return STATUS_OK;
}

bool record_reader_more(record_reader *in) {
    skip_blanks(in);
    return !scan_done(&in->s);
}

status record_reader_next(record_reader *in, record *game, error *e) {
    record read = {0};
    in->e = e;
    status code = read_game(in, &read);
    if (code == STATUS_OK)
        *game = read;
    else
        record_free(&read);
    return code;
}

status record_read(const char *bytes, size_t length, record_file *file, error *e) {
    record_reader in;
    record_file read = {0};
    status code = record_reader_open(&in, bytes, length, e);
    while (code == STATUS_OK && record_reader_more(&in)) {
        record game = {0};
        code = read.count < RECORD_GAMES_MAX
                   ? record_reader_next(&in, &game, e)
                   : REFUSE(&in, "more than %d games are too many here", RECORD_GAMES_MAX);
        if (code == STATUS_OK) code = record_file_add(&read, &game, e);
        record_free(&game);
    }
    if (code == STATUS_OK)
        *file = read;
    else
        record_file_free(&read);
    return code;
}
