/* SPDX-License-Identifier: MIT
 *
 * How a game is taught: one const table beside its rules (game/game.h), for reviews, puzzles and
 * hints. A coach says in plain words what a turn does on the board. It does not search: which turn
 * is best it is told, and what it says it has counted on the board, so that it is true.
 *
 * All it can say is a fixed list of patterns with {0}, {1} ... for what changes, one table a game,
 * so that it can be translated; where that turns on a number it is {0}, and there are two of them.
 * Sides are called A and B, a turn "it". */
#ifndef GAME_COACH_H
#define GAME_COACH_H

#include "game/game.h"

/* What a turn can cost: points of the final margin, or (in a game of chance) chances to win. */
typedef enum coach_measure { COACH_POINTS, COACH_CHANCE } coach_measure;

enum {
    COACH_TEXT = 200, /* the longest sentence and its NUL */
    COACH_WORDS = 4,  /* placeholders of a pattern */
};

/* What stands for the placeholders of a pattern. */
typedef struct coach_words {
    char word[COACH_WORDS][24];
} coach_words;

/* A sentence before its words are put in. */
typedef struct coach_sentence {
    const char *pattern; /* NULL: nothing is said */
    coach_words words;
    const char *one; /* the pattern for a {0} of 1, where that has another; else NULL */
} coach_sentence;

typedef struct game_coach {
    coach_measure measure;
    uint64_t nodes;              /* what a careful look at one turn takes */
    int late;                    /* turns before the end from which a search can prove values */
    const char *const *patterns; /* all there are, then NULL */
    const char *const *themes;   /* by bit of theme_bits, then NULL */

    /* The standard error of what so many nodes find and do not prove, as measured. NULL: the search
     * tells its own. */
    double (*error)(const void *rules, uint64_t nodes);

    /* Where to look, without telling the turn: "Look at row c: ..." The turn is legal. Nothing is
     * said where only the turn would tell. */
    coach_sentence (*where)(const void *rules, const game_position *position, const char *turn);

    /* Why a turn is good; better than the turn `instead`, unless that is NULL. False: the sentence
     * is that nothing shows on the board yet. */
    bool (*why)(const void *rules, const game_position *position, const char *turn,
                const char *instead, coach_sentence *said);

    /* What a turn lets the opponent do with the next draw, and the turn `instead` does not. False:
     * nothing. For games with draws; NULL: nothing is said. */
    bool (*allows)(const void *rules, const game_position *position, const char *turn,
                   const char *instead, coach_sentence *said);

    unsigned (*theme_bits)(const void *rules, const game_position *position, const char *turn);
} game_coach;

/* The game's own coach, or a plain one that knows nothing about the board. */
const game_coach *coach_of(const game *g);

void coach_number(coach_words *words, int place, int number);
void coach_letter(coach_words *words, int place, char letter);
void coach_string(coach_words *words, int place, const char *string);

/* Gives a sentence, whose words are known, the pattern `one` if its {0} is 1. */
void coach_count(coach_sentence *said, const char *one);

/* The sentence that weighs most, while a coach goes through all that could be said. */
typedef struct coach_choice {
    int saying; /* its number among the coach's own */
    double weight;
    coach_words words;
} coach_choice;

/* Before anything is found to say. */
enum { COACH_NOTHING = -1 };

/* Whether this is the weightiest so far; then the caller fills in its words. */
bool coach_weighs_more(coach_choice *best, int saying, double weight);

/* A number {0} that is other, {2}, with the turn {1} instead; and the same after the name of a
 * side: {0}, {1}, after {2} it is {3}. */
void coach_compare(coach_choice *best, int saying, double weight, int number, const char *instead,
                   int other);
void coach_compare_for(coach_choice *best, int saying, double weight, char side, int number,
                       const char *instead, int other);

/* The sentence that was chosen. Where there was nothing to say it is `quiet`, with {0} for
 * `instead` unless that is NULL, and false. */
bool coach_conclude(const coach_choice *best, const char *const *patterns, int quiet,
                    const char *instead, coach_sentence *said);

/* How many words a sentence has: one more than its highest placeholder. */
int coach_word_count(const coach_sentence *said);

/* Puts a sentence with its placeholders replaced. */
void coach_say(const coach_sentence *said, text *out);

#endif
