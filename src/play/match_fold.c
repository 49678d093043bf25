/* SPDX-License-Identifier: MIT
 *
 * What an event does to a match. Each is checked against the state first and refused with one line;
 * then it is put into the log, and last comes what cannot fail: so whatever goes wrong, nothing has
 * changed. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play/match_inside.h"

const char match_termination[] = "Termination", match_by_time[] = "time forfeit",
           match_by_absence[] = "abandoned";

static void end_talks(match *m) {
    m->offers = m->asks = NOBODY;
}

static char letter(int side) {
    return (char)('a' + side);
}

/* --- turns ----------------------------------------------------------------------------------- */

static status must_take_turn(const match *m, const event *ev, error *e) {
    const char *turn = ev->turn;
    if (!m->begun) return FAIL(e, STATUS_INVALID, "turn '%.40s': no game has begun", turn);
    if (match_outcome(m).over)
        return FAIL(e, STATUS_INVALID, "turn '%.40s': the game is over", turn);
    if (match_is_revealed(m))
        return FAIL(e, STATUS_INVALID,
                    "turn '%.40s': the game is over and its draws are told; no other turn can be "
                    "made in it",
                    turn);
    if (m->ply == REPLAY_TURNS_MAX)
        return FAIL(e, STATUS_INVALID, "turn '%.40s': a game has no more than %d turns", turn,
                    REPLAY_TURNS_MAX);
    if (ev->ply != m->ply)
        return FAIL(e, STATUS_INVALID, "turn '%.40s': %zu turns have been made, not %zu", turn,
                    m->ply, ev->ply);
    if (ev->side != match_side_to_move(m))
        return FAIL(e, STATUS_INVALID, "turn '%.40s': it is not the turn of side %c", turn,
                    letter(ev->side));
    if (ev->draws && !match_is_fair(m))
        return FAIL(e, STATUS_INVALID, "turn '%.40s': what it draws is fixed", turn);
    return STATUS_OK;
}

/* The draws that it is the first to show are known here: they are put into the event. */
static status fill_draws(const match *m, event *ev, size_t drawn, text *room, error *e) {
    status code = match_write_new_draws(m, drawn, room, e);
    if (code != STATUS_OK) return code;
    const char *shown = room->length > 0 ? room->data : NULL;
    if (ev->draws && (!shown || strcmp(ev->draws, shown) != 0))
        return FAIL(e, STATUS_INVALID, "turn '%.40s': it draws %s, not %.40s", ev->turn,
                    shown ? shown : "nothing", ev->draws);
    ev->draws = shown;
    return STATUS_OK;
}

static status make_turn(match *m, const event *ev, error *e) {
    game_position after = *match_position(m);
    status code = variant_play(m->turns.variant, &after, ev->turn, e);
    /* What can fail comes first, so that what could be redone is still there if it does. */
    if (code == STATUS_OK) code = replay_reserve(&m->turns, e);
    if (code == STATUS_OK) code = log_add(&m->log, ev, e);
    if (code != STATUS_OK) return code;
    code = record_put_token(&m->current, match_tokens_of(m, m->ply), RECORD_TURN, ev->turn, e);
    if (code != STATUS_OK) {
        log_drop_last(&m->log);
        return code;
    }
    replay_cut(&m->turns, m->ply);
    code = replay_add(&m->turns, &after, m->current.token_count - 1, e);
    assert(code == STATUS_OK);
    m->ply++;
    if (m->drawn <= m->ply) m->drawn = m->ply + 1;
    m->told = false;
    if (m->offers == 1 - ev->side) m->offers = NOBODY; /* it lapses */
    m->asks = NOBODY;
    return STATUS_OK;
}

/* A turn that tells what nobody here could know. */
static status make_telling_turn(match *m, const event *ev, error *e) {
    game_position unused = *match_position(m);
    status code = variant_play(m->turns.variant, &unused, ev->turn, e);
    draws_kept before;
    if (code == STATUS_OK) code = match_extend_draws(m, ev->draws, &before, e);
    if (code != STATUS_OK) return code;
    code = make_turn(m, ev, e);
    match_settle_draws(m, &before, code == STATUS_OK);
    return code;
}

