/* SPDX-License-Identifier: MIT
 *
 * linework play: a match in the terminal with plain prompts, against the computer or between two
 * people. A turn may be typed whole ("ab/df") or step by step, with each choice offered. It knows
 * no game's rules: half-made turns and their continuations come from the game's table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cli/draws.h"
#include "cli/language.h"
#include "cli/line.h"
#include "cli/solution.h"
#include "cli/table.h"
#include "core/file.h"
#include "engine/registry.h"
#include "solution/oracle.h"

static bool is_computers_turn(const table *t) {
    return !t->two_players && match_player_to_move(t->m) == OTHER;
}

static void draw_now(table *t) {
    table_draw(t, match_position(t->m));
}

/* --- turns ---------------------------------------------------------------------------------- */

static void play_turn(table *t, const char *turn) {
    error e;
    if (match_play(t->m, turn, &e) != STATUS_OK) {
        table_say_error(t, &e);
        return;
    }
    t->part[0] = '\0';
    t->unsaved = true;
    draw_now(t);
    if (match_outcome(t->m).over) table_say_outcome(t);
}

static void computer_turn(table *t) {
    game_turn turn;
    t->code = level_choose(t->thinker, match_position(t->m), t->level, &t->random, NULL, &turn,
                           &t->in->e);
    if (t->code != STATUS_OK) {
        t->quit = true;
        return;
    }
    fprintf(table_talk(t), _("%s plays %s\n"), table_name(t, OTHER), turn.text);
    play_turn(t, turn.text);
}

/* What may follow the half-made turn. It was legal when it was made, so this cannot fail. */
static game_steps next_steps(const table *t) {
    game_steps steps = {0};
    error e;
    match_game(t->m)->steps(match_rules(t->m), match_position(t->m), t->part, &steps, &e);
    return steps;
}

/* A continuation without the part it continues and the mark between them. */
static const char *step_text(const table *t, const game_turn *longer) {
    size_t skip = strlen(t->part);
    return longer->text + skip + (skip > 0);
}

static void say_choices(const table *t, const game_steps *steps) {
    if (steps->count == 0) return;
    fprintf(table_talk(t), "%s:", *steps->phase ? _(steps->phase) : _("pass"));
    for (size_t i = 0; i < steps->count; i++)
        fprintf(table_talk(t), " %s", step_text(t, &steps->longer[i]));
    if (steps->whole) fputs(_("  (Enter: no)"), table_talk(t));
    fputc('\n', table_talk(t));
}

/* The steps of `longer` have been made: plays the turn if that is all there is. */
static void go_on_from(table *t, const char *longer) {
    memcpy(t->part, longer, strlen(longer) + 1);
    game_steps steps = next_steps(t);
    if (steps.count == 0 && steps.whole) {
        char turn[GAME_TURN_BYTES];
        memcpy(turn, t->part, sizeof turn);
        play_turn(t, turn);
        return;
    }
    table_draw(t, &steps.shown);
    say_choices(t, &steps);
}

/* Steps typed by the player, continuing the half-made turn or repeating it from its beginning. */
static void take_steps(table *t, const char *typed) {
    game_steps steps = next_steps(t);
    for (size_t i = 0; i < steps.count; i++)
        if (strcmp(typed, step_text(t, &steps.longer[i])) == 0) {
            go_on_from(t, steps.longer[i].text);
            return;
        }
    /* Several steps at once, or none that is legal: the game says which. */
    char joined[2 * GAME_TURN_BYTES];
    text whole = text_fixed(joined, sizeof joined);
    size_t made = strlen(t->part);
    bool from_its_beginning = strncmp(typed, t->part, made) == 0 && strchr("/+", typed[made]);
    if (made > 0 && steps.count > 0 && !from_its_beginning) {
        text_put(&whole, t->part);
        text_char(&whole, steps.longer[0].text[made]);
    }
    text_put(&whole, typed);
    error e;
    game_steps after;
    const game *g = match_game(t->m);
    if (whole.failed || whole.length >= GAME_TURN_BYTES)
        fputs(_("No turn is that long; 'help' tells what can be typed.\n"), table_talk(t));
    else if (g->steps(match_rules(t->m), match_position(t->m), joined, &after, &e) != STATUS_OK)
        table_say_error(t, &e);
    else
        go_on_from(t, joined);
}

