/* SPDX-License-Identifier: MIT */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/registry.h"

const char *player_text(const json_t *o, const char *name) {
    const char *string = json_string_value(json_object_get(o, name));
    return string ? string : "";
}

static size_t number_of(const json_t *o, const char *name) {
    return (size_t)json_integer_value(json_object_get(o, name));
}

void player_sit(player *p, json_t *facts) {
    *p = (player){.number = (int)number_of(facts, "player"), .socket = {.fd = -1}};
    snprintf(p->id, sizeof p->id, "%s", player_text(facts, "id"));
    snprintf(p->token, sizeof p->token, "%s", player_text(facts, "token"));
    json_decref(facts);
}

static void follow(player *p, const json_t *m) {
    const json_t *presence = json_object_get(json_object_get(m, "presence"), "here");
    if (presence) {
        char *here = json_dumps(presence, JSON_COMPACT);
        snprintf(p->here, sizeof p->here, "%s", here);
        free(here);
    }
    const char *kind = player_text(m, "event");
    if (!*kind) return;
    ck_assert_uint_eq(number_of(m, "n"), p->seen + 1); /* none is lost, none comes twice */
    p->seen++;
    if (*player_text(m, "position"))
        snprintf(p->position, sizeof p->position, "%s", player_text(m, "position"));
    if (strcmp(kind, "begun") == 0) {
        p->side = (int)number_of(json_object_get(m, "players"), "b") == p->number;
        p->ply = 0;
        p->over = false;
    }
    if (strcmp(kind, "turn") == 0) p->ply = number_of(m, "ply") + 1;
    if (strcmp(kind, "over") == 0) p->over = true;
}

bool player_hear(player *p) {
    json_t *m = ws_hear(&p->socket);
    if (m) follow(p, m);
    json_decref(m);
    return m != NULL;
}

void player_hear_until(player *p, size_t n) {
    while (p->seen < n) ck_assert(player_hear(p));
}

void player_come(player *p, int port) {
    char hello[128];
    if (p->socket.fd >= 0) ws_close(&p->socket);
    p->socket = ws_open(port, p->id);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\",\"after\":%zu}", p->token,
             p->seen);
    ws_send(&p->socket, hello);
    json_t *m = ws_hear(&p->socket);
    const json_t *facts = json_object_get(m, "hello");
    ck_assert_msg(facts != NULL, "closed with %d", p->socket.close_code);
    ck_assert_uint_ge(number_of(facts, "n"), p->acknowledged);
    ck_assert_int_eq((int)number_of(facts, "player"), p->number);
    char *here = json_dumps(json_object_get(facts, "here"), JSON_COMPACT);
    snprintf(p->here, sizeof p->here, "%s", here);
    free(here);
    size_t last = number_of(facts, "n");
    json_decref(m);
    player_hear_until(p, last);
}

/* Sends a random turn; its id is in p->commands. */
void player_send_turn(player *p, rng *random) {
    variant v = fixture_variant(registry_find("linja"), NULL);
    game_position position;
    error e;
    ck_assert_int_eq(variant_read_position(v, p->position, &position, &e), STATUS_OK);
    game_turn turn = fixture_random_turn(v, &position, random);
    snprintf(p->command, sizeof p->command,
             "{\"id\":\"%d\",\"do\":\"turn\",\"ply\":%zu,\"turn\":\"%s\"}", ++p->commands, p->ply,
             turn.text);
    ws_send(&p->socket, p->command);
}

/* The answer to the last command: n of its event; 0: refused, or the server has gone. What was said
 * too fast is said again: the server is quicker than it lets anybody be. */
size_t player_answer(player *p, char why[32]) {
    char id[16];
    snprintf(id, sizeof id, "%d", p->commands);
    for (json_t *m; (m = ws_hear(&p->socket)); json_decref(m)) {
        follow(p, m);
        bool good = strcmp(player_text(m, "ok"), id) == 0;
        if (!good && strcmp(player_text(m, "no"), id) != 0) continue;
        size_t n = number_of(m, "n");
        snprintf(why, 32, "%s", player_text(m, "why"));
        if (strcmp(why, "too-fast") == 0) {
            usleep(50000);
            ws_send(&p->socket, p->command);
            continue;
        }
        if (good) p->acknowledged = n;
        json_decref(m);
        return n;
    }
    snprintf(why, 32, "gone");
    return 0;
}

int player_to_move(const player *p) {
    return strrchr(p->position, ' ')[1] == 'b';
}

void player_create(int port, const char *more, player *p) {
    char body[256];
    snprintf(body, sizeof body, "{\"game\":\"linja\",\"first\":\"me\"%s}", more);
    player_sit(p, http_facts(port, "POST", "/v1/games", body, 201));
}

void player_join(int port, const char *id, player *p) {
    char path[64];
    snprintf(path, sizeof path, "/v1/games/%s/join", id);
    player_sit(p, http_facts(port, "POST", path, "{}", 200));
    ck_assert_str_eq(p->id, id);
}

void players_play(player *one, player *other, int turns, rng *random) {
    char why[32];
    for (int i = 0; i < turns && !one->over; i++) {
        player *mover = one->side == player_to_move(one) ? one : other;
        player_send_turn(mover, random);
        size_t n = player_answer(mover, why);
        ck_assert_msg(n > 0, "%s", why);
        size_t last = one->seen > other->seen ? one->seen : other->seen;
        player_hear_until(one, last);
        player_hear_until(other, last);
    }
}
