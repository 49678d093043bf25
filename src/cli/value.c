/* SPDX-License-Identifier: MIT
 *
 * Exact values on the command line: value, and moves --values. They ask an oracle and nobody else.
 */
#include <assert.h>

#include "cli/solution.h"

static status open_oracle(invocation *in, oracle **o) {
    oracle_wanted wanted = solution_wanted(in);
    status code = oracle_open(in->variant, &wanted, o, &in->e);
    assert(code != STATUS_OK || *o); /* it is needed, and the game is solved */
    return code;
}

static status run_value(invocation *in) {
    game_position position;
    status code = command_variant(in);
    if (code == STATUS_OK) code = command_position(in, &position);
    if (code != STATUS_OK) return code;
    oracle *o;
    int value = 0;
    code = open_oracle(in, &o);
    if (code != STATUS_OK) return code;
    code = o->value(o, &position, &value, &in->e);
    o->close(o);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON]) {
        json_t *facts = command_position_facts(in, &position);
        json_object_set_new(facts, "value", json_integer(value));
        return command_facts(in, facts);
    }
    solution_put_value(&in->out, value);
    text_char(&in->out, '\n');
    return STATUS_OK;
}

status solution_moves(invocation *in, const game_position *position) {
    valued_turn turns[GAME_TURNS_MAX];
    size_t count = 0;
    oracle *o;
    status code = open_oracle(in, &o);
    if (code != STATUS_OK) return code;
    code = o->turns(o, position, turns, &count, &in->e);
    o->close(o);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON]) {
        json_t *facts = command_position_facts(in, position), *list = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(list, json_pack("{s:s, s:i, s:i}", "turn", turns[i].turn.text,
                                                  "value", turns[i].value, "loss",
                                                  turns[0].value - turns[i].value));
        json_object_set_new(facts, "turns", list);
        return command_facts(in, facts);
    }
    for (size_t i = 0; i < count; i++) {
        text_format(&in->out, "%s\t", turns[i].turn.text);
        solution_put_value(&in->out, turns[i].value);
        text_char(&in->out, '\n');
    }
    return STATUS_OK;
}

const command command_value = {
    .of_a_game = true,
    .with_tables = true,
    .name = "value",
    .operands = "",
    .summary = "print the exact final margin for the side to move",
    .options = {ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_POSITION), ACCEPTS(OPTION_TABLE),
                ACCEPTS(OPTION_OUTPUT)},
    .run = run_value,
};
