/* SPDX-License-Identifier: MIT
 *
 * What all games share about their rule sets. */
#include "core/game.h"

status game_find_rules(const game *g, const char *name, const void **rules, error *e) {
    const void *found = g->find_rules(name ? name : g->default_rules);
    if (found) {
        *rules = found;
        return STATUS_OK;
    }
    char list[sizeof e->text];
    text names = text_fixed(list, sizeof list);
    for (size_t i = 0; g->rule_set(i); i++) {
        if (i > 0) text_put(&names, ", ");
        text_put(&names, g->rule_set(i));
    }
    return FAIL(e, STATUS_INVALID, "unknown rule set '%.40s'; there are %s", name, list);
}

status game_fail_perft(int depth, error *e) {
    return FAIL(e, STATUS_FAILED, "there are more than 2^64 sequences of %d turns", depth);
}
