/* SPDX-License-Identifier: MIT */
#include "play/proof.h"

#include <string.h>

#include "play/replay.h"

/* What a record says of its draws. */
typedef struct claim {
    fair_key commitment, key;
    fair_random randoms[2];
    uint64_t number, before;
} claim;

static status read_hex(const record *r, const char *name, uint8_t *bytes, size_t length, error *e) {
    const char *tag = record_tag_value(r, name);
    if (tag && fair_read(tag, bytes, length)) return STATUS_OK;
    return tag ? FAIL(e, STATUS_INVALID, "tag %s must be %zu hexadecimal digits", name, 2 * length)
               : FAIL(e, STATUS_INVALID, "tag %s is missing", name);
}

static status read_number(const record *r, const char *name, uint64_t least, uint64_t most,
                          uint64_t *number, error *e) {
    const char *tag = record_tag_value(r, name);
    if (tag && text_is_number(tag, most, number) && *number >= least) return STATUS_OK;
    return tag ? FAIL(e, STATUS_INVALID, "tag %s must be a number from %d to %d", name, (int)least,
                      (int)most)
               : FAIL(e, STATUS_INVALID, "tag %s is missing", name);
}

static status read_promise(const record *r, claim *c, error *e) {
    status code = read_hex(r, "Commitment", c->commitment.bytes, CIPHER_BYTES, e);
    return code == STATUS_OK ? read_number(r, "Number", 1, FAIR_KEYS, &c->number, e) : code;
}

static status read_claim(const record *r, claim *out, error *e) {
    static const char *const randoms[2] = {"Random1", "Random2"};
    claim c = {.before = 0};
    status code = read_promise(r, &c, e);
    if (code == STATUS_OK && !record_tag_value(r, "Key"))
        code = FAIL(e, STATUS_INVALID, "tag Key is missing; it is told when the game is over");
    if (code == STATUS_OK) code = read_hex(r, "Key", c.key.bytes, CIPHER_BYTES, e);
    for (int i = 0; code == STATUS_OK && i < 2; i++)
        if (record_tag_value(r, randoms[i]))
            code = read_hex(r, randoms[i], c.randoms[i].bytes, FAIR_RANDOM, e);
    if (code == STATUS_OK && record_tag_value(r, "DrawnBefore"))
        code = read_number(r, "DrawnBefore", 0, UINT16_MAX, &c.before, e);
    if (code == STATUS_OK && !record_tag_value(r, "Draws"))
        code = FAIL(e, STATUS_INVALID, "tag Draws is missing");
    if (code == STATUS_OK) *out = c;
    return code;
}

/* The key is of the chain, and within a file the keys of a chain come one after the other. */
static status check_key(const record_file *file, size_t index, const claim *c, error *e) {
    fair_key commitment = fair_commitment(&c->key, (int)c->number);
    if (memcmp(&commitment, &c->commitment, sizeof commitment) != 0)
        return FAIL(e, STATUS_DIFFERS, "its key is not number %d of its commitment",
                    (int)c->number);
    for (size_t i = index; i-- > 0;) {
        claim earlier;
        error unused;
        if (read_promise(&file->games[i], &earlier, &unused) != STATUS_OK ||
            memcmp(&earlier.commitment, &c->commitment, sizeof c->commitment) != 0)
            continue;
        if (c->number == earlier.number + 1) return STATUS_OK;
        return FAIL(e, STATUS_DIFFERS, "it is drawn by key %d, though the game before it was by %d",
                    (int)c->number, (int)earlier.number);
    }
    return STATUS_OK;
}

