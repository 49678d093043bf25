/* SPDX-License-Identifier: MIT
 *
 * What clients say to a room: lines of messages, each from the one player or the other. Whatever
 * they are, the room stays whole: kept and restored it is the same. */
#include "fuzz.h"
#include "games/registry.h"
#include "rooms/room.h"

static const char hash[] = "0d7a6535a3ba4bc6f8d8c7d4d0a1f2ae0b5e7a1b6a4d3f9e2c8b7a6d5e4f3c2b";

static room *new_room(bool draws) {
    room_wish wish = {.game = draws ? "liniell" : "linja",
                      .best_of = 3,
                      .control = {.initial = 60, .increment = 1},
                      .random_hash = hash};
    room_chance chance = {.lot = false};
    token_hash token = {{1}}, other = {{2}};
    room *r = NULL;
    error e;
    MUST(room_create(registry_games, &wish, &chance, &token, 1000, &r, &e) == STATUS_OK);
    MUST(room_join(r, "Ben", "00000000000000000000000000000000", &other, 1000, &e) == STATUS_OK);
    return r;
}

static void expect_same_again(const room *r, int64_t now) {
    text terms = text_growing();
    room *again = NULL;
    error e;
    room_write_terms(r, &terms);
    MUST(room_restore(registry_games, room_id(r), terms.data, &again, &e) == STATUS_OK);
    while (room_events(again) < room_events(r)) {
        room_event_kept kept = room_event_to_keep(r, room_events(again) + 1);
        MUST(room_restore_event(again, &kept, &e) == STATUS_OK);
    }
    json_t *views[2] = {room_view(r, now), room_view(again, now)};
    MUST(views[0] && views[1] && json_equal(views[0], views[1]));
    json_decref(views[0]);
    json_decref(views[1]);
    text_free(&terms);
    room_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    room *r = new_room(size > 0 && data[0] == '!');
    int64_t now = 1000;
    int player = 0;
    for (size_t i = 0; i < size;) {
        const uint8_t *end = memchr(data + i, '\n', size - i);
        size_t length = end ? (size_t)(end - data) - i : size - i;
        room_message m = message_read((const char *)data + i, length);
        MUST((m.kind != MESSAGE_BROKEN && m.kind != MESSAGE_BAD) || m.e.text[0]);
        if (m.kind == MESSAGE_COMMAND) {
            room_effects effects;
            room_chance chance = {.id = {7}};
            error e;
            size_t before = room_events(r);
            MUST(room_do(r, player, &m.command, &chance, now, &effects, &e) == STATUS_OK);
            MUST(effects.first == before + 1 && effects.last == room_events(r));
            room_free(effects.rematch);
        }
        message_free(&m);
        i += length + 1;
        now += 100;
        player = 1 - player;
    }
    expect_same_again(r, now);
    room_free(r);
    return 0;
}
