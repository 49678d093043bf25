/* SPDX-License-Identifier: MIT
 *
 * Names that strangers give themselves: what others read of them must be what is there. */
#ifndef ROOMS_NAME_H
#define ROOMS_NAME_H

#include "play/match.h"

enum { NAME_CHARACTERS_MAX = 32 };

extern const char name_of_computer[];

/* The name as it is kept: in Unicode's form NFC, so that what looks the same is the same. Refuses
 * one that is empty or too long, holds what cannot be seen or turns the line around (control,
 * bidirectional and zero-width characters), what Unicode gives no meaning or an accent on nothing,
 * or is the computer's, also in other letters that read the same to Unicode (NFKC, without case).
 */
status name_read(const char *given, char name[MATCH_NAME_BYTES], error *e);

#endif
