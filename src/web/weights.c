/* SPDX-License-Identifier: MIT
 *
 * The weights of Linja's evaluation as the page has them: each rule set in a file of its own, which
 * the worker fetches when it is first played, because all of them are a quarter of the page's
 * weight. */
#include "linja/search/evaluation.h"

__attribute__((import_module("linework"), import_name("weights"))) void
fetch_weights(int rule_set, char *text, int bytes);

const char *linja_weight_text(int rule_set) {
    static char text[LINJA_WEIGHTS + 1];
    fetch_weights(rule_set, text, LINJA_WEIGHTS);
    return text;
}
