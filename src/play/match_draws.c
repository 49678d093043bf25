/* SPDX-License-Identifier: MIT
 *
 * What a match makes of draws that nobody can know (game/fair.h): the stack of a game whose secret
 * is here, what has been seen of it and may be told, and draws that are told from elsewhere. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play/match_inside.h"

void match_write_key(const match *m, char out[2 * CIPHER_BYTES + 1]) {
    fair_key key = fair_chain(&m->secret, m->number);
    text t = text_fixed(out, 2 * CIPHER_BYTES + 1);
    fair_write(key.bytes, sizeof key.bytes, &t);
}

void match_use_secret(match *m, const fair_key *secret) {
    m->secret = *secret;
    m->has_secret = true;
}

commitment_text match_commitment(const fair_key *secret) {
    fair_key commitment = fair_chain(secret, 0);
    commitment_text c;
    text t = text_fixed(c.hex, sizeof c.hex);
    fair_write(commitment.bytes, sizeof commitment.bytes, &t);
    return c;
}

bool match_is_promised_key(const match *m, const char *key) {
    const char *promise = record_tag_value(&m->current, "Commitment");
    const char *tag = record_tag_value(&m->current, "Number");
    uint64_t number;
    fair_key told, commitment;
    if (!match_is_fair(m) || !tag || !text_is_number(tag, FAIR_KEYS, &number) || number == 0 ||
        !fair_read(key, told.bytes, sizeof told.bytes) ||
        !fair_read(promise, commitment.bytes, sizeof commitment.bytes))
        return false;
    fair_key proved = fair_commitment(&told, (int)number);
    return memcmp(proved.bytes, commitment.bytes, sizeof proved.bytes) == 0;
}

/* On one device no player gives random bytes. */
status match_find_stack(const match *m, const fair_key *secret, int number,
                        const char *const randoms[2], fair_key *stack, error *e) {
    fair_random given[2] = {0};
    for (int i = 0; i < 2; i++)
        if (randoms[i] && !fair_read(randoms[i], given[i].bytes, sizeof given[i].bytes))
            return FAIL(e, STATUS_INVALID, "a player's random bytes are %d hexadecimal digits",
                        2 * FAIR_RANDOM);
    text rules = text_growing();
    variant_write_rules(m->turns.variant, &rules);
    fair_key key = fair_chain(secret, number);
    status code = rules.failed ? fail_memory(e) : STATUS_OK;
    if (code == STATUS_OK) *stack = fair_stack(&key, given, rules.data);
    text_free(&rules);
    return code;
}

/* --- what may be told ------------------------------------------------------------------------ */

static size_t write_seen(const match *m, size_t most, text *out) {
    variant v = m->turns.variant;
    return v.game->chance->write_draws(v.rules, &m->turns.start, most, out);
}

status match_tag_draws(const match *m, record *r, error *e) {
    text draws = text_growing();
    status code = STATUS_OK;
    if (write_seen(m, m->drawn, &draws) > 0)
        code = draws.failed ? fail_memory(e) : record_set_tag(r, "Draws", draws.data, e);
    text_free(&draws);
    if (code != STATUS_OK || !match_is_revealed(m)) return code;
    char key[2 * CIPHER_BYTES + 1];
    match_write_key(m, key);
    return record_set_tag(r, "Key", key, e);
}

status match_write_new_draws(const match *m, size_t drawn, text *out, error *e) {
    text all = text_growing();
    text_put(&all, "");
    write_seen(m, m->drawn, &all);
    size_t seen = all.length;
    text_clear(&all);
    write_seen(m, drawn, &all);
    if (!all.failed && all.length > seen) text_put(out, all.data + seen + (seen > 0));
    status code = all.failed || out->failed ? fail_memory(e) : STATUS_OK;
    text_free(&all);
    return code;
}

/* --- what is told from elsewhere ------------------------------------------------------------- */

/* The same turns from another start. */
static status make_again(const match *m, const char *draws, replay *out, error *e) {
    replay again = {.variant = m->turns.variant};
    status code =
        replay_set_start(&again, record_tag_value(&m->current, "Position"), NULL, draws, e);
    for (size_t ply = 0; code == STATUS_OK && ply < m->turns.count; ply++) {
        size_t token = m->turns.plies[ply].token;
        code = replay_play(&again, record_text(&m->current, token), token, e);
    }
    if (code == STATUS_OK)
        *out = again;
    else
        replay_free(&again);
    return code;
}

status match_extend_draws(match *m, const char *more, draws_kept *before, error *e) {
    const char *seen = record_tag_value(&m->current, "Draws");
    text draws = text_growing();
    text_format(&draws, "%s%s%s", seen ? seen : "", seen ? "," : "", more);
    record current = {0};
    status code = draws.failed ? fail_memory(e) : record_copy(&m->current, &current, e);
    if (code == STATUS_OK) code = record_set_tag(&current, "Draws", draws.data, e);
    replay turns;
    if (code == STATUS_OK) code = make_again(m, draws.data, &turns, e);
    text_free(&draws);
    if (code != STATUS_OK) {
        record_free(&current);
        return code;
    }
    *before = (draws_kept){.current = m->current, .turns = m->turns};
    turns.own_rules = m->turns.own_rules; /* of both, until one is let go */
    m->current = current;
    m->turns = turns;
    return STATUS_OK;
}

