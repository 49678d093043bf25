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

void coach_say(const char *pattern, const coach_words *words, text *out) {
    for (const char *c = pattern; *c; c++) {
        if (c[0] == '{' && c[1] >= '0' && c[1] < '0' + COACH_WORDS && c[2] == '}') {
            text_put(out, words->word[c[1] - '0']);
            c += 2;
        } else {
            text_char(out, *c);
        }
    }
}
