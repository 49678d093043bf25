/* SPDX-License-Identifier: MIT */
#include "engine/signature.h"

#include <assert.h>

#include "engine/engine.h"
#include "games/registry.h"

static uint64_t hash_line(uint64_t hash, const char *line) {
    const uint64_t prime = 0x100000001b3;
    for (; *line; line++) hash = (hash ^ (unsigned char)*line) * prime;
    return (hash ^ '\n') * prime;
}

static status search_one(const game *g, const game_bench *b, const atomic_bool *stop, text *line,
                         error *e) {
    engine_options options = {.threads = 1};
    engine_limits limits = {.nodes = b->nodes, .stop = stop};
    engine *t;
    game_position position;
    const search_result *found;
    status code = variant_find(g, b->rules, &options.variant, e);
    if (code == STATUS_OK) code = variant_read_position(options.variant, b->position, &position, e);
    assert(code == STATUS_OK);
    code = engine_open(&options, &t, e);
    if (code != STATUS_OK) return code;
    code = engine_think(t, &position, &limits, &found, e);
    if (code == STATUS_OK)
        text_format(line, "%s %s %s %.3f %llu", g->name, b->rules,
                    found->variations[0].turns[0].text, found->variations[0].points,
                    (unsigned long long)found->nodes);
    engine_close(t);
    return code;
}

status signature_find(const atomic_bool *stop, void (*say)(void *context, const char *line),
                      void *context, uint64_t *signature, error *e) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; registry_games[i]; i++)
        for (const game_bench *b = registry_games[i]->bench; b && b->rules; b++) {
            char buffer[128];
            text line = text_fixed(buffer, sizeof buffer);
            status code = search_one(registry_games[i], b, stop, &line, e);
            if (code != STATUS_OK) return code;
            if (stop && atomic_load(stop)) return FAIL(e, STATUS_FAILED, "stopped");
            say(context, buffer);
            hash = hash_line(hash, buffer);
        }
    *signature = hash;
    return STATUS_OK;
}
