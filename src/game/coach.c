/* SPDX-License-Identifier: MIT
 *
 * Filling in the patterns of a coach, and the coach of a game that has none of its own. */
#include "game/coach.h"

#include <assert.h>
#include <string.h>

void coach_string(coach_words *words, int place, const char *string) {
    text word = text_fixed(words->word[place], sizeof words->word[place]);
    text_put(&word, string);
    assert(!word.failed);
}

void coach_letter(coach_words *words, int place, char letter) {
    coach_string(words, place, (char[]){letter, '\0'});
}

void coach_number(coach_words *words, int place, int number) {
    text word = text_fixed(words->word[place], sizeof words->word[place]);
    text_format(&word, "%d", number);
}

void coach_count(coach_sentence *said, const char *one) {
    said->one = one;
    if (strcmp(said->words.word[0], "1") == 0) said->pattern = one;
}

bool coach_weighs_more(coach_choice *best, int saying, double weight) {
    if (weight <= best->weight) return false;
    best->weight = weight;
    best->saying = saying;
    return true;
}

void coach_compare(coach_choice *best, int saying, double weight, int number, const char *instead,
                   int other) {
    if (!coach_weighs_more(best, saying, weight)) return;
    coach_number(&best->words, 0, number);
    coach_string(&best->words, 1, instead);
    coach_number(&best->words, 2, other);
}

void coach_compare_for(coach_choice *best, int saying, double weight, char side, int number,
                       const char *instead, int other) {
    if (!coach_weighs_more(best, saying, weight)) return;
    coach_letter(&best->words, 0, side);
    coach_number(&best->words, 1, number);
    coach_string(&best->words, 2, instead);
    coach_number(&best->words, 3, other);
}

bool coach_conclude(const coach_choice *best, const char *const *patterns, int quiet,
                    const char *instead, coach_sentence *said) {
    bool shows = best->saying != COACH_NOTHING;
    *said = (coach_sentence){patterns[shows ? best->saying : quiet], best->words, NULL};
    if (!shows && instead) coach_string(&said->words, 0, instead);
    return shows;
}

/* The number of the placeholder that begins here, or -1. */
static int placeholder(const char *c) {
    bool is_one = c[0] == '{' && c[1] >= '0' && c[1] < '0' + COACH_WORDS && c[2] == '}';
    return is_one ? c[1] - '0' : -1;
}

int coach_word_count(const coach_sentence *said) {
    int count = 0;
    for (const char *c = said->pattern; *c; c++)
        if (placeholder(c) >= count) count = placeholder(c) + 1;
    return count;
}

void coach_say(const coach_sentence *said, text *out) {
    for (const char *c = said->pattern; *c; c++) {
        int place = placeholder(c);
        if (place >= 0) {
            text_put(out, said->words.word[place]);
            c += 2;
        } else {
            text_char(out, *c);
        }
    }
}

/* --- a plain coach --------------------------------------------------------------------------- */

enum { QUIET, QUIET_BETTER, SAYINGS };

static const char *const plain_patterns[SAYINGS + 1] = {
    [QUIET] = N_("It changes little at once; what it is worth shows some turns later."),
    [QUIET_BETTER] = N_("It looks much like {0} at once; the difference shows some turns later."),
};

static const char *const no_themes[] = {NULL};

static coach_sentence plain_where(const void *rules, const game_position *position,
                                  const char *turn) {
    (void)rules, (void)position, (void)turn;
    return (coach_sentence){0};
}

static bool plain_why(const void *rules, const game_position *position, const char *turn,
                      const char *instead, coach_sentence *said) {
    (void)rules, (void)position, (void)turn;
    coach_choice nothing = {.saying = COACH_NOTHING};
    return coach_conclude(&nothing, plain_patterns, instead ? QUIET_BETTER : QUIET, instead, said);
}

static unsigned plain_theme_bits(const void *rules, const game_position *position,
                                 const char *turn) {
    (void)rules, (void)position, (void)turn;
    return 0;
}

static const game_coach plain_coach = {
    .measure = COACH_POINTS,
    .nodes = 20000,
    .late = 8,
    .patterns = plain_patterns,
    .themes = no_themes,
    .where = plain_where,
    .why = plain_why,
    .theme_bits = plain_theme_bits,
};

const game_coach *coach_of(const game *g) {
    return g->coach ? g->coach : &plain_coach;
}