static void end_turn(table *t) {
    game_steps steps = next_steps(t);
    if (!steps.whole) {
        say_choices(t, &steps);
        return;
    }
    char turn[GAME_TURN_BYTES];
    memcpy(turn, t->part, sizeof turn);
    play_turn(t, turn);
}

/* --- commands ------------------------------------------------------------------------------- */

/* Takes back a step; or else the last turn, and the computer's before it, so that the player who
 * asked has the choice again. */
static void undo(table *t) {
    if (t->part[0]) {
        char *mark = strrchr(t->part, '/'), *plus = strrchr(t->part, '+');
        if (plus > mark) mark = plus;
        if (mark)
            *mark = '\0';
        else
            t->part[0] = '\0';
        game_steps steps = next_steps(t);
        table_draw(t, &steps.shown);
        return;
    }
    if (match_is_told(t->m)) {
        fputs(_("The game is over and its draws are told: nothing can be taken back.\n"),
              table_talk(t));
        return;
    }
    if (!match_undo(t->m)) {
        fputs(_("There is nothing to take back.\n"), table_talk(t));
        return;
    }
    while (is_computers_turn(t) && match_undo(t->m)) {
    }
    draw_now(t);
}

static void redo(table *t) {
    t->part[0] = '\0';
    if (!match_redo(t->m)) {
        fputs(_("There is nothing to redo.\n"), table_talk(t));
        return;
    }
    while (is_computers_turn(t) && match_redo(t->m)) {
    }
    draw_now(t);
}

/* The first time where to look, then which turn, then why. */
static void give_hint(table *t) {
    error e;
    if (t->part[0]) {
        fputs(_("A hint is about the whole turn: take back its steps first (undo).\n"),
              table_talk(t));
        return;
    }
    bool other_position = t->hint_step == 0 || memcmp(&t->hint.position, match_position(t->m),
                                                      sizeof t->hint.position) != 0;
    if (other_position) {
        t->hint_step = 0;
        status code = hint_find(t->thinker, match_position(t->m), NULL, &t->hint, &e);
        thinker_forget(t->thinker); /* the opponent shall not profit from it */
        if (code != STATUS_OK) {
            table_say_error(t, &e);
            return;
        }
    }
    if (t->hint_step < HINT_STEPS) t->hint_step++;
    text said = text_growing();
    coach_sentence sentence = hint_sentence(&t->hint, t->hint_step);
    sentence.pattern = _(sentence.pattern);
    coach_say(&sentence, &said);
    if (!said.failed)
        fprintf(table_talk(t), "%s%s\n", said.data,
                t->hint_step < HINT_STEPS ? _("  (hint tells more)") : "");
    text_free(&said);
}

static void save(table *t, const char *path) {
    text saved = text_growing();
    error e;
    status code = match_save(t->m, &saved, &e);
    if (code == STATUS_OK) code = file_write(path, saved.data, saved.length, &e);
    if (code == STATUS_OK) {
        t->unsaved = false;
        fprintf(table_talk(t), _("Saved to %s\n"), path);
    } else {
        table_say_error(t, &e);
    }
    text_free(&saved);
}

/* A mind for the computer, for the match on the table. */
static status seat_computer(table *t, match *m, error *e) {
    thinker *seated = NULL;
    thinker_options options = {.game = match_game(m), .rules = match_rules(m), .threads = 1};
    status code = oracle_open_local(options.game, options.rules, t->in->option[OPTION_TABLE],
                                    &options.oracle, e);
    if (code == STATUS_OK) code = thinker_new(&options, &seated, e);
    if (code != STATUS_OK) return code;
    thinker_free(t->thinker);
    t->thinker = seated;
    return STATUS_OK;
}

