/* SPDX-License-Identifier: MIT
 *
 * A room as it is kept, and from there. Its terms are one line of JSON for the store alone: they
 * hold the secret of its draws. */
#include <stdlib.h>
#include <string.h>

#include "native/json.h"
#include "rooms/room_inside.h"

/* --- keeping ---------------------------------------------------------------------------------- */

static void put_hex(text *out, const char *name, const uint8_t *bytes, size_t length) {
    text_format(out, ",\"%s\":\"", name);
    fair_write(bytes, length, out);
    text_char(out, '"');
}

void room_write_terms(const room *r, text *out) {
    const room_terms *t = &r->terms;
    text_format(out,
                "{\"initial\":%d,\"increment\":%d,\"days\":%d,\"public\":%d,\"withdrawn\":%d,"
                "\"first\":%d,\"keysUsed\":%d,\"randomHash\":\"%s\",\"random1\":\"%s\","
                "\"random2\":\"%s\",\"computer\":%d",
                t->control.initial, t->control.increment, t->control.days, t->is_public,
                t->is_withdrawn, t->first, t->keys_used, t->random_hash, t->randoms[0],
                t->randoms[1], t->computer);
    put_hex(out, "token1", t->tokens[0].bytes, sizeof t->tokens[0].bytes);
    put_hex(out, "token2", t->tokens[1].bytes, sizeof t->tokens[1].bytes);
    put_hex(out, "secret", t->secret.bytes, sizeof t->secret.bytes);
    text_char(out, '}');
}

room_event_kept room_event_to_keep(const room *r, size_t n) {
    const room_told *told = &r->told[n - 1];
    return (room_event_kept){
        .at = told->at, .left = {told->left[0], told->left[1]}, .line = match_event(r->match, n)};
}

void room_write_plan(const room *r, int player, text *out) {
    if (!r->plans[player])
        text_put(out, "[]");
    else
        json_put(r->plans[player], out);
}

/* --- restoring -------------------------------------------------------------------------------- */

static bool read_hex(const json_t *in, const char *name, uint8_t *bytes, size_t length) {
    const char *hex = json_string_value(json_object_get(in, name));
    return hex && fair_read(hex, bytes, length);
}

static bool read_text(const json_t *in, const char *name, char *out, size_t size) {
    const char *string = json_string_value(json_object_get(in, name));
    if (!string || strlen(string) >= size) return false;
    memcpy(out, string, strlen(string) + 1);
    return true;
}

static bool read_terms(const json_t *in, room_terms *t) {
    int is_public, is_withdrawn;
    t->computer = ROOM_NO_COMPUTER; /* older versions did not know it */
    if (json_unpack((json_t *)in, "{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s?i}", "initial",
                    &t->control.initial, "increment", &t->control.increment, "days",
                    &t->control.days, "public", &is_public, "withdrawn", &is_withdrawn, "first",
                    &t->first, "keysUsed", &t->keys_used, "computer", &t->computer) != 0)
        return false;
    t->is_public = is_public;
    t->is_withdrawn = is_withdrawn;
    return (t->first == 0 || t->first == 1) && t->computer >= ROOM_NO_COMPUTER &&
           t->computer <= LEVEL_MOST &&
           read_text(in, "randomHash", t->random_hash, sizeof t->random_hash) &&
           read_text(in, "random1", t->randoms[0], sizeof t->randoms[0]) &&
           read_text(in, "random2", t->randoms[1], sizeof t->randoms[1]) &&
           read_hex(in, "token1", t->tokens[0].bytes, sizeof t->tokens[0].bytes) &&
           read_hex(in, "token2", t->tokens[1].bytes, sizeof t->tokens[1].bytes) &&
           read_hex(in, "secret", t->secret.bytes, sizeof t->secret.bytes);
}

status room_restore(const game *const *games, const char *id, const char *terms, room **r,
                    error *e) {
    if (!token_is_id(id)) return FAIL(e, STATUS_INVALID, "'%.40s' is not the id of a game", id);
    room *kept = calloc(1, sizeof *kept);
    if (!kept) return fail_memory(e);
    json_t *in = json_loads(terms, 0, NULL);
    status code = STATUS_OK;
    if (!read_terms(in, &kept->terms))
        code = FAIL(e, STATUS_INVALID, "the terms of game %s are damaged", id);
    json_decref(in);
    kept->games = games;
    memcpy(kept->id, id, sizeof kept->id);
    if (code == STATUS_OK)
        *r = kept;
    else
        room_free(kept);
    return code;
}

