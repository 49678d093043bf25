/* SPDX-License-Identifier: MIT
 *
 * linework record: checks record files and prints them in the one strict form. */
#include "core/record.h"

#include "cli/command.h"
#include "core/file.h"
#include "core/replay.h"
#include "engine/registry.h"

static json_t *facts_of_game(const record *r, const replay *played) {
    json_t *tags = json_object(), *turns = json_array();
    for (size_t i = 0; i < r->tag_count; i++)
        json_object_set_new(tags, r->tags[i].name, json_string(r->tags[i].value));
    for (size_t i = 0; i < played->count; i++)
        json_array_append_new(turns, json_string(r->tokens[played->plies[i].token].text));
    game_outcome outcome = replay_outcome(played, played->count);
    position_text end =
        command_position_text(played->game, played->rules, replay_position(played, played->count));
    return json_pack("{s:o, s:o, s:s, s:s, s:b, s:i, s:i}", "tags", tags, "turns", turns, "result",
                     record_result_name(r->result), "position", end.text, "over", outcome.over, "a",
                     outcome.points[SIDE_A], "b", outcome.points[SIDE_B]);
}

static status check_games(invocation *in, const record_file *file, json_t *list) {
    for (size_t i = 0; i < file->count; i++) {
        replay played;
        status code = replay_record(registry_games, &file->games[i], &played, &in->e);
        if (code != STATUS_OK) return code;
        if (list) json_array_append_new(list, facts_of_game(&file->games[i], &played));
        replay_free(&played);
    }
    return STATUS_OK;
}

static status process_file(invocation *in, const char *path) {
    text contents = text_growing();
    record_file file = {0};
    status code = file_read(path, &contents, &in->e);
    if (code == STATUS_OK) {
        code = record_read(contents.length ? contents.data : "", contents.length, &file, &in->e);
        if (code == STATUS_OK) code = check_games(in, &file, in->facts);
        if (code != STATUS_OK) error_prefix(&in->e, "%.120s", path);
    }
    if (code == STATUS_OK && !in->facts && !in->option[OPTION_CHECK]) {
        if (in->out.length > 0) text_char(&in->out, '\n');
        record_write_file(&file, &in->out);
    }
    record_file_free(&file);
    text_free(&contents);
    return code;
}

static status run_record(invocation *in) {
    status code = STATUS_OK;
    if (in->option[OPTION_JSON]) code = command_facts(in, json_array());
    for (int i = 0; code == STATUS_OK && i < in->operand_count; i++)
        code = process_file(in, in->operands[i]);
    return code;
}

const command command_record = {
    .name = "record",
    .operands = "FILE...",
    .summary = "check game records and print them in strict form",
    .options = ACCEPTS(OPTION_CHECK) | ACCEPTS(OPTION_OUTPUT),
    .least = 1,
    .most = 100000,
    .run = run_record,
};