static status apply_turn(match *m, event *ev, error *e) {
    status code = must_take_turn(m, ev, e);
    if (code != STATUS_OK) return code;
    if (m->number == 0) return ev->draws ? make_telling_turn(m, ev, e) : make_turn(m, ev, e);
    text room = text_growing();
    size_t drawn = m->drawn > m->ply + 2 ? m->drawn : m->ply + 2;
    code = fill_draws(m, ev, drawn, &room, e);
    if (code == STATUS_OK) code = make_turn(m, ev, e);
    text_free(&room);
    return code;
}

/* --- taking back ----------------------------------------------------------------------------- */

static void stand_at(match *m, size_t ply) {
    if (m->declared != RECORD_UNFINISHED &&
        (m->reason == REASON_TIME || m->reason == REASON_ABANDONED))
        record_drop_tag(&m->current, match_termination);
    m->declared = RECORD_UNFINISHED;
    m->told = false;
    m->ply = ply;
    end_talks(m);
}

static status apply_undone(match *m, event *ev, error *e) {
    bool declared = m->declared != RECORD_UNFINISHED;
    if (match_is_revealed(m))
        return FAIL(e, STATUS_INVALID,
                    "the game is over and its draws are told: nothing can be taken back");
    if (!m->begun || ev->ply > m->ply || (ev->ply == m->ply && !declared))
        return FAIL(e, STATUS_INVALID, "undone: of %zu turns there is nothing to take back to %zu",
                    m->ply, ev->ply);
    status code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) stand_at(m, ev->ply);
    return code;
}

static status apply_redone(match *m, event *ev, error *e) {
    if (!m->begun || match_is_revealed(m) || ev->ply <= m->ply || ev->ply > m->turns.count)
        return FAIL(e, STATUS_INVALID, "redone: after %zu turns there is nothing to redo up to %zu",
                    m->ply, ev->ply);
    status code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) stand_at(m, ev->ply);
    return code;
}

/* --- the end --------------------------------------------------------------------------------- */

static event_reason boards_reason(const match *m, size_t ply) {
    bool on_board = m->turns.variant.game->is_over(replay_position(&m->turns, ply));
    return on_board ? REASON_BOARD : REASON_REPETITION;
}

static void write_points(game_outcome outcome, char *out, size_t room) {
    text t = text_fixed(out, room);
    text_format(&t, "%d,%d", outcome.points[SIDE_A], outcome.points[SIDE_B]);
}

void match_tell_over(const match *m, over_told *told) {
    size_t ply = match_turns_made(m);
    game_outcome outcome = match_standing(m);
    bool declared = m->declared != RECORD_UNFINISHED;
    told->ev = (event){.kind = EVENT_OVER,
                       .result = replay_result(outcome),
                       .reason = declared ? m->reason : boards_reason(m, ply),
                       .points = told->points};
    write_points(outcome, told->points, sizeof told->points);
    if (match_find_promise(m, &told->promise) && told->promise.key[0])
        told->ev.key = told->promise.key;
}

/* A game that ends on the board is over by an event, too, if nobody else must tell its key. */
static void tell_end(match *m) {
    if (!m->begun || m->told || !match_standing(m).over) return;
    if (match_is_fair(m) && m->number == 0) return;
    over_told told;
    match_tell_over(m, &told);
    log_add_short(&m->log, &told.ev);
    m->told = true;
}

static status must_fit(const match *m, const event *ev, error *e) {
    if (m->told) return FAIL(e, STATUS_INVALID, "the game is over already");
    size_t ply = match_turns_made(m);
    game_outcome outcome = replay_outcome(&m->turns, ply);
    if (ev->reason == REASON_BOARD || ev->reason == REASON_REPETITION) {
        if (outcome.over && boards_reason(m, ply) == ev->reason &&
            replay_result(outcome) == ev->result)
            return STATUS_OK;
        return FAIL(e, STATUS_INVALID, "over: the game does not end %s by %s",
                    record_result_name(ev->result), event_reason_name(ev->reason));
    }
    if (match_outcome(m).over || match_is_revealed(m))
        return FAIL(e, STATUS_INVALID, "the game is over already");
    bool drawn = ev->result == RECORD_DRAW, agreed = ev->reason == REASON_AGREED;
    bool flag_fell = ev->reason == REASON_TIME;
    if (ev->result == RECORD_UNFINISHED || drawn != agreed ||
        (flag_fell && ev->result != replay_loss(match_side_to_move(m))))
        return FAIL(e, STATUS_INVALID, "over: the game cannot end %s by %s now",
                    record_result_name(ev->result), event_reason_name(ev->reason));
    return STATUS_OK;
}

