/* SPDX-License-Identifier: MIT
 *
 * Filling in the patterns of a coach. */
#include "core/coach.h"

#include <assert.h>

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

bool coach_weighs_more(coach_choice *best, int saying, double weight) {
    if (weight <= best->weight) return false;
    best->weight = weight;
    best->saying = saying;
    return true;
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
