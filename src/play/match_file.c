/* SPDX-License-Identifier: MIT
 *
 * A match as a record file, and back; many of them in one; and from its log. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play/match_inside.h"

/* --- saving ---------------------------------------------------------------------------------- */

status match_save(const match *m, text *out, error *e) {
    if (!m->begun) return FAIL(e, STATUS_INVALID, "no game has begun");
    record current;
    status code = match_current_record(m, &current, e);
    if (code != STATUS_OK) return code;
    size_t before = out->length;
    record_write_file(&m->played, out);
    if (m->played.count > 0) text_char(out, '\n');
    record_write(&current, out);
    record_free(&current);
    if (!out->failed) return STATUS_OK;
    text_take_back(out, before);
    return fail_memory(e);
}

/* --- loading --------------------------------------------------------------------------------- */

static const char *tag_or(const record *r, const char *name, const char *otherwise) {
    const char *value = record_tag_value(r, name);
    return value ? value : otherwise;
}

/* Who plays A in this record: the names tell, or the custom where they do not. */
static status seat_players(match *m, const record *r, int expected, error *e) {
    const char *first = tag_or(r, "First", "?"), *second = tag_or(r, "Second", "?");
    bool as_0_1 = strcmp(first, m->names[0]) == 0 && strcmp(second, m->names[1]) == 0;
    bool as_1_0 = strcmp(first, m->names[1]) == 0 && strcmp(second, m->names[0]) == 0;
    if (!as_0_1 && !as_1_0)
        return FAIL(e, STATUS_INVALID, "line %zu: another pair of players than in the first game",
                    r->line);
    m->first = as_0_1 && as_1_0 ? expected : as_1_0;
    return STATUS_OK;
}

static status load_series(match *m, const record_file *file, error *e) {
    assert(file->games); /* a file without a game is not read */
    const record *r = &file->games[0];
    uint64_t best_of = 2 * file->count - 1; /* without a tag, long enough for these games */
    const char *tag = record_tag_value(r, "BestOf");
    if (2 * file->count - 1 > BEST_OF_MAX && !tag)
        return FAIL(e, STATUS_INVALID, "a match has no more than %d games", BEST_OF_MAX);
    if (tag && (!text_is_number(tag, BEST_OF_MAX, &best_of) || best_of % 2 == 0))
        return FAIL(e, STATUS_INVALID,
                    "line %zu: BestOf must be an odd number up to %d, not '%.20s'", r->line,
                    BEST_OF_MAX, tag);
    m->best_of = (int)best_of;
    status code = match_set_name(m, 0, tag_or(r, "First", "?"), e);
    if (code == STATUS_OK) code = match_set_name(m, 1, tag_or(r, "Second", "?"), e);
    return code == STATUS_OK ? code : FAIL_WITHIN(e, code, "line %zu", r->line);
}

/* Makes a record the current game, all its turns made. */
static status load_game(match *m, const game *const *games, const record *r, int expected,
                        error *e) {
    replay before = m->turns;
    m->turns = (replay){0};
    record_free(&m->current);
    status code = replay_record(games, r, &m->turns, e);
    bool another = code == STATUS_OK && before.variant.game &&
                   !variant_equal(before.variant, m->turns.variant);
    replay_free(&before);
    if (another)
        code = FAIL(e, STATUS_INVALID, "line %zu: another game or rule set than in the first game",
                    r->line);
    if (code == STATUS_OK) code = seat_players(m, r, expected, e);
    if (code == STATUS_OK) code = record_copy(r, &m->current, e);
    if (code == STATUS_OK)
        code = record_set_tag(&m->current, "Rules", variant_name(m->turns.variant), e);
    if (code == STATUS_OK)
        code = record_set_tag(&m->current, "Game", m->turns.variant.game->name, e);
    if (code != STATUS_OK) return code;
    m->ply = m->turns.count;
    m->declared = replay_outcome(&m->turns, m->ply).over ? RECORD_UNFINISHED : r->result;
    const char *how = tag_or(r, match_termination, "");
    m->reason = strcmp(how, match_by_time) == 0      ? REASON_TIME
                : m->declared == RECORD_DRAW         ? REASON_AGREED
                : strcmp(how, match_by_absence) == 0 ? REASON_ABANDONED
                                                     : REASON_RESIGNED;
    m->begun = true;
    m->told = match_standing(m).over;
    return STATUS_OK;
}

/* --- the log of a loaded match --------------------------------------------------------------- */

static status log_game(match *m, error *e) {
    event begun = match_tell_begun(m);
    status code = log_add(&m->log, &begun, e);
    for (size_t ply = 0; code == STATUS_OK && ply < m->turns.count; ply++) {
        event turn = {.kind = EVENT_TURN,
                      .side = m->turns.variant.game->to_move(replay_position(&m->turns, ply)),
                      .ply = ply,
                      .turn = match_turn(m, ply)};
        code = log_add(&m->log, &turn, e);
    }
    if (code != STATUS_OK || !m->told) return code;
    over_told told;
    match_tell_over(m, &told);
    return log_add(&m->log, &told.ev, e);
}

static status load_file(match *m, const game *const *games, const record_file *file, error *e) {
    status code = load_series(m, file, e);
    for (size_t i = 0; code == STATUS_OK && i < file->count; i++) {
        code = load_game(m, games, &file->games[i], i == 0 ? 0 : match_next_first(m), e);
        if (code == STATUS_OK && i == 0) code = match_log_created(m, e);
        if (code == STATUS_OK) code = log_game(m, e);
        if (code != STATUS_OK || i + 1 == file->count) break;
        if (match_is_decided(m) || !match_outcome(m).over)
            return match_is_decided(m)
                       ? FAIL(e, STATUS_INVALID,
                              "line %zu: a game follows though the match is decided",
                              file->games[i + 1].line)
                       : FAIL(e, STATUS_INVALID,
                              "line %zu: a game follows though the one before it is not finished",
                              file->games[i + 1].line);
        m->winners[i] = match_winner(m);
        record finished;
        code = match_current_record(m, &finished, e);
        if (code != STATUS_OK) break;
        code = record_file_add(&m->played, &finished, e);
        record_free(&finished);
    }
    return code;
}

