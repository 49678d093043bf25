/* SPDX-License-Identifier: MIT
 *
 * linework record: checks record files and prints them in the one strict form. */
#include "play/record.h"

#include <stdlib.h>

#include "cli/command.h"
#include "games/registry.h"
#include "native/file.h"
#include "native/json.h"
#include "play/replay.h"

static json_t *facts_of_game(const record *r, const replay *played) {
    json_t *tags = json_object(), *turns = json_array();
    for (size_t i = 0; i < r->tag_count; i++)
        json_object_set_new(tags, r->tags[i].name, json_string(r->tags[i].value));
    for (size_t i = 0; i < played->count; i++)
        json_array_append_new(turns, json_string(record_text(r, played->plies[i].token)));
    game_outcome outcome = replay_outcome(played, played->count);
    position_text end =
        command_position_text(played->variant, replay_position(played, played->count));
    return json_pack("{s:o, s:o, s:s, s:s, s:b, s:i, s:i}", "tags", tags, "turns", turns, "result",
                     record_result_name(r->result), "position", end.text, "over", outcome.over, "a",
                     outcome.points[SIDE_A], "b", outcome.points[SIDE_B]);
}

/* Checks a game, and puts what is wanted of it into the answer. A game in memory is many times as
 * large as its text, so there is never more than one. */
static status process_game(invocation *in, const record *r) {
    replay played;
    status code = replay_record(registry_games, r, &played, &in->e);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON]) {
        json_t *facts = facts_of_game(r, &played);
        text_char(&in->out, in->out.length > 0 ? ',' : '[');
        json_put(facts, &in->out);
        if (in->out.failed) code = fail_memory(&in->e);
        json_decref(facts);
    } else if (!in->option[OPTION_CHECK]) {
        if (in->out.length > 0) text_char(&in->out, '\n');
        record_write(r, &in->out);
    }
    replay_free(&played);
    return code;
}

static status process_file(invocation *in, const char *path) {
    text contents = text_growing();
    record_reader games;
    status code = file_read(path, &contents, &in->e);
    if (code != STATUS_OK) {
        text_free(&contents);
        return code;
    }
    code =
        record_reader_open(&games, contents.length ? contents.data : "", contents.length, &in->e);
    while (code == STATUS_OK && record_reader_more(&games)) {
        record r = {0};
        code = record_reader_next(&games, &r, &in->e);
        if (code == STATUS_OK) code = process_game(in, &r);
        record_free(&r);
    }
    text_free(&contents);
    return code == STATUS_OK ? code : FAIL_WITHIN(&in->e, code, "%.120s", path);
}

static status run_record(invocation *in) {
    status code = STATUS_OK;
    for (int i = 0; code == STATUS_OK && i < in->operand_count; i++)
        code = process_file(in, in->operands[i]);
    if (code == STATUS_OK && in->option[OPTION_JSON]) text_put(&in->out, "]\n");
    return code;
}

const command command_record = {
    .name = "record",
    .operands = "FILE...",
    .summary = "check game records and print them in strict form",
    .options = {ACCEPTS(OPTION_CHECK), ACCEPTS(OPTION_OUTPUT)},
    .least = 1,
    .most = 100000,
    .run = run_record,
};
