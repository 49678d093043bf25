/* SPDX-License-Identifier: MIT
 *
 * linework play: a match in the terminal with plain prompts, against the computer or between two
 * people. A turn may be typed whole ("ab/df") or step by step, with each choice offered. It knows
 * no game's rules: half-made turns and their continuations come from the game's table. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cli/draws.h"
#include "cli/input.h"
#include "cli/language.h"
#include "cli/solution.h"
#include "cli/terminal.h"
#include "games/registry.h"
#include "native/file.h"

static bool is_computers_turn(const terminal *t) {
    return !t->two_players && match_player_to_move(t->m) == OTHER;
}

static void draw_now(terminal *t) {
    terminal_draw(t, match_position(t->m));
}

/* --- turns ---------------------------------------------------------------------------------- */

static void play_turn(terminal *t, const char *turn) {
    error e;
    if (match_play(t->m, turn, &e) != STATUS_OK) {
        terminal_say_error(t, &e);
        return;
    }
    t->part[0] = '\0';
    t->unsaved = true;
    draw_now(t);
    if (match_outcome(t->m).over) terminal_say_outcome(t);
}

/* What the computer had to do without. */
static void say_remark(const terminal *t) {
    error remark;
    if (engine_remark(t->engine, &remark)) terminal_say_error(t, &remark);
}

static void computer_turn(terminal *t) {
    game_turn turn;
    engine_limits within = {.history = match_history(t->m)};
    t->code = engine_choose(t->engine, match_position(t->m), t->level, &t->random, &within, &turn,
                            &t->in->e);
    if (t->code != STATUS_OK) {
        t->quit = true;
        return;
    }
    say_remark(t);
    fprintf(terminal_talk(t), _("%s plays %s\n"), terminal_name(t, OTHER), turn.text);
    play_turn(t, turn.text);
}

/* What may follow the half-made turn. It was legal when it was made, so this cannot fail. */
static game_steps next_steps(const terminal *t) {
    game_steps steps = {0};
    error e;
    variant_steps(match_variant(t->m), match_position(t->m), t->part, &steps, &e);
    return steps;
}

/* Between two steps a game may put a mark, as in "ab/df"; what says something is not one. */
static bool is_mark(char c) {
    return !isalnum((unsigned char)c);
}

/* A continuation without the part it continues and the mark between them. */
static const char *step_text(const terminal *t, const game_turn *longer) {
    size_t skip = strlen(t->part);
    return longer->text + skip + (skip > 0 && is_mark(longer->text[skip]));
}

static void say_choices(const terminal *t, const game_steps *steps) {
    if (steps->count == 0) return;
    fprintf(terminal_talk(t), "%s:", *steps->phase ? _(steps->phase) : _("pass"));
    for (size_t i = 0; i < steps->count; i++)
        fprintf(terminal_talk(t), " %s", step_text(t, &steps->longer[i]));
    if (steps->whole) fputs(_("  (Enter: no)"), terminal_talk(t));
    fputc('\n', terminal_talk(t));
}

/* The steps of `longer` have been made: plays the turn if that is all there is. */
static void go_on_from(terminal *t, const char *longer) {
    memcpy(t->part, longer, strlen(longer) + 1);
    game_steps steps = next_steps(t);
    if (steps.count == 0 && steps.whole) {
        char turn[GAME_TURN_BYTES];
        memcpy(turn, t->part, sizeof turn);
        play_turn(t, turn);
        return;
    }
    terminal_draw(t, &steps.shown);
    say_choices(t, &steps);
}

/* Steps typed by the player, continuing the half-made turn or repeating it from its beginning. */
static void take_steps(terminal *t, const char *typed) {
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
    bool has_mark = made > 0 && steps.count > 0 && is_mark(steps.longer[0].text[made]);
    bool from_its_beginning =
        strncmp(typed, t->part, made) == 0 && (!has_mark || is_mark(typed[made]));
    if (made > 0 && steps.count > 0 && !from_its_beginning) {
        text_put(&whole, t->part);
        if (has_mark) text_char(&whole, steps.longer[0].text[made]);
    }
    text_put(&whole, typed);
    error e;
    game_steps after;
    if (whole.failed || whole.length >= GAME_TURN_BYTES)
        fputs(_("No turn is that long; 'help' tells what can be typed.\n"), terminal_talk(t));
    else if (variant_steps(match_variant(t->m), match_position(t->m), joined, &after, &e) !=
             STATUS_OK)
        terminal_say_error(t, &e);
    else
        go_on_from(t, joined);
}

