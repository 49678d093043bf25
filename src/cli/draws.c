/* SPDX-License-Identifier: MIT
 *
 * Commands for games with a hidden stack: its tiles, commit and verify-draws. The stack's order is
 * nothing a front end may ask a game for, so verify-draws asks Liniell itself. */
#include "cli/draws.h"

#include <sodium.h>
#include <string.h>

#include "cli/command.h"
#include "engine/registry.h"
#include "liniell/liniell.h"

status draws_new_salt(char salt[SALT_BYTES], error *e) {
    unsigned char bytes[(SALT_BYTES - 1) / 2];
    if (sodium_init() < 0) return FAIL(e, STATUS_FAILED, "libsodium cannot be used");
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(salt, SALT_BYTES, bytes, sizeof bytes);
    return STATUS_OK;
}

status draws_commitment(uint64_t seed, const char *salt, char commitment[COMMITMENT_BYTES],
                        error *e) {
    unsigned char hash[(COMMITMENT_BYTES - 1) / 2];
    if (sodium_init() < 0) return FAIL(e, STATUS_FAILED, "libsodium cannot be used");
    text t = text_growing();
    text_format(&t, "linework draws\nseed %llu\nsalt %s\n", (unsigned long long)seed, salt);
    if (t.failed) return fail_memory(e);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)t.data, t.length, NULL, 0);
    sodium_bin2hex(commitment, COMMITMENT_BYTES, hash, sizeof hash);
    text_free(&t);
    return STATUS_OK;
}

/* --- tiles ----------------------------------------------------------------------------------- */

static status run_tiles(invocation *in) {
    const void *rules;
    status code = command_rules(in, &rules);
    if (code != STATUS_OK) return code;
    text lines = text_growing();
    if (in->option[OPTION_SVG])
        registry_picture(in->game)->draw_tiles_svg(rules, &lines);
    else
        liniell_write_tiles(rules, "\n", &lines);
    if (lines.failed) {
        code = fail_memory(&in->e);
    } else if (in->option[OPTION_JSON]) {
        code = command_facts(in, json_pack("{s:s, s:s, s:s}", "game", in->game->name, "rules",
                                           command_rules_name(in),
                                           in->option[OPTION_SVG] ? "svg" : "tiles", lines.data));
    } else {
        text_format(&in->out, "%s%s", lines.data, in->option[OPTION_SVG] ? "" : "\n");
    }
    text_free(&lines);
    return code;
}

const command command_tiles = {
    .of_a_game = true,
    .with_draws = true,
    .name = "tiles",
    .operands = "",
    .summary = "check a tile set and print it",
    .options = ACCEPTS(OPTION_TILES) | ACCEPTS(OPTION_SVG) | ACCEPTS(OPTION_OUTPUT),
    .run = run_tiles,
};

/* --- commitments ----------------------------------------------------------------------------- */

/* The order in which a seed draws the tiles. */
static void write_draws(const liniell_tiles *tiles, uint64_t seed, text *out) {
    liniell_position p;
    liniell_start(tiles, &p);
    rng random = rng_seeded(seed);
    liniell_shuffle(tiles, &random, true, &p);
    text_format(out, "%02d", tiles->tile[p.drawn].number);
    for (int i = 0; i < p.stack_count; i++)
        text_format(out, ",%02d", tiles->tile[p.rest[i]].number);
}

static status run_commit(invocation *in) {
    uint64_t seed;
    char fresh[SALT_BYTES], commitment[COMMITMENT_BYTES];
    status code = draws_new_salt(fresh, &in->e);
    if (code == STATUS_OK) {
        randombytes_buf(&seed, sizeof seed);
        seed >>= 11; /* as far as JSON numbers are exact */
        code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &seed);
    }
    const char *salt = in->option[OPTION_SALT] ? in->option[OPTION_SALT] : fresh;
    if (code == STATUS_OK) code = draws_commitment(seed, salt, commitment, &in->e);
    if (code != STATUS_OK) return code;
    char number[24];
    text t = text_fixed(number, sizeof number);
    text_format(&t, "%llu", (unsigned long long)seed);
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:s, s:s, s:s}", "commitment", commitment, "seed",
                                           number, "salt", salt));
    text_format(&in->out, "commitment %s\nseed %s\nsalt %s\n", commitment, number, salt);
    return STATUS_OK;
}

static status run_verify_draws(invocation *in) {
    const void *tiles;
    uint64_t seed = 0;
    char commitment[COMMITMENT_BYTES];
    if (!in->option[OPTION_SEED] || !in->option[OPTION_SALT])
        return FAIL(&in->e, STATUS_USAGE, "--seed and --salt, told after the game, are needed");
    status code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &seed);
    if (code == STATUS_OK) code = command_rules(in, &tiles);
    if (code == STATUS_OK)
        code = draws_commitment(seed, in->option[OPTION_SALT], commitment, &in->e);
    if (code != STATUS_OK) return code;
    if (strspn(in->operands[0], "0123456789abcdef") != COMMITMENT_BYTES - 1 ||
        in->operands[0][COMMITMENT_BYTES - 1])
        return FAIL(&in->e, STATUS_INVALID, "a commitment is %d digits 0-9 a-f, not '%.70s'",
                    COMMITMENT_BYTES - 1, in->operands[0]);
    if (strcmp(commitment, in->operands[0]) != 0)
        return FAIL(&in->e, STATUS_DIFFERS,
                    "the seed and salt do not give this commitment: they were not fixed by it");
    char list[4 * LINIELL_TILES_MAX];
    text draws = text_fixed(list, sizeof list);
    write_draws(tiles, seed, &draws);
    const char *seen = in->option[OPTION_DRAWS];
    if (seen) {
        liniell_position p;
        liniell_start(tiles, &p);
        code = liniell_arrange(tiles, seen, true, &p, &in->e); /* refuses what is no list */
        if (code != STATUS_OK) return code;
        size_t same = 0;
        while (seen[same] && seen[same] == list[same]) same++;
        if (seen[same])
            return FAIL(&in->e, STATUS_DIFFERS, "draw %zu was %.2s, but the seed gives %.2s",
                        same / 3 + 1, seen + same / 3 * 3, list + same / 3 * 3);
    }
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:b, s:s}", "verified", true, "draws", list));
    text_format(&in->out, "%s\n", list);
    return STATUS_OK;
}

const command command_commit = {
    .of_a_game = true,
    .with_draws = true,
    .name = "commit",
    .operands = "",
    .summary = "choose a seed and salt, and print their commitment",
    .options = ACCEPTS(OPTION_SEED) | ACCEPTS(OPTION_SALT) | ACCEPTS(OPTION_OUTPUT),
    .run = run_commit,
};

const command command_verify_draws = {
    .of_a_game = true,
    .with_draws = true,
    .name = "verify-draws",
    .operands = "HASH",
    .summary = "check a commitment and print the draws",
    .options = ACCEPTS(OPTION_SEED) | ACCEPTS(OPTION_SALT) | ACCEPTS(OPTION_DRAWS) |
               ACCEPTS(OPTION_TILES) | ACCEPTS(OPTION_OUTPUT),
    .least = 1,
    .most = 1,
    .run = run_verify_draws,
};