void match_settle_draws(match *m, draws_kept *before, bool for_good) {
    if (!for_good) {
        draws_kept now = {.current = m->current, .turns = m->turns};
        m->current = before->current;
        m->turns = before->turns;
        *before = now;
    }
    before->turns.own_rules = NULL;
    record_free(&before->current);
    replay_free(&before->turns);
}

/* --- drawing on ------------------------------------------------------------------------------ */

static bool same_tag(const match *a, const match *b, const char *name) {
    const char *tags[2] = {record_tag_value(&a->current, name),
                           record_tag_value(&b->current, name)};
    return tags[0] && tags[1] && strcmp(tags[0], tags[1]) == 0;
}

/* Whether `before` draws this very game: then nothing is told of it that this one does not tell. */
static bool is_same_game(const match *m, const match *before) {
    return before->number > 0 && match_is_fair(before) && same_tag(m, before, "Commitment") &&
           same_tag(m, before, "Number") && match_is_revealed(m) == match_is_revealed(before);
}

/* The record of a game that goes on, under a new promise unless it keeps its own. */
static status go_on_record(const match *m, const event *promise, record *out, error *e) {
    record r;
    status code = record_copy(&m->current, &r, e);
    if (code != STATUS_OK) return code;
    if (promise) {
        code = record_set_tag(&r, "Commitment", promise->commitment, e);
        if (code == STATUS_OK) code = record_set_tag(&r, "Number", promise->chain, e);
        if (code == STATUS_OK) code = record_set_tag(&r, "DrawnBefore", promise->drawn_before, e);
        record_drop_tag(&r, "Random1");
        record_drop_tag(&r, "Random2");
    }
    /* Nothing is told yet, but there must be room for it, or the end could not be saved. */
    if (code == STATUS_OK) code = record_set_tag(&r, "Key", "", e);
    record_drop_tag(&r, "Key");
    if (code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return code;
}

/* Changes the record, by an event if there is a new promise. */
static status go_on(match *m, const event *promise, error *e) {
    record current;
    status code = go_on_record(m, promise, &current, e);
    if (code != STATUS_OK) return code;
    if (promise) code = log_add(&m->log, promise, e);
    if (code != STATUS_OK) {
        record_free(&current);
        return code;
    }
    record_free(&m->current);
    m->current = current;
    return STATUS_OK;
}

status match_apply_promised(match *m, event *ev, error *e) {
    if (!m->begun || !match_is_fair(m) || match_is_revealed(m))
        return FAIL(e, STATUS_INVALID, "promised: no fair game is being played");
    if (m->number > 0) return FAIL(e, STATUS_INVALID, "promised: what this game draws is fixed");
    status code = go_on(m, ev, e);
    if (code == STATUS_OK) m->has_secret = false;
    return code;
}

/* Puts what is not known of the stack in order, after each turn made. */
static void deal_turns(match *m, const fair_key *stack) {
    replay *turns = &m->turns;
    size_t count = turns->count;
    replay_cut(turns, 0);
    turns->variant.game->chance->deal(turns->variant.rules, stack, false, &turns->start);
    for (size_t ply = 0; ply < count; ply++) {
        replay_ply made = turns->plies[ply]; /* its memory is still there */
        turns->variant.game->chance->deal(turns->variant.rules, stack, false, &made.after);
        error unused;
        status code = replay_add(turns, &made.after, made.token, &unused);
        assert(code == STATUS_OK);
        (void)code;
    }
}

status match_draw_on(match *m, const fair_key *secret, const match *before, error *e) {
    if (!match_is_fair(m)) return STATUS_OK;
    bool told = match_is_revealed(m), same = before && is_same_game(m, before);
    int number = same ? before->number : told ? 0 : 1;
    if (same) secret = &before->secret;
    if (!secret) return STATUS_OK;
    char nothing[1];
    text unused = text_fixed(nothing, sizeof nothing); /* they need only be counted */
    size_t drawn = write_seen(m, SIZE_MAX, &unused);
    if (!told) {
        if (!record_tag_value(&m->current, "Draws"))
            return FAIL(e, STATUS_INVALID, "line %zu: tag Draws, what was drawn, is missing",
                        m->current.line);
        static const char *const nobody[2] = {NULL, NULL};
        char digits[24];
        text count = text_fixed(digits, sizeof digits);
        text_format(&count, "%zu", drawn);
        commitment_text commitment = match_commitment(secret);
        event promise = {.kind = EVENT_PROMISED,
                         .commitment = commitment.hex,
                         .chain = "1",
                         .drawn_before = digits};
        fair_key stack;
        status code = match_find_stack(m, secret, number, nobody, &stack, e);
        if (code == STATUS_OK) code = go_on(m, same ? NULL : &promise, e);
        if (code != STATUS_OK) return code;
        deal_turns(m, &stack);
    }
    m->secret = *secret;
    m->has_secret = true;
    m->number = number;
    m->drawn = drawn > m->ply ? drawn : m->ply + 1; /* the tile to place is seen */
    return STATUS_OK;
}
