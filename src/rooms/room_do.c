/* SPDX-License-Identifier: MIT
 *
 * What the players do. Each command is checked against the state first, and refused with a reason
 * and one line; then it is an event. */
#include <stdlib.h>
#include <string.h>

#include "play/replay.h"
#include "rooms/plan.h"
#include "rooms/room_inside.h"

const char *room_why_name(room_why why) {
    static const char *const names[ROOM_WHYS] = {[WHY_NOT] = "",
                                                 [WHY_ILLEGAL] = "illegal",
                                                 [WHY_NOT_YOUR_TURN] = "not-your-turn",
                                                 [WHY_STALE] = "stale",
                                                 [WHY_NOT_NOW] = "not-now",
                                                 [WHY_OVER] = "over",
                                                 [WHY_NO_SEAT] = "no-seat",
                                                 [WHY_TOO_FAST] = "too-fast",
                                                 [WHY_BAD_REQUEST] = "bad-request"};
    return names[why];
}

/* A command being done. What it returns is for what fails beyond the players' doing (no memory);
 * what they may not do is a `why`. */
typedef struct doing {
    room *r;
    int player, side;
    const room_command *c;
    const room_chance *chance;
    int64_t now;
    room_effects *out;
    error *e;
} doing;

#define REFUSE(d, reason, ...)                                                                     \
    (error_set(&(d)->out->answer.detail, __VA_ARGS__), (d)->out->answer.why = (reason), STATUS_OK)

/* Makes an event; if the match does not take it, it is refused for this reason. */
static status make(doing *d, const event *ev, room_why why) {
    error refused;
    size_t before = room_events(d->r);
    status code = room_apply(d->r, ev, d->now, &refused);
    if (code == STATUS_INVALID) return REFUSE(d, why, "%s", refused.text);
    if (code != STATUS_OK) {
        *d->e = refused;
        return code;
    }
    d->out->answer.n = before + 1;
    return STATUS_OK;
}

/* Whether there is a game to play, and it is the one that was meant; if not, why. */
static bool is_running(doing *d) {
    room_status standing = room_standing(d->r);
    size_t meant = d->c->number;
    if (standing == ROOM_PLAYING && meant > 0 && meant != d->r->number) {
        (void)REFUSE(d, WHY_STALE, "game %zu is being played, not %zu", d->r->number, meant);
        return false;
    }
    if (standing == ROOM_PLAYING) return true;
    (void)(standing == ROOM_OVER ? REFUSE(d, WHY_OVER, "the game is over")
                                 : REFUSE(d, WHY_NOT_NOW, "the game has not begun"));
    return false;
}

static void drop_plan(doing *d, int player) {
    if (!d->r->plans[player]) return;
    json_decref(d->r->plans[player]);
    d->r->plans[player] = NULL;
    d->out->planned[player] = true;
}

/* --- turns ------------------------------------------------------------------------------------ */

/* The other has thought of an answer to this turn beforehand: it is made. A plan that does not know
 * the turn, or knows no legal answer, has come to its end. */
static status answer_by_plan(doing *d, int other, const char *turn) {
    room *r = d->r;
    const json_t *entry = plan_find(r->plans[other], turn);
    const json_t *rest = json_object_get(entry, "plan");
    const char *answer = json_string_value(json_object_get(entry, "then"));
    json_t *kept = json_array_size(rest) > 0 ? json_incref((json_t *)rest) : NULL;
    bool over = room_standing(r) != ROOM_PLAYING || match_ply(r->match) == 0;
    status code = STATUS_OK;
    bool made = false;
    if (answer && !over) {
        event ev = {.kind = EVENT_TURN,
                    .side = room_side(r, other),
                    .ply = match_ply(r->match),
                    .turn = answer};
        error refused;
        code = room_apply(r, &ev, d->now, &refused);
        made = code == STATUS_OK;
        if (code == STATUS_INVALID) code = STATUS_OK;
        if (code != STATUS_OK) *d->e = refused;
    }
    drop_plan(d, other);
    if (made)
        r->plans[other] = kept;
    else
        json_decref(kept);
    return code;
}

