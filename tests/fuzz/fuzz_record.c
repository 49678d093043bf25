/* SPDX-License-Identifier: MIT
 *
 * Records, logs and matches, behind a line that is a tile set for them: what is read is written in
 * the strict form, which is a fixed point; a match that loads can be saved and loaded again, and
 * its log makes the same match. */
#include "fuzz.h"
#include "games/registry.h"
#include "play/match.h"
#include "play/record.h"
#include "play/replay.h"

static text strict_form(const char *bytes, size_t length) {
    record_file file;
    error e;
    text out = text_growing();
    MUST(record_read(bytes, length, &file, &e) == STATUS_OK);
    record_write_file(&file, &out);
    MUST(!out.failed);
    record_file_free(&file);
    return out;
}

/* Each position of a game that was played through can be written. */
static void write_positions(const replay *p) {
    for (size_t ply = 0; ply <= p->count; ply++) {
        char line[GAME_POSITION_TEXT];
        text t = text_fixed(line, sizeof line);
        variant_write_position(p->variant, replay_position(p, ply), &t);
        MUST(!t.failed);
    }
}

/* A match makes a log that makes this match. */
static void check_log(const match *m) {
    text log = text_growing(), again = text_growing();
    match *made;
    error e;
    match_write_log(m, &log);
    MUST(!log.failed);
    MUST(match_read_log(registry_games, log.data, log.length, &made, &e) == STATUS_OK);
    match_write_log(made, &again);
    MUST(!again.failed && strcmp(log.data, again.data) == 0);
    MUST(match_ply(m) == match_ply(made) && match_outcome(m).over == match_outcome(made).over);
    match_free(made);
    text_free(&log);
    text_free(&again);
}

static void check(const char *bytes, size_t size) {
    record_file file;
    error e = {""};
    match *logged;
    if (match_read_log(registry_games, bytes, size, &logged, &e) == STATUS_OK) {
        check_log(logged);
        match_free(logged);
    }
    if (record_read(bytes, size, &file, &e) != STATUS_OK) {
        MUST(e.text[0] && !strchr(e.text, '\n'));
        return;
    }
    for (size_t i = 0; i < file.count; i++) {
        replay played;
        if (replay_record(registry_games, &file.games[i], &played, &e) != STATUS_OK) continue;
        write_positions(&played);
        replay_free(&played);
    }
    record_file_free(&file);
    text once = strict_form(bytes, size), twice = strict_form(once.data, once.length);
    MUST(strcmp(once.data, twice.data) == 0);

    match *m, *again;
    if (match_load(registry_games, bytes, size, &m, &e) == STATUS_OK) {
        check_log(m);
        text saved = text_growing();
        MUST(match_save(m, &saved, &e) == STATUS_OK);
        MUST(match_load(registry_games, saved.data, saved.length, &again, &e) == STATUS_OK);
        text_free(&saved);
        match_free(again);
        match_free(m);
    }
    text_free(&once);
    text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    text records = take_text(data, size);
    check(records.data, records.length);
    text_free(&records);
    return 0;
}
