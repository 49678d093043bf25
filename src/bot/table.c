/* SPDX-License-Identifier: MIT */
#include "bot/table.h"

#include <stdlib.h>
#include <string.h>

#include "game/game.h"

static const char *text_of(const json_t *in, const char *name) {
    const char *string = json_string_value(json_object_get(in, name));
    return string ? string : "";
}

static int number_of(const json_t *in, const char *name) {
    return (int)json_integer_value(json_object_get(in, name));
}

static int side_of(const json_t *in) {
    return strcmp(text_of(in, "side"), "b") == 0 ? SIDE_B : SIDE_A;
}

static status fail_strange(const char *what, error *e) {
    return FAIL(e, STATUS_FAILED, "the server tells %s that cannot be understood", what);
}

/* --- opening ---------------------------------------------------------------------------------- */

static const game *find_game(const game *const *games, const char *name) {
    while (*games && strcmp((*games)->name, name) != 0) games++;
    return *games;
}

static status read_rules(const game *g, const json_t *view, table *t, error *e) {
    const char *tiles = json_string_value(json_object_get(view, "tiles"));
    if (!tiles) return variant_find(g, text_of(view, "rules"), &t->variant, e);
    if (!g->tiles) return fail_strange("of tiles", e);
    t->tiles = strdup(tiles);
    t->own_rules = malloc(g->tiles->bytes);
    if (!t->tiles || !t->own_rules) return fail_memory(e);
    t->variant = variant_own(g, t->own_rules);
    return g->tiles->read(tiles, t->own_rules, e);
}

status table_open(const game *const *games, const json_t *view, int player, table *t, error *e) {
    *t = (table){.player = player, .draws = text_growing()};
    const game *g = find_game(games, text_of(view, "game"));
    const json_t *control = json_object_get(view, "timeControl");
    if (!g) return FAIL(e, STATUS_INVALID, "there is no game '%.40s' here", text_of(view, "game"));
    t->initial = number_of(control, "initial");
    t->increment = number_of(control, "increment");
    t->days = number_of(control, "days");
    status code = read_rules(g, view, t, e);
    if (code != STATUS_OK) table_close(t);
    return code;
}

void table_close(table *t) {
    free(t->own_rules);
    free(t->tiles);
    free(t->turns);
    text_free(&t->draws);
    *t = (table){0};
}

void table_forget(table *t) {
    t->seen = t->ply = t->number = 0;
    t->joined = t->playing = false;
    t->draw_offered = t->undo_asked = t->rematch_asked = false;
    t->rematch[0] = '\0';
}

/* --- events ----------------------------------------------------------------------------------- */

/* What the position that was told says of the draws: which one is to be placed now. */
static status note_draw(table *t, error *e) {
    const game_chance *chance = t->variant.game->chance;
    game_position position;
    char drawn[16];
    text one = text_fixed(drawn, sizeof drawn);
    if (!chance) return STATUS_OK;
    status code = variant_read_position(t->variant, t->position, &position, e);
    if (code != STATUS_OK || t->variant.game->is_over(&position)) return code;
    if (chance->write_draws(t->variant.rules, &position, 1, &one) == 0)
        return fail_strange("a position", e);
    text_format(&t->draws, "%s%s", t->draws.length > 0 ? "," : "", drawn);
    return t->draws.failed ? fail_memory(e) : STATUS_OK;
}

static status note_position(table *t, const json_t *event, error *e) {
    const char *position = text_of(event, "position");
    const json_t *clock = json_object_get(event, "clock");
    if (!*position || strlen(position) >= sizeof t->position) return fail_strange("a position", e);
    memcpy(t->position, position, strlen(position) + 1);
    t->left[SIDE_A] = json_number_value(json_object_get(clock, "a")) / 1000;
    t->left[SIDE_B] = json_number_value(json_object_get(clock, "b")) / 1000;
    t->at = json_number_value(json_object_get(event, "at")) / 1000;
    t->draw_offered = t->undo_asked = false;
    return STATUS_OK;
}

static status follow_begun(table *t, const json_t *event, error *e) {
    const json_t *players = json_object_get(event, "players");
    t->number = (size_t)number_of(event, "number");
    t->side = number_of(players, "a") == t->player ? SIDE_A : SIDE_B;
    t->ply = 0;
    t->playing = t->joined = true;
    text_clear(&t->draws);
    status code = note_position(t, event, e);
    return code == STATUS_OK ? note_draw(t, e) : code;
}