static status do_turn(doing *d) {
    room *r = d->r;
    if (!is_running(d)) return STATUS_OK;
    if (d->c->ply != match_ply(r->match))
        return REFUSE(d, WHY_STALE, "%zu turns have been made, not %zu", match_ply(r->match),
                      d->c->ply);
    if (match_player_to_move(r->match) != d->player)
        return REFUSE(d, WHY_NOT_YOUR_TURN, "it is not the turn of side %c", 'a' + d->side);
    event ev = {.kind = EVENT_TURN, .side = d->side, .ply = d->c->ply, .turn = d->c->turn};
    status code = make(d, &ev, WHY_ILLEGAL);
    if (code != STATUS_OK || d->out->answer.why != WHY_NOT) return code;
    if (r->plans[1 - d->player]) code = answer_by_plan(d, 1 - d->player, d->c->turn);
    return code == STATUS_OK ? room_go_on(r, d->now, d->e) : code;
}

static status do_plan(doing *d) {
    room *r = d->r;
    error wrong;
    if (!is_running(d)) return STATUS_OK;
    if (match_player_to_move(r->match) == d->player)
        return REFUSE(d, WHY_NOT_NOW, "a plan is for when it is the turn of the other");
    if (plan_check(d->c->plan, match_variant(r->match), match_position(r->match), &wrong) !=
        STATUS_OK)
        return REFUSE(d, WHY_ILLEGAL, "%s", wrong.text);
    json_t *plan = json_array_size(d->c->plan) > 0 ? json_deep_copy(d->c->plan) : NULL;
    if (!plan && json_array_size(d->c->plan) > 0) return fail_memory(d->e);
    drop_plan(d, d->player);
    r->plans[d->player] = plan;
    d->out->planned[d->player] = true;
    return STATUS_OK;
}

/* --- the end ---------------------------------------------------------------------------------- */

static status end(doing *d, record_result result, event_reason reason) {
    event ev = {.kind = EVENT_OVER, .result = result, .reason = reason};
    status code = make(d, &ev, WHY_NOT_NOW);
    if (code != STATUS_OK || d->out->answer.why != WHY_NOT) return code;
    for (int i = 0; i < 2; i++) drop_plan(d, i);
    return room_go_on(d->r, d->now, d->e);
}

static status do_resign(doing *d) {
    if (!is_running(d)) return STATUS_OK;
    return end(d, replay_loss(d->side), REASON_RESIGNED);
}

static status do_claim(doing *d) {
    room *r = d->r;
    int other = 1 - d->player;
    if (!is_running(d)) return STATUS_OK;
    if (r->terms.control.initial == 0)
        return REFUSE(d, WHY_NOT_NOW, "only a game with a clock of minutes can be claimed");
    if (r->is_here[other] || d->now - r->away_since[other] < ROOM_AWAY_MS)
        return REFUSE(d, WHY_NOT_NOW, "the other has not been away for %d minutes",
                      ROOM_AWAY_MS / 60000);
    return end(d, replay_loss(1 - d->side), REASON_ABANDONED);
}

static status do_offer_draw(doing *d) {
    if (!is_running(d)) return STATUS_OK;
    event ev = {.kind = EVENT_DRAW_OFFERED, .side = d->side};
    return make(d, &ev, WHY_NOT_NOW);
}

static status do_answer_draw(doing *d) {
    if (!is_running(d)) return STATUS_OK;
    if (match_draw_offer(d->r->match) != 1 - d->side)
        return REFUSE(d, WHY_NOT_NOW, "side %c has been offered no draw", 'a' + d->side);
    if (d->c->yes) return end(d, RECORD_DRAW, REASON_AGREED);
    event ev = {.kind = EVENT_DRAW_REFUSED, .side = d->side};
    return make(d, &ev, WHY_NOT_NOW);
}

/* --- taking back ------------------------------------------------------------------------------ */

static status do_ask_undo(doing *d) {
    room *r = d->r;
    if (!is_running(d)) return STATUS_OK;
    if (r->undos_asked == ROOM_UNDOS_MAX || r->undo_asked_at == match_ply(r->match) + 1)
        return REFUSE(d, WHY_NOT_NOW, "that was asked already");
    event ev = {.kind = EVENT_UNDO_ASKED, .side = d->side};
    return make(d, &ev, WHY_NOT_NOW);
}

static status do_answer_undo(doing *d) {
    if (!is_running(d)) return STATUS_OK;
    if (match_undo_asker(d->r->match) != 1 - d->side)
        return REFUSE(d, WHY_NOT_NOW, "side %c has not been asked", 'a' + d->side);
    event refused = {.kind = EVENT_UNDO_REFUSED, .side = d->side};
    event undone = {.kind = EVENT_UNDONE, .ply = match_ply(d->r->match) - 1};
    status code = make(d, d->c->yes ? &undone : &refused, WHY_NOT_NOW);
    if (code == STATUS_OK && d->c->yes && d->out->answer.why == WHY_NOT)
        for (int i = 0; i < 2; i++) drop_plan(d, i);
    return code;
}