status room_restore_event(room *r, const room_event_kept *kept, error *e) {
    size_t n = r->told_count;
    char *line = strdup(kept->line);
    event ev;
    status code = line ? event_read(line, &ev, e) : fail_memory(e);
    r->left_then = kept->left;
    if (code == STATUS_OK && !r->match) {
        code = room_found(r, r->games, &ev, e);
        if (code == STATUS_OK) code = room_tell(r, kept->at, e);
    } else if (code == STATUS_OK) {
        code = room_apply(r, &ev, kept->at, e);
    }
    r->left_then = NULL;
    free(line);
    if (code != STATUS_OK) error_prefix(e, "event %zu of game %s", n + 1, r->id);
    return code;
}

status room_restore_plan(room *r, int player, const char *plan, error *e) {
    json_t *list = json_loads(plan, 0, NULL);
    if (!json_is_array(list)) {
        json_decref(list);
        return FAIL(e, STATUS_INVALID, "a plan in game %s is damaged", r->id);
    }
    if (json_array_size(list) > 0)
        r->plans[player] = list;
    else
        json_decref(list);
    return STATUS_OK;
}

status room_restore_answer(room *r, int player, size_t number, const char *id,
                           const room_answer *answer, error *e) {
    if (!*id || strlen(id) >= COMMAND_ID_BYTES || number <= r->answer_count[player])
        return FAIL(e, STATUS_INVALID, "an answer in game %s is damaged", r->id);
    if (r->answer_count[player] == 0) r->answers_before[player] = number - 1;
    if (r->answer_count[player] == 0) r->answer_count[player] = number - 1;
    return room_keep_answer(r, player, id, answer, e);
}

void room_restore_pause(room *r, int64_t from, int64_t to) {
    clock_pause(&r->clock, from, to);
}

void room_restored(room *r, int64_t now) {
    for (int i = 0; i < 2; i++) r->away_since[i] = now;
}

void room_take_presence(room *r, const room *before) {
    memcpy(r->is_here, before->is_here, sizeof r->is_here);
    memcpy(r->away_since, before->away_since, sizeof r->away_since);
}

bool room_has_token_of(const room *r, const room *before, int player) {
    const token_hash *now = &r->terms.tokens[player], *then = &before->terms.tokens[player];
    return memcmp(now->bytes, then->bytes, sizeof now->bytes) == 0;
}

/* The events of a match as they would have come about in a room: there somebody joins, too. */
static status import_events(room *r, const match *m, int64_t now, error *e) {
    status code = STATUS_OK;
    text joined = text_growing();
    event ev = {.kind = EVENT_JOINED, .player = 1, .name = match_name(m, 1)};
    event_write(&ev, &joined);
    if (joined.failed) code = fail_memory(e);
    for (size_t n = 1; code == STATUS_OK && n <= match_events(m); n++) {
        room_event_kept kept = {.at = now, .line = match_event(m, n)};
        if (n > 1 && n + 1 <= room_events(r)) continue; /* told with the one before it */
        code = room_restore_event(r, &kept, e);
        kept.line = joined.data;
        if (code == STATUS_OK && n == 1) code = room_restore_event(r, &kept, e);
    }
    text_free(&joined);
    return code;
}

status room_import(const game *const *games, const char *id, const match *m, int64_t now, room **r,
                   error *e) {
    room *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return fail_memory(e);
    fresh->games = games;
    fresh->terms.computer = ROOM_NO_COMPUTER;
    memcpy(fresh->id, id, strlen(id) + 1);
    status code = import_events(fresh, m, now, e);
    if (code == STATUS_OK && room_standing(fresh) != ROOM_OVER)
        code = FAIL(e, STATUS_INVALID, "the game is not over");
    if (code == STATUS_OK)
        *r = fresh;
    else
        room_free(fresh);
    return code;
}
