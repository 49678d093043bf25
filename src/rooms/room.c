/* SPDX-License-Identifier: MIT
 *
 * How a room begins, and what an event does to it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rooms/name.h"
#include "rooms/room_inside.h"

void room_free(room *r) {
    if (!r) return;
    for (size_t i = 0; i < r->told_count; i++) free(r->told[i].json);
    free(r->told);
    for (int i = 0; i < 2; i++) {
        size_t there = r->answer_count[i] - r->answers_before[i];
        for (size_t k = 0; k < there && k < ROOM_ANSWERS_KEPT; k++) free(r->answers[i][k].detail);
        free(r->answers[i]);
        json_decref(r->plans[i]);
    }
    match_free(r->match);
    free(r);
}

bool room_draws(const room *r) {
    return match_variant(r->match).game->chance != NULL;
}

/* --- events ----------------------------------------------------------------------------------- */

/* What an event changes beside the match. */
static void follow(room *r, const event *ev, int64_t at) {
    int side = r->has_begun || ev->kind == EVENT_BEGUN ? match_side_to_move(r->match) : SIDE_A;
    switch (ev->kind) {
    case EVENT_JOINED: r->is_joined = true; break;
    case EVENT_BEGUN:
        r->has_begun = true;
        r->number = ev->number;
        r->undo_asked_at = 0;
        r->clock = clock_begin(&r->terms.control, side, at);
        for (int i = 0; i < 2; i++)
            if (!r->is_here[i] && r->away_since[i] == 0) r->away_since[i] = at;
        break;
    case EVENT_TURN: clock_pass(&r->clock, &r->terms.control, side, true); break;
    case EVENT_UNDONE:
        clock_pass(&r->clock, &r->terms.control, side, false);
        r->undo_asked_at = 0;
        break;
    case EVENT_UNDO_ASKED:
        r->undos_asked++;
        r->undo_asked_at = match_ply(r->match) + 1;
        break;
    case EVENT_OVER:
        r->clock.running = CLOCK_STANDS;
        r->is_decided = r->has_begun && match_is_decided(r->match);
        r->last_over = (event){.kind = EVENT_OVER, .result = ev->result, .reason = ev->reason};
        if (ev->key && r->key_count < (int)(sizeof r->keys / sizeof *r->keys))
            memcpy(r->keys[r->key_count++], ev->key, sizeof r->keys[0]);
        break;
    case EVENT_SAID: r->phrases[ev->player]++; break;
    case EVENT_REMATCH_ASKED: r->wants_rematch[ev->player] = true; break;
    case EVENT_REMATCH:
        if (strlen(ev->id) < sizeof r->rematch) memcpy(r->rematch, ev->id, strlen(ev->id) + 1);
        break;
    default: break;
    }
}

static status make_room_for_events(room *r, error *e) {
    if (match_events(r->match) <= r->told_room) return STATUS_OK;
    size_t count = match_events(r->match) * 2;
    room_told *more = realloc(r->told, count * sizeof *more);
    if (!more) return fail_memory(e);
    r->told = more;
    r->told_room = count;
    return STATUS_OK;
}