/* --- the rest --------------------------------------------------------------------------------- */

/* Player 1 shows the random bytes whose hash is known, and the game begins. */
static status do_reveal(doing *d) {
    room *r = d->r;
    fair_random given;
    fair_key hash, promised;
    if (room_standing(r) != ROOM_STARTING || d->player != 0)
        return REFUSE(d, WHY_NOT_NOW, "there is nothing to reveal now");
    if (!fair_read(d->c->random, given.bytes, sizeof given.bytes))
        return REFUSE(d, WHY_BAD_REQUEST, "\"random\" must be %d hexadecimal digits",
                      2 * FAIR_RANDOM);
    cipher_hash(given.bytes, sizeof given.bytes, hash.bytes);
    bool known = fair_read(r->terms.random_hash, promised.bytes, sizeof promised.bytes);
    if (!known || memcmp(hash.bytes, promised.bytes, sizeof hash.bytes) != 0)
        return REFUSE(d, WHY_ILLEGAL, "these are not the random bytes whose hash was given");
    size_t before = room_events(r);
    text t = text_fixed(r->terms.randoms[0], sizeof r->terms.randoms[0]);
    fair_write(given.bytes, sizeof given.bytes, &t);
    status code = room_begin(r, d->now, d->e);
    d->out->answer.n = before + 1;
    d->out->terms = true;
    return code;
}

static status do_say(doing *d) {
    event ev = {.kind = EVENT_SAID, .player = d->player, .phrase = d->c->phrase};
    if (!event_is_phrase(d->c->phrase))
        return REFUSE(d, WHY_BAD_REQUEST, "there is no phrase '%.40s'", d->c->phrase);
    if (!d->r->is_joined || d->r->terms.is_withdrawn)
        return REFUSE(d, WHY_NOT_NOW, "nobody is there yet");
    if (d->r->phrases[d->player] == ROOM_PHRASES_MAX)
        return REFUSE(d, WHY_NOT_NOW, "a player says no more than %d phrases", ROOM_PHRASES_MAX);
    return make(d, &ev, WHY_NOT_NOW);
}

/* The other has asked for one. */
static bool is_rematch_agreed(const room *r, int player) {
    return room_standing(r) == ROOM_OVER && !r->terms.is_withdrawn && !r->rematch[0] &&
           !r->wants_rematch[player] && r->wants_rematch[1 - player];
}

bool room_makes_rematch(const room *r, int player, const room_command *c) {
    room_answer given;
    return c->kind == DO_REMATCH && player != ROOM_NOBODY && is_rematch_agreed(r, player) &&
           !room_find_answer(r, player, c->id, &given);
}

static status do_rematch(doing *d) {
    room *r = d->r;
    if (room_standing(r) != ROOM_OVER || r->terms.is_withdrawn)
        return REFUSE(d, WHY_NOT_NOW, "the game is not over");
    if (r->rematch[0] || r->wants_rematch[d->player])
        return REFUSE(d, WHY_NOT_NOW, "that was asked already");
    if (room_draws(r) &&
        r->terms.keys_used + (int)match_games_played(r->match) + match_best_of(r->match) >
            FAIR_KEYS)
        return REFUSE(d, WHY_NOT_NOW, "all %d keys of these games are told", FAIR_KEYS);
    if (!is_rematch_agreed(r, d->player)) {
        event ev = {.kind = EVENT_REMATCH_ASKED, .player = d->player};
        return make(d, &ev, WHY_NOT_NOW);
    }
    room *next = NULL;
    status code = room_create_rematch(r, d->chance->id, d->now, &next, d->e);
    if (code != STATUS_OK) return code;
    event ev = {.kind = EVENT_REMATCH, .id = next->id};
    code = make(d, &ev, WHY_NOT_NOW);
    if (code == STATUS_OK && d->out->answer.why == WHY_NOT)
        d->out->rematch = next;
    else
        room_free(next);
    return code;
}

static status do_ping(doing *d) {
    (void)d;
    return STATUS_OK;
}

