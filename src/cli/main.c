/* SPDX-License-Identifier: MIT
 *
 * The command line: finds the command, runs it, writes its result. The only place that prints
 * results (but for play, engine, serve and bot, which go on talking), decides about failures and
 * chooses the exit code. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/language.h"
#include "games/registry.h"
#include "native/file.h"

static const command *const commands[] = {
    &command_play,
    &command_moves,
    &command_play_turns,
    &command_score,
    &command_perft,
    &command_show,
    &command_solve,
    &command_verify,
    &command_value,
    &command_stats,
    &command_tiles,
    &command_verify_draws,
    &command_record,
    &command_engine,
    &command_bench,
    &command_match,
    &command_levels,
    &command_serve,
    &command_games,
    &command_review,
    &command_puzzle,
    &command_bot,
    NULL,
};

static status write_out(const char *bytes, size_t length, error *e) {
    if (fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0 && !ferror(stdout))
        return STATUS_OK;
    return FAIL(e, STATUS_FAILED, "standard output cannot be written");
}

/* The result, as text or JSON, to where it should go. */
static status deliver(invocation *in) {
    if (in->facts || command_lacked_memory()) {
        text_clear(&in->out);
        status code = command_write_facts(in->facts, &in->out, &in->e);
        if (code != STATUS_OK) return code;
    }
    if (in->out.failed) return fail_memory(&in->e);
    const char *bytes = in->out.length ? in->out.data : "";
    const char *path = in->option[OPTION_OUTPUT];
    if (path && strcmp(path, "-") != 0) return file_write(path, bytes, in->out.length, &in->e);
    return write_out(bytes, in->out.length, &in->e);
}

static bool is_word(const char *argument, const char *word) {
    return word && argument && strcmp(argument, word) == 0;
}

/* The command named by the words after the program's name, of which `words` were its name. */
static const command *find_command(int argc, char **argv, const game *g, int *words) {
    *words = g ? 2 : 1;
    for (size_t i = 0; argc > *words && commands[i]; i++)
        if (commands[i]->of_a_game == (g != NULL) && command_concerns(commands[i], g) &&
            is_word(argv[*words], commands[i]->name))
            return commands[i];
    return NULL;
}

/* What is asked without a command: help, the version, or something unknown. */
static status run_without_command(invocation *in, const char *asked) {
    const char *of = in->game ? in->game->name : "", *gap = in->game ? " " : "";
    if (!asked) return FAIL(&in->e, STATUS_USAGE, "which command? 'linework --help' lists them");
    if (is_word(asked, "--version"))
        text_put(&in->out, "linework " LINEWORK_VERSION "\n");
    else if (is_word(asked, "--help") || is_word(asked, "-h") || is_word(asked, "help"))
        command_help_all(commands, in->game, &in->out);
    else
        return FAIL(&in->e, STATUS_USAGE,
                    "unknown command '%s%s%.60s'; 'linework %s%s--help' lists "
                    "them",
                    of, gap, asked, of, gap);
    return STATUS_OK;
}

static status run_command(invocation *in, int argc, char **argv) {
    status code = command_parse(in, argc, argv);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_HELP] || in->option[OPTION_VERSION]) {
        in->option[OPTION_OUTPUT] = NULL;
        if (in->option[OPTION_VERSION]) return run_without_command(in, "--version");
        command_help(in->command, in->game, &in->out);
        return STATUS_OK;
    }
    return in->command->run(in);
}

/* A standard descriptor that is closed would be the next file's that is opened, and get the talk
 * that is not for it. In its place stands a folder, which can neither be read nor written. */
static void hold_standard_descriptors(void) {
    int fd;
    do fd = open("/", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) close(fd);
}

int main(int argc, char **argv) {
    hold_standard_descriptors();
    registry_check();
    command_watch_memory();
    language_begin();
    invocation in = {.out = text_growing()};
    in.game = argc > 1 ? registry_find(argv[1]) : NULL;
    int words;
    in.command = find_command(argc, argv, in.game, &words);
    status code = in.command ? run_command(&in, argc - words - 1, argv + words + 1)
                             : run_without_command(&in, argc > words ? argv[words] : NULL);
    if (code == STATUS_OK) code = deliver(&in);
    if (code != STATUS_OK) fprintf(stderr, "linework: %s\n", in.e.text);
    json_decref(in.facts);
    text_free(&in.out);
    text_free(&in.tiles);
    free(in.own_rules);
    if (in.ended_by) {
        interrupt_release();
        raise(in.ended_by);
    }
    return (int)code;
}