static status load(table *t, const char *path, error *e) {
    text contents = text_growing();
    match *loaded;
    status code = file_read(path, &contents, e);
    if (code == STATUS_OK) {
        code = match_load(registry_games, contents.length ? contents.data : "", contents.length,
                          &loaded, e);
        if (code != STATUS_OK) error_prefix(e, "%.120s", path);
    }
    text_free(&contents);
    if (code != STATUS_OK) return code;
    fair_key secret;
    code = draws_new_secret(&secret, e);
    if (code == STATUS_OK) code = match_draw_on(loaded, &secret, t->m, e);
    if (code == STATUS_OK) code = seat_computer(t, loaded, e);
    if (code != STATUS_OK) {
        match_free(loaded);
        return code;
    }
    match_free(t->m);
    t->m = loaded;
    t->hint_step = 0; /* it was about the match before, whose rules are gone */
    t->part[0] = '\0';
    t->unsaved = false;
    table_say_promise(t);
    return STATUS_OK;
}

static void resign(table *t) {
    error e;
    bool a_resigns = match_player_to_move(t->m) == match_player(t->m, SIDE_A);
    if (match_declare(t->m, a_resigns ? RECORD_B_WINS : RECORD_A_WINS, &e) != STATUS_OK) {
        table_say_error(t, &e);
        return;
    }
    t->part[0] = '\0';
    t->unsaved = true;
    table_say_outcome(t);
}

/* The argument of a command such as "save FILE", or NULL if `line` is not that command. */
static const char *argument(const char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
    while (line[length] == ' ') length++;
    return line[length] ? line + length : NULL;
}

/* Commands that make sense at any time; false if the line is none. */
static bool obey(table *t, const char *line) {
    const char *path;
    error e;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        table_say_help(t);
    } else if (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0) {
        t->quit = true;
    } else if (strcmp(line, "undo") == 0 || strcmp(line, "back") == 0) {
        undo(t);
    } else if (strcmp(line, "redo") == 0) {
        redo(t);
    } else if (strcmp(line, "board") == 0) {
        game_position shown = *match_position(t->m);
        if (t->part[0]) shown = next_steps(t).shown;
        table_draw(t, &shown);
    } else if (strcmp(line, "score") == 0) {
        table_say_score(t);
    } else if (strcmp(line, "list") == 0) {
        table_say_turns(t);
    } else if ((path = argument(line, "save"))) {
        save(t, path);
    } else if ((path = argument(line, "load"))) {
        if (load(t, path, &e) == STATUS_OK)
            draw_now(t);
        else
            table_say_error(t, &e);
    } else if (strcmp(line, "save") == 0 || strcmp(line, "load") == 0) {
        fprintf(table_talk(t), _("Which file? Type '%s FILE'.\n"), line);
    } else {
        return false;
    }
    return true;
}

static void answer_in_game(table *t, const char *line) {
    if (obey(t, line)) return;
    if (!*line) {
        end_turn(t);
    } else if (strcmp(line, "moves") == 0) {
        game_steps steps = next_steps(t);
        say_choices(t, &steps);
    } else if (strcmp(line, "hint") == 0) {
        give_hint(t);
    } else if (strcmp(line, "resign") == 0) {
        resign(t);
    } else {
        take_steps(t, line);
    }
}

static void answer_after_game(table *t, const char *line) {
    error e;
    if (obey(t, line)) return;
    if (*line) {
        fputs(_("The game is over; 'help' tells what can be typed.\n"), table_talk(t));
    } else if (match_is_decided(t->m)) {
        t->quit = true;
    } else if (match_next_game(t->m, &e) == STATUS_OK) {
        fprintf(table_talk(t), _("%s begins the next game.\n"),
                table_name(t, match_player_to_move(t->m)));
        table_say_promise(t);
        draw_now(t);
    } else {
        table_say_error(t, &e);
    }
}

/* --- the loop ------------------------------------------------------------------------------- */

static void prompt(const table *t) {
    FILE *out = table_talk(t);
    if (match_outcome(t->m).over) {
        fputs(!match_is_decided(t->m) ? _("Enter for the next game > ")
              : match_is_told(t->m)   ? _("Enter to leave > ")
                                      : _("Enter to leave, or undo > "),
              out);
    } else {
        game_steps steps = next_steps(t);
        const char *who = table_name(t, match_player_to_move(t->m));
        if (!t->part[0] && !t->in->option[OPTION_JSON]) say_choices(t, &steps);
        fprintf(out, "%s, %s", who, *steps.phase ? _(steps.phase) : _("pass"));
        if (strcmp(steps.phase, "follow-up") == 0)
            fprintf(out, ngettext(" of %d row", " of %d rows", (unsigned long)steps.reach),
                    steps.reach);
        fputs(" > ", out);
    }
    fflush(out);
    fflush(stdout);
}

