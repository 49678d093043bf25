/* SPDX-License-Identifier: MIT
 *
 * What review and puzzle share: the games of a record file, each with a engine for its rules. */
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include "cli/command.h"
#include "engine/engine.h"
#include "play/replay.h"

/* A game of the file: its place from 1, the record, and how it went; and an engine, which may
 * remember the games before. */
typedef struct reviewed_game {
    size_t ordinal;
    const record *record;
    const replay *played;
    engine *engine;
} reviewed_game;

typedef status reviewed_visit(invocation *in, const reviewed_game *g, void *context);

/* Visits the games of a file, or only the one with this place (0: all). Every game is checked
 * before the first is visited. */
status review_each_game(invocation *in, const char *path, size_t only, reviewed_visit *visit,
                        void *context);

/* A engine on as many threads as --threads says (one by default, so that it can be repeated), and
 * perhaps with the table in the usual place or in --table (if that is empty, with none). */
status review_engine(invocation *in, variant v, bool with_table, engine **t);

/* --nodes and --time; what is not given stays. */
status review_look(invocation *in, engine_limits *limits);

#endif
