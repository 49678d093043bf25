/* SPDX-License-Identifier: MIT
 *
 * What all subcommands share: the table that describes them, the parser of their arguments, and
 * where their results go. A command never prints or exits: it fills in `out` (or `facts`, when
 * JSON was asked for) and returns a status; main writes the one or the message. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <jansson.h>
#include <stdbool.h>

#include "game/game.h"

typedef enum option_id {
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_JSON,
    OPTION_OUTPUT,
    OPTION_RULES,
    OPTION_POSITION,
    OPTION_DIVIDE,
    OPTION_SVG,
    OPTION_HASH,
    OPTION_ASCII,
    OPTION_CHECK,
    OPTION_LEVEL,
    OPTION_TWO_PLAYERS,
    OPTION_FIRST,
    OPTION_BEST_OF,
    OPTION_SEED,
    OPTION_LOAD,
    OPTION_VALUES,
    OPTION_TABLE,
    OPTION_THREADS,
    OPTION_SAMPLE,
    OPTION_ALL,
    OPTION_QUIET,
    OPTION_TILES,
    OPTION_DRAWS,
    OPTION_VERBOSE,
    OPTION_PORT,
    OPTION_EVERYONE,
    OPTION_OPEN,
    OPTION_NAME,
    OPTION_STORE,
    OPTION_RETAIN,
    OPTION_TLS,
    OPTION_PROXY,
    OPTION_PUBLIC_METRICS,
    OPTION_GAME,
    OPTION_GAMES,
    OPTION_OPENINGS,
    OPTION_SPRT,
    OPTION_CONCURRENCY,
    OPTION_MOVETIME,
    OPTION_NODES,
    OPTION_TIMEOUT,
    OPTION_RECORDS,
    OPTION_RESUME,
    OPTION_LUCK,
    OPTION_FROM,
    OPTION_TO,
    OPTION_LOOK_NODES,
    OPTION_LOOK_TIME,
    OPTION_NUMBER,
    OPTION_ANNOTATE,
    OPTION_GRADE,
    OPTION_THEME,
    OPTION_DAILY,
    OPTION_DATE,
    OPTION_FROM_RECORDS,
    OPTION_SOLUTION,
    OPTION_ANSWER,
    OPTION_ENGINE,
    OPTION_ACCEPT_OPEN,
    OPTION_TOKEN_FILE,
    OPTION_PLAYER_NAME,
    OPTION_PUBLIC,
    OPTION_BOT_GAMES,
    OPTION_REMATCH,
    OPTION_COUNT,
} option_id;

#define ACCEPTS(id) [id] = true

typedef struct invocation invocation;

typedef struct command {
    bool of_a_game;   /* its name stands behind a game's: "linework linja moves" */
    bool with_draws;  /* ... and only a game's that has a hidden stack */
    bool with_tiles;  /* ... or only a game's that has tiles */
    bool with_tables; /* ... or only a game's that has exact values */
    bool with_solver; /* ... or only a game's that can be solved as a whole */
    const char *name;
    const char *operands; /* as shown in the usage */
    const char *summary;
    bool options[OPTION_COUNT]; /* those that it ACCEPTS, beside those of all commands */
    int least, most;            /* operands */
    status (*run)(invocation *in);
} command;

enum { REPEATS_MAX = 16 };

struct invocation {
    const command *command;
    const game *game;                      /* for a command of a game; else NULL */
    variant variant;                       /* ... once command_variant has found it */
    const char *option[OPTION_COUNT];      /* the value, "" for a flag; NULL where not given */
    const char *second;                    /* the value behind that of the option that has two */
    const char *repeated[REPEATS_MAX + 1]; /* all values of the option that may be repeated */
    char **operands;
    int operand_count;
    text tiles;      /* the file that --tiles names */
    void *own_rules; /* ... as the game reads it */
    text out;
    json_t *facts;
    int ended_by; /* the signal that ended it before its time; 0: none */
    error e;
};

/* Reads what follows the command's name into `in`. Operands are moved to the front of argv. */
status command_parse(invocation *in, int argc, char **argv);

/* The help text: of one command, or of all (NULL-terminated; `g`: only those of a game). */
void command_help(const command *c, const game *g, text *out);
void command_help_all(const command *const *all, const game *g, text *out);

/* Whether the results may be coloured: a terminal that shows colour, and no NO_COLOR. */
bool command_may_colour(const invocation *in);

/* Makes `facts` the JSON result; takes over the reference. */
status command_facts(invocation *in, json_t *facts);

/* From here on it is noted if jansson lacks memory: then what it has built may lack anything, and
 * few of its functions say so. */
void command_watch_memory(void);
bool command_lacked_memory(void);

/* Writes facts as a line; fails if they are NULL, or if jansson has ever lacked memory. */
status command_write_facts(const json_t *facts, text *out, error *e);

/* in->variant: the rules named by --rules or read from --tiles. And the position given by
 * --position or the starting one, with the stack that --seed or --draws give it. */
status command_variant(invocation *in);
status command_position(invocation *in, game_position *position);

/* The number that an option gives, from `least` to `most`; *value stays if it is not given. */
status command_number(invocation *in, option_id id, uint64_t least, uint64_t most, uint64_t *value);

/* The store of the user's games, where nothing else is said: "sqlite:..." in the data folder. */
status command_usual_store(text *url, error *e);

/* A position as text, for messages and JSON. */
typedef struct position_text {
    char text[GAME_POSITION_TEXT];
} position_text;
position_text command_position_text(variant v, const game_position *position);

/* The facts that every answer about a position begins with. */
json_t *command_position_facts(const invocation *in, const game_position *position);

/* Reads the file that --tiles names, if any, into in->tiles. */
status command_read_tiles(invocation *in);

/* Whether a game has this command: some are only for games with a hidden stack, or for one. */
bool command_concerns(const command *c, const game *g);

/* The commands. */
extern const command command_moves, command_play_turns, command_score, command_perft, command_show;
extern const command command_play, command_record, command_tiles, command_verify_draws;
extern const command command_serve, command_games, command_bot;
extern const command command_review, command_puzzle;
extern const command command_solve, command_verify, command_value, command_stats;
extern const command command_engine, command_bench;
extern const command command_match, command_levels;

#endif
