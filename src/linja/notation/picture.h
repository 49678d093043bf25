/* SPDX-License-Identifier: MIT */
#ifndef LINJA_NOTATION_PICTURE_H
#define LINJA_NOTATION_PICTURE_H

#include "game/picture.h"

extern const game_picture linja_picture;

#endif
