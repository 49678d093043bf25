/* SPDX-License-Identifier: MIT */
#include "server/guest.h"

#include <stdlib.h>
#include <string.h>

#include "native/json.h"
#include "server/frames.h"

enum {
    OUT_MAX = 65536,  /* bytes of answers that wait for somebody who sends but does not read */
    AT_ONCE = 8192,   /* bytes of events that are made ready at once */
    STRIKES_MAX = 60, /* commands too many, after which it is enough */
};

static const allowance commands_allowed = {.most = 20, .a_second = 20};

struct guest {
    desk *desk;
    place *place;    /* NULL: it was dropped */
    uint64_t client; /* who it is (server/limiter.h) */
    guest *next;
    uint64_t serial;
    void (*wake)(void *context);
    void *context;
    frame_reader reader;
    text out;
    size_t said; /* bytes of `out` */
    bool greeted, closing, awaits_pong;
    int player;
    size_t told;  /* events */
    json_t *plan; /* of the player, as it was told; NULL: none */
    bucket bucket;
    int strikes;
};

/* --- saying ----------------------------------------------------------------------------------- */

static void wake(guest *g) {
    g->wake(g->context);
}

static void close_with(guest *g, int code, const char *why) {
    if (g->closing) return;
    frame_put_close(&g->out, code, why);
    g->closing = true;
    wake(g);
}

static void put_message(guest *g, const char *json) {
    if (g->closing) return;
    if (g->out.length - g->said > OUT_MAX) {
        close_with(g, 1008, "you do not read what you are told");
        return;
    }
    frame_put_text(&g->out, json, strlen(json));
    wake(g);
}

/* Takes the reference over. */
static void put_facts(guest *g, json_t *facts) {
    text json = text_growing();
    json_put(facts, &json);
    if (json.failed)
        close_with(g, 1011, "out of memory");
    else
        put_message(g, json.data);
    text_free(&json);
    json_decref(facts);
}

/* Events that are on disk and have not been told, as many as are wanted at once. */
static void put_events(guest *g) {
    while (g->greeted && !g->closing && g->place && g->told < g->place->kept &&
           g->out.length - g->said < AT_ONCE) {
        const char *json = room_event(g->place->room, ++g->told);
        frame_put_text(&g->out, json, strlen(json));
    }
}

/* A player's plan changes with the events, and is told after them, when all of it is on disk. */
static bool plan_is_news(const guest *g) {
    const place *p = g->place;
    return g->greeted && !g->closing && p && g->player != ROOM_NOBODY && g->told == p->kept &&
           p->under_way == 0 && !p->is_lost && room_plan(p->room, g->player) != g->plan;
}

static void put_plan(guest *g) {
    if (!plan_is_news(g)) return;
    json_decref(g->plan);
    g->plan = json_incref((json_t *)room_plan(g->place->room, g->player));
    put_facts(g, json_pack("{s:o}", "plan", g->plan ? json_incref(g->plan) : json_array()));
}

bool guest_wants_to_say(const guest *g) {
    return g->said < g->out.length ||
           (g->greeted && !g->closing && g->place && g->told < g->place->kept) || plan_is_news(g);
}

size_t guest_say(guest *g, unsigned char *bytes, size_t size) {
    put_events(g);
    put_plan(g);
    size_t left = g->out.length - g->said, part = left < size ? left : size;
    if (part > 0) memcpy(bytes, g->out.data + g->said, part);
    g->said += part;
    if (g->said == g->out.length) { /* most guests have nothing to hear most of the time */
        text_free(&g->out);
        g->said = 0;
    }
    return part;
}

bool guest_is_over(const guest *g) {
    return g->closing && g->said == g->out.length;
}

bool guest_is_greeted(const guest *g) {
    return g->greeted;
}

/* --- coming and going ------------------------------------------------------------------------- */