/* The key of a fair game: told by who knows it, or by the event, which must prove it. */
static status fill_key(const match *m, event *ev, char key[2 * CIPHER_BYTES + 1], error *e) {
    if (ev->key && !match_is_promised_key(m, ev->key))
        return FAIL(e, STATUS_INVALID, "over: the key is not the one that was promised");
    if (m->number == 0) return STATUS_OK;
    match_write_key(m, key);
    ev->key = key;
    return STATUS_OK;
}

/* The record with what the event says of the end. */
static status end_record(const match *m, const event *ev, record *out, error *e) {
    record r;
    status code = record_copy(&m->current, &r, e);
    if (code != STATUS_OK) return code;
    if (ev->reason == REASON_TIME)
        code = record_set_tag(&r, match_termination, match_by_time, e);
    else if (ev->reason == REASON_ABANDONED)
        code = record_set_tag(&r, match_termination, match_by_absence, e);
    else if (ev->reason == REASON_RESIGNED || ev->reason == REASON_AGREED)
        record_drop_tag(&r, match_termination);
    if (code == STATUS_OK && ev->key && m->number == 0)
        code = record_set_tag(&r, "Key", ev->key, e);
    if (code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return code;
}

/* A match in which no game has begun is given up: it ends without a result, and none will. */
static status give_up(match *m, const event *ev, error *e) {
    if (m->told) return FAIL(e, STATUS_INVALID, "the match was given up already");
    if (ev->reason != REASON_ABANDONED || ev->result != RECORD_UNFINISHED || ev->points || ev->key)
        return FAIL(e, STATUS_INVALID, "over: no game has begun");
    status code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) m->told = true;
    return code;
}

static status apply_over(match *m, event *ev, error *e) {
    if (!m->begun) return give_up(m, ev, e);
    status code = must_fit(m, ev, e);
    if (code != STATUS_OK) return code;
    char points[32], key[2 * CIPHER_BYTES + 1];
    write_points(match_standing(m), points, sizeof points);
    if (ev->points && strcmp(ev->points, points) != 0)
        return FAIL(e, STATUS_INVALID, "over: the points are %s, not '%.40s'", points, ev->points);
    ev->points = points;
    code = fill_key(m, ev, key, e);
    record ended;
    if (code == STATUS_OK) code = end_record(m, ev, &ended, e);
    if (code != STATUS_OK) return code;
    code = log_add(&m->log, ev, e);
    if (code != STATUS_OK) {
        record_free(&ended);
        return code;
    }
    record_free(&m->current);
    m->current = ended;
    m->told = true;
    end_talks(m);
    if (ev->reason == REASON_BOARD || ev->reason == REASON_REPETITION) return STATUS_OK;
    if (match_is_fair(m)) { /* for good, so there is nothing to redo */
        record_cut(&m->current, match_tokens_of(m, m->ply));
        replay_cut(&m->turns, m->ply);
    }
    m->declared = ev->result;
    m->reason = ev->reason;
    return STATUS_OK;
}

/* --- what the players say -------------------------------------------------------------------- */

static status must_be_running(const match *m, const event *ev, error *e) {
    bool over = !m->begun || match_outcome(m).over || match_is_revealed(m);
    return over ? FAIL(e, STATUS_INVALID, "%s: no game is being played", event_kind_name(ev->kind))
                : STATUS_OK;
}

static status apply_draw_offered(match *m, event *ev, error *e) {
    status code = must_be_running(m, ev, e);
    if (code != STATUS_OK) return code;
    if (m->offers != NOBODY || m->offered_at[ev->side] == m->ply + 1)
        return FAIL(e, STATUS_INVALID, "draw-offered: a draw has been offered already");
    code = log_add(&m->log, ev, e);
    if (code != STATUS_OK) return code;
    m->offers = ev->side;
    m->offered_at[ev->side] = m->ply + 1;
    return STATUS_OK;
}

static status apply_draw_refused(match *m, event *ev, error *e) {
    if (m->offers != 1 - ev->side)
        return FAIL(e, STATUS_INVALID, "draw-refused: side %c has been offered no draw",
                    letter(ev->side));
    status code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) m->offers = NOBODY;
    return code;
}

