/* SPDX-License-Identifier: MIT */
#include "rooms/message.h"

#include <string.h>

/* --- JSON of strangers ------------------------------------------------------------------------ */

/* Whether brackets stand within each other more often than anything needs. jansson goes as deep as
 * its text does, and its values are freed that deep. */
static bool is_too_deep(const char *bytes, size_t length) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
        if (depth > MESSAGE_DEPTH_MAX) return true;
    }
    return false;
}

json_t *message_object(const char *bytes, size_t length, error *e) {
    json_error_t wrong;
    if (is_too_deep(bytes, length)) {
        error_set(e, "JSON is nested deeper than %d", MESSAGE_DEPTH_MAX);
        return NULL;
    }
    json_t *object = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &wrong);
    if (json_is_object(object)) return object;
    if (object)
        error_set(e, "this is not a JSON object");
    else
        error_set(e, "this is not JSON: %s", wrong.text);
    json_decref(object);
    return NULL;
}

/* --- commands --------------------------------------------------------------------------------- */

typedef struct command_shape {
    const char *name;
    enum { ALONE, WITH_TURN, WITH_RANDOM, WITH_YES, WITH_PHRASE, WITH_PLAN } with;
} command_shape;

static const command_shape shapes[COMMAND_KINDS] = {
    [DO_TURN] = {"turn", WITH_TURN},
    [DO_REVEAL] = {"reveal", WITH_RANDOM},
    [DO_RESIGN] = {"resign", ALONE},
    [DO_OFFER_DRAW] = {"offer-draw", ALONE},
    [DO_ANSWER_DRAW] = {"answer-draw", WITH_YES},
    [DO_ASK_UNDO] = {"ask-undo", ALONE},
    [DO_ANSWER_UNDO] = {"answer-undo", WITH_YES},
    [DO_REMATCH] = {"rematch", ALONE},
    [DO_SAY] = {"say", WITH_PHRASE},
    [DO_PLAN] = {"plan", WITH_PLAN},
    [DO_CLAIM] = {"claim", ALONE},
    [DO_PING] = {"ping", ALONE},
};

static bool take_count(const json_t *object, const char *name, size_t *count) {
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
    *count = (size_t)json_integer_value(value);
    return true;
}

static bool take_text(const json_t *object, const char *name, const char **string) {
    *string = json_string_value(json_object_get(object, name));
    return *string != NULL;
}

static status read_details(const json_t *in, room_command *c, error *e) {
    const json_t *yes = json_object_get(in, "yes");
    switch (shapes[c->kind].with) {
    case ALONE: return STATUS_OK;
    case WITH_TURN:
        if (take_count(in, "ply", &c->ply) && take_text(in, "turn", &c->turn)) return STATUS_OK;
        return FAIL(e, STATUS_INVALID, "a turn needs \"ply\", a number, and \"turn\", a text");
    case WITH_RANDOM:
        if (take_text(in, "random", &c->random)) return STATUS_OK;
        return FAIL(e, STATUS_INVALID, "reveal needs \"random\", a text");
    case WITH_YES:
        c->yes = json_is_true(yes);
        if (json_is_boolean(yes)) return STATUS_OK;
        return FAIL(e, STATUS_INVALID, "%s needs \"yes\", true or false", shapes[c->kind].name);
    case WITH_PHRASE:
        if (take_text(in, "phrase", &c->phrase)) return STATUS_OK;
        return FAIL(e, STATUS_INVALID, "say needs \"phrase\", a text");
    case WITH_PLAN:
        c->plan = json_object_get(in, "plan");
        if (json_is_array(c->plan)) return STATUS_OK;
        return FAIL(e, STATUS_INVALID, "plan needs \"plan\", a list");
    }
    return STATUS_OK;
}

static bool is_id(const char *id) {
    if (!id || !*id || strlen(id) >= COMMAND_ID_BYTES) return false;
    for (; *id; id++)
        if (*id <= ' ' || *id >= 0x7f) return false;
    return true;
}

static status read_command(const json_t *in, const char *what, room_command *c, error *e) {
    const char *id = json_string_value(json_object_get(in, "id"));
    if (!is_id(id))
        return FAIL(e, STATUS_INVALID, "a command needs \"id\", 1 to %d visible characters",
                    COMMAND_ID_BYTES - 1);
    memcpy(c->id, id, strlen(id) + 1);
    int kind = 0;
    while (kind < COMMAND_KINDS && strcmp(shapes[kind].name, what) != 0) kind++;
    if (kind == COMMAND_KINDS) return FAIL(e, STATUS_INVALID, "there is no command '%.40s'", what);
    c->kind = (command_kind)kind;
    const json_t *number = json_object_get(in, "number");
    if (number && !json_is_null(number) && !(take_count(in, "number", &c->number) && c->number > 0))
        return FAIL(e, STATUS_INVALID, "\"number\" is that of a game, from 1");
    return read_details(in, c, e);
}

static status read_hello(const json_t *in, room_message *m, error *e) {
    const json_t *token = json_object_get(in, "token");
    m->token = json_string_value(token);
    if ((token && !json_is_null(token) && !m->token) ||
        (json_object_get(in, "after") && !take_count(in, "after", &m->after)))
        return FAIL(e, STATUS_INVALID, "hello is {\"do\":\"hello\",\"token\":T,\"after\":N}");
    return STATUS_OK;
}

room_message message_read(const char *bytes, size_t length) {
    room_message m = {.kind = MESSAGE_BROKEN};
    if (length > MESSAGE_BYTES_MAX) {
        error_set(&m.e, "a message has no more than %d bytes", MESSAGE_BYTES_MAX);
        return m;
    }
    m.in = message_object(bytes, length, &m.e);
    if (!m.in) return m;
    const char *what = json_string_value(json_object_get(m.in, "do"));
    if (what && strcmp(what, "hello") == 0) {
        m.kind = read_hello(m.in, &m, &m.e) == STATUS_OK ? MESSAGE_HELLO : MESSAGE_BROKEN;
        return m;
    }
    status code = read_command(m.in, what ? what : "", &m.command, &m.e);
    m.kind = code == STATUS_OK ? MESSAGE_COMMAND : MESSAGE_BAD;
    return m;
}

void message_free(room_message *m) {
    json_decref(m->in);
    m->in = NULL;
}
