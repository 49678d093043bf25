/* SPDX-License-Identifier: MIT */
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>

#include "cli/language.h"
#include "games/registry.h"

static const char help_text[] =
    N_("  Enter      end the turn, where it may end\n"
       "  moves      what you can do now          hint   where to look, which turn, why\n"
       "  undo       take back a step, or your last turn and the answer to it\n"
       "  redo       the other way                board  draw the board again\n"
       "  list       the turns so far             score  points and match score\n"
       "  save FILE  keep the match               load FILE  go on with another\n"
       "  resign     give the game up             quit   leave\n");

/* The state as one line of JSON, for programs that play. */
static void print_state(terminal *t, const game_position *shown) {
    const game *g = match_variant(t->m).game;
    position_text p = command_position_text(match_variant(t->m), shown);
    game_outcome outcome = match_outcome(t->m);
    json_t *facts =
        json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:i, s:s}", "game", g->name, "rules",
                  match_rules_name(t->m), "position", p.text, "part", t->part, "over", outcome.over,
                  "a", outcome.points[SIDE_A], "b", outcome.points[SIDE_B], "to_move",
                  match_name(t->m, match_player_to_move(t->m)));
    if (facts && g->tie_break)
        json_object_set_new(facts, "tie_break",
                            json_pack("{s:s, s:i, s:i}", "of", g->tie_break, "a",
                                      outcome.tie_breaks[SIDE_A], "b", outcome.tie_breaks[SIDE_B]));
    text line = text_growing();
    t->code = command_write_facts(facts, &line, &t->in->e);
    if (t->code == STATUS_OK)
        fputs(line.data, stdout);
    else
        t->quit = true;
    text_free(&line);
    json_decref(facts);
}

void terminal_draw(terminal *t, const game_position *shown) {
    if (t->in->option[OPTION_JSON]) {
        print_state(t, shown);
        return;
    }
    text drawing = text_growing();
    picture_draw_text(match_variant(t->m), shown, t->style, &drawing);
    if (!drawing.failed) printf("\n%s\n", drawing.data);
    text_free(&drawing);
}

FILE *terminal_talk(const terminal *t) {
    return t->in->option[OPTION_JSON] ? stderr : stdout;
}

/* A record may hold any name; only those that we give are ours to translate. */
const char *terminal_name(const terminal *t, int player) {
    static const char *const ours[] = {"You", "Computer", "Player 1", "Player 2"};
    const char *name = match_name(t->m, player);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0) return _(ours[i]);
    return name;
}

void terminal_say_error(const terminal *t, const error *e) {
    fprintf(terminal_talk(t), "%s\n", e->text);
}

void terminal_say_score(const terminal *t) {
    game_outcome outcome = match_outcome(t->m);
    int wins[2];
    match_score(t->m, wins);
    const char *tie_break = match_variant(t->m).game->tie_break;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        fprintf(terminal_talk(t), "%c  %-20s ", 'A' + side,
                terminal_name(t, match_player(t->m, side)));
        int points = outcome.points[side];
        fprintf(terminal_talk(t), ngettext("%d point", "%d points", (unsigned long)abs(points)),
                points);
        if (tie_break) fprintf(terminal_talk(t), ", %d %s", outcome.tie_breaks[side], _(tie_break));
        fputc('\n', terminal_talk(t));
    }
    if (match_best_of(t->m) > 1)
        fprintf(terminal_talk(t), _("Match, best of %d: %s %d, %s %d\n"), match_best_of(t->m),
                terminal_name(t, 0), wins[0], terminal_name(t, 1), wins[1]);
}

void terminal_say_turns(const terminal *t) {
    for (size_t ply = 0; ply < match_ply(t->m); ply++) {
        if (ply % 2 == 0) fprintf(terminal_talk(t), "%3zu.", ply / 2 + 1);
        bool last = ply % 2 == 1 || ply + 1 == match_ply(t->m);
        fprintf(terminal_talk(t), last ? " %s\n" : " %-12s", match_turn(t->m, ply));
    }
}

void terminal_say_outcome(const terminal *t) {
    game_outcome outcome = match_outcome(t->m);
    int winner = match_player(t->m, outcome.leader >= 0 ? SIDE_A : SIDE_B);
    fprintf(terminal_talk(t), _("The game is over: %d to %d. "), outcome.points[SIDE_A],
            outcome.points[SIDE_B]);
    if (outcome.leader != 0 && outcome.points[SIDE_A] == outcome.points[SIDE_B] &&
        match_variant(t->m).game->tie_break)
        fprintf(terminal_talk(t), _("By %s it is %d to %d. "),
                _(match_variant(t->m).game->tie_break), outcome.tie_breaks[SIDE_A],
                outcome.tie_breaks[SIDE_B]);
    if (match_is_repetition(t->m))
        fputs(_("A draw, this position has occurred three times.\n"), terminal_talk(t));
    else if (outcome.leader == 0)
        fputs(_("A draw.\n"), terminal_talk(t));
    else if (winner == YOU && !t->two_players)
        fputs(_("You win!\n"), terminal_talk(t));
    else
        fprintf(terminal_talk(t), _("%s wins.\n"), terminal_name(t, winner));
    match_promise promise;
    if (!match_find_promise(t->m, &promise) || !promise.key[0]) return;
    fprintf(terminal_talk(t), _("The tiles came by key %s. To check, save the match, then:\n"),
            promise.key);
    fprintf(terminal_talk(t), "  linework %s verify-draws FILE\n", match_variant(t->m).game->name);
}

void terminal_say_promise(const terminal *t) {
    match_promise promise;
    uint64_t seed;
    if (match_find_promise(t->m, &promise) && !match_is_revealed(t->m))
        fprintf(terminal_talk(t), _("The order of the tiles is fixed: commitment %s, key %s\n"),
                promise.commitment, promise.number);
    else if (t->two_players && match_seed(t->m, &seed))
        fputs(_("Whoever knows the seed of this game knows its draws.\n"), terminal_talk(t));
}

void terminal_say_help(const terminal *t) {
    game_turn turns[GAME_TURNS_MAX];
    size_t count = variant_turns(match_variant(t->m), match_position(t->m), turns);
    if (count > 0)
        fprintf(terminal_talk(t), _("Type a turn, whole (%s) or step by step.\n"),
                turns[count / 2].text);
    fputs(_(help_text), terminal_talk(t));
}
