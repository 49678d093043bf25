/* SPDX-License-Identifier: MIT */
#ifndef LINJA_PICTURE_H
#define LINJA_PICTURE_H

#include "core/picture.h"

extern const game_picture linja_picture;

#endif
