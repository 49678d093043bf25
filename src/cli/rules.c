/* SPDX-License-Identifier: MIT
 *
 * Commands on one position: moves, play, score, perft, show. They reach the game through its
 * table, so there is one of each for all games. */
#include <string.h>

#include "cli/command.h"
#include "cli/solution.h"
#include "game/picture.h"
#include "play/match.h"

#define ABOUT_A_POSITION                                                                           \
    ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_POSITION), ACCEPTS(OPTION_OUTPUT),                       \
        ACCEPTS(OPTION_TILES), ACCEPTS(OPTION_SEED), ACCEPTS(OPTION_DRAWS)

static status given_position(invocation *in, game_position *position) {
    status code = command_variant(in);
    return code == STATUS_OK ? command_position(in, position) : code;
}

json_t *command_position_facts(const invocation *in, const game_position *position) {
    position_text p = command_position_text(in->variant, position);
    return json_pack("{s:s, s:s, s:s}", "game", in->game->name, "rules", variant_name(in->variant),
                     "position", p.text);
}

/* All legal turns. Where there are none and the game is not over, a draw is not known. */
static status list_turns(invocation *in, const game_position *position, game_turn *turns,
                         size_t *count) {
    *count = variant_turns(in->variant, position, turns);
    if (*count > 0 || in->game->is_over(position)) return STATUS_OK;
    return FAIL(&in->e, STATUS_INVALID,
                "which tile was drawn is not known; --draws or --seed can tell");
}

static status run_moves(invocation *in) {
    game_position position;
    status code = given_position(in, &position);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_VALUES]) return solution_moves(in, &position);
    game_turn turns[GAME_TURNS_MAX];
    size_t count;
    code = list_turns(in, &position, turns, &count);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON]) {
        json_t *facts = command_position_facts(in, &position), *list = json_array();
        for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(turns[i].text));
        json_object_set_new(facts, "turns", list);
        return command_facts(in, facts);
    }
    for (size_t i = 0; i < count; i++) text_format(&in->out, "%s\n", turns[i].text);
    return STATUS_OK;
}

/* Plays the operands; a game drawn by repetition is over for a match, so they go through one. */
static status play_operands(invocation *in, match *m) {
    for (int i = 0; i < in->operand_count; i++) {
        status code = match_play(m, in->operands[i], &in->e);
        if (code == STATUS_OK) continue;
        return in->operand_count > 1 ? FAIL_WITHIN(&in->e, code, "turn %d", i + 1) : code;
    }
    return STATUS_OK;
}

static status run_play(invocation *in) {
    game_position unused; /* for the messages: they name the file and the options */
    status code = given_position(in, &unused);
    if (code != STATUS_OK) return code;
    match_options options = {.game = in->game,
                             .rules = in->option[OPTION_RULES],
                             .tiles = in->tiles.data,
                             .position = in->option[OPTION_POSITION],
                             .best_of = 1,
                             .shuffled = in->option[OPTION_SEED],
                             .draws = in->option[OPTION_DRAWS]};
    match *m;
    code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &options.seed);
    if (code == STATUS_OK) code = match_new(&options, &m, &in->e);
    if (code != STATUS_OK) return code;
    code = play_operands(in, m);
    if (code == STATUS_OK && in->option[OPTION_JSON]) {
        json_t *facts = command_position_facts(in, match_position(m));
        json_object_set_new(facts, "over", json_boolean(match_outcome(m).over));
        json_object_set_new(facts, "repetition", json_boolean(match_is_repetition(m)));
        code = command_facts(in, facts);
    } else if (code == STATUS_OK) {
        variant_write_position(match_variant(m), match_position(m), &in->out);
        text_char(&in->out, '\n');
    }
    match_free(m);
    return code;
}

/* The lines that tell where the points come from. */
static json_t *explanation(const invocation *in, const game_position *position) {
    text lines = text_growing();
    in->game->explain(in->variant.rules, position, &lines);
    json_t *list = json_array();
    for (char *at = lines.data; at && *at;) {
        size_t length = strcspn(at, "\n");
        json_array_append_new(list, json_stringn(at, length));
        at += length + (at[length] == '\n');
    }
    text_free(&lines);
    return list;
}

static status run_score(invocation *in) {
    game_position position;
    status code = given_position(in, &position);
    if (code != STATUS_OK) return code;
    game_outcome outcome = variant_outcome(in->variant, &position);
    if (in->option[OPTION_JSON]) {
        json_t *facts = command_position_facts(in, &position);
        json_object_set_new(facts, "a", json_integer(outcome.points[SIDE_A]));
        json_object_set_new(facts, "b", json_integer(outcome.points[SIDE_B]));
        json_object_set_new(facts, "over", json_boolean(outcome.over));
        if (in->game->tie_break)
            json_object_set_new(facts, "tie_break",
                                json_pack("{s:s, s:i, s:i}", "of", in->game->tie_break, "a",
                                          outcome.tie_breaks[SIDE_A], "b",
                                          outcome.tie_breaks[SIDE_B]));
        if (in->option[OPTION_VERBOSE])
            json_object_set_new(facts, "explanation", explanation(in, &position));
        return command_facts(in, facts);
    }
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        text_format(&in->out, "%s%c %d", side == SIDE_A ? "" : " ", 'a' + side,
                    outcome.points[side]);
        if (in->game->tie_break) text_format(&in->out, " %d", outcome.tie_breaks[side]);
    }
    text_char(&in->out, '\n');
    if (in->option[OPTION_VERBOSE]) in->game->explain(in->variant.rules, &position, &in->out);
    return STATUS_OK;
}

