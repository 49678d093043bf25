/* SPDX-License-Identifier: MIT
 *
 * What is told of a room. All of it may be known to everybody: there is no other text, and so
 * nothing that a player, a spectator or the log of a proxy could learn too early. */
#include <stdlib.h>
#include <string.h>

#include "native/json.h"
#include "rooms/room_inside.h"

static const char *const sides[] = {"a", "b"};

static json_t *position_text(const room *r) {
    char written[GAME_POSITION_TEXT];
    text t = text_fixed(written, sizeof written);
    if (!r->has_begun) return json_null();
    variant_write_position(match_variant(r->match), match_position(r->match), &t);
    return json_string(written);
}

static int64_t shown(int64_t left) {
    return left > 0 ? left : 0;
}

static json_t *clock_facts(const room *r, const room_clock *clock) {
    if (!control_is_on(&r->terms.control)) return json_null();
    return json_pack("{s:I, s:I, s:s?}", "a", (json_int_t)shown(clock->left[0]), "b",
                     (json_int_t)shown(clock->left[1]), "running",
                     clock->running == CLOCK_STANDS ? NULL : sides[clock->running]);
}

static json_t *opponent_facts(const room *r) {
    int level = room_computer(r);
    return level == ROOM_NO_COMPUTER ? json_null() : json_pack("{s:i}", "level", level);
}

static json_t *player_facts(const room *r) {
    int first = r->has_begun ? match_player(r->match, SIDE_A) : r->terms.first;
    return json_pack("{s:i, s:i}", "a", first + 1, "b", 2 - first);
}

/* --- events ----------------------------------------------------------------------------------- */

/* "58,-3" */
static json_t *point_facts(const char *points) {
    scan s = scan_string(points ? points : "");
    json_int_t both[2];
    for (int side = 0; side < 2; side++) {
        uint64_t number;
        bool negative;
        if (side == 1 && !scan_char(&s, ',')) return json_null();
        negative = scan_char(&s, '-');
        if (!scan_number(&s, INT32_MAX, &number)) return json_null();
        both[side] = negative ? -(json_int_t)number : (json_int_t)number;
    }
    return json_pack("{s:I, s:I}", "a", both[0], "b", both[1]);
}

/* NULL: it ended without one. */
static const char *result_name(record_result result) {
    return result == RECORD_UNFINISHED ? NULL : record_result_name(result);
}

/* Tiles of one's own are told by themselves; the rules that are played with them have a name. */
static const char *rules_name(const room *r) {
    variant v = match_variant(r->match);
    return v.name ? v.name : v.game->default_rules;
}

static json_t *event_facts(const room *r, const event *ev) {
    switch (ev->kind) {
    case EVENT_CREATED:
        return json_pack("{s:s, s:s, s:s?, s:i, s:s, s:o}", "game", ev->game, "rules",
                         rules_name(r), "tiles", ev->tiles, "bestOf", (int)ev->best_of, "name",
                         match_name(r->match, 0), "opponent", opponent_facts(r));
    case EVENT_JOINED:
        return json_pack("{s:i, s:s}", "player", ev->player + 1, "name",
                         match_name(r->match, ev->player));
    case EVENT_BEGUN:
        return json_pack("{s:i, s:o, s:o, s:o, s:s*, s:s*, s:s*, s:s*, s:s*}", "number",
                         (int)ev->number, "players", player_facts(r), "position", position_text(r),
                         "clock", clock_facts(r, &r->clock), "commitment", ev->commitment, "chain",
                         ev->chain, "random1", ev->randoms[0], "random2", ev->randoms[1], "draws",
                         ev->draws);
    case EVENT_TURN:
        return json_pack("{s:s, s:i, s:s, s:o, s:o, s:s*}", "side", sides[ev->side], "ply",
                         (int)ev->ply, "turn", ev->turn, "position", position_text(r), "clock",
                         clock_facts(r, &r->clock), "draws", ev->draws);
    case EVENT_UNDONE:
        return json_pack("{s:i, s:o, s:o}", "ply", (int)ev->ply, "position", position_text(r),
                         "clock", clock_facts(r, &r->clock));
    case EVENT_OVER:
        return json_pack("{s:s?, s:s, s:o, s:s?, s:o}", "result", result_name(ev->result), "reason",
                         event_reason_name(ev->reason), "points", point_facts(ev->points), "key",
                         ev->key, "clock", clock_facts(r, &r->clock));
    case EVENT_DRAW_OFFERED:
    case EVENT_DRAW_REFUSED:
    case EVENT_UNDO_ASKED:
    case EVENT_UNDO_REFUSED: return json_pack("{s:s}", "side", sides[ev->side]);
    case EVENT_SAID: return json_pack("{s:i, s:s}", "player", ev->player + 1, "phrase", ev->phrase);
    case EVENT_REMATCH_ASKED: return json_pack("{s:i}", "player", ev->player + 1);
    case EVENT_REMATCH: return json_pack("{s:s}", "id", ev->id);
    default: return json_object();
    }
}