/* Cuts off white space at both ends. */
static char *trimmed(char *line) {
    while (*line == ' ' || *line == '\t') line++;
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1])) line[--length] = '\0';
    return line;
}

/* A list of draws has run out, or a record has none: there is nothing to place. */
static bool is_stuck(const table *t) {
    game_turn turns[GAME_TURNS_MAX];
    const game *g = match_game(t->m);
    return g->shuffle && g->turns(match_rules(t->m), match_position(t->m), turns) == 0;
}

static void play_match(table *t) {
    char line[LINE_BYTES + 1];
    while (!t->quit) {
        bool over = match_outcome(t->m).over;
        if (!over && is_stuck(t)) {
            fputs(_("What is drawn next is not known, so the game cannot go on.\n"), table_talk(t));
            break;
        }
        if (!over && is_computers_turn(t)) {
            computer_turn(t);
            continue;
        }
        if (over) table_say_score(t);
        prompt(t);
        line_outcome got = line_read(line);
        if (got == LINE_NONE) {
            fputc('\n', table_talk(t));
            break;
        }
        if (got == LINE_TOO_LONG)
            fprintf(table_talk(t), _("A line has at most %d bytes.\n"), LINE_BYTES);
        else if (over)
            answer_after_game(t, trimmed(line));
        else
            answer_in_game(t, trimmed(line));
    }
}

/* --- beginning ------------------------------------------------------------------------------ */

/* The game that is asked for: by name, or at a terminal by asking. */
static status choose_game(invocation *in, const game **g) {
    const char *name = in->operand_count > 0 ? in->operands[0] : NULL;
    const char *usual = registry_games[0]->name;
    char line[LINE_BYTES + 1] = "";
    if (!name && isatty(STDIN_FILENO) && !in->option[OPTION_JSON]) {
        fputs(_("Which game?"), stdout);
        for (size_t i = 0; registry_games[i]; i++)
            printf(" %zu %s%s", i + 1, registry_games[i]->name, registry_games[i + 1] ? "," : "");
        printf(_(" (Enter: %s) > "), usual);
        fflush(stdout);
        line_read(line);
        line[strcspn(line, "\r")] = '\0';
        uint64_t number;
        size_t count = 0;
        while (registry_games[count]) count++;
        name = text_is_number(line, count, &number) && number > 0 ? registry_games[number - 1]->name
                                                                  : line;
    }
    if (!name || !*name) name = usual;
    *g = registry_find(name);
    if (!*g) return FAIL(&in->e, STATUS_USAGE, "unknown game '%.40s'", name);
    bool about_tiles = in->option[OPTION_TILES] || in->option[OPTION_DRAWS];
    if (about_tiles && !(*g)->shuffle)
        return FAIL(&in->e, STATUS_USAGE, "%s has no tiles to draw", name);
    if (in->option[OPTION_SEED] && in->option[OPTION_DRAWS])
        return FAIL(&in->e, STATUS_USAGE, "options --seed and --draws exclude each other");
    return STATUS_OK;
}

