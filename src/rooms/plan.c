/* SPDX-License-Identifier: MIT */
#include "rooms/plan.h"

#include <string.h>

static status check(const json_t *plan, variant v, const game_position *position, size_t *turns,
                    error *e) {
    size_t index;
    const json_t *entry;
    if (!json_is_array(plan)) return FAIL(e, STATUS_INVALID, "a plan is a list");
    json_array_foreach(plan, index, entry) {
        const char *theirs = json_string_value(json_object_get(entry, "if"));
        const char *ours = json_string_value(json_object_get(entry, "then"));
        const json_t *more = json_object_get(entry, "plan");
        if (!theirs || !ours || strlen(theirs) >= GAME_TURN_BYTES ||
            strlen(ours) >= GAME_TURN_BYTES)
            return FAIL(e, STATUS_INVALID,
                        "an entry of a plan needs \"if\" and \"then\", two turns");
        if (++*turns > PLAN_TURNS_MAX)
            return FAIL(e, STATUS_INVALID, "a plan has no more than %d entries", PLAN_TURNS_MAX);
        if (plan_find(plan, theirs) != entry)
            return FAIL(e, STATUS_INVALID, "the plan answers '%s' twice", theirs);
        game_position after = *position;
        status code = STATUS_OK;
        if (!v.game->chance) {
            code = variant_play(v, &after, theirs, e);
            if (code == STATUS_OK) code = variant_play(v, &after, ours, e);
        }
        if (code == STATUS_OK && more) code = check(more, v, &after, turns, e);
        if (code != STATUS_OK) return code;
    }
    return STATUS_OK;
}

status plan_check(const json_t *plan, variant v, const game_position *position, error *e) {
    size_t turns = 0;
    return check(plan, v, position, &turns, e);
}

const json_t *plan_find(const json_t *plan, const char *turn) {
    size_t index;
    const json_t *entry;
    json_array_foreach(plan, index, entry) {
        const char *theirs = json_string_value(json_object_get(entry, "if"));
        if (theirs && strcmp(theirs, turn) == 0) return entry;
    }
    return NULL;
}