char *room_write_event(const room *r, size_t n, const event *ev, int64_t at) {
    json_t *whole = json_pack("{s:i, s:I, s:s}", "n", (int)n, "at", (json_int_t)at, "event",
                              event_kind_name(ev->kind));
    json_t *facts = event_facts(r, ev);
    text json = text_growing();
    json_put(whole && facts && json_object_update(whole, facts) == 0 ? whole : NULL, &json);
    json_decref(whole);
    json_decref(facts);
    char *line = json.failed ? NULL : strdup(json.data); /* of its size, for it stays in memory */
    text_free(&json);
    return line;
}

/* --- the whole -------------------------------------------------------------------------------- */

static json_t *turn_list(const room *r) {
    json_t *list = json_array();
    for (size_t ply = 0; list && r->has_begun && ply < match_ply(r->match); ply++) {
        if (json_array_append_new(list, json_string(match_turn(r->match, ply))) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static json_t *key_list(const room *r) {
    json_t *list = json_array();
    for (int i = 0; list && i < r->key_count; i++) {
        if (json_array_append_new(list, json_string(r->keys[i])) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static json_t *control_facts(const time_control *c) {
    if (c->days > 0) return json_pack("{s:i}", "days", c->days);
    if (c->initial > 0)
        return json_pack("{s:i, s:i}", "initial", c->initial, "increment", c->increment);
    return json_null();
}

static json_t *tile_text(const room *r) {
    variant v = match_variant(r->match);
    if (v.name) return json_null();
    text tiles = text_growing();
    variant_write_rules(v, &tiles);
    json_t *string = tiles.failed ? NULL : json_string(tiles.data);
    text_free(&tiles);
    return string;
}

/* How the last game that is over has ended; while one is being played, nothing. */
static json_t *end_facts(const room *r) {
    const char *result = NULL, *reason = NULL;
    if (r->is_decided) {
        result = record_result_name(r->last_over.result);
        reason = event_reason_name(r->last_over.reason);
    } else if (r->terms.is_withdrawn) {
        reason = event_reason_name(REASON_ABANDONED);
    }
    return json_pack("{s:s?, s:s?}", "result", result, "reason", reason);
}

json_t *room_view(const room *r, int64_t now) {
    static const char *const statuses[] = {"open", "starting", "playing", "over"};
    int wins[2] = {0, 0};
    room_clock clock = r->clock;
    clock_charge(&clock, now);
    if (r->has_begun) match_score(r->match, wins);
    const char *promise = room_promise(r);
    bool playing = room_standing(r) == ROOM_PLAYING;
    variant v = match_variant(r->match);
    json_t *view = json_pack(
        "{s:s, s:s, s:s, s:o, s:{s:s, s:s?}, s:o, s:s, s:i, s:i, s:{s:i, s:i}, s:o, s:i, s:s?, "
        "s:o, "
        "s:o, s:o, s:i, s:s?, s:o, s:s?, s:o}",
        "id", r->id, "game", v.game->name, "rules", rules_name(r), "tiles", tile_text(r), "names",
        "1", match_name(r->match, 0), "2", r->is_joined ? match_name(r->match, 1) : NULL, "players",
        player_facts(r), "status", statuses[room_standing(r)], "number",
        r->has_begun ? (int)r->number : 1, "bestOf", match_best_of(r->match), "score", "1", wins[0],
        "2", wins[1], "position", position_text(r), "ply",
        r->has_begun ? (int)match_ply(r->match) : 0, "turn",
        playing ? sides[match_side_to_move(r->match)] : NULL, "turns", turn_list(r), "clock",
        clock_facts(r, &clock), "timeControl", control_facts(&r->terms.control), "n",
        (int)r->told_count, "commitment", promise[0] ? promise : NULL, "keys", key_list(r),
        "rematch", r->rematch[0] ? r->rematch : NULL, "opponent", opponent_facts(r));
    json_t *end = end_facts(r);
    if (view && end && json_object_update(view, end) != 0) {
        json_decref(view);
        view = NULL;
    }
    if (!end) {
        json_decref(view);
        view = NULL;
    }
    json_decref(end);
    return view;
}
