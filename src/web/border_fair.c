/* SPDX-License-Identifier: MIT
 *
 * What a player's device does for draws that nobody can choose, in a game with somebody elsewhere
 * (game/fair.h): it promises random bytes by their hash, and when a game is over it looks whether
 * all was drawn as promised. */
#include <string.h>

#include "game/fair.h"
#include "play/proof.h"
#include "web/border_inside.h"

/* hash RANDOM: of a player's random bytes */
static status run_hash(request *r) {
    const char *hex = border_argument(r, 1);
    fair_random random;
    fair_key hash;
    char written[2 * CIPHER_BYTES + 1];
    text t = text_fixed(written, sizeof written);
    if (!hex || !fair_read(hex, random.bytes, sizeof random.bytes))
        return FAIL(r->e, STATUS_USAGE, "hash: random bytes are %d hexadecimal digits",
                    2 * FAIR_RANDOM);
    cipher_hash(random.bytes, sizeof random.bytes, hash.bytes);
    fair_write(hash.bytes, sizeof hash.bytes, &t);
    border_answer(r, "hash", written);
    return STATUS_OK;
}

/* A game whose key is told; one that is still played has nothing to prove yet. */
static status answer_proof(request *r, const record_file *file, size_t i) {
    static const char *const randoms[] = {"Random1", "Random2"};
    const record *told = &file->games[i];
    proof p;
    if (!record_tag_value(told, "Key")) return STATUS_OK;
    status code = proof_check(registry_games, file, i, &p, r->e);
    if (code != STATUS_OK) return code;
    text_format(r->out, "proved\t%d\t", p.number);
    border_put(r->out, p.commitment);
    for (int k = 0; k < 2; k++) {
        const char *random = record_tag_value(told, randoms[k]);
        text_char(r->out, '\t');
        border_put(r->out, random ? random : "");
    }
    text_char(r->out, '\n');
    return STATUS_OK;
}

/* prove RECORD: all games of a file drew as they had promised, or which did not */
static status run_prove(request *r) {
    const char *written = border_argument(r, 1);
    record_file file = {0};
    if (!written) return FAIL(r->e, STATUS_INVALID, "prove: the record is empty");
    status code = record_read(written, strlen(written), &file, r->e);
    for (size_t i = 0; code == STATUS_OK && i < file.count; i++) code = answer_proof(r, &file, i);
    record_file_free(&file);
    return code;
}

const border_command border_fair_commands[] = {
    {"hash", false, run_hash},
    {"prove", false, run_prove},
    {NULL, false, NULL},
};
