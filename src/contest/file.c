/* SPDX-License-Identifier: MIT */
#include "contest/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/registry.h"
#include "native/file.h"

static const char settings_tag[] = "Match";

/* Where a game's record is in the text. */
typedef struct place {
    size_t at, length; /* a length of 0: nowhere */
    record_result result;
    double luck; /* of its draws, where the contest asks for it */
} place;

struct contest_file {
    char *path, *settings;
    int fd;
    text games; /* all records, as they came */
    place *places;
    bool in_file; /* something was written, or there before */
    bool created; /* by us, so that it may go when nothing is in it */
    bool torn;    /* its last game was cut off */
};

static status fail_io(const contest_file *file, const char *what, error *e) {
    return FAIL(e, STATUS_FAILED, "%.120s: %s: %s", file->path, what, strerror(errno));
}

/* --- writing -----------------------------------------------------------------------------------
 */

/* Adds a record to the text, or leaves that as it was. */
static status keep(contest_file *file, const record *r, int number, double luck, error *e) {
    place where = {.at = file->games.length, .result = r->result, .luck = luck};
    record_write(r, &file->games);
    if (file->games.failed) {
        text_take_back(&file->games, where.at);
        return fail_memory(e);
    }
    where.length = file->games.length - where.at;
    file->places[number] = where;
    return STATUS_OK;
}

/* Whole or not at all. */
static status append(contest_file *file, const char *bytes, size_t length, error *e) {
    off_t end = lseek(file->fd, 0, SEEK_END);
    ssize_t wrote = write(file->fd, bytes, length);
    if (wrote == (ssize_t)length) {
        file->in_file = true;
        return STATUS_OK;
    }
    if (wrote >= 0) errno = ENOSPC;
    status code = fail_io(file, "a game cannot be added", e);
    return ftruncate(file->fd, end) == 0 ? code : fail_io(file, "cannot be mended", e);
}

status contest_file_add(contest_file *file, const contest_game *over, error *e) {
    place *where = &file->places[over->number];
    status code = record_set_tag(over->record, settings_tag, file->settings, e);
    if (code == STATUS_OK) code = keep(file, over->record, over->number, 0, e);
    if (code != STATUS_OK) return code;
    text block = text_growing();
    if (file->in_file) text_char(&block, '\n');
    text_put_n(&block, file->games.data + where->at, where->length);
    code = block.failed ? fail_memory(e) : append(file, block.data, block.length, e);
    text_free(&block);
    if (code != STATUS_OK) {
        text_take_back(&file->games, where->at);
        *where = (place){0};
    }
    return code;
}

status contest_file_finish(contest_file *file, const contest *c, error *e) {
    text sorted = text_growing();
    for (int number = 0; number < CONTEST_GAMES_MAX; number++) {
        const place *where = &file->places[number];
        if (where->length == 0 || !contest_counts(c, number)) continue;
        if (sorted.length > 0) text_char(&sorted, '\n');
        text_put_n(&sorted, file->games.data + where->at, where->length);
    }
    status code =
        sorted.failed ? fail_memory(e) : file_write(file->path, sorted.data, sorted.length, e);
    text_free(&sorted);
    return code;
}

/* --- reading -----------------------------------------------------------------------------------
 */

/* The length without a record at the end that is not whole: whole ones end with a result. */
static size_t whole_length(const char *bytes, size_t length) {
    for (; length > 0; length--) {
        if (bytes[length - 1] != '\n') continue;
        for (record_result r = RECORD_A_WINS; r <= RECORD_DRAW; r++) {
            const char *name = record_result_name(r);
            size_t word = strlen(name);
            if (length > word && memcmp(bytes + length - 1 - word, name, word) == 0 &&
                (length - 1 == word || strchr(" \n", bytes[length - 2 - word])))
                return length;
        }
    }
    return 0;
}

static status take_game(contest_file *file, const record *r, const contestant_rules *rules,
                        contest *c, error *e) {
    const char *settings = record_tag_value(r, settings_tag);
    const char *round = record_tag_value(r, "Round");
    if (!settings || strcmp(settings, file->settings) != 0)
        return FAIL(e, STATUS_INVALID, "line %zu: a game of another match: %.140s", r->line,
                    settings ? settings : "it has no tag Match");
    replay played;
    status code = replay_record(registry_games, r, &played, e);
    if (code != STATUS_OK) return code;
    uint64_t number;
    double luck = 0;
    if (!variant_equal(rules->variant, played.variant))
        code = FAIL(e, STATUS_INVALID, "line %zu: a game by other rules", r->line);
    else if (!round || !text_is_number(round, CONTEST_GAMES_MAX, &number) ||
             !contest_wants(c, (int)number - 1) || file->places[number - 1].length > 0 ||
             r->result == RECORD_UNFINISHED)
        code = FAIL(e, STATUS_INVALID,
                    "line %zu: round '%.20s' is not wanted: too high, there twice, or not over",
                    r->line, round ? round : "");
    else
        code = contest_luck_of(c, (int)number - 1, &played, &luck, e);
    replay_free(&played);
    return code == STATUS_OK ? keep(file, r, (int)number - 1, luck, e) : code;
}

