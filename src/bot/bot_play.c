/* SPDX-License-Identifier: MIT
 *
 * A bot at its table: hears what happens there, and does what it has to. It declines draws and lets
 * turns be taken back, as the computer on a server does. Each command is named by the event after
 * which it comes: said again after the line broke, it is not done twice. */
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "bot/bot_inside.h"
#include "engine/plain_search.h"
#include "native/json.h"
#include "rooms/message.h"
#include "ugi/time_management.h"

static const double waits_for_rematch = 60; /* seconds */

/* --- saying ----------------------------------------------------------------------------------- */

/* Takes the facts over. */
static status say(bot *b, json_t *facts, error *e) {
    text json = text_growing();
    json_put(facts, &json);
    status code = json.failed ? fail_memory(e) : socket_say(b->socket, json.data, e);
    text_free(&json);
    json_decref(facts);
    return code;
}

typedef struct command_id {
    char text[32];
} command_id;

static command_id id_after(const bot *b, const char *what) {
    command_id id;
    text t = text_fixed(id.text, sizeof id.text);
    text_format(&t, "%s-%zu", what, b->table.seen);
    return id;
}

static status command(bot *b, const char *what, error *e) {
    return say(b, json_pack("{s:s, s:s}", "id", id_after(b, what).text, "do", what), e);
}

static status answer(bot *b, const char *what, bool yes, error *e) {
    return say(
        b, json_pack("{s:s, s:s, s:b}", "id", id_after(b, what).text, "do", what, "yes", yes), e);
}

/* --- thinking --------------------------------------------------------------------------------- */

static engine_time time_left(const bot *b, const replay *played) {
    const table *t = &b->table;
    engine_time time = {0};
    if (t->initial == 0) return time;
    double gone = seconds_now() + b->offset - t->at;
    double left = t->left[t->side] - (gone > 0 ? gone : 0);
    const game_position *position = replay_position(played, played->count);
    time_plan plan = time_share(left, t->increment,
                                search_of(t->variant.game)->turns_left(t->variant, position));
    time.begin = seconds_now();
    time.soft = plan.soft;
    time.hard = plan.hard;
    return time;
}

static status begin_to_think(bot *b, error *e) {
    mind_task task = {.fresh = b->table.ply < 2};
    status code = table_replay(&b->table, &task.played, &task.record, e);
    if (code != STATUS_OK) return code;
    task.time = time_left(b, &task.played);
    b->thinking_ply = b->table.ply;
    return mind_think(b->mind, &task, e);
}

static status make_turn(bot *b, error *e) {
    game_turn turn;
    error why;
    status code = mind_result(b->mind, &turn, &why);
    if (code == STATUS_OK)
        return say(b,
                   json_pack("{s:s, s:s, s:i, s:s}", "id", id_after(b, "turn").text, "do", "turn",
                             "ply", (int)b->table.ply, "turn", turn.text),
                   e);
    if (code == STATUS_INVALID) { /* nobody should wait for one who cannot play */
        command(b, "resign", e);
        return FAIL(e, STATUS_FAILED, "the player failed and has resigned: %.150s", why.text);
    }
    *e = why;
    return code;
}

/* --- what there is to do ---------------------------------------------------------------------- */

/* The last game is over: is the series? */
static status look_at_end(bot *b, bool *over, error *e) {
    json_t *view = NULL;
    status code = bot_look(b, b->seat.id, &view, e);
    const char *standing = json_string_value(json_object_get(view, "status"));
    *over = code == STATUS_OK && standing && strcmp(standing, "over") == 0;
    json_decref(view);
    return code;
}

/* Behind the last game. *done: there is nothing more to wait for. */
static status part(bot *b, bool *done, error *e) {
    const table *t = &b->table;
    bool over = false;
    status code = look_at_end(b, &over, e);
    if (code != STATUS_OK || !over) return code;
    bool withdrawn = t->number == 0;
    *done = withdrawn || !b->options->plays_again || t->rematch[0];
    if (*done) return code;
    if (b->leaves_at == 0) b->leaves_at = seconds_now() + waits_for_rematch;
    return t->rematch_asked ? command(b, "rematch", e) : code;
}

static status reveal(bot *b, error *e) {
    return say(
        b, json_pack("{s:s, s:s, s:s}", "id", "reveal", "do", "reveal", "random", b->seat.random),
        e);
}

/* Once after each event. */
static status act(bot *b, bool *done, error *e) {
    const table *t = &b->table;
    if (t->seen < b->known || b->done_for == t->seen) return STATUS_OK;
    b->done_for = t->seen;
    bool ours = table_is_ours(t);
    if (mind_is_thinking(b->mind) && (!ours || t->ply != b->thinking_ply || t->undo_asked))
        mind_stop(b->mind);
    if (t->draw_offered) return answer(b, "answer-draw", false, e);
    if (t->undo_asked) return answer(b, "answer-undo", true, e);
    if (ours && !mind_is_thinking(b->mind)) return begin_to_think(b, e);
    if (t->playing) return STATUS_OK;
    if (t->last.reason[0]) return part(b, done, e);
    bool reveals = t->joined && b->seat.player == 1 && t->variant.game->chance;
    return reveals ? reveal(b, e) : STATUS_OK;
}