static void end_turn(terminal *t) {
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

/* Goes through the steps of the half-made turn again, but for the last. */
static void take_back_step(terminal *t) {
    char whole[GAME_TURN_BYTES];
    memcpy(whole, t->part, sizeof whole);
    t->part[0] = '\0';
    for (bool found = true; found;) {
        game_steps steps = next_steps(t);
        found = false;
        for (size_t i = steps.count; !found && i > 0; i--) { /* of several the longest */
            const char *longer = steps.longer[i - 1].text;
            size_t length = strlen(longer);
            found = strncmp(longer, whole, length) == 0 && whole[length];
            if (found) memcpy(t->part, longer, length + 1);
        }
    }
}

/* The last turn and the computer's, so that the player who asked has the choice again. */
static void step_back_or_on(terminal *t, status (*step)(match *m, error *e), const char *nothing) {
    error e;
    status code = step(t->m, &e);
    if (code == STATUS_INVALID) {
        fputs(nothing, terminal_talk(t));
        return;
    }
    while (code == STATUS_OK && is_computers_turn(t)) code = step(t->m, &e);
    if (code == STATUS_OK || code == STATUS_INVALID)
        draw_now(t);
    else
        terminal_say_error(t, &e);
}

/* Takes back a step, or else turns. */
static void undo(terminal *t) {
    if (t->part[0]) {
        take_back_step(t);
        game_steps steps = next_steps(t);
        terminal_draw(t, &steps.shown);
        return;
    }
    if (match_is_revealed(t->m)) {
        fputs(_("The game is over and its draws are told: nothing can be taken back.\n"),
              terminal_talk(t));
        return;
    }
    step_back_or_on(t, match_undo, _("There is nothing to take back.\n"));
}

static void redo(terminal *t) {
    t->part[0] = '\0';
    step_back_or_on(t, match_redo, _("There is nothing to redo.\n"));
}

/* Rows have capital letters in languages in which a small one is a word. */
static void translate(coach_sentence *said) {
    const char *rows = _("a b c d e f g h");
    for (int i = 0; i < COACH_WORDS; i++) {
        char *word = said->words.word[i];
        if (*word >= 'a' && *word <= 'h' && !word[1]) *word = rows[2 * (*word - 'a')];
    }
    unsigned long count = strtoul(said->words.word[0], NULL, 10);
    said->pattern = said->one ? ngettext(said->one, said->pattern, count) : _(said->pattern);
}

/* The first time where to look, then which turn, then why. */
static void give_hint(terminal *t) {
    error e;
    if (t->part[0]) {
        fputs(_("A hint is about the whole turn: take back its steps first (undo).\n"),
              terminal_talk(t));
        return;
    }
    status code = hint_keep(t->engine, match_position(t->m), match_history(t->m), &t->hint, &e);
    say_remark(t);
    if (code != STATUS_OK) {
        terminal_say_error(t, &e);
        return;
    }
    if (t->hint.step < HINT_STEPS) t->hint.step++;
    text said = text_growing();
    coach_sentence sentence = hint_sentence(&t->hint.hint, t->hint.step);
    translate(&sentence);
    coach_say(&sentence, &said);
    if (!said.failed)
        fprintf(terminal_talk(t), "%s%s\n", said.data,
                t->hint.step < HINT_STEPS ? _("  (hint tells more)") : "");
    text_free(&said);
}

static void save(terminal *t, const char *path) {
    text saved = text_growing();
    error e;
    status code = match_save(t->m, &saved, &e);
    if (code == STATUS_OK) code = file_write(path, saved.data, saved.length, &e);
    if (code == STATUS_OK) {
        t->unsaved = false;
        fprintf(terminal_talk(t), _("Saved to %s\n"), path);
    } else {
        terminal_say_error(t, &e);
    }
    text_free(&saved);
}

/* A search for the computer, for the match. */
static status seat_computer(terminal *t, match *m, error *e) {
    engine *seated = NULL;
    engine_options options = {.variant = match_variant(m),
                              .threads = 1,
                              .table = ENGINE_ANY_TABLE,
                              .table_file = t->in->option[OPTION_TABLE]};
    status code = engine_open(&options, &seated, e);
    if (code != STATUS_OK) return code;
    engine_close(t->engine);
    t->engine = seated;
    say_remark(t);
    return STATUS_OK;
}

static status load(terminal *t, const char *path, error *e) {
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
    t->hint.step = 0; /* it was about the match before, whose rules are gone */
    t->part[0] = '\0';
    t->unsaved = false;
    terminal_say_promise(t);
    return STATUS_OK;
}

static void resign(terminal *t) {
    error e;
    if (match_resign(t->m, &e) != STATUS_OK) {
        terminal_say_error(t, &e);
        return;
    }
    t->part[0] = '\0';
    t->unsaved = true;
    terminal_say_outcome(t);
}

/* The argument of a command such as "save FILE", or NULL if `line` is not that command. */
static const char *argument(const char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
    while (line[length] == ' ') length++;
    return line[length] ? line + length : NULL;
}

/* Commands that make sense at any time; false if the line is none. */
static bool obey(terminal *t, const char *line) {
    const char *path;
    error e;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        terminal_say_help(t);
    } else if (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0) {
        t->quit = true;
    } else if (strcmp(line, "undo") == 0 || strcmp(line, "back") == 0) {
        undo(t);
    } else if (strcmp(line, "redo") == 0) {
        redo(t);
    } else if (strcmp(line, "board") == 0) {
        game_position shown = *match_position(t->m);
        if (t->part[0]) shown = next_steps(t).shown;
        terminal_draw(t, &shown);
    } else if (strcmp(line, "score") == 0) {
        terminal_say_score(t);
    } else if (strcmp(line, "list") == 0) {
        terminal_say_turns(t);
    } else if ((path = argument(line, "save"))) {
        save(t, path);
    } else if ((path = argument(line, "load"))) {
        if (load(t, path, &e) == STATUS_OK)
            draw_now(t);
        else
            terminal_say_error(t, &e);
    } else if (strcmp(line, "save") == 0 || strcmp(line, "load") == 0) {
        fprintf(terminal_talk(t), _("Which file? Type '%s FILE'.\n"), line);
    } else {
        return false;
    }
    return true;
}