static status set_table(table *t) {
    invocation *in = t->in;
    uint64_t level = 3, best_of = 1, first = 0, seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)time(NULL);
    seed %= 1000000; /* short enough to be typed again */
    status code = command_number(in, OPTION_LEVEL, 0, LEVEL_MOST, &level);
    if (code == STATUS_OK) code = command_number(in, OPTION_BEST_OF, 1, 99, &best_of);
    if (code == STATUS_OK) code = command_number(in, OPTION_FIRST, 1, 2, &first);
    if (code == STATUS_OK) code = command_number(in, OPTION_SEED, 0, UINT64_MAX, &seed);
    if (code != STATUS_OK) return code;
    t->level = (int)level;
    t->two_players = in->option[OPTION_TWO_PLAYERS];
    t->random = rng_seeded(seed);
    t->style = (picture_style){.ascii = in->option[OPTION_ASCII], .colour = command_may_colour(in)};
    if (in->option[OPTION_LOAD]) return load(t, in->option[OPTION_LOAD], &in->e);

    const game *g;
    code = choose_game(in, &g);
    in->game = g;
    const void *unused; /* for the messages: they name the file */
    if (code == STATUS_OK) code = command_rules(in, &unused);
    /* Between people nobody may know the draws, unless they are asked for. */
    bool fair = t->two_players && g->deal && !in->option[OPTION_SEED] && !in->option[OPTION_DRAWS];
    fair_key secret;
    if (code == STATUS_OK && fair) code = draws_new_secret(&secret, &in->e);
    if (code != STATUS_OK) return code;
    char date[16];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y.%m.%d", localtime(&now));
    match_options options = {.game = g,
                             .rules = in->option[OPTION_RULES],
                             .tiles = in->tiles.data,
                             .position = in->option[OPTION_POSITION],
                             .names = {t->two_players ? N_("Player 1") : N_("You"),
                                       t->two_players ? N_("Player 2") : N_("Computer")},
                             .date = date,
                             .best_of = (int)best_of,
                             .first = (int)first - 1,
                             .seed = seed,
                             .shuffled = !in->option[OPTION_DRAWS] && !fair,
                             .draws = in->option[OPTION_DRAWS],
                             .secret = fair ? &secret : NULL};
    _Static_assert(MATCH_DRAW_LOTS == -1, "a missing --first draws lots");
    code = match_new(&options, &t->m, &in->e);
    if (code == STATUS_OK) code = seat_computer(t, t->m, &in->e);
    if (code != STATUS_OK) return code;
    fprintf(table_talk(t), _("Linework: %s, rules %s"), g->name, match_rules_name(t->m));
    if (fair)
        fputc('\n', table_talk(t));
    else
        fprintf(table_talk(t), _(", seed %llu\n"), (unsigned long long)seed);
    table_say_promise(t);
    return STATUS_OK;
}

/* The strongest player wants the exact values; a person at the terminal may have them computed. */
static void offer_table(table *t) {
    error e;
    bool made = false;
    if (t->two_players || t->level < LEVEL_MOST || match_game(t->m) != &linja_game ||
        thinker_is_perfect(t->thinker) || !isatty(STDIN_FILENO) || t->in->option[OPTION_JSON])
        return;
    if (solution_offer(t->in, match_rules(t->m), &made) != STATUS_OK)
        table_say_error(t, &t->in->e);
    else if (made && seat_computer(t, t->m, &e) != STATUS_OK)
        table_say_error(t, &e);
}

static void leave(table *t) {
    thinker_free(t->thinker);
    match_free(t->m);
}

static status run_play(invocation *in) {
    table t = {.in = in};
    status code = set_table(&t);
    if (code != STATUS_OK) {
        leave(&t);
        return code;
    }
    offer_table(&t);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        fprintf(table_talk(&t), "%c: %s\n", 'A' + side, table_name(&t, match_player(t.m, side)));
    fputs(_("Type a turn, or 'help'.\n"), table_talk(&t));
    draw_now(&t);
    play_match(&t);
    if (t.unsaved && t.quit && !match_outcome(t.m).over)
        fputs(_("The game was not saved.\n"), table_talk(&t));
    leave(&t);
    return t.code;
}

const command command_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "play a match in the terminal",
    .options = ACCEPTS(OPTION_RULES) | ACCEPTS(OPTION_POSITION) | ACCEPTS(OPTION_ASCII) |
               ACCEPTS(OPTION_LEVEL) | ACCEPTS(OPTION_TWO_PLAYERS) | ACCEPTS(OPTION_FIRST) |
               ACCEPTS(OPTION_BEST_OF) | ACCEPTS(OPTION_SEED) | ACCEPTS(OPTION_LOAD) |
               ACCEPTS(OPTION_TILES) | ACCEPTS(OPTION_DRAWS) | ACCEPTS(OPTION_TABLE),
    .most = 1,
    .run = run_play,
};