static status count_sequences(invocation *in, const game_position *position, const char *first,
                              int depth, json_t *divide) {
    uint64_t count;
    status code = variant_perft(in->variant, position, first, depth, &count, &in->e);
    if (code != STATUS_OK) return code;
    if (divide)
        json_object_set_new(divide, first, json_integer((json_int_t)count));
    else if (first)
        text_format(&in->out, "%s\t%llu\n", first, (unsigned long long)count);
    else if (in->facts)
        json_object_set_new(in->facts, "count", json_integer((json_int_t)count));
    else
        text_format(&in->out, "%llu\n", (unsigned long long)count);
    return STATUS_OK;
}

static status run_perft(invocation *in) {
    game_position position;
    status code = given_position(in, &position);
    if (code != STATUS_OK) return code;
    uint64_t depth;
    if (!text_is_number(in->operands[0], GAME_PERFT_MAX, &depth))
        return FAIL(&in->e, STATUS_USAGE, "the length must be a number from 0 to %d, not '%.40s'",
                    GAME_PERFT_MAX, in->operands[0]);
    json_t *divide = NULL;
    if (in->option[OPTION_JSON]) {
        code = command_facts(in, command_position_facts(in, &position));
        if (code != STATUS_OK) return code;
        json_object_set_new(in->facts, "depth", json_integer((json_int_t)depth));
        if (in->option[OPTION_DIVIDE])
            json_object_set_new(in->facts, "divide", divide = json_object());
    }
    if (!in->option[OPTION_DIVIDE] || in->facts)
        code = count_sequences(in, &position, NULL, (int)depth, NULL);
    if (!in->option[OPTION_DIVIDE] || depth == 0 || code != STATUS_OK) return code;
    game_turn turns[GAME_TURNS_MAX];
    size_t count;
    code = list_turns(in, &position, turns, &count);
    for (size_t i = 0; code == STATUS_OK && i < count; i++)
        code = count_sequences(in, &position, turns[i].text, (int)depth, divide);
    return code;
}

static status run_show(invocation *in) {
    game_position position;
    status code = given_position(in, &position);
    if (code != STATUS_OK) return code;
    text drawing = text_growing();
    picture_style style = {.ascii = in->option[OPTION_ASCII], .colour = command_may_colour(in)};
    if (in->option[OPTION_SVG])
        picture_draw_svg(in->variant, &position, false, &drawing);
    else
        picture_draw_text(in->variant, &position, style, &drawing);
    if (drawing.failed) {
        code = fail_memory(&in->e);
    } else if (in->option[OPTION_JSON]) {
        json_t *facts = command_position_facts(in, &position);
        json_object_set_new(facts, in->option[OPTION_SVG] ? "svg" : "text",
                            json_string(drawing.data));
        code = command_facts(in, facts);
    } else {
        text_put(&in->out, drawing.data);
    }
    text_free(&drawing);
    return code;
}

const command command_moves = {
    .of_a_game = true,
    .name = "moves",
    .operands = "",
    .summary = "list all legal turns",
    .options = {ABOUT_A_POSITION, ACCEPTS(OPTION_VALUES), ACCEPTS(OPTION_TABLE)},
    .run = run_moves,
};

const command command_play_turns = {
    .of_a_game = true,
    .name = "play",
    .operands = "TURN...",
    .summary = "print the position after these turns",
    .options = {ABOUT_A_POSITION},
    .most = 100000,
    .run = run_play,
};

const command command_score = {
    .of_a_game = true,
    .name = "score",
    .operands = "",
    .summary = "print the points as if the game ended here",
    .options = {ABOUT_A_POSITION, ACCEPTS(OPTION_VERBOSE)},
    .run = run_score,
};

const command command_perft = {
    .of_a_game = true,
    .name = "perft",
    .operands = "N",
    .summary = "count the turn sequences of length N",
    .options = {ABOUT_A_POSITION, ACCEPTS(OPTION_DIVIDE)},
    .least = 1,
    .most = 1,
    .run = run_perft,
};

const command command_show = {
    .of_a_game = true,
    .name = "show",
    .operands = "",
    .summary = "draw the board",
    .options = {ABOUT_A_POSITION, ACCEPTS(OPTION_SVG), ACCEPTS(OPTION_ASCII)},
    .run = run_show,
};
