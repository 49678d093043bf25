/* SPDX-License-Identifier: MIT */
#ifndef LINIELL_NOTATION_PICTURE_H
#define LINIELL_NOTATION_PICTURE_H

#include "game/picture.h"

extern const game_picture liniell_picture;

#endif