/* No more games than a match has. */
static status read_games(const char *bytes, size_t length, record_file *file, error *e) {
    record_reader in;
    status code = record_reader_open(&in, bytes, length, e);
    while (code == STATUS_OK && record_reader_more(&in)) {
        record r = {0};
        code = record_reader_next(&in, &r, e);
        if (code == STATUS_OK && file->count == BEST_OF_MAX)
            code = FAIL(e, STATUS_INVALID, "line %zu: a match has no more than %d games", r.line,
                        BEST_OF_MAX);
        if (code == STATUS_OK) code = record_file_add(file, &r, e);
        record_free(&r);
    }
    return code;
}

/* Takes the records of a match over. */
static status load_records(const game *const *games, record_file *file, match **m, error *e) {
    match *loaded = calloc(1, sizeof *loaded);
    if (loaded) loaded->offers = loaded->asks = NOBODY;
    status code = loaded ? load_file(loaded, games, file, e) : fail_memory(e);
    record_file_free(file);
    if (code == STATUS_OK)
        *m = loaded;
    else
        match_free(loaded);
    return code;
}

status match_load(const game *const *games, const char *bytes, size_t length, match **m, error *e) {
    record_file file = {0};
    status code = read_games(bytes, length, &file, e);
    if (code == STATUS_OK) return load_records(games, &file, m, e);
    record_file_free(&file);
    return code;
}

/* --- many matches in a file --------------------------------------------------------------------
 */

/* Where the next game seems to begin, behind one that is damaged: at a tag that stands on the first
 * line of all or behind a line that is no tag. */
static void pass_over(record_reader *in) {
    bool is_tag = true;
    while (!scan_done(&in->s)) {
        bool was_tag = is_tag;
        is_tag = scan_peek(&in->s) == '[';
        if (is_tag && !was_tag) return;
        while (!scan_done(&in->s) && scan_peek(&in->s) != '\n') in->s.at++;
        scan_char(&in->s, '\n');
    }
}

static void look_ahead(match_reader *in) {
    record_free(&in->ahead);
    in->ahead = (record){0};
    in->more = record_reader_more(&in->in);
    if (!in->more) return;
    record_reader before = in->in;
    in->code = record_reader_next(&in->in, &in->ahead, &in->why);
    if (in->code != STATUS_INVALID) return;
    in->in = before; /* a comment without an end has taken others with it */
    pass_over(&in->in);
}

/* The number of a record in its series; 0: it is alone. */
static uint64_t round_of(const record *r) {
    uint64_t number;
    return text_is_number(tag_or(r, "Round", ""), BEST_OF_MAX, &number) ? number : 0;
}

static bool goes_on(const record *last, const match_reader *in) {
    return in->more && in->code == STATUS_OK && round_of(last) > 0 &&
           round_of(&in->ahead) == round_of(last) + 1 &&
           strcmp(tag_or(last, "BestOf", ""), tag_or(&in->ahead, "BestOf", "")) == 0;
}

status match_reader_open(match_reader *in, const char *bytes, size_t length, error *e) {
    match_reader opened = {0};
    status code = record_reader_open(&opened.in, bytes, length, e);
    if (code != STATUS_OK) return code;
    look_ahead(&opened);
    *in = opened;
    return STATUS_OK;
}

void match_reader_close(match_reader *in) {
    record_free(&in->ahead);
    in->ahead = (record){0};
}

bool match_reader_more(const match_reader *in) {
    return in->more;
}

status match_reader_next(match_reader *in, const game *const *games, match **m, error *e) {
    record_file file = {0};
    status code = in->code;
    if (code != STATUS_OK) *e = in->why;
    do {
        if (code == STATUS_OK) code = record_file_add(&file, &in->ahead, e);
        look_ahead(in);
    } while (code == STATUS_OK && goes_on(&file.games[file.count - 1], in));
    if (code == STATUS_OK) return load_records(games, &file, m, e);
    record_file_free(&file);
    return code;
}

/* --- the log, read ---------------------------------------------------------------------------- */

static status read_line(const game *const *games, char *line, match **m, error *e) {
    event ev;
    status code = event_read(line, &ev, e);
    if (code != STATUS_OK) return code;
    return *m ? match_apply(*m, &ev, e) : match_create(games, &ev, m, e);
}

status match_read_log(const game *const *games, const char *bytes, size_t length, match **m,
                      error *e) {
    match *read = NULL;
    char *copy = malloc(length + 1), *line = copy;
    status code = copy ? STATUS_OK : fail_memory(e);
    if (code == STATUS_OK && memchr(bytes, '\0', length))
        code = FAIL(e, STATUS_INVALID, "a log holds no NUL");
    if (code == STATUS_OK) {
        memcpy(copy, bytes, length);
        copy[length] = '\0';
    }
    for (size_t number = 1; code == STATUS_OK && *line; number++) {
        char *end = line + strcspn(line, "\n"), *next = end + (*end == '\n');
        *end = '\0';
        code = read_line(games, line, &read, e);
        if (code == STATUS_INVALID) error_prefix(e, "log, line %zu", number);
        line = next;
    }
    if (code == STATUS_OK && !read) code = FAIL(e, STATUS_INVALID, "a log without an event");
    free(copy);
    if (code == STATUS_OK)
        *m = read;
    else
        match_free(read);
    return code;
}