static status follow_turn(table *t, const json_t *event, error *e) {
    const char *turn = text_of(event, "turn");
    if (!t->playing || (size_t)number_of(event, "ply") != t->ply || !*turn ||
        strlen(turn) >= GAME_TURN_BYTES || t->ply >= REPLAY_TURNS_MAX)
        return fail_strange("a turn", e);
    if (t->ply == t->turn_room) {
        size_t room = t->turn_room ? 2 * t->turn_room : 64;
        void *more = realloc(t->turns, room * sizeof *t->turns);
        if (!more) return fail_memory(e);
        t->turns = more;
        t->turn_room = room;
    }
    memcpy(t->turns[t->ply++], turn, strlen(turn) + 1);
    status code = note_position(t, event, e);
    return code == STATUS_OK ? note_draw(t, e) : code;
}

/* What was drawn stays drawn, so nothing is taken back where there are draws. */
static status follow_undone(table *t, const json_t *event, error *e) {
    size_t ply = (size_t)number_of(event, "ply");
    if (ply > t->ply || t->variant.game->chance) return fail_strange("an undo", e);
    t->ply = ply;
    return note_position(t, event, e);
}

static void copy_word(char *out, size_t room, const char *word) {
    text t = text_fixed(out, room);
    text_put(&t, word);
}

static void follow_over(table *t, const json_t *event) {
    const json_t *points = json_object_get(event, "points");
    t->playing = t->draw_offered = t->undo_asked = false;
    t->last =
        (table_over){.points = {number_of(points, "a"), number_of(points, "b")}, .side = t->side};
    copy_word(t->last.result, sizeof t->last.result, text_of(event, "result"));
    copy_word(t->last.reason, sizeof t->last.reason, text_of(event, "reason"));
}

static status follow(table *t, const json_t *event, error *e) {
    const char *kind = text_of(event, "event");
    bool others = side_of(event) != t->side;
    if (strcmp(kind, "begun") == 0) return follow_begun(t, event, e);
    if (strcmp(kind, "turn") == 0) return follow_turn(t, event, e);
    if (strcmp(kind, "undone") == 0) return follow_undone(t, event, e);
    if (strcmp(kind, "joined") == 0)
        t->joined = true;
    else if (strcmp(kind, "over") == 0)
        follow_over(t, event);
    else if (strcmp(kind, "draw-offered") == 0)
        t->draw_offered = others;
    else if (strcmp(kind, "draw-refused") == 0)
        t->draw_offered = false;
    else if (strcmp(kind, "undo-asked") == 0)
        t->undo_asked = others;
    else if (strcmp(kind, "undo-refused") == 0)
        t->undo_asked = false;
    else if (strcmp(kind, "rematch-asked") == 0)
        t->rematch_asked = number_of(event, "player") != t->player;
    else if (strcmp(kind, "rematch") == 0)
        copy_word(t->rematch, sizeof t->rematch, text_of(event, "id"));
    return STATUS_OK;
}

status table_follow(table *t, const json_t *event, error *e) {
    if ((size_t)json_integer_value(json_object_get(event, "n")) != t->seen + 1)
        return fail_strange("an event out of its order", e);
    status code = follow(t, event, e);
    if (code == STATUS_OK) t->seen++;
    return code;
}

bool table_is_ours(const table *t) {
    game_position position;
    error e;
    return t->playing &&
           variant_read_position(t->variant, t->position, &position, &e) == STATUS_OK &&
           !t->variant.game->is_over(&position) && t->variant.game->to_move(&position) == t->side;
}

/* --- playing it again ------------------------------------------------------------------------- */

static status play_again(const table *t, replay *played, record *r, error *e) {
    status code = replay_set_rules(played, t->variant.game, t->variant.name, t->tiles, e);
    if (code == STATUS_OK)
        code =
            replay_set_start(played, NULL, NULL, t->variant.game->chance ? t->draws.data : NULL, e);
    for (size_t i = 0; code == STATUS_OK && i < t->ply; i++) {
        code = replay_play(played, t->turns[i], r->token_count, e);
        if (code == STATUS_OK) code = record_add_token(r, RECORD_TURN, t->turns[i], e);
    }
    return code;
}

status table_replay(const table *t, replay *played, record *r, error *e) {
    char written[GAME_POSITION_TEXT];
    text out = text_fixed(written, sizeof written);
    *played = (replay){0};
    *r = (record){0};
    status code = play_again(t, played, r, e);
    if (code == STATUS_INVALID) code = STATUS_FAILED; /* the server's mistake, not the player's */
    if (code == STATUS_OK)
        variant_write_position(played->variant, replay_position(played, played->count), &out);
    if (code == STATUS_OK && strcmp(written, t->position) != 0)
        code = FAIL(e, STATUS_FAILED, "the server has another position after these turns");
    if (code == STATUS_OK) return code;
    replay_free(played);
    record_free(r);
    return code;
}
