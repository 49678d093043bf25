/* SPDX-License-Identifier: MIT
 *
 * The language of the talk at the table: the user's own (LANG, LC_MESSAGES, LANGUAGE), if there is
 * a catalogue for it (docs/languages.md), else English. What programs read, and messages about
 * wrong input, are English always. */
#ifndef CLI_LANGUAGE_H
#define CLI_LANGUAGE_H

#include <libintl.h>

/* The translation of a text, which tools/check-texts then wants in every catalogue. */
#define _(english) gettext(english) // NOLINT(bugprone-reserved-identifier): gettext's own name

/* Once, before anything is said. */
void language_begin(void);

#endif