static json_t *here_list(const place *p) {
    json_t *list = json_array();
    for (int i = 0; list && i < 2; i++)
        if ((place_is_here(p, i) || room_is_computer(p->room, i)) &&
            json_array_append_new(list, json_integer(i + 1)) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static void tell_presence(place *p, const guest *except) {
    json_t *facts = json_pack("{s:{s:o}}", "presence", "here", here_list(p));
    text json = text_growing();
    json_put(facts, &json);
    for (guest *g = p->guests; g; g = g->next) {
        if (!g->greeted || g == except) continue;
        if (json.failed)
            close_with(g, 1011, "out of memory");
        else
            put_message(g, json.data);
    }
    text_free(&json);
    json_decref(facts);
}

void guests_presence(place *p) {
    tell_presence(p, NULL);
}

static void seat(guest *g, bool here) {
    place *p = g->place;
    if (!p || !g->greeted || g->player == ROOM_NOBODY) return;
    int before = p->connections[g->player];
    bool was_here = place_is_here(p, g->player);
    p->connections[g->player] += here ? 1 : -1;
    if ((before > 0) == (p->connections[g->player] > 0)) return;
    desk_note_here(g->desk, p, g->player, here);
    if (place_is_here(p, g->player) == was_here) return;
    room_seat(p->room, g->player, here, desk_now(g->desk));
    tell_presence(p, g);
}

guest *guest_new(desk *d, place *p, uint64_t client, void (*waker)(void *context), void *context) {
    static uint64_t serials;
    guest *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    *g = (guest){.desk = d,
                 .place = p,
                 .client = client,
                 .next = p->guests,
                 .serial = ++serials,
                 .wake = waker,
                 .context = context,
                 .out = text_growing(),
                 .player = ROOM_NOBODY};
    p->guests = g;
    p->guest_count++;
    desk_count_guest(d, true);
    return g;
}

void guest_free(guest *g) {
    place *p = g->place;
    if (p) {
        guest **at = &p->guests;
        while (*at != g) at = &(*at)->next;
        *at = g->next;
        p->guest_count--;
        seat(g, false);
    }
    desk_count_guest(g->desk, false);
    frame_reader_free(&g->reader);
    text_free(&g->out);
    json_decref(g->plan);
    free(g);
}

void guests_wake(place *p) {
    for (guest *g = p->guests; g; g = g->next)
        if (guest_wants_to_say(g)) wake(g);
}

void guests_dismiss(place *p, int code, const char *why) {
    for (guest *g = p->guests, *next; g; g = next) {
        next = g->next;
        g->place = NULL;
        close_with(g, code, why);
    }
    p->guests = NULL;
}

void guests_restarting(place *p) {
    for (guest *g = p->guests; g; g = g->next) {
        put_message(g, "{\"notice\":\"restarting\"}");
        close_with(g, 1012, "the server starts again");
    }
}

void guests_unseat(place *p, int player) {
    for (guest *g = p->guests; g; g = g->next)
        if (g->greeted && g->player == player)
            close_with(g, 4401, "the seat was carried to another device");
}

static void hear(guest *g, const char *bytes, size_t length, bool again);

/* The room has been read again: what was heard before is done now, if who said it is still there.
 */
static void hear_again(errand *er, place *p) {
    for (guest *g = p ? p->guests : NULL; g; g = g->next) {
        if (g->serial != er->guest) continue;
        if (!g->closing) hear(g, er->heard, strlen(er->heard), true);
        return;
    }
}

/* What was heard is done when the room has been read again. */
static void put_off(guest *g, const char *heard, size_t length) {
    place *p = g->place;
    errand *er = errand_new(g->desk, p, room_id(p->room), NULL);
    char *copy = strndup(heard, length);
    if (!er || !copy) {
        errand_drop(er);
        free(copy);
        close_with(g, 1011, "out of memory");
        return;
    }
    er->guest = g->serial;
    er->heard = copy;
    er->again = hear_again;
    desk_put_off(p, er);
    /* Also if it is being read: that may have begun too early. */
    if (!p->is_paused) desk_read_again(g->desk, p);
}

static void greet(guest *g, const room_message *m) {
    place *p = g->place;
    int player = m->token ? room_player_of(p->room, m->token) : ROOM_NOBODY;
    if (m->token && player == ROOM_NOBODY) {
        close_with(g, 4401, "the token is wrong");
        return;
    }
    if (m->after > p->kept) {
        close_with(g, 4409, "there is no such event yet");
        return;
    }
    g->greeted = true;
    g->player = player;
    g->told = m->after;
    seat(g, true);
    static const char *const sides[] = {"a", "b"};
    bool sits = player != ROOM_NOBODY;
    put_facts(g,
              json_pack("{s:{s:o, s:s?, s:I, s:I, s:o}}", "hello", "player",
                        sits ? json_integer(player + 1) : json_null(), "side",
                        sits ? sides[room_side(p->room, player)] : NULL, "n", (json_int_t)p->kept,
                        "now", (json_int_t)desk_now(g->desk), "here", here_list(p)));
}

/* --- commands --------------------------------------------------------------------------------- */

static json_t *answer_facts(const char *id, const room_answer *a) {
    json_t *name = *id ? json_string(id) : json_null();
    if (a->why != WHY_NOT)
        return json_pack("{s:o, s:s, s:s}", "no", name, "why", room_why_name(a->why), "detail",
                         a->detail.text);
    return a->n > 0 ? json_pack("{s:o, s:I}", "ok", name, "n", (json_int_t)a->n)
                    : json_pack("{s:o}", "ok", name);
}

static void refuse(guest *g, const char *id, room_why why, const char *detail) {
    room_answer a = {.why = why};
    error_set(&a.detail, "%s", detail);
    put_facts(g, answer_facts(id, &a));
}

/* It is on disk: who asked is told, if still there. */
static void tell_answer(errand *er, place *p) {
    if (!p) return; /* the room was dropped, and its guests sent away */
    for (guest *g = p->guests; g; g = g->next) {
        if (g->serial != er->guest) continue;
        put_events(g);
        put_message(g, er->message);
        return;
    }
}

/* Sends off what came of a command; the answer follows when it is kept. */
static status send_off(guest *g, const room_command *c, const char *heard,
                       const room_effects *effects, error *e) {
    place *p = g->place;
    if (effects->rematch && !desk_add(g->desk, effects->rematch, g->client, e))
        return STATUS_FAILED;
    json_t *facts = answer_facts(c->id, &effects->answer);
    errand *er = errand_new(g->desk, p, room_id(p->room), tell_answer);
    text message = text_growing();
    char *copy = strdup(heard);
    json_put(facts, &message);
    json_decref(facts);
    if (!er || message.failed || !copy) {
        if (effects->rematch) desk_drop(g->desk, desk_find(g->desk, room_id(effects->rematch)));
        errand_drop(er);
        text_free(&message);
        free(copy);
        return fail_memory(e);
    }
    er->guest = g->serial;
    er->message = message.data;
    er->heard = copy;
    er->again = hear_again;
    errand_keep(er, p, effects);
    if (g->player != ROOM_NOBODY) batch_answer(&er->job.batch, p->room, g->player, c->id, effects);
    if (er->job.batch.count == 0 && !er->job.batch.failed && p->under_way == 0) {
        tell_answer(er, p);
        errand_drop(er);
    } else {
        errand_send(er);
    }
    return STATUS_OK;
}

/* A rematch is a game like any other, of who makes it come about by agreeing. */
static bool may_play_again(guest *g, const char *id) {
    error why;
    if (desk_refuses(g->desk, g->client, false, &why)) {
        refuse(g, id, WHY_NOT_NOW, why.text);
        return false;
    }
    if (desk_lets(g->desk, g->client)) return true;
    refuse(g, id, WHY_TOO_FAST, "too many games of one client; please wait a little");
    return false;
}

static void do_command(guest *g, const room_command *c, const char *heard) {
    room_effects effects;
    error e;
    if (room_makes_rematch(g->place->room, g->player, c) && !may_play_again(g, c->id)) return;
    room_chance chance = desk_chance();
    status code = room_do(g->place->room, g->player, c, &chance, desk_now(g->desk), &effects, &e);
    if (code == STATUS_OK) code = send_off(g, c, heard, &effects, &e);
    if (code != STATUS_OK) desk_drop(g->desk, g->place); /* it may be changed by half */
}

static bool is_too_fast(guest *g, const char *id, size_t length) {
    bool socket_may = bucket_take(&g->bucket, &commands_allowed, desk_now(g->desk));
    if (socket_may && desk_lets_say(g->desk, g->client, length)) {
        if (g->strikes > 0) g->strikes--;
        return false;
    }
    /* What others of the client say is no fault of this one. */
    if (!socket_may && ++g->strikes > STRIKES_MAX)
        close_with(g, 4429, "too many commands");
    else
        refuse(g, id, WHY_TOO_FAST,
               socket_may ? "too many commands of one client; please wait a little"
                          : "no more than 20 commands a second");
    return true;
}

/* `again`: it was heard before. The bytes end in NUL. */
static void hear(guest *g, const char *bytes, size_t length, bool again) {
    room_message m = message_read(bytes, length);
    /* Who has been told more by another server is ahead of what we know. */
    bool is_ahead = m.kind == MESSAGE_HELLO && !g->greeted && !again && desk_is_shared(g->desk) &&
                    m.after > g->place->kept;
    if (m.kind == MESSAGE_BROKEN)
        close_with(g, 4400, m.e.text);
    else if (is_ahead)
        put_off(g, bytes, length);
    else if (m.kind == MESSAGE_HELLO && !g->greeted)
        greet(g, &m);
    else if (!g->greeted || m.kind == MESSAGE_HELLO)
        close_with(g, 4400, g->greeted ? "hello comes once" : "hello comes first");
    else if (!again && is_too_fast(g, m.command.id, length))
        ;
    else if (m.kind == MESSAGE_BAD)
        refuse(g, m.command.id, WHY_BAD_REQUEST, m.e.text);
    else if (!place_is_ready(g->place))
        put_off(g, bytes, length);
    else
        do_command(g, &m.command, bytes);
    message_free(&m);
}

void guest_receive(guest *g, const char *bytes, size_t length) {
    g->awaits_pong = false;
    for (size_t taken; length > 0 && !g->closing && g->place; bytes += taken, length -= taken) {
        frame_kind kind = frame_read(&g->reader, bytes, length, &taken);
        switch (kind) {
        case FRAME_MORE:
        case FRAME_PONG: break;
        case FRAME_TEXT:
            hear(g, g->reader.message.data, g->reader.message.length, false);
            text_free(&g->reader.message);
            break;
        case FRAME_PING:
            if (g->out.length - g->said <= OUT_MAX)
                frame_put_pong(&g->out, g->reader.control, g->reader.control_length);
            wake(g);
            break;
        case FRAME_CLOSE: close_with(g, 1000, ""); break;
        case FRAME_REFUSED: close_with(g, g->reader.refusal, "this cannot be understood"); return;
        }
    }
}

void guest_is_late(guest *g) {
    if (!g->greeted && !g->closing) {
        close_with(g, 4400, "hello has not come");
    } else if (g->awaits_pong || guest_wants_to_say(g)) {
        close_with(g, 1001, "you are not there");
        g->said = g->out.length; /* nobody reads it */
    } else {
        frame_put_ping(&g->out);
        g->awaits_pong = true;
        wake(g);
    }
}
