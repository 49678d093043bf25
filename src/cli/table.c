/* SPDX-License-Identifier: MIT */
#include "cli/table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/language.h"
#include "engine/registry.h"

static const char help_text[] =
    N_("Type a turn, whole (ab/df in Linja, d4n+N in Liniell) or step by step.\n"
       "  Enter      end the turn, where it may end\n"
       "  moves      what you can do now          hint   where to look, which turn, why\n"
       "  undo       take back a step, or your last turn and the answer to it\n"
       "  redo       the other way                board  draw the board again\n"
       "  list       the turns so far             score  points and match score\n"
       "  save FILE  keep the match               load FILE  go on with another\n"
       "  resign     give the game up             quit   leave\n");

/* The state as one line of JSON, for programs that play. */
static void print_state(table *t, const game_position *shown) {
    const game *g = match_game(t->m);
    position_text p = command_position_text(g, match_rules(t->m), shown);
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

void table_draw(table *t, const game_position *shown) {
    if (t->in->option[OPTION_JSON]) {
        print_state(t, shown);
        return;
    }
    text drawing = text_growing();
    registry_picture(match_game(t->m))->draw_text(match_rules(t->m), shown, t->style, &drawing);
    if (!drawing.failed) printf("\n%s\n", drawing.data);
    text_free(&drawing);
}

FILE *table_talk(const table *t) {
    return t->in->option[OPTION_JSON] ? stderr : stdout;
}

/* A record may hold any name; only those that we give are ours to translate. */
const char *table_name(const table *t, int player) {
    static const char *const ours[] = {"You", "Computer", "Player 1", "Player 2"};
    const char *name = match_name(t->m, player);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0) return _(ours[i]);
    return name;
}

void table_say_error(const table *t, const error *e) {
    fprintf(table_talk(t), "%s\n", e->text);
}

void table_say_score(const table *t) {
    game_outcome outcome = match_outcome(t->m);
    int wins[2];
    match_score(t->m, wins);
    const char *tie_break = match_game(t->m)->tie_break;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        fprintf(table_talk(t), "%c  %-20s ", 'A' + side, table_name(t, match_player(t->m, side)));
        int points = outcome.points[side];
        fprintf(table_talk(t), ngettext("%d point", "%d points", (unsigned long)abs(points)),
                points);
        if (tie_break) fprintf(table_talk(t), ", %d %s", outcome.tie_breaks[side], _(tie_break));
        fputc('\n', table_talk(t));
    }
    if (match_best_of(t->m) > 1)
        fprintf(table_talk(t), _("Match, best of %d: %s %d, %s %d\n"), match_best_of(t->m),
                table_name(t, 0), wins[0], table_name(t, 1), wins[1]);
}

void table_say_turns(const table *t) {
    for (size_t ply = 0; ply < match_ply(t->m); ply++) {
        if (ply % 2 == 0) fprintf(table_talk(t), "%3zu.", ply / 2 + 1);
        bool last = ply % 2 == 1 || ply + 1 == match_ply(t->m);
        fprintf(table_talk(t), last ? " %s\n" : " %-12s", match_turn(t->m, ply));
    }
}

void table_say_outcome(const table *t) {
    game_outcome outcome = match_outcome(t->m);
    int winner = match_player(t->m, outcome.leader >= 0 ? SIDE_A : SIDE_B);
    fprintf(table_talk(t), _("The game is over: %d to %d. "), outcome.points[SIDE_A],
            outcome.points[SIDE_B]);
    if (outcome.leader != 0 && outcome.points[SIDE_A] == outcome.points[SIDE_B] &&
        match_game(t->m)->tie_break)
        fprintf(table_talk(t), _("By %s it is %d to %d. "), _(match_game(t->m)->tie_break),
                outcome.tie_breaks[SIDE_A], outcome.tie_breaks[SIDE_B]);
    if (match_is_repetition(t->m))
        fputs(_("A draw, this position has occurred three times.\n"), table_talk(t));
    else if (outcome.leader == 0)
        fputs(_("A draw.\n"), table_talk(t));
    else if (winner == YOU && !t->two_players)
        fputs(_("You win!\n"), table_talk(t));
    else
        fprintf(table_talk(t), _("%s wins.\n"), table_name(t, winner));
    match_promise promise;
    if (!match_find_promise(t->m, &promise) || !promise.key[0]) return;
    fprintf(table_talk(t), _("The tiles came by key %s. To check, save the match, then:\n"),
            promise.key);
    fprintf(table_talk(t), "  linework %s verify-draws FILE\n", match_game(t->m)->name);
}

void table_say_promise(const table *t) {
    match_promise promise;
    uint64_t seed;
    if (match_find_promise(t->m, &promise) && !match_is_told(t->m))
        fprintf(table_talk(t), _("The order of the tiles is fixed: commitment %s, key %s\n"),
                promise.commitment, promise.number);
    else if (t->two_players && match_seed(t->m, &seed))
        fputs(_("Whoever knows the seed of this game knows its draws.\n"), table_talk(t));
}

void table_say_help(const table *t) {
    fputs(_(help_text), table_talk(t));
}
