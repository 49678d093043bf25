/* SPDX-License-Identifier: MIT
 *
 * What there is to ask of a match, and its players' events. */
#include "play/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play/match_inside.h"

void match_free(match *m) {
    if (!m) return;
    log_free(&m->log);
    record_file_free(&m->played);
    record_free(&m->current);
    replay_free(&m->turns);
    free(m);
}

variant match_variant(const match *m) {
    return m->turns.variant;
}

const char *match_rules_name(const match *m) {
    return record_tag_value(&m->current, "Rules");
}

bool match_seed(const match *m, uint64_t *seed) {
    const char *tag = record_tag_value(&m->current, "Seed");
    return m->turns.variant.game->chance && tag && text_is_number(tag, UINT64_MAX, seed);
}

const game_position *match_position(const match *m) {
    return replay_position(&m->turns, m->ply);
}

size_t match_ply(const match *m) {
    return m->ply;
}

const char *match_turn(const match *m, size_t ply) {
    assert(ply < m->ply);
    return record_text(&m->current, m->turns.plies[ply].token);
}

int match_player(const match *m, int side) {
    return side == SIDE_A ? m->first : 1 - m->first;
}

int match_side_to_move(const match *m) {
    return m->turns.variant.game->to_move(match_position(m));
}

game_history match_history(const match *m) {
    return replay_history(&m->turns, m->ply);
}

int match_player_to_move(const match *m) {
    return match_player(m, match_side_to_move(m));
}

const char *match_name(const match *m, int player) {
    return m->names[player];
}

bool match_is_repetition(const match *m) {
    return replay_is_repetition(&m->turns, m->ply);
}

bool match_is_fair(const match *m) {
    return m->turns.variant.game->chance && record_tag_value(&m->current, "Commitment");
}

/* What a player declares ends the game where it stands; a fair game's turns end there, too. */
static game_outcome outcome_after(const match *m, size_t ply) {
    game_outcome outcome = replay_outcome(&m->turns, ply);
    bool ends_here = !match_is_fair(m) || ply == m->turns.count;
    if (!outcome.over && m->declared != RECORD_UNFINISHED && ends_here) {
        outcome.over = true;
        outcome.leader = (m->declared == RECORD_A_WINS) - (m->declared == RECORD_B_WINS);
    }
    return outcome;
}

game_outcome match_outcome(const match *m) {
    return outcome_after(m, m->ply);
}

bool match_is_revealed(const match *m) {
    return match_is_fair(m) && outcome_after(m, m->turns.count).over;
}

size_t match_turns_made(const match *m) {
    return match_is_revealed(m) ? m->turns.count : m->ply;
}

game_outcome match_standing(const match *m) {
    return outcome_after(m, match_turns_made(m));
}

bool match_find_promise(const match *m, match_promise *promise) {
    if (!match_is_fair(m)) return false;
    const char *number = record_tag_value(&m->current, "Number");
    *promise = (match_promise){.commitment = record_tag_value(&m->current, "Commitment"),
                               .number = number ? number : "?"};
    const char *told = record_tag_value(&m->current, "Key");
    if (!match_is_revealed(m)) return true;
    if (m->number > 0)
        match_write_key(m, promise->key);
    else if (told && strlen(told) < sizeof promise->key)
        memcpy(promise->key, told, strlen(told) + 1);
    return true;
}

event_reason match_declared(const match *m) {
    return m->declared != RECORD_UNFINISHED ? m->reason : REASON_BOARD;
}

int match_draw_offer(const match *m) {
    return m->offers;
}

int match_undo_asker(const match *m) {
    return m->asks;
}

size_t match_tokens_of(const match *m, size_t turns) {
    return turns < m->turns.count ? m->turns.plies[turns].token : m->current.token_count;
}

/* --- the series ---------------------------------------------------------------------------- */

int match_best_of(const match *m) {
    return m->best_of;
}

int match_winner(const match *m) {
    game_outcome outcome = match_standing(m);
    if (!outcome.over || outcome.leader == 0) return NOBODY;
    return match_player(m, outcome.leader > 0 ? SIDE_A : SIDE_B);
}

size_t match_games_played(const match *m) {
    return m->played.count + match_standing(m).over;
}

void match_score(const match *m, int wins[2]) {
    wins[0] = wins[1] = 0;
    for (size_t i = 0; i < m->played.count; i++)
        if (m->winners[i] >= 0) wins[m->winners[i]]++;
    int current = match_winner(m);
    if (current >= 0) wins[current]++;
}

bool match_is_decided(const match *m) {
    int wins[2];
    match_score(m, wins);
    return wins[0] > m->best_of / 2 || wins[1] > m->best_of / 2 ||
           match_games_played(m) >= (size_t)m->best_of;
}

/* The loser begins the next game; after a draw it is the other player's turn to begin. */
int match_next_first(const match *m) {
    int won = match_winner(m);
    return won >= 0 ? 1 - won : 1 - m->first;
}

/* --- the log --------------------------------------------------------------------------------- */

size_t match_events(const match *m) {
    return m->log.count;
}

const char *match_event(const match *m, size_t n) {
    return log_line(&m->log, n);
}

void match_write_log(const match *m, text *out) {
    for (size_t n = 1; n <= m->log.count; n++)
        text_format(out, "%zu %s\n", n, log_line(&m->log, n));
}

/* --- events of the players ------------------------------------------------------------------- */

status match_play(match *m, const char *turn, error *e) {
    event ev = {.kind = EVENT_TURN, .side = match_side_to_move(m), .ply = m->ply, .turn = turn};
    return match_apply(m, &ev, e);
}

status match_declare(match *m, record_result result, error *e) {
    event ev = {.kind = EVENT_OVER,
                .result = result,
                .reason = result == RECORD_DRAW ? REASON_AGREED : REASON_RESIGNED};
    return match_apply(m, &ev, e);
}

status match_resign(match *m, error *e) {
    return match_declare(m, replay_loss(match_side_to_move(m)), e);
}

status match_forfeit(match *m, error *e) {
    event ev = {
        .kind = EVENT_OVER, .result = replay_loss(match_side_to_move(m)), .reason = REASON_TIME};
    return match_apply(m, &ev, e);
}

status match_undo(match *m, error *e) {
    bool declared = m->declared != RECORD_UNFINISHED;
    if (m->ply == 0 && !declared) return FAIL(e, STATUS_INVALID, "there is nothing to take back");
    event ev = {.kind = EVENT_UNDONE, .ply = declared ? m->ply : m->ply - 1};
    return match_apply(m, &ev, e);
}

status match_redo(match *m, error *e) {
    if (m->ply == m->turns.count) return FAIL(e, STATUS_INVALID, "there is nothing to redo");
    return match_go_to(m, m->ply + 1, e);
}

status match_go_to(match *m, size_t ply, error *e) {
    if (ply > m->turns.count) ply = m->turns.count;
    if (match_is_revealed(m)) {
        m->ply = ply; /* a look, which is no event */
        return STATUS_OK;
    }
    if (ply == m->ply) return STATUS_OK;
    event ev = {.kind = ply < m->ply ? EVENT_UNDONE : EVENT_REDONE, .ply = ply};
    return match_apply(m, &ev, e);
}
