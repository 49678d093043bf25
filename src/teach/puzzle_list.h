/* SPDX-License-Identifier: MIT
 *
 * Puzzles that never change: the first numbers of each game, under its usual rules, as they were
 * proved once (bench/make_puzzles.c), one a line:
 *
 *     NUMBER|GRADE|THEME,THEME|POSITION|SOLUTION|VALUE|GAP
 *
 * Value and gap are in what the game's coach measures by, points or chances. The lists are the
 * files src/teach/puzzles/GAME.txt; the program carries them in itself, the page fetches the one
 * that it needs and hands lines over. The puzzle of the day is one of them. */
#ifndef TEACH_PUZZLE_LIST_H
#define TEACH_PUZZLE_LIST_H

#include "teach/puzzle.h"

typedef struct puzzle_list {
    const char *game;         /* NULL behind the last */
    const char *const *lines; /* by number, which may have gaps */
    size_t count;
} puzzle_list;

/* Made from the files; WebAssembly has none. */
extern const puzzle_list puzzle_lists[];

/* The list for a rule set; NULL: there is none, since it is not the game's usual one. */
const puzzle_list *puzzle_list_for(variant v);

void puzzle_write_entry(variant v, uint64_t number, const puzzle *p, text *out);

/* Reads a line. What can be seen on the board is checked: the position, the solution, its themes;
 * value and gap are believed. */
status puzzle_read_entry(variant v, const char *line, uint64_t *number, puzzle *p, error *e);

/* The first puzzle that is wished for among those of the list from *number on, which is set to its
 * own. False: there is none. */
bool puzzle_list_find(const puzzle_list *list, variant v, const puzzle_wish *wish, uint64_t *number,
                      puzzle *p);

/* The puzzles of the days are the first so many of a list, one after the other, and then again. A
 * list may grow; this must not change, or every day would have another puzzle. */
enum { PUZZLE_DAYS = 400 };

/* The puzzle of a day, counted from 1970-01-01. */
const char *puzzle_of_day(const puzzle_list *list, uint64_t day);

/* Reads "2026-11-18" as a day; false: it is none. */
bool puzzle_read_date(const char *date, uint64_t *day);

#endif