/* --- hearing ---------------------------------------------------------------------------------- */

static status take_hello(bot *b, const json_t *hello) {
    b->known = (size_t)json_integer_value(json_object_get(hello, "n"));
    b->offset = json_number_value(json_object_get(hello, "now")) / 1000 - seconds_now();
    b->done_for = 0;
    if (b->is_alone) bot_tell(b, BOT_BACK, NULL);
    b->is_alone = false;
    return STATUS_OK;
}

/* What is refused because something else was first is told by events; what came too fast is done
 * once more. */
static status take_refusal(bot *b, const json_t *m, error *e) {
    static const double rest = 0.1;
    const char *why = json_string_value(json_object_get(m, "why"));
    const char *detail = json_string_value(json_object_get(m, "detail"));
    bool harmless = why && (strcmp(why, "stale") == 0 || strcmp(why, "not-your-turn") == 0 ||
                            strcmp(why, "not-now") == 0 || strcmp(why, "over") == 0);
    if (harmless) return STATUS_OK;
    if (why && strcmp(why, "too-fast") == 0) {
        bot_rest(b, rest);
        b->done_for = 0;
        return STATUS_OK;
    }
    return FAIL(e, STATUS_FAILED, "the server refuses: %.150s", detail ? detail : "no reason");
}

static status take_message(bot *b, error *e) {
    size_t length;
    const char *bytes = socket_message(b->socket, &length);
    error why;
    json_t *m = message_object(bytes, length, &why);
    status code = STATUS_OK;
    if (!m) {
        code = FAIL(e, STATUS_FAILED, "the server says what cannot be understood");
    } else if (json_object_get(m, "hello")) {
        code = take_hello(b, json_object_get(m, "hello"));
    } else if (json_object_get(m, "event")) {
        bool was_playing = b->table.playing;
        code = table_follow(&b->table, m, e);
        bool ended = code == STATUS_OK && was_playing && !b->table.playing;
        if (ended) bot_tell(b, BOT_OVER, NULL);
    } else if (json_object_get(m, "no")) {
        code = take_refusal(b, m, e);
    }
    json_decref(m);
    return code;
}

/* Until the game is over (*done), the line breaks (STATUS_DIFFERS), or something fails. */
static status converse(bot *b, bool *done, error *e) {
    while (!*done) {
        socket_news news = SOCKET_QUIET;
        bool thinks = mind_is_thinking(b->mind);
        int also = thinks ? mind_descriptor(b->mind) : -1;
        status code = socket_hear(b->socket, 1, also, &news, e);
        if (code == STATUS_FAILED || news == SOCKET_CLOSED) return STATUS_DIFFERS;
        if (news == SOCKET_MESSAGE) code = take_message(b, e);
        if (code == STATUS_OK && news == SOCKET_QUIET && thinks && mind_is_done(b->mind))
            code = make_turn(b, e);
        if (code == STATUS_OK) code = act(b, done, e);
        if (code != STATUS_OK) return code;
        if (b->leaves_at > 0 && seconds_now() > b->leaves_at) *done = true;
    }
    return STATUS_OK;
}

/* --- coming and coming back ------------------------------------------------------------------- */

static status greet(bot *b, error *e) {
    const bot_options *o = b->options;
    status code = socket_open(&o->server, b->seat.id, bot_patience, o->stop, &b->socket, e);
    if (code != STATUS_OK) return code;
    b->known = SIZE_MAX; /* until it is told */
    return say(b,
               json_pack("{s:s, s:s, s:I}", "do", "hello", "token", b->seat.token, "after",
                         (json_int_t)b->table.seen),
               e);
}

/* What the server's goodbye means. STATUS_DIFFERS: come back. */
static status understand_goodbye(bot *b, error *e) {
    int code = b->socket ? socket_code(b->socket) : 0;
    const char *file = b->options->seat_file;
    if (code == 4401)
        return FAIL(e, STATUS_INVALID, "%.100s: the token of this seat is wrong",
                    file ? file : b->seat.id);
    if (code == 4400) return FAIL(e, STATUS_FAILED, "the server does not understand this bot");
    if (code == 4409) table_forget(&b->table); /* it has been set back: all from the beginning */
    return STATUS_DIFFERS;
}

status bot_play(bot *b, error *e) {
    bool done = false;
    status code = STATUS_OK;
    b->leaves_at = 0;
    for (double pause = 0.25; !done && !bot_is_stopped(b);) {
        size_t before = b->table.seen;
        code = greet(b, e);
        code = code == STATUS_OK ? converse(b, &done, e) : STATUS_DIFFERS;
        if (code == STATUS_DIFFERS) code = understand_goodbye(b, e);
        mind_stop(b->mind);
        socket_close(b->socket);
        b->socket = NULL;
        if (code != STATUS_DIFFERS || bot_is_stopped(b)) break;
        if (!b->is_alone) bot_tell(b, BOT_ALONE, e->text);
        b->is_alone = true;
        pause = b->table.seen > before ? 0.25 : pause < 15 ? 2 * pause : 30;
        bot_rest(b, pause);
        code = STATUS_OK;
    }
    return bot_is_stopped(b) ? STATUS_OK : code;
}
