/* SPDX-License-Identifier: MIT */
#include "server/told.h"

#include <stdlib.h>
#include <string.h>

void told_write(const match *m, text *lines) {
    variant v = match_variant(m);
    game_history history = match_history(m);
    for (size_t i = 0; i < history.count; i++) {
        char written[GAME_POSITION_TEXT];
        text t = text_fixed(written, sizeof written);
        variant_write_position(v, history_at(&history, i), &t);
        text_format(lines, "%s\n", written);
    }
}

status told_read(variant v, char *lines, told_game *told, error *e) {
    size_t most = 0;
    for (const char *c = lines; *c; c++) most += *c == '\n';
    *told = (told_game){.positions = calloc(most + 1, sizeof *told->positions)};
    if (!told->positions) return fail_memory(e);
    status code = STATUS_OK;
    for (char *line = lines, *end; code == STATUS_OK && (end = strchr(line, '\n'));
         line = end + 1) {
        *end = '\0';
        code = variant_read_position(v, line, &told->positions[told->count++], e);
    }
    return code;
}

void told_free(told_game *told) {
    free(told->positions);
    *told = (told_game){0};
}

const game_position *told_last(const told_game *told) {
    return &told->positions[told->count - 1];
}

static const game_position *position_at(const void *context, size_t ply) {
    return &((const told_game *)context)->positions[ply];
}

game_history told_history(const told_game *told) {
    return (game_history){.at = position_at, .context = told, .count = told->count};
}