/* Looks at the games of the file, one after the other. */
static status take_records(contest_file *file, const char *bytes, size_t length,
                           const contestant_rules *rules, contest *c, error *e) {
    record_reader in;
    status code = record_reader_open(&in, bytes, length, e);
    while (code == STATUS_OK && record_reader_more(&in)) {
        record r = {0};
        code = record_reader_next(&in, &r, e);
        if (code == STATUS_OK) code = take_game(file, &r, rules, c, e);
        record_free(&r);
    }
    return code == STATUS_OK ? code : FAIL_WITHIN(e, code, "%.80s", file->path);
}

/* Whether these bytes begin a record of this match, as far as they go: its first tags, and if all
 * tags are there, the match's own. */
static bool begins_game(const contest_file *file, const contestant_rules *rules,
                        const text *bytes) {
    record r = {0};
    error e;
    text model = text_growing();
    const char *name = variant_name(rules->variant);
    bool made = record_set_tag(&r, "Game", rules->variant.game->name, &e) == STATUS_OK &&
                record_set_tag(&r, "Rules", name, &e) == STATUS_OK &&
                record_set_tag(&r, settings_tag, file->settings, &e) == STATUS_OK;
    record_write(&r, &model);
    bool begins = false;
    if (made && !model.failed) { /* tags, [Result, [Match, an empty line */
        const char *result = strstr(model.data, "[Result "), *match = strstr(result, "\n[Match ");
        size_t head = (size_t)(result - model.data), tag = strcspn(match + 1, "\n") + 2;
        const char *end = memmem(bytes->data, bytes->length, "\n\n", 2);
        size_t tags = end ? (size_t)(end + 1 - bytes->data) : 0;
        begins =
            memcmp(bytes->data, model.data, head < bytes->length ? head : bytes->length) == 0 &&
            (!end || memmem(bytes->data, tags, match, tag));
    }
    record_free(&r);
    text_free(&model);
    return begins;
}

static status take_games(contest_file *file, const contestant_rules *rules, contest *c, error *e) {
    text contents = text_growing();
    status code = file_read(file->path, &contents, e);
    size_t whole = code == STATUS_OK ? whole_length(contents.data, contents.length) : 0;
    if (code == STATUS_OK && whole == 0 && contents.length > 0 &&
        !begins_game(file, rules, &contents))
        code = FAIL(e, STATUS_INVALID, "%.120s: holds no game of this match", file->path);
    if (code == STATUS_OK && whole > 0) {
        code = take_records(file, contents.data, whole, rules, c, e);
        file->in_file = true;
    }
    file->torn = whole < contents.length;
    if (code == STATUS_OK && file->torn && ftruncate(file->fd, (off_t)whole) != 0)
        code = fail_io(file, "cannot be mended", e);
    for (int number = 0; code == STATUS_OK && number < CONTEST_GAMES_MAX; number++)
        if (file->places[number].length > 0)
            contest_set_result(c, number, file->places[number].result, file->places[number].luck);
    text_free(&contents);
    return code;
}

/* --- opening -----------------------------------------------------------------------------------
 */

static status open_path(contest_file *file, bool resume, error *e) {
    struct stat info;
    file->created = stat(file->path, &info) != 0;
    if (!file->created && !S_ISREG(info.st_mode))
        return FAIL(e, STATUS_USAGE, "%.120s is no file in which a match can keep its games",
                    file->path);
    file->fd =
        open(file->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (resume ? 0 : O_EXCL), 0666);
    if (file->fd < 0 && errno == EEXIST)
        return FAIL(e, STATUS_USAGE, "%.120s exists already; --resume goes on with it", file->path);
    if (file->fd < 0) return fail_io(file, "cannot be written", e);
    if (flock(file->fd, LOCK_EX | LOCK_NB) == 0) return STATUS_OK;
    file->created = false;
    return FAIL(e, STATUS_FAILED, "%.120s: another match is writing to it", file->path);
}

status contest_file_open(const char *path, bool resume, const char *settings,
                         const contestant_rules *rules, contest *c, contest_file **out, error *e) {
    contest_file *file = calloc(1, sizeof *file);
    if (!file) return fail_memory(e);
    *file = (contest_file){
        .path = strdup(path),
        .settings = strdup(settings),
        .fd = -1,
        .games = text_growing(),
        .places = calloc(CONTEST_GAMES_MAX, sizeof *file->places),
    };
    status code =
        file->path && file->settings && file->places ? open_path(file, resume, e) : fail_memory(e);
    if (code == STATUS_OK && resume) code = take_games(file, rules, c, e);
    if (code == STATUS_OK)
        *out = file;
    else
        contest_file_close(file);
    return code;
}

bool contest_file_is_torn(const contest_file *file) {
    return file->torn;
}

void contest_file_close(contest_file *file) {
    if (!file) return;
    if (file->fd >= 0) {
        if (file->created && !file->in_file) unlink(file->path);
        close(file->fd);
    }
    text_free(&file->games);
    free(file->places);
    free(file->settings);
    free(file->path);
    free(file);
}