/* Between players a turn that shows what is drawn stays made. */
static status apply_undo_asked(match *m, event *ev, error *e) {
    const game *g = m->turns.variant.game;
    status code = must_be_running(m, ev, e);
    if (code != STATUS_OK) return code;
    if (g->chance)
        return FAIL(e, STATUS_INVALID, "undo-asked: what a turn of %s has drawn stays drawn",
                    g->name);
    if (m->ply == 0 || g->to_move(replay_position(&m->turns, m->ply - 1)) != ev->side)
        return FAIL(e, STATUS_INVALID, "undo-asked: the last turn is not one of side %c",
                    letter(ev->side));
    if (m->asks != NOBODY) return FAIL(e, STATUS_INVALID, "undo-asked: that is asked already");
    code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) m->asks = ev->side;
    return code;
}

static status apply_undo_refused(match *m, event *ev, error *e) {
    if (m->asks != 1 - ev->side)
        return FAIL(e, STATUS_INVALID, "undo-refused: side %c has not been asked",
                    letter(ev->side));
    status code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) m->asks = NOBODY;
    return code;
}

static status apply_joined(match *m, event *ev, error *e) {
    if (m->begun) return FAIL(e, STATUS_INVALID, "joined: the first game has begun");
    if (m->told) return FAIL(e, STATUS_INVALID, "joined: the match was given up");
    char before[MATCH_NAME_BYTES];
    memcpy(before, m->names[ev->player], sizeof before);
    status code = ev->name ? match_set_name(m, ev->player, ev->name, e) : STATUS_OK;
    if (code != STATUS_OK) return code;
    code = log_add(&m->log, ev, e);
    if (code != STATUS_OK) memcpy(m->names[ev->player], before, sizeof before);
    return code;
}

static status apply_said(match *m, event *ev, error *e) {
    return log_add(&m->log, ev, e);
}

static status apply_rematch(match *m, event *ev, error *e) {
    if (!m->begun || !match_is_decided(m))
        return FAIL(e, STATUS_INVALID, "%s: the match is not decided", event_kind_name(ev->kind));
    return log_add(&m->log, ev, e);
}

/* --- all of them ----------------------------------------------------------------------------- */

static status apply_created(match *m, event *ev, error *e) {
    (void)m, (void)ev;
    return FAIL(e, STATUS_INVALID, "created: only the first event of a match is that");
}

static status (*const appliers[EVENT_KINDS])(match *m, event *ev, error *e) = {
    [EVENT_CREATED] = apply_created,
    [EVENT_JOINED] = apply_joined,
    [EVENT_BEGUN] = match_apply_begun,
    [EVENT_TURN] = apply_turn,
    [EVENT_UNDONE] = apply_undone,
    [EVENT_REDONE] = apply_redone,
    [EVENT_PROMISED] = match_apply_promised,
    [EVENT_OVER] = apply_over,
    [EVENT_DRAW_OFFERED] = apply_draw_offered,
    [EVENT_DRAW_REFUSED] = apply_draw_refused,
    [EVENT_UNDO_ASKED] = apply_undo_asked,
    [EVENT_UNDO_REFUSED] = apply_undo_refused,
    [EVENT_SAID] = apply_said,
    [EVENT_REMATCH_ASKED] = apply_rematch,
    [EVENT_REMATCH] = apply_rematch,
};

/* An event that has come before changes nothing, if it is the same. */
static status compare(const match *m, const event *given, error *e) {
    event ev = *given;
    text line = text_growing();
    ev.n = 0;
    event_write(&ev, &line);
    status code = line.failed ? fail_memory(e) : STATUS_OK;
    if (code == STATUS_OK && strcmp(line.data, log_line(&m->log, given->n)) != 0)
        code = FAIL(e, STATUS_INVALID, "event %zu is another one: %.160s", given->n,
                    log_line(&m->log, given->n));
    text_free(&line);
    return code;
}

status match_apply(match *m, const event *given, error *e) {
    if (given->n > 0 && given->n <= m->log.count) return compare(m, given, e);
    if (given->n > m->log.count + 1)
        return FAIL(e, STATUS_INVALID, "event %zu: the next one is %zu", given->n,
                    m->log.count + 1);
    event ev = *given;
    status code = appliers[ev.kind](m, &ev, e);
    if (code == STATUS_OK) tell_end(m);
    return code;
}
