/* SPDX-License-Identifier: MIT
 *
 * What a bot hears from a server that may be anybody: the head of an answer, an address, and events
 * line by line, of either game, Liniell with the tile set of the first line. Whatever is told, a
 * game that can be played again is at the position that was told. */
#include "bot/address.h"
#include "bot/ask.h"
#include "bot/table.h"
#include "fuzz.h"
#include "games/registry.h"
#include "rooms/message.h"

static void read_address(const char *string) {
    address a, again;
    error e;
    char written[1024];
    text t = text_fixed(written, sizeof written);
    if (address_read(string, &a, &e) != STATUS_OK) return;
    address_write(&a, &t);
    MUST(!t.failed && address_read(written, &again, &e) == STATUS_OK);
    MUST(strcmp(a.host, again.host) == 0 && strcmp(a.port, again.port) == 0);
    MUST(a.secure == again.secure);
}

/* Numbered as they come, so that the order is always right. */
static void follow_line(table *t, const char *line, size_t length) {
    error e;
    json_t *event = message_object(line, length, &e);
    if (!event) return;
    json_object_set_new(event, "n", json_integer((json_int_t)t->seen + 1));
    replay played;
    record r;
    if (table_follow(t, event, &e) == STATUS_OK && t->playing &&
        table_replay(t, &played, &r, &e) == STATUS_OK) {
        MUST(played.count == t->ply);
        replay_free(&played);
        record_free(&r);
    }
    table_is_ours(t);
    json_decref(event);
}

static void follow(const game *g, const char *tiles, const char *lines, size_t size) {
    table t;
    error e;
    json_t *view = json_pack("{s:s, s:s, s:s?}", "game", g->name, "rules", g->default_rules,
                             "tiles", g->tiles ? tiles : NULL);
    MUST(view && table_open(registry_games, view, 1, &t, &e) == STATUS_OK);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(lines + at, '\n', size - at);
        size_t length = end ? (size_t)(end - lines) - at : size - at;
        follow_line(&t, lines + at, length);
        at += length + 1;
    }
    table_close(&t);
    json_decref(view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    liniell_tiles tiles = take_tiles(&data, &size);
    bool own = memcmp(&tiles, &liniell_standard, sizeof tiles) != 0;
    text set = text_growing();
    liniell_write_tiles(&tiles, "; ", &set);
    char *string = as_string(data, size);
    answer_head head;
    if (ask_parse_head(string, size, &head)) MUST(head.code >= 100 && head.code < 600);
    read_address(string);
    for (const game *const *g = registry_games; *g; g++)
        follow(*g, own ? set.data : NULL, string, size);
    free(string);
    text_free(&set);
    return 0;
}