static void answer_in_game(terminal *t, const char *line) {
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

static void answer_after_game(terminal *t, const char *line) {
    error e;
    if (obey(t, line)) return;
    if (*line) {
        fputs(_("The game is over; 'help' tells what can be typed.\n"), terminal_talk(t));
    } else if (match_is_decided(t->m)) {
        t->quit = true;
    } else if (match_next_game(t->m, &e) == STATUS_OK) {
        int first = match_player_to_move(t->m);
        if (first == YOU && !t->two_players)
            fputs(_("You begin the next game.\n"), terminal_talk(t));
        else
            fprintf(terminal_talk(t), _("%s begins the next game.\n"), terminal_name(t, first));
        terminal_say_promise(t);
        draw_now(t);
    } else {
        terminal_say_error(t, &e);
    }
}

/* --- the loop ------------------------------------------------------------------------------- */

static void prompt(const terminal *t) {
    FILE *out = terminal_talk(t);
    if (match_outcome(t->m).over) {
        fputs(!match_is_decided(t->m)   ? _("Enter for the next game > ")
              : match_is_revealed(t->m) ? _("Enter to leave > ")
                                        : _("Enter to leave, or undo > "),
              out);
    } else {
        game_steps steps = next_steps(t);
        const char *who = terminal_name(t, match_player_to_move(t->m));
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
static bool is_stuck(const terminal *t) {
    game_turn turns[GAME_TURNS_MAX];
    const game *g = match_variant(t->m).game;
    return g->chance && variant_turns(match_variant(t->m), match_position(t->m), turns) == 0;
}

static void play_match(terminal *t) {
    char line[INPUT_BYTES + 1];
    while (!t->quit) {
        bool over = match_outcome(t->m).over;
        if (!over && is_stuck(t)) {
            fputs(_("What is drawn next is not known, so the game cannot go on.\n"),
                  terminal_talk(t));
            break;
        }
        if (!over && is_computers_turn(t)) {
            computer_turn(t);
            continue;
        }
        if (over) terminal_say_score(t);
        prompt(t);
        input_outcome got = input_read_line(line);
        if (got == INPUT_END) {
            fputc('\n', terminal_talk(t));
            break;
        }
        if (got == INPUT_TOO_LONG)
            fprintf(terminal_talk(t), _("A line has at most %d bytes.\n"), INPUT_BYTES);
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
    char line[INPUT_BYTES + 1] = "";
    if (!name && isatty(STDIN_FILENO) && !in->option[OPTION_JSON]) {
        fputs(_("Which game?"), stdout);
        for (size_t i = 0; registry_games[i]; i++)
            printf(" %zu %s%s", i + 1, registry_games[i]->name, registry_games[i + 1] ? "," : "");
        printf(_(" (Enter: %s) > "), usual);
        fflush(stdout);
        input_read_line(line);
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
    if ((in->option[OPTION_TILES] && !(*g)->tiles) || (in->option[OPTION_DRAWS] && !(*g)->chance))
        return FAIL(&in->e, STATUS_USAGE, "%s has no tiles to draw", name);
    if (in->option[OPTION_SEED] && in->option[OPTION_DRAWS])
        return FAIL(&in->e, STATUS_USAGE, "options --seed and --draws exclude each other");
    return STATUS_OK;
}

static status set_up(terminal *t) {
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
    if (code == STATUS_OK) code = command_variant(in); /* for the messages: they name the file */
    /* Between people nobody may know the draws, unless they are asked for. */
    bool fair =
        t->two_players && g->chance && !in->option[OPTION_SEED] && !in->option[OPTION_DRAWS];
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
    fprintf(terminal_talk(t), _("Linework: %s, rules %s"), g->name, match_rules_name(t->m));
    if (fair)
        fputc('\n', terminal_talk(t));
    else
        fprintf(terminal_talk(t), _(", seed %llu\n"), (unsigned long long)seed);
    terminal_say_promise(t);
    return STATUS_OK;
}

/* The strongest player wants the exact values; a person at the terminal may have them computed. */
static void offer_table(terminal *t) {
    error e;
    bool made = false;
    if (t->two_players || t->level < LEVEL_MOST || !match_variant(t->m).game->solver ||
        engine_is_perfect(t->engine) || !isatty(STDIN_FILENO) || t->in->option[OPTION_JSON])
        return;
    if (solution_offer(t->in, match_variant(t->m), &made) != STATUS_OK)
        terminal_say_error(t, &t->in->e);
    else if (made && seat_computer(t, t->m, &e) != STATUS_OK)
        terminal_say_error(t, &e);
}

static void leave(terminal *t) {
    engine_close(t->engine);
    match_free(t->m);
}

static status run_play(invocation *in) {
    terminal t = {.in = in};
    status code = set_up(&t);
    if (code != STATUS_OK) {
        leave(&t);
        return code;
    }
    offer_table(&t);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        fprintf(terminal_talk(&t), "%c: %s\n", 'A' + side,
                terminal_name(&t, match_player(t.m, side)));
    fputs(_("Type a turn, or 'help'.\n"), terminal_talk(&t));
    draw_now(&t);
    play_match(&t);
    if (t.unsaved && t.quit && !match_outcome(t.m).over)
        fputs(_("The game was not saved.\n"), terminal_talk(&t));
    leave(&t);
    return t.code;
}

const command command_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "play a match in the terminal",
    .options = {ACCEPTS(OPTION_RULES), ACCEPTS(OPTION_POSITION), ACCEPTS(OPTION_ASCII),
                ACCEPTS(OPTION_LEVEL), ACCEPTS(OPTION_TWO_PLAYERS), ACCEPTS(OPTION_FIRST),
                ACCEPTS(OPTION_BEST_OF), ACCEPTS(OPTION_SEED), ACCEPTS(OPTION_LOAD),
                ACCEPTS(OPTION_TILES), ACCEPTS(OPTION_DRAWS), ACCEPTS(OPTION_TABLE)},
    .most = 1,
    .run = run_play,
};