status room_tell(room *r, int64_t at, error *e) {
    status made = make_room_for_events(r, e);
    if (made != STATUS_OK) return made;
    if (match_events(r->match) > r->told_count) clock_charge(&r->clock, at);
    while (r->told_count < match_events(r->match)) {
        size_t n = r->told_count + 1;
        const char *line = match_event(r->match, n);
        char *copy = strdup(line);
        event ev;
        status code = copy ? event_read(copy, &ev, e) : fail_memory(e);
        if (code == STATUS_OK) {
            follow(r, &ev, at);
            if (r->left_then) memcpy(r->clock.left, r->left_then, sizeof r->clock.left);
            char *json = room_write_event(r, n, &ev, at);
            if (json)
                r->told[r->told_count++] = (room_told){
                    .at = at, .left = {r->clock.left[0], r->clock.left[1]}, .json = json};
            else
                code = fail_memory(e);
        }
        free(copy);
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

status room_apply(room *r, const event *ev, int64_t at, error *e) {
    status code = match_apply(r->match, ev, e);
    return code == STATUS_OK ? room_tell(r, at, e) : code;
}

status room_go_on(room *r, int64_t at, error *e) {
    if (!r->has_begun || r->is_decided || !match_outcome(r->match).over) return STATUS_OK;
    status code = match_next_game(r->match, e);
    return code == STATUS_OK ? room_tell(r, at, e) : code;
}

status room_begin(room *r, int64_t at, error *e) {
    char number[16];
    text t = text_fixed(number, sizeof number);
    text_format(&t, "%d", r->terms.keys_used + 1);
    event ev = {.kind = EVENT_BEGUN, .number = 1, .first = r->terms.first};
    if (room_draws(r)) {
        ev.commitment = r->commitment;
        ev.chain = number;
        ev.randoms[0] = r->terms.randoms[0];
        ev.randoms[1] = r->terms.randoms[1];
    }
    return room_apply(r, &ev, at, e);
}

/* --- a new room ------------------------------------------------------------------------------- */

static bool is_hex(const char *string, size_t digits) {
    return string && strlen(string) == digits && strspn(string, "0123456789abcdefABCDEF") == digits;
}

status room_found(room *r, const game *const *games, const event *created, error *e) {
    r->games = games;
    r->is_here[1] = room_is_computer(r, 1);
    r->clock = clock_begin(&r->terms.control, CLOCK_STANDS, 0);
    status code = match_create(games, created, &r->match, e);
    if (code != STATUS_OK || !room_draws(r)) return code;
    match_use_secret(r->match, &r->terms.secret);
    fair_key commitment = fair_chain(&r->terms.secret, 0);
    text t = text_fixed(r->commitment, sizeof r->commitment);
    fair_write(commitment.bytes, sizeof commitment.bytes, &t);
    return code;
}

/* It gives no random bytes: then they are zeros, and the other player's alone keep the server from
 * choosing the draws. */
static status seat_computer(room *r, int64_t now, error *e) {
    event joined = {.kind = EVENT_JOINED, .player = 1, .name = name_of_computer};
    text zeros = text_fixed(r->terms.randoms[1], sizeof r->terms.randoms[1]);
    if (room_draws(r)) text_repeat(&zeros, "0", 2 * FAIR_RANDOM);
    status code = room_apply(r, &joined, now, e);
    return code == STATUS_OK && !room_draws(r) ? room_begin(r, now, e) : code;
}

static status create(room *r, const game *const *games, const room_wish *wish,
                     const room_chance *chance, int64_t now, error *e) {
    char name[MATCH_NAME_BYTES];
    event created = {.kind = EVENT_CREATED,
                     .game = wish->game,
                     .rules = wish->rules,
                     .tiles = wish->tiles,
                     .date = wish->date,
                     .names = {wish->name ? name : NULL, NULL},
                     .best_of = (size_t)wish->best_of};
    status code = wish->name ? name_read(wish->name, name, e) : STATUS_OK;
    if (code == STATUS_OK && wish->tiles && strlen(wish->tiles) > ROOM_TILES_MAX)
        code = FAIL(e, STATUS_INVALID, "a tile set has no more than %d bytes here", ROOM_TILES_MAX);
    if (code == STATUS_OK) {
        r->terms.control = wish->control;
        r->terms.is_public = wish->is_public;
        r->terms.first = wish->first == ROOM_LOTS ? chance->lot : wish->first;
        r->terms.secret = chance->secret;
        r->terms.computer = wish->against_computer ? wish->level : ROOM_NO_COMPUTER;
        code = room_found(r, games, &created, e);
    }
    variant unused; /* tiles of one's own do not make a wrong name right */
    if (code == STATUS_OK && wish->rules)
        code = variant_find(match_variant(r->match).game, wish->rules, &unused, e);
    if (code == STATUS_OK && room_draws(r)) {
        if (!is_hex(wish->random_hash, 2 * CIPHER_BYTES))
            return FAIL(
                e, STATUS_INVALID,
                "\"randomHash\" must be %d hexadecimal digits: the hash of your random bytes",
                2 * CIPHER_BYTES);
        memcpy(r->terms.random_hash, wish->random_hash, sizeof r->terms.random_hash);
    }
    if (code == STATUS_OK) code = room_tell(r, now, e);
    if (code == STATUS_OK && wish->against_computer) code = seat_computer(r, now, e);
    return code;
}

status room_create(const game *const *games, const room_wish *wish, const room_chance *chance,
                   const token_hash *token, int64_t now, room **r, error *e) {
    room *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return fail_memory(e);
    token_write(chance->id, sizeof chance->id, fresh->id);
    fresh->terms.tokens[0] = *token;
    status code = create(fresh, games, wish, chance, now, e);
    if (code == STATUS_OK)
        *r = fresh;
    else
        room_free(fresh);
    return code;
}

status room_join(room *r, const char *given, const char *random, const token_hash *token,
                 int64_t now, error *e) {
    if (r->terms.is_withdrawn) return FAIL(e, STATUS_DIFFERS, "the game was withdrawn");
    if (r->is_joined) return FAIL(e, STATUS_DIFFERS, "both seats are taken");
    char name[MATCH_NAME_BYTES];
    status code = given ? name_read(given, name, e) : STATUS_OK;
    if (code != STATUS_OK) return code;
    if (room_draws(r)) {
        if (!is_hex(random, 2 * FAIR_RANDOM))
            return FAIL(e, STATUS_INVALID, "\"random\" must be %d hexadecimal digits",
                        2 * FAIR_RANDOM);
        memcpy(r->terms.randoms[1], random, sizeof r->terms.randoms[1]);
    }
    r->terms.tokens[1] = *token;
    event joined = {.kind = EVENT_JOINED, .player = 1, .name = given ? name : NULL};
    code = room_apply(r, &joined, now, e);
    if (code == STATUS_OK && !room_draws(r)) code = room_begin(r, now, e);
    return code;
}

status room_withdraw(room *r, int64_t now, error *e) {
    event ev = {.kind = EVENT_OVER, .result = RECORD_UNFINISHED, .reason = REASON_ABANDONED};
    if (r->is_joined) return FAIL(e, STATUS_DIFFERS, "somebody has joined the game");
    if (r->terms.is_withdrawn) return STATUS_OK;
    r->terms.is_withdrawn = true;
    return room_apply(r, &ev, now, e);
}

status room_replace_token(room *r, int player, const token_hash *token, error *e) {
    if (r->rematch[0])
        return FAIL(e, STATUS_DIFFERS, "the players have gone on to the rematch %s", r->rematch);
    r->terms.tokens[player] = *token;
    return STATUS_OK;
}

/* --- a rematch -------------------------------------------------------------------------------- */

static status create_again(room *next, const room *r, int64_t now, error *e) {
    char *line = strdup(match_event(r->match, 1));
    event created;
    status code = line ? event_read(line, &created, e) : fail_memory(e);
    if (code == STATUS_OK) {
        for (int i = 0; i < 2; i++) created.names[i] = match_name(r->match, i);
        code = room_found(next, r->games, &created, e);
    }
    free(line);
    if (code == STATUS_OK) code = room_tell(next, now, e);
    event joined = {.kind = EVENT_JOINED, .player = 1, .name = match_name(r->match, 1)};
    if (code == STATUS_OK) code = room_apply(next, &joined, now, e);
    return code == STATUS_OK ? room_begin(next, now, e) : code;
}

status room_create_rematch(const room *r, const uint8_t id[ID_RANDOM], int64_t now, room **next,
                           error *e) {
    room *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return fail_memory(e);
    token_write(id, ID_RANDOM, fresh->id);
    fresh->terms = r->terms;
    fresh->terms.first = match_next_first(r->match);
    fresh->terms.keys_used += (int)match_games_played(r->match);
    status code = create_again(fresh, r, now, e);
    if (code == STATUS_OK)
        *next = fresh;
    else
        room_free(fresh);
    return code;
}

/* --- what there is to ask --------------------------------------------------------------------- */

const char *room_id(const room *r) {
    return r->id;
}

room_status room_standing(const room *r) {
    if (r->terms.is_withdrawn) return ROOM_OVER;
    if (!r->has_begun) return r->is_joined ? ROOM_STARTING : ROOM_OPEN;
    return r->is_decided ? ROOM_OVER : ROOM_PLAYING;
}

bool room_is_public(const room *r) {
    return r->terms.is_public;
}

bool room_is_withdrawn(const room *r) {
    return r->terms.is_withdrawn;
}

const match *room_match(const room *r) {
    return r->match;
}

int room_side(const room *r, int player) {
    int first = r->has_begun ? match_player(r->match, SIDE_A) : r->terms.first;
    return player == first ? SIDE_A : SIDE_B;
}

bool room_time(const room *r, int64_t now, int64_t *left, int64_t *increment) {
    room_clock clock = r->clock;
    if (clock.running == CLOCK_STANDS) return false;
    clock_charge(&clock, now);
    *left = clock.left[clock.running];
    *increment = (int64_t)r->terms.control.increment * 1000;
    return true;
}

int room_player_of(const room *r, const char *token) {
    bool matches[2];
    for (int i = 0; i < 2; i++) matches[i] = token_matches(&r->terms.tokens[i], token);
    if (matches[0]) return 0;
    return matches[1] && r->is_joined ? 1 : ROOM_NOBODY;
}

const json_t *room_plan(const room *r, int player) {
    return r->plans[player];
}

size_t room_events(const room *r) {
    return r->told_count;
}

const char *room_event(const room *r, size_t n) {
    assert(n >= 1 && n <= r->told_count);
    return r->told[n - 1].json;
}

const char *room_promise(const room *r) {
    return r->commitment;
}
