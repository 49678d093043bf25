/* SPDX-License-Identifier: MIT
 *
 * The computer as a player. It always is the one who joined, and knows no more of a room than
 * anybody: which turn it makes is chosen elsewhere, from what has been told (server/computer.h). */
#include <assert.h>

#include "rooms/room_inside.h"

enum { COMPUTER = 1 }; /* its player */

int room_computer(const room *r) {
    return r->terms.computer;
}

bool room_is_computer(const room *r, int player) {
    return player == COMPUTER && r->terms.computer != ROOM_NO_COMPUTER;
}

/* The question that the other has asked and that waits for an answer. */
static bool is_asked(const room *r, command_kind *answer) {
    int other = 1 - room_side(r, COMPUTER);
    if (match_draw_offer(r->match) == other)
        *answer = DO_ANSWER_DRAW;
    else if (match_undo_asker(r->match) == other)
        *answer = DO_ANSWER_UNDO;
    else
        return false;
    return true;
}

room_duty room_computer_duty(const room *r) {
    command_kind answer;
    room_status standing = room_standing(r);
    if (!room_is_computer(r, COMPUTER)) return DUTY_NONE;
    if (standing == ROOM_OVER)
        return r->wants_rematch[1 - COMPUTER] && !r->rematch[0] ? DUTY_REMATCH : DUTY_NONE;
    if (standing != ROOM_PLAYING) return DUTY_NONE;
    if (is_asked(r, &answer)) return DUTY_ANSWER;
    return match_player_to_move(r->match) == COMPUTER ? DUTY_TURN : DUTY_NONE;
}

status room_computer_do(room *r, const char *turn, const room_chance *chance, int64_t now,
                        room_effects *out, error *e) {
    room_command c = {.kind = DO_PING};
    switch (room_computer_duty(r)) {
    case DUTY_NONE: break;
    case DUTY_TURN:
        assert(turn);
        c = (room_command){.kind = DO_TURN, .ply = match_ply(r->match), .turn = turn};
        break;
    case DUTY_ANSWER:
        is_asked(r, &c.kind);
        c.yes = c.kind == DO_ANSWER_UNDO;
        break;
    case DUTY_REMATCH: c.kind = DO_REMATCH; break;
    }
    return room_act(r, COMPUTER, &c, chance, now, out, e);
}
