/* SPDX-License-Identifier: MIT
 *
 * Commands for games with a hidden stack: its tiles, and verify-draws; and where the secrets of
 * their draws come from. */
#include "cli/draws.h"

#include <sys/random.h>

#include "cli/command.h"
#include "game/picture.h"
#include "games/registry.h"
#include "native/file.h"
#include "play/proof.h"

status draws_new_secret(fair_key *secret, error *e) {
    fair_key fresh;
    if (getrandom(fresh.bytes, sizeof fresh.bytes, 0) != sizeof fresh.bytes)
        return FAIL(e, STATUS_FAILED, "the system gives no random numbers");
    *secret = fresh;
    return STATUS_OK;
}

/* --- tiles ----------------------------------------------------------------------------------- */

static status run_tiles(invocation *in) {
    status code = command_variant(in);
    if (code != STATUS_OK) return code;
    text lines = text_growing();
    const game_picture *picture = in->game->picture;
    bool drawn = in->option[OPTION_SVG] && picture && picture->draw_tiles_svg;
    if (drawn)
        picture->draw_tiles_svg(in->variant.rules, &lines);
    else
        in->game->tiles->write(in->variant.rules, "\n", &lines);
    if (lines.failed) {
        code = fail_memory(&in->e);
    } else if (in->option[OPTION_JSON]) {
        code = command_facts(in, json_pack("{s:s, s:s, s:s}", "game", in->game->name, "rules",
                                           variant_name(in->variant), drawn ? "svg" : "tiles",
                                           lines.data));
    } else {
        text_format(&in->out, "%s%s", lines.data, drawn ? "" : "\n");
    }
    text_free(&lines);
    return code;
}

const command command_tiles = {
    .of_a_game = true,
    .with_tiles = true,
    .name = "tiles",
    .operands = "",
    .summary = "check a tile set and print it",
    .options = {ACCEPTS(OPTION_TILES), ACCEPTS(OPTION_SVG), ACCEPTS(OPTION_OUTPUT)},
    .run = run_tiles,
};

/* --- verify-draws ---------------------------------------------------------------------------- */

static void tell_proof(invocation *in, size_t number, const proof *p) {
    if (in->facts) {
        json_t *games = json_object_get(in->facts, "games");
        json_array_append_new(games, json_pack("{s:s, s:i, s:s, s:i, s:i, s:s*}", "commitment",
                                               p->commitment, "number", p->number, "key", p->key,
                                               "drawn", (int)p->drawn, "before", (int)p->before,
                                               "position", p->position));
        return;
    }
    text_format(&in->out, "game %zu: commitment %s, key %d: ", number, p->commitment, p->number);
    if (p->before > 0)
        text_format(&in->out, "of %zu draws %zu were made before it, the others kept to it",
                    p->drawn, p->before);
    else
        text_format(&in->out, "all %zu draws kept to it", p->drawn);
    /* What stands in a position, the tile to place among it, was chosen and not drawn. */
    if (p->position) text_format(&in->out, "; it began from %s", p->position);
    text_char(&in->out, '\n');
}

static status run_verify_draws(invocation *in) {
    const char *path = in->operands[0];
    text contents = text_growing();
    record_file file = {0};
    status code = file_read(path, &contents, &in->e);
    if (code == STATUS_OK) {
        code = record_read(contents.length ? contents.data : "", contents.length, &file, &in->e);
        if (code == STATUS_OK && in->option[OPTION_JSON])
            code = command_facts(in, json_pack("{s:b, s:[]}", "verified", true, "games"));
        for (size_t i = 0; code == STATUS_OK && i < file.count; i++) {
            proof p;
            code = proof_check(registry_games, &file, i, &p, &in->e);
            if (code == STATUS_OK) tell_proof(in, i + 1, &p);
        }
        if (code != STATUS_OK) error_prefix(&in->e, "%.120s", path);
    }
    record_file_free(&file);
    text_free(&contents);
    return code;
}

const command command_verify_draws = {
    .of_a_game = true,
    .with_draws = true,
    .name = "verify-draws",
    .operands = "FILE",
    .summary = "check that finished games drew as was promised",
    .options = {ACCEPTS(OPTION_OUTPUT)},
    .least = 1,
    .most = 1,
    .run = run_verify_draws,
};