/* Where the game must have begun: with what was drawn before, and the rest by the key. */
static status find_start(const replay *played, const record *r, const claim *c, game_position *out,
                         error *e) {
    const game_chance *chance = played->variant.game->chance;
    const char *position = record_tag_value(r, "Position");
    replay p = *played;
    text rules = text_growing(), before = text_growing();
    variant_write_rules(p.variant, &rules);
    size_t known = chance->write_draws(p.variant.rules, &p.start, (size_t)c->before, &before);
    status code = rules.failed || before.failed ? fail_memory(e) : STATUS_OK;
    if (code == STATUS_OK && known < c->before)
        code = FAIL(e, STATUS_INVALID, "tag DrawnBefore counts more than the %zu draws", known);
    if (code == STATUS_OK)
        code = replay_set_start(&p, position, NULL, known > 0 ? before.data : NULL, e);
    if (code == STATUS_OK) {
        fair_key stack = fair_stack(&c->key, c->randoms, rules.data);
        chance->deal(p.variant.rules, &stack, known == 0 && !position, &p.start);
        *out = p.start;
    }
    text_free(&rules);
    text_free(&before);
    return code;
}

static status compare_draws(const replay *played, const game_position *start, size_t *drawn,
                            error *e) {
    const game_chance *chance = played->variant.game->chance;
    text seen = text_growing(), promised = text_growing();
    *drawn = chance->write_draws(played->variant.rules, &played->start, SIZE_MAX, &seen);
    chance->write_draws(played->variant.rules, start, *drawn, &promised);
    status code = seen.failed || promised.failed ? fail_memory(e) : STATUS_OK;
    size_t at = 0;
    while (code == STATUS_OK && at < seen.length && seen.data[at] == promised.data[at]) at++;
    if (code == STATUS_OK && at < seen.length) {
        const char *wrong = seen.data + at / 3 * 3, *right = promised.data + at / 3 * 3;
        code = FAIL(e, STATUS_DIFFERS, "draw %zu was %.2s, but the key gives %.2s", at / 3 + 1,
                    wrong, right);
    }
    text_free(&seen);
    text_free(&promised);
    return code;
}

/* The draws of a game, whatever its turns are. */
static status check_draws(const game *const *games, const record_file *file, size_t index,
                          proof *out, error *e) {
    const record *r = &file->games[index];
    record bare = {.tags = r->tags, .tag_count = r->tag_count, .line = r->line};
    replay begun;
    claim c;
    status code = replay_record(games, &bare, &begun, e);
    if (code != STATUS_OK) return code;
    code = begun.variant.game->chance
               ? read_claim(r, &c, e)
               : FAIL(e, STATUS_INVALID, "nothing is drawn in %s", begun.variant.game->name);
    game_position start;
    size_t drawn;
    if (code == STATUS_OK) code = check_key(file, index, &c, e);
    if (code == STATUS_OK) code = find_start(&begun, r, &c, &start, e);
    if (code == STATUS_OK) code = compare_draws(&begun, &start, &drawn, e);
    if (code == STATUS_OK)
        *out = (proof){.commitment = record_tag_value(r, "Commitment"),
                       .key = record_tag_value(r, "Key"),
                       .number = (int)c.number,
                       .drawn = drawn,
                       .before = (size_t)c.before,
                       .position = record_tag_value(r, "Position")};
    replay_free(&begun);
    return code;
}

/* That it was played with them, to its end. */
static status check_turns(const game *const *games, const record *r, error *e) {
    replay played;
    status code = replay_record(games, r, &played, e);
    if (code != STATUS_OK) return code;
    if (r->result == RECORD_UNFINISHED && !replay_outcome(&played, played.count).over)
        code = FAIL(e, STATUS_INVALID, "it is not finished");
    replay_free(&played);
    return code;
}

status proof_check(const game *const *games, const record_file *file, size_t index, proof *out,
                   error *e) {
    proof found;
    status code = check_draws(games, file, index, &found, e);
    if (code == STATUS_OK) code = check_turns(games, &file->games[index], e);
    if (code != STATUS_OK) return FAIL_WITHIN(e, code, "game %zu", index + 1);
    *out = found;
    return STATUS_OK;
}