static status (*const doers[COMMAND_KINDS])(doing *d) = {
    [DO_TURN] = do_turn,
    [DO_REVEAL] = do_reveal,
    [DO_RESIGN] = do_resign,
    [DO_OFFER_DRAW] = do_offer_draw,
    [DO_ANSWER_DRAW] = do_answer_draw,
    [DO_ASK_UNDO] = do_ask_undo,
    [DO_ANSWER_UNDO] = do_answer_undo,
    [DO_REMATCH] = do_rematch,
    [DO_SAY] = do_say,
    [DO_PLAN] = do_plan,
    [DO_CLAIM] = do_claim,
    [DO_PING] = do_ping,
};

status room_act(room *r, int player, const room_command *c, const room_chance *chance, int64_t now,
                room_effects *out, error *e) {
    doing d = {.r = r, .player = player, .c = c, .chance = chance, .now = now, .out = out, .e = e};
    status code = room_tick(r, now, out, e); /* time may have run out before it came */
    d.side = room_side(r, player);
    if (code == STATUS_OK) code = doers[c->kind](&d);
    out->last = room_events(r);
    return code;
}

status room_do(room *r, int player, const room_command *c, const room_chance *chance, int64_t now,
               room_effects *out, error *e) {
    size_t before = room_events(r);
    *out = (room_effects){.first = before + 1, .last = before};
    if (c->kind == DO_PING) return STATUS_OK;
    if (player == ROOM_NOBODY) {
        out->answer.why = WHY_NO_SEAT;
        error_set(&out->answer.detail, "who has no seat can only watch");
        return STATUS_OK;
    }
    if (room_find_answer(r, player, c->id, &out->answer)) return STATUS_OK;
    status code = room_act(r, player, c, chance, now, out, e);
    if (code == STATUS_OK) code = room_keep_answer(r, player, c->id, &out->answer, e);
    out->number = r->answer_count[player];
    return code;
}

int64_t room_deadline(const room *r) {
    return room_standing(r) == ROOM_PLAYING ? clock_deadline(&r->clock) : INT64_MAX;
}

status room_tick(room *r, int64_t now, room_effects *out, error *e) {
    size_t before = room_events(r);
    *out = (room_effects){.first = before + 1, .last = before};
    if (now < room_deadline(r)) return STATUS_OK;
    event ev = {.kind = EVENT_OVER,
                .result = replay_loss(match_side_to_move(r->match)),
                .reason = REASON_TIME};
    status code = room_apply(r, &ev, now, e);
    for (int i = 0; i < 2; i++) {
        out->planned[i] = r->plans[i] != NULL;
        json_decref(r->plans[i]);
        r->plans[i] = NULL;
    }
    if (code == STATUS_OK) code = room_go_on(r, now, e);
    out->last = room_events(r);
    return code;
}

void room_seat(room *r, int player, bool here, int64_t now) {
    r->is_here[player] = here;
    r->away_since[player] = now;
}

/* --- answers given ---------------------------------------------------------------------------- */

/* They stand in a ring, which grows up to its size. */
bool room_find_answer(const room *r, int player, const char *id, room_answer *answer) {
    size_t there = r->answer_count[player] - r->answers_before[player];
    for (size_t i = 0; i < there && i < ROOM_ANSWERS_KEPT; i++) {
        const room_kept_answer *kept = &r->answers[player][i];
        if (strcmp(kept->id, id) != 0) continue;
        *answer = (room_answer){.why = (room_why)kept->why, .n = kept->n};
        if (kept->detail) error_set(&answer->detail, "%s", kept->detail);
        return true;
    }
    return false;
}

status room_keep_answer(room *r, int player, const char *id, const room_answer *answer, error *e) {
    size_t there = r->answer_count[player] - r->answers_before[player];
    size_t at = there % ROOM_ANSWERS_KEPT;
    if (at == there && (there & (there - 1)) == 0) { /* 0, 1, 2, 4, 8 ... are full */
        size_t most = there < 4 ? 4 : 2 * there;
        room_kept_answer *more = realloc(r->answers[player], most * sizeof *more);
        if (!more) return fail_memory(e);
        r->answers[player] = more;
    }
    char *detail = answer->detail.text[0] ? strdup(answer->detail.text) : NULL;
    if (answer->detail.text[0] && !detail) return fail_memory(e);
    room_kept_answer *kept = &r->answers[player][at];
    if (at < there) free(kept->detail);
    *kept = (room_kept_answer){.why = (uint8_t)answer->why, .n = answer->n, .detail = detail};
    memcpy(kept->id, id, strlen(id) + 1);
    r->answer_count[player]++;
    return STATUS_OK;
}
